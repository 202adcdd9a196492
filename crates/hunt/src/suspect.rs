//! Programs that are asked about boards.

use std::fmt;
use std::io;

use catmouse_model::{Outcome, legible_line};

use crate::puzzle::{Puzzle, PuzzleBoard};

/// A program's answer about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuspectAnswer {
    /// The program gave this outcome, right or wrong.
    Outcome(Outcome),
    /// The program gave no outcome.
    Failure(SuspectFailure),
}

/// The reason why a program has given no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuspectFailure {
    /// The program did not answer within the time for one board.
    Timeout,
    /// The program ended before it answered.
    Exited {
        /// The end of the program, as part of a sentence.
        how: String,
        /// The first and the last lines that the program wrote to its standard error.
        stderr: String,
    },
    /// The program printed this text, which is not an outcome.
    Unreadable(String),
}

impl SuspectAnswer {
    /// The answer that a program has printed.
    pub fn read(puzzle: Puzzle, printed: &str) -> Self {
        match puzzle.read(printed) {
            Some(outcome) => Self::Outcome(outcome),
            None => Self::Failure(SuspectFailure::Unreadable(SuspectFailure::shown(printed))),
        }
    }
}

impl SuspectFailure {
    /// A program that ended before it answered, as `how` says. Of a long `stderr` the first and the
    /// last lines are kept, and no control characters.
    pub fn exited(how: String, stderr: &str) -> Self {
        /// The most lines that are kept of the beginning, and of the end.
        const LINES: usize = 8;
        let stderr = stderr.replace('\t', "    ");
        let lines: Vec<_> = stderr.lines().map(legible_line).collect();
        let (begin, end) = lines.split_at(lines.len().min(LINES));
        let end = &end[end.len().saturating_sub(LINES)..];
        let is_cut = begin.len() + end.len() < lines.len();
        let parts = [begin.join("\n"), if is_cut { "…".to_owned() } else { String::new() }, end.join("\n")];
        let stderr = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
        Self::Exited { how, stderr }
    }

    /// The beginning of what a program has printed, as messages show it.
    pub fn shown(printed: &str) -> String {
        /// The most characters that are shown.
        const SHOWN: usize = 40;
        let printed = printed.trim();
        let begin: String = printed.chars().take(SHOWN).collect();
        let begin = legible_line(&begin).into_owned();
        if printed.chars().count() > SHOWN { begin + "…" } else { begin }
    }

    /// What the program wrote to its standard error; empty if that is not known.
    pub fn stderr(&self) -> &str {
        match self {
            Self::Exited { stderr, .. } => stderr,
            Self::Timeout | Self::Unreadable(_) => "",
        }
    }

    /// The name of the kind of failure.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Exited { .. } => "exited",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

impl fmt::Display for SuspectFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => f.write_str("it gave no answer in time"),
            Self::Exited { how, .. } => write!(f, "it ended without an answer: {how}"),
            Self::Unreadable(printed) => write!(f, "it printed `{printed}`, which is no answer"),
        }
    }
}

/// A program that may give wrong answers.
pub trait Suspect {
    /// Asks the program about a board.
    ///
    /// # Errors
    ///
    /// An error if the program cannot be run at all. If it runs but fails, the result is a
    /// [`SuspectAnswer`].
    fn ask(&mut self, board: &PuzzleBoard) -> Result<SuspectAnswer, io::Error>;

    /// Makes the program forget the boards that it was asked about. Returns whether it can.
    fn restart(&mut self) -> bool {
        false
    }
}

/// A function that answers in place of a program.
impl<F: FnMut(&PuzzleBoard) -> Outcome> Suspect for F {
    fn ask(&mut self, board: &PuzzleBoard) -> Result<SuspectAnswer, io::Error> {
        Ok(SuspectAnswer::Outcome(self(board)))
    }
}
