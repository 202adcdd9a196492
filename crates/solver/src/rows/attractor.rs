//! The attractor of one player, level by level, in the rows of its own nodes.
//!
//! Two sets of pairs grow, each as one row of bits for every node of the owner: `owner_to_move`, the pairs that the owner has won with
//! itself to move, and `opponent_to_move`, those it has won with the opponent to move. Level k of each:
//!
//! * **some move wins**: the row of a node in `owner_to_move` gains what level k − 1 brought to the rows of its successors in `opponent_to_move`,
//!   an OR of whole rows;
//! * **all moves lose**: a pair enters `opponent_to_move` at level k + 1 once all the opponent's moves, which stay within the row, lead
//!   into `owner_to_move`. Only rows that have just gained something need a look, and each takes the cheapest of the
//!   [`kernels`](super::kernels).
//!
//! **Why in the owner's rows.** When a position is won depends mostly on where its winner stands. In rows of the winner a level
//! therefore decides hundreds of neighbouring bits at once; in rows of the loser the same level would scatter single bits
//! over all of them.
//!
//! **Closed and won.** The bits of a row are set where a pair is *closed*: won by the owner, won by the opponent where the game
//! is over, or beyond the last column. So a row that is full is finished. The won pairs are the closed ones without the opponent's
//! ends, which are few.
//!
//! **Threads.** While others are idle, a level that takes long enough is shared by rows; see [`level`](super::level).
//!
//! **Cost.** O(levels + arcs of the owner · columns / 512 + what the kernels take) at the least, as each row gains something in
//! few levels. Memory: two bits a pair and at most three for the levels that are alive.

use std::time::{Duration, Instant};

use catmouse_arena::{Player, ProductArena};

use super::block::{Matrix, add, any, blocks_in, clear, clear_runs, fill_runs, has, set, set_all};
use super::ends::Ends;
use super::frontier::Frontier;
use super::kernels::Kernels;
use super::kernels::packet::PACKET;
use super::level::{ABSENT, Counts, Gain, Game, Lane, Level, Rows, Source};
use super::record::Record;
use crate::parallel::{Threads, for_each_part};
use crate::{Control, Progress, SolveError};

/// Rows change by push while the frontier's predecessors number at most this many times the rows; else all rows pull.
const PUSH_UP_TO: usize = 2;

/// Words of candidate rows between two calls of [`Control::check`]: some milliseconds at the most.
const WORDS_BETWEEN_CHECKS: usize = 1 << 16;

/// Candidates after which it is asked whether the rest of a level is worth sharing, where there are several threads.
const SAMPLE: usize = 2 * PACKET;

/// A level is not shared for longer than this at a time, so that progress is told.
const LONGEST_SHARED: Duration = Duration::from_millis(50);

/// The attractor while it grows.
pub(super) struct Attractor<'a, const W: usize, const SINGLE_BLOCK: bool> {
    arena: &'a ProductArena,
    game: Game<'a, W, SINGLE_BLOCK>,
    owner_to_move: Matrix<W, SINGLE_BLOCK>,
    opponent_to_move: Matrix<W, SINGLE_BLOCK>,
    /// For each row.
    counts: Vec<Counts>,
    lane: Lane<'a, W, SINGLE_BLOCK>,
}

/// How an attractor is grown.
#[derive(Clone, Copy)]
pub(super) struct Terms<'c> {
    /// The level after which it stops.
    pub(super) last: u32,
    /// It may stop when its record holds this many events.
    pub(super) most_events: usize,
    pub(super) control: &'c Control<'c>,
    /// The threads with which levels are shared.
    pub(super) threads: &'c Threads,
}

/// [`Level::run`] with the instructions that it chooses.
pub(super) type RunLevel<const W: usize, const SINGLE_BLOCK: bool, R> = for<'a> fn(
    &Level<'_, 'a, W, SINGLE_BLOCK>,
    (&[u32], bool),
    &mut Rows<'_, W, SINGLE_BLOCK>,
    &mut Lane<'a, W, SINGLE_BLOCK>,
    &mut R,
);

