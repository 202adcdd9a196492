//! The input and the output of the orbits engine.

use catmouse_arena::{Distance, Movers, StepGraph};

/// A team against a single piece, on a board whose symmetries are known.
///
/// The team places its pieces, then the opponent places its single one, then the team moves first.
/// The team wins where one of its pieces has caught the other. A side that must move and cannot
/// neither wins nor loses.
#[derive(Clone, Copy, Debug)]
pub struct Pursuit<'a> {
    /// The digraph on which each piece of the team moves.
    pub steps: &'a StepGraph,
    /// The number of pieces of the team.
    pub size: u32,
    /// The pieces of the team that move in a turn.
    pub movers: Movers,
    /// The digraph on which the single piece moves.
    pub others_steps: &'a StepGraph,
    /// For each node, the nodes on which a piece there has caught the other.
    pub caught: &'a [Vec<u32>],
    /// Permutations of the nodes that preserve moves and catching, each as the image of every node.
    /// The engine uses the group that they generate.
    pub symmetries: &'a [Vec<u32>],
}

/// The best placements of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlacements {
    /// The plies until the game is over.
    pub plies: Distance,
    /// The classes of best placements under the symmetries, each by its least placement, ascending.
    pub classes: Vec<PlacementClass>,
}

/// A class of placements that symmetries map to each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacementClass {
    /// The least placement of the class, as an ascending list of nodes.
    pub least: Vec<u32>,
    /// The number of placements in the class.
    pub alike: u64,
}
