//! Rows of bits in memory that begins at a cache line. So no row straddles two cache lines if a
//! line holds whole rows.
//!
//! Allocators align only to 16 bytes. Then every other row of 32 bytes would take two memory
//! accesses instead of one.

use std::ops::{Deref, DerefMut};

use catmouse_arena::{BitRows, Cells, OutOfMemory};

/// Words of a cache line.
const CACHE_LINE: usize = 8;

/// Rows of `W` words each.
#[derive(Debug)]
pub(super) struct AlignedRows<const W: usize> {
    words: Cells<u64>,
    first: usize,
    count: usize,
}

impl<const W: usize> AlignedRows<W> {
    /// A set without rows.
    pub(super) fn none() -> Self {
        Self::zeroed(0)
    }

    /// This many empty rows. Aborts the program if the system lacks the memory.
    pub(super) fn zeroed(count: usize) -> Self {
        Self::within(Cells::zeroed(Self::words(count)), count)
    }

    /// This many empty rows, or an error if the system lacks the memory.
    pub(super) fn try_zeroed(count: usize) -> Result<Self, OutOfMemory> {
        Ok(Self::within(Cells::try_zeroed(Self::words(count))?, count))
    }

    /// Words to allocate for this many rows.
    fn words(count: usize) -> usize {
        count * W + CACHE_LINE - 1
    }

    fn within(words: Cells<u64>, count: usize) -> Self {
        // An interpreter may not know the offset. Then rows are only slower.
        let first = words.as_ptr().align_offset(CACHE_LINE * size_of::<u64>());
        Self { first: if first < CACHE_LINE { first } else { 0 }, words, count }
    }

    /// The rows in the type of the arena. `blocks` of these rows form one row there.
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
