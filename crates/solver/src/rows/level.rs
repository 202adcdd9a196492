//! One level of an attractor: the pairs that rows gain, and the pairs that the opponent loses because of these gains.
//!
//! Rows are independent of each other within a level. Each gains from the frontier of the level before, and what is lost with the opponent
//! to move is decided inside the row. So threads may share the rows of a level, each with a [`Worker`] of its own.

use std::ops::Range;

use pulp::NullaryFnOnce;

use super::block::{Block, WORDS, add, any, clear_runs, count_ones_in, fill_runs, nonzero, set_all, take_out, without};
use super::duel::Duel;
use super::front::{Front, Gain};
use super::frontier::{Frontier, Span};
use super::kernels::packet::{PACKET, Packet};
use super::log::{TILE_BLOCKS, TILE_WORDS};
use super::record::Record;
use super::slab::Slab;
use super::vector;

/// Rows of the frontier after which it is checked whether a row has already gained all it can.
const HITS_PER_CHECK: usize = 4;

/// A level that is being found.
pub(super) struct Level<'l, 'a> {
    pub(super) duel: &'l Duel<'a>,
    pub(super) front: &'l Front,
    pub(super) number: u32,
    /// Whether this is the last level requested. Then the losses of the next level are not needed.
    pub(super) is_last: bool,
}

impl<'a> Level<'_, 'a> {
    /// Decides what these candidates, which are rows of the slab, gain and lose.
    ///
    /// Some rows wait in the worker until a packet is full. The next call on the same slab goes on with these rows. After the last call no
    /// row waits.
    pub(super) fn decide(&self, candidates: &[u32], is_last_call: bool, slab: Slab<'_>, worker: &mut Worker<'a>) {
        vector::run(Work { level: self, candidates, is_last_call, slab, worker });
    }
}

/// The buffers, the next frontier and the record of one thread.
pub(super) struct Worker<'a> {
    /// The places of the frontier's rows from which a row gains.
    spans: Vec<Span>,
    /// Pairs that are found for a row, open or not.
    gathered: Vec<Block>,
    /// Those of them that are new, in the blocks in which some are.
    new: Vec<Block>,
    /// A row between margins.
    padded: Vec<u64>,
    /// Rows that wait for a packet.
    batch: Vec<Changed>,
    packet: Option<Packet<'a, TILE_WORDS>>,
    /// What was found lost, for the next level.
    pub(super) next: Frontier,
    pub(super) record: Record,
}

/// A row that has gained something, and that a packet would serve better than its own kernel.
struct Changed {
    row: u32,
    /// Nanoseconds that the row's own kernel would take.
    cost: f32,
}

impl Worker<'_> {
    pub(super) fn new(duel: &Duel<'_>, record: Record) -> Self {
        Self {
            spans: Vec::new(),
            gathered: vec![[0; WORDS]; duel.blocks],
            new: vec![[0; WORDS]; duel.blocks],
            padded: Vec::new(),
            batch: Vec::with_capacity(PACKET),
            packet: None,
            next: duel.empty_frontier(),
            record,
        }
    }

    /// One for another thread.
    pub(super) fn another(&self, duel: &Duel<'_>) -> Self {
        Self { packet: self.packet.as_ref().map(Packet::another), ..Self::new(duel, self.record.another()) }
    }
}

/// What a worker does for some candidates of a level, as a task for [`vector`].
struct Work<'w, 'a> {
    level: &'w Level<'w, 'a>,
    candidates: &'w [u32],
    is_last_call: bool,
    slab: Slab<'w>,
    worker: &'w mut Worker<'a>,
}

impl NullaryFnOnce for Work<'_, '_> {
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

impl Work<'_, '_> {
    /// Some move wins: the row gains. All moves lose: what follows from that, unless it is left to a packet.
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
        match duel.kernels.cost_beyond_packet(duel.blocks, duel.opponent.nodes() - counts.won) {
            Some(cost) => self.worker.batch.push(Changed { row: row as u32, cost }),
            None => self.lose(row, fresh),
        }
    }

    /// Some move wins: finds what a row gains, and enters it. Returns the words of the row in which it gained.
    #[inline(always)]
    fn gain(&mut self, row: usize) -> Range<usize> {
        let &Level { duel, front, number, .. } = self.level;
        let Worker { spans, gathered, new, record, .. } = &mut *self.worker;
        let closed = self.slab.owner_to_move.row_mut(row);
        let hits = front.hits(duel.owner, row);
        let closing = if front.gain == Gain::Successors {
            let (mut first, mut end) = (usize::MAX, 0);
            spans.clear();
            for span in hits.map(|slot| front.previous.span(slot)) {
                (first, end) = (first.min(span.range().start), end.max(span.range().end));
                spans.push(span);
            }
            close(
                closed,
                new,
                first..end,
                #[inline(always)]
                |number, _| {
                    let mut union = [0; WORDS];
                    let blocks = spans.iter().filter_map(|&span| front.previous.block(span, number));
                    blocks.for_each(|block| add(&mut union, block));
                    union
                },
            )
        } else {
            match front.gain {
                Gain::SingleColumns => {
                    gathered.fill([0; WORDS]);
                    set_all(gathered, hits);
                }
                Gain::UntilCovered => {
                    cover(gathered, &front.union, closed, hits.map(|slot| front.previous.blocks(slot)));
                }
                Gain::Ends | Gain::Successors => {
                    gathered.fill([0; WORDS]);
                    fill_runs(gathered, duel.ends.won.row(row));
                }
            }
            close(
                closed,
                new,
                0..duel.blocks,
                #[inline(always)]
                |number, _| gathered[number],
            )
        };
        if closing.count == 0 {
            return 0..0;
        }
        record.decided(row, closing.blocks.clone(), duel.player, number, new);
        let counts = self.slab.counts(row);
        counts.open_owner -= closing.count;
        counts.won += closing.count;
        let Range { start, end } = closing.blocks;
        start * WORDS + nonzero(&new[start]).start..(end - 1) * WORDS + nonzero(&new[end - 1]).end
    }

