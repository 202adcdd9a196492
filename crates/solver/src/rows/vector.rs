//! Vector instructions, chosen when the program runs.
//!
//! The engine is plain code over blocks of words that the compiler turns into vector instructions: of 16 bytes, which every
//! processor of its kind has, or of 32 where this one has AVX2. The choice is made here once for a whole attractor or table;
//! whatever runs in it must be inlined into it, which is why functions below are marked so.
//!
//! Worth: with instructions of 16 bytes outcomes take 1.2 to 1.5 times as long on `grid-60`, `tree-2000` and `cubic-2000`, and 1.1
//! to 1.2 times on the other families. Those of 64 bytes (AVX-512) took 0.87 to 0.93 of the time on trees, cubic graphs
//! and grids and 1.1 to 1.3 times as long on `walls-60` and random graphs, where the compiler takes them to gather words from all
//! over; for turning packets alone they were a loss as well.

use pulp::NullaryFnOnce;

/// Runs a task with the widest instructions there are.
pub(crate) fn run<T: NullaryFnOnce>(task: T) -> T::Output {
    // A page loads the code before it runs it: one copy of each kernel, not one for each width.
    if cfg!(target_arch = "wasm32") { task.call() } else { pulp::Arch::new().dispatch(task) }
}
