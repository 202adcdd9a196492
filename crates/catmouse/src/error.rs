//! The reasons why a question has no answer, as data. Each program that uses the library decides
//! how to show them.

use std::io;

use catmouse_arena::CertificateRefutation;
use catmouse_explain::strategy::NoStrategy;
use catmouse_formats::{Problem, Record};
use catmouse_model::{Defects, MoveError, Remedy, counted};
use catmouse_solver::SolveError;
#[cfg(feature = "store")]
use catmouse_store::{CertificateError, TableError};
use thiserror::Error;

use crate::cops::stop::{CopsStop, StopReason};

/// The reason why a question has no answer.
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
    /// The text contains no board.
    #[error("there is no board")]
    NoBoard,
    /// The question is about one board, but the text contains several.
    #[error("there are several graphs, but the question is about one")]
    SeveralGraphs,
    /// The text has fewer graphs than the requested number.
    #[error("there is no graph {wanted}: the number of graphs is {found}")]
    NoSuchGraph {
        /// The requested number, counted from 1.
        wanted: u64,
        /// The number of graphs.
        found: u64,
    },
    /// A run was asked to resume in a stream that is not the stream of the earlier run.
    #[error(
        "this is not the stream of the earlier run, whose first {graphs} graphs were others (this one has {found})"
    )]
    OtherStream {
        /// The number of graphs that the earlier run worked on.
        graphs: u64,
        /// The number of graphs that were compared: at most `graphs`, and fewer if the stream has
        /// fewer.
        found: u64,
    },
    /// Reading the text failed before its end.
    #[error("cannot read the rest of the text: {0}")]
    Source(#[source] io::Error),
    /// The board or its rules are wrong, so there is no game.
    #[error("{}", joined(problems))]
    Problems {
        /// All defects; there is at least one.
        problems: Vec<Problem>,
        /// The text that the spans point into, and its place in a stream; `None` if the board was
        /// not a text.
        record: Option<Box<Record>>,
    },
    /// The game needs more memory than is allowed or free.
    #[error("the game has {positions} positions and needs {wanted} bytes of memory, but {allowed} are available")]
    TooLarge {
        /// Bytes that are needed.
        wanted: u64,
        /// Bytes that may be allocated.
        allowed: u64,
        /// The source of this bound.
        bound: Bound,
        /// The number of positions of the game.
        positions: u64,
        /// The approximate number of vertices that a board of this kind may have to fit.
        fitting_vertices: u64,
        /// The number of cats.
        cats: u32,
        /// Whether outcomes are wanted that could be kept in a file.
        fits_on_disk: bool,
    },
    /// Trying this number of cats on a component of a graph needs more memory than is allowed.
    #[error(
        "{cats} cat{} on a component of {vertices} vertices need{} {} of memory, but {allowed} bytes are available",
        if *.cats == 1 { "" } else { "s" },
        if *.cats == 1 { "s" } else { "" },
        about(*.wanted)
    )]
    TooManyCats {
        /// The number of cats to be tried. Fewer do not win.
        cats: u32,
        /// The number of vertices of the component.
        vertices: u32,
        /// Bytes that are needed, about; `u64::MAX` if the number is not known.
        wanted: u64,
        /// Bytes that may be allocated.
        allowed: u64,
    },
    /// A trial that lacked memory or time leaves open what was asked about a graph.
    #[error("the cop number is {}; {}", between(*.at_least, *.at_most), stopped(*.stop, *.allowed))]
    TrialMissing {
        /// The cop number is at least this.
        at_least: u32,
        /// The cop number is at most this.
        at_most: u32,
        /// The trial that was not made or not finished.
        stop: CopsStop,
        /// Bytes that may be allocated.
        allowed: u64,
    },
    /// A mouse that is not always seen may be in more sets of places than fit into memory.
    #[error(
        "{cats} cat{} on {vertices} vertices against a mouse that is not always seen: more positions arise than fit into \
         {allowed} bytes of memory",
        if *.cats == 1 { "" } else { "s" }
    )]
    TooManyPlaces {
        /// The number of cats.
        cats: u32,
        /// The number of vertices of the board or component.
        vertices: u32,
        /// Bytes that may be allocated.
        allowed: u64,
    },
    /// A certificate needs more memory than is allowed or free.
    #[error("a certificate of up to {entries} positions needs {wanted} bytes of memory, but {allowed} are available")]
    CertificateTooLarge {
        /// An upper bound on the number of positions for which the certificate has entries.
        entries: u64,
        /// An upper bound on the bytes that are needed for the certificate. If `bound` is
        /// [`Bound::Allowed`], the bytes of the values are included.
        wanted: u64,
        /// Bytes that may be allocated.
        allowed: u64,
        /// The source of this bound.
        bound: Bound,
    },
    /// The list of a board's changes needs more memory than is allowed or free.
    #[error("the board has {changes} changes, which need {wanted} bytes of memory, but {allowed} are available")]
    TooManyChanges {
        /// The number of changes.
        changes: u64,
        /// Bytes that are needed.
        wanted: u64,
        /// Bytes that may be allocated.
        allowed: u64,
    },
    /// The system refuses to give the solver its memory.
    #[error("the system refused {bytes} bytes of memory")]
    NoMemory {
        /// The bytes that were requested; `u64::MAX` if the number is greater.
        bytes: u64,
    },
    /// The solver refuses the game; the inner error has the reason.
    #[error(transparent)]
    Solve(SolveError),
    /// The caller cancelled the work.
    #[error("the work was cancelled")]
    Cancelled,
    /// A saved table cannot be used.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game was solved for outcomes only, but the answer needs distances.
    #[error("this needs distances, but only outcomes are known")]
    NoDistances,
    /// A text does not give a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A table of outcomes covers the wins within a different limit from the one that is needed.
    #[error("the outcomes are those {held}, but the outcomes {wanted} are needed")]
    OtherLimit {
        /// The wins that the table covers, as the end of the phrase "the outcomes are those …".
        held: String,
        /// The wins that are needed, as the end of the phrase "outcomes …".
        wanted: String,
    },
    /// A text is not a table in CSV, or not a table of this board.
    #[error("{}{what}: {wanted}", at_line(*line))]
    Csv {
        /// The line, counted from 1; `None` if the problem is not in one line.
        line: Option<u64>,
        /// The mistake.
        what: String,
        /// The input that was expected instead.
        wanted: String,
    },
    /// A policy has no move at a position that can arise, or a text is not a policy in CSV.
    #[error("{}{what}: {wanted}", at_line(*line))]
    Policy {
        /// The line, counted from 1; `None` if the problem is not in one line.
        line: Option<u64>,
        /// The mistake.
        what: String,
        /// The input that was expected instead.
        wanted: String,
    },
    /// A certificate cannot be read or written.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// A strategy cannot be expressed as rules.
    #[error(transparent)]
    NoStrategy(#[from] NoStrategy),
    /// The values do not prove the outcome, so they are not a solution.
    #[error("the values do not prove the outcome: {0}")]
    Unproved(CertificateRefutation),
}

