//! The result of a game that a text claims. Other crates compare it with the solution.

use catmouse_model::Outcome;

/// A claimed result. Each part is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// The outcome from the start.
    pub outcome: Option<Outcome>,
    /// The cause of the outcome: `play`, `endless`, `limit` or `stalemate`.
    pub decided_by: Option<String>,
    /// The distance of the start in plies. `Some(None)` claims that neither player can force an
    /// end.
    pub distance_plies: Option<Option<u64>>,
    /// The distance of the start where moves have costs: the total cost of both players' moves.
    pub distance_cost: Option<Option<u64>>,
    /// The number of positions that each side wins.
    pub positions: Option<ExpectedCounts>,
    /// The longest distances, where the game counts plies.
    pub longest_plies: Option<ExpectedLongest>,
    /// The longest distances, where moves have costs.
    pub longest_cost: Option<ExpectedLongest>,
}

/// Claimed numbers of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedCounts {
    /// All positions.
    pub total: u64,
    /// The positions that the Mouse wins.
    pub mouse: u64,
    /// The positions that the Cat wins.
    pub cat: u64,
    /// The positions that neither player wins.
    pub draw: u64,
}

/// The claimed greatest distances to each side's wins, in plies or in cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedLongest {
    /// The Mouse's greatest distance; `None` if it wins no position.
    pub mouse: Option<u64>,
    /// The Cat's greatest distance; `None` if it wins no position.
    pub cat: Option<u64>,
}
