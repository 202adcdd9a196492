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

/// Starts a thread for each task, or for as many as the system starts threads: those do all the work. One could be started a moment ago
/// ([`can_start_a_thread`]).
#[cfg(feature = "threads")]
pub(crate) fn start_threads<'scope, T: FnOnce() + Send + 'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    tasks: impl Iterator<Item = T>,
) {
    for (number, task) in tasks.enumerate() {
        match std::thread::Builder::new().spawn_scoped(scope, task) {
            Ok(_) => {}
            Err(_) if number > 0 => return,
            Err(error) => panic!("a thread could be started a moment ago: {error}"),
        }
    }
}
