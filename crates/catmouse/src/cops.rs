//! The answer to `cops`: the cop number of a graph, the capture time, and the starts of the cats.
//!
//! In the literature the cats are cops and the mouse is the robber.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

use catmouse_formats::{Record, SmallGraph};
use catmouse_model::{
    Board, BoardChoice, CopsAndRobbers, CopsChoices, CopsRules, IdleRule, SETTINGS, Side, Vertex, VertexJson,
    are_connected,
};
use catmouse_solver::{BestPlacement, Control, Progress, SmallTeams, SolveError};
use serde::Serialize;

mod component;
mod corner_rank;
mod dismantling;
mod girth;
mod neighbours;
mod symmetry;
mod theorem;

use component::{Component, SmallRows, on_every_vertex};
use corner_rank::CornerRanking;
use dismantling::{Corner, RemainingBits, RemainingLists, dismantling, is_dismantling};
pub use girth::LowerBound;
use neighbours::Neighbours;
use symmetry::{SEARCH_STEPS, symmetries, up_to_symmetry};
pub use theorem::Theorem;

use crate::answer::SCHEMA;
use crate::cores::workers;
use crate::error::Error;
use crate::fields::{joined, number_field, owned, text_field};
use crate::question::{defects_in_text, directed_as_chosen};
use crate::solve::BoardLabel;

/// A question about Cops and Robbers on a graph. The default asks for the cop number, without a
/// limit on memory.
///
/// ```
/// use catmouse::{CopsQuestion, Graphs, formats::ReadOptions};
///
/// // A cycle of five vertices and a star, in graph6: the least number of cats that win on each, at most three.
/// let mut question = CopsQuestion::default();
/// question.most = Some(3);
/// let mut numbers = Vec::new();
/// let graphs = Graphs::of_text("DUW
/// DQc
/// ", ReadOptions::default())?;
/// graphs.cops_each(&question, |answer| {
///     numbers.push(answer.expect("both are graphs").cop_number);
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(numbers, [Some(2), Some(1)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CopsQuestion {
    /// If given, the question is whether exactly this number of cats wins, instead of the least
    /// number that wins.
    pub cats: Option<u32>,
    /// The greatest number of cats to try.
    pub most: Option<u32>,
    /// The rules: how the pieces move, where the cats catch, and who moves first. A rule that is
    /// not chosen here is taken from the file of the graph, if it has the rule.
    pub choices: CopsChoices,
    /// Bytes that may be allocated for all graphs that are worked on at the same time.
    pub memory: u64,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Whether the answer lists all best placements up to symmetry.
    pub placements: bool,
}

impl Default for CopsQuestion {
    fn default() -> Self {
        Self {
            cats: None,
            most: None,
            choices: CopsChoices::default(),
            memory: u64::MAX,
            threads: workers(),
            placements: false,
        }
    }
}

impl CopsQuestion {
    /// Returns a choice that has no effect because of the other parts of the question, if there is
    /// one.
    ///
    /// ```
    /// use catmouse::{CopsQuestion, model::CatsMove};
    ///
    /// let mut question = CopsQuestion::default();
    /// question.choices.cats_move = Some(CatsMove::One);
    /// assert_eq!(question.idle(), None);
    /// question.cats = Some(1);
    /// assert_eq!(question.idle().unwrap().reason, "there is one cat");
    /// ```
    pub fn idle(&self) -> Option<IdleRule> {
        let is_idle = self.cats.or(self.most) == Some(1) && self.choices.cats_move.is_some();
        is_idle.then_some(IdleRule { key: "cats-move", reason: "there is one cat" })
    }
}

/// The cop number of a graph, the capture time, and their proofs.
///
/// ```
/// use catmouse::{CopsGraph, CopsQuestion, CopsWorkspaces, Graphs, formats::ReadOptions};
///
/// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let graph = CopsGraph::read(&record, None)?;
/// let answer = graph.answer(&CopsQuestion::default(), &mut CopsWorkspaces::default().workspace())?;
/// assert_eq!((answer.vertices, answer.cop_number, answer.capture_time), (5, Some(2), Some(1)));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Cops"))]
#[non_exhaustive]
pub struct CopsAnswer<'a> {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The file of the graph and the graph's line in it, as in `graphs/a.g6:3`, if several sources were
    /// read.
    pub source: Option<String>,
    /// The number of the graph in a stream, counted from 1.
    pub graph: u64,
    /// The graph's own line, if it has one: in graph6, digraph6, sparse6 or LeetCode's notation.
    pub input: Option<Cow<'a, str>>,
    /// The title of the graph, if it has one.
    pub name: Option<Cow<'a, str>>,
    /// The number of vertices of the graph.
    pub vertices: u32,
    /// The number of edges of the graph; of arcs if moves lead one way.
    pub edges: u64,
    /// The cop number, the least number of cats that win. Null if it was not asked for, or not
    /// found among the numbers that were tried.
    pub cop_number: Option<u32>,
    /// The capture time: the number of rounds, each a ply of both sides, in which the cats win,
    /// counted from the first move. Null if they do not win, or if `theorem` is not null.
    pub capture_time: Option<u64>,
    /// The starts of the cats, ascending; null if there is no capture time.
    pub placement: Option<Vec<VertexJson>>,
    /// The greatest number of cats that was tried.
    pub cats_tried: u32,
    /// The placements from which the cats win in the fewest plies, one for each class of placements
    /// that are equivalent by a symmetry of the graph. Null if they were not asked for, if the cats
    /// do not win, or if the graph is not connected.
    pub placements: Option<Vec<PlacementAnswer>>,
    /// A dismantling order, which proves that one cat wins: all vertices but one, each of them
    /// dominated by a later vertex or by the last one. Null if one cat does not win, or if moves
    /// lead one way.
    pub dismantling: Option<Vec<CornerAnswer>>,
    /// A lower bound on the cop number from girth and minimum degree. Null if they prove nothing,
    /// if the graph is not connected, or if moves lead one way.
    pub lower_bound: Option<LowerBound>,
    /// The theorem that gives the cop number of the graph or of one of its components, if a trial of
    /// this number of cats does not fit into memory. Fewer cats were tried and do not win. Null if all
    /// trials fit.
    pub theorem: Option<Theorem>,
}

/// The two numbers of a [`CopsAnswer`] by which graphs are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopsNumbers {
    /// The least number of cats that win; `None` if it was not asked for, or not found among the
    /// numbers that were tried.
    pub cop_number: Option<u32>,
    /// The number of rounds in which the cats win; `None` if they do not win.
    pub capture_time: Option<u64>,
}

