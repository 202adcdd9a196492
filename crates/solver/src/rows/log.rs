//! What an attractor decided, in the order in which it did.
//!
//! An event says: these pairs of one tile of a row were decided at this level. A tile is half a kilobit of columns. Hundreds of
//! pairs share an event as a rule, so the log is several times smaller than a table with a word for each position, and writing it
//! costs next to nothing.

use catmouse_arena::{Player, ProductArena};

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
#[derive(Debug, Default)]
pub(super) struct Band {
    pages: Vec<Page>,
}

/// Some events, and what they decided.
#[derive(Debug)]
struct Page {
    events: Vec<Event>,
    pairs: Vec<Block<TILE>>,
}

/// Events of a page.
const PAGE: usize = 256;

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
        let bands = (arena.steps(Player::One).nodes() as usize).div_ceil(64 * TILE);
        Self { owner, bands: std::iter::repeat_with(Band::default).take(bands).collect(), deepest: 0, room }
    }
}

impl Log {
    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.bands.iter().map(|band| band.pages.len() * PAGE * EVENT_BYTES).sum()
    }

    /// How many events there is still room for.
    pub(super) fn room(&self) -> usize {
        self.room
    }
}

impl Band {
    /// How many events there are.
    pub(super) fn len(&self) -> usize {
        self.pages.last().map_or(0, |last| (self.pages.len() - 1) * PAGE + last.events.len())
    }

    /// All events, in the order in which they happened, and what they decided.
    #[inline(always)]
    pub(super) fn events(&self) -> impl Iterator<Item = (&Event, &Block<TILE>)> {
        self.pages.iter().flat_map(|page| page.events.iter().zip(&page.pairs))
    }

    /// The event with this number and what it decided.
    #[inline(always)]
    pub(super) fn event(&self, number: u32) -> (Event, Block<TILE>) {
        let (page, index) = (&self.pages[number as usize / PAGE], number as usize % PAGE);
        (page.events[index], page.pairs[index])
    }

    #[inline(always)]
    fn push(&mut self, event: Event, pairs: &Block<TILE>) {
        if self.pages.last().is_none_or(|page| page.events.len() == PAGE) {
            self.pages.push(Page { events: Vec::with_capacity(PAGE), pairs: Vec::with_capacity(PAGE) });
        }
        if let Some(page) = self.pages.last_mut() {
            page.events.push(event);
            page.pairs.push(*pairs);
        }
    }
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
        if W < TILE {
            // A narrow row lies within one tile.
            let mut tile = [0; TILE];
            tile[block * W % TILE..][..W].copy_from_slice(pairs);
            push(block * W / TILE, &tile);
            return;
        }
        for (index, pairs) in pairs.as_chunks::<TILE>().0.iter().enumerate() {
            if any(pairs) {
                push(block * (W / TILE) + index, pairs);
            }
        }
    }

    #[inline(always)]
    fn has_room(&self) -> bool {
        self.room > 0
    }
}
