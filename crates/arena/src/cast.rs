//! Casts: pieces of one player that may differ from one another, and whose moves may depend on where
//! the other player's pieces stand.
//!
//! A [`Team`] has pieces that are alike and free, so engines may move one of them after the other,
//! wherever the opponent stands. A cast promises neither. An arena with a cast is therefore no product
//! ([`Arena::as_product`](crate::Arena::as_product) is `None`), and only engines that ask for the
//! moves of each position apply to it.

use crate::InOrder;
use crate::compressed_rows::CompressedRows;
use crate::step_graph::{Arc, StepGraph};
use crate::team::{Multisets, Team, TeamStalemate};

/// The moves of a piece that has exactly one move at each position: to a node that depends on its
/// own node and on the node of the opponent. Each move costs 1. Memory: 20 bytes for each pair of
/// nodes.
///
/// ```
/// use catmouse_arena::ForcedMoves;
///
/// // On a path of four nodes the piece walks toward the opponent.
/// let chase = ForcedMoves::new(4, 4, |other, node| match node.cmp(&other) {
///     std::cmp::Ordering::Less => node + 1,
///     std::cmp::Ordering::Equal => node,
///     std::cmp::Ordering::Greater => node - 1,
/// });
/// assert_eq!(chase.target(3, 0), 1);
/// assert_eq!(chase.origins(3, 3).iter().map(|arc| arc.node).collect::<Vec<_>>(), [2, 3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedMoves {
    nodes: u32,
    /// The move for each node of the opponent and each node of the piece.
    moves: Vec<Arc>,
    /// For the same pairs, the nodes from which the piece moves here.
    origins: CompressedRows<Arc>,
}

impl ForcedMoves {
    /// Asks for the target of each pair of nodes, of which the first is the opponent's. Time: linear
    /// in the pairs.
    ///
    /// # Panics
    ///
    /// If a target is not a node of the piece.
    pub fn new(others: u32, nodes: u32, target: impl Fn(u32, u32) -> u32) -> Self {
        let pairs = || (0..others).flat_map(|other| (0..nodes).map(move |node| (other, node)));
        let moves: Vec<Arc> = pairs().map(|(other, node)| Arc { node: target(other, node), cost: 1 }).collect();
        assert!(moves.iter().all(|arc| arc.node < nodes), "a forced move leads to a node of the piece");
        let back = pairs().zip(&moves).map(|((other, node), arc)| (other * nodes + arc.node, Arc { node, cost: 1 }));
        let origins = CompressedRows::grouped(moves.len(), back);
        Self { nodes, moves, origins }
    }

    /// The node to which the piece moves from `node` while the opponent is on `other`.
    pub fn target(&self, other: u32, node: u32) -> u32 {
        self.moves[self.index(other, node)].node
    }

    /// The nodes from which the piece moves to `node` while the opponent is on `other`, ascending.
    pub fn origins(&self, other: u32, node: u32) -> &[Arc] {
        self.origins.row(self.index(other, node))
    }

    fn index(&self, other: u32, node: u32) -> usize {
        other as usize * self.nodes as usize + node as usize
    }
}

/// How a piece of a cast moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CastRole {
    /// Along an arc of this digraph, each of which costs 1.
    Free(StepGraph),
    /// By its only move.
    Forced(ForcedMoves),
}

impl CastRole {
    fn successors(&self, other: u32, node: u32) -> &[Arc] {
        match self {
            Self::Free(steps) => steps.successors(node),
            Self::Forced(forced) => std::slice::from_ref(&forced.moves[forced.index(other, node)]),
        }
    }

    fn predecessors(&self, other: u32, node: u32) -> &[Arc] {
        match self {
            Self::Free(steps) => steps.predecessors(node),
            Self::Forced(forced) => forced.origins(other, node),
        }
    }
}

