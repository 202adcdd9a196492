//! Refusals: costs, sizes and distances that are too large, and the largest that are accepted. Also
//! players who cannot move.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use catmouse_arena::{
    Arena, BackMove, GraphArena, Move, Movers, Player, PositionId, ProductArena, Solution, StalemateRule, StateRules,
    Status, StepGraph, Tokens, Value, Values, Verdicts, check,
};
use catmouse_campaign::confrontation::table_by;
use catmouse_solver::{
    Control, Engine, PiecesShape, Progress, Request, Shape, SolveError, estimate, solve, solve_table,
};

/// Solves with every engine, has each solution checked, and returns the common solution.
fn solve_with_all<A: Arena>(arena: &A) -> Solution {
    let solution = solve_table(arena).expect("every move costs 1");
    for &engine in Engine::ALL.iter().filter(|engine| engine.applies(arena)) {
        assert_eq!(table_by(engine, arena).as_ref(), Ok(&solution), "{engine:?}");
    }
    assert_eq!(check(arena, &solution), Ok(()));
    solution
}

/// The message of the refusal, after checking that every engine for such arenas gives the same one.
fn refusal<A: Arena>(arena: &A) -> String {
    let error = solve_table(arena).expect_err("it must be refused");
    for &engine in Engine::ALL.iter().filter(|engine| engine.applies(arena)) {
        assert_eq!(table_by(engine, arena), Err(error), "{engine:?}");
    }
    error.to_string()
}

fn win(player: Player, distance: u64) -> Value {
    Value::Win { player, distance }
}

/// A pursuit of two pieces on a path, which may stay. Two wins by catching One. The number of
/// levels grows with the path.
fn pursuit_on_a_path(vertices: u32) -> ProductArena {
    let both_ways = (1..vertices).flat_map(|to| [(to - 1, to, 1), (to, to - 1, 1)]);
    let path = StepGraph::new(vertices, both_ways.chain((0..vertices).map(|at| (at, at, 1))).collect());
    let mut caught = Verdicts::empty(vertices);
    (0..vertices).for_each(|at| caught.push_row([(at..at + 1, Player::Two)]));
    ProductArena::new(path.clone(), path, caught, StalemateRule::Endless)
}

/// One walks along a one-way road to its win. Two has a node of its own and can only wait.
fn road(vertices: u32, cost: u32) -> ProductArena {
    let road = StepGraph::new(vertices, (1..vertices).map(|to| (to - 1, to, cost)).collect());
    let home = StepGraph::new(1, vec![(0, 0, 1)]);
    let goal = Verdicts::from_fn(vertices, 1, |at, _| (at == vertices - 1).then_some(Player::One));
    ProductArena::new(road, home, goal, StalemateRule::Endless)
}

#[test]
fn costs_are_for_the_costs_engine() {
    let arena = road(3, 2);
    let applicable: Vec<Engine> = Engine::applicable(&arena).collect();
    assert_eq!(applicable, [Engine::Costs]);
    for &engine in Engine::ALL.iter().filter(|&&engine| engine != Engine::Costs) {
        let error = table_by(engine, &arena).expect_err("it requires unit costs");
        assert_eq!(error.to_string(), "every move must cost 1, but a move of this arena costs more", "{engine:?}");
    }
    // From the start of the road: a move for 2, Two waits for 1, then a move for 2.
    let start = arena.position(Tokens { one: 0, two: 0, turn: Player::One });
    assert_eq!(solve_with_all(&arena).value(start), win(Player::One, 5));
}

/// On a road of two vertices, the position with Two to move costs most: Two first waits, for 1.
#[test]
fn sums_of_costs_do_not_wrap() {
    const MOST: u32 = (1 << 30) - 1;
    let arena = road(2, MOST - 1);
    let solution = solve_with_all(&arena);
    let at = |turn| solution.value(arena.position(Tokens { one: 0, two: 0, turn }));
    assert_eq!(at(Player::One), win(Player::One, u64::from(MOST) - 1));
    assert_eq!(at(Player::Two), win(Player::One, u64::from(MOST)));
    for too_costly in [road(2, MOST), road(3, 1 << 29), road(3, u32::MAX)] {
        assert_eq!(refusal(&too_costly), "a forced win costs 1073741824 or more in total");
    }
}

