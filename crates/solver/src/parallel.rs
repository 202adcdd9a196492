//! Work is shared out to threads in such a way that the result does not depend on how many there are.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::SMALL_CODE;

/// Does the work for every part. There is one thread for each state, which it alone uses; a thread that is free takes the next part. With
/// one state no thread is started. Starting threads takes time, so the work should take milliseconds.
pub(crate) fn for_each_part<P: Send, S: Send>(
    parts: impl IntoIterator<Item = P, IntoIter: Send>,
    states: &mut [S],
    work: impl Fn(&mut S, P) + Sync,
) {
    let parts = parts.into_iter();
    // Where there are no threads, no code for them is compiled.
    if SMALL_CODE || states.len() == 1 {
        let Some(state) = states.first_mut() else { return };
        return parts.for_each(|part| work(state, part));
    }
    let parts = Mutex::new(parts);
    let serve = |state: &mut S| {
        loop {
            // A statement of its own: in the head of the loop the lock would be held while the part is worked on.
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(part) = part else { return };
            work(state, part);
        }
    };
    let serve = &serve;
    thread::scope(|scope| {
        let Some((here, others)) = states.split_first_mut() else { return };
        let others: Vec<_> = others.iter_mut().map(|state| scope.spawn(move || serve(state))).collect();
        serve(here);
        for thread in others {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Calls both functions, at the same time where there are several threads.
pub(crate) fn join<A: Send, B>(threads: usize, one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    if SMALL_CODE || threads < 2 {
        let one = one();
        return (one, other());
    }
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().unwrap_or_else(|panic| resume_unwind(panic)), other)
    })
}

/// Threads that are granted, and how many of them have nothing to do. Whoever takes these starts as many and gives them back when they have ended.
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

/// Starting a thread and waiting for it take some fifty microseconds.
const WORTH_A_THREAD: Duration = Duration::from_micros(200);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_worked_off_once() {
        for threads in 1..5 {
            let mut sums = vec![0; threads];
            let mut parts: Vec<u32> = vec![0; 100];
            for_each_part(parts.iter_mut().zip(0..), &mut sums, |sum, (part, number)| {
                *part += number;
                *sum += number;
            });
            assert!(parts.iter().copied().eq(0..100));
            assert_eq!(sums.iter().sum::<u32>(), 4950);
            assert_eq!(join(threads, || 1, || 2), (1, 2));
        }
    }
}
