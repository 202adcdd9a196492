//! The complement: a column does not lose if any move leads to a column that is not in the set, so the predecessors of each of those
//! are struck out.
//!
//! The best where degrees are high: nearly everything is struck out by the first few columns, and a row that is nearly complete
//! has few left. Cost: O(columns outside the set · columns / vector width).

use catmouse_arena::StepGraph;

use super::super::block::{CACHE_LINE, Matrix, any, without};
use crate::bits::set_bits;

/// Average degree from which the matrix of moves pays.
const LEAST_DEGREE: u64 = 8;
/// Nodes up to which the matrix of moves pays: beyond, it leaves the caches.
const MOST_NODES: u64 = 8192;

/// Whether the kernel pays for a step graph of this size.
pub(in super::super) fn pays(nodes: u64, arcs: u64) -> bool {
    nodes <= MOST_NODES && arcs >= LEAST_DEGREE * nodes
}

/// For each of the opponent's nodes the bits of those with a move to it.
#[derive(Debug)]
pub(in super::super) struct Complement {
    predecessors: Matrix,
    /// About how many columns outside the set strike out all others: n (ln n + 1) / degree, as in the coupon collector's problem.
    expected_columns: f32,
}

impl Complement {
    /// The moves of this step graph as a matrix. Time: O(nodes² / 512 + arcs).
    pub(in super::super) fn new(opponent: &StepGraph) -> Self {
        let nodes = opponent.nodes();
        let mut matrix = Matrix::new(nodes as usize, nodes, 0);
        let mut predecessors = matrix.view_mut();
        for node in 0..nodes {
            let row = predecessors.row_mut(node as usize);
            for back in opponent.predecessors(node) {
                row[(back.node / 64) as usize] |= 1 << (back.node % 64);
            }
        }
        let degree = (opponent.arcs() as f32 / nodes as f32).max(1.0);
        Self { predecessors: matrix, expected_columns: nodes as f32 * ((nodes as f32).ln() + 1.0) / degree }
    }

    /// What a row costs in nanoseconds, by measurement; `missing` columns are not in the set.
    #[inline(always)]
    pub(in super::super) fn cost(&self, words: usize, missing: u32) -> f32 {
        let lines = (words / CACHE_LINE) as f32;
        10.0 + lines * (8.0 + 0.7 * self.expected_columns.min(missing as f32))
    }

    /// Puts into `lost` every open column all of whose moves lead into `known`. A column without moves must be closed; bits beyond the
    /// last column must be set in both.
    #[inline(always)]
    pub(in super::super) fn lost(&self, known: &[u64], closed: &[u64], lost: &mut [u64]) {
        let matrix = self.predecessors.view();
        for (lost, closed) in lost.iter_mut().zip(closed) {
            *lost = !closed;
        }
        for (index, &word) in known.iter().enumerate() {
            for bit in set_bits(!word) {
                let mut is_any_left = false;
                let predecessors = matrix.row(index * 64 + bit).as_chunks::<CACHE_LINE>().0;
                for (lost, predecessors) in lost.as_chunks_mut().0.iter_mut().zip(predecessors) {
                    *lost = without(lost, predecessors);
                    is_any_left |= any(lost);
                }
                if !is_any_left {
                    return;
                }
            }
        }
    }
}
