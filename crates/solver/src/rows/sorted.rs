//! The events of a band, grouped by bucket with a counting sort.

use std::ops::Range;

use catmouse_arena::CompressedRows;

use super::log::{Band, Event};

/// An entry for each event of a band, bucket by bucket.
#[derive(Debug)]
pub(super) struct Sorted<E> {
    buckets: CompressedRows<E>,
}

impl<E: Copy> Sorted<E> {
    /// Sorts the events of a band by `bucket`. `entry` makes an entry from an event's number and
    /// the event.
    pub(super) fn new(
        band: &Band,
        buckets: usize,
        bucket: impl Fn(&Event) -> usize,
        entry: impl Fn(u32, &Event) -> E,
    ) -> Self {
        let entries = band.events().enumerate();
        let entries = entries.map(|(number, event)| (bucket(event) as u32, entry(number as u32, event)));
        Self { buckets: CompressedRows::grouped(buckets, entries) }
    }

    /// The entries of a bucket, in the order of the log.
    pub(super) fn bucket(&self, bucket: usize) -> &[E] {
        self.buckets.row(bucket)
    }

    /// The entries of consecutive buckets, bucket by bucket.
    pub(super) fn buckets(&self, buckets: Range<usize>) -> &[E] {
        self.buckets.rows(buckets)
    }

    /// The range of the entries of one bucket within `self.buckets(buckets)`. `bucket` counts from
    /// the first of these buckets.
    pub(super) fn within(&self, buckets: Range<usize>, bucket: usize) -> Range<usize> {
        let (range, first) = (self.buckets.range(buckets.start + bucket), self.buckets.range(buckets.start).start);
        range.start - first..range.end - first
    }
}
