//! Why there is no answer: data that a door renders as it likes.

use std::io;

use catmouse_arena::CertificateRefutation;
use catmouse_explain::strategy::NoStrategy;
use catmouse_formats::Record;
use catmouse_model::Place;
use catmouse_solver::SolveError;
#[cfg(feature = "store")]
use catmouse_store::{CertificateError, TableError};
use thiserror::Error;

use crate::played::MoveError;

/// Why a question has no answer.
///
/// ```
/// // The move from 0 to 2 lacks its way back. The problem points at the 2.
/// let text = "[[1,2],[0],[]]";
/// match catmouse::Question::text(text).solve() {
///     Err(catmouse::Error::Problems { problems, .. }) => {
///         assert_eq!(&text[problems[0].span.clone().unwrap()], "2");
///     }
///     _ => unreachable!("such a board is refused"),
/// }
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// There is nothing to work on.
    #[error("there is no board, and at least one is needed")]
    NoBoard,
    /// The question is about one board, and the text holds several.
    #[error("there are several graphs, and this question is about one")]
    SeveralGraphs,
    /// The graph that was picked is not there.
    #[error("there is no graph {wanted}: there are {found}, counted from 1")]
    NoSuchGraph {
        /// The number that was asked for, counted from 1.
        wanted: u64,
        /// How many graphs there are.
        found: u64,
    },
    /// A stream is to be gone on with, and it is another one.
    #[error(
        "this is not the stream that was worked on: its first {graphs} graphs were others (there are {found} here)"
    )]
    OtherStream {
        /// How many graphs were worked on.
        graphs: u64,
        /// How many of so many there are.
        found: u64,
    },
    /// The text cannot be read to its end.
    #[error("the text cannot be read on: {0}")]
    Source(#[source] io::Error),
    /// The board or the rules make no game.
    #[error("{}", joined(problems))]
    Problems {
        /// Everything that is wrong, at least one thing.
        problems: Vec<Problem>,
        /// The text that the spans point into, and where in a stream it stands; none where the board was no text.
        record: Option<Box<Record>>,
    },
    /// The game takes more memory than there is.
    #[error("{wanted} bytes of memory are needed for {positions} positions, and {allowed} are there")]
    TooLarge {
        /// Bytes that are needed.
        wanted: u64,
        /// Bytes that may be asked for.
        allowed: u64,
        /// What sets that bound.
        bound: Bound,
        /// Positions of the game.
        positions: u64,
        /// About how many vertices a board may have to fit.
        fitting_vertices: u64,
        /// How many cats there are.
        cats: u32,
    },
    /// So many cats on a graph, or on a component of it, take more memory than there is.
    #[error("to try {cats} cat{} on a component of {vertices} vertices takes {wanted} bytes, and {allowed} are there", if *.cats == 1 { "" } else { "s" })]
    TooManyCats {
        /// How many cats were to be tried.
        cats: u32,
        /// Vertices of the component.
        vertices: u32,
        /// Bytes that are needed.
        wanted: u64,
        /// Bytes that may be asked for.
        allowed: u64,
    },
    /// A certificate takes more memory than there is.
    #[error("a certificate of up to {entries} positions takes up to {wanted} bytes of memory, and {allowed} are there")]
    LargeCertificate {
        /// Positions that it speaks of at most.
        entries: u64,
        /// Bytes that are needed at most: for the certificate, and for the values where those count.
        wanted: u64,
        /// Bytes that may be asked for.
        allowed: u64,
        /// What sets that bound.
        bound: Bound,
    },
    /// A board has more changes than there is memory to list.
    #[error("there are {changes} changes, which take {wanted} bytes of memory, and {allowed} are there")]
    TooManyChanges {
        /// How many changes there are.
        changes: u64,
        /// Bytes that are needed.
        wanted: u64,
        /// Bytes that may be asked for.
        allowed: u64,
    },
    /// The solver refuses.
    #[error(transparent)]
    Solve(SolveError),
    /// The caller stopped it.
    #[error("it was stopped before it was done")]
    Cancelled,
    /// A saved table cannot be used.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Table(#[from] TableError),
    /// There are outcomes without distances, and the answer needs distances.
    #[error("there are outcomes without distances, and distances are needed for this")]
    NoDistances,
    /// A text is no move, or no move that is legal there.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A table of outcomes is of the wins within another limit, or of all wins.
    #[error("the outcomes are those {held}, and outcomes {wanted} are needed")]
    OtherLimit {
        /// Which wins are held, as the rest of a phrase.
        held: String,
        /// Which are needed, likewise.
        wanted: String,
    },
    /// A table in CSV is none, or none of this board.
    #[error("{}{what}: {wanted}", at_line(*line))]
    Csv {
        /// The line, counted from 1; none where it is about the whole.
        line: Option<u64>,
        /// What is wrong.
        what: String,
        /// What was wanted instead.
        wanted: String,
    },
    /// A certificate cannot be read or written.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The rules of a whole strategy are not to be had.
    #[error(transparent)]
    NoStrategy(#[from] NoStrategy),
    /// The values do not prove the outcome: they are no solution.
    #[error("the values do not prove the outcome: {0}")]
    Unproved(CertificateRefutation),
}

/// One thing that is wrong with a board or its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What is wrong: lowercase, no full stop.
    pub message: String,
    /// What was wanted instead, likewise.
    pub wanted: String,
    /// The bytes of the text that it is about, if it is about any. May be empty: something is missing just there.
    pub span: Option<std::ops::Range<usize>>,
    /// The part of the setup that it is about, if the text could be read.
    pub place: Option<Place>,
}

/// What bounds the memory that may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// The question says so.
    Allowed,
    /// The system grants this process no more addresses.
    Process,
    /// The machine has no more free.
    Machine,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.message, self.wanted)
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// A problem of the text, before anybody knows which part of a setup it is about.
    pub(crate) fn of_text(problem: catmouse_formats::Problem, place: Option<Place>) -> Self {
        let catmouse_formats::Problem { message, wanted, span } = problem;
        Self { message, wanted, span, place }
    }
}

impl Error {
    /// What is wrong with a text that cannot be read.
    pub(crate) fn unreadable(record: &Record, error: catmouse_formats::ReadError) -> Self {
        let problems = error.problems.into_iter().map(|problem| Problem::of_text(problem, None)).collect();
        Self::Problems { problems, record: Some(Box::new(record.clone())) }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        if error == SolveError::Cancelled { Self::Cancelled } else { Self::Solve(error) }
    }
}

fn joined(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("; ")
}

fn at_line(line: Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}
