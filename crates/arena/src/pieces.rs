//! What one player moves: a single piece, or a team of them.

use std::slice;
use std::vec;

use crate::step_graph::{Arc, StepGraph};
use crate::team::Team;

/// The pieces of one player. Wherever they stand is one *node*: of the digraph for a single piece, a configuration for a team.
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
    /// How many places there are for the pieces to stand.
    pub fn nodes(&self) -> u32 {
        match self {
            Self::Single(steps) => steps.nodes(),
            Self::Team(team) => team.nodes(),
        }
    }

    /// The digraph on which each piece moves.
    pub fn steps(&self) -> &StepGraph {
        match self {
            Self::Single(steps) => steps,
            Self::Team(team) => team.steps(),
        }
    }

    /// The team, if it is one.
    pub fn team(&self) -> Option<&Team> {
        match self {
            Self::Single(_) => None,
            Self::Team(team) => Some(team),
        }
    }

    /// Where each piece stands, ascending.
    pub fn configuration(&self, node: u32) -> Vec<u32> {
        match self {
            Self::Single(_) => vec![node],
            Self::Team(team) => team.configuration(node),
        }
    }

    /// How many pieces there are.
    pub fn size(&self) -> u32 {
        self.team().map_or(1, Team::size)
    }

    /// The node for pieces that stand here, in any order.
    ///
    /// # Panics
    ///
    /// If they are not as many as there are pieces, or do not stand on nodes of the digraph.
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

    /// The nodes that one move leads to, by number, then by cost.
    pub fn successors(&self, node: u32) -> Hops<'_> {
        match self {
            Self::Single(steps) => Hops::Held(steps.successors(node).iter()),
            Self::Team(team) => Hops::Made(team.successors(node).into_iter()),
        }
    }

    /// The nodes from which one move leads here, by number, then by cost.
    pub fn predecessors(&self, node: u32) -> Hops<'_> {
        match self {
            Self::Single(steps) => Hops::Held(steps.predecessors(node).iter()),
            Self::Team(team) => Hops::Made(team.predecessors(node).into_iter()),
        }
    }

    /// Visits the nodes from which one move leads here, likewise; without a call where there is a single piece.
    #[inline]
    pub(crate) fn each_predecessor(&self, node: u32, visit: impl FnMut(Arc)) {
        match self {
            Self::Single(steps) => steps.predecessors(node).iter().copied().for_each(visit),
            Self::Team(team) => team.predecessors(node).into_iter().for_each(visit),
        }
    }

    /// How many moves there are from each node.
    pub(crate) fn mobility(&self) -> Vec<usize> {
        (0..self.nodes()).map(|node| self.successors(node).len()).collect()
    }

    /// Whether there is no move from here.
    pub(crate) fn stuck(&self, node: u32) -> bool {
        match self {
            Self::Single(steps) => steps.successors(node).is_empty(),
            Self::Team(team) => team.stalemate() == crate::TeamStalemate::Stuck && !team.mobile(node),
        }
    }
}

/// The moves of some pieces: held by their digraph, or made for the asking.
#[derive(Clone, Debug)]
pub enum Hops<'a> {
    /// Those of a single piece.
    Held(slice::Iter<'a, Arc>),
    /// Those of a team.
    Made(vec::IntoIter<Arc>),
}

impl Iterator for Hops<'_> {
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

    /// Which kind of moves it is is asked once, not at each of them.
    #[inline]
    fn fold<B, F: FnMut(B, Arc) -> B>(self, init: B, f: F) -> B {
        match self {
            Self::Held(arcs) => arcs.copied().fold(init, f),
            Self::Made(arcs) => arcs.fold(init, f),
        }
    }
}

impl ExactSizeIterator for Hops<'_> {}
