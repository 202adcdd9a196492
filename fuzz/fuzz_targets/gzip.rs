//! Reads arbitrary bytes, packed and unpacked. Both must be recognised as the same format and give
//! the same graphs.
#![no_main]

use catmouse_fuzz::reading::read_packed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| read_packed(bytes));
