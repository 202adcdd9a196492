//! O, offset stencil: on boards like grids, paths and cycles most moves lead to few different offsets, so that "all moves lead
//! into the set" is the set shifted by each offset, intersected.
//!
//! Cost: about 4 ns for each offset and 512 columns, whatever the degree.

use catmouse_arena::StepGraph;

use super::super::block::{Block, any, blocks_in};

/// Offsets beyond which the stencil no longer pays.
const MOST_OFFSETS: usize = 16;

/// The opponent's moves by offset.
#[derive(Debug)]
pub(in super::super) struct Stencil<const W: usize> {
    offsets: Vec<Offset<W>>,
    /// How many bits a new column reaches down and up.
    reach: (usize, usize),
}

#[derive(Debug)]
struct Offset<const W: usize> {
    /// Target minus source, in whole words and the bits beyond them.
    words: isize,
    bits: u32,
    /// The columns without a move by this offset, which it never saves.
    absent: Vec<Block<W>>,
}

impl<const W: usize> Stencil<W> {
    /// The stencil of this step graph, if it has few offsets. Time: O(nodes + arcs), and less where there are many offsets.
    pub(in super::super) fn new(opponent: &StepGraph) -> Option<Self> {
        let mut distinct: Vec<i64> = Vec::with_capacity(MOST_OFFSETS);
        for node in 0..opponent.nodes() {
            for hop in opponent.successors(node) {
                let offset = i64::from(hop.node) - i64::from(node);
                if !distinct.contains(&offset) {
                    if distinct.len() == MOST_OFFSETS {
                        return None;
                    }
                    distinct.push(offset);
                }
            }
        }
        distinct.sort_unstable();
        let mut offsets: Vec<_> = distinct
            .iter()
            .map(|offset| Offset {
                words: offset.div_euclid(64) as isize,
                bits: offset.rem_euclid(64) as u32,
                absent: vec![[u64::MAX; W]; blocks_in::<W>(opponent.nodes())],
            })
            .collect();
        for node in 0..opponent.nodes() {
            for hop in opponent.successors(node) {
                let offset = i64::from(hop.node) - i64::from(node);
                let index = distinct.partition_point(|&other| other < offset);
                let word = (node / 64) as usize;
                offsets[index].absent[word / W][word % W] &= !(1 << (node % 64));
            }
        }
        let most = distinct.last().map_or(0, |&offset| offset.max(0));
        let least = distinct.first().map_or(0, |&offset| offset.min(0));
        Some(Self { offsets, reach: (most.unsigned_abs() as usize, least.unsigned_abs() as usize) })
    }

    /// Blocks that must stand before and behind the known row, of any content.
    pub(in super::super) fn margin(&self) -> usize {
        let reach = self.reach.0.max(self.reach.1);
        (reach / 64 + 2).div_ceil(W)
    }

    /// Nanoseconds, by measurement.
    #[inline(always)]
    pub(in super::super) fn cost(&self, blocks: usize) -> f32 {
        10.0 + 4.0 * (self.offsets.len() * blocks * W) as f32 / 8.0
    }

    /// Adds to `lost` every open column all of whose moves lead into `known`, at least where one of them leads into `fresh`.
    /// The row `known` stands between margins. A column without moves must be closed.
    #[inline(always)]
    pub(in super::super) fn lost(
        &self,
        known: &[Block<W>],
        closed: &[Block<W>],
        fresh: &[Block<W>],
        lost: &mut [Block<W>],
    ) {
        let margin = self.margin();
        let known = known.as_flattened();
        let (first, last) = self.affected(fresh);
        for number in first..last {
            let mut all: Block<W> = [u64::MAX; W];
            let base = (margin + number) * W;
            for offset in &self.offsets {
                let start = base.checked_add_signed(offset.words).expect("the margin covers every offset");
                let low: &[u64; W] = known[start..].first_chunk().expect("the margin covers every offset");
                let high: &[u64; W] = known[start + 1..].first_chunk().expect("the margin covers every offset");
                let absent = &offset.absent[number];
                for (index, all) in all.iter_mut().enumerate() {
                    let shifted = low[index] >> offset.bits | high[index] << 1 << (63 - offset.bits);
                    *all &= shifted | absent[index];
                }
            }
            for (lost, (all, closed)) in lost[number].iter_mut().zip(all.iter().zip(&closed[number])) {
                *lost |= all & !closed;
            }
        }
    }

    /// The blocks in which a column may have a move into `fresh`.
    #[inline(always)]
    fn affected(&self, fresh: &[Block<W>]) -> (usize, usize) {
        if fresh.len() == 1 {
            return (0, 1);
        }
        let first = fresh.iter().position(any).unwrap_or(0);
        let last = fresh.iter().rposition(any).map_or(0, |last| last + 1);
        let bits = 64 * W;
        let from = (first * bits).saturating_sub(self.reach.0) / bits;
        let to = (last * bits + self.reach.1).div_ceil(bits).min(fresh.len());
        (from, to)
    }
}
