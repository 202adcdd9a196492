//! One level of an attractor: what some rows gain, and what the opponent can no longer leave because of that.
//!
//! Rows are independent of each other within a level: each gains from the frontier of the level before, and what is lost with the
//! opponent to move is decided inside it. So threads may share the rows of a level, each with a [`Lane`] of its own.

use std::ops::Range;

use catmouse_arena::{Player, StepGraph};

use super::block::{Block, Matrix, add, any, clear_runs, count_ones_in, fill_runs, nonzero, set_all, without};
use super::ends::Ends;
use super::frontier::{Frontier, Span};
use super::kernels::Kernels;
use super::kernels::packet::{PACKET, Packet};
use super::record::Record;

/// Not in the frontier.
pub(super) const ABSENT: u32 = u32::MAX;

/// Rows of the frontier after which it is checked whether a row has already gained all it can.
const HITS_PER_CHECK: usize = 4;

/// What does not change while an attractor grows.
pub(super) struct Game<'a, const W: usize, const SINGLE_BLOCK: bool> {
    pub(super) player: Player,
    pub(super) owner: &'a StepGraph,
    pub(super) opponent: &'a StepGraph,
    pub(super) ends: Ends,
    /// Blocks of a row.
    pub(super) blocks: usize,
    pub(super) kernels: Kernels<'a, W, SINGLE_BLOCK>,
}

/// Some rows that follow each other, to change. Rows keep the numbers that they have among all.
pub(super) struct Rows<'m, const W: usize, const SINGLE_BLOCK: bool> {
    /// The number of the first.
    pub(super) first: usize,
    pub(super) owner_to_move: Matrix<W, SINGLE_BLOCK, &'m mut [u64]>,
    pub(super) opponent_to_move: Matrix<W, SINGLE_BLOCK, &'m mut [u64]>,
    pub(super) counts: &'m mut [Counts],
}

/// How many pairs of a row are in which state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    /// Won by the owner in `owner_to_move`.
    pub(super) won: u32,
    /// Open in `owner_to_move`.
    pub(super) open_owner: u32,
    /// Open in `opponent_to_move`.
    pub(super) open_opponent: u32,
}

impl<'m, const W: usize, const SINGLE_BLOCK: bool> Rows<'m, W, SINGLE_BLOCK> {
    /// The same rows for a while.
    pub(super) fn reborrow(&mut self) -> Rows<'_, W, SINGLE_BLOCK> {
        Rows {
            first: self.first,
            owner_to_move: self.owner_to_move.reborrow(),
            opponent_to_move: self.opponent_to_move.reborrow(),
            counts: self.counts,
        }
    }

    /// The rows before this one, and those from it on.
    pub(super) fn split_at(self, row: usize) -> (Self, Self) {
        let Self { first, owner_to_move, opponent_to_move, counts } = self;
        let (owner_before, owner_from) = owner_to_move.split_at_row(row);
        let (opponent_before, opponent_from) = opponent_to_move.split_at_row(row);
        let (counts_before, counts_from) = counts.split_at_mut(row - first);
        let rows = |first, owner_to_move, opponent_to_move, counts: &'m mut [Counts]| Self {
            first,
            owner_to_move,
            opponent_to_move,
            counts,
        };
        (rows(first, owner_before, opponent_before, counts_before), rows(row, owner_from, opponent_from, counts_from))
    }
}

/// What a thread has to itself.
pub(super) struct Lane<'a, const W: usize, const SINGLE_BLOCK: bool> {
    /// Bits of a row; all are clear in between.
    pub(super) pairs: Vec<Block<W>>,
    /// Blocks of the frontier from which a row gains.
    spans: Vec<Span>,
    /// A row between margins.
    padded: Vec<u64>,
    batch: Vec<Changed>,
    packet: Option<Packet<'a, W>>,
    /// What was found lost, for the level after.
    pub(super) next: Frontier<W, SINGLE_BLOCK>,
}

impl<const W: usize, const SINGLE_BLOCK: bool> Lane<'_, W, SINGLE_BLOCK> {
    /// For so many rows of so many blocks.
    pub(super) fn new(rows: usize, blocks: usize) -> Self {
        Self {
            pairs: vec![[0; W]; blocks],
            spans: Vec::new(),
            padded: Vec::new(),
            batch: Vec::with_capacity(PACKET),
            packet: None,
            next: Frontier::new(rows * blocks),
        }
    }

    /// One for another thread.
    pub(super) fn another(&self, rows: usize) -> Self {
        let packet = self.packet.as_ref().map(Packet::another);
        Self { packet, ..Self::new(rows, self.pairs.len()) }
    }
}

