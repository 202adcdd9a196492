//! The files that are written are the documented ones, byte for byte, and as small as promised.

use std::fs;

use catmouse_arena::{Solution, Value};
use catmouse_tables::{Contents, is_table, save};

use crate::{Place, book, mixed};

/// Saves the values and compares the file with the documentation.
#[track_caller]
fn check(values: &[Value], contents: Contents, bits: u8) {
    let place = Place::new();
    save(&place.path, &Solution::from_values(values.iter().copied()), place.fingerprint, contents).expect("saved");
    let file = fs::read(&place.path).expect("the table");
    assert!(file == book::file(values, bits, place.fingerprint), "{} values of {bits} bits", values.len());
    let packed = (values.len() * usize::from(bits)).div_ceil(8);
    assert!(file.len() < packed + packed / 1023 + 8192, "{} bytes for {packed} of values", file.len());
}

#[test]
fn distances_below_2_to_the_14_take_two_bytes() {
    for positions in [0, 1, 2, 2045, 2046, 2047, 10_000] {
        check(&mixed(positions, 16_383), Contents::Distances, 16);
    }
}

#[test]
fn longer_distances_take_three_bytes() {
    check(&mixed(2, 16_384), Contents::Distances, 24);
    for positions in [1, 1363, 1364, 1365, 10_000] {
        check(&mixed(positions, 4_194_303), Contents::Distances, 24);
    }
}

#[test]
fn outcomes_take_a_quarter_of_a_byte() {
    for positions in [0, 1, 2, 3, 4, 5, 16_367, 16_368, 16_369, 50_000] {
        check(&mixed(positions, 1_000_000), Contents::Outcomes, 2);
    }
}

#[test]
fn the_same_values_make_the_same_bytes() {
    let (place, solution) = (Place::new(), Solution::from_values(mixed(5000, 900)));
    let save = || {
        save(&place.path, &solution, place.fingerprint, Contents::Distances).expect("saved");
        fs::read(&place.path).expect("the table")
    };
    assert!(save() == save());
}

#[test]
fn eight_bytes_tell_a_table_from_text() {
    assert!(is_table(&book::MAGIC));
    assert!(is_table(&book::file(&[], 16, crate::fingerprint(1))));
    assert!(!is_table(&book::MAGIC[..7]));
    assert!(!is_table(b"mouse,cat,turn,value\n"));
    assert!(!is_table(b""));
    assert!(String::from_utf8(book::MAGIC.to_vec()).is_err(), "no text begins like this");
}
