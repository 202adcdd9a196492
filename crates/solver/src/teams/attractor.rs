//! One player's attractor, ply by ply, in a row of bits for each configuration of the team.
//!
//! It keeps two sets of pairs, one for each player to move. For the team's attractor the sets hold
//! the pairs won by the team, and they grow. For the other's attractor they hold the pairs *not*
//! won by the other, and they shrink. So two rules serve both attractors:
//!
//! * **The team moves**: a row of `team_to_move` is the union of the rows of `other_to_move` to
//!   which a joint move leads. (The team wins where some move leads to a win of the team; the other
//!   does not win where some move leads to a pair that the other has not won.)
//! * **The other moves**: a row of `other_to_move` holds the nodes without a move out of the same
//!   row of `team_to_move`.
//!
//! Each rule reads one set and changes the other one in place. A set that did not change in the
//! last ply has no effect on the next one. If both sets changed, one of them is copied.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use catmouse_arena::{Distance, Movers, Player, StalemateRule};
use prefetch_index::prefetch_index;
use pulp::NullaryFnOnce;

use super::aligned::AlignedRows;
use super::cursor::Cursor;
use super::ends::{Ends, each_union};
use super::legs::{LegRows, Visit, add, sweep};
use super::numbering::Numbering;
use super::push::{BackMoves, Batch, Scratch, Write, push};
use super::step::{RowAccess, Step};
use super::table::{Notes, Table};
use super::team_game::TeamGame;
use crate::parallel::for_each_part;
use crate::rows::vector;
use crate::{Control, Progress, SolveError};

/// A range of configurations that one thread handles at a time: those whose largest place is in
/// `firsts`.
#[derive(Clone, Debug)]
pub(super) struct Share {
    firsts: Range<usize>,
    pub(super) rows: Range<usize>,
}

/// From this many words of changed rows, threads share the other's move.
const ENOUGH_CHANGED_WORDS: usize = 1 << 13;

/// From this many words of changed rows, threads share the push.
const ENOUGH_PUSHED_WORDS: usize = 1 << 12;

/// Rows between two checks for cancellation in loops over rows.
const ROWS_BETWEEN_CHECKS: usize = 1 << 12;

/// Shares for each thread. There are several, because they take different times.
pub(super) const SHARES_A_THREAD: usize = 8;

/// The buffers of one thread.
struct Worker<'f, const W: usize> {
    leg_rows: LegRows<W>,
    scratch: Scratch,
    step: Step<'f, W>,
}

/// An attractor while it grows.
pub(super) struct Attractor<'f, 'a, const W: usize> {
    game: &'f TeamGame<'a, W>,
    /// True for the other's attractor, whose sets are complements and shrink.
    shrinks: bool,
    /// The distance that was decided last.
    pub(super) level: Distance,
    /// A row for each block of columns and each configuration.
    pub(super) team_to_move: AlignedRows<W>,
    pub(super) other_to_move: AlignedRows<W>,
    /// The rows that the last ply changed.
    team_changed: Changed,
    other_changed: Changed,
    /// A copy of `other_to_move` from before the current ply. It is used if both sets changed in
    /// the last ply.
    before: AlignedRows<W>,
    shares: Vec<Share>,
    /// One worker for each thread.
    workers: Vec<Worker<'f, W>>,
    /// The batch of changed rows to push, and the list of moves if it is short enough. `None` if
    /// pushing is not possible.
    pushed: Option<(Batch<W>, Option<BackMoves>)>,
}

/// The rows of a set that changed in some block.
#[derive(Debug)]
struct Changed {
    /// In the order of the shares.
    shares: Vec<ChangedRows>,
    /// An upper bound on the number of changed rows.
    count: usize,
    /// True if some row may have become full in some block.
    has_full: bool,
}

/// The changed rows of a share.
#[derive(Debug)]
struct ChangedRows {
    rows: Range<usize>,
    /// A bit for each row of the share.
    bits: Vec<u64>,
}

impl ChangedRows {
    #[inline(always)]
    fn mark(&mut self, row: usize) {
        self.mark_if(row, true);
    }

    /// Marks a row if `is_changed`, without a branch.
    #[inline(always)]
    fn mark_if(&mut self, row: usize, is_changed: bool) {
        let index = row - self.rows.start;
        self.bits[index / 64] |= u64::from(is_changed) << (index % 64);
    }

    /// The numbers of the changed rows.
    #[inline(always)]
    fn numbers(&self) -> Numbers<'_> {
        Numbers { words: &self.bits, next: self.rows.start, start: 0, bits: 0 }
    }
}

/// The numbers of changed rows, ascending.
struct Numbers<'m> {
    /// The words that come next.
    words: &'m [u64],
    /// The number of the first row of `words`.
    next: usize,
    /// The rest of the current word.
    bits: u64,
    /// The number of the first row of `bits`.
    start: usize,
}

