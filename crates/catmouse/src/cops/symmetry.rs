//! Equivalence of placements on a graph: two placements are equivalent if an automorphism maps one
//! to the other.

use std::borrow::Cow;

use catmouse_arena::InOrder;
use catmouse_model::{CopsAndRobbers, CopsRules, Symmetries};
use catmouse_solver::BestPlacement;

/// The search for symmetries is given up after this number of visits to vertices and arcs, over all
/// refinements. This takes some seconds.
pub(super) const SEARCH_STEPS: usize = 1 << 26;

/// The automorphism group of a graph on which pieces move by these rules. `None` if the search was
/// given up after `steps` steps or for want of `memory` bytes, or if `is_worth_it` returns false for an
/// upper bound on the order of the group.
pub(super) fn symmetries(
    graph: &CopsAndRobbers,
    rules: &CopsRules,
    (steps, memory): (usize, u64),
    is_worth_it: impl FnOnce(u128) -> bool,
) -> Option<Symmetries> {
    let mut arcs = Cow::Borrowed(graph.arcs());
    // A loop means that a piece may stay. It makes no difference if all pieces may stay anyway.
    if rules.mouse.may_stay && rules.cat.may_stay && arcs.iter().any(|(from, to)| from == to) {
        arcs.to_mut().retain(|(from, to)| from != to);
    }
    let refinements = steps / (graph.vertices() as usize + 2 * arcs.len()).max(1);
    Symmetries::of_digraph_if(graph.vertices(), &arcs, (refinements, memory), is_worth_it)
}

/// The first placement of each class of placements that the group maps to each other, with the size of
/// the class. The placements must be sorted, and the group must map each of them to another one.
pub(super) fn up_to_symmetry(all: Vec<BestPlacement>, generators: &[Vec<u32>]) -> Vec<BestPlacement> {
    let mut orbits = Orbits::new(all.len());
    for generator in generators {
        for (index, placement) in all.iter().enumerate() {
            let mut image: Vec<u32> = placement.nodes.iter().map(|&vertex| generator[vertex as usize]).collect();
            image.put_in_order();
            if let Ok(other) = all.binary_search_by(|other| other.nodes.cmp(&image)) {
                orbits.unite(index as u32, other as u32);
            }
        }
    }
    let mut sizes = vec![0; all.len()];
    for index in 0..all.len() as u32 {
        sizes[orbits.of(index) as usize] += 1;
    }
    let classes = all.into_iter().zip(sizes).filter(|&(_, size)| size > 0);
    classes.map(|(first, size)| BestPlacement { alike: Some(size), ..first }).collect()
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
