//! What one player wins, noted in a flat table of distances.
//!
//! The attractor finds rows of nodes of the other's piece, one configuration after the other. Where the team is Two a table has a row for
//! each of these nodes, so cells that are found together lie far apart. So what is found at 64 neighbouring configurations is kept
//! until they are done, and turned: then the cells of each node lie side by side.
//!
//! A table is noted in parts, each with the configurations of its own, so that several threads can write at the same time.

use std::ops::Range;

use catmouse_arena::{Cell, Cells, Distance, Player, Value};

use crate::bits::set_bits;
use catmouse_arena::transpose;

/// How many configurations with something new are entered one by one, instead of being turned.
const FEW: u32 = 4;

/// The cells of some neighbouring configurations.
pub(super) struct Part<'t> {
    /// Which of the engine's rows they are: the arena's configurations backwards.
    rows: Range<usize>,
    team: Player,
    /// The nodes of the other's piece.
    nodes: usize,
    cells: PartCells<'t>,
    winner: Player,
    /// What is not entered yet, word by word of a row: for each of 64 configurations the new nodes.
    waiting: Vec<[[u64; 1]; 64]>,
    /// For each word which of the configurations have new nodes.
    has_new: Vec<u64>,
    /// Whose turn it is in what waits, at which level, and the number of the 64 configurations.
    place: (Player, Distance, usize),
}

/// The slices of the table: where the team is One one for each turn, else for each turn and node.
pub(super) enum PartCells<'t> {
    Narrow(Vec<&'t mut [u16]>),
    Wide(Vec<&'t mut [u32]>),
}

/// A table that can be noted in.
pub(super) trait Width: Cell + Sized {
    fn parts(slices: Vec<&mut [Self]>) -> PartCells<'_>;
}

impl Width for u16 {
    fn parts(slices: Vec<&mut [Self]>) -> PartCells<'_> {
        PartCells::Narrow(slices)
    }
}

impl Width for u32 {
    fn parts(slices: Vec<&mut [Self]>) -> PartCells<'_> {
        PartCells::Wide(slices)
    }
}

/// Divides a table into parts for these rows, which follow each other and are all there are.
pub(super) fn divided<'t, C: Width>(
    table: &'t mut Cells<C>,
    team: Player,
    nodes: usize,
    rows: &[Range<usize>],
) -> Vec<Part<'t>> {
    let configurations = rows.last().map_or(0, |last| last.end);
    let (wide, cells_each) = match team {
        Player::One => (configurations * nodes, nodes),
        Player::Two => (configurations, 1),
    };
    let mut slices: Vec<Vec<&mut [C]>> = rows.iter().map(|_| Vec::new()).collect();
    // Configurations run backwards, so the last rows come first.
    for mut line in table.chunks_exact_mut(wide.max(1)) {
        for (rows, slices) in rows.iter().zip(&mut slices).rev() {
            let (first, rest) = line.split_at_mut(rows.len() * cells_each);
            slices.push(first);
            line = rest;
        }
    }
    let words = nodes.div_ceil(64);
    let part = |(rows, slices): (&Range<usize>, Vec<&'t mut [C]>)| Part {
        rows: rows.clone(),
        team,
        nodes,
        cells: C::parts(slices),
        winner: team,
        waiting: vec![[[0]; 64]; if team == Player::Two { words } else { 0 }],
        has_new: vec![0; words],
        place: (team, 0, 0),
    };
    rows.iter().zip(slices).map(part).collect()
}

/// Bytes of a part besides its cells, for so many nodes of the other's piece.
pub(super) fn part_bytes(nodes: u64) -> u64 {
    512 + nodes.div_ceil(64) * 520 + 2 * nodes * size_of::<&mut [u16]>() as u64
}

impl Part<'_> {
    /// From now on these wins are noted.
    pub(super) fn note_wins_of(&mut self, winner: Player) {
        self.winner = winner;
    }

    /// Whether a row is one of these.
    pub(super) fn contains(&self, row: usize) -> bool {
        self.rows.contains(&row)
    }

    /// These nodes, a word of bits with this number, are decided with this player to move and the team on this configuration.
    #[inline]
    pub(super) fn decided(&mut self, turn: Player, row: usize, word: usize, nodes: u64, level: Distance) {
        let configuration = self.rows.end - 1 - row;
        match self.team {
            Player::One => {
                let start = configuration * self.nodes + word * 64;
                self.cells.set(turn.index(), start, nodes, self.winner, level);
            }
            Player::Two => {
                let place = (turn, level, configuration / 64);
                if place != self.place {
                    self.flush();
                    self.place = place;
                }
                // A row may gain more than once in a ply.
                self.waiting[word][configuration % 64][0] |= nodes;
                self.has_new[word] |= 1 << (configuration % 64);
            }
        }
    }

    /// Enters what waits.
    pub(super) fn flush(&mut self) {
        let (turn, level, group) = self.place;
        for (word, waiting) in self.waiting.iter_mut().enumerate() {
            let has_new = std::mem::take(&mut self.has_new[word]);
            let line = |node: usize| turn.index() * self.nodes + word * 64 + node;
            if has_new.count_ones() <= FEW {
                for configuration in set_bits(has_new) {
                    let nodes = std::mem::take(&mut waiting[configuration][0]);
                    for node in set_bits(nodes) {
                        self.cells.set(line(node), group * 64 + configuration, 1, self.winner, level);
                    }
                }
                continue;
            }
            transpose(waiting);
            for (node, [configurations]) in waiting.iter_mut().enumerate() {
                let configurations = std::mem::take(configurations);
                if configurations != 0 {
                    self.cells.set(line(node), group * 64, configurations, self.winner, level);
                }
            }
        }
    }
}

impl PartCells<'_> {
    /// Sets those of 64 cells of a slice whose bits are set.
    #[inline]
    fn set(&mut self, slice: usize, start: usize, which: u64, winner: Player, distance: Distance) {
        fn each<C: Cell>(cells: &mut [C], which: u64, cell: C) {
            if let (u64::MAX, Some(cells)) = (which, cells.get_mut(..64)) {
                cells.fill(cell);
            } else {
                set_bits(which).for_each(|bit| cells[bit] = cell);
            }
        }
        let value = Value::Win { player: winner, distance };
        match self {
            Self::Narrow(slices) => each(&mut slices[slice][start..], which, u16::pack(value)),
            Self::Wide(slices) => each(&mut slices[slice][start..], which, u32::pack(value)),
        }
    }
}
