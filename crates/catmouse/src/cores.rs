//! The cores of the machine.

use std::num::NonZeroUsize;

/// How many threads work where nothing else is said: one for each core, or one without the feature `threads`.
pub fn workers() -> NonZeroUsize {
    #[cfg(feature = "threads")]
    return std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    #[cfg(not(feature = "threads"))]
    NonZeroUsize::MIN
}
