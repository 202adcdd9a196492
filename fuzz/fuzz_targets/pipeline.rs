//! Any bytes turned into a game, solved by every engine, checked, judged and explained.
#![no_main]

use catmouse_fuzz::playing::play;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| play(bytes));
