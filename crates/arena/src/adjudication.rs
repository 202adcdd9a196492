//! From values to outcomes: what the graph cannot decide.
//!
//! Retrograde analysis finds "won in d" or "endless". The players agree on the worth of endless
//! play and on the outcome when a limit runs out. No search can find these, so they are applied
//! afterwards. A limit of L is a bound on the distance: a win with d ≤ L stands, and the limit
//! decides everything else. No position counts turns.

use crate::game::Arena;
use crate::moves::{Cost, Move, Player, PositionId, Status};
use crate::solution::Values;
use crate::value::{Distance, Value};

/// The result of a game.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinOrDraw {
    /// This player wins.
    Win(Player),
    /// Neither player wins.
    Draw,
}

impl WinOrDraw {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }

    /// The score of a player: 1 for a win, 0 for a draw, −1 for a loss.
    pub fn score(self, player: Player) -> i8 {
        match self {
            Self::Win(winner) if winner == player => 1,
            Self::Draw => 0,
            Self::Win(_) => -1,
        }
    }
}

/// A limit on the length of the game.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The greatest distance at which a win still stands: what is left of the limit.
    pub distance: Distance,
    /// What the moves before have used of the limit.
    pub spent: Distance,
    /// The outcome when the limit runs out.
    pub outcome: WinOrDraw,
}

impl Limit {
    /// A limit of which nothing is spent yet.
    pub fn new(distance: Distance, outcome: WinOrDraw) -> Self {
        Self { distance, spent: 0, outcome }
    }

    /// The whole limit: what is left, and what is spent.
    pub fn whole(&self) -> Distance {
        self.distance + self.spent
    }

    /// The limit after moves of this cost; `None` if they cost more than is left.
    #[must_use]
    pub fn after(&self, cost: Distance) -> Option<Self> {
        let distance = self.distance.checked_sub(cost)?;
        Some(Self { distance, spent: self.spent + cost, ..*self })
    }
}

/// The reason for an outcome.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JudgedBy {
    /// A forced win, within the limit if there is one.
    Play,
    /// The limit, before a win can be forced.
    Limit,
    /// Neither player can force a win, and there is no limit.
    Endless,
}

/// The outcome of a position and what decides it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// The result of the game under perfect play.
    pub outcome: WinOrDraw,
    /// The reason for the outcome.
    pub decided_by: JudgedBy,
    /// The distance of the forced win. `None` unless play decides, and `None` where the values hold
    /// no distances.
    pub distance: Option<Distance>,
}

/// The outcome of endless play, and the limit if there is one.
///
/// ```
/// use catmouse_arena::{Adjudication, JudgedBy, Limit, Player, Value, WinOrDraw};
///
/// let draw = Adjudication { endless: WinOrDraw::Draw, limit: None };
/// let clock = Adjudication { limit: Some(Limit::new(10, WinOrDraw::Win(Player::Two))), ..draw };
/// let win = Value::Win { player: Player::One, distance: 11 };
/// assert_eq!(draw.judge(win).outcome, WinOrDraw::Win(Player::One));
/// assert_eq!(clock.judge(win).outcome, WinOrDraw::Win(Player::Two));
/// assert_eq!(clock.judge(win).decided_by, JudgedBy::Limit);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Adjudication {
    /// The outcome of a game that never ends.
    pub endless: WinOrDraw,
    /// The limit, if there is one.
    pub limit: Option<Limit>,
}

impl Adjudication {
    /// The outcome of a value.
    pub fn judge(&self, value: Value) -> Judgement {
        match (value, self.limit) {
            (Value::Win { player, distance }, limit) if limit.is_none_or(|limit| distance <= limit.distance) => {
                Judgement { outcome: WinOrDraw::Win(player), decided_by: JudgedBy::Play, distance: Some(distance) }
            }
            (_, Some(limit)) => Judgement { outcome: limit.outcome, decided_by: JudgedBy::Limit, distance: None },
            (_, None) => Judgement { outcome: self.endless, decided_by: JudgedBy::Endless, distance: None },
        }
    }

    /// The outcome of a move, from the value of the position after it. The limit counts from the
    /// position before the move, the distance from the position after it.
    pub fn judge_move(&self, after: Value, cost: Cost) -> Judgement {
        let judgement = self.judge(after.one_move_before(cost));
        Judgement { distance: judgement.distance.map(|distance| distance - Distance::from(cost)), ..judgement }
    }

    /// The outcome of a position. If the values hold no distances, the judgement has one only where
    /// the game is over.
    pub fn judge_in<A: Arena, V: Values + ?Sized>(&self, arena: &A, values: &V, position: PositionId) -> Judgement {
        with_known_distance(self.judge(values.value(position)), arena, values, position)
    }

    /// The outcome of a move, as [`judge_move`](Self::judge_move). If the values hold no distances,
    /// the judgement has one only where the game is over after the move.
    pub fn judge_move_in<A: Arena, V: Values + ?Sized>(&self, arena: &A, values: &V, step: Move) -> Judgement {
        with_known_distance(self.judge_move(values.value(step.to), step.cost), arena, values, step.to)
    }

    /// The outcome where neither player can force a win in time: that of the limit if there is one,
    /// otherwise that of endless play.
    pub fn unforced(&self) -> WinOrDraw {
        self.limit.map_or(self.endless, |limit| limit.outcome)
    }

    /// The adjudication after a move of this cost: the cost is subtracted from the limit. `None` if
    /// the limit runs out during the move.
    #[must_use]
    pub fn after(&self, cost: Cost) -> Option<Self> {
        let limit = match self.limit {
            Some(limit) => Some(limit.after(cost.into())?),
            None => None,
        };
        Some(Self { limit, ..*self })
    }
}

/// Removes a distance that the values do not hold, unless the game is over: then it is 0 anyway.
fn with_known_distance<A: Arena, V: Values + ?Sized>(
    judgement: Judgement,
    arena: &A,
    values: &V,
    position: PositionId,
) -> Judgement {
    if judgement.distance.is_none() || values.has_distances() {
        return judgement;
    }
    let is_over = matches!(arena.status(position), Status::Won(_));
    Judgement { distance: is_over.then_some(0), ..judgement }
}
