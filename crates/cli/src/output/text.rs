//! Layout for people: headers and paragraphs. Texts always contain colour, which is
//! removed unless a terminal shows them.

use anstyle::Style;
use catmouse_arena::Judgement;
use catmouse_document::Header;
use catmouse_model::{Game, Position, Side};

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
