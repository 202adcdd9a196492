//! What an attractor decided, in the order in which it did.
//!
//! An event says: these pairs of one tile of a row were decided at this level. A tile is 512 columns of a row. Hundreds of
//! pairs share an event as a rule, so the log is several times smaller than a table with a word for each position, and writing it
//! costs next to nothing.

use catmouse_arena::{Player, ProductArena};
use prefetch_index::prefetch_index;

use super::block::{Block, CACHE_LINE, any};
use super::record::Record;

/// Words of a row of a tile.
pub(super) const TILE_WORDS: usize = 8;

/// Columns of a tile, and nodes of One in a band.
pub(super) const TILE_SIDE: usize = 64 * TILE_WORDS;

/// Events of one attractor. Those of one band of One's nodes, 512 of them, lie together, as a band of the table is made of them
/// alone; within a band they lie page by page, so that they are never moved.
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
pub(super) const EVENT_BYTES: usize = size_of::<Event>() + size_of::<Block<TILE_WORDS>>();

/// The events of a band. Where rows are no longer than half a tile, the other half is not kept, and pages are shorter.
#[derive(Debug)]
pub(super) enum Band {
    Halves(Pages<HALF, 64>),
    Wholes(Pages<TILE_WORDS, 256>),
}

/// Words of half a tile.
const HALF: usize = TILE_WORDS / 2;

/// Events of `T` words, `PAGE` of them a page.
#[derive(Debug)]
pub(super) struct Pages<const T: usize, const PAGE: usize>(Vec<Page<T>>);

/// Some events, and what they decided.
#[derive(Debug)]
struct Page<const T: usize> {
    events: Vec<Event>,
    /// The words of the pairs, those of an event after those of another.
    pairs: Vec<u64>,
    /// Where they begin: at a cache line, so that no event lies across more of them than it must.
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
    /// Nothing yet, of this player's attractor.
    pub(super) fn new(arena: &ProductArena, owner: Player) -> Self {
        let columns = arena.steps(owner.opponent()).nodes() as usize;
        let band =
            || if columns <= 64 * HALF { Band::Halves(Pages(Vec::new())) } else { Band::Wholes(Pages(Vec::new())) };
        let bands = (arena.steps(Player::One).nodes() as usize).div_ceil(TILE_SIDE);
        Self { owner, bands: std::iter::repeat_with(band).take(bands).collect(), deepest: 0, events: 0 }
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.bands.iter().map(Band::bytes).sum()
    }

    #[inline(always)]
    fn push(&mut self, event: Event, pairs: &Block<TILE_WORDS>) {
        let band = if self.owner == Player::One { event.row as usize / TILE_SIDE } else { event.tile as usize };
        self.events += 1;
        self.bands[band].push(event, pairs);
    }
}

impl Band {
    /// How many events there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Halves(pages) => pages.len(),
            Self::Wholes(pages) => pages.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Halves(pages) => pages.bytes(),
            Self::Wholes(pages) => pages.bytes(),
        }
    }

    /// One without events.
    fn another(&self) -> Self {
        match self {
            Self::Halves(_) => Self::Halves(Pages(Vec::new())),
            Self::Wholes(_) => Self::Wholes(Pages(Vec::new())),
        }
    }

    /// Takes over the events of another one of its kind.
    fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Halves(pages), Self::Halves(others)) => pages.append(others),
            (Self::Wholes(pages), Self::Wholes(others)) => pages.append(others),
            _ => unreachable!("all bands of a log have tiles of one width"),
        }
    }

    /// Shows all events. Those of different levels need not be in order.
    #[inline(always)]
    pub(super) fn each(&self, visit: impl FnMut(&Event)) {
        match self {
            Self::Halves(pages) => pages.events().for_each(visit),
            Self::Wholes(pages) => pages.events().for_each(visit),
        }
    }

    /// The event with this number.
    pub(super) fn event(&self, number: u32) -> Event {
        match self {
            Self::Halves(pages) => pages.event(number),
            Self::Wholes(pages) => pages.event(number),
        }
    }

    /// What the event with this number decided.
    #[inline(always)]
    pub(super) fn pairs(&self, number: u32) -> Block<TILE_WORDS> {
        match self {
            Self::Halves(pages) => {
                let half = pages.pairs(number);
                std::array::from_fn(|word| half.get(word).copied().unwrap_or(0))
            }
            Self::Wholes(pages) => *pages.pairs(number),
        }
    }

    /// That is wanted soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, number: u32) {
        match self {
            Self::Halves(pages) => pages.prefetch(number),
            Self::Wholes(pages) => pages.prefetch(number),
        }
    }

    #[inline(always)]
    fn push(&mut self, event: Event, pairs: &Block<TILE_WORDS>) {
        match self {
            Self::Halves(pages) => pages.push(event, &std::array::from_fn(|word| pairs[word])),
            Self::Wholes(pages) => pages.push(event, pairs),
        }
    }
}

