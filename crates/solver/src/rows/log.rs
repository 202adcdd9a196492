//! What an attractor decided, in the order in which it did.
//!
//! An event says: these pairs of one tile of a row were decided at this level. A tile is what half a kilobit of columns take, or
//! a whole row where that is shorter. Hundreds of pairs share an event as a rule, so the log is several times smaller than
//! a table with a word for each position, and writing it costs next to nothing.

use catmouse_arena::Player;

use super::attractor::Record;
use super::block::{Block, any};

/// Events of one attractor; tiles of `T` words.
#[derive(Debug)]
pub(super) struct Log<const T: usize> {
    pub(super) events: Vec<Event>,
    pub(super) pairs: Vec<Block<T>>,
    /// The greatest distance, 0 if there is none.
    pub(super) deepest: u32,
}

/// Where and when something was decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) row: u32,
    pub(super) tile: u32,
    pub(super) level: u32,
    pub(super) turn: Player,
}

impl<const T: usize> Log<T> {
    pub(super) fn new() -> Self {
        Self { events: Vec::new(), pairs: Vec::new(), deepest: 0 }
    }

    /// The events, each with its pairs.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Event, &Block<T>)> {
        self.events.iter().zip(&self.pairs)
    }
}

impl<const W: usize, const T: usize> Record<W> for Log<T> {
    #[inline(always)]
    fn decided(&mut self, row: usize, block: usize, turn: Player, level: u32, pairs: &Block<W>) {
        for (index, pairs) in pairs.as_chunks::<T>().0.iter().enumerate() {
            if any(pairs) {
                let tile = (block * (W / T) + index) as u32;
                self.events.push(Event { row: row as u32, tile, level, turn });
                self.pairs.push(*pairs);
                self.deepest = level.max(self.deepest);
            }
        }
    }
}
