//! Several cats against one mouse:
//! `cargo bench -p catmouse-solver --bench teams -- [BOARD CATS]...`.
//!
//! On each board the teams engine finds the best placement without a table, on one thread and on
//! two, and makes a table if it is small enough. For comparison, the queue engine makes the table
//! if that takes a reasonable time, and a plain C++ program (`baseline/teams.cpp`) solves the same
//! positions if there is a compiler. All answers are compared. Times are processor time of the
//! whole process, the least of several rounds; for two threads wall-clock time is also shown.
//! `PERFORMANCE.md` has the figures.

use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use catmouse_arena::{
    Arena, MoveCost, Movers, Player, ProductArena, Solution, StalemateRule, StepGraph, Team, TeamStalemate, Verdicts,
};
use catmouse_campaign::confrontation::table_by;
use catmouse_campaign::random::Dice;
use catmouse_model::Symmetries;
use catmouse_solver::{Answer, Control, Engine, Pursuit, Request};
use cpu_time::ProcessTime;

use weigh::{settle_allocator, weighed};

mod weigh;

/// The default runs: a board, the number of cats, and the most seconds for a placement and for a
/// table; 0 means no bar.
///
/// A bar is set above the measured time, so that it shows when the engine gets slower
/// (`PERFORMANCE.md`).
const LISTED: [(&str, u32, [f64; 2]); 9] = [
    ("grid-10-12", 3, [0.06, 0.40]),
    ("grid-20-20", 2, [0.07, 0.34]),
    ("grid-30-30", 2, [0.71, 0.0]),
    ("cubic-100", 3, [0.06, 0.0]),
    ("cubic-150", 3, [0.42, 1.8]),
    ("hoffman-singleton", 5, [0.08, 0.0]),
    ("hoffman-singleton", 6, [0.44, 0.0]),
    ("roads-199-343", 3, [0.55, 2.8]),
    ("roads-199-431", 3, [0.55, 0.0]),
];

/// Boards on which each piece's move costs 1 to 3. No other engine solves these games, so the costs
/// engine is compared with the queue engine on the same board with unit costs. The queue engine
/// lists the joint moves, which the costs engine does not.
const LISTED_WITH_COSTS: [(&str, u32); 4] = [("grid-7-7", 2), ("grid-5-5", 3), ("cubic-60", 2), ("cubic-24", 3)];

/// Boards with symmetries, the number of cats, and the bar: how many times longer the teams engine
/// must take than the orbits engine.
const LISTED_SYMMETRIC: [(&str, u32, f64); 4] =
    [("hoffman-singleton", 5, 3.0), ("hoffman-singleton", 6, 4.0), ("hypercube-6", 4, 6.0), ("hypercube-7", 4, 80.0)];

/// Larger tables are left out.
const MOST_IN_TABLE: u64 = 600_000_000;

/// The queue engine lists every joint move of every configuration. With more positions than this it
/// would take too long.
const MOST_IN_QUEUE: u64 = 3_000_000;

/// With more positions than this the C++ program would take too long.
const MOST_IN_BASELINE: u64 = 40_000_000;

/// The number of rounds, of which the fastest counts. In the first round a virtual machine may wait
/// for memory longer than the engine takes.
const ROUNDS: usize = 3;

