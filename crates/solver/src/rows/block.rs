//! Rows of bits, and matrices of such rows. A bit represents a position, and each node of the
//! attractor's owner has a row.
//!
//! A row is a slice of words. [`level`](super::level) handles the words of a block together, by
//! loops that the compiler turns into vector instructions. A row of up to 2048 columns is one
//! block. A longer row is several blocks, so that a level touches only the blocks in which
//! something happens. All other code accepts rows of any length.

use std::ops::{Deref, DerefMut, Range};

use catmouse_arena::{BitRows, Cells};

/// Words of a cache line. The length of a row is a multiple of this constant.
pub(super) const CACHE_LINE: usize = 8;

/// The words of a block for rows of this many columns. The widths were chosen by measurement
/// (`PERFORMANCE.md`).
pub(super) fn block_words(columns: u32) -> usize {
    match columns {
        0..=512 => 8,
        1025..=2048 => 32,
        _ => 16,
    }
}

/// The words of a row of this many columns: whole blocks, at least one.
pub(super) fn row_words(columns: u32) -> usize {
    let words = block_words(columns);
    (columns as usize).div_ceil(64 * words).max(1) * words
}

/// True if any bit is set.
#[inline(always)]
pub(super) fn any<const L: usize>(words: &[u64; L]) -> bool {
    let mut union = 0;
    for word in words {
        union |= word;
    }
    union != 0
}

/// The number of bits that are set.
#[inline(always)]
pub(super) fn count_ones_in<const L: usize>(words: &[u64; L]) -> u32 {
    let mut count = 0;
    for word in words {
        count += word.count_ones();
    }
    count
}

/// Sets in `words` the bits of `others`. This and the following functions copy their arguments
/// first. So the compiler need not consider that they overlap, and uses vector instructions.
#[inline(always)]
pub(super) fn add<const L: usize>(words: &mut [u64; L], others: &[u64; L]) {
    let (mut union, others) = (*words, *others);
    for (word, other) in union.iter_mut().zip(others) {
        *word |= other;
    }
    *words = union;
}

/// The bits of `words` that are not in `others`.
#[inline(always)]
pub(super) fn without<const L: usize>(words: &[u64; L], others: &[u64; L]) -> [u64; L] {
    let (mut rest, others) = (*words, *others);
    for (word, other) in rest.iter_mut().zip(others) {
        *word &= !other;
    }
    rest
}

/// The range from the first to the last word with a bit set. The block must have one.
#[inline(always)]
pub(super) fn nonzero<const L: usize>(block: &[u64; L]) -> Range<usize> {
    let mut words = 0u32;
    for (index, &word) in block.iter().enumerate() {
        words |= u32::from(word != 0) << index;
    }
    words.trailing_zeros() as usize..(u32::BITS - words.leading_zeros()) as usize
}

/// True if this bit of a row is set.
#[inline(always)]
pub(super) fn has(row: &[u64], column: u32) -> bool {
    row[(column / 64) as usize] >> (column % 64) & 1 == 1
}

/// Sets a bit of a row.
#[inline(always)]
pub(crate) fn set(row: &mut [u64], column: u32) {
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
pub(crate) fn fill_runs(row: &mut [u64], runs: &[(u32, u32)]) {
    for &(start, end) in runs {
        fill(row, start, end);
    }
}

/// Clears the bits of each run.
#[inline(always)]
pub(crate) fn clear_runs(row: &mut [u64], runs: &[(u32, u32)]) {
    for &(start, end) in runs {
        clear(row, start, end);
    }
}

/// Sets all bits beyond the last column of a row.
pub(super) fn fill_beyond(row: &mut [u64], columns: u32) {
    if let Some((first, rest)) = row[(columns / 64) as usize..].split_first_mut() {
        *first |= u64::MAX << (columns % 64);
        rest.fill(u64::MAX);
    }
}

/// Clears all bits beyond the last column of a row.
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

/// Calls `visit` for each word with bits in `start..end`, with the mask of these bits.
#[inline(always)]
pub(super) fn each_mask(start: u32, end: u32, mut visit: impl FnMut(usize, u64)) {
    let mut from = start;
    while from < end {
        let to = end.min(from / 64 * 64 + 64);
        visit((from / 64) as usize, u64::MAX >> (64 - (to - from)) << (from % 64));
        from = to;
    }
}

/// A matrix of bits.
///
/// It owns its words or borrows them. [`Cells`] live either in the allocator's memory or in a
/// mapping of their own. A [`view`](Self::view) resolves this once, instead of once for each row.
#[derive(Clone, Debug)]
pub(super) struct Matrix<M = Cells<u64>> {
    words: M,
    /// Index of the first word of row 0. In a view that begins with a later row, the index wraps
    /// around below zero.
    offset: usize,
    /// Words from one row to the next.
    stride: usize,
    /// Spare words before the first row and after the last.
    margin: usize,
}

impl Matrix {
    /// A matrix of zeros with `margin` spare words before the first row and after the last. Unused
    /// pages are never touched, and large matrices lie in huge pages.
    pub(super) fn new(rows: usize, columns: u32, margin: usize) -> Self {
        let stride = row_words(columns);
        let words = Cells::<u64>::zeroed(rows * stride + 2 * margin + CACHE_LINE);
        // If the alignment is unknown at this point, rows may straddle cache lines, which only
        // costs time.
        let offset = words[margin..].as_ptr().align_offset(CACHE_LINE * size_of::<u64>()).min(CACHE_LINE);
        Self { words, offset: margin + offset, stride, margin }
    }

    /// The rows in the type of the arena.
    pub(super) fn into_bit_rows(self) -> BitRows {
        BitRows::new(self.words, self.offset, self.stride)
    }

    /// A view to read.
    pub(super) fn view(&self) -> Matrix<&[u64]> {
        let Self { words, offset, stride, margin } = self;
        Matrix { words, offset: *offset, stride: *stride, margin: *margin }
    }

    /// A view to write.
    pub(super) fn view_mut(&mut self) -> Matrix<&mut [u64]> {
        let Self { words, offset, stride, margin } = self;
        Matrix { words, offset: *offset, stride: *stride, margin: *margin }
    }
}

impl<M: Deref<Target = [u64]>> Matrix<M> {
    /// Index of the first word of a row.
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

    /// The words of a row with the margin on both sides. The margin may hold anything, such as
    /// other rows. If the margin lies outside the view, the row is copied into `room`.
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
    /// The words of a row, to write.
    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let (start, stride) = (self.start(row), self.stride);
        &mut self.words[start..start + stride]
    }
}

impl Matrix<&mut [u64]> {
    /// This view, borrowed.
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

/// Bytes of a matrix, at most. A margin has at most two words more than a row.
pub(super) fn matrix_bytes(rows: u64, columns: u64) -> u64 {
    let stride = u32::try_from(columns).map_or(u64::MAX, |columns| row_words(columns) as u64);
    let words = rows.saturating_add(2).saturating_mul(stride).saturating_add((CACHE_LINE + 4) as u64);
    words.saturating_mul(size_of::<u64>() as u64)
}
