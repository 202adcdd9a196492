//! Vector instructions, chosen when the program runs.
//!
//! The engine is plain code over blocks of words that the compiler turns into vector instructions: of 16 bytes, which every
//! processor of its kind has, or of 32 where this one has AVX2. The choice is made here once for a whole attractor or table;
//! whatever runs in it must be inlined into it, which is why functions below are marked so.
//!
//! Instructions of 64 bytes are not used: they win on some families and lose more on others (`PERFORMANCE.md`).

use pulp::NullaryFnOnce;

/// Runs a task with the widest instructions there are.
pub(crate) fn run<T: NullaryFnOnce>(task: T) -> T::Output {
    // A page loads the code before it runs it: one copy of each kernel, not one for each width.
    if cfg!(target_arch = "wasm32") { task.call() } else { pulp::Arch::new().dispatch(task) }
}