/// The source of the bound on the memory that may be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// The bound that the question sets.
    Allowed,
    /// The address space that the system grants this process.
    Process,
    /// The memory that the machine has free.
    Machine,
}

impl Error {
    /// Whether nothing is wrong with the question, and it only needs more memory than it may take.
    pub fn is_about_memory(&self) -> bool {
        matches!(
            self,
            Self::TooLarge { .. }
                | Self::TooManyCats { .. }
                | Self::TrialMissing { stop: CopsStop { because: StopReason::Memory, .. }, .. }
                | Self::TooManyPlaces { .. }
                | Self::CertificateTooLarge { .. }
                | Self::NoMemory { .. }
                | Self::Solve(SolveError::TooLarge { .. })
        )
    }

    /// The settings that would settle the error. A [`Problem`] has remedies of its own.
    pub fn remedies(&self) -> Vec<Remedy> {
        let memory = || Remedy::new("max-memory", &[], "sets another limit");
        match self {
            Self::SeveralGraphs => vec![Remedy::new("graph", &[], "picks one of them, counted from 1")],
            Self::TooLarge { fits_on_disk: true, .. } => {
                vec![memory(), Remedy::new("scratch", &[], "keeps the outcomes on disk")]
            }
            Self::TooLarge { .. }
            | Self::CertificateTooLarge { .. }
            | Self::TooManyCats { .. }
            | Self::TrialMissing { stop: CopsStop { because: StopReason::Memory, .. }, .. }
            | Self::TooManyPlaces { .. }
            | Self::Solve(SolveError::TooLarge { .. }) => vec![memory()],
            Self::TooManyChanges { .. } => vec![Remedy::new("kind", &[], "makes only some of them"), memory()],
            Self::NoMemory { .. } => vec![Remedy::new("threads", &["1"], "needs less memory")],
            Self::Solve(SolveError::TooCostly) => vec![Remedy::new("cost-key", &["none"], "leaves costs out")],
            Self::Move(error) => error.remedies(),
            _ => Vec::new(),
        }
    }

    /// The problems of a text that cannot be read.
    pub fn unreadable(record: &Record, error: catmouse_formats::ReadError) -> Self {
        Self::Problems { problems: error.problems, record: Some(Box::new(record.clone())) }
    }
}

impl From<Defects> for Error {
    /// The defects of a setup that was not read from a text.
    fn from(defects: Defects) -> Self {
        let problems = defects.found.iter().map(|defect| Problem::of_defect(None, defect)).collect();
        Self::Problems { problems, record: None }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Cancelled => Self::Cancelled,
            SolveError::NoMemory { bytes } => Self::NoMemory { bytes },
            error => Self::Solve(error),
        }
    }
}

fn joined(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("; ")
}

/// A number of bytes that is estimated, or not known.
fn about(wanted: u64) -> String {
    if wanted < u64::MAX { format!("about {wanted} bytes") } else { "more bytes".to_owned() }
}

fn between(at_least: u32, at_most: u32) -> String {
    if at_least == at_most { at_least.to_string() } else { format!("at least {at_least} and at most {at_most}") }
}

fn stopped(CopsStop { because, cats, vertices, bytes }: CopsStop, allowed: u64) -> String {
    let cats_are = counted(cats, "cat", "cats");
    match because {
        StopReason::Time => format!("the time was up with {cats_are}"),
        StopReason::Memory => {
            let take = if cats == 1 { "takes" } else { "take" };
            let wanted = about(bytes.unwrap_or(u64::MAX));
            format!("{cats_are} {take} {wanted} of memory on {vertices} vertices, but {allowed} bytes are available")
        }
    }
}

fn at_line(line: Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}
