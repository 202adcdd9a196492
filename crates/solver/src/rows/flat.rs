//! From the logs of both attractors to one word a position.
//!
//! The table is put together tile by tile. A tile is at most 512 of One's nodes by 512 of Two's with one player to move, in strips
//! of 64 columns. Of each position at most one event says something, so a row is a union of *these positions, this word*:
//!
//! * an event of One's attractor lies along the row: one word for all its positions;
//! * an event of Two's lies across, so the bits of a strip are turned first, 64 × 64 at a time. The first event of each of its
//!   columns goes into one *plane*, the second into another, and so on: turned, a plane says for each row which columns take
//!   the word of their event in it. Where some column has more events than a word has digits, there is a plane for each digit
//!   of the words instead. Few positions are no reason for a third plane: such events are set one by one at the end.
//!
//! Up to eight tiles of a row are made together, since memory takes long runs faster. Where the nodes were put into another order, all
//! of them are, and the row is put back as it is written.
//!
//! **Cost.** O(positions · (planes + events of One in the row of the tile) / vector width + events); a strip has one or two planes, and
//! five on trees. Memory: the table, 12 bytes for each event of a band, and for each of the tiles that are made together its events
//! and its planes, 36 kilobytes for each.

use std::hint::black_box;

use catmouse_arena::{Cell, Player, ProductArena, Value, transpose};
use pulp::NullaryFnOnce;

use super::block::{Block, add, count_ones_in};
use super::log::{Band, Event, Log, TILE};
use super::order::Places;
use super::sorted::Sorted;
use super::vector;
use crate::bits::set_bits;
use crate::parallel::share;

/// A cell of the table, taken as sixteen or 32 digits.
pub(super) trait Code: Cell + Default + Send + Sync {
    /// Such a digit alone.
    fn digit(number: u32) -> Self;
    /// The number of the highest digit that is set, and one more.
    fn digits(self) -> u32;
    /// Whether a digit is set.
    fn has(self, number: u32) -> bool;
    /// Adds the digits of some words to some of sixteen cells: those whose bit is set in `which`. The bits are passed by `lanes`.
    fn add(cells: &mut [Self; LANES], words: &[Self; LANES], which: u16, lanes: &[Self; LANES]);
}

/// Cells that are handled together.
const LANES: usize = 16;

macro_rules! code {
    ($word:ty) => {
        impl Code for $word {
            fn digit(number: u32) -> Self {
                1 << number
            }

            fn digits(self) -> u32 {
                Self::BITS - self.leading_zeros()
            }

            fn has(self, number: u32) -> bool {
                self >> number & 1 == 1
            }

            #[inline(always)]
            fn add(cells: &mut [Self; LANES], words: &[Self; LANES], which: u16, lanes: &[Self; LANES]) {
                for ((cell, word), lane) in cells.iter_mut().zip(words).zip(lanes) {
                    let all = if Self::from(which) & lane == *lane { Self::MAX } else { 0 };
                    *cell |= word & all;
                }
            }
        }
    };
}

code!(u16);
code!(u32);

/// Rows and columns of a tile.
const SIDE: usize = 64 * TILE;

/// Columns of a strip.
const STRIP: usize = 64;

/// Tiles of a row that are made together where nodes stand in the given order: their planes stay in the second cache, and long runs of
/// cells are written faster.
const PANEL: usize = 8;

/// Positions of an event of Two's up to which they are set one by one, where a strip would have more planes than
/// `FEW_PLANES`; where it would not, each position by itself is a wait for the memory.
const FEW_ACROSS: u32 = 16;

/// Planes that a strip has anyway.
const FEW_PLANES: usize = 2;

/// Positions of a tile, on average of those made together, up to which they are set one by one: the list of them stays small.
const MOST_SINGLES: usize = SIDE * SIDE / 16;

/// How many tiles of a row of this many columns are made together where nodes stand in the given order.
pub(super) fn tiles_together(columns: u64) -> u64 {
    columns.div_ceil(SIDE as u64).clamp(1, PANEL as u64)
}

