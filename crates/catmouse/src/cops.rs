//! The answer to `cops`: the cop number of a graph, the capture time, and the starts of the cats.
//!
//! In the literature the cats are cops and the mouse is the robber.

use std::borrow::Cow;

use catmouse_formats::Record;
use catmouse_model::{CopsAndRobbers, VertexJson};
use catmouse_solver::BestPlacement;
use serde::{Deserialize, Serialize};

mod component;
mod corner_rank;
mod dismantling;
#[cfg(feature = "store")]
mod embedding;
mod girth;
mod graph;
mod neighbours;
mod question;
mod steps;
pub(crate) mod stop;
mod symmetry;
mod theorems;
mod unseen;
mod workspace;

use component::Win;
pub(crate) use corner_rank::Corner;
#[cfg(feature = "store")]
pub(crate) use dismantling::{RemainingLists, is_dismantling};
#[cfg(feature = "store")]
pub(crate) use embedding::{embedding, is_embedding};
pub use girth::LowerBound;
pub use graph::CopsGraph;
pub use question::CopsQuestion;
use steps::{CopsResult, Decided, decide, solve};
pub use stop::{CopsStop, StopReason};
use symmetry::{SEARCH_STEPS, symmetries, up_to_symmetry};
pub use theorems::BoundProof;
use theorems::CopsBound;
#[cfg(feature = "store")]
pub(crate) use theorems::{ProofHalf, THEOREMS, Theorem, Witness};
pub use workspace::{CopsProgress, CopsTrial, CopsWorkspace};

use crate::answer::SCHEMA;
use crate::error::Error;
use crate::fields::{joined, number_field, owned, text_field};
use crate::question::{BoardSource, Question};
use crate::solve::BoardLabel;

/// The cop number of a graph, the capture time, and their proofs.
///
/// ```
/// use catmouse::{Question, cops::CopsQuestion};
///
/// let answer = Question::text("DUW").cops(&CopsQuestion::default())?;
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
    /// [`Error::TrialMissing`] where the number is not known because a trial was stopped. `memory` is the
    /// memory that the question allowed.
    pub fn known<T>(&self, number: Option<T>, memory: u64) -> Result<Option<T>, Error> {
        match (number, self.stop) {
            (None, Some(stop)) => {
                let Self { at_least, at_most, .. } = *self;
                Err(Error::TrialMissing { at_least, at_most, stop, allowed: memory })
            }
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

impl CopsWorkspace {
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

impl CopsGraph<'_> {
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
        workspace: &mut CopsWorkspace,
    ) -> Result<CopsAnswer<'b>, Error> {
        let question = &self.under_own_rules(question);
        let Decided { theorems_apply, girth, found, .. } = decide(self, question, workspace)?.by_theorems();
        let CopsResult { cop_number, win, tried, at_least, mut at_most, stop } = found;
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
        let named = |vertices: Vec<u32>| vertices.into_iter().map(|vertex| self.vertex(vertex)).collect();
        let class = |BestPlacement { nodes, alike }| PlacementAnswer { cats: named(nodes), alike };
        let corner = |Corner { vertex, dominated_by }| CornerAnswer {
            vertex: self.vertex(vertex),
            dominated_by: self.vertex(dominated_by),
        };
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
            placement: placement.map(named),
            cats_tried: tried,
            placements: placements.map(|classes| classes.into_iter().map(class).collect()),
            dismantling: order.map(|order| order.into_iter().map(corner).collect()),
            lower_bound: girth,
            at_least: at_least.cats,
            at_least_by: at_least.by,
            at_most: at_most.cats,
            at_most_by: at_most.by,
            stop,
        })
    }

    /// One placement for each class of placements that are equivalent by a symmetry. If the
    /// symmetries are not known, all placements.
    fn placements_up_to_symmetry(&self, all: Vec<BestPlacement>, question: &CopsQuestion) -> Vec<BestPlacement> {
        if all.iter().all(|best| best.alike.is_some()) {
            return all;
        }
        match symmetries(self.game(), &question.choices.rules(), (SEARCH_STEPS, question.memory), |_| true) {
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

impl Question {
    /// Finds how many cats the board needs in Cops and Robbers, whatever its own game. The question's
    /// rules and its limit on memory apply; the starts and rules of other games do not matter.
    /// For a stream, see [`Graphs::cops_each`](crate::streams::Graphs::cops_each). Time and memory: those
    /// of [`CopsGraph::answer`].
    ///
    /// ```
    /// use catmouse::{Question, cops::CopsQuestion};
    ///
    /// let cycle = Question::edges(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]);
    /// let answer = cycle.cops(&CopsQuestion::default())?;
    /// assert_eq!((answer.cop_number, answer.capture_time), (Some(2), Some(1)));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`prepare`](Self::prepare) and of [`CopsGraph::answer`].
    pub fn cops(&self, question: &CopsQuestion) -> Result<CopsAnswer<'static>, Error> {
        let question = CopsQuestion { memory: self.memory.unwrap_or(question.memory), ..*question };
        let answer = |graph: &CopsGraph<'_>| Ok(graph.answer(&question, &mut CopsWorkspace::default())?.into_owned());
        match &self.board {
            BoardSource::Text(text, options) => {
                answer(&CopsGraph::chosen(&self.record(text, *options)?, &self.choices)?)
            }
            BoardSource::Setup(setup) => {
                let label = BoardLabel { source: None, graph: 1, input: None, name: None };
                answer(&CopsGraph::of_setup(&self.chosen(setup)?, label, None)?)
            }
        }
    }
}

/// The cop number of a graph of a stream, and the capture time. If the question is about a fixed
/// number of cats, there is a capture time if and only if they win. This function is made for
/// counting millions of graphs, so it computes nothing else of a [`CopsAnswer`].
///
/// ```
/// use catmouse::{cops::{CopsQuestion, CopsWorkspace, cop_number_and_capture_time}, streams::Graphs, formats::ReadOptions};
///
/// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let workspace = &mut CopsWorkspace::default();
/// let found = cop_number_and_capture_time(&record, None, &CopsQuestion::default(), workspace)?;
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
    workspace: &mut CopsWorkspace,
) -> Result<CopsNumbers, Error> {
    let graph = CopsGraph::read(record, directed)?;
    let question = graph.under_own_rules(question);
    Ok(CopsNumbers::of(&decide(&graph, &question, workspace)?.found))
}