/// After a round of this many seconds there is no other.
const LONG: f64 = 8.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let asked = arguments.chunks(2).map(|pair| match pair {
        [board, cats] => {
            let bars = |cats| {
                let listed = LISTED.iter().find(|(name, number, _)| name == board && *number == cats);
                listed.map_or([0.0; 2], |(.., bars)| *bars)
            };
            cats.parse()
                .map(|cats| (board.clone(), cats, bars(cats)))
                .map_err(|_| format!("{cats} is no number of cats"))
        }
        _ => Err("a board and a number of cats are wanted".to_owned()),
    });
    let boards: Result<Vec<(String, u32, [f64; 2])>, String> = if arguments.is_empty() {
        Ok(LISTED.map(|(board, cats, bars)| (board.to_owned(), cats, bars)).to_vec())
    } else {
        asked.collect()
    };
    println!(
        "| board, cats | configurations | placement, s | bar | B/position | two threads: wall, gain | table, s | bar | \
         two threads: gain | queue / table | C++ / placement |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    settle_allocator();
    let baseline = baseline();
    let measured = boards.and_then(|boards| {
        boards.iter().try_for_each(|(name, cats, bars)| measure(name, *cats, *bars, baseline.as_ref()))?;
        if !arguments.is_empty() {
            return Ok(());
        }
        println!();
        println!(
            "| with costs: board, cats | positions | costs, s | ns a position | B/position | queue at cost 1 / costs |"
        );
        println!("| --- | ---: | ---: | ---: | ---: | ---: |");
        LISTED_WITH_COSTS.iter().try_for_each(|&(name, cats)| measure_costs(name, cats))?;
        println!();
        println!(
            "| with symmetries: board, cats | symmetries | found in, s | orbits, s | MB | \
             teams / orbits, symmetries found | bar |"
        );
        println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
        LISTED_SYMMETRIC.iter().try_for_each(|&(name, cats, bar)| measure_symmetric(name, cats, bar))
    });
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The result of a run, and the least times of its rounds: processor time and wall-clock time.
struct Timed<T> {
    found: T,
    seconds: f64,
    wall: f64,
}

/// Runs something several times, or once if it takes long.
fn timed<T>(mut run: impl FnMut() -> Result<T, String>) -> Result<Timed<T>, String> {
    let mut best: Option<Timed<T>> = None;
    for _ in 0..ROUNDS {
        let (time, clock) = (ProcessTime::now(), Instant::now());
        let found = run()?;
        let (seconds, wall) = (time.elapsed().as_secs_f64(), clock.elapsed().as_secs_f64());
        let (seconds, wall) = best.map_or((seconds, wall), |best| (seconds.min(best.seconds), wall.min(best.wall)));
        best = Some(Timed { found, seconds, wall });
        if seconds > LONG {
            break;
        }
    }
    best.ok_or_else(|| "nothing was run".to_owned())
}

/// The bar, and whether it is met.
fn bar(seconds: f64, bar: f64) -> String {
    match bar {
        0.0 => String::new(),
        bar if seconds <= bar => format!("{bar} met"),
        bar => format!("{bar} missed"),
    }
}

fn measure(name: &str, cats: u32, bars: [f64; 2], baseline: Option<&Compiled>) -> Result<(), String> {
    let graph = board(name).ok_or_else(|| format!("there is no board {name}"))?;
    let arena = pursuit(&graph, cats);
    let wanted = Request::Placement(Player::Two);
    let positions = arena.positions() as u64;
    let on = |threads: usize| Control::default().on_threads(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
    let placement = |threads: usize| {
        timed(|| match Engine::Teams.run(&arena, wanted, Solution::default(), &on(threads)) {
            Ok(Answer::Placement(best)) => Ok(best),
            Ok(_) => Err("a placement was asked for".to_owned()),
            Err(error) => Err(error.to_string()),
        })
    };
    let (one, two) = (placement(1)?, placement(2)?);
    if one.found != two.found {
        return Err(format!("{name}: two threads find {:?} instead of {:?}", two.found, one.found));
    }
    let (_, bytes) = weighed(|| Engine::Teams.run(&arena, wanted, Solution::default(), &on(1)).is_ok());
    let mut row = format!("| {name}, {cats} | {} |", arena.pieces(Player::Two).nodes());
    let bytes = bytes as f64 / positions as f64;
    let gain = one.wall / two.wall;
    let met = bar(one.seconds, bars[0]);
    let _ = write!(row, " {:.3} | {met} | {bytes:.3} | {:.3}, {gain:.2} |", one.seconds, two.wall);
    let table = |engine: Engine, threads| {
        timed(|| {
            let solved = engine.run(&arena, Request::Table, Solution::default(), &on(threads));
            solved.map_err(|error| error.to_string())?.table().ok_or_else(|| "a table was asked for".to_owned())
        })
    };
    if positions <= MOST_IN_TABLE {
        let one = table(Engine::Teams, 1)?;
        let two = table(Engine::Teams, 2)?;
        if one.found != two.found {
            return Err(format!("{name}: the table of two threads differs"));
        }
        let _ = write!(row, " {:.3} | {} | {:.2} |", one.seconds, bar(one.seconds, bars[1]), one.wall / two.wall);
        if positions <= MOST_IN_QUEUE {
            let queue = table(Engine::Queue, 1)?;
            if queue.found != one.found {
                return Err(format!("{name}: the engines differ"));
            }
            let _ = write!(row, " {:.1} |", queue.seconds / one.seconds);
        } else {
            row.push_str(" |");
        }
    } else {
        row.push_str(" | | | |");
    }
    match baseline.filter(|_| positions <= MOST_IN_BASELINE) {
        Some(program) => {
            let (plies, seconds) = plain(program, &graph, cats)?;
            let expected = one.found.map(|(_, plies)| plies);
            if plies != expected {
                return Err(format!("{name}: the C++ program finds {plies:?} plies instead of {expected:?}"));
            }
            let _ = write!(row, " {:.0} |", seconds / one.seconds);
        }
        None => row.push_str(" |"),
    }
    println!("{row}");
    Ok(())
}

/// A table of distances in cost.
fn measure_costs(name: &str, cats: u32) -> Result<(), String> {
    let graph = board(name).ok_or_else(|| format!("there is no board {name}"))?;
    let arena = pursuit_at(&graph, cats, MoveCost::Arcs, |a, b| 1 + (a + b) % 3);
    let plain = pursuit(&graph, cats);
    let table =
        |engine: Engine, arena: &ProductArena| timed(|| table_by(engine, arena).map_err(|error| error.to_string()));
    let costs = table(Engine::Costs, &arena)?;
    catmouse_arena::check(&arena, &costs.found).map_err(|error| format!("{name}: {error}"))?;
    let queue = table(Engine::Queue, &plain)?;
    let (_, bytes) = weighed(|| table_by(Engine::Costs, &arena).is_ok());
    let positions = arena.positions() as f64;
    println!(
        "| {name}, {cats} | {} | {:.3} | {:.0} | {:.1} | {:.2} |",
        arena.positions(),
        costs.seconds,
        costs.seconds / positions * 1e9,
        bytes as f64 / positions,
        queue.seconds / costs.seconds,
    );
    Ok(())
}

/// Compares the orbits engine with the teams engine on a board.
fn measure_symmetric(name: &str, cats: u32, bar: f64) -> Result<(), String> {
    let graph = board(name).ok_or_else(|| format!("there is no board {name}"))?;
    let (vertices, edges) = &graph;
    let arcs: Vec<(u32, u32)> = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let symmetries = timed(|| {
        Symmetries::of_digraph(*vertices, &arcs, 1 << 16).ok_or_else(|| format!("{name}: its symmetries are not found"))
    })?;
    let arena = pursuit(&graph, cats);
    let caught: Vec<Vec<u32>> = (0..*vertices).map(|at| vec![at]).collect();
    let pursuit = Pursuit {
        steps: arena.steps(Player::Two).clone(),
        size: cats,
        movers: Movers::All,
        others_steps: arena.steps(Player::One).clone(),
        caught,
        symmetries: symmetries.found.generators().to_vec(),
    };
    let run = || pursuit.clone().best_placements(&Control::default()).map_err(|error| error.to_string());
    let orbits = timed(run)?;
    let (_, bytes) = weighed(|| run().is_ok());
    let all = Request::Placements(Player::Two);
    let teams = timed(|| match Engine::Teams.run(&arena, all, Solution::default(), &Control::default()) {
        Ok(Answer::Placements(best)) => Ok(best),
        Ok(_) => Err("placements were asked for".to_owned()),
        Err(error) => Err(error.to_string()),
    })?;
    // The plies, and the number of best placements.
    let by_orbits =
        orbits.found.map(|best| (best.plies, best.placements.iter().filter_map(|placement| placement.alike).sum()));
    let by_teams = teams.found.map(|(best, plies)| (plies, best.len() as u64));
    if by_orbits != by_teams {
        return Err(format!("{name}: orbits say {by_orbits:?} and teams {by_teams:?}"));
    }
    let ratio = teams.seconds / (orbits.seconds + symmetries.seconds);
    println!(
        "| {name}, {cats} | {} | {:.3} | {:.3} | {:.1} | {ratio:.1} | {bar} {} |",
        symmetries.found.order(),
        symmetries.seconds,
        orbits.seconds,
        bytes as f64 / 1e6,
        if ratio >= bar { "met" } else { "missed" },
    );
    Ok(())
}

/// A compiled program, which is deleted when this value is dropped.
struct Compiled(PathBuf);

impl Drop for Compiled {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0); // it does not exist if the compiler failed
    }
}

