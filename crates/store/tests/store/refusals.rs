//! Refusals of files: one test for each error, and exhaustive tests of flipped bits and lengths.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};

use catmouse_arena::{Extent, Player, PositionId, Solution, Value, Values};
use catmouse_store::{Contents, Table, TableError, save};

use crate::{Place, book, fingerprint, mixed};

/// Opens and verifies a file with these bytes as a table of six positions.
fn judge(file: &[u8]) -> Result<(), TableError> {
    let place = Place::new();
    fs::write(&place.path, file).expect("written");
    place.open(6)?.verify()
}

/// Changes the file of six positions and checks the beginning of the refusal.
#[track_caller]
fn check(change: impl FnOnce(&mut Vec<u8>), expect: &str) {
    let mut file = book::file(&mixed(6, 100), 16, fingerprint(3));
    judge(&file).expect("whole before the change");
    change(&mut file);
    let refusal = judge(&file).expect_err("a refusal").to_string();
    assert!(refusal.starts_with(expect), "{refusal}");
}

/// Changes the file of six positions, updates the checksums and checks the beginning of the
/// refusal.
#[track_caller]
fn check_sealed(change: impl FnOnce(&mut Vec<u8>), expect: &str) {
    check(
        |file| {
            change(file);
            book::seal(file);
        },
        expect,
    );
}

#[test]
fn not_a_table() {
    let expect = "it is not a table: the first eight bytes differ from those of a table";
    check(|file| *file = b"mouse,cat,turn,value\n".to_vec(), expect);
    check(|file| file[7] = 0, expect);
    check(|file| *file = vec![0; 8192], expect);
}

#[test]
fn newer() {
    check_sealed(|file| file[8] = 3, "it is a table of version 3, but this program reads version 2");
    check_sealed(
        |file| file[8..4092].fill(255),
        "it is a table of version 4294967295, but this program reads version 2",
    );
}

#[test]
fn older() {
    check_sealed(|file| file[8] = 1, "it is a table of version 1, but this program reads version 2");
}

#[test]
fn truncated() {
    check(|file| file.truncate(8191), "the table is incomplete: the file has 8191 of 8192 bytes");
    check(|file| file.truncate(4096), "the table is incomplete: the file has 4096 of 8192 bytes");
    check(|file| file.truncate(9), "the table is incomplete: the file has 9 of 4096 bytes");
    check(|file| file.truncate(3), "the table is incomplete: the file has 3 of 4096 bytes");
    check(Vec::clear, "the table is incomplete: the file has 0 of 4096 bytes");
}

#[test]
fn overlong() {
    check(|file| file.push(0), "the file is too long for its table: it has 8193 bytes instead of 8192");
    check(
        |file| file.extend_from_within(4096..),
        "the file is too long for its table: it has 12288 bytes instead of 8192",
    );
}

#[test]
fn damaged_header() {
    check(|file| file[16] = 7, "the table is damaged: the header has the checksum");
    check_sealed(|file| file[8] = 0, "the table is damaged: the header has the version 0, but versions begin at 1");
    check_sealed(
        |file| file[12] = 33,
        "the table is damaged: the header gives 33 bits for a value, which must be 0 or 2 to 32",
    );
    let reserve = "the table is damaged: the header has other bytes where zeros are required";
    check_sealed(|file| file[13] = 1, reserve);
    check_sealed(|file| file[40] = 1, reserve);
    check_sealed(|file| file[4091] = 128, reserve);
    check_sealed(
        |file| file[16..24].fill(255),
        "the table is damaged: the header gives 18446744073709551615 positions, more than a file can hold",
    );
}

/// The extent in the header: byte 13 of a table of outcomes is 0 or 1, and 1 only if the number in
/// bytes 40..48 is not 0.
#[test]
fn no_extent() {
    let none = "the table is damaged: the header has an impossible longest win";
    for (cut, number) in [(1, 0), (2, 1), (255, 7)] {
        let mut file = book::file(&mixed(6, 0), 0, fingerprint(3));
        (file[13], file[40]) = (cut, number);
        book::seal(&mut file);
        assert_eq!(judge(&file).expect_err("a refusal").to_string(), none);
    }
    for (cut, number, extent) in [
        (0, 0, Extent::All { longest: None }),
        (0, 1, Extent::All { longest: Some(0) }),
        (0, 9, Extent::All { longest: Some(8) }),
        (1, 9, Extent::Within(8)),
    ] {
        let place = Place::new();
        let mut file = book::file(&mixed(6, 0), 0, place.fingerprint);
        (file[13], file[40]) = (cut, number);
        book::seal(&mut file);
        fs::write(&place.path, file).expect("written");
        assert_eq!(place.open(6).expect("whole").extent(), extent);
    }
}

