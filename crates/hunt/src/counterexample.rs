//! Counterexamples: boards that a program gets wrong.
//!
//! A [`Suspect`] is a program that solves one of two problems of LeetCode. It is asked about boards
//! that expose errors:
//!
//! * all small boards;
//! * boards with forced wins longer than twice the number of vertices;
//! * boards with long dead ends;
//! * draws that one more edge would turn into a win;
//! * boards on which a common error ([`Slip`]) gives a wrong answer.
//!
//! The first board on which the program is wrong is reduced as long as the program is still wrong
//! about it.

use std::cell::Cell;

use catmouse::jobs::StopSignal;
use catmouse::{
    Error, Question, SolvedStart,
    answers::{DistanceAnswer, SCHEMA},
};
use catmouse_arena::Solution;
use catmouse_formats::{BoardText, Expectation, Format};
use catmouse_model::Outcome;
use serde::Serialize;

use crate::board_maker::{BoardMaker, small_boards};
use crate::puzzle::{Puzzle, PuzzleBoard};
use crate::reduce::smallest;
use crate::suspect::{SLIPS, Slip, Suspect, SuspectAnswer, SuspectFailure, outcome};
use crate::{HuntControl, HuntError, HuntProgress};

/// A search for a board that a program gets wrong.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CounterexampleHunt {
    /// The problem that the program solves.
    pub puzzle: Puzzle,
    /// Whether the program is also asked about boards beyond the constraints of the problem.
    pub unpromised: bool,
    /// The seed of the random boards.
    pub seed: u64,
    /// The greatest number of boards to ask the program about until it is wrong.
    pub tries: u64,
}

/// The result of a search for a counterexample.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Against"))]
#[non_exhaustive]
pub struct CounterexampleHuntAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The problem that the program solves.
    pub puzzle: Puzzle,
    /// The seed of the random boards.
    pub seed: u64,
    /// The number of boards that the program was asked about before the reduction.
    pub boards: u64,
    /// The board on which the program is wrong; null if none was found.
    pub broken: Option<CounterexampleAnswer>,
}

/// A board on which a program is wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Broken"))]
#[non_exhaustive]
pub struct CounterexampleAnswer {
    /// The line that was sent to the program.
    pub board: String,
    /// The number of vertices of the board, or of free cells.
    pub vertices: usize,
    /// The right outcome.
    pub outcome: Outcome,
    /// The distance to the forced end.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The text that the program should have printed.
    pub right: String,
    /// The outcome that the program gave; null if it gave none.
    pub said: Option<Outcome>,
    /// The reason why the program gave no outcome; null if it gave one.
    pub problem: Option<String>,
    /// The slips that would give the program's answer.
    pub slips: Vec<Slip>,
    /// The line of the first board on which the program was wrong, before the reduction.
    pub first: String,
    /// The kind of the first board.
    pub made_for: String,
    /// The board as a setup in TOML, with the right answer.
    pub setup: String,
}

impl CounterexampleAnswer {
    /// The board, solved.
    ///
    /// # Errors
    ///
    /// Those of [`Question::solve`].
    pub fn solve(&self) -> Result<catmouse::Solved, Error> {
        Question::text(self.setup.clone()).solve()
    }
}

impl CounterexampleHunt {
    /// A search among at most 1000 boards that meet the constraints of the problem.
    pub fn new(puzzle: Puzzle) -> Self {
        Self { puzzle, unpromised: false, seed: 1, tries: 1_000 }
    }

    /// Asks the program about one board after the other until it is wrong, and reduces this board.
    ///
    /// ```
    /// use catmouse_hunt::{CounterexampleHunt, PuzzleBoard, Puzzle, HuntControl};
    /// use catmouse_model::Outcome;
    ///
    /// // A program that answers every board with a draw is wrong about a board of three vertices.
    /// let mut always_draw = |_: &PuzzleBoard| Outcome::Draw;
    /// let answer = CounterexampleHunt::new(Puzzle::CatAndMouse).run(&mut always_draw, &HuntControl::default())?;
    /// assert_eq!(answer.broken.map(|it| it.vertices), Some(3));
    /// # Ok::<(), catmouse_hunt::HuntError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`HuntError`] if the program cannot be asked.
    pub fn run(
        &self,
        suspect: &mut dyn Suspect,
        control: &HuntControl<'_>,
    ) -> Result<CounterexampleHuntAnswer, HuntError> {
        let stop = StopSignal::new(control.cancelled, control.time);
        let mut boards = BoardMaker::new(self.puzzle, self.unpromised, self.seed);
        let mut answer =
            CounterexampleHuntAnswer { schema: SCHEMA, puzzle: self.puzzle, seed: self.seed, boards: 0, broken: None };
        while answer.boards < self.tries && !stop.is_set() {
            let Some((made_for, board)) = boards.next(&stop) else { break };
            let wrong = self.wrong_answer(suspect, board, &stop)?;
            if wrong.is_none() && stop.is_cancelled() {
                break; // the answer may be missing
            }
            answer.boards += 1;
            if let Some(wrong) = wrong {
                let smallest = self.reduced(suspect, wrong.clone(), &stop)?;
                let smallest = self.among_small_boards(suspect, smallest, &stop)?;
                answer.broken = Some(broken(self.puzzle, &smallest, &wrong, made_for)?);
                return Ok(answer);
            }
            if let Some(report) = control.report {
                report(&HuntProgress { boards: answer.boards, best: None, is_better: false });
            }
        }
        Ok(answer)
    }

