//! Another process shortens or changes the files of open tables: the damage is reported, regardless
//! of what was read before.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use catmouse_arena::{Player, PositionId, Solution, Value, Values};
use catmouse_store::{Contents, Table, save};

use crate::{Place, mixed};

/// The number of values in a block of these tables, which have 16 bits a value.
const VALUES_IN_BLOCK: usize = 2046;

/// A table of this many blocks, and its values.
fn saved(blocks: usize) -> (Place, Vec<Value>) {
    let (place, values) = (Place::new(), mixed(VALUES_IN_BLOCK * blocks, 30_000));
    save(&place.path, &Solution::from_values(values.iter().copied()), place.fingerprint, Contents::Distances)
        .expect("saved");
    (place, values)
}

fn shorten(place: &Place, length: u64) {
    File::options().write(true).open(&place.path).and_then(|file| file.set_len(length)).expect("shortened");
}

fn overwrite(place: &Place, at: u64, bytes: &[u8]) {
    let mut file = File::options().write(true).open(&place.path).expect("opened for writing");
    file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(bytes)).expect("written");
}

fn damage(table: &Table) -> String {
    table.damage().expect("damage").to_string()
}

#[test]
fn a_probe_of_a_missing_block_is_damage() {
    let (place, values) = saved(3);
    let table = place.open(values.len()).expect("opened");
    shorten(&place, 5000);
    assert_eq!(table.value(PositionId::new(VALUES_IN_BLOCK * 2)), Value::Endless);
    let gone = "the table is damaged: block 3 is missing: the file was shortened to 5000 bytes while it was open";
    assert_eq!(damage(&table), gone);
    assert!(table.verify().is_err());
}

#[test]
fn reading_in_order_reports_the_end_of_a_shortened_file() {
    // The table has more blocks than one read. It is cut within a block: in the first read, in a
    // later one, and at the boundary between reads.
    for (blocks, length, first_gone) in
        [(40, 5000, 1), (40, 4096, 1), (40, 0, 1), (100, 4096 * 71 + 1, 71), (100, 4096 * 65, 65), (2, 8192, 2)]
    {
        let (place, values) = saved(blocks);
        let table = place.open(values.len()).expect("opened");
        shorten(&place, length);
        let read: Vec<Value> = table.values().map(|(_, value)| value).collect();
        let whole = VALUES_IN_BLOCK * (first_gone - 1);
        assert_eq!(read.len(), values.len());
        assert!(read[..whole] == values[..whole], "{length} bytes");
        assert!(read[whole..].iter().all(|value| *value == Value::Endless), "{length} bytes");
        let gone = format!("block {first_gone} is missing: the file was shortened to {length} bytes while it was open");
        assert_eq!(damage(&table), format!("the table is damaged: {gone}"));
    }
}

#[test]
fn reading_on_after_the_file_is_shortened_is_damage() {
    let (place, values) = saved(100);
    let table = place.open(values.len()).expect("opened");
    let mut read = table.values();
    assert_eq!(read.next(), Some((PositionId::new(0), values[0])));
    shorten(&place, 4096);
    assert_eq!(read.count(), values.len() - 1);
    assert!(damage(&table).contains("is missing: the file was shortened to 4096 bytes"), "{}", damage(&table));
}

#[test]
fn a_probed_block_stays_in_memory() {
    let (place, values) = saved(3);
    let table = place.open(values.len()).expect("opened");
    assert_eq!(table.value(PositionId::new(VALUES_IN_BLOCK)), values[VALUES_IN_BLOCK]);
    shorten(&place, 0);
    for (position, value) in values.iter().enumerate().skip(VALUES_IN_BLOCK).take(VALUES_IN_BLOCK) {
        assert_eq!(table.value(PositionId::new(position)), *value);
    }
    assert!(table.damage().is_none(), "block 2 is in memory");
    assert!(table.verify().is_err(), "and no longer in the file");
    assert_eq!(table.value(PositionId::new(0)), Value::Endless);
    assert!(damage(&table).contains("block 1 is missing: the file was shortened to 0 bytes"));
}

