//! Hunts: searches for boards that have a property, such as the longest forced win.
//!
//! A [`Hunt`] has an [`Objective`], a [`Space`] of boards in which to search, and [`Constraints`]
//! on the boards. Graphs with few vertices are enumerated. Larger graphs and grids are searched by
//! late acceptance hill climbing from many random starts. Every board that is found is solved again
//! by itself, checked against the rules, and returned as a setup with its result.
//!
//! ```
//! use catmouse_hunt::{Hunt, HuntControl, Objective, Space};
//! use catmouse_model::Side;
//!
//! // The longest win of the Cat that five vertices allow: all graphs, all starts, any vertex as the hole.
//! let hunt = Hunt::new(Objective::Longest(Side::Cat), Space::graphs(5));
//! let answer = hunt.run(&HuntControl::default())?;
//! assert!(answer.complete);
//! assert_eq!(answer.found[0].distance.distance_plies, Some(5));
//! # Ok::<(), catmouse_hunt::HuntError>(())
//! ```
//!
//! The same hunt finds the same boards with any number of threads, unless a time limit ends it
//! ([`HuntControl::time`]).

mod anneal;
mod best_boards;
mod board_maker;
mod canonical;
mod counterexample;
mod difficulty;
mod generate;
mod graph;
mod grids;
mod images;
mod mistakes;
mod neighbourhood;
mod plain;
mod puzzle;
mod reduce;
mod search;
mod small_boards;
mod suspect;
mod worth;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catmouse::jobs::StopSignal;
use catmouse::{
    Choices, Error,
    cops::CopsQuestion,
    memory::{Work, ensure_fits, memory_budget},
    streams::{Delivery, Graphs, workers},
};
use catmouse_explain::story::Claim;
use catmouse_formats::Record;
use catmouse_model::{
    CatFollows, CopsChoices, Game, IdleRule, MAX_CATS, Outcome, Preset, SETTINGS, Setup, Side, counted,
};
use serde::Serialize;
use thiserror::Error as ThisError;

pub use best_boards::{FoundBoardAnswer, HuntAnswer};
pub use counterexample::{
    CounterexampleAnswer, CounterexampleHunt, CounterexampleHuntAnswer, Timing, WhyWrong, WrongOnLine,
};
pub use difficulty::Difficulty;
pub use grids::WallSymmetry;
pub use mistakes::Mistake;
pub use puzzle::{Puzzle, PuzzleBoard};
pub use reduce::smallest;
pub use suspect::{Suspect, SuspectAnswer, SuspectFailure};

use best_boards::BestBoards;
use graph::BitGraph;
use search::{Search, Workspace};
use worth::StartScope;

/// The schemas of the answers, for [`catmouse::answers::json_schema`].
#[cfg(feature = "schema")]
pub fn schemas(generator: &mut schemars::SchemaGenerator) -> Vec<schemars::Schema> {
    vec![generator.subschema_for::<HuntAnswer>(), generator.subschema_for::<CounterexampleHuntAnswer>()]
}

/// The objective of a hunt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind", content = "of")]
pub enum Objective {
    /// The longest forced win of a side.
    Longest(Side),
    /// The line with this outcome along which random moves are least likely to keep the outcome.
    Narrowest(Outcome),
    /// The greatest number of drawn starts.
    Draws,
    /// Any board with this outcome.
    Outcome(Outcome),
    /// A board with a claim of this kind in the text about one of the hardest starts.
    Lesson(String),
    /// A board with an exact law of this number of conditions. The player to move in the law is the
    /// player who moves first at one of the hardest starts.
    Law(u32),
    /// The greatest capture time in Cops and Robbers, with the number of cats that the rules give.
    CaptureTime,
    /// Any graph with this cop number.
    CopNumber(u32),
    /// Levels of rising difficulty that the Mouse wins, different from one another: see
    /// [`Difficulty`].
    Graded,
}

impl Objective {
    /// Whether a board either meets the objective or does not, so that all boards that meet it are
    /// equally good.
    fn is_yes_or_no(&self) -> bool {
        matches!(self, Self::Lesson(_) | Self::Law(_) | Self::CopNumber(_))
    }

    /// The kinds of claims for [`Objective::Lesson`], each with its meaning.
    pub fn lessons() -> impl Iterator<Item = (&'static str, &'static str)> {
        Claim::KINDS.iter().copied()
    }
}

