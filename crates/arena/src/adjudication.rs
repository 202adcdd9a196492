//! From values to outcomes: what the graph cannot decide.
//!
//! Retrograde analysis says "won in d" or "endless". What endless play is worth, and what happens when a limit runs out
//! first, is agreed between the players, not found by search; so it is applied afterwards. A limit of L is a horizon on the
//! distance: a win with d ≤ L stands, everything else is decided by the limit. No position ever counts turns.

use crate::game::{Cost, Player};
use crate::solution::{Distance, Value};

/// How a game ends for the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player wins.
    Win(Player),
    /// Neither player wins.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }

    /// How much a player likes it: 1 for its win, 0 for a draw, −1 for its loss.
    pub fn score(self, player: Player) -> i8 {
        match self {
            Self::Win(winner) if winner == player => 1,
            Self::Draw => 0,
            Self::Win(_) => -1,
        }
    }
}

/// A limit on the length of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The greatest distance at which a win still stands.
    pub distance: Distance,
    /// What the game is worth when the limit runs out.
    pub outcome: Outcome,
}

/// What decides an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecidedBy {
    /// A forced end, within the limit if there is one.
    Play,
    /// The limit, before an end can be forced.
    Limit,
    /// Neither player can force an end, and there is no limit.
    Endless,
}

/// The outcome of a position and what decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// How the game ends.
    pub outcome: Outcome,
    /// By what.
    pub decided_by: DecidedBy,
    /// The distance of the forced end; none unless play decides.
    pub distance: Option<Distance>,
}

/// What endless play is worth, and the limit if there is one.
///
/// ```
/// use catmouse_arena::{Adjudication, DecidedBy, Limit, Outcome, Player, Value};
///
/// let draw = Adjudication { endless: Outcome::Draw, limit: None };
/// let clock = Adjudication { limit: Some(Limit { distance: 10, outcome: Outcome::Win(Player::Two) }), ..draw };
/// let win = Value::Win { player: Player::One, distance: 11 };
/// assert_eq!(draw.judge(win).outcome, Outcome::Win(Player::One));
/// assert_eq!(clock.judge(win).outcome, Outcome::Win(Player::Two));
/// assert_eq!(clock.judge(win).decided_by, DecidedBy::Limit);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Adjudication {
    /// What the game is worth if it never ends.
    pub endless: Outcome,
    /// The limit, if there is one.
    pub limit: Option<Limit>,
}

impl Adjudication {
    /// The outcome of a value.
    pub fn judge(&self, value: Value) -> Judgement {
        match (value, self.limit) {
            (Value::Win { player, distance }, limit) if limit.is_none_or(|limit| distance <= limit.distance) => {
                Judgement { outcome: Outcome::Win(player), decided_by: DecidedBy::Play, distance: Some(distance) }
            }
            (_, Some(limit)) => Judgement { outcome: limit.outcome, decided_by: DecidedBy::Limit, distance: None },
            (_, None) => Judgement { outcome: self.endless, decided_by: DecidedBy::Endless, distance: None },
        }
    }

    /// The outcome of a move, from the value of the position that it leads to; the limit counts from before the move, the
    /// distance from after it.
    pub fn judge_move(&self, after: Value, cost: Cost) -> Judgement {
        let judgement = self.judge(after.one_move_before(cost));
        Judgement { distance: judgement.distance.map(|distance| distance - Distance::from(cost)), ..judgement }
    }

    /// What holds after a move of this cost: the limit is that much nearer. None if the limit has run out before.
    #[must_use]
    pub fn after(&self, cost: Cost) -> Option<Self> {
        let limit = match self.limit {
            Some(limit) => Some(Limit { distance: limit.distance.checked_sub(cost.into())?, ..limit }),
            None => None,
        };
        Some(Self { limit, ..*self })
    }
}
