//! The packet kernel: it transposes up to 64 rows, so that each column becomes one word with a bit
//! for each row. Then "all moves of this column lead into the set" is a conjunction of words, one
//! for each move of the column, for all rows at once.
//!
//! It suits every graph without a pattern, and is best if many rows change in one level. Cost:
//! O(columns + moves) for 64 rows together.

use std::sync::Arc;

use catmouse_arena::StepGraph;

use super::super::avx512::{Avx512, transpose_with};

/// The largest number of rows in a packet.
pub(crate) const PACKET: usize = 64;

/// Moves of a column after which the kernel checks whether any row may still lose the column.
const MOVES_PER_CHECK: usize = 8;

/// The largest number of moves of a column that are listed. Longer lists would take much memory on
/// dense graphs, where few rows suit a packet.
fn most_listed(nodes: u32) -> usize {
    (nodes as usize / 32).max(4 * MOVES_PER_CHECK)
}

/// Up to 64 rows of known pairs, and buffers to find the lost ones.
#[derive(Debug)]
pub(crate) struct Packet<'a, const W: usize> {
    /// Shared by all packets of the same attractor.
    moves: Arc<MoveLists<'a>>,
    avx512: Option<Avx512>,
    known: Vec<[[u64; W]; PACKET]>,
    lost: Vec<[[u64; W]; PACKET]>,
}

/// The opponent's moves in the order in which a packet reads them.
#[derive(Debug)]
struct MoveLists<'a> {
    opponent: &'a StepGraph,
    /// The columns that have moves, grouped by the number of moves; as word indices in a transposed
    /// packet.
    columns: Vec<u32>,
    /// The targets of these columns' moves, at most `most_listed` of each column; as word indices
    /// in a transposed packet.
    targets: Vec<u32>,
    /// For each group of columns, the number of moves of each column and the number of columns.
    classes: Vec<(usize, usize)>,
    /// The numbers of the last columns, which have more moves than are listed.
    high_degree: Vec<u32>,
    /// The largest number of moves of a column that are listed.
    most_listed: usize,
}

/// The number of blocks of `W` words in a row of this many columns.
fn blocks_in<const W: usize>(columns: u32) -> usize {
    (columns as usize).div_ceil(64 * W).max(1)
}

/// The cost of a full packet in nanoseconds, by measurement. Time: O(nodes).
pub(super) fn cost<const W: usize>(opponent: &StepGraph) -> f32 {
    let lines = (blocks_in::<W>(opponent.nodes()) * W) as f32 / 8.0;
    // Approximate number of moves that a packet examines before no row is left for a column.
    let looks: usize = (0..opponent.nodes()).map(|node| opponent.successors(node).len().min(4 * MOVES_PER_CHECK)).sum();
    130.0 * lines + 0.15 * looks as f32 + 0.2 * opponent.nodes() as f32
}

impl<'a> MoveLists<'a> {
    /// The moves of this step graph, for packets with blocks of `W` words. Time: O(nodes + arcs).
    fn new<const W: usize>(opponent: &'a StepGraph) -> Self {
        let nodes = opponent.nodes();
        let degree = |node: u32| opponent.successors(node).len();
        let most = (0..nodes).map(degree).max().unwrap_or(0);
        let mut starts = vec![0; most + 2];
        for node in 0..nodes {
            starts[degree(node) + 1] += 1;
        }
        let mut classes: Vec<_> =
            (1..=most).map(|degree| (degree, starts[degree + 1])).filter(|class| class.1 > 0).collect();
        let stuck = starts[1];
        for degree in 1..starts.len() {
            starts[degree] += starts[degree - 1];
        }
        let mut ordered = vec![0; nodes as usize];
        for node in 0..nodes {
            let next = &mut starts[degree(node)];
            ordered[*next] = node;
            *next += 1;
        }
        let most_listed = most_listed(nodes);
        classes.retain(|class| class.0 <= most_listed);
        let movable = &ordered[stuck..];
        let columns = movable.iter().map(|&node| word_of::<W>(node)).collect();
        let high_degree = &movable[classes.iter().map(|class| class.1).sum()..];
        let mut targets = Vec::with_capacity(movable.iter().map(|&node| degree(node).min(most_listed)).sum());
        for &node in movable {
            targets.extend(opponent.successors(node).iter().take(most_listed).map(|arc| word_of::<W>(arc.node)));
        }
        Self { opponent, columns, targets, classes, high_degree: high_degree.to_vec(), most_listed }
    }
}

impl<'a, const W: usize> Packet<'a, W> {
    /// A packet for the moves of this step graph. Time: O(nodes + arcs).
    #[inline]
    pub(crate) fn new(opponent: &'a StepGraph) -> Self {
        Self::of(Arc::new(MoveLists::new::<W>(opponent)))
    }

