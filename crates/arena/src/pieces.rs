//! The pieces of one player: a single piece, a team, or a cast.

use std::slice;
use std::vec;

use crate::cast::Cast;
use crate::moves::Cost;
use crate::step_graph::{Arc, StepGraph};
use crate::team::{Team, TeamStalemate};

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
    /// Pieces that may differ, and whose moves may depend on where the opponent stands.
    Cast(Cast),
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

impl From<Cast> for Pieces {
    fn from(cast: Cast) -> Self {
        Self::Cast(cast)
    }
}

impl Pieces {
    /// The number of nodes.
    #[inline]
    pub fn nodes(&self) -> u32 {
        match self {
            Self::Single(steps) => steps.nodes(),
            Self::Team(team) => team.nodes(),
            Self::Cast(cast) => cast.nodes(),
        }
    }

    /// The digraph along which each piece moves. The pieces of a cast make only some of these moves.
    #[inline]
    pub fn steps(&self) -> &StepGraph {
        match self {
            Self::Single(steps) => steps,
            Self::Team(team) => team.steps(),
            Self::Cast(cast) => cast.steps(),
        }
    }

    /// The team; `None` for a single piece and for a cast.
    #[inline]
    pub fn team(&self) -> Option<&Team> {
        match self {
            Self::Single(_) | Self::Cast(_) => None,
            Self::Team(team) => Some(team),
        }
    }

    /// The cast; `None` for a single piece and for a team.
    #[inline]
    pub fn cast(&self) -> Option<&Cast> {
        match self {
            Self::Single(_) | Self::Team(_) => None,
            Self::Cast(cast) => Some(cast),
        }
    }

    /// The nodes of the digraph on which the pieces stand, ascending; for a cast of pieces that
    /// differ, in the order of the pieces.
    pub fn configuration(&self, node: u32) -> Vec<u32> {
        match self {
            Self::Single(_) => vec![node],
            Self::Team(team) => team.configuration(node),
            Self::Cast(cast) => cast.configuration(node),
        }
    }

    /// The number of pieces that would have to move to turn one configuration into the other.
    /// The pieces of a team are interchangeable; those of a cast are compared in the order of their
    /// [`configuration`](Self::configuration).
    pub fn moved(&self, from: u32, to: u32) -> u32 {
        match self {
            Self::Single(_) => u32::from(from != to),
            Self::Team(team) => team.moved(from, to),
            Self::Cast(cast) => {
                let (before, after) = (cast.configuration(from), cast.configuration(to));
                before.iter().zip(&after).filter(|(before, after)| before != after).count() as u32
            }
        }
    }

    /// The possible costs of a move that consists of these steps `(from, to)`, one for each piece. A
    /// step between equal nodes may also be that of a piece that does not move. In no order; empty if
    /// there is no such move.
    ///
    /// # Panics
    ///
    /// If the pieces are a cast.
    pub fn costs_of(&self, steps: &[(u32, u32)]) -> Vec<Cost> {
        match self {
            Self::Single(graph) => steps.iter().flat_map(|&step| graph.costs_between(step)).collect(),
            Self::Team(team) => team.costs_of(steps),
            Self::Cast(_) => panic!("{DEPENDS}"),
        }
    }

    /// The number of pieces.
    #[inline]
    pub fn size(&self) -> u32 {
        match self {
            Self::Single(_) => 1,
            Self::Team(team) => team.size(),
            Self::Cast(cast) => cast.size(),
        }
    }

    /// The node for pieces that stand on these nodes of the digraph, given in any order; for a cast of
    /// pieces that differ, in the order of the pieces.
    ///
    /// # Panics
    ///
    /// If the number of nodes differs from the number of pieces, or a node is not in the digraph.
    pub fn node(&self, configuration: &[u32]) -> u32 {
        match (self, configuration) {
            (Self::Single(steps), &[node]) if node < steps.nodes() => node,
            (Self::Single(_), _) => panic!("a single piece stands on one node of its digraph"),
            (Self::Team(team), _) => team.node(configuration),
            (Self::Cast(cast), _) => cast.node(configuration),
        }
    }

