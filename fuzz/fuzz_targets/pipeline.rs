//! Makes a game from arbitrary bytes. Every engine solves it, and the results are checked, judged
//! and explained.
#![no_main]

use catmouse_fuzz::playing::play;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| play(bytes));
