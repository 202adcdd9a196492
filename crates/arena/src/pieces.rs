//! The pieces of one player: a single piece, or a team.

use std::collections::BTreeSet;
use std::slice;
use std::vec;

use crate::moves::Cost;
use crate::step_graph::{Arc, StepGraph};
use crate::team::Team;

/// The pieces of one player.
///
/// The places of a player's pieces together form one *node*: for a single piece a node of its
/// digraph, for a team the number of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// One piece on a digraph.
    Single(StepGraph),
    /// Several interchangeable pieces on one digraph.
    Team(Team),
}

impl From<StepGraph> for Pieces {
    fn from(steps: StepGraph) -> Self {
        Self::Single(steps)
    }
}

impl From<Team> for Pieces {
    fn from(team: Team) -> Self {
        Self::Team(team)
    }
}

impl Pieces {
    /// The number of nodes.
    #[inline]
    pub fn nodes(&self) -> u32 {
        match self {
            Self::Single(steps) => steps.nodes(),
            Self::Team(team) => team.nodes(),
        }
    }

    /// The digraph along which each piece moves.
    #[inline]
    pub fn steps(&self) -> &StepGraph {
        match self {
            Self::Single(steps) => steps,
            Self::Team(team) => team.steps(),
        }
    }

    /// The team; `None` for a single piece.
    #[inline]
    pub fn team(&self) -> Option<&Team> {
        match self {
            Self::Single(_) => None,
            Self::Team(team) => Some(team),
        }
    }

    /// The nodes of the digraph on which the pieces stand, ascending.
    pub fn configuration(&self, node: u32) -> Vec<u32> {
        match self {
            Self::Single(_) => vec![node],
            Self::Team(team) => team.configuration(node),
        }
    }

    /// The number of pieces that would have to move to turn one configuration into the other.
    /// Pieces are interchangeable.
    pub fn moved(&self, from: u32, to: u32) -> u32 {
        match self {
            Self::Single(_) => u32::from(from != to),
            Self::Team(team) => team.moved(from, to),
        }
    }

    /// The possible costs of a move that consists of these steps `(from, to)`, one for each piece. A
    /// step between equal nodes may also be that of a piece that does not move. Empty if there is
    /// no such move.
    pub fn costs_of(&self, steps: &[(u32, u32)]) -> BTreeSet<Cost> {
        match self {
            Self::Single(graph) => steps.iter().flat_map(|&step| graph.costs_between(step)).collect(),
            Self::Team(team) => team.costs_of(steps),
        }
    }

    /// The number of pieces.
    #[inline]
    pub fn size(&self) -> u32 {
        self.team().map_or(1, Team::size)
    }

    /// The node for pieces that stand on these nodes of the digraph, given in any order.
    ///
    /// # Panics
    ///
    /// If the number of nodes differs from the number of pieces, or a node is not in the digraph.
    pub fn node(&self, configuration: &[u32]) -> u32 {
        match (self, configuration) {
            (Self::Single(steps), &[node]) if node < steps.nodes() => node,
            (Self::Single(_), _) => panic!("a single piece stands on one node of its digraph"),
            (Self::Team(team), _) => team.node(configuration),
        }
    }

    /// Whether every move costs 1.
    pub fn unit_costs(&self) -> bool {
        match self {
            Self::Single(steps) => steps.unit_costs(),
            Self::Team(team) => team.unit_costs(),
        }
    }

    /// The nodes that one move leads to, by number, then by cost. Time: as
    /// [`StepGraph::successors`] or [`Team::successors`].
    #[inline]
    pub fn successors(&self, node: u32) -> PieceArcs<'_> {
        match self {
            Self::Single(steps) => PieceArcs::Held(steps.successors(node).iter()),
            Self::Team(team) => match team.precomputed_moves(node) {
                Some(arcs) => PieceArcs::Held(arcs.iter()),
                None => PieceArcs::Made(team.successors(node).into_iter()),
            },
        }
    }

    /// The nodes from which one move leads here, by number, then by cost.
    pub fn predecessors(&self, node: u32) -> PieceArcs<'_> {
        match self {
            Self::Single(steps) => PieceArcs::Held(steps.predecessors(node).iter()),
            Self::Team(team) => PieceArcs::Made(team.predecessors(node).into_iter()),
        }
    }

    /// Visits the nodes from which one move leads here, in the same order. For a single piece this
    /// copies no list.
    #[inline]
    pub(crate) fn each_predecessor(&self, node: u32, visit: impl FnMut(Arc)) {
        match self {
            Self::Single(steps) => steps.predecessors(node).iter().copied().for_each(visit),
            Self::Team(team) => team.predecessors(node).into_iter().for_each(visit),
        }
    }

    /// The number of moves from each node.
    pub(crate) fn mobility(&self) -> Vec<usize> {
        (0..self.nodes()).map(|node| self.successors(node).len()).collect()
    }

    /// Whether there is no move from a node.
    pub(crate) fn is_stuck(&self, node: u32) -> bool {
        match self {
            Self::Single(steps) => steps.successors(node).is_empty(),
            Self::Team(team) => team.stalemate() == crate::TeamStalemate::Stuck && !team.mobile(node),
        }
    }
}

/// An iterator over the moves of a player's pieces, out of one node or into it.
#[derive(Clone, Debug)]
pub enum PieceArcs<'a> {
    /// Borrowed arcs: those of a single piece, or precomputed joint moves.
    Held(slice::Iter<'a, Arc>),
    /// Joint moves of a team that were listed for this iterator.
    Made(vec::IntoIter<Arc>),
}

impl Iterator for PieceArcs<'_> {
    type Item = Arc;

    #[inline]
    fn next(&mut self) -> Option<Arc> {
        match self {
            Self::Held(arcs) => arcs.next().copied(),
            Self::Made(arcs) => arcs.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Held(arcs) => arcs.size_hint(),
            Self::Made(arcs) => arcs.size_hint(),
        }
    }

    /// Distinguishes the two kinds once instead of at every arc.
    #[inline]
    fn fold<B, F: FnMut(B, Arc) -> B>(self, init: B, f: F) -> B {
        match self {
            Self::Held(arcs) => arcs.copied().fold(init, f),
            Self::Made(arcs) => arcs.fold(init, f),
        }
    }
}

impl ExactSizeIterator for PieceArcs<'_> {}
