//! Hunts: searches for boards that have a property, such as the longest forced win.
//!
//! A [`Hunt`] says what is looked for ([`Objective`]), where ([`Space`]), and what a board must be like ([`Constraints`]). All graphs of a
//! few vertices are gone through; among larger set_bits it is searched by changing boards step by step, from many beginnings. What is found
//! is solved once more by itself, held against the rules by the checker, and given as a setup that says what it comes to.
//!
//! ```
//! use catmouse::hunt::{Hunt, Objective, Space, HuntControl};
//! use catmouse::model::Side;
//!
//! // The longest win of the Cat that five vertices allow: all graphs, all starts, any vertex as the hole.
//! let hunt = Hunt::new(Objective::Longest(Side::Cat), Space::graphs(5));
//! let answer = hunt.run(&HuntControl::default())?;
//! assert!(answer.complete);
//! assert_eq!(answer.found[0].distance.distance_plies, Some(5));
//! # Ok::<(), catmouse::hunt::HuntError>(())
//! ```
//!
//! The same hunt finds the same boards, whatever the number of threads, so long as no clock ends it ([`HuntControl::time`]).

mod anneal;
mod best_boards;
mod canonical;
mod counterexample;
mod generate;
mod graph;
mod grids;
mod neighbourhood;
mod reduce;
mod worth;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use std::io::Read;

use catmouse_arena::Solution;
use catmouse_formats::Record;
use catmouse_model::{Batch, CopsRules, Game, MAX_CATS, Outcome, Preset, Setup, Side};
use catmouse_solver::Control;
use serde::Serialize;
use thiserror::Error as ThisError;

pub use best_boards::{FoundBoardAnswer, HuntAnswer};
pub use counterexample::{
    CounterexampleAnswer, CounterexampleHunt, CounterexampleHuntAnswer, Puzzle, PuzzleBoard, Slip, Suspect,
    SuspectAnswer, SuspectFailure,
};
pub use grids::WallSymmetry;
pub use reduce::smallest;

use crate::answer::SCHEMA;
use crate::cops::{CopsQuestion, CopsWorkspace, CopsWorkspaces};
use crate::cores::workers;
use crate::error::Error;
use crate::graphs::Graphs;
use crate::jobs::StopSignal;
use crate::memory::Work;
use crate::question::{Choices, defects_without_text};
use crate::stream::Delivery;
use crate::{jobs, memory, story};
use best_boards::{BestBoards, FoundBoard};
use graph::BitGraph;
use worth::{Rated, StartScope};

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind", content = "of")]
pub enum Objective {
    /// The longest forced win of a side.
    Longest(Side),
    /// A line on which few moves keep this outcome: the longer somebody who moves at random takes to play it through once, the better.
    Narrowest(Outcome),
    /// As many drawn starts as can be.
    Draws,
    /// This outcome.
    Outcome(Outcome),
    /// A claim of this kind in the story of one of the hardest starts.
    Lesson(String),
    /// The greatest capture time in Cops and Robbers, of as many cats as the rules say.
    CaptureTime,
    /// This cop number.
    CopNumber(u32),
}

/// Where it is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Space {
    /// Graphs of so many vertices, at most 64.
    Graphs {
        /// How many vertices.
        vertices: u32,
        /// Whether all of them are gone through; where nothing is said, they are if they are few.
        all: Option<bool>,
    },
    /// Grids of this size.
    Grids {
        /// Rows.
        rows: u32,
        /// Columns.
        columns: u32,
        /// How many of the cells are walls.
        walls: u32,
        /// How the walls lie.
        symmetry: WallSymmetry,
    },
    /// Boards that differ from a given one in few edges, walls or starts.
    Near {
        /// The board that is changed.
        #[serde(skip)]
        setup: Box<Setup>,
        /// How many changes are made at most.
        changes: u32,
    },
    /// The graphs of a stream; only for [`Hunt::run_on`].
    Stream,
}

