//! Rows of bits, and matrices of them: one bit a position, one row for each node of the attractor's owner.
//!
//! A row is a slice of blocks of 256 bits, as many as it needs. The loops over blocks become vector instructions, and they stay within
//! the blocks in which something happens. There is one copy of the engine for rows of any length.

use std::ops::{Deref, DerefMut, Range};

use catmouse_arena::{BitRows, Cells};

/// Words of a block: a vector of AVX2.
pub(super) const WORDS: usize = 4;

/// Columns of a block.
pub(super) const BLOCK_COLUMNS: usize = 64 * WORDS;

/// Words of a cache line.
pub(super) const CACHE_LINE: usize = 8;

/// Bit `i` of word `w` is column `64 · w + i` of the block.
pub(super) type Block = [u64; WORDS];

/// Whether any bit is set.
#[inline(always)]
pub(super) fn any(blocks: &[Block]) -> bool {
    let mut union = 0;
    for block in blocks {
        union |= block[0] | block[1] | block[2] | block[3];
    }
    union != 0
}

/// Counts the bits that are set.
#[inline(always)]
pub(super) fn count_ones_in<const L: usize>(words: &[u64; L]) -> u32 {
    let mut count = 0;
    for word in words {
        count += word.count_ones();
    }
    count
}

/// Adds the bits of some words to others. As everywhere below, words are copied first, so that they are handled together: the compiler
/// need not think of the case that they overlap.
#[inline(always)]
pub(super) fn add<const L: usize>(words: &mut [u64; L], others: &[u64; L]) {
    let (mut union, others) = (*words, *others);
    for (word, other) in union.iter_mut().zip(others) {
        *word |= other;
    }
    *words = union;
}

/// The bits of a block that are not in another.
#[inline(always)]
pub(super) fn without(block: &Block, other: &Block) -> Block {
    let (mut rest, other) = (*block, *other);
    for (word, other) in rest.iter_mut().zip(other) {
        *word &= !other;
    }
    rest
}

/// Adds the bits of some blocks to others.
#[inline(always)]
pub(super) fn add_all(blocks: &mut [Block], others: &[Block]) {
    for (block, other) in blocks.iter_mut().zip(others) {
        add(block, other);
    }
}

/// Takes the bits of some blocks out of others.
#[inline(always)]
pub(super) fn take_out(blocks: &mut [Block], others: &[Block]) {
    for (block, other) in blocks.iter_mut().zip(others) {
        *block = without(block, other);
    }
}

/// The words from the first to the last in which a bit is set, of a block where one is.
#[inline(always)]
pub(super) fn nonzero(block: &Block) -> Range<usize> {
    let mut words = 0u32;
    for (index, &word) in block.iter().enumerate() {
        words |= u32::from(word != 0) << index;
    }
    words.trailing_zeros() as usize..(u32::BITS - words.leading_zeros()) as usize
}

/// Whether a bit of a row is set.
#[inline(always)]
pub(super) fn has(row: &[Block], column: u32) -> bool {
    let word = (column / 64) as usize;
    row[word / WORDS][word % WORDS] >> (column % 64) & 1 == 1
}

/// Sets a bit of a row.
#[inline(always)]
pub(super) fn set(row: &mut [Block], column: u32) {
    let word = (column / 64) as usize;
    row[word / WORDS][word % WORDS] |= 1 << (column % 64);
}

/// Sets the bits `start..end` of a row.
#[inline(always)]
fn fill(row: &mut [Block], start: u32, end: u32) {
    each_mask(start, end, |word, mask| row[word / WORDS][word % WORDS] |= mask);
}

/// Clears the bits `start..end` of a row.
#[inline(always)]
fn clear(row: &mut [Block], start: u32, end: u32) {
    each_mask(start, end, |word, mask| row[word / WORDS][word % WORDS] &= !mask);
}

/// Sets the bits of each run.
#[inline(always)]
pub(super) fn fill_runs(row: &mut [Block], runs: &[(u32, u32)]) {
    for &(start, end) in runs {
        fill(row, start, end);
    }
}

/// Clears the bits of each run.
#[inline(always)]
pub(super) fn clear_runs(row: &mut [Block], runs: &[(u32, u32)]) {
    for &(start, end) in runs {
        clear(row, start, end);
    }
}

/// Sets each of these bits.
#[inline(always)]
pub(super) fn set_all(row: &mut [Block], columns: impl Iterator<Item = u32>) {
    for column in columns {
        set(row, column);
    }
}

/// The words that the bits `start..end` lie in, each with those of its bits.
#[inline(always)]
pub(super) fn each_mask(start: u32, end: u32, mut visit: impl FnMut(usize, u64)) {
    let mut from = start;
    while from < end {
        let to = end.min(from / 64 * 64 + 64);
        visit((from / 64) as usize, u64::MAX >> (64 - (to - from)) << (from % 64));
        from = to;
    }
}

