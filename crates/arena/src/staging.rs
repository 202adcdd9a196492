//! All joint moves of a team at once, one piece after the other.
//!
//! The joint moves of k pieces are a product of k lists of arcs. A question about all of them together, such as which is best, can be
//! answered without listing the product: with the pieces on a ≤ b ≤ …, first gather over the moves of the piece on a, for each
//! multiset of nodes of the others; then over the moves of the piece on b; and so on. So a configuration takes about as many steps as
//! 2ᵏ − 1 lists of arcs are long, and not as their product.
//!
//! The checker, the verification of certificates and the engine for costs use this. It shares no code with the teams engine of
//! `catmouse-solver`, which is tested against it.

use crate::moves::Cost;
use crate::step_graph::{Arc, StepGraph};
use crate::team::{MoveCost, Movers, Multisets, Team, TeamStalemate, next_ascending};
use crate::value::Distance;

/// A quantity that is gathered over moves, such as a best value or a greatest rank.
///
/// # Contract
///
/// `join` is associative, commutative and idempotent, with `nothing` as its neutral element. `after` leaves `nothing` as it is,
/// distributes over `join`, and is additive: `after` one cost and then another equals `after` their sum.
///
/// ```
/// use catmouse_arena::{Gather, Soonest};
///
/// // Two moves, of cost 1 to distance 5 and of cost 3 to distance 2.
/// assert_eq!(Soonest.join(Soonest.after(5, 1), Soonest.after(2, 3)), 5);
/// assert_eq!(Soonest.join(Soonest.nothing(), 5), 5);
/// ```
pub trait Gather {
    /// The quantity for a position, or for moves.
    type Item: Copy + PartialEq;

    /// The quantity for no moves.
    fn nothing(&self) -> Self::Item;

    /// The quantity for a move of this cost to a position with this item.
    fn after(&self, item: Self::Item, cost: Cost) -> Self::Item;

    /// The quantity for two sets of moves together.
    fn join(&self, one: Self::Item, other: Self::Item) -> Self::Item;
}

/// The least distance plus cost; [`Distance::MAX`] for no moves.
#[derive(Clone, Copy, Debug)]
pub struct Soonest;

impl Gather for Soonest {
    type Item = Distance;

    fn nothing(&self) -> Distance {
        Distance::MAX
    }

    fn after(&self, distance: Distance, cost: Cost) -> Distance {
        distance.saturating_add(cost.into())
    }

    fn join(&self, one: Distance, other: Distance) -> Distance {
        one.min(other)
    }
}

/// The direction in which moves are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Along {
    /// Along the moves.
    Successors,
    /// Against the moves.
    Predecessors,
}

impl Along {
    fn of(self, steps: &StepGraph, node: u32) -> &[Arc] {
        match self {
            Self::Successors => steps.successors(node),
            Self::Predecessors => steps.predecessors(node),
        }
    }
}

/// Buffers for gathering joint moves, to be reused.
#[derive(Clone, Debug)]
pub struct Staging<T> {
    /// For each piece but the last, what is gathered over the moves of it and the pieces before it, by the multisets of the others.
    between: Vec<Vec<T>>,
}

/// Buffers without memory.
impl<T> Default for Staging<T> {
    fn default() -> Self {
        Self { between: Vec::new() }
    }
}

impl<T> Staging<T> {
    /// The bytes of the buffers for a team of `size` pieces on this many nodes; `u64::MAX` also stands for more.
    pub fn bytes(nodes: u64, size: u64) -> u64 {
        let of_size = |left| Team::configurations(nodes, left).unwrap_or(u64::MAX);
        (1..size).map(of_size).fold(0, u64::saturating_add).saturating_mul(size_of::<T>() as u64)
    }
}

/// How many times as long it takes to list a joint move as to gather over an arc of one piece.
const LISTING: f64 = 8.0;

impl Team {
    /// Visits every configuration in numbering order with what is gathered over the joint moves out of it, or into it. `items` holds an
    /// item for each configuration.
    ///
    /// Time: O((2ᵏ − 1) · configurations · arcs / nodes) for k pieces that all move. Memory: [`Staging::bytes`].
    ///
    /// # Panics
    ///
    /// If there is not one item for each configuration.
    pub fn gather<G: Gather>(
        &self,
        along: Along,
        items: &[G::Item],
        gather: &G,
        buffers: &mut Staging<G::Item>,
        mut visit: impl FnMut(u32, G::Item),
    ) {
        assert_eq!(items.len(), self.nodes() as usize, "there is an item for each configuration");
        let move_cost = self.move_cost();
        let paid = |item| if move_cost == MoveCost::Ply { gather.after(item, 1) } else { item };
        let passes = self.stalemate() == TeamStalemate::Passes;
        let mut visit = |configuration: u32, pieces: &[u32], moved: G::Item| {
            let moved = paid(moved);
            let stays = passes && !self.can_move(pieces.iter().copied());
            let all = if stays { gather.join(moved, gather.after(items[configuration as usize], 1)) } else { moved };
            visit(configuration, all);
        };
        if items.is_empty() {
            return;
        }
        match self.movers() {
            Movers::One => self.gather_single_moves(along, items, gather, &mut visit),
            Movers::All => self.gather_joint_moves(along, items, gather, buffers, &mut visit),
        }
    }