impl Space {
    /// What differs from a board in at most so many edges, walls or starts; the rules chosen are looked at with it.
    ///
    /// # Errors
    ///
    /// As [`Choices::prepare`].
    pub fn near(record: &Record, choices: &Choices, changes: u32) -> Result<Self, Error> {
        choices.prepare(record, Work::Solve, None)?;
        let document = record.read().map_err(|error| Error::unreadable(record, error))?;
        Ok(Self::Near { setup: Box::new(document.setup), changes })
    }

    /// Graphs of so many vertices: all of them if they are few.
    pub fn graphs(vertices: u32) -> Self {
        Self::Graphs { vertices, all: None }
    }
}

/// What a board must be like. The default asks for connected boards.
#[expect(clippy::struct_excessive_bools, reason = "each is a property that a board has or has not")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Constraints {
    /// There is a way from every vertex to every other.
    pub connected: bool,
    /// It can be drawn without crossings.
    pub planar: bool,
    /// No vertex has more neighbours.
    pub max_degree: Option<u32>,
    /// Every vertex has so many neighbours.
    pub regular: Option<u32>,
    /// The Cat does not win by its first move or within it.
    pub lasting: bool,
    /// No vertex is without neighbours, and each side has a move at the start: then neither is ever stuck, as LeetCode promises.
    pub moving: bool,
}

impl Default for Constraints {
    fn default() -> Self {
        Self { connected: true, planar: false, max_degree: None, regular: None, lasting: false, moving: false }
    }
}

/// A search for boards.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hunt {
    /// What is looked for.
    pub objective: Objective,
    /// Where.
    pub space: Space,
    /// What a board must be like.
    pub constraints: Constraints,
    /// The rules; over those of a given board, or of the preset that boards of the space have.
    pub choices: Choices,
    /// Only boards worth at least so many plies, rounds, starts or games count, and the hunt ends with the first of them.
    pub at_least: Option<u64>,
    /// How many boards are kept, the best set_bits.
    pub keep: usize,
    /// Which boards are tried where not all are: another number, other boards.
    pub seed: u64,
    /// How many boards are tried at most, where not all are; a bound that is no bound on all.
    pub tries: u64,
}

/// How a hunt is watched and ended. The default watches nothing and lets it end by itself, on all cores.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct HuntControl<'a> {
    /// Ends it soon after the flag is set, with what was found.
    pub cancelled: Option<&'a AtomicBool>,
    /// Ends it after this time, with what was found. How much is tried until then depends on the machine, and so may what is found.
    pub time: Option<Duration>,
    /// Called whenever something better is found, and from time to time.
    pub report: Option<&'a (dyn Fn(&HuntProgress) + 'a)>,
    /// Threads to work on.
    pub threads: NonZeroUsize,
}

impl Default for HuntControl<'_> {
    fn default() -> Self {
        Self { cancelled: None, time: None, report: None, threads: workers() }
    }
}

/// How far a hunt has come.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HuntProgress {
    /// Boards that were tried.
    pub boards: u64,
    /// What the best board so far is, in a few words; none where nothing has been found.
    pub best: Option<String>,
    /// Whether that board is new.
    pub is_better: bool,
}

/// Why a hunt cannot begin.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum HuntError {
    /// What is asked for does not go together, or is too much.
    #[error("{what}: {wanted}")]
    Unsuited {
        /// What is wrong.
        what: String,
        /// What is wanted instead.
        wanted: String,
    },
    /// The rules or a board are wrong.
    #[error(transparent)]
    Question(#[from] Error),
}

impl HuntError {
    pub(crate) fn unsuited(what: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self::Unsuited { what: what.into(), wanted: wanted.into() }
    }
}

/// The most vertices of graphs that are all gone through.
const ALL_AT_MOST: u32 = 10;
/// The same where nothing says whether all are to be gone through.
const ALL_BY_DEFAULT: u32 = 7;
/// With few neighbours a vertex there are few graphs even of more vertices.
const ALL_OF_FEW_NEIGHBOURS: u32 = 12;
/// Vertices of a grid, or of a given board, that a hunt takes at most; each board is solved in a moment then.
const CELLS_AT_MOST: u32 = 400;

