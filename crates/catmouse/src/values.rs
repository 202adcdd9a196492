//! Where the values of a game come from: solving it, for distances or for outcomes alone, or a table saved before.

use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(feature = "store")]
use catmouse_arena::Arena;
use catmouse_arena::{
    Counts, Distance, Extent, Outcomes, PositionId, Solution, Value, Values, Winners, WithoutDistances,
};
use catmouse_model::Game;
use catmouse_solver::{Control, Wanted};
#[cfg(feature = "store")]
use catmouse_store::{Contents, Fingerprint, Table};

use crate::error::Error;

/// The values of all positions of a game.
#[derive(Debug)]
#[non_exhaustive]
pub enum Held {
    /// Solved just now.
    Memory(Solution),
    /// Solved just now for outcomes, within the limit of the game if it has one.
    Outcomes(Outcomes),
    /// The same for a game whose moves have costs, which is solved with its distances.
    Hidden(WithoutDistances<Solution>),
    /// In a file, of which only what is asked for is read.
    #[cfg(feature = "store")]
    Disk(Table),
    /// Any of these, read until somebody calls a halt: see [`Solved::until`](crate::Solved::until).
    Watched(Watched),
}

/// Values that are read until a flag is set. Who reads on after that is unwound to `Solved::until`, through whatever was being worked out: no
/// question need look at the flag itself.
#[derive(Debug)]
pub struct Watched {
    held: Arc<Held>,
    cancelled: Arc<AtomicBool>,
}

/// What is unwound with.
struct Halt;

impl Watched {
    pub(crate) fn new(held: Arc<Held>, cancelled: Arc<AtomicBool>) -> Self {
        Self { held, cancelled }
    }

    /// The values themselves.
    #[cfg(feature = "store")]
    pub(crate) fn held(&self) -> Arc<Held> {
        Arc::clone(&self.held)
    }

    #[inline]
    fn look(&self) {
        if self.cancelled.load(Ordering::Relaxed) {
            // No panic hook sees this.
            resume_unwind(Box::new(Halt));
        }
    }
}

/// Works something out from values that are [`Watched`], and fails with [`Error::Cancelled`] where their flag is set before it is done.
pub(crate) fn until<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // What was being worked out is thrown away, and values are never changed.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| match payload.downcast::<Halt>() {
        Ok(_) => Err(Error::Cancelled),
        Err(panic) => resume_unwind(panic),
    })
}

impl Values for Watched {
    fn positions(&self) -> usize {
        self.held.positions()
    }

    #[inline]
    fn value(&self, position: PositionId) -> Value {
        self.look();
        self.held.value(position)
    }

    fn has_distances(&self) -> bool {
        self.held.has_distances()
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        self.held.scan(&mut |position, value| {
            self.look();
            visit(position, value);
        });
    }

    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        self.held.scan_winners(&mut |winners| {
            self.look();
            visit(winners)
        })
    }

    fn counts(&self) -> Counts {
        self.look();
        Values::counts(&*self.held)
    }

    fn counts_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Counts {
        self.look();
        self.held.counts_in(positions, limit)
    }
}

/// Says the same of whatever the values are held in.
macro_rules! each_holder {
    ($held:expr, $values:ident => $said:expr) => {
        match $held {
            Held::Memory($values) => $said,
            Held::Outcomes($values) => $said,
            Held::Hidden($values) => $said,
            #[cfg(feature = "store")]
            Held::Disk($values) => $said,
            Held::Watched($values) => $said,
        }
    };
}

impl Values for Held {
    fn positions(&self) -> usize {
        each_holder!(self, values => values.positions())
    }

    fn value(&self, position: PositionId) -> Value {
        each_holder!(self, values => values.value(position))
    }

