//! Compares the orbits engine with tables, and with published cop numbers.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use catmouse_arena::{Distance, Movers, Player, ProductArena, Tokens, Value, Values, check};
use catmouse_campaign::boards::{connected_digraphs_once, graphs};
use catmouse_model::{CatsMove, CopsAndRobbers, CopsRules, Movement, Symmetries};
use catmouse_solver::{
    BestPlacement, BestPlacements, Control, Engine, PiecesShape, PlacementGame, PlacementPlan, PlacementRows,
    PlacementRun, Pursuit, Request, Shape, SmallTeams, SolveError, solve_table,
};

fn pursuit(graph: &CopsAndRobbers, cats: u32, rules: &CopsRules, symmetries: Vec<Vec<u32>>) -> Pursuit {
    Pursuit {
        steps: graph.step_graph(rules.cat),
        size: cats,
        movers: rules.cats_move.into(),
        others_steps: graph.step_graph(rules.mouse),
        caught: graph.caught(rules.capture_distance),
        symmetries,
    }
}

/// The best placements according to the engine, with these symmetries.
fn best(
    graph: &CopsAndRobbers,
    cats: u32,
    rules: &CopsRules,
    symmetries: &[Vec<u32>],
    control: &Control<'_>,
) -> Result<Option<BestPlacements>, SolveError> {
    pursuit(graph, cats, rules, symmetries.to_vec()).best_placements(control)
}

/// The best placements by their definition, from a table.
fn by_table(graph: &CopsAndRobbers, cats: u32, rules: &CopsRules) -> Option<(Distance, BTreeSet<Vec<u32>>)> {
    let arena = graph.arena(cats, rules);
    let table = solve_table(&arena).expect("it is small");
    check(&arena, &table).expect("the table is right");
    let cat = arena.pieces(Player::Two);
    let slowest = |two| {
        (0..graph.vertices()).try_fold(0, |slowest: Distance, one| {
            match table.value(arena.position(Tokens { one, two, turn: Player::Two })) {
                Value::Win { player: Player::Two, distance } => Some(slowest.max(distance)),
                _ => None,
            }
        })
    };
    let winning: Vec<_> = (0..cat.nodes()).filter_map(|two| Some((slowest(two)?, cat.configuration(two)))).collect();
    let &(plies, _) = winning.iter().min()?;
    Some((plies, winning.into_iter().filter(|(slowest, _)| *slowest == plies).map(|(_, cats)| cats).collect()))
}

/// The orbit of a placement under the symmetries.
fn alike(least: &[u32], symmetries: &[Vec<u32>]) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::from([least.to_vec()]);
    let mut waiting = vec![least.to_vec()];
    while let Some(placement) = waiting.pop() {
        for symmetry in symmetries {
            let mut image: Vec<u32> = placement.iter().map(|&node| symmetry[node as usize]).collect();
            image.sort_unstable();
            if found.insert(image.clone()) {
                waiting.push(image);
            }
        }
    }
    found
}

/// Compares the engine with the table: with all symmetries, with the first generator only, and with
/// none; each with another number of threads.
fn compare(graph: &CopsAndRobbers, cats: u32, rules: &CopsRules) {
    let arcs = if rules.mouse.may_stay && rules.cat.may_stay {
        graph.arcs().iter().copied().filter(|(from, to)| from != to).collect()
    } else {
        graph.arcs().to_vec()
    };
    let all = Symmetries::of_digraph(graph.vertices(), &arcs, 1 << 12).expect("it is small");
    let all = all.generators();
    let expected = by_table(graph, cats, rules);
    for (symmetries, threads) in [(all, 1), (&all[..all.len().min(1)], 2), (&[], 3)] {
        let threads = Control::default().on_threads(NonZeroUsize::new(threads).expect("it is one at least"));
        let found = best(graph, cats, rules, symmetries, &threads).expect("it is small");
        let of = || format!("{cats} on {:?} by {rules:?}", graph.arcs());
        let expanded = found.map(|BestPlacements { plies, placements }| {
            let mut expanded = BTreeSet::new();
            for first in &placements {
                let alike = alike(&first.nodes, symmetries);
                assert_eq!(alike.first(), Some(&first.nodes), "{}", of());
                assert_eq!(Some(alike.len() as u64), first.alike, "{}", of());
                assert!(alike.is_disjoint(&expanded), "{}", of());
                expanded.extend(alike);
            }
            assert!(placements.is_sorted());
            (plies, expanded)
        });
        assert_eq!(expanded, expected, "{}", of());
    }
}