/// The boards among which a hunt searches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Space {
    /// Graphs with a given number of vertices.
    Graphs {
        /// The number of vertices, at most 64.
        vertices: u32,
        /// Whether all graphs are tried. If this is null, all are tried if there are few.
        all: Option<bool>,
    },
    /// Grids of this size.
    Grids {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
        /// The number of cells that are walls.
        walls: u32,
        /// The number of thin walls between two free cells.
        thin_walls: u32,
        /// The symmetry of the walls and of the thin walls.
        symmetry: WallSymmetry,
    },
    /// Boards that differ from a given one in few edges, walls or starts.
    Near {
        /// The board that is changed.
        #[serde(skip)]
        setup: Box<Setup>,
        /// The greatest number of changes.
        changes: u32,
    },
    /// The graphs of a stream; only for [`Hunt::run_on`].
    Stream,
}

impl Space {
    /// The boards that differ from a given board in at most this many edges, walls or starts. The
    /// given board is checked together with `choices`.
    ///
    /// # Errors
    ///
    /// Those of [`Choices::prepare`].
    pub fn near(record: &Record, choices: &Choices, changes: u32) -> Result<Self, Error> {
        choices.prepare(record, Work::SOLVE, None)?;
        let document = record.read().map_err(|error| Error::unreadable(record, error))?;
        Ok(Self::Near { setup: Box::new(document.setup), changes })
    }

    /// The graphs with this many vertices; all of them are tried if there are few.
    pub fn graphs(vertices: u32) -> Self {
        Self::Graphs { vertices, all: None }
    }
}

/// Properties that a board must have. The default asks for connected boards.
#[expect(clippy::struct_excessive_bools, reason = "each is a property that a board has or lacks")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Constraints {
    /// The board is connected.
    pub connected: bool,
    /// The board is planar: it can be drawn without crossings.
    pub planar: bool,
    /// No vertex has more neighbours than this.
    pub max_degree: Option<u32>,
    /// Every vertex has exactly this many neighbours.
    pub regular: Option<u32>,
    /// The Cat does not win within the first two plies.
    pub no_early_catch: bool,
    /// Play from the start cannot reach a position in which a side has no legal move, whether or
    /// not that side is to move. A turn that passes in stalemate is not a legal move.
    pub no_stalemate: bool,
}

impl Default for Constraints {
    fn default() -> Self {
        Self {
            connected: true,
            planar: false,
            max_degree: None,
            regular: None,
            no_early_catch: false,
            no_stalemate: false,
        }
    }
}

/// A search for boards.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hunt {
    /// The objective of the hunt.
    pub objective: Objective,
    /// The boards among which to search.
    pub space: Space,
    /// Properties that a board must have.
    pub constraints: Constraints,
    /// The rules, which override the rules of a given board or of the preset of the space.
    pub choices: Choices,
    /// If given, only boards count whose value is at least this number of plies, rounds, starts,
    /// games or doublings of games, and the hunt ends once it has found `keep` such boards; a hunt
    /// for graded levels goes on.
    pub at_least: Option<u64>,
    /// If given, only boards count whose value is at most this number.
    pub at_most: Option<u64>,
    /// The number of best boards to return.
    pub keep: usize,
    /// The seed of the random search. It has no effect if all boards are tried.
    pub seed: u64,
    /// The greatest number of boards that a random search tries. It has no effect if all graphs are
    /// tried.
    pub tries: u64,
}

/// The caller's control of a hunt: cancellation, time, progress and threads. The default sets no
/// limit and uses all cores.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct HuntControl<'a> {
    /// Once this flag is set, the hunt soon ends with the boards found until then.
    pub cancelled: Option<&'a AtomicBool>,
    /// The hunt ends after this time with the boards found until then. A faster machine tries more
    /// boards in this time, so the result may differ between machines.
    pub time: Option<Duration>,
    /// Called whenever a better board is found, and regularly in between.
    pub report: Option<&'a (dyn Fn(&HuntProgress) + 'a)>,
    /// The number of threads.
    pub threads: NonZeroUsize,
}

impl Default for HuntControl<'_> {
    fn default() -> Self {
        Self { cancelled: None, time: None, report: None, threads: workers() }
    }
}

