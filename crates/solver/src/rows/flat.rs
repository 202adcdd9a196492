//! Turns the logs of both attractors into a table with one word a position.
//!
//! The table is made tile by tile. A tile is at most 512 of One's nodes by 512 of Two's, with one
//! player to move. It consists of strips of 64 columns. A cell of the table is one word, the value
//! of a position. At most one event decides a position, so a row is a union of entries, each a set
//! of positions and the word of all their cells:
//!
//! * An event of One's attractor lies along the row: one word for all its positions.
//! * An event of Two's attractor lies across the rows. So the bits of a strip are transposed first,
//!   64 × 64 at a time. One *plane* takes the first event of each column, another one the second,
//!   and so on. A transposed plane has, for each row, the columns that take the word of their
//!   event. If some column has more events than a word has bits, there is one plane for each bit of
//!   the words instead. If a strip would need more than two planes, events with few positions are
//!   written cell by cell at the end.
//!
//! Up to eight tiles of a row are made together, because memory takes long runs faster. If the
//! nodes were reordered, all tiles of a row are made together, and the row is written back in the
//! given order.
//!
//! **Cost.** O(positions · (planes + events of One in the row of the tile) / vector width +
//! events). A strip has one or two planes, and five on trees. Memory: the table; 12 bytes for each
//! event of a band; and for each tile made together its events, and its planes of 36 kilobytes
//! each.

use std::hint::black_box;

use catmouse_arena::{PackedValue, Player, ProductArena, Value, set_bits};
use pulp::NullaryFnOnce;

use super::avx512::{Avx512, transpose_with};
use super::block::{add, count_ones_in};
use super::log::{Band, Event, Log, TILE_SIDE, TILE_WORDS, TileRow};
use super::order::Places;
use super::sorted::Sorted;
use super::vector;
use crate::parallel::for_each_part;

/// A cell of the table, as a number of 16 or 32 bits.
pub(super) trait Code: PackedValue + Default + Send + Sync {
    /// A number with only this bit set.
    fn bit(number: u32) -> Self;
    /// One more than the index of the highest set bit; 0 for zero.
    fn bits(self) -> u32;
    /// True if this bit is set.
    fn has(self, number: u32) -> bool;
    /// For each of sixteen cells whose bit is set in `mask`, ORs the word in the same place into
    /// the cell. `bits` are the numbers with a single bit, lowest first.
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

/// Writes words into selected cells of a strip.
#[derive(Clone, Copy)]
struct CellSelector<C> {
    /// The bits that select cells, lowest first. They are hidden from the compiler, which would
    /// otherwise treat the last one, the sign, by other instructions than the rest.
    bits: [C; CELLS_PER_STEP],
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "reading sixteen bits from memory is faster than cutting them out of a word"
)]
impl<C: Code> CellSelector<C> {
    fn new() -> Self {
        Self { bits: black_box(std::array::from_fn(|number| C::bit(number as u32))) }
    }

    /// For each cell of a strip whose bit is set in `mask`, ORs the word in the same place into the
    /// cell.
    #[inline(always)]
    fn add(&self, cells: &mut [C; STRIP], words: &[C; STRIP], mask: &StripMask) {
        for ((cells, words), &mask) in cells.as_chunks_mut().0.iter_mut().zip(words.as_chunks().0).zip(mask) {
            C::add(cells, words, mask, &self.bits);
        }
    }

    /// ORs one word into the selected cells, which must be empty.
    #[inline(always)]
    fn put(&self, cells: &mut [C; STRIP], word: C, mask: &StripMask) {
        for (cells, &mask) in cells.as_chunks_mut().0.iter_mut().zip(mask) {
            C::add(cells, &[word; CELLS_PER_STEP], mask, &self.bits);
        }
    }
}

/// Columns of a strip.
const STRIP: usize = 64;

/// The number of tiles of a row that are made together, if the nodes are in the given order. Their
/// planes stay in the second-level cache, and long runs of cells are written faster.
const PANEL: usize = 8;

