//! The input of the orbits engine.

use catmouse_arena::{Movers, StepGraph};

/// A team against a single piece, on a board whose symmetries are known.
///
/// The team places its pieces, then the opponent places its single one, then the team moves first.
/// The team wins where one of its pieces has caught the other. A side that must move and cannot
/// neither wins nor loses.
#[derive(Clone, Debug)]
pub struct Pursuit {
    /// The digraph on which each piece of the team moves.
    pub steps: StepGraph,
    /// The number of pieces of the team.
    pub size: u32,
    /// The pieces of the team that move in a turn.
    pub movers: Movers,
    /// The digraph on which the single piece moves.
    pub others_steps: StepGraph,
    /// For each node, the nodes on which a piece there has caught the other.
    pub caught: Vec<Vec<u32>>,
    /// Permutations of the nodes that preserve moves and catching, each as the image of every node.
    /// The engine uses the group that they generate.
    pub symmetries: Vec<Vec<u32>>,
}
