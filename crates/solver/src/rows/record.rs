//! What an attractor tells of the pairs that it decides.

use catmouse_arena::Player;

use super::block::Block;

/// Receives the pairs that are decided at each level.
pub(super) trait Record<const W: usize>: Send + Sized {
    /// These pairs of one block of a row are won by the owner at this distance, with this player to move.
    fn decided(&mut self, row: usize, block: usize, turn: Player, level: u32, pairs: &Block<W>);

    /// How many events it holds; asked once a level.
    fn events(&self) -> usize {
        0
    }

    /// An empty one for another thread.
    fn another(&self) -> Self;

    /// Takes in what another thread was told.
    fn append(&mut self, other: Self);
}

/// The last level that decided anything.
#[derive(Debug, Default)]
pub(super) struct Deepest(pub(super) u32);

impl<const W: usize> Record<W> for Deepest {
    #[inline(always)]
    fn decided(&mut self, _: usize, _: usize, _: Player, level: u32, _: &Block<W>) {
        self.0 = self.0.max(level);
    }

    fn another(&self) -> Self {
        Self::default()
    }

    fn append(&mut self, other: Self) {
        self.0 = self.0.max(other.0);
    }
}
