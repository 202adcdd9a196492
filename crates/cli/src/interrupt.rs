//! Ctrl-C ends the program at once, with exit code 130 and no half-written file; but a search ends with what it has found.
//!
//! Files are written under another name and moved into place when they are whole, so what has a name that the user knows is never
//! half-written. This takes away the other one.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the first interrupt is to be waited for by what runs, which keeps what it has.
static IS_KEPT: AtomicBool = AtomicBool::new(false);

/// Whether there was one.
static CAME: AtomicBool = AtomicBool::new(false);

/// What a shell reports of a program that an interrupt has ended.
const EXIT_CODE: i32 = 130;

/// Sets up the handling. Without it (where the system refuses) an interrupt ends the program all the same.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        if !IS_KEPT.load(Ordering::Relaxed) || CAME.swap(true, Ordering::Relaxed) {
            leave();
        }
    });
}

/// From now on the first interrupt sets this flag instead of ending the program; the second ends it.
pub(crate) fn kept() -> &'static AtomicBool {
    IS_KEPT.store(true, Ordering::Relaxed);
    &CAME
}

/// Ends the program as an interrupt does.
pub(crate) fn leave() -> ! {
    catmouse_store::abandon_unfinished();
    std::process::exit(EXIT_CODE);
}
