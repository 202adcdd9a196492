//! Layout for people: headers, columns, boards side by side. Texts always contain colour, which is
//! removed unless a terminal shows them.

use anstyle::Style;
use catmouse_arena::Judgement;
use catmouse_document::{Document, Header};
use catmouse_model::{Game, Opening, Position, Side};

use super::terminal::{self, laid_out};

pub(crate) use catmouse_document::PAGE_WIDTH;

/// The style of headings.
pub(crate) const BOLD: Style = Style::new().bold();
/// The style of details.
pub(crate) const DIM: Style = Style::new().dimmed();

/// A text in a style.
pub(crate) fn paint(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// The colour of an outcome.
pub(crate) fn colour(judgement: Judgement) -> Style {
    terminal::colour(judgement.outcome.into())
}

/// The header of a page: the game, the board and the rules.
pub(crate) fn header(game: &Game, title: Option<&str>, position: &Position) -> String {
    laid_out(&catmouse_document::header(game, title, position, Header::Whole))
}

/// The header of a page. `standing` says where the pieces are.
pub(crate) fn header_of(game: &Game, title: Option<&str>, standing: &str) -> String {
    laid_out(&catmouse_document::header_of(game, title, standing))
}

/// The placement that the players chose.
pub(crate) fn placement(game: &Game, opening: &Opening, rounds: Option<u64>) -> String {
    let mut document = Document::default();
    document.extend(catmouse_document::placement(game, opening, rounds));
    laid_out(&document)
}

/// Grids with captions, side by side in rows that fit on the page.
pub(crate) fn gallery(pictures: &[(String, Vec<String>)]) -> String {
    let width = |picture: &(String, Vec<String>)| {
        let lines = std::iter::once(&picture.0).chain(&picture.1);
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    };
    let column = pictures.iter().map(width).max().unwrap_or(0) + 3;
    let per_row = (PAGE_WIDTH / column.max(1)).max(1);
    let mut text = String::new();
    for row in pictures.chunks(per_row) {
        let height = row.iter().map(|picture| picture.1.len()).max().unwrap_or(0);
        for line in 0..=height {
            let cells = row.iter().map(|(caption, rows)| {
                let cell = if line == 0 { Some(caption) } else { rows.get(line - 1) };
                format!("{:<column$}", cell.map_or("", |cell| cell))
            });
            text += cells.collect::<String>().trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    text.pop();
    if pictures.iter().any(|(_, rows)| rows.iter().any(|row| row.contains('X'))) {
        text += &format!("{}\n", paint("X is the Cat on the Mouse.", DIM));
    }
    text
}

/// [`wrapped`] without line breaks between a piece and the target of its move.
pub(crate) fn unbroken(text: &str, indent: usize) -> String {
    let mut held = String::new();
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        held += word;
        if let Some(next) = words.peek() {
            held.push(if matches!(word.trim_start_matches('('), "M" | "C") && next.contains('→') {
                '\u{a0}'
            } else {
                ' '
            });
        }
    }
    wrapped(&held, indent).replace('\u{a0}', " ")
}

/// Wraps a text to the width of the page. Its first line continues a line of `indent` characters,
/// and the other lines are indented by this number. Wrap before painting, because styles would
/// count as characters.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let width = word.chars().count();
        if used > 0 && indent + used + 1 + width > PAGE_WIDTH {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            *line += word;
            used += width;
        }
    }
    lines.join(&format!("\n{:indent$}", ""))
}

/// The name of a side.
pub(crate) fn proper(turn: &str) -> &'static str {
    if turn == catmouse_model::Keyword::word(Side::Mouse) { "Mouse" } else { "Cat" }
}
