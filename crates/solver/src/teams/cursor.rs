//! Steps through configurations in the order of their numbers.

use super::numbering::Numbering;

/// Up to this distance stepping is faster than unranking.
const NEAR: usize = 8;

/// A configuration and its number.
#[derive(Debug)]
pub(super) struct Cursor {
    pub(super) row: usize,
    pub(super) members: Vec<usize>,
}

impl Cursor {
    /// A cursor at the configuration with this number. The number may be one beyond the last
    /// configuration; then the members mean nothing.
    pub(super) fn new(numbering: &Numbering, row: usize) -> Self {
        let mut members = vec![0; numbering.size()];
        if row < numbering.count() {
            numbering.members(row, &mut members);
        }
        Self { row, members }
    }

    /// The members, in descending order.
    #[inline(always)]
    pub(super) fn members(&self) -> &[usize] {
        &self.members
    }

    /// Moves to the next configuration.
    #[inline(always)]
    pub(super) fn advance(&mut self) {
        let mut at = self.members.len() - 1;
        while at > 0 && self.members[at] == self.members[at - 1] {
            self.members[at] = 0;
            at -= 1;
        }
        self.members[at] += 1;
        self.row += 1;
    }

    /// Moves to the configuration with this number.
    #[inline(always)]
    pub(super) fn seek(&mut self, numbering: &Numbering, row: usize) {
        // The last member runs up to the one before it, so a short way ahead only the last member
        // changes.
        if let [.., before, last] = &mut self.members[..]
            && let Some(ahead) = row.checked_sub(self.row)
            && *last + ahead <= *before
        {
            *last += ahead;
            self.row = row;
        } else if (self.row..self.row + NEAR).contains(&row) {
            while self.row < row {
                self.advance();
            }
        } else {
            self.row = row;
            numbering.members(row, &mut self.members);
        }
    }
}
