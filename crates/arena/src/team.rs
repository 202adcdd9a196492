//! Teams: several interchangeable pieces of one player that move together.
//!
//! The pieces of a team are interchangeable, so their places form a multiset of nodes of one
//! digraph, a *configuration*. There are C(n+k−1, k) configurations of k pieces on n nodes. They
//! are numbered by arithmetic, in both directions, and never listed.
//!
//! In each turn either every piece moves along an arc, or exactly one does. If every piece moves,
//! the joint moves from one configuration are a product. [`Team::successors`] lists this product
//! for one position. For all configurations at once, [`Team::gather`] moves one piece after the
//! other instead.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::InOrder;
use crate::bits::set_bits;
use crate::compressed_rows::CompressedRows;
use crate::moves::Cost;
use crate::step_graph::{Arc, StepGraph};

/// Which pieces of a team move in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movers {
    /// Every piece, each along one arc.
    All,
    /// Exactly one piece, along one arc.
    One,
}

/// The cost of a joint move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveCost {
    /// 1 for the whole move, as in games that count plies.
    Ply,
    /// The sum of the costs of the arcs that the pieces move along.
    Arcs,
}

/// The result for a team that has no joint move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TeamStalemate {
    /// The team is stuck, and the arena's [`StalemateRule`](crate::StalemateRule) decides.
    Stuck,
    /// The team passes the turn, at cost 1.
    Passes,
}

/// Several interchangeable pieces on one digraph.
///
/// # Numbering
///
/// Configurations are written as ascending lists of nodes and numbered in lexicographic order: with
/// two pieces on three nodes `[0,0] [0,1] [0,2] [1,1] [1,2] [2,2]`. With S(v, j) = C(n−v+j−1, j),
/// the number of multisets of j nodes that are all at least v, the configuration `c` has the number
/// Σ S(cᵢ₋₁, k−i) − S(cᵢ, k−i), where c₋₁ is 0.
///
/// ```
/// use catmouse_arena::{TeamStalemate, Movers, StepGraph, Team, MoveCost};
///
/// let path = StepGraph::new(3, vec![(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1)]);
/// let pair = Team::new(path, 2, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
/// assert_eq!(pair.nodes(), 6);
/// assert_eq!(pair.configuration(4), [1, 2]);
/// // From 1 and 2, one piece goes to 0 or 2 and the other to 1.
/// let reached: Vec<_> = pair.successors(4).iter().map(|arc| pair.configuration(arc.node)).collect();
/// assert_eq!(reached, [[0, 1], [1, 2]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    steps: StepGraph,
    numbering: Multisets,
    movers: Movers,
    move_cost: MoveCost,
    stalemate: TeamStalemate,
    /// Whether a piece can move from every node, and so the team from every configuration.
    always_mobile: bool,
    precomputed: Precomputed,
}

/// The joint moves of all configurations, once precomputed; `None` inside if there are too many.
/// They follow from the other fields, so precomputing them does not affect equality.
#[derive(Clone, Debug, Default)]
struct Precomputed(OnceLock<Option<CompressedRows<Arc>>>);

impl PartialEq for Precomputed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Precomputed {}

impl Team {
    /// A team of `size` pieces on the digraph. Memory: 4·(size + 1) bytes a node in addition to the
    /// digraph.
    ///
    /// # Panics
    ///
    /// If there is no piece, or there are 2³² configurations or more (see
    /// [`configurations`](Self::configurations)).
    pub fn new(steps: StepGraph, size: u32, movers: Movers, move_cost: MoveCost, stalemate: TeamStalemate) -> Self {
        assert!(size > 0, "a team has at least one piece");
        let numbering = Multisets::new(steps.nodes(), size);
        let always_mobile = (0..steps.nodes()).all(|node| !steps.successors(node).is_empty());
        Self { steps, numbering, movers, move_cost, stalemate, always_mobile, precomputed: Precomputed::default() }
    }

