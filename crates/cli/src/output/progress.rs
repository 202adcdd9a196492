//! Signs of life on a terminal while a command works: a bar for work that is counted, and the time
//! for any other work that takes long.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

/// How long a command may work without a sign.
const SILENCE: Duration = Duration::from_secs(2);

/// Whether the user wants no progress.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// The thread that shows the time, which ends when its sender is dropped.
static CLOCK: Mutex<Option<(Sender<()>, JoinHandle<()>)>> = Mutex::new(None);

/// Shows no progress from now on.
pub(crate) fn silence() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// A bar for counted work, instead of the time; `None` where no progress is shown.
pub(crate) fn bar(bar: ProgressBar, template: &str) -> Option<ProgressBar> {
    stop_clock();
    is_shown().then(|| {
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        // The rate that indicatif writes has four decimals.
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{}/s", HumanFloatCount(state.per_sec().round()));
        };
        bar.with_style(style.with_key("rate", rate))
    })
}

/// Shows the time from now on if the work takes long, until [`stop_clock`] is called.
pub(crate) fn start_clock() {
    if !is_shown() {
        return;
    }
    let (sender, stopped) = channel();
    let began = Instant::now();
    let clock = move || {
        if stopped.recv_timeout(SILENCE) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let style = ProgressStyle::with_template("working, {elapsed}");
        let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_elapsed(began.elapsed());
        loop {
            bar.tick();
            if stopped.recv_timeout(Duration::from_millis(500)) != Err(RecvTimeoutError::Timeout) {
                return bar.finish_and_clear();
            }
        }
    };
    // Without the thread the work goes on as well.
    let started = thread::Builder::new().spawn(clock);
    *CLOCK.lock().unwrap_or_else(PoisonError::into_inner) = started.ok().map(|thread| (sender, thread));
}

/// Removes the time from the terminal.
pub(crate) fn stop_clock() {
    let clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some((sender, thread)) = clock {
        drop(sender);
        let _ = thread.join();
    }
}

fn is_shown() -> bool {
    !IS_QUIET.load(Ordering::Relaxed) && io::stderr().is_terminal()
}
