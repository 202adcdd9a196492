//! The values of a game from any source: a solver that computes distances, a solver that computes
//! outcomes only, or a saved table.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use catmouse_arena::{
    Arena, ByPlayer, Distance, Extent, Outcomes, Player, PositionId, Preference, Solution, Tally, Value, ValueCounts,
    Values, Winners, WithoutDistances,
};
use catmouse_model::Game;
use catmouse_solver::{Control, Request, StoredOutcomes};
#[cfg(feature = "store")]
use catmouse_store::{Contents, Fingerprint, Table};

use crate::error::Error;

/// The values of all positions of a game. All sources are read through [`Values`].
///
/// ```
/// use catmouse::arena::Values;
///
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// assert_eq!((solved.values().positions(), solved.values().has_distances()), (24, true));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum GameValues {
    /// A table in memory, with distances.
    Memory(Solution),
    /// Outcomes in memory, without distances. If the game has a limit, these are the outcomes
    /// within the limit.
    Outcomes(Outcomes),
    /// Outcomes in scratch space, which are read one by one.
    Stored(Box<StoredOutcomes>),
    /// A table in memory whose distances are hidden. A game whose moves have costs is solved with
    /// distances even if only outcomes are wanted.
    WithoutDistances(WithoutDistances<Solution>),
    /// A table in a file. Only the blocks that are needed are read.
    #[cfg(feature = "store")]
    Disk(Table),
    /// Values from one of the other sources. A [`Watch`] can end the reading: see
    /// [`Solved::cancellable`](crate::Solved::cancellable).
    Cancellable(CancellableValues),
}

/// Watches a question about a solved board from other threads: counts the values that were read, and
/// cancels the question. [`Solved::cancellable`](crate::Solved::cancellable) takes it.
#[derive(Debug)]
pub struct Watch {
    read: AtomicU64,
    /// The number of values that may be read.
    most: AtomicU64,
}

/// A watch that lets every value be read.
impl Default for Watch {
    fn default() -> Self {
        Self { read: AtomicU64::new(0), most: AtomicU64::new(u64::MAX) }
    }
}

impl Watch {
    /// Cancels the question once it has read this number of values.
    pub fn cancel_after(&self, values: u64) {
        self.most.store(values, Ordering::Relaxed);
    }

    /// Cancels the question. From now on no value is read, so it soon ends.
    pub fn cancel(&self) {
        self.cancel_after(0);
    }

    /// The number of values that were read so far. A value may be read several times. If several
    /// threads read at the same time, some reads may not be counted.
    pub fn values_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Counts values that are about to be read. False if the question is cancelled.
    #[inline]
    fn counts(&self, values: usize) -> bool {
        let read = self.read.load(Ordering::Relaxed);
        let is_admitted = read < self.most.load(Ordering::Relaxed);
        if is_admitted {
            // Values are read in inner loops, where an atomic addition would show.
            self.read.store(read + values as u64, Ordering::Relaxed);
        }
        is_admitted
    }
}

/// Values that are watched while they are read.
///
/// After a cancellation every value reads as [`Value::Endless`], as in a damaged block of a file. So
/// the code that computes an answer need not check for a cancellation. Its answer is then
/// wrong, and [`Solved::cancellable`] discards it.
///
/// [`Solved::cancellable`]: crate::Solved::cancellable
#[derive(Debug)]
pub struct CancellableValues {
    inner: Arc<GameValues>,
    watch: Arc<Watch>,
    /// Whether a value was wanted after the cancellation.
    is_wrong: AtomicBool,
}

impl CancellableValues {
    pub(crate) fn new(inner: Arc<GameValues>, watch: Arc<Watch>) -> Self {
        Self { inner, watch, is_wrong: AtomicBool::new(false) }
    }

    /// Counts values that are about to be read. False if the question is cancelled: then they must
    /// not be read.
    #[inline]
    fn admits(&self, values: usize) -> bool {
        let is_admitted = self.watch.counts(values);
        if !is_admitted {
            self.is_wrong.store(true, Ordering::Relaxed);
        }
        is_admitted
    }