impl<'a, const W: usize, const SINGLE_BLOCK: bool> Attractor<'a, W, SINGLE_BLOCK> {
    /// The attractor of this player before its first level.
    pub(super) fn new(arena: &'a ProductArena, player: Player) -> Self {
        let (owner, opponent) = (arena.steps(player), arena.steps(player.opponent()));
        let ends = Ends::of(arena, player);
        let (rows, columns) = (owner.nodes() as usize, opponent.nodes());
        let blocks = blocks_in::<W>(columns);
        let kernels = Kernels::new(opponent);
        let margin = kernels.margin();
        let mut owner_to_move = Matrix::<W, SINGLE_BLOCK>::new(rows, columns, margin);
        let mut opponent_to_move = Matrix::<W, SINGLE_BLOCK>::new(rows, columns, 0);
        let (mut owner_rows, mut opponent_rows) = (owner_to_move.view_mut(), opponent_to_move.view_mut());
        let padded = (blocks * W * 64) as u32;
        let mut counts = vec![Counts { won: 0, open_owner: columns, open_opponent: columns }; rows];
        let length = |runs: &[(u32, u32)]| runs.iter().map(|(start, end)| end - start).sum::<u32>();
        for (row, counts) in counts.iter_mut().enumerate() {
            let lost = ends.lost_to_move(row);
            let owner_to_move = owner_rows.row_mut(row);
            fill_runs(owner_to_move, lost);
            fill_runs(owner_to_move, &[(columns, padded)]);
            counts.open_owner -= length(lost);

            let (opponent_to_move, terminal) = (opponent_rows.row_mut(row), [ends.won.row(row), ends.lost.row(row)]);
            for runs in terminal {
                fill_runs(opponent_to_move, runs);
            }
            fill_runs(opponent_to_move, &[(columns, padded)]);
            counts.open_opponent -= terminal.map(length).into_iter().sum::<u32>();
            for &column in &ends.stuck {
                counts.open_opponent -= u32::from(!has(opponent_to_move, column));
                set(opponent_to_move, column);
            }
        }
        let game = Game { player, owner, opponent, ends, blocks, kernels };
        Self { arena, game, owner_to_move, opponent_to_move, counts, lane: Lane::new(rows, blocks) }
    }

    /// Grows it to its end, or up to a level, and reports every pair once. False if the record may not take that many.
    ///
    /// # Errors
    ///
    /// [`SolveError::Cancelled`].
    #[inline(always)]
    pub(super) fn grow<R: Record<W>>(
        &mut self,
        terms: Terms<'_>,
        record: &mut R,
        run_level: RunLevel<W, SINGLE_BLOCK, R>,
    ) -> Result<bool, SolveError> {
        let Self { game, owner_to_move, opponent_to_move, counts, lane, .. } = self;
        let rows = Rows {
            first: 0,
            owner_to_move: owner_to_move.view_mut(),
            opponent_to_move: opponent_to_move.view_mut(),
            counts,
        };
        let mut growing = Growing { game, rows, lane, helpers: Vec::new(), record, each: None, terms, run_level };
        let is_whole = growing.run()?;
        let Growing { helpers, record, .. } = growing;
        for (_, of_helper) in helpers {
            record.append(of_helper);
        }
        Ok(is_whole)
    }

    pub(super) fn arena(&self) -> &'a ProductArena {
        self.arena
    }

    pub(super) fn player(&self) -> Player {
        self.game.player
    }

    /// The pairs that the owner wins: with itself to move, and with the opponent to move.
    pub(super) fn into_won(self) -> [Matrix<W, SINGLE_BLOCK>; 2] {
        let Self { mut owner_to_move, mut opponent_to_move, game: Game { ends, owner, opponent, .. }, .. } = self;
        let columns = opponent.nodes();
        let (mut owner_rows, mut opponent_rows) = (owner_to_move.view_mut(), opponent_to_move.view_mut());
        for row in 0..owner.nodes() as usize {
            let (owner_to_move, opponent_to_move) = (owner_rows.row_mut(row), opponent_rows.row_mut(row));
            let padded = (owner_to_move.len() * W * 64) as u32;
            clear(owner_to_move, columns, padded);
            clear(opponent_to_move, columns, padded);
            clear_runs(owner_to_move, ends.lost_to_move(row));
            clear_runs(opponent_to_move, ends.lost.row(row));
            if !ends.stuck_loses && !ends.stuck.is_empty() {
                for &column in &ends.stuck {
                    clear(opponent_to_move, column, column + 1);
                }
                // Where the game is over it does not matter that the opponent could not move.
                fill_runs(opponent_to_move, ends.won.row(row));
            }
        }
        [owner_to_move, opponent_to_move]
    }
}