    fn has_distances(&self) -> bool {
        each_holder!(self, values => values.has_distances())
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        each_holder!(self, values => values.scan(visit));
    }

    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        each_holder!(self, values => values.scan_winners(visit))
    }

    fn counts(&self) -> Counts {
        each_holder!(self, values => Values::counts(values))
    }

    fn counts_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Counts {
        each_holder!(self, values => values.counts_in(positions, limit))
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
            Self::Memory(_) | Self::Outcomes(_) | Self::Hidden(_) => Ok(()),
            Self::Watched(values) => values.held.ensure_intact(),
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
            Self::Memory(_) | Self::Outcomes(_) | Self::Hidden(_) => Ok(()),
            Self::Watched(values) => values.held.ensure_whole(),
            #[cfg(feature = "store")]
            Self::Disk(table) => Ok(table.verify()?),
        }
    }

    /// Up to which distance outcomes are known; none where the values say that themselves.
    fn extent(&self) -> Option<Extent> {
        match self {
            Self::Memory(_) | Self::Hidden(_) => None,
            Self::Outcomes(outcomes) => Some(outcomes.extent()),
            Self::Watched(values) => values.held.extent(),
            #[cfg(feature = "store")]
            Self::Disk(table) => (table.contents() == Contents::Outcomes).then(|| table.extent()),
        }
    }

    /// The same values for questions about moves: a limit is counted from before a move, so what a move keeps depends on the wins that
    /// come one ply sooner. Where outcomes stop at the limit of the game, those are solved for.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`]; [`Error::OtherLimit`] where the outcomes are those of a file.
    pub(crate) fn for_moves(&self, game: &Game) -> Result<ForMoves<'_>, Error> {
        let limit = game.adjudication().limit.map(|limit| limit.distance);
        let sooner = match (self.extent(), limit) {
            (Some(Extent::Within(limit)), _) => Some(self.sooner(game, limit)?),
            // A win at the limit itself is one that a move may lose.
            (Some(Extent::All { longest: Some(longest) }), Some(limit)) if longest == limit => {
                Some(self.sooner(game, limit)?)
            }
            _ => None,
        };
        Ok(ForMoves { held: self, sooner: limit.zip(sooner) })
    }

    fn sooner(&self, game: &Game, limit: Distance) -> Result<Option<Outcomes>, Error> {
        let Some(level) = limit.checked_sub(1) else { return Ok(None) };
        if let Self::Watched(values) = self {
            return values.held.sooner(game, limit);
        }
        if !matches!(self, Self::Outcomes(_)) {
            return Err(Error::OtherLimit {
                held: extent_told(Extent::Within(limit)),
                wanted: "with distances".into(),
            });
        }
        let control = Control::default().allowing(crate::memory::memory_budget(None));
        let solved = catmouse_solver::run(game.arena(), Wanted::Within(level), Solution::default(), &control)?;
        Ok(solved.outcomes())
    }
}

/// What outcomes there are, as the rest of a phrase about them.
pub(crate) fn extent_told(extent: Extent) -> String {
    match extent {
        Extent::All { longest: Some(longest) } => format!("of all wins, none of which takes more than {longest}"),
        Extent::All { longest: None } => "of all wins, however long they take".to_owned(),
        Extent::Within(limit) => format!("of the wins within a limit of {limit}"),
    }
}

/// Values from which moves can be judged under the limit of the game.
pub(crate) struct ForMoves<'a> {
    held: &'a Held,
    /// The limit, and the outcomes within one less; none of these if the limit is 0.
    sooner: Option<(Distance, Option<Outcomes>)>,
}

impl ForMoves<'_> {
    pub(crate) fn ensure_intact(&self) -> Result<(), Error> {
        self.held.ensure_intact()
    }
}

impl Values for ForMoves<'_> {
    fn positions(&self) -> usize {
        self.held.positions()
    }

    /// A win that does not come sooner than the limit comes at the limit.
    fn value(&self, position: PositionId) -> Value {
        let value = self.held.value(position);
        match (&self.sooner, value) {
            (Some((limit, sooner)), Value::Win { player, .. })
                if sooner.as_ref().and_then(|sooner| sooner.winner(position)).is_none() =>
            {
                Value::Win { player, distance: *limit }
            }
            _ => value,
        }
    }

    fn has_distances(&self) -> bool {
        self.held.has_distances()
    }

    fn counts_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Counts {
        self.held.counts_in(positions, limit)
    }
}

/// Opens a table of this board under these rules. What was read of it stays in memory, in half of what is allowed or, where nothing
/// is said, free: the other half is for the work. Of what is allowed, the bytes that the game takes are counted first.
#[cfg(feature = "store")]
pub(crate) fn open(game: &Game, path: &std::path::Path, allowed: Option<u64>, taken: u64) -> Result<Table, Error> {
    let (fingerprint, positions) = (Fingerprint::of_product(game.arena()), game.arena().positions());
    let budget = crate::memory::memory_budget(allowed);
    let cache = allowed.map_or(budget / 2, |allowed| allowed.saturating_sub(taken).min(budget / 2));
    let table = Table::open_with_cache(path, fingerprint, positions, cache)?;
    let limit = game.adjudication().limit.map(|limit| limit.distance);
    match table.contents() {
        Contents::Outcomes if !table.extent().suits(limit) => Err(Error::OtherLimit {
            held: extent_told(table.extent()),
            wanted: limit.map_or("without a limit".to_owned(), |limit| format!("within a limit of {limit}")),
        }),
        Contents::Distances | Contents::Outcomes => Ok(table),
    }
}
