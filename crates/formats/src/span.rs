//! A place in a text.

use std::ops::Range;

/// A range of bytes in a text. 32 bits suffice ([`crate::MAX_BYTES`]) and save memory on large
/// boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start as u32, end: range.end as u32 }
    }
}

impl Span {
    pub(crate) fn start(self) -> usize {
        self.start as usize
    }

    pub(crate) fn end(self) -> usize {
        self.end as usize
    }

    pub(crate) fn len(self) -> usize {
        self.end().saturating_sub(self.start())
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start()..self.end()
    }
}
