//! Any bytes packed, and any bytes as they are: what they are recognised as, and the graphs that are read.
#![no_main]

use catmouse_fuzz::reading::read_packed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| read_packed(bytes));
