//! Boards from a tree of values: lists of neighbours, lists of edges, rows of a grid.

use catmouse_model::{BoardChoice, CatInHole, Setup, SetupPlace};

use crate::graph::index_of;
use crate::grid;
use crate::maze::{self, Lines, is_maze};
use crate::problem::quoted;
use crate::reading::Reading;
use crate::tree::{Node, Span, Value};
use crate::vertex_names::VertexNames;

const VERTEX: &str = "a vertex number";
const NEIGHBOURS: &str = "a list of neighbours, such as [1, 2]";
const EDGE: &str = "a pair of vertices, such as [0, 1]";
const ROW: &str = "a row of the grid in quotes, such as \"#M.C\"";

const COST: &str = "a cost, such as 3";

impl Reading<'_> {
    /// The neighbours of each vertex: numbers, or pairs of a number and a cost. If some have a
    /// cost, the others cost 1.
    pub(crate) fn adjacency(&mut self, node: Node) -> BoardChoice {
        self.place(SetupPlace::Board, node.span);
        let lists = self.list(node, "a list with the neighbours of each vertex, such as [[1], [0]]");
        let mut has_costs = false;
        let mut board = Vec::with_capacity(lists.len());
        for (vertex, node) in lists.into_iter().enumerate() {
            self.place(SetupPlace::Neighbours { vertex }, node.span);
            let neighbours = self.list(node, NEIGHBOURS);
            let mut steps = Vec::with_capacity(neighbours.len());
            for (entry, node) in neighbours.iter().enumerate() {
                self.place(SetupPlace::Neighbour { vertex, entry }, node.span);
                steps.extend(self.neighbour(node, &mut has_costs));
            }
            board.push(steps);
        }
        if has_costs {
            BoardChoice::AdjacencyWithCosts(board)
        } else {
            let without = |steps: Vec<(i64, i64)>| steps.into_iter().map(|(to, _)| to).collect();
            BoardChoice::Adjacency(board.into_iter().map(without).collect())
        }
    }

    fn neighbour(&mut self, node: &Node, has_costs: &mut bool) -> Option<(i64, i64)> {
        let Value::List(pair) = &node.value else {
            return self.board_vertex(node).map(|to| (to, 1));
        };
        *has_costs = true;
        let [to, cost] = &pair[..] else {
            self.misfit(node, "a vertex number, or a pair of vertex and cost, such as [1, 3]");
            return None;
        };
        let (to, cost) = (self.board_vertex(to), self.integer(cost, COST));
        to.zip(cost)
    }

    /// A vertex of the board: its number, or its name if vertices may have names.
    fn board_vertex(&mut self, node: &Node) -> Option<i64> {
        const ALIKE: &str = "numbers for all vertices, names for all, or `names` with the name of each number";
        let Value::Text(name) = &node.value else {
            if let VertexNames::Met { names, has_numbers } = &mut self.vertex_names {
                *has_numbers |= names.is_empty();
                if !names.is_empty() && matches!(node.value, Value::Integer(_)) {
                    self.expected(node.span, "other vertices have names", ALIKE);
                    return None;
                }
            }
            return self.integer(node, VERTEX);
        };
        let found = match &mut self.vertex_names {
            VertexNames::None => {
                self.misfit(node, VERTEX);
                return None;
            }
            VertexNames::Given(names) => names.get(name).copied(),
            VertexNames::Met { has_numbers: true, .. } => {
                self.expected(node.span, "other vertices are numbers", ALIKE);
                return None;
            }
            VertexNames::Met { names, .. } => {
                let next = number(names.len());
                Some(*names.entry(name.clone()).or_insert(next))
            }
        };
        if found.is_none() {
            self.expected(node.span, format!("there is no vertex {}", quoted(name)), "one of `names`, or a number");
        }
        found
    }

    /// Pairs of vertices, or triples with a cost or a kind. If some edges have a cost, the others
    /// cost 1. If one edge has a kind, every edge needs one.
    pub(crate) fn edges(&mut self, node: Node, vertices: i64) -> BoardChoice {
        self.place(SetupPlace::Board, node.span);
        let list = self.list(node, "a list of edges, such as [[0, 1], [1, 2]]");
        let mut has_costs = false;
        let mut kinds: Option<Vec<String>> = None;
        let mut edges = Vec::with_capacity(list.len());
        for (index, node) in list.into_iter().enumerate() {
            self.place(SetupPlace::Edge { index }, node.span);
            let (span, met) = (node.span, kinds.is_some());
            let edge = self.edge(node, &mut has_costs, &mut kinds);
            let has_kind = edge.is_some_and(|edge| edge.3.is_some());
            if edge.is_some() && kinds.is_some() && (!has_kind || has_costs || !met && index > 0) {
                let wanted = "a kind for each edge, as in [0, 1, \"taxi\"]";
                self.expected(span, "some edges have a kind and others have none", wanted);
                break;
            }
            edges.extend(edge);
        }
        if let Some(kinds) = kinds {
            let edges = edges.into_iter().map(|(from, to, _, kind)| (from, to, kind.unwrap_or_default())).collect();
            return BoardChoice::EdgesOfKinds { vertices, edges, kinds };
        }
        let edges: Vec<_> = edges.into_iter().map(|(from, to, cost, _)| (from, to, cost)).collect();
        if has_costs {
            BoardChoice::EdgesWithCosts { vertices, edges }
        } else {
            BoardChoice::Edges { vertices, edges: edges.into_iter().map(|(from, to, _)| (from, to)).collect() }
        }
    }

    /// The ends of an edge, its cost, and the index of its kind if it has a kind.
    fn edge(
        &mut self,
        node: Node,
        has_costs: &mut bool,
        kinds: &mut Option<Vec<String>>,
    ) -> Option<(i64, i64, i64, Option<usize>)> {
        let span = node.span;
        let Value::List(ends) = node.value else {
            self.misfit(&node, EDGE);
            return None;
        };
        let mut kind = None;
        let (from, to, cost) = match &ends[..] {
            [from, to] => (from, to, Some(1)),
            [from, to, Node { value: Value::Text(word), .. }] => {
                kind = Some(index_of(kinds.get_or_insert_default(), word));
                (from, to, Some(1))
            }
            [from, to, cost] => {
                *has_costs = true;
                (from, to, self.integer(cost, COST))
            }
            [_] => {
                self.expected(span, "this edge has 1 vertex", EDGE);
                return None;
            }
            _ => {
                let wanted = "a pair of vertices and, where moves have costs, a cost, such as [0, 1, 3]";
                let wanted = if ends.is_empty() { EDGE } else { wanted };
                self.expected(span, format!("this edge has {} vertices", ends.len()), wanted);
                return None;
            }
        };
        let (from, to) = (self.board_vertex(from), self.board_vertex(to));
        Some((from?, to?, cost?, kind))
    }

    /// The rows of a grid: a list of texts, or one text with one row on each line. Adds what a
    /// drawing says besides to the setup ([`cells`](Self::cells)).
    pub(crate) fn grid(&mut self, node: Node, setup: &mut Setup) -> BoardChoice {
        self.place(SetupPlace::Board, node.span);
        let literal = node.span;
        let mut lines = Lines::new();
        match node.value {
            Value::Text(text) => {
                let stands_at = self.verbatim(literal, &text).map(Span::start);
                for (line, at) in grid::rows(&text) {
                    let span = stands_at.map(|start| Span::from(start + at..start + at + line.len()));
                    lines.push((line.to_owned(), span.filter(|span| span.len() > 0).unwrap_or(literal)));
                }
            }
            Value::List(rows) => {
                for node in rows {
                    let literal = node.span;
                    if let Some(text) = self.text(node, ROW) {
                        let verbatim = self.verbatim(literal, &text).filter(|span| span.len() > 0);
                        lines.push((text, verbatim.unwrap_or(literal)));
                    }
                }
            }
            _ => self.misfit(&node, "a list of rows, or one text with a row on each line"),
        }
        self.cells(lines, setup)
    }

    /// The cells of a grid with these lines. Adds its thin walls to the setup. An exit on the border
    /// closes the holes to the cats, unless the setup says what a hole is to a cat.
    pub(crate) fn cells(&mut self, lines: Lines, setup: &mut Setup) -> BoardChoice {
        BoardChoice::Grid(if is_maze(&lines) {
            let maze = maze::read(self, &lines).map_err(|problem| self.add(problem)).unwrap_or_default();
            setup.thin_walls.extend(maze.thin_walls);
            if maze.has_exit {
                setup.rules.cat_in_hole.get_or_insert(CatInHole::Forbidden);
            }
            maze.rows
        } else {
            let row = |(row, (line, span))| {
                self.place(SetupPlace::GridRow { row }, span);
                line
            };
            lines.into_iter().enumerate().map(row).collect()
        })
    }
}

/// A count or an index, converted to the `i64` of setups.
pub(crate) fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
