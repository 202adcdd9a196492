//! Vector instructions, chosen when the program runs.
//!
//! The engine is plain code over blocks of words that the compiler turns into vector instructions: of 16 bytes, which every
//! processor of its kind has, or of 32 where this one has AVX2. The choice is made here once for a whole attractor or table;
//! whatever runs in it must be inlined into it, which is why functions below are marked so.
//!
//! Builds with assertions, which are those of the tests, have one copy of each kernel, with the instructions that every processor has: the
//! second comes of the same code, and was half of the time that the solver takes to compile. Benchmarks and the campaign run it.
//!
//! Instructions of 64 bytes are not left to the compiler: it uses them badly (`PERFORMANCE.md`). A few loops name them
//! ([`wide`](super::wide)).

use pulp::NullaryFnOnce;

/// Runs a task with instructions of 32 bytes, or the widest that there are below.
#[inline]
pub(crate) fn run<T: NullaryFnOnce>(task: T) -> T::Output {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if !cfg!(debug_assertions)
        && let Some(instructions) = pulp::x86::V3::try_new()
    {
        return instructions.vectorize(task);
    }
    // Elsewhere there is one set. A page loads the code before it runs it: one copy of each kernel.
    if cfg!(any(target_arch = "wasm32", target_arch = "x86", target_arch = "x86_64")) {
        task.call()
    } else {
        pulp::Arch::new().dispatch(task)
    }
}
