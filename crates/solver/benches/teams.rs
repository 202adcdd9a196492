//! Several cats against one mouse: `cargo bench -p catmouse-solver --bench teams -- [BOARD CATS]...`.
//!
//! On each board the teams engine finds the best placement without a table, on one thread and on two, and makes a table where that
//! is small enough; beside it the queue engine makes the table where it can in reasonable time, and the two are compared. Times are
//! processor time of the whole process; with two threads time by the wall is shown besides. `PERFORMANCE.md` has the
//! figures.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use catmouse_arena::{
    Arena, MoveCost, Movers, Player, ProductArena, Solution, StalemateRule, StepGraph, Team, TeamStalemate, Verdicts,
};
use catmouse_campaign::random::Dice;
use catmouse_solver::{Control, Engine, Solved, Wanted};
use cpu_time::ProcessTime;

/// What is run without arguments.
const LISTED: [(&str, u32); 8] = [
    ("grid-10-12", 3),
    ("grid-20-20", 2),
    ("grid-30-30", 2),
    ("cubic-100", 3),
    ("cubic-150", 3),
    ("hoffman-singleton", 5),
    ("hoffman-singleton", 6),
    ("roads-199-343", 3),
];

/// Tables of more positions are left out.
const MOST_IN_TABLE: u64 = 600_000_000;

