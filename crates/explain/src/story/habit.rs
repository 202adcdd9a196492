//! A rule of thumb for the winner.

use catmouse_arena::{Arena, Player, PositionId, Values, Words};

use super::Told;
use crate::strategy::{Manner, habits, obeyed};

/// What comes of obeying a rule of thumb without thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Obeyed {
    /// It wins.
    Wins,
    /// It may go round in circles, though the win is never lost.
    Circles,
    /// It may lose the win; or so much can arise that this was not looked at.
    Strays,
}

impl Obeyed {
    /// The same as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Circles => "circles",
            Self::Strays => "strays",
        }
    }
}

/// In a forced win, a manner of moving (but to stay, or to win at once) that nearly always keeps the win: over the positions with W to move that can
/// arise while W follows its strategy and L plays anything, at least half have some moves of this manner and others
/// that are not, and in at least three quarters of those every move of the manner keeps the win. It is said where there
/// are at least eight such positions, of the manner that is right most often.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Habit {
    /// The winner.
    pub player: Player,
    /// The manner.
    pub manner: Manner,
    /// In how many positions every move of this manner keeps the win.
    pub right: usize,
    /// Those where one does not, in the order in which they can arise.
    pub fails: Vec<PositionId>,
    /// How many positions have such a move, and another.
    pub of: usize,
    /// How many positions there are.
    pub all: usize,
    /// The moves of W in the line that are not of this manner: their numbers, ascending.
    pub exceptions: Vec<usize>,
    /// What comes of it where W makes any move of this manner wherever it has one, and the line's choice where it has none, and L plays
    /// anything.
    pub obeyed: Obeyed,
}

pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Habit> {
    /// Over fewer positions nothing is a habit.
    const POSITIONS: usize = 8;
    let player = it.forced_winner()?;
    let (all, counts) = habits(it.arena, it.words, it.values, it.explanation, player)?;
    let mut best: Option<(Manner, usize, usize, Vec<PositionId>)> = None;
    for (manner, of, fails) in counts {
        let right = of - fails.len();
        let is_habit = 2 * of >= all && 4 * right >= 3 * of && of >= POSITIONS;
        if is_habit && best.as_ref().is_none_or(|(_, most, ..)| right > *most) {
            best = Some((manner, right, of, fails));
        }
    }
    let (manner, right, of, fails) = best?;
    let (exceptions, obeyed) = obeyed(it.arena, it.words, it.values, it.explanation, player, manner);
    Some(Habit { player, manner, right, fails, of, all, exceptions, obeyed })
}