/// A win whose cost does not fit does not matter if its player has a cheaper one. Neither does a
/// loss that its player can avoid.
#[test]
fn costly_moves_that_are_not_played_cause_no_refusal() {
    const HALF: u32 = 1 << 29;
    // One walks from 0 to its goal at 2: directly for 5, or via 1 for a cost that does not fit.
    let detour = StepGraph::new(3, vec![(0, 1, HALF), (1, 2, HALF), (0, 2, 5)]);
    let home = || StepGraph::new(1, vec![(0, 0, 1)]);
    let goal = || Verdicts::from_fn(3, 1, |at, _| (at == 2).then_some(Player::One));
    let arena = ProductArena::new(detour, home(), goal(), StalemateRule::Endless);
    let solution = solve_with_all(&arena);
    let one = |one| solution.value(arena.position(Tokens { one, two: 0, turn: Player::One }));
    assert_eq!((one(0), one(1)), (win(Player::One, 5), win(Player::One, HALF.into())));
    // Two may wait, or leave its shelter for good, which loses at a cost that does not fit. It
    // waits, and the game is endless.
    let road = || StepGraph::new(3, vec![(0, 2, HALF), (1, 1, 1)]);
    let shelter = |costs: u32, waits: bool| {
        let mut arcs = vec![(0, 1, costs), (1, 1, 1)];
        arcs.extend(waits.then_some((0, 0, 1)));
        StepGraph::new(2, arcs)
    };
    let caught = || Verdicts::from_fn(3, 2, |one, two| (one == 2 && two == 1).then_some(Player::One));
    let game = |costs, waits| ProductArena::new(road(), shelter(costs, waits), caught(), StalemateRule::Endless);
    let waiting = game(HALF, true);
    let here = waiting.position(Tokens { one: 0, two: 0, turn: Player::Two });
    assert_eq!(solve_with_all(&waiting).value(here), Value::Endless);
    // If Two must leave, the loss counts, and is refused only if its cost does not fit.
    let leaving = game(HALF - 1, false);
    assert_eq!(solve_with_all(&leaving).value(here), win(Player::One, (1 << 30) - 1));
    assert_eq!(refusal(&game(HALF, false)), "a forced win costs 1073741824 or more in total");
}

/// A game that has only a number of positions and a number of moves. Asking for more is a mistake.
struct Unsolvable {
    positions: usize,
    moves_of_each: usize,
}

impl Arena for Unsolvable {
    fn positions(&self) -> usize {
        self.positions
    }

    fn status(&self, _: PositionId) -> Status {
        Status::Turn(Player::One)
    }

    fn successors(&self, _: PositionId) -> impl Iterator<Item = Move> + '_ {
        (0..self.moves_of_each).map(|cost| Move { to: PositionId::new(0), cost: cost as u32 })
    }

    fn predecessors(&self, _: PositionId) -> impl Iterator<Item = BackMove> + '_ {
        std::iter::empty()
    }

    fn unit_costs(&self) -> bool {
        true
    }

    fn scan(&self, mut visit: impl FnMut(PositionId, Status, usize)) {
        assert!(self.positions < 1 << 20, "a game of this size must be refused before it is looked at");
        for position in (0..self.positions).map(PositionId::new) {
            visit(position, Status::Turn(Player::One), self.moves_of_each);
        }
    }
}

#[test]
fn more_positions_than_32_bits_can_number_are_refused() {
    for positions in [u32::MAX as usize, 1 << 32, usize::MAX] {
        let error = solve_table(&Unsolvable { positions, moves_of_each: 0 });
        assert_eq!(error, Err(SolveError::TooManyPositions { positions: positions as u64 }));
    }
    assert_eq!(
        refusal(&Unsolvable { positions: 1 << 32, moves_of_each: 0 }),
        "the game has 4294967296 positions, but the engines number at most 4294967294"
    );
}

#[test]
fn more_moves_than_30_bits_can_count_are_refused() {
    assert_eq!(
        refusal(&Unsolvable { positions: 1, moves_of_each: 1 << 30 }),
        "a forced win takes 1073741824 plies or more, or a player has that many moves"
    );
}