/// A placement of the cats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CopsPlacement"))]
#[non_exhaustive]
pub struct PlacementAnswer {
    /// The vertices of the cats, ascending.
    pub cats: Vec<VertexJson>,
    /// The number of placements that are equivalent to this one by a symmetry of the graph, itself
    /// included. Null if the search for symmetries was given up, as for a very large graph or one
    /// with very many symmetries. Then all best placements are listed.
    pub alike: Option<u64>,
}

/// A vertex of a dismantling order, and a vertex that dominates it when it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Corner"))]
#[non_exhaustive]
pub struct CornerAnswer {
    /// The vertex that is removed.
    pub vertex: VertexJson,
    /// A vertex that is removed later, or the last one. It is adjacent to the removed vertex and to
    /// all of the remaining neighbours of the removed vertex.
    pub dominated_by: VertexJson,
}

/// The columns of these answers in CSV.
pub const COPS_COLUMNS: [&str; 9] =
    ["graph", "input", "name", "vertices", "edges", "cop_number", "capture_time", "placement", "cats_tried"];

/// A trial that is about to begin: whether a number of cats wins on a connected graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopsTrial {
    /// The number of cats.
    pub cats: u32,
    /// The number of vertices of the graph or component.
    pub vertices: u32,
    /// The bytes that the trial takes at its peak. The more bytes a trial takes, the longer it
    /// lasts.
    pub bytes: u64,
}

/// The state that the threads of a stream share: the number of working threads, the lock for large
/// trials, and the flag that cancels the work. Each thread has its own [`CopsWorkspace`].
#[derive(Debug, Default)]
pub struct CopsWorkspaces {
    /// Called before every trial on a graph that is not small.
    report: Option<fn(CopsTrial)>,
    /// Locked for reading by each working thread. A thread that needs more than its share of the
    /// memory locks it for writing, and so works alone.
    memory: RwLock<()>,
    /// The number of threads that are working on a graph.
    at_work: AtomicUsize,
    /// Whether all work is cancelled.
    cancelled: AtomicBool,
    /// The number of cats of the latest trial that is not small.
    cats: AtomicU32,
    /// The number of positions that this trial has decided.
    decided: AtomicU64,
}

