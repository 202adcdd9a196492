//! Reads arbitrary bytes as what nauty's `showg` prints.
#![no_main]

use catmouse_formats::Format;
use catmouse_fuzz::reading::read_as;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| read_as(Format::Showg, bytes));
