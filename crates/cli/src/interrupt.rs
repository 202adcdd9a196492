//! Ctrl-C ends the program at once, with exit code 130 and no half-written file.
//!
//! Files are written under another name and moved into place when they are whole, so what has a name that the user knows is never
//! half-written. This takes away the other one.

/// What a shell reports of a program that an interrupt has ended.
const EXIT_CODE: i32 = 130;

/// Sets up the handling. Without it (where the system refuses) an interrupt ends the program all the same.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| leave());
}

/// Ends the program as an interrupt does.
pub(crate) fn leave() -> ! {
    catmouse_store::abandon_unfinished();
    std::process::exit(EXIT_CODE);
}
