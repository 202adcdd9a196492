//! From the logs of both attractors to one word a position.
//!
//! The table is put together tile by tile. A tile is at most 512 of One's nodes by 512 of Two's with one player to move, in strips
//! of 64 columns. Of each position at most one event says something, so a row is a union of *these positions, this word*:
//!
//! * an event of One's attractor lies along the row: one word for all its positions;
//! * an event of Two's lies across, so the bits of a strip are transposed first, 64 × 64 at a time. The first event of each of its
//!   columns goes into one *plane*, the second into another, and so on: transposed, a plane says for each row which columns take
//!   the word of their event in it. Where some column has more events than a word has bits, there is a plane for each bit
//!   of the words instead. If a strip would need more than two planes, events of few positions are written cell by cell at the end instead.
//!
//! Up to eight tiles of a row are made together, since memory takes long runs faster. Where the nodes were put into another order, all
//! of them are, and the row is put back as it is written.
//!
//! **Cost.** O(positions · (planes + events of One in the row of the tile) / vector width + events); a strip has one or two planes, and
//! five on trees. Memory: the table, 12 bytes for each event of a band, and for each of the tiles that are made together its events
//! and its planes, 36 kilobytes for each.

use std::hint::black_box;

use catmouse_arena::{Cell, Player, ProductArena, Value};
use pulp::NullaryFnOnce;

use super::block::{add, count_ones_in};
use super::log::{Band, Event, Log, TILE_SIDE, TILE_WORDS, TileRow};
use super::order::Places;
use super::sorted::Sorted;
use super::vector;
use super::wide::{Wide, transpose_with};
use crate::bits::set_bits;
use crate::parallel::for_each_part;

/// A cell of the table, taken as sixteen or 32 bits.
pub(super) trait Code: Cell + Default + Send + Sync {
    /// Such a bit alone.
    fn bit(number: u32) -> Self;
    /// The number of the highest bit that is set, and one more.
    fn bits(self) -> u32;
    /// Whether a bit is set.
    fn has(self, number: u32) -> bool;
    /// Adds the bits of some words to some of sixteen cells: those whose bit is set in `mask`. `bits` are the single bits, lowest first.
    fn add(
        cells: &mut [Self; CELLS_PER_STEP],
        words: &[Self; CELLS_PER_STEP],
        mask: u16,
        bits: &[Self; CELLS_PER_STEP],
    );
}

/// Cells that one step handles.
const CELLS_PER_STEP: usize = 16;

macro_rules! code {
    ($word:ty) => {
        impl Code for $word {
            fn bit(number: u32) -> Self {
                1 << number
            }

            fn bits(self) -> u32 {
                Self::BITS - self.leading_zeros()
            }

            fn has(self, number: u32) -> bool {
                self >> number & 1 == 1
            }

            #[inline(always)]
            fn add(
                cells: &mut [Self; CELLS_PER_STEP],
                words: &[Self; CELLS_PER_STEP],
                mask: u16,
                bits: &[Self; CELLS_PER_STEP],
            ) {
                for ((cell, word), bit) in cells.iter_mut().zip(words).zip(bits) {
                    let all = if Self::from(mask) & bit == *bit { Self::MAX } else { 0 };
                    *cell |= word & all;
                }
            }
        }
    };
}

code!(u16);
code!(u32);

/// Enters words into cells of a strip.
#[derive(Clone, Copy)]
struct Pen<C> {
    /// The bits by which cells are selected, lowest first. The compiler must not see their values: it would treat the last one, a sign, by
    /// other instructions than the rest.
    bits: [C; CELLS_PER_STEP],
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "sixteen bits at a time are read from memory, which is quicker than cutting them out of a word"
)]
impl<C: Code> Pen<C> {
    fn new() -> Self {
        Self { bits: black_box(std::array::from_fn(|number| C::bit(number as u32))) }
    }

    /// Adds the bits of some words to some cells of a strip: those whose bit is set in `mask`.
    #[inline(always)]
    fn add(&self, cells: &mut [C; STRIP], words: &[C; STRIP], mask: &StripMask) {
        for ((cells, words), &mask) in cells.as_chunks_mut().0.iter_mut().zip(words.as_chunks().0).zip(mask) {
            C::add(cells, words, mask, &self.bits);
        }
    }

    /// Puts a word into some cells, which are empty before.
    #[inline(always)]
    fn put(&self, cells: &mut [C; STRIP], word: C, mask: &StripMask) {
        for (cells, &mask) in cells.as_chunks_mut().0.iter_mut().zip(mask) {
            C::add(cells, &[word; CELLS_PER_STEP], mask, &self.bits);
        }
    }
}

/// Columns of a strip.
const STRIP: usize = 64;

