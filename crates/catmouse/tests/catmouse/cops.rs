//! Answers about cops and robbers: compared with tables of all positions and with searches by brute
//! force on many small graphs, and with theorems on large ones.

use std::collections::{HashMap, HashSet, VecDeque};

use catmouse::{
    cops::{CopsGraph, CopsQuestion, CopsWorkspace},
    streams::Graphs,
};
use catmouse_arena::{Player, Tokens, Value, Values};
use catmouse_formats::{Format, ReadOptions, named_graph};
use catmouse_model::{CopsAndRobbers, CopsRules};
use catmouse_solver::solve_table;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// An undirected graph.
struct Graph {
    lists: Vec<Vec<u32>>,
}

impl Graph {
    fn new(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut lists = vec![Vec::new(); vertices as usize];
        for (a, b) in edges.into_iter().filter(|(a, b)| a != b) {
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        Self { lists }
    }

    /// Every graph on the vertices 0 to `vertices` − 1.
    fn all(vertices: u32) -> impl Iterator<Item = Self> {
        let pairs: Vec<(u32, u32)> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        (0..1u32 << pairs.len()).map(move |chosen| {
            let edges = pairs.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1);
            Self::new(vertices, edges.map(|(_, &edge)| edge))
        })
    }

    /// All connected graphs up to isomorphism: those of up to six vertices, and those of seven and
    /// eight.
    #[cfg(feature = "gzip")]
    fn all_connected() -> impl Iterator<Item = Self> {
        let read = |path: &str| {
            let path = format!("{}/../../fixtures/{path}", env!("CARGO_MANIFEST_DIR"));
            let file = std::fs::File::open(path).expect("it is there");
            Graphs::new(file, ReadOptions::default()).expect("it can be read")
        };
        ["formats/connected-upto-6.g6", "census/connected-7-and-8.g6.gz"].into_iter().flat_map(read).map(|record| {
            let graph = record.expect("it is a graph").small_graph().expect("it is small");
            Self::new(graph.vertices(), graph.arcs())
        })
    }

    fn vertices(&self) -> u32 {
        self.lists.len() as u32
    }

    fn of(&self, vertex: u32) -> &[u32] {
        &self.lists[vertex as usize]
    }

    fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        let from = |from: u32| self.of(from).iter().map(move |&to| (from, to));
        (0..self.vertices()).flat_map(from).filter(|(from, to)| from < to)
    }

    /// The graph as a line of graph6.
    fn graph6(&self) -> String {
        let vertices = self.vertices();
        let mut sextets: Vec<u8> = match vertices {
            0..63 => vec![vertices as u8],
            _ => vec![63, (vertices >> 12 & 63) as u8, (vertices >> 6 & 63) as u8, (vertices & 63) as u8],
        };
        let (mut sextet, mut bits) = (0, 0);
        for to in 1..vertices {
            for from in 0..to {
                sextet = sextet << 1 | u8::from(self.of(to).binary_search(&from).is_ok());
                bits += 1;
                if bits % 6 == 0 {
                    sextets.push(std::mem::take(&mut sextet));
                }
            }
        }
        if bits % 6 > 0 {
            sextets.push(sextet << (6 - bits % 6));
        }
        sextets.into_iter().map(|sextet| char::from(63 + sextet)).collect()
    }

    /// The graph as a list of edges.
    fn edge_list(&self) -> String {
        self.edges().fold(format!("{}\n", self.vertices()), |text, (a, b)| text + &format!("{a} {b}\n"))
    }

    /// The answer about one cat. With `Some(false)` the graph is read as lists of arcs, otherwise,
    /// if it is small, as rows of bits.
    fn answer(&self, directed: Option<bool>) -> Answer {
        let (text, format) = match self.vertices() {
            0..1000 => (self.graph6(), Format::Graph6),
            _ => (self.edge_list(), Format::Edges),
        };
        let record = Graphs::of_text(text, format).expect("a text does not fail").only().expect("it is one graph");
        let graph = CopsGraph::read(&record, directed).expect("it reads");
        let mut question = CopsQuestion::default();
        question.most = Some(1);
        let answer = graph.answer(&question, &mut CopsWorkspace::default()).expect("it fits");
        let json = |it: &dyn Fn() -> serde_json::Result<serde_json::Value>| it().expect("it has a JSON form");
        let number = |value: &serde_json::Value| value.as_u64().expect("a vertex without a name") as u32;
        let placement = json(&|| serde_json::to_value(&answer.placement));
        let order = json(&|| serde_json::to_value(&answer.dismantling));
        let corner = |it: &serde_json::Value| (number(&it["vertex"]), number(&it["dominated_by"]));
        Answer {
            rounds: answer.capture_time,
            start: placement.as_array().map(|cats| number(&cats[0])),
            order: order.as_array().map(|order| order.iter().map(corner).collect()),
            bound: answer.lower_bound.map(|bound| (bound.girth, bound.minimum_degree, bound.cop_number_at_least)),
        }
    }
}