/// The progress of work on a single graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopsProgress {
    /// The number of cats that is tried; 0 before the first trial.
    pub cats: u32,
    /// The number of positions that the trial of this number of cats has decided.
    pub decided: u64,
}

impl CopsWorkspaces {
    /// A workspace for one thread.
    pub fn workspace(&self) -> CopsWorkspace<'_> {
        CopsWorkspace { small: SmallTeams::default(), workspaces: self }
    }

    /// Calls `report` before each trial, on the thread that makes it. Trials on small graphs are
    /// not reported.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use catmouse::{CopsGraph, CopsQuestion, CopsTrial, CopsWorkspaces, Error, Graphs, formats::Format};
    ///
    /// static MOST: AtomicU32 = AtomicU32::new(0);
    /// // A cycle of 100 vertices: one cat does not win, but two do.
    /// let cycle: String = (0..100).map(|vertex| format!("{vertex} {}\n", (vertex + 1) % 100)).collect();
    /// let record = Graphs::of_text(cycle, Format::Edges).map_err(Error::Source)?.only()?;
    /// let report = |trial: CopsTrial| drop(MOST.fetch_max(trial.cats, Ordering::Relaxed));
    /// let workspaces = CopsWorkspaces::default().reporting_to(report);
    /// let graph = CopsGraph::read(&record, None)?;
    /// assert_eq!(graph.answer(&CopsQuestion::default(), &mut workspaces.workspace())?.cop_number, Some(2));
    /// assert_eq!((MOST.load(Ordering::Relaxed), workspaces.progress().cats), (2, 2));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn reporting_to(self, report: fn(CopsTrial)) -> Self {
        Self { report: Some(report), ..self }
    }

    /// Cancels all work in these workspaces, from any thread. Each graph is soon abandoned with
    /// [`Error::Cancelled`], unless its answer is ready before.
    ///
    /// ```
    /// use catmouse::{CopsGraph, CopsQuestion, CopsWorkspaces, Error, Graphs, formats::ReadOptions};
    ///
    /// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(Error::Source)?.only()?;
    /// let workspaces = CopsWorkspaces::default();
    /// workspaces.cancel();
    /// let graph = CopsGraph::read(&record, None)?;
    /// let answer = graph.answer(&CopsQuestion::default(), &mut workspaces.workspace()).map(drop);
    /// assert!(matches!(answer, Err(Error::Cancelled)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The progress of the work, from any thread. If several graphs are being worked on, this is
    /// the progress on one of them, no matter which. Trials on small graphs are not counted.
    pub fn progress(&self) -> CopsProgress {
        CopsProgress { cats: self.cats.load(Ordering::Relaxed), decided: self.decided.load(Ordering::Relaxed) }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The buffers in which a thread answers questions; they are reused for each graph.
#[derive(Debug)]
pub struct CopsWorkspace<'a> {
    small: SmallTeams,
    workspaces: &'a CopsWorkspaces,
}

impl CopsWorkspace<'_> {
    /// The cop number of a bare graph and the capture time. If the question is about a fixed number
    /// of cats, there is a capture time if and only if they win.
    ///
    /// # Errors
    ///
    /// Those of [`CopsGraph::answer`].
    pub fn numbers(&mut self, graph: &CopsAndRobbers, question: &CopsQuestion) -> Result<CopsNumbers, Error> {
        let CopsResult { cop_number, win, .. } =
            self.at_work(|workspace| solve(graph, 1, false, question, workspace))?;
        Ok(CopsNumbers { cop_number, capture_time: win.map(|win| win.rounds) })
    }
}