/// Compiles the C++ program; `None` if there is no compiler.
fn baseline() -> Option<Compiled> {
    let program = Compiled(std::env::temp_dir().join(format!("catmouse-teams-{}", std::process::id())));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/baseline/teams.cpp");
    let compiled = Command::new("g++").args(["-O3", "-o"]).arg(&program.0).arg(source).status();
    compiled.is_ok_and(|status| status.success()).then_some(program)
}

/// Runs the C++ program: returns the plies if the cats win, and the seconds.
fn plain(Compiled(program): &Compiled, (vertices, edges): &Graph, cats: u32) -> Result<(Option<u64>, f64), String> {
    let fail = |error: std::io::Error| error.to_string();
    let mut child = Command::new(program)
        .arg(cats.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let mut text = format!("{vertices} {}\n", edges.len());
    for (a, b) in edges {
        text.push_str(&format!("{a} {b}\n"));
    }
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes()).map_err(fail)?;
    }
    let output = child.wait_with_output().map_err(fail)?;
    let output = String::from_utf8_lossy(&output.stdout);
    let mut words = output.split_whitespace();
    let mut next = || words.next().ok_or_else(|| "the C++ program says nothing".to_owned());
    let plies: i64 = next()?.parse().map_err(|_| "the plies are a number".to_owned())?;
    let seconds = next()?.parse().map_err(|_| "the seconds are a number".to_owned())?;
    Ok((u64::try_from(plies).ok(), seconds))
}

