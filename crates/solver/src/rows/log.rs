//! The decisions of an attractor, in the order in which they were made.
//!
//! A tile is 512 rows by 512 columns. An event records that some pairs of one row of a tile were
//! decided at one level. Usually hundreds of pairs share an event. So the log is several times smaller
//! than a table with a word for each position, and to write it costs almost nothing.

use catmouse_arena::{Player, ProductArena};
use prefetch_index::prefetch_index;

use super::block::{CACHE_LINE, any};

/// Words of a row of a tile.
pub(super) const TILE_WORDS: usize = 8;

/// Columns of a tile, and nodes of One in a band.
pub(super) const TILE_SIDE: usize = 64 * TILE_WORDS;

/// A row of a tile.
pub(super) type TileRow = [u64; TILE_WORDS];

/// The events of one attractor. They are separated by bands of 512 of One's nodes, because the
/// table is written band by band.
#[derive(Debug)]
pub(super) struct Log {
    /// The player whose attractor it is. The rows are this player's nodes.
    owner: Player,
    pub(super) bands: Vec<Band>,
    /// The greatest distance; 0 without any event.
    pub(super) deepest: u32,
    /// The number of events.
    pub(super) events: usize,
}

/// Bytes of an event.
pub(super) const EVENT_BYTES: usize = size_of::<Event>() + size_of::<TileRow>();

/// The events of a band, in pages, so that an event never moves in memory.
#[derive(Debug)]
pub(super) struct Band {
    /// The words stored for each event: half a tile if no row is longer than half a tile, otherwise
    /// a tile.
    words: usize,
    pages: Vec<Page>,
}

/// Words of half a tile.
const HALF: usize = TILE_WORDS / 2;

/// Events of a page.
const PAGE: usize = 128;

/// Some events and the pairs that they decided.
#[derive(Debug)]
struct Page {
    events: Vec<Event>,
    /// The words of the pairs, event after event.
    pairs: Vec<u64>,
    /// Index of the first event's words. They begin at a cache line, so that no event straddles
    /// more lines than necessary.
    first: usize,
}

/// The location and the level of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) row: u32,
    pub(super) tile: u32,
    pub(super) level: u32,
    pub(super) turn: Player,
}

impl Log {
    /// An empty log of this player's attractor.
    pub(super) fn new(arena: &ProductArena, owner: Player) -> Self {
        let columns = arena.steps(owner.opponent()).nodes() as usize;
        let words = if columns <= 64 * HALF { HALF } else { TILE_WORDS };
        let bands = (arena.steps(Player::One).nodes() as usize).div_ceil(TILE_SIDE);
        let band = || Band { words, pages: Vec::new() };
        Self { owner, bands: std::iter::repeat_with(band).take(bands).collect(), deepest: 0, events: 0 }
    }

    /// An empty log of the same attractor.
    pub(super) fn another(&self) -> Self {
        let band = |band: &Band| Band { words: band.words, pages: Vec::new() };
        Self { owner: self.owner, bands: self.bands.iter().map(band).collect(), deepest: 0, events: 0 }
    }

    /// Adds these pairs of a row, in words of whole tiles. `first` is the index of the first word
    /// within the row.
    #[inline(always)]
    pub(super) fn decided(&mut self, row: usize, first: usize, turn: Player, level: u32, pairs: &[u64]) {
        self.deepest = level.max(self.deepest);
        for (tile, pairs) in (first / TILE_WORDS..).zip(pairs.as_chunks::<TILE_WORDS>().0) {
            if any(pairs) {
                let band = if self.owner == Player::One { row / TILE_SIDE } else { tile };
                self.events += 1;
                self.bands[band].push(Event { row: row as u32, tile: tile as u32, level, turn }, pairs);
            }
        }
    }

    /// Adds the events of another log of the same attractor.
    pub(super) fn append(&mut self, other: Self) {
        self.deepest = self.deepest.max(other.deepest);
        self.events += other.events;
        self.bands.iter_mut().zip(other.bands).for_each(|(band, other)| band.append(other));
    }
}

impl Band {
    /// All events, not necessarily in order of level.
    pub(super) fn events(&self) -> impl Iterator<Item = &Event> + Clone {
        self.pages.iter().flat_map(|page| &page.events)
    }

    /// The pairs that event `number` decided.
    #[inline(always)]
    pub(super) fn pairs(&self, number: u32) -> TileRow {
        let (page, index) = (&self.pages[number as usize / PAGE], number as usize % PAGE);
        let words = &page.pairs[page.first + index * self.words..];
        if self.words == TILE_WORDS
            && let Some(whole) = words.first_chunk()
        {
            return *whole;
        }
        let mut pairs = [0; TILE_WORDS];
        pairs[..HALF].copy_from_slice(&words[..HALF]);
        pairs
    }

    /// Prefetches the pairs of event `number`, because they are needed soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, number: u32) {
        let (page, index) = (&self.pages[number as usize / PAGE], number as usize % PAGE);
        prefetch_index(&page.pairs, page.first + index * self.words);
    }

    #[inline(always)]
    fn push(&mut self, event: Event, pairs: &[u64]) {
        if self.pages.last().is_none_or(|page| page.events.len() == PAGE) {
            self.pages.push(Page::new(self.words));
        }
        if let Some(page) = self.pages.last_mut() {
            page.events.push(event);
            // The compiler copies a constant number of words without calling a function.
            match pairs.first_chunk::<TILE_WORDS>() {
                Some(whole) if self.words == TILE_WORDS => page.pairs.extend_from_slice(whole),
                _ => page.pairs.extend_from_slice(&pairs[..HALF]),
            }
        }
    }

    /// Adds the events of another band. Full pages are moved as a whole.
    fn append(&mut self, mut other: Self) {
        let last = self.pages.pop_if(|last| last.events.len() < PAGE);
        let others_last = other.pages.pop_if(|last| last.events.len() < PAGE);
        self.pages.append(&mut other.pages);
        self.pages.extend(last);
        let Some(page) = others_last else { return };
        for (event, words) in page.events.iter().zip(page.pairs[page.first..].chunks_exact(self.words)) {
            self.push(*event, words);
        }
    }
}

impl Page {
    /// An empty page for events of this many words.
    #[cold]
    fn new(words: usize) -> Self {
        let mut pairs: Vec<u64> = Vec::with_capacity(PAGE * words + CACHE_LINE - 1);
        // If the alignment is unknown at this point, events may straddle cache lines, which only
        // costs time.
        let first = pairs.as_ptr().align_offset(CACHE_LINE * size_of::<u64>()).min(CACHE_LINE - 1);
        pairs.resize(first, 0);
        Self { events: Vec::with_capacity(PAGE), pairs, first }
    }
}