/// A graph for a [`CopsQuestion`], with its label and its name.
///
/// ```
/// use catmouse::{CopsGraph, CopsQuestion, CopsWorkspaces, Graphs, formats::ReadOptions};
///
/// // A triangle: one cat is adjacent to every vertex.
/// let triangle = Graphs::of_text("[[1,2],[0,2],[0,1]]", ReadOptions::default());
/// let record = triangle.map_err(catmouse::Error::Source)?.only()?;
/// let graph = CopsGraph::read(&record, None)?;
/// assert_eq!(graph.answer(&CopsQuestion::default(), &mut CopsWorkspaces::default().workspace())?.cop_number, Some(1));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CopsGraph<'a> {
    /// A small bare graph as rows of bits; `None` for other graphs.
    small: Option<SmallGraph>,
    /// The graph with lists of arcs. For a small bare graph, the lists are made only when they are
    /// needed, which is rare.
    game: OnceLock<CopsAndRobbers>,
    vertices: u32,
    /// Whether moves may lead one way.
    is_directed: bool,
    /// The number of arcs if moves may lead one way; otherwise the number of edges, loops included.
    edges: u64,
    /// The board that has the names and cells of vertices; `None` for a bare graph.
    board: Option<Board>,
    label: BoardLabel<'a>,
    name: Option<String>,
    /// The rules that the file of the graph chooses.
    own_choices: CopsChoices,
    /// The rules that the file chooses although they have no effect here.
    idle_rules: Vec<&'static str>,
}

impl<'a> CopsGraph<'a> {
    /// Reads a graph of a stream. `directed` is the choice whether moves may lead one way only;
    /// `None` leaves the choice to the graph.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`].
    pub fn read(record: &'a Record, directed: Option<bool>) -> Result<Self, Error> {
        let label = BoardLabel::of(record);
        if directed.is_none()
            && let Some(small) = record.small_graph()
        {
            return Ok(Self::of_small(small, label));
        }
        Self::read_with_board(record, directed)
    }

    /// Reads a graph with its [`board`](Self::board), even if it is a small bare graph.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`].
    pub fn read_with_board(record: &'a Record, directed: Option<bool>) -> Result<Self, Error> {
        let label = BoardLabel::of(record);
        let mut document = directed_as_chosen(record, directed)?;
        let directed = directed.or(document.setup.rules.directed);
        document.setup.rules.directed = directed;
        let board = document.setup.plan_board().map_err(|defects| defects_in_text(record, &document, &defects))?;
        let mut arcs: Vec<_> = board.arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
        arcs.dedup(); // arcs may differ in cost alone
        let is_directed = directed.unwrap_or(false);
        let edges = arcs.iter().filter(|(from, to)| is_directed || from <= to).count() as u64;
        let vertices = board.vertices();
        let own = &document.setup.rules;
        let own_choices = CopsChoices::new(own, document.setup.first)
            .map_err(|defects| defects_in_text(record, &document, &defects))?;
        let has_effect = |key: &str| key == "directed" || CopsChoices::settings().any(|setting| setting.key == key);
        let chosen = SETTINGS.iter().filter(|setting| setting.get(own).is_some()).map(|setting| setting.key);
        let marks_food =
            matches!(&document.setup.board, BoardChoice::Grid(rows) if rows.iter().any(|row| row.contains('F')));
        let food = (marks_food && own.holes.is_none()).then_some("food");
        let idle_rules = food.into_iter().chain(chosen.filter(|key| !has_effect(key))).collect();
        Ok(Self {
            small: None,
            game: CopsAndRobbers::new(vertices, arcs).into(),
            vertices,
            is_directed,
            edges,
            board: Some(board),
            label,
            name: document.title,
            own_choices,
            idle_rules,
        })
    }

    fn of_small(small: SmallGraph, label: BoardLabel<'a>) -> Self {
        let is_directed = !small.is_undirected();
        // An edge has two arcs. The arc to the greater vertex is counted. Loops are counted too.
        let counted = |(vertex, row): (usize, &u64)| if is_directed { *row } else { row >> vertex }.count_ones();
        let edges = small.rows().iter().enumerate().map(counted).sum::<u32>().into();
        Self {
            vertices: small.vertices(),
            small: Some(small),
            game: OnceLock::new(),
            is_directed,
            edges,
            board: None,
            label,
            name: None,
            own_choices: CopsChoices::default(),
            idle_rules: Vec::new(),
        }
    }

    /// The keys of rules that the file of the graph chooses although they have no effect on Cops
    /// and Robbers on a plain graph. The first key is `food` if a grid marks it.
    pub fn idle_rules(&self) -> &[&'static str] {
        &self.idle_rules
    }

    fn under_own_rules(&self, question: &CopsQuestion) -> CopsQuestion {
        CopsQuestion { choices: question.choices.or(self.own_choices), ..*question }
    }

