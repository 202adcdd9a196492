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
//! **Cost.** O(levels + arcs of the owner · columns / 512 + what the kernels take) at the least, as each row gains something in
//! few levels. Memory: two bits a pair and at most three for the levels that are alive.

use std::ops::Range;

use catmouse_arena::{Player, ProductArena, StepGraph};

use super::block::{
    Block, Matrix, add, any, blocks_in, clear, clear_runs, count_ones_in, fill_runs, has, nonzero, set, set_all,
    without,
};
use super::ends::Ends;
use super::frontier::{Frontier, Span};
use super::kernels::Kernels;
use super::kernels::packet::PACKET;
use crate::{Control, Progress, SolveError};

/// Receives the pairs that are decided at each level.
pub(super) trait Record<const W: usize> {
    /// These pairs of one block of a row are won by the owner at this distance, with this player to move.
    fn decided(&mut self, row: usize, block: usize, turn: Player, level: u32, pairs: &Block<W>);

    /// Whether it may take more; asked once a level.
    fn has_capacity(&self) -> bool {
        true
    }
}

/// The last level that decided anything.
#[derive(Debug, Default)]
pub(super) struct Deepest(pub(super) u32);

impl<const W: usize> Record<W> for Deepest {
    #[inline(always)]
    fn decided(&mut self, _: usize, _: usize, _: Player, level: u32, _: &Block<W>) {
        self.0 = self.0.max(level);
    }
}

/// Not in the frontier.
const ABSENT: u32 = u32::MAX;

/// Rows of the frontier after which it is checked whether a row has already gained all it can.
const HITS_PER_CHECK: usize = 4;

/// Rows change by push while the frontier's predecessors number at most this many times the rows; else all rows pull.
const PUSH_UP_TO: usize = 2;

/// Words of candidate rows between two calls of [`Control::check`]: some milliseconds at the most.
const WORDS_BETWEEN_CHECKS: usize = 1 << 16;

/// The attractor while it grows.
pub(super) struct Attractor<'a, const W: usize, const SINGLE_BLOCK: bool> {
    arena: &'a ProductArena,
    player: Player,
    owner: &'a StepGraph,
    opponent: &'a StepGraph,
    ends: Ends,
    blocks: usize,
    owner_to_move: Matrix<W, SINGLE_BLOCK>,
    opponent_to_move: Matrix<W, SINGLE_BLOCK>,
    /// For each row: how many pairs the owner has won in `owner_to_move`.
    won_count: Vec<u32>,
    /// For each row: how many pairs are open in `owner_to_move`.
    open_owner: Vec<u32>,
    /// For each row: how many pairs are open in `opponent_to_move`.
    open_opponent: Vec<u32>,
    kernels: Kernels<'a, W, SINGLE_BLOCK>,
    scratch: Scratch<W>,
    batch: Vec<Changed>,
    next: Frontier<W, SINGLE_BLOCK>,
    /// The level after which it stops.
    last: u32,
}

/// The two matrices while the attractor grows.
struct Sets<'m, const W: usize, const SINGLE_BLOCK: bool> {
    owner_to_move: Matrix<W, SINGLE_BLOCK, &'m mut [u64]>,
    opponent_to_move: Matrix<W, SINGLE_BLOCK, &'m mut [u64]>,
}

/// Scratch memory, used again for each row.
struct Scratch<const W: usize> {
    /// Bits of a row; all are clear in between.
    pairs: Vec<Block<W>>,
    /// Blocks of the frontier from which a row gains.
    spans: Vec<Span>,
}

/// A row that has gained something and that a packet would serve better than its own kernel.
struct Changed {
    row: u32,
    /// What it costs by itself.
    cost: f32,
}

/// Where the rows of a level gain from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gain {
    /// From nowhere: the game is over there.
    Ends,
    /// From whichever successors the frontier has.
    Successors,
    /// From successors in the frontier, each of whose rows has but one column.
    SingleColumns,
    /// From successors in the frontier, until all that is in the frontier is gained.
    UntilCovered,
}

/// What a level starts from.
struct Source<'a, const W: usize, const SINGLE_BLOCK: bool> {
    gain: Gain,
    frontier: &'a Frontier<W, SINGLE_BLOCK>,
    /// The slot of each row in the frontier; where rows have but one column, that column instead.
    slots: &'a [u32],
    /// All that is in the frontier.
    union: &'a [Block<W>],
}