impl Hunt {
    /// A hunt under the rules that boards of the space have, which keeps the one best board and tries a hundred thousand.
    pub fn new(objective: Objective, space: Space) -> Self {
        Self {
            objective,
            space,
            constraints: Constraints::default(),
            choices: Choices::default(),
            at_least: None,
            keep: 1,
            seed: 1,
            tries: 100_000,
        }
    }

    /// Whether it is about bare graphs and cats that choose where they start.
    fn is_of_cops(&self) -> bool {
        matches!(self.objective, Objective::CaptureTime | Objective::CopNumber(_))
    }

    /// Whether it ends as soon as there are enough boards: where no board is better than another, or it is said what is good enough.
    fn ends_when_found(&self) -> bool {
        self.at_least.is_some()
            || matches!(self.objective, Objective::Outcome(_) | Objective::Lesson(_) | Objective::CopNumber(_))
    }

    /// Whether a board of this worth counts.
    fn counts(&self, value: u64) -> bool {
        match (&self.objective, self.at_least) {
            (Objective::Lesson(_) | Objective::CopNumber(_), _) | (_, None) => value > 0,
            (Objective::Narrowest(_), Some(least)) => f64::from_bits(value) >= least as f64,
            (_, Some(least)) => value >= least.max(1),
        }
    }

