//! The record of the pairs that an attractor decides.

use catmouse_arena::Player;

use super::log::Log;

/// A record of the decided pairs, level by level.
#[derive(Debug)]
pub(super) enum Record {
    /// Keeps only the last level at which a pair was decided.
    Deepest(u32),
    /// Keeps all pairs with their levels.
    Log(Log),
}

impl Record {
    /// Records that the owner wins these pairs of a row at this distance, with `turn` to move.
    /// There is at least one pair. `pairs` are the words of whole blocks, and `first` is the index
    /// of the first word within the row.
    #[inline(always)]
    pub(super) fn decided(&mut self, row: usize, first: usize, turn: Player, level: u32, pairs: &[u64]) {
        match self {
            Self::Deepest(deepest) => *deepest = level.max(*deepest),
            Self::Log(log) => log.decided(row, first, turn, level, pairs),
        }
    }

    /// The last level at which a pair was decided; 0 without any.
    pub(super) fn deepest(&self) -> u32 {
        match self {
            Self::Deepest(deepest) => *deepest,
            Self::Log(log) => log.deepest,
        }
    }

    /// The log, or `None` for another kind of record.
    pub(super) fn into_log(self) -> Option<Log> {
        match self {
            Self::Deepest(_) => None,
            Self::Log(log) => Some(log),
        }
    }

    /// The number of events; 0 if the record is not a log.
    pub(super) fn events(&self) -> usize {
        match self {
            Self::Deepest(_) => 0,
            Self::Log(log) => log.events,
        }
    }

    /// An empty record of the same kind for another thread.
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
