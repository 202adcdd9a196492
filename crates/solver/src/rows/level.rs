//! One level of an attractor: the pairs that rows gain, and the pairs that the opponent loses
//! because of these gains.
//!
//! Rows are independent of each other within a level. Each row gains from the frontier of the level
//! before. The opponent's losses are decided inside the row. So threads may share the rows of a
//! level, each with a [`Worker`] of its own.
//!
//! **Widths.** The loops over the words of a block are unrolled. So [`Work`] is compiled once for
//! each width of block, and once more for rows of several blocks. Only this file knows the width at
//! compile time. [`Level::decide`] selects the copy.

use std::ops::Range;

use pulp::NullaryFnOnce;

use super::block::{add, any, clear_runs, count_ones_in, fill_runs, nonzero, set_all, without};
use super::duel::Duel;
use super::front::{Front, Gain};
use super::frontier::{Frontier, Span};
use super::kernels::packet::{PACKET, Packet};
use super::log::TILE_WORDS;
use super::record::Record;
use super::slab::Slab;
use super::vector;

/// A row checks after this many rows of the frontier whether it has gained everything.
const HITS_PER_CHECK: usize = 4;

/// The level being decided.
pub(super) struct Level<'l, 'a> {
    pub(super) duel: &'l Duel<'a>,
    pub(super) front: &'l Front,
    pub(super) number: u32,
    /// True for the last level requested. Then the losses of the next level are not needed.
    pub(super) is_last: bool,
}

impl<'a> Level<'_, 'a> {
    /// Decides what these candidates gain and lose. All of them are rows of the slab.
    ///
    /// Some rows wait in the worker until a packet is full. The next call on the same slab decides
    /// them. After the last call no row waits.
    pub(super) fn decide(&self, candidates: &[u32], is_last_call: bool, slab: Slab<'_>, worker: &mut Worker<'a>) {
        match (self.duel.block_words, self.duel.words) {
            (8, _) => vector::run(Work::<8, true> { level: self, candidates, is_last_call, slab, worker }),
            (32, _) => vector::run(Work::<32, true> { level: self, candidates, is_last_call, slab, worker }),
            (_, 16) => vector::run(Work::<16, true> { level: self, candidates, is_last_call, slab, worker }),
            _ => vector::run(Work::<16, false> { level: self, candidates, is_last_call, slab, worker }),
        }
    }
}

/// The buffers, the next frontier and the record of one thread.
pub(super) struct Worker<'a> {
    /// The spans of the frontier's rows from which the current row gains.
    spans: Vec<Span>,
    /// Pairs found for a row, open or not. All bits are clear between rows.
    gathered: Vec<u64>,
    /// The pairs that are new, in the blocks that have any.
    new: Vec<u64>,
    /// Room for a copy of a row between margins.
    padded: Vec<u64>,
    /// Rows that wait for a packet.
    batch: Vec<ChangedRow>,
    packet: Option<Packet<'a, TILE_WORDS>>,
    /// The pairs that the opponent loses at the next level.
    pub(super) next: Frontier,
    pub(super) record: Record,
}

/// A row that has gained something, and for which a share of a packet is cheaper than its own
/// kernel.
struct ChangedRow {
    row: u32,
    /// Nanoseconds that the row's own kernel would take.
    cost: f32,
}

impl Worker<'_> {
    pub(super) fn new(duel: &Duel<'_>, record: Record) -> Self {
        Self {
            spans: Vec::new(),
            gathered: vec![0; duel.words],
            new: vec![0; duel.words],
            padded: Vec::new(),
            batch: Vec::with_capacity(PACKET),
            packet: None,
            next: duel.empty_frontier(),
            record,
        }
    }

    /// A worker for another thread.
    pub(super) fn another(&self, duel: &Duel<'_>) -> Self {
        Self { packet: self.packet.as_ref().map(Packet::another), ..Self::new(duel, self.record.another()) }
    }
}

/// The work on some candidates of a level, as a task for [`vector`]. A block has `W` words. If
/// `SINGLE`, each row is one block; otherwise it is several blocks.
struct Work<'w, 'a, const W: usize, const SINGLE: bool> {
    level: &'w Level<'w, 'a>,
    candidates: &'w [u32],
    is_last_call: bool,
    slab: Slab<'w>,
    worker: &'w mut Worker<'a>,
}

impl<const W: usize, const SINGLE: bool> NullaryFnOnce for Work<'_, '_, W, SINGLE> {
    type Output = ();

    #[inline(always)]
    fn call(mut self) {
        let mut candidates = self.candidates.iter();
        loop {
            while self.worker.batch.len() < PACKET
                && let Some(&row) = candidates.next()
            {
                self.decide_row(row as usize);
            }
            let waiting = self.worker.batch.len();
            if waiting == 0 || waiting < PACKET && !self.is_last_call {
                return;
            }
            self.lose_in_batch();
        }
    }
}

