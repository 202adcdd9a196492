//! Equivalence of placements on a graph: two placements are equivalent if an automorphism maps one
//! to the other.

use std::borrow::Cow;
use std::collections::BTreeMap;

use catmouse_model::{CopsAndRobbers, CopsRules, Symmetries};

/// The search for symmetries is given up after this number of visits to vertices and arcs, over all
/// refinements. This takes some seconds.
pub(super) const SEARCH_STEPS: usize = 1 << 26;

/// The automorphism group of a graph on which pieces move by these rules. `None` if the search was
/// given up after `steps` steps, or if `is_worth_it` returns false for an upper bound on the order
/// of the group.
pub(super) fn symmetries(
    graph: &CopsAndRobbers,
    rules: &CopsRules,
    steps: usize,
    is_worth_it: impl FnOnce(u128) -> bool,
) -> Option<Symmetries> {
    let mut arcs = Cow::Borrowed(graph.arcs());
    // A loop means that a piece may stay. It makes no difference if all pieces may stay anyway.
    if rules.mouse.may_stay && rules.cat.may_stay && arcs.iter().any(|(from, to)| from == to) {
        arcs.to_mut().retain(|(from, to)| from != to);
    }
    let refinements = steps / (graph.vertices() as usize + 2 * arcs.len()).max(1);
    Symmetries::of_digraph_if(graph.vertices(), &arcs, refinements, is_worth_it)
}

/// The first list of each class of lists that the group maps to each other, with the size of the
/// class. The lists must be sorted, the entries of each list must be ascending, and the group must
/// map each list to a list of `lists`.
pub(super) fn up_to_symmetry(lists: &[Vec<u32>], generators: &[Vec<u32>]) -> Vec<(Vec<u32>, u64)> {
    let mut orbits = Orbits::new(lists.len());
    for generator in generators {
        for (index, list) in lists.iter().enumerate() {
            let mut image: Vec<u32> = list.iter().map(|&vertex| generator[vertex as usize]).collect();
            image.sort_unstable();
            if let Ok(other) = lists.binary_search(&image) {
                orbits.unite(index as u32, other as u32);
            }
        }
    }
    let mut classes: BTreeMap<u32, u64> = BTreeMap::new();
    for index in 0..lists.len() as u32 {
        *classes.entry(orbits.of(index)).or_default() += 1;
    }
    classes.into_iter().map(|(first, count)| (lists[first as usize].clone(), count)).collect()
}

/// Disjoint sets of indices (union-find); each set is represented by its least index.
struct Orbits(Vec<u32>);

impl Orbits {
    fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    fn of(&mut self, mut index: u32) -> u32 {
        while self.0[index as usize] != index {
            self.0[index as usize] = self.0[self.0[index as usize] as usize];
            index = self.0[index as usize];
        }
        index
    }

    fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other) as usize] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use catmouse_model::Movement;

    use super::*;

    fn both_ways(edges: impl IntoIterator<Item = (u32, u32)>) -> Vec<(u32, u32)> {
        edges.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect()
    }

    fn generators(vertices: u32, arcs: &[(u32, u32)]) -> Option<Vec<Vec<u32>>> {
        let hasty = Movement { may_stay: false, ..CopsRules::default().cat };
        let mut rules = CopsRules::default();
        (rules.cat, rules.mouse) = (hasty, hasty);
        let symmetries = symmetries(&CopsAndRobbers::new(vertices, arcs.to_vec()), &rules, SEARCH_STEPS, |_| true)?;
        Some(symmetries.generators().to_vec())
    }

    /// The order of the group that some maps generate, computed by closing the set under
    /// multiplication.
    fn order(vertices: u32, generators: &[Vec<u32>]) -> usize {
        let mut group = std::collections::BTreeSet::from([(0..vertices).collect::<Vec<u32>>()]);
        let mut waiting: Vec<Vec<u32>> = group.iter().cloned().collect();
        while let Some(map) = waiting.pop() {
            for generator in generators {
                let product: Vec<u32> = map.iter().map(|&to| generator[to as usize]).collect();
                if group.insert(product.clone()) {
                    waiting.push(product);
                }
            }
        }
        group.len()
    }

    /// The orders of the groups are those in the literature.
    #[test]
    fn groups_have_their_orders() {
        let cycle = |length: u32| both_ways((0..length).map(|at| (at, (at + 1) % length)));
        let cube = (0..8u32).flat_map(|at| (0..3).map(move |bit| (at, at ^ 1 << bit))).collect();
        let petersen = both_ways((0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (5 + at, 5 + (at + 2) % 5)]));
        let star = both_ways((1..6).map(|leaf| (0, leaf)));
        let path = both_ways((1..4).map(|at| (at - 1, at)));
        let asymmetric = both_ways([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)]);
        let orders =
            [(7, cycle(7), 14), (8, cube, 48), (10, petersen, 120), (6, star, 120), (4, path, 2), (7, asymmetric, 1)];
        for (vertices, arcs, expected) in orders {
            let found = generators(vertices, &arcs).expect("it is small");
            assert_eq!(order(vertices, &found), expected, "{arcs:?}");
            // An automorphism maps a vertex with a loop to a vertex with a loop.
            let looped: Vec<_> = arcs.iter().copied().chain([(0, 0)]).collect();
            let found = generators(vertices, &looped).expect("it is small");
            assert!(found.iter().all(|generator| generator[0] == 0), "{arcs:?}");
            assert_eq!(expected % order(vertices, &found), 0, "{arcs:?}");
        }
        // A cycle whose arcs all lead the same way round has no reflections.
        let around: Vec<_> = (0..7).map(|at| (at, (at + 1) % 7)).collect();
        assert_eq!(order(7, &generators(7, &around).expect("it is small")), 7);
    }

    #[test]
    fn pairs_on_a_cycle_are_alike_by_their_distance() {
        let cycle = both_ways((0..6).map(|at| (at, (at + 1) % 6)));
        let pairs: Vec<Vec<u32>> = (0..6).flat_map(|a| (a..6).map(move |b| vec![a, b])).collect();
        let found = up_to_symmetry(&pairs, &generators(6, &cycle).expect("it is small"));
        assert_eq!(found, [(vec![0, 0], 6), (vec![0, 1], 6), (vec![0, 2], 6), (vec![0, 3], 3)]);
    }
}