    /// Whether gathering over all configurations is faster than listing the joint moves of this many.
    pub(crate) fn staging_pays(&self, configurations: usize) -> bool {
        let arcs = self.steps().arcs() as f64 / f64::from(self.steps().nodes().max(1));
        let (listed, staged) = match self.movers() {
            Movers::One => return false,
            Movers::All => (arcs.powf(f64::from(self.size())), arcs * f64::from(self.size()).exp2()),
        };
        configurations as f64 * listed * LISTING > f64::from(self.nodes()) * staged
    }

    /// The share of an arc in the cost of a joint move: none where the whole move costs one ply.
    fn arc_cost(&self, arc: Arc) -> Cost {
        if self.move_cost() == MoveCost::Ply { 0 } else { arc.cost }
    }

    fn gather_single_moves<G: Gather>(
        &self,
        along: Along,
        items: &[G::Item],
        gather: &G,
        visit: &mut impl FnMut(u32, &[u32], G::Item),
    ) {
        let mut pieces = vec![0; self.size() as usize];
        for configuration in 0..self.nodes() {
            let mut found = gather.nothing();
            for (index, &piece) in pieces.iter().enumerate() {
                for &arc in along.of(self.steps(), piece) {
                    let others = pieces[..index].iter().chain(&pieces[index + 1..]);
                    let to = self.numbering().rank_with(others, Some(arc.node), self.size());
                    found = gather.join(found, gather.after(items[to as usize], self.arc_cost(arc)));
                }
            }
            visit(configuration, &pieces, found);
            next_ascending(&mut pieces, self.steps().nodes());
        }
    }

    fn gather_joint_moves<G: Gather>(
        &self,
        along: Along,
        items: &[G::Item],
        gather: &G,
        buffers: &mut Staging<G::Item>,
        visit: &mut impl FnMut(u32, &[u32], G::Item),
    ) {
        let (nodes, size) = (self.steps().nodes(), self.size() as usize);
        let numbering = self.numbering();
        buffers.between.resize_with(size - 1, Vec::new);
        for (between, left) in buffers.between.iter_mut().zip((1..size as u32).rev()) {
            between.clear();
            between.resize(numbering.count(left) as usize, gather.nothing());
        }
        // The nodes of all pieces, ascending. What was gathered for pieces that have not changed since is kept.
        let mut pieces = vec![0u32; size];
        let mut changed_from = 0;
        let mut configuration = 0;
        loop {
            for (depth, &piece) in pieces.iter().enumerate().take(size - 1).skip(changed_from) {
                let (done, rest) = buffers.between.split_at_mut(depth);
                let from = done.last().map_or(items, |between| &between[..]);
                let moved = PieceMove { numbering, left: (size - 1 - depth) as u32, gather };
                let arcs = along.of(self.steps(), piece).iter().map(|&arc| (arc.node, self.arc_cost(arc)));
                moved.gather(from, &mut rest[0], arcs);
            }
            let from = buffers.between.last().map_or(items, |between| &between[..]);
            for last in pieces[size - 1]..nodes {
                let arcs = along.of(self.steps(), last).iter();
                let found = arcs.fold(gather.nothing(), |found, &arc| {
                    gather.join(found, gather.after(from[arc.node as usize], self.arc_cost(arc)))
                });
                pieces[size - 1] = last;
                visit(configuration, &pieces, found);
                configuration += 1;
            }
            match next_ascending(&mut pieces, nodes) {
                Some(changed) => changed_from = changed,
                None => return,
            }
        }
    }
}

/// The moves of one piece, before those of the `left` others.
struct PieceMove<'a, G> {
    numbering: &'a Multisets,
    left: u32,
    gather: &'a G,
}

