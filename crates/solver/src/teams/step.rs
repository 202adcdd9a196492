//! The move of the single piece: from which of its nodes all moves lead into a row.
//!
//! A node with a move to a node outside the row is not among them, so it is the complement of the predecessors of the complement.
//! Up to 256 nodes these are looked up, a byte of the complement at a time: rows of four words at the most, in tables that stay in
//! the second cache. Beyond, 64 rows are turned so that each node is a word with a bit for each of them
//! ([`Packet`]).

use catmouse_arena::StepGraph;

use super::legs::add;
use crate::rows::kernels::packet::{PACKET, Packet};

/// Where rows are read and what is found goes.
pub(super) trait Sets<const W: usize> {
    /// The row with this number in a block of columns.
    fn row(&self, block: usize, row: usize) -> &[u64; W];

    /// These nodes have no move out of the row, whatever stands beyond the last node.
    fn found(&mut self, block: usize, row: usize, inside: &[u64; W]);
}

/// The single piece's moves, as they are asked for.
#[derive(Debug)]
pub(super) struct Step<'a, const W: usize> {
    kernel: Kernel<'a, W>,
    /// The nodes from which there is no move, block by block: all of none lead into any row.
    immobile: Vec<[u64; W]>,
}

#[derive(Debug)]
enum Kernel<'a, const W: usize> {
    /// For each byte of a row and each value of it the nodes with a move to one of its bits.
    Tables {
        tables: Vec<[u64; W]>,
        bytes: usize,
    },
    Packet(Packet<'a, W>),
}

/// Entries of the table of a byte. Two more than values, lest the tables compete for the same lines of the cache.
const STRIDE: usize = 258;

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
        let bytes = nodes.div_ceil(8);
        let mut tables = vec![[0; W]; bytes * STRIDE];
        for byte in 0..bytes {
            let table = &mut tables[byte * STRIDE..(byte + 1) * STRIDE];
            for value in 1..256usize {
                let lowest = value.trailing_zeros() as usize;
                let mut origins = table[value & (value - 1)];
                if byte * 8 + lowest < nodes {
                    for back in steps.predecessors((byte * 8 + lowest) as u32) {
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
                for number in rows {
                    let set = *sets.row(0, number);
                    let mut leaving = [0; W];
                    for (byte, table) in tables.chunks_exact(STRIDE).take(*bytes).enumerate() {
                        let outside = !set[byte / 8] >> (byte % 8 * 8) & 0xFF;
                        add(&mut leaving, &table[outside as usize]);
                    }
                    sets.found(0, number, &leaving.map(|word| !word));
                }
            }
            Kernel::Packet(packet) => {
                let mut numbers = Vec::with_capacity(PACKET);
                loop {
                    numbers.clear();
                    numbers.extend(rows.by_ref().take(PACKET));
                    if numbers.is_empty() {
                        return;
                    }
                    for (slot, &number) in numbers.iter().enumerate() {
                        for block in 0..self.immobile.len() {
                            packet.put_block(slot, block, sets.row(block, number));
                        }
                    }
                    packet.turn(numbers.len());
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
