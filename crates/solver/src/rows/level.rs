//! One level of an attractor: the pairs that the owner wins with itself to move, and the pairs that
//! it therefore wins at the next level with the opponent to move, because all moves lose.
//!
//! Rows are independent of each other within a level. Each row gains from the frontier of the level
//! before. Whether all moves of the opponent lose is decided inside the row. So threads may share the rows of a
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
    /// True for the last level requested. Then the next level is not needed.
    pub(super) is_last: bool,
}

impl<'a> Level<'_, 'a> {
    /// Decides which pairs of these candidates are won, first with the owner to move, then with the
    /// opponent to move. All candidates are rows of the slab.
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
    /// The pairs that a row has just gained, in the blocks that have any.
    gained: Vec<u64>,
    /// Room for a copy of a row between margins.
    padded: Vec<u64>,
    /// Rows that wait for a packet.
    batch: Vec<ChangedRow>,
    packet: Option<Packet<'a, TILE_WORDS>>,
    /// The pairs at which the opponent loses at the next level: the owner wins them.
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
            gained: vec![0; duel.words],
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
            self.opponent_loses_in_batch();
        }
    }
}

impl<const W: usize, const SINGLE: bool> Work<'_, '_, W, SINGLE> {
    /// Decides which pairs of a row the owner wins. If the row does not wait for a packet, also
    /// decides at which of its pairs the opponent loses because of that.
    #[inline(always)]
    fn decide_row(&mut self, row: usize) {
        let &Level { duel, is_last, .. } = self.level;
        if self.slab.counts(row).open_owner == 0 {
            return;
        }
        let changed = self.owner_wins(row);
        let counts = *self.slab.counts(row);
        // The opponent loses at a column only if all its moves, at least `least_degree`, lead to
        // pairs of this row that the owner has won.
        let may_lose = !is_last && counts.open_opponent > 0 && counts.won >= duel.kernels.least_degree;
        if changed.is_empty() || !may_lose {
            return;
        }
        match duel.kernels.cost_if_packet_pays(duel.words, duel.opponent.nodes() - counts.won) {
            Some(cost) => self.worker.batch.push(ChangedRow { row: row as u32, cost }),
            None => self.opponent_loses(row, changed),
        }
    }

    /// Some move wins: closes and records the pairs that a row gains. Returns the range of words
    /// that changed.
    #[inline(always)]
    fn owner_wins(&mut self, row: usize) -> Range<usize> {
        let &Level { duel, front, number, .. } = self.level;
        let Worker { spans, gathered, gained, record, .. } = &mut *self.worker;
        let closed = blocks::<W, SINGLE>(self.slab.owner_to_move.row_mut(row));
        let (hits, previous) = (|| front.hits(duel.owner, row), &front.previous);
        let mut range = 0..closed.len();
        match front.gain {
            Gain::Ends => fill_runs(gathered, duel.ends.owner_won.row(row)),
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
            blocks::<W, SINGLE>(gained),
            range,
            #[inline(always)]
            |block, closed| match front.gain {
                Gain::Ends | Gain::SingleColumns => std::mem::replace(&mut gathered[block], [0; W]),
                Gain::Successors if SINGLE => union_of(hits().map(|slot| previous.whole(slot))),
                Gain::Successors => union_of(spans.iter().filter_map(|&span| previous.block(span, block))),
                Gain::UntilCovered if SINGLE => {
                    cover(&without(&union[block], closed), hits().map(|slot| previous.whole(slot)))
                }
                Gain::UntilCovered => {
                    let blocks = hits().filter_map(|slot| previous.block(previous.span(slot), block));
                    cover(&without(&union[block], closed), blocks)
                }
            },
        );
        if closing.count == 0 {
            return 0..0;
        }
        let first = closing.blocks.start * W;
        let gained = closing.of::<W, SINGLE>(gained);
        record.decided(row, first, duel.player, number, gained.as_flattened());
        let counts = self.slab.counts(row);
        counts.open_owner -= closing.count;
        counts.won += closing.count;
        if SINGLE {
            // The kernels test whole blocks, so the exact words do not matter.
            return 0..W;
        }
        let last = gained.len() - 1;
        first + nonzero(&gained[0]).start..first + last * W + nonzero(&gained[last]).end
    }