    /// Searches.
    ///
    /// # Errors
    ///
    /// [`HuntError`] where the hunt cannot begin.
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
            Space::Grids { rows, columns, walls, symmetry } => {
                grids::search(self, (*rows, *columns), *walls, *symmetry, &stop, &mut search)?;
            }
            Space::Near { setup, changes } => neighbourhood::search(self, setup, *changes, &stop, &mut search)?,
            Space::Stream => {
                return Err(HuntError::unsuited("there is no stream of graphs", "use `Hunt::run_on` with one"));
            }
        }
        search.answer(&stop)
    }

    /// Searches among the graphs of a stream, each with every vertex as the hole and every start. What is no simple undirected graph of at
    /// most 64 vertices is left out, and counted in the answer.
    ///
    /// # Errors
    ///
    /// [`HuntError`] where the hunt cannot begin, or the stream cannot be read.
    pub fn run_on<R: Read + Send>(
        &self,
        graphs: Graphs<R>,
        control: &HuntControl<'_>,
    ) -> Result<HuntAnswer, HuntError> {
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
                            .and_then(|document| document.setup.plan_board().map_err(|it| defects_without_text(&it)))
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

    /// Whether all graphs of the space are gone through.
    fn is_exhaustive(&self) -> bool {
        let Space::Graphs { vertices, all } = self.space else { return false };
        let is_few =
            vertices <= ALL_BY_DEFAULT || self.constraints.most_degree() <= 3 && vertices <= ALL_OF_FEW_NEIGHBOURS;
        all.unwrap_or(is_few)
    }

    /// Refuses what does not go together.
    fn ensure_consistent(&self) -> Result<(), HuntError> {
        let unsuited = |what: &str, wanted: &str| Err(HuntError::unsuited(what, wanted));
        if self.keep == 0 {
            return unsuited("no board is to be kept", "keep at least one");
        }
        if let Objective::Lesson(kind) = &self.objective
            && !story::KINDS.contains(&kind.as_str())
        {
            let wanted = format!("expected one of {}", story::KINDS.join(", "));
            return Err(HuntError::unsuited(format!("`{kind}` is no kind of claim"), wanted));
        }
        if matches!(self.objective, Objective::CopNumber(0)) {
            return unsuited("no graph has cop number 0", "expected a number from 1 on");
        }
        let has_start = self.choices.mouse.is_some() || self.choices.cats.is_some();
        if has_start && !matches!(self.space, Space::Near { .. }) {
            return unsuited(
                "every start is tried, and one is given",
                "leave it out, or look in the neighbourhood of a board, which keeps its start",
            );
        }
        if self.is_of_cops() && matches!(self.space, Space::Grids { .. } | Space::Near { .. }) {
            return unsuited("cop numbers and capture times are of bare graphs", "look among graphs");
        }
        if let Space::Graphs { vertices, .. } = self.space {
            self.ensure_graphs(vertices)?;
        }
        if let Space::Grids { .. } = self.space
            && (self.constraints.planar || self.constraints.most_degree() < u32::MAX)
        {
            return unsuited(
                "a grid is planar, and its cells have neighbours as they lie",
                "ask for neither of a grid",
            );
        }
        if let (Some(degree), Some(most)) = (self.constraints.regular, self.constraints.max_degree)
            && degree != most
        {
            return unsuited("every vertex has so many neighbours or at most so many", "just one of the two");
        }
        if matches!(self.space, Space::Graphs { .. } | Space::Stream) {
            self.ensure_rules()?;
        }
        Ok(())
    }

    fn ensure_graphs(&self, vertices: u32) -> Result<(), HuntError> {
        let most = graph::MOST_VERTICES;
        if !(1..=most).contains(&vertices) {
            return Err(HuntError::unsuited(format!("graphs of {vertices} vertices"), format!("expected 1 to {most}")));
        }
        if let Some(degree) = self.constraints.regular {
            let is_possible = degree < vertices && (degree * vertices).is_multiple_of(2);
            if !is_possible {
                return Err(HuntError::unsuited(
                    format!("there is no graph of {vertices} vertices with {degree} neighbours each"),
                    "expected fewer neighbours than vertices, and an even number of both together",
                ));
            }
        }
        let most = if self.constraints.most_degree() <= 3 { ALL_OF_FEW_NEIGHBOURS } else { ALL_AT_MOST };
        if self.is_exhaustive() && vertices > most {
            return Err(HuntError::unsuited(
                format!("there are too many graphs of {vertices} vertices to go through all of them"),
                format!("expected at most {most} vertices; or give a stream of graphs, such as `geng -c` makes"),
            ));
        }
        Ok(())
    }

    /// Refuses rules that make no game on graphs of this space.
    fn ensure_rules(&self) -> Result<(), HuntError> {
        if self.choices.rules.directed.is_some() {
            return Err(HuntError::unsuited("graphs are searched whose edges lead both ways", "leave directions out"));
        }
        if self.is_of_cops() {
            self.cops_question()?;
            return Ok(());
        }
        let Space::Graphs { vertices, .. } = self.space else { return Ok(()) };
        let mut setup = Setup::new(BitGraph::empty(vertices).board());
        self.with_roles().0.apply(&mut setup);
        let plan = setup.plan().map_err(|defects| defects_without_text(&defects))?;
        memory::ensure_fits(&plan, Work::Solve, None)?;
        Ok(())
    }

    /// The question of the cops that every graph is asked.
    fn cops_question(&self) -> Result<CopsQuestion, HuntError> {
        let mut rules = self.choices.rules.clone();
        let cats = rules.cats.take();
        if self.choices.preset.is_some_and(|preset| preset != Preset::CopsAndRobbers) {
            return Err(HuntError::unsuited(
                "cop numbers and capture times are of Cops and Robbers",
                "leave the preset out",
            ));
        }
        let mut question = CopsQuestion {
            rules: CopsRules::new(&rules, self.choices.first).map_err(|defects| defects_without_text(&defects))?,
            memory: memory::memory_budget(None),
            threads: NonZeroUsize::MIN,
            ..CopsQuestion::default()
        };
        match self.objective {
            Objective::CopNumber(wanted) if cats.is_none() => question.most = Some(wanted),
            Objective::CopNumber(_) => {
                return Err(HuntError::unsuited("the cop number is looked for, and cats are given", "leave them out"));
            }
            _ => {
                let cats = cats.unwrap_or(1);
                let cats = u32::try_from(cats).ok().filter(|cats| (1..=64).contains(cats));
                question.cats = Some(
                    cats.ok_or_else(|| HuntError::unsuited("so many cats are too many", "expected 1 to 64 of them"))?,
                );
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
        /// Graphs of a job.
        const GRAPHS_PER_JOB: usize = 32;
        let portions: Vec<&[BitGraph]> = graphs.chunks(GRAPHS_PER_JOB).collect();
        let workspaces = CopsWorkspaces::default();
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
        search.take_from(portions.len() as u64, || Workspace::new(self, &workspaces), work, stop)
    }
}

/// What a thread rates boards in: the game on graph after graph, and memory that is used again.
pub(crate) struct Workspace<'a> {
    hunt: &'a Hunt,
    choices: Choices,
    batch: Batch,
    solution: Solution,
    question: Option<CopsQuestion>,
    cops: CopsWorkspace<'a>,
    /// How many vertices are holes.
    holes: usize,
    starts: StartScope,
}

impl<'a> Workspace<'a> {
    pub(crate) fn new(hunt: &'a Hunt, workspaces: &'a CopsWorkspaces) -> Self {
        let (choices, holes, starts) = hunt.with_roles();
        let question = if hunt.is_of_cops() { hunt.cops_question().ok() } else { None };
        Self {
            hunt,
            batch: choices.batch(),
            choices,
            solution: Solution::default(),
            question,
            cops: workspaces.workspace(),
            holes,
            starts,
        }
    }

    /// What a graph is worth whose first vertices are the holes.
    pub(crate) fn rate(&mut self, graph: &BitGraph) -> Result<(Rated, Option<catmouse_model::Position>), Error> {
        if let Some(question) = &self.question {
            return Ok((worth::rate_graph(&self.hunt.objective, graph, question, &mut self.cops)?, None));
        }
        let Self { hunt, choices, batch, solution, starts, .. } = self;
        if let Some(game) = batch.game(graph.vertices(), graph.arcs()) {
            return rate_game(hunt, game, solution, *starts);
        }
        // Several cats, say, which are not laid out in place.
        let mut setup = Setup::new(graph.board());
        choices.apply(&mut setup);
        match setup.plan() {
            Ok(plan) => rate_game(hunt, &plan.game(), solution, *starts),
            // Fewer vertices than the rules need: a graph of a stream.
            Err(_) => Ok((Rated::default(), None)),
        }
    }

    /// Rates a graph with each choice of the holes that differs.
    fn try_with_all_holes(&mut self, graph: &BitGraph, found: &mut BestBoards<'_>) -> Result<(), Error> {
        let vertices = graph.vertices();
        if self.question.is_some() || self.holes == 0 || self.holes as u32 > vertices {
            return self.try_graph(graph, found).map(|_| ());
        }
        let mut chosen: Vec<u32> = (0..self.holes as u32).collect();
        let mut known = std::collections::BTreeSet::new();
        loop {
            let rest = (0..vertices).filter(|vertex| !chosen.contains(vertex));
            let order: Vec<u32> = chosen.iter().copied().chain(rest).collect();
            let with_holes = graph.reordered(&order);
            let colours: Vec<u8> = (0..vertices).map(|vertex| u8::from(vertex >= self.holes as u32)).collect();
            // Holes that a symmetry takes to each other are the same choice.
            if known.insert(canonical::canonical(&with_holes, &colours).rows) {
                self.try_graph(&with_holes, found)?;
            }
            if !next_choice(&mut chosen, vertices) {
                return Ok(());
            }
        }
    }

    /// Rates a graph whose first vertices are the holes, and keeps it if it is among the best.
    pub(crate) fn try_graph(&mut self, graph: &BitGraph, found: &mut BestBoards<'_>) -> Result<Rated, Error> {
        let (rated, start) = self.rate(graph)?;
        found.boards += 1;
        let holes = if self.question.is_some() { 0 } else { self.holes };
        if found.wants(rated.worth.value, graph.size()) {
            found.offer(FoundBoard::of_graph(rated.worth.value, graph, holes, start));
        }
        Ok(rated)
    }
}

/// Solves a game in the memory of the last one, and rates it.
pub(crate) fn rate_game(
    hunt: &Hunt,
    game: &Game,
    workspace: &mut Solution,
    starts: StartScope,
) -> Result<(Rated, Option<catmouse_model::Position>), Error> {
    *workspace = catmouse_solver::solve_in(game.arena(), std::mem::take(workspace), &Control::default())?;
    let rated = worth::rate(&hunt.objective, &hunt.constraints, game, workspace, starts);
    Ok((rated, rated.start.map(|start| game.position(start))))
}

/// The next choice of so many of the vertices in the order of their numbers; false after the last.
fn next_choice(chosen: &mut [u32], vertices: u32) -> bool {
    let count = chosen.len();
    for at in (0..count).rev() {
        if chosen[at] + ((count - at) as u32) < vertices {
            chosen[at] += 1;
            for later in at + 1..count {
                chosen[later] = chosen[later - 1] + 1;
            }
            return true;
        }
    }
    false
}

impl Hunt {
    /// The choices for graphs whose first vertices are the holes, followed by the mouse and the cats; how many vertices are holes; and which
    /// starts are looked at.
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
        // More than the rules allow are refused when the game is planned.
        let cats = usize::try_from(choices.rules.cats.unwrap_or(1)).unwrap_or_default().min(MAX_CATS as usize + 1);
        choices.mouse = Some(vertex_number(holes).into());
        choices.cats = Some(vec![(vertex_number(holes) + 1).into(); cats]);
        (choices, holes, StartScope::All)
    }
}

