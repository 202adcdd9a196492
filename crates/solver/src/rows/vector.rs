//! Selects vector instructions when the program runs.
//!
//! The engines are plain loops over blocks of words, which the compiler turns into vector
//! instructions. Every processor has instructions of 16 bytes, and processors with AVX2 have
//! instructions of 32 bytes. This module selects between them once for a whole attractor or table.
//! All code that runs in the selected version must be inlined there, hence the many functions
//! marked `inline(always)`.
//!
//! Builds with debug assertions, such as those of the tests, contain only the version for every
//! processor. The second version comes from the same source and would double the solver's compile
//! time. Benchmarks and the campaign run the second version.
//!
//! The compiler uses instructions of 64 bytes badly (`PERFORMANCE.md`), so it is not allowed to. A
//! few loops name such instructions themselves ([`avx512`](super::avx512)).

use pulp::NullaryFnOnce;

/// Runs a task with instructions of 32 bytes, or with the widest shorter ones that the processor
/// has.
#[inline]
pub(crate) fn run<T: NullaryFnOnce>(task: T) -> T::Output {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if !cfg!(debug_assertions)
        && let Some(instructions) = pulp::x86::V3::try_new()
    {
        return instructions.vectorize(task);
    }
    // For other processors `pulp` has one set of instructions. For WebAssembly there is one
    // version, because a page must load the code before running it.
    if cfg!(any(target_arch = "wasm32", target_arch = "x86", target_arch = "x86_64")) {
        task.call()
    } else {
        pulp::Arch::new().dispatch(task)
    }
}
