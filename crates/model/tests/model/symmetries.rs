//! Symmetries of boards are compared with exhaustive search and with the literature.

use std::collections::BTreeSet;

use catmouse_model::{BoardChoice, CatInHole, Setup, Symmetries, Vertex, VertexChoice};

/// All permutations of `0..count`.
fn permutations(count: u32) -> Vec<Vec<u32>> {
    let Some(last) = count.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let shorter = permutations(last);
    let longer = shorter.iter().flat_map(|short| {
        (0..=short.len()).map(move |at| {
            let mut long = short.clone();
            long.insert(at, last);
            long
        })
    });
    longer.collect()
}

/// The arcs that the bits choose among all pairs of different vertices.
fn arcs(vertices: u32, bits: u32) -> Vec<(u32, u32)> {
    let pairs = (0..vertices).flat_map(|from| (0..vertices).map(move |to| (from, to))).filter(|(from, to)| from != to);
    pairs.enumerate().filter(|(index, _)| bits >> index & 1 == 1).map(|(_, pair)| pair).collect()
}

/// The symmetries of a game on this digraph whose hole is vertex 0.
fn with_a_hole(vertices: u32, arcs: &[(u32, u32)]) -> Symmetries {
    let edges = arcs.iter().map(|&(from, to)| (from.into(), to.into())).collect();
    let mut setup = Setup::new(BoardChoice::Edges { vertices: vertices.into(), edges });
    setup.rules.directed = Some(true);
    setup.rules.holes = Some(vec![VertexChoice::Number(0)]);
    setup.rules.cat_in_hole = Some(CatInHole::Allowed);
    setup.rules.placement = Some(true);
    Symmetries::of(&setup.plan().expect("the board is in order").game()).expect("the board is small")
}

/// Compares the order and the orbits of all pairs with those of these permutations.
fn compare(found: &Symmetries, all: &[Vec<u32>], vertices: u32, about: &dyn std::fmt::Debug) {
    assert_eq!(found.order(), all.len() as u128, "{about:?}");
    for one in (0..vertices).map(Vertex::new) {
        for other in (0..vertices).map(Vertex::new) {
            let image = |by: &Vec<u32>| {
                let mut pair = [by[one.number() as usize], by[other.number() as usize]];
                pair.sort_unstable();
                pair
            };
            let pairs: BTreeSet<[u32; 2]> = all.iter().map(image).collect();
            assert_eq!(found.orbit_sizes(&[one, other], &[]), Some((pairs.len(), 1)), "{about:?}");
            let fixing = all.iter().filter(|by| by[one.number() as usize] == one.number());
            let seconds: BTreeSet<u32> = fixing.map(|by| by[other.number() as usize]).collect();
            let (_, second) = found.orbit_sizes(&[one], &[other]).expect("few placements");
            assert_eq!(second, seconds.len(), "{about:?}");
        }
    }
}

#[test]
fn symmetries_of_every_small_digraph_match_exhaustive_search() {
    for vertices in 1..=4u32 {
        for bits in 0..1u32 << (vertices * (vertices - 1)) {
            let arcs = arcs(vertices, bits);
            let known: BTreeSet<_> = arcs.iter().copied().collect();
            let keeps =
                |by: &Vec<u32>| known.iter().all(|&(from, to)| known.contains(&(by[from as usize], by[to as usize])));
            let mut all: Vec<Vec<u32>> = permutations(vertices).into_iter().filter(keeps).collect();
            let found = Symmetries::of_digraph(vertices, &arcs, 1 << 12).expect("the board is small");
            compare(&found, &all, vertices, &arcs);
            all.retain(|by| by[0] == 0);
            compare(&with_a_hole(vertices, &arcs), &all, vertices, &("with a hole", arcs));
        }
    }
}

/// Orders from the literature.
#[test]
fn known_groups() {
    let both =
        |edges: &[(u32, u32)]| -> Vec<(u32, u32)> { edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect() };
    let petersen: Vec<(u32, u32)> =
        (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
    let tesseract: Vec<(u32, u32)> =
        (0..16u32).flat_map(|v| (0..4).map(move |bit| (v, v ^ 1 << bit))).filter(|(a, b)| a < b).collect();
    let of = |vertices: u32, edges: &[(u32, u32)]| {
        Symmetries::of_digraph(vertices, &both(edges), 1 << 12).expect("a small graph").order()
    };
    assert_eq!(of(10, &petersen), 120);
    assert_eq!(of(16, &tesseract), 384);
    assert_eq!(of(7, &(0..7).map(|i| (i, (i + 1) % 7)).collect::<Vec<_>>()), 14);
    assert_eq!(of(8, &[]), 40_320);
}

/// On a star every leaf but one is fixed, and the colours of each time are kept. A search that may not
/// take their bytes ends.
#[test]
fn a_search_takes_the_bytes_that_it_may() {
    let arcs: Vec<(u32, u32)> = (1..500).flat_map(|leaf| [(0, leaf), (leaf, 0)]).collect();
    let within = |bytes: u64| Symmetries::of_digraph_if(500, &arcs, (1 << 12, bytes), |_| true);
    let colours = 498 * 500 * size_of::<usize>() as u64;
    assert!(within(colours).is_none());
    assert_eq!(within(8 * colours), Symmetries::of_digraph(500, &arcs, 1 << 12));
}
