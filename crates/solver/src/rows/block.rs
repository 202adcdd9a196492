//! Rows of bits, and matrices of such rows. A bit stands for a position, and each node of the attractor's owner has a row.
//!
//! A row is a slice of words. [`level`](super::level) handles the words of a block together, by loops that the compiler turns into vector
//! instructions. A row of up to 2048 columns is one block, and a longer row several, so that a level touches only the blocks in which
//! something happens. Everything else takes rows of any length.

use std::ops::{Deref, DerefMut, Range};

use catmouse_arena::{BitRows, Cells};

/// Words of a cache line. A row is whole cache lines.
pub(super) const CACHE_LINE: usize = 8;

/// The words of a block that suits rows of this many columns. The widths were measured (`PERFORMANCE.md`).
pub(super) fn block_words(columns: u32) -> usize {
    match columns {
        0..=512 => 8,
        1025..=2048 => 32,
        _ => 16,
    }
}

/// The words of a row of this many columns: whole blocks, and at least one.
pub(super) fn row_words(columns: u32) -> usize {
    let words = block_words(columns);
    (columns as usize).div_ceil(64 * words).max(1) * words
}

/// Whether any bit is set.
#[inline(always)]
pub(super) fn any<const L: usize>(words: &[u64; L]) -> bool {
    let mut union = 0;
    for word in words {
        union |= word;
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

/// The words without the bits of others.
#[inline(always)]
pub(super) fn without<const L: usize>(words: &[u64; L], others: &[u64; L]) -> [u64; L] {
    let (mut rest, others) = (*words, *others);
    for (word, other) in rest.iter_mut().zip(others) {
        *word &= !other;
    }
    rest
}

/// The words from the first to the last in which a bit is set, of a block where one is.
#[inline(always)]
pub(super) fn nonzero<const L: usize>(block: &[u64; L]) -> Range<usize> {
    let mut words = 0u32;
    for (index, &word) in block.iter().enumerate() {
        words |= u32::from(word != 0) << index;
    }
    words.trailing_zeros() as usize..(u32::BITS - words.leading_zeros()) as usize
}

/// Whether a bit of a row is set.
#[inline(always)]
pub(super) fn has(row: &[u64], column: u32) -> bool {
    row[(column / 64) as usize] >> (column % 64) & 1 == 1
}

/// Sets a bit of a row.
#[inline(always)]
pub(super) fn set(row: &mut [u64], column: u32) {
    row[(column / 64) as usize] |= 1 << (column % 64);
}

/// Sets the bits `start..end` of a row.
#[inline(always)]
fn fill(row: &mut [u64], start: u32, end: u32) {
    each_mask(start, end, |word, mask| row[word] |= mask);
}

/// Clears the bits `start..end` of a row.
#[inline(always)]
fn clear(row: &mut [u64], start: u32, end: u32) {
    each_mask(start, end, |word, mask| row[word] &= !mask);
}

/// Sets the bits of each run.
#[inline(always)]
pub(super) fn fill_runs(row: &mut [u64], runs: &[(u32, u32)]) {
    for &(start, end) in runs {
        fill(row, start, end);
    }
}

/// Clears the bits of each run.
#[inline(always)]
pub(super) fn clear_runs(row: &mut [u64], runs: &[(u32, u32)]) {
    for &(start, end) in runs {
        clear(row, start, end);
    }
}

/// Sets all bits behind the columns of a row.
pub(super) fn fill_beyond(row: &mut [u64], columns: u32) {
    if let Some((first, rest)) = row[(columns / 64) as usize..].split_first_mut() {
        *first |= u64::MAX << (columns % 64);
        rest.fill(u64::MAX);
    }
}

/// Clears all bits behind the columns of a row.
pub(super) fn clear_beyond(row: &mut [u64], columns: u32) {
    if let Some((first, rest)) = row[(columns / 64) as usize..].split_first_mut() {
        *first &= !(u64::MAX << (columns % 64));
        rest.fill(0);
    }
}

/// Sets each of these bits.
#[inline(always)]
pub(super) fn set_all(row: &mut [u64], columns: impl Iterator<Item = u32>) {
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

/// Rows of bits.
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
        let stride = row_words(columns);
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

    /// The words of a row.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        let start = self.start(row);
        &self.words[start..start + self.stride]
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
        room.extend_from_slice(self.row(row));
        room.resize(room.len() + self.margin, 0);
        room
    }
}

impl<M: DerefMut<Target = [u64]>> Matrix<M> {
    /// The words of a row, to change.
    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let (start, stride) = (self.start(row), self.stride);
        &mut self.words[start..start + stride]
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

/// Bytes of a matrix at most: a margin is no longer than a row and two words.
pub(super) fn matrix_bytes(rows: u64, columns: u64) -> u64 {
    let stride = u32::try_from(columns).map_or(u64::MAX, |columns| row_words(columns) as u64);
    let words = rows.saturating_add(2).saturating_mul(stride).saturating_add((CACHE_LINE + 4) as u64);
    words.saturating_mul(size_of::<u64>() as u64)
}
