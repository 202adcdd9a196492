//! Where the values of a game come from: solving it, or a table saved before.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use catmouse_arena::{Arena, PositionId, Solution, Value, Values};
use catmouse_model::Game;
use catmouse_solver::Control;
use catmouse_store::{Contents, Fingerprint, Table, TableError};

use crate::memory::{self, Bytes};
use crate::output::Failure;

/// The values of all positions of a game.
pub(crate) enum Held {
    /// Solved just now.
    Memory(Solution),
    /// In a file, of which only what is asked for is read.
    Disk(Table),
}

impl Values for Held {
    fn positions(&self) -> usize {
        match self {
            Self::Memory(solution) => solution.positions(),
            Self::Disk(table) => table.positions(),
        }
    }

    fn value(&self, position: PositionId) -> Value {
        match self {
            Self::Memory(solution) => solution.value(position),
            Self::Disk(table) => table.value(position),
        }
    }
}

impl Held {
    /// Fails if something that was read from the file so far is not what was written. Ask when everything has been read and
    /// nothing is printed.
    pub(crate) fn ensure_intact(&self, path: Option<&Path>) -> Result<(), Failure> {
        match (self, path) {
            (Self::Disk(table), Some(path)) => table.damage().map_or(Ok(()), |damage| Err(unusable(path, &damage))),
            _ => Ok(()),
        }
    }

    /// The same for what is written while it is read: an error of the writing. Ask before each piece is written.
    pub(crate) fn ensure_readable(&self) -> io::Result<()> {
        match self {
            Self::Disk(table) => table.damage().map_or(Ok(()), |damage| Err(io::Error::other(damage))),
            Self::Memory(_) => Ok(()),
        }
    }

    /// The same for the whole file, where all of it is about to be read.
    pub(crate) fn ensure_whole(&self, path: Option<&Path>) -> Result<(), Failure> {
        match (self, path) {
            (Self::Disk(table), Some(path)) => table.verify().map_err(|damage| unusable(path, &damage)),
            _ => Ok(()),
        }
    }
}

/// The values of a game, from the table if there is one, in the memory that is allowed.
pub(crate) fn of(game: &Game, table: Option<&Path>, allowed: Option<Bytes>) -> Result<Held, Failure> {
    match table {
        Some(path) => open(game, path, allowed).map(Held::Disk),
        None => solve(game).map(Held::Memory),
    }
}

/// Solves the game with the engine that suits it.
pub(crate) fn solve(game: &Game) -> Result<Solution, Failure> {
    solve_in(game, Solution::default())
}

/// The same in the memory of a solution that is no longer needed.
pub(crate) fn solve_in(game: &Game, room: Solution) -> Result<Solution, Failure> {
    catmouse_solver::solve_in(game.arena(), room, &Control::default())
        .map_err(|error| Failure::plain(error.to_string(), "use a smaller board".to_owned()))
}

/// Opens a table with distances of this board under these rules. What was read of it stays in memory, in half of what is allowed
/// or, where nothing is said, free: the other half is for the work.
pub(crate) fn open(game: &Game, path: &Path, allowed: Option<Bytes>) -> Result<Table, Failure> {
    let (fingerprint, positions) = (Fingerprint::of_product(game.arena()), game.arena().positions());
    let table = Table::open_with_cache(path, fingerprint, positions, memory::budget(allowed) / 2)
        .map_err(|error| unusable(path, &error))?;
    match table.contents() {
        Contents::Distances => Ok(table),
        Contents::Outcomes => Err(Failure::plain(
            format!("cannot use the table `{}`: it was saved without distances", path.display()),
            "save it without --outcomes-only".to_owned(),
        )),
    }
}

/// Saves the values of a game.
pub(crate) fn save(game: &Game, solution: &Solution, contents: Contents, path: &Path) -> Result<(), Failure> {
    catmouse_store::save(path, solution, Fingerprint::of_product(game.arena()), contents).map_err(|error| {
        Failure::plain(
            format!("cannot save the table `{}`: {error}", path.display()),
            "name a file in a folder that can be written to".to_owned(),
        )
    })
}

/// Whether a file is a saved table, rather than CSV.
pub(crate) fn is_saved_table(path: &Path) -> bool {
    let mut first = [0; 8];
    File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && catmouse_store::is_table(&first)
}

fn unusable(path: &Path, error: &TableError) -> Failure {
    let wanted = match error {
        TableError::OtherBoard { .. } | TableError::OtherSize { .. } => {
            "give the board and the rules that the table was saved for".to_owned()
        }
        TableError::Newer { .. } => "use the version of catmouse that saved it".to_owned(),
        _ => "a table is what `catmouse solve BOARD --save FILE` writes; save it again".to_owned(),
    };
    Failure::plain(format!("cannot use the table `{}`: {error}", path.display()), wanted)
}
