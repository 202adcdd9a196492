//! How many threads work by default.

use std::num::NonZeroUsize;

/// How many threads work by default: one for each core, or one without the feature `threads`.
pub fn workers() -> NonZeroUsize {
    #[cfg(feature = "threads")]
    return std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    #[cfg(not(feature = "threads"))]
    NonZeroUsize::MIN
}
