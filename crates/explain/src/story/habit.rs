//! A rule of thumb for the winner.

use catmouse_arena::{Arena, Player, PositionId, Values, Words};

use super::Context;
use crate::strategy::{Manner, MannerStatistics, follow_manner, manner_statistics};

/// The result of following a rule of thumb wherever it applies, and the main move elsewhere, against every play of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum HabitResult {
    /// Every play wins.
    Wins,
    /// Some play repeats a position, so that it may go on for ever; no play loses the win.
    Circles,
    /// Some play loses the win; or more than 8192 positions can arise, and it was not decided.
    Strays,
}

impl HabitResult {
    /// The result as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Circles => "circles",
            Self::Strays => "strays",
        }
    }
}

/// In a forced win, a manner of moving that nearly always keeps the win. To stay and to win at once are no such manners.
///
/// Let `all` be the number of positions with W to move that can arise while W plays main moves and L plays anything. Of these,
/// `applicable` have both moves of the manner and other moves, and in `right` of those every move of the manner keeps the win. The
/// claim is made if `applicable` is at least half of `all`, and at least eight, and `right` is at least three quarters of
/// `applicable`; of several such manners it is made of the one with the greatest `right`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Habit {
    /// The winner.
    pub player: Player,
    /// The manner.
    pub manner: Manner,
    /// The number of applicable positions in which every move of the manner keeps the win.
    pub right: usize,
    /// The other applicable positions, in the order in which they can arise.
    pub fails: Vec<PositionId>,
    /// The number of positions that have both a move of the manner and another move.
    #[cfg_attr(feature = "serde", serde(rename = "of"))]
    pub applicable: usize,
    /// The number of positions with W to move that can arise.
    pub all: usize,
    /// The numbers of W's moves in the line that are not of the manner, ascending.
    pub exceptions: Vec<usize>,
    /// What comes of it if W makes any move of the manner wherever it has one, and the main move elsewhere.
    #[cfg_attr(feature = "serde", serde(rename = "obeyed"))]
    pub if_followed: HabitResult,
}

pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<Habit> {
    /// Over fewer positions than this nothing is called a habit.
    const POSITIONS_AT_LEAST: usize = 8;
    let Context { arena, words, values, explanation } = *context;
    let player = context.forced_winner()?;
    let (all, manners) = manner_statistics(arena, words, values, explanation, player)?;
    let mut best: Option<(MannerStatistics, usize)> = None;
    for statistics in manners {
        let applicable = statistics.applicable;
        let right = applicable - statistics.fails.len();
        let is_habit = 2 * applicable >= all && 4 * right >= 3 * applicable && applicable >= POSITIONS_AT_LEAST;
        if is_habit && best.as_ref().is_none_or(|(_, most)| right > *most) {
            best = Some((statistics, right));
        }
    }
    let (MannerStatistics { manner, applicable, fails }, right) = best?;
    let (exceptions, if_followed) = follow_manner(arena, words, values, explanation, player, manner);
    Some(Habit { player, manner, right, fails, applicable, all, exceptions, if_followed })
}
