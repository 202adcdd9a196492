//! Shares the candidates of a level with idle threads.
//!
//! A level is shared if its candidates take long enough, judged by the recent time per candidate.
//! So the first candidates are timed while a thread is idle. The result does not depend on which
//! thread decides a row.

use std::time::{Duration, Instant};

use catmouse_arena::InOrder;

use super::kernels::packet::PACKET;
use super::level::{Level, Worker};
use super::record::Record;
use super::slab::Slab;
use super::terms::Terms;
use crate::parallel::for_each_part;

/// Candidates that are timed before the rest of a level is shared.
const SAMPLE: usize = 2 * PACKET;

/// The longest time between two progress reports while a level is shared.
const LONGEST_SHARED: Duration = Duration::from_millis(50);

/// The other threads that help with an attractor.
pub(super) struct Helpers<'c, 'a> {
    terms: Terms<'c>,
    workers: Vec<Worker<'a>>,
    /// Recent time per candidate.
    time_each: Option<Duration>,
}

impl<'c, 'a> Helpers<'c, 'a> {
    pub(super) fn new(terms: Terms<'c>) -> Self {
        Self { terms, workers: Vec::new(), time_each: None }
    }

    /// The records of the helpers.
    pub(super) fn records(self) -> impl Iterator<Item = Record> {
        self.workers.into_iter().map(|worker| worker.record)
    }

    /// The number of events in these records.
    pub(super) fn events(&self) -> usize {
        self.workers.iter().map(|worker| worker.record.events()).sum()
    }

    /// The number of candidates to decide alone before the rest may be shared; at most `most`.
    pub(super) fn alone(&self, candidates: usize, most: usize) -> usize {
        let length = if self.terms.threads.are_several() && candidates > 2 * SAMPLE { SAMPLE } else { most };
        length.min(candidates)
    }

    /// Calls `decide`, which decides this many candidates. Measures the time per candidate if the
    /// rest may be shared.
    pub(super) fn timed(&mut self, candidates: usize, decide: impl FnOnce()) {
        let begun = self.may_share(candidates).then(Instant::now);
        decide();
        if let Some(begun) = begun {
            self.time_each = Some(begun.elapsed() / candidates as u32);
        }
    }

    fn may_share(&self, candidates: usize) -> bool {
        let threads = self.terms.threads;
        threads.are_several() && candidates > PACKET && threads.is_any_idle()
    }

    /// Decides a first part of these candidates together with all idle threads, if sharing is
    /// likely to pay. Returns the number of candidates decided. They take about [`LONGEST_SHARED`]
    /// at most.
    pub(super) fn share(
        &mut self,
        level: &Level<'_, 'a>,
        candidates: &mut [u32],
        slab: &mut Slab<'_>,
        worker: &mut Worker<'a>,
    ) -> usize {
        if self.may_share(candidates.len()) { self.share_now(level, candidates, slab, worker) } else { 0 }
    }

    #[cold]
    fn share_now(
        &mut self,
        level: &Level<'_, 'a>,
        candidates: &mut [u32],
        slab: &mut Slab<'_>,
        worker: &mut Worker<'a>,
    ) -> usize {
        let Terms { control, threads, .. } = self.terms;
        let Some(each) = self.time_each else { return 0 };
        let Some(taken) = threads.take_idle(each.saturating_mul(candidates.len() as u32)) else { return 0 };
        let longest = LONGEST_SHARED.as_nanos() / each.as_nanos().max(1);
        let shared = candidates.len().min(longest as usize).max(1);
        let candidates = &mut candidates[..shared];
        // Decide the rows that wait for a packet, because another thread may soon own them.
        level.decide(&[], true, slab.reborrow(), worker);
        if !candidates.is_sorted() {
            candidates.put_in_order();
        }
        while self.workers.len() < taken.threads() {
            self.workers.push(worker.another(level.duel));
        }
        let helping = &mut self.workers[..taken.threads()];
        let parts = parts(candidates, slab.reborrow(), 1 + helping.len());
        let mut workers: Vec<_> = std::iter::once(&mut *worker).chain(helping).collect();
        let begun = Instant::now();
        for_each_part(parts, &mut workers, |worker, (candidates, slab)| {
            if !control.is_cancelled() {
                level.decide(candidates, true, slab, worker);
            }
        });
        self.time_each = Some(begun.elapsed() * (1 + taken.threads() as u32) / shared as u32);
        self.workers.iter_mut().for_each(|helper| worker.next.append(&mut helper.next));
        shared
    }
}

/// Divides sorted candidates, and the slab of their rows, into parts for this many threads. The
/// first parts are large and the last ones small.
fn parts<'c, 'm>(mut candidates: &'c [u32], mut slab: Slab<'m>, threads: usize) -> Vec<(&'c [u32], Slab<'m>)> {
    let mut parts = Vec::new();
    loop {
        let length = (candidates.len() / (2 * threads)).next_multiple_of(PACKET).max(PACKET);
        let (part, later) = candidates.split_at(length.min(candidates.len()));
        let Some(&next) = later.first() else {
            parts.push((part, slab));
            return parts;
        };
        let (before, from) = slab.split_at(next as usize);
        parts.push((part, before));
        (candidates, slab) = (later, from);
    }
}