/// An attractor that is being grown.
struct Growing<'g, 'a, const W: usize, const SINGLE_BLOCK: bool, R> {
    game: &'g Game<'a, W, SINGLE_BLOCK>,
    rows: Rows<'g, W, SINGLE_BLOCK>,
    lane: &'g mut Lane<'a, W, SINGLE_BLOCK>,
    record: &'g mut R,
    /// What other threads have to themselves while they help, and what was decided by them.
    helpers: Vec<(Lane<'a, W, SINGLE_BLOCK>, R)>,
    /// How long a candidate took lately, by experience.
    each: Option<Duration>,
    terms: Terms<'g>,
    run_level: RunLevel<W, SINGLE_BLOCK, R>,
}

impl<'a, const W: usize, const SINGLE_BLOCK: bool, R: Record<W>> Growing<'_, 'a, W, SINGLE_BLOCK, R> {
    #[inline(always)]
    fn run(&mut self) -> Result<bool, SolveError> {
        let &mut Self { game, terms: Terms { last, most_events, control, threads }, .. } = self;
        control.check(|| self.progress(0))?;
        let rows = game.owner.nodes() as usize;
        let (mut slots, mut visited) = (vec![ABSENT; rows], vec![0; rows]);
        let (mut candidates, mut columns) = (Vec::with_capacity(rows), Vec::new());
        let mut union = vec![[0; W]; game.blocks];
        // The levels before this one and of it. Before level 0 there is none; its rows gain where the game is over.
        let mut previous = Frontier::new(rows * game.blocks);
        let mut current = self.initial_frontier();
        for (slot, &row) in current.rows().iter().enumerate() {
            for (number, pairs) in current.blocks(slot as u32).filter(|(_, pairs)| any(pairs)) {
                self.record.decided(row as usize, number, game.player.opponent(), 0, pairs);
            }
        }
        candidates.extend((0..rows as u32).filter(|&row| !game.ends.won.row(row as usize).is_empty()));
        let mut gain = Gain::Ends;
        let mut number = 0;
        let are_several = threads.are_several();
        // Candidates between two looks at the control. A level may be a few rows, or seconds of work.
        let (stretch, mut unchecked) = ((WORDS_BETWEEN_CHECKS / (game.blocks * W)).max(PACKET), 0);
        loop {
            let source = Source { gain, frontier: &previous, slots: &slots, union: &union };
            let level = Level { game, number, is_last: number == last, source };
            let mut left = &mut candidates[..];
            while !left.is_empty() {
                let may_share = are_several && left.len() > PACKET && threads.is_any_idle();
                let shared = if may_share { self.share(&level, left) } else { 0 };
                let rest = &mut left[shared..];
                let sample = if are_several && rest.len() > 2 * SAMPLE { SAMPLE } else { stretch };
                let (now, later) = rest.split_at_mut(sample.min(rest.len()));
                let begun = (are_several && now.len() > PACKET && threads.is_any_idle()).then(Instant::now);
                if !now.is_empty() {
                    (self.run_level)(&level, (now, later.is_empty()), &mut self.rows, self.lane, self.record);
                }
                if let Some(begun) = begun {
                    self.each = Some(begun.elapsed() / now.len() as u32);
                }
                unchecked += shared + now.len();
                left = later;
                if unchecked >= stretch {
                    unchecked = 0;
                    control.check(|| self.progress(number))?;
                }
            }

            previous.rows().iter().for_each(|&row| slots[row as usize] = ABSENT);
            previous.clear();
            std::mem::swap(&mut previous, &mut current);
            std::mem::swap(&mut current, &mut self.lane.next);
            // Where only every other level has positions, the two frontiers with memory are used in turn.
            if current.is_empty() && current.has_more_capacity_than(&self.lane.next) {
                std::mem::swap(&mut current, &mut self.lane.next);
            }
            if number == last || (previous.is_empty() && current.is_empty()) {
                return Ok(true);
            }
            let events = self.helpers.iter().map(|(_, record)| record.events()).sum::<usize>();
            if self.record.events() + events >= most_events {
                return Ok(false);
            }
            number += 1;
            for (slot, &row) in previous.rows().iter().enumerate() {
                slots[row as usize] = slot as u32;
            }
            candidates.clear();
            let pushes = previous.rows().iter().map(|&row| game.owner.predecessors(row).len()).sum::<usize>();
            if pushes <= PUSH_UP_TO * rows {
                gain = Gain::Successors;
                for back in previous.rows().iter().flat_map(|&row| game.owner.predecessors(row)) {
                    if visited[back.node as usize] != number {
                        visited[back.node as usize] = number;
                        candidates.push(back.node);
                    }
                }
            } else {
                candidates.extend(0..rows as u32);
                if previous.single_columns(&mut columns) {
                    gain = Gain::SingleColumns;
                    for (&row, &column) in previous.rows().iter().zip(&columns) {
                        slots[row as usize] = column;
                    }
                } else {
                    gain = Gain::UntilCovered;
                    union.as_flattened_mut().fill(0);
                    for slot in 0..previous.rows().len() as u32 {
                        previous.blocks(slot).for_each(|(number, block)| add(&mut union[number], block));
                    }
                }
            }
        }
    }