impl Iterator for Numbers<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            let (&bits, words) = self.words.split_first()?;
            (self.words, self.bits, self.start) = (words, bits, self.next);
            self.next += 64;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(self.start + bit)
    }
}

impl Changed {
    /// All rows if `is_changed`, otherwise none.
    fn new(shares: &[Share], is_changed: bool) -> Self {
        let changed = |share: &Share| {
            let rows = share.rows.clone();
            let mut bits = vec![if is_changed { u64::MAX } else { 0 }; rows.len().div_ceil(64)];
            if let (Some(last), rest @ 1..) = (bits.last_mut(), rows.len() % 64) {
                *last &= u64::MAX >> (64 - rest);
            }
            ChangedRows { rows, bits }
        };
        let count = if is_changed { shares.iter().map(|share| share.rows.len()).sum() } else { 0 };
        Self { shares: shares.iter().map(changed).collect(), count, has_full: is_changed }
    }

    fn clear(&mut self) {
        if self.count > 0 {
            self.shares.iter_mut().for_each(|share| share.bits.fill(0));
            self.count = 0;
            self.has_full = false;
        }
    }

    /// The numbers of the changed rows.
    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.shares.iter().flat_map(ChangedRows::numbers)
    }
}

/// Marks a row in its share.
#[inline(always)]
fn mark(shares: &mut [ChangedRows], row: usize) {
    if let [share] = shares {
        share.mark(row);
    } else {
        let share = shares.partition_point(|share| share.rows.end <= row);
        shares[share].mark(row);
    }
}

/// Shares of about equal size for this many threads.
fn shares(numbering: &Numbering, threads: usize) -> Vec<Share> {
    let below = numbering.below(numbering.size());
    let (places, count) = (numbering.places(), numbering.count());
    let enough = if threads > 1 { count / (threads * SHARES_A_THREAD) + 1 } else { usize::MAX };
    let (mut shares, mut first) = (Vec::new(), 0);
    for end in 1..=places {
        let rows = below[first]..below[end];
        if rows.len() >= enough || end == places {
            shares.push(Share { firsts: first..end, rows });
            first = end;
        }
    }
    shares
}

/// A set divided into shares: for each share, the slices of its rows, block by block.
fn divided<'t, T>(set: &'t mut [T], count: usize, shares: &[Share]) -> Vec<Vec<&'t mut [T]>> {
    let mut slices: Vec<Vec<&mut [T]>> = shares.iter().map(|_| Vec::with_capacity(1)).collect();
    for mut block in set.chunks_exact_mut(count.max(1)) {
        for (share, slices) in shares.iter().zip(&mut slices) {
            let (rows, rest) = block.split_at_mut(share.rows.len());
            slices.push(rows);
            block = rest;
        }
    }
    slices
}

/// Access to the table's planes at a level, for each share; `None` for each share without a table.
fn shared_notes<'n, const W: usize>(
    table: Option<&'n mut Table<'_>>,
    turn: Player,
    level: Distance,
    shares: &[Share],
) -> impl Iterator<Item = Option<Notes<'n, W>>> + Send + use<'n, W> {
    let rows: Vec<_> = shares.iter().map(|share| share.rows.clone()).collect();
    let mut notes = table.map(|table| table.at_level(turn, level, &rows).into_iter());
    (0..rows.len()).map(move |_| notes.as_mut().and_then(Iterator::next))
}

impl<'f, 'a, const W: usize> Attractor<'f, 'a, W> {
    /// Allocates an attractor without filling it. Started threads occupy addresses, which may be
    /// scarce, so the large blocks are allocated before threads start.
    pub(super) fn new(game: &'f TeamGame<'a, W>, player: Player, threads: usize) -> Result<Self, SolveError> {
        let numbering = &game.board.numbering;
        let count = numbering.count();
        let shrinks = player != game.board.team;
        let shares = shares(numbering, threads);
        let worker = || Worker {
            leg_rows: LegRows::new(numbering),
            scratch: Scratch::default(),
            step: Step::new(game.board.other_steps, game.other_copies.as_ref(), game.blocks()),
        };
        let workers: Vec<Worker<'f, W>> = std::iter::repeat_with(worker).take(threads).collect();
        let team_to_move = AlignedRows::try_zeroed(game.blocks() * count)?;
        let other_to_move = AlignedRows::try_zeroed(game.blocks() * count)?;
        let may_push = !shrinks && game.board.may_push();
        let pushed = if may_push { Some((Batch::new(&game.board)?, BackMoves::new(&game.board)?)) } else { None };
        Ok(Self {
            game,
            shrinks,
            level: 0,
            team_to_move,
            other_to_move,
            team_changed: Changed::new(&shares, true),
            other_changed: Changed::new(&shares, true),
            before: AlignedRows::none(),
            shares,
            workers,
            pushed,
        })
    }