/// The progress of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HuntProgress {
    /// The number of boards that were tried.
    pub boards: u64,
    /// A short description of the best board found; `None` if there is none yet.
    pub best: Option<String>,
    /// Whether this board is better than the best one at the last report.
    pub is_better: bool,
}

/// The reason why a hunt cannot begin.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum HuntError {
    /// The parts of the hunt contradict each other, or the hunt is too large.
    #[error("{what}: {wanted}")]
    Unsuited {
        /// The mistake.
        what: String,
        /// The advice to the user.
        wanted: String,
    },
    /// The rules or a board are wrong.
    #[error(transparent)]
    Question(#[from] Error),
    /// A program that is asked about boards has answered none of them.
    #[error("the program has answered no board: {0}")]
    NoAnswer(SuspectFailure),
}

impl HuntError {
    pub(crate) fn unsuited(what: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self::Unsuited { what: what.into(), wanted: wanted.into() }
    }
}

/// The greatest number of vertices for which all graphs can be tried.
const ALL_AT_MOST: u32 = 10;
/// The greatest number of vertices for which all graphs are tried by default.
const ALL_BY_DEFAULT: u32 = 7;
/// The greatest number of vertices for which all graphs of degree at most 3 can be tried. By
/// default they are.
const ALL_OF_FEW_NEIGHBOURS: u32 = 12;
/// The greatest number of vertices of a grid, or of a given board, so that solving one board is
/// fast.
const CELLS_AT_MOST: u32 = 400;
/// The greatest number of graded levels.
const MOST_LEVELS: usize = 100;

impl Hunt {
    /// A hunt under the default rules of the space. It returns the one best board and tries at most
    /// 100,000.
    pub fn new(objective: Objective, space: Space) -> Self {
        Self {
            objective,
            space,
            constraints: Constraints::default(),
            choices: Choices::default(),
            at_least: None,
            at_most: None,
            keep: 1,
            seed: 1,
            tries: 100_000,
        }
    }

    /// Whether the objective is about Cops and Robbers on bare graphs.
    fn is_of_cops(&self) -> bool {
        matches!(self.objective, Objective::CaptureTime | Objective::CopNumber(_))
    }

    /// Whether the hunt ends as soon as it has enough boards, because no board is better than
    /// another or a least value is given.
    fn ends_when_found(&self) -> bool {
        let is_graded = self.objective == Objective::Graded;
        self.at_least.is_some() && !is_graded
            || matches!(self.objective, Objective::Outcome(_))
            || self.objective.is_yes_or_no()
    }

    /// Whether a board of this value counts: it meets the objective, and its value is at least
    /// `at_least` and at most `at_most` if these are given.
    fn counts(&self, value: u64) -> bool {
        let measure = match &self.objective {
            Objective::Narrowest(_) => f64::from_bits(value),
            Objective::Graded => difficulty::doublings(f64::from_bits(value)),
            // Worths count rounds from 1.
            Objective::CaptureTime => value.saturating_sub(1) as f64,
            _ => value as f64,
        };
        value > 0
            && (self.objective.is_yes_or_no()
                || self.at_least.is_none_or(|least| measure >= least as f64)
                    && self.at_most.is_none_or(|most| measure <= most as f64))
    }

    /// Runs the hunt.
    ///
    /// # Errors
    ///
    /// [`HuntError`] if the hunt cannot begin.
    pub fn run(&self, control: &HuntControl<'_>) -> Result<HuntAnswer, HuntError> {
        self.ensure_consistent()?;
        let stop = StopSignal::new(control.cancelled, control.time);
        let mut search = Search::new(self, control);
        match &self.space {
            Space::Graphs { vertices, .. } if self.is_exhaustive() => {
                let (constraints, most) = (&self.constraints, self.constraints.most_degree());
                let part = |graph: &BitGraph| constraints.allow_part(graph);
                let all = generate::all_graphs(*vertices, most, control.threads, &stop, &part);
                let Some(mut all) = all else { return search.answer(&stop) };
                all.retain(|graph| constraints.allow(graph));
                self.go_through(&all, &stop, &mut search)?;
            }
            Space::Graphs { vertices, .. } => anneal::graphs(self, *vertices, &stop, &mut search)?,
            Space::Grids { rows, columns, walls, thin_walls, symmetry } => {
                grids::search(self, (*rows, *columns), [*walls, *thin_walls], *symmetry, &stop, &mut search)?;
            }
            Space::Near { setup, changes } => neighbourhood::search(self, setup, *changes, &stop, &mut search)?,
            Space::Stream => {
                return Err(HuntError::unsuited("there is no stream of graphs", "use `Hunt::run_on` with one"));
            }
        }
        search.answer(&stop)
    }

