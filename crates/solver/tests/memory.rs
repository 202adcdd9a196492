//! Checks that no engine allocates more memory than it estimates.

use std::io;
use std::sync::{Arc, Mutex};

use catmouse_arena::{
    Arena, MoveCost, Movers, Player, ProductArena, Scratch, Solution, StalemateRule, StepGraph, Team, TeamStalemate,
    Values, Verdicts,
};
use catmouse_campaign::confrontation::table_by;
use catmouse_campaign::random::Dice;
use catmouse_model::{CopsAndRobbers, CopsRules, Symmetries};
use catmouse_solver::{Control, Engine, Pursuit, Request, estimate, scratch_bytes, solve_table};

use families::Family;
use weigh::{settle_allocator, weighed};

#[expect(dead_code, reason = "only the comparison of times uses the bars and the text of a board")]
#[path = "../benches/families.rs"]
mod families;
#[path = "../benches/weigh.rs"]
mod weigh;

/// Boards of every family: from the smallest for which the rows engine has buffers, to boards whose
/// rows have several blocks or are reordered.
const BOARDS: &str = "gnp-65-0.05 gnp-100-0.05 gnp-200-0.05 gnp-200-0.5 gnp-600-0.02 gnp-1000-0.1 grid-9 grid-12 \
    grid-25 grid-46 path-70 path-300 path-1000 cycle-100 cycle-1000 tree-70 tree-300 tree-1000 tree-1200 tree-2100 \
    cubic-70 cubic-500 cubic-2100 walls-9 walls-20 walls-48";

/// Scratch space that exists before the engine runs, so its memory is not weighed.
#[derive(Debug)]
struct Words(Mutex<Vec<u64>>);

impl Scratch for Words {
    fn free(&self) -> io::Result<u64> {
        Ok(u64::MAX)
    }

    fn read(&self, first: u64, words: &mut [u64]) -> io::Result<()> {
        words.copy_from_slice(&self.0.lock().unwrap()[first as usize..][..words.len()]);
        Ok(())
    }

    fn write(&self, first: u64, words: &[u64]) -> io::Result<()> {
        self.0.lock().unwrap()[first as usize..][..words.len()].copy_from_slice(words);
        Ok(())
    }
}

#[track_caller]
fn check(name: &str, arena: &ProductArena) {
    let within = |what: &str, taken: u64, estimated: u64| {
        assert!(taken <= estimated, "{what} on {name}: {taken} bytes of {estimated}");
        taken
    };
    let positions = arena.positions() as u64;
    let taken = |run: &dyn Fn() -> usize| weighed(run).1;
    let estimated = |engine: Engine, request| engine.estimate(arena, request).bytes().expect("there are two pieces");
    let table_bytes = |engine: Engine| taken(&|| table_by(engine, arena).expect("it is small").positions());
    let estimated_by_solve = estimate(arena, Request::Table).bytes().expect("there are two pieces");
    let solved = taken(&|| solve_table(arena).expect("it is small").positions());
    within("solve", solved, estimated_by_solve);
    assert!(solved >= 2 * positions, "the measured bytes include the table: {solved} on {name}");
    if positions < 2_000_000 {
        within("queue", table_bytes(Engine::Queue), estimated(Engine::Queue, Request::Table)); // it is slow
    }
    if positions < 200_000 {
        within("costs", table_bytes(Engine::Costs), estimated(Engine::Costs, Request::Table)); // it is slower
    }

    for request in [Request::Outcomes, Request::Within(6)] {
        let bytes = estimated(Engine::Disk, request);
        let words = scratch_bytes(arena, request).expect("there are two pieces").div_ceil(8);
        let scratch: Arc<dyn Scratch> = Arc::new(Words(Mutex::new(vec![0; words as usize])));
        let control = Control::default().allowing(bytes).keeping_in(&scratch);
        let run = || Engine::Disk.run(arena, request, Solution::default(), &control).map(|_| 0);
        within("disk", taken(&|| run().expect("plies")), bytes);
    }

    let outcomes = || Engine::Rows.run(arena, Request::Outcomes, Solution::default(), &Control::default()).map(|_| 0);
    within("outcomes", taken(&|| outcomes().expect("plies")), estimated(Engine::Rows, Request::Outcomes));
    // If the log outgrows its estimate, the engine refuses, because no more memory is allowed.
    let bytes = estimated(Engine::Rows, Request::Table);
    let control = Control::default().allowing(bytes);
    let table = |control| weighed(|| Engine::Rows.run(arena, Request::Table, Solution::default(), control).is_ok());
    let (is_made, taken) = table(&control);
    within("table", taken, bytes);
    if !is_made {
        let (_, needed) = table(&Control::default());
        // The engine refuses by the size of the log alone. The rest of the estimate is accurate to
        // a tenth.
        assert!(needed > bytes / 10 * 9, "{name} was refused {bytes} bytes, and takes only {needed}");
    }
}

