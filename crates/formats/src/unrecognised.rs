//! Why the format of a text was not recognised.

use std::collections::HashSet;

use catmouse_model::{Keyword, Remedy, listed};

use crate::MAX_BYTES;
use crate::ambiguity::Ambiguity;
use crate::foreign::Foreign;
use crate::format::Format;
use crate::problem::Problem;

/// Why the format of a text was not recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrecognised {
    /// The text is blank.
    Empty,
    /// The text is in a known format that is not read.
    Foreign(Foreign),
    /// The text has two readings as different boards.
    Ambiguous(Ambiguity),
    /// The text looks like none of the formats.
    Unknown,
}

impl Unrecognised {
    /// The problem of the text, with a remedy.
    pub fn problem(&self, text: &str) -> Problem {
        let words: Vec<&str> =
            Format::ALL.iter().filter(|format| format.is_read()).map(|format| format.word()).collect();
        let wanted = format!("expected {}", listed(&words, "or"));
        let insists = Remedy::new("input", &[], "insists on a format");
        let span = first_line(text);
        match self {
            Self::Empty if !text.trim().is_empty() => Problem::new(
                span,
                format!("the first {} MiB are blank, so the format is not recognised", MAX_BYTES >> 20),
                wanted,
            )
            .with([insists]),
            Self::Empty => Problem::new(None, "the input is empty", "expected a board, such as [[1,2],[0,2],[0,1]]"),
            Self::Foreign(foreign) => {
                let span = span.filter(|_| !foreign.is_binary());
                Problem::new(span, foreign.message(), foreign.wanted()).with(foreign.remedies())
            }
            Self::Ambiguous(ambiguity) => {
                Problem::new(span, ambiguity.message(), ambiguity.wanted()).with(ambiguity.remedies())
            }
            Self::Unknown if is_drawn(text) => Problem::new(
                span,
                "this looks like a grid with unknown letters",
                "a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap",
            ),
            Self::Unknown => Problem::new(span, "the format is not recognised", wanted).with([insists]),
        }
    }
}

impl From<Foreign> for Unrecognised {
    fn from(foreign: Foreign) -> Self {
        Self::Foreign(foreign)
    }
}

impl From<Ambiguity> for Unrecognised {
    fn from(ambiguity: Ambiguity) -> Self {
        Self::Ambiguous(ambiguity)
    }
}

/// Whether a text looks like a drawing: at least three lines of one width, in a few different
/// letters.
fn is_drawn(text: &str) -> bool {
    const FEW: usize = 8;
    let text = text.trim_matches(['\r', '\n']);
    let widths: Vec<usize> = text.lines().map(|line| line.trim_end_matches('\r').chars().count()).collect();
    let letters: HashSet<char> = text.chars().filter(|letter| !['\r', '\n'].contains(letter)).collect();
    widths.len() >= 3 && widths[0] >= 3 && widths.iter().all(|&width| width == widths[0]) && letters.len() <= FEW
}

/// The span of the first line that is not blank.
fn first_line(text: &str) -> Option<std::ops::Range<usize>> {
    let start = text.len() - text.trim_start().len();
    let line = text.get(start..)?.lines().next()?.trim_end();
    (!line.is_empty()).then(|| start..start + line.len())
}
