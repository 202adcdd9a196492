//! How many threads work by default, and whether the system starts any.

use std::num::NonZeroUsize;

/// The most threads that may be asked for. More are a slip of the keyboard: it takes minutes to start a million.
pub const MOST_THREADS: usize = 4096;

/// How many threads work by default: one for each core, or one without the feature `threads`.
pub fn workers() -> NonZeroUsize {
    #[cfg(feature = "threads")]
    return std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    #[cfg(not(feature = "threads"))]
    NonZeroUsize::MIN
}

/// Whether the system starts another thread: where addresses or processes are few it may not.
#[cfg(feature = "threads")]
pub(crate) fn can_start_a_thread() -> bool {
    std::thread::Builder::new().spawn(|| ()).is_ok_and(|started| started.join().is_ok())
}
