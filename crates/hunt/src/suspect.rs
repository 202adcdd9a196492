//! Programs that are asked about boards, and their common errors.

use catmouse_arena::Solution;
use catmouse_model::{CatInHole, LimitChoice, Outcome, Setup, Side};
use catmouse_solver::{Control, Request};
use serde::Serialize;

use crate::puzzle::PuzzleBoard;
use crate::vertex_number;

/// A program's answer about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuspectAnswer {
    /// The program gave this outcome, right or wrong.
    Outcome(Outcome),
    /// The program gave no outcome, which counts as a wrong answer.
    Failure(SuspectFailure),
}

/// The reason why a program has given no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuspectFailure {
    /// The program did not answer within the time for one board.
    Timeout,
    /// The program ended before it answered. The text describes its end as part of a sentence.
    Exited(String),
    /// The program printed this text, which is not an outcome.
    Unreadable(String),
}

impl SuspectFailure {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Exited(_) => "exited",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

impl std::fmt::Display for SuspectFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Timeout => f.write_str("it gave no answer in time"),
            Self::Exited(how) => write!(f, "it ended without an answer: {how}"),
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
    fn ask(&mut self, board: &PuzzleBoard) -> Result<SuspectAnswer, std::io::Error>;
}

/// A function that answers in place of a program.
impl<F: FnMut(&PuzzleBoard) -> Outcome> Suspect for F {
    fn ask(&mut self, board: &PuzzleBoard) -> Result<SuspectAnswer, std::io::Error> {
        Ok(SuspectAnswer::Outcome(self(board)))
    }
}
/// A common error in programs. A program with this error solves a game with other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Slip {
    /// The search ends after a number of plies that is twice the number of vertices, with a draw
    /// (in problem 1728 with a win of the Cat).
    CutOff,
    /// The cat may enter the hole, and the mouse still wins there.
    CatInHole,
    /// The cat may enter the hole, and catches the mouse there.
    CatGuardsHole,
    /// The cat may stay in problem 913, or must move in problem 1728.
    CatStays,
    /// The mouse may stay in problem 913, or must move in problem 1728.
    MouseStays,
    /// The Cat moves first.
    CatFirst,
    /// Endless play is a win of the Mouse.
    EndlessMouse,
    /// Endless play is a win of the Cat in problem 913, or a draw in problem 1728.
    EndlessCat,
    /// Pieces jump only one cell.
    ShortJumps,
}

/// All slips.
pub(crate) const SLIPS: [Slip; 9] = [
    Slip::CutOff,
    Slip::CatInHole,
    Slip::CatGuardsHole,
    Slip::CatStays,
    Slip::MouseStays,
    Slip::CatFirst,
    Slip::EndlessMouse,
    Slip::EndlessCat,
    Slip::ShortJumps,
];

impl Slip {
    /// The slip in words, as the end of "a program that …".
    pub fn words(self) -> &'static str {
        match self {
            Self::CutOff => "gives up after twice as many plies as there are vertices",
            Self::CatInHole => "lets the cat into the hole",
            Self::CatGuardsHole => "lets the cat catch the mouse in the hole",
            Self::CatStays => "is wrong about whether the cat may stay",
            Self::MouseStays => "is wrong about whether the mouse may stay",
            Self::CatFirst => "lets the Cat move first",
            Self::EndlessMouse => "takes endless play for a win of the Mouse",
            Self::EndlessCat => "takes endless play for what it is not",
            Self::ShortJumps => "lets nobody jump farther than one cell",
        }
    }

    /// The setup of the game that a program with this slip solves.
    pub(crate) fn setup(self, board: &PuzzleBoard) -> Setup {
        let is_grid = matches!(board, PuzzleBoard::Grid { .. });
        let mut setup = board.setup();
        let rules = &mut setup.rules;
        match self {
            Self::CutOff => {
                rules.limit = Some(LimitChoice::Plies(2 * vertex_number(board.vertices())));
                rules.limit_winner = Some(if is_grid { Outcome::Cat } else { Outcome::Draw });
            }
            Self::CatInHole => rules.cat_in_hole = Some(CatInHole::Allowed),
            Self::CatGuardsHole => rules.cat_in_hole = Some(CatInHole::Guards),
            Self::CatStays => rules.cat_may_stay = Some(!is_grid),
            Self::MouseStays => rules.mouse_may_stay = Some(!is_grid),
            Self::CatFirst => setup.first = Some(Side::Cat),
            Self::EndlessMouse => rules.endless = Some(Outcome::Mouse),
            Self::EndlessCat => rules.endless = Some(if is_grid { Outcome::Draw } else { Outcome::Cat }),
            Self::ShortJumps => {
                (rules.cat_jump, rules.mouse_jump) = (Some(1), Some(1));
            }
        }
        setup
    }
}

/// The outcome of a setup; `None` if the setup is not valid.
pub(crate) fn outcome(setup: &Setup, workspace: &mut Solution) -> Option<Outcome> {
    let game = setup.plan().ok()?.game();
    let room = std::mem::take(workspace);
    *workspace = catmouse_solver::solve_in(game.arena(), Request::Table, room, &Control::default()).ok()?.into_table();
    let start = game.start_id()?;
    Some(game.adjudication().judge_in(game.arena(), workspace, start).outcome.into())
}
