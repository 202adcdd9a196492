//! An interrupt ends the program at once and leaves neither a partly written file nor a process that
//! the program has started. Only a hunt and `test` catch it, because they end with what they have found.
//!
//! An interrupt is Ctrl-C, or the signal with which a system asks a program to end, or the one with
//! which a terminal takes its leave. Afterwards the program ends by the same signal, so its parent
//! learns which one it was.
//!
//! Files are written under a temporary name and renamed when they are complete, so a file that the
//! user named is never partly written. The handler removes the temporary files. It waits in a
//! thread of its own, which costs a third of the time of a small command. So a command that writes
//! no file has no handler: the system ends it, and shells report the same exit code.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Whether the first interrupt is caught by the command that runs.
static IS_CAUGHT: AtomicBool = AtomicBool::new(false);

/// Whether an interrupt was caught.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The number of the signal that was caught last.
static SIGNAL: AtomicU8 = AtomicU8::new(CTRL_C);

/// The number of the signal that Ctrl-C sends.
const CTRL_C: u8 = 2;

/// Installs the handler, once. It must be called before any other thread is started. If the system
/// refuses, an interrupt still ends the program.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        on_signal(|signal| {
            SIGNAL.store(signal, Ordering::Relaxed);
            if !IS_CAUGHT.load(Ordering::Relaxed) || INTERRUPTED.swap(true, Ordering::Relaxed) {
                exit();
            }
        });
    });
}

/// Catches the next interrupt, which sets the returned flag. The second interrupt ends the program.
pub(crate) fn catch() -> &'static AtomicBool {
    IS_CAUGHT.store(true, Ordering::Relaxed);
    install();
    &INTERRUPTED
}

/// Whether an interrupt was caught.
pub(crate) fn was_caught() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The exit code that shells report for a program that the interrupt has ended.
pub(crate) fn exit_code() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed)
}

/// Leaves neither a partly written file nor a process that the program has started.
pub(crate) fn leave_nothing() {
    crate::processes::end_all();
    catmouse_store::abandon_unfinished();
}

/// Ends the program as the interrupt does.
pub(crate) fn exit() -> ! {
    leave_nothing();
    end_by(SIGNAL.load(Ordering::Relaxed));
    std::process::exit(exit_code().into());
}

#[cfg(not(unix))]
fn on_signal(handle: fn(u8)) {
    let _refusal = ctrlc::set_handler(move || handle(CTRL_C));
}

#[cfg(not(unix))]
fn end_by(_: u8) {}

#[cfg(target_os = "linux")]
pub(crate) use unix::unblock;
#[cfg(unix)]
use unix::{end_by, on_signal};

#[cfg(unix)]
mod unix {
    use std::thread;

    use nix::sys::signal::{SigSet, Signal, raise};

    /// The signals that are interrupts. A signal that the parent has set to be ignored, as `nohup`
    /// does, is none.
    fn interrupts() -> SigSet {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok()).unwrap_or(0);
        let is_heard = |signal: &Signal| ignored >> (*signal as u32 - 1) & 1 == 0;
        [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().filter(is_heard).collect()
    }

    /// The signals that do not end this process by themselves: interrupts, and the signal about a file
    /// that would exceed the system's limit. Without it such a write fails, and the handler of this
    /// error removes the temporary file.
    fn deferred() -> SigSet {
        let mut deferred = interrupts();
        deferred.add(Signal::SIGXFSZ);
        deferred
    }

    /// Starts a thread that waits for interrupts, and blocks them in this thread and in all that it starts.
    pub(super) fn on_signal(handle: fn(u8)) {
        let interrupts = interrupts();
        if deferred().thread_block().is_ok() {
            thread::spawn(move || {
                while let Ok(signal) = interrupts.wait() {
                    handle(signal as u8);
                }
            });
        }
    }

    /// Lets these signals end this process. A process begins with the signals blocked that its parent
    /// has blocked.
    pub(crate) fn unblock() {
        let _refusal = deferred().thread_unblock();
    }

    /// Ends the process by a signal.
    pub(super) fn end_by(signal: u8) {
        unblock();
        let _refusal = Signal::try_from(i32::from(signal)).and_then(raise);
    }
}
