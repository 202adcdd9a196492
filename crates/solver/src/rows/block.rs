//! Blocks of bits, and matrices of them: one bit a position, one row of blocks a node of the attractor's owner.
//!
//! A block is `W` words, all handled together by loops that the compiler turns into vector instructions. Rows up to 2048 bits
//! are one block of the width that suits them, which the compiler then knows to be the whole row; longer rows are several
//! blocks, so that a level touches only those in which something happens.

use std::ops::{Deref, DerefMut, Range};

use catmouse_arena::Cells;

/// `W` words of 64 bits; bit `i` of word `w` is column `64 · w + i` of the block.
pub(super) type Block<const W: usize> = [u64; W];

/// Whether any bit is set.
#[inline(always)]
pub(super) fn any<const W: usize>(block: &Block<W>) -> bool {
    let mut union = 0;
    for word in block {
        union |= word;
    }
    union != 0
}

/// How many bits are set.
#[inline(always)]
pub(super) fn count_ones_in<const W: usize>(block: &Block<W>) -> u32 {
    let mut sum = 0;
    for word in block {
        sum += word.count_ones();
    }
    sum
}

/// The words from the first to the last in which a bit is set, of a block where one is.
#[inline(always)]
pub(super) fn nonzero<const W: usize>(block: &Block<W>) -> Range<usize> {
    let mut words = 0u32;
    for (index, &word) in block.iter().enumerate() {
        words |= u32::from(word != 0) << index;
    }
    words.trailing_zeros() as usize..(u32::BITS - words.leading_zeros()) as usize
}

/// Adds the bits of another block.
#[inline(always)]
pub(super) fn add<const W: usize>(block: &mut Block<W>, other: &Block<W>) {
    for (word, other) in block.iter_mut().zip(other) {
        *word |= other;
    }
}

/// The bits of the first block that are not in the second.
#[inline(always)]
pub(super) fn without<const W: usize>(block: &Block<W>, other: &Block<W>) -> Block<W> {
    let mut rest = [0; W];
    for (rest, (word, other)) in rest.iter_mut().zip(block.iter().zip(other)) {
        *rest = word & !other;
    }
    rest
}

/// Whether a bit of a row is set.
#[inline(always)]
pub(super) fn has<const W: usize>(row: &[Block<W>], column: u32) -> bool {
    let word = (column / 64) as usize;
    row[word / W][word % W] >> (column % 64) & 1 == 1
}

/// Sets a bit of a row.
#[inline(always)]
pub(super) fn set<const W: usize>(row: &mut [Block<W>], column: u32) {
    let word = (column / 64) as usize;
    row[word / W][word % W] |= 1 << (column % 64);
}

/// Sets the bits `start..end` of a row.
#[inline(always)]
fn fill<const W: usize>(row: &mut [Block<W>], start: u32, end: u32) {
    each_mask(start, end, |word, mask| row[word / W][word % W] |= mask);
}

/// Clears the bits `start..end` of a row.
#[inline(always)]
pub(super) fn clear<const W: usize>(row: &mut [Block<W>], start: u32, end: u32) {
    each_mask(start, end, |word, mask| row[word / W][word % W] &= !mask);
}

/// Sets the bits of each run.
#[inline(always)]
pub(super) fn fill_runs<const W: usize>(row: &mut [Block<W>], runs: &[(u32, u32)]) {
    for &(start, end) in runs {
        fill(row, start, end);
    }
}

/// Clears the bits of each run.
#[inline(always)]
pub(super) fn clear_runs<const W: usize>(row: &mut [Block<W>], runs: &[(u32, u32)]) {
    for &(start, end) in runs {
        clear(row, start, end);
    }
}

