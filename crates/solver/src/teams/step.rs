//! The move of the single piece: from which of its nodes all moves lead into a row.
//!
//! A node with a move to a node outside the row is not among them, so it is the complement of the predecessors of the complement.
//! Up to 256 nodes these are looked up, a byte of the complement at a time: rows of four words at the most, in tables that stay in
//! the second cache. Beyond, 64 rows are transposed so that each node is a word with a bit for each of them
//! ([`Packet`]).

use std::hint::black_box;

use catmouse_arena::StepGraph;

use super::aligned::Rows;
use super::legs::add;
use crate::rows::kernels::packet::{PACKET, Packet};

/// Where rows are read and what is found goes.
pub(super) trait Sets<const W: usize> {
    /// The row with this number in a block of columns.
    fn row(&self, block: usize, row: usize) -> &[u64; W];

    /// Whether rows that lie apart are a wait each.
    fn is_far(&self) -> bool;

    /// Something of the row with this number in the first block, and of where what is found of it goes.
    fn touch(&self, row: usize) -> u64;

    /// Whether the rest is still wanted; asked every few dozen rows.
    fn goes_on(&self) -> bool;

    /// These nodes have no move out of the row, whatever stands beyond the last node.
    fn found(&mut self, block: usize, row: usize, inside: &[u64; W]);
}

/// The single piece's moves, as they are asked for.
#[derive(Debug)]
pub(super) struct Step<'a, const W: usize> {
    kernel: Kernel<'a, W>,
    /// The nodes from which there is no move, block by block. No move of theirs leads out of any row.
    immobile: Vec<[u64; W]>,
}

#[derive(Debug)]
enum Kernel<'a, const W: usize> {
    /// For each byte of a row and each value of it the nodes with a move to one of its bits, and how many bytes there are.
    Tables {
        tables: Rows<W>,
        bytes: usize,
    },
    Packet(Packet<'a, W>),
}

/// Bits of a byte.
const BITS: usize = 8;

/// Bytes of a word.
const BYTES: usize = 64 / BITS;

/// Entries of the table of a byte. Two more than values, lest the tables compete for the same lines of the cache.
const STRIDE: usize = (1 << BITS) + 2;

/// Rows that are touched before the first of them is worked on, so that their cache misses overlap.
const AHEAD: usize = 32;

/// The mean gap between rows from which on that pays. Nearer ones the processor fetches by itself.
const SCATTERED: usize = 3;

/// Nodes up to which the tables are used.
pub(super) const MOST_NODES_IN_TABLES: usize = 256;

impl<'a, const W: usize> Step<'a, W> {
    /// Those of a piece on this digraph, in this many blocks of columns. Time: O(nodes · 32 + arcs).
    pub(super) fn new(steps: &'a StepGraph, blocks: usize) -> Self {
        let nodes = steps.nodes() as usize;
        let mut immobile = vec![[0; W]; blocks];
        for node in (0..nodes).filter(|&node| steps.successors(node as u32).is_empty()) {
            immobile[node / 64 / W][node / 64 % W] |= 1 << (node % 64);
        }
        if nodes > MOST_NODES_IN_TABLES || blocks > 1 {
            return Self { kernel: Kernel::Packet(Packet::new(steps)), immobile };
        }
        let bytes = nodes.div_ceil(BITS);
        let mut tables: Rows<W> = Rows::zeroed(bytes * STRIDE);
        for (byte, table) in tables.chunks_exact_mut(STRIDE).enumerate() {
            for value in 1..1usize << BITS {
                let node = byte * BITS + value.trailing_zeros() as usize;
                let mut origins = table[value & (value - 1)];
                if node < nodes {
                    for back in steps.predecessors(node as u32) {
                        origins[back.node as usize / 64] |= 1 << (back.node % 64);
                    }
                }
                table[value] = origins;
            }
        }
        Self { kernel: Kernel::Tables { tables, bytes }, immobile }
    }

    /// The nodes from which there is no move, in a block of columns.
    pub(super) fn immobile(&self, block: usize) -> &[u64; W] {
        &self.immobile[block]
    }

    /// Answers for each of some rows, given by number.
    #[inline(always)]
    pub(super) fn each(&mut self, mut rows: impl Iterator<Item = usize>, sets: &mut impl Sets<W>) {
        match &mut self.kernel {
            Kernel::Tables { tables, bytes } => {
                let (mut some, is_far) = ([0; AHEAD], sets.is_far());
                loop {
                    let mut count = 0;
                    for (slot, number) in some.iter_mut().zip(rows.by_ref()) {
                        (*slot, count) = (number, count + 1);
                    }
                    let some = &some[..count];
                    let (Some(first), Some(last)) = (some.first(), some.last()) else { return };
                    if !sets.goes_on() {
                        return;
                    }
                    if is_far && last - first > SCATTERED * AHEAD {
                        black_box(some.iter().fold(0, |words, &number| words ^ sets.touch(number)));
                    }
                    for &number in some {
                        let inside = inside(sets.row(0, number), tables, *bytes);
                        sets.found(0, number, &inside);
                    }
                }
            }
            Kernel::Packet(packet) => {
                let mut numbers = Vec::with_capacity(PACKET);
                loop {
                    numbers.clear();
                    numbers.extend(rows.by_ref().take(PACKET));
                    if numbers.is_empty() || !sets.goes_on() {
                        return;
                    }
                    for (slot, &number) in numbers.iter().enumerate() {
                        for block in 0..self.immobile.len() {
                            packet.put_block(slot, block, sets.row(block, number));
                        }
                    }
                    packet.solve(numbers.len());
                    for (slot, &number) in numbers.iter().enumerate() {
                        for (block, immobile) in self.immobile.iter().enumerate() {
                            let mut all = *packet.found(slot, block);
                            add(&mut all, immobile);
                            sets.found(block, number, &all);
                        }
                    }
                }
            }
        }
    }
}

/// The nodes from which no move leads out of a set.
#[inline(always)]
fn inside<const W: usize>(set: &[u64; W], tables: &[[u64; W]], bytes: usize) -> [u64; W] {
    let mut leaving = [0; W];
    for (word, set) in set.iter().enumerate() {
        let value = |byte: usize| (!set >> (byte * BITS)) as usize & ((1 << BITS) - 1);
        let tables = &tables[(word * BYTES).min(bytes) * STRIDE..];
        if let Some(tables) = tables.get(..BYTES * STRIDE) {
            // A loop of so many rounds, known as such to the compiler.
            for byte in 0..BYTES {
                add(&mut leaving, &tables[byte * STRIDE + value(byte)]);
            }
        } else {
            for (byte, table) in tables.chunks_exact(STRIDE).enumerate() {
                add(&mut leaving, &table[value(byte)]);
            }
            break;
        }
    }
    leaving.map(|word| !word)
}
