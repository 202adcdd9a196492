//! A graph on which the cop number is asked for, and what is known of it at a glance.

use std::sync::OnceLock;

use catmouse_formats::{Record, SmallGraph};
use catmouse_model::{
    Board, BoardChoice, CopsAndRobbers, CopsChoices, Defects, SETTINGS, Setup, Vertex, VertexJson, are_connected,
};

use super::corner_rank::Corner;
use super::dismantling::{RemainingBits, RemainingLists, dismantling, dismantling_order, is_dismantling};
use super::girth::LowerBound;
use super::neighbours::Neighbours;
use super::question::{CopsQuestion, are_usual};
use crate::error::Error;
use crate::question::{Choices, defects_in_text, directed_as_chosen};
use crate::solve::BoardLabel;

/// A graph for a [`CopsQuestion`], with its label and its name.
///
/// ```
/// use catmouse::{cops::{CopsGraph, CopsQuestion, CopsWorkspace}, streams::Graphs, formats::ReadOptions};
///
/// // A triangle: one cat is adjacent to every vertex.
/// let triangle = Graphs::of_text("[[1,2],[0,2],[0,1]]", ReadOptions::default());
/// let record = triangle.map_err(catmouse::Error::Source)?.only()?;
/// let graph = CopsGraph::read(&record, None)?;
/// assert_eq!(graph.answer(&CopsQuestion::default(), &mut CopsWorkspace::default())?.cop_number, Some(1));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CopsGraph<'a> {
    /// A small bare graph as rows of bits; `None` for other graphs.
    pub(super) small: Option<SmallGraph>,
    /// The graph with lists of arcs. For a small bare graph, the lists are made only when they are
    /// needed, which is rare.
    game: OnceLock<CopsAndRobbers>,
    pub(super) vertices: u32,
    /// Whether moves may lead one way.
    pub(super) is_directed: bool,
    /// The number of arcs if moves may lead one way; otherwise the number of edges, loops included.
    pub(super) edges: u64,
    /// The board that has the names and cells of vertices; `None` for a bare graph.
    board: Option<Board>,
    pub(super) label: BoardLabel<'a>,
    pub(super) name: Option<String>,
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
        let mut choices = Choices::default();
        choices.rules.directed = directed;
        Self::chosen(record, &choices)
    }

    /// Reads a graph with its board, whose rules these choices override.
    pub(super) fn chosen(record: &'a Record, choices: &Choices) -> Result<Self, Error> {
        let mut document = directed_as_chosen(record, choices.rules.directed)?;
        choices.apply(&mut document.setup);
        Self::of_setup(&document.setup, BoardLabel::of(record), document.title.clone())
            .map_err(|defects| defects_in_text(record, &document, &defects))
    }

    /// The graph of a setup.
    pub(super) fn of_setup(setup: &Setup, label: BoardLabel<'a>, name: Option<String>) -> Result<Self, Defects> {
        let board = setup.plan_board()?;
        let mut arcs: Vec<_> = board.arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
        arcs.dedup(); // arcs may differ in cost alone
        let own = &setup.rules;
        let is_directed = own.directed.unwrap_or(false);
        let edges = arcs.iter().filter(|(from, to)| is_directed || from <= to).count() as u64;
        let vertices = board.vertices();
        let own_choices = CopsChoices::new(own, setup.first)?;
        let has_effect = |key: &str| key == "directed" || CopsChoices::settings().any(|setting| setting.key == key);
        let chosen = SETTINGS.iter().filter(|setting| setting.get(own).is_some()).map(|setting| setting.key);
        let marks_food = matches!(&setup.board, BoardChoice::Grid(rows) if rows.iter().any(|row| row.contains('F')));
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
            name,
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

    pub(super) fn game(&self) -> &CopsAndRobbers {
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
        let found =
            self.board.as_ref().and_then(|board| Some(board.label(board.find(&vertex.into()).ok()?).to_string()));
        found.unwrap_or_else(|| vertex.to_string())
    }

    /// The name of a vertex in answers and certificates.
    pub(crate) fn vertex(&self, vertex: u32) -> VertexJson {
        VertexJson::on_board(self.board(), Vertex::new(vertex))
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
        let order = found.or_else(|| dismantling_order(&neighbours));
        order.filter(|order| is_dismantling(RemainingLists::new(&neighbours), order))
    }

    /// The lower bound from girth and minimum degree. The graph must be connected, and moves must
    /// lead both ways.
    pub(super) fn lower_bound(&self) -> Option<LowerBound> {
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
}
