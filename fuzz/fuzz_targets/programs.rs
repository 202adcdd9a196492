//! Any bytes read as each of the formats that are read and not written.
#![no_main]

use catmouse_formats::Format;
use catmouse_fuzz::reading::read_as;
use catmouse_model::Keyword;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    Format::ALL.iter().filter(|format| !format.is_written()).for_each(|&format| read_as(format, bytes));
});
