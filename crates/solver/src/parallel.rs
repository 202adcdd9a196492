//! Distributes work over threads so that the result does not depend on their number.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon_core::{ThreadPoolBuilder, Yield};

use crate::SMALL_CODE;

/// Runs a task with this many threads available. The threads live until the task ends, so the work
/// that it distributes need not wait for threads to start. With one thread, or where the system
/// cannot start more, the task runs on the calling thread.
pub(crate) fn on_threads<R: Send>(threads: usize, task: impl FnOnce() -> R + Send) -> R {
    if SMALL_CODE {
        return task();
    }
    let mut done = None;
    run_on_threads(threads, Box::new(|| done = Some(task())));
    done.expect("the task ran")
}

/// [`on_threads`] for any type of task, so that it is compiled only once.
fn run_on_threads(threads: usize, task: Box<dyn FnOnce() + Send + '_>) {
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
    match pool {
        Some(Ok(pool)) => pool.install(task),
        Some(Err(_)) | None => task(),
    }
}

/// Calls `work` for each part, with one thread for each state and exclusive access to that state. A
/// free thread takes the next part. The threads are those of [`on_threads`]; outside `on_threads`,
/// or with one state, everything runs on the calling thread.
pub(crate) fn for_each_part<P: Send, S: Send>(
    parts: impl IntoIterator<Item = P, IntoIter: Send>,
    states: &mut [S],
    work: impl Fn(&mut S, P) + Sync,
) {
    let parts = parts.into_iter();
    let count = states.len();
    // Without threads the function ends here, and no code for threads is compiled.
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

/// Runs a task this many times, concurrently as far as threads are free. It takes any type of task,
/// so that it is compiled only once.
fn run_several(times: usize, task: &(dyn Fn() + Sync)) {
    rayon_core::scope(|scope| {
        for _ in 1..times {
            scope.spawn(|_| task());
        }
        task();
    });
}

/// True inside [`on_threads`] with more than one thread.
fn is_among_several() -> bool {
    rayon_core::current_thread_index().is_some()
}

/// Calls both functions, concurrently if there are several threads. The thread that finishes first
/// helps the other and stays awake for a while.
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

/// Calls a function. Then steals work until the other task ends, or until [`LONGEST_AWAKE`] passes
/// idle.
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

/// The granted threads, and how many of them are idle. A caller takes idle threads, starts them,
/// and returns them when they have ended.
#[derive(Debug)]
pub(crate) struct Threads {
    granted: usize,
    idle: AtomicUsize,
    /// The shortest duration of work that is worth a thread.
    least: Duration,
}

impl Threads {
    /// `granted` threads, of which `busy` are busy.
    pub(crate) fn new(granted: usize, busy: usize) -> Self {
        Self { granted, idle: AtomicUsize::new(granted - busy), least: WORTH_A_THREAD }
    }

    /// True if more than one thread was granted.
    #[inline]
    pub(crate) fn are_several(&self) -> bool {
        !SMALL_CODE && self.granted > 1
    }

    /// True if some thread is idle.
    #[inline]
    pub(crate) fn is_any_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Takes all idle threads, if there are any and if the work would take one thread long enough.
    pub(crate) fn take_idle(&self, work: Duration) -> Option<Taken<'_>> {
        let threads = if work < self.least { 0 } else { self.idle.swap(0, Ordering::Relaxed) };
        (threads > 0).then_some(Taken { of: self, threads })
    }

    /// Adds an idle thread: the caller has nothing more to do.
    pub(crate) fn add_idle(&self) {
        self.idle.fetch_add(1, Ordering::Relaxed);
    }
}

/// Idle threads taken from [`Threads`] until this is dropped.
#[derive(Debug)]
pub(crate) struct Taken<'i> {
    of: &'i Threads,
    threads: usize,
}

impl Taken<'_> {
    /// The number of threads taken.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.of.idle.fetch_add(self.threads, Ordering::Relaxed);
    }
}

/// Handing work over and joining takes a few microseconds; work below this duration is not worth
/// it.
const WORTH_A_THREAD: Duration = Duration::from_micros(30);

/// The time that an idle thread stays awake; to wake it up again takes about 50 µs.
const LONGEST_AWAKE: Duration = Duration::from_micros(300);
