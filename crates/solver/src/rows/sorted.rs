//! The events of a band, grouped by bucket with a counting sort.

use std::ops::Range;

use super::log::{Band, Event};

/// An entry for each event of a band, bucket by bucket.
#[derive(Debug)]
pub(super) struct Sorted<E> {
    starts: Vec<u32>,
    order: Vec<E>,
}

impl<E: Copy + Default> Sorted<E> {
    /// Sorts the events of a band by `bucket`. `entry` makes an entry from an event's number and
    /// the event.
    pub(super) fn new(
        band: &Band,
        buckets: usize,
        bucket: impl Fn(&Event) -> usize,
        entry: impl Fn(u32, &Event) -> E,
    ) -> Self {
        let mut starts = vec![0u32; buckets + 1];
        band.events().for_each(|event| starts[bucket(event) + 1] += 1);
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut order = vec![E::default(); band.len()];
        let mut next = starts.clone();
        let mut number = 0;
        band.events().for_each(|event| {
            let next = &mut next[bucket(event)];
            order[*next as usize] = entry(number, event);
            *next += 1;
            number += 1;
        });
        Self { starts, order }
    }

    /// The entries of a bucket, in the order of the log.
    pub(super) fn bucket(&self, bucket: usize) -> &[E] {
        &self.order[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// The entries of consecutive buckets, bucket by bucket.
    pub(super) fn buckets(&self, buckets: Range<usize>) -> &[E] {
        &self.order[self.starts[buckets.start] as usize..self.starts[buckets.end] as usize]
    }

    /// The range of the entries of one bucket within `self.buckets(buckets)`. `bucket` counts from
    /// the first of these buckets.
    pub(super) fn within(&self, buckets: Range<usize>, bucket: usize) -> Range<usize> {
        let place = |bucket: usize| (self.starts[bucket] - self.starts[buckets.start]) as usize;
        place(buckets.start + bucket)..place(buckets.start + bucket + 1)
    }
}