/// What is said about a graph and one cat.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    /// The rounds in which one cat wins, its start, and a dismantling order; `None` if it does not
    /// win.
    rounds: Option<u64>,
    start: Option<u32>,
    order: Option<Vec<(u32, u32)>>,
    /// The lower bound: girth, minimum degree, and the number of cats.
    bound: Option<(u32, u32, u64)>,
}

/// Checks that each vertex of a dismantling order is dominated as stated when it is removed, and
/// that one vertex is left.
fn check_order(graph: &Graph, order: &[(u32, u32)]) {
    let edges: HashSet<(u32, u32)> = graph.edges().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    let mut is_left = vec![true; graph.lists.len()];
    for &(corner, by) in order {
        assert!(corner != by && is_left[corner as usize] && is_left[by as usize], "{corner} by {by}");
        assert!(edges.contains(&(corner, by)), "{corner} is not next to {by}");
        let others = graph.of(corner).iter().filter(|&&other| is_left[other as usize] && other != by);
        others.for_each(|&other| assert!(edges.contains(&(other, by)), "{by} is not next to {other}"));
        is_left[corner as usize] = false;
    }
    assert_eq!(order.len() + 1, graph.lists.len());
}

/// In how many rounds one cat wins from each vertex, according to the table of all positions.
fn rounds_by_table(graph: &Graph) -> Vec<Option<u64>> {
    let vertices = graph.vertices();
    let arcs = graph.edges().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    let arena = CopsAndRobbers::new(vertices, arcs).arena(1, &CopsRules::default());
    let values = solve_table(&arena).expect("it fits");
    let rounds = |one, two| match values.value(arena.position(Tokens { one, two, turn: Player::Two })) {
        Value::Win { player: Player::Two, distance } => Some(distance.div_ceil(2)),
        _ => None,
    };
    (0..vertices).map(|two| (0..vertices).try_fold(0, |most: u64, one| Some(most.max(rounds(one, two)?)))).collect()
}

/// Compares the answer about a connected graph with the table, and says whether one cat wins.
fn compare_with_table(graph: &Graph) -> bool {
    let found = graph.answer(None);
    let by_table = rounds_by_table(graph);
    let least = by_table.iter().flatten().min().copied();
    assert_eq!(found.rounds, least, "{:?}", graph.lists);
    if let Some(start) = found.start {
        assert_eq!(by_table[start as usize], least, "from {start} on {:?}", graph.lists);
    }
    assert_eq!(found.order.is_some(), least.is_some(), "{:?}", graph.lists);
    found.order.inspect(|order| check_order(graph, order)).is_some()
}

/// The same graph with each vertex replaced by vertices that are joined to each other and to the
/// same others, more than 64 in all. On these, corners are ranked. One cat takes as many rounds as
/// before, unless there was a single vertex.
fn with_twins(graph: &Graph) -> Graph {
    let vertices = graph.vertices();
    let new = |old: u32| (old..66).step_by(vertices as usize);
    let twins = (0..vertices).flat_map(|old| new(old).flat_map(move |a| new(old).map(move |b| (a, b))));
    Graph::new(66, twins.chain(graph.edges().flat_map(|(a, b)| new(a).flat_map(move |a| new(b).map(move |b| (a, b))))))
}

/// The length of a shortest cycle, from a search for each edge: how far apart are its ends without
/// it?
fn girth(graph: &Graph) -> Option<u32> {
    let around = |(a, b): (u32, u32)| {
        let mut distance = HashMap::from([(a, 0)]);
        let mut waiting = VecDeque::from([a]);
        while let Some(here) = waiting.pop_front() {
            for &next in graph.of(here).iter().filter(|&&next| (here, next) != (a, b)) {
                if !distance.contains_key(&next) {
                    distance.insert(next, distance[&here] + 1);
                    waiting.push_back(next);
                }
            }
        }
        distance.get(&b).map(|steps| steps + 1)
    };
    graph.edges().filter_map(around).min()
}

