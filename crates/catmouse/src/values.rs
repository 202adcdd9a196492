//! Where the values of a game come from: solving it, or a table saved before.

#[cfg(feature = "store")]
use catmouse_arena::Arena;
use catmouse_arena::{PositionId, Solution, Value, Values};
#[cfg(feature = "store")]
use catmouse_model::Game;
#[cfg(feature = "store")]
use catmouse_store::{Contents, Fingerprint, Table};

use crate::error::Error;

/// The values of all positions of a game.
#[derive(Debug)]
#[non_exhaustive]
pub enum Held {
    /// Solved just now.
    Memory(Solution),
    /// In a file, of which only what is asked for is read.
    #[cfg(feature = "store")]
    Disk(Table),
}

impl Values for Held {
    fn positions(&self) -> usize {
        match self {
            Self::Memory(solution) => solution.positions(),
            #[cfg(feature = "store")]
            Self::Disk(table) => table.positions(),
        }
    }

    fn value(&self, position: PositionId) -> Value {
        match self {
            Self::Memory(solution) => solution.value(position),
            #[cfg(feature = "store")]
            Self::Disk(table) => table.value(position),
        }
    }
}

impl Held {
    /// Fails if something that was read from the file so far is not what was written. Ask when everything has been read and
    /// nothing of it is shown.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] with the damage.
    #[cfg_attr(
        not(feature = "store"),
        expect(clippy::unnecessary_wraps, reason = "values in memory are never damaged")
    )]
    pub fn ensure_intact(&self) -> Result<(), Error> {
        match self {
            Self::Memory(_) => Ok(()),
            #[cfg(feature = "store")]
            Self::Disk(table) => table.damage().map_or(Ok(()), |damage| Err(damage.into())),
        }
    }

    /// The same for the whole file, where all of it is about to be read.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] with the damage.
    #[cfg_attr(
        not(feature = "store"),
        expect(clippy::unnecessary_wraps, reason = "values in memory are never damaged")
    )]
    pub fn ensure_whole(&self) -> Result<(), Error> {
        match self {
            Self::Memory(_) => Ok(()),
            #[cfg(feature = "store")]
            Self::Disk(table) => Ok(table.verify()?),
        }
    }
}

/// Opens a table with distances of this board under these rules. What was read of it stays in memory, in half of what is allowed
/// or, where nothing is said, free: the other half is for the work.
#[cfg(feature = "store")]
pub(crate) fn open(game: &Game, path: &std::path::Path, allowed: Option<u64>) -> Result<Table, Error> {
    let (fingerprint, positions) = (Fingerprint::of_product(game.arena()), game.arena().positions());
    let cache = crate::memory::memory_budget(allowed) / 2;
    let table = Table::open_with_cache(path, fingerprint, positions, cache)?;
    match table.contents() {
        Contents::Distances => Ok(table),
        Contents::Outcomes => Err(Error::NoDistances),
    }
}
