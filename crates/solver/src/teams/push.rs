//! The team's moves backwards, for few changed rows: pushes the bits of each row to all
//! configurations with a joint move there.
//!
//! As in a sweep, the piece with the largest old place moves first. For each such place, the
//! changed rows with a piece on one of its targets are united by the places of the other pieces.
//! Each of these unions then goes to all configurations of that largest old place from which the
//! other pieces can reach those places. So the rows written for one largest place lie close
//! together, and rows with the same predecessors are united once. The rows to write are listed
//! before they are written, so that the processor waits for several of them at once.
//!
//! **Cost.** O(Σ over unions of the others' joint moves · words).

use catmouse_arena::{InOrder, OutOfMemory};

use super::board::{Board, Origins, PUSH_COST};
use super::cursor::Cursor;
use super::legs::LegRows;
use super::numbering::Numbering;
use super::order::Order;
use crate::reserved::reserved;

/// A batch has one in this many of the rows, if there are many configurations.
const BATCH_DIVISOR: u64 = 64;

/// A batch has one in this many of the rows, if there are few configurations.
const SMALL_BATCH_DIVISOR: u64 = 16;

/// The largest number of rows that is chosen by [`SMALL_BATCH_DIVISOR`].
const SMALL_BATCH: u64 = 1 << 15;

/// The moves of all pieces but one are listed if there are at most this many.
const MOST_LISTED: u64 = 1 << 19;

/// The moves of all pieces but one are listed if there are at most this many for each
/// configuration.
const MOST_LISTED_EACH: u64 = 2;

/// Changed rows that are copied in one loop.
const AHEAD: usize = 64;

/// Rows that are listed before they are written.
const LISTED: usize = 1 << 10;

/// The number of rows in a batch, for this many configurations of `size` pieces on a digraph.
#[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
fn batch_rows(configurations: u64, size: u64, nodes: u64, arcs: u64) -> u64 {
    let most = (configurations / SMALL_BATCH_DIVISOR).min((configurations / BATCH_DIVISOR).max(SMALL_BATCH));
    // The engine never pushes more rows than `pushed`. The degree is rounded with steps midway
    // between whole numbers: the arena may lack a few arcs that an estimate counts, and both must
    // give the same degree.
    let degree = ((2 * arcs).saturating_sub(nodes) / (2 * nodes).max(1)).max(1);
    let pushed = configurations as f64 * size as f64 / PUSH_COST / (degree as f64).powf(size as f64 - 1.0);
    most.min(pushed as u64 + 1).max(1)
}

/// An upper bound on the bytes of a batch and of the list of moves, for rows in blocks of this many
/// words. They are allocated before anything is pushed.
pub(super) fn bytes(configurations: u64, rests: u64, size: u64, [nodes, arcs]: [u64; 2], words: u64) -> u64 {
    if size < 2 {
        return 0;
    }
    let listed = listed(configurations, size, arcs).map_or(0, |moves| moves.saturating_add(rests).saturating_mul(4));
    let rows = batch_rows(configurations, size, nodes, arcs);
    rows.saturating_mul(8 * words + 12 * size).saturating_add(listed)
}

/// An upper bound on the number of joint moves of all pieces but one, if they are few enough to be
/// listed. A joint move of interchangeable pieces is a multiset of arcs.
fn listed(configurations: u64, size: u64, arcs: u64) -> Option<u64> {
    let most = MOST_LISTED.min(configurations.saturating_mul(MOST_LISTED_EACH));
    catmouse_arena::Team::configurations(arcs, size - 1).filter(|&moves| moves <= most)
}

/// Some changed rows, indexed by the places of their pieces.
#[derive(Debug)]
pub(super) struct Batch<const W: usize> {
    rows: Vec<[u64; W]>,
    index: Index,
}

/// The configurations of the rows of a batch.
#[derive(Debug)]
struct Index {
    /// The number of rows that fit.
    most: usize,
    /// For each place, the start of its entries in `by_place`.
    starts: Vec<usize>,
    /// For each place, the rows with a piece there: the number of the multiset of all other pieces,
    /// ascending, and the index of the row.
    by_place: Vec<[u32; 2]>,
    /// The members of the rows, row after row.
    members: Vec<u32>,
}

impl<const W: usize> Batch<W> {
    /// An empty batch, or an error if the system lacks the memory.
    pub(super) fn new(board: &Board<'_>) -> Result<Self, OutOfMemory> {
        let index = Index::new(board)?;
        Ok(Self { rows: reserved(index.most)?, index })
    }