    /// The number of configurations of `size` pieces on this many nodes; `None` if it is 2⁶⁴ or
    /// more.
    pub fn configurations(nodes: u64, size: u64) -> Option<u64> {
        if nodes == 0 {
            return Some(u64::from(size == 0));
        }
        // C(n+k−1, k) = C(n+k−1, n−1), so take the smaller number of factors. After step i the
        // product is C(m+i, i), so each division is exact. The product only grows, so it may stop
        // once it exceeds 64 bits.
        let (few, many) = (size.min(nodes - 1), size.max(nodes - 1));
        let count = (1..=u128::from(few)).try_fold(1u128, |product, i| {
            let next = product * (u128::from(many) + i) / i;
            (next <= u128::from(u64::MAX)).then_some(next)
        })?;
        u64::try_from(count).ok()
    }

    /// The digraph on which each piece moves.
    pub fn steps(&self) -> &StepGraph {
        &self.steps
    }

    /// The number of pieces.
    pub fn size(&self) -> u32 {
        self.numbering.size
    }

    /// Which pieces move in one turn.
    pub fn movers(&self) -> Movers {
        self.movers
    }

    /// The cost of a joint move.
    pub fn move_cost(&self) -> MoveCost {
        self.move_cost
    }

    /// The result where the team has no joint move.
    pub fn stalemate(&self) -> TeamStalemate {
        self.stalemate
    }

    /// The numbering of the team's configurations, and of smaller multisets on the same nodes.
    pub fn numbering(&self) -> &Multisets {
        &self.numbering
    }

    /// The number of configurations.
    #[inline]
    pub fn nodes(&self) -> u32 {
        self.numbering.count(self.size())
    }

    /// The nodes on which the pieces stand, ascending. Time: O(size · log nodes).
    pub fn configuration(&self, node: u32) -> Vec<u32> {
        self.numbering.members(node, self.size())
    }

    /// The number of pieces that would have to move to turn one configuration into the other.
    /// Pieces are interchangeable. Time: O(size · log nodes).
    ///
    /// ```
    /// use catmouse_arena::{MoveCost, Movers, StepGraph, Team, TeamStalemate};
    ///
    /// let team = Team::new(StepGraph::new(9, vec![]), 3, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
    /// assert_eq!(team.moved(team.node(&[2, 2, 5]), team.node(&[2, 5, 7])), 1);
    /// ```
    pub fn moved(&self, from: u32, to: u32) -> u32 {
        let of = |node| self.numbering.each_member(node, self.size()).peekable();
        let (mut before, mut after) = (of(from), of(to));
        let mut stayed = 0;
        while let (Some(&one), Some(&other)) = (before.peek(), after.peek()) {
            stayed += u32::from(one == other);
            before.next_if(|&one| one <= other);
            after.next_if(|&other| other <= one);
        }
        self.size() - stayed
    }

    /// The number of a configuration, given in any order. Time: O(size · log size).
    ///
    /// # Panics
    ///
    /// If the number of nodes differs from the number of pieces, or a node is not in the digraph.
    pub fn node(&self, configuration: &[u32]) -> u32 {
        assert_eq!(configuration.len(), self.size() as usize, "a configuration has one node for each piece");
        let mut sorted = configuration.to_vec();
        sorted.put_in_order();
        assert!(sorted.iter().all(|&node| node < self.steps.nodes()), "a piece stands on a node of the digraph");
        self.numbering.rank(&sorted)
    }

    /// Whether every joint move costs 1.
    pub fn unit_costs(&self) -> bool {
        match (self.move_cost, self.movers) {
            (MoveCost::Ply, _) => true,
            (MoveCost::Arcs, Movers::One) => self.steps.unit_costs(),
            (MoveCost::Arcs, Movers::All) => self.steps.unit_costs() && self.size() == 1,
        }
    }

    /// Whether there is a joint move from a configuration, not counting a pass. Time:
    /// O(size · log nodes).
    pub fn mobile(&self, node: u32) -> bool {
        self.can_move(self.numbering.each_member(node, self.size()))
    }