    /// Asks the program about a board; `None` if its answer is right, if the board is not valid, or
    /// if the caller cancels the hunt meanwhile, because then the program may have been ended.
    fn wrong_answer(
        &self,
        suspect: &mut dyn Suspect,
        board: PuzzleBoard,
        stop: &StopSignal<'_>,
    ) -> Result<Option<WrongAnswer>, HuntError> {
        if !self.unpromised && !board.is_admitted() {
            return Ok(None);
        }
        let Some(right) = outcome(&board.setup(), &mut Solution::default()) else { return Ok(None) };
        let answer = suspect.ask(&board).map_err(Error::Source)?;
        Ok((answer != SuspectAnswer::Outcome(right) && !stop.is_cancelled()).then_some(WrongAnswer { board, answer }))
    }

    /// Replaces a reduced board by a smaller one from the list of all small boards, if the program
    /// makes an error of the same kind about the smaller one. The reduction by single steps cannot
    /// shorten several paths that must have equal lengths.
    fn among_small_boards(
        &self,
        suspect: &mut dyn Suspect,
        wrong: WrongAnswer,
        stop: &StopSignal<'_>,
    ) -> Result<WrongAnswer, HuntError> {
        let is_late = matches!(wrong.answer, SuspectAnswer::Failure(SuspectFailure::Timeout));
        let small = if is_late { Vec::new() } else { small_boards(self.puzzle) };
        for board in small.into_iter().filter(|board| board.weight() < wrong.board.weight()) {
            if stop.is_set() {
                break;
            }
            if let Some(found) = self.wrong_answer(suspect, board, stop)?.filter(|found| found.kind() == wrong.kind()) {
                return self.reduced(suspect, found, stop);
            }
        }
        Ok(wrong)
    }

    /// Reduces a board step by step as long as the program makes an error of the same kind about
    /// it.
    fn reduced(
        &self,
        suspect: &mut dyn Suspect,
        wrong: WrongAnswer,
        stop: &StopSignal<'_>,
    ) -> Result<WrongAnswer, HuntError> {
        let failed: Cell<Option<HuntError>> = Cell::new(None);
        // A timeout costs the whole time for one board, so fewer boards are tried.
        let mut left = if matches!(wrong.answer, SuspectAnswer::Failure(SuspectFailure::Timeout)) { 60 } else { 4_000 };
        let kind = wrong.kind();
        let smallest = smallest(
            wrong,
            |wrong: &WrongAnswer| wrong.board.weight(),
            |wrong: &WrongAnswer| wrong.board.simpler(),
            |board: &PuzzleBoard| {
                if left == 0 || stop.is_set() || !self.unpromised && !board.is_admitted() {
                    return None;
                }
                left -= 1;
                match self.wrong_answer(suspect, board.clone(), stop) {
                    Ok(found) => found.filter(|found| found.kind() == kind),
                    Err(error) => {
                        left = 0;
                        failed.set(Some(error));
                        None
                    }
                }
            },
        );
        failed.into_inner().map_or(Ok(smallest), Err)
    }
}

/// A board with a wrong answer.
#[derive(Clone, Debug)]
struct WrongAnswer {
    board: PuzzleBoard,
    answer: SuspectAnswer,
}

impl WrongAnswer {
    /// The kind of the wrong answer, which the reduction preserves: an outcome, or a kind of
    /// failure.
    fn kind(&self) -> &'static str {
        match &self.answer {
            SuspectAnswer::Outcome(_) => "outcome",
            SuspectAnswer::Failure(why) => why.kind(),
        }
    }
}

/// The answer about a board on which a program is wrong.
fn broken(
    puzzle: Puzzle,
    smallest: &WrongAnswer,
    first: &WrongAnswer,
    made_for: &str,
) -> Result<CounterexampleAnswer, HuntError> {
    let setup = smallest.board.setup();
    let solved = Question::setup(setup.clone()).solve()?;
    if !solved.check_values()?.ok {
        let wanted = "please report it with this board";
        return Err(HuntError::unsuited("the checker refutes the solver, not the program", wanted));
    }
    let start: SolvedStart = solved.start();
    let answer = solved.answer()?;
    let expect = Expectation {
        outcome: Some(answer.outcome),
        decided_by: Some(answer.decided_by.word().to_owned()),
        distance_plies: Some(answer.distance.distance_plies),
        ..Expectation::default()
    };
    let board = setup.plan_board().map_err(Error::from)?;
    let mut document = BoardText::of_setup(setup);
    let headline = catmouse_explain::prose::headline(&start.summary, solved.game());
    document.title = Some(headline.trim_end_matches('.').to_owned());
    document.source = Some("a board that a program gets wrong, found by catmouse test".to_owned());
    document.expect = Some(expect);
    let mut text = String::new();
    let _ = catmouse_formats::write(&mut text, &document, &board, Format::Setup); // a setup can describe every board
    let said = match &smallest.answer {
        SuspectAnswer::Outcome(outcome) => Some(*outcome),
        SuspectAnswer::Failure(_) => None,
    };
    let mut workspace = Solution::default();
    let mut slips: Vec<Slip> = SLIPS.to_vec();
    slips.retain(|slip| said.is_some() && outcome(&slip.setup(&smallest.board), &mut workspace) == said);
    Ok(CounterexampleAnswer {
        board: smallest.board.line(),
        vertices: smallest.board.vertices(),
        outcome: answer.outcome,
        distance: answer.distance,
        right: puzzle.write(answer.outcome).to_owned(),
        said,
        problem: match &smallest.answer {
            SuspectAnswer::Outcome(_) => None,
            SuspectAnswer::Failure(why) => Some(why.to_string()),
        },
        slips,
        first: first.board.line(),
        made_for: made_for.to_owned(),
        setup: text,
    })
}
