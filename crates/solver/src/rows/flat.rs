//! From the logs of both attractors to one word a position.
//!
//! The table is put together tile by tile. A tile is at most 512 of One's nodes by 512 of Two's with one player to move. An event
//! of One's attractor lies along a row of the table, one of Two's across. Both are added to *planes*, bits for each pair with a
//! plane for each binary digit of the word; Two's planes are then turned, 64 × 64 bits at a time, so that they lie along the rows
//! as well. At last the planes of each row become words, and every word of the table is written once.
//!
//! **Cost.** O(positions · digits / vector width + events · digits). Memory: the table, 4 bytes an event, 8 bytes for each row
//! and 512 columns, and the planes of a tile, 64 kilobytes for each digit.

use catmouse_arena::{Cell, Player, ProductArena, Value};

use super::block::{Block, add};
use super::log::{Band, Log, TILE};
use super::sorted::Sorted;
use super::transpose::{digits_to_words, plane_of, transpose};

/// A cell of the table that can be put together of halves.
pub(super) trait Code: Cell {
    /// Four cells from the lower 16 bits of each and the upper.
    fn from_halves(lower: u64, upper: u64) -> [Self; 4];
    /// The bits of a value.
    fn bits(value: Value) -> u32;
}

impl Code for u16 {
    #[inline(always)]
    fn from_halves(lower: u64, _: u64) -> [Self; 4] {
        std::array::from_fn(|cell| (lower >> (16 * cell)) as Self)
    }

    fn bits(value: Value) -> u32 {
        Self::pack(value).into()
    }
}

impl Code for u32 {
    #[inline(always)]
    fn from_halves(lower: u64, upper: u64) -> [Self; 4] {
        let half = |halves: u64, cell: usize| Self::from((halves >> (16 * cell)) as u16);
        std::array::from_fn(|cell| half(lower, cell) | half(upper, cell) << 16)
    }

    fn bits(value: Value) -> u32 {
        Self::pack(value)
    }
}

/// Rows and columns of a tile.
const SIDE: usize = 64 * TILE;

/// Digits of the widest word.
const DIGITS: usize = 32;

/// Fills a table of zeros from what each player wins.
#[inline(always)]
pub(super) fn fill<W: Code>(arena: &ProductArena, one: &Log, two: &Log, cells: &mut [W]) {
    let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes() as usize);
    let across = columns.div_ceil(SIDE);
    // The digits of a word: bit 0 where One wins, bit 1 where Two does, above them the distance.
    debug_assert!(Player::BOTH.map(|player| W::bits(Value::Win { player, distance: 5 })) == [5 << 2 | 1, 5 << 2 | 2]);
    let deepest = one.deepest.max(two.deepest) << 2 | 3;
    let mut turner = Turner::new((u32::BITS - deepest.leading_zeros()) as usize);
    for (band, top) in (0..rows).step_by(SIDE).enumerate() {
        let (one, two) = (&one.bands[band], &two.bands[band]);
        let height = (rows - top).min(SIDE);
        let row_tile = |turn: usize, row: usize, tile: usize| (turn * height + row) * across + tile;
        let along = Sorted::new(one, 2 * height * across, |event| {
            row_tile(event.turn.index(), event.row as usize - top, event.tile as usize)
        });
        let over = Sorted::new(two, 2 * across, |event| event.turn.index() * across + event.row as usize / SIDE);
        for (turn, (tile, left)) in
            (0..2).flat_map(|turn| (0..columns).step_by(SIDE).enumerate().map(move |tile| (turn, tile)))
        {
            turner.turn(two, over.bucket(turn * across + tile), left);
            let width = (columns - left).min(SIDE);
            for group in 0..64.min(height) {
                turner.bring(group);
                for (lane, row) in (group..height).step_by(64).enumerate() {
                    let planes = &mut turner.rows[lane];
                    for &number in along.bucket(row_tile(turn, row, tile)) {
                        let (event, pairs) = one.event(number);
                        for_each_digit(event.level << 2 | 1, |digit| add(&mut planes[digit], &pairs));
                    }
                    let start = (turn * rows + top + row) * columns + left;
                    write_row(&mut cells[start..start + width], planes, turner.digits);
                }
            }
        }
    }
}