    fn game(&self) -> &CopsAndRobbers {
        self.game.get_or_init(|| {
            let arcs = self.small.iter().flat_map(SmallGraph::arcs).collect();
            CopsAndRobbers::new(self.vertices, arcs)
        })
    }

    /// The board; `None` for a small bare graph, whose vertices have no names.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// The label of a vertex: its name or its cell, or else its number.
    pub fn label(&self, vertex: VertexJson) -> String {
        match (&self.board, vertex) {
            (Some(board), vertex) => match board.find(&vertex.into()) {
                Ok(vertex) => board.label(vertex).to_string(),
                Err(_) => vertex.to_string(),
            },
            (None, vertex) => vertex.to_string(),
        }
    }

    /// Answers a question about this graph. Time and memory: those of solving each component with
    /// each number of cats that is tried.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCats`], [`Error::Solve`], [`Error::Cancelled`].
    pub fn answer<'b>(
        &'b self,
        question: &CopsQuestion,
        workspace: &mut CopsWorkspace<'_>,
    ) -> Result<CopsAnswer<'b>, Error> {
        let question = &self.under_own_rules(question);
        let theorems_apply = self.theorems_apply(question);
        let bound = if theorems_apply { self.lower_bound() } else { None };
        let CopsResult { cop_number, win, tried, theorem } = self.result(question, bound, workspace)?;
        let one_wins = win.is_some() && question.cats.or(cop_number) == Some(1);
        let (capture_time, placement, all, order) = match win {
            Some(Win { rounds, placement, all, order }) => (Some(rounds), Some(placement), all, order),
            None => (None, None, None, None),
        };
        let order = if theorems_apply && one_wins { self.dismantling(order) } else { None };
        let placements = all.map(|all| self.placements_up_to_symmetry(all, question));
        let vertex = |vertex: u32| VertexJson::on_board(self.board.as_ref(), Vertex::new(vertex));
        Ok(CopsAnswer {
            schema: SCHEMA,
            source: self.label.source(),
            graph: self.label.graph,
            input: self.label.input.map(Cow::Borrowed),
            name: self.name.as_deref().map(Cow::Borrowed),
            vertices: self.vertices,
            edges: self.edges,
            cop_number,
            capture_time,
            placement: placement.map(|cats| cats.into_iter().map(vertex).collect()),
            cats_tried: tried,
            placements: placements.map(|classes| {
                let class = |BestPlacement { nodes, alike }| PlacementAnswer {
                    cats: nodes.into_iter().map(vertex).collect(),
                    alike,
                };
                classes.into_iter().map(class).collect()
            }),
            dismantling: order.map(|order| {
                let corner = |corner: Corner| CornerAnswer {
                    vertex: vertex(corner.vertex),
                    dominated_by: vertex(corner.dominated_by),
                };
                order.into_iter().map(corner).collect()
            }),
            lower_bound: bound,
            theorem,
        })
    }

    /// The result of trying numbers of cats. Numbers below the bound are skipped.
    fn result(
        &self,
        question: &CopsQuestion,
        bound: Option<LowerBound>,
        workspace: &mut CopsWorkspace<'_>,
    ) -> Result<CopsResult, Error> {
        let least = bound.map_or(1, |bound| u32::try_from(bound.cop_number_at_least).unwrap_or(u32::MAX));
        workspace.at_work(|workspace| {
            if let Some(small) = &self.small
                && let Some(found) = solve_small(small, least, question, workspace)?
            {
                return Ok(found);
            }
            let may_use_theorems = !self.is_directed && question.cats.is_none() && !question.placements;
            solve(self.game(), least, may_use_theorems, question, workspace)
        })
    }

    /// Whether the theorems on dismantling, girth and degree apply to this graph under these rules.
    /// The graph must be connected, with moves that lead both ways. Pieces must be allowed to stay
    /// and move along one edge, and the mouse must be caught only on the vertex of a cat.
    fn theorems_apply(&self, question: &CopsQuestion) -> bool {
        let is_connected = || match &self.small {
            Some(small) => are_connected(small.rows()),
            None => self.game().is_connected(),
        };
        are_usual(&question.choices.rules()) && !self.is_directed && is_connected()
    }

    /// A dismantling order, which has been checked; `None` if there is none. Moves must lead both
    /// ways. `found` is the order that the ranking of corners found, if corners were ranked.
    fn dismantling(&self, found: Option<Vec<Corner>>) -> Option<Vec<Corner>> {
        if let Some(small) = &self.small {
            let remaining = RemainingBits::new(small.rows());
            return dismantling(remaining.clone()).filter(|order| is_dismantling(remaining, order));
        }
        let neighbours = self.neighbours();
        let remaining = || RemainingLists::new(&neighbours);
        let order = found.or_else(|| {
            if self.vertices > u64::BITS {
                // The ranking is fast on any tree. The other search is slow if a vertex has many
                // neighbours.
                let ranking = CornerRanking::of(neighbours.clone(), &AtomicBool::new(false)).ok().flatten();
                ranking.map(|ranking| ranking.order)
            } else {
                dismantling(remaining())
            }
        });
        order.filter(|order| is_dismantling(remaining(), order))
    }

    /// The lower bound from girth and minimum degree. The graph must be connected, and moves must
    /// lead both ways.
    fn lower_bound(&self) -> Option<LowerBound> {
        if let Some(small) = &self.small {
            let degree = |(vertex, row): (usize, &u64)| (row & !(1 << vertex)).count_ones();
            return LowerBound::of(small.rows().iter().enumerate().map(degree), || self.neighbours());
        }
        let neighbours = self.neighbours();
        LowerBound::of(neighbours.degrees(), || &neighbours)
    }

    /// For each vertex, the other vertices that a move can reach.
    fn neighbours(&self) -> Neighbours {
        Neighbours::new(self.vertices, self.game().arcs().iter().copied())
    }

    /// One placement for each class of placements that are equivalent by a symmetry. If the
    /// symmetries are not known, all placements.
    fn placements_up_to_symmetry(&self, all: Vec<BestPlacement>, question: &CopsQuestion) -> Vec<BestPlacement> {
        if all.iter().all(|best| best.alike.is_some()) {
            return all;
        }
        match symmetries(self.game(), &question.choices.rules(), SEARCH_STEPS, |_| true) {
            Some(symmetries) => up_to_symmetry(all, symmetries.generators()),
            None => all,
        }
    }
}

