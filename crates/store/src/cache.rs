//! A direct-mapped cache of checked blocks, shared by threads without locks.
//!
//! Block `k` has one slot, number `k` modulo the number of slots. If there is a slot for each
//! block, no block is ever evicted; otherwise a block replaces another in its slot. Each slot is a
//! sequence lock (seqlock) made of atomic words, without unsafe code. Its *sequence* number is odd
//! while a thread fills the slot and larger afterwards. So if a reader finds the same even number
//! before and after reading, nothing changed in between. No thread waits for another. A reader
//! reads the file if its block is not in the slot or was replaced during the read. A thread that
//! finds another thread filling the slot does not keep its block.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use bytemuck::allocation::try_zeroed_slice_box;

use crate::layout::{BLOCK, Block};

/// The words of a block.
const WORDS: usize = BLOCK / 8;

/// The cache. The memory of all slots is reserved at once; the system provides a slot's pages when
/// the slot is filled.
pub(crate) struct Cache {
    /// For each slot its sequence number and the number of its block, 0 if it is empty.
    stamps: Box<[AtomicU64]>,
    words: Box<[AtomicU64]>,
    slots: u64,
}

impl Cache {
    /// A cache for this many blocks, or for fewer if the system refuses the memory.
    pub(crate) fn new(blocks: u64) -> Self {
        let mut slots = blocks;
        loop {
            let zeroed = |words: usize| try_zeroed_slice_box(usize::try_from(slots).ok()?.checked_mul(words)?).ok();
            if let (Some(stamps), Some(words)) = (zeroed(2), zeroed(WORDS)) {
                return Self { stamps, words, slots };
            }
            slots /= 2;
        }
    }

    /// The block with this number, if it is in the cache.
    #[inline]
    pub(crate) fn find(&self, number: u64) -> Option<Held<'_>> {
        if self.slots == 0 {
            return None;
        }
        let slot = self.slot(number);
        let [sequence, held] = self.stamp(slot);
        // Acquire: the words stored before this sequence number are visible below.
        let before = sequence.load(Ordering::Acquire);
        if before & 1 == 1 || held.load(Ordering::Relaxed) != number {
            return None;
        }
        let words = self.words[slot * WORDS..].first_chunk().expect("each slot has words");
        Some(Held { words, sequence, before })
    }

    /// Puts a checked block into its slot, unless another thread is filling the slot.
    pub(crate) fn keep(&self, number: u64, block: &Block) {
        if self.slots == 0 {
            return;
        }
        let slot = self.slot(number);
        let [sequence, held] = self.stamp(slot);
        let before = sequence.load(Ordering::Relaxed);
        let is_free = before & 1 == 0
            && sequence.compare_exchange(before, before + 1, Ordering::Acquire, Ordering::Relaxed).is_ok();
        if !is_free {
            return;
        }
        // Release: a reader that sees one of the stores below also sees the odd sequence number
        // when it checks again.
        fence(Ordering::Release);
        held.store(number, Ordering::Relaxed);
        for (word, bytes) in self.words[slot * WORDS..][..WORDS].iter().zip(block.as_chunks().0) {
            word.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
        }
        sequence.store(before + 2, Ordering::Release);
    }

    #[inline]
    fn slot(&self, number: u64) -> usize {
        (if number < self.slots { number } else { number % self.slots }) as usize
    }

    #[inline]
    fn stamp(&self, slot: usize) -> &[AtomicU64; 2] {
        self.stamps[2 * slot..].first_chunk().expect("each slot has a stamp")
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("slots", &self.slots).finish_non_exhaustive()
    }
}

/// A block in the cache, valid until another block replaces it in its slot.
pub(crate) struct Held<'a> {
    words: &'a [AtomicU64; WORDS],
    sequence: &'a AtomicU64,
    before: u64,
}

impl Held<'_> {
    /// Eight bytes that begin with this byte, as a little-endian number; an arbitrary number if the
    /// block has been replaced.
    #[inline]
    pub(crate) fn eight_bytes(&self, from: usize) -> u64 {
        let (word, shift) = (from / 8, from % 8 * 8);
        let low = self.words[word].load(Ordering::Relaxed) >> shift;
        let high = self.words[(word + 1).min(WORDS - 1)].load(Ordering::Relaxed);
        low | high << 1 << (63 - shift)
    }

    /// Returns the value that was read from the block, or `None` if the block has been replaced in
    /// the meantime.
    #[inline]
    pub(crate) fn unchanged<T>(&self, read: T) -> Option<T> {
        // Acquire: if a word was stored after it was read, this load sees a later sequence number.
        fence(Ordering::Acquire);
        (self.sequence.load(Ordering::Relaxed) == self.before).then_some(read)
    }
}