/// A team against a single piece: the estimate is an upper bound, and at most a tenth and 16 KiB
/// too high.
#[track_caller]
fn check_team(name: &str, arena: &ProductArena, team: Player, is_tight: impl Fn(Request) -> bool) {
    for request in
        [Request::Placement(team), Request::Placements(team), Request::Outcomes, Request::Within(3), Request::Table]
    {
        let estimated = Engine::Teams.estimate(arena, request).bytes().expect("one player has a team");
        let run = || Engine::Teams.run(arena, request, Solution::default(), &Control::default());
        let (solved, taken) = weighed(run);
        assert!(solved.is_ok(), "{name}, {request:?}");
        assert!(taken <= estimated, "{request:?} on {name}: {taken} bytes of {estimated}");
        let least = (estimated - estimated / 11).saturating_sub(16 << 10);
        assert!(!is_tight(request) || taken >= least, "{request:?} on {name}: only {taken} bytes of {estimated}");
    }
}

/// A pursuit by this many pieces on a board, of which all move in a turn or one does. Catching by a
/// single member is given by member or by configuration.
fn pursuit(board: &ProductArena, size: u32, movers: Movers, is_by_member: bool) -> ProductArena {
    let walks = board.steps(Player::Two);
    let nodes = walks.nodes();
    let arcs = (0..nodes).flat_map(|from| walks.successors(from).iter().map(move |arc| (from, arc.node, 1)));
    let steps = StepGraph::new(nodes, arcs.chain((0..nodes).map(|node| (node, node, 1))).collect());
    let team = Team::new(steps.clone(), size, movers, MoveCost::Ply, TeamStalemate::Stuck);
    let verdicts = if is_by_member {
        let single = Verdicts::from_fn(nodes, nodes, |one, two| (one == two).then_some(Player::Two));
        Verdicts::by_member(single, size)
    } else {
        Verdicts::from_fn(nodes, team.nodes(), |node, configuration| {
            team.configuration(configuration).contains(&node).then_some(Player::Two)
        })
    };
    ProductArena::new(steps, team, verdicts, StalemateRule::Endless)
}

/// The same pursuit with a team of player One; the ends are given by configuration.
fn pursuit_by_one(arena: &ProductArena) -> ProductArena {
    let team = arena.pieces(Player::Two).team().expect("the pursuers").clone();
    let single = arena.steps(Player::One).clone();
    let verdicts = Verdicts::from_fn(team.nodes(), single.nodes(), |configuration, node| {
        team.configuration(configuration).contains(&node).then_some(Player::One)
    });
    ProductArena::new(team, single, verdicts, StalemateRule::Endless)
}