/// The queue engine lists every joint move of every configuration; beyond this many positions it is left out.
const MOST_IN_QUEUE: u64 = 3_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let asked = arguments.chunks(2).map(|pair| match pair {
        [board, cats] => {
            cats.parse().map(|cats| (board.clone(), cats)).map_err(|_| format!("{cats} is no number of cats"))
        }
        _ => Err("a board and a number of cats are wanted".to_owned()),
    });
    let boards: Result<Vec<(String, u32)>, String> = if arguments.is_empty() {
        Ok(LISTED.map(|(board, cats)| (board.to_owned(), cats)).to_vec())
    } else {
        asked.collect()
    };
    println!("| board, cats | configurations | said MB | placement, s | two threads, wall s | table, s | queue, s |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let measured = boards.and_then(|boards| boards.iter().try_for_each(|(name, cats)| measure(name, *cats)));
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn measure(name: &str, cats: u32) -> Result<(), String> {
    let arena = pursuit(board(name).ok_or_else(|| format!("there is no board {name}"))?, cats);
    let wanted = Wanted::Placement(Player::Two);
    let said = Engine::Teams.estimate(&arena, wanted).bytes().map_err(|error| error.to_string())?;
    let mut row = format!("| {name}, {cats} | {} | {} |", arena.pieces(Player::Two).nodes(), said >> 20);
    let placement = |threads: usize| {
        let control = Control::default().on_threads(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
        let (time, wall) = (ProcessTime::now(), Instant::now());
        let solved = Engine::Teams.run(&arena, wanted, Solution::default(), &control);
        let times = (time.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
        match solved {
            Ok(Solved::Placement(best)) => Ok((best, times)),
            Ok(_) => Err("a placement was asked for".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    };
    let ((one, (seconds, _)), (two, (_, wall))) = (placement(1)?, placement(2)?);
    if one != two {
        return Err(format!("{name}: two threads find {two:?} instead of {one:?}"));
    }
    let _ = write!(row, " {seconds:.3} | {wall:.3} |");
    let positions = arena.positions() as u64;
    let table = |engine: Engine| {
        let time = ProcessTime::now();
        let solution = engine.solve(&arena).map_err(|error| error.to_string())?;
        Ok::<_, String>((solution, time.elapsed().as_secs_f64()))
    };
    if positions <= MOST_IN_TABLE {
        let (solution, seconds) = table(Engine::Teams)?;
        let _ = write!(row, " {seconds:.3} |");
        if positions <= MOST_IN_QUEUE {
            let (reference, seconds) = table(Engine::Queue)?;
            if reference != solution {
                return Err(format!("{name}: the engines differ"));
            }
            let _ = write!(row, " {seconds:.3} |");
        } else {
            row.push_str(" |");
        }
    } else {
        row.push_str(" | |");
    }
    println!("{row}");
    Ok(())
}

/// Everybody walks along an edge or stays, and the cats win where one of them stands on the mouse's vertex.
fn pursuit((vertices, edges): (u32, Vec<(u32, u32)>), cats: u32) -> ProductArena {
    let both_ways = edges.iter().flat_map(|&(a, b)| [(a, b, 1), (b, a, 1)]);
    let steps = StepGraph::new(vertices, both_ways.chain((0..vertices).map(|at| (at, at, 1))).collect());
    let team = Team::new(steps.clone(), cats, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
    let mut caught = Verdicts::empty(vertices);
    (0..vertices).for_each(|at| caught.push_row([(at..at + 1, Player::Two)]));
    ProductArena::new(steps, team, Verdicts::by_member(caught, cats), StalemateRule::Endless)
}

/// The vertices and edges of a board: `grid-R-C`, `cubic-N` (random), `hoffman-singleton`, `roads-N-M` (random, in the plane).
fn board(name: &str) -> Option<(u32, Vec<(u32, u32)>)> {
    let (kind, numbers) = name.split_once('-').unwrap_or((name, ""));
    let numbers: Vec<u32> = numbers.split('-').filter_map(|number| number.parse().ok()).collect();
    let mut dice = Dice(1);
    match (kind, &numbers[..]) {
        ("grid", &[rows, columns]) => {
            let right = (0..rows)
                .flat_map(|row| (1..columns).map(move |column| (row * columns + column - 1, row * columns + column)));
            let down = (columns..rows * columns).map(|at| (at - columns, at));
            Some((rows * columns, right.chain(down).collect()))
        }
        ("cubic", &[vertices]) if vertices % 2 == 0 && vertices > 3 => loop {
            let mut stubs: Vec<u32> = (0..3 * vertices).map(|stub| stub / 3).collect();
            for last in (1..stubs.len()).rev() {
                stubs.swap(last, dice.below(last + 1));
            }
            let mut edges: Vec<(u32, u32)> =
                stubs.as_chunks().0.iter().map(|&[a, b]: &[u32; 2]| (a.min(b), a.max(b))).collect();
            edges.sort_unstable();
            edges.dedup();
            if edges.len() == 3 * vertices as usize / 2 && edges.iter().all(|(a, b)| a != b) {
                return Some((vertices, edges));
            }
        },
        // Robertson's construction by pentagons and pentagrams.
        ("hoffman", _) => {
            let mut edges = Vec::new();
            for (h, j) in (0..5).flat_map(|h| (0..5).map(move |j| (h, j))) {
                edges.extend([(5 * h + j, 5 * h + (j + 1) % 5), (25 + 5 * h + j, 25 + 5 * h + (j + 2) % 5)]);
                edges.extend((0..5).map(|i| (5 * h + j, 25 + 5 * i + (h * i + j) % 5)));
            }
            Some((50, edges))
        }
        ("roads", &[vertices, most]) => Some((vertices, roads(vertices, most as usize, &mut dice))),
        _ => None,
    }
}

/// Random places in the plane: the shortest edges that join them all, and then the shortest that cross no other.
fn roads(vertices: u32, most: usize, dice: &mut Dice) -> Vec<(u32, u32)> {
    let mut coordinate = || i64::from(dice.number_below(1_000_000));
    let places: Vec<(i64, i64)> = (0..vertices).map(|_| (coordinate(), coordinate())).collect();
    let place = |vertex: u32| places[vertex as usize];
    let length = |&(a, b): &(u32, u32)| (place(a).0 - place(b).0).pow(2) + (place(a).1 - place(b).1).pow(2);
    let mut pairs: Vec<(u32, u32)> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    pairs.sort_unstable_by_key(length);
    let mut component: Vec<u32> = (0..vertices).collect();
    let (mut edges, mut others) = (Vec::new(), Vec::new());
    for (a, b) in pairs {
        let (from, to) = (component[a as usize], component[b as usize]);
        if from == to {
            others.push((a, b));
        } else {
            edges.push((a, b));
            component.iter_mut().filter(|component| **component == from).for_each(|component| *component = to);
        }
    }
    let side = |a: u32, b: u32, c: u32| {
        let (a, b, c) = (place(a), place(b), place(c));
        ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
    };
    let crosses = |(a, b): (u32, u32), (c, d): (u32, u32)| {
        let is_apart = a != c && a != d && b != c && b != d;
        is_apart && side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
    };
    for pair in others {
        if edges.len() < most && !edges.iter().any(|&edge| crosses(edge, pair)) {
            edges.push(pair);
        }
    }
    edges
}
