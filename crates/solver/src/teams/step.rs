//! The move of the single piece: finds the nodes from which every move leads into a row.
//!
//! A node fails if it has a move to a node outside the row. So the result is the complement of the
//! predecessors of the row's complement. Up to 256 nodes, tables give these predecessors for each
//! byte of the complement; rows then have at most four words, and the tables stay in the
//! second-level cache. For more nodes, 64 rows are transposed, so that each node becomes a word
//! with a bit for each row ([`Packet`]). With AVX-512 packets are also faster for fewer nodes, if
//! these have few moves. Then a vector holds several rows side by side, each with its own copy of
//! the nodes.

use catmouse_arena::StepGraph;

use super::aligned::AlignedRows;
use super::legs::add;
use crate::SMALL_CODE;
use crate::rows::avx512::Avx512;
use crate::rows::kernels::packet::{PACKET, Packet};

/// Access to the rows that the step reads and to the results that it finds.
pub(super) trait RowAccess<const W: usize> {
    /// The row with this number in a block of columns.
    fn row(&self, block: usize, row: usize) -> &[u64; W];

    /// Prefetches the row with this number in all blocks, and the memory of its result.
    fn prefetch(&self, row: usize);

    /// False stops the step, which asks every few dozen rows.
    fn should_continue(&self) -> bool;

    /// Receives the nodes without a move out of the row. Bits beyond the last node have no meaning.
    fn found(&mut self, block: usize, row: usize, inside: &[u64; W]);
}

/// The single piece's moves, in the form of a kernel.
#[derive(Debug)]
pub(super) struct Step<'a, const W: usize> {
    kernel: Kernel<'a, W>,
    /// The nodes without a move, block by block. They have no move out of any row.
    immobile: Vec<[u64; W]>,
}

