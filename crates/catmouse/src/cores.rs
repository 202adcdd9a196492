//! The default number of threads, and a test whether the system can start a thread.

use std::num::NonZeroUsize;

/// The greatest number of threads that may be requested. A larger number is a typing error:
/// starting a million threads takes minutes.
pub const MOST_THREADS: usize = 4096;

/// The default number of threads: one for each core, or one without the feature `threads`. The
/// system is asked once, because its answer takes longer than a small graph.
pub fn workers() -> NonZeroUsize {
    #[cfg(feature = "threads")]
    {
        static CORES: std::sync::OnceLock<NonZeroUsize> = std::sync::OnceLock::new();
        *CORES.get_or_init(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
    #[cfg(not(feature = "threads"))]
    NonZeroUsize::MIN
}

/// Whether the system can start another thread. It may not if addresses or processes are limited.
#[cfg(feature = "threads")]
pub(crate) fn can_start_a_thread() -> bool {
    std::thread::Builder::new().spawn(|| ()).is_ok_and(|started| started.join().is_ok())
}
