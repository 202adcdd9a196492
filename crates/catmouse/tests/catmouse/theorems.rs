//! Cop numbers that a theorem gives where memory does not suffice, against trials with enough memory.

use catmouse::formats::Format;
use catmouse::{
    Error,
    cops::{CopsGraph, CopsQuestion, CopsWorkspaces},
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
    let (mut by_theorem, mut in_pieces, mut refused) = (0, 0, 0);
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
            graph.answer(&question, &mut CopsWorkspaces::default().workspace())
        };
        let whole = ask(u64::MAX).unwrap();
        assert_eq!(whole.theorem, None);
        for memory in (12..22).map(|power| 1 << power) {
            let found = match ask(memory) {
                Ok(found) => found,
                Err(Error::TooManyCats { .. }) => {
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            assert_eq!(found.cop_number, whole.cop_number, "{memory} bytes, {edges:?}");
            match found.theorem {
                None => assert_eq!(found.capture_time, whole.capture_time),
                Some(_) => {
                    assert_eq!(found.capture_time, None);
                    by_theorem += 1;
                    in_pieces += usize::from(whole.lower_bound.is_none() && size > 90);
                }
            }
        }
    }
    // Otherwise the comparison would show little.
    assert!(by_theorem > 100 && in_pieces > 20 && refused > 5, "{by_theorem}, {in_pieces}, {refused} refused");
}