/// Fills a table from what each player wins, whatever it held before; in the given order of an arena whose nodes were put into
/// other places. Bands of 512 of One's nodes are shared out to so many threads.
pub(super) fn fill<C: Code>(
    arena: &ProductArena,
    places: Option<&Places>,
    [one, two]: [&Log; 2],
    cells: &mut [C],
    threads: usize,
) {
    let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes() as usize);
    if rows == 0 || columns == 0 {
        return;
    }
    let (tiles, strips) = (columns.div_ceil(SIDE), columns.div_ceil(STRIP));
    let format = Format {
        rows,
        columns,
        // A row that is put back into the given order is made as a whole.
        panel: if places.is_some() { tiles } else { tiles.min(PANEL) },
        places: places.map(|Places([_, columns])| &columns[..]),
        // Which of the given nodes stands in each place.
        given_columns: places.map(|places| places.given()[1].clone()),
        // The compiler must not see which lanes these are: it would treat the last one, a sign, by other instructions than the rest.
        lanes: black_box(std::array::from_fn(|lane| C::digit(lane as u32))),
    };
    let largest = won_by(Player::Two, two.deepest);
    let writer = || Writer {
        turners: std::iter::repeat_with(|| Turner::new(largest, strips.min(TILE))).take(format.panel).collect(),
        along: Vec::new(),
        across: Vec::new(),
        singles: Vec::new(),
        row_in_order: if places.is_some() { vec![C::default(); 1 << u16::BITS] } else { Vec::new() },
    };
    let bands = rows.div_ceil(SIDE);
    let mut writers: Vec<Writer<C>> = std::iter::repeat_with(writer).take(threads.clamp(1, bands)).collect();
    // The rows of the table in the places of their nodes, for One to move and for Two.
    let mut lines: Vec<Option<&mut [C]>> = cells.chunks_exact_mut(columns).map(Some).collect();
    let given = places.map(|places| places.given()[0].clone());
    let mut lines_of_band = |band: usize| -> Vec<&mut [C]> {
        let places = || band * SIDE..rows.min((band + 1) * SIDE);
        let given = |place: usize| given.as_ref().map_or(place, |given| given[place].into());
        let spots = (0..2).flat_map(|turn| places().map(move |place| (turn, place)));
        spots.filter_map(|(turn, place)| lines[turn * rows + given(place)].take()).collect()
    };
    let parts: Vec<_> = (0..bands).map(|band| (band, lines_of_band(band))).collect();
    share(parts, &mut writers, |writer, (band, lines)| {
        let logs = [&one.bands[band], &two.bands[band]];
        vector::run(FillBand { format: &format, writer, logs, top: band * SIDE, lines });
    });
}

/// What all bands have in common.
struct Format<'a, C> {
    rows: usize,
    columns: usize,
    /// Tiles that are made together.
    panel: usize,
    /// Where each of Two's nodes stands, if not in the given place; and which node stands in each place.
    places: Option<&'a [u16]>,
    given_columns: Option<Vec<u16>>,
    lanes: [C; LANES],
}

/// What a thread writes with.
struct Writer<C> {
    turners: Vec<Turner<C>>,
    /// One's events of some tiles, and Two's of a strip.
    along: Vec<Along<C>>,
    across: Vec<Across>,
    singles: Vec<Single<C>>,
    row_in_order: Vec<C>,
}

/// The rows of a band, as a task for [`vector`].
struct FillBand<'t, 'c, 'f, C> {
    format: &'t Format<'f, C>,
    writer: &'t mut Writer<C>,
    /// One's events and Two's.
    logs: [&'t Band; 2],
    /// The place of the first row.
    top: usize,
    /// The rows, first those with One to move.
    lines: Vec<&'c mut [C]>,
}

