//! What strategies are derived from.

use std::ops::Deref;

use crate::explanation::Explained;

/// A solved game and its explanation, from which strategies are derived.
pub(super) struct StrategyContext<'a> {
    pub(super) explained: Explained<'a>,
    /// The greatest number of positions that are explored.
    pub(super) at_most: usize,
}

impl<'a> Deref for StrategyContext<'a> {
    type Target = Explained<'a>;

    fn deref(&self) -> &Self::Target {
        &self.explained
    }
}
