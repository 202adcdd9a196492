//! Rows of different lengths in one list.
#![expect(clippy::inline_always, reason = "vector instructions reach only what is inlined where they are enabled")]

use std::ops::Range;

/// Rows of different lengths, stored one after the other ("compressed sparse rows"). Row `r` is
/// `entries[starts[r]..starts[r + 1]]`. There are fewer than 2³² entries.
///
/// Memory: 4 bytes a row in addition to the entries.
///
/// ```
/// use catmouse_arena::CompressedRows;
///
/// let mut rows = CompressedRows::new();
/// rows.push([3, 4]);
/// rows.push([]);
/// rows.push([5]);
/// assert_eq!((rows.len(), rows.row(0), rows.row(1)), (3, &[3, 4][..], &[][..]));
/// assert_eq!(rows, CompressedRows::grouped(3, [(0, 3), (2, 5), (0, 4)].into_iter()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompressedRows<T> {
    /// The start of each row, followed by the number of entries.
    starts: Vec<u32>,
    entries: Vec<T>,
}

impl<T> Default for CompressedRows<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> CompressedRows<T> {
    /// No rows.
    pub fn new() -> Self {
        Self::with_capacity(0, 0)
    }

    /// No rows, with room for this number of rows and of entries.
    pub fn with_capacity(rows: usize, entries: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Self { starts, entries: Vec::with_capacity(entries) }
    }

    /// Appends a row.
    ///
    /// # Panics
    ///
    /// If there are 2³² entries or more.
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.entries.extend(row);
        self.starts.push(u32::try_from(self.entries.len()).expect("there are fewer than 2³² entries"));
    }

    /// The number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no row.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row.
    ///
    /// # Panics
    ///
    /// If the row does not exist.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[T] {
        &self.entries[self.range(row)]
    }

    /// The entries of consecutive rows, row after row.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    #[inline]
    pub fn rows(&self, rows: Range<usize>) -> &[T] {
        &self.entries[self.starts[rows.start] as usize..self.starts[rows.end] as usize]
    }

    /// A row, to be changed.
    ///
    /// # Panics
    ///
    /// If the row does not exist.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut [T] {
        let range = self.range(row);
        &mut self.entries[range]
    }

    /// The place of a row among the [`entries`](Self::entries).
    ///
    /// # Panics
    ///
    /// If the row does not exist.
    #[inline(always)]
    pub fn range(&self, row: usize) -> Range<usize> {
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// The entries of all rows, row after row.
    #[inline]
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// Frees memory that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.starts.shrink_to_fit();
        self.entries.shrink_to_fit();
    }
}

impl<T: Copy> CompressedRows<T> {
    /// Distributes entries, each given with its row and in any order, over this number of rows.
    /// Within a row the entries keep their order. Time: linear, by a counting sort that goes through
    /// the entries twice.
    ///
    /// # Panics
    ///
    /// If an entry belongs to a later row, or if there are 2³² entries or more.
    pub fn grouped(rows: usize, entries: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut grouped = Self { starts: vec![0; rows + 1], entries: Vec::new() };
        grouped.regroup(entries);
        grouped
    }

    /// Replaces the entries, as [`grouped`](Self::grouped), and reuses their memory.
    ///
    /// # Panics
    ///
    /// As [`grouped`](Self::grouped).
    pub fn regroup(&mut self, entries: impl Iterator<Item = (u32, T)> + Clone) {
        self.starts.fill(0);
        let mut count = 0;
        entries.clone().for_each(|(row, _)| {
            self.starts[row as usize + 1] += 1;
            count += 1;
        });
        assert!(u32::try_from(count).is_ok(), "there are fewer than 2³² entries");
        for row in 1..self.starts.len() {
            self.starts[row] += self.starts[row - 1];
        }
        self.entries.clear();
        if let Some((_, any)) = entries.clone().next() {
            self.entries.resize(count, any); // every entry is overwritten
        }
        // While a row is filled, `starts` holds its next free slot, in the end the start of the
        // next row.
        entries.for_each(|(row, entry)| {
            let slot = &mut self.starts[row as usize];
            self.entries[*slot as usize] = entry;
            *slot += 1;
        });
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }
}
