//! The record that an attractor keeps of the pairs that it decides.

use catmouse_arena::Player;

use super::log::Log;

/// A record of the pairs that were decided at each level.
#[derive(Debug)]
pub(super) enum Record {
    /// Keeps the last level that decided anything.
    Deepest(u32),
    /// Keeps everything.
    Log(Log),
}

impl Record {
    /// The owner wins these pairs of a row at this distance, with this player to move. There is at least one. The pairs are the words of
    /// whole blocks, and `first` is the number of the first word within the row.
    #[inline(always)]
    pub(super) fn decided(&mut self, row: usize, first: usize, turn: Player, level: u32, pairs: &[u64]) {
        match self {
            Self::Deepest(deepest) => *deepest = level.max(*deepest),
            Self::Log(log) => log.decided(row, first, turn, level, pairs),
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

    /// Adds the record of another thread.
    pub(super) fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Deepest(deepest), Self::Deepest(other)) => *deepest = other.max(*deepest),
            (Self::Log(log), Self::Log(other)) => log.append(other),
            _ => unreachable!("all threads keep records of one kind"),
        }
    }
}