/// The numbers of connected cop-win graphs are published.
#[test]
#[cfg(feature = "gzip")]
fn all_connected_graphs_of_up_to_eight_vertices() {
    let mut won = [0; 9];
    for (index, graph) in Graph::all_connected().enumerate() {
        let found = graph.answer(None);
        assert_eq!(found.order.is_some(), found.rounds.is_some());
        if let Some(order) = &found.order {
            check_order(&graph, order);
            won[graph.lists.len()] += 1;
        }
        // On graphs of so few vertices a girth of 5 or more gives the minimum degree.
        let degree = graph.lists.iter().map(Vec::len).min().unwrap_or(0) as u32;
        let bound = girth(&graph).filter(|&girth| girth >= 5 && degree >= 2);
        assert_eq!(found.bound, bound.map(|girth| (girth, degree, degree.into())), "{:?}", graph.lists);

        // A sixth of the graphs is also made large.
        if index % 6 > 0 {
            continue;
        }
        let large = with_twins(&graph);
        let found_large = large.answer(None);
        if graph.vertices() > 1 {
            assert_eq!(found_large.rounds, found.rounds, "{:?}", graph.lists);
        }
        assert_eq!(found_large.order.is_some(), found.rounds.is_some(), "{:?}", graph.lists);
        if let Some(order) = found_large.order {
            check_order(&large, &order);
        }
    }
    assert_eq!(won, [0, 1, 1, 2, 5, 16, 68, 403, 3791]);
}

/// A slow test by trying all vertices: some corner can be removed, and the rest is dismantlable.
fn is_dismantlable(graph: &Graph, left: u32) -> bool {
    let vertices = || (0..graph.vertices()).filter(move |vertex| left >> vertex & 1 == 1);
    let closed = |vertex: u32| graph.of(vertex).iter().fold(1u32 << vertex, |set, other| set | 1 << other) & left;
    left.is_power_of_two()
        || vertices().any(|corner| {
            vertices().any(|other| other != corner && closed(corner) & !closed(other) == 0)
                && is_dismantlable(graph, left & !(1 << corner))
        })
}

/// Read as rows of bits and as lists of arcs.
#[test]
fn orders_are_found_where_there_are_any() {
    for vertices in 1..=5u32 {
        for graph in Graph::all(vertices) {
            for directed in [None, Some(false)] {
                let found = graph.answer(directed).order;
                assert_eq!(found.is_some(), is_dismantlable(&graph, (1 << vertices) - 1), "{:?}", graph.lists);
                if let Some(order) = found {
                    check_order(&graph, &order);
                }
            }
        }
    }
}

/// A number below another.
fn below(dice: &mut SplitMix64, bound: u32) -> u32 {
    (dice.next_u64() % u64::from(bound)) as u32
}

/// A graph on these vertices in random order. Each new vertex is joined to an earlier one and to
/// neighbours of that one, each with a chance of `percent` in 100; for a chordal graph only to
/// neighbours that were there before it.
fn random_dismantlable(vertices: u32, percent: u32, is_chordal: bool, dice: &mut SplitMix64) -> Vec<(u32, u32)> {
    let mut names: Vec<u32> = (0..vertices).collect();
    for index in (1..vertices).rev() {
        names.swap(index as usize, below(dice, index + 1) as usize);
    }
    let mut lists: Vec<Vec<u32>> = vec![Vec::new()];
    for new in 1..vertices {
        let dominating = below(dice, new);
        let mut joined = vec![dominating];
        for &other in &lists[dominating as usize] {
            if (!is_chordal || other < dominating) && below(dice, 100) < percent {
                joined.push(other);
            }
        }
        for &other in &joined {
            lists[other as usize].push(new);
        }
        lists.push(joined);
    }
    let pairs = |(from, list): (usize, Vec<u32>)| list.into_iter().map(move |to| (from as u32, to));
    let edges = lists.into_iter().enumerate().flat_map(pairs).filter(|(from, to)| from < to);
    edges.map(|(from, to)| (names[from as usize], names[to as usize])).collect()
}