/// A team whose moves cost as their arcs, 1 to 3, against a single piece: the estimate is an upper
/// bound, and at most a tenth and 16 KiB too high.
#[track_caller]
fn check_costs(name: &str, arena: &ProductArena, size: u32) {
    let steps = arena.steps(Player::One);
    let arcs = (0..steps.nodes()).flat_map(|from| {
        let arc = move |to: u32| (from, to, 1 + (from + to) % 3);
        steps.successors(from).iter().map(move |back| arc(back.node)).chain([(from, from, 1)])
    });
    let steps = StepGraph::new(steps.nodes(), arcs.collect());
    let team = Team::new(steps.clone(), size, Movers::All, MoveCost::Arcs, TeamStalemate::Stuck);
    let single = Verdicts::from_fn(steps.nodes(), steps.nodes(), |one, two| (one == two).then_some(Player::Two));
    let arena = ProductArena::new(steps, team, Verdicts::by_member(single, size), StalemateRule::Endless);
    let estimated = Engine::Costs.estimate(&arena, Request::Table).bytes().expect("any arena");
    let (solution, taken) = weighed(|| table_by(Engine::Costs, &arena).expect("it is small"));
    assert!(taken <= estimated, "costs on {name}: {taken} bytes of {estimated}");
    assert!(estimated <= taken * 11 / 10 + (16 << 10), "costs on {name}: {taken} bytes, and {estimated} are estimated");
    catmouse_arena::check(&arena, &solution).expect("the solution is right");
}

/// The orbits engine counts its memory while it runs, on one thread to within a seventh, and keeps
/// within the allowed memory. Its estimate is about right.
#[track_caller]
fn check_orbits(name: &str, graph: &CopsAndRobbers, cats: u32) {
    let symmetries = Symmetries::of_digraph(graph.vertices(), graph.arcs(), 1 << 14).expect("it can be found");
    let steps = graph.step_graph(CopsRules::default().cat);
    let pursuit = Pursuit {
        steps: steps.clone(),
        size: cats,
        movers: Movers::All,
        others_steps: steps,
        caught: graph.caught(0),
        symmetries: symmetries.generators().to_vec(),
    };
    let run = |allowed| {
        let pursuit = pursuit.clone();
        weighed(|| pursuit.best_placements(&Control::default().allowing(allowed)).is_ok())
    };
    let estimated = pursuit.clone().bytes(&Control::default()).expect("there is no limit");
    let (is_answered, taken) = run(u64::MAX);
    assert!(is_answered, "{name}");
    assert!((taken / 2..2 * taken).contains(&estimated), "{name}: {taken} bytes, where {estimated} were estimated");
    // The group is made before its memory is known.
    let unknown = pursuit.clone();
    let prepared = weighed(|| unknown.best_placements(&Control::default().allowing(1)).is_err()).1;
    for part in 1..=12 {
        let allowed = taken * part / 10;
        let (is_answered, taken_then) = run(allowed);
        // The last list of permutations may exceed the limit.
        let most = allowed.max(prepared) + 2 * u64::from(graph.vertices()).pow(2) + (64 << 10);
        assert!(taken_then <= most, "{name}: {taken_then} bytes of {allowed}, {prepared} before, {taken} in all");
        assert!(is_answered || part < 12, "{name}: {taken} bytes are not enough with {allowed} allowed");
        assert!(!is_answered || part > 8, "{name}: {taken} bytes are too many for {allowed}");
    }
}

/// A graph whose vertices are the words of this many bits: a hypercube, or a hypercube with
/// opposite vertices joined.
fn words(bits: u32, is_folded: bool) -> CopsAndRobbers {
    let all = (1 << bits) - 1;
    let other = move |at: u32| is_folded.then_some(at ^ all);
    let neighbours = move |at: u32| (0..bits).map(move |bit| at ^ 1 << bit).chain(other(at));
    CopsAndRobbers::new(1 << bits, (0..=all).flat_map(|at| neighbours(at).map(move |to| (at, to))).collect())
}