/// Tiles of a row that are made together where nodes stand in the given order: their planes stay in the second cache, and long runs of
/// cells are written faster.
const PANEL: usize = 8;

/// Positions of an event of Two's up to which they are set one by one, where a strip would have more planes than
/// `FEW_PLANES`; where it would not, setting each position by itself would be a cache miss each.
const FEW_ACROSS: u32 = 16;

/// Planes that a strip has anyway.
const FEW_PLANES: usize = 2;

/// Positions of a tile, on average of those made together, up to which they are set one by one: the list of them stays small.
const MOST_SINGLES: usize = TILE_SIDE * TILE_SIDE / 16;

/// How many tiles of a row of this many columns are made together where nodes stand in the given order.
pub(super) fn tiles_together(columns: u64) -> u64 {
    columns.div_ceil(TILE_SIDE as u64).clamp(1, PANEL as u64)
}

/// Fills a table from what each player wins, whatever it held before; in the given order of an arena whose nodes were put into
/// other places. Bands of 512 of One's nodes are shared out
/// among the threads, and bits are transposed with wide instructions if there are any.
pub(super) fn fill<C: Code>(
    arena: &ProductArena,
    places: Option<&Places>,
    [one, two]: [&Log; 2],
    cells: &mut [C],
    threads: usize,
    wide: Option<Wide>,
) {
    let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes() as usize);
    if rows == 0 || columns == 0 {
        return;
    }
    let (tiles, strips) = (columns.div_ceil(TILE_SIDE), columns.div_ceil(STRIP));
    let format = Format {
        rows,
        columns,
        // A row that is put back into the given order is made as a whole.
        panel: if places.is_some() { tiles } else { tiles.min(PANEL) },
        places: places.map(|Places([_, columns])| &columns[..]),
        // Which of the given nodes stands in each place.
        given_columns: places.map(|places| places.nodes_by_place()[1].clone()),
    };
    let largest = won_by(Player::Two, two.deepest);
    let writer = || Writer {
        transposed_tiles: std::iter::repeat_with(|| TransposedTile::new(largest, strips.min(TILE_WORDS), wide))
            .take(format.panel)
            .collect(),
        along: Vec::new(),
        across: Vec::new(),
        singles: Vec::new(),
        row_in_order: if places.is_some() { vec![C::default(); 1 << u16::BITS] } else { Vec::new() },
    };
    let bands = rows.div_ceil(TILE_SIDE);
    let mut writers: Vec<Writer<C>> = std::iter::repeat_with(writer).take(threads.clamp(1, bands)).collect();
    // The rows of the table in the places of their nodes, for One to move and for Two.
    let mut lines: Vec<Option<&mut [C]>> = cells.chunks_exact_mut(columns).map(Some).collect();
    let given = places.map(|places| places.nodes_by_place()[0].clone());
    let mut lines_of_band = |band: usize| -> Vec<&mut [C]> {
        let places = || band * TILE_SIDE..rows.min((band + 1) * TILE_SIDE);
        let given = |place: usize| given.as_ref().map_or(place, |given| given[place].into());
        let spots = (0..2).flat_map(|turn| places().map(move |place| (turn, place)));
        spots.filter_map(|(turn, place)| lines[turn * rows + given(place)].take()).collect()
    };
    let parts: Vec<_> = (0..bands).map(|band| (band, lines_of_band(band))).collect();
    for_each_part(parts, &mut writers, |writer, (band, lines)| {
        let logs = [&one.bands[band], &two.bands[band]];
        let top = band * TILE_SIDE;
        vector::run(FillBand { pen: Pen::new(), format: &format, writer, logs, top, lines });
    });
}

/// What all bands have in common.
struct Format<'a> {
    rows: usize,
    columns: usize,
    /// Tiles that are made together.
    panel: usize,
    /// Where each of Two's nodes stands, if not in the given place; and which node stands in each place.
    places: Option<&'a [u16]>,
    given_columns: Option<Vec<u16>>,
}

/// What a thread writes with.
struct Writer<C> {
    transposed_tiles: Vec<TransposedTile<C>>,
    /// One's events of some tiles, and Two's of a strip.
    along: Vec<Along<C>>,
    across: Vec<Across>,
    singles: Vec<Single<C>>,
    row_in_order: Vec<C>,
}