    fn of(moves: Arc<MoveLists<'a>>) -> Self {
        let buffer = || vec![[[0; W]; PACKET]; blocks_in::<W>(moves.opponent.nodes())];
        let (known, lost, avx512) = (buffer(), buffer(), Avx512::new());
        Self { moves, avx512, known, lost }
    }

    /// Another packet for the same moves.
    pub(crate) fn another(&self) -> Self {
        Self::of(Arc::clone(&self.moves))
    }

    /// Copies a row into a slot of the packet. A shorter row is filled up with zeros within its
    /// last block.
    #[inline(always)]
    pub(crate) fn put(&mut self, slot: usize, known: &[u64]) {
        let (whole, rest) = known.as_chunks();
        for (packet, known) in self.known.iter_mut().zip(whole) {
            packet[slot] = *known;
        }
        if !rest.is_empty() {
            let mut last = [0; W];
            last[..rest.len()].copy_from_slice(rest);
            self.known[whole.len()][slot] = last;
        }
    }

    /// Copies a block of a row into a slot of the packet.
    #[inline(always)]
    pub(crate) fn put_block(&mut self, slot: usize, number: usize, known: &[u64; W]) {
        self.known[number][slot] = *known;
    }

    /// For each of the first `rows` rows of the packet, finds the columns all of whose moves lead
    /// into the row.
    #[inline(always)]
    pub(crate) fn solve(&mut self, rows: usize) {
        for block in &mut self.known {
            block[rows..].as_flattened_mut().fill(0);
            transpose_with(self.avx512, block);
        }
        let known = self.known.as_flattened().as_flattened();
        let lost = self.lost.as_flattened_mut().as_flattened_mut();
        let MoveLists { opponent, columns, targets, classes, high_degree, most_listed } = &*self.moves;
        let (mut columns, mut targets) = (&columns[..], &targets[..]);
        for &(degree, count) in classes {
            let (class, rest) = columns.split_at(count);
            let (moves, others) = targets.split_at(count * degree);
            (columns, targets) = (rest, others);
            match degree {
                1 => conjunctions::<1>(class, moves, known, lost),
                2 => conjunctions::<2>(class, moves, known, lost),
                3 => conjunctions::<3>(class, moves, known, lost),
                4 => conjunctions::<4>(class, moves, known, lost),
                5 => conjunctions::<5>(class, moves, known, lost),
                6 => conjunctions::<6>(class, moves, known, lost),
                7 => conjunctions::<7>(class, moves, known, lost),
                8 => conjunctions::<8>(class, moves, known, lost),
                _ => {
                    for (&column, moves) in class.iter().zip(moves.chunks_exact(degree)) {
                        lost[column as usize] = conjunction(moves, known, |&target| target);
                    }
                }
            }
        }
        for ((&column, &node), first) in columns.iter().zip(high_degree).zip(targets.chunks_exact(*most_listed)) {
            let mut all = conjunction(first, known, |&target| target);
            if all != 0 {
                let others = &opponent.successors(node)[*most_listed..];
                all &= conjunction(others, known, |arc| word_of::<W>(arc.node));
            }
            lost[column as usize] = all;
        }
        for block in &mut self.lost {
            transpose_with(self.avx512, block);
        }
    }

    /// A block of the last result for a row, including pairs that were known before. Bits of
    /// columns without moves have no meaning.
    #[inline(always)]
    pub(crate) fn found(&self, slot: usize, number: usize) -> &[u64; W] {
        &self.lost[number][slot]
    }

    /// Block `number` of the last result for a row, and all later blocks.
    #[inline(always)]
    pub(crate) fn found_from(&self, slot: usize, number: usize) -> impl Iterator<Item = &[u64; W]> {
        self.lost[number..].iter().map(move |block| &block[slot])
    }
}

/// One conjunction of `D` words for each column.
#[inline(always)]
fn conjunctions<const D: usize>(columns: &[u32], targets: &[u32], known: &[u64], lost: &mut [u64]) {
    for (&column, targets) in columns.iter().zip(targets.as_chunks::<D>().0) {
        let mut all = u64::MAX;
        for &target in targets {
            all &= known[target as usize];
        }
        lost[column as usize] = all;
    }
}

/// The conjunction of the words of these moves. Stops early once no bit is left.
#[inline(always)]
fn conjunction<M>(moves: &[M], known: &[u64], word_of: impl Fn(&M) -> u32) -> u64 {
    let mut all = u64::MAX;
    for moves in moves.chunks(MOVES_PER_CHECK) {
        for target in moves.iter().map(&word_of) {
            all &= known[target as usize];
        }
        if all == 0 {
            break;
        }
    }
    all
}

/// Index of the word of a column in a transposed packet.
#[inline(always)]
fn word_of<const W: usize>(column: u32) -> u32 {
    let (word, bit) = ((column / 64) as usize, (column % 64) as usize);
    (((word / W) * 64 + bit) * W + word % W) as u32
}