    /// Runs the hunt among the graphs of a stream. For each graph, the hunt tries every vertex as
    /// the hole, and every start. A graph that is not simple and undirected, or that has more than
    /// 64 vertices, is left out. The answer has the number of these graphs.
    ///
    /// # Errors
    ///
    /// [`HuntError`] if the hunt cannot begin, or if the stream cannot be read.
    pub fn run_on(&self, graphs: Graphs, control: &HuntControl<'_>) -> Result<HuntAnswer, HuntError> {
        let hunt = Self { space: Space::Stream, ..self.clone() };
        hunt.ensure_consistent()?;
        let stop = StopSignal::new(control.cancelled, control.time);
        let mut search = Search::new(&hunt, control);
        let mut error = None;
        let delivered = graphs.in_order(
            control.threads,
            || (),
            |(), record, kept: &mut Vec<Result<Option<BitGraph>, Error>>| {
                kept.push(match record {
                    Err(error) => Err(Error::Source(error)),
                    Ok(record) => match record.small_graph() {
                        Some(graph) => Ok(BitGraph::of_stream(&graph)),
                        None => record
                            .read()
                            .map_err(|error| Error::unreadable(&record, error))
                            .and_then(|document| document.setup.plan_board().map_err(Error::from))
                            .map(|board| BitGraph::of_board(&board)),
                    },
                });
            },
            |delivered| {
                let Delivery::Portion(portion, _) = delivered else { return Ok(()) };
                let mut allowed = Vec::new();
                for graph in portion {
                    match graph {
                        Err(problem) => {
                            error = Some(problem);
                            return Err(());
                        }
                        Ok(Some(graph)) if hunt.constraints.allow(&graph) => allowed.push(graph),
                        Ok(Some(_)) => search.boards += 1,
                        Ok(None) => search.left_out += 1,
                    }
                }
                let result = hunt.go_through(&allowed, &stop, &mut search);
                error = result.err();
                if stop.is_set() || error.is_some() { Err(()) } else { Ok(()) }
            },
        );
        match (delivered, error) {
            (_, Some(error)) => Err(error.into()),
            _ if search.boards + search.left_out == 0 => Err(Error::NoBoard.into()),
            _ => search.answer(&stop),
        }
    }

    /// Whether the numbers of the vertices, or the directions of a grid, have a meaning in the game: some
    /// cat follows a script, or cats differ. Then a board is another game when it is numbered anew or turned.
    fn has_cast(&self) -> bool {
        let rules = &self.choices.rules;
        let differ = |speeds: &Vec<i64>| speeds.iter().any(|speed| *speed != speeds[0]);
        rules.cat_follows.iter().flatten().any(|way| *way != CatFollows::Free)
            || rules.cat_speed.as_ref().is_some_and(differ)
    }

    /// Whether all graphs of the space are tried. They are tried in one numbering.
    fn is_exhaustive(&self) -> bool {
        let Space::Graphs { vertices, all } = self.space else { return false };
        let is_few =
            vertices <= ALL_BY_DEFAULT || self.constraints.most_degree() <= 3 && vertices <= ALL_OF_FEW_NEIGHBOURS;
        all.unwrap_or(is_few && !self.has_cast())
    }