    /// Whether pieces on these nodes have a joint move, not counting a pass.
    pub(crate) fn can_move(&self, pieces: impl IntoIterator<Item = u32>) -> bool {
        let mut moves = pieces.into_iter().map(|at| !self.steps.successors(at).is_empty());
        self.always_mobile
            || match self.movers {
                Movers::All => moves.all(|moves| moves),
                Movers::One => moves.any(|moves| moves),
            }
    }

    /// The least and the greatest cost of the joint moves from one configuration to another; `None`
    /// if there is none.
    ///
    /// Joint moves are not listed: the pieces choose their targets in the other configuration one
    /// after the other, and each multiset of remaining targets is held once. Time:
    /// O(size · 2^size · log) if all pieces move, and O(size · arcs) if one does.
    pub fn move_costs(&self, from: u32, to: u32) -> Option<(Cost, Cost)> {
        let pieces = self.configuration(from);
        let costs = match self.movers {
            Movers::One => {
                let arcs = pieces
                    .iter()
                    .enumerate()
                    .flat_map(|(index, &piece)| self.steps.successors(piece).iter().map(move |&arc| (index, arc)));
                let reaches = |&(index, arc): &(usize, Arc)| {
                    let others = pieces[..index].iter().chain(&pieces[index + 1..]);
                    self.numbering.rank_with(others, Some(arc.node), self.size()) == to
                };
                arcs.filter(reaches).map(|(_, arc)| (arc.cost, arc.cost)).reduce(joined)
            }
            Movers::All => self.assignment_costs(&pieces, self.configuration(to)),
        };
        let passes = || {
            (self.stalemate == TeamStalemate::Passes && from == to && !self.can_move(pieces.iter().copied()))
                .then_some((1, 1))
        };
        let costs = if self.move_cost == MoveCost::Ply { costs.map(|_| (1, 1)) } else { costs };
        costs.or_else(passes)
    }

    /// The least and the greatest sum of costs at which these pieces reach these targets, one piece
    /// to each target.
    fn assignment_costs(&self, pieces: &[u32], targets: Vec<u32>) -> Option<(Cost, Cost)> {
        // For each multiset of remaining targets, the least and the greatest cost so far.
        let mut left: BTreeMap<Vec<u32>, (Cost, Cost)> = BTreeMap::from([(targets, (0, 0))]);
        for &piece in pieces {
            let mut next: BTreeMap<Vec<u32>, (Cost, Cost)> = BTreeMap::new();
            for (targets, (least, greatest)) in left {
                for (index, &target) in targets.iter().enumerate() {
                    if index > 0 && targets[index - 1] == target {
                        continue;
                    }
                    let costs = self.steps.costs_between((piece, target)).map(|cost| (cost, cost));
                    if let Some((cheapest, dearest)) = costs.reduce(joined) {
                        let sums = (least.saturating_add(cheapest), greatest.saturating_add(dearest));
                        let mut rest = targets.clone();
                        rest.remove(index);
                        next.entry(rest).and_modify(|known| *known = joined(*known, sums)).or_insert(sums);
                    }
                }
            }
            left = next;
        }
        left.into_values().next()
    }

    /// The nodes to which the pieces move, in the order of the pieces, in a joint move at this cost
    /// from one configuration to another. If several assignments fit, returns the first in
    /// lexicographic order; `None` if there is no such move.
    ///
    /// ```
    /// use catmouse_arena::{MoveCost, Movers, StepGraph, Team, TeamStalemate};
    ///
    /// let steps = StepGraph::new(4, vec![(0, 1, 1), (0, 3, 9), (2, 1, 9), (2, 3, 1)]);
    /// let pair = Team::new(steps, 2, Movers::All, MoveCost::Arcs, TeamStalemate::Stuck);
    /// let (from, to) = (pair.node(&[0, 2]), pair.node(&[1, 3]));
    /// assert_eq!(pair.assignment(from, to, 2), Some(vec![1, 3]));
    /// assert_eq!(pair.assignment(from, to, 18), Some(vec![3, 1]));
    /// assert_eq!(pair.assignment(from, to, 10), None);
    /// ```
    pub fn assignment(&self, from: u32, to: u32, cost: Cost) -> Option<Vec<u32>> {
        let pieces = self.configuration(from);
        if !self.can_move(pieces.iter().copied()) {
            return (self.stalemate == TeamStalemate::Passes && from == to && cost == 1).then_some(pieces);
        }
        if self.move_cost == MoveCost::Ply && cost != 1 {
            return None;
        }
        match self.movers {
            Movers::One => {
                let moved = |(index, &piece): (usize, &u32)| {
                    let mut after = pieces.clone();
                    let mut reaches = |arc: &Arc| {
                        after[index] = arc.node;
                        (self.move_cost == MoveCost::Ply || arc.cost == cost) && self.node(&after) == to
                    };
                    self.steps.successors(piece).iter().any(&mut reaches).then_some(after)
                };
                pieces.iter().enumerate().filter_map(moved).min()
            }
            Movers::All => {
                let mut chosen = Vec::new();
                let found = self.assign(&pieces, &self.configuration(to), (0, cost), &mut chosen, &mut BTreeSet::new());
                found.then_some(chosen)
            }
        }
    }

