//! What an attractor decided, in the order in which it did.
//!
//! An event says: these pairs of one tile of a row were decided at this level. A tile is half a kilobit of columns. Hundreds of
//! pairs share an event as a rule, so the log is several times smaller than a table with a word for each position, and writing it
//! costs next to nothing.

use catmouse_arena::{Arena, Player, ProductArena};

use super::attractor::Record;
use super::block::{Block, any};

/// Words of a tile.
pub(super) const TILE: usize = 8;

/// Events of one attractor. Those of one band of One's nodes, 512 of them, lie together, as a band of the table is made of them
/// alone; within a band they lie page by page, so that they are never moved.
#[derive(Debug)]
pub(super) struct Log {
    /// Whose attractor it is: rows are its nodes.
    owner: Player,
    pub(super) bands: Vec<Band>,
    /// The greatest distance, 0 if there is none.
    pub(super) deepest: u32,
    /// How many more events there is room for.
    room: usize,
}

/// Bytes of an event.
pub(super) const EVENT_BYTES: usize = size_of::<Event>() + size_of::<Block<TILE>>();

/// The events of a band.
#[derive(Debug)]
pub(super) struct Band {
    pages: Vec<Page>,
    /// Events of a page, as a power of two.
    page_bits: u32,
    /// Whether tiles are kept without their second half, because rows are no longer than the first.
    halves: bool,
}

/// Some events, and what they decided.
#[derive(Debug)]
struct Page {
    events: Vec<Event>,
    pairs: Vec<[u64; HALF]>,
}

/// Words of half a tile.
const HALF: usize = TILE / 2;

/// Events of a page at the most and at the least, and how many positions there are for each.
const PAGES: (usize, usize) = (32, 256);
const POSITIONS_PER_EVENT: usize = 1024;

/// Where and when something was decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) row: u32,
    pub(super) tile: u32,
    pub(super) level: u32,
    pub(super) turn: Player,
}

impl Log {
    /// Nothing yet, of this player's attractor, with room for so many events.
    pub(super) fn new(arena: &ProductArena, owner: Player, room: usize) -> Self {
        let columns = arena.steps(owner.opponent()).nodes() as usize;
        let page = (arena.positions() / POSITIONS_PER_EVENT).clamp(PAGES.0, PAGES.1);
        let band = || Band { pages: Vec::new(), page_bits: page.ilog2(), halves: columns <= 64 * HALF };
        let bands = (arena.steps(Player::One).nodes() as usize).div_ceil(64 * TILE);
        Self { owner, bands: std::iter::repeat_with(band).take(bands).collect(), deepest: 0, room }
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.bands.iter().map(Band::bytes).sum()
    }

    /// How many events there is still room for.
    pub(super) fn room(&self) -> usize {
        self.room
    }
}

impl Band {
    /// How many events there are.
    pub(super) fn len(&self) -> usize {
        self.pages.last().map_or(0, |last| ((self.pages.len() - 1) << self.page_bits) + last.events.len())
    }

    fn bytes(&self) -> usize {
        (self.pages.len() << self.page_bits) * (size_of::<Event>() + self.stride() * size_of::<[u64; HALF]>())
    }

    /// Halves of tiles that are kept of an event.
    fn stride(&self) -> usize {
        if self.halves { 1 } else { 2 }
    }

    /// All events, in the order in which they happened.
    #[inline(always)]
    pub(super) fn events(&self) -> impl Iterator<Item = &Event> {
        self.pages.iter().flat_map(|page| &page.events)
    }

    /// The event with this number and what it decided.
    #[inline(always)]
    pub(super) fn event(&self, number: u32) -> (Event, Block<TILE>) {
        let (page, index) =
            (&self.pages[number as usize >> self.page_bits], number as usize & ((1 << self.page_bits) - 1));
        let mut pairs = [0; TILE];
        let (first, second) = pairs.split_at_mut(HALF);
        if self.halves {
            first.copy_from_slice(&page.pairs[index]);
        } else {
            first.copy_from_slice(&page.pairs[2 * index]);
            second.copy_from_slice(&page.pairs[2 * index + 1]);
        }
        (page.events[index], pairs)
    }

    #[inline(always)]
    fn push(&mut self, event: Event, pairs: &Block<TILE>) {
        if self.pages.last().is_none_or(|page| page.events.len() >> self.page_bits > 0) {
            let events = 1 << self.page_bits;
            let pairs = Vec::with_capacity(events * self.stride());
            self.pages.push(Page { events: Vec::with_capacity(events), pairs });
        }
        if let Some(page) = self.pages.last_mut() {
            page.events.push(event);
            let [first, second] = halves(pairs);
            page.pairs.push(first);
            if !self.halves {
                page.pairs.push(second);
            }
        }
    }
}

/// A tile as two halves.
#[inline(always)]
fn halves(tile: &Block<TILE>) -> [[u64; HALF]; 2] {
    std::array::from_fn(|half| std::array::from_fn(|index| tile[half * HALF + index]))
}

impl<const W: usize> Record<W> for Log {
    #[inline(always)]
    fn decided(&mut self, row: usize, block: usize, turn: Player, level: u32, pairs: &Block<W>) {
        self.deepest = level.max(self.deepest);
        let mut push = |tile: usize, pairs: &Block<TILE>| {
            let band = if self.owner == Player::One { row / (64 * TILE) } else { tile };
            self.room = self.room.saturating_sub(1);
            self.bands[band].push(Event { row: row as u32, tile: tile as u32, level, turn }, pairs);
        };
        let (first, (tiles, rest)) = (block * W / TILE, pairs.as_chunks());
        for (tile, pairs) in (first..).zip(tiles) {
            if any(pairs) {
                push(tile, pairs);
            }
        }
        if let Some(half) = rest.first_chunk::<HALF>()
            && any(half)
        {
            let mut pairs = [0; TILE];
            pairs[block * W % TILE..][..HALF].copy_from_slice(half);
            push(first + tiles.len(), &pairs);
        }
    }

    #[inline(always)]
    fn has_room(&self) -> bool {
        self.room > 0
    }
}