impl<const W: usize, const SINGLE: bool> Work<'_, '_, W, SINGLE> {
    /// Decides what a row gains. If the row does not wait for a packet, also decides what the
    /// opponent loses by the gain.
    #[inline(always)]
    fn decide_row(&mut self, row: usize) {
        let &Level { duel, is_last, .. } = self.level;
        if self.slab.counts(row).open_owner == 0 {
            return;
        }
        let fresh = self.gain(row);
        let counts = *self.slab.counts(row);
        let may_lose = !is_last && counts.open_opponent > 0 && counts.won >= duel.kernels.least_degree;
        if fresh.is_empty() || !may_lose {
            return;
        }
        match duel.kernels.cost_if_packet_pays(duel.words, duel.opponent.nodes() - counts.won) {
            Some(cost) => self.worker.batch.push(ChangedRow { row: row as u32, cost }),
            None => self.lose(row, fresh),
        }
    }

    /// Some move wins: closes and records the pairs that a row gains. Returns the range of words
    /// that changed.
    #[inline(always)]
    fn gain(&mut self, row: usize) -> Range<usize> {
        let &Level { duel, front, number, .. } = self.level;
        let Worker { spans, gathered, new, record, .. } = &mut *self.worker;
        let closed = blocks::<W, SINGLE>(self.slab.owner_to_move.row_mut(row));
        let (hits, previous) = (|| front.hits(duel.owner, row), &front.previous);
        let mut range = 0..closed.len();
        match front.gain {
            Gain::Ends => fill_runs(gathered, duel.ends.won.row(row)),
            Gain::SingleColumns => set_all(gathered, hits()),
            Gain::Successors if !SINGLE => {
                spans.clear();
                spans.extend(hits().map(|slot| previous.span(slot)));
                let ranges = spans.iter().map(|span| span.blocks::<W>());
                range = ranges.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end)).unwrap_or(0..0);
            }
            Gain::Successors | Gain::UntilCovered => {}
        }
        let (gathered, union) = (blocks::<W, SINGLE>(gathered), front.union.as_chunks().0);
        let closing = close(
            closed,
            blocks::<W, SINGLE>(new),
            range,
            #[inline(always)]
            |number, closed| match front.gain {
                Gain::Ends | Gain::SingleColumns => std::mem::replace(&mut gathered[number], [0; W]),
                Gain::Successors if SINGLE => union_of(hits().map(|slot| previous.whole(slot))),
                Gain::Successors => union_of(spans.iter().filter_map(|&span| previous.block(span, number))),
                Gain::UntilCovered if SINGLE => {
                    cover(&without(&union[number], closed), hits().map(|slot| previous.whole(slot)))
                }
                Gain::UntilCovered => {
                    let blocks = hits().filter_map(|slot| previous.block(previous.span(slot), number));
                    cover(&without(&union[number], closed), blocks)
                }
            },
        );
        if closing.count == 0 {
            return 0..0;
        }
        let first = closing.blocks.start * W;
        let new = closing.of::<W, SINGLE>(new);
        record.decided(row, first, duel.player, number, new.as_flattened());
        let counts = self.slab.counts(row);
        counts.open_owner -= closing.count;
        counts.won += closing.count;
        if SINGLE {
            // The kernels test whole blocks, so the exact words do not matter.
            return 0..W;
        }
        let last = new.len() - 1;
        first + nonzero(&new[0]).start..first + last * W + nonzero(&new[last]).end
    }

    /// All moves lose: decides which pairs of a row the opponent loses, after the row has gained
    /// pairs in the words `fresh`.
    #[inline(always)]
    fn lose(&mut self, row: usize, fresh: Range<usize>) {
        let duel = self.level.duel;
        let Worker { gathered, new, padded, .. } = &mut *self.worker;
        let Slab { owner_to_move, opponent_to_move, .. } = &mut self.slab;
        let lost_to_move = duel.ends.lost_to_move(row);
        // The owner has won the closed pairs except the opponent's ends.
        clear_runs(owner_to_move.row_mut(row), lost_to_move);
        let (closed, new) = (blocks::<W, SINGLE>(opponent_to_move.row_mut(row)), blocks::<W, SINGLE>(new));
        let all = 0..closed.len();
        let closing = if let Some(stencil) = &duel.kernels.stencil {
            let known = owner_to_move.around(row, padded);
            let affected = stencil.affected::<W>(fresh, all.end);
            close(
                closed,
                new,
                affected,
                #[inline(always)]
                |number, closed| stencil.lost(known, number, closed),
            )
        } else if let Some(complement) = &duel.kernels.complement {
            complement.lost(owner_to_move.row(row), closed.as_flattened(), gathered);
            let gathered = blocks::<W, SINGLE>(gathered);
            close(
                closed,
                new,
                all,
                #[inline(always)]
                |number, _| std::mem::replace(&mut gathered[number], [0; W]),
            )
        } else {
            unreachable!("a row without a kernel of its own suits a packet")
        };
        fill_runs(owner_to_move.row_mut(row), lost_to_move);
        self.record_lost(row, &closing);
    }

    /// Calls [`lose`](Self::lose) for the rows that wait, or solves them in a packet if that is
    /// cheaper.
    #[inline(always)]
    fn lose_in_batch(&mut self) {
        let duel = self.level.duel;
        let batch = std::mem::take(&mut self.worker.batch);
        let mut packet = self.worker.packet.take();
        let together = batch.iter().map(|changed| changed.cost).sum();
        if let Some(packet) = duel.kernels.packet(together, &mut packet) {
            let owner_to_move = &mut self.slab.owner_to_move;
            for (slot, changed) in batch.iter().enumerate() {
                let (row, lost_to_move) = (changed.row as usize, duel.ends.lost_to_move(changed.row as usize));
                clear_runs(owner_to_move.row_mut(row), lost_to_move);
                packet.put(slot, owner_to_move.row(row));
                fill_runs(owner_to_move.row_mut(row), lost_to_move);
            }
            packet.solve(batch.len());
            for (slot, changed) in batch.iter().enumerate() {
                let row = changed.row as usize;
                let closed = blocks::<W, SINGLE>(self.slab.opponent_to_move.row_mut(row));
                let all = 0..closed.len();
                let closing = close(
                    closed,
                    blocks::<W, SINGLE>(&mut self.worker.new),
                    all,
                    #[inline(always)]
                    |number, _| {
                        let mut found = [0; W];
                        // The packet has no tiles beyond the last column. All pairs of such tiles
                        // are closed.
                        let tiles = packet.found_from(slot, number * W / TILE_WORDS);
                        found.as_chunks_mut().0.iter_mut().zip(tiles).for_each(|(found, tile)| *found = *tile);
                        found
                    },
                );
                self.record_lost(row, &closing);
            }
        } else {
            for changed in &batch {
                self.lose(changed.row as usize, 0..duel.words);
            }
        }
        self.worker.packet = packet;
        self.worker.batch = batch;
        self.worker.batch.clear();
    }

    /// Adds the pairs that the opponent has lost in a row to the next frontier and to the record.
    #[inline(always)]
    fn record_lost(&mut self, row: usize, closing: &Closing) {
        if closing.count > 0 {
            let &Level { duel, number, .. } = self.level;
            let Worker { new, next, record, .. } = &mut *self.worker;
            let (first, new) = (closing.blocks.start * W, closing.of::<W, SINGLE>(new).as_flattened());
            record.decided(row, first, duel.player.opponent(), number + 1, new);
            next.push_row(row, first, new);
            self.slab.counts(row).open_opponent -= closing.count;
        }
    }
}