    /// The possible costs of a joint move that consists of these steps `(from, to)`, one for each
    /// piece, in no order. Empty if there is no such move.
    pub(crate) fn costs_of(&self, steps: &[(u32, u32)]) -> Vec<Cost> {
        let stays = |&(from, to): &(u32, u32)| from == to;
        if !self.can_move(steps.iter().map(|&(from, _)| from)) {
            let passes = self.stalemate == TeamStalemate::Passes && steps.iter().all(stays);
            return passes.then_some(1).into_iter().collect();
        }
        let costs = match self.movers {
            Movers::One => {
                let is_alone = |index: usize| steps[..index].iter().chain(&steps[index + 1..]).all(stays);
                let movers = steps.iter().enumerate().filter(|&(index, _)| is_alone(index));
                movers.flat_map(|(_, &step)| self.steps.costs_between(step)).collect()
            }
            Movers::All => steps.iter().fold(vec![0], |sums: Vec<Cost>, &step| {
                let with = |sum: Cost| self.steps.costs_between(step).map(move |cost| sum.saturating_add(cost));
                let mut sums: Vec<Cost> = sums.into_iter().flat_map(with).collect();
                sums.put_in_order();
                sums.dedup();
                sums
            }),
        };
        if self.move_cost == MoveCost::Ply { costs.into_iter().map(|_| 1).collect() } else { costs }
    }

    /// Chooses targets for these pieces, one for each, so that the move costs exactly `cost`, of
    /// which the earlier pieces `spent` a part. `failed` holds the targets and the parts for which
    /// there is no choice.
    fn assign(
        &self,
        pieces: &[u32],
        targets: &[u32],
        (spent, cost): (Cost, Cost),
        chosen: &mut Vec<u32>,
        failed: &mut BTreeSet<(Vec<u32>, Cost)>,
    ) -> bool {
        let Some((&piece, others)) = pieces.split_first() else {
            return self.move_cost == MoveCost::Ply || spent == cost;
        };
        let state = (targets.to_vec(), spent);
        if failed.contains(&state) {
            return false;
        }
        for (index, &target) in targets.iter().enumerate() {
            let rest = [&targets[..index], &targets[index + 1..]].concat();
            chosen.push(target);
            for cost_of_piece in self.steps.costs_between((piece, target)) {
                let spent = if self.move_cost == MoveCost::Ply { 0 } else { spent.saturating_add(cost_of_piece) };
                if spent <= cost && self.assign(others, &rest, (spent, cost), chosen, failed) {
                    return true;
                }
            }
            chosen.pop();
        }
        failed.insert(state);
        false
    }

