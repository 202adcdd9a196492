//! The positions with the opponent to move that were decided at one level.
//!
//! A frontier holds rows in the order in which they were decided, and of each row the blocks from the first to the last in which
//! something was decided. Frontiers are the queue of the rows engine. Three are alive at a time, of levels k − 1, k and k + 1: level k reads the
//! first, where some move wins, and writes the last, where all moves lose.

use std::ops::Range;

use super::block::{BLOCK_COLUMNS, Block};

/// The newly decided positions of one level.
#[derive(Debug)]
pub(super) struct Frontier {
    rows: Vec<u32>,
    /// For each row the place of its blocks.
    spans: Vec<Span>,
    blocks: Vec<Block>,
    /// The most blocks that there may be.
    max_blocks: usize,
}

/// Some neighbouring blocks of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The number of the first block within the row.
    first: u32,
    /// The number of blocks.
    len: u32,
    /// The place of the first block in the frontier.
    start: u32,
}

impl Span {
    /// The numbers of the blocks within the row.
    #[inline(always)]
    pub(super) fn range(self) -> Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

impl Frontier {
    /// An empty frontier, which never has more than this many blocks.
    pub(super) fn new(max_blocks: usize) -> Self {
        Self { rows: Vec::new(), spans: Vec::new(), blocks: Vec::new(), max_blocks }
    }

    /// Whether its capacity is larger than that of another.
    pub(super) fn has_more_capacity_than(&self, other: &Self) -> bool {
        self.blocks.capacity() > other.blocks.capacity()
    }

    /// Makes room for some more blocks. The capacity doubles until it reaches `max_blocks`.
    #[cold]
    fn grow_capacity(&mut self, more: usize) {
        let len = self.blocks.len();
        self.blocks.reserve_exact(len.min(self.max_blocks - len).max(more).max(4));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.spans.clear();
        self.blocks.clear();
    }

    /// Adds a row with these blocks. `first` is the number of the first block within the row.
    #[inline(always)]
    pub(super) fn push_row(&mut self, row: usize, first: usize, blocks: &[Block]) {
        let start = self.blocks.len();
        if self.blocks.capacity() - start < blocks.len() {
            self.grow_capacity(blocks.len());
        }
        self.rows.push(row as u32);
        self.spans.push(Span { first: first as u32, len: blocks.len() as u32, start: start as u32 });
        self.blocks.extend_from_slice(blocks);
    }

    /// Takes over the rows of another frontier, which is empty afterwards.
    pub(super) fn append(&mut self, other: &mut Self) {
        let before = self.blocks.len() as u32;
        self.rows.extend_from_slice(&other.rows);
        self.spans.extend(other.spans.iter().map(|span| Span { start: before + span.start, ..*span }));
        self.blocks.reserve_exact(other.blocks.len());
        self.blocks.extend_from_slice(&other.blocks);
        other.clear();
    }

    /// The rows, each once. The place of a row among them is its slot.
    #[inline(always)]
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The place of the blocks of the row in this slot.
    #[inline(always)]
    pub(super) fn span(&self, slot: u32) -> Span {
        self.spans[slot as usize]
    }

    /// The block of a row with this number, if the frontier has it.
    #[inline(always)]
    pub(super) fn block(&self, span: Span, number: usize) -> Option<&Block> {
        let index = (number as u32).wrapping_sub(span.first);
        (index < span.len).then(|| &self.blocks[(span.start + index) as usize])
    }

    /// The blocks of the row in this slot, and the number of the first block within the row. Blocks in the middle may be empty.
    #[inline(always)]
    pub(super) fn blocks(&self, slot: u32) -> (usize, &[Block]) {
        let Span { first, len, start } = self.spans[slot as usize];
        (first as usize, &self.blocks[start as usize..][..len as usize])
    }

    /// If every row has exactly one position: the column of each.
    pub(super) fn single_columns(&self, columns: &mut Vec<u32>) -> bool {
        columns.clear();
        if self.blocks.len() != self.rows.len() {
            return false;
        }
        for (span, block) in self.spans.iter().zip(&self.blocks) {
            let mut ones = 0;
            let mut column = 0;
            for (index, word) in block.iter().enumerate().filter(|(_, word)| **word != 0) {
                ones += word.count_ones();
                column = span.first as usize * BLOCK_COLUMNS + index * 64 + word.trailing_zeros() as usize;
            }
            if ones != 1 {
                return false;
            }
            columns.push(column as u32);
        }
        true
    }
}
