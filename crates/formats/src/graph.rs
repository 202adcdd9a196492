//! A graph as the graph formats have it, on its way from a text to a setup.

use std::ops::Range;

use catmouse_model::{BoardChoice, Setup};

use crate::document::Document;
use crate::problem::Problem;

/// The most edges that the graph formats may say. A few bytes of DOT say thousands, one of graph6 six; as a board each takes 80
/// bytes while it is made, so this is how many fit into 1 GiB.
pub const MAX_EDGES: usize = 1 << 23;

/// What [`numbering`](crate::Document::numbering) says where the text counts vertices from 1.
pub const FROM_1: &str = "the text counts vertices from 1, and here they are counted from 0: its vertex 1 is vertex 0";

/// What is told of a matrix that is not the same on both sides of its diagonal.
const ONE_WAY: &str = "the matrix is not symmetric, so moves lead from the vertex of a row to that of a column";

/// Whether every move can be made the other way at the same cost. They are ordered, as a board lists its arcs. Time: linear.
pub(crate) fn is_symmetric(vertices: u32, moves: &[(u32, u32, u32)]) -> bool {
    // Taken in order, the moves into a vertex, turned around, must be the moves out of it, in order.
    let mut next: Vec<usize> = (0..vertices).map(|vertex| moves.partition_point(|&(from, ..)| from < vertex)).collect();
    moves.iter().all(|&(from, to, cost)| {
        let place = next[to as usize];
        next[to as usize] += 1;
        moves.get(place) == Some(&(to, from, cost))
    })
}

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
    /// Whether the text calls vertices by words, so that their numbers mean nothing.
    pub(crate) is_labelled: bool,
    /// What the user is to be told of how the text was read: how vertices are numbered, say.
    pub(crate) numbering: Option<String>,
    pub(crate) edges: Vec<(u32, u32)>,
    /// One for each edge, where any has a cost.
    pub(crate) costs: Option<Vec<u32>>,
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

    /// Adds something that the user is to be told of how the text was read.
    pub(crate) fn remark(&mut self, remark: Option<String>) {
        let Some(remark) = remark else { return };
        self.numbering = Some(match self.numbering.take() {
            Some(before) => format!("{before}; {remark}"),
            None => remark,
        });
    }

    /// Makes a graph of arcs undirected where every arc can be gone the other way at the same cost; elsewhere it stays directed, which is
    /// told. No arc is given twice.
    pub(crate) fn fold(&mut self) {
        let cost = |index: usize| self.costs.as_ref().map_or(1, |costs| costs[index]);
        let mut arcs: Vec<(u32, u32, u32)> =
            self.edges.iter().enumerate().map(|(index, &(from, to))| (from, to, cost(index))).collect();
        arcs.sort_unstable();
        self.is_directed = !is_symmetric(self.vertices, &arcs);
        if self.is_directed {
            self.remark(Some(ONE_WAY.to_owned()));
            return;
        }
        arcs.retain(|(from, to, _)| from <= to);
        self.edges = arcs.iter().map(|&(from, to, _)| (from, to)).collect();
        if let Some(costs) = &mut self.costs {
            *costs = arcs.into_iter().map(|(_, _, cost)| cost).collect();
        }
    }

    /// Forgets costs that are all 1, in formats that have a number for each edge whether it means anything or not.
    pub(crate) fn forget_ones(&mut self) {
        self.costs = self.costs.take().filter(|costs| costs.iter().any(|&cost| cost != 1));
    }

    /// Says that moves have costs, even if no edge names one.
    pub(crate) fn declare_costs(&mut self) {
        self.costs.get_or_insert_with(|| vec![1; self.edges.len()]);
    }

    /// The document of the text that the graph was read from.
    pub(crate) fn into_document(self, text: &str) -> Document<'_> {
        let Self { vertices, is_directed, names, is_labelled, numbering, edges, costs } = self;
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
        document.is_labelled = is_labelled;
        document
    }
}