impl CopsWorkspace<'_> {
    /// Works on a graph. Meanwhile this thread counts as working.
    fn at_work<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.workspaces.at_work.fetch_add(1, Ordering::Relaxed);
        let done = work(self);
        self.workspaces.at_work.fetch_sub(1, Ordering::Relaxed);
        done
    }

    fn report(&self, trial: CopsTrial) {
        self.workspaces.cats.store(trial.cats, Ordering::Relaxed);
        self.workspaces.decided.store(0, Ordering::Relaxed);
        if let Some(report) = self.workspaces.report {
            report(trial);
        }
    }

    /// Runs `solve`, which takes this many bytes, on this thread and on all idle threads. A run
    /// that takes more than one thread's share of the memory waits until no other trial is running.
    fn with_memory<T>(
        &self,
        bytes: u64,
        question: &CopsQuestion,
        solve: impl FnOnce(&Control<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let threads = question.threads.get();
        let show = |progress: Progress| self.workspaces.decided.store(progress.decided, Ordering::Relaxed);
        let idle = |at_work: usize| {
            let idle = threads.saturating_sub(at_work);
            Control::default()
                .on_threads(NonZeroUsize::MIN.saturating_add(idle))
                .cancelled_by(&self.workspaces.cancelled)
                .reporting_to(&show)
        };
        if bytes > question.memory / threads as u64 {
            let _alone = self.workspaces.memory.write().unwrap_or_else(PoisonError::into_inner);
            return solve(&idle(1));
        }
        let _shared = self.workspaces.memory.read().unwrap_or_else(PoisonError::into_inner);
        solve(&idle(self.workspaces.at_work.load(Ordering::Relaxed)))
    }
}

impl CopsAnswer<'_> {
    /// The fields in CSV, in the order of [`COPS_COLUMNS`].
    pub fn fields(&self) -> [String; 9] {
        [
            self.graph.to_string(),
            text_field(self.input.as_deref()),
            text_field(self.name.as_deref()),
            self.vertices.to_string(),
            self.edges.to_string(),
            number_field(self.cop_number),
            number_field(self.capture_time),
            joined(self.placement.as_deref().unwrap_or_default()),
            self.cats_tried.to_string(),
        ]
    }

    /// The answer with owned copies of the texts that it has borrowed.
    pub fn into_owned(self) -> CopsAnswer<'static> {
        CopsAnswer { input: owned(self.input), name: owned(self.name), ..self }
    }
}