/// The rules of Cops and Robbers, and variants.
fn variants() -> Vec<CopsRules> {
    let usual = CopsRules::default();
    let hasty = Movement { may_stay: false, ..usual.cat };
    let fast = Movement { speed: 2, ..usual.cat };
    let with = |change: fn(&mut CopsRules, Movement), movement| {
        let mut rules = usual;
        change(&mut rules, movement);
        rules
    };
    vec![
        usual,
        with(|rules, _| rules.cats_move = CatsMove::One, usual.cat),
        with(|rules, movement| rules.cat = movement, hasty),
        with(|rules, movement| rules.mouse = movement, hasty),
        with(|rules, movement| (rules.mouse, rules.cat) = (movement, movement), hasty),
        with(|rules, movement| rules.mouse = movement, fast),
        with(|rules, _| rules.capture_distance = 1, usual.cat),
    ]
}

fn of_neighbours(neighbours: &[Vec<usize>]) -> CopsAndRobbers {
    let arcs = neighbours.iter().zip(0..).flat_map(|(list, from)| list.iter().map(move |&to| (from, to as u32)));
    CopsAndRobbers::new(neighbours.len() as u32, arcs.collect())
}

#[test]
fn placements_on_small_graphs_are_those_of_the_table() {
    for vertices in 1..=4 {
        for (index, graph) in graphs(vertices).chain(connected_digraphs_once(vertices)).enumerate() {
            let graph = of_neighbours(&graph);
            // The boards of four vertices take one third of the rules each.
            let all = variants();
            let rules = all.iter().skip(index % 3).step_by(if vertices < 4 { 1 } else { 3 });
            rules.for_each(|rules| (1..=3).for_each(|cats| compare(&graph, cats, rules)));
        }
    }
    for (index, graph) in graphs(5).enumerate().step_by(5) {
        let rules = variants()[index % variants().len()];
        (1..=3).for_each(|cats| compare(&of_neighbours(&graph), cats, &rules));
    }
}

fn both_ways(edges: impl IntoIterator<Item = (u32, u32)>) -> Vec<(u32, u32)> {
    edges.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect()
}

fn petersen() -> CopsAndRobbers {
    let edges = (0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (5 + at, 5 + (at + 2) % 5)]);
    CopsAndRobbers::new(10, both_ways(edges))
}

fn hypercube(dimensions: u32) -> CopsAndRobbers {
    let arcs = (0..1u32 << dimensions).flat_map(|at| (0..dimensions).map(move |bit| (at, at ^ 1 << bit))).collect();
    CopsAndRobbers::new(1 << dimensions, arcs)
}

#[test]
fn placements_on_symmetric_graphs_are_those_of_the_table() {
    let rook = both_ways(
        (0..16u32).flat_map(|a| (0..a).filter(move |b| a / 4 == b / 4 || a % 4 == b % 4).map(move |b| (a, b))),
    );
    let bipartite = both_ways((0..4u32).flat_map(|a| (4..8).map(move |b| (a, b))));
    let boards =
        [petersen(), hypercube(3), hypercube(4), CopsAndRobbers::new(16, rook), CopsAndRobbers::new(8, bipartite)];
    for graph in &boards {
        for rules in variants() {
            (1..=3).for_each(|cats| compare(graph, cats, &rules));
        }
    }
    // Rows of more than one word: a prism over a cycle of 35.
    let prism = both_ways((0..35).flat_map(|at| [(at, (at + 1) % 35), (at, at + 35), (at + 35, (at + 1) % 35 + 35)]));
    let prism = CopsAndRobbers::new(70, prism);
    (1..=2).for_each(|cats| compare(&prism, cats, &CopsRules::default()));
}

/// True if this many cats win, according to a search with all symmetries.
fn cats_win(graph: &CopsAndRobbers, cats: u32) -> bool {
    let symmetries = Symmetries::of_digraph(graph.vertices(), graph.arcs(), 1 << 16).expect("it can be found");
    let rules = CopsRules::default();
    best(graph, cats, &rules, symmetries.generators(), &Control::default()).expect("it fits").is_some()
}

