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
use std::collections::BTreeSet;

use catmouse::jobs::StopSignal;
use catmouse::{CopsWorkspaces, Dice, DistanceAnswer, Error, Question, SCHEMA, SolvedStart};
use catmouse_arena::Solution;
use catmouse_formats::{Document, Expectation, Format};
use catmouse_model::{BoardChoice, CatInHole, LimitChoice, Outcome, Preset, Setup, Side};
use catmouse_solver::{Control, Request};
use serde::Serialize;

use crate::anneal::LateAcceptance;
use crate::best_boards::{BestBoards, FoundBoard};
use crate::graph::{BitGraph, members};
use crate::grids::{self, WallSymmetry, canonical_rows};
use crate::reduce::smallest;
use crate::{Hunt, HuntControl, HuntError, HuntProgress, Objective, Space, Workspace, generate, vertex_number};

/// One of the two problems of LeetCode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Puzzle {
    /// Problem 913: the board is a list of neighbours for each vertex; the mouse starts at 1, the
    /// cat at 2, and the hole is 0.
    CatAndMouse,
    /// Problem 1728: the board is a grid with the greatest jumps of both pieces.
    #[serde(rename = "cat-and-mouse-ii")]
    CatAndMouseII,
}

impl Puzzle {
    /// Reads the output of a program. In problem 913 `0` is a draw, `1` the Mouse, `2` the Cat; in
    /// problem 1728 `true` or `1` is the Mouse and `false`, `0` or `2` the Cat. `None` if it is
    /// something else.
    ///
    /// ```
    /// use catmouse_hunt::Puzzle;
    /// use catmouse_model::Outcome;
    ///
    /// assert_eq!(Puzzle::CatAndMouse.read(" 2\n"), Some(Outcome::Cat));
    /// assert_eq!(Puzzle::CatAndMouseII.read("True"), Some(Outcome::Mouse));
    /// assert_eq!(Puzzle::CatAndMouse.read("mouse"), None);
    /// ```
    pub fn read(self, printed: &str) -> Option<Outcome> {
        match (self, printed.trim().to_ascii_lowercase().as_str()) {
            (Self::CatAndMouse, "0") => Some(Outcome::Draw),
            (Self::CatAndMouse, "1") | (Self::CatAndMouseII, "true" | "1") => Some(Outcome::Mouse),
            (Self::CatAndMouse, "2") | (Self::CatAndMouseII, "false" | "0" | "2") => Some(Outcome::Cat),
            _ => None,
        }
    }

    /// The text that a program should print for this outcome.
    pub fn write(self, outcome: Outcome) -> &'static str {
        let game = match self {
            Self::CatAndMouse => Preset::CatAndMouse,
            Self::CatAndMouseII => Preset::CatAndMouseII,
        };
        game.returns(outcome).unwrap_or_default()
    }
}

/// A board in the form in which it is sent to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleBoard {
    /// A board of problem 913: for each vertex its neighbours.
    Lists(Vec<Vec<u32>>),
    /// A board of problem 1728.
    Grid {
        /// The rows, which contain `M`, `C` and `F`.
        rows: Vec<String>,
        /// The greatest number of cells that the cat may jump.
        cat_jump: u32,
        /// The greatest number of cells that the mouse may jump.
        mouse_jump: u32,
    },
}

