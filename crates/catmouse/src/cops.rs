//! The answer to `cops`: the cop number of a graph, the capture time, and the starts of the cats.
//!
//! In the literature the cats are cops and the mouse is the robber.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use catmouse_formats::{Record, SmallGraph};
use catmouse_model::{Board, BoardChoice, CopsAndRobbers, CopsChoices, SETTINGS, Vertex, VertexJson, are_connected};
use catmouse_solver::BestPlacement;
use serde::{Deserialize, Serialize};

mod bounds;
mod component;
mod corner_rank;
mod dismantling;
#[cfg(feature = "store")]
mod embedding;
mod girth;
mod neighbours;
mod question;
mod symmetry;
mod trials;
mod unseen;
mod workspace;

pub use bounds::BoundProof;
pub(crate) use bounds::CopsBound;
use component::Win;
use corner_rank::CornerRanking;
use dismantling::RemainingBits;
pub(crate) use dismantling::{Corner, RemainingLists, dismantling, is_dismantling};
#[cfg(feature = "store")]
pub(crate) use embedding::{embedding, is_embedding};
pub use girth::LowerBound;
use neighbours::Neighbours;
pub use question::CopsQuestion;
use question::are_usual;
use symmetry::{SEARCH_STEPS, symmetries, up_to_symmetry};
use trials::{CopsResult, solve, solve_small};
pub use trials::{CopsStop, StopReason};
pub use workspace::{CopsProgress, CopsTrial, CopsWorkspace, CopsWorkspaces};

use crate::answer::SCHEMA;
use crate::error::Error;
use crate::fields::{joined, number_field, owned, text_field};
use crate::question::{defects_in_text, directed_as_chosen};
use crate::solve::BoardLabel;

/// The cop number of a graph, the capture time, and their proofs.
///
/// ```
/// use catmouse::{cops::{CopsGraph, CopsQuestion, CopsWorkspaces}, streams::Graphs, formats::ReadOptions};
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
    /// counted from the first move. Null if they do not win, or if they are known to win without a
    /// trial of this number of cats.
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
    /// The cop number is at least this.
    pub at_least: u32,
    /// What proves that fewer than `at_least` cats do not win.
    pub at_least_by: BoundProof,
    /// The cop number is at most this. With `at_least` it is what is known of the cop number wherever
    /// the trials end, and both are the cop number if it is known.
    pub at_most: u32,
    /// What proves that `at_most` cats win. If it is neither a trial nor a dismantling order, the
    /// capture time is not known.
    pub at_most_by: BoundProof,
    /// The first trial for which memory or time did not suffice; null if there is none.
    pub stop: Option<CopsStop>,
}

/// The numbers of a [`CopsAnswer`] by which graphs are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopsNumbers {
    /// The least number of cats that win; `None` if it was not asked for, or not found among the
    /// numbers that were tried.
    pub cop_number: Option<u32>,
    /// The number of rounds in which the cats win; `None` if they do not win, or if the number is not
    /// known.
    pub capture_time: Option<u64>,
    /// The cop number is at least this.
    pub at_least: u32,
    /// The cop number is at most this.
    pub at_most: u32,
    /// The first trial for which memory or time did not suffice.
    pub stop: Option<CopsStop>,
}

impl CopsNumbers {
    fn of(found: &CopsResult) -> Self {
        Self {
            cop_number: found.cop_number,
            capture_time: found.win.as_ref().map(|win| win.rounds),
            at_least: found.at_least.cats,
            at_most: found.at_most.cats,
            stop: found.stop,
        }
    }

    /// One of these numbers, for callers to whom bounds are no answer.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCats`], or [`Error::Cancelled`] if the time was up, where the number is not known
    /// because a trial was stopped. `memory` is the memory that the question allowed.
    pub fn known<T>(&self, number: Option<T>, memory: u64) -> Result<Option<T>, Error> {
        match (number, self.stop) {
            (None, Some(stop)) => Err(stop.into_error(memory)),
            (number, _) => Ok(number),
        }
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Corner"))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CornerAnswer {
    /// The vertex that is removed.
    pub vertex: VertexJson,
    /// A vertex that is removed later, or the last one. It is adjacent to the removed vertex and to
    /// all of the remaining neighbours of the removed vertex.
    pub dominated_by: VertexJson,
}

/// The columns of these answers in CSV.
pub const COPS_COLUMNS: [&str; 11] = [
    "graph",
    "input",
    "name",
    "vertices",
    "edges",
    "cop_number",
    "capture_time",
    "placement",
    "cats_tried",
    "at_least",
    "at_most",
];

impl CopsWorkspace<'_> {
    /// The cop number of a bare graph and the capture time. If the question is about a fixed number
    /// of cats, there is a capture time if and only if they win.
    ///
    /// # Errors
    ///
    /// Those of [`CopsGraph::answer`].
    pub fn numbers(&mut self, graph: &CopsAndRobbers, question: &CopsQuestion) -> Result<CopsNumbers, Error> {
        let least = CopsBound::of_girth(graph.vertices(), None);
        let found = self.at_work(question.time, |workspace| solve(graph, least, false, question, workspace))?;
        Ok(CopsNumbers::of(&found))
    }
}

