//! The elements of a game: players, numbered positions, and the moves between them.

use std::fmt;

/// The cost of one move: 1 in a game that counts plies, at least 1 in any game.
pub type Cost = u32;

/// One of the two players. A game gives them their names ([`Words`](crate::Words)).
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The first player in numbering, which need not be the first to move.
    One,
    /// The second player in numbering.
    Two,
}

impl Player {
    /// Both players, in numbering order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The other player.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 0 or 1, for numbering; [`ByPlayer`](crate::ByPlayer) holds something for each player.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::One => 0,
            Self::Two => 1,
        }
    }
}

/// "One" or "Two".
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "One",
            Self::Two => "Two",
        })
    }
}

/// The number of a position, in `0..arena.positions()`. Each arena documents its numbering.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionId(usize);

impl PositionId {
    /// The position with this number.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// The number of this position.
    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }
}

impl fmt::Display for PositionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The status of a position, before anything is solved: whose turn it is, or who has won.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game goes on, and this player is to move. If there is no move, play counts as endless,
    /// unless [`StateRules::winner_if_stuck`](crate::StateRules::winner_if_stuck) names a winner:
    /// then the position is won at distance 0.
    Turn(Player),
    /// The game is over and this player has won.
    Won(Player),
}

/// A move from a given position.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The position after the move.
    pub to: PositionId,
    /// The cost of the move, at least 1.
    pub cost: Cost,
}

/// A move to a given position.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BackMove {
    /// The position before the move.
    pub from: PositionId,
    /// The player who makes the move, and so is to move at `from`.
    pub mover: Player,
    /// The cost of the move, at least 1.
    pub cost: Cost,
}