    /// The greatest cost of the joint moves from a configuration; `None` if there is none. Time:
    /// O(arcs of the pieces).
    pub fn dearest_move(&self, from: u32) -> Option<Cost> {
        let pieces = self.configuration(from);
        if !self.can_move(pieces.iter().copied()) {
            return (self.stalemate == TeamStalemate::Passes).then_some(1);
        }
        let dearest = |&piece: &u32| self.steps.successors(piece).iter().map(|arc| arc.cost).max().unwrap_or(0);
        match (self.move_cost, self.movers) {
            (MoveCost::Ply, _) => Some(1),
            (MoveCost::Arcs, Movers::One) => pieces.iter().map(dearest).max(),
            (MoveCost::Arcs, Movers::All) => Some(pieces.iter().map(dearest).fold(0, Cost::saturating_add)),
        }
    }

    /// The configurations that one joint move leads to, by number, then by cost. Time: O(arcs^size)
    /// if every piece moves.
    pub fn successors(&self, node: u32) -> Vec<Arc> {
        let mut arcs = self.joint(node, StepGraph::successors);
        if arcs.is_empty() && self.stalemate == TeamStalemate::Passes {
            arcs.push(Arc { node, cost: 1 });
        }
        arcs
    }

    /// Precomputes the joint moves of all configurations, unless an upper bound on their number
    /// exceeds `most`. Each move takes 8 bytes, and 16 while it is listed. A first call that finds
    /// too many decides for all later calls.
    pub(crate) fn precompute_moves(&self, most: u64) {
        self.precomputed.0.get_or_init(|| {
            let mut bound: u64 = 0;
            for node in 0..self.nodes() {
                bound = self.choices(node).saturating_add(bound);
                if bound > most {
                    return None;
                }
            }
            let mut moves = CompressedRows::with_capacity(self.nodes() as usize, 0);
            // A page loads the code before it answers anything, and its games are small.
            let is_fast = !cfg!(target_family = "wasm");
            if is_fast && self.movers == Movers::All && self.move_cost == MoveCost::Ply {
                self.every_joint_move(|node, reached| {
                    let passes = reached.is_empty() && self.stalemate == TeamStalemate::Passes;
                    let stays = passes.then_some(node);
                    moves.push(reached.iter().copied().chain(stays).map(|node| Arc { node, cost: 1 }));
                });
            } else {
                (0..self.nodes()).for_each(|node| moves.push(self.successors(node)));
            }
            moves.shrink_to_fit();
            Some(moves)
        });
    }

    /// Visits the configurations in order, each with the ascending configurations that a move of every piece leads to.
    /// The moves of some pieces are extended by the steps of one more. Memory: the moves of all pieces but one, and a
    /// number for each of their configurations and each node. Time: O(moves of all pieces but one · arcs of a node) for
    /// each configuration.
    fn every_joint_move(&self, mut visit: impl FnMut(u32, &[u32])) {
        let (numbering, nodes) = (&self.numbering, self.steps.nodes() as usize);
        let mut fewer: CompressedRows<u32> = CompressedRows::new();
        fewer.push([0]);
        for size in 1..=numbering.size {
            // For each configuration of the other pieces and each node of one more, the number of them all.
            let mut with_one_more = Vec::with_capacity(fewer.len() * nodes);
            for others in 0..fewer.len() as u32 {
                let others = numbering.members(others, size - 1);
                with_one_more.extend((0..nodes as u32).map(|node| numbering.rank_with(&others, Some(node), size)));
            }
            let mut more = CompressedRows::new();
            let mut marked = vec![0_u64; (numbering.count(size) as usize).div_ceil(64)];
            let mut reached = Vec::new();
            for node in 0..numbering.count(size) {
                let pieces = numbering.members(node, size);
                for &others in fewer.row(numbering.rank(&pieces[1..]) as usize) {
                    let with = &with_one_more[others as usize * nodes..][..nodes];
                    for arc in self.steps.successors(pieces[0]) {
                        let rank = with[arc.node as usize];
                        marked[rank as usize / 64] |= 1 << (rank % 64);
                    }
                }
                reached.clear();
                for (word, bits) in (0..).step_by(64).zip(&mut marked) {
                    reached.extend(set_bits(std::mem::take(bits)).map(|bit| word + bit as u32));
                }
                if size == numbering.size {
                    visit(node, &reached);
                } else {
                    more.push(reached.iter().copied());
                }
            }
            fewer = more;
        }
    }