/// Distances have 14 bits while they fit. Larger ones must give the same results.
#[test]
fn distances_beyond_14_bits() {
    // From the start of a road of n vertices, One makes n − 1 moves, and Two n − 2 between them.
    for vertices in [8_192, 8_193, 8_194, 20_000] {
        let arena = road(vertices, 1);
        let solution = solve_with_all(&arena);
        for one in 0..vertices {
            let to_go = u64::from(vertices - 1 - one);
            let at = |turn| solution.value(arena.position(Tokens { one, two: 0, turn }));
            assert_eq!(at(Player::One), win(Player::One, (2 * to_go).saturating_sub(1)));
            assert_eq!(at(Player::Two), win(Player::One, 2 * to_go));
        }
        let start = arena.position(Tokens { one: 0, two: 0, turn: Player::Two });
        assert_eq!(solution.longest_win(Player::One), Some((start, 2 * u64::from(vertices) - 2)));
    }
}

/// More moves at one position than 14 bits can count: One starts from the centre of a star with
/// 20,000 rays, and every move loses.
#[test]
fn more_moves_than_14_bits_can_count() {
    const RAYS: u32 = 20_000;
    let star = StepGraph::new(RAYS + 1, (1..=RAYS).map(|ray| (0, ray, 1)).collect());
    let home = StepGraph::new(1, vec![(0, 0, 1)]);
    for safe_ray in [None, Some(7)] {
        let lost = |one: u32, _| (one != 0 && Some(one) != safe_ray).then_some(Player::Two);
        let verdicts = Verdicts::from_fn(RAYS + 1, 1, lost);
        let arena = ProductArena::new(star.clone(), home.clone(), verdicts, StalemateRule::Endless);
        let start = arena.position(Tokens { one: 0, two: 0, turn: Player::One });
        let expect = if safe_ray.is_some() { Value::Endless } else { win(Player::Two, 1) };
        assert_eq!(solve_with_all(&arena).value(start), expect);
    }
}

/// One walks to the end of a road, and Two can only wait.
#[test]
fn a_stuck_player_plays_endlessly_or_has_lost() {
    let road = StepGraph::new(2, vec![(0, 1, 1)]);
    let home = StepGraph::new(1, vec![(0, 0, 1)]);
    let nobody = || Verdicts::from_fn(2, 1, |_, _| None);
    let values = |stuck| {
        let solution = solve_with_all(&ProductArena::new(road.clone(), home.clone(), nobody(), stuck));
        solution.values().map(|(_, value)| value).collect::<Vec<_>>()
    };
    assert_eq!(values(StalemateRule::Endless), [Value::Endless; 4]);
    // The positions: One to move at 0 and at 1, then Two to move with One at 0 and at 1. One must
    // walk to the end, and is stuck there.
    assert_eq!(values(StalemateRule::Loses), [2, 0, 3, 1].map(|distance| win(Player::Two, distance)));
}

/// Checks the refusal of an engine that does not apply, and that `applies` predicts it.
fn refuses(engine: Engine, arena: &impl Arena, expect: &str) {
    assert!(!engine.applies(arena), "{engine:?}");
    assert_eq!(table_by(engine, arena).expect_err("it does not apply").to_string(), expect);
}

#[test]
fn arenas_that_are_no_product_are_refused() {
    let arena = Unsolvable { positions: 0, moves_of_each: 0 };
    refuses(Engine::Rows, &arena, "the rows engine needs two independent pieces or teams");
    refuses(Engine::Small, &arena, "the small engine needs two independent pieces or teams");
    refuses(Engine::Teams, &arena, "the teams engine needs two independent pieces or teams");
}

#[test]
fn the_small_engine_takes_64_nodes_and_no_more() {
    assert!(Engine::Small.applies(&road(64, 1)));
    refuses(Engine::Small, &road(65, 1), "the small engine needs a single piece on at most 64 nodes for each player");
}

/// A game in which a player may move several times in a row, some positions have no moves, and some
/// are won at once.
struct Errand;

impl StateRules for Errand {
    type State = &'static str;

    fn starts(&self) -> Vec<Self::State> {
        vec!["home", "island"]
    }

    fn status(&self, state: &Self::State) -> Status {
        match *state {
            "shop" => Status::Won(Player::One),
            "prison" => Status::Won(Player::Two),
            "crossing" => Status::Turn(Player::Two),
            _ => Status::Turn(Player::One),
        }
    }