#[test]
fn damaged_values() {
    check(|file| file[4096] ^= 1, "the table is damaged: block 1 has the checksum");
}

/// A file of six positions with one byte of its values changed and the checksums updated.
#[track_caller]
fn check_value(bits: u8, byte: usize, to: u8, expect: &str) {
    let mut file = book::file(&mixed(6, 0), bits, fingerprint(3));
    file[4096 + byte] = to;
    book::seal(&mut file);
    let refusal = judge(&file).expect_err("a refusal").to_string();
    assert!(refusal.starts_with(expect), "{refusal}");
}

#[test]
fn no_value() {
    let none = "the table is damaged: block 1 holds a value that is neither endless nor a win of one player";
    for (byte, to) in [(0, 243), (1, 255), (4091, 243)] {
        check_value(0, byte, to, none);
    }
}

/// Of six outcomes, the second byte holds one; of six distances, the first bits hold all.
#[test]
fn no_position() {
    let more = "the table is damaged: block 1 has other bytes where zeros are required";
    check_value(0, 1, 3, more);
    for bits in [2, 5, 8, 23, 32] {
        let first = 6 * usize::from(bits);
        check_value(bits, first / 8, 1 << (first % 8), more);
        check_value(bits, first / 8, 128, more);
    }
    for bits in [0, 2, 5, 8, 23, 32] {
        check_value(bits, 2000, 1, more);
        check_value(bits, 4091, 128, more);
    }
}

/// Swaps two blocks. Their contents are valid, but each checksum covers the number of its block.
#[test]
fn a_block_at_anothers_place_is_damage() {
    let place = Place::new();
    let mut file = book::file(&mixed(2046 * 2, 100), 16, place.fingerprint);
    let (first, second) = file[4096..].split_at_mut(4096);
    first.swap_with_slice(second);
    fs::write(&place.path, file).expect("written");
    let refusal = place.open(2046 * 2).expect("the header is whole").verify().expect_err("damage");
    assert!(refusal.to_string().starts_with("the table is damaged: block 1 has the checksum"), "{refusal}");
}

/// Replaces a block by one from a table of another board.
#[test]
fn a_block_of_another_table_is_damage() {
    let mut file = book::file(&mixed(6, 100), 16, fingerprint(3));
    file[4096..].copy_from_slice(&book::file(&mixed(6, 100), 16, fingerprint(2))[4096..]);
    let refusal = judge(&file).expect_err("damage");
    assert!(refusal.to_string().starts_with("the table is damaged: block 1 has the checksum"), "{refusal}");
}

#[test]
fn other_board() {
    let file = book::file(&mixed(6, 100), 16, fingerprint(2));
    assert_eq!(
        judge(&file).expect_err("a refusal").to_string(),
        format!(
            "the table belongs to another board or other rules: its fingerprint is {} instead of {}",
            fingerprint(2),
            fingerprint(3)
        )
    );
}

#[test]
fn other_size() {
    let file = book::file(&mixed(7, 100), 16, fingerprint(3));
    assert_eq!(judge(&file).expect_err("a refusal").to_string(), "the table has 7 positions instead of 6");
}

/// Values at distances beyond those of solutions in memory.
struct Far([Value; 2]);

impl Values for Far {
    fn positions(&self) -> usize {
        self.0.len()
    }

    fn value(&self, position: PositionId) -> Value {
        self.0[position.index()]
    }
}

#[test]
fn too_deep() {
    let place = Place::new();
    let win = |distance| Value::Win { player: Player::One, distance };
    let save = |values: &Far, contents| save(&place.path, values, place.fingerprint, contents);
    let values = Far([win(3), win(2_147_483_647)]);
    assert_eq!(
        save(&values, Contents::Distances).expect_err("a refusal").to_string(),
        "at #1 the distance is 2147483647, but a table holds at most 2147483646"
    );
    assert_eq!(place.names(), [""; 0], "nothing is left behind");
    save(&values, Contents::Outcomes).expect("outcomes hold no distances");
}