/// A row that has gained something and that a packet would serve better than its own kernel.
struct Changed {
    row: u32,
    /// What it costs by itself.
    cost: f32,
}

/// Where the rows of a level gain from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gain {
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
pub(super) struct Source<'a, const W: usize, const SINGLE_BLOCK: bool> {
    pub(super) gain: Gain,
    pub(super) frontier: &'a Frontier<W, SINGLE_BLOCK>,
    /// The slot of each row in the frontier; where rows have but one column, that column instead.
    pub(super) slots: &'a [u32],
    /// All that is in the frontier.
    pub(super) union: &'a [Block<W>],
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

/// A level that is being found.
pub(super) struct Level<'l, 'a, const W: usize, const SINGLE_BLOCK: bool> {
    pub(super) game: &'l Game<'a, W, SINGLE_BLOCK>,
    pub(super) number: u32,
    /// Whether nothing is asked for beyond it.
    pub(super) is_last: bool,
    pub(super) source: Source<'l, W, SINGLE_BLOCK>,
}

impl<'a, const W: usize, const SINGLE_BLOCK: bool> Level<'_, 'a, W, SINGLE_BLOCK> {
    /// What these candidates, which are among the rows, gain and lose. What some of them lose may be left for a packet to be filled
    /// by the next call on the same rows, unless they are the last.
    #[inline(always)]
    pub(super) fn run(
        &self,
        (candidates, are_last): (&[u32], bool),
        rows: &mut Rows<'_, W, SINGLE_BLOCK>,
        lane: &mut Lane<'a, W, SINGLE_BLOCK>,
        record: &mut impl Record<W>,
    ) {
        Work { level: self, rows, lane, record }.run(candidates, are_last);
    }
}

/// What a thread does for a level.
struct Work<'w, 'l, 'm, 'a, const W: usize, const SINGLE_BLOCK: bool, R> {
    level: &'w Level<'l, 'a, W, SINGLE_BLOCK>,
    rows: &'w mut Rows<'m, W, SINGLE_BLOCK>,
    lane: &'w mut Lane<'a, W, SINGLE_BLOCK>,
    record: &'w mut R,
}

impl<const W: usize, const SINGLE_BLOCK: bool, R: Record<W>> Work<'_, '_, '_, '_, W, SINGLE_BLOCK, R> {
    #[inline(always)]
    fn run(&mut self, candidates: &[u32], are_last: bool) {
        let game = self.level.game;
        let mut candidates = candidates.iter().map(|&row| row as usize);
        loop {
            while self.lane.batch.len() < PACKET {
                let Some(row) = candidates.next() else { break };
                if self.rows.counts[row - self.rows.first].open_owner == 0 {
                    continue;
                }
                let blocks = self.gather(row);
                let fresh = self.gain((row, blocks));
                let Counts { won, open_opponent, .. } = self.rows.counts[row - self.rows.first];
                let may_follow = !self.level.is_last && open_opponent > 0 && won >= game.kernels.least_degree;
                if fresh.is_empty() || !may_follow {
                    continue;
                }
                match game.kernels.cost_beyond_packet(game.blocks, game.opponent.nodes() - won) {
                    Some(cost) => self.lane.batch.push(Changed { row: row as u32, cost }),
                    None => self.close_lost(row, fresh),
                }
            }
            if self.lane.batch.is_empty() || self.lane.batch.len() < PACKET && !are_last {
                return;
            }
            self.close_lost_in_batch();
        }
    }