/// Whether pieces may stay and move along one edge, and the mouse is caught where a cat stands.
fn are_usual(rules: &CopsRules) -> bool {
    let CopsRules { mouse, cat, capture_distance, .. } = CopsRules::default();
    (rules.mouse, rules.cat, rules.capture_distance) == (mouse, cat, capture_distance)
}

/// The result of trying numbers of cats on a graph.
struct CopsResult {
    /// The least number of cats that win, if it was asked for and found.
    cop_number: Option<u32>,
    /// The win of the cats; `None` if they do not win.
    win: Option<Win>,
    /// The greatest number of cats that was tried.
    tried: u32,
    /// The theorem that gives the cop number, if no trial does.
    theorem: Option<Theorem>,
}

/// A win of a number of cats.
#[derive(Default)]
struct Win {
    /// The number of rounds.
    rounds: u64,
    /// The starts of the cats, ascending.
    placement: Vec<u32>,
    /// All placements that win in this number of rounds, if they were asked for.
    all: Option<Vec<BestPlacement>>,
    /// The dismantling order, if corners were ranked.
    order: Option<Vec<Corner>>,
}

/// The cop number of a graph of a stream, and the capture time. If the question is about a fixed
/// number of cats, there is a capture time if and only if they win. This function is made for
/// counting millions of graphs, so it computes nothing else of a [`CopsAnswer`].
///
/// ```
/// use catmouse::{CopsQuestion, CopsWorkspaces, Graphs, cop_number_and_capture_time, formats::ReadOptions};
///
/// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let workspaces = CopsWorkspaces::default();
/// let found = cop_number_and_capture_time(&record, None, &CopsQuestion::default(), &mut workspaces.workspace())?;
/// assert_eq!((found.cop_number, found.capture_time), (Some(2), Some(1)));
/// # Ok::<(), catmouse::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`CopsGraph::read`] and [`CopsGraph::answer`].
pub fn cop_number_and_capture_time(
    record: &Record,
    directed: Option<bool>,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace<'_>,
) -> Result<CopsNumbers, Error> {
    let graph = CopsGraph::read(record, directed)?;
    let question = &graph.under_own_rules(question);
    let theorems_apply = graph.theorems_apply(question);
    let bound = if theorems_apply { graph.lower_bound() } else { None };
    let CopsResult { cop_number, win, .. } = graph.result(question, bound, workspace)?;
    Ok(CopsNumbers { cop_number, capture_time: win.map(|win| win.rounds) })
}

/// The same as [`solve`] for a small graph, given as rows of bits. `None` if [`solve`] must answer:
/// the graph is not connected, some move leads one way, the rules or the question are unusual, or
/// the game does not fit into the inner caches.
fn solve_small(
    graph: &SmallGraph,
    least: u32,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace<'_>,
) -> Result<Option<CopsResult>, Error> {
    let rules = &question.choices.rules();
    if rules.mouse != rules.cat
        || (rules.cat.speed, rules.capture_distance, rules.first) != (1, 0, Side::Cat)
        || !graph.is_undirected()
        || question.cats.is_some()
        || question.placements
        || !are_connected(graph.rows())
    {
        return Ok(None);
    }
    let rows = SmallRows::classical(graph, rules.cat.may_stay);
    for cats in least..graph.vertices() {
        if workspace.workspaces.is_cancelled() {
            return Err(Error::Cancelled);
        }
        if let Some(most) = question.most.filter(|&most| cats > most) {
            return Ok(Some(CopsResult { cop_number: None, win: None, tried: most, theorem: None }));
        }
        if !rows.fits_caches(cats, question) {
            return Ok(None);
        }
        if let Some(best) = rows.win(cats, rules, &mut workspace.small) {
            return Ok(Some(CopsResult { cop_number: Some(cats), win: Some(best), tried: cats, theorem: None }));
        }
    }
    Ok(None)
}

