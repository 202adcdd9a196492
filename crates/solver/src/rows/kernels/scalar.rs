//! S, scalar: every opponent's node with a move to a newly won column is looked at by itself.
//!
//! Cheap where few columns are new and the opponent has few moves. Cost: about 4 ns for each new column and 3 ns for each move
//! into it.

use catmouse_arena::StepGraph;

use super::super::block::{Block, has, set};
use super::super::frontier::Blocks;
use crate::bits::ones;

/// Nanoseconds, by measurement.
#[inline(always)]
pub(in super::super) fn cost(fresh: u32, degree: f32) -> f32 {
    fresh as f32 * (4.0 + 3.0 * degree)
}

/// Adds to `lost` every open column all of whose moves lead into `known`, one of them into `fresh`.
#[inline(always)]
pub(in super::super) fn lost<const W: usize>(
    opponent: &StepGraph,
    known: &[Block<W>],
    closed: &[Block<W>],
    fresh: Blocks<W>,
    lost: &mut [Block<W>],
) {
    for (number, block) in fresh.iter() {
        for (index, &word) in block.iter().enumerate() {
            for bit in ones(word) {
                for back in opponent.predecessors(((number * W + index) * 64 + bit) as u32) {
                    let column = back.node;
                    if !has(closed, column) && opponent.successors(column).iter().all(|hop| has(known, hop.node)) {
                        set(lost, column);
                    }
                }
            }
        }
    }
}
