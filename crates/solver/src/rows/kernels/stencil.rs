//! The stencil kernel: on boards such as grids, paths and cycles, the moves have few different
//! offsets. Then "all moves lead into the set" is the intersection of the set shifted by each
//! offset.
//!
//! Cost: O(offsets · columns / vector width), independent of the degree.

use std::ops::Range;

use catmouse_arena::{InOrder, StepGraph};

use super::super::block::row_words;

/// Beyond this many offsets the stencil does not pay.
const MOST_OFFSETS: usize = 16;

/// The opponent's moves by offset.
#[derive(Debug)]
pub(in super::super) struct Stencil {
    offsets: Vec<Offset>,
    /// The largest distances in bits from a newly won column to the columns with a move there,
    /// downwards and upwards.
    reach: (usize, usize),
}

#[derive(Debug)]
struct Offset {
    /// Target minus source: whole words, and the bits beyond them.
    words: isize,
    bits: u32,
    /// The columns without a move by this offset. The offset gives these columns no escape.
    absent: Vec<u64>,
}

impl Stencil {
    /// The stencil of this step graph; `None` if it has too many offsets. Time: O(nodes + arcs),
    /// and less with too many offsets.
    pub(in super::super) fn new(opponent: &StepGraph) -> Option<Self> {
        let mut distinct: Vec<i64> = Vec::with_capacity(MOST_OFFSETS);
        for node in 0..opponent.nodes() {
            for arc in opponent.successors(node) {
                let offset = i64::from(arc.node) - i64::from(node);
                if !distinct.contains(&offset) {
                    if distinct.len() == MOST_OFFSETS {
                        return None;
                    }
                    distinct.push(offset);
                }
            }
        }
        distinct.put_in_order();
        let mut offsets: Vec<_> = distinct
            .iter()
            .map(|offset| Offset {
                words: offset.div_euclid(64) as isize,
                bits: offset.rem_euclid(64) as u32,
                absent: vec![u64::MAX; row_words(opponent.nodes())],
            })
            .collect();
        for node in 0..opponent.nodes() {
            for arc in opponent.successors(node) {
                let offset = i64::from(arc.node) - i64::from(node);
                let index = distinct.partition_point(|&other| other < offset);
                offsets[index].absent[(node / 64) as usize] &= !(1 << (node % 64));
            }
        }
        let most = distinct.last().map_or(0, |&offset| offset.max(0));
        let least = distinct.first().map_or(0, |&offset| offset.min(0));
        Some(Self { offsets, reach: (most.unsigned_abs() as usize, least.unsigned_abs() as usize) })
    }

    /// Words that must precede and follow the known row. Their content does not matter.
    pub(in super::super) fn margin(&self) -> usize {
        self.reach.0.max(self.reach.1) / 64 + 2
    }

    /// The open columns of a block all of whose moves lead into `known`, a row between margins. A
    /// column without moves must be closed.
    #[inline(always)]
    pub(in super::super) fn lost<const W: usize>(&self, known: &[u64], number: usize, closed: &[u64; W]) -> [u64; W] {
        let mut lost = closed.map(|word| !word);
        let base = self.margin() + number * W;
        for offset in &self.offsets {
            let start = base.checked_add_signed(offset.words).expect("the margin covers every offset");
            let (Some(low), Some(high)) = (known[start..].first_chunk::<W>(), known[start + 1..].first_chunk::<W>())
            else {
                unreachable!("the margin covers every offset")
            };
            let (absent, low, high) = (offset.absent.as_chunks::<W>().0[number], *low, *high);
            for (word, lost) in lost.iter_mut().enumerate() {
                *lost &= low[word] >> offset.bits | high[word] << 1 << (63 - offset.bits) | absent[word];
            }
        }
        lost
    }

    /// The range of blocks, among the first `blocks`, in which a column may have a move into these
    /// words of the row.
    #[inline(always)]
    pub(in super::super) fn affected<const W: usize>(&self, words: Range<usize>, blocks: usize) -> Range<usize> {
        let first = (words.start * 64).saturating_sub(self.reach.0) / (64 * W);
        first..(words.end * 64 + self.reach.1).div_ceil(64 * W).min(blocks)
    }
}