/// A hypercube of d dimensions needs ⌈(d + 1)/2⌉ cats (M. Maamoun, H. Meyniel, *On a game of
/// policemen and robber*, 1987).
#[test]
fn hypercubes_need_the_published_number_of_cats() {
    for dimensions in 1..=6u32 {
        let needed = (dimensions + 1).div_ceil(2);
        let graph = hypercube(dimensions);
        assert!(cats_win(&graph, needed) && (needed == 1 || !cats_win(&graph, needed - 1)), "{dimensions} dimensions");
    }
}

/// The incidence graph of a projective plane of order q needs q + 1 cats (P. Prałat, *When does a
/// random graph have constant cop number?*, 2010).
#[test]
fn projective_planes_need_one_cat_more_than_their_order() {
    for order in [2u32, 3, 5] {
        let normed = |point: &[u32; 3]| point.iter().find(|&&number| number != 0) == Some(&1);
        let points: Vec<[u32; 3]> =
            (0..order.pow(3)).map(|n| [n / order / order, n / order % order, n % order]).filter(normed).collect();
        let count = points.len() as u32;
        let meet = |a: &[u32; 3], b: &[u32; 3]| (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]).is_multiple_of(order);
        let lines = |point| (count..).zip(&points).filter(move |(_, line)| meet(point, line)).map(|(line, _)| line);
        let edges = (0..).zip(&points).flat_map(|(at, point)| lines(point).map(move |line| (at, line)));
        let graph = CopsAndRobbers::new(2 * count, both_ways(edges));
        assert!(cats_win(&graph, order + 1) && !cats_win(&graph, order), "order {order}");
    }
}

#[test]
fn memory_limits_and_cancellation_work() {
    let graph = hypercube(5);
    let symmetries = Symmetries::of_digraph(32, graph.arcs(), 1 << 12).expect("it is small");
    let run = |control: &Control<'_>| best(&graph, 3, &CopsRules::default(), symmetries.generators(), control);
    assert!(run(&Control::default()).expect("it is small").is_some());
    assert!(matches!(run(&Control::default().allowing(1000)), Err(SolveError::TooLarge { allowed: 1000, .. })));
    let stopped = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(run(&Control::default().cancelled_by(&stopped)).err(), Some(SolveError::Cancelled));
}

/// A refusal and its numbers depend neither on the number of threads nor on their timing.
#[test]
fn refusals_do_not_depend_on_threads() {
    let graph = hypercube(6);
    let symmetries = Symmetries::of_digraph(64, graph.arcs(), 1 << 12).expect("it is small");
    let (mut refused, mut answered) = (0, 0);
    for allowed in (0..16).step_by(2).map(|step| 200_000 * 5u64.pow(step) / 4u64.pow(step)) {
        let run = |threads| {
            let control = Control::default().allowing(allowed).on_threads(NonZeroUsize::new(threads).expect("some"));
            best(&graph, 5, &CopsRules::default(), symmetries.generators(), &control)
        };
        let on_one = run(1);
        match on_one {
            Err(SolveError::TooLarge { bytes, .. }) => {
                assert!(bytes > allowed, "{bytes} of {allowed}");
                refused += 1;
            }
            Ok(Some(_)) => answered += 1,
            ref other => panic!("{other:?} with {allowed}"),
        }
        for threads in [2, 4, 4] {
            assert_eq!(run(threads), on_one, "{threads} threads, {allowed} bytes");
        }
    }
    assert!(refused >= 3 && answered >= 1, "{refused} and {answered}");
}