impl<C: Code> NullaryFnOnce for FillBand<'_, '_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { format, writer, logs: [one, two], top, mut lines } = self;
        let &Format { rows, columns, panel, places, .. } = format;
        let Writer { turners, along, across, singles, row_in_order } = writer;
        // Both of this function's own, so that the compiler knows that no cell of the table is one of these.
        let (lanes, mut sums) = (format.lanes, Sums([[C::default(); STRIP]; PANEL * TILE]));
        let (tiles, strips) = (columns.div_ceil(SIDE), columns.div_ceil(STRIP));
        let given_column = |place: usize| format.given_columns.as_ref().map_or(place, |given| given[place].into());
        let height = (rows - top).min(SIDE);
        let tile_row = |turn: usize, tile: usize, row: usize| (turn * tiles + tile) * height + row;
        let bucket = |event: &Event| tile_row(event.turn.index(), event.tile as usize, event.row as usize - top);
        let sorted_along = Sorted::new(one, 2 * tiles * height, bucket, Entry::of);
        let bucket = |event: &Event| event.turn.index() * strips + event.row as usize / STRIP;
        let sorted_across = Sorted::new(two, 2 * strips, bucket, Entry::of);
        for (turn, first) in (0..2).flat_map(|turn| (0..tiles).step_by(panel).map(move |first| (turn, first))) {
            singles.clear();
            let turners = &mut turners[..panel.min(tiles - first)];
            for (tile, turner) in (first..).zip(&mut *turners) {
                let left = tile * SIDE / STRIP;
                for strip in 0..(strips - left).min(TILE) {
                    let entries = sorted_across.bucket(turn * strips + left + strip);
                    gather(two, entries, across, |entry, pairs| (*entry, pairs));
                    if most(&events_of(across)) > FEW_PLANES && singles.len() < MOST_SINGLES * panel {
                        set_aside(across, first * SIDE, singles);
                    }
                    turner.turn(strip, across);
                }
            }
            let tile_rows = tile_row(turn, first, 0)..tile_row(turn, first + turners.len(), 0);
            gather(one, sorted_along.buckets(tile_rows.clone()), along, |entry, pairs| {
                (won_by(Player::One, entry.level), pairs.map(in_lanes))
            });
            let left = first * SIDE;
            let panel_width = (columns - left).min(turners.len() * SIDE);
            // In this order, as eight rows take their bits from the same words.
            let spots =
                (0..STRIP).flat_map(|group| (group..height).step_by(STRIP).enumerate().map(move |at| (group, at)));
            for (group, (lane, row)) in spots {
                let cells = &mut *lines[turn * height + row];
                for (index, turner) in turners.iter().enumerate() {
                    let events = &along[sorted_along.within(tile_rows.clone(), index * height + row)];
                    let width = (panel_width - index * SIDE).min(SIDE);
                    let place = if places.is_some() { 0 } else { index };
                    let sums = &mut sums.0[place * TILE..][..width.div_ceil(STRIP)];
                    turner.make_row((group, lane), events, sums, &lanes);
                    if places.is_some() {
                        row_in_order[index * SIDE..][..width].copy_from_slice(&sums.as_flattened()[..width]);
                    }
                }
                if let Some(places) = places
                    && let Some(row_in_order) = row_in_order.first_chunk()
                {
                    put_back(cells, places, row_in_order);
                } else {
                    cells[left..left + panel_width].copy_from_slice(&sums.0.as_flattened()[..panel_width]);
                }
            }
            for single in &*singles {
                let column = given_column(first * SIDE + usize::from(single.column));
                lines[turn * height + usize::from(single.row)][column] = single.word;
            }
        }
    }
}

/// The bits of a strip by sixteens, as they are taken.
type Lanes = [u16; STRIP / LANES];

/// What is to be known of an event before it is read.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    number: u32,
    level: u32,
    /// The owner's node.
    row: u32,
}

impl Entry {
    fn of(number: u32, event: &Event) -> Self {
        Self { number, level: event.level, row: event.row }
    }
}

/// An event of One's as it is entered: its word, and which positions of each strip.
type Along<C> = (C, [Lanes; TILE]);

/// An event of Two's.
type Across = (Entry, Block<TILE>);

/// A position of a tile and its word.
struct Single<C> {
    /// From the top of the band.
    row: u16,
    /// From the left of the panel.
    column: u16,
    word: C,
}

/// Takes those of Two's events with few positions out and lists these instead.
#[inline(always)]
fn set_aside<C: Code>(events: &mut Vec<Across>, left: usize, singles: &mut Vec<Single<C>>) {
    let mut kept = 0;
    for index in 0..events.len() {
        let (entry, pairs) = events[index];
        if count_ones_in(&pairs) > FEW_ACROSS {
            events[kept] = (entry, pairs);
            kept += 1;
            continue;
        }
        let word = won_by(Player::Two, entry.level);
        let column = (entry.row as usize - left) as u16;
        for (lane, pairs) in pairs.into_iter().enumerate() {
            let rows = set_bits(pairs).map(|row| (lane * STRIP + row) as u16);
            rows.for_each(|row| singles.push(Single { row, column, word }));
        }
    }
    events.truncate(kept);
}

/// Writes the cells of a row in the given order from a buffer that every place is in.
#[inline(always)]
fn put_back<C: Code>(row: &mut [C], places: &[u16], buffer: &[C; 1 << u16::BITS]) {
    for (cell, &place) in row.iter_mut().zip(places) {
        *cell = buffer[usize::from(place)];
    }
}

/// Puts what these events decided next to each other.
///
/// They were written in another order, so each is a wait for the memory: where nothing else is done, many wait together.
#[inline(always)]
fn gather<T>(band: &Band, entries: &[Entry], events: &mut Vec<T>, make: impl Fn(&Entry, Block<TILE>) -> T) {
    events.clear();
    // Not by `extend`, whose loop is not inlined.
    events.reserve(entries.len());
    for entry in entries {
        events.push(make(entry, band.pairs(entry.number)));
    }
}

/// The bits of a word by sixteens.
#[inline(always)]
fn in_lanes(word: u64) -> Lanes {
    [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]
}

fn won_by<C: Cell>(player: Player, level: u32) -> C {
    C::pack(Value::Win { player, distance: level.into() })
}

/// The cells of a row of some tiles before they are written. The table's rows begin anywhere, and vectors that straddle cache lines
/// could not be read again at once.
#[repr(align(64))]
struct Sums<C>([[C; STRIP]; PANEL * TILE]);