/// Sets each of these bits.
#[inline(always)]
pub(super) fn set_all<const W: usize>(row: &mut [Block<W>], columns: impl Iterator<Item = u32>) {
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

/// Rows of blocks, each row beginning at a cache line where blocks are that long.
///
/// It holds its words, or borrows them. [`Cells`] lie in memory of the allocator or in a mapping of their own; which of the two is asked
/// once for a [`view`](Self::view) and not for each row.
#[derive(Clone, Debug)]
pub(super) struct Matrix<const W: usize, const SINGLE_BLOCK: bool, M = Cells<u64>> {
    words: M,
    /// Where row 0 begins; before the words, by a number that wraps around, where a view begins with a later row.
    offset: usize,
    stride: usize,
    margin: usize,
}

/// Words in a cache line.
pub(super) const CACHE_LINE: usize = 8;

impl<const W: usize, const SINGLE_BLOCK: bool> Matrix<W, SINGLE_BLOCK> {
    /// All bits clear; before the first row and behind the last stand as many words as the margin says. Pages that are never written
    /// to are never touched, and large matrices lie in huge pages.
    pub(super) fn new(rows: usize, columns: u32, margin: usize) -> Self {
        let stride = blocks_in::<W>(columns) * W;
        let words = Cells::<u64>::zeroed(rows * stride + 2 * margin + CACHE_LINE);
        // Where the allocator's alignment is not known, rows begin where they may: that costs time, not correctness.
        let offset = words[margin..].as_ptr().align_offset(CACHE_LINE * size_of::<u64>()).min(CACHE_LINE);
        Self { words, offset: margin + offset, stride, margin }
    }

    /// The words, where the first row begins among them, and the words of a row.
    pub(super) fn into_parts(self) -> (Cells<u64>, usize, usize) {
        (self.words, self.offset, self.stride)
    }

    /// The same rows, to read.
    pub(super) fn view(&self) -> Matrix<W, SINGLE_BLOCK, &[u64]> {
        let Self { words, offset, stride, margin } = self;
        Matrix { words, offset: *offset, stride: *stride, margin: *margin }
    }

    /// The same rows, to change.
    pub(super) fn view_mut(&mut self) -> Matrix<W, SINGLE_BLOCK, &mut [u64]> {
        let Self { words, offset, stride, margin } = self;
        Matrix { words, offset: *offset, stride: *stride, margin: *margin }
    }
}

impl<const W: usize, const SINGLE_BLOCK: bool> Default for Matrix<W, SINGLE_BLOCK> {
    /// No rows.
    fn default() -> Self {
        Self { words: Vec::new().into(), offset: 0, stride: 0, margin: 0 }
    }
}

impl<const W: usize, const SINGLE_BLOCK: bool, M> Matrix<W, SINGLE_BLOCK, M> {
    /// Words of a row, known to the compiler where it can be.
    #[inline(always)]
    fn stride(&self) -> usize {
        if SINGLE_BLOCK { W } else { self.stride }
    }
}

impl<const W: usize, const SINGLE_BLOCK: bool, M: Deref<Target = [u64]>> Matrix<W, SINGLE_BLOCK, M> {
    /// Where a row begins.
    #[inline(always)]
    fn start(&self, row: usize) -> usize {
        self.offset.wrapping_add(row * self.stride())
    }

    /// The blocks of a row.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[Block<W>] {
        let start = self.start(row);
        self.words[start..start + self.stride()].as_chunks().0
    }

    /// The words of a row with the margin on both sides, of any content: other rows may lie there. Where the view ends, the row is
    /// copied into `room`.
    #[inline(always)]
    pub(super) fn around<'s>(&'s self, row: usize, room: &'s mut Vec<u64>) -> &'s [u64] {
        let start = self.start(row);
        let from = start.checked_sub(self.margin);
        match from.and_then(|from| self.words.get(from..start + self.stride() + self.margin)) {
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

impl<const W: usize, const SINGLE_BLOCK: bool, M: DerefMut<Target = [u64]>> Matrix<W, SINGLE_BLOCK, M> {
    /// The blocks of a row, to change.
    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [Block<W>] {
        let (start, stride) = (self.start(row), self.stride());
        self.words[start..start + stride].as_chunks_mut().0
    }
}

impl<const W: usize, const SINGLE_BLOCK: bool> Matrix<W, SINGLE_BLOCK, &mut [u64]> {
    /// The same view for a while.
    pub(super) fn reborrow(&mut self) -> Matrix<W, SINGLE_BLOCK, &mut [u64]> {
        let Self { words, offset, stride, margin } = self;
        Matrix { words, offset: *offset, stride: *stride, margin: *margin }
    }

    /// The rows before this one, and those from it on, which keep their numbers.
    pub(super) fn split_at_row(self, row: usize) -> (Self, Self) {
        let at = self.start(row);
        let Self { words, offset, stride, margin } = self;
        let (before, from) = words.split_at_mut(at);
        let offset_from = offset.wrapping_sub(at);
        (Self { words: before, offset, stride, margin }, Self { words: from, offset: offset_from, stride, margin })
    }
}

/// How many blocks a row of this many columns takes; one even where there are no columns.
pub(super) fn blocks_in<const W: usize>(columns: u32) -> usize {
    (columns as usize).div_ceil(64 * W).max(1)
}

/// Bytes of a matrix in blocks of this many words, at most: a margin is no longer than a row and two words.
pub(super) fn matrix_bytes(rows: u64, columns: u64, block_words: u64) -> u64 {
    let stride = columns.div_ceil(64 * block_words).max(1) * block_words;
    let words = rows.saturating_add(2).saturating_mul(stride).saturating_add((CACHE_LINE + 4) as u64);
    words.saturating_mul(size_of::<u64>() as u64)
}