    /// All moves lose: decides which pairs of a row the opponent loses, after the row has gained
    /// pairs in the words `changed`.
    #[inline(always)]
    fn opponent_loses(&mut self, row: usize, changed: Range<usize>) {
        let duel = self.level.duel;
        let Worker { gathered, gained, padded, .. } = &mut *self.worker;
        let Slab { owner_to_move, opponent_to_move, .. } = &mut self.slab;
        let opponent_won = duel.ends.opponent_won_owner_to_move(row);
        // The owner has won the closed pairs except the opponent's ends.
        clear_runs(owner_to_move.row_mut(row), opponent_won);
        let (closed, gained) = (blocks::<W, SINGLE>(opponent_to_move.row_mut(row)), blocks::<W, SINGLE>(gained));
        let all = 0..closed.len();
        let closing = if let Some(stencil) = &duel.kernels.stencil {
            let known = owner_to_move.around(row, padded);
            let affected = stencil.affected::<W>(changed, all.end);
            close(
                closed,
                gained,
                affected,
                #[inline(always)]
                |block, closed| stencil.lost(known, block, closed),
            )
        } else if let Some(complement) = &duel.kernels.complement {
            complement.lost(owner_to_move.row(row), closed.as_flattened(), gathered);
            let gathered = blocks::<W, SINGLE>(gathered);
            close(
                closed,
                gained,
                all,
                #[inline(always)]
                |block, _| std::mem::replace(&mut gathered[block], [0; W]),
            )
        } else {
            unreachable!("a row without a kernel of its own suits a packet")
        };
        fill_runs(owner_to_move.row_mut(row), opponent_won);
        self.record_lost(row, &closing);
    }

    /// Calls [`opponent_loses`](Self::opponent_loses) for the rows that wait, or solves them in a
    /// packet if that is cheaper.
    #[inline(always)]
    fn opponent_loses_in_batch(&mut self) {
        let duel = self.level.duel;
        let batch = std::mem::take(&mut self.worker.batch);
        let mut packet = self.worker.packet.take();
        let one_by_one = batch.iter().map(|changed| changed.cost).sum();
        if let Some(packet) = duel.kernels.packet(one_by_one, &mut packet) {
            let owner_to_move = &mut self.slab.owner_to_move;
            for (slot, changed) in batch.iter().enumerate() {
                let (row, opponent_won) =
                    (changed.row as usize, duel.ends.opponent_won_owner_to_move(changed.row as usize));
                clear_runs(owner_to_move.row_mut(row), opponent_won);
                packet.put(slot, owner_to_move.row(row));
                fill_runs(owner_to_move.row_mut(row), opponent_won);
            }
            packet.solve(batch.len());
            for (slot, changed) in batch.iter().enumerate() {
                let row = changed.row as usize;
                let closed = blocks::<W, SINGLE>(self.slab.opponent_to_move.row_mut(row));
                let all = 0..closed.len();
                let closing = close(
                    closed,
                    blocks::<W, SINGLE>(&mut self.worker.gained),
                    all,
                    #[inline(always)]
                    |block, _| {
                        let mut found = [0; W];
                        // The packet has no tiles beyond the last column. All pairs of such tiles
                        // are closed.
                        let tiles = packet.found_from(slot, block * W / TILE_WORDS);
                        found.as_chunks_mut().0.iter_mut().zip(tiles).for_each(|(found, tile)| *found = *tile);
                        found
                    },
                );
                self.record_lost(row, &closing);
            }
        } else {
            for changed in &batch {
                self.opponent_loses(changed.row as usize, 0..duel.words);
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
            let Worker { gained, next, record, .. } = &mut *self.worker;
            let (first, gained) = (closing.blocks.start * W, closing.of::<W, SINGLE>(gained).as_flattened());
            record.decided(row, first, duel.player.opponent(), number + 1, gained);
            next.push_row(row, first, gained);
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
/// the same blocks of `gained`.
#[inline(always)]
fn close<const W: usize>(
    closed: &mut [[u64; W]],
    gained: &mut [[u64; W]],
    blocks: Range<usize>,
    mut found: impl FnMut(usize, &[u64; W]) -> [u64; W],
) -> Closing {
    let (mut count, mut first, mut end) = (0, usize::MAX, 0);
    for block in blocks {
        let fresh = without(&found(block, &closed[block]), &closed[block]);
        gained[block] = fresh;
        if any(&fresh) {
            add(&mut closed[block], &fresh);
            count += count_ones_in(&fresh);
            first = first.min(block);
            end = block + 1;
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
