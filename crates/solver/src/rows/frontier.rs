//! The positions with the opponent to move that were decided at one level.
//!
//! A frontier holds rows in the order in which they were decided, and for each row the blocks from
//! the first to the last in which a position was decided. Frontiers are the queue of the rows
//! engine. Three are alive at a time, of levels k − 1, k and k + 1: level k reads the first one,
//! where some move wins, and writes the last one, where all moves lose.

use std::ops::Range;

/// The newly decided positions of one level.
#[derive(Debug)]
pub(super) struct Frontier {
    rows: Vec<u32>,
    /// For each row, the location of its pairs.
    spans: Vec<Span>,
    /// The words of whole blocks.
    pairs: Vec<u64>,
    /// Upper bound on the length of `pairs`.
    max_words: usize,
}

/// A range of neighbouring words of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Index of the first word within the row.
    first: u32,
    /// The number of words.
    len: u32,
    /// Index of the first word within `pairs`.
    start: usize,
}

impl Span {
    /// The range of block indices within the row, for blocks of `W` words.
    #[inline(always)]
    pub(super) fn blocks<const W: usize>(self) -> Range<usize> {
        self.first as usize / W..(self.first + self.len) as usize / W
    }
}

impl Frontier {
    /// An empty frontier that will hold at most `max_words` words.
    pub(super) fn new(max_words: usize) -> Self {
        Self { rows: Vec::new(), spans: Vec::new(), pairs: Vec::new(), max_words }
    }

    /// True if its buffer is larger than the other's.
    pub(super) fn has_more_capacity_than(&self, other: &Self) -> bool {
        self.pairs.capacity() > other.pairs.capacity()
    }

    /// Makes room for `more` words. The capacity doubles until it reaches `max_words`.
    #[cold]
    fn grow_capacity(&mut self, more: usize) {
        let len = self.pairs.len();
        self.pairs.reserve_exact(len.min(self.max_words - len).max(more).max(16));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.spans.clear();
        self.pairs.clear();
    }

    /// Adds a row with these pairs, in whole blocks. `first` is the index of the first word within
    /// the row.
    #[inline(always)]
    pub(super) fn push_row(&mut self, row: usize, first: usize, pairs: &[u64]) {
        let start = self.pairs.len();
        if self.pairs.capacity() - start < pairs.len() {
            self.grow_capacity(pairs.len());
        }
        self.rows.push(row as u32);
        self.spans.push(Span { first: first as u32, len: pairs.len() as u32, start });
        self.pairs.extend_from_slice(pairs);
    }

    /// Moves all rows of another frontier to this one.
    pub(super) fn append(&mut self, other: &mut Self) {
        let before = self.pairs.len();
        self.rows.extend_from_slice(&other.rows);
        self.spans.extend(other.spans.iter().map(|span| Span { start: before + span.start, ..*span }));
        self.pairs.reserve_exact(other.pairs.len());
        self.pairs.extend_from_slice(&other.pairs);
        other.clear();
    }

    /// The rows, each once. A row's index in this list is its slot.
    #[inline(always)]
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The location of the pairs of the row in this slot.
    #[inline(always)]
    pub(super) fn span(&self, slot: u32) -> Span {
        self.spans[slot as usize]
    }

    /// Block `number` of the row with this span, or `None` if the span does not include it.
    #[inline(always)]
    pub(super) fn block<const W: usize>(&self, span: Span, number: usize) -> Option<&[u64; W]> {
        let index = ((number * W) as u32).wrapping_sub(span.first);
        if index < span.len { self.pairs[span.start + index as usize..].first_chunk() } else { None }
    }

    /// The row in this slot, if all rows are single blocks.
    #[inline(always)]
    pub(super) fn whole<const W: usize>(&self, slot: u32) -> &[u64; W] {
        &self.pairs.as_chunks().0[slot as usize]
    }

    /// The pairs of the row in this slot, and the index of their first word within the row. Blocks
    /// in the middle may be empty.
    #[inline(always)]
    pub(super) fn pairs(&self, slot: u32) -> (usize, &[u64]) {
        let Span { first, len, start } = self.spans[slot as usize];
        (first as usize, &self.pairs[start..][..len as usize])
    }

    /// Fills `columns` with the column of each row and returns true, if every row has exactly one
    /// position; otherwise returns false.
    pub(super) fn single_columns(&self, columns: &mut Vec<u32>) -> bool {
        columns.clear();
        for slot in 0..self.rows.len() as u32 {
            let mut ones = 0;
            let mut column = 0;
            let (first, pairs) = self.pairs(slot);
            for (index, word) in pairs.iter().enumerate().filter(|(_, word)| **word != 0) {
                ones += word.count_ones();
                column = (first + index) * 64 + word.trailing_zeros() as usize;
            }
            if ones != 1 {
                return false;
            }
            columns.push(column as u32);
        }
        true
    }
}
