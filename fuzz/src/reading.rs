//! The readers: whatever the text, they answer, and what they say about it makes sense.

use catmouse_formats::{Document, Foreign, Format, Problem, Record, Records, Unrecognised, read, recognise, write};
use catmouse_model::{BoardChoice, Keyword, Plan};

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

fn read_as_a_stream(format: Format, bytes: &[u8]) {
    let mut last = (0, 0);
    for record in Records::new(bytes, Some(format)).expect("bytes at hand do not fail") {
        let record = record.expect("bytes at hand do not fail");
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
        if write(&mut text, document, &board, format).is_err() {
            continue;
        }
        let again = read(&text, format).expect("what is written can be read");
        let again = again.setup.plan_board().expect("what is written is in order");
        assert_eq!(again.vertices(), board.vertices(), "{format}: {text}");
        assert!(again.arcs().eq(board.arcs()), "{format}: {text}");
    }
}

/// How many vertices a list of edges asks for.
fn vertices(document: &Document<'_>) -> Option<i64> {
    match document.setup.board {
        BoardChoice::Edges { vertices, .. } | BoardChoice::EdgesWithCosts { vertices, .. } => Some(vertices),
        BoardChoice::Adjacency(_) | BoardChoice::AdjacencyWithCosts(_) | BoardChoice::Grid(_) => None,
    }
}

/// Whether a text that makes a game in this format may be recognised so: as that, or as nothing since it may be two. Each of the
/// three formats of lines takes lines of all three, and some rows of a grid are lines of graph6.
fn may_be(recognised: &Result<Format, Unrecognised>, format: Format) -> bool {
    let is_line = |format| matches!(format, Format::Graph6 | Format::Digraph6 | Format::Sparse6);
    match *recognised {
        Ok(found) => found == format || is_line(format) && (is_line(found) || found == Format::Grid),
        Err(Unrecognised::Foreign(foreign)) => format == Format::Edges && foreign == Foreign::TrivialGraph,
        Err(Unrecognised::Ambiguous(_)) => true,
        Err(_) => false,
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
