//! Tests on all optimal lines of every small game: each listed line is optimal, none is missing,
//! and the principal variation is among them.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Player, PositionId, Solution, Status, Values};
use catmouse_explain::{Context, LineEnd, Optimal, optimal_lines, principal_variation};
use catmouse_model::{BoardChoice, Game, Setup};

use crate::small_games::{connected_graphs, rules};

/// The number of lines of a forced end, by the definition: one if the game is over, otherwise the
/// sum over all best moves.
fn forced(game: &Game, solution: &Solution, position: PositionId) -> usize {
    match game.arena().status(position) {
        Status::Won(_) => 1,
        Status::Turn(_) => {
            let best = solution.best_moves(game.arena(), position);
            best.iter().map(|step| forced(game, solution, step.to)).sum()
        }
    }
}

fn check(setup: &Setup) {
    const MOST: usize = 500;
    let game = setup.plan().expect("the board is in order").game();
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    let (arena, agreed) = (game.arena(), game.adjudication());
    for start in (0..arena.positions()).map(PositionId::new) {
        let lines: Vec<_> = optimal_lines(arena, &solution, &agreed, start).take(MOST).collect();
        let mut met = BTreeSet::new();
        for line in &lines {
            assert!(met.insert(line.steps.clone()), "a line comes twice");
            let mut here = start;
            for step in &line.steps {
                assert!(solution.best_moves(arena, here).contains(step));
                let Status::Turn(mover) = arena.status(here) else { panic!("the game is over") };
                let strategy = Optimal::new(arena, &solution, mover);
                assert!(strategy.moves(here).contains(step) && strategy.player() == mover);
                assert_eq!(strategy.play(here), solution.best_move(arena, here));
                assert_eq!(Optimal::new(arena, &solution, mover.opponent()).play(here), None);
                here = step.to;
            }
            match line.end {
                LineEnd::Over => assert!(matches!(arena.status(here), Status::Won(_))),
                LineEnd::Stuck => assert_eq!(arena.successors(here).count(), 0),
                LineEnd::Repetition { first_ply } => {
                    let there = first_ply.checked_sub(1).map_or(start, |ply| line.steps[ply].to);
                    assert_eq!(there, here);
                }
                LineEnd::Limit => {
                    assert_eq!(agreed.limit.map(|limit| limit.distance), Some(line.steps.len() as u64));
                }
            }
        }
        if lines.len() < MOST {
            let line = principal_variation(&Context::new(arena, &game, &solution, agreed), start);
            assert!(lines.contains(&line), "the principal variation is one of them");
            let within = agreed.judge(solution.value(start)).distance;
            if let Some(distance) = within {
                assert!(lines.iter().all(|line| line.cost() == distance && line.end == LineEnd::Over));
                assert_eq!(lines.len(), forced(&game, &solution, start));
            }
        }
    }
}

#[test]
fn every_line_of_small_games() {
    for graph in connected_graphs(4) {
        for rules in rules() {
            check(&Setup { rules, ..Setup::new(BoardChoice::Adjacency(graph.clone())) });
        }
    }
}

/// On a cycle of four vertices, the mouse goes home with one move: found by hand.
#[test]
fn one_line_by_hand() {
    // The hole is 0, and the mouse at 1 is next to it. The cat at 2 cannot stop the mouse.
    let circle = BoardChoice::Adjacency(vec![vec![1, 3], vec![0, 2], vec![1, 3], vec![0, 2]]);
    let game = Setup::new(circle).plan().expect("the board is in order").game();
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    let start = game.start_id().expect("the preset gives a start");
    let lines: Vec<_> = optimal_lines(game.arena(), &solution, &game.adjudication(), start).collect();
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].steps.len(), lines[0].end), (1, LineEnd::Over));
    assert!(Optimal::new(game.arena(), &solution, Player::Two).moves(start).is_empty());
}
