//! One level of an attractor: the positions that were decided at one distance, with the opponent to move.
//!
//! Rows in the order in which they were decided, and of each row the blocks from the first to the last in which something was.
//! This is the queue of the rows engine. Three are alive at a time, of levels k − 1, k and k + 1: level k reads the first, where some
//! move wins, and writes the last, where all moves lose.

use std::ops::Range;

use super::block::{Block, any};

/// The newly decided positions of one level.
#[derive(Debug)]
pub(super) struct Frontier<const W: usize, const SINGLE_BLOCK: bool> {
    rows: Vec<u32>,
    /// Of each row, where its blocks are. None where a row is one block, as then they are where the row is.
    spans: Vec<Span>,
    blocks: Vec<Block<W>>,
    /// Those of the row that is being entered.
    entered: Span,
    /// How many blocks there may be.
    max_blocks: usize,
}

/// Some neighbouring blocks of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    /// The number of the first within the row.
    first: u32,
    /// How many there are.
    len: u32,
    /// Where the first is in the frontier.
    start: u32,
}

impl Span {
    /// The numbers of the blocks within the row.
    #[inline(always)]
    pub(super) fn range(self) -> Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

impl<const W: usize, const SINGLE_BLOCK: bool> Frontier<W, SINGLE_BLOCK> {
    /// An empty frontier, which never has more than this many blocks.
    pub(super) fn new(max_blocks: usize) -> Self {
        Self { rows: Vec::new(), spans: Vec::new(), blocks: Vec::new(), entered: Span::default(), max_blocks }
    }

    /// Whether its capacity is larger than that of another.
    pub(super) fn has_more_capacity_than(&self, other: &Self) -> bool {
        self.blocks.capacity() > other.blocks.capacity()
    }

    /// Doubles the capacity, up to as many blocks as there may be.
    #[cold]
    fn grow_capacity(&mut self) {
        let len = self.blocks.len();
        self.blocks.reserve_exact(len.clamp(4, (self.max_blocks - len).max(4)));
    }

    #[inline(always)]
    fn push(&mut self, block: &Block<W>) {
        if self.blocks.len() == self.blocks.capacity() {
            self.grow_capacity();
        }
        self.blocks.push(*block);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.spans.clear();
        self.blocks.clear();
        self.entered = Span::default();
    }

    /// Adds a block to the row that is being entered, farther right than those before it. It is not empty.
    #[inline(always)]
    pub(super) fn push_block(&mut self, number: usize, block: &Block<W>) {
        if !SINGLE_BLOCK {
            let Span { first, len, .. } = &mut self.entered;
            if *len == 0 {
                *first = number as u32;
            }
            let (from, new) = (*first as usize + *len as usize, number as u32 - *first + 1);
            *len = new;
            for _ in from..number {
                self.push(&[0; W]);
            }
        }
        self.push(block);
    }

    /// All blocks since the last call were of this row.
    #[inline(always)]
    pub(super) fn finish_row(&mut self, row: usize) {
        if SINGLE_BLOCK {
            if self.blocks.len() > self.rows.len() {
                self.rows.push(row as u32);
            }
        } else if self.entered.len > 0 {
            self.rows.push(row as u32);
            self.spans.push(self.entered);
            self.entered = Span { start: self.blocks.len() as u32, ..Span::default() };
        }
    }

    /// Adds a row, given as a whole.
    #[inline(always)]
    pub(super) fn push_row(&mut self, row: usize, blocks: &[Block<W>]) {
        for (number, block) in blocks.iter().enumerate() {
            if any(block) {
                self.push_block(number, block);
            }
        }
        self.finish_row(row);
    }

    /// Takes over the rows of another, which is empty afterwards.
    pub(super) fn append(&mut self, other: &mut Self) {
        let before = self.blocks.len() as u32;
        self.rows.extend_from_slice(&other.rows);
        self.spans.extend(other.spans.iter().map(|span| Span { start: before + span.start, ..*span }));
        self.blocks.reserve_exact(other.blocks.len());
        self.blocks.extend_from_slice(&other.blocks);
        self.entered = Span { start: self.blocks.len() as u32, ..Span::default() };
        other.clear();
    }

    /// The rows, each once.
    #[inline(always)]
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Where the blocks of the row in this slot are.
    #[inline(always)]
    pub(super) fn span(&self, slot: u32) -> Span {
        if SINGLE_BLOCK { Span { first: 0, len: 1, start: slot } } else { self.spans[slot as usize] }
    }

    /// The block with this number of the row that is there, if something may have been decided in it.
    #[inline(always)]
    pub(super) fn block(&self, span: Span, number: usize) -> Option<&Block<W>> {
        if SINGLE_BLOCK {
            return Some(&self.blocks[span.start as usize]);
        }
        let index = (number as u32).wrapping_sub(span.first);
        (index < span.len).then(|| &self.blocks[(span.start + index) as usize])
    }

    /// The blocks of the row in this slot, each with its number in the row. Some may be empty.
    #[inline(always)]
    pub(super) fn blocks(&self, slot: u32) -> impl Iterator<Item = (usize, &Block<W>)> {
        let span = self.span(slot);
        span.range().zip(&self.blocks[span.start as usize..])
    }

    /// If every row has exactly one position: the column of each.
    pub(super) fn single_columns(&self, columns: &mut Vec<u32>) -> bool {
        columns.clear();
        if self.blocks.len() != self.rows.len() {
            return false;
        }
        for slot in 0..self.rows.len() as u32 {
            let mut ones = 0;
            let mut column = 0;
            for (number, block) in self.blocks(slot) {
                for (index, word) in block.iter().enumerate().filter(|(_, word)| **word != 0) {
                    ones += word.count_ones();
                    column = (number * W + index) * 64 + word.trailing_zeros() as usize;
                }
            }
            if ones != 1 {
                return false;
            }
            columns.push(column as u32);
        }
        true
    }
}