impl<const T: usize, const PAGE: usize> Pages<T, PAGE> {
    fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * PAGE + last.events.len())
    }

    /// Takes over the pages of others that are full, and the events of the last one.
    fn append(&mut self, mut others: Self) {
        let last = self.0.pop_if(|last| last.events.len() < PAGE);
        let others_last = others.0.pop_if(|last| last.events.len() < PAGE);
        self.0.append(&mut others.0);
        self.0.extend(last);
        let Some(page) = others_last else { return };
        for (event, pairs) in page.events.iter().zip(page.pairs[page.first..].as_chunks().0) {
            self.push(*event, pairs);
        }
    }

    fn bytes(&self) -> usize {
        let of_a_page = PAGE * (size_of::<Event>() + size_of::<Block<T>>()) + (CACHE_LINE - 1) * size_of::<u64>();
        self.0.len() * of_a_page
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.0.iter().flat_map(|page| &page.events)
    }

    fn event(&self, number: u32) -> Event {
        self.0[number as usize / PAGE].events[number as usize % PAGE]
    }

    #[inline(always)]
    fn pairs(&self, number: u32) -> &Block<T> {
        let (page, index) = (&self.0[number as usize / PAGE], number as usize % PAGE);
        &page.pairs[page.first..].as_chunks().0[index]
    }

    #[inline(always)]
    fn prefetch(&self, number: u32) {
        let (page, index) = (&self.0[number as usize / PAGE], number as usize % PAGE);
        prefetch_index(&page.pairs, page.first + index * T);
    }

    #[inline(always)]
    fn push(&mut self, event: Event, pairs: &Block<T>) {
        if self.0.last().is_none_or(|page| page.events.len() == PAGE) {
            self.0.push(Page::new(PAGE));
        }
        if let Some(page) = self.0.last_mut() {
            page.events.push(event);
            page.pairs.extend_from_slice(pairs);
        }
    }
}

impl<const T: usize> Page<T> {
    /// With the capacity for this many events.
    #[cold]
    fn new(capacity: usize) -> Self {
        let mut pairs: Vec<u64> = Vec::with_capacity(capacity * T + CACHE_LINE - 1);
        // Where the allocator's alignment is not known, they begin where they may: that costs time, not correctness.
        let first = pairs.as_ptr().align_offset(CACHE_LINE * size_of::<u64>()).min(CACHE_LINE - 1);
        pairs.resize(first, 0);
        Self { events: Vec::with_capacity(capacity), pairs, first }
    }
}

impl<const W: usize> Record<W> for Log {
    #[inline(always)]
    fn decided(&mut self, row: usize, block: usize, turn: Player, level: u32, pairs: &Block<W>) {
        self.deepest = level.max(self.deepest);
        let (first, (tiles, rest)) = (block * W / TILE_WORDS, pairs.as_chunks());
        for (tile, pairs) in (first..).zip(tiles) {
            if any(pairs) {
                self.push(Event { row: row as u32, tile: tile as u32, level, turn }, pairs);
            }
        }
        if let Some(half) = rest.first_chunk::<HALF>()
            && any(half)
        {
            let mut pairs = [0; TILE_WORDS];
            pairs[block * W % TILE_WORDS..][..HALF].copy_from_slice(half);
            self.push(Event { row: row as u32, tile: (first + tiles.len()) as u32, level, turn }, &pairs);
        }
    }

    #[inline(always)]
    fn events(&self) -> usize {
        self.events
    }

    fn another(&self) -> Self {
        let &Self { owner, ref bands, .. } = self;
        Self { owner, bands: bands.iter().map(Band::another).collect(), deepest: 0, events: 0 }
    }

    fn append(&mut self, other: Self) {
        self.deepest = self.deepest.max(other.deepest);
        self.events += other.events;
        self.bands.iter_mut().zip(other.bands).for_each(|(band, other)| band.append(other));
    }
}