    /// Refuses a hunt whose parts contradict each other.
    fn ensure_consistent(&self) -> Result<(), HuntError> {
        let unsuited = |what: &str, wanted: &str| Err(HuntError::unsuited(what, wanted));
        if self.keep == 0 {
            return unsuited("the number of boards to keep is 0", "keep at least one");
        }
        if let Objective::Lesson(kind) = &self.objective
            && !Objective::lessons().any(|(known, _)| known == kind.as_str())
        {
            let kinds: Vec<&str> = Objective::lessons().map(|(kind, _)| kind).collect();
            let wanted = format!("expected one of {}", kinds.join(", "));
            return Err(HuntError::unsuited(format!("`{kind}` is not a kind of claim"), wanted));
        }
        if matches!(self.objective, Objective::Law(0 | 4..)) {
            return unsuited("a law has one to three conditions", "expected 1, 2 or 3");
        }
        if matches!(self.objective, Objective::CopNumber(0)) {
            return unsuited("no graph has cop number 0", "expected a number from 1 on");
        }
        let has_start = self.choices.mouse.is_some() || self.choices.cats.is_some();
        if has_start && !matches!(self.space, Space::Near { .. }) {
            return unsuited(
                "a start is given, but the hunt tries every start",
                "leave it out, or hunt near a board, which keeps its start",
            );
        }
        if self.is_of_cops() && matches!(self.space, Space::Grids { .. } | Space::Near { .. }) {
            return unsuited("cop numbers and capture times need graphs", "hunt among graphs");
        }
        if let (Some(least), Some(most)) = (self.at_least, self.at_most)
            && least > most
        {
            let what = format!("the least value {least} is greater than the greatest value {most}");
            return Err(HuntError::unsuited(what, "expected the lesser number as the least value"));
        }
        if self.objective == Objective::Graded {
            self.ensure_levels()?;
        }
        if let Space::Graphs { vertices, .. } = self.space {
            self.ensure_graphs(vertices)?;
        }
        if let Space::Grids { .. } = self.space
            && (self.constraints.planar || self.constraints.most_degree() < u32::MAX)
        {
            return unsuited("on a grid, planarity and degrees are fixed", "leave these constraints out");
        }
        if self.constraints.regular.is_some() && self.constraints.max_degree.is_some() {
            return unsuited("an exact degree and a greatest degree are both given", "give only one of them");
        }
        if matches!(self.space, Space::Graphs { .. } | Space::Stream) {
            self.ensure_rules()?;
        }
        Ok(())
    }

    /// Refuses graded levels without a grid, without a start or without a goal of the Mouse.
    fn ensure_levels(&self) -> Result<(), HuntError> {
        let Space::Grids { .. } = self.space else {
            return Err(HuntError::unsuited("graded levels are grids", "hunt among grids"));
        };
        if self.keep > MOST_LEVELS {
            let what = format!("{} graded levels", self.keep);
            return Err(HuntError::unsuited(what, format!("expected at most {MOST_LEVELS}")));
        }
        let is_cops = self.choices.preset == Some(Preset::CopsAndRobbers);
        if self.choices.rules.placement.unwrap_or(is_cops) {
            return Err(HuntError::unsuited(
                "graded levels have a start, but the players place their pieces",
                "leave out the placement, and the preset of Cops and Robbers",
            ));
        }
        let has_goal = self.choices.rules.holes.as_ref().is_none_or(|holes| !holes.is_empty());
        if !has_goal || is_cops {
            return Err(HuntError::unsuited("the Mouse has no goal in these rules", "leave the food on the board"));
        }
        Ok(())
    }

    fn ensure_graphs(&self, vertices: u32) -> Result<(), HuntError> {
        if self.has_cast() && self.is_exhaustive() {
            return Err(HuntError::unsuited(
                "all graphs are to be tried, but with cats that differ or follow scripts the numbers of the vertices count",
                "leave out `all`, and set a number of tries",
            ));
        }
        let most = graph::MOST_VERTICES;
        // Unless the pieces are placed, each hole, the mouse and the first cat have a vertex of their own.
        let least = match self.with_roles() {
            (_, holes, StartScope::All) if !self.is_of_cops() => holes as u32 + 2,
            _ => 1,
        };
        if !(least..=most).contains(&vertices) {
            let what = format!("graphs of {}", counted(vertices, "vertex", "vertices"));
            return Err(HuntError::unsuited(what, format!("expected {least} to {most}")));
        }
        if let Some(degree) = self.constraints.regular {
            let is_possible = degree < vertices && (degree * vertices).is_multiple_of(2);
            if !is_possible {
                return Err(HuntError::unsuited(
                    format!("there is no graph of {vertices} vertices with {degree} neighbours each"),
                    "expected fewer neighbours than vertices, and an even product of the two numbers",
                ));
            }
        }
        let most = if self.constraints.most_degree() <= 3 { ALL_OF_FEW_NEIGHBOURS } else { ALL_AT_MOST };
        if self.is_exhaustive() && vertices > most {
            return Err(HuntError::unsuited(
                format!("there are too many graphs of {vertices} vertices to try all"),
                format!("expected at most {most} vertices; or give a stream of graphs, such as `geng -c` makes"),
            ));
        }
        Ok(())
    }