    /// The number of ways in which the pieces of a configuration can move, at least 1: an upper
    /// bound on the number of joint moves. If all moves cost the same, they are no more than the configurations.
    fn choices(&self, node: u32) -> u64 {
        let pieces = self.configuration(node);
        let ways = pieces.iter().map(|&piece| self.steps.successors(piece).len() as u64);
        let ways = match self.movers {
            Movers::All => ways.fold(1, u64::saturating_mul),
            Movers::One => ways.sum(),
        };
        let most = if self.move_cost == MoveCost::Ply { self.nodes().into() } else { u64::MAX };
        ways.clamp(1, most)
    }

    /// The joint moves of a configuration, if they are precomputed.
    #[inline]
    pub(crate) fn precomputed_moves(&self, node: u32) -> Option<&[Arc]> {
        Some(self.precomputed.0.get()?.as_ref()?.row(node as usize))
    }

    /// The configurations from which one joint move leads here, by number, then by cost. Time: as
    /// [`successors`](Self::successors).
    pub fn predecessors(&self, node: u32) -> Vec<Arc> {
        let mut arcs = self.joint(node, StepGraph::predecessors);
        if self.stalemate == TeamStalemate::Passes && !self.mobile(node) {
            arcs.push(Arc { node, cost: 1 });
            arcs.put_in_order();
        }
        arcs
    }

    /// The joint moves out of a configuration or into it; `along` gives the arcs of a node in that
    /// direction.
    fn joint(&self, node: u32, along: impl Fn(&StepGraph, u32) -> &[Arc]) -> Vec<Arc> {
        let pieces = self.configuration(node);
        let arcs: Vec<&[Arc]> = pieces.iter().map(|&piece| along(&self.steps, piece)).collect();
        let mut listed = Listed { team: self, ranks: Vec::with_capacity(pieces.len()), moves: Vec::new() };
        match self.movers {
            Movers::One => {
                for (index, arcs) in arcs.into_iter().enumerate() {
                    let others = [&pieces[..index], &pieces[index + 1..]].concat();
                    listed.add_piece(&others, arcs, 0);
                }
            }
            Movers::All => {
                let count = arcs.iter().map(|arcs| arcs.len()).try_fold(1, usize::checked_mul);
                match count.filter(|&count| count <= MAX_LISTED_AT_ONCE) {
                    Some(count) => listed.all_at_once(&arcs, count),
                    None => listed.piece_by_piece(&arcs),
                }
            }
        }
        listed.sort();
        listed.moves.into_iter().map(|arc| Arc { node: (arc >> 32) as u32, cost: arc as Cost }).collect()
    }
}

/// Up to this many joint moves are listed with repetitions, which are removed afterwards. More are
/// built piece by piece without repetitions.
const MAX_LISTED_AT_ONCE: usize = 1 << 12;

/// A list of joint moves in the making. Each move packs the number of a configuration of some of
/// the pieces and a cost into one word, because words are sorted faster than pairs.
struct Listed<'a> {
    team: &'a Team,
    ranks: Vec<u32>,
    moves: Vec<u64>,
}

