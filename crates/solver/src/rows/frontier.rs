//! One level of an attractor: the positions that were decided at one distance, with the opponent to move.
//!
//! Rows in the order in which they were decided, and of each row only the blocks in which something was. This is the queue of
//! the rows engine: three of them are alive at a time, because a win moves on to the next level and a loss to the one after.

use super::block::{Block, any};

/// The newly decided positions of one level.
#[derive(Debug)]
pub(super) struct Frontier<const W: usize> {
    rows: Vec<u32>,
    /// Where the blocks of each row begin; one more than rows.
    starts: Vec<u32>,
    numbers: Vec<u32>,
    blocks: Vec<Block<W>>,
}

impl<const W: usize> Frontier<W> {
    pub(super) fn new() -> Self {
        Self { rows: Vec::new(), starts: vec![0], numbers: Vec::new(), blocks: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.starts.truncate(1);
        self.numbers.clear();
        self.blocks.clear();
    }

    /// Begins with the blocks of a row.
    #[inline(always)]
    pub(super) fn push_block(&mut self, number: usize, block: &Block<W>) {
        self.numbers.push(number as u32);
        self.blocks.push(*block);
    }

    /// All blocks since the last call were of this row.
    #[inline(always)]
    pub(super) fn finish_row(&mut self, row: usize) {
        if self.blocks.len() > self.starts[self.rows.len()] as usize {
            self.rows.push(row as u32);
            self.starts.push(self.blocks.len() as u32);
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

    /// The rows, each once.
    #[inline(always)]
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The blocks of the row in this slot, each with its number in the row.
    #[inline(always)]
    pub(super) fn blocks(&self, slot: usize) -> impl Iterator<Item = (usize, &Block<W>)> {
        let range = self.starts[slot] as usize..self.starts[slot + 1] as usize;
        self.numbers[range.clone()].iter().map(|&number| number as usize).zip(&self.blocks[range])
    }

    /// If every row has exactly one position: the column of each.
    pub(super) fn single_columns(&self, columns: &mut Vec<u32>) -> bool {
        columns.clear();
        if self.blocks.len() != self.rows.len() {
            return false;
        }
        for (&number, block) in self.numbers.iter().zip(&self.blocks) {
            let mut ones = 0;
            let mut column = 0;
            for (index, word) in block.iter().enumerate().filter(|(_, word)| **word != 0) {
                ones += word.count_ones();
                column = (number as usize * W + index) * 64 + word.trailing_zeros() as usize;
            }
            if ones != 1 {
                return false;
            }
            columns.push(column as u32);
        }
        true
    }
}
