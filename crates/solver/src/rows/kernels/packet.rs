//! The transposed packet: up to 64 rows are transposed so that each column is one word with a bit for each row; then "all moves of this
//! column lead into the set" is a conjunction of as many words as it has moves, for all the rows at once.
//!
//! For every graph without a pattern; best where many rows change in one level. Cost: O(columns + moves) for 64 rows together.

use std::sync::Arc;

use catmouse_arena::StepGraph;

use super::super::wide::{Wide, transpose_with};

/// Rows that go into one packet.
pub(crate) const PACKET: usize = 64;

/// Moves of a column after which it is asked whether any of the rows may still lose it.
const MOVES_PER_CHECK: usize = 8;

/// Moves of a column up to which they are listed: of more of them the list would take much of the memory on dense graphs, where few
/// rows suit a packet.
fn most_listed(nodes: u32) -> usize {
    (nodes as usize / 32).max(4 * MOVES_PER_CHECK)
}

/// Some rows side by side, and the opponent's moves.
#[derive(Debug)]
pub(crate) struct Packet<'a, const W: usize> {
    /// Those of all packets of the same attractor.
    moves: Arc<MoveLists<'a>>,
    wide: Option<Wide>,
    known: Vec<[[u64; W]; PACKET]>,
    lost: Vec<[[u64; W]; PACKET]>,
}

/// The opponent's moves in the order in which a packet reads them.
#[derive(Debug)]
struct MoveLists<'a> {
    opponent: &'a StepGraph,
    /// The columns that have moves, those with equally many together; as places in a transposed packet.
    columns: Vec<u32>,
    /// The targets of their moves, or of the first of very many, likewise.
    targets: Vec<u32>,
    /// Moves of each column of a class, and how many columns the class has.
    classes: Vec<(usize, usize)>,
    /// The last columns, which have more moves than are listed, by number.
    high_degree: Vec<u32>,
    /// How many moves of a column are listed at most.
    most_listed: usize,
}

/// How many blocks of `W` words a row of this many columns takes.
fn blocks_in<const W: usize>(columns: u32) -> usize {
    (columns as usize).div_ceil(64 * W).max(1)
}

/// Nanoseconds of a whole packet, by measurement. Time: O(nodes).
pub(super) fn cost<const W: usize>(opponent: &StepGraph) -> f32 {
    let lines = (blocks_in::<W>(opponent.nodes()) * W) as f32 / 8.0;
    // About how many moves a packet looks at, before nothing is left of a column.
    let looks: usize = (0..opponent.nodes()).map(|node| opponent.successors(node).len().min(4 * MOVES_PER_CHECK)).sum();
    130.0 * lines + 0.15 * looks as f32 + 0.2 * opponent.nodes() as f32
}

impl<'a> MoveLists<'a> {
    /// Those of this step graph, for packets of blocks of `W` words. Time: O(nodes + arcs).
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
    /// One for the moves of this step graph. Time: O(nodes + arcs).
    #[inline]
    pub(crate) fn new(opponent: &'a StepGraph) -> Self {
        Self::of(Arc::new(MoveLists::new::<W>(opponent)))
    }

    fn of(moves: Arc<MoveLists<'a>>) -> Self {
        let buffer = || vec![[[0; W]; PACKET]; blocks_in::<W>(moves.opponent.nodes())];
        let (known, lost, wide) = (buffer(), buffer(), Wide::new());
        Self { moves, wide, known, lost }
    }

    /// Another one for the same moves.
    pub(crate) fn another(&self) -> Self {
        Self::of(Arc::clone(&self.moves))
    }

    /// The same, but it transposes with the instructions that the compiler chooses.
    #[cfg(test)]
    pub(crate) fn without_wide(self) -> Self {
        Self { wide: None, ..self }
    }

    /// Puts a row into the packet. Words that are not given are empty.
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

    /// Puts a block of a row into the packet.
    #[inline(always)]
    pub(crate) fn put_block(&mut self, slot: usize, number: usize, known: &[u64; W]) {
        self.known[number][slot] = *known;
    }

    /// Finds for each of the first `rows` rows of the packet the columns all of whose moves lead into the row.
    #[inline(always)]
    pub(crate) fn solve(&mut self, rows: usize) {
        for block in &mut self.known {
            block[rows..].as_flattened_mut().fill(0);
            transpose_with(self.wide, block);
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
            transpose_with(self.wide, block);
        }
    }

    /// What was found last for a row in a block, whether or not it was known before; of columns without moves it says nothing.
    #[inline(always)]
    pub(crate) fn found(&self, slot: usize, number: usize) -> &[u64; W] {
        &self.lost[number][slot]
    }

    /// The same in each block from this one on.
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

/// One conjunction of many words, as far as anything is left of it.
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

/// Where the word of a column stands in a transposed packet.
#[inline(always)]
fn word_of<const W: usize>(column: u32) -> u32 {
    let (word, bit) = ((column / 64) as usize, (column % 64) as usize);
    (((word / W) * 64 + bit) * W + word % W) as u32
}
