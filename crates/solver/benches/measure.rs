//! The clock, the count of bytes, and what the memory of this machine can do.
//!
//! Times are processor time of the whole process, so a neighbour on the machine costs nothing and a helper thread is paid for.

use std::alloc::System;
use std::hint::black_box;
use std::time::Duration;

use cap::Cap;
use cpu_time::ProcessTime;

/// Counts what is asked for; otherwise the system's allocator.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Runs something and says how much processor time it took. What it returns is dropped by the caller, off the clock.
pub(crate) fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = ProcessTime::now();
    let result = black_box(run());
    (result, start.elapsed())
}

/// Runs something and says how many bytes more were allocated at once than before, its result included.
///
/// These are bytes asked for; pages that are never touched are counted as well.
pub(crate) fn peak_bytes<T>(run: impl FnOnce() -> T) -> (T, u64) {
    // The allocator remembers the most there ever was and cannot forget it: fill up to that, and whatever comes on top is the
    // run's. The filler is never touched, so it takes addresses and no memory.
    let filler: Vec<u8> = Vec::with_capacity(ALLOCATOR.max_allocated().saturating_sub(ALLOCATOR.allocated()));
    let before = ALLOCATOR.max_allocated();
    let result = run();
    let peak = ALLOCATOR.max_allocated() - before;
    drop(black_box(filler));
    (result, peak as u64)
}

/// Lets the allocator keep what is freed, up to 32 MiB, as it does in a program that has run for a while: the first large block
/// that is freed tells glibc to. Otherwise the times of small boards would depend on which board came before.
pub(crate) fn settle_allocator() {
    drop(black_box(vec![1u8; (32 << 20) - (1 << 16)]));
}

/// The middle one, or the mean of the two in the middle.
pub(crate) fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let upper = times.len() / 2;
    let lower = (times.len() - 1) / 2;
    (times[lower] + times[upper]) / 2
}