impl Listed<'_> {
    /// Adds the moves of one more piece, given its ascending arcs and the ascending nodes of the
    /// others after their moves.
    fn add_piece(&mut self, others: &[u32], arcs: &[Arc], cost_of_others: Cost) {
        let (numbering, size) = (&self.team.numbering, others.len() as u32 + 1);
        numbering.rank_one_more(others, &mut self.ranks);
        let mut before = 0;
        for arc in arcs {
            while others.get(before).is_some_and(|&other| other < arc.node) {
                before += 1;
            }
            let (from, left) = (self.ranks[before], size - before as u32);
            let node = from.wrapping_sub(numbering.at_least(left, arc.node + 1));
            let cost = match self.team.move_cost {
                MoveCost::Ply => 1,
                MoveCost::Arcs => cost_of_others.saturating_add(arc.cost),
            };
            self.moves.push(u64::from(node) << 32 | u64::from(cost));
        }
    }

    fn sort(&mut self) {
        self.moves.put_in_order();
        self.moves.dedup();
    }

    /// One move for each choice of an arc by each piece, of which there are `count`.
    fn all_at_once(&mut self, arcs: &[&[Arc]], count: usize) {
        self.moves.reserve_exact(count);
        let (last, others) = arcs.split_last().expect("a team has at least one piece");
        // An odometer with one wheel for each piece but the last. It does not turn if one of these
        // pieces has no arc.
        let mut wheels = vec![0; others.len()];
        let mut moved = Vec::with_capacity(others.len());
        let mut turning = others.iter().all(|arcs| !arcs.is_empty());
        while turning {
            let chosen = || others.iter().zip(&wheels).map(|(arcs, &wheel)| arcs[wheel]);
            moved.clear();
            moved.extend(chosen().map(|arc| arc.node));
            moved.put_in_order();
            let cost = chosen().fold(0, |sum: Cost, arc| sum.saturating_add(arc.cost));
            self.add_piece(&moved, last, cost);
            turning = false;
            for (wheel, arcs) in wheels.iter_mut().zip(others) {
                *wheel += 1;
                if *wheel < arcs.len() {
                    turning = true;
                    break;
                }
                *wheel = 0;
            }
        }
    }

    /// Lists the moves of the first piece, of the first two, and so on, each list without
    /// repetitions. Many pieces on few nodes have far fewer moves than choices of arcs.
    fn piece_by_piece(&mut self, arcs: &[&[Arc]]) {
        let numbering = &self.team.numbering;
        let mut placed = Vec::new();
        self.moves = vec![0];
        for (size, arcs) in (0..).zip(arcs) {
            let before = std::mem::take(&mut self.moves);
            for rank_and_cost in before {
                placed.clear();
                placed.extend(numbering.each_member((rank_and_cost >> 32) as u32, size));
                self.add_piece(&placed, arcs, rank_and_cost as Cost);
            }
            self.sort();
        }
    }
}

/// The union of two ranges of costs: the least and the greatest cost.
fn joined(one: (Cost, Cost), other: (Cost, Cost)) -> (Cost, Cost) {
    (one.0.min(other.0), one.1.max(other.1))
}

/// The numbering of the multisets of up to `size` nodes of `0..nodes`, in lexicographic order for
/// each size. Memory: 4 bytes for each size and node.
///
/// The smaller sizes number the pieces that have yet to move while the others have moved.
///
/// ```
/// use catmouse_arena::Multisets;
///
/// let pairs = Multisets::new(3, 2);
/// assert_eq!(pairs.count(2), 6);
/// assert_eq!(pairs.members(4, 2), [1, 2]);
/// assert_eq!(pairs.rank(&[1, 2]), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multisets {
    nodes: u32,
    size: u32,
    /// At `j · (nodes + 1) + v`: the number of multisets of j nodes that are all at least v.
    from: Vec<u32>,
}

impl Multisets {
    /// The numbering for multisets of up to `size` of this many nodes. Time: O(size · nodes).
    ///
    /// # Panics
    ///
    /// If there are 2³² or more multisets of some size.
    pub fn new(nodes: u32, size: u32) -> Self {
        let width = nodes as usize + 1;
        let mut from = vec![0u32; width * (size as usize + 1)];
        from[..width].fill(1);
        for j in 1..=size as usize {
            for v in (0..nodes as usize).rev() {
                // Either v is a member, or all members are greater.
                let sum = from[(j - 1) * width + v].checked_add(from[j * width + v + 1]);
                from[j * width + v] = sum.expect("a team has fewer than 2³² configurations");
            }
        }
        Self { nodes, size, from }
    }

    /// The number of multisets of `size` nodes that are all at least `least`. Time: constant.
    #[inline]
    pub fn at_least(&self, size: u32, least: u32) -> u32 {
        self.from[size as usize * (self.nodes as usize + 1) + least as usize]
    }

    /// The number of multisets of this size.
    #[inline]
    pub fn count(&self, size: u32) -> u32 {
        self.at_least(size, 0)
    }