/// The numbers of the blocks that are in memory: those whose values are known after the file is
/// emptied.
fn kept(place: &Place, values: &[Value], table: &Table) -> Vec<usize> {
    shorten(place, 0);
    let first = |number: usize| (number - 1) * VALUES_IN_BLOCK;
    let numbers = 1..=values.len() / VALUES_IN_BLOCK;
    numbers.filter(|&number| table.value(PositionId::new(first(number))) == values[first(number)]).collect()
}

/// A probe keeps one block, and reading in order keeps none. If the memory has room for fewer
/// blocks than the table has, a block takes the place of an earlier one.
#[test]
fn a_probe_keeps_one_block_until_another_takes_its_place() {
    let all = |blocks: usize| (0..blocks).collect::<Vec<_>>();
    for (blocks_in_memory, probed, expected) in [
        (100, vec![], vec![]),
        (100, vec![0], vec![1]),
        (100, vec![0, 0, 9, 3, 0], vec![1, 4, 10]),
        (100, all(10), vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (3, vec![0, 1, 2], vec![1, 2, 3]),
        (3, vec![0, 1, 2, 4], vec![1, 3, 5]),
        (7, all(10), vec![4, 5, 6, 7, 8, 9, 10]),
        (1, all(10), vec![10]),
        (0, all(10), vec![]),
    ] {
        let (place, values) = saved(10);
        let bytes = 4096 * blocks_in_memory + 4095;
        let table = Table::open_with_cache(&place.path, place.fingerprint, values.len(), bytes).expect("opened");
        for &block in &probed {
            let (first, last) = (block * VALUES_IN_BLOCK, (block + 1) * VALUES_IN_BLOCK - 1);
            assert_eq!([first, last].map(|at| table.value(PositionId::new(at))), [first, last].map(|at| values[at]));
        }
        assert!(table.values().map(|(_, value)| value).eq(values.iter().copied()));
        assert_eq!(table.counts(), Solution::from_values(values.iter().copied()).counts());
        assert_eq!(kept(&place, &values, &table), expected, "{probed:?} with room for {blocks_in_memory}");
    }
}

/// Threads probe two blocks that take each other's place in memory. No value is that of the other
/// block.
#[test]
fn no_probe_meets_half_of_another_block() {
    let place = Place::new();
    let of_block = |block: usize| Value::Win { player: Player::One, distance: [10_000, 20_000][block] };
    let values = (0..2 * VALUES_IN_BLOCK).map(|at| of_block(at / VALUES_IN_BLOCK));
    save(&place.path, &Solution::from_values(values), place.fingerprint, Contents::Distances).expect("saved");
    let table = Table::open_with_cache(&place.path, place.fingerprint, 2 * VALUES_IN_BLOCK, 4096).expect("opened");
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let (table, of_block) = (&table, &of_block);
            scope.spawn(move || {
                for probe in 0..20_000 {
                    let (block, at) = ((probe / 16 + thread) % 2, probe * 7919 % VALUES_IN_BLOCK);
                    let found = table.value(PositionId::new(block * VALUES_IN_BLOCK + at));
                    assert_eq!(found, of_block(block), "value {at} of block {block}");
                }
            });
        }
    });
    assert!(table.damage().is_none());
}

#[test]
fn without_room_in_memory_every_probe_reads_the_file() {
    let (place, values) = saved(3);
    let table = Table::open_with_cache(&place.path, place.fingerprint, values.len(), 0).expect("opened");
    assert_eq!(table.value(PositionId::new(7)), values[7]);
    overwrite(&place, 4096 + 100, b"something");
    assert_eq!(table.value(PositionId::new(7)), Value::Endless);
    assert!(damage(&table).starts_with("the table is damaged: block 1 has the checksum"));
}