    /// Fails if a value was wanted after the cancellation. Then what was computed is wrong.
    pub(crate) fn ensure_read(&self) -> Result<(), Error> {
        if self.is_wrong.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// The values that are not watched.
    #[cfg(feature = "store")]
    pub(crate) fn inner(&self) -> Arc<GameValues> {
        Arc::clone(&self.inner)
    }
}

/// Values that are about to be saved. After a cancellation they cannot be saved, so that the file
/// is not replaced.
#[cfg(feature = "store")]
pub(crate) struct ToSave<'a>(pub(crate) &'a CancellableValues);

#[cfg(feature = "store")]
impl Values for ToSave<'_> {
    fn positions(&self) -> usize {
        self.0.positions()
    }

    /// After a cancellation, a win whose distance is too great for a table.
    fn value(&self, position: PositionId) -> Value {
        let value = self.0.value(position);
        if self.0.ensure_read().is_ok() { value } else { Value::Win { player: Player::One, distance: Distance::MAX } }
    }

    fn has_distances(&self) -> bool {
        self.0.has_distances()
    }

    fn has_failed(&self) -> bool {
        self.0.has_failed()
    }
}

impl Values for CancellableValues {
    fn positions(&self) -> usize {
        self.inner.positions()
    }

    #[inline]
    fn value(&self, position: PositionId) -> Value {
        if self.admits(1) { self.inner.value(position) } else { Value::Endless }
    }

    fn has_distances(&self) -> bool {
        self.inner.has_distances()
    }

    fn has_failed(&self) -> bool {
        !self.admits(0) || self.inner.has_failed()
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        self.inner.scan(&mut |position, value| visit(position, if self.admits(1) { value } else { Value::Endless }));
    }

    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        self.inner.scan_winners(&mut |winners| {
            let nobody = Winners { won: ByPlayer::default(), ..winners };
            visit(if self.admits(winners.count as usize) { winners } else { nobody })
        })
    }

    fn counts(&self) -> ValueCounts {
        let positions = self.positions();
        if self.admits(positions) {
            Values::counts(&*self.inner)
        } else {
            ValueCounts { endless: positions, ..ValueCounts::default() }
        }
    }

    fn tally_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Tally {
        if self.admits(positions.len()) {
            self.inner.tally_in(positions, limit)
        } else {
            let counts = ValueCounts { endless: positions.len(), ..ValueCounts::default() };
            Tally { counts, ..Tally::default() }
        }
    }

    fn raise_preferences(&self, first: PositionId, player: Player, best: &mut [Preference]) {
        if self.admits(best.len()) {
            self.inner.raise_preferences(first, player, best);
        } else {
            for best in best {
                *best = Value::Endless.preference(player).max(*best);
            }
        }
    }
}

/// Evaluates one expression with the values of the actual source.
macro_rules! for_each_source {
    ($source:expr, $values:ident => $result:expr) => {
        match $source {
            GameValues::Memory($values) => $result,
            GameValues::Outcomes($values) => $result,
            GameValues::Stored(values) => {
                let $values = &**values;
                $result
            }
            GameValues::WithoutDistances($values) => $result,
            #[cfg(feature = "store")]
            GameValues::Disk($values) => $result,
            GameValues::Cancellable($values) => $result,
        }
    };
}

impl Values for GameValues {
    fn positions(&self) -> usize {
        for_each_source!(self, values => values.positions())
    }

    fn value(&self, position: PositionId) -> Value {
        for_each_source!(self, values => values.value(position))
    }

    fn has_distances(&self) -> bool {
        for_each_source!(self, values => values.has_distances())
    }

    fn has_failed(&self) -> bool {
        for_each_source!(self, values => values.has_failed())
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        for_each_source!(self, values => values.scan(visit));
    }

    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        for_each_source!(self, values => values.scan_winners(visit))
    }

    fn counts(&self) -> ValueCounts {
        for_each_source!(self, values => Values::counts(values))
    }

    fn tally_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Tally {
        for_each_source!(self, values => values.tally_in(positions, limit))
    }

    fn raise_preferences(&self, first: PositionId, player: Player, best: &mut [Preference]) {
        for_each_source!(self, values => values.raise_preferences(first, player, best));
    }
}