#[test]
fn rounds_and_starts_are_those_of_the_table_on_random_graphs() {
    let mut dice = SplitMix64::seed_from_u64(7);
    let mut kinds = [0; 2];
    for round in 0..240 {
        let vertices = 60 + below(&mut dice, 60);
        let percent = [0, 20, 50, 80, 95][round % 5];
        let mut edges = random_dismantlable(vertices, percent, round % 2 == 0, &mut dice);
        assert!(compare_with_table(&Graph::new(vertices, edges.iter().copied())), "it is made of corners: {edges:?}");
        // With some edges more it may or may not be dismantlable.
        for _ in 0..=round % 3 {
            edges.push((below(&mut dice, vertices), below(&mut dice, vertices)));
        }
        kinds[usize::from(compare_with_table(&Graph::new(vertices, edges)))] += 1;
    }
    assert!(kinds.iter().all(|&kind| kind > 20), "{kinds:?}");
}

/// The distance to each vertex.
fn distances(graph: &Graph, from: u32) -> Vec<u32> {
    let mut distances = vec![u32::MAX; graph.lists.len()];
    distances[from as usize] = 0;
    let mut waiting = VecDeque::from([from]);
    while let Some(vertex) = waiting.pop_front() {
        for &next in graph.of(vertex) {
            if distances[next as usize] == u32::MAX {
                distances[next as usize] = distances[vertex as usize] + 1;
                waiting.push_back(next);
            }
        }
    }
    distances
}

/// On a tree the capture time is the radius, which is half of the longest distance, and the best
/// starts are the one or two centres.
#[test]
fn large_trees_take_their_radius() {
    let named = |name: &str| {
        let graph = named_graph(name).expect("there are such").expect("there is this");
        Graph::new(graph.vertices, graph.edges)
    };
    // A vertex with 50,000 leaves and with legs of 1 to 300 vertices.
    let legs = (1..=300u32).flat_map(|leg| {
        let first = 50_001 + leg * (leg - 1) / 2;
        (first..first + leg).map(move |at| (if at == first { 0 } else { at - 1 }, at))
    });
    let spider = Graph::new(50_001 + 300 * 301 / 2, (1..=50_000).map(|leaf| (0, leaf)).chain(legs));
    let trees = ["random-tree:100000", "random-tree:100000,seed=1", "path:100000", "star:100000", "tree:2,16"];
    for tree in trees.map(named).into_iter().chain([spider]) {
        let found = tree.answer(None);
        let farthest = |from| distances(&tree, from).into_iter().zip(0..).max().expect("there is a vertex");
        let (diameter, _) = farthest(farthest(0).1);
        assert_eq!(found.rounds, Some(diameter.div_ceil(2).into()));
        assert_eq!(farthest(found.start.expect("one cat wins")).0, diameter.div_ceil(2));
        check_order(&tree, &found.order.expect("trees can be dismantled"));
    }
}

/// Named graphs with their girths and degrees from Wikipedia and House of Graphs, and the lower
/// bounds according to the theorems.
#[test]
fn bounds_are_those_of_the_theorems() {
    let cycle = |length: u32| Graph::new(length, (0..length).map(|at| (at, (at + 1) % length)));
    let petersen = Graph::new(10, (0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (5 + at, 5 + (at + 2) % 5)]));
    let path = Graph::new(5, (1..5).map(|at| (at - 1, at)));
    // The McGee graph has girth 7 and degree 3. Only a girth of 13 would give a greater bound.
    let mcgee = Graph::new(
        24,
        (0..24).map(|at| (at, (at + 1) % 24)).chain((0..24).filter_map(|at| {
            let to = (at + [12, 7, 17][at as usize % 3]) % 24;
            (at < to).then_some((at, to))
        })),
    );
    for (graph, bound) in [
        (&petersen, Some((5, 3, 3))),
        (&cycle(3), None),
        (&cycle(4), None),
        (&cycle(5), Some((5, 2, 2))),
        (&cycle(40), Some((40, 2, 2))),
        (&path, None),
        (&mcgee, Some((7, 3, 3))),
    ] {
        assert_eq!(graph.answer(None).bound, bound, "{:?}", graph.lists);
        assert_eq!(graph.answer(Some(false)).bound, bound, "{:?}", graph.lists);
    }
}
