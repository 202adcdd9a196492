//! Ctrl-C ends the program at once and leaves no partly written file. Only a hunt catches Ctrl-C,
//! because it ends with the boards that it has found.
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
const EXIT_CODE: i32 = 130;

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

/// Ends the program as an interrupt does.
pub(crate) fn exit() -> ! {
    catmouse_store::abandon_unfinished();
    std::process::exit(EXIT_CODE);
}