    fn moves(&self, state: &Self::State) -> Vec<(Self::State, u32)> {
        let to: &[_] = match *state {
            "home" => &["road", "island"],
            "road" => &["road", "crossing", "lane"],
            "lane" => &["shop"],
            "crossing" => &["prison", "shop"],
            _ => &[],
        };
        to.iter().map(|&to| (to, 1)).collect()
    }
}

#[test]
fn turns_need_not_alternate() {
    let arena = GraphArena::explore(&Errand, 10).unwrap();
    let solution = solve_with_all(&arena);
    let value = |state| solution.value(arena.position(&state).unwrap());
    assert_eq!(value("home"), win(Player::One, 3));
    assert_eq!(value("road"), win(Player::One, 2));
    assert_eq!(value("lane"), win(Player::One, 1));
    assert_eq!(value("crossing"), win(Player::Two, 1));
    assert_eq!(value("island"), Value::Endless);
}

#[test]
fn an_arena_without_positions_is_solved() {
    assert_eq!(solve_with_all(&Unsolvable { positions: 0, moves_of_each: 0 }).positions(), 0);
}

/// The refusal contains the bytes needed and the bytes allowed, and the bytes needed are enough.
#[test]
fn memory_beyond_what_is_allowed_is_refused() {
    let path = pursuit_on_a_path(100);
    for request in [Request::Table, Request::Outcomes] {
        let bytes = estimate(&path, request).bytes().expect("there are two pieces");
        let within = |allowed| solve(&path, request, &Control::default().allowing(allowed));
        assert!(within(bytes).is_ok(), "{request:?}");
        let error = within(1_000).expect_err("a kilobyte is less than a table");
        let SolveError::TooLarge { bytes: needed, allowed: 1_000 } = error else { panic!("{error}") };
        assert!((1_001..=bytes).contains(&needed), "{needed} of {bytes} for {request:?}");
        assert!(within(needed).is_ok(), "the engine with the least memory keeps within its estimate");
    }
    for &engine in Engine::ALL {
        let Ok(bytes) = engine.estimate(&path, Request::Table).bytes() else { continue };
        let within = |allowed| {
            engine.run(&path, Request::Table, Solution::default(), &Control::default().allowing(allowed)).map(|_| ())
        };
        assert_eq!(within(bytes - 1), Err(SolveError::TooLarge { bytes, allowed: bytes - 1 }), "{engine}");
        assert_eq!(within(bytes), Ok(()), "{engine}");
    }
}

/// A game with more positions than any address space. It is only estimated: if the system granted
/// the addresses, solving it would take for ever.
#[test]
fn memory_that_no_system_gives_is_an_error() {
    let side = |nodes| PiecesShape { nodes, arcs: nodes, team: None, movers: Movers::All, may_stay: false };
    let bytes = |nodes| estimate(Shape::of_product([side(nodes); 2], true), Request::Outcomes).bytes();
    assert!(bytes(1 << 31).is_ok_and(|bytes| bytes > 1 << 60), "bits of 2⁶³ positions");
    assert_eq!(bytes(u64::MAX), Ok(u64::MAX));
    // More configurations than 32 bits can number.
    let team = PiecesShape { nodes: 5_000, arcs: 20_000, team: Some(6), movers: Movers::All, may_stay: false };
    let shape = Shape::of_product([side(5_000), team], true);
    assert!(matches!(estimate(shape, Request::Table).bytes(), Err(SolveError::TooManyPositions { .. })));
}

