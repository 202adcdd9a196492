//! Counts, with callgrind, the instructions of each engine and of reading a table:
//! `cargo xtask bench --instructions`.
//!
//! The count is the same in every run, even if the machine is busy. So it shows a change of one
//! part in a thousand, which would take an hour of timing. But it ignores caches and branch
//! prediction: times remain the measure, and counts are an early warning.
//!
//! The boards are small, because callgrind is fifty times as slow as the machine. Each board
//! exercises another part of the rows engine.

#![expect(missing_docs, reason = "gungraun's macros make public items without documentation")]

use std::hint::black_box;

use catmouse_arena::{Player, PositionId, Preference, ProductArena, Solution, Tally, Values};
use catmouse_campaign::confrontation::table_by;
use catmouse_solver::Engine;
use gungraun::prelude::*;

use families::Family;

#[expect(dead_code, reason = "only the comparison of times uses the bars and the text of a board")]
mod families;

fn arena(name: &str) -> ProductArena {
    let family: Family = name.parse().expect("the name of a family");
    family.board(1, 0).arena()
}

#[library_benchmark(setup = arena)]
#[bench::sparse("gnp-200-0.05")]
#[bench::dense("gnp-200-0.5")]
#[bench::grid("grid-15")]
#[bench::path("path-200")]
#[bench::cycle("cycle-200")]
#[bench::tree("tree-200")]
#[bench::cubic("cubic-200")]
#[bench::walls("walls-15")]
#[bench::tiny("gnp-50-0.1")]
fn queue(arena: ProductArena) -> Solution {
    solved_by(Engine::Queue, &arena)
}

#[library_benchmark(setup = arena)]
#[bench::sparse("gnp-200-0.05")]
#[bench::dense("gnp-200-0.5")]
#[bench::grid("grid-15")]
#[bench::path("path-200")]
#[bench::cycle("cycle-200")]
#[bench::tree("tree-200")]
#[bench::cubic("cubic-200")]
#[bench::walls("walls-15")]
#[bench::tiny("gnp-50-0.1")]
fn rows(arena: ProductArena) -> Solution {
    solved_by(Engine::Rows, &arena)
}

fn solved_by(engine: Engine, arena: &ProductArena) -> Solution {
    black_box(table_by(engine, black_box(arena)).expect("the engine applies to every family"))
}

#[library_benchmark(setup = arena)]
#[bench::tiny("gnp-50-0.1")]
#[bench::dense("gnp-50-0.5")]
#[bench::path("path-50")]
fn small(arena: ProductArena) -> Solution {
    solved_by(Engine::Small, &arena)
}

fn solution(name: &str) -> Solution {
    table_by(Engine::Rows, &arena(name)).expect("the engine applies to every family")
}

// The reading that precedes every report on a table: the number of wins of each player, and for
// each placement of one player the best result of the other.
#[library_benchmark(setup = solution)]
#[bench::grid("grid-15")]
#[bench::path("path-200")]
fn reading(solution: Solution) -> (Tally, Vec<Preference>) {
    let solution = black_box(solution);
    let tally = solution.tally_in(0..solution.positions(), Some(1000));
    let mut best = vec![Preference::LEAST; solution.positions()];
    solution.raise_preferences(PositionId::new(0), Player::One, &mut best);
    (tally, best)
}

library_benchmark_group!(name = engines, benchmarks = [queue, rows, small]);
library_benchmark_group!(name = tables, benchmarks = [reading]);
main!(library_benchmark_groups = engines, tables);
