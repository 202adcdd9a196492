//! Counterexamples: boards that a program gets wrong.
//!
//! A [`Suspect`] is a program that solves one of two problems of LeetCode. It is asked about all
//! small boards, the smallest first, and then about larger boards that expose errors. The first
//! board on which it is wrong is reduced as long as the program is still wrong about it.
//!
//! Then the program's mistake is looked for. A [`Mistake`] is named only if a program that makes it
//! answers as the program does on every board that the program was asked about.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use catmouse::jobs::StopSignal;
use catmouse::streams::workers;
use catmouse::{
    Error, Question, Solved, SolvedStart,
    answers::{DistanceAnswer, SCHEMA},
};
use catmouse_arena::Solution;
use catmouse_formats::{BoardText, Expectation, Format};
use catmouse_model::{Outcome, Side};
use serde::Serialize;

use crate::board_maker::{BoardMaker, long_wins};
use crate::generate;
use crate::mistakes::{KnownBoard, Mistake, Model, mistake, models};
use crate::puzzle::{Puzzle, PuzzleBoard};
use crate::reduce::smallest;
use crate::small_boards::{SMALL_GRAPH, graphs_of, small_boards, telling_boards, with_all_starts};
use crate::suspect::{Suspect, SuspectAnswer, SuspectFailure};
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
    /// The number of boards that the program was asked about until it was wrong.
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
    /// Whether the program is right about every smaller board, up to symmetry. If this is false, the
    /// board is the smallest that was found.
    pub is_smallest: bool,
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
    /// The first and the last lines that the program wrote to its standard error before it failed;
    /// null if there are none.
    pub stderr: Option<String>,
    /// Why the program is wrong.
    pub reason: WhyWrong,
    /// The last position of the line of perfect play about which the program is wrong as well; null
    /// if it is the start, if the program does not answer the same every time, or if the time was up.
    pub wrong_on_line: Option<WrongOnLine>,
    /// The board as a setup in TOML, with the right answer.
    pub setup: String,
}

/// Why a program is wrong about a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WrongBecause"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WhyWrong {
    /// The program gave no outcome.
    Failed,
    /// The program took too long.
    Slow {
        /// The time for boards of some sizes, the smallest first. The last of them took too long.
        times: Vec<Timing>,
    },
    /// The program answers differently when it is asked about the same board again.
    Unsteady {
        /// The number of times that a newly started program was asked about the board.
        asked: u32,
        /// The number of its wrong answers.
        wrong: u32,
    },
    /// The program is right about the board if it has just been started, and wrong after another
    /// board.
    Remembers {
        /// The other board.
        earlier: String,
    },
    /// The program makes one of these mistakes; none if no known mistake explains its answers.
    Mistaken {
        /// The mistakes. Programs that make them answer as the program does.
        mistakes: Vec<Mistake>,
        /// The number of boards on which the answers were compared.
        boards: u64,
    },
}

/// The time that a program took for a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timing {
    /// The number of vertices of the board, or of its free cells.
    pub vertices: usize,
    /// The time in seconds; null if it was too long.
    pub seconds: Option<f64>,
}

/// A position of the line of perfect play about which a program is wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongOnLine {
    /// The number of plies played before it.
    pub ply: usize,
    /// The position, such as `M5 C4`.
    pub position: String,
    /// The number of plies from the position to the forced end; null if no end is forced.
    pub plies: Option<u64>,
    /// The position as a board with its own start, as it was sent to the program.
    pub board: String,
}

impl CounterexampleAnswer {
    /// The board, solved.
    ///
    /// # Errors
    ///
    /// Those of [`Question::solve`].
    pub fn solve(&self) -> Result<Solved, Error> {
        Question::text(self.setup.clone()).solve()
    }
}

impl CounterexampleHunt {
    /// A search that asks about the small boards of the problem, and about 600 others that meet the
    /// constraints of the problem.
    pub fn new(puzzle: Puzzle) -> Self {
        let small = small_boards(puzzle).len() + telling_boards(puzzle).len();
        Self { puzzle, unpromised: false, seed: 1, tries: small as u64 + 600 }
    }