/// A run that is cancelled from the start stops, and so does a run that is cancelled from a
/// progress report.
#[test]
fn runs_are_cancelled_and_watched() {
    const SIDE: u32 = 40;
    let neighbours = |at: u32| {
        let right = (at % SIDE + 1 < SIDE).then_some(at + 1);
        let below = (at / SIDE + 1 < SIDE).then_some(at + SIDE);
        right.into_iter().chain(below).flat_map(move |to| [(at, to, 1), (to, at, 1)])
    };
    let grid = StepGraph::new(SIDE * SIDE, (0..SIDE * SIDE).flat_map(neighbours).collect());
    let verdicts = Verdicts::from_fn(SIDE * SIDE, SIDE * SIDE, |mouse, cat| match mouse {
        0 => Some(Player::One),
        _ => (mouse == cat).then_some(Player::Two),
    });
    let arena = ProductArena::new(grid.clone(), grid, verdicts, StalemateRule::Endless);
    for &engine in Engine::ALL.iter().filter(|engine| engine.applies(&arena)) {
        let run = |control: &Control<'_>| engine.run(&arena, Request::Table, Solution::default(), control).map(|_| ());
        let cancelled = AtomicBool::new(true);
        assert_eq!(run(&Control::default().cancelled_by(&cancelled)), Err(SolveError::Cancelled), "{engine}");
        cancelled.store(false, Ordering::Relaxed);
        let (reports, furthest) = (AtomicU64::new(0), AtomicU64::new(0));
        let report = |progress: Progress| {
            if reports.fetch_add(1, Ordering::Relaxed) == 2 {
                cancelled.store(true, Ordering::Relaxed);
            }
            furthest.fetch_max(progress.decided, Ordering::Relaxed);
            assert!(progress.decided <= arena.positions() as u64);
        };
        let control = Control::default().cancelled_by(&cancelled).reporting_to(&report);
        assert_eq!(run(&control), Err(SolveError::Cancelled), "{engine}");
        assert_eq!(reports.into_inner(), 3, "{engine}");
        assert!(furthest.into_inner() > 0, "{engine}");
    }
}

#[test]
fn estimates_grow_with_the_positions() {
    let bytes = |nodes| {
        let side = PiecesShape { nodes, arcs: 4 * nodes, team: None, movers: Movers::All, may_stay: false };
        estimate(Shape::of_product([side; 2], true), Request::Table).bytes().expect("there are two pieces")
    };
    assert!(bytes(0) < bytes(22) && bytes(22) < bytes(707));
    assert!(bytes(707) >= 4 * 2 * 707 * 707, "at least the wide solution must fit");
}

/// Two walks around a cycle and wins where One stands. No two pairs of a row are decided at the
/// same level, so the log of the rows engine outgrows its estimate.
#[test]
fn a_log_that_outgrows_its_estimate_is_given_up() {
    let circle = StepGraph::new(700, (0..700).map(|node| (node, (node + 1) % 700, 1)).collect());
    let idle = StepGraph::new(700, (0..700).map(|node| (node, node, 1)).collect());
    let verdicts = Verdicts::from_fn(700, 700, |one, two| (one == two).then_some(Player::Two));
    let arena = ProductArena::new(idle, circle, verdicts, StalemateRule::Endless);
    let estimated = Engine::Rows.estimate(&arena, Request::Table).bytes().expect("there are two pieces");
    let within = |allowed| {
        let control = Control::default().allowing(allowed);
        Engine::Rows.run(&arena, Request::Table, Solution::default(), &control).map(|_| ())
    };
    let error = within(estimated).expect_err("the allowed memory is enough for a typical log, but not for this one");
    let SolveError::TooLarge { bytes, allowed } = error else { panic!("{error}") };
    assert!(allowed == estimated && bytes > estimated, "{bytes} of {allowed}, and {estimated} are estimated");
    assert_eq!(within(1_000_000_000), Ok(()));
    // If no engine is named, another engine takes over.
    let allowed = estimate(&arena, Request::Table).bytes().expect("there are two pieces");
    let control = Control::default().allowing(allowed);
    assert!(solve(&arena, Request::Table, &control).is_ok());
}

#[test]
fn estimates_of_the_rows_engine_are_as_documented() {
    // The second attractor grows with 4 bits a pair, and its frontiers take 3 more: less than half
    // a byte a position.
    let side = PiecesShape { nodes: 10_000, arcs: 40_000, team: None, movers: Movers::All, may_stay: false };
    let shape = Shape::of_product([side; 2], true);
    let positions = 200_000_000;
    assert_eq!(shape.positions, positions);
    let outcomes = Engine::Rows.estimate(shape, Request::Outcomes).bytes().expect("there are two pieces");
    assert!((positions * 2 / 5..positions / 2).contains(&outcomes), "{outcomes}");
    let table = Engine::Rows.estimate(shape, Request::Table).bytes().expect("there are two pieces");
    assert!((8 * positions..9 * positions).contains(&table), "{table}");
}