#[derive(Debug)]
enum Kernel<'a, const W: usize> {
    /// For each byte of a row and each value of the byte, the nodes with a move to one of its bits;
    /// and the number of bytes.
    Tables { tables: AlignedRows<W>, bytes: usize },
    /// Packets of rows. Each row takes one or more lines of eight words.
    Packet(Packet<'a, LINE_WORDS>),
    /// Packets of lines. Each line holds several rows side by side, and each of these rows has its
    /// own copy of the digraph.
    SideBySide(Packet<'a, LINE_WORDS>),
}

/// Words of a vector of 64 bytes.
const LINE_WORDS: usize = 8;

/// Up to this many moves of a node on average, packets of rows side by side are faster than tables.
const FEW_MOVES: u64 = 12;

/// True if packets of rows side by side are faster than tables for this many nodes, arcs, and words
/// of a row, and if the processor supports AVX-512.
fn takes_side_by_side(nodes: u64, arcs: u64, words: u64) -> bool {
    let is_quicker = nodes <= 64 * words && arcs <= FEW_MOVES * nodes;
    !SMALL_CODE && words < LINE_WORDS as u64 && is_quicker && Avx512::new().is_some()
}

/// Bytes of the [`copies`] of a digraph, which all threads share.
pub(super) fn bytes_of_copies(nodes: u64, arcs: u64, words: u64) -> u64 {
    if takes_side_by_side(nodes, arcs, words) { LINE_WORDS as u64 / words * (20 * arcs + 16 * nodes) } else { 0 }
}

/// Bytes of the kernel of one thread.
pub(super) fn thread_bytes(nodes: u64, arcs: u64, words: u64) -> u64 {
    if takes_side_by_side(nodes, arcs, words) {
        return (2 * PACKET * LINE_WORDS * 8) as u64;
    }
    nodes.div_ceil(8).min(MOST_NODES_IN_TABLES as u64 / 8).saturating_mul((STRIDE * 8) as u64 * words)
}

/// One digraph with a copy of the given one for each row of this many words in a vector of 64
/// bytes; each copy takes one block of the vector. `None` if tables are faster or a row has several
/// blocks.
pub(super) fn copies(steps: &StepGraph, words: usize) -> Option<StepGraph> {
    let nodes = steps.nodes();
    if !takes_side_by_side(nodes.into(), steps.arcs() as u64, words as u64) {
        return None;
    }
    let mut arcs = Vec::with_capacity(LINE_WORDS / words * steps.arcs());
    for first in (0..LINE_WORDS as u32).step_by(words).map(|word| word * 64) {
        for node in 0..nodes {
            arcs.extend(steps.successors(node).iter().map(|arc| (first + node, first + arc.node, arc.cost)));
        }
    }
    Some(StepGraph::new(64 * LINE_WORDS as u32, arcs))
}

const BYTE_BITS: usize = 8;

const WORD_BYTES: usize = 64 / BYTE_BITS;

/// Entries in the table of a byte. There are two more than values, so that the tables do not
/// compete for the same lines of the cache.
const STRIDE: usize = (1 << BYTE_BITS) + 2;

/// Rows that the tables answer while the next ones are prefetched.
const AHEAD: usize = 32;

/// Up to this many nodes, tables are used.
const MOST_NODES_IN_TABLES: usize = 256;

impl<'a, const W: usize> Step<'a, W> {
    /// The kernel for a piece on this digraph, of which there may be [`copies`], in this many
    /// blocks of columns. Time: O(nodes · 32 + arcs).
    pub(super) fn new(steps: &'a StepGraph, copies: Option<&'a StepGraph>, blocks: usize) -> Self {
        let nodes = steps.nodes() as usize;
        let mut immobile = vec![[0; W]; blocks];
        for node in (0..nodes).filter(|&node| steps.successors(node as u32).is_empty()) {
            immobile[node / 64 / W][node / 64 % W] |= 1 << (node % 64);
        }
        if let (Some(copies), false) = (copies, SMALL_CODE) {
            return Self { kernel: Kernel::SideBySide(Packet::new(copies)), immobile };
        }
        if nodes > MOST_NODES_IN_TABLES || blocks > 1 {
            return Self { kernel: Kernel::Packet(Packet::new(steps)), immobile };
        }
        let bytes = nodes.div_ceil(BYTE_BITS);
        let mut tables: AlignedRows<W> = AlignedRows::zeroed(bytes * STRIDE);
        for (byte, table) in tables.chunks_exact_mut(STRIDE).enumerate() {
            for value in 1..1usize << BYTE_BITS {
                let node = byte * BYTE_BITS + value.trailing_zeros() as usize;
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

    /// The nodes without a move, in a block of columns.
    pub(super) fn immobile(&self, block: usize) -> &[u64; W] {
        &self.immobile[block]
    }

    /// Finds the result for each of these rows, given by number.
    #[inline(always)]
    pub(super) fn each(&mut self, rows: impl Iterator<Item = usize>, access: &mut impl RowAccess<W>) {
        match &mut self.kernel {
            Kernel::Tables { tables, bytes } => {
                let mut batches = Batches::new(rows, AHEAD);
                while let Some(numbers) = batches.next(access) {
                    for &number in numbers {
                        let inside = inside(access.row(0, number), tables, *bytes);
                        access.found(0, number, &inside);
                    }
                }
            }
            Kernel::SideBySide(packet) if !SMALL_CODE => {
                let mut batches = Batches::new(rows, PACKET * (LINE_WORDS / W));
                while let Some(numbers) = batches.next(access) {
                    for (slot, numbers) in numbers.chunks(LINE_WORDS / W).enumerate() {
                        let mut line = [0; LINE_WORDS];
                        for (row, &number) in line.as_chunks_mut().0.iter_mut().zip(numbers) {
                            *row = *access.row(0, number);
                        }
                        packet.put_block(slot, 0, &line);
                    }
                    packet.solve(numbers.len().div_ceil(LINE_WORDS / W));
                    for (slot, numbers) in numbers.chunks(LINE_WORDS / W).enumerate() {
                        let line = packet.found(slot, 0);
                        for (row, &number) in line.as_chunks().0.iter().zip(numbers) {
                            let mut all = *row;
                            add(&mut all, &self.immobile[0]);
                            access.found(0, number, &all);
                        }
                    }
                }
            }
            Kernel::SideBySide(_) => {}
            Kernel::Packet(packet) => {
                let mut batches = Batches::new(rows, PACKET);
                while let Some(numbers) = batches.next(access) {
                    for (slot, &number) in numbers.iter().enumerate() {
                        for line in 0..self.immobile.len().div_ceil(LINE_WORDS / W) {
                            let mut words = [0; LINE_WORDS];
                            for (row, block) in
                                words.as_chunks_mut().0.iter_mut().zip(line * (LINE_WORDS / W)..self.immobile.len())
                            {
                                *row = *access.row(block, number);
                            }
                            packet.put_block(slot, line, &words);
                        }
                    }
                    packet.solve(numbers.len());
                    for (slot, &number) in numbers.iter().enumerate() {
                        for (line, immobile) in self.immobile.chunks(LINE_WORDS / W).enumerate() {
                            let found = packet.found(slot, line).as_chunks().0.iter().zip(immobile);
                            for (block, (row, immobile)) in (line * (LINE_WORDS / W)..).zip(found) {
                                let mut all = *row;
                                add(&mut all, immobile);
                                access.found(block, number, &all);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Row numbers in batches of `size`. While one batch is processed, the rows of the next one are
/// prefetched.
struct Batches<I> {
    rows: I,
    size: usize,
    numbers: Vec<usize>,
    next: Vec<usize>,
}

impl<I: Iterator<Item = usize>> Batches<I> {
    #[inline(always)]
    fn new(mut rows: I, size: usize) -> Self {
        let mut next = Vec::with_capacity(size);
        next.extend(rows.by_ref().take(size));
        Self { rows, size, numbers: Vec::with_capacity(size), next }
    }

    /// The next batch; `None` if there is none or the step should stop.
    #[inline(always)]
    fn next<const W: usize>(&mut self, access: &impl RowAccess<W>) -> Option<&[usize]> {
        let Self { rows, size, numbers, next } = self;
        std::mem::swap(numbers, next);
        next.clear();
        next.extend(rows.by_ref().take(*size));
        // The processor itself prefetches rows that are closer together.
        if let [first, .., last] = next[..]
            && (last - first) * W > LINE_WORDS * next.len()
        {
            for &number in &*next {
                access.prefetch(number);
            }
        }
        (!numbers.is_empty() && access.should_continue()).then_some(numbers)
    }
}

/// The nodes from which no move leads out of a set.
#[inline(always)]
fn inside<const W: usize>(set: &[u64; W], tables: &[[u64; W]], bytes: usize) -> [u64; W] {
    let mut leaving = [0; W];
    for (word, set) in set.iter().enumerate() {
        let value = |byte: usize| (!set >> (byte * BYTE_BITS)) as usize & ((1 << BYTE_BITS) - 1);
        let tables = &tables[(word * WORD_BYTES).min(bytes) * STRIDE..];
        if let Some(tables) = tables.get(..WORD_BYTES * STRIDE) {
            // A constant number of rounds, so that the compiler unrolls the loop.
            for byte in 0..WORD_BYTES {
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