#[test]
fn unsuitable_boards_are_refused() {
    let star = CopsAndRobbers::new(41, both_ways((1..41).map(|leaf| (0, leaf))));
    // A rotation of the leaves and an exchange of two leaves: together they generate more than 2¹²⁸
    // symmetries.
    let circle = std::iter::once(0).chain((1..41).map(|leaf| leaf % 40 + 1)).collect();
    let exchange = [0, 2, 1].into_iter().chain(3..41).collect();
    let run = |graph: &CopsAndRobbers, symmetries: &[Vec<u32>], cats| {
        best(graph, cats, &CopsRules::default(), symmetries, &Control::default())
    };
    let is_refused = |found| matches!(found, Err(SolveError::Unsuited { engine: Engine::Orbits, .. }));
    assert!(is_refused(run(&star, &[circle, exchange], 3)));
    // With k pieces on leaves that can be exchanged, the search follows 2ᵏ ways. For nine pieces
    // that is possible, for twenty it is not.
    let star = CopsAndRobbers::new(33, both_ways((1..33).map(|leaf| (0, leaf))));
    let symmetries = Symmetries::of_digraph(33, star.arcs(), 1 << 12).expect("it is small");
    assert!(run(&star, symmetries.generators(), 9).expect("it is small").is_some());
    for cats in [0, 20, 33] {
        assert!(is_refused(run(&star, symmetries.generators(), cats)), "{cats}");
    }
}

/// A permutation that is no symmetry is refused, so it cannot make an answer wrong.
#[test]
fn symmetries_are_checked() {
    let path = CopsAndRobbers::new(3, both_ways([(0, 1), (1, 2)]));
    let with = |symmetry: Vec<u32>, rules: &CopsRules| {
        best(&path, 1, rules, &[vec![2, 1, 0], symmetry], &Control::default()).map(|best| best.map(|best| best.plies))
    };
    let usual = CopsRules::default();
    assert_eq!(with(vec![0, 1, 2], &usual), Ok(Some(1)));
    for wrong in [vec![1, 2, 0], vec![0, 1], vec![0, 0, 2], vec![0, 1, 3]] {
        assert!(matches!(with(wrong, &usual), Err(SolveError::Unsuited { engine: Engine::Orbits, .. })));
    }
}

/// A game of placements of cats on a graph, which records how long symmetries are looked for.
struct Placed<'a> {
    graph: &'a CopsAndRobbers,
    cats: u32,
    rules: CopsRules,
    /// The shape that is claimed; by default that of the arena.
    shape: Option<Shape>,
    mouse_first: bool,
    rows: Option<[Vec<u64>; 3]>,
    /// The generators of the symmetries, and an order of the group.
    symmetries: (Vec<Vec<u32>>, u128),
    steps: Cell<Option<usize>>,
}

impl<'a> Placed<'a> {
    fn new(graph: &'a CopsAndRobbers, cats: u32, rules: CopsRules) -> Self {
        let (symmetries, steps) = ((Vec::new(), 1), Cell::new(None));
        Self { graph, cats, rules, shape: None, mouse_first: false, rows: None, symmetries, steps }
    }
}

impl PlacementGame for Placed<'_> {
    fn shape(&self) -> Shape {
        self.shape.unwrap_or_else(|| Shape::from(&self.arena()))
    }

    fn opponent_moves_first(&self) -> bool {
        self.mouse_first
    }

    fn rows(&self) -> Option<PlacementRows<'_>> {
        let [steps, others_steps, won] = self.rows.as_ref()?;
        Some(PlacementRows { steps, others_steps, won, movers: self.rules.cats_move.into() })
    }

    fn with_symmetries(&self, steps: usize, may_pay: &dyn Fn(u128) -> bool) -> Option<Pursuit> {
        self.steps.set(Some(steps));
        let (symmetries, order) = &self.symmetries;
        may_pay(*order).then(|| pursuit(self.graph, self.cats, &self.rules, symmetries.clone()))
    }

    fn arena(&self) -> ProductArena {
        self.graph.arena(self.cats, &self.rules)
    }

    fn arena_bytes(&self) -> u64 {
        self.graph.arena_bytes(self.cats, &self.rules)
    }
}

/// The shape of a pursuit with a team of `size` pieces on a board of `nodes` nodes with four arcs
/// each.
fn shape(nodes: u64, size: u64) -> Shape {
    let side = |team| PiecesShape { nodes, arcs: 4 * nodes, team, movers: Movers::All, may_stay: true };
    Shape { ends_by_member: true, ..Shape::of_product([side(None), side(Some(size))], true) }
}