impl<G: Gather> PieceMove<'_, G> {
    /// Gathers for each multiset of the others: over the multisets with one more member, the target of each of these arcs.
    #[expect(clippy::needless_pass_by_value, reason = "an iterator is a few words, and is cloned for each multiset")]
    fn gather(&self, from: &[G::Item], into: &mut [G::Item], arcs: impl Iterator<Item = (u32, Cost)> + Clone) {
        let (numbering, left, nodes) = (self.numbering, self.left, self.numbering.nodes());
        into.fill(self.gather.nothing());
        // All members of the multiset but the last. As the last one grows, the number of the multiset grows by one each time.
        let mut prefix = vec![0u32; left as usize - 1];
        let mut done = 0;
        loop {
            let first = prefix.last().copied().unwrap_or(0);
            let row = &mut into[done..done + (nodes - first) as usize];
            done += row.len();
            // The number of the prefix with two more members, both the least possible.
            let corner = numbering.rank_with(&prefix, None, left + 1);
            let below = numbering.at_least(2, first);
            for (node, cost) in arcs.clone() {
                // While the last member is less than the node, the node comes after it.
                for last in first..node.min(nodes) {
                    let number = corner + (below - numbering.at_least(2, last)) + (node - last);
                    self.put(&mut row[(last - first) as usize], from[number as usize], cost);
                }
                // From then on the node has its place before the last member, and the numbers are consecutive.
                let least = first.max(node);
                let start = numbering.rank_with(&prefix, Some(node), left + 1) as usize;
                let run = &mut row[(least - first) as usize..];
                for (item, &from) in run.iter_mut().zip(&from[start..]) {
                    self.put(item, from, cost);
                }
            }
            if next_ascending(&mut prefix, nodes).is_none() {
                return;
            }
        }
    }

    #[inline]
    fn put(&self, item: &mut G::Item, from: G::Item, cost: Cost) {
        let moved = if cost == 0 { from } else { self.gather.after(from, cost) };
        *item = self.gather.join(*item, moved);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The greatest item, its cost included.
    struct Greatest;

    impl Gather for Greatest {
        type Item = Option<u64>;

        fn nothing(&self) -> Option<u64> {
            None
        }

        fn after(&self, item: Option<u64>, cost: Cost) -> Option<u64> {
            item.map(|item| item + u64::from(cost))
        }

        fn join(&self, one: Option<u64>, other: Option<u64>) -> Option<u64> {
            one.max(other)
        }
    }

    fn check(team: &Team) {
        // Not in order, so that the best is anywhere.
        let item = |configuration: u32| u64::from(configuration) * 7919 % 1009 * 100;
        let items: Vec<u64> = (0..team.nodes()).map(item).collect();
        let some: Vec<Option<u64>> = items.iter().copied().map(Some).collect();
        for along in [Along::Successors, Along::Predecessors] {
            let arcs = |configuration: u32| match along {
                Along::Successors => team.successors(configuration),
                Along::Predecessors => team.predecessors(configuration),
            };
            let mut next = 0;
            team.gather(along, &items, &Soonest, &mut Staging::default(), |configuration, found| {
                assert_eq!(configuration, next);
                next += 1;
                let expected = arcs(configuration).iter().map(|arc| item(arc.node) + u64::from(arc.cost)).min();
                assert_eq!(found, expected.unwrap_or(u64::MAX), "{along:?} from {configuration} of {team:?}");
            });
            assert_eq!(next, team.nodes());
            team.gather(along, &some, &Greatest, &mut Staging::default(), |configuration, found| {
                let expected = arcs(configuration).iter().map(|arc| item(arc.node) + u64::from(arc.cost)).max();
                assert_eq!(found, expected, "{along:?} from {configuration} of {team:?}");
            });
        }
        for from in 0..team.nodes() {
            let arcs = team.successors(from);
            assert_eq!(team.dearest_move(from), arcs.iter().map(|arc| arc.cost).max());
            let targets: BTreeSet<u32> = arcs.iter().map(|arc| arc.node).collect();
            for to in 0..team.nodes() {
                let costs = || arcs.iter().filter(|arc| arc.node == to).map(|arc| arc.cost);
                let expected = costs().min().zip(costs().max());
                assert_eq!(team.move_costs(from, to), expected);
                assert_eq!(expected.is_some(), targets.contains(&to));
            }
        }
    }

    #[test]
    fn what_is_gathered_is_what_listing_finds() {
        let arcs = |nodes: u32, density: u32| {
            let pairs = (0..nodes).flat_map(move |from| (0..nodes).map(move |to| (from, to)));
            let chosen = pairs.filter(move |(from, to)| (from * 13 + to * 29 + from * to) % 7 < density);
            let costs = chosen.flat_map(|(from, to)| [(from, to, 1 + (from + 2 * to) % 5), (from, to, 1 + from % 2)]);
            StepGraph::new(nodes, costs.collect())
        };
        for (nodes, size) in [(1, 1), (1, 4), (2, 3), (3, 2), (4, 4), (5, 1), (5, 3), (6, 2)] {
            for density in [0, 2, 6] {
                for movers in [Movers::All, Movers::One] {
                    for (move_cost, idle) in [
                        (MoveCost::Ply, TeamStalemate::Stuck),
                        (MoveCost::Arcs, TeamStalemate::Passes),
                        (MoveCost::Arcs, TeamStalemate::Stuck),
                    ] {
                        check(&Team::new(arcs(nodes, density), size, movers, move_cost, idle));
                    }
                }
            }
        }
        check(&Team::new(StepGraph::new(0, vec![]), 2, Movers::All, MoveCost::Ply, TeamStalemate::Passes));
    }
}