/// The rows of a band, as a task for [`vector`].
struct FillBand<'t, 'c, C> {
    pen: Pen<C>,
    format: &'t Format<'t>,
    writer: &'t mut Writer<C>,
    /// One's events and Two's.
    logs: [&'t Band; 2],
    /// The place of the first row.
    top: usize,
    /// The rows, first those with One to move.
    lines: Vec<&'c mut [C]>,
}

impl<C: Code> NullaryFnOnce for FillBand<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { pen, format, writer, logs: [one, two], top, mut lines } = self;
        let &Format { rows, columns, panel, places, .. } = format;
        let Writer { transposed_tiles, along, across, singles, row_in_order } = writer;
        // This function's own, so that the compiler knows that no cell of the table is one of these.
        let mut sums = Sums([[C::default(); STRIP]; PANEL * TILE_WORDS]);
        let (tiles, strips) = (columns.div_ceil(TILE_SIDE), columns.div_ceil(STRIP));
        let given_column = |place: usize| format.given_columns.as_ref().map_or(place, |given| given[place].into());
        let height = (rows - top).min(TILE_SIDE);
        let tile_row = |turn: usize, tile: usize, row: usize| (turn * tiles + tile) * height + row;
        let bucket = |event: &Event| tile_row(event.turn.index(), event.tile as usize, event.row as usize - top);
        let sorted_along = Sorted::new(one, 2 * tiles * height, bucket, Entry::of);
        let bucket = |event: &Event| event.turn.index() * strips + event.row as usize / STRIP;
        let sorted_across = Sorted::new(two, 2 * strips, bucket, Entry::of);
        for (turn, first) in (0..2).flat_map(|turn| (0..tiles).step_by(panel).map(move |first| (turn, first))) {
            singles.clear();
            let transposed_tiles = &mut transposed_tiles[..panel.min(tiles - first)];
            for (tile, transposed_tile) in (first..).zip(&mut *transposed_tiles) {
                let left = tile * TILE_SIDE / STRIP;
                for strip in 0..(strips - left).min(TILE_WORDS) {
                    let entries = sorted_across.bucket(turn * strips + left + strip);
                    gather(two, entries, across, |entry, pairs| (*entry, pairs));
                    if most(&events_of(across)) > FEW_PLANES && singles.len() < MOST_SINGLES * panel {
                        set_aside(across, first * TILE_SIDE, singles);
                    }
                    transposed_tile.transpose_strip(strip, across);
                }
            }
            let tile_rows = tile_row(turn, first, 0)..tile_row(turn, first + transposed_tiles.len(), 0);
            gather(one, sorted_along.buckets(tile_rows.clone()), along, |entry, pairs| {
                (won_by(Player::One, entry.level), pairs.map(strip_mask))
            });
            let left = first * TILE_SIDE;
            let panel_width = (columns - left).min(transposed_tiles.len() * TILE_SIDE);
            // In this order, as eight rows take their bits from the same words.
            let spots =
                (0..STRIP).flat_map(|group| (group..height).step_by(STRIP).enumerate().map(move |at| (group, at)));
            for (group, (row_group, row)) in spots {
                let cells = &mut *lines[turn * height + row];
                let bounds = |index: usize| sorted_along.within(tile_rows.clone(), index * height + row);
                let mut in_order = places.is_some().then_some(&mut **row_in_order);
                for (index, transposed_tile) in transposed_tiles.iter().enumerate() {
                    let width = (panel_width - index * TILE_SIDE).min(TILE_SIDE);
                    // A row that is put back goes on from here, a tile at a time.
                    let place = if in_order.is_some() { 0 } else { index };
                    let sums = &mut sums.0[place * TILE_WORDS..][..width.div_ceil(STRIP)];
                    transposed_tile.make_row((group, row_group), &along[bounds(index)], sums, &pen);
                    if let Some(in_order) = &mut in_order {
                        in_order[index * TILE_SIDE..][..width].copy_from_slice(&sums.as_flattened()[..width]);
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
                let column = given_column(first * TILE_SIDE + usize::from(single.column));
                lines[turn * height + usize::from(single.row)][column] = single.word;
            }
        }
    }
}

/// Which cells of a strip are meant: a bit for each, sixteen cells to a mask.
type StripMask = [u16; STRIP / CELLS_PER_STEP];

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
type Along<C> = (C, [StripMask; TILE_WORDS]);

/// An event of Two's.
type Across = (Entry, TileRow);

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
        for (row_group, pairs) in pairs.into_iter().enumerate() {
            let rows = set_bits(pairs).map(|row| (row_group * STRIP + row) as u16);
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

/// How many events before its turn an event is fetched.
const AHEAD: usize = 16;

/// Puts what these events decided next to each other.
///
/// They were written in another order, so each is a cache miss. Those that come some events later are fetched meanwhile.
#[inline(always)]
fn gather<T>(band: &Band, entries: &[Entry], events: &mut Vec<T>, make: impl Fn(&Entry, TileRow) -> T) {
    events.clear();
    // Not by `extend`, whose loop is not inlined.
    events.reserve(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        if let Some(ahead) = entries.get(index + AHEAD) {
            band.prefetch(ahead.number);
        }
        events.push(make(entry, band.pairs(entry.number)));
    }
}

/// A word of 64 bits as four masks of sixteen.
#[inline(always)]
fn strip_mask(word: u64) -> StripMask {
    [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]
}

fn won_by<C: Cell>(player: Player, level: u32) -> C {
    C::pack(Value::Win { player, distance: level.into() })
}

/// The cells of a row of some tiles before they are written. They begin at a cache line, unlike the rows of the table, in which vectors
/// could straddle cache lines and would be slow to read again.
#[repr(align(64))]
struct Sums<C>([[C; STRIP]; PANEL * TILE_WORDS]);

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
struct TransposedTile<C> {
    /// Bits of the largest word, and so the most planes that a strip needs.
    bits: usize,
    wide: Option<Wide>,
    strips: Vec<Strip<C>>,
    /// What is to be transposed: for each plane the bits of 64 columns.
    planes: Vec<[TileRow; STRIP]>,
    /// The same transposed: for each plane, for each of 64 rows, strip by strip, the bits of 64 columns at that row and at those 64, 128…
    /// below. As many planes as were needed so far.
    transposed: Vec<[StripMask; TILE_WORDS]>,
}

/// What the planes of a strip stand for.
struct Strip<C> {
    /// How many there are.
    planes: usize,
    /// For each plane and column the word that it adds.
    words: Vec<[C; STRIP]>,
}

impl<C: Code> TransposedTile<C> {
    /// For tiles of this many strips.
    fn new(largest: C, strips: usize, wide: Option<Wide>) -> Self {
        let strips = std::iter::repeat_with(|| Strip { planes: 0, words: Vec::new() }).take(strips).collect();
        Self { bits: largest.bits() as usize, wide, strips, planes: Vec::new(), transposed: Vec::new() }
    }

    /// Enters the events of a strip and transposes its planes.
    #[inline(always)]
    fn transpose_strip(&mut self, strip: usize, events: &[Across]) {
        let mut events_of = events_of(events);
        let most = most(&events_of);
        let planes = most.min(self.bits);
        let strips = self.strips.len();
        if let Some(more) = planes.checked_sub(self.planes.len()) {
            self.planes.reserve_exact(more);
            self.planes.resize(planes, [[0; TILE_WORDS]; STRIP]);
            let more = planes * STRIP * strips - self.transposed.len();
            self.transposed.reserve_exact(more);
            self.transposed.resize(planes * STRIP * strips, [[0; STRIP / CELLS_PER_STEP]; TILE_WORDS]);
        }
        self.planes[..planes].as_flattened_mut().as_flattened_mut().fill(0);
        self.strips[strip].planes = planes;
        let words = &mut self.strips[strip].words;
        if planes > words.len() {
            words.resize(planes, [C::default(); STRIP]);
        }
        if most > self.bits {
            for (bit, words) in words.iter_mut().enumerate() {
                *words = [C::bit(bit as u32); STRIP];
            }
        }
        for (entry, pairs) in events {
            let column = entry.row as usize % STRIP;
            let word: C = won_by(Player::Two, entry.level);
            if most > self.bits {
                let bits = (0..self.bits).filter(|&bit| word.has(bit as u32));
                bits.for_each(|bit| add(&mut self.planes[bit][column], pairs));
            } else {
                events_of[column] -= 1;
                let plane = events_of[column] as usize;
                words[plane][column] = word;
                self.planes[plane][column] = *pairs;
            }
        }
        for plane in 0..planes {
            transpose_with(self.wide, &mut self.planes[plane]);
            let transposed = &mut self.transposed[plane * STRIP * strips..][..STRIP * strips];
            for (transposed, row) in transposed.chunks_exact_mut(strips).zip(&self.planes[plane]) {
                transposed[strip] = row.map(strip_mask);
            }
        }
    }

    /// The cells of a row, strip by strip: what the planes say, and One's events.
    #[inline(always)]
    fn make_row(&self, (group, row_group): (usize, usize), events: &[Along<C>], sums: &mut [[C; STRIP]], pen: &Pen<C>) {
        for (number, (strip, sums)) in self.strips.iter().zip(sums).enumerate() {
            let mut cells = [C::default(); STRIP];
            let planes = self.transposed.chunks_exact(STRIP * self.strips.len()).take(strip.planes);
            for (plane, words) in planes.zip(&strip.words) {
                let mask = &plane[group * self.strips.len() + number][row_group];
                pen.add(&mut cells, words, mask);
            }
            // A word of an event in which nothing is decided is entered like the others: a branch on it could not be
            // predicted, and a wrong prediction costs more.
            for (word, pairs) in events {
                pen.put(&mut cells, *word, &pairs[number]);
            }
            *sums = cells;
        }
    }
}