/// A vertex as setups number it.
pub(crate) fn vertex_number(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

/// A hunt under way: the best boards so far.
pub(crate) struct Search<'a> {
    hunt: &'a Hunt,
    control: &'a HuntControl<'a>,
    finds: BestBoards<'a>,
    boards: u64,
    left_out: u64,
    /// Whether every board of the space has been tried.
    is_complete: bool,
}

impl<'a> Search<'a> {
    fn new(hunt: &'a Hunt, control: &'a HuntControl<'a>) -> Self {
        Self { hunt, control, finds: BestBoards::new(hunt), boards: 0, left_out: 0, is_complete: true }
    }

    /// Does jobs that find boards, and keeps the best in the order of the jobs.
    pub(crate) fn take_from<W>(
        &mut self,
        jobs: u64,
        workspace: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, u64) -> (BestBoards<'a>, Result<(), Error>) + Sync,
        stop: &StopSignal<'_>,
    ) -> Result<(), Error> {
        let mut outcome = Ok(());
        jobs::in_order(self.control.threads, jobs, workspace, work, stop, |_, (finds, result)| {
            self.merge(finds);
            if let Err(error) = result {
                outcome = Err(error);
                return ControlFlow::Break(());
            }
            let is_enough = self.hunt.ends_when_found() && self.finds.is_full();
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.is_complete &= !stop.is_set();
        outcome
    }

    fn merge(&mut self, finds: BestBoards<'_>) {
        self.boards += finds.boards;
        let before = self.finds.best().map(|find| find.value);
        for find in finds.into_list() {
            if self.finds.wants(find.value, find.size) {
                self.finds.offer(find);
            }
        }
        if let Some(report) = self.control.report {
            let best = self.finds.best();
            let is_better = best.map(|find| find.value) != before;
            report(&HuntProgress { boards: self.boards, best: best.map(|find| find.words(self.hunt)), is_better });
        }
    }

    /// What was found, each board solved by itself.
    fn answer(self, stop: &StopSignal<'_>) -> Result<HuntAnswer, HuntError> {
        let Self { hunt, finds, boards, left_out, is_complete, .. } = self;
        let mut found = Vec::new();
        for (rank, find) in finds.into_list().into_iter().enumerate() {
            found.push(find.answer(rank + 1, hunt)?);
        }
        let is_all = match hunt.space {
            Space::Graphs { .. } => hunt.is_exhaustive(),
            Space::Grids { .. } => false,
            Space::Near { .. } | Space::Stream => true,
        };
        Ok(HuntAnswer {
            schema: SCHEMA,
            objective: hunt.objective.clone(),
            space: hunt.space.clone(),
            constraints: hunt.constraints,
            at_least: hunt.at_least,
            seed: hunt.seed,
            boards,
            left_out,
            complete: is_all && is_complete && !stop.is_set(),
            found,
        })
    }
}
