//! The rows of an attractor: some in a cache, the others in scratch space.
//!
//! The cache consists of *lines*, which hold a row each. Row r can only be in line r modulo the
//! number of lines. So neighbouring rows do not displace each other. If rows are read in random
//! order, and a third of them fits into the cache, a third of the reads finds its row there. A row
//! that has changed is written to scratch space when it leaves the cache.

use std::sync::Arc;

use catmouse_arena::{Cells, Scratch};

use crate::SolveError;

/// A number that no row and no slot has.
pub(super) const NONE: u32 = u32::MAX;

/// Scratch space, cut into slots of one row each.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) scratch: Arc<dyn Scratch>,
    /// Words from one slot to the next.
    pub(super) stride: usize,
    /// Slots that were used and are free again.
    unused: Vec<u32>,
    /// The first of the slots that were never used.
    next: u32,
}

impl Slots {
    pub(super) fn new(scratch: Arc<dyn Scratch>, stride: usize) -> Self {
        Self { scratch, stride, unused: Vec::new(), next: 0 }
    }

    fn take(&mut self) -> u32 {
        self.unused.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }

    fn first_word(&self, slot: u32) -> u64 {
        u64::from(slot) * self.stride as u64
    }
}

/// Numbered rows. A row exists only if it was put on the shelf.
pub(super) struct Shelf<'s> {
    slots: &'s mut Slots,
    /// Words of a row.
    words: usize,
    /// The slot of each row; [`NONE`] if it was never written.
    slot_of: Vec<u32>,
    /// The lines of the cache, one after the other.
    cache: Cells<u64>,
    /// The row in each line; [`NONE`] if the line is empty.
    held: Vec<u32>,
    /// For each line, whether its row differs from the row's slot.
    is_changed: Vec<bool>,
    /// The rows that were put for the next sweep, with their new slots.
    put_for_later: Vec<(u32, u32)>,
}

impl<'s> Shelf<'s> {
    /// A shelf for this many rows, with `lines` of them in memory.
    pub(super) fn new(slots: &'s mut Slots, rows: usize, words: usize, lines: usize) -> Result<Self, SolveError> {
        let cache = Cells::try_zeroed(lines * words)?;
        let (held, is_changed) = (vec![NONE; lines], vec![false; lines]);
        Ok(Self { slots, words, slot_of: vec![NONE; rows], cache, held, is_changed, put_for_later: Vec::new() })
    }

    /// A row; `None` if it was never put.
    pub(super) fn row(&mut self, row: u32) -> Result<Option<&[u64]>, SolveError> {
        let line = row as usize % self.held.len();
        let range = line * self.words..(line + 1) * self.words;
        if self.held[line] != row {
            let slot = self.slot_of[row as usize];
            if slot == NONE {
                return Ok(None);
            }
            self.write_back(line)?;
            self.held[line] = NONE;
            self.slots.scratch.read(self.slots.first_word(slot), &mut self.cache[range.clone()])?;
            self.held[line] = row;
        }
        Ok(Some(&self.cache[range]))
    }

    /// Replaces a row at once.
    pub(super) fn put(&mut self, row: u32, words: &[u64]) -> Result<(), SolveError> {
        let line = row as usize % self.held.len();
        if self.held[line] != row {
            self.write_back(line)?;
        }
        self.cache[line * self.words..(line + 1) * self.words].copy_from_slice(words);
        (self.held[line], self.is_changed[line]) = (row, true);
        Ok(())
    }

    /// Replaces a row in the next sweep. A shelf for which this is called must never be given a row
    /// by [`put`](Self::put).
    pub(super) fn put_later(&mut self, row: u32, words: &[u64]) -> Result<(), SolveError> {
        let slot = self.slots.take();
        self.slots.scratch.write(self.slots.first_word(slot), words)?;
        self.put_for_later.push((row, slot));
        Ok(())
    }

    /// Begins the next sweep.
    pub(super) fn end_sweep(&mut self) {
        for (row, slot) in self.put_for_later.drain(..) {
            let before = std::mem::replace(&mut self.slot_of[row as usize], slot);
            if before != NONE {
                self.slots.unused.push(before);
            }
            let line = row as usize % self.held.len();
            if self.held[line] == row {
                self.held[line] = NONE;
            }
        }
    }

    /// Writes the rows whose latest version is only in the cache. Returns the slot of each row.
    pub(super) fn into_slots(mut self) -> Result<Vec<u32>, SolveError> {
        for line in 0..self.held.len() {
            self.write_back(line)?;
        }
        Ok(self.slot_of)
    }

    /// Writes the row in a line to its slot if they differ. A row without a slot gets one.
    fn write_back(&mut self, line: usize) -> Result<(), SolveError> {
        if std::mem::take(&mut self.is_changed[line]) {
            let slot = &mut self.slot_of[self.held[line] as usize];
            if *slot == NONE {
                *slot = self.slots.take();
            }
            let first = self.slots.first_word(*slot);
            self.slots.scratch.write(first, &self.cache[line * self.words..(line + 1) * self.words])?;
        }
        Ok(())
    }
}
