//! What orbits are found for, and what comes of it.

use catmouse_arena::{Distance, Movers, StepGraph};

/// A team against a single piece, on a board whose symmetries are known.
///
/// The team places its pieces, then the opponent its single one, and then the team moves first. It wins where one of its pieces has caught the other.
/// A side that must move and cannot, neither wins nor loses.
#[derive(Clone, Copy, Debug)]
pub struct Pursuit<'a> {
    /// The digraph along which each piece of the team moves.
    pub steps: &'a StepGraph,
    /// How many pieces the team has.
    pub size: u32,
    /// Which of them move in a turn.
    pub movers: Movers,
    /// The digraph along which the single piece moves.
    pub others_steps: &'a StepGraph,
    /// For each node the nodes on which a piece there has caught the other.
    pub caught: &'a [Vec<u32>],
    /// Permutations of the nodes that change nothing about moves and catching: for each node its image. Whatever they generate is used.
    pub symmetries: &'a [Vec<u32>],
}

/// The best placements of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlacements {
    /// The plies until the game is over.
    pub plies: Distance,
    /// One placement for each class of those that symmetries map to each other, ascending; of a class the least.
    pub classes: Vec<PlacementClass>,
}

/// Placements that symmetries map to each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacementClass {
    /// The least of them, as an ascending list of nodes.
    pub least: Vec<u32>,
    /// How many there are.
    pub alike: u64,
}