#[test]
fn symmetries_are_looked_for_where_they_can_save_time_or_memory() {
    let graph = hypercube(6);
    let claim = |shape, order, allowed| {
        let symmetries = (Vec::new(), order);
        let game = Placed { shape: Some(shape), symmetries, ..Placed::new(&graph, 2, CopsRules::default()) };
        let plan = PlacementPlan::new(&game, Request::Placement(Player::Two), &Control::default().allowing(allowed));
        (game.steps.get(), plan.map(|plan| plan.bytes()))
    };
    // Two pieces on 64 nodes have 2,080 configurations. The teams engine solves them in
    // microseconds.
    assert_eq!(claim(shape(64, 2), 1, u64::MAX).0, None);
    // Four pieces on 512 nodes have about 3 · 10⁹ configurations, which take minutes. So the whole
    // search for symmetries is worthwhile, but the orbits engine pays only if there are symmetries.
    let plain = claim(shape(512, 4), 1, u64::MAX);
    assert!(plain.0.is_some_and(|steps| steps > 1 << 26), "{plain:?}");
    assert_eq!(claim(shape(512, 4), u128::MAX, u64::MAX).1, plain.1, "the order is too great to be estimated");
    let symmetric = claim(shape(512, 4), 10_000_000, u64::MAX).1.expect("there is memory");
    assert!(symmetric < plain.1.expect("there is memory"));
    // The teams engine does not fit, so a few symmetries are better than none. Nothing fits into
    // 1000 bytes.
    let (steps, cramped) = claim(shape(64, 2), 1, 1000);
    assert_eq!(steps, Some(usize::MAX));
    assert!(matches!(cramped, Err(SolveError::TooLarge { allowed: 1000, bytes: 1001.. })), "{cramped:?}");
}

/// Whichever engine the plan chooses, the best placements are those of the table, also where the
/// mouse moves first.
#[test]
fn every_way_of_a_plan_finds_the_placements_of_the_table() {
    let mut ways = BTreeSet::new();
    for graph in [petersen(), hypercube(3), CopsAndRobbers::new(4, both_ways([(0, 1), (1, 2), (2, 3)]))] {
        for rules in variants() {
            for cats in 1..=3 {
                let rows = [
                    graph.move_rows(rules.cat),
                    graph.move_rows(rules.mouse),
                    graph.capture_rows(rules.capture_distance),
                ];
                let rows = rows.map(|rows| rows.expect("it is small"));
                let plain = Placed::new(&graph, cats, rules);
                let small = Placed { rows: Some(rows), ..Placed::new(&graph, cats, rules) };
                // If moves seem to have costs, only the orbits engine seems to apply.
                let symmetries = Symmetries::of_digraph(graph.vertices(), graph.arcs(), 1 << 12).expect("it is small");
                let symmetries = (symmetries.generators().to_vec(), symmetries.order());
                let costly = Shape { unit_costs: false, ..Shape::from(&graph.arena(cats, &rules)) };
                let symmetric = Placed { shape: Some(costly), symmetries, ..Placed::new(&graph, cats, rules) };
                let expected = by_table(&graph, cats, &rules);
                let games = [(&plain, true), (&plain, false), (&small, false), (&symmetric, true)];
                // One cat has no use of symmetries.
                for (game, lists_all) in games.into_iter().take(if cats == 1 { 3 } else { 4 }) {
                    let request = if lists_all { Request::Placements } else { Request::Placement };
                    let plan = PlacementPlan::new(game, request(Player::Two), &Control::default());
                    let plan = plan.expect("it is small");
                    let is_small = plan.bytes() == 0;
                    let answer = plan.run(&mut SmallTeams::default(), &Control::default()).expect("it is small");
                    let PlacementRun::Best(found) = answer else { panic!("there is memory") };
                    assert_eq!(found.as_ref().map(|best| best.plies), expected.as_ref().map(|best| best.0));
                    let Some((found, (_, expected))) = found.zip(expected.as_ref()) else { continue };
                    assert_eq!(Some(&found.placements[0].nodes), expected.first());
                    let alike = |best: &BestPlacement| best.alike.unwrap_or(1);
                    let count = found.placements.iter().map(alike).sum::<u64>();
                    assert_eq!(count, if lists_all { expected.len() as u64 } else { 1 });
                    ways.insert((is_small, lists_all, found.placements[0].alike.is_some()));
                }
            }
        }
    }
    let [plain, small] = [[(false, false, false), (false, true, false)], [(true, false, false), (false, true, true)]];
    assert_eq!(ways, plain.into_iter().chain(small).collect());
}