/// A single test, because memory of other tests that run at the same time would count.
#[test]
fn peaks_keep_within_the_estimates() {
    settle_allocator();
    for (bits, is_folded, cats) in
        [(5, false, 4), (5, true, 5), (6, false, 4), (6, true, 4), (7, false, 3), (8, true, 3)]
    {
        check_orbits(&format!("{bits} bits, {is_folded}, {cats} cats"), &words(bits, is_folded), cats);
    }
    for (name, size) in [
        ("grid-7", 3),
        ("grid-10", 2),
        ("grid-13", 2),
        ("cubic-20", 5),
        ("cubic-48", 3),
        ("cubic-60", 3),
        ("cubic-120", 2),
        ("cubic-200", 2),
        ("gnp-100-0.05", 2),
    ] {
        let board = name.parse::<Family>().expect("a family").board(7, 0).arena();
        // For these requests the peak depends on more than the size: on whether levels of both
        // players overlap, or on the number of best placements.
        let is_tight = |request| !matches!(request, Request::Within(_) | Request::Placements(_));
        let by_member = pursuit(&board, size, Movers::All, true);
        check_team(name, &by_member, Player::Two, is_tight);
        // If the ends are listed by configuration, the engine does not know before it reads them
        // that they depend on single members.
        if size < 5 {
            check_team(name, &pursuit(&board, size, Movers::One, true), Player::Two, is_tight);
            check_team(name, &pursuit(&board, size, Movers::All, false), Player::Two, |_| false);
            check_team(name, &pursuit_by_one(&by_member), Player::One, |_| false);
        }
    }
    for (name, size) in [("grid-7", 2), ("grid-4", 3), ("cubic-40", 2), ("cubic-14", 3), ("gnp-70-0.05", 2)] {
        check_costs(name, &name.parse::<Family>().expect("a family").board(7, 0).arena(), size);
    }
    for name in BOARDS.split_whitespace() {
        check(name, &name.parse::<Family>().expect("a family").board(7, 0).arena());
    }
    // A path with shuffled vertices: hardly two positions are decided together.
    for vertices in [70, 200, 500, 900] {
        let dice = &mut Dice::new(u64::from(vertices));
        let mut order: Vec<u32> = (0..vertices).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, dice.below(last + 1));
        }
        let arcs = order.windows(2).flat_map(|pair| [(pair[0], pair[1], 1), (pair[1], pair[0], 1)]).collect();
        let path = StepGraph::new(vertices, arcs);
        let verdicts = Verdicts::from_fn(vertices, vertices, |mouse, cat| match mouse {
            0 => Some(Player::One),
            _ => (mouse == cat).then_some(Player::Two),
        });
        check("a shuffled path", &ProductArena::new(path.clone(), path, verdicts, StalemateRule::Endless));
    }
    // Many levels with few positions each: they need the most planes, and the most positions
    // written cell by cell.
    for layer in [2, 15, 16, 17, 20] {
        let layers = StepGraph::new(500, (layer..500).map(|node| (node, node - layer, 1)).collect());
        let idle = StepGraph::new(500, (0..500).map(|node| (node, node, 1)).collect());
        let verdicts = Verdicts::from_fn(500, 500, |one, _| (one < layer).then_some(Player::Two));
        check("layers", &ProductArena::new(layers, idle, verdicts, StalemateRule::Endless));
    }
    // One side with more than 64 nodes, but few positions.
    for [few, many] in [[3, 100], [7, 75], [8, 70], [10, 66], [60, 66], [4, 1_000], [10, 400]] {
        let wide = StepGraph::new(many, (0..many).map(|node| (node, (node + 1) % many, 1)).collect());
        let idle = StepGraph::new(few, (0..few).map(|node| (node, node, 1)).collect());
        for [one, two] in [[&wide, &idle], [&idle, &wide]] {
            let verdicts = Verdicts::from_fn(one.nodes(), two.nodes(), |one, two| {
                (one.min(two) * (many / few) == one.max(two)).then_some(Player::Two)
            });
            check("a circle", &ProductArena::new(one.clone(), two.clone(), verdicts, StalemateRule::Endless));
        }
    }
}
