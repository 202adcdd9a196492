//! The readers: whatever the text, they answer, and what they say about it makes sense.

use catmouse_formats::{Document, Format, Problem, read, recognise};
use catmouse_model::{BoardChoice, Plan};

/// Problems that are listed at most: 100, and how many more there are.
const LISTED: usize = 101;

/// A list of edges may ask for millions of vertices in a few bytes; those boards are right and take long.
const MOST_VERTICES: i64 = 1_000;

/// Reads the bytes in this format, if they are text. What reads and makes a game is recognised for what it is.
pub fn read_as(format: Format, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let recognised = recognise(text);
    if planned(text, format).is_some() {
        assert!(alike(recognised, format), "it makes a game in {format} and is recognised as {recognised}");
    }
}

/// Whether a text that makes a game in the one format may be recognised as the other: each of the three formats of lines takes
/// lines of all three, and some rows of a grid are lines of graph6.
fn alike(recognised: Format, format: Format) -> bool {
    let is_line = |format| matches!(format, Format::Graph6 | Format::Digraph6 | Format::Sparse6);
    recognised == format || is_line(format) && (is_line(recognised) || recognised == Format::Grid)
}

/// The text read in this format, with the plan of its game. Whatever is wrong with it is told in a decent way.
pub fn planned(text: &str, format: Format) -> Option<(Document<'_>, Plan)> {
    let document = match read(text, format) {
        Ok(document) => document,
        Err(error) => {
            look_at(text, &error.problems);
            return None;
        }
    };
    if let BoardChoice::Edges { vertices, .. } | BoardChoice::EdgesWithCosts { vertices, .. } = document.setup.board
        && vertices > MOST_VERTICES
    {
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
