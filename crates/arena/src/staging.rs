//! All joint moves of a team at once, one piece after the other.
//!
//! The joint moves of k pieces are a product of k lists of arcs. A sum over all of them in a
//! [`Semiring`], such as the best value, does not need the product. With the pieces on a ≤ b ≤ …,
//! first sum over the moves of the piece on a, for each multiset of nodes of the others; then over
//! the moves of the piece on b; and so on. So a configuration takes about as many steps as 2ᵏ − 1
//! lists of arcs are long, instead of the product of the k lengths.
//!
//! The checker, the verification of certificates and the engine for costs use this module. It
//! shares no code with the teams engine of `catmouse-solver`, which is tested against it.

use crate::moves::Cost;
use crate::step_graph::{Arc, StepGraph};
use crate::team::{MoveCost, Movers, Multisets, Team, TeamStalemate, next_ascending};
use crate::value::Distance;

/// A semiring in which values are summed over moves, such as "best value" or "greatest rank".
///
/// # Contract
///
/// `plus` is associative, commutative and idempotent, with `zero` as its neutral element. `extend`
/// maps `zero` to `zero`, distributes over `plus`, and is additive: extending by one cost and then
/// by another equals extending by their sum.
///
/// ```
/// use catmouse_arena::{Semiring, Soonest};
///
/// // Two moves, of cost 1 to distance 5 and of cost 3 to distance 2.
/// assert_eq!(Soonest.plus(Soonest.extend(5, 1), Soonest.extend(2, 3)), 5);
/// assert_eq!(Soonest.plus(Soonest.zero(), 5), 5);
/// ```
pub trait Semiring {
    /// The element for a position, or for a set of moves.
    type Item: Copy + PartialEq;

    /// The element for no moves.
    fn zero(&self) -> Self::Item;

    /// The element for a move of this cost to a position with this element.
    fn extend(&self, item: Self::Item, cost: Cost) -> Self::Item;

    /// The element for the union of two sets of moves.
    fn plus(&self, one: Self::Item, other: Self::Item) -> Self::Item;
}

/// The semiring of the least distance plus cost; [`Distance::MAX`] for no moves.
#[derive(Clone, Copy, Debug)]
pub struct Soonest;

impl Semiring for Soonest {
    type Item = Distance;

    fn zero(&self) -> Distance {
        Distance::MAX
    }

    fn extend(&self, distance: Distance, cost: Cost) -> Distance {
        distance.saturating_add(cost.into())
    }

    fn plus(&self, one: Distance, other: Distance) -> Distance {
        one.min(other)
    }
}

/// The direction in which to follow moves.
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

/// Reusable buffers for gathering over joint moves.
#[derive(Clone, Debug)]
pub struct Staging<T> {
    /// For each piece but the last, the sums over the moves of this piece and the pieces before it,
    /// by the multiset of the other pieces.
    between: Vec<Vec<T>>,
}

/// Empty buffers, which hold no memory.
impl<T> Default for Staging<T> {
    fn default() -> Self {
        Self { between: Vec::new() }
    }
}

impl<T> Staging<T> {
    /// The bytes of the buffers for a team of `size` pieces on this many nodes; `u64::MAX` if there
    /// are more.
    pub fn bytes(nodes: u64, size: u64) -> u64 {
        let of_size = |left| Team::configurations(nodes, left).unwrap_or(u64::MAX);
        (1..size).map(of_size).fold(0, u64::saturating_add).saturating_mul(size_of::<T>() as u64)
    }
}

/// Listing a joint move takes this many times as long as gathering over an arc of one piece.
const LISTING_PER_ARC: f64 = 8.0;

impl Team {
    /// Visits every configuration in numbering order with the sum over the joint moves out of it,
    /// or into it. `items` holds the element of each configuration.
    ///
    /// Time: O((2ᵏ − 1) · configurations · arcs / nodes) for k pieces that all move. Memory:
    /// [`Staging::bytes`].
    ///
    /// # Panics
    ///
    /// If there is not one item for each configuration.
    pub fn gather<S: Semiring>(
        &self,
        along: Along,
        items: &[S::Item],
        semiring: &S,
        buffers: &mut Staging<S::Item>,
        mut visit: impl FnMut(u32, S::Item),
    ) {
        assert_eq!(items.len(), self.nodes() as usize, "there is an item for each configuration");
        let move_cost = self.move_cost();
        let with_cost_of_ply = |item| if move_cost == MoveCost::Ply { semiring.extend(item, 1) } else { item };
        let passes = self.stalemate() == TeamStalemate::Passes;
        let mut visit = |configuration: u32, pieces: &[u32], moved: S::Item| {
            let moved = with_cost_of_ply(moved);
            let stays = passes && !self.can_move(pieces.iter().copied());
            let all =
                if stays { semiring.plus(moved, semiring.extend(items[configuration as usize], 1)) } else { moved };
            visit(configuration, all);
        };
        if items.is_empty() {
            return;
        }
        match self.movers() {
            Movers::One => self.gather_single_moves(along, items, semiring, &mut visit),
            Movers::All => self.gather_joint_moves(along, items, semiring, buffers, &mut visit),
        }
    }

