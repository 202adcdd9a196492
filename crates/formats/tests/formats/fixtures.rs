//! The graphs of `fixtures/formats`: one graph is the same board in every format.

use std::fs;
use std::path::Path;

use catmouse_formats::{Format, ReadOptions, Records, recognise};

/// How many vertices a board has, and its arcs with their costs.
type Shape = (u32, Vec<(u32, u32, u32)>);

/// The boards of a file.
fn boards(name: &str) -> Vec<Shape> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/formats").join(name);
    let text = fs::read_to_string(&path).expect("it is part of the repository");
    let named = path.extension().and_then(|extension| Format::of_extension(extension.to_str()?));
    assert!(named.is_none_or(|named| Ok(named) == recognise(&text)), "{name} is what its name says");
    let board = |record: std::io::Result<catmouse_formats::Record>| {
        let record = record.expect("a text does not fail");
        let board = record.read().expect("it is in order").setup.plan_board().expect("it is in order");
        let arcs = board.arcs().map(|(from, to, cost)| (from.number(), to.number(), cost)).collect();
        (board.vertices(), arcs)
    };
    Records::new(text.as_bytes(), ReadOptions::default()).expect("a text does not fail").map(board).collect()
}

#[test]
fn petersen() {
    let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]);
    let mut arcs: Vec<_> = edges.flat_map(|(a, b)| [(a, b, 1), (b, a, 1)]).collect();
    arcs.sort_unstable();
    for name in ["petersen.g6", "petersen.s6", "petersen.edges", "petersen.col", "petersen.dot"] {
        assert_eq!(boards(name), [(10, arcs.clone())], "{name}");
    }
}

#[test]
fn a_detour() {
    let detour = (3, vec![(0, 1, 9), (0, 2, 2), (1, 0, 9), (1, 2, 3), (2, 0, 2), (2, 1, 3)]);
    for name in ["detour.edges", "detour.gr", "detour.dot"] {
        assert_eq!(boards(name), std::slice::from_ref(&detour), "{name}");
    }
    assert_eq!(boards("detour.jsonl"), [detour.clone(), detour]);
}

#[test]
fn all_small_connected_graphs() {
    let boards = boards("connected-upto-6.g6");
    let count = |vertices| boards.iter().filter(|board| board.0 == vertices).count();
    assert_eq!([1, 2, 3, 4, 5, 6].map(count), [1, 1, 2, 6, 21, 112]);
}
