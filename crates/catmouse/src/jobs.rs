//! Numbered jobs on several threads. The results are taken in the order of the jobs, so they do not
//! depend on the number of threads.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use std::ops::ControlFlow;
//! use catmouse::jobs::{StopSignal, in_order};
//!
//! let mut squares = Vec::new();
//! let stop = StopSignal::default();
//! in_order(NonZeroUsize::new(2).unwrap(), 5, || (), |(), job| job * job, &stop, |_, square| {
//!     squares.push(square);
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(squares, [0, 1, 4, 9, 16]);
//! ```

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The reasons to stop before all jobs are done: the caller's flag, the time limit, or a result
/// after which no more are wanted. The default has no reason.
#[derive(Debug, Default)]
pub struct StopSignal<'a> {
    cancelled: Option<&'a AtomicBool>,
    deadline: Option<Instant>,
    /// Set once no more results are wanted.
    done: AtomicBool,
}

impl<'a> StopSignal<'a> {
    /// The caller's flag and time limit as reasons to stop. The time begins now.
    pub fn new(cancelled: Option<&'a AtomicBool>, time: Option<Duration>) -> Self {
        // The clock is read only if there is a time limit. On wasm32 there is no clock, and reading
        // it panics.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Self { cancelled, deadline, done: AtomicBool::new(false) }
    }

    /// Whether the caller has set the flag.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether the time is up.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the taker of the results wanted no more.
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// Whether to stop, for any of the reasons.
    pub fn is_set(&self) -> bool {
        self.is_done() || self.is_cancelled() || self.is_late()
    }

    fn set_done(&self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

/// Runs `count` jobs, numbered from 0, and passes their results to `take` in order until it returns
/// [`ControlFlow::Break`]. Each thread has its own workspace. Once `stop` is set, no more jobs
/// begin, but the results of jobs that have begun are still taken.
pub fn in_order<W, T: Send>(
    threads: NonZeroUsize,
    count: u64,
    workspace: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> T + Sync,
    stop: &StopSignal<'_>,
    take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    #[cfg(feature = "threads")]
    if threads.get() > 1 && count > 1 && crate::cores::can_start_a_thread() {
        return parallel::in_order(threads, count, &workspace, &work, stop, take);
    }
    let _ = threads;
    sequential(count, &workspace, &work, stop, take);
}

fn sequential<W, T>(
    count: u64,
    workspace: &impl Fn() -> W,
    work: &impl Fn(&mut W, u64) -> T,
    stop: &StopSignal<'_>,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let mut workspace = workspace();
    for job in 0..count {
        if stop.is_set() {
            return;
        }
        let result = work(&mut workspace, job);
        if take(job, result).is_break() {
            return stop.set_done();
        }
    }
}

#[cfg(feature = "threads")]
mod parallel {
    use super::{ControlFlow, NonZeroUsize, StopSignal};
    use crate::arrivals::Arrivals;

    /// The number of results that may wait for the result of an earlier job.
    const MOST_WAITING: u64 = 1 << 16;

    pub(super) fn in_order<W, T: Send>(
        threads: NonZeroUsize,
        count: u64,
        workspace: &(impl Fn() -> W + Sync),
        work: &(impl Fn(&mut W, u64) -> T + Sync),
        stop: &StopSignal<'_>,
        mut take: impl FnMut(u64, T) -> ControlFlow<()>,
    ) {
        let results = Arrivals::new(MOST_WAITING);
        let serve = || {
            let mut workspace = workspace();
            while let Some(job) = results.begin(|job| job < count && !stop.is_set()) {
                if !results.put(job, work(&mut workspace, job)) {
                    return;
                }
            }
        };
        results.run(threads, &serve, &mut || {
            let mut job = 0;
            while let Some(result) = results.next() {
                // The later results are dropped, because a run on one thread would not compute
                // them.
                if take(job, result).is_break() {
                    return stop.set_done();
                }
                job += 1;
            }
        });
    }
}
