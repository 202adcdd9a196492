//! Programs that are asked about boards.

use std::fmt;
use std::io;

use catmouse_model::Outcome;

use crate::puzzle::PuzzleBoard;

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
        /// The end of what the program wrote to its standard error; empty if it wrote nothing.
        stderr: String,
    },
    /// The program printed this text, which is not an outcome.
    Unreadable(String),
}

impl SuspectFailure {
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