    /// Level 0: the ends, and the pairs where a stuck player loses. They are noted in the table, if
    /// there is one.
    pub(super) fn start(&mut self, mut table: Option<&mut Table<'_>>, control: &Control<'_>) -> Result<(), SolveError> {
        let Self { game, shrinks, team_to_move, other_to_move, shares, workers, .. } = self;
        let (game, shrinks, count) = (*game, *shrinks, game.board.numbering.count());
        let player = if shrinks { game.board.team.opponent() } else { game.board.team };
        let sets = divided(team_to_move, count, shares);
        let sets = sets.into_iter().zip(divided(other_to_move, count, shares));
        let parts = shares.iter().zip(sets);
        for_each_part(parts, workers, |Worker { step, .. }, (share, (mut team_rows, mut other_rows))| {
            for (block, (team_rows, other_rows)) in team_rows.iter_mut().zip(&mut other_rows).enumerate() {
                let chunks = team_rows.chunks_mut(ROWS_BETWEEN_CHECKS).zip(other_rows.chunks_mut(ROWS_BETWEEN_CHECKS));
                for (first, (team_rows, other_rows)) in share.rows.clone().step_by(ROWS_BETWEEN_CHECKS).zip(chunks) {
                    if control.is_cancelled() {
                        return;
                    }
                    game.start(player, block, first, step.immobile(block), team_rows, other_rows);
                }
            }
        });
        if control.is_cancelled() {
            return Err(SolveError::Cancelled);
        }
        if let Some(table) = &mut table {
            table.note_wins_of(player);
            let whole = 0..count;
            for (turn, set) in [(game.board.team, &*team_to_move), (game.board.team.opponent(), &*other_to_move)] {
                let mut notes = table.at_level(turn, 0, std::slice::from_ref(&whole));
                for (index, row) in set.iter().enumerate() {
                    let (block, row_number) = (index / count, index % count);
                    let decided = if shrinks { zip(&game.all[block], row, |all, row| all & !row) } else { *row };
                    for notes in &mut notes {
                        notes.decided(row_number, block, &decided);
                    }
                }
            }
        }
        Ok(())
    }

    /// The arena's numbers of the configurations that win against every node of the other's piece,
    /// among those that the last ply changed.
    pub(super) fn full(&self) -> impl Iterator<Item = u32> {
        let (count, sets) = (self.game.board.numbering.count(), &self.team_to_move);
        let is_full = move |&row: &usize| {
            self.game.all.iter().enumerate().all(|(block, all): (usize, &[u64; W])| sets[block * count + row] == *all)
        };
        let is_any = self.team_changed.count > 0 && self.team_changed.has_full;
        let changed = is_any.then(|| self.team_changed.numbers()).into_iter().flatten();
        changed.filter(is_full).map(|row| self.game.board.given_number(row))
    }

    pub(super) fn progress(&self) -> Progress {
        let count_ones =
            |rows: &AlignedRows<W>| rows.as_flattened().iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let bits = count_ones(&self.team_to_move) + count_ones(&self.other_to_move);
        let pairs = 2 * self.game.board.numbering.count() as u64 * u64::from(self.game.board.other_steps.nodes());
        Progress { level: self.level, decided: if self.shrinks { pairs - bits } else { bits } }
    }

    /// The pairs that the player wins, with the team to move and with the other to move.
    pub(super) fn into_won(mut self) -> (AlignedRows<W>, AlignedRows<W>) {
        if self.shrinks {
            let count = self.game.board.numbering.count();
            for set in [&mut self.team_to_move, &mut self.other_to_move] {
                for (index, row) in set.iter_mut().enumerate() {
                    *row = zip(&self.game.all[index / count], row, |all, row| all & !row);
                }
            }
        }
        (self.team_to_move, self.other_to_move)
    }

    /// Finds the positions decided one ply later; returns false if there are none. If `is_exact` is
    /// false, it may also find positions that are decided later.
    pub(super) fn advance(
        &mut self,
        is_exact: bool,
        mut table: Option<&mut Table<'_>>,
        control: &Control<'_>,
    ) -> Result<bool, SolveError> {
        self.level += 1;
        if self.level == 1 && !self.others_ply_would_change(control) {
            // Nothing usually follows from the ends with the team to move.
            self.team_changed.clear();
        }
        // A cancelled ply does not report all changes, so it must not count as the last one.
        match (self.team_changed.count > 0, self.other_changed.count > 0) {
            (false, false) if !control.is_cancelled() => return Ok(false),
            (false, false) => {}
            (true, false) => {
                self.others_ply(table.as_deref_mut(), control);
                self.team_changed.clear();
            }
            (false, true) => {
                self.teams_ply(None, table.as_deref_mut(), control);
                self.other_changed.clear();
            }
            (true, true) if !is_exact => {
                self.others_ply(table.as_deref_mut(), control);
                self.other_changed = Changed::new(&self.shares, true);
                self.team_changed.clear();
            }
            (true, true) => {
                if self.before.is_empty() {
                    self.before = AlignedRows::try_zeroed(self.other_to_move.len())?;
                }
                self.before.copy_from_slice(&self.other_to_move);
                self.others_ply(table.as_deref_mut(), control);
                let before = std::mem::replace(&mut self.before, AlignedRows::none());
                self.teams_ply(Some(&before), table, control);
                self.before = before;
            }
        }
        control.check(|| self.progress())?;
        Ok(self.team_changed.count + self.other_changed.count > 0)
    }

