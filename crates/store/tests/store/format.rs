//! Files are as documented, byte for byte, and as small as documented.

use std::fs;

use catmouse_arena::{Solution, Value, Values};
use catmouse_solver::solve_table;
use catmouse_store::{Contents, Table, TableError, is_table, read_note, save, save_noted};

use crate::{Place, book, mixed, ring};

/// Saves the values and compares the file with the documentation.
#[track_caller]
fn check(values: &[Value], contents: Contents, bits: u8) {
    let place = Place::new();
    save(&place.path, &Solution::from_values(values.iter().copied()), place.fingerprint, contents).expect("saved");
    let file = fs::read(&place.path).expect("the table");
    assert!(file == book::file(values, bits, place.fingerprint), "{} values of {bits} bits", values.len());
}

#[test]
fn distances_take_as_many_bits_as_the_longest_needs() {
    check(&[Value::Endless; 100], Contents::Distances, 2);
    for bits in 2..=31 {
        let longest = (1 << (bits - 1)) - 2;
        check(&mixed(5000, longest), Contents::Distances, bits);
        check(&mixed(5000, longest + 1), Contents::Distances, bits + 1);
    }
}

#[test]
fn blocks_of_distances_are_filled() {
    for (bits, longest) in [(9, 254), (16, 32_766), (23, 4_194_302), (32, (1 << 30) - 1)] {
        let full = 32_736 / usize::from(bits);
        for positions in [1, 2, full - 1, full, full + 1, 3 * full] {
            check(&mixed(positions, longest), Contents::Distances, bits);
        }
    }
}

#[test]
fn outcomes_are_five_in_a_byte() {
    for positions in [0, 1, 2, 3, 4, 5, 20_459, 20_460, 20_461, 50_000] {
        check(&mixed(positions, 1_000_000), Contents::Outcomes, 0);
    }
}

/// A real table: a solved game of 100,352 positions.
#[test]
fn outcomes_take_a_quarter_of_a_byte_and_distances_three_bytes() {
    let (place, arena) = (Place::new(), ring(224));
    let solution = solve_table(&arena).expect("solved");
    let size = |values: &Solution, contents| {
        save(&place.path, values, place.fingerprint, contents).expect("saved");
        fs::metadata(&place.path).expect("the table").len() as f64 / values.positions() as f64
    };
    let figure = |bytes: f64| format!("{bytes:.3}");
    assert_eq!(figure(size(&solution, Contents::Outcomes)), "0.245");
    assert_eq!(figure(size(&solution, Contents::Distances)), "1.306");
    // The same number of positions with the longest distance for which the documentation promises 3
    // bytes.
    let deep = Solution::from_values(mixed(100_000, 4_194_302));
    assert_eq!(figure(size(&deep, Contents::Outcomes)), "0.246");
    assert_eq!(figure(size(&deep, Contents::Distances)), "2.949");
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
fn a_note_follows_the_values() {
    let (place, values) = (Place::new(), mixed(5000, 900));
    let solution = Solution::from_values(values.iter().copied());
    for length in [0, 1, 4092, 4093, 10_000] {
        let note: Vec<u8> = (0..=250).cycle().take(length).collect();
        for (contents, bits) in [(Contents::Distances, 11), (Contents::Outcomes, 0)] {
            save_noted(&place.path, &solution, place.fingerprint, contents, &note).expect("saved");
            let file = fs::read(&place.path).expect("the table");
            assert!(file == book::noted(&values, bits, place.fingerprint, &note), "{length} bytes of {contents:?}");
            assert_eq!(read_note(&place.path).expect("the note"), note);
            let table = Table::open(&place.path, place.fingerprint, values.len()).expect("opened");
            table.verify().expect("intact");
            assert!(
                contents == Contents::Outcomes || table.values().map(|(_, value)| value).eq(values.iter().copied())
            );
        }
    }
}

#[test]
fn a_damaged_note_is_refused_and_the_values_are_not() {
    let (place, values, note) = (Place::new(), mixed(5000, 900), [7; 5000]);
    let whole = book::noted(&values, 11, place.fingerprint, &note);
    let first = whole.len() - 2 * 4096;
    let spare = {
        let mut file = whole.clone();
        file[first + 4096 + 5000 - 4092] = 1;
        book::seal(&mut file);
        file
    };
    let flipped = {
        let mut file = whole.clone();
        file[first + 17] ^= 1;
        file
    };
    for (file, block, defect) in [(spare, 4, "zero"), (flipped, 3, "checksum")] {
        fs::write(&place.path, file).expect("written");
        let table = Table::open(&place.path, place.fingerprint, values.len()).expect("opened");
        for error in [read_note(&place.path).map(drop), table.verify()] {
            let error = error.expect_err("a defect").to_string();
            assert!(error.contains(&format!("block {block} ")) && error.contains(defect), "{error}");
        }
        assert!(table.values().map(|(_, value)| value).eq(values.iter().copied()) && table.damage().is_none());
    }
    fs::write(&place.path, &whole[..whole.len() - 4096]).expect("written");
    assert!(matches!(read_note(&place.path), Err(TableError::Truncated { .. })));
}

#[test]
fn eight_bytes_distinguish_a_table_from_text() {
    assert!(is_table(&book::MAGIC));
    assert!(is_table(&book::file(&[], 16, crate::fingerprint(1))));
    assert!(!is_table(&book::MAGIC[..7]));
    assert!(!is_table(b"mouse,cat,turn,value\n"));
    assert!(!is_table(b""));
    assert!(String::from_utf8(book::MAGIC.to_vec()).is_err(), "no text begins like this");
}
