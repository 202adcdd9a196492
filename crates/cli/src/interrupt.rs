//! Ctrl-C ends the program at once and leaves neither a partly written file nor a process that it
//! has started. Only a hunt and `test` catch Ctrl-C, because they end with what they have found.
//!
//! Files are written under a temporary name and renamed when they are complete, so a file that the
//! user named is never partly written. The handler removes the temporary files. It waits in a
//! thread of its own, which costs a third of the time of a small command. So a command that writes
//! no file has no handler: the system ends it, and shells report the same exit code.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the first interrupt is caught by the command that runs.
static IS_CAUGHT: AtomicBool = AtomicBool::new(false);

/// Whether an interrupt was caught.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code that shells report for a program that an interrupt has ended.
pub(crate) const EXIT_CODE: u8 = 130;

/// Installs the handler, once. If the system refuses, an interrupt still ends the program.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let _refusal = ctrlc::set_handler(|| {
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

/// Ends the program as an interrupt does.
pub(crate) fn exit() -> ! {
    crate::processes::end_all();
    catmouse_store::abandon_unfinished();
    std::process::exit(EXIT_CODE.into());
}