impl<'a, const W: usize, const SINGLE_BLOCK: bool> Source<'a, W, SINGLE_BLOCK> {
    /// The slots, or columns, of those successors of a row that are in the frontier.
    #[inline(always)]
    fn hits(&self, owner: &'a StepGraph, row: usize) -> impl Iterator<Item = u32> {
        owner.successors(row as u32).iter().map(|arc| self.slots[arc.node as usize]).filter(|&slot| slot != ABSENT)
    }

    /// What those successors have in the block with this number.
    #[inline(always)]
    fn blocks(&self, owner: &'a StepGraph, row: usize, number: usize) -> impl Iterator<Item = &'a Block<W>> {
        let frontier = self.frontier;
        self.hits(owner, row).filter_map(move |slot| frontier.block(frontier.span(slot), number))
    }
}

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
        let (mut open_owner, mut open_opponent) = (vec![columns; rows], vec![columns; rows]);
        let length = |runs: &[(u32, u32)]| runs.iter().map(|(start, end)| end - start).sum::<u32>();
        for row in 0..rows {
            let lost = ends.lost_to_move(row);
            let owner_to_move = owner_rows.row_mut(row);
            fill_runs(owner_to_move, lost);
            fill_runs(owner_to_move, &[(columns, padded)]);
            open_owner[row] -= length(lost);

            let (opponent_to_move, terminal) = (opponent_rows.row_mut(row), [ends.won.row(row), ends.lost.row(row)]);
            for runs in terminal {
                fill_runs(opponent_to_move, runs);
            }
            fill_runs(opponent_to_move, &[(columns, padded)]);
            open_opponent[row] -= terminal.map(length).into_iter().sum::<u32>();
            for &column in &ends.stuck {
                open_opponent[row] -= u32::from(!has(opponent_to_move, column));
                set(opponent_to_move, column);
            }
        }
        Self {
            arena,
            player,
            owner,
            opponent,
            ends,
            blocks,
            owner_to_move,
            opponent_to_move,
            won_count: vec![0; rows],
            open_owner,
            open_opponent,
            kernels,
            scratch: Scratch { pairs: vec![[0; W]; blocks], spans: Vec::new() },
            batch: Vec::with_capacity(PACKET),
            next: Frontier::new(rows * blocks),
            last: u32::MAX,
        }
    }

    /// Grows it to its end, or up to this level, and reports every pair once. False if the record may not take that many.
    ///
    /// # Errors
    ///
    /// [`SolveError::Cancelled`].
    #[inline(always)]
    pub(super) fn grow(
        &mut self,
        last: u32,
        record: &mut impl Record<W>,
        control: &Control<'_>,
    ) -> Result<bool, SolveError> {
        self.last = last;
        let (mut owner_to_move, mut opponent_to_move) =
            (std::mem::take(&mut self.owner_to_move), std::mem::take(&mut self.opponent_to_move));
        let mut sets = Sets { owner_to_move: owner_to_move.view_mut(), opponent_to_move: opponent_to_move.view_mut() };
        let grown = self.grow_sets(&mut sets, record, control);
        (self.owner_to_move, self.opponent_to_move) = (owner_to_move, opponent_to_move);
        grown
    }

    #[inline(always)]
    fn grow_sets(
        &mut self,
        sets: &mut Sets<'_, W, SINGLE_BLOCK>,
        record: &mut impl Record<W>,
        control: &Control<'_>,
    ) -> Result<bool, SolveError> {
        let last = self.last;
        control.check(|| self.progress(0))?;
        let rows = self.owner.nodes() as usize;
        let (mut slots, mut visited) = (vec![ABSENT; rows], vec![0; rows]);
        let (mut candidates, mut columns) = (Vec::with_capacity(rows), Vec::new());
        let mut union = vec![[0; W]; self.blocks];
        // The levels before this one and of it. Before level 0 there is none; its rows gain where the game is over.
        let mut previous = Frontier::new(rows * self.blocks);
        let mut current = self.initial_frontier();
        for (slot, &row) in current.rows().iter().enumerate() {
            for (number, pairs) in current.blocks(slot as u32).filter(|(_, pairs)| any(pairs)) {
                record.decided(row as usize, number, self.player.opponent(), 0, pairs);
            }
        }
        candidates.extend((0..rows as u32).filter(|&row| !self.ends.won.row(row as usize).is_empty()));
        let mut gain = Gain::Ends;
        let mut level = 0;
        // Candidates between two looks at the control. A level may be a few rows, or seconds of work.
        let (stretch, mut unchecked) = ((WORDS_BETWEEN_CHECKS / (self.blocks * W)).max(PACKET), 0);
        loop {
            let source = Source { gain, frontier: &previous, slots: &slots, union: &union };
            for candidates in candidates.chunks(stretch) {
                self.level(level, candidates, &source, sets, record);
                unchecked += candidates.len();
                if unchecked >= stretch {
                    unchecked = 0;
                    control.check(|| self.progress(level))?;
                }
            }

            previous.rows().iter().for_each(|&row| slots[row as usize] = ABSENT);
            previous.clear();
            std::mem::swap(&mut previous, &mut current);
            std::mem::swap(&mut current, &mut self.next);
            // Where only every other level has positions, the two frontiers with memory are used in turn.
            if current.is_empty() && current.has_more_capacity_than(&self.next) {
                std::mem::swap(&mut current, &mut self.next);
            }
            if level == last || (previous.is_empty() && current.is_empty()) {
                return Ok(true);
            }
            if !record.has_capacity() {
                return Ok(false);
            }
            level += 1;
            for (slot, &row) in previous.rows().iter().enumerate() {
                slots[row as usize] = slot as u32;
            }
            candidates.clear();
            let pushes = previous.rows().iter().map(|&row| self.owner.predecessors(row).len()).sum::<usize>();
            if pushes <= PUSH_UP_TO * rows {
                gain = Gain::Successors;
                for back in previous.rows().iter().flat_map(|&row| self.owner.predecessors(row)) {
                    if visited[back.node as usize] != level {
                        visited[back.node as usize] = level;
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
        let columns = self.opponent.nodes();
        let won = self.won_count.iter().map(|&won| u64::from(won)).sum::<u64>();
        let closed = self.open_opponent.iter().map(|&open| u64::from(columns - open)).sum::<u64>();
        Progress { level: level.into(), decided: won + closed }
    }

    /// Level 0 with the opponent to move: where the game is over, and where the opponent is stuck and that loses.
    fn initial_frontier(&mut self) -> Frontier<W, SINGLE_BLOCK> {
        let mut frontier = Frontier::new(self.owner.nodes() as usize * self.blocks);
        let stuck: &[u32] = if self.ends.stuck_loses { &self.ends.stuck } else { &[] };
        for row in 0..self.owner.nodes() as usize {
            let won = self.ends.won.row(row);
            if !won.is_empty() || !stuck.is_empty() {
                let pairs = &mut self.scratch.pairs;
                if !stuck.is_empty() {
                    set_all(pairs, stuck.iter().copied());
                    clear_runs(pairs, self.ends.lost.row(row));
                }
                fill_runs(pairs, won);
                frontier.push_row(row, pairs);
                pairs.as_flattened_mut().fill(0);
            }
        }
        frontier
    }

    /// One level: what the candidates gain, and what the opponent can no longer leave because of that.
    #[inline(always)]
    fn level(
        &mut self,
        level: u32,
        candidates: &[u32],
        source: &Source<W, SINGLE_BLOCK>,
        sets: &mut Sets<'_, W, SINGLE_BLOCK>,
        record: &mut impl Record<W>,
    ) {
        let mut candidates = candidates.iter().map(|&row| row as usize);
        loop {
            while self.batch.len() < PACKET {
                let Some(row) = candidates.next() else { break };
                if self.open_owner[row] == 0 {
                    continue;
                }
                let blocks = self.gather(row, source);
                let fresh = self.gain((row, blocks), level, source, sets, record);
                let may_follow = level < self.last
                    && self.open_opponent[row] > 0
                    && self.won_count[row] >= self.kernels.least_degree;
                if fresh.is_empty() || !may_follow {
                    continue;
                }
                match self.kernels.cost_beyond_packet(self.blocks, self.opponent.nodes() - self.won_count[row]) {
                    Some(cost) => self.batch.push(Changed { row: row as u32, cost }),
                    None => self.close_lost(row, fresh, level, sets, record),
                }
            }
            if self.batch.is_empty() {
                return;
            }
            self.close_lost_in_batch(level, sets, record);
        }
    }

    /// Some move wins: finds out from where a row may gain, and in which blocks.
    #[inline(always)]
    fn gather(&mut self, row: usize, source: &Source<W, SINGLE_BLOCK>) -> Range<usize> {
        let Scratch { pairs, spans } = &mut self.scratch;
        match source.gain {
            Gain::Ends => fill_runs(pairs, self.ends.won.row(row)),
            Gain::SingleColumns => set_all(pairs, source.hits(self.owner, row)),
            Gain::Successors if !SINGLE_BLOCK => {
                spans.clear();
                spans.extend(source.hits(self.owner, row).map(|slot| source.frontier.span(slot)));
                let ranges = spans.iter().map(|span| span.range());
                return ranges.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end)).unwrap_or(0..0);
            }
            Gain::Successors | Gain::UntilCovered => {}
        }
        0..self.blocks
    }

    /// Enters what is new of that, and says in which words of the row it is.
    #[inline(always)]
    fn gain(
        &mut self,
        (row, blocks): (usize, Range<usize>),
        level: u32,
        source: &Source<W, SINGLE_BLOCK>,
        sets: &mut Sets<'_, W, SINGLE_BLOCK>,
        record: &mut impl Record<W>,
    ) -> Range<usize> {
        let Scratch { pairs, spans } = &mut self.scratch;
        let closed = sets.owner_to_move.row_mut(row);
        let (mut count, mut first, mut end) = (0, usize::MAX, 0);
        for number in blocks {
            let closed = &mut closed[number];
            let gained = match source.gain {
                Gain::Ends | Gain::SingleColumns => std::mem::replace(&mut pairs[number], [0; W]),
                Gain::Successors if !SINGLE_BLOCK => {
                    union(spans.iter().filter_map(|&span| source.frontier.block(span, number)))
                }
                Gain::Successors => union(source.blocks(self.owner, row, number)),
                Gain::UntilCovered => {
                    let wanting = without(&source.union[number], closed);
                    cover(&wanting, source.blocks(self.owner, row, number))
                }
            };
            let fresh = without(&gained, closed);
            if any(&fresh) {
                add(closed, &fresh);
                record.decided(row, number, self.player, level, &fresh);
                count += count_ones_in(&fresh);
                // Where a row is one block its place in the row is not asked for.
                let words = if SINGLE_BLOCK { 0..W } else { nonzero(&fresh) };
                first = first.min(number * W + words.start);
                end = number * W + words.end;
            }
        }
        self.open_owner[row] -= count;
        self.won_count[row] += count;
        first..end
    }

    /// All moves lose: finds the pairs of a row from which the opponent can no longer escape, after the row has gained pairs in the
    /// words `fresh`.
    #[inline(always)]
    fn close_lost(
        &mut self,
        row: usize,
        fresh: Range<usize>,
        level: u32,
        sets: &mut Sets<'_, W, SINGLE_BLOCK>,
        record: &mut impl Record<W>,
    ) {
        let lost_to_move = self.ends.lost_to_move(row);
        // Closed, but for the opponent's ends, is won.
        clear_runs(sets.owner_to_move.row_mut(row), lost_to_move);
        let mut entry = Entry { row, turn: self.player.opponent(), level: level + 1, count: 0, next: &mut self.next };
        let opponent_to_move = sets.opponent_to_move.row_mut(row);
        if let Some(stencil) = &self.kernels.stencil {
            let known = sets.owner_to_move.around(row);
            for number in stencil.affected(fresh, self.blocks) {
                let lost = stencil.lost(known, number, &opponent_to_move[number]);
                entry.enter(opponent_to_move, number, &lost, record);
            }
        } else if let Some(complement) = &self.kernels.complement {
            let pairs = &mut self.scratch.pairs;
            if complement.lost(sets.owner_to_move.row(row), opponent_to_move, pairs) {
                for (number, lost) in pairs.iter_mut().enumerate() {
                    entry.enter(opponent_to_move, number, &std::mem::replace(lost, [0; W]), record);
                }
            }
        } else {
            unreachable!("without a kernel of its own a row suits a packet");
        }
        self.open_opponent[row] -= entry.finish();
        fill_runs(sets.owner_to_move.row_mut(row), lost_to_move);
    }

    /// [`close_lost`](Self::close_lost) for the rows of the batch, in a packet if there are enough of them.
    #[inline(always)]
    fn close_lost_in_batch(&mut self, level: u32, sets: &mut Sets<'_, W, SINGLE_BLOCK>, record: &mut impl Record<W>) {
        let together = self.batch.iter().map(|changed| changed.cost).sum();
        let Some(packet) = self.kernels.packet(together) else {
            for index in 0..self.batch.len() {
                self.close_lost(self.batch[index].row as usize, 0..self.blocks * W, level, sets, record);
            }
            self.batch.clear();
            return;
        };
        for (slot, changed) in self.batch.iter().enumerate() {
            let (row, lost_to_move) = (changed.row as usize, self.ends.lost_to_move(changed.row as usize));
            clear_runs(sets.owner_to_move.row_mut(row), lost_to_move);
            packet.put(slot, sets.owner_to_move.row(row));
            fill_runs(sets.owner_to_move.row_mut(row), lost_to_move);
        }
        packet.solve(self.batch.len());
        for (slot, changed) in self.batch.drain(..).enumerate() {
            let row = changed.row as usize;
            let (turn, level) = (self.player.opponent(), level + 1);
            let mut entry = Entry { row, turn, level, count: 0, next: &mut self.next };
            let opponent_to_move = sets.opponent_to_move.row_mut(row);
            for number in 0..opponent_to_move.len() {
                let lost = without(packet.found(slot, number), &opponent_to_move[number]);
                entry.enter(opponent_to_move, number, &lost, record);
            }
            self.open_opponent[row] -= entry.finish();
        }
    }

    pub(super) fn arena(&self) -> &'a ProductArena {
        self.arena
    }

    pub(super) fn player(&self) -> Player {
        self.player
    }

    /// The pairs that the owner wins: with itself to move, and with the opponent to move.
    pub(super) fn into_won(self) -> [Matrix<W, SINGLE_BLOCK>; 2] {
        let Self { mut owner_to_move, mut opponent_to_move, ends, owner, opponent, .. } = self;
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

/// What is found lost in a row, while it is entered.
struct Entry<'a, const W: usize, const SINGLE_BLOCK: bool> {
    row: usize,
    turn: Player,
    level: u32,
    /// How many pairs.
    count: u32,
    next: &'a mut Frontier<W, SINGLE_BLOCK>,
}

impl<const W: usize, const SINGLE_BLOCK: bool> Entry<'_, W, SINGLE_BLOCK> {
    /// Enters pairs of a block of the row, if there are any.
    #[inline(always)]
    fn enter(
        &mut self,
        opponent_to_move: &mut [Block<W>],
        number: usize,
        lost: &Block<W>,
        record: &mut impl Record<W>,
    ) {
        if any(lost) {
            add(&mut opponent_to_move[number], lost);
            self.count += count_ones_in(lost);
            self.next.push_block(number, lost);
            record.decided(self.row, number, self.turn, self.level, lost);
        }
    }

    /// The row is done: how many pairs were entered.
    #[inline(always)]
    fn finish(self) -> u32 {
        self.next.finish_row(self.row);
        self.count
    }
}

/// All the bits of some blocks.
#[inline(always)]
fn union<'a, const W: usize>(blocks: impl Iterator<Item = &'a Block<W>>) -> Block<W> {
    let mut union = [0; W];
    for block in blocks {
        for (word, other) in union.iter_mut().zip(block) {
            *word |= other;
        }
    }
    union
}

/// The wanted bits that some of the blocks have. Stops as soon as all are found.
#[inline(always)]
fn cover<'a, const W: usize>(wanted: &Block<W>, blocks: impl Iterator<Item = &'a Block<W>>) -> Block<W> {
    let mut wanting = *wanted;
    for (index, block) in blocks.enumerate() {
        for (word, other) in wanting.iter_mut().zip(block) {
            *word &= !other;
        }
        if index % HITS_PER_CHECK == 0 && !any(&wanting) {
            break;
        }
    }
    std::array::from_fn(|index| wanted[index] & !wanting[index])
}