/// Several pieces of one player, of which each moves in each turn. Every move costs 1.
///
/// # Numbering
///
/// If all pieces have one forced role, a node is a multiset of places, numbered as the configurations
/// of a [`Team`]. Otherwise it is a list with the place of each piece, and lists are numbered in
/// lexicographic order.
///
/// ```
/// use catmouse_arena::{Cast, CastRole, ForcedMoves, StepGraph, TeamStalemate};
///
/// let steps = StepGraph::new(3, vec![(0, 1, 1), (1, 2, 1), (2, 2, 1)]);
/// let follows = ForcedMoves::new(3, 3, |other, _| other);
/// let roles = vec![CastRole::Free(steps.clone()), CastRole::Forced(follows)];
/// let pair = Cast::new(steps, roles, 2, TeamStalemate::Stuck);
/// let here = pair.node(&[1, 0]);
/// let after: Vec<_> = pair.successors(0, here).iter().map(|arc| pair.configuration(arc.node)).collect();
/// assert_eq!(after, [[2, 0]]); // the first walks on, and the second goes to the opponent, who is on node 0
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// Moves of each piece, and perhaps more.
    steps: StepGraph,
    /// The role of all pieces, or of each.
    roles: Vec<CastRole>,
    size: u32,
    /// The numbering if all pieces have the same role.
    alike: Option<Multisets>,
    stalemate: TeamStalemate,
}

impl Cast {
    /// A cast of `size` pieces with one role for all, or one for each. The digraph `steps` holds
    /// every move that some piece can ever make, and may hold more.
    ///
    /// # Panics
    ///
    /// If the number of roles is neither 1 nor `size`, if one role for several pieces is free, which
    /// is a [`Team`], or if there are 2³² nodes or more ([`configurations`](Self::configurations)).
    pub fn new(steps: StepGraph, roles: Vec<CastRole>, size: u32, stalemate: TeamStalemate) -> Self {
        let alike = (roles.len() == 1).then(|| Multisets::new(steps.nodes(), size));
        let is_team = size > 1 && matches!(roles[..], [CastRole::Free(_)]);
        assert!(!is_team, "several free pieces that are alike are a team");
        assert!(alike.is_some() || roles.len() == size as usize, "a role for all pieces, or one for each");
        let count = Self::configurations(steps.nodes().into(), size.into(), alike.is_some());
        assert!(count.is_some_and(|count| count <= u32::MAX.into()), "a cast has fewer than 2³² configurations");
        Self { steps, roles, size, alike, stalemate }
    }

    /// The number of ways to place `size` pieces on this many nodes; `None` if it is 2⁶⁴ or more.
    pub fn configurations(nodes: u64, size: u64, are_alike: bool) -> Option<u64> {
        if are_alike { Team::configurations(nodes, size) } else { nodes.checked_pow(u32::try_from(size).ok()?) }
    }

    /// The digraph with the moves of each piece, and perhaps more.
    pub fn steps(&self) -> &StepGraph {
        &self.steps
    }

    /// The number of pieces.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Whether all pieces have the same role, so that they are interchangeable.
    pub fn are_alike(&self) -> bool {
        self.alike.is_some()
    }

    /// The role of each piece.
    pub fn roles(&self) -> impl Iterator<Item = &CastRole> {
        self.roles.iter().cycle().take(self.size as usize)
    }

    /// The result where the cast has no move.
    pub fn stalemate(&self) -> TeamStalemate {
        self.stalemate
    }

    /// The number of nodes.
    pub fn nodes(&self) -> u32 {
        match &self.alike {
            Some(numbering) => numbering.count(self.size),
            None => self.steps.nodes().pow(self.size),
        }
    }

    /// The places of the pieces: ascending if they are alike, otherwise in their order.
    pub fn configuration(&self, mut node: u32) -> Vec<u32> {
        if let Some(numbering) = &self.alike {
            return numbering.members(node, self.size);
        }
        let mut places = vec![0; self.size as usize];
        for place in places.iter_mut().rev() {
            *place = node % self.steps.nodes();
            node /= self.steps.nodes();
        }
        places
    }