/// Rows of blocks.
///
/// It holds its words, or borrows them. [`Cells`] lie in memory of the allocator or in a mapping of their own; which of the two is asked
/// once for a [`view`](Self::view) and not for each row.
#[derive(Clone, Debug)]
pub(super) struct Matrix<M = Cells<u64>> {
    words: M,
    /// The word with which row 0 begins. A view that begins with a later row has a number that wraps around zero.
    offset: usize,
    stride: usize,
    margin: usize,
}

impl Matrix {
    /// A matrix of zeros. The margin is the number of spare words before the first row and after the last. Pages that are never written to
    /// are never touched, and large matrices lie in huge pages.
    pub(super) fn new(rows: usize, columns: u32, margin: usize) -> Self {
        let stride = blocks_in(columns) * WORDS;
        let words = Cells::<u64>::zeroed(rows * stride + 2 * margin + CACHE_LINE);
        // If the allocator's alignment is unknown, the rows begin anywhere, which only costs time.
        let offset = words[margin..].as_ptr().align_offset(CACHE_LINE * size_of::<u64>()).min(CACHE_LINE);
        Self { words, offset: margin + offset, stride, margin }
    }

    /// The rows as the arena takes them.
    pub(super) fn into_bit_rows(self) -> BitRows {
        BitRows::new(self.words, self.offset, self.stride)
    }

    /// The same rows, to read.
    pub(super) fn view(&self) -> Matrix<&[u64]> {
        let Self { words, offset, stride, margin } = self;
        Matrix { words, offset: *offset, stride: *stride, margin: *margin }
    }

    /// The same rows, to change.
    pub(super) fn view_mut(&mut self) -> Matrix<&mut [u64]> {
        let Self { words, offset, stride, margin } = self;
        Matrix { words, offset: *offset, stride: *stride, margin: *margin }
    }
}

impl<M: Deref<Target = [u64]>> Matrix<M> {
    /// The word with which a row begins.
    #[inline(always)]
    fn start(&self, row: usize) -> usize {
        self.offset.wrapping_add(row * self.stride)
    }

    /// The blocks of a row.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[Block] {
        let start = self.start(row);
        self.words[start..start + self.stride].as_chunks().0
    }

    /// The words of a row with the margin on both sides, of any content: other rows may lie there. If the margin lies outside the view,
    /// the row is copied into `room`.
    #[inline(always)]
    pub(super) fn around<'s>(&'s self, row: usize, room: &'s mut Vec<u64>) -> &'s [u64] {
        let start = self.start(row);
        let from = start.checked_sub(self.margin);
        match from.and_then(|from| self.words.get(from..start + self.stride + self.margin)) {
            Some(words) => words,
            None => self.between_zeros(row, room),
        }
    }

    #[cold]
    fn between_zeros<'s>(&self, row: usize, room: &'s mut Vec<u64>) -> &'s [u64] {
        room.clear();
        room.resize(self.margin, 0);
        room.extend_from_slice(self.row(row).as_flattened());
        room.resize(room.len() + self.margin, 0);
        room
    }
}

impl<M: DerefMut<Target = [u64]>> Matrix<M> {
    /// The blocks of a row, to change.
    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [Block] {
        let (start, stride) = (self.start(row), self.stride);
        self.words[start..start + stride].as_chunks_mut().0
    }
}

impl Matrix<&mut [u64]> {
    /// The same view, borrowed for a while.
    pub(super) fn reborrow(&mut self) -> Matrix<&mut [u64]> {
        let Self { words, offset, stride, margin } = self;
        Matrix { words, offset: *offset, stride: *stride, margin: *margin }
    }

    /// Splits a view before this row. Rows keep their numbers.
    pub(super) fn split_at_row(self, row: usize) -> (Self, Self) {
        let at = self.start(row);
        let Self { words, offset, stride, margin } = self;
        let (before, from) = words.split_at_mut(at);
        let offset_from = offset.wrapping_sub(at);
        (Self { words: before, offset, stride, margin }, Self { words: from, offset: offset_from, stride, margin })
    }
}

/// The number of blocks of a row with this many columns. A row without columns has one block.
pub(super) fn blocks_in(columns: u32) -> usize {
    (columns as usize).div_ceil(BLOCK_COLUMNS).max(1)
}

/// Bytes of a matrix at most: a margin is no longer than a row and two words.
pub(super) fn matrix_bytes(rows: u64, columns: u64) -> u64 {
    let stride = columns.div_ceil(BLOCK_COLUMNS as u64).max(1) * WORDS as u64;
    let words = rows.saturating_add(2).saturating_mul(stride).saturating_add((CACHE_LINE + 4) as u64);
    words.saturating_mul(size_of::<u64>() as u64)
}
