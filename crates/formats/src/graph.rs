//! A graph as the graph formats have it, on its way from a text to a setup.

use std::ops::Range;

use catmouse_model::{BoardChoice, Setup};

use crate::document::Document;
use crate::problem::Problem;

/// The most edges that the graph formats may say. A few bytes of DOT say thousands, one of graph6 six; as a board each takes 80
/// bytes while it is made, so this is how many fit into 1 GiB.
pub const MAX_EDGES: usize = 1 << 23;

/// How vertices are numbered whose text counts them from 1.
pub(crate) const FROM_1: &str =
    "the text counts vertices from 1, and here they are counted from 0: its vertex 1 is vertex 0";

/// The problem that a graph has more edges than that.
pub(crate) fn too_many_edges(span: Range<usize>) -> Problem {
    Problem::expected(Some(span), format!("the graph has more than {MAX_EDGES} edges"), "a smaller graph")
}

/// A graph whose vertices are counted from 0. Its reader has checked that ends exist and costs are in range, for it knows
/// best where in the text they stand.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) vertices: u32,
    pub(crate) is_directed: bool,
    pub(crate) names: Vec<String>,
    /// How vertices are numbered, where that is not how the text calls them.
    pub(crate) numbering: Option<String>,
    pub(crate) edges: Vec<(u32, u32)>,
    /// One for each edge, where any has a cost.
    costs: Option<Vec<u32>>,
}

impl Graph {
    /// Adds an edge. Where some edges have a cost, the others cost 1. `span` says where the edge stands.
    pub(crate) fn add(
        &mut self,
        (from, to): (u32, u32),
        cost: Option<u32>,
        span: impl FnOnce() -> Range<usize>,
    ) -> Result<(), Problem> {
        if self.edges.len() == MAX_EDGES {
            return Err(too_many_edges(span()));
        }
        if cost.is_some() && self.costs.is_none() {
            self.costs = Some(vec![1; self.edges.len()]);
        }
        if let Some(costs) = &mut self.costs {
            costs.push(cost.unwrap_or(1));
        }
        self.edges.push((from, to));
        Ok(())
    }

    /// Says that moves have costs, even if no edge names one.
    pub(crate) fn declare_costs(&mut self) {
        self.costs.get_or_insert_with(|| vec![1; self.edges.len()]);
    }

    /// The document of the text that the graph was read from.
    pub(crate) fn into_document(self, text: &str) -> Document<'_> {
        let Self { vertices, is_directed, names, numbering, edges, costs } = self;
        let vertices = i64::from(vertices);
        let ends = edges.into_iter().map(|(from, to)| (i64::from(from), i64::from(to)));
        let board = match costs {
            None => BoardChoice::Edges { vertices, edges: ends.collect() },
            Some(costs) => {
                let edges = ends.zip(costs).map(|((from, to), cost)| (from, to, i64::from(cost))).collect();
                BoardChoice::EdgesWithCosts { vertices, edges }
            }
        };
        let mut setup = Setup { names, ..Setup::new(board) };
        if is_directed {
            setup.rules.directed = Some(true);
        }
        let mut document = Document::of_graph(setup, text);
        document.numbering = numbering;
        document
    }
}