#[test]
fn a_write_into_the_file_is_found_by_the_checksum() {
    let (place, values) = saved(50);
    let table = place.open(values.len()).expect("opened");
    assert!(table.values().map(|(_, value)| value).eq(values.iter().copied()));
    assert!(table.damage().is_none());
    // Reading in order keeps nothing, so every block is read and checked again.
    overwrite(&place, 4096 * 40, b"something");
    assert_eq!(table.values().filter(|(_, value)| *value != Value::Endless).count(), {
        values.iter().enumerate().filter(|(at, value)| **value != Value::Endless && at / VALUES_IN_BLOCK != 39).count()
    });
    assert!(damage(&table).starts_with("the table is damaged: block 40 has the checksum"));
}

/// Another table of the same board is copied over the file instead of moved.
#[test]
fn a_table_copied_over_another_is_read_or_reported() {
    let (place, values) = saved(3);
    let table = place.open(values.len()).expect("opened");
    let other = Place::new();
    save(
        &other.path,
        &Solution::from_values(mixed(VALUES_IN_BLOCK * 3, 29_999)),
        place.fingerprint,
        Contents::Distances,
    )
    .expect("saved");
    std::fs::copy(&other.path, &place.path).expect("copied over it");
    // The headers are equal, so all checksums match: each block is whole and belongs to one of the
    // two tables.
    let read: Vec<Value> = table.values().map(|(_, value)| value).collect();
    assert!(read == mixed(VALUES_IN_BLOCK * 3, 29_999) && table.damage().is_none());
    // The headers differ.
    save(&other.path, &Solution::from_values(mixed(VALUES_IN_BLOCK * 3, 100)), place.fingerprint, Contents::Distances)
        .expect("saved");
    std::fs::copy(&other.path, &place.path).expect("copied over it");
    assert_eq!(table.value(PositionId::new(0)), Value::Endless);
    assert!(damage(&table).starts_with("the table is damaged: block 1 has the checksum"));
}

/// Several threads probe and read while the file is shortened. Each value is right, or it is
/// endless and damage is recorded.
#[test]
fn threads_notice_that_a_file_shrinks() {
    for cache_bytes in [0, 4096 * 8, Table::CACHE_BYTES] {
        let (place, values) = saved(64);
        let table = Table::open_with_cache(&place.path, place.fingerprint, values.len(), cache_bytes).expect("opened");
        let done = AtomicBool::new(false);
        let begun = std::sync::Barrier::new(4);
        std::thread::scope(|scope| {
            for thread in 0..3_usize {
                let (table, values, done, begun) = (&table, &values, &done, &begun);
                scope.spawn(move || {
                    begun.wait();
                    let mut at = thread * 7919;
                    while !done.load(Ordering::Relaxed) {
                        at = (at + 104_729) % values.len();
                        let value = table.value(PositionId::new(at));
                        assert!(value == values[at] || value == Value::Endless && table.damage().is_some());
                        if at.is_multiple_of(97) {
                            let right = |(at, value): (PositionId, Value)| {
                                value == values[at.index()] || value == Value::Endless && table.damage().is_some()
                            };
                            assert!(table.values().all(right));
                        }
                    }
                });
            }
            begun.wait();
            for blocks in (0..65).rev() {
                shorten(&place, blocks * 4096 + 17);
            }
            done.store(true, Ordering::Relaxed);
        });
        assert_eq!(table.values().filter(|(_, value)| *value != Value::Endless).count(), 0);
        assert!(damage(&table).contains("is missing"));
    }
}

#[test]
fn an_open_table_keeps_its_values_when_it_is_replaced() {
    let place = Place::new();
    let save = |values: &[Value]| {
        save(&place.path, &Solution::from_values(values.iter().copied()), place.fingerprint, Contents::Distances)
    };
    let (old, new) = (mixed(3000, 100), mixed(3000, 90));
    save(&old).expect("saved");
    let table = place.open(3000).expect("opened");
    if cfg!(windows) {
        return; // a file that is open may not be replaced there
    }
    save(&new).expect("replaced");
    assert!(table.values().map(|(_, value)| value).eq(old));
    assert!(place.open(3000).expect("opened").values().map(|(_, value)| value).eq(new));
}
