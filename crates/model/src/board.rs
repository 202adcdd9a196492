//! Boards: a finite graph with numbered vertices, optionally named, or cut out of a grid of cells.

use std::fmt;

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use serde::{Deserialize, Serialize};

use crate::defect::DefectKind;
use crate::setup::VertexChoice;

/// A vertex of a board, `0..board.vertices()`. The free cells of a grid are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Vertex(u32);

impl Vertex {
    /// The vertex with this number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number of this vertex.
    pub const fn number(self) -> u32 {
        self.0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A cell of a grid, counted from the top left corner, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub column: u32,
}

/// How the vertices of a board lie in a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u32,
    vertex_at: Vec<Option<Vertex>>,
    cell_of: Vec<Cell>,
}

impl Grid {
    /// A grid of this many columns; `free` says of each cell, row by row, whether it is a vertex (`true`) or a wall.
    pub(crate) fn new(columns: u32, free: impl IntoIterator<Item = bool>) -> Self {
        let mut grid = Self { columns, vertex_at: Vec::new(), cell_of: Vec::new() };
        for (index, is_free) in free.into_iter().enumerate() {
            let cell = Cell { row: index as u32 / columns, column: index as u32 % columns };
            grid.vertex_at.push(is_free.then_some(Vertex(grid.cell_of.len() as u32)));
            grid.cell_of.extend(is_free.then_some(cell));
        }
        grid
    }

    /// Rows of the grid.
    pub fn rows(&self) -> u32 {
        self.vertex_at.len() as u32 / self.columns
    }

    /// Columns of the grid.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The cell of a vertex.
    pub fn cell(&self, vertex: Vertex) -> Cell {
        self.cell_of[vertex.index()]
    }

    /// The vertex at a cell; none for a wall or beyond the edge.
    pub fn vertex(&self, cell: Cell) -> Option<Vertex> {
        if cell.row >= self.rows() || cell.column >= self.columns {
            return None;
        }
        self.vertex_at[(cell.row * self.columns + cell.column) as usize]
    }

    /// The vertices met when going straight from a vertex in one of the four directions, up to the next wall or edge.
    pub(crate) fn ray(&self, from: Vertex, direction: Direction) -> impl Iterator<Item = Vertex> + '_ {
        let (down, right) = direction.offset();
        let mut cell = Some(self.cell(from));
        std::iter::from_fn(move || {
            let here = cell?;
            let next = Cell { row: here.row.checked_add_signed(down)?, column: here.column.checked_add_signed(right)? };
            cell = Some(next);
            self.vertex(next)
        })
        .fuse()
    }

    /// The lengths of the maximal straight runs of free cells, along rows and along columns.
    pub(crate) fn runs(&self) -> impl Iterator<Item = u64> + '_ {
        let line = |cells: Vec<Cell>| {
            let free: Vec<bool> = cells.into_iter().map(|cell| self.vertex(cell).is_some()).collect();
            free.split(|is_free| !is_free).map(|run| run.len() as u64).filter(|&length| length > 0).collect::<Vec<_>>()
        };
        let along_rows =
            (0..self.rows()).map(move |row| (0..self.columns).map(|column| Cell { row, column }).collect::<Vec<_>>());
        let along_columns =
            (0..self.columns).map(move |column| (0..self.rows()).map(|row| Cell { row, column }).collect::<Vec<_>>());
        along_rows.chain(along_columns).flat_map(line)
    }
}

/// A direction along a grid.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    Up,
    Left,
    Right,
    Down,
}

impl Direction {
    pub(crate) const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }
}

/// A board: a petgraph digraph whose nodes may have names and whose arcs have costs. An undirected edge is two arcs.
///
/// A board comes out of a [`Setup`](crate::Setup) only, so it is always in order: arcs lead to vertices that exist, each arc
/// is there once for each cost, and names are unique.
#[derive(Clone, Debug)]
pub struct Board {
    graph: DiGraph<Option<String>, u32>,
    grid: Option<Grid>,
    has_costs: bool,
}

/// An arc: `(from, to, cost)`.
pub(crate) type Arc = (u32, u32, u32);

/// The arcs of a board in any order and with repetitions, and whether those costs are meant.
#[derive(Clone, Debug)]
pub(crate) struct Arcs {
    pub(crate) list: Vec<Arc>,
    pub(crate) have_costs: bool,
}