impl PuzzleBoard {
    /// The line that is sent to the program: `[[1,3],[0],[3],[0,2]]`, or `["M.C...F"] 1 4` with the
    /// cat's jump before the mouse's.
    pub fn line(&self) -> String {
        let joined = |list: Vec<String>| format!("[{}]", list.join(","));
        match self {
            Self::Lists(lists) => {
                let list = |list: &Vec<u32>| joined(list.iter().map(u32::to_string).collect());
                joined(lists.iter().map(list).collect())
            }
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let rows = joined(rows.iter().map(|row| format!("\"{row}\"")).collect());
                format!("{rows} {cat_jump} {mouse_jump}")
            }
        }
    }

    /// The grid that a [`line`](Self::line) describes.
    fn of_grid_line(line: &str) -> Option<Self> {
        let (rows, jumps) = line.strip_prefix('[')?.split_once("] ")?;
        let rows = rows.split(',').map(|row| row.trim_matches('"').to_owned()).collect();
        let (cat_jump, mouse_jump) = jumps.split_once(' ')?;
        Some(Self::Grid { rows, cat_jump: cat_jump.parse().ok()?, mouse_jump: mouse_jump.parse().ok()? })
    }

    /// The board with the rules of its problem.
    pub fn setup(&self) -> Setup {
        match self {
            Self::Lists(lists) => {
                let list = |list: &Vec<u32>| list.iter().map(|&to| i64::from(to)).collect();
                let mut setup = Setup::new(BoardChoice::Adjacency(lists.iter().map(list).collect()));
                setup.preset = Some(Preset::CatAndMouse);
                setup
            }
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let mut setup = Setup::new(BoardChoice::Grid(rows.clone()));
                setup.preset = Some(Preset::CatAndMouseII);
                setup.rules.cat_jump = Some((*cat_jump).into());
                setup.rules.mouse_jump = Some((*mouse_jump).into());
                setup
            }
        }
    }

    /// Whether the board meets the constraints of the published problem. Problem 913 has 3 to 50
    /// vertices, each with a neighbour, no loops, and a move for each side at all times. Problem
    /// 1728 has at most eight rows and eight columns with one `M`, one `C` and one `F`, and jumps
    /// from 1 to 8.
    pub fn is_admitted(&self) -> bool {
        match self {
            Self::Lists(lists) => {
                let is_list = |(from, list): (usize, &Vec<u32>)| {
                    !list.is_empty()
                        && list.iter().enumerate().all(|(at, &to)| {
                            to as usize != from
                                && lists.get(to as usize).is_some_and(|back| back.contains(&(from as u32)))
                                && !list[..at].contains(&to)
                        })
                };
                // The cat can always go back to its previous vertex, so it is enough that it has a
                // move at the start.
                (3..=50).contains(&lists.len())
                    && lists.iter().enumerate().all(is_list)
                    && lists[2].iter().any(|&to| to != 0)
            }
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let columns = rows.first().map_or(0, |row| row.chars().count());
                let count = |letter: char| rows.iter().flat_map(|row| row.chars()).filter(|it| *it == letter).count();
                (1..=8).contains(&rows.len())
                    && (1..=8).contains(&columns)
                    && rows
                        .iter()
                        .all(|row| row.chars().count() == columns && row.chars().all(|it| "MCF.#".contains(it)))
                    && "MCF".chars().all(|letter| count(letter) == 1)
                    && [cat_jump, mouse_jump].into_iter().all(|jump| (1..=8).contains(jump))
            }
        }
    }

    fn vertices(&self) -> usize {
        match self {
            Self::Lists(lists) => lists.len(),
            Self::Grid { rows, .. } => rows.iter().flat_map(|row| row.chars()).filter(|it| *it != '#').count(),
        }
    }

    /// The size of the board, which the reduction lowers: vertices, then arcs; or cells, then free
    /// cells, then jumps.
    fn weight(&self) -> [usize; 3] {
        match self {
            Self::Lists(lists) => [lists.len(), lists.iter().map(Vec::len).sum(), 0],
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let cells = rows.iter().map(|row| row.chars().count()).sum();
                [cells, self.vertices(), (cat_jump + mouse_jump) as usize]
            }
        }
    }

    /// The boards that are simpler by one step of the reduction.
    fn simpler(&self) -> Vec<Self> {
        match self {
            Self::Lists(lists) => simpler_lists(lists).into_iter().map(Self::Lists).collect(),
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let with =
                    |rows: Vec<String>, cat_jump: u32, mouse_jump: u32| Self::Grid { rows, cat_jump, mouse_jump };
                let mut all: Vec<Self> =
                    simpler_rows(rows).into_iter().map(|rows| with(rows, *cat_jump, *mouse_jump)).collect();
                for jump in [1, cat_jump / 2, cat_jump - 1].into_iter().filter(|jump| (1..*cat_jump).contains(jump)) {
                    all.push(with(rows.clone(), jump, *mouse_jump));
                }
                for jump in
                    [1, mouse_jump / 2, mouse_jump - 1].into_iter().filter(|jump| (1..*mouse_jump).contains(jump))
                {
                    all.push(with(rows.clone(), *cat_jump, jump));
                }
                all
            }
        }
    }
}