/// If a strip would need more planes than [`FEW_PLANES`], events of Two with at most this many
/// positions are written cell by cell. In other strips these writes would only add cache misses.
const FEW_ACROSS: u32 = 16;

/// The number of planes that a strip may have before events are taken out.
const FEW_PLANES: usize = 2;

/// Upper bound on positions written cell by cell, for each tile made together. It keeps their list
/// small.
const MOST_SINGLES: usize = TILE_SIDE * TILE_SIDE / 16;

/// The number of tiles of a row of this many columns that are made together, if the nodes are in
/// the given order.
pub(super) fn tiles_together(columns: u64) -> u64 {
    columns.div_ceil(TILE_SIDE as u64).clamp(1, PANEL as u64)
}

/// Fills a table from the wins of both players, and overwrites its old content. If the arena's
/// nodes were reordered, the table has the given order. Threads share bands of 512 of One's nodes.
/// Bits are transposed with AVX-512 if `avx512` is given.
pub(super) fn fill<C: Code>(
    arena: &ProductArena,
    places: Option<&Places>,
    [one, two]: [&Log; 2],
    cells: &mut [C],
    threads: usize,
    avx512: Option<Avx512>,
) {
    let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes() as usize);
    if rows == 0 || columns == 0 {
        return;
    }
    let (tiles, strips) = (columns.div_ceil(TILE_SIDE), columns.div_ceil(STRIP));
    let layout = TableLayout {
        rows,
        columns,
        // A row that is written back in the given order must be made as a whole.
        panel: if places.is_some() { tiles } else { tiles.min(PANEL) },
        places: places.map(|Places([_, columns])| &columns[..]),
        // The given node at each place.
        given_columns: places.map(|places| places.nodes_by_place()[1].clone()),
    };
    let largest = won_by(Player::Two, two.deepest);
    let buffers = || Buffers {
        transposed_tiles: std::iter::repeat_with(|| TransposedTile::new(largest, strips.min(TILE_WORDS), avx512))
            .take(layout.panel)
            .collect(),
        along: Vec::new(),
        across: Vec::new(),
        singles: Vec::new(),
        row_by_place: if places.is_some() { vec![C::default(); 1 << u16::BITS] } else { Vec::new() },
    };
    let bands = rows.div_ceil(TILE_SIDE);
    let mut all_buffers: Vec<Buffers<C>> = std::iter::repeat_with(buffers).take(threads.clamp(1, bands)).collect();
    // The rows of the table in the order of places, first with One to move, then with Two.
    let mut lines: Vec<Option<&mut [C]>> = cells.chunks_exact_mut(columns).map(Some).collect();
    let given = places.map(|places| places.nodes_by_place()[0].clone());
    let mut lines_of_band = |band: usize| -> Vec<&mut [C]> {
        let places = || band * TILE_SIDE..rows.min((band + 1) * TILE_SIDE);
        let given = |place: usize| given.as_ref().map_or(place, |given| given[place].into());
        let spots = (0..2).flat_map(|turn| places().map(move |place| (turn, place)));
        spots.filter_map(|(turn, place)| lines[turn * rows + given(place)].take()).collect()
    };
    let parts: Vec<_> = (0..bands).map(|band| (band, lines_of_band(band))).collect();
    for_each_part(parts, &mut all_buffers, |buffers, (band, lines)| {
        let logs = [&one.bands[band], &two.bands[band]];
        let top = band * TILE_SIDE;
        vector::run(FillBand { selector: CellSelector::new(), layout: &layout, buffers, logs, top, lines });
    });
}

/// The properties that all bands have in common.
struct TableLayout<'a> {
    rows: usize,
    columns: usize,
    /// Tiles of a row that are made together.
    panel: usize,
    /// The place of each of Two's nodes if they were reordered.
    places: Option<&'a [u16]>,
    /// The given node at each place if they were reordered.
    given_columns: Option<Vec<u16>>,
}