/// Two's planes of a tile.
struct Turner {
    digits: usize,
    /// Which digits any event of the tile has; all others are 0.
    used: u32,
    /// For each column the bits of 512 rows, digit by digit.
    columns: Vec<Block<TILE>>,
    /// For each of 64 rows, digit by digit and 64 columns by 64 columns, their bits at that row and at those 64, 128… below.
    turned: Vec<[Block<TILE>; TILE]>,
    /// The planes of eight rows, 64 apart.
    rows: [[Block<TILE>; DIGITS]; TILE],
}

impl Turner {
    fn new(digits: usize) -> Self {
        Self {
            digits,
            used: 0,
            columns: vec![[0; TILE]; SIDE * digits],
            turned: vec![[[0; TILE]; TILE]; 64 * digits],
            rows: [[[0; TILE]; DIGITS]; TILE],
        }
    }

    /// Enters the events of a tile and turns its planes.
    #[inline(always)]
    fn turn(&mut self, band: &Band, events: &[u32], left: usize) {
        self.used = 0;
        if events.is_empty() {
            return;
        }
        self.columns.as_flattened_mut().fill(0);
        for &number in events {
            let (event, pairs) = band.event(number);
            let word = event.level << 2 | 2;
            self.used |= word;
            let column = &mut self.columns[(event.row as usize - left) * self.digits..][..self.digits];
            for_each_digit(word, |digit| add(&mut column[digit], &pairs));
        }
        for strip in 0..TILE {
            for digit in (0..self.digits).filter(|digit| self.used >> digit & 1 == 1) {
                let mut square = [[0; TILE]; 64];
                let columns = self.columns[strip * 64 * self.digits..].iter().skip(digit).step_by(self.digits);
                for (square, column) in square.iter_mut().zip(columns) {
                    *square = *column;
                }
                transpose(&mut square);
                for (row, square) in square.iter().enumerate() {
                    self.turned[row * self.digits + digit][strip] = *square;
                }
            }
        }
    }

    /// Brings the planes of the rows `group`, `group + 64`… of the tile to where they can be added to.
    #[inline(always)]
    fn bring(&mut self, group: usize) {
        let turned = &self.turned[group * self.digits..][..self.digits];
        for digit in 0..self.digits {
            if self.used >> digit & 1 == 0 {
                self.rows.iter_mut().for_each(|row| row[digit] = [0; TILE]);
                continue;
            }
            for (strip, lanes) in turned[digit].iter().enumerate() {
                for (row, &word) in self.rows.iter_mut().zip(lanes) {
                    row[digit][strip] = word;
                }
            }
        }
    }
}

/// The places of the ones of a word.
#[inline(always)]
fn for_each_digit(mut word: u32, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// One row of a tile: from the bits of each plane to words, sixteen digits at a time.
#[inline(always)]
fn write_row<W: Code>(cells: &mut [W], planes: &[Block<TILE>; DIGITS], digits: usize) {
    let mut halves = [[[0; TILE]; 16]; 2];
    for (digit, plane) in planes.iter().enumerate().take(digits) {
        halves[digit / 16][plane_of(digit % 16)] = *plane;
    }
    let [lower, upper] = &mut halves;
    digits_to_words(lower);
    if digits > 16 {
        digits_to_words(upper);
    }
    for (strip, cells) in cells.chunks_mut(64).enumerate() {
        let four = |index: usize| W::from_halves(lower[index][strip], upper[index][strip]);
        let (fours, rest) = cells.as_chunks_mut::<4>();
        let whole = fours.len();
        for (index, cells) in fours.iter_mut().enumerate() {
            *cells = four(index);
        }
        if !rest.is_empty() {
            rest.copy_from_slice(&four(whole)[..rest.len()]);
        }
    }
}