/// A graph for a [`CopsQuestion`], with its label and its name.
///
/// ```
/// use catmouse::{cops::{CopsGraph, CopsQuestion, CopsWorkspaces}, streams::Graphs, formats::ReadOptions};
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

    /// The question under the rules that the file of the graph chooses, unless the question chooses them.
    pub(crate) fn under_own_rules(&self, question: &CopsQuestion) -> CopsQuestion {
        CopsQuestion { choices: question.choices.or(self.own_choices), ..*question }
    }

    #[cfg(feature = "store")]
    pub(crate) fn vertices(&self) -> u32 {
        self.vertices
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
    /// each number of cats that is tried. Where they do not suffice, the answer has bounds.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`] if the mouse cannot be unseen on this graph; [`Error::Solve`];
    /// [`Error::Cancelled`].
    pub fn answer<'b>(
        &'b self,
        question: &CopsQuestion,
        workspace: &mut CopsWorkspace<'_>,
    ) -> Result<CopsAnswer<'b>, Error> {
        let question = &self.under_own_rules(question);
        let theorems_apply = self.theorems_apply(question);
        let bound = if theorems_apply { self.lower_bound() } else { None };
        let CopsResult { cop_number, win, tried, mut at_least, mut at_most, stop } =
            self.result(question, bound, workspace)?;
        if theorems_apply {
            // On most graphs one cat or two win, and nothing needs to be sought.
            if at_least.cats > 2 || at_least.cats < at_most.cats {
                let raised = CopsBound::of_girth(self.vertices, bound).raised_by_degrees(&self.neighbours());
                if raised.by == BoundProof::Degree && raised.cats >= at_least.cats {
                    at_least = raised;
                }
            }
            if at_most.by == BoundProof::Trivial && at_most.cats > at_least.cats {
                at_most = CopsBound::most(&self.neighbours());
            }
            if at_least.cats == 2 && at_least.by != BoundProof::Girth {
                at_least.by = BoundProof::Dismantling;
            }
        }
        let one_wins = win.is_some() && question.cats.or(cop_number) == Some(1);
        let (capture_time, placement, all, order) = match win {
            Some(Win { rounds, placement, all, order }) => (Some(rounds), Some(placement), all, order),
            None => (None, None, None, None),
        };
        let order = if theorems_apply && one_wins { self.dismantling(order) } else { None };
        if order.is_some() {
            at_most.by = BoundProof::Dismantling;
        }
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
            at_least: at_least.cats,
            at_least_by: at_least.by,
            at_most: at_most.cats,
            at_most_by: at_most.by,
            stop,
        })
    }

    /// The result of trying numbers of cats. Numbers below the bound are skipped.
    fn result(
        &self,
        question: &CopsQuestion,
        bound: Option<LowerBound>,
        workspace: &mut CopsWorkspace<'_>,
    ) -> Result<CopsResult, Error> {
        let least = CopsBound::of_girth(self.vertices, bound);
        workspace.at_work(question.time, |workspace| {
            if let Some(small) = &self.small
                && let Some(found) = solve_small(small, least, question, workspace)?
            {
                return Ok(found);
            }
            let bounds_apply = !self.is_directed && are_usual(&question.choices.rules());
            let is_whole = bounds_apply && self.game().is_connected();
            let least = if is_whole { least.raised_by_degrees(&self.neighbours()) } else { least };
            solve(self.game(), least, bounds_apply, question, workspace)
        })
    }

    /// Whether the theorems on dismantling, girth and degree apply to this graph under these rules.
    /// The graph must be connected, with moves that lead both ways. Pieces must be allowed to stay
    /// and move along one edge, and the mouse must be caught only on the vertex of a cat.
    pub(crate) fn theorems_apply(&self, question: &CopsQuestion) -> bool {
        let is_connected = || match &self.small {
            Some(small) => are_connected(small.rows()),
            None => self.game().is_connected(),
        };
        are_usual(&question.choices.rules()) && !self.is_directed && is_connected()
    }

    /// A dismantling order, which has been checked; `None` if there is none. Moves must lead both
    /// ways. `found` is the order that the ranking of corners found, if corners were ranked.
    pub(crate) fn dismantling(&self, found: Option<Vec<Corner>>) -> Option<Vec<Corner>> {
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
    pub(crate) fn neighbours(&self) -> Neighbours {
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

impl CopsAnswer<'_> {
    /// The fields in CSV, in the order of [`COPS_COLUMNS`].
    pub fn fields(&self) -> [String; 11] {
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
            self.at_least.to_string(),
            self.at_most.to_string(),
        ]
    }

    /// The answer with owned copies of the texts that it has borrowed.
    pub fn into_owned(self) -> CopsAnswer<'static> {
        CopsAnswer { input: owned(self.input), name: owned(self.name), ..self }
    }
}

/// The cop number of a graph of a stream, and the capture time. If the question is about a fixed
/// number of cats, there is a capture time if and only if they win. This function is made for
/// counting millions of graphs, so it computes nothing else of a [`CopsAnswer`].
///
/// ```
/// use catmouse::{cops::{CopsQuestion, CopsWorkspaces, cop_number_and_capture_time}, streams::Graphs, formats::ReadOptions};
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
    Ok(CopsNumbers::of(&graph.result(question, bound, workspace)?))
}
