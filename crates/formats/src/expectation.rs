//! The result of a game that a text claims. Other crates compare it with the solution.

use catmouse_model::Outcome;

/// A claimed result; each part may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// The outcome from the start.
    pub outcome: Option<Outcome>,
    /// What decides the outcome: `play`, `endless`, `limit` or `stalemate`.
    pub decided_by: Option<String>,
    /// The distance of the start in plies; `Some(None)` claims that there is none: neither player can force an end.
    pub distance_plies: Option<Option<u64>>,
    /// The distance of the start where moves have costs: what the moves of both players cost in all.
    pub distance_cost: Option<Option<u64>>,
    /// How many positions each side wins.
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
    /// Those that the Mouse wins.
    pub mouse: u64,
    /// Those that the Cat wins.
    pub cat: u64,
    /// Those that neither player wins.
    pub draw: u64,
}

/// The claimed distances, in plies or in cost, of the positions that each side needs longest to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedLongest {
    /// The Mouse's; `None` if it wins no position.
    pub mouse: Option<u64>,
    /// The Cat's; `None` if it wins no position.
    pub cat: Option<u64>,
}