    /// Fills the batch with rows of a set, given by `numbers`, until the batch is full or no number
    /// is left. Returns false if the batch is empty.
    pub(super) fn fill(
        &mut self,
        board: &Board<'_>,
        set: &[[u64; W]],
        numbers: &mut impl Iterator<Item = usize>,
    ) -> bool {
        self.rows.clear();
        self.index.clear(&board.numbering);
        let mut cursor = Cursor::new(&board.numbering, 0);
        let mut some = [0; AHEAD];
        loop {
            let mut count = 0;
            for (slot, number) in some.iter_mut().zip(numbers.by_ref().take(self.index.most - self.rows.len())) {
                (*slot, count) = (number, count + 1);
            }
            if count == 0 {
                break;
            }
            // Copied without a branch in between, so that the processor waits for several rows at
            // once.
            self.rows.extend(some[..count].iter().map(|&number| set[number]));
            self.index.add(&board.numbering, &mut cursor, &some[..count]);
        }
        self.index.sort_by_place(board);
        !self.rows.is_empty()
    }
}

impl Index {
    fn new(board: &Board<'_>) -> Result<Self, OutOfMemory> {
        let (numbering, arcs) = (&board.numbering, board.order.arcs() as u64);
        let (size, places) = (numbering.size(), numbering.places());
        let most = batch_rows(numbering.count() as u64, size as u64, places as u64, arcs) as usize;
        let (starts, by_place) = (reserved(places + 2)?, reserved(most * size)?);
        Ok(Self { most, starts, by_place, members: reserved(most * size)? })
    }

    fn clear(&mut self, numbering: &Numbering) {
        self.members.clear();
        self.starts.clear();
        self.starts.resize(numbering.places() + 2, 0);
    }

    /// Records the members of the next rows, and counts the rows of each place.
    fn add(&mut self, numbering: &Numbering, cursor: &mut Cursor, numbers: &[usize]) {
        for &number in numbers {
            cursor.seek(numbering, number);
            for (index, &member) in cursor.members().iter().enumerate() {
                self.members.push(member as u32);
                self.starts[member + 2] += usize::from(index == 0 || cursor.members()[index - 1] != member);
            }
        }
    }

    /// Lists for each place the rows with a piece there.
    fn sort_by_place(&mut self, Board { numbering, rests, .. }: &Board<'_>) {
        let size = numbering.size();
        for place in 2..self.starts.len() {
            self.starts[place] += self.starts[place - 1];
        }
        let count = self.starts.last().copied().unwrap_or(0);
        self.by_place.clear();
        self.by_place.resize(count, [0; 2]);
        let (starts, by_place) = (&mut self.starts[..], &mut self.by_place[..]);
        let mut put = |place: u32, rest: usize, row: u32| {
            let end = &mut starts[place as usize + 1];
            by_place[*end] = [rest as u32, row];
            *end += 1;
        };
        for (index, members) in (0..).zip(self.members.chunks_exact(size)) {
            // The contributions to the number of the rest: by the members after the current one,
            // and by those before it.
            let mut rest: usize =
                (1..).zip(members[1..].iter().rev()).map(|(left, &member)| rests.below(left)[member as usize]).sum();
            for (left, &[member, next]) in (1..size).rev().zip(members.array_windows()) {
                if member != next {
                    // Of equal members only the last is listed: all of them have the same rest.
                    put(member, rest, index);
                }
                rest = rest + rests.below(left)[member as usize] - rests.below(left)[next as usize];
            }
            put(members[size - 1], rest, index);
        }
    }

    #[inline(always)]
    fn with_piece_on(&self, place: u32) -> &[[u32; 2]] {
        &self.by_place[self.starts[place as usize]..self.starts[place as usize + 1]]
    }
}

/// For each multiset of all pieces but one, the numbers of the multisets from which their moves
/// lead there.
#[derive(Debug)]
pub(super) struct BackMoves {
    /// For each multiset, the start of its numbers; empty until they are listed.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl BackMoves {
    /// An empty list with room for all moves, or an error if the system lacks the memory; `None` if
    /// there are too many moves.
    pub(super) fn new(board: &Board<'_>) -> Result<Option<Self>, OutOfMemory> {
        let (count, size) = (board.numbering.count() as u64, board.numbering.size() as u64);
        let Some(listed) = listed(count, size, board.order.arcs() as u64) else { return Ok(None) };
        Ok(Some(Self { starts: reserved(board.rests.count() + 1)?, numbers: reserved(listed as usize)? }))
    }

