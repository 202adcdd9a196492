//! Results of numbered jobs. Several threads finish the jobs in any order, and one thread takes the
//! results in the order of their numbers.
//!
//! A channel of the standard library would do the same. But its code is compiled once for each type
//! of results, and is ten times larger.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The results that have arrived and are not taken yet.
pub(crate) struct Arrivals<T> {
    state: Mutex<State<T>>,
    /// Signals any change of the state.
    changed: Condvar,
    /// The number of a result must exceed that of the next result to be taken by less than `room`.
    /// Otherwise `put` waits.
    room: u64,
}

struct State<T> {
    /// The results from number `next` upwards; `None` if a result has not arrived.
    results: VecDeque<Option<T>>,
    /// The number of the next result to be taken.
    next: u64,
    /// The number of jobs that have begun.
    begun: u64,
    /// Whether no more jobs will begin.
    is_complete: bool,
    /// Whether no more results will be taken: there are enough, or a thread has panicked.
    is_closed: bool,
}

impl<T: Send> Arrivals<T> {
    pub(crate) fn new(room: u64) -> Self {
        let state = State { results: VecDeque::new(), next: 0, begun: 0, is_complete: false, is_closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), room }
    }

    /// Runs `work` on this many threads, or on as many as the system starts. Meanwhile runs `take`
    /// on the current thread. Results that `take` does not take are dropped.
    ///
    /// # Panics
    ///
    /// If `work` or `take` panics, or if no thread starts although one could be started a moment
    /// ago.
    pub(crate) fn run(&self, threads: NonZeroUsize, work: &(dyn Fn() + Sync), take: &mut dyn FnMut()) {
        let work = || {
            let unless_it_panics = CloseOnDrop(&|| self.close());
            work();
            std::mem::forget(unless_it_panics);
        };
        run_on_threads(threads, &work, &mut || {
            let _closed = CloseOnDrop(&|| self.close());
            take();
        });
    }

    /// The number of the job that begins now. `None` if no more jobs begin, because `is_wanted` has
    /// returned false, now or earlier.
    pub(crate) fn begin(&self, is_wanted: impl FnOnce(u64) -> bool) -> Option<u64> {
        let mut state = self.lock();
        if state.is_complete || state.is_closed {
            return None;
        }
        let number = state.begun;
        if is_wanted(number) {
            state.begun += 1;
            return Some(number);
        }
        state.is_complete = true;
        self.changed.notify_all();
        None
    }

    /// Whether no more jobs will begin.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.lock();
        state.is_complete || state.is_closed
    }

    /// Adds the result with this number, as soon as there is room. Returns false if no more results
    /// are taken.
    pub(crate) fn put(&self, number: u64, result: T) -> bool {
        let is_far_ahead = |state: &mut State<T>| !state.is_closed && number - state.next >= self.room;
        let mut state = self.changed.wait_while(self.lock(), is_far_ahead).unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return false;
        }
        let place = (number - state.next) as usize;
        while state.results.len() <= place {
            state.results.push_back(None);
        }
        state.results[place] = Some(result);
        self.changed.notify_all();
        true
    }

    /// Whether the next result has not arrived yet.
    pub(crate) fn is_awaited(&self) -> bool {
        self.lock().awaits()
    }

    /// The next result; waits until it arrives. `None` after the last result, or if a thread has
    /// panicked.
    pub(crate) fn next(&self) -> Option<T> {
        let mut state =
            self.changed.wait_while(self.lock(), |state| state.awaits()).unwrap_or_else(PoisonError::into_inner);
        let result = state.results.pop_front().flatten()?;
        state.next += 1;
        self.changed.notify_all();
        Some(result)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Locks the state. No thread panics while it holds the lock, so a poisoned lock can be used.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> State<T> {
    fn awaits(&self) -> bool {
        let has_arrived = matches!(self.results.front(), Some(Some(_)));
        let is_last = self.is_complete && self.next == self.begun;
        !has_arrived && !is_last && !self.is_closed
    }
}

/// Calls a function when it is dropped, even during a panic.
struct CloseOnDrop<'a>(&'a dyn Fn());

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Runs `work` on this many threads, and `own` on the current one. If the system starts fewer
/// threads, these do all the work.
fn run_on_threads(threads: NonZeroUsize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for number in 0..threads.get() {
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(_) if number > 0 => break,
                Err(error) => panic!("a thread could be started a moment ago: {error}"),
            }
        }
        own();
    });
}