/// The pairs closed in a row.
struct Closing {
    count: u32,
    /// The blocks from the first to the last in which pairs were closed.
    blocks: Range<usize>,
}

impl Closing {
    /// The slice of these blocks of a row.
    #[inline(always)]
    fn of<'n, const W: usize, const SINGLE: bool>(&self, row: &'n mut [u64]) -> &'n [[u64; W]] {
        let blocks = blocks::<W, SINGLE>(row);
        if SINGLE { blocks } else { &blocks[self.blocks.clone()] }
    }
}

/// The blocks of a row. If a row is a single block, the compiler knows that there is only one.
#[inline(always)]
fn blocks<const W: usize, const SINGLE: bool>(row: &mut [u64]) -> &mut [[u64; W]] {
    let blocks = row.as_chunks_mut().0;
    if SINGLE { &mut blocks[..1] } else { blocks }
}

/// In the given blocks of a row, closes the open pairs that `found` returns, and writes them into
/// the same blocks of `new`.
#[inline(always)]
fn close<const W: usize>(
    closed: &mut [[u64; W]],
    new: &mut [[u64; W]],
    blocks: Range<usize>,
    mut found: impl FnMut(usize, &[u64; W]) -> [u64; W],
) -> Closing {
    let (mut count, mut first, mut end) = (0, usize::MAX, 0);
    for number in blocks {
        let fresh = without(&found(number, &closed[number]), &closed[number]);
        new[number] = fresh;
        if any(&fresh) {
            add(&mut closed[number], &fresh);
            count += count_ones_in(&fresh);
            first = first.min(number);
            end = number + 1;
        }
    }
    Closing { count, blocks: first..end }
}

/// The union of some blocks.
#[inline(always)]
fn union_of<'f, const W: usize>(blocks: impl Iterator<Item = &'f [u64; W]>) -> [u64; W] {
    let mut union = [0; W];
    for block in blocks {
        add(&mut union, block);
    }
    union
}

/// The bits of `wanted` that some block has. Stops once all of `wanted` is covered.
#[inline(always)]
fn cover<'f, const W: usize>(wanted: &[u64; W], blocks: impl Iterator<Item = &'f [u64; W]>) -> [u64; W] {
    let mut missing = *wanted;
    for (number, block) in blocks.enumerate() {
        missing = without(&missing, block);
        if number % HITS_PER_CHECK == 0 && !any(&missing) {
            break;
        }
    }
    without(wanted, &missing)
}