    /// Whether gathering over all configurations is faster than listing the joint moves of this
    /// many.
    pub(crate) fn staging_pays(&self, configurations: usize) -> bool {
        let arcs = self.steps().arcs() as f64 / f64::from(self.steps().nodes().max(1));
        let (listed, staged) = match self.movers() {
            Movers::One => return false,
            Movers::All => (arcs.powf(f64::from(self.size())), arcs * f64::from(self.size()).exp2()),
        };
        configurations as f64 * listed * LISTING_PER_ARC > f64::from(self.nodes()) * staged
    }

    /// The part of a joint move's cost that an arc contributes: 0 where the whole move costs one
    /// ply.
    fn arc_cost(&self, arc: Arc) -> Cost {
        if self.move_cost() == MoveCost::Ply { 0 } else { arc.cost }
    }

    fn gather_single_moves<S: Semiring>(
        &self,
        along: Along,
        items: &[S::Item],
        semiring: &S,
        visit: &mut impl FnMut(u32, &[u32], S::Item),
    ) {
        let mut pieces = vec![0; self.size() as usize];
        for configuration in 0..self.nodes() {
            let mut found = semiring.zero();
            for (index, &piece) in pieces.iter().enumerate() {
                for &arc in along.of(self.steps(), piece) {
                    let others = pieces[..index].iter().chain(&pieces[index + 1..]);
                    let to = self.numbering().rank_with(others, Some(arc.node), self.size());
                    found = semiring.plus(found, semiring.extend(items[to as usize], self.arc_cost(arc)));
                }
            }
            visit(configuration, &pieces, found);
            next_ascending(&mut pieces, self.steps().nodes());
        }
    }

    fn gather_joint_moves<S: Semiring>(
        &self,
        along: Along,
        items: &[S::Item],
        semiring: &S,
        buffers: &mut Staging<S::Item>,
        visit: &mut impl FnMut(u32, &[u32], S::Item),
    ) {
        let (nodes, size) = (self.steps().nodes(), self.size() as usize);
        let numbering = self.numbering();
        buffers.between.resize_with(size - 1, Vec::new);
        for (between, left) in buffers.between.iter_mut().zip((1..size as u32).rev()) {
            between.clear();
            between.resize(numbering.count(left) as usize, semiring.zero());
        }
        // The nodes of all pieces, ascending. Sums for pieces before `changed_from` are still
        // valid.
        let mut pieces = vec![0u32; size];
        let mut changed_from = 0;
        let mut configuration = 0;
        loop {
            for (depth, &piece) in pieces.iter().enumerate().take(size - 1).skip(changed_from) {
                let (done, rest) = buffers.between.split_at_mut(depth);
                let from = done.last().map_or(items, |between| &between[..]);
                let moved = PieceMove { numbering, left: (size - 1 - depth) as u32, semiring };
                let arcs = along.of(self.steps(), piece).iter().map(|&arc| (arc.node, self.arc_cost(arc)));
                moved.gather(from, &mut rest[0], arcs);
            }
            let from = buffers.between.last().map_or(items, |between| &between[..]);
            for last in pieces[size - 1]..nodes {
                let arcs = along.of(self.steps(), last).iter();
                let found = arcs.fold(semiring.zero(), |found, &arc| {
                    semiring.plus(found, semiring.extend(from[arc.node as usize], self.arc_cost(arc)))
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

/// The moves of one piece, while the `left` others have yet to move.
struct PieceMove<'a, S> {
    numbering: &'a Multisets,
    left: u32,
    semiring: &'a S,
}

impl<S: Semiring> PieceMove<'_, S> {
    /// For each multiset of the others, sums over the multisets that have the target of one of
    /// these arcs as an additional member.
    #[expect(clippy::needless_pass_by_value, reason = "an iterator is a few words, and is cloned for each multiset")]
    fn gather(&self, from: &[S::Item], into: &mut [S::Item], arcs: impl Iterator<Item = (u32, Cost)> + Clone) {
        let (numbering, left, nodes) = (self.numbering, self.left, self.numbering.nodes());
        into.fill(self.semiring.zero());
        // All members of the multiset but the last. When the last member grows by one, so does the
        // number of the multiset.
        let mut prefix = vec![0u32; left as usize - 1];
        let mut done = 0;
        loop {
            let first = prefix.last().copied().unwrap_or(0);
            let row = &mut into[done..done + (nodes - first) as usize];
            done += row.len();
            // The number of the prefix with the two least possible further members.
            let corner = numbering.rank_with(&prefix, None, left + 1);
            let below = numbering.at_least(2, first);
            for (node, cost) in arcs.clone() {
                // Here the node comes after the last member.
                for last in first..node.min(nodes) {
                    let number = corner + (below - numbering.at_least(2, last)) + (node - last);
                    self.add(&mut row[(last - first) as usize], from[number as usize], cost);
                }
                // Here the node comes before the last member, so the numbers are consecutive.
                let least = first.max(node);
                let start = numbering.rank_with(&prefix, Some(node), left + 1) as usize;
                let run = &mut row[(least - first) as usize..];
                for (item, &from) in run.iter_mut().zip(&from[start..]) {
                    self.add(item, from, cost);
                }
            }
            if next_ascending(&mut prefix, nodes).is_none() {
                return;
            }
        }
    }

    #[inline]
    fn add(&self, item: &mut S::Item, from: S::Item, cost: Cost) {
        let moved = if cost == 0 { from } else { self.semiring.extend(from, cost) };
        *item = self.semiring.plus(*item, moved);
    }
}