    /// True if the other's ply at level 1 would change anything. For the team's attractor it
    /// changes nothing if the other's piece may stay everywhere: outside the team's wins, staying
    /// is a move that does not lose at once.
    fn others_ply_would_change(&mut self, control: &Control<'_>) -> bool {
        (self.shrinks || !self.game.board.other_may_stay) && self.run_others_ply(None, true, control) > 0
    }

    /// The other's ply, in each row that changed with the team to move.
    fn others_ply(&mut self, table: Option<&mut Table<'_>>, control: &Control<'_>) {
        self.other_changed.clear();
        self.other_changed.count = self.run_others_ply(table, false, control);
    }

    /// The other's ply, or a dry run that changes nothing. Returns the number of rows that change.
    fn run_others_ply(&mut self, table: Option<&mut Table<'_>>, is_dry_run: bool, control: &Control<'_>) -> usize {
        let Self {
            game,
            shrinks,
            level,
            team_to_move,
            other_to_move,
            team_changed,
            other_changed,
            shares,
            workers,
            ..
        } = self;
        let (game, shrinks, level) = (*game, *shrinks, *level);
        let count = game.board.numbering.count();
        let from = &team_to_move[..];
        let is_shared = team_changed.count * W * game.blocks() >= ENOUGH_CHANGED_WORDS;
        let workers = if is_shared { &mut workers[..] } else { &mut workers[..1] };
        let sets = divided(other_to_move, count, shares);
        let changed = team_changed.shares.iter().zip(&mut other_changed.shares);
        let notes = shared_notes(table, game.board.team.opponent(), level, shares);
        let parts = shares.iter().zip(sets).zip(changed).zip(notes);
        let changes = AtomicUsize::new(0);
        for_each_part(parts, workers, |Worker { step, .. }, (((share, sets), (team_changed, changed)), notes)| {
            let mut other_rows = OtherRows {
                game,
                control,
                shrinks,
                from,
                base: share.rows.start,
                sets,
                changed,
                stuck: (0..game.blocks()).map(|block| *step.immobile(block)).collect(),
                cursor: Cursor::new(&game.board.numbering, 0),
                notes,
                is_dry_run,
                changes: 0,
            };
            vector::run(OthersPly { rows: team_changed, step, other_rows: &mut other_rows });
            changes.fetch_add(other_rows.changes, Ordering::Relaxed);
        });
        changes.into_inner()
    }

    /// The team's ply. It reads `before`, the state of `other_to_move` before this ply, or
    /// `other_to_move` itself if that did not change.
    fn teams_ply(&mut self, before: Option<&[[u64; W]]>, table: Option<&mut Table<'_>>, control: &Control<'_>) {
        self.team_changed.clear();
        let Self {
            game,
            shrinks,
            level,
            team_to_move,
            other_to_move,
            team_changed,
            other_changed,
            shares,
            workers,
            pushed,
            ..
        } = self;
        let (game, shrinks, level) = (*game, *shrinks, *level);
        let count = game.board.numbering.count();
        let from = before.unwrap_or(other_to_move);
        if before.is_none() && pushed.is_some() && game.board.should_push(other_changed.count) {
            return self.push(table, control);
        }
        let reached = |block| if level == 1 && !shrinks { game.caught_by_one_move(block) } else { None };
        let reached: Vec<Option<Vec<[u64; W]>>> = (0..game.blocks()).map(reached).collect();
        let sets = divided(team_to_move, count, shares);
        let changed = team_changed.shares.chunks_mut(1);
        // The last places have the most rows and take longest, so they come first.
        let notes = shared_notes(table, game.board.team, level, shares);
        let parts: Vec<_> = shares.iter().zip(sets).zip(changed).zip(notes).collect();
        let (changes, has_full) = (AtomicUsize::new(0), AtomicBool::new(false));
        for_each_part(
            parts.into_iter().rev(),
            workers,
            |Worker { leg_rows, .. }, (((share, sets), changed), mut notes)| {
                for (block, sets) in sets.into_iter().enumerate() {
                    let (from, firsts) = (&from[block * count..(block + 1) * count], share.firsts.clone());
                    let sets = (share.rows.start, sets, &mut *changed);
                    let team_rows = TeamRows::new((game, control), (block, shrinks), from, sets, notes.as_mut());
                    let reached = reached[block].as_deref();
                    let pull = Pull { team_rows, firsts, leg_rows: &mut *leg_rows, reached };
                    let (more, is_full) = vector::run(pull);
                    changes.fetch_add(more, Ordering::Relaxed);
                    has_full.fetch_or(is_full, Ordering::Relaxed);
                }
            },
        );
        team_changed.count = changes.into_inner();
        team_changed.has_full = has_full.into_inner();
    }

