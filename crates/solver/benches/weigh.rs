//! How much memory something takes.

use std::alloc::System;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use cap::Cap;
use catmouse_arena::{ProductArena, Solution, StalemateRule, StepGraph, Verdicts, mapped, most_mapped};
use catmouse_solver::{Control, Engine, Request, SolveError};

/// Counts what is asked for; otherwise the system's allocator.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Runs something and says how many bytes it held at most, its result included: the most of the allocator's and the most in memory maps,
/// together, pages that are never touched as well.
pub(crate) fn weighed<T>(run: impl FnOnce() -> T) -> (T, u64) {
    // The allocator remembers the most there ever was and cannot forget it: fill up to that, and whatever comes on top is the
    // run's. The filler is never touched, so it takes addresses and no memory.
    let filler: Vec<u8> = Vec::with_capacity(ALLOCATOR.max_allocated().saturating_sub(ALLOCATOR.allocated()));
    let allocated = ALLOCATOR.max_allocated();
    // From here on the maps' peak counts anew.
    most_mapped();
    let in_maps = mapped();
    let result = run();
    let peak = (ALLOCATOR.max_allocated() - allocated) + (most_mapped() - in_maps);
    drop(black_box(filler));
    (result, peak as u64)
}

/// Has an engine admitted to a large board and stopped: the first one asks the allocator for a large block and gives it back untouched,
/// upon which the allocator keeps what is freed. Otherwise what is weighed or timed would depend on which board came before.
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
