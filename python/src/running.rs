//! Runs long work on a separate thread. Meanwhile other Python threads run, and Ctrl-C stops the
//! work.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// Does some work as [`on_a_thread`] does, unless it is quick. Quick work is done on the caller's
/// thread, because starting a thread takes longer.
pub(crate) fn quickly_or_on_a_thread<T: Send>(
    py: Python<'_>,
    is_quick: bool,
    stop: impl Fn() + Sync,
    look: impl Fn(Python<'_>) -> PyResult<Duration> + Sync + Send,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    if is_quick { Ok(py.detach(work)) } else { on_a_thread(py, stop, look, work) }
}

/// The interval between two checks for an interrupt.
pub(crate) const INTERRUPT_INTERVAL: Duration = Duration::from_millis(50);

/// Does some work on a thread of its own, and lets Python run meanwhile. Calls `look` with the
/// interpreter from time to time; it returns the time until the next call. If `look` or the user's
/// Ctrl-C raises an exception, calls `stop`, waits for the end of the work, and returns the
/// exception.
pub(crate) fn on_a_thread<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    look: impl Fn(Python<'_>) -> PyResult<Duration> + Sync + Send,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let stop = &stop;
    py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = sync_channel(1);
            let worker = scope.spawn(move || {
                let _ = done.send(work());
            });
            let (mut interrupt, mut wait) = (None, Duration::from_millis(1));
            loop {
                match finished.recv_timeout(wait) {
                    Ok(result) => return interrupt.map_or(Ok(result), Err),
                    Err(RecvTimeoutError::Disconnected) => {
                        // If the worker panics, the panic continues on this thread and becomes an
                        // exception.
                        let panic = worker.join().err();
                        std::panic::resume_unwind(
                            panic.unwrap_or_else(|| Box::new("the work has ended without a result")),
                        );
                    }
                    Err(RecvTimeoutError::Timeout) if interrupt.is_none() => {
                        match Python::attach(|py| py.check_signals().and_then(|()| look(py))) {
                            Ok(next) => wait = next,
                            Err(error) => {
                                interrupt = Some(error);
                                stop();
                            }
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    })
}