/// Vertices and edges.
type Graph = (u32, Vec<(u32, u32)>);

/// The game in which every piece walks along an edge or stays, and the cats win where one of them
/// stands on the mouse's vertex.
fn pursuit(graph: &Graph, cats: u32) -> ProductArena {
    pursuit_at(graph, cats, MoveCost::Ply, |_, _| 1)
}

/// The game of [`pursuit`] with a cost for each edge.
fn pursuit_at(
    &(vertices, ref edges): &Graph,
    cats: u32,
    move_cost: MoveCost,
    cost: impl Fn(u32, u32) -> u32,
) -> ProductArena {
    let both_ways = edges.iter().flat_map(|&(a, b)| [(a, b, cost(a, b)), (b, a, cost(a, b))]);
    let steps = StepGraph::new(vertices, both_ways.chain((0..vertices).map(|at| (at, at, 1))).collect());
    let team = Team::new(steps.clone(), cats, Movers::All, move_cost, TeamStalemate::Stuck);
    let mut caught = Verdicts::empty(vertices);
    (0..vertices).for_each(|at| caught.push_row([(at..at + 1, Player::Two)]));
    ProductArena::new(steps, team, Verdicts::by_member(caught, cats), StalemateRule::Endless)
}

/// The graph of a board: `grid-R-C`, `cubic-N` (random), `hoffman-singleton`, `hypercube-D`,
/// `roads-N-M` (random, in the plane).
fn board(name: &str) -> Option<Graph> {
    let (kind, numbers) = name.split_once('-').unwrap_or((name, ""));
    let numbers: Vec<u32> = numbers.split('-').filter_map(|number| number.parse().ok()).collect();
    let mut dice = Dice::new(1);
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
        // Robertson's construction from pentagons and pentagrams.
        ("hoffman", _) => {
            let mut edges = Vec::new();
            for (h, j) in (0..5).flat_map(|h| (0..5).map(move |j| (h, j))) {
                edges.extend([(5 * h + j, 5 * h + (j + 1) % 5), (25 + 5 * h + j, 25 + 5 * h + (j + 2) % 5)]);
                edges.extend((0..5).map(|i| (5 * h + j, 25 + 5 * i + (h * i + j) % 5)));
            }
            Some((50, edges))
        }
        ("hypercube", &[dimensions]) => {
            let edges = (0..dimensions).flat_map(|bit| (0..1u32 << dimensions).map(move |at| (at, at ^ 1 << bit)));
            Some((1 << dimensions, edges.filter(|(a, b)| a < b).collect()))
        }
        ("roads", &[vertices, most]) => Some((vertices, roads(vertices, most as usize, &mut dice))),
        _ => None,
    }
}

/// Random places in the plane, joined by a minimum spanning tree, then by the shortest edges that
/// cross no other edge.
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
