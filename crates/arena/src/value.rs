//! The value of a position: the player who can force a win, and how soon.

use std::fmt;

use crate::moves::Player;

/// The distance to the end of the game under perfect play: the number of plies, or the sum of the
/// costs where moves have costs.
///
/// The literature calls it *remoteness* or, of endgame tables, *depth to win* (DTW) or *to mate*.
/// In Cops and Robbers the *capture time* counts rounds, each of which is two plies.
pub type Distance = u64;

/// The value of a position under perfect play.
///
/// ```
/// use catmouse_arena::{Player, Value};
///
/// let now = Value::Win { player: Player::One, distance: 3 };
/// assert_eq!(now.one_move_before(1).distance(), Some(4));
/// assert!(now.preference(Player::One) > Value::Endless.preference(Player::One));
/// assert!(now.preference(Player::Two) < Value::Endless.preference(Player::Two));
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// This player can force a win.
    Win {
        /// The winner.
        player: Player,
        /// The distance to the end when the winner hurries and the loser delays; 0 where the game
        /// is over.
        distance: Distance,
    },
    /// Neither player can force a win.
    Endless,
}

impl Value {
    /// The player who can force a win, if there is one.
    #[inline]
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Win { player, .. } => Some(player),
            Self::Endless => None,
        }
    }

    /// The distance of the win, if one can be forced.
    #[inline]
    pub fn distance(self) -> Option<Distance> {
        match self {
            Self::Win { distance, .. } => Some(distance),
            Self::Endless => None,
        }
    }

    /// The same value, but [`Endless`](Self::Endless) for a win at a distance beyond the limit.
    #[must_use]
    #[inline]
    pub fn within(self, limit: Option<Distance>) -> Self {
        match self {
            Self::Win { distance, .. } if limit.is_some_and(|limit| distance > limit) => Self::Endless,
            value => value,
        }
    }

    /// The value before a move of this cost that leads to this value.
    #[must_use]
    #[inline]
    pub fn one_move_before(self, cost: u32) -> Self {
        match self {
            Self::Win { player, distance } => Self::Win { player, distance: distance + Distance::from(cost) },
            Self::Endless => Self::Endless,
        }
    }

    /// The value of the two that this player prefers; `self` if they are equally good.
    #[must_use]
    #[inline]
    pub fn better(self, other: Self, player: Player) -> Self {
        if other.preference(player) > self.preference(player) { other } else { self }
    }

    /// Ranks the value for a player. From worst to best: a sooner loss, a later loss, endless play,
    /// a later win, a sooner win.
    #[inline]
    pub fn preference(self, player: Player) -> Preference {
        match self {
            Self::Win { player: winner, distance } if winner == player => Preference::of_win(distance),
            Self::Endless => Preference::ENDLESS,
            Self::Win { distance, .. } => Preference::of_loss(distance),
        }
    }
}

/// A player's ranking of values: the greater, the better for the player. See [`Value::preference`].
///
/// The ranking never contradicts an [`Adjudication`](crate::Adjudication): of two values, the one
/// that the player prefers is judged at least as good for the player, under any limit and any
/// outcome of endless play.
///
/// ```
/// use catmouse_arena::{Player, Preference, Value};
///
/// let late = Value::Win { player: Player::One, distance: 9 }.preference(Player::One);
/// assert!(late > Preference::ENDLESS && Preference::ENDLESS > Preference::LEAST);
/// assert_eq!(late.value(Player::One), Value::Win { player: Player::One, distance: 9 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Preference(u64);

impl Preference {
    /// The preference for a game that the player has lost already.
    pub const LEAST: Self = Self(0);

    /// The preference for endless play.
    pub const ENDLESS: Self = Self(1 << 63);

    /// Distances saturate here.
    const SATURATED: Distance = (1 << 63) - 1;

    #[inline]
    fn of_win(distance: Distance) -> Self {
        Self(u64::MAX - distance.min(Self::SATURATED - 1))
    }

    #[inline]
    fn of_loss(distance: Distance) -> Self {
        Self(distance.min(Self::SATURATED))
    }

    /// The value that has this preference for this player.
    #[inline]
    pub fn value(self, player: Player) -> Value {
        match self {
            Self::ENDLESS => Value::Endless,
            Self(liked) if self > Self::ENDLESS => Value::Win { player, distance: u64::MAX - liked },
            Self(distance) => Value::Win { player: player.opponent(), distance },
        }
    }
}

/// "a win of One in 7" or "endless".
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { player, distance } => write!(f, "a win of {player} in {distance}"),
            Self::Endless => f.write_str("endless"),
        }
    }
}