    #[cold]
    fn progress(&self, level: u32) -> Progress {
        let columns = self.game.opponent.nodes();
        let decided = self.rows.counts.iter().map(|row| u64::from(row.won + (columns - row.open_opponent))).sum();
        Progress { level: level.into(), decided }
    }

    /// Level 0 with the opponent to move: where the game is over, and where the opponent is stuck and that loses.
    fn initial_frontier(&mut self) -> Frontier<W, SINGLE_BLOCK> {
        let mut frontier = Frontier::new(self.game.owner.nodes() as usize * self.game.blocks);
        let stuck: &[u32] = if self.game.ends.stuck_loses { &self.game.ends.stuck } else { &[] };
        for row in 0..self.game.owner.nodes() as usize {
            let won = self.game.ends.won.row(row);
            if !won.is_empty() || !stuck.is_empty() {
                let pairs = &mut self.lane.pairs;
                if !stuck.is_empty() {
                    set_all(pairs, stuck.iter().copied());
                    clear_runs(pairs, self.game.ends.lost.row(row));
                }
                fill_runs(pairs, won);
                frontier.push_row(row, pairs);
                pairs.as_flattened_mut().fill(0);
            }
        }
        frontier
    }

    /// Shares candidates of a level with all idle threads, if they take long enough for that by experience. Says how many were shared, the
    /// first ones: no more at a time than take a while.
    #[cold]
    fn share(&mut self, level: &Level<'_, 'a, W, SINGLE_BLOCK>, candidates: &mut [u32]) -> usize {
        let &mut Self { game, terms: Terms { control, threads, .. }, run_level, .. } = self;
        let Some(each) = self.each else { return 0 };
        let Some(taken) = threads.take_idle(each.saturating_mul(candidates.len() as u32)) else { return 0 };
        let longest = LONGEST_SHARED.as_nanos() / each.as_nanos().max(1);
        let shared = candidates.len().min(longest as usize).max(1);
        let candidates = &mut candidates[..shared];
        // What waits for a packet is among other rows.
        run_level(level, (&[], true), &mut self.rows, self.lane, self.record);
        if !candidates.is_sorted() {
            candidates.sort_unstable();
        }
        let rows = game.owner.nodes() as usize;
        while self.helpers.len() < taken.threads() {
            self.helpers.push((self.lane.another(rows), self.record.another()));
        }
        let helpers = &mut self.helpers[..taken.threads()];
        let parts = parts(candidates, self.rows.reborrow(), 1 + helpers.len());
        let helping = helpers.iter_mut().map(|(lane, record)| (lane, record));
        let mut states: Vec<_> = std::iter::once((&mut *self.lane, &mut *self.record)).chain(helping).collect();
        let begun = Instant::now();
        for_each_part(parts, &mut states, |(lane, record), (candidates, mut rows)| {
            if !control.is_cancelled() {
                run_level(level, (candidates, true), &mut rows, lane, record);
            }
        });
        self.each = Some(begun.elapsed() * (1 + taken.threads() as u32) / shared as u32);
        self.helpers.iter_mut().for_each(|(lane, _)| self.lane.next.append(&mut lane.next));
        shared
    }
}

/// Candidates in order, and the rows that they are among, in parts for so many threads: large ones, and small ones towards the end.
fn parts<'c, 'm, const W: usize, const SINGLE_BLOCK: bool>(
    mut candidates: &'c [u32],
    mut rows: Rows<'m, W, SINGLE_BLOCK>,
    threads: usize,
) -> Vec<(&'c [u32], Rows<'m, W, SINGLE_BLOCK>)> {
    let mut parts = Vec::new();
    loop {
        let length = (candidates.len() / (2 * threads)).next_multiple_of(PACKET).max(PACKET);
        let (part, later) = candidates.split_at(length.min(candidates.len()));
        let Some(&next) = later.first() else {
            parts.push((part, rows));
            return parts;
        };
        let (before, from) = rows.split_at(next as usize);
        parts.push((part, before));
        (candidates, rows) = (later, from);
    }
}