    /// Lists all moves, unless they are listed already.
    pub(super) fn list(&mut self, board: &Board<'_>) {
        if !self.starts.is_empty() {
            return;
        }
        let (rests, mut origins) = (&board.rests, Origins::default());
        self.starts.push(0);
        let mut cursor = Cursor::new(rests, 0);
        for rest in 0..rests.count() {
            cursor.seek(rests, rest);
            board.origins(cursor.members(), &mut origins);
            if !cursor.members().array_windows().all(|[one, next]| one > next) {
                // With several pieces on one place, the search finds a move once for each way to
                // exchange these pieces.
                origins.found.put_in_order();
                origins.found.dedup();
            }
            self.numbers.extend_from_slice(&origins.found);
            self.starts.push(self.numbers.len() as u32);
        }
    }

    #[inline(always)]
    fn of(&self, rest: usize) -> &[u32] {
        &self.numbers[self.starts[rest] as usize..self.starts[rest + 1] as usize]
    }
}

/// Bytes of a thread's [`Scratch`].
pub(super) fn thread_bytes(rests: u64) -> u64 {
    rests / 8 + (2 * LISTED * size_of::<[u32; 2]>()) as u64
}

/// The buffers of a thread, except the rows of the first leg.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// A bit for each row of the first leg, set if the row is in use.
    used: Vec<u64>,
    /// The rows to write: the number of a configuration, counted from the first one with the same
    /// largest place, and the index of the union to add.
    listed: Vec<[u32; 2]>,
    origins: Origins,
}

/// The consumer of a push.
pub(super) trait Write<const W: usize> {
    /// Announces that the row with this number may be written soon. The number may be beyond the
    /// last row.
    fn prefetch(&self, row: usize);

    /// Adds unions to rows. Each entry of `listed` is the number of a row, counted from `first`,
    /// and the index of its union. `listed` may be overwritten.
    fn write(&mut self, first: usize, listed: &mut [[u32; 2]], unions: &[[u64; W]]);
}

/// Pushes a batch to the configurations whose largest place is `first`.
#[inline(always)]
pub(super) fn push<const W: usize>(
    board: &Board<'_>,
    first: usize,
    (batch, moves): (&Batch<W>, Option<&BackMoves>),
    (leg_rows, scratch): (&mut LegRows<W>, &mut Scratch),
    writer: &mut impl Write<W>,
) {
    let (order, rests): (&Order, &Numbering) = (&board.order, &board.rests);
    let unions = leg_rows.first();
    let below = rests.below(rests.size());
    let (reach, length) = (below[order.reach(first)], below[first + 1]);
    let row = board.numbering.below(board.numbering.size())[first];
    let Scratch { used, listed, origins } = scratch;
    used.resize(unions.len().div_ceil(64), 0);
    for &target in order.targets(first) {
        for &[rest, row] in batch.index.with_piece_on(target) {
            let rest = rest as usize;
            if rest >= reach {
                break;
            }
            let (word, bit) = (&mut used[rest / 64], rest % 64);
            let is_used = 0u64.wrapping_sub(*word >> bit & 1);
            *word |= 1 << bit;
            for (union, add) in unions[rest].iter_mut().zip(&batch.rows[row as usize]) {
                *union = *union & is_used | add;
            }
        }
    }
    listed.resize(2 * LISTED, [0; 2]);
    let mut cursor = Cursor::new(rests, 0);
    let mut count = 0;
    for (start, word) in (0..).step_by(64).zip(&mut used[..reach.div_ceil(64)]) {
        let mut bits = std::mem::take(word);
        while bits != 0 {
            let rest = start + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let numbers = if let Some(moves) = moves {
                moves.of(rest)
            } else {
                cursor.seek(rests, rest);
                board.origins(cursor.members(), origins)
            };
            for numbers in numbers.chunks(LISTED) {
                for &number in numbers {
                    writer.prefetch(row + number as usize);
                    listed[count] = [number, rest as u32];
                    // No branch, because it could not be predicted.
                    count += usize::from((number as usize) < length);
                }
                if count >= LISTED {
                    writer.write(row, &mut listed[..count], unions);
                    count = 0;
                }
            }
        }
    }
    writer.write(row, &mut listed[..count], unions);
}