impl Board {
    pub(crate) fn new(names: Vec<Option<String>>, arcs: Arcs, grid: Option<Grid>) -> Self {
        let Arcs { list: mut arcs, have_costs: has_costs } = arcs;
        arcs.sort_unstable();
        arcs.dedup();
        let mut graph = DiGraph::with_capacity(names.len(), arcs.len());
        for name in names {
            graph.add_node(name);
        }
        let mut board = Self { graph, grid, has_costs };
        board.replace_arcs(arcs);
        board
    }

    /// Puts other arcs between the vertices, ordered and without repetitions; on a grid they are the grid's.
    pub(crate) fn replace_arcs(&mut self, arcs: impl IntoIterator<Item = Arc>) {
        self.graph.clear_edges();
        for (from, to, cost) in arcs {
            self.graph.add_edge(NodeIndex::new(from as usize), NodeIndex::new(to as usize), cost);
        }
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> u32 {
        self.graph.node_count() as u32
    }

    /// The arcs, `(from, to, cost)`, ordered.
    pub fn arcs(&self) -> impl Iterator<Item = (Vertex, Vertex, u32)> + '_ {
        self.graph
            .edge_references()
            .map(|arc| (Vertex(arc.source().index() as u32), Vertex(arc.target().index() as u32), *arc.weight()))
    }

    /// Whether moves were given costs. Then the game counts cost, even if every move costs 1; otherwise every arc costs 1 and
    /// the game counts plies.
    pub fn has_costs(&self) -> bool {
        self.has_costs
    }

    /// How many arcs there are.
    pub fn arc_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// The board as a petgraph digraph, for whatever else petgraph can say about it.
    pub fn graph(&self) -> &DiGraph<Option<String>, u32> {
        &self.graph
    }

    /// How the vertices lie in a grid, if the board is one.
    pub fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// The name of a vertex, if it has one.
    pub fn name(&self, vertex: Vertex) -> Option<&str> {
        self.graph[NodeIndex::new(vertex.index())].as_deref()
    }

    /// The vertex that a choice names.
    ///
    /// # Errors
    ///
    /// The defect of the choice: no such number, name or cell, a number on a grid, a cell on a board that is none, or a wall.
    pub fn find(&self, choice: &VertexChoice) -> Result<Vertex, DefectKind> {
        let all = || (0..self.vertices()).map(Vertex);
        match choice {
            // The free cells of a grid have numbers too, but they are never shown: `[0, 2]` is meant as a cell.
            &VertexChoice::Number(number) if self.grid.is_some() => Err(DefectKind::NumberOnGrid { number }),
            &VertexChoice::Number(number) => existing(number, self.vertices())
                .map(Vertex)
                .ok_or(DefectKind::NoSuchVertex { vertex: number, vertices: self.vertices() }),
            VertexChoice::Name(name) => all().find(|&vertex| self.name(vertex) == Some(name)).ok_or_else(|| {
                let named = all().any(|vertex| self.name(vertex).is_some());
                DefectKind::NoSuchName { name: name.clone(), named }
            }),
            &VertexChoice::Cell(row, column) => {
                let grid = self.grid.as_ref().ok_or_else(|| DefectKind::NoGrid { choice: choice.clone() })?;
                let (Some(row), Some(column)) = (existing(row, grid.rows()), existing(column, grid.columns())) else {
                    let (rows, columns) = (grid.rows(), grid.columns());
                    return Err(DefectKind::OutsideGrid { choice: choice.clone(), rows, columns });
                };
                grid.vertex(Cell { row, column }).ok_or_else(|| DefectKind::Wall { choice: choice.clone() })
            }
        }
    }

    /// A vertex as the user would write it: its name, its cell, or its number.
    pub fn label(&self, vertex: Vertex) -> Label<'_> {
        match (self.name(vertex), &self.grid) {
            (Some(name), _) => Label::Name(name),
            (None, Some(grid)) => Label::Cell(grid.cell(vertex)),
            (None, None) => Label::Number(vertex.number()),
        }
    }
}

/// The number, if it is one of `0..count`.
pub(crate) fn existing(number: i64, count: u32) -> Option<u32> {
    u32::try_from(number).ok().filter(|&number| number < count)
}

/// A vertex in the user's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label<'a> {
    /// By number: `3`.
    Number(u32),
    /// By name: `kitchen`.
    Name(&'a str),
    /// By cell: `(2,0)`.
    Cell(Cell),
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
            Self::Cell(Cell { row, column }) => write!(f, "({row},{column})"),
        }
    }
}
