//! Memory for packed values, and matrices of bits in it.

use catmouse_arena::{Cells, Solution, mapped, most_mapped, transpose};

/// The size in bytes from which cells get a memory map of their own.
const MAPPED_FROM: usize = 4 << 20;

#[test]
fn refused_memory_is_an_error() {
    for cells in [usize::MAX, usize::MAX / 2, usize::MAX / 16] {
        assert!(Cells::<u32>::try_zeroed(cells).is_err());
    }
    let zeros = Cells::<u32>::try_zeroed(1_000).expect("four kilobytes");
    assert_eq!(*zeros, [0; 1_000]);
}

#[test]
fn memory_is_reused_if_it_is_large_enough() {
    // Large enough to be mapped; only the first page is touched.
    for cells in [1_000, MAPPED_FROM / 2 + 1_000] {
        let mut full = Cells::<u16>::zeroed(cells);
        full[999] = 7;
        let room = |cells, wanted| Solution::from_cells::<u16>(cells).into_room::<u16>(wanted);
        let part = room(full, 1_000).expect("less needs no more memory");
        assert_eq!((part.len(), part[999]), (1_000, 7));
        let whole = room(part, cells).expect("all of it is still there");
        assert_eq!(whole.len(), cells);
        assert!(room(whole, cells + 1_000_000).is_none());
    }
}

#[test]
fn maps_are_counted_while_they_exist() {
    // Other tests of this process may map something at the same time, but less than this.
    let bytes = 64 * MAPPED_FROM;
    let cells = Cells::<u8>::zeroed(bytes);
    assert!(mapped() >= bytes && most_mapped() >= bytes);
    drop(cells);
    assert!(mapped() < bytes && most_mapped() >= bytes);
    assert!(most_mapped() < bytes);
}

#[test]
fn every_bit_changes_places_with_its_mirror_image() {
    // Arbitrary bits (Knuth's multiplier for 64 bits).
    let word = |row: usize, lane: usize| ((row * 3 + lane + 1) as u64).wrapping_mul(0x5851_F42D_4C95_7F2D);
    let original: [[u64; 3]; 64] =
        std::array::from_fn(|row| std::array::from_fn(|lane| word(row, lane).rotate_left(row as u32)));
    let mut rows = original;
    transpose(&mut rows);
    for (row, column, lane) in (0..64 * 64 * 3).map(|at| (at / 192, at / 3 % 64, at % 3)) {
        assert_eq!(rows[row][lane] >> column & 1, original[column][lane] >> row & 1, "{row}, {column}, {lane}");
    }
}
