//! What an attractor tells of the pairs that it decides.

use std::ops::Range;

use catmouse_arena::Player;

use super::block::Block;
use super::log::Log;

/// Is told of the pairs that are decided at each level.
#[derive(Debug)]
pub(super) enum Record {
    /// Keeps the last level that decided anything.
    Deepest(u32),
    /// Keeps everything.
    Log(Log),
}

impl Record {
    /// The owner wins the pairs of these blocks of a row at this distance, with this player to move. There is at least one. Of `pairs`,
    /// which are those of a whole row, no other blocks count.
    #[inline(always)]
    pub(super) fn decided(&mut self, row: usize, blocks: Range<usize>, turn: Player, level: u32, pairs: &[Block]) {
        match self {
            Self::Deepest(deepest) => *deepest = level.max(*deepest),
            Self::Log(log) => log.decided(row, blocks, turn, level, pairs),
        }
    }

    /// The last level that decided anything, 0 if there was none.
    pub(super) fn deepest(&self) -> u32 {
        match self {
            Self::Deepest(deepest) => *deepest,
            Self::Log(log) => log.deepest,
        }
    }

    /// The log, if it is one.
    pub(super) fn into_log(self) -> Option<Log> {
        match self {
            Self::Deepest(_) => None,
            Self::Log(log) => Some(log),
        }
    }

    /// How many events it holds.
    pub(super) fn events(&self) -> usize {
        match self {
            Self::Deepest(_) => 0,
            Self::Log(log) => log.events,
        }
    }

    /// An empty one for another thread.
    pub(super) fn another(&self) -> Self {
        match self {
            Self::Deepest(_) => Self::Deepest(0),
            Self::Log(log) => Self::Log(log.another()),
        }
    }

    /// Takes in what another thread was told.
    pub(super) fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Deepest(deepest), Self::Deepest(other)) => *deepest = other.max(*deepest),
            (Self::Log(log), Self::Log(other)) => log.append(other),
            _ => unreachable!("all threads keep records of one kind"),
        }
    }
}
