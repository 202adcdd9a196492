//! A range of neighbouring rows of both sets of an attractor.

use super::block::Matrix;

/// Neighbouring rows, to write. Rows keep their numbers, so each thread may have a slab of its own.
pub(super) struct Slab<'m> {
    /// The number of the first row.
    pub(super) first: usize,
    /// The closed pairs with the owner to move.
    pub(super) owner_to_move: Matrix<&'m mut [u64]>,
    /// The closed pairs with the opponent to move.
    pub(super) opponent_to_move: Matrix<&'m mut [u64]>,
    /// One entry for each row of the slab.
    pub(super) counts: &'m mut [RowCounts],
}

/// The number of pairs of a row by state.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowCounts {
    /// Won by the owner with the owner to move.
    pub(super) won: u32,
    /// Not closed with the owner to move.
    pub(super) open_owner: u32,
    /// Not closed with the opponent to move.
    pub(super) open_opponent: u32,
}

impl<'m> Slab<'m> {
    /// These rows, borrowed.
    pub(super) fn reborrow(&mut self) -> Slab<'_> {
        Slab {
            first: self.first,
            owner_to_move: self.owner_to_move.reborrow(),
            opponent_to_move: self.opponent_to_move.reborrow(),
            counts: self.counts,
        }
    }

    /// Splits a slab before this row.
    pub(super) fn split_at(self, row: usize) -> (Self, Self) {
        let Self { first, owner_to_move, opponent_to_move, counts } = self;
        let (owner_before, owner_from) = owner_to_move.split_at_row(row);
        let (opponent_before, opponent_from) = opponent_to_move.split_at_row(row);
        let (counts_before, counts_from) = counts.split_at_mut(row - first);
        let slab = |first, owner_to_move, opponent_to_move, counts: &'m mut [RowCounts]| Self {
            first,
            owner_to_move,
            opponent_to_move,
            counts,
        };
        (slab(first, owner_before, opponent_before, counts_before), slab(row, owner_from, opponent_from, counts_from))
    }

    /// The counts of a row.
    #[inline(always)]
    pub(super) fn counts(&mut self, row: usize) -> &mut RowCounts {
        &mut self.counts[row - self.first]
    }
}