    /// The team's ply if few rows changed: pushes these rows to their predecessors.
    fn push(&mut self, table: Option<&mut Table<'_>>, control: &Control<'_>) {
        let Self {
            game, level, team_to_move, other_to_move, team_changed, other_changed, shares, workers, pushed, ..
        } = self;
        let Some((batch, moves)) = pushed else { return };
        let game = *game;
        let count = game.board.numbering.count();
        if let Some(moves) = &mut *moves {
            moves.list(&game.board);
        }
        let moves = moves.as_ref();
        let is_shared = other_changed.count * W * game.blocks() >= ENOUGH_PUSHED_WORDS;
        let workers = if is_shared { &mut workers[..] } else { &mut workers[..1] };
        let mut notes: Vec<_> = shared_notes(table, game.board.team, *level, shares).collect();
        let (changes, has_full) = (AtomicUsize::new(0), AtomicBool::new(false));
        for (block, from) in other_to_move.chunks_exact(count.max(1)).enumerate() {
            let mut numbers = other_changed.numbers();
            while batch.fill(&game.board, from, &mut numbers) {
                let sets = divided(&mut team_to_move[block * count..(block + 1) * count], count, shares);
                let sets = sets.into_iter().flatten();
                let parts: Vec<_> =
                    shares.iter().zip(sets).zip(team_changed.shares.chunks_mut(1)).zip(&mut notes).collect();
                let batch = &*batch;
                for_each_part(parts.into_iter().rev(), workers, |worker, (((share, sets), changed), notes)| {
                    let Worker { leg_rows, scratch, .. } = worker;
                    let sets = (share.rows.start, sets, changed);
                    let team_rows = TeamRows::new((game, control), (block, false), from, sets, notes.as_mut());
                    let push = Push { team_rows, firsts: share.firsts.clone(), batch, moves, leg_rows, scratch };
                    let (more, is_full) = vector::run(push);
                    changes.fetch_add(more, Ordering::Relaxed);
                    has_full.fetch_or(is_full, Ordering::Relaxed);
                });
            }
        }
        team_changed.count = changes.into_inner();
        team_changed.has_full = has_full.into_inner();
    }
}

/// The other's move in some rows, as a task for [`vector`].
struct OthersPly<'t, 's, 'n, 'f, 'a, const W: usize> {
    rows: &'t ChangedRows,
    step: &'t mut Step<'f, W>,
    other_rows: &'t mut OtherRows<'s, 'n, 'f, 'a, W>,
}

impl<const W: usize> NullaryFnOnce for OthersPly<'_, '_, '_, '_, '_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.step.each(self.rows.numbers(), self.other_rows);
    }
}

/// The rows of a share that the other's move changes.
struct OtherRows<'t, 'n, 'f, 'a, const W: usize> {
    game: &'f TeamGame<'a, W>,
    control: &'t Control<'t>,
    shrinks: bool,
    from: &'t [[u64; W]],
    /// The number of the first row of the share.
    base: usize,
    /// The rows of the share, block by block.
    sets: Vec<&'t mut [[u64; W]]>,
    /// Marks for the rows that change.
    changed: &'t mut ChangedRows,
    /// The other's nodes without a move. They have no move out of any row, but level 0 decides
    /// their value.
    stuck: Vec<[u64; W]>,
    cursor: Cursor,
    notes: Option<Notes<'n, W>>,
    is_dry_run: bool,
    /// The number of rows that change.
    changes: usize,
}

impl<const W: usize> RowAccess<W> for OtherRows<'_, '_, '_, '_, W> {
    #[inline(always)]
    fn row(&self, block: usize, row: usize) -> &[u64; W] {
        &self.from[block * self.game.board.numbering.count() + row]
    }

    #[inline(always)]
    fn prefetch(&self, row: usize) {
        for (block, sets) in self.sets.iter().enumerate() {
            prefetch_index(self.from, block * self.game.board.numbering.count() + row);
            prefetch_index(&**sets, row - self.base);
        }
    }