/// How many events of a strip each of its columns has.
#[inline(always)]
fn events_of(events: &[Across]) -> [u32; STRIP] {
    let mut events_of = [0; STRIP];
    for (entry, _) in events {
        events_of[entry.row as usize % STRIP] += 1;
    }
    events_of
}

/// The most of any column.
#[inline(always)]
fn most(events_of: &[u32; STRIP]) -> usize {
    events_of.iter().copied().max().unwrap_or(0) as usize
}

/// The planes of Two's events in a tile.
struct Turner<C> {
    /// Digits of the largest word, and so the most planes that a strip needs.
    digits: usize,
    strips: Vec<Strip<C>>,
    /// What is to be turned: for each plane the bits of 64 columns.
    planes: Vec<[Block<TILE>; STRIP]>,
    /// Turned: for each plane, for each of 64 rows, strip by strip, the bits of 64 columns at that row and at those 64, 128…
    /// below. As many planes as were needed so far.
    turned: Vec<[Lanes; TILE]>,
}

/// What the planes of a strip stand for.
struct Strip<C> {
    /// How many there are.
    planes: usize,
    /// For each plane and column the word that it adds.
    words: Vec<[C; STRIP]>,
}

impl<C: Code> Turner<C> {
    /// For tiles of this many strips.
    fn new(largest: C, strips: usize) -> Self {
        let strips = std::iter::repeat_with(|| Strip { planes: 0, words: Vec::new() }).take(strips).collect();
        Self { digits: largest.digits() as usize, strips, planes: Vec::new(), turned: Vec::new() }
    }

    /// Enters the events of a strip and turns its planes.
    #[inline(always)]
    fn turn(&mut self, strip: usize, events: &[Across]) {
        let mut events_of = events_of(events);
        let most = most(&events_of);
        let planes = most.min(self.digits);
        let strips = self.strips.len();
        if let Some(more) = planes.checked_sub(self.planes.len()) {
            self.planes.reserve_exact(more);
            self.planes.resize(planes, [[0; TILE]; STRIP]);
            let more = planes * STRIP * strips - self.turned.len();
            self.turned.reserve_exact(more);
            self.turned.resize(planes * STRIP * strips, [[0; STRIP / LANES]; TILE]);
        }
        self.planes[..planes].as_flattened_mut().as_flattened_mut().fill(0);
        self.strips[strip].planes = planes;
        let words = &mut self.strips[strip].words;
        if planes > words.len() {
            words.resize(planes, [C::default(); STRIP]);
        }
        if most > self.digits {
            for (digit, words) in words.iter_mut().enumerate() {
                *words = [C::digit(digit as u32); STRIP];
            }
        }
        for (entry, pairs) in events {
            let column = entry.row as usize % STRIP;
            let word: C = won_by(Player::Two, entry.level);
            if most > self.digits {
                let digits = (0..self.digits).filter(|&digit| word.has(digit as u32));
                digits.for_each(|digit| add(&mut self.planes[digit][column], pairs));
            } else {
                events_of[column] -= 1;
                let plane = events_of[column] as usize;
                words[plane][column] = word;
                self.planes[plane][column] = *pairs;
            }
        }
        for plane in 0..planes {
            transpose(&mut self.planes[plane]);
            let turned = &mut self.turned[plane * STRIP * strips..][..STRIP * strips];
            for (turned, row) in turned.chunks_exact_mut(strips).zip(&self.planes[plane]) {
                turned[strip] = row.map(in_lanes);
            }
        }
    }

    /// The cells of a row, strip by strip: what the planes say, and One's events.
    #[inline(always)]
    fn make_row(
        &self,
        (group, lane): (usize, usize),
        events: &[Along<C>],
        sums: &mut [[C; STRIP]],
        lanes: &[C; LANES],
    ) {
        for (number, (strip, sums)) in self.strips.iter().zip(sums).enumerate() {
            let mut cells = [C::default(); STRIP];
            let planes = self.turned.chunks_exact(STRIP * self.strips.len()).take(strip.planes);
            for (plane, words) in planes.zip(&strip.words) {
                let which = &plane[group * self.strips.len() + number][lane];
                for ((cells, words), &which) in cells.as_chunks_mut().0.iter_mut().zip(words.as_chunks().0).zip(which) {
                    C::add(cells, words, which, lanes);
                }
            }
            // A word of an event in which nothing is decided is entered like the others: which it is cannot be predicted, and to
            // predict it wrong costs more.
            for (word, pairs) in events {
                for (cells, &which) in cells.as_chunks_mut().0.iter_mut().zip(&pairs[number]) {
                    C::add(cells, &[*word; LANES], which, lanes);
                }
            }
            *sums = cells;
        }
    }
}