    /// Some move wins: finds out from where a row may gain, and in which blocks.
    #[inline(always)]
    fn gather(&mut self, row: usize) -> Range<usize> {
        let &Level { game, ref source, .. } = self.level;
        let Lane { pairs, spans, .. } = self.lane;
        match source.gain {
            Gain::Ends => fill_runs(pairs, game.ends.won.row(row)),
            Gain::SingleColumns => set_all(pairs, source.hits(game.owner, row)),
            Gain::Successors if !SINGLE_BLOCK => {
                spans.clear();
                spans.extend(source.hits(game.owner, row).map(|slot| source.frontier.span(slot)));
                let ranges = spans.iter().map(|span| span.range());
                return ranges.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end)).unwrap_or(0..0);
            }
            Gain::Successors | Gain::UntilCovered => {}
        }
        0..game.blocks
    }

    /// Enters what is new of that, and says in which words of the row it is.
    #[inline(always)]
    fn gain(&mut self, (row, blocks): (usize, Range<usize>)) -> Range<usize> {
        let &Level { game, number: level, ref source, .. } = self.level;
        let Lane { pairs, spans, .. } = self.lane;
        let closed = self.rows.owner_to_move.row_mut(row);
        let (mut count, mut first, mut end) = (0, usize::MAX, 0);
        for number in blocks {
            let closed = &mut closed[number];
            let gained = match source.gain {
                Gain::Ends | Gain::SingleColumns => std::mem::replace(&mut pairs[number], [0; W]),
                Gain::Successors if !SINGLE_BLOCK => {
                    union(spans.iter().filter_map(|&span| source.frontier.block(span, number)))
                }
                Gain::Successors => union(source.blocks(game.owner, row, number)),
                Gain::UntilCovered => {
                    let wanting = without(&source.union[number], closed);
                    cover(&wanting, source.blocks(game.owner, row, number))
                }
            };
            let fresh = without(&gained, closed);
            if any(&fresh) {
                add(closed, &fresh);
                self.record.decided(row, number, game.player, level, &fresh);
                count += count_ones_in(&fresh);
                // Where a row is one block its place in the row is not asked for.
                let words = if SINGLE_BLOCK { 0..W } else { nonzero(&fresh) };
                first = first.min(number * W + words.start);
                end = number * W + words.end;
            }
        }
        let counts = &mut self.rows.counts[row - self.rows.first];
        counts.open_owner -= count;
        counts.won += count;
        first..end
    }

    /// All moves lose: finds the pairs of a row from which the opponent can no longer escape, after the row has gained pairs in the
    /// words `fresh`.
    #[inline(always)]
    fn close_lost(&mut self, row: usize, fresh: Range<usize>) {
        let &Level { game, number: level, .. } = self.level;
        let Lane { pairs, padded, next, .. } = self.lane;
        let Rows { first, owner_to_move, opponent_to_move, counts } = self.rows;
        let lost_to_move = game.ends.lost_to_move(row);
        // Closed, but for the opponent's ends, is won.
        clear_runs(owner_to_move.row_mut(row), lost_to_move);
        let mut entry = Entry { row, turn: game.player.opponent(), level: level + 1, count: 0, next };
        let opponent_row = opponent_to_move.row_mut(row);
        if let Some(stencil) = &game.kernels.stencil {
            let known = owner_to_move.around(row, padded);
            for number in stencil.affected(fresh, game.blocks) {
                let lost = stencil.lost(known, number, &opponent_row[number]);
                entry.enter(opponent_row, number, &lost, self.record);
            }
        } else if let Some(complement) = &game.kernels.complement {
            if complement.lost(owner_to_move.row(row), opponent_row, pairs) {
                for (number, lost) in pairs.iter_mut().enumerate() {
                    entry.enter(opponent_row, number, &std::mem::replace(lost, [0; W]), self.record);
                }
            }
        } else {
            unreachable!("without a kernel of its own a row suits a packet");
        }
        counts[row - *first].open_opponent -= entry.finish();
        fill_runs(owner_to_move.row_mut(row), lost_to_move);
    }

    /// [`close_lost`](Self::close_lost) for the rows of the batch, in a packet if there are enough of them.
    #[inline(always)]
    fn close_lost_in_batch(&mut self) {
        let &Level { game, number: level, .. } = self.level;
        let together = self.lane.batch.iter().map(|changed| changed.cost).sum();
        let Some(packet) = game.kernels.packet(together, &mut self.lane.packet) else {
            for index in 0..self.lane.batch.len() {
                self.close_lost(self.lane.batch[index].row as usize, 0..game.blocks * W);
            }
            self.lane.batch.clear();
            return;
        };
        let Rows { first, owner_to_move, opponent_to_move, counts } = self.rows;
        for (slot, changed) in self.lane.batch.iter().enumerate() {
            let (row, lost_to_move) = (changed.row as usize, game.ends.lost_to_move(changed.row as usize));
            clear_runs(owner_to_move.row_mut(row), lost_to_move);
            packet.put(slot, owner_to_move.row(row));
            fill_runs(owner_to_move.row_mut(row), lost_to_move);
        }
        packet.solve(self.lane.batch.len());
        for (slot, changed) in self.lane.batch.drain(..).enumerate() {
            let row = changed.row as usize;
            let (turn, level) = (game.player.opponent(), level + 1);
            let mut entry = Entry { row, turn, level, count: 0, next: &mut self.lane.next };
            let opponent_row = opponent_to_move.row_mut(row);
            for number in 0..opponent_row.len() {
                let lost = without(packet.found(slot, number), &opponent_row[number]);
                entry.enter(opponent_row, number, &lost, self.record);
            }
            counts[row - *first].open_opponent -= entry.finish();
        }
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