#[test]
fn not_a_file() {
    let place = Place::new();
    let expect = "it is not a regular file";
    let folder = place.folder.path();
    assert_eq!(Table::open(folder, place.fingerprint, 6).expect_err("a refusal").to_string(), expect);
    let saved = save(folder, &Solution::from_values(mixed(6, 9)), place.fingerprint, Contents::Distances);
    let Err(TableError::Io(refusal)) = saved else { panic!("a refusal: {saved:?}") };
    assert_eq!(refusal.kind(), std::io::ErrorKind::IsADirectory);
    if cfg!(unix) {
        let opened = Table::open("/dev/null".as_ref(), place.fingerprint, 6);
        assert_eq!(opened.expect_err("a refusal").to_string(), expect);
    }
}

#[test]
fn io() {
    let place = Place::new();
    assert!(matches!(place.open(6), Err(TableError::Io(_))), "there is no file");
    let path = place.folder.path().join("no-such-folder").join("table");
    let saved = save(&path, &Solution::from_values(mixed(6, 9)), place.fingerprint, Contents::Distances);
    assert!(matches!(saved, Err(TableError::Io(_))), "there is no folder");
}

/// Flips bits of a file of two blocks, verifies it and probes one position of the second block. Every
/// bit of the header's values and of the first words of the data is flipped, and one bit of each byte
/// after them: a checksum covers all bits of a block alike.
fn flip_every_bit(bits: u8, positions: usize) {
    let place = Place::new();
    let whole = book::file(&mixed(positions, 510), bits, place.fingerprint);
    assert_eq!(whole.len(), 2 * 4096);
    fs::write(&place.path, &whole).expect("written");
    let mut file = OpenOptions::new().write(true).open(&place.path).expect("opened for writing");
    let mut set = |place: usize, byte: u8| {
        file.seek(SeekFrom::Start(place as u64)).and_then(|_| file.write_all(&[byte])).expect("written");
    };
    for (byte, &right) in whole.iter().enumerate() {
        let bits = if byte % 4096 < 192 { 0..8 } else { byte % 8..byte % 8 + 1 };
        for bit in bits {
            set(byte, right ^ 1 << bit);
            match place.open(positions) {
                Err(_) => assert!(byte < 4096, "opening reads nothing but the header"),
                Ok(table) => {
                    assert!(table.verify().is_err(), "bit {bit} of byte {byte} makes no difference");
                    assert_eq!(table.value(PositionId::new(0)), Value::Endless);
                    assert!(table.damage().is_some(), "bit {bit} of byte {byte} is not seen by a probe");
                }
            }
        }
        set(byte, right);
    }
    place.open(positions).expect("whole again").verify().expect("whole again");
}

#[test]
fn every_flipped_bit_of_distances_is_refused() {
    flip_every_bit(10, 1000);
}

#[test]
fn every_flipped_bit_of_long_distances_is_refused() {
    flip_every_bit(23, 1423);
}

#[test]
fn every_flipped_bit_of_outcomes_is_refused() {
    flip_every_bit(0, 9001);
}

#[test]
fn every_shorter_file_is_refused() {
    for bits in [0, 16] {
        let place = Place::new();
        let whole = book::file(&mixed(3000, 100), bits, place.fingerprint);
        fs::write(&place.path, &whole).expect("written");
        let file = OpenOptions::new().write(true).open(&place.path).expect("opened for writing");
        for length in (0..whole.len() as u64).rev() {
            file.set_len(length).expect("shortened");
            match place.open(3000) {
                Err(TableError::Truncated { expected, found }) => assert!(found == length && expected > length),
                other => panic!("{length} bytes: {other:?}"),
            }
        }
    }
}

#[test]
fn damage_elsewhere_does_not_hinder_a_probe() {
    let place = Place::new();
    let values = mixed(2046 * 3, 100);
    let mut file = book::file(&values, 16, place.fingerprint);
    file[4096 * 2 + 17] ^= 4;
    fs::write(&place.path, file).expect("written");

    let table = place.open(values.len()).expect("the header is whole");
    for position in [0, 2045, 2046 * 2, 2046 * 3 - 1] {
        assert_eq!(table.value(PositionId::new(position)), values[position]);
    }
    assert!(table.damage().is_none());
    let refusal = table.verify().expect_err("damage");
    assert!(refusal.to_string().starts_with("the table is damaged: block 2 has the checksum"), "{refusal}");
    assert!(table.damage().is_none(), "no probe has met the damage");

    assert_eq!(table.value(PositionId::new(2046)), Value::Endless, "the value was a win of One");
    assert_eq!(table.winner(PositionId::new(2046)), None);
    assert_eq!(table.value(PositionId::new(0)), values[0]);
    let damage = table.damage().expect("a probe has met the damage");
    assert_eq!(damage.to_string(), refusal.to_string());
}