/// The boards with one vertex removed or replaced by an edge, and the boards with one edge removed.
/// The vertices 0 to 2 are kept; only a vertex of degree 2 is replaced by an edge. Small boards
/// also lose two vertices at once, because an error may need two paths of equal length.
fn simpler_lists(lists: &[Vec<u32>]) -> Vec<Vec<Vec<u32>>> {
    /// Boards with more vertices than this lose only one vertex at a time.
    const SMALL: usize = 12;
    let mut all = with_one_less(lists);
    let smaller = all.clone();
    for (from, list) in lists.iter().enumerate() {
        for &to in list.iter().filter(|to| **to as usize > from) {
            let mut rest = lists.to_vec();
            rest[from].retain(|other| *other != to);
            rest[to as usize].retain(|other| *other as usize != from);
            all.push(rest);
        }
    }
    if lists.len() <= SMALL {
        all.extend(smaller.iter().flat_map(|lists| with_one_less(lists)));
    }
    all
}

/// The boards with one vertex removed or replaced by an edge.
fn with_one_less(lists: &[Vec<u32>]) -> Vec<Vec<Vec<u32>>> {
    let without_vertex = |lists: &[Vec<u32>], gone: usize| -> Vec<Vec<u32>> {
        let number = |to: u32| if to as usize > gone { to - 1 } else { to };
        let rest = lists.iter().enumerate().filter(|(vertex, _)| *vertex != gone);
        rest.map(|(_, list)| list.iter().filter(|to| **to as usize != gone).map(|&to| number(to)).collect()).collect()
    };
    let mut all = Vec::new();
    for gone in (3..lists.len()).rev() {
        all.push(without_vertex(lists, gone));
        if let [one, other] = lists[gone][..]
            && !lists[one as usize].contains(&other)
        {
            let mut joined = lists.to_vec();
            for (from, to) in [(one, other), (other, one)] {
                joined[from as usize].push(to);
                joined[from as usize].sort_unstable();
            }
            all.push(without_vertex(&joined, gone));
        }
    }
    all
}