    /// The number of nodes.
    #[inline]
    pub(crate) fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The number of an ascending multiset.
    pub fn rank(&self, members: &[u32]) -> u32 {
        self.rank_with(members, None, members.len() as u32)
    }

    /// The number of the multiset of these members, given in ascending order, and one more if
    /// given. If there are fewer than `size` in all, returns the number of the first multiset of
    /// this size that begins with them.
    #[inline]
    pub(crate) fn rank_with<'m>(
        &self,
        members: impl IntoIterator<Item = &'m u32>,
        mut one_more: Option<u32>,
        size: u32,
    ) -> u32 {
        let (mut rank, mut least, mut left) = (0, 0, size);
        let mut append = |member| {
            rank += self.at_least(left, least) - self.at_least(left, member);
            (least, left) = (member, left - 1);
        };
        for &member in members {
            if let Some(earlier) = one_more.take_if(|one_more| *one_more <= member) {
                append(earlier);
            }
            append(member);
        }
        one_more.into_iter().for_each(append);
        rank
    }

    /// Prepares the numbers of all multisets that consist of these ascending members and one more
    /// node `x`. If `before` members precede `x`, the number of the multiset is
    /// `ranks[before] - at_least(size - before, x + 1)` in wrapping arithmetic, where `size` counts
    /// `x`. Time: linear in the members.
    fn rank_one_more(&self, members: &[u32], ranks: &mut Vec<u32>) {
        let size = members.len() as u32 + 1;
        // A member adds `at_least(left, previous) - at_least(left, member)` to the number of its
        // multiset. Members after `x` have the same `left` as without `x`. The terms with `x`
        // combine, as `at_least(left, x) = at_least(left, x + 1) + at_least(left - 1, x)`. If `x`
        // is last, `at_least(1, x) = at_least(1, x + 1) + 1`.
        ranks.clear();
        let (mut sum, mut least) = (0_u32, 0);
        for (left, &member) in (1..=size).rev().zip(members) {
            ranks.push(sum.wrapping_add(self.at_least(left, least)));
            sum = sum.wrapping_add(self.at_least(left, least)).wrapping_sub(self.at_least(left, member));
            least = member;
        }
        ranks.push(sum.wrapping_add(self.at_least(1, least)).wrapping_sub(1));
        let mut after = 0_u32;
        for (before, &member) in members.iter().enumerate().rev() {
            let left = size - before as u32 - 1;
            ranks[before] = ranks[before].wrapping_add(after).wrapping_sub(self.at_least(left, member));
            let least = before.checked_sub(1).map_or(0, |last| members[last]);
            after = after.wrapping_add(self.at_least(left, least)).wrapping_sub(self.at_least(left, member));
        }
    }

    /// The multiset of this size with this number, ascending.
    pub fn members(&self, rank: u32, size: u32) -> Vec<u32> {
        self.each_member(rank, size).collect()
    }

    /// The members of the multiset of this size with this number, ascending.
    #[inline]
    pub(crate) fn each_member(&self, mut rank: u32, size: u32) -> impl Iterator<Item = u32> + '_ {
        let mut least = 0;
        (1..=size).rev().map(move |left| {
            if left == 1 {
                return least + rank;
            }
            let row = left as usize * (self.nodes as usize + 1);
            let all = self.at_least(left, least);
            // The number of multisets whose first member is less than v grows with v. Find the last
            // v for which it is at most `rank`.
            let candidates = &self.from[row + least as usize..row + self.nodes as usize];
            let member = least + candidates.partition_point(|&from_here| all - from_here <= rank) as u32 - 1;
            rank -= all - self.at_least(left, member);
            least = member;
            member
        })
    }
}

/// Advances an ascending list of numbers below `nodes` to the next list in lexicographic order.
/// Returns the first index that has changed; `None` after the last list.
pub(crate) fn next_ascending(list: &mut [u32], nodes: u32) -> Option<usize> {
    let at = list.iter().rposition(|&member| member + 1 < nodes)?;
    let member = list[at] + 1;
    list[at..].fill(member);
    Some(at)
}