    /// All moves lose: finds the pairs of a row that the opponent can no longer leave, after the row has gained pairs in the words `fresh`.
    #[inline(always)]
    fn lose(&mut self, row: usize, fresh: Range<usize>) {
        let duel = self.level.duel;
        let Worker { gathered, new, padded, .. } = &mut *self.worker;
        let Slab { owner_to_move, opponent_to_move, .. } = &mut self.slab;
        let lost_to_move = duel.ends.lost_to_move(row);
        // What is closed is won, but for the opponent's ends.
        clear_runs(owner_to_move.row_mut(row), lost_to_move);
        let closed = opponent_to_move.row_mut(row);
        let closing = if let Some(stencil) = &duel.kernels.stencil {
            let known = owner_to_move.around(row, padded);
            let affected = stencil.affected(fresh, duel.blocks);
            close(
                closed,
                new,
                affected,
                #[inline(always)]
                |number, closed| stencil.lost(known, number, closed),
            )
        } else if let Some(complement) = &duel.kernels.complement {
            complement.lost(owner_to_move.row(row), closed, gathered);
            close(
                closed,
                new,
                0..duel.blocks,
                #[inline(always)]
                |number, _| gathered[number],
            )
        } else {
            unreachable!("a row without a kernel of its own suits a packet")
        };
        fill_runs(owner_to_move.row_mut(row), lost_to_move);
        self.enter_lost(row, closing);
    }

    /// [`lose`](Self::lose) for the rows that wait, in a packet if they are enough for one.
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
                packet.put(slot, owner_to_move.row(row).as_flattened());
                fill_runs(owner_to_move.row_mut(row), lost_to_move);
            }
            packet.solve(batch.len());
            for (slot, changed) in batch.iter().enumerate() {
                let row = changed.row as usize;
                let closed = self.slab.opponent_to_move.row_mut(row);
                let closing = close(
                    closed,
                    &mut self.worker.new,
                    0..duel.blocks,
                    #[inline(always)]
                    |number, _| packet.found(slot, number / TILE_BLOCKS).as_chunks().0[number % TILE_BLOCKS],
                );
                self.enter_lost(row, closing);
            }
        } else {
            for changed in &batch {
                self.lose(changed.row as usize, 0..duel.blocks * WORDS);
            }
        }
        self.worker.packet = packet;
        self.worker.batch = batch;
        self.worker.batch.clear();
    }

    /// Enters what the opponent has lost in a row into the next frontier and the record.
    #[inline(always)]
    fn enter_lost(&mut self, row: usize, Closing { count, blocks }: Closing) {
        if count > 0 {
            let &Level { duel, number, .. } = self.level;
            let Worker { new, next, record, .. } = &mut *self.worker;
            record.decided(row, blocks.clone(), duel.player.opponent(), number + 1, new);
            next.push_row(row, blocks.start, &new[blocks]);
            self.slab.counts(row).open_opponent -= count;
        }
    }
}

/// Pairs that were closed.
struct Closing {
    count: u32,
    /// The blocks from the first to the last in which pairs were closed.
    blocks: Range<usize>,
}

/// Closes those pairs that are found in some blocks of a row and are open, and puts them into the same blocks of `new`.
#[inline(always)]
fn close(
    closed: &mut [Block],
    new: &mut [Block],
    blocks: Range<usize>,
    found: impl Fn(usize, &Block) -> Block,
) -> Closing {
    let (mut count, mut first, mut end) = (0, usize::MAX, 0);
    for number in blocks {
        let fresh = without(&found(number, &closed[number]), &closed[number]);
        add(&mut closed[number], &fresh);
        new[number] = fresh;
        if any(&[fresh]) {
            count += count_ones_in(&fresh);
            first = first.min(number);
            end = number + 1;
        }
    }
    Closing { count, blocks: first..end }
}

/// The open pairs of a row that are in the frontier's rows `hits`, each given by its blocks and the number of the first. `union` is all that
/// is in the frontier. Stops as soon as nothing is left to find.
#[inline(always)]
fn cover<'f>(
    gathered: &mut [Block],
    union: &[Block],
    closed: &[Block],
    hits: impl Iterator<Item = (usize, &'f [Block])>,
) {
    gathered.copy_from_slice(union);
    take_out(gathered, closed);
    for (number, (first, blocks)) in hits.enumerate() {
        take_out(&mut gathered[first..], blocks);
        if number % HITS_PER_CHECK == 0 && !any(gathered) {
            break;
        }
    }
    // What is left is what the row does not gain.
    for (gathered, (union, closed)) in gathered.iter_mut().zip(union.iter().zip(closed)) {
        *gathered = without(&without(union, closed), gathered);
    }
}
