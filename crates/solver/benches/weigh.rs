//! How much memory something takes.

use std::alloc::System;
use std::hint::black_box;

use cap::Cap;

/// Counts what is asked for; otherwise the system's allocator.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// What a run took of the allocator, in bytes asked for; pages that are never touched are counted as well.
pub(crate) struct Taken {
    /// The most that it held at once, its result included.
    pub(crate) peak: u64,
    /// What its result holds.
    pub(crate) kept: u64,
    /// By how much the memory of the process that was resident rose above what was before, memory maps included; 0 where the system does
    /// not say.
    #[allow(dead_code, reason = "not every program that weighs asks for it")]
    pub(crate) resident: u64,
}

/// Runs something and counts bytes.
pub(crate) fn weighed<T>(run: impl FnOnce() -> T) -> (T, Taken) {
    // The allocator remembers the most there ever was and cannot forget it: fill up to that, and whatever comes on top is the
    // run's. The filler is never touched, so it takes addresses and no memory.
    let filler: Vec<u8> = Vec::with_capacity(ALLOCATOR.max_allocated().saturating_sub(ALLOCATOR.allocated()));
    let resident_before = resident("VmRSS:");
    // From here on the system remembers the most anew.
    let is_reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let before = ALLOCATOR.max_allocated();
    let result = run();
    let resident = if is_reset { resident("VmHWM:").saturating_sub(resident_before) } else { 0 };
    let peak = ALLOCATOR.max_allocated() - before;
    let kept = ALLOCATOR.allocated().saturating_sub(before);
    drop(black_box(filler));
    (result, Taken { peak: peak as u64, kept: kept as u64, resident })
}

/// Bytes that Linux gives under this name; 0 elsewhere.
fn resident(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"));
    line.and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) * 1024
}