/// The buffers of one thread.
struct Buffers<C> {
    transposed_tiles: Vec<TransposedTile<C>>,
    /// One's events in the tiles made together.
    along: Vec<Along<C>>,
    /// Two's events in a strip.
    across: Vec<Across>,
    /// The positions to write cell by cell.
    singles: Vec<Single<C>>,
    /// A row in the order of places, if the nodes were reordered.
    row_by_place: Vec<C>,
}

/// The rows of a band, as a task for [`vector`].
struct FillBand<'t, 'c, C> {
    selector: CellSelector<C>,
    layout: &'t TableLayout<'t>,
    buffers: &'t mut Buffers<C>,
    /// One's events and Two's.
    logs: [&'t Band; 2],
    /// The place of the first row.
    top: usize,
    /// The rows of the table, first those with One to move.
    lines: Vec<&'c mut [C]>,
}

impl<C: Code> NullaryFnOnce for FillBand<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { selector, layout, buffers, logs: [one, two], top, mut lines } = self;
        let &TableLayout { rows, columns, panel, places, .. } = layout;
        let Buffers { transposed_tiles, along, across, singles, row_by_place } = buffers;
        // A local variable, so that the compiler knows that no cell of the table overlaps it.
        let mut sums = Sums([[C::default(); STRIP]; PANEL * TILE_WORDS]);
        let (tiles, strips) = (columns.div_ceil(TILE_SIDE), columns.div_ceil(STRIP));
        let given_column = |place: usize| layout.given_columns.as_ref().map_or(place, |given| given[place].into());
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
            // In this order, because eight rows 64 apart read their masks from the same cache line.
            let spots =
                (0..STRIP).flat_map(|group| (group..height).step_by(STRIP).enumerate().map(move |at| (group, at)));
            for (group, (row_group, row)) in spots {
                let cells = &mut *lines[turn * height + row];
                let bounds = |index: usize| sorted_along.within(tile_rows.clone(), index * height + row);
                let mut by_place = places.is_some().then_some(&mut **row_by_place);
                for (index, transposed_tile) in transposed_tiles.iter().enumerate() {
                    let width = (panel_width - index * TILE_SIDE).min(TILE_SIDE);
                    // For a reordered row, `sums` holds one tile at a time.
                    let place = if by_place.is_some() { 0 } else { index };
                    let sums = &mut sums.0[place * TILE_WORDS..][..width.div_ceil(STRIP)];
                    transposed_tile.make_row((group, row_group), &along[bounds(index)], sums, &selector);
                    if let Some(by_place) = &mut by_place {
                        by_place[index * TILE_SIDE..][..width].copy_from_slice(&sums.as_flattened()[..width]);
                    }
                }
                if let Some(places) = places
                    && let Some(row_by_place) = row_by_place.first_chunk()
                {
                    put_back(cells, places, row_by_place);
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

/// A set of cells of a strip: one bit a cell, sixteen cells in a mask.
type StripMask = [u16; STRIP / CELLS_PER_STEP];

/// An event without its pairs, which are read later.
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

/// An event of One, prepared for writing: its word, and its positions in each strip.
type Along<C> = (C, [StripMask; TILE_WORDS]);

/// An event of Two, and its positions.
type Across = (Entry, TileRow);

/// A position of a panel and its word.
struct Single<C> {
    /// Counted from the top of the band.
    row: u16,
    /// Counted from the left edge of the panel.
    column: u16,
    word: C,
}

/// Moves Two's events with few positions out of `events` and into `singles`.
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

/// Writes the cells of a row in the given order. `buffer` has them by place, and its length covers
/// every possible place.
#[inline(always)]
fn put_back<C: Code>(row: &mut [C], places: &[u16], buffer: &[C; 1 << u16::BITS]) {
    for (cell, &place) in row.iter_mut().zip(places) {
        *cell = buffer[usize::from(place)];
    }
}

/// An event is prefetched this many events before it is read.
const AHEAD: usize = 16;

/// Reads the pairs of these events into `events`, one after the other.
///
/// The log has them in another order, so each read is a cache miss. Events further ahead are
/// prefetched meanwhile.
#[inline(always)]
fn gather<T>(band: &Band, entries: &[Entry], events: &mut Vec<T>, make: impl Fn(&Entry, TileRow) -> T) {
    events.clear();
    // Not `extend`, because its loop would not be inlined.
    events.reserve(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        if let Some(ahead) = entries.get(index + AHEAD) {
            band.prefetch(ahead.number);
        }
        events.push(make(entry, band.pairs(entry.number)));
    }
}

/// A word of 64 bits as four masks of 16 bits.
#[inline(always)]
fn strip_mask(word: u64) -> StripMask {
    [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]
}

fn won_by<C: PackedValue>(player: Player, level: u32) -> C {
    C::pack(Value::Win { player, distance: level.into() })
}

/// The cells of a row of some tiles before they are written. They begin at a cache line. Rows of
/// the table do not: vectors there could straddle cache lines and would be slow to read again.
#[repr(align(64))]
struct Sums<C>([[C; STRIP]; PANEL * TILE_WORDS]);

/// For each column of a strip, the number of its events.
#[inline(always)]
fn events_of(events: &[Across]) -> [u32; STRIP] {
    let mut events_of = [0; STRIP];
    for (entry, _) in events {
        events_of[entry.row as usize % STRIP] += 1;
    }
    events_of
}

/// The largest number of events of a column.
#[inline(always)]
fn most(events_of: &[u32; STRIP]) -> usize {
    events_of.iter().copied().max().unwrap_or(0) as usize
}

/// The planes of Two's events in a tile.
struct TransposedTile<C> {
    /// The number of bits in the largest word, which is an upper bound on the planes of a strip.
    bits: usize,
    avx512: Option<Avx512>,
    strips: Vec<Strip<C>>,
    /// The planes to transpose: for each column of a strip, the bits of its rows.
    planes: Vec<[TileRow; STRIP]>,
    /// The transposed planes. For each plane, row modulo 64, and strip: the masks of that row and
    /// of the rows 64, 128, … below it. The number of planes only grows.
    transposed: Vec<[StripMask; TILE_WORDS]>,
}

/// The planes of a strip.
struct Strip<C> {
    /// The number of planes.
    planes: usize,
    /// For each plane and column, the word to add.
    words: Vec<[C; STRIP]>,
}

impl<C: Code> TransposedTile<C> {
    /// For tiles of this many strips.
    fn new(largest: C, strips: usize, avx512: Option<Avx512>) -> Self {
        let strips = std::iter::repeat_with(|| Strip { planes: 0, words: Vec::new() }).take(strips).collect();
        Self { bits: largest.bits() as usize, avx512, strips, planes: Vec::new(), transposed: Vec::new() }
    }

    /// Distributes the events of a strip over planes and transposes them.
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
            transpose_with(self.avx512, &mut self.planes[plane]);
            let transposed = &mut self.transposed[plane * STRIP * strips..][..STRIP * strips];
            for (transposed, row) in transposed.chunks_exact_mut(strips).zip(&self.planes[plane]) {
                transposed[strip] = row.map(strip_mask);
            }
        }
    }

    /// Makes the cells of a row, strip by strip, from the planes and from One's events.
    #[inline(always)]
    fn make_row(
        &self,
        (group, row_group): (usize, usize),
        events: &[Along<C>],
        sums: &mut [[C; STRIP]],
        selector: &CellSelector<C>,
    ) {
        for (number, (strip, sums)) in self.strips.iter().zip(sums).enumerate() {
            let mut cells = [C::default(); STRIP];
            let planes = self.transposed.chunks_exact(STRIP * self.strips.len()).take(strip.planes);
            for (plane, words) in planes.zip(&strip.words) {
                let mask = &plane[group * self.strips.len() + number][row_group];
                selector.add(&mut cells, words, mask);
            }
            // An event without positions in this strip is written like the others. A branch on it
            // could not be predicted, and a wrong prediction would cost more.
            for (word, pairs) in events {
                selector.put(&mut cells, *word, &pairs[number]);
            }
            *sums = cells;
        }
    }
}
