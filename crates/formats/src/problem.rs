//! Problems: what is wrong with a text, what was wanted instead, and where.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use catmouse_model::{Defect, DefectKind, Remedy, SetupPlace, with_remedies};

use crate::span::Span;

/// One error in a text.
///
/// ```
/// use catmouse_formats::{Format, read};
///
/// let text = "M.F\n..X\n";
/// let document = read(text, Format::Grid)?;
/// let problem = document.problems(&document.setup.plan().unwrap_err()).remove(0);
/// assert_eq!(problem.message, "`X` is not a cell of a grid");
/// assert_eq!(&text[problem.span.unwrap()], "X");
/// # Ok::<(), catmouse_formats::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The error: lowercase, without a full stop.
    pub message: String,
    /// The expected text, or another way out: lowercase, without a full stop. Empty if there are
    /// only remedies.
    pub wanted: String,
    /// The settings that settle the error.
    pub remedies: Vec<Remedy>,
    /// The bytes of the text with the error; `None` if it has no place. An empty span is where
    /// something is missing.
    pub span: Option<Range<usize>>,
    /// The part of the setup with the error, if the text could be read.
    pub place: Option<SetupPlace>,
}

impl Problem {
    /// A problem without remedies.
    pub fn new(span: Option<Range<usize>>, message: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self { message: message.into(), wanted: wanted.into(), remedies: Vec::new(), span, place: None }
    }

    /// A defect of a setup, with its place in a text.
    pub fn of_defect(span: Option<Range<usize>>, defect: &Defect) -> Self {
        let (kind, place) = (&defect.kind, Some(defect.place));
        Self { remedies: kind.remedies(), place, ..Self::new(span, kind.to_string(), kind.wanted()) }
    }

    /// The same problem with these remedies.
    #[must_use]
    pub fn with(self, remedies: impl Into<Vec<Remedy>>) -> Self {
        Self { remedies: remedies.into(), ..self }
    }

    /// What the user can do: the expected text, then the remedies in the words of a front end (see
    /// [`with_remedies`]).
    pub fn advice(&self, spell: impl Fn(&Remedy) -> Option<String>) -> String {
        with_remedies(&self.wanted, &self.remedies, spell)
    }

    /// The same problem in a larger text, in which this text begins at byte `start`.
    pub(crate) fn moved(self, start: usize) -> Self {
        Self { span: self.span.map(|span| start + span.start..start + span.end), ..self }
    }

    /// A problem whose wanted part is "expected" and this noun.
    pub(crate) fn expected(span: Option<Range<usize>>, message: impl Into<String>, noun: &str) -> Self {
        Self::new(span, message, format!("expected {noun}"))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.message, self.advice(|remedy| Some(remedy.to_string())))
    }
}

impl Error for Problem {}

/// Why a text could not be read: one or more problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The problems, in the order of the text; those without a place are first. There are at most
    /// 100; a last one then gives the number of further ones.
    pub problems: Vec<Problem>,
}

impl ReadError {
    /// The same problems in a larger text, in which this text begins at byte `start`.
    pub(crate) fn moved(self, start: usize) -> Self {
        Self { problems: self.problems.into_iter().map(|problem| problem.moved(start)).collect() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl Error for ReadError {}

impl From<Problem> for ReadError {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem] }
    }
}

/// The greatest number of problems that are kept. Further problems are only counted.
const MAX_PROBLEMS: usize = 100;

/// A list of problems. Only the first [`MAX_PROBLEMS`] are kept.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    listed: Vec<Problem>,
    unlisted: usize,
}

impl Problems {
    pub(crate) fn push(&mut self, problem: impl FnOnce() -> Problem) {
        if self.listed.len() < MAX_PROBLEMS {
            self.listed.push(problem());
        } else {
            self.unlisted += 1;
        }
    }

    /// Counts problems that were not kept.
    pub(crate) fn omit(&mut self, count: usize) {
        self.unlisted += count;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    pub(crate) fn sort(&mut self) {
        let start = |problem: &Problem| problem.span.as_ref().map(|span| span.start);
        let mut sorted: Vec<Problem> = Vec::with_capacity(self.listed.len());
        for problem in self.listed.drain(..) {
            let at = sorted.partition_point(|known| start(known) <= start(&problem));
            sorted.insert(at, problem);
        }
        self.listed = sorted;
    }

    pub(crate) fn into_vec(mut self) -> Vec<Problem> {
        if self.unlisted > 0 {
            let message = match self.unlisted {
                1 => "1 more problem".to_owned(),
                more => format!("{more} more problems"),
            };
            self.listed.push(Problem::new(None, message, format!("only the first {MAX_PROBLEMS} are listed")));
        }
        self.listed
    }
}

/// The problem that a graph has more vertices than a board may have.
pub(crate) fn too_many_vertices(span: Range<usize>, count: i64) -> Problem {
    let defect = DefectKind::VertexCount { count };
    Problem::new(Some(span), defect.to_string(), defect.wanted())
}

/// A piece of the text for a message: in backticks, escaped, and at most 40 characters long.
pub(crate) fn quoted(piece: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut shown = String::new();
    for c in piece.chars().take(MAX_CHARS) {
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    if piece.chars().nth(MAX_CHARS).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// The span of a range that another library computed, moved to character boundaries within the
/// text.
pub(crate) fn clamped(text: &str, range: Range<usize>) -> Span {
    let start = text.floor_char_boundary(range.start);
    Span::from(start..text.ceil_char_boundary(range.end).max(start))
}