impl GameValues {
    /// Fails if a block that has been read from the file is damaged, if scratch space has failed, or
    /// if the question was cancelled. Call this after the last read and before the answer is shown.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] for the damage, [`Error::Solve`] for the scratch space,
    /// [`Error::Cancelled`].
    pub fn ensure_intact(&self) -> Result<(), Error> {
        match self {
            Self::Memory(_) | Self::Outcomes(_) | Self::WithoutDistances(_) => Ok(()),
            Self::Stored(outcomes) => outcomes.failure().map_or(Ok(()), |failure| Err(failure.into())),
            Self::Cancellable(values) => values.ensure_read().and_then(|()| values.inner.ensure_intact()),
            #[cfg(feature = "store")]
            Self::Disk(table) => table.damage().map_or(Ok(()), |damage| Err(damage.into())),
        }
    }

    /// Fails if any block of the file is damaged. Call this before the whole file is read.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] for the damage.
    #[cfg_attr(
        not(feature = "store"),
        expect(clippy::unnecessary_wraps, reason = "values in memory are never damaged")
    )]
    pub fn ensure_whole(&self) -> Result<(), Error> {
        match self {
            Self::Memory(_) | Self::Outcomes(_) | Self::Stored(_) | Self::WithoutDistances(_) => Ok(()),
            Self::Cancellable(values) => values.inner.ensure_whole(),
            #[cfg(feature = "store")]
            Self::Disk(table) => Ok(table.verify()?),
        }
    }

    /// The wins that the outcomes cover; `None` if the values have distances, and so cover all
    /// wins.
    fn extent(&self) -> Option<Extent> {
        match self {
            Self::Memory(_) | Self::WithoutDistances(_) => None,
            Self::Outcomes(outcomes) => Some(outcomes.extent()),
            Self::Stored(outcomes) => Some(outcomes.extent()),
            Self::Cancellable(values) => values.inner.extent(),
            #[cfg(feature = "store")]
            Self::Disk(table) => (table.contents() == Contents::Outcomes).then(|| table.extent()),
        }
    }

    /// Whether no file has to be read for the values.
    fn are_in_memory(&self) -> bool {
        match self {
            Self::Memory(_) | Self::Outcomes(_) | Self::WithoutDistances(_) => true,
            Self::Stored(_) => false,
            #[cfg(feature = "store")]
            Self::Disk(_) => false,
            Self::Cancellable(values) => values.inner.are_in_memory(),
        }
    }

    /// The values in the form in which moves can be judged. A limit is counted from the position
    /// before a move. So a move keeps a win only if the win is within the limit minus the cost of
    /// the move. If only the outcomes within the limit are known, this function solves the game for
    /// these wins. It takes at most `memory` bytes, or the free memory if `memory` is `None`.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`].
    pub(crate) fn move_values(&self, game: &Game, memory: Option<u64>) -> Result<MoveValues<'_>, Error> {
        let arena = game.arena();
        let control = || Control::default().allowing(crate::memory::memory_budget(memory));
        let within_less = match (self.extent(), game.adjudication().limit.map(|limit| limit.distance)) {
            // Moves of different costs leave different rests of the limit.
            (Some(_), Some(_)) if !arena.unit_costs() => {
                let solution = catmouse_solver::solve(arena, Request::Table, &control())?.into_table();
                Some(WithinLess::Distances(WithoutDistances(solution)))
            }
            // A win exactly at the limit may be lost by a move.
            (Some(Extent::Within(longest) | Extent::All { longest: Some(longest) }), Some(limit))
                if longest == limit =>
            {
                let outcomes = match limit.checked_sub(1).map(Request::Within) {
                    Some(wanted) => catmouse_solver::solve(arena, wanted, &control())?.outcomes(),
                    None => None,
                };
                Some(WithinLess::Outcomes(limit, outcomes.map(Box::new)))
            }
            _ => None,
        };
        Ok(MoveValues { values: self, within_less })
    }
}

