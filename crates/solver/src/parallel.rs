//! Work is shared out to threads in such a way that the result does not depend on how many there are.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon_core::{ThreadPoolBuilder, Yield};

use crate::SMALL_CODE;

/// Runs a task on this many threads, which stay until it is done: what it shares out in between need not wait for threads to start. With
/// one, or where the system has no more, it runs here.
pub(crate) fn on_threads<R: Send>(threads: usize, task: impl FnOnce() -> R + Send) -> R {
    if SMALL_CODE {
        return task();
    }
    let mut done = None;
    run_on_threads(threads, Box::new(|| done = Some(task())));
    done.expect("the task ran")
}

/// The same for a task of whatever type, so that this is compiled but once.
fn run_on_threads(threads: usize, task: Box<dyn FnOnce() + Send + '_>) {
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
    match pool {
        Some(Ok(pool)) => pool.install(task),
        Some(Err(_)) | None => task(),
    }
}

/// Does the work for every part. There is one thread for each state, which it alone uses; a thread that is free takes the next part. The
/// threads are those of [`on_threads`]; outside it, and with one state, there is but this one.
pub(crate) fn for_each_part<P: Send, S: Send>(
    parts: impl IntoIterator<Item = P, IntoIter: Send>,
    states: &mut [S],
    work: impl Fn(&mut S, P) + Sync,
) {
    let parts = parts.into_iter();
    let count = states.len();
    // Where there are no threads, no code for them is compiled.
    if SMALL_CODE || count < 2 || !is_among_several() {
        let Some(state) = states.first_mut() else { return };
        return parts.for_each(|part| work(state, part));
    }
    let (parts, states) = (Mutex::new(parts), Mutex::new(states.iter_mut()));
    run_several(count, &|| {
        let Some(state) = take_next(&states) else { return };
        while let Some(part) = take_next(&parts) {
            work(state, part);
        }
    });
}

fn take_next<I: Iterator>(of: &Mutex<I>) -> Option<I::Item> {
    of.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// Runs a task so many times, at the same time as far as threads are free. As it takes tasks of whatever type, it is compiled but once.
fn run_several(times: usize, task: &(dyn Fn() + Sync)) {
    rayon_core::scope(|scope| {
        for _ in 1..times {
            scope.spawn(|_| task());
        }
        task();
    });
}

/// Whether there are other threads of [`on_threads`].
fn is_among_several() -> bool {
    rayon_core::current_thread_index().is_some()
}

/// Calls both functions, at the same time where there are several threads. The thread that is done first helps the
/// other and stays awake for a while.
pub(crate) fn join<A: Send, B: Send>(
    threads: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if SMALL_CODE || threads < 2 || !is_among_several() {
        return (one(), other());
    }
    let running = AtomicUsize::new(2);
    rayon_core::join(|| then_help(one, &running), || then_help(other, &running))
}

/// Calls a function. Then steals work until the other task ends, or until [`LONGEST_AWAKE`] passes idle.
fn then_help<R>(task: impl FnOnce() -> R, running: &AtomicUsize) -> R {
    let done = task();
    running.fetch_sub(1, Ordering::Relaxed);
    let mut idle_since = Instant::now();
    while running.load(Ordering::Relaxed) > 0 && idle_since.elapsed() < LONGEST_AWAKE {
        if rayon_core::yield_now() == Some(Yield::Executed) {
            idle_since = Instant::now();
        } else {
            hint::spin_loop();
        }
    }
    done
}

/// The granted threads, and how many of them are idle. A caller takes idle threads, starts them, and returns them when
/// they have ended.
#[derive(Debug)]
pub(crate) struct Threads {
    granted: usize,
    idle: AtomicUsize,
    /// Work that takes less is not worth a thread.
    least: Duration,
}

impl Threads {
    /// So many threads, of which some are busy.
    pub(crate) fn new(granted: usize, busy: usize) -> Self {
        Self { granted, idle: AtomicUsize::new(granted - busy), least: WORTH_A_THREAD }
    }

    /// The same, but any work is worth a thread.
    #[cfg(test)]
    pub(crate) fn for_any_work(self) -> Self {
        Self { least: Duration::ZERO, ..self }
    }

    /// Whether there are more threads than the one that asks.
    #[inline]
    pub(crate) fn are_several(&self) -> bool {
        !SMALL_CODE && self.granted > 1
    }

    /// Whether any is idle.
    #[inline]
    pub(crate) fn is_any_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// All idle threads, if there are any and work that takes one thread so long is worth it.
    pub(crate) fn take_idle(&self, work: Duration) -> Option<Taken<'_>> {
        let threads = if work < self.least { 0 } else { self.idle.swap(0, Ordering::Relaxed) };
        (threads > 0).then_some(Taken { of: self, threads })
    }

    /// One more has nothing to do.
    pub(crate) fn add_idle(&self) {
        self.idle.fetch_add(1, Ordering::Relaxed);
    }
}

/// Idle threads that are taken until this is dropped.
#[derive(Debug)]
pub(crate) struct Taken<'i> {
    of: &'i Threads,
    threads: usize,
}

impl Taken<'_> {
    /// How many.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.of.idle.fetch_add(self.threads, Ordering::Relaxed);
    }
}

/// Handing work over and joining what comes of it take some microseconds.
const WORTH_A_THREAD: Duration = Duration::from_micros(30);

/// How long a thread stays awake for work: to wake it takes some fifty microseconds.
const LONGEST_AWAKE: Duration = Duration::from_micros(300);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_worked_off_once() {
        for threads in 1..5 {
            let mut sums = vec![0; threads];
            let mut parts: Vec<u32> = vec![0; 100];
            on_threads(threads, || {
                for_each_part(parts.iter_mut().zip(0..), &mut sums, |sum, (part, number)| {
                    *part += number;
                    *sum += number;
                });
            });
            assert!(parts.iter().copied().eq(0..100));
            assert_eq!(sums.iter().sum::<u32>(), 4950);
            assert_eq!(on_threads(threads, || join(threads, || 1, || 2)), (1, 2));
        }
    }
}
