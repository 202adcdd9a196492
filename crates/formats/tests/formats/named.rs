//! Tests of named graphs against published properties.

use std::collections::VecDeque;

use catmouse_formats::{FAMILIES, NamedGraph, named_graph, read};

#[track_caller]
fn graph(name: &str) -> NamedGraph {
    named_graph(name).expect("a family is called so").expect("it is one of them")
}

fn neighbours(graph: &NamedGraph) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); graph.vertices as usize];
    for &(a, b) in &graph.edges {
        lists[a as usize].push(b as usize);
        lists[b as usize].push(a as usize);
    }
    lists
}

/// The distances from a vertex, and the length of the shortest cycle that a search from it meets.
fn search(lists: &[Vec<usize>], from: usize) -> (Vec<Option<usize>>, usize) {
    let mut distance = vec![None; lists.len()];
    distance[from] = Some(0);
    let (mut cycle, mut queue) = (usize::MAX, VecDeque::from([(from, from)]));
    while let Some((here, before)) = queue.pop_front() {
        let so_far = distance[here].expect("it was met");
        for &next in lists[here].iter().filter(|&&next| next != before) {
            match distance[next] {
                None => {
                    distance[next] = Some(so_far + 1);
                    queue.push_back((next, here));
                }
                Some(known) => cycle = cycle.min(so_far + known + 1),
            }
        }
    }
    (distance, cycle)
}

/// Order, degree, girth and diameter, as published in tables of named graphs. For cages, including
/// the Moore graphs, only one graph has these numbers: the (4,5)-cage on 19 vertices is Robertson's
/// (1964), the (7,5)-cage on 50 is Hoffman's and Singleton's (1960), and the (3,6)-, (3,7)- and
/// (3,8)-cages are Heawood's, `McGee`'s and Tutte's.
#[test]
fn regular_graphs() {
    for (name, order, degree, girth, diameter) in [
        ("tetrahedron", 4, 3, 3, 1),
        ("cube", 8, 3, 4, 3),
        ("octahedron", 6, 4, 3, 2),
        ("dodecahedron", 20, 3, 5, 5),
        ("icosahedron", 12, 5, 3, 3),
        ("petersen", 10, 3, 5, 2),
        ("heawood", 14, 3, 6, 3),
        ("pappus", 18, 3, 6, 4),
        ("desargues", 20, 3, 6, 5),
        ("moebius-kantor", 16, 3, 6, 4),
        ("nauru", 24, 3, 6, 4),
        ("franklin", 12, 3, 4, 3),
        ("frucht", 12, 3, 3, 4),
        ("mcgee", 24, 3, 7, 4),
        ("tutte-coxeter", 30, 3, 8, 4),
        ("dyck", 32, 3, 6, 5),
        ("coxeter", 28, 3, 7, 4),
        ("robertson", 19, 4, 5, 3),
        ("hoffman-singleton", 50, 7, 5, 2),
        ("clebsch", 16, 5, 4, 2),
        ("shrikhande", 16, 6, 3, 2),
        ("cycle:9", 9, 2, 9, 4),
        ("complete:5", 5, 4, 3, 1),
        ("hypercube:4", 16, 4, 4, 4),
        ("torus:4x5", 20, 4, 4, 4),
        ("rook:3x3", 9, 4, 3, 2),
        ("prism:5", 10, 3, 4, 3),
        ("antiprism:4", 8, 4, 3, 2),
        ("moebius-ladder:6", 6, 3, 4, 2),
        ("gp:7,2", 14, 3, 5, 3),
        ("kneser:5,2", 10, 3, 5, 2),
        ("johnson:5,2", 10, 6, 3, 2),
        ("paley:13", 13, 6, 3, 2),
        ("projective:2", 14, 3, 6, 3),
        ("projective:3", 26, 4, 6, 3),
        ("circulant:8,1,3", 8, 4, 4, 2),
        ("bipartite:4,4", 8, 4, 4, 2),
        ("multipartite:2,2,2", 6, 4, 3, 2),
    ] {
        let graph = graph(name);
        let lists = neighbours(&graph);
        assert_eq!(lists.len(), order, "{name}");
        assert!(lists.iter().all(|list| list.len() == degree), "{name}: {lists:?}");
        let searches: Vec<_> = (0..order).map(|from| search(&lists, from)).collect();
        assert_eq!(searches.iter().map(|(_, cycle)| *cycle).min(), Some(girth), "{name}");
        let farthest =
            searches.iter().flat_map(|(distances, _)| distances.iter().map(|it| it.expect("connected"))).max();
        assert_eq!(farthest, Some(diameter), "{name}");
    }
}