    #[inline(always)]
    fn should_continue(&self) -> bool {
        !self.control.is_cancelled()
    }

    #[inline(always)]
    fn found(&mut self, block: usize, row: usize, inside: &[u64; W]) {
        let (game, numbering) = (self.game, &self.game.board.numbering);
        let ended = match if self.shrinks { &game.won_by_team } else { &game.won_by_other } {
            Ends::Nowhere => [0; W],
            ends => {
                self.cursor.seek(numbering, row);
                ends.row(numbering, block, row, self.cursor.members())
            }
        };
        let set = &mut self.sets[block][row - self.base];
        let new = if self.shrinks {
            zip(set, &zip(inside, &ended, |inside, ended| inside | ended), |set, kept| set & kept)
        } else {
            let barred = zip(&self.stuck[block], &ended, |stuck, ended| stuck | ended);
            let won =
                zip(&zip(inside, &barred, |inside, barred| inside & !barred), &game.all[block], |won, all| won & all);
            zip(set, &won, |set, won| set | won)
        };
        if new == *set {
            return;
        }
        self.changes += 1;
        if self.is_dry_run {
            return;
        }
        self.changed.mark(row);
        if let Some(notes) = &mut self.notes {
            let fresh = zip(set, &new, |set, new| set ^ new);
            notes.decided(row, block, &fresh);
        }
        *set = new;
    }
}

/// The team's move by pulling into all configurations whose largest place is in `firsts`, as a task
/// for [`vector`]. Returns the number of changed rows, and whether some row may have become full.
struct Pull<'t, 'n, 'f, 'a, const W: usize> {
    team_rows: TeamRows<'t, 'n, 'f, 'a, W>,
    firsts: Range<usize>,
    leg_rows: &'t mut LegRows<W>,
    /// For each place, the nodes that a single piece there catches in one move, if these decide the
    /// level.
    reached: Option<&'t [[u64; W]]>,
}

impl<const W: usize> NullaryFnOnce for Pull<'_, '_, '_, '_, W> {
    type Output = (usize, bool);

    #[inline(always)]
    fn call(self) -> (usize, bool) {
        let Self { mut team_rows, firsts, leg_rows, reached } = self;
        let (game, from) = (team_rows.game, team_rows.from);
        let (numbering, order) = (&game.board.numbering, &game.board.order);
        match game.board.movers {
            // The other has won nowhere.
            Movers::All if let (Some(reached), false) = (reached, game.board.has_immobile) => {
                let below = numbering.below(numbering.size());
                let rows = below[firsts.start]..below[firsts.end];
                for first in rows.clone().step_by(ROWS_BETWEEN_CHECKS) {
                    if !team_rows.should_continue() {
                        break;
                    }
                    let some = first..rows.end.min(first + ROWS_BETWEEN_CHECKS);
                    each_union(numbering, some, reached, |row, union| team_rows.change(row, union, &[0; W]));
                }
            }
            Movers::All if let Some(reached) = reached => {
                let below = numbering.below(numbering.size());
                let mut cursor = Cursor::new(numbering, below[firsts.start]);
                for row in below[firsts.start]..below[firsts.end] {
                    let mut union = [0; W];
                    for &member in cursor.members() {
                        add(&mut union, &reached[member]);
                    }
                    let (&last, others) = cursor.members().split_last().unwrap_or((&0, &[]));
                    others.iter().enumerate().for_each(|(depth, &place)| team_rows.place(depth, place));
                    team_rows.row(row, last, &union);
                    cursor.advance();
                }
            }
            Movers::All => sweep(numbering, order, from, firsts, leg_rows, &mut team_rows),
            Movers::One => {
                let below = numbering.below(numbering.size());
                let rows = below[firsts.start]..below[firsts.end];
                let mut cursor = Cursor::new(numbering, rows.start);
                for row in rows {
                    if row % ROWS_BETWEEN_CHECKS == 0 && !team_rows.should_continue() {
                        break;
                    }
                    let union = game.union_over_single_moves(cursor.members(), from);
                    let (&last, others) = cursor.members().split_last().unwrap_or((&0, &[]));
                    others.iter().enumerate().for_each(|(depth, &place)| team_rows.place(depth, place));
                    team_rows.row(row, last, &union);
                    cursor.advance();
                }
            }
        }
        (team_rows.changes, team_rows.has_full)
    }
}

/// The team's move by pushing to all configurations whose largest place is in `firsts`, as a task
/// for [`vector`]. Only for sets that grow.
struct Push<'t, 'n, 'f, 'a, const W: usize> {
    team_rows: TeamRows<'t, 'n, 'f, 'a, W>,
    firsts: Range<usize>,
    batch: &'t Batch<W>,
    moves: Option<&'t BackMoves>,
    leg_rows: &'t mut LegRows<W>,
    scratch: &'t mut Scratch,
}