/// The grids without one row or column that has no piece and no food, and the grids with one more
/// wall.
fn simpler_rows(rows: &[String]) -> Vec<Vec<String>> {
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let is_plain = |cell: &char| ".#".contains(*cell);
    let text = |cells: &[Vec<char>]| cells.iter().map(|row| row.iter().collect()).collect::<Vec<String>>();
    let mut all = Vec::new();
    for gone in (0..cells.len()).filter(|&row| cells.len() > 1 && cells[row].iter().all(is_plain)) {
        let mut rest = cells.clone();
        rest.remove(gone);
        all.push(text(&rest));
    }
    let columns = cells.first().map_or(0, Vec::len);
    for gone in (0..columns).filter(|&column| columns > 1 && cells.iter().all(|row| is_plain(&row[column]))) {
        let mut rest = cells.clone();
        for row in &mut rest {
            row.remove(gone);
        }
        all.push(text(&rest));
    }
    for (row, letters) in cells.iter().enumerate() {
        for column in (0..letters.len()).filter(|&column| letters[column] == '.') {
            let mut rest = cells.clone();
            rest[row][column] = '#';
            all.push(text(&rest));
        }
    }
    all
}

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
    fn kind(&self) -> &'static str {
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
const SLIPS: [Slip; 9] = [
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
    fn setup(self, board: &PuzzleBoard) -> Setup {
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
fn outcome(setup: &Setup, workspace: &mut Solution) -> Option<Outcome> {
    let game = setup.plan().ok()?.game();
    let room = std::mem::take(workspace);
    *workspace = catmouse_solver::solve_in(game.arena(), Request::Table, room, &Control::default()).ok()?.into_table();
    let start = game.start_id()?;
    Some(game.adjudication().judge_in(game.arena(), workspace, start).outcome.into())
}

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
        let mut boards = BoardMaker::new(self);
        let mut answer =
            CounterexampleHuntAnswer { schema: SCHEMA, puzzle: self.puzzle, seed: self.seed, boards: 0, broken: None };
        while answer.boards < self.tries && !stop.is_set() {
            let Some((made_for, board)) = boards.next(&stop) else { break };
            answer.boards += 1;
            if let Some(wrong) = self.wrong_answer(suspect, board)? {
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

    /// Asks the program about a board; `None` if its answer is right, or if the board is not valid.
    fn wrong_answer(&self, suspect: &mut dyn Suspect, board: PuzzleBoard) -> Result<Option<WrongAnswer>, HuntError> {
        if !self.unpromised && !board.is_admitted() {
            return Ok(None);
        }
        let Some(right) = outcome(&board.setup(), &mut Solution::default()) else { return Ok(None) };
        let answer = suspect.ask(&board).map_err(Error::Source)?;
        Ok((answer != SuspectAnswer::Outcome(right)).then_some(WrongAnswer { board, answer }))
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
            if let Some(found) = self.wrong_answer(suspect, board)?.filter(|found| found.kind() == wrong.kind()) {
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
                match self.wrong_answer(suspect, board.clone()) {
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
    let mut document = Document::of_setup(setup);
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

/// Makes the boards that a program is asked about, with the kinds in turn. The same seed gives the
/// same boards.
struct BoardMaker<'a> {
    hunt: &'a CounterexampleHunt,
    number: u64,
    dice: Dice,
    /// The small boards that are not used yet; the next one is at the end.
    small: Vec<PuzzleBoard>,
    /// Boards that are returned before new ones are made.
    waiting: Vec<(&'static str, PuzzleBoard)>,
    workspace: Solution,
}

/// Graphs with long forced wins on few vertices: the records of docs/hunt.md, and others that hunts
/// have found. In most of them the win takes more plies than twice the number of vertices. Their
/// outcomes are computed when they are used.
const LONG_WINS: &str = include_str!("long_wins.g6");

/// Grids with long forced wins of either side that hunts have found, in the form of
/// [`PuzzleBoard::line`]. Their outcomes are computed when they are used.
const LONG_WINS_ON_GRIDS: &str = include_str!("long_wins.grids");

impl<'a> BoardMaker<'a> {
    fn new(hunt: &'a CounterexampleHunt) -> Self {
        let mut small = small_boards(hunt.puzzle);
        small.reverse();
        Self {
            hunt,
            number: 0,
            dice: Dice::new(hunt.seed, 0),
            small,
            waiting: Vec::new(),
            workspace: Solution::default(),
        }
    }

    /// The next board and its kind; `None` if there are no more.
    fn next(&mut self, stop: &StopSignal<'_>) -> Option<(&'static str, PuzzleBoard)> {
        for _ in 0..10_000 {
            if let Some(waiting) = self.waiting.pop() {
                return Some(waiting);
            }
            if stop.is_set() {
                return None;
            }
            let number = self.number;
            self.number += 1;
            let made = match self.hunt.puzzle {
                Puzzle::CatAndMouse => self.lists(number),
                Puzzle::CatAndMouseII => self.grid(number),
            };
            if let Some((made_for, board)) = made
                && (self.hunt.unpromised || board.is_admitted())
            {
                return Some((made_for, board));
            }
        }
        None
    }

    fn lists(&mut self, number: u64) -> Option<(&'static str, PuzzleBoard)> {
        match number % 8 {
            0 | 4 => Some(("all small boards", self.small.pop()?)),
            1 => {
                let line = LONG_WINS.lines().nth((number / 8) as usize)?;
                let graph = BitGraph::of_stream(&catmouse_formats::SmallGraph::of_line(line)?)?;
                Some(("long forced wins", puzzle_board(&graph)))
            }
            2 => {
                let slip = SLIPS[(number / 8) as usize % SLIPS.len()];
                let board = self.exposing(slip)?;
                Some(("telling a slip from the rules", board))
            }
            3 => Some(("long forced wins", puzzle_board(&self.with_long_win(number)))),
            5 => {
                let core = self.with_long_win(number);
                Some(("long dead ends", puzzle_board(&self.with_dead_ends(&core))))
            }
            6 => {
                let (drawn, won) = self.draw_next_to_a_win()?;
                self.waiting.push(("the same with one edge more or less", won));
                Some(("a narrow draw", drawn))
            }
            _ => {
                let most = if self.hunt.unpromised { 64 } else { 50 };
                let vertices = most - self.dice.below(most as usize / 2) as u32;
                let more = self.dice.below(2 * vertices as usize) as u32;
                let more = if number % 16 == 7 { more * vertices / 8 } else { more };
                Some(("large boards", puzzle_board(&self.any_graph(vertices, more))))
            }
        }
    }

    /// A random graph. If boards beyond the constraints of the problem are allowed, some have a
    /// vertex without neighbours.
    fn any_graph(&mut self, vertices: u32, more: u32) -> BitGraph {
        let mut graph = BitGraph::random(vertices, more, u32::MAX, &mut self.dice);
        // The vertices are shuffled, because those of a random tree are numbered from its root. The
        // starts must not always be near the root.
        let mut order: Vec<u32> = (0..vertices).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, self.dice.below(at + 1));
        }
        graph = graph.reordered(&order);
        if self.hunt.unpromised && self.dice.below(4) == 0 {
            let isolated = self.dice.below(vertices as usize) as u32;
            members(graph.row(isolated))
                .collect::<Vec<u32>>()
                .into_iter()
                .for_each(|other| graph.toggle(isolated, other));
        }
        graph
    }

    /// A random board on which a program with this slip is wrong; `None` if none is found.
    fn exposing(&mut self, slip: Slip) -> Option<PuzzleBoard> {
        for _ in 0..400 {
            let vertices = 4 + self.dice.below(7) as u32;
            let more = self.dice.below(vertices as usize + 1) as u32;
            let board = puzzle_board(&self.any_graph(vertices, more));
            if self.is_exposed_by(slip, &board) {
                return Some(board);
            }
        }
        None
    }

    fn is_exposed_by(&mut self, slip: Slip, board: &PuzzleBoard) -> bool {
        (self.hunt.unpromised || board.is_admitted())
            && outcome(&board.setup(), &mut self.workspace) != outcome(&slip.setup(board), &mut self.workspace)
    }

    /// A graph with a long forced win from the start at 1 and 2, found by late acceptance hill
    /// climbing.
    fn with_long_win(&mut self, number: u64) -> BitGraph {
        /// The number of steps.
        const STEPS: u64 = 1_500;
        let side = if number % 16 < 8 { Side::Mouse } else { Side::Cat };
        let vertices = 7 + self.dice.below(8) as u32;
        let mut hunt = Hunt::new(Objective::Longest(side), Space::Graphs { vertices, all: Some(false) });
        hunt.constraints.no_stalemate = true;
        let workspaces = CopsWorkspaces::default();
        let mut workspace = Workspace::new(&hunt, &workspaces);
        let mut found = BestBoards::new(&hunt);
        let mut graph = BitGraph::random(vertices, vertices / 2, u32::MAX, &mut self.dice);
        let mut climb: Option<LateAcceptance> = None;
        for _ in 0..STEPS {
            let mut next = graph.clone();
            if !next.rewire(&mut self.dice) || self.dice.below(3) == 0 {
                let (one, other) = next.any_pair(&mut self.dice);
                next.toggle(one, other);
            }
            if !hunt.constraints.allow(&next) {
                continue;
            }
            let Ok(rated) = workspace.try_graph(&next, &mut found) else { break };
            let climb = climb.get_or_insert_with(|| LateAcceptance::new(rated.worth));
            if climb.accepts(rated.worth) {
                graph = next;
            }
        }
        let best = found.into_list().into_iter().next();
        best.and_then(FoundBoard::into_graph).unwrap_or(graph)
    }

    /// The graph `core` with dead ends added.
    fn with_dead_ends(&mut self, core: &BitGraph) -> BitGraph {
        let most = if self.hunt.unpromised { 64 } else { 50 };
        let more = self.dice.below((most - core.vertices()) as usize) as u32 + 1;
        let vertices = core.vertices() + more;
        let mut graph = BitGraph::empty(vertices);
        core.edges().for_each(|(one, other)| graph.toggle(one, other));
        let mut end = 0;
        for vertex in core.vertices()..vertices {
            if vertex == core.vertices() || self.dice.below(10) == 0 {
                end = self.dice.below(core.vertices() as usize) as u32;
            }
            graph.toggle(end, vertex);
            end = vertex;
        }
        graph
    }

    /// A drawn board, and a board that differs from it by one edge and is not drawn.
    fn draw_next_to_a_win(&mut self) -> Option<(PuzzleBoard, PuzzleBoard)> {
        for _ in 0..400 {
            let vertices = 5 + self.dice.below(9) as u32;
            let more = self.dice.below(vertices as usize) as u32;
            let graph = self.any_graph(vertices, more);
            let mut other = graph.clone();
            let (from, to) = other.any_pair(&mut self.dice);
            other.toggle(from, to);
            let boards = [puzzle_board(&graph), puzzle_board(&other)];
            if !self.hunt.unpromised && !boards.iter().all(PuzzleBoard::is_admitted) {
                continue;
            }
            let [one, two] = boards.each_ref().map(|board| outcome(&board.setup(), &mut self.workspace));
            let [first, second] = boards;
            match (one, two) {
                (Some(Outcome::Draw), Some(Outcome::Mouse | Outcome::Cat)) => return Some((first, second)),
                (Some(Outcome::Mouse | Outcome::Cat), Some(Outcome::Draw)) => return Some((second, first)),
                _ => {}
            }
        }
        None
    }

    fn grid(&mut self, number: u64) -> Option<(&'static str, PuzzleBoard)> {
        match number % 6 {
            0 | 3 => Some(("all small boards", self.small.pop()?)),
            1 | 4 => {
                let slips = [
                    Slip::CatStays,
                    Slip::MouseStays,
                    Slip::CatFirst,
                    Slip::EndlessMouse,
                    Slip::ShortJumps,
                    Slip::CutOff,
                ];
                let slip = slips[(number / 6) as usize % slips.len()];
                for _ in 0..400 {
                    let board = self.any_grid(6, 5)?;
                    if self.is_exposed_by(slip, &board) {
                        return Some(("telling a slip from the rules", board));
                    }
                }
                None
            }
            2 => {
                let known = LONG_WINS_ON_GRIDS.lines().nth((number / 6) as usize).and_then(PuzzleBoard::of_grid_line);
                Some(("long forced wins", known.or_else(|| self.grid_with_long_win(number))?))
            }
            _ => Some(("large boards", self.any_grid(8, 8)?)),
        }
    }

    /// A grid with a long forced win, found by late acceptance hill climbing.
    fn grid_with_long_win(&mut self, number: u64) -> Option<PuzzleBoard> {
        /// The number of steps.
        const STEPS: u64 = 300;
        let side = if number % 12 == 2 { Side::Mouse } else { Side::Cat };
        let [rows, columns] = [0, 0].map(|_: u32| 4 + self.dice.below(5) as u32);
        let walls = rows * columns * (1 + self.dice.below(4) as u32) / 10;
        let [cat_jump, mouse_jump] = [0, 0].map(|_: u32| 1 + self.dice.below(3) as u32);
        let symmetry = WallSymmetry::None;
        let mut hunt = Hunt::new(Objective::Longest(side), Space::Grids { rows, columns, walls, symmetry });
        hunt.choices.rules.cat_jump = Some(cat_jump.into());
        hunt.choices.rules.mouse_jump = Some(mouse_jump.into());
        let rows = grids::climb(&hunt, (rows, columns), walls, &mut self.dice, STEPS)?;
        Some(PuzzleBoard::Grid { rows, cat_jump, mouse_jump })
    }

    /// A random grid with at most `most` rows and columns, and with jumps of at most `most_jump`
    /// cells.
    fn any_grid(&mut self, most: usize, most_jump: usize) -> Option<PuzzleBoard> {
        for _ in 0..100 {
            let (rows, columns) = (1 + self.dice.below(most), 1 + self.dice.below(most));
            let walls = self.dice.below(5);
            let mut letters: Vec<char> =
                (0..rows * columns).map(|_| if self.dice.below(10) < walls { '#' } else { '.' }).collect();
            let free: Vec<usize> = (0..letters.len()).filter(|&at| letters[at] == '.').collect();
            if free.len() < 3 {
                continue;
            }
            for letter in ['M', 'C', 'F'] {
                loop {
                    let at = free[self.dice.below(free.len())];
                    if letters[at] == '.' {
                        letters[at] = letter;
                        break;
                    }
                }
            }
            let rows = letters.chunks(columns).map(|row| row.iter().collect()).collect();
            let [cat_jump, mouse_jump] = [0, 0].map(|_: u32| 1 + self.dice.below(most_jump) as u32);
            return Some(PuzzleBoard::Grid { rows, cat_jump, mouse_jump });
        }
        None
    }
}

/// A graph as a board of problem 913.
fn puzzle_board(graph: &BitGraph) -> PuzzleBoard {
    PuzzleBoard::Lists((0..graph.vertices()).map(|vertex| members(graph.row(vertex)).collect()).collect())
}

/// All small boards of a problem, the smallest first.
fn small_boards(puzzle: Puzzle) -> Vec<PuzzleBoard> {
    match puzzle {
        Puzzle::CatAndMouse => small_lists(),
        Puzzle::CatAndMouseII => small_grids(),
    }
}

/// All boards with three to five vertices that meet the constraints of the problem, up to
/// isomorphism, the smallest first.
fn small_lists() -> Vec<PuzzleBoard> {
    let mut all = Vec::new();
    for vertices in 3..=5u32 {
        let graphs =
            generate::all_graphs(vertices, u32::MAX, std::num::NonZeroUsize::MIN, &StopSignal::default(), &|_| true);
        let mut known = BTreeSet::new();
        for graph in graphs.unwrap_or_default() {
            for roles in 0..vertices.pow(3) {
                let [hole, mouse, cat] = [roles / vertices / vertices, roles / vertices % vertices, roles % vertices];
                if hole == mouse || hole == cat || mouse == cat {
                    continue;
                }
                let rest = (0..vertices).filter(|vertex| ![hole, mouse, cat].contains(vertex));
                let order: Vec<u32> = [hole, mouse, cat].into_iter().chain(rest).collect();
                let board = graph.reordered(&order);
                let colours: Vec<u8> = (0..vertices).map(|vertex| vertex.min(3) as u8).collect();
                let form = super::canonical::canonical(&board, &colours);
                let board = puzzle_board(&BitGraph::of_rows(form.rows.clone()));
                if board.is_admitted() && known.insert(form.rows) {
                    all.push(board);
                }
            }
        }
    }
    all
}

/// All grids of up to six cells without walls, up to symmetry, with small jumps.
fn small_grids() -> Vec<PuzzleBoard> {
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for (rows, columns) in [(1, 3), (1, 4), (2, 2), (1, 5), (2, 3)] {
        let cells: usize = rows * columns;
        for places in 0..cells.pow(3) {
            let [mouse, cat, food] = [places / cells / cells, places / cells % cells, places % cells];
            if mouse == cat || mouse == food || cat == food {
                continue;
            }
            let letter = |at: usize| match at {
                _ if at == mouse => 'M',
                _ if at == cat => 'C',
                _ if at == food => 'F',
                _ => '.',
            };
            let drawn: Vec<String> =
                (0..rows).map(|row| (0..columns).map(|column| letter(row * columns + column)).collect()).collect();
            let drawn = canonical_rows(&drawn);
            if known.insert(drawn.clone()) {
                for (cat_jump, mouse_jump) in [(1, 1), (1, 2), (2, 1)] {
                    all.push(PuzzleBoard::Grid { rows: drawn.clone(), cat_jump, mouse_jump });
                }
            }
        }
    }
    all
}
