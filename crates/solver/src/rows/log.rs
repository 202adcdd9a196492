//! What an attractor decided, in the order in which it did.
//!
//! An event says: these pairs of one tile of a row were decided at this level. A tile is 512 columns of a row. Hundreds of pairs share an
//! event as a rule, so the log is several times smaller than a table with a word for each position, and writing it costs next to nothing.

use catmouse_arena::{Player, ProductArena};
use prefetch_index::prefetch_index;

use super::block::{CACHE_LINE, any};

/// Words of a row of a tile.
pub(super) const TILE_WORDS: usize = 8;

/// Columns of a tile, and nodes of One in a band.
pub(super) const TILE_SIDE: usize = 64 * TILE_WORDS;

/// A row of a tile.
pub(super) type TileRow = [u64; TILE_WORDS];

/// Events of one attractor. Each band of 512 of One's nodes has its own, because a band of the table is made of them alone.
#[derive(Debug)]
pub(super) struct Log {
    /// Whose attractor it is: rows are its nodes.
    owner: Player,
    pub(super) bands: Vec<Band>,
    /// The greatest distance, 0 if there is none.
    pub(super) deepest: u32,
    /// How many events it holds.
    pub(super) events: usize,
}

/// Bytes of an event.
pub(super) const EVENT_BYTES: usize = size_of::<Event>() + size_of::<TileRow>();

/// The events of a band, page by page, so that an event is never moved.
#[derive(Debug)]
pub(super) struct Band {
    /// The words that are kept of each event. They are half a tile if no row is longer than half a tile.
    words: usize,
    pages: Vec<Page>,
}

/// Words of half a tile.
const HALF: usize = TILE_WORDS / 2;

/// Events of a page.
const PAGE: usize = 128;

/// Some events, and what they decided.
#[derive(Debug)]
struct Page {
    events: Vec<Event>,
    /// The words of the pairs, those of an event after those of another.
    pairs: Vec<u64>,
    /// Where they begin: at a cache line, so that no event lies across more lines than it must.
    first: usize,
}

/// Where and when something was decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) row: u32,
    pub(super) tile: u32,
    pub(super) level: u32,
    pub(super) turn: Player,
}

impl Log {
    /// The log of this player's attractor, without events.
    pub(super) fn new(arena: &ProductArena, owner: Player) -> Self {
        let columns = arena.steps(owner.opponent()).nodes() as usize;
        let words = if columns <= 64 * HALF { HALF } else { TILE_WORDS };
        let bands = (arena.steps(Player::One).nodes() as usize).div_ceil(TILE_SIDE);
        let band = || Band { words, pages: Vec::new() };
        Self { owner, bands: std::iter::repeat_with(band).take(bands).collect(), deepest: 0, events: 0 }
    }

    /// One for the same attractor, without events.
    pub(super) fn another(&self) -> Self {
        let band = |band: &Band| Band { words: band.words, pages: Vec::new() };
        Self { owner: self.owner, bands: self.bands.iter().map(band).collect(), deepest: 0, events: 0 }
    }

    /// Adds these pairs of a row, the words of whole tiles. `first` is the number of the first word within the row.
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

    /// Takes over the events of another log of the same attractor.
    pub(super) fn append(&mut self, other: Self) {
        self.deepest = self.deepest.max(other.deepest);
        self.events += other.events;
        self.bands.iter_mut().zip(other.bands).for_each(|(band, other)| band.append(other));
    }
}

impl Band {
    /// How many events there are.
    pub(super) fn len(&self) -> usize {
        self.pages.last().map_or(0, |last| (self.pages.len() - 1) * PAGE + last.events.len())
    }

    /// All events. Those of different levels need not be in order.
    pub(super) fn events(&self) -> impl Iterator<Item = &Event> {
        self.pages.iter().flat_map(|page| &page.events)
    }

    /// What the event with this number decided.
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

    /// Fetches what the event with this number decided, because it is wanted soon.
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
            // The compiler copies a constant number of words without a call.
            match pairs.first_chunk::<TILE_WORDS>() {
                Some(whole) if self.words == TILE_WORDS => page.pairs.extend_from_slice(whole),
                _ => page.pairs.extend_from_slice(&pairs[..HALF]),
            }
        }
    }

    /// Takes over the full pages of another band, and the events of its last page.
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
        // Where the allocator's alignment is not known, they begin anywhere, which only costs time.
        let first = pairs.as_ptr().align_offset(CACHE_LINE * size_of::<u64>()).min(CACHE_LINE - 1);
        pairs.resize(first, 0);
        Self { events: Vec::with_capacity(PAGE), pairs, first }
    }
}
