//! The complement kernel: a column is not lost if some move leads to a column outside the set, so
//! it removes the predecessors of each column outside the set.
//!
//! It is the best kernel for high degrees: the first few columns remove nearly everything, and a
//! nearly complete row has few columns outside the set. Cost: O(columns outside the set · columns /
//! vector width).

use catmouse_arena::{StepGraph, set_bits};

use super::super::block::{CACHE_LINE, Matrix, any, without};

/// The kernel pays from this average degree.
const LEAST_DEGREE: u64 = 8;
/// The kernel pays up to this many nodes; beyond, the matrix of moves leaves the caches.
const MOST_NODES: u64 = 8192;

/// True if the kernel pays for a step graph of this size.
pub(in super::super) fn pays(nodes: u64, arcs: u64) -> bool {
    nodes <= MOST_NODES && arcs >= LEAST_DEGREE * nodes
}

/// The opponent's moves as a matrix.
#[derive(Debug)]
pub(in super::super) struct Complement {
    /// A row for each node, with a bit for each node that has a move there.
    predecessors: Matrix,
    /// The expected number of columns outside the set after which all others are removed:
    /// `n (ln n + 1) / degree`, as in the coupon collector's problem.
    expected_columns: f32,
}

impl Complement {
    /// The matrix of the moves of this step graph. Time: O(nodes² / 512 + arcs).
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

    /// The cost of a row in nanoseconds, by measurement; `missing` columns are outside the set.
    #[inline(always)]
    pub(in super::super) fn cost(&self, words: usize, missing: u32) -> f32 {
        let lines = (words / CACHE_LINE) as f32;
        10.0 + lines * (8.0 + 0.7 * self.expected_columns.min(missing as f32))
    }

    /// Writes into `lost` every open column all of whose moves lead into `known`. A column without
    /// moves must be closed, and bits beyond the last column must be set in `known` and `closed`.
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