    /// The number of these places; if the pieces are alike, in any order.
    ///
    /// # Panics
    ///
    /// If the number of places differs from the number of pieces, or a place is not in the digraph.
    pub fn node(&self, places: &[u32]) -> u32 {
        assert_eq!(places.len(), self.size as usize, "a configuration has one place for each piece");
        assert!(places.iter().all(|&place| place < self.steps.nodes()), "a piece stands on a node of the digraph");
        match &self.alike {
            Some(numbering) => {
                let mut sorted = places.to_vec();
                sorted.put_in_order();
                numbering.rank(&sorted)
            }
            None => places.iter().fold(0, |number, place| number * self.steps.nodes() + place),
        }
    }

    /// The number of moves from a node, not counting a pass. It does not depend on the opponent,
    /// because a forced piece has one move everywhere.
    pub fn mobility(&self, node: u32) -> usize {
        let moves = |(place, role): (u32, &CastRole)| match role {
            CastRole::Free(steps) => steps.successors(place).len(),
            CastRole::Forced(_) => 1,
        };
        self.configuration(node).into_iter().zip(self.roles()).map(moves).product()
    }

    /// Whether there is a move from a node, not counting a pass.
    pub fn mobile(&self, node: u32) -> bool {
        self.mobility(node) > 0
    }

    /// The moves out of a node while the opponent is on `other`, by number. Time: that of listing
    /// the product of the moves of the pieces.
    pub fn successors(&self, other: u32, node: u32) -> Vec<Arc> {
        let mut moves = self.joint(node, |role, place| role.successors(other, place));
        if moves.is_empty() && self.stalemate == TeamStalemate::Passes {
            moves.push(Arc { node, cost: 1 });
        }
        moves
    }

    /// The moves into a node while the opponent is on `other`, by number.
    pub fn predecessors(&self, other: u32, node: u32) -> Vec<Arc> {
        let mut moves = self.joint(node, |role, place| role.predecessors(other, place));
        if self.stalemate == TeamStalemate::Passes && !self.mobile(node) {
            moves.push(Arc { node, cost: 1 });
            moves.put_in_order();
        }
        moves
    }

    /// The places to which the pieces move from one node to another while the opponent is on
    /// `other`; the first in lexicographic order, or `None` if there is no such move.
    pub fn assignment(&self, other: u32, from: u32, to: u32) -> Option<Vec<u32>> {
        let mut found = None;
        self.each_joint(
            from,
            |role, place| role.successors(other, place),
            |places| {
                if found.is_none() && self.node(places) == to {
                    found = Some(places.to_vec());
                }
            },
        );
        let passes = self.stalemate == TeamStalemate::Passes && from == to && !self.mobile(from);
        found.or_else(|| passes.then(|| self.configuration(from)))
    }

    fn joint<'a>(&'a self, node: u32, along: impl Fn(&'a CastRole, u32) -> &'a [Arc]) -> Vec<Arc> {
        let mut moves = Vec::new();
        self.each_joint(node, along, |places| moves.push(Arc { node: self.node(places), cost: 1 }));
        moves.put_in_order();
        moves.dedup();
        moves
    }

    /// Visits the product of the arcs of all pieces, in lexicographic order.
    fn each_joint<'a>(
        &'a self,
        node: u32,
        along: impl Fn(&'a CastRole, u32) -> &'a [Arc],
        mut visit: impl FnMut(&[u32]),
    ) {
        let arcs: Vec<&[Arc]> =
            self.configuration(node).into_iter().zip(self.roles()).map(|(place, role)| along(role, place)).collect();
        if arcs.iter().any(|arcs| arcs.is_empty()) {
            return;
        }
        let mut chosen = vec![0; arcs.len()];
        loop {
            let places: Vec<u32> = arcs.iter().zip(&chosen).map(|(arcs, &arc)| arcs[arc].node).collect();
            visit(&places);
            let Some(next) = (0..arcs.len()).rev().find(|&piece| chosen[piece] + 1 < arcs[piece].len()) else { return };
            chosen[next] += 1;
            chosen[next + 1..].fill(0);
        }
    }
}