    /// Refuses rules that give no valid game on the graphs of this space.
    fn ensure_rules(&self) -> Result<(), HuntError> {
        if self.choices.rules.directed.is_some() {
            return Err(HuntError::unsuited("the hunt searches undirected graphs", "leave out `directed`"));
        }
        if self.is_of_cops() {
            self.cops_question()?;
            return Ok(());
        }
        let Space::Graphs { vertices, .. } = self.space else { return Ok(()) };
        let mut setup = Setup::new(BitGraph::empty(vertices).board());
        self.with_roles().0.apply(&mut setup);
        let plan = setup.plan().map_err(Error::from)?;
        ensure_fits(&plan, Work::SOLVE, None)?;
        Ok(())
    }

    /// Lists the chosen parts of this hunt that have no effect: rules, `no-early-catch` and the
    /// least value. `seed` and `tries` always have a value, so the list contains them whenever they
    /// have no effect.
    ///
    /// ```
    /// use catmouse_hunt::{Hunt, Objective, Space};
    ///
    /// let mut hunt = Hunt::new(Objective::Draws, Space::graphs(5));
    /// hunt.constraints.no_early_catch = true;
    /// let idle: Vec<_> = hunt.idle().iter().map(|idle| idle.key).collect();
    /// assert_eq!(idle, ["no-early-catch", "seed", "tries"]);
    /// ```
    pub fn idle(&self) -> Vec<IdleRule> {
        let is_about_cat = matches!(
            self.objective,
            Objective::Longest(Side::Cat)
                | Objective::Outcome(Outcome::Cat)
                | Objective::Narrowest(Outcome::Cat)
                | Objective::Lesson(_)
                | Objective::Law(_)
        );
        let (is_seed_idle, are_tries_idle, order) = match self.space {
            Space::Graphs { .. } => (self.is_exhaustive(), self.is_exhaustive(), "all graphs are tried"),
            Space::Grids { .. } => (false, false, ""),
            Space::Near { .. } => (true, false, "boards are tried in order"),
            Space::Stream => (true, true, "all graphs of the stream are tried"),
        };
        // The choice of one hole has no effect, because every vertex is tried as the hole. The
        // choice of several holes sets their number, which has an effect. With Cops and Robbers one
        // hole has an effect too, because the preset has none.
        let is_hole_tried = matches!(self.space, Space::Graphs { .. } | Space::Stream)
            && !self.is_of_cops()
            && self.choices.preset != Some(Preset::CopsAndRobbers);
        let is_one_hole = self.choices.rules.holes.as_ref().is_some_and(|holes| holes.len() == 1);
        let parts = [
            ("hole", is_hole_tried && is_one_hole, "every vertex is tried as the hole"),
            (
                "no-early-catch",
                self.constraints.no_early_catch && !is_about_cat,
                "the hunt is not for a win of the Cat",
            ),
            ("at-least", self.at_least.is_some() && self.objective.is_yes_or_no(), "there is nothing to compare"),
            ("at-most", self.at_most.is_some() && self.objective.is_yes_or_no(), "there is nothing to compare"),
            ("seed", is_seed_idle, order),
            ("tries", are_tries_idle, order),
        ];
        let parts = parts.into_iter().filter(|&(_, is_idle, _)| is_idle);
        let rules: Vec<IdleRule> = if self.is_of_cops() {
            self.cops_question().ok().and_then(|question| question.idle()).into_iter().collect()
        } else {
            self.any_game().map_or_else(Vec::new, |game| self.choices.rules.idle_in(&game))
        };
        rules.into_iter().chain(parts.map(|(key, _, reason)| IdleRule { key, reason })).collect()
    }

    /// Makes a game of the same kind and with the same rules as the boards that are tried; `None`
    /// if the rules do not give a valid game.
    fn any_game(&self) -> Option<Game> {
        let setup = match &self.space {
            Space::Graphs { .. } | Space::Stream => {
                let (choices, holes, _) = self.with_roles();
                let pieces = 1 + choices.cats.as_ref().map_or(1, Vec::len);
                let mut setup = Setup::new(BitGraph::empty((holes + pieces) as u32).board());
                choices.apply(&mut setup);
                setup
            }
            Space::Grids { .. } => grids::any_setup(self),
            Space::Near { setup, .. } => {
                let mut setup = (**setup).clone();
                self.choices.apply(&mut setup);
                setup
            }
        };
        Some(setup.plan().ok()?.game())
    }