/// The order and size of the other graphs, counted by hand.
#[test]
fn other_graphs() {
    for (name, order, size) in [
        ("path:1", 1, 0),
        ("path:7", 7, 6),
        ("star:6", 7, 6),
        ("wheel:7", 7, 12),
        ("bipartite:3,4", 7, 12),
        ("grid:10x10", 100, 180),
        ("grid:2x3x4", 24, 46),
        ("grid:5", 5, 4),
        ("king:3x3", 9, 20),
        // On a chess board a queen has 1456 moves.
        ("queen:1x5", 5, 10),
        ("queen:2x3", 6, 13),
        ("queen:4x4", 16, 76),
        ("queen:8x8", 64, 728),
        ("knight:3x3", 9, 8),
        ("ladder:5", 10, 13),
        ("tree:2,3", 15, 14),
        ("tree:1,4", 5, 4),
        ("mycielski:4", 11, 20),
        ("groetzsch", 11, 20),
        ("random:50,0", 50, 0),
        ("random:50,1", 50, 1225),
        ("random-tree:20,seed=3", 20, 19),
        ("bull", 5, 5),
        ("diamond", 4, 5),
        ("house", 5, 6),
        ("hypercube:0", 1, 0),
    ] {
        let graph = graph(name);
        assert_eq!((graph.vertices, graph.edges.len()), (order, size), "{name}");
    }
}

/// No triangle, 11 vertices and 20 edges, and the published degrees: five vertices of degree 3,
/// five of degree 4 and one of degree 5.
#[test]
fn the_groetzsch_graph() {
    for name in ["groetzsch", "mycielski:4"] {
        let lists = neighbours(&graph(name));
        let mut degrees: Vec<usize> = lists.iter().map(Vec::len).collect();
        degrees.sort_unstable();
        assert_eq!(degrees, [3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5], "{name}");
        assert!((0..11).all(|from| search(&lists, from).1 >= 4), "{name}");
    }
}

/// A random graph depends only on its numbers, and on each of them. A Python program with
/// `SplitMix64` computed the edges of this one.
#[test]
fn random_graphs_are_the_same_everywhere() {
    assert_eq!(graph("random:50,0.1,seed=3"), graph("random:50,0.1,seed=3"));
    assert_ne!(graph("random:50,0.1,seed=3").edges, graph("random:50,0.1,seed=4").edges);
    assert_eq!(graph("random:50,0.1").edges, graph("random:50,0.1,seed=0").edges);
    assert_eq!(graph("random:6,0.4,seed=3").edges, RANDOM_6);
}

const RANDOM_6: &[(u32, u32)] = &[(0, 1), (0, 4), (0, 5), (1, 3), (3, 5)];

#[test]
fn every_family_has_a_readable_example() {
    for family in FAMILIES {
        let graph = graph(family.example);
        let (text, format) = graph.text();
        let document = read(&text, format).expect("it reads");
        let board = document.setup.plan_board().expect("it is a board");
        assert_eq!(board.vertices(), graph.vertices, "{}", family.name);
        assert_eq!(board.arc_count(), 2 * graph.edges.len(), "{}", family.name);
        assert_eq!(document.title.as_deref(), Some(family.example));
        assert_eq!(graph.setup().plan_board().expect("it is a board").arc_count(), board.arc_count());
    }
    let (text, format) = graph("grid:200x200").text();
    let document = read(&text, format).expect("a long one reads");
    assert_eq!(document.setup.plan_board().expect("it is a board").arc_count(), 2 * 2 * 200 * 199);
}

#[test]
fn refusals() {
    for (name, part) in [
        ("petersen:5", "`petersen` takes no numbers"),
        ("gp", "`gp` takes N,K, as in `gp:7,2`"),
        ("gp:7", "1 are given; `gp` takes N,K"),
        ("gp:6,3", "K is below N / 2"),
        ("cycle:2", "2 is not 3 to 1048576"),
        ("cycle:x", "`x` is not a number"),
        ("cycle:-3", "`-3` is not a number"),
        ("cycle:", "`` is not a number"),
        ("paley:9", "Q is a prime"),
        ("paley:7", "Q is a prime"),
        ("hypercube:30", "at most 1048576 vertices"),
        ("hypercube:64", "at most 1048576 vertices"),
        ("complete:100000", "8388608 edges"),
        ("grid:2000x2000", "at most 1048576 vertices"),
        ("king:3", "1 are given"),
        ("tree:3,40", "at most 1048576 vertices"),
        ("mycielski:40", "at most 1048576 vertices"),
        ("kneser:30,2", "N is at most 24"),
        ("random:5", "N and P are needed"),
        ("random:5,2", "P is a number from 0 to 1"),
        ("random:5,nan", "P is a number from 0 to 1"),
        ("random:50000,0.1", "N is at most 16384"),
        ("random:5,0.1,seed=x", "`x` is not a seed"),
        ("random:5,0.1,seed=1,seed=2", "only one seed"),
        ("circulant:5", "there is no step"),
        ("99999999999999999999:1", ""),
    ] {
        match named_graph(name) {
            None => assert_eq!(part, "", "{name}"),
            Some(made) => {
                let error = made.expect_err(name).to_string();
                assert!(!part.is_empty() && error.contains(part), "{name}: {error}");
            }
        }
    }
    for name in ["board.toml", "", ":", "petersn", "C:\\path", "Petersen"] {
        assert!(named_graph(name).is_none(), "{name}");
    }
}
