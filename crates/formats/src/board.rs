//! Boards out of the tree: lists of neighbours, lists of edges, rows of a grid.

use catmouse_model::Place;

use crate::grid;
use crate::reading::Reading;
use crate::tree::{Node, Span, Value};

const VERTEX: &str = "a vertex number";
const NEIGHBOURS: &str = "a list of neighbours, such as [1, 2]";
const EDGE: &str = "a pair of vertices, such as [0, 1]";
const ROW: &str = "a row of the grid in quotes, such as \"#M.C\"";

const COSTS: &str = "moves with a cost are not supported yet";

impl Reading<'_> {
    /// For each vertex its neighbours.
    pub(crate) fn adjacency(&mut self, node: Node) -> Vec<Vec<i64>> {
        self.place(Place::Board, node.span);
        let lists = self.list(node, "a list with the neighbours of each vertex, such as [[1], [0]]");
        let mut has_costs = false;
        let mut board = Vec::with_capacity(lists.len());
        for (vertex, node) in lists.into_iter().enumerate() {
            self.place(Place::Neighbours { vertex }, node.span);
            let neighbours = self.list(node, NEIGHBOURS);
            let mut numbers = Vec::with_capacity(neighbours.len());
            for (entry, node) in neighbours.iter().enumerate() {
                self.place(Place::Neighbour { vertex, entry }, node.span);
                if !is_cost(node) {
                    numbers.extend(self.integer(node, VERTEX));
                } else if !std::mem::replace(&mut has_costs, true) {
                    // Whoever gives one move a cost gives all of them one, and is told once.
                    self.expected(node.span, COSTS, "just a vertex number");
                }
            }
            board.push(numbers);
        }
        board
    }

    /// Pairs of vertices.
    pub(crate) fn edges(&mut self, node: Node) -> Vec<(i64, i64)> {
        self.place(Place::Board, node.span);
        let edges = self.list(node, "a list of edges, such as [[0, 1], [1, 2]]");
        let mut has_costs = false;
        let mut pairs = Vec::with_capacity(edges.len());
        for (index, node) in edges.into_iter().enumerate() {
            self.place(Place::Edge { index }, node.span);
            pairs.extend(self.edge(node, &mut has_costs));
        }
        pairs
    }

    fn edge(&mut self, node: Node, has_costs: &mut bool) -> Option<(i64, i64)> {
        let span = node.span;
        let Value::List(ends) = node.value else {
            self.misfit(&node, EDGE);
            return None;
        };
        match &ends[..] {
            [from, to] => {
                let (from, to) = (self.integer(from, VERTEX), self.integer(to, VERTEX));
                from.zip(to)
            }
            [_, _, _] => {
                if !std::mem::replace(has_costs, true) {
                    self.expected(span, COSTS, EDGE);
                }
                None
            }
            _ => {
                let found = if ends.len() == 1 { "1 vertex".to_owned() } else { format!("{} vertices", ends.len()) };
                self.expected(span, format!("this edge has {found}"), EDGE);
                None
            }
        }
    }

    /// The rows of a grid: a list of texts, or one text with a row a line.
    pub(crate) fn grid(&mut self, node: Node) -> Vec<String> {
        self.place(Place::Board, node.span);
        let literal = node.span;
        match node.value {
            Value::Text(text) => {
                let stands_at = self.verbatim(literal, &text).map(Span::start);
                let mut cells = Vec::new();
                for (row, (line, at)) in grid::rows(&text).enumerate() {
                    let span = stands_at.map(|start| Span::from(start + at..start + at + line.len()));
                    self.place(Place::GridRow { row }, span.filter(|span| span.len() > 0).unwrap_or(literal));
                    cells.push(line.to_owned());
                }
                cells
            }
            Value::List(rows) => {
                let mut cells = Vec::with_capacity(rows.len());
                for (row, node) in rows.into_iter().enumerate() {
                    let literal = node.span;
                    if let Some(text) = self.text(node, ROW) {
                        let verbatim = self.verbatim(literal, &text).filter(|span| span.len() > 0);
                        self.place(Place::GridRow { row }, verbatim.unwrap_or(literal));
                        cells.push(text);
                    }
                }
                cells
            }
            _ => {
                self.misfit(&node, "a list of rows, or one text with a row a line");
                Vec::new()
            }
        }
    }
}

/// Whether a neighbour is a pair: a vertex, and what the move to it costs.
fn is_cost(node: &Node) -> bool {
    let is_number = |node: &Node| matches!(node.value, Value::Integer(_) | Value::HugeInteger | Value::Float);
    matches!(&node.value, Value::List(pair) if pair.len() == 2 && pair.iter().all(is_number))
}