    /// Whether every move costs 1.
    pub fn unit_costs(&self) -> bool {
        match self {
            Self::Single(steps) => steps.unit_costs(),
            Self::Team(team) => team.unit_costs(),
            Self::Cast(_) => true,
        }
    }

    /// The nodes that one move leads to while the opponent's pieces are on the node `other`, by
    /// number, then by cost. Time: as [`StepGraph::successors`], [`Team::successors`] or
    /// [`Cast::successors`].
    #[inline]
    pub fn moves(&self, other: u32, node: u32) -> PieceArcs<'_> {
        match self {
            Self::Cast(cast) => PieceArcs::Made(cast.successors(other, node).into_iter()),
            Self::Single(_) | Self::Team(_) => self.successors(node),
        }
    }

    /// The nodes from which one move leads here while the opponent's pieces are on the node `other`.
    #[inline]
    pub(crate) fn moves_back(&self, other: u32, node: u32) -> PieceArcs<'_> {
        match self {
            Self::Cast(cast) => PieceArcs::Made(cast.predecessors(other, node).into_iter()),
            Self::Single(_) | Self::Team(_) => self.predecessors(node),
        }
    }

    /// The nodes that one move leads to, by number, then by cost. Time: as
    /// [`StepGraph::successors`] or [`Team::successors`].
    ///
    /// # Panics
    ///
    /// If the pieces are a cast, whose [`moves`](Self::moves) depend on the opponent.
    #[inline]
    pub fn successors(&self, node: u32) -> PieceArcs<'_> {
        match self {
            Self::Cast(_) => panic!("{DEPENDS}"),
            Self::Single(steps) => PieceArcs::Held(steps.successors(node).iter()),
            Self::Team(team) => match team.precomputed_moves(node) {
                Some(arcs) => PieceArcs::Held(arcs.iter()),
                None => PieceArcs::Made(team.successors(node).into_iter()),
            },
        }
    }

    /// The nodes from which one move leads here, by number, then by cost.
    ///
    /// # Panics
    ///
    /// If the pieces are a cast.
    pub fn predecessors(&self, node: u32) -> PieceArcs<'_> {
        match self {
            Self::Cast(_) => panic!("{DEPENDS}"),
            Self::Single(steps) => PieceArcs::Held(steps.predecessors(node).iter()),
            Self::Team(team) => PieceArcs::Made(team.predecessors(node).into_iter()),
        }
    }

    /// Visits the nodes from which one move leads here, in the same order. For a single piece this
    /// copies no list.
    #[inline]
    pub(crate) fn each_predecessor(&self, other: u32, node: u32, visit: impl FnMut(Arc)) {
        match self {
            Self::Cast(cast) => cast.predecessors(other, node).into_iter().for_each(visit),
            Self::Single(steps) => steps.predecessors(node).iter().copied().for_each(visit),
            Self::Team(team) => team.predecessors(node).into_iter().for_each(visit),
        }
    }

    /// The number of moves from each node.
    pub(crate) fn mobility(&self) -> Vec<usize> {
        let moves = |node| match self {
            Self::Cast(cast) if cast.stalemate() == TeamStalemate::Passes => cast.mobility(node).max(1),
            Self::Cast(cast) => cast.mobility(node),
            Self::Single(_) | Self::Team(_) => self.successors(node).len(),
        };
        (0..self.nodes()).map(moves).collect()
    }

    /// Whether there is no move from a node, wherever the opponent stands.
    pub fn is_stuck(&self, node: u32) -> bool {
        match self {
            Self::Single(steps) => steps.successors(node).is_empty(),
            Self::Team(team) => team.stalemate() == TeamStalemate::Stuck && !team.mobile(node),
            Self::Cast(cast) => cast.stalemate() == TeamStalemate::Stuck && !cast.mobile(node),
        }
    }
}

/// Why a cast cannot list moves for a node alone.
const DEPENDS: &str = "the moves of a cast depend on the opponent";

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