/// The wins that some outcomes cover, as the end of the phrase "the outcomes are those …".
#[cfg(feature = "store")]
fn extent_phrase(extent: Extent) -> String {
    match extent {
        Extent::All { longest: Some(longest) } => format!("of all wins, none of which takes more than {longest}"),
        Extent::All { longest: None } => "of all wins, however long they take".to_owned(),
        Extent::Within(limit) => format!("of the wins within a limit of {limit}"),
    }
}

/// Values from which moves can be judged under the limit of the game: see
/// [`GameValues::move_values`].
pub(crate) struct MoveValues<'a> {
    values: &'a GameValues,
    /// Additional values that decide whether a move keeps a win; `None` if `values` suffice.
    within_less: Option<WithinLess>,
}

/// The wins within less than the limit, as far as they are needed.
enum WithinLess {
    /// The limit, and the outcomes within the limit minus 1; `None` if the limit is 0.
    Outcomes(Distance, Option<Box<Outcomes>>),
    /// All distances.
    Distances(WithoutDistances<Solution>),
}

impl MoveValues<'_> {
    pub(crate) fn ensure_intact(&self) -> Result<(), Error> {
        self.values.ensure_intact()
    }

    /// Whether no file has to be read for the values.
    pub(crate) fn are_in_memory(&self) -> bool {
        self.values.are_in_memory()
    }
}

impl Values for MoveValues<'_> {
    fn positions(&self) -> usize {
        self.values.positions()
    }

    /// A win that takes longer than the limit minus 1 gets the limit as its distance.
    fn value(&self, position: PositionId) -> Value {
        match &self.within_less {
            None => self.values.value(position),
            Some(WithinLess::Distances(solution)) => solution.value(position),
            Some(WithinLess::Outcomes(limit, outcomes)) => match self.values.value(position) {
                Value::Win { player, .. }
                    if outcomes.as_ref().and_then(|outcomes| outcomes.winner(position)).is_none() =>
                {
                    Value::Win { player, distance: *limit }
                }
                value => value,
            },
        }
    }

    fn has_distances(&self) -> bool {
        self.values.has_distances()
    }

    fn has_failed(&self) -> bool {
        self.values.has_failed()
    }

    fn tally_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Tally {
        self.values.tally_in(positions, limit)
    }

    fn raise_preferences(&self, first: PositionId, player: Player, best: &mut [Preference]) {
        if self.within_less.is_none() {
            return self.values.raise_preferences(first, player, best);
        }
        for (best, index) in best.iter_mut().zip(first.index()..) {
            *best = self.value(PositionId::new(index)).preference(player).max(*best);
        }
    }
}

/// Opens a saved table of this game. Blocks that were read stay in a cache. The cache takes at most
/// half of the bytes `allowed`, or of the free memory if `allowed` is `None`; the other half is
/// left for the work. If `allowed` is given, the cache takes at most the bytes that remain after
/// the `taken` bytes of the game.
#[cfg(feature = "store")]
pub(crate) fn open(game: &Game, path: &std::path::Path, allowed: Option<u64>, taken: u64) -> Result<Table, Error> {
    let (fingerprint, positions) = (Fingerprint::of_product(game.arena()), game.arena().positions());
    let budget = crate::memory::memory_budget(allowed);
    let cache = allowed.map_or(budget / 2, |allowed| allowed.saturating_sub(taken).min(budget / 2));
    let table = Table::open_with_cache(path, fingerprint, positions, cache)?;
    let limit = game.adjudication().limit.map(|limit| limit.distance);
    match table.contents() {
        Contents::Outcomes if !table.extent().suits(limit) => Err(Error::OtherLimit {
            held: extent_phrase(table.extent()),
            wanted: limit.map_or("without a limit".to_owned(), |limit| format!("within a limit of {limit}")),
        }),
        Contents::Distances | Contents::Outcomes => Ok(table),
    }
}
