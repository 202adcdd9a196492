//! The bound of `--max-memory`, which is for the whole process.
//!
//! * A part of it is set aside for the program itself. An answer is refused before the work begins if its
//!   tables and lists exceed the rest. Messages add the program to them, so that they name the bound that was given.
//! * Some memory has no estimate: that of reading a board, or of writing an answer. So a thread watches the
//!   process, and ends it at the bound. On systems without `/proc` there is no such thread.

use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use catmouse::memory::private_bytes;

use crate::output::{self, Failure};
use crate::size::Bytes;

/// What the program takes by itself, together with the eight mebibytes by which a bound may be exceeded:
/// 14 MiB or so when it is optimised, of which 12 are its code.
const PROGRAM: u64 = 10 << 20;

/// The bound, if there is one.
static BOUND: OnceLock<Bytes> = OnceLock::new();

/// The bytes that the tables and lists of an answer may take within a bound.
pub(crate) fn for_answers(Bytes(bound): Bytes) -> u64 {
    bound.saturating_sub(PROGRAM)
}

/// The bytes that the whole process takes where an answer takes these, if the process has a bound.
pub(crate) fn with_program(bytes: u64) -> u64 {
    if BOUND.get().is_some() { bytes.saturating_add(PROGRAM) } else { bytes }
}

/// Whether another part of the answer takes some of the bound already, so that only `allowed` bytes are left.
pub(crate) fn is_partly_taken(allowed: u64) -> bool {
    BOUND.get().is_some_and(|bound| allowed < for_answers(*bound))
}

/// Ends this process as soon as it exceeds the bound.
pub(crate) fn keep(bound: Bytes) {
    let _ = BOUND.set(bound);
    // Without the thread, tables and lists are within the bound as well.
    let _refusal = thread::Builder::new().spawn(move || watch(bound));
}

/// Looks at the memory again and again, more often when the bound is near.
fn watch(bound: Bytes) {
    /// The bytes that a process fills within a microsecond, at most.
    const PACE: u64 = 2 << 10;
    // A sixteenth and four mebibytes are for what has no estimate. The same amount is left
    // for the time until the thread sees the excess.
    let most = for_answers(bound).saturating_add(bound.0 / 16 + (4 << 20));
    while let Some(taken) = private_bytes() {
        let Some(left) = most.checked_sub(taken) else { exceeded(bound) };
        thread::sleep(Duration::from_micros((left / PACE).clamp(200, 20_000)));
    }
}

/// Ends the program because it exceeds its bound.
fn exceeded(bound: Bytes) -> ! {
    output::progress::stop_clock();
    let _ = output::fail(&Failure::plain(
        format!("reading the board or answering takes more memory, but {bound} are allowed"),
        "`--max-memory SIZE` sets another limit; a smaller board, or `--threads 1`, needs less".to_owned(),
    ));
    crate::interrupt::leave_nothing();
    std::process::exit(2)
}