    /// The question about Cops and Robbers to ask of every graph.
    fn cops_question(&self) -> Result<CopsQuestion, HuntError> {
        let mut rules = self.choices.rules.clone();
        let cats = rules.cats.take();
        if self.choices.preset.is_some_and(|preset| preset != Preset::CopsAndRobbers) {
            return Err(HuntError::unsuited(
                "cop numbers and capture times belong to Cops and Robbers",
                "leave the preset out",
            ));
        }
        let is_other = |key: &str| CopsChoices::settings().all(|setting| setting.key != key);
        if let Some(other) = SETTINGS.iter().find(|it| it.get(&rules).is_some() && is_other(it.key)) {
            return Err(HuntError::unsuited(
                format!(
                    "cop numbers and capture times need bare graphs, where the setting {} has no effect",
                    other.key.replace('-', " ")
                ),
                "leave it out",
            ));
        }
        let mut question = CopsQuestion::default();
        question.choices = CopsChoices::new(&rules, self.choices.first).map_err(Error::from)?;
        question.memory = memory_budget(None);
        question.threads = NonZeroUsize::MIN;
        match self.objective {
            Objective::CopNumber(wanted) if cats.is_none() => question.most = Some(wanted),
            Objective::CopNumber(_) => {
                return Err(HuntError::unsuited(
                    "a number of cats is given, but the hunt is for the cop number",
                    "leave them out",
                ));
            }
            _ => {
                let cats = cats.unwrap_or(1);
                let cats = u32::try_from(cats).ok().filter(|cats| (1..=64).contains(cats));
                question.cats = Some(cats.ok_or_else(|| {
                    HuntError::unsuited("the number of cats is out of range", "expected 1 to 64 cats")
                })?);
            }
        }
        Ok(question)
    }

    /// Rates every graph with every choice of the holes.
    fn go_through<'a>(
        &'a self,
        graphs: &[BitGraph],
        stop: &StopSignal<'_>,
        search: &mut Search<'a>,
    ) -> Result<(), Error> {
        const GRAPHS_PER_JOB: usize = 32;
        let portions: Vec<&[BitGraph]> = graphs.chunks(GRAPHS_PER_JOB).collect();
        let work = |workspace: &mut Workspace<'_>, job: u64| {
            let mut found = BestBoards::new(self);
            let mut result = Ok(());
            for graph in portions.get(job as usize).copied().unwrap_or_default() {
                if stop.is_set() {
                    break;
                }
                result = workspace.try_with_all_holes(graph, &mut found);
                if result.is_err() || self.ends_when_found() && found.is_full() {
                    break;
                }
            }
            (found, result)
        };
        search.take_from(portions.len() as u64, || Workspace::new(self), work, stop)
    }
}

impl Hunt {
    /// The choices for graphs whose first vertices are the holes, followed by the mouse's and the
    /// cats' vertices; the number of holes; and the starts to try.
    fn with_roles(&self) -> (Choices, usize, StartScope) {
        let mut choices = self.choices.clone();
        let is_cops = choices.preset == Some(Preset::CopsAndRobbers);
        let holes = choices.rules.holes.as_ref().map_or(usize::from(!is_cops), Vec::len);
        if choices.rules.holes.is_some() {
            choices.rules.holes = Some((0..vertex_number(holes)).map(Into::into).collect());
        }
        if choices.rules.placement.unwrap_or(is_cops) {
            return (choices, holes, StartScope::Own);
        }
        // More cats than the rules allow are refused when the game is planned.
        let cats = usize::try_from(choices.rules.cats.unwrap_or(1)).unwrap_or_default().min(MAX_CATS as usize + 1);
        choices.mouse = Some(vertex_number(holes).into());
        choices.cats = Some(vec![(vertex_number(holes) + 1).into(); cats]);
        (choices, holes, StartScope::All)
    }
}

/// The index of a vertex in the number type of setups.
pub(crate) fn vertex_number(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}