/// Tries numbers of cats on each component of a graph. On a connected graph, numbers below `least`
/// are skipped, because they are known not to win. If a trial does not fit into memory, a theorem
/// may give the cop number of the component. `may_use_theorems` allows this. It requires that moves
/// lead both ways, and that the question is about the cop number alone.
///
/// No cat leaves its component, so each component needs its own cats. The mouse chooses the
/// component on which the cats take the most rounds. Spare cats are added one by one, always to the
/// component that takes the most rounds.
fn solve(
    graph: &CopsAndRobbers,
    least: u32,
    may_use_theorems: bool,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace<'_>,
) -> Result<CopsResult, Error> {
    if let Some(cats) = question.cats.filter(|&cats| (1..=cats).contains(&graph.vertices()) && !question.placements) {
        let win = Win { rounds: 0, placement: on_every_vertex(graph.vertices(), cats), ..Win::default() };
        return Ok(CopsResult { cop_number: None, win: Some(win), tried: cats, theorem: None });
    }
    let rules = question.choices.rules();
    let limit = question.cats.or(question.most);
    let mut tried = 0;
    let mut solved: Vec<SolvedComponent<'_>> = Vec::new();
    let mut theorem = None;
    let is_connected = graph.is_connected();
    let components = if graph.vertices() == 0 || rules.components_are_independent(graph.has_dead_end()) {
        graph.components()
    } else {
        vec![((0..graph.vertices()).collect(), Cow::Borrowed(graph))]
    };
    let mut needed = 0;
    let mut to_come = components.len() as u32;
    // A single component has all the cats of the question, so smaller numbers need not be tried.
    let fewest = if components.len() == 1 { question.cats.unwrap_or(1).max(least) } else { 1 };
    for (vertices, component) in components {
        let component = Component::new(component, &rules);
        to_come -= 1;
        let others = needed + to_come; // each later component needs at least one cat
        let mut cats = fewest;
        let won = loop {
            if workspace.workspaces.is_cancelled() {
                return Err(Error::Cancelled);
            }
            if limit.is_some_and(|limit| others + cats > limit) {
                tried = limit.unwrap_or(tried);
                break None;
            }
            let win = component.win(cats, question, workspace);
            if !matches!(win, Err(Error::TooManyCats { .. })) {
                tried = tried.max(others + cats);
            }
            match win {
                Ok(Some(win)) => break Some(win),
                Ok(None) => cats += 1,
                Err(error @ Error::TooManyCats { .. }) if may_use_theorems && are_usual(&rules) => {
                    let most = limit.map(|limit| limit - others);
                    let Some(found) = component.by_theorem(cats, most, question, workspace)? else { return Err(error) };
                    theorem = theorem.or(found.theorem);
                    tried = tried.max(others + found.tried);
                    cats = found.cop_number.unwrap_or(cats);
                    break found.cop_number.map(|_| Win::default());
                }
                Err(error) => return Err(error),
            }
        };
        let Some(win) = won else {
            return Ok(CopsResult { cop_number: None, win: None, tried, theorem: None });
        };
        needed += cats;
        solved.push(SolvedComponent { vertices, component, cats, win });
    }
    let mut spare = question.cats.unwrap_or(needed).saturating_sub(needed);
    while spare > 0 {
        spare -= 1;
        let slowest = |part: &&mut SolvedComponent<'_>| (part.win.rounds, std::cmp::Reverse(part.cats));
        let Some(slowest) = solved.iter_mut().max_by_key(slowest) else {
            break;
        };
        slowest.cats += 1;
        if let Some(win) = slowest.component.win(slowest.cats, question, workspace)? {
            slowest.win = win;
        }
    }
    if theorem.is_some() {
        return Ok(CopsResult { cop_number: Some(needed), win: None, tried, theorem });
    }
    let rounds = solved.iter().map(|part| part.win.rounds).max().unwrap_or(0);
    let mut placement: Vec<u32> = Vec::with_capacity(solved.iter().map(|part| part.win.placement.len()).sum());
    for part in &solved {
        placement.extend(part.win.placement.iter().map(|&vertex| part.vertices[vertex as usize]));
    }
    placement.sort_unstable();
    let whole = solved.pop().filter(|_| is_connected).map(|part| part.win).unwrap_or_default();
    Ok(CopsResult {
        cop_number: question.cats.is_none().then_some(needed),
        win: Some(Win { rounds, placement, ..whole }),
        tried: question.cats.unwrap_or(tried),
        theorem: None,
    })
}

/// A component on which the cats win.
struct SolvedComponent<'a> {
    /// The vertices of the component, by their numbers in the whole graph.
    vertices: Vec<u32>,
    component: Component<'a>,
    cats: u32,
    win: Win,
}
