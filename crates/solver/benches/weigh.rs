//! Measures the peak memory of a computation.

use std::alloc::System;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use cap::Cap;
use catmouse_arena::{ProductArena, Solution, StalemateRule, StepGraph, Verdicts, mapped, most_mapped};
use catmouse_solver::{Control, Engine, Request, SolveError};

/// The system's allocator, with a count of the bytes allocated.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Runs something and returns its peak memory in bytes, including its result: the peak of the
/// allocator plus the peak of memory maps, counting pages that are never touched.
pub(crate) fn weighed<T>(run: impl FnOnce() -> T) -> (T, u64) {
    // The allocator keeps the highest peak and cannot reset it. So allocate up to that peak first;
    // only the run exceeds it. The filler is never touched, so it takes addresses but no memory.
    let filler: Vec<u8> = Vec::with_capacity(ALLOCATOR.max_allocated().saturating_sub(ALLOCATOR.allocated()));
    let allocated = ALLOCATOR.max_allocated();
    // The peak of the maps restarts here.
    most_mapped();
    let in_maps = mapped();
    let result = run();
    let peak = (ALLOCATOR.max_allocated() - allocated) + (most_mapped() - in_maps);
    drop(black_box(filler));
    (result, peak as u64)
}

/// Starts an engine on a large board and cancels it. The first such run allocates a large block and
/// frees it untouched, and the allocator then keeps freed memory. Without this, measurements would
/// depend on the order of the boards.
pub(crate) fn settle_allocator() {
    let cycle = StepGraph::new(4_000, (0..4_000).map(|node| (node, (node + 1) % 4_000, 1)).collect());
    let mut verdicts = Verdicts::empty(4_000);
    (0..4_000).for_each(|_| verdicts.push_row([]));
    let arena = ProductArena::new(cycle.clone(), cycle, verdicts, StalemateRule::Endless);
    let control = Control::default();
    let is_cancelled = AtomicBool::new(true);
    let stopped = Engine::Rows.run(&arena, Request::Table, Solution::default(), &control.cancelled_by(&is_cancelled));
    assert!(matches!(stopped, Err(SolveError::Cancelled)), "{:?}", stopped.err());
}