    /// Asks the program about one board after the other until it is wrong, and reduces this board.
    ///
    /// ```
    /// use catmouse_hunt::{CounterexampleHunt, WhyWrong, HuntControl, Puzzle, PuzzleBoard};
    /// use catmouse_model::Outcome;
    ///
    /// // A program that answers every board with a draw is wrong about a board of three vertices.
    /// let mut always_draw = |_: &PuzzleBoard| Outcome::Draw;
    /// let answer = CounterexampleHunt::new(Puzzle::CatAndMouse).run(&mut always_draw, &HuntControl::default())?;
    /// let broken = answer.broken.expect("it is wrong");
    /// assert!(broken.vertices == 3 && broken.is_smallest);
    /// assert!(matches!(broken.reason, WhyWrong::Mistaken { mistakes, .. } if mistakes[0].kind == "constant"));
    /// # Ok::<(), catmouse_hunt::HuntError>(())
    /// ```
    ///
    /// If `control` bounds the time, a third of it at most is spent on the small boards. The
    /// reduction and the search for the mistake take some time more, about a minute at most.
    ///
    /// # Errors
    ///
    /// [`HuntError`] if the program cannot be asked, or answers none of the first boards.
    pub fn run(
        &self,
        suspect: &mut dyn Suspect,
        control: &HuntControl<'_>,
    ) -> Result<CounterexampleHuntAnswer, HuntError> {
        let mut answer =
            CounterexampleHuntAnswer { schema: SCHEMA, puzzle: self.puzzle, seed: self.seed, boards: 0, broken: None };
        let stop = StopSignal::new(control.cancelled, control.time);
        let (workspace, known) = (Solution::default(), Vec::new());
        let mut trial = Trial { hunt: self, suspect, stop, workspace, known, is_wrong_otherwise: false };
        let small = StopSignal::new(None, control.time.map(|time| time / 3));
        let small = small_boards(self.puzzle).iter().cloned().take_while(|_| !small.is_set());
        let mut made = BoardMaker::new(self.puzzle, self.unpromised, self.seed);
        let mut boards = small.chain(telling_boards(self.puzzle));
        while answer.boards < self.tries && !trial.stop.is_set() {
            let Some(board) = boards.next().or_else(|| made.next(&trial.stop)) else { break };
            let wrong = trial.ask(board)?;
            if trial.stop.is_cancelled() {
                break; // the program may have been ended
            }
            answer.boards += 1;
            if let Some(wrong) = wrong {
                if trial.known.is_empty() {
                    trial.ensure_answers(&wrong)?;
                }
                trial.stop = StopSignal::new(control.cancelled, Some(TIME_AFTER));
                answer.broken = Some(trial.broken(wrong)?);
                return Ok(answer);
            }
            if let Some(report) = control.report {
                report(&HuntProgress { boards: answer.boards, best: None, is_better: false });
            }
        }
        Ok(answer)
    }
}

/// The time for the reduction, and the time for the search for the mistake.
const TIME_AFTER: Duration = Duration::from_secs(20);

/// The number of boards that the reduction asks about.
const REDUCTIONS: u32 = 4_000;

/// The number of boards of seven vertices that a program is asked about if the reduction has found
/// none that is as small.
const BOARDS_OF_SEVEN: usize = 20_000;

/// How often a newly started program is asked about a board to see whether it answers the same.
const REPEATS: u32 = 6;

/// How often a program that was late is asked again.
const LATE_REPEATS: u32 = 2;

/// How often a program must be wrong after an earlier board, and right without it.
const CONFIRMATIONS: u32 = 4;

/// How often a program that changes its answers is asked to estimate how often it is wrong.
const MORE_REPEATS: u32 = 20;

/// The number of earlier boards that are tried as the one that a program remembers.
const EARLIER: usize = 20;

/// The number of further boards on which the models that are left are compared with the program.
const AGREEING: u64 = 300;

/// The number of boards on which two models are compared to tell them apart.
const TELLING_TRIES: u64 = 3_000;

/// A program that is asked, and its answers.
struct Trial<'a> {
    hunt: &'a CounterexampleHunt,
    suspect: &'a mut dyn Suspect,
    stop: StopSignal<'a>,
    workspace: Solution,
    /// The boards that the program gave an outcome for.
    known: Vec<(KnownBoard, Outcome)>,
    /// Whether the program is also wrong in another way about a board that is smaller than the one
    /// that was found.
    is_wrong_otherwise: bool,
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

    fn said(&self) -> Option<Outcome> {
        match self.answer {
            SuspectAnswer::Outcome(said) => Some(said),
            SuspectAnswer::Failure(_) => None,
        }
    }
}

