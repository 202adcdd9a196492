//! Grids in plain text: one row on each line, with `#` wall, `.` free, `M` mouse, `C` cat, `F`
//! food, `T` trap. Thin walls between cells are drawn as in a [maze](crate::maze).
//!
//! Blank lines before and after the grid are ignored, and so are spaces at the end of a row. The
//! model checks other characters.

use catmouse_model::{BoardChoice, Setup, SetupPlace};

use crate::board_text::BoardText;
use crate::maze::Lines;
use crate::problem::ReadError;
use crate::reading::Reading;
use crate::tree::Span;

pub(crate) fn read(text: &str) -> Result<BoardText<'_>, ReadError> {
    document(text, rows(text).map(|(row, at)| (row.to_owned(), Span::from(at..at + row.len()))).collect())
}

/// The document of a text with these rows.
pub(crate) fn document(text: &str, lines: Lines) -> Result<BoardText<'_>, ReadError> {
    let mut reading = Reading::new(text);
    let all = lines.first().zip(lines.last()).map(|((_, first), (_, last))| first.start()..last.range().end);
    reading.place(SetupPlace::Board, Span::from(all.unwrap_or_default()));
    let mut setup = Setup::new(BoardChoice::Grid(Vec::new()));
    setup.board = reading.cells(lines, &mut setup);
    let places = reading.finish()?;
    Ok(BoardText::new(setup, text, places))
}

/// The rows of a grid, each with its first byte.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = (&str, usize)> {
    const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];
    let text = text.trim_end_matches(BLANK);
    let before = text.len() - text.trim_start_matches(BLANK).len();
    // The spaces before the first row belong to it; the lines before it do not.
    let first_row = text.get(..before).and_then(|blank| blank.rfind('\n')).map_or(0, |newline| newline + 1);
    let rows = text.get(first_row..).unwrap_or_default();
    let mut next = first_row;
    rows.split('\n').filter(|_| !rows.is_empty()).map(move |line| {
        let start = next;
        next += line.len() + 1;
        (line.trim_end_matches(BLANK), start)
    })
}