impl<const W: usize> NullaryFnOnce for Push<'_, '_, '_, '_, W> {
    type Output = (usize, bool);

    #[inline(always)]
    fn call(self) -> (usize, bool) {
        let Self { mut team_rows, firsts, batch, moves, leg_rows, scratch } = self;
        for first in firsts {
            if !team_rows.should_continue() {
                break;
            }
            push(&team_rows.game.board, first, (batch, moves), (&mut *leg_rows, &mut *scratch), &mut team_rows);
        }
        (team_rows.changes, team_rows.has_full)
    }
}

impl<const W: usize> Write<W> for TeamRows<'_, '_, '_, '_, W> {
    #[inline(always)]
    fn prefetch(&self, row: usize) {
        prefetch_index(&*self.sets, row - self.base);
    }

    #[inline(always)]
    fn write(&mut self, first: usize, listed: &mut [[u32; 2]], unions: &[[u64; W]]) {
        // Most rows have all of their union already. The others are listed without a branch, so
        // that the processor waits for several rows at once.
        let sets = &self.sets[first - self.base..];
        let mut count = 0;
        for index in 0..listed.len() {
            let [number, union] = listed[index];
            listed[count] = [number, union];
            let lacks = zip(&unions[union as usize], &sets[number as usize], |union, set| union & !set);
            count += usize::from(lacks != [0; W]);
        }
        for &[number, union] in &listed[..count] {
            let (row, union) = (first + number as usize, &unions[union as usize]);
            let ended = self.game.ended_in(self.ends(), self.block, row);
            self.change(row, union, &ended);
        }
    }
}

/// The rows of a share that the team's move changes, in one block of columns.
struct TeamRows<'t, 'n, 'f, 'a, const W: usize> {
    game: &'f TeamGame<'a, W>,
    control: &'t Control<'t>,
    block: usize,
    shrinks: bool,
    from: &'t [[u64; W]],
    /// The number of the first row of the share.
    base: usize,
    /// The rows of the share.
    sets: &'t mut [[u64; W]],
    /// Marks for the rows that change.
    changed: &'t mut [ChangedRows],
    /// The number of rows that change.
    changes: usize,
    /// True if some row is full after a change.
    has_full: bool,
    notes: Option<&'t mut Notes<'n, W>>,
    /// The places of the pieces, in descending order.
    members: Vec<usize>,
    /// For each piece but the last, the ends of this piece and the pieces before it.
    ended_before: Vec<[u64; W]>,
}

impl<'t, 'n, 'f, 'a, const W: usize> TeamRows<'t, 'n, 'f, 'a, W> {
    fn new(
        (game, control): (&'f TeamGame<'a, W>, &'t Control<'t>),
        (block, shrinks): (usize, bool),
        from: &'t [[u64; W]],
        (base, sets, changed): (usize, &'t mut [[u64; W]], &'t mut [ChangedRows]),
        notes: Option<&'t mut Notes<'n, W>>,
    ) -> Self {
        let (members, ended_before) = (vec![0; game.board.numbering.size()], vec![[0; W]; game.board.numbering.size()]);
        let (changes, has_full) = (0, false);
        Self {
            game,
            control,
            block,
            shrinks,
            from,
            base,
            sets,
            changed,
            changes,
            has_full,
            notes,
            members,
            ended_before,
        }
    }

    #[inline(always)]
    fn ends(&self) -> &'f Ends<W> {
        if self.shrinks { &self.game.won_by_team } else { &self.game.won_by_other }
    }

    /// The ends in the configuration of the current places, whose last piece stands on `last`.
    #[inline(always)]
    fn ended(&self, row: usize, last: usize) -> [u64; W] {
        match self.ends() {
            Ends::Nowhere => [0; W],
            Ends::ByMember(rows) => {
                let mut ended = rows[self.block * self.game.board.numbering.places() + last];
                if let Some(before) = self.members.len().checked_sub(2) {
                    add(&mut ended, &self.ended_before[before]);
                }
                ended
            }
            Ends::ByConfiguration(rows) => rows[self.block * self.game.board.numbering.count() + row],
        }
    }

    /// Adds `union` to a row of a game that the other wins nowhere. The row is written even if it
    /// does not change. A branch on that could not be predicted, and a mispredicted branch would
    /// wait for the row.
    #[inline(always)]
    #[expect(clippy::needless_bitwise_bool, reason = "avoids a branch that cannot be predicted")]
    fn unite(&mut self, row: usize, union: &[u64; W]) {
        let set = &mut self.sets[row - self.base];
        let fresh = zip(union, set, |union, set| union & !set);
        let new = zip(set, union, |set, union| set | union);
        *set = new;
        let is_new = fresh != [0; W];
        match &mut self.changed {
            [changed] => changed.mark_if(row, is_new),
            changed if is_new => mark(changed, row),
            _ => {}
        }
        self.changes += usize::from(is_new);
        self.has_full |= is_new & (new == self.game.all[self.block]);
        if let Some(notes) = &mut self.notes
            && is_new
        {
            notes.decided(row, self.block, &fresh);
        }
    }

    /// Adds newly won pairs to a row, or for the other's attractor removes them.
    #[inline(always)]
    fn change(&mut self, row: usize, union: &[u64; W], ended: &[u64; W]) {
        let set = &mut self.sets[row - self.base];
        let new = if self.shrinks {
            zip(set, &zip(union, ended, |union, ended| union | ended), |set, kept| set & kept)
        } else {
            zip(set, &zip(union, ended, |union, ended| union & !ended), |set, won| set | won)
        };
        if new == *set {
            return;
        }
        if let Some(notes) = &mut self.notes {
            let fresh = zip(set, &new, |set, new| set ^ new);
            notes.decided(row, self.block, &fresh);
        }
        *set = new;
        mark(self.changed, row);
        self.changes += 1;
        self.has_full |= new == self.game.all[self.block];
    }
}

