//! The readers: whatever the text, they answer, and what they say about it makes sense.

use std::io::Write;

use catmouse_formats::{Document, Format, Loss, Problem, ReadOptions, Record, Records, read, recognise, write};
use catmouse_model::{Board, BoardChoice, Keyword, Plan, Vertex};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::recognised::may_be;

/// What gzip begins with.
const PACKED: &[u8] = b"\x1f\x8b";

/// Problems that are listed at most: 100, and how many more there are.
const LISTED: usize = 101;

/// A list of edges may ask for millions of vertices in a few bytes; those boards are right and take long.
const MOST_VERTICES: i64 = 1_000;

/// Vertices of the largest board that is written in every format.
const MOST_WRITTEN: u32 = 200;

/// Reads the bytes in this format: as a stream, and as one board if they are text. What reads and makes a game is recognised
/// for what it is; what makes a board can be written, and then it is the same board.
pub fn read_as(format: Format, bytes: &[u8]) {
    read_as_a_stream(format, bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let recognised = recognise(text);
    if planned(text, format).is_some() {
        assert!(may_be(&recognised, format), "it makes a game in {format} and is recognised as {recognised:?}");
    }
}

/// Reads the bytes as a stream of whatever they are recognised as, and once more as what they would be packed: graphs that are packed
/// are the graphs that they are unpacked.
pub fn read_packed(bytes: &[u8]) {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).expect("memory does not fail");
    let packed = packer.finish().expect("memory does not fail");
    let texts = |bytes: &[u8]| -> Vec<String> {
        let records = Records::new(bytes, ReadOptions::default()).into_iter().flatten();
        records.map_while(Result::ok).map(|record| record.text().to_owned()).collect()
    };
    let plain = texts(bytes);
    // What is packed already is packed twice then, and refused.
    if !bytes.starts_with(PACKED) {
        assert_eq!(texts(&packed), plain);
        assert_eq!(recognise(&packed), recognise(bytes));
    }
}

fn read_as_a_stream(format: Format, bytes: &[u8]) {
    let mut last = (0, 0);
    // Bytes at hand do not fail, unless they are packed and damaged.
    let is_packed = bytes.starts_with(PACKED);
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
            Ok(document) => written_again(&record, &document),
            Err(error) => {
                look_at(record.text(), &error.problems);
                assert!(record.place(error.problems[0].span.as_ref()) >= (record.line(), 1));
            }
        }
    }
}

/// Writes the board in every format that can hold it, and reads it back.
fn written_again(record: &Record, document: &Document<'_>) {
    if matches!(vertices(document), Some(vertices) if vertices > MOST_VERTICES) {
        return;
    }
    let Ok(board) = document.setup.plan_board() else { return };
    if let Some(small) = record.small_graph() {
        let arcs: u32 = small.rows().iter().map(|row| row.count_ones()).sum();
        assert_eq!((small.vertices(), arcs as usize), (board.vertices(), board.arc_count()));
    }
    if board.vertices() > MOST_WRITTEN {
        return;
    }
    for &format in Format::ALL {
        let mut text = String::new();
        let Ok(losses) = write(&mut text, document, &board, format) else { continue };
        let keeps_names = !losses.contains(&Loss::Names) && !document.setup.names.is_empty();
        let again = read(&text, format).expect("what is written can be read");
        is_the_same(&again, &board, (format, keeps_names), &text);
        // What may be two boards has to be named; whatever is recognised is the board.
        // A drawing without all three, such as `CM`, is a graph in graph6 as well, and that is what it is taken for.
        let may_be_a_graph = format == Format::Grid && !['M', 'C', 'F'].iter().all(|&piece| text.contains(piece));
        if let Ok(again) = read(&text, ReadOptions::default())
            && !may_be_a_graph
        {
            is_the_same(&again, &board, (format, keeps_names), &text);
        }
    }
}

/// A text that was written in a format, with names or without, is this board.
fn is_the_same(again: &Document<'_>, board: &Board, (format, keeps_names): (Format, bool), text: &str) {
    let again = again.setup.plan_board().expect("what is written is in order");
    assert_eq!(again.vertices(), board.vertices(), "{format}: {text}");
    assert_eq!(again.arc_count(), board.arc_count(), "{format}: {text}");
    let has_all = (0..board.vertices()).all(|vertex| board.name(Vertex::new(vertex)).is_some());
    if keeps_names && has_all {
        assert_eq!(by_name(&again), by_name(board), "{format}: {text}");
    }
    // Lists that begin with no list of vertices have those with names in the order of their edges.
    let is_in_order =
        !keeps_names || !matches!(format, Format::Edges | Format::Adjlist | Format::NxEdges | Format::Csv);
    assert!(!is_in_order || again.arcs().eq(board.arcs()), "{format}: {text}");
}

/// The arcs of a board between names, in order.
fn by_name(board: &Board) -> Vec<(&str, &str, u32)> {
    let name = |vertex| board.name(vertex).unwrap_or_default();
    let mut arcs: Vec<_> = board.arcs().map(|(from, to, cost)| (name(from), name(to), cost)).collect();
    arcs.sort_unstable();
    arcs
}

/// How many vertices a list of edges asks for.
fn vertices(document: &Document<'_>) -> Option<i64> {
    match document.setup.board {
        BoardChoice::Edges { vertices, .. }
        | BoardChoice::EdgesWithCosts { vertices, .. }
        | BoardChoice::EdgesOfKinds { vertices, .. } => Some(vertices),
        BoardChoice::Adjacency(_) | BoardChoice::AdjacencyWithCosts(_) | BoardChoice::Grid(_) => None,
    }
}

/// The text read in this format, with the plan of its game. Anything wrong with it is reported as a problem with its place.
pub fn planned(text: &str, format: Format) -> Option<(Document<'_>, Plan)> {
    let document = match read(text, format) {
        Ok(document) => document,
        Err(error) => {
            look_at(text, &error.problems);
            return None;
        }
    };
    if matches!(vertices(&document), Some(vertices) if vertices > MOST_VERTICES) {
        return None;
    }
    match document.setup.plan() {
        Ok(plan) => Some((document, plan)),
        Err(defects) => {
            assert!(!defects.to_string().is_empty());
            look_at(text, &document.problems(&defects));
            None
        }
    }
}

/// There are problems, they say something in one line, and each span is a piece of the text.
fn look_at(text: &str, problems: &[Problem]) {
    assert!((1..=LISTED).contains(&problems.len()), "{} problems", problems.len());
    for problem in problems {
        for said in [&problem.message, &problem.wanted] {
            assert!(!said.is_empty() && !said.ends_with('.') && !said.contains(char::is_control), "{problem:?}");
        }
        if let Some(span) = problem.span.clone() {
            assert!(text.get(span).is_some(), "{problem:?}");
        }
    }
}
