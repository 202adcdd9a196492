//! From the logs of both attractors to one word a position.
//!
//! The table is numbered by One's node, then Two's. So an event of One's attractor fills neighbouring cells, and one of Two's
//! attractor a column of cells: those are gathered as bit planes, one for each binary digit of the distance, turned 64 × 64
//! bits at a time, and then fill neighbouring cells too. Every position is decided at most once and the table begins with
//! zeros, so that filling is an OR whatever the order.
//!
//! **Cost.** O(positions + events · 512).

use std::ops::BitOrAssign;

use catmouse_arena::{Cell, Player, ProductArena, Value};

use super::block::{Block, add, any};
use super::log::Log;
use super::transpose::transpose;

/// A cell of the table that can be put together of bits.
pub(super) trait Code: Cell + Default + BitOrAssign + PartialEq {
    /// Adds `self` to each of 16 cells whose bit is set.
    fn spread(self, bits: u16, cells: &mut [Self; 16]);
    /// The bits by which two codes differ.
    fn difference(self, other: Self) -> Self;
}

macro_rules! code {
    ($word:ty) => {
        impl Code for $word {
            #[inline(always)]
            fn spread(self, bits: u16, cells: &mut [Self; 16]) {
                for (index, cell) in cells.iter_mut().enumerate() {
                    *cell |= if bits & 1 << index == 0 { 0 } else { self };
                }
            }

            #[inline(always)]
            fn difference(self, other: Self) -> Self {
                self ^ other
            }
        }
    };
}

code!(u16);
code!(u32);

/// The table while it is filled.
pub(super) struct Flat<C> {
    cells: Vec<C>,
    rows: usize,
    columns: usize,
}

impl<C: Code> Flat<C> {
    /// All endless.
    pub(super) fn new(arena: &ProductArena) -> Self {
        let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes() as usize);
        Self { cells: vec![C::default(); 2 * rows * columns], rows, columns }
    }

    pub(super) fn into_cells(self) -> Vec<C> {
        self.cells
    }

    /// Enters what One wins.
    #[inline(always)]
    pub(super) fn enter_along<const T: usize>(&mut self, log: &Log<T>) {
        for (event, pairs) in log.iter() {
            let code = C::pack(Value::Win { player: Player::One, distance: event.level.into() });
            let row = event.turn.index() * self.rows + event.row as usize;
            let first = event.tile as usize * T * 64;
            let end = self.columns.min(first + T * 64);
            let cells = &mut self.cells[row * self.columns..][first..end];
            fill(cells, pairs, code);
        }
    }

    /// Enters what Two wins.
    #[inline(always)]
    pub(super) fn enter_across<const T: usize>(&mut self, log: &Log<T>) {
        // Events by tile, then by strip of 64 columns of the table, then by turn.
        let strips = self.columns.div_ceil(64);
        let tiles = self.rows.div_ceil(64 * T);
        let key = |event: &super::log::Event| {
            (event.tile as usize * strips + event.row as usize / 64) * 2 + event.turn.index()
        };
        let mut starts = vec![0u32; tiles * strips * 2 + 1];
        for event in &log.events {
            starts[key(event) + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut order = vec![0u32; log.events.len()];
        let mut next = starts.clone();
        for (index, event) in log.events.iter().enumerate() {
            let next = &mut next[key(event)];
            order[*next as usize] = index as u32;
            *next += 1;
        }

        let digits = u32::BITS - log.deepest.leading_zeros();
        let won = C::pack(Value::Win { player: Player::Two, distance: 0 });
        let digit = |digit: u32| won.difference(C::pack(Value::Win { player: Player::Two, distance: 1 << digit }));
        let codes: Vec<C> = [won].into_iter().chain((0..digits).map(digit)).collect();
        let mut planes = vec![[[0u64; T]; 64]; codes.len()];
        for (bucket, range) in starts.windows(2).enumerate().filter(|(_, range)| range[0] < range[1]) {
            let (tile, strip, turn) = (bucket / 2 / strips, bucket / 2 % strips, bucket % 2);
            for &index in &order[range[0] as usize..range[1] as usize] {
                let (event, pairs) = (&log.events[index as usize], &log.pairs[index as usize]);
                let column = event.row as usize % 64;
                add(&mut planes[0][column], pairs);
                for (digit, plane) in planes[1..].iter_mut().enumerate() {
                    if event.level >> digit & 1 == 1 {
                        add(&mut plane[column], pairs);
                    }
                }
            }
            planes.iter_mut().for_each(transpose);
            let first_row = tile * T * 64;
            let first_column = strip * 64;
            let last_column = self.columns.min(first_column + 64);
            for row in first_row..self.rows.min(first_row + T * 64) {
                let (bit, lane) = (row % 64, (row - first_row) / 64);
                if planes[0][bit][lane] != 0 {
                    let start = (turn * self.rows + row) * self.columns;
                    let cells = &mut self.cells[start + first_column..start + last_column];
                    for (plane, &code) in planes.iter().zip(&codes) {
                        fill_word(cells, plane[bit][lane], code);
                    }
                }
            }
            planes.fill([[0; T]; 64]);
        }
    }
}

/// Adds a code to the cells whose bit is set.
#[inline(always)]
fn fill<const T: usize, C: Code>(cells: &mut [C], pairs: &Block<T>, code: C) {
    if !any(pairs) {
        return;
    }
    for (cells, &word) in cells.chunks_mut(64).zip(pairs) {
        fill_word(cells, word, code);
    }
}

/// The same for one word.
#[inline(always)]
fn fill_word<C: Code>(cells: &mut [C], word: u64, code: C) {
    let (quarters, rest) = cells.as_chunks_mut::<16>();
    let whole = quarters.len();
    for (index, quarter) in quarters.iter_mut().enumerate() {
        code.spread((word >> (16 * index)) as u16, quarter);
    }
    for (index, cell) in rest.iter_mut().enumerate() {
        if word >> (16 * whole + index) & 1 == 1 {
            *cell |= code;
        }
    }
}
