//! Cop numbers that a theorem gives where memory does not suffice, against trials with enough memory.

use catmouse::formats::Format;
use catmouse::{
    cops::{CopsGraph, CopsQuestion, CopsWorkspace},
    streams::Graphs,
};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A random connected graph that grows by vertices of two kinds: some get random neighbours, and the
/// others are corners, whose neighbours are an older vertex and some of its neighbours.
fn edges(dice: &mut SplitMix64) -> (usize, Vec<(usize, usize)>) {
    let mut below = |bound: usize| (dice.next_u64() % bound as u64) as usize;
    let (base, size) = (6 + below(8), 66 + below(20));
    let mut edges: Vec<(usize, usize)> = (1..base).map(|at| (at - 1, at)).collect();
    edges.extend((0..base).map(|_| (below(base), below(base))).filter(|(from, to)| from != to));
    for vertex in base..size {
        let older = below(vertex);
        let near: Vec<usize> = edges
            .iter()
            .filter_map(|&(from, to)| (from == older).then_some(to).or((to == older).then_some(from)))
            .filter(|_| below(4) == 0)
            .collect();
        edges.extend(near.into_iter().map(|other| (other, vertex)));
        edges.push((older, vertex));
    }
    (size, edges)
}

#[test]
fn a_theorem_gives_the_cop_number_that_trials_find() {
    let mut dice = SplitMix64::seed_from_u64(0xC0);
    let (mut by_theorem, mut in_pieces, mut open) = (0, 0, 0);
    for _ in 0..60 {
        let (mut size, mut edges) = edges(&mut dice);
        // Half of the graphs have another component: a cycle, a path or a small random graph.
        if dice.next_u64() % 2 == 0 {
            let (more, others) = match dice.next_u64() % 3 {
                0 => (30, (0..30).map(|at| (at, (at + 1) % 30)).collect()),
                1 => (70, (1..70).map(|at| (at - 1, at)).collect()),
                _ => self::edges(&mut dice),
            };
            edges.extend(others.into_iter().map(|(from, to)| (size + from, size + to)));
            size += more;
        }
        let lines: Vec<String> = edges.iter().map(|(from, to)| format!("{from} {to}")).collect();
        let record = Graphs::of_text(format!("{size}\n{}", lines.join("\n")), Format::Edges).unwrap().only().unwrap();
        let graph = CopsGraph::read(&record, None).unwrap();
        let ask = |memory: u64| {
            let mut question = CopsQuestion::default();
            question.memory = memory;
            graph.answer(&question, &mut CopsWorkspace::default())
        };
        let whole = ask(u64::MAX).unwrap();
        let number = whole.cop_number.unwrap();
        assert_eq!((whole.stop, whole.at_least, whole.at_most), (None, number, number));
        for memory in (12..22).map(|power| 1 << power) {
            let found = ask(memory).unwrap();
            assert!(found.at_least <= number && number <= found.at_most, "{memory} bytes: {found:?} and {number}");
            assert_eq!(found.cop_number.is_some(), found.at_least == found.at_most, "{memory} bytes: {found:?}");
            assert!(found.stop.is_some() || found.cop_number.is_some(), "{memory} bytes: {found:?}");
            match (found.capture_time, found.cop_number) {
                (Some(_), _) => assert_eq!(found.capture_time, whole.capture_time),
                (None, None) => open += 1,
                (None, Some(_)) => {
                    by_theorem += 1;
                    in_pieces += usize::from(whole.lower_bound.is_none() && size > 90);
                }
            }
        }
    }
    // Otherwise the comparison would show little.
    assert!(by_theorem > 100 && in_pieces > 20 && open > 5, "{by_theorem}, {in_pieces}, {open} open");
}

/// The bounds of small graphs against trials: every connected graph of up to six vertices, and some
/// larger ones of girth 4 and 5. Asking for one cat at most leaves the rest to the bounds.
#[test]
fn bounds_hold_on_small_graphs() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/formats/connected-upto-6.g6");
    let text = std::fs::read_to_string(file).unwrap();
    let named = ["petersen", "heawood", "dodecahedron", "robertson", "cube", "hypercube:4", "torus:4x5", "clebsch"];
    let edges = |name: &str| {
        let graph = catmouse::formats::named_graph(name).unwrap().unwrap();
        let edges = graph.edges.iter().map(|(from, to)| format!("{from} {to}\n"));
        format!("{}\n{}", graph.vertices, edges.collect::<String>())
    };
    let named = named.map(|name| Graphs::of_text(edges(name), Format::Edges).unwrap().only().unwrap());
    let records = Graphs::of_text(text, Format::Graph6).unwrap().map(Result::unwrap);
    let mut seen = std::collections::BTreeSet::new();
    for record in records.chain(named) {
        for directed in [None, Some(false)] {
            let graph = CopsGraph::read(&record, directed).unwrap();
            let ask = |most| {
                let mut question = CopsQuestion::default();
                question.most = most;
                graph.answer(&question, &mut CopsWorkspace::default()).unwrap()
            };
            let number = ask(None).cop_number.unwrap();
            for most in 1..4 {
                let found = ask(Some(most));
                assert!(found.at_least <= number && number <= found.at_most, "{found:?} and {number}");
                seen.extend([found.at_least_by.word(), found.at_most_by.word()]);
            }
        }
    }
    for word in ["trial", "dismantling", "girth", "degree", "outerplanar", "planar", "treewidth", "domination"] {
        assert!(seen.contains(word), "{word} is not among {seen:?}");
    }
}