impl<const W: usize> Visit<W> for TeamRows<'_, '_, '_, '_, W> {
    #[inline(always)]
    fn place(&mut self, depth: usize, place: usize) {
        self.members[depth] = place;
        if let Ends::ByMember(rows) = self.ends() {
            let mut ended = rows[self.block * self.game.board.numbering.places() + place];
            if let Some(before) = depth.checked_sub(1) {
                add(&mut ended, &self.ended_before[before]);
            }
            self.ended_before[depth] = ended;
        }
    }

    #[inline(always)]
    fn should_continue(&self) -> bool {
        !self.control.is_cancelled()
    }

    #[inline(always)]
    fn row(&mut self, row: usize, last: usize, union: &[u64; W]) {
        let game = self.game;
        if let (Ends::Nowhere, false, false) = (self.ends(), self.shrinks, game.board.has_immobile) {
            return self.unite(row, union);
        }
        let mut union = *union;
        if game.board.has_immobile {
            *self.members.last_mut().expect("a team has a piece") = last;
            if game.board.is_immobile(&self.members) {
                union = if game.board.passes {
                    self.from[row]
                } else if self.shrinks && game.board.arena.stalemate() == StalemateRule::Endless {
                    game.all[self.block]
                } else {
                    [0; W]
                };
            }
        }
        let ended = self.ended(row, last);
        self.change(row, &union, &ended);
    }
}

impl<const W: usize> TeamGame<'_, W> {
    /// Level 0 in a range of rows of a block of columns. The first row has number `first`.
    fn start(
        &self,
        player: Player,
        block: usize,
        first: usize,
        immobile: &[u64; W],
        team_rows: &mut [[u64; W]],
        other_rows: &mut [[u64; W]],
    ) {
        let shrinks = player != self.board.team;
        let loses = self.board.arena.stalemate() == StalemateRule::Loses;
        let (numbering, all) = (&self.board.numbering, &self.all[block]);
        let is_plain = !(loses && (self.board.has_immobile || *immobile != [0; W]));
        if let (true, Ends::ByMember(won), Ends::Nowhere) = (is_plain, &self.won_by_team, &self.won_by_other) {
            let won = &won[block * numbering.places()..(block + 1) * numbering.places()];
            return each_union(numbering, first..first + team_rows.len(), won, |row, won| {
                let set = if shrinks { all } else { won };
                (team_rows[row - first], other_rows[row - first]) = (*set, *set);
            });
        }
        let mut cursor = Cursor::new(numbering, first);
        for (row, (team, other)) in (first..).zip(team_rows.iter_mut().zip(other_rows)) {
            let members = cursor.members();
            let won = self.won_by_team.row(numbering, block, row, members);
            let lost = self.won_by_other.row(numbering, block, row, members);
            let open = zip(all, &lost, |all, lost| all & !lost);
            (*team, *other) = if shrinks {
                let is_lost = loses && !self.board.passes && self.board.is_immobile(members);
                (if is_lost { won } else { open }, open)
            } else {
                let stuck = if loses { *immobile } else { [0; W] };
                (won, zip(&won, &zip(&stuck, &open, |stuck, open| stuck & open), |won, stuck| won | stuck))
            };
            cursor.advance();
        }
    }
}

/// Combines two rows word by word.
#[inline(always)]
fn zip<const W: usize>(one: &[u64; W], other: &[u64; W], combine: impl Fn(u64, u64) -> u64) -> [u64; W] {
    let mut row = *one;
    for (word, &other) in row.iter_mut().zip(other) {
        *word = combine(*word, other);
    }
    row
}
