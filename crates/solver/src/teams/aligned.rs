//! Rows of bits in memory that begins at a cache line, so that no row lies across two lines where a line holds whole rows.
//!
//! An allocator aligns to 16 bytes, and then every other row of 32 bytes would be two accesses instead of one.

use std::ops::{Deref, DerefMut};

use catmouse_arena::{BitRows, Cells, OutOfMemory};

/// Words of a cache line.
const LINE: usize = 8;

/// Rows of `W` words each.
#[derive(Debug)]
pub(super) struct AlignedRows<const W: usize> {
    words: Cells<u64>,
    first: usize,
    count: usize,
}

impl<const W: usize> AlignedRows<W> {
    /// No rows.
    pub(super) fn none() -> Self {
        Self::zeroed(0)
    }

    /// So many empty rows. Where the system has not so much memory left this ends the program.
    pub(super) fn zeroed(count: usize) -> Self {
        Self::within(Cells::zeroed(Self::words(count)), count)
    }

    /// The same, if the system has the memory.
    pub(super) fn try_zeroed(count: usize) -> Result<Self, OutOfMemory> {
        Ok(Self::within(Cells::try_zeroed(Self::words(count))?, count))
    }

    /// Words that are asked for.
    fn words(count: usize) -> usize {
        count * W + LINE - 1
    }

    fn within(words: Cells<u64>, count: usize) -> Self {
        // The offset may be unknown, to an interpreter; then rows are only slower.
        let first = words.as_ptr().align_offset(LINE * size_of::<u64>());
        Self { first: if first < LINE { first } else { 0 }, words, count }
    }

    /// As the arena takes rows of bits, `blocks` of these being one of those.
    pub(super) fn into_bit_rows(self, blocks: usize) -> BitRows {
        BitRows::new(self.words, self.first, blocks * W)
    }
}

impl<const W: usize> Deref for AlignedRows<W> {
    type Target = [[u64; W]];

    #[inline(always)]
    fn deref(&self) -> &[[u64; W]] {
        self.words[self.first..][..self.count * W].as_chunks().0
    }
}

impl<const W: usize> DerefMut for AlignedRows<W> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [[u64; W]] {
        self.words[self.first..][..self.count * W].as_chunks_mut().0
    }
}