impl Trial<'_> {
    /// Asks the program about a board; `None` if its answer is right, if the board is not asked
    /// about, or if the caller cancels the hunt meanwhile, because then the program may have been
    /// ended.
    fn ask(&mut self, board: PuzzleBoard) -> Result<Option<WrongAnswer>, HuntError> {
        if !self.hunt.unpromised && !board.is_admitted() {
            return Ok(None);
        }
        let Some(known) = KnownBoard::new(board, &mut self.workspace) else { return Ok(None) };
        let answer = self.suspect.ask(&known.board).map_err(Error::Source)?;
        if self.stop.is_cancelled() {
            return Ok(None);
        }
        let is_right = answer == SuspectAnswer::Outcome(known.right);
        let wrong = (!is_right).then(|| WrongAnswer { board: known.board.clone(), answer: answer.clone() });
        if let SuspectAnswer::Outcome(said) = answer {
            self.known.push((known, said));
        }
        Ok(wrong)
    }

    /// Ensures that a program whose first answer was no outcome can answer at all.
    fn ensure_answers(&mut self, failed: &WrongAnswer) -> Result<(), HuntError> {
        let SuspectAnswer::Failure(failure) = &failed.answer else { return Ok(()) };
        for board in small_boards(self.hunt.puzzle).iter().skip(1).step_by(30).take(3) {
            self.ask(board.clone())?;
        }
        if self.known.is_empty() { Err(HuntError::NoAnswer(failure.clone())) } else { Ok(()) }
    }

    /// The answer about the first board that the program got wrong.
    fn broken(&mut self, first: WrongAnswer) -> Result<CounterexampleAnswer, HuntError> {
        let is_late = matches!(first.answer, SuspectAnswer::Failure(SuspectFailure::Timeout));
        if is_late && self.wrong_when_new(&first.board, LATE_REPEATS)? == LATE_REPEATS {
            let (slow, times) = self.times(first)?;
            return self.answer(&slow, false, WhyWrong::Slow { times });
        }
        let is_unreadable = matches!(first.answer, SuspectAnswer::Failure(SuspectFailure::Unreadable(_)));
        if !is_unreadable && let Some(reason) = self.inconstancy(&first)? {
            return self.answer(&first, false, reason);
        }
        let (reduced, is_smallest) = self.reduced_to_smallest(first)?;
        let reason = if reduced.said().is_some() { self.mistaken()? } else { WhyWrong::Failed };
        self.answer(&reduced, is_smallest, reason)
    }

    /// Whether the program, newly started, answers otherwise than it did.
    fn inconstancy(&mut self, wrong: &WrongAnswer) -> Result<Option<WhyWrong>, HuntError> {
        let earlier: Vec<PuzzleBoard> = self.known.iter().map(|(known, _)| known.board.clone()).collect();
        let wrong_answers = self.wrong_when_new(&wrong.board, REPEATS)?;
        if wrong_answers == REPEATS || self.stop.is_cancelled() {
            return Ok(None);
        }
        if wrong_answers == 0 && self.suspect.restart() {
            let is_other = |board: &&PuzzleBoard| **board != wrong.board;
            let smallest = earlier.iter().filter(is_other).take(EARLIER);
            for earlier in smallest.chain(earlier.iter().rev().filter(is_other).take(EARLIER)) {
                if self.stop.is_set() {
                    break;
                }
                let mut is_remembered = true;
                for _ in 0..CONFIRMATIONS {
                    self.suspect.restart();
                    self.ask(earlier.clone())?;
                    is_remembered = is_remembered && self.ask(wrong.board.clone())?.is_some();
                    if !is_remembered {
                        break;
                    }
                }
                if is_remembered && self.wrong_when_new(&wrong.board, CONFIRMATIONS)? == 0 {
                    return Ok(Some(WhyWrong::Remembers { earlier: earlier.line() }));
                }
            }
        }
        let more = self.wrong_when_new(&wrong.board, MORE_REPEATS)?;
        if self.stop.is_cancelled() {
            return Ok(None);
        }
        Ok(Some(WhyWrong::Unsteady { asked: REPEATS + MORE_REPEATS, wrong: wrong_answers + more }))
    }

    /// How many of these answers about a board are wrong, if the program is started for each. A
    /// program that cannot be started again is only asked again.
    fn wrong_when_new(&mut self, board: &PuzzleBoard, asked: u32) -> Result<u32, HuntError> {
        let mut wrong = 0;
        for _ in 0..asked {
            if self.stop.is_cancelled() {
                break;
            }
            self.suspect.restart();
            wrong += u32::from(self.ask(board.clone())?.is_some());
        }
        Ok(wrong)
    }

    /// Times the program on random boards of growing size, up to the first for which it takes too
    /// long.
    fn times(&mut self, first: WrongAnswer) -> Result<(WrongAnswer, Vec<Timing>), HuntError> {
        let mut made = BoardMaker::new(self.hunt.puzzle, false, self.hunt.seed);
        let most = first.board.vertices();
        let mut times = Vec::new();
        // The program has been ended. Its start takes time, too.
        self.ask(small_boards(self.hunt.puzzle)[0].clone())?;
        for size in (4..).map(|size| size * size / 4 + 1).take_while(|size| *size <= 50) {
            let Some(board) = made.of_size(size) else { continue };
            let vertices = board.vertices();
            if times.last().is_some_and(|last: &Timing| last.vertices >= vertices) {
                continue;
            }
            let began = Instant::now();
            let wrong = self.ask(board)?;
            let is_late = |wrong: &WrongAnswer| matches!(wrong.answer, SuspectAnswer::Failure(SuspectFailure::Timeout));
            match wrong.filter(is_late) {
                Some(late) => {
                    times.push(Timing { vertices, seconds: None });
                    return Ok((late, times));
                }
                None => times.push(Timing { vertices, seconds: Some(began.elapsed().as_secs_f64()) }),
            }
            if vertices > most {
                break; // the program is slow on special boards
            }
        }
        times.retain(|time| time.vertices < most);
        times.push(Timing { vertices: most, seconds: None });
        Ok((first, times))
    }

    /// Reduces a board, and looks for a smaller one. Also returns whether the program is right about
    /// every board with fewer vertices, or cells.
    fn reduced_to_smallest(&mut self, wrong: WrongAnswer) -> Result<(WrongAnswer, bool), HuntError> {
        let mut found = self.reduced(wrong)?;
        if let Some(smaller) = self.first_wrong(small_boards(self.hunt.puzzle).iter().cloned(), &found)? {
            found = smaller;
        }
        if self.hunt.puzzle == Puzzle::CatAndMouseII || found.board.size() <= SMALL_GRAPH as usize {
            // Of six cells, the grids of one row are not asked about.
            let is_next = found.board.size() <= SMALL_GRAPH as usize + 1;
            return Ok((found, is_next && self.has_asked_all()));
        }
        if let Some(smaller) = self.first_wrong(graphs_of(SMALL_GRAPH + 1), &found)? {
            return Ok((smaller, self.has_asked_all()));
        }
        let has_asked_all = self.has_asked_all();
        if found.board.size() > SMALL_GRAPH as usize + 1 && !self.stop.is_set() {
            let seven = generate::all_graphs(SMALL_GRAPH + 2, u32::MAX, workers(), &StopSignal::default(), &|_| true);
            let boards = seven.unwrap_or_default().into_iter().flat_map(|graph| with_all_starts(&graph));
            if let Some(smaller) = self.first_wrong(boards.take(BOARDS_OF_SEVEN), &found)? {
                found = self.reduced(smaller)?;
            }
        }
        let is_next = found.board.size() <= SMALL_GRAPH as usize + 2;
        Ok((found, is_next && has_asked_all))
    }

    /// Whether the program was asked about all boards of a list, and was wrong in one way only.
    fn has_asked_all(&self) -> bool {
        !self.stop.is_set() && !self.hunt.unpromised && !self.is_wrong_otherwise
    }

    /// The first of these boards about which the program is wrong in the same way, if it is smaller
    /// than the one that was found.
    fn first_wrong(
        &mut self,
        boards: impl IntoIterator<Item = PuzzleBoard>,
        found: &WrongAnswer,
    ) -> Result<Option<WrongAnswer>, HuntError> {
        for board in boards {
            if board.weight() >= found.board.weight() {
                continue;
            }
            if self.stop.is_set() {
                break;
            }
            match self.ask(board)? {
                Some(wrong) if wrong.kind() == found.kind() => return Ok(Some(wrong)),
                Some(_) => self.is_wrong_otherwise = true,
                None => {}
            }
        }
        Ok(None)
    }

    /// Reduces a board step by step as long as the program makes an error of the same kind about
    /// it.
    fn reduced(&mut self, wrong: WrongAnswer) -> Result<WrongAnswer, HuntError> {
        let failed: Cell<Option<HuntError>> = Cell::new(None);
        let mut left = REDUCTIONS;
        let kind = wrong.kind();
        let smallest = smallest(
            wrong,
            |wrong: &WrongAnswer| wrong.board.weight(),
            |wrong: &WrongAnswer| wrong.board.simpler(),
            |board: &PuzzleBoard| {
                if left == 0 || self.stop.is_set() {
                    return None;
                }
                left -= 1;
                match self.ask(board.clone()) {
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

    /// The known mistakes that explain every answer of the program. If there are several, the
    /// program is asked about boards that tell them apart.
    fn mistaken(&mut self) -> Result<WhyWrong, HuntError> {
        let stop = StopSignal::new(None, Some(TIME_AFTER));
        let puzzle = self.hunt.puzzle;
        let mut left = models(puzzle);
        // The wrong answers come first, because they exclude most models.
        self.known.sort_by_key(|(known, said)| (known.right == *said, known.board.weight()));
        left.retain(|model| {
            let mut answers = self.known.iter();
            answers.all(|(known, said)| model.answer(known) == *said)
        });
        let mut made = BoardMaker::new(puzzle, self.hunt.unpromised, self.hunt.seed.wrapping_add(1));
        let mut boards = telling_boards(puzzle).into_iter().chain(long_wins(puzzle));
        for tried in 0..TELLING_TRIES {
            let are_alike = left.iter().all(|model| model.kind() == left[0].kind());
            if left.is_empty() || are_alike && tried >= AGREEING || stop.is_set() || self.stop.is_cancelled() {
                break;
            }
            let Some(board) = boards.next().or_else(|| made.of_any_size()) else { continue };
            let Some(known) = KnownBoard::new(board, &mut self.workspace) else { continue };
            let answers: Vec<Outcome> = left.iter().map(|model| model.answer(&known)).collect();
            if tried >= AGREEING && answers.iter().all(|answer| *answer == answers[0]) {
                continue;
            }
            let before = self.known.len();
            self.ask(known.board)?;
            if let Some((asked, said)) = self.known.get(before) {
                left.retain(|model| model.answer(asked) == *said);
            }
        }
        left.sort_by_key(Model::kind);
        let kinds = left.chunk_by(|one, other| one.kind() == other.kind());
        let mistakes = kinds.filter_map(|models| mistake(puzzle, models)).collect();
        let boards: BTreeSet<String> = self.known.iter().map(|(known, _)| known.board.line()).collect();
        Ok(WhyWrong::Mistaken { mistakes, boards: boards.len() as u64 })
    }

    /// The last position of the line of perfect play about which the program is wrong.
    fn wrong_on_line(&mut self, solved: &Solved, wrong: &WrongAnswer) -> Result<Option<WrongOnLine>, HuntError> {
        if wrong.said().is_none() {
            return Ok(None);
        }
        let game = solved.game();
        let plies = solved.explanation(&solved.start()).plies;
        let mut last = None;
        for (ply, move_made) in plies.iter().enumerate().skip(1) {
            let position = game.position(move_made.from);
            let ([mouse], [cat]) = (position.pieces(Side::Mouse), position.pieces(Side::Cat)) else { break };
            if position.turn != Side::Mouse || self.stop.is_set() {
                continue;
            }
            let board = wrong.board.with_places(mouse.number() as usize, cat.number() as usize);
            let is_wrong = self.ask(board)?.is_some_and(|wrong| wrong.said().is_some());
            if is_wrong && let Some((known, _)) = self.known.last() {
                let label = |vertex| game.board().label(vertex);
                let position = format!("M{} C{}", label(*mouse), label(*cat));
                last = Some(WrongOnLine { ply, position, plies: known.plies, board: known.board.line() });
            }
        }
        Ok(last)
    }

    /// The answer about a board.
    fn answer(
        &mut self,
        wrong: &WrongAnswer,
        is_smallest: bool,
        reason: WhyWrong,
    ) -> Result<CounterexampleAnswer, HuntError> {
        let setup = wrong.board.setup();
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
        let failure = match &wrong.answer {
            SuspectAnswer::Outcome(_) => None,
            SuspectAnswer::Failure(why) => Some(why),
        };
        let is_steady = matches!(reason, WhyWrong::Mistaken { .. });
        let wrong_on_line = if is_steady { self.wrong_on_line(&solved, wrong)? } else { None };
        Ok(CounterexampleAnswer {
            board: wrong.board.line(),
            vertices: wrong.board.vertices(),
            is_smallest,
            outcome: answer.outcome,
            distance: answer.distance,
            right: self.hunt.puzzle.write(answer.outcome).to_owned(),
            said: wrong.said(),
            problem: failure.map(ToString::to_string),
            stderr: failure.map(SuspectFailure::stderr).filter(|text| !text.is_empty()).map(str::to_owned),
            reason,
            wrong_on_line,
            setup: text,
        })
    }
}
