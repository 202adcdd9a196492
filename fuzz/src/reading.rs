//! Properties of the readers: they accept any text, and their results and messages are consistent.

use std::io::Write;

use catmouse_formats::{BoardText, Format, Loss, Problem, ReadOptions, Record, Records, read, recognise, write};
use catmouse_model::{Board, BoardChoice, Keyword, Plan, Vertex};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::recognised::may_be;

/// The first bytes of a gzip file.
const GZIP_MAGIC: &[u8] = b"\x1f\x8b";

/// The greatest number of listed problems: 100, and one that counts the rest.
const MAX_LISTED: usize = 101;

/// The greatest number of vertices of a board that is built. A list of edges may declare millions
/// of vertices in a few bytes, which is valid but slow.
const MAX_VERTICES: i64 = 1_000;

/// The greatest number of vertices of a board that is written in every format.
const MAX_WRITTEN: u32 = 200;

/// Reads the bytes in this format, as a stream and, if they are text, as one board. A text that
/// makes a game must be recognised as this format. A board must be the same after it is written and
/// read.
pub fn read_as(format: Format, bytes: &[u8]) {
    read_as_a_stream(format, bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let recognised = recognise(text);
    if planned(text, format).is_some() {
        assert!(may_be(&recognised, format), "a game in {format} is recognised as {recognised:?}");
    }
}

/// Reads the bytes as a stream in the recognised format, and again after packing them: both must
/// give the same graphs.
pub fn read_packed(bytes: &[u8]) {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).expect("written to memory");
    let packed = packer.finish().expect("written to memory");
    let texts = |bytes: &[u8]| -> Vec<String> {
        let records = Records::new(bytes, ReadOptions::default()).into_iter().flatten();
        records.map_while(Result::ok).map(|record| record.text().to_owned()).collect()
    };
    let plain = texts(bytes);
    // Bytes that are already packed would be packed twice, which is refused.
    if !bytes.starts_with(GZIP_MAGIC) {
        assert_eq!(texts(&packed), plain);
        assert_eq!(recognise(&packed), recognise(bytes));
    }
}

fn read_as_a_stream(format: Format, bytes: &[u8]) {
    let mut last = (0, 0);
    // Reading from memory does not fail, unless the bytes are packed and damaged.
    let is_packed = bytes.starts_with(GZIP_MAGIC);
    let records = match Records::new(bytes, Some(format)) {
        Ok(records) => records,
        Err(error) => return assert!(is_packed, "{error}"),
    };
    for record in records {
        let record = match record {
            Ok(record) => record,
            Err(error) => return assert!(is_packed, "{error}"),
        };
        assert!(record.number() == last.0 + 1 && record.line() >= last.1, "{record:?}");
        last = (record.number(), record.line());
        match record.read() {
            Ok(document) => check_round_trip(&record, &document),
            Err(error) => {
                check_problems(record.text(), &error.problems);
                assert!(record.place(error.problems[0].span.as_ref()) >= (record.line(), 1));
            }
        }
    }
}

/// Writes the board in every format that can hold it, and reads it back.
fn check_round_trip(record: &Record, document: &BoardText<'_>) {
    if matches!(vertices(document), Some(vertices) if vertices > MAX_VERTICES) {
        return;
    }
    let Ok(board) = document.setup.plan_board() else { return };
    if let Some(small) = record.small_graph() {
        let arcs: u32 = small.rows().iter().map(|row| row.count_ones()).sum();
        assert_eq!((small.vertices(), arcs as usize), (board.vertices(), board.arc_count()));
    }
    if board.vertices() > MAX_WRITTEN {
        return;
    }
    for &format in Format::ALL {
        let mut text = String::new();
        let Ok(losses) = write(&mut text, document, &board, format) else { continue };
        let keeps_names = !losses.contains(&Loss::Names) && !document.setup.names.is_empty();
        let again = read(&text, format).expect("a written text can be read");
        check_same_board(&again, &board, (format, keeps_names), &text);
        // A text that might be two boards must be read with its format; a text that is recognised
        // must be the same board. A drawing without all three pieces, such as `CM`, is also a graph
        // in graph6, and is recognised as this.
        let may_be_a_graph = format == Format::Grid && !['M', 'C', 'F'].iter().all(|&piece| text.contains(piece));
        if let Ok(again) = read(&text, ReadOptions::default())
            && !may_be_a_graph
        {
            check_same_board(&again, &board, (format, keeps_names), &text);
        }
    }
}

/// Checks that a text written in a format, with or without names, reads as this board.
fn check_same_board(again: &BoardText<'_>, board: &Board, (format, keeps_names): (Format, bool), text: &str) {
    let again = again.setup.plan_board().expect("a written board is valid");
    assert_eq!(again.vertices(), board.vertices(), "{format}: {text}");
    assert_eq!(again.arc_count(), board.arc_count(), "{format}: {text}");
    let has_all = (0..board.vertices()).all(|vertex| board.name(Vertex::new(vertex)).is_some());
    if keeps_names && has_all {
        assert_eq!(by_name(&again), by_name(board), "{format}: {text}");
    }
    // A list of edges without a list of vertices numbers the named vertices in the order of the
    // edges.
    let is_in_order =
        !keeps_names || !matches!(format, Format::Edges | Format::Adjlist | Format::NxEdges | Format::Csv);
    assert!(!is_in_order || again.arcs().eq(board.arcs()), "{format}: {text}");
}

/// The arcs of a board by names, sorted.
fn by_name(board: &Board) -> Vec<(&str, &str, u32)> {
    let name = |vertex| board.name(vertex).unwrap_or_default();
    let mut arcs: Vec<_> = board.arcs().map(|(from, to, cost)| (name(from), name(to), cost)).collect();
    arcs.sort_unstable();
    arcs
}

/// The number of vertices that a list of edges declares.
fn vertices(document: &BoardText<'_>) -> Option<i64> {
    match document.setup.board {
        BoardChoice::Edges { vertices, .. }
        | BoardChoice::EdgesWithCosts { vertices, .. }
        | BoardChoice::EdgesOfKinds { vertices, .. } => Some(vertices),
        BoardChoice::Adjacency(_) | BoardChoice::AdjacencyWithCosts(_) | BoardChoice::Grid(_) => None,
    }
}

/// Reads a text in this format and plans its game. Every fault must be reported as a problem with
/// its place.
pub fn planned(text: &str, format: Format) -> Option<(BoardText<'_>, Plan)> {
    let document = match read(text, format) {
        Ok(document) => document,
        Err(error) => {
            check_problems(text, &error.problems);
            return None;
        }
    };
    if matches!(vertices(&document), Some(vertices) if vertices > MAX_VERTICES) {
        return None;
    }
    match document.setup.plan() {
        Ok(plan) => Some((document, plan)),
        Err(defects) => {
            assert!(!defects.to_string().is_empty());
            check_problems(text, &document.problems(&defects));
            None
        }
    }
}

/// Checks that there are problems, that each has messages of one line, and that each span is a
/// piece of the text.
fn check_problems(text: &str, problems: &[Problem]) {
    assert!((1..=MAX_LISTED).contains(&problems.len()), "{} problems", problems.len());
    for problem in problems {
        assert!(!problem.wanted.is_empty() || !problem.remedies.is_empty(), "{problem:?}");
        let said = problem.to_string();
        assert!(!said.ends_with('.') && !said.contains(char::is_control), "{problem:?}");
        if let Some(span) = problem.span.clone() {
            assert!(text.get(span).is_some(), "{problem:?}");
        }
    }
}
