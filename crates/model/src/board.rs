//! Boards: finite digraphs with numbered vertices, which may have names or be the free cells of a
//! grid.

use std::fmt;

use catmouse_arena::InOrder;
use petgraph::graph::{DiGraph, NodeIndex};
use serde::{Deserialize, Serialize};

use crate::quoting::legible_line;

/// A vertex of a board, by its number in `0..board.vertices()`. The free cells of a grid are
/// numbered row by row.
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

/// Which outer lines of a grid hold nothing but exits on the border, and so are drawn outside the
/// outer wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "each field is the outer row or column on this side")]
#[expect(clippy::struct_excessive_bools, reason = "a grid has four sides")]
pub struct Margins {
    pub above: bool,
    pub below: bool,
    pub left: bool,
    pub right: bool,
}

/// A cell of a grid. Rows and columns are counted from the top left corner, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub column: u32,
}

/// A wall between two cells that are side by side.
pub type ThinWall = [Cell; 2];

/// A grid of cells. Some cells are walls, the others are the vertices of a board. Thin walls may stand
/// between two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u32,
    vertex_at: Vec<Option<Vertex>>,
    cell_of: Vec<Cell>,
    /// Sorted, each with the lesser cell first.
    thin_walls: Vec<ThinWall>,
    margins: Margins,
}

impl Grid {
    /// A grid with this many columns. `free` says of each cell, row by row, whether it is a vertex
    /// (`true`) or a wall.
    pub(crate) fn new(columns: u32, free: impl IntoIterator<Item = bool>) -> Self {
        let mut grid = Self {
            columns,
            vertex_at: Vec::new(),
            cell_of: Vec::new(),
            thin_walls: Vec::new(),
            margins: Margins::default(),
        };
        for (index, is_free) in free.into_iter().enumerate() {
            let cell = Cell { row: index as u32 / columns, column: index as u32 % columns };
            grid.vertex_at.push(is_free.then_some(Vertex(grid.cell_of.len() as u32)));
            grid.cell_of.extend(is_free.then_some(cell));
        }
        grid
    }

    /// The same grid with these thin walls; an error if one is not between two cells side by side.
    pub(crate) fn with_thin_walls(mut self, walls: &[ThinWall]) -> Result<Self, ThinWall> {
        for &[one, other] in walls {
            let wall @ [one, other] = [one.min(other), one.max(other)];
            let apart = (other.row - one.row, other.column.abs_diff(one.column));
            let are_cells = other.row < self.rows() && one.column.max(other.column) < self.columns;
            if !are_cells || !matches!(apart, (0, 1) | (1, 0)) {
                return Err(wall);
            }
            self.thin_walls.push(wall);
        }
        self.thin_walls.put_in_order();
        self.thin_walls.dedup();
        Ok(self)
    }

    /// The same grid, of which some outer rows and columns are drawn outside the outer wall.
    pub(crate) fn with_margins(self, margins: Margins) -> Self {
        Self { margins, ..self }
    }

    /// The outer rows and columns that hold only exits on the border.
    pub fn margins(&self) -> Margins {
        self.margins
    }

    /// The thin walls, sorted, each with the upper or the left cell first.
    pub fn thin_walls(&self) -> &[ThinWall] {
        &self.thin_walls
    }

    /// Whether a step leads between two cells that are side by side.
    fn leads(&self, one: Cell, other: Cell) -> bool {
        let wall = [one.min(other), one.max(other)];
        let are_free = self.vertex(one).is_some() && self.vertex(other).is_some();
        are_free && self.thin_walls.binary_search(&wall).is_err()
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.vertex_at.len() as u32 / self.columns
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The cell of a vertex.
    ///
    /// # Panics
    ///
    /// If the vertex does not exist.
    pub fn cell(&self, vertex: Vertex) -> Cell {
        self.cell_of[vertex.index()]
    }

    /// The vertex at a cell; `None` for a wall or a cell outside the grid.
    pub fn vertex(&self, cell: Cell) -> Option<Vertex> {
        if cell.row >= self.rows() || cell.column >= self.columns {
            return None;
        }
        self.vertex_at[(cell.row * self.columns + cell.column) as usize]
    }

    /// The vertices in one direction from a vertex, nearest first, up to the next wall, thin wall or
    /// the edge of the grid.
    pub(crate) fn ray(&self, from: Vertex, direction: Direction) -> impl Iterator<Item = Vertex> + '_ {
        let (down, right) = direction.offset();
        let mut cell = Some(self.cell(from));
        std::iter::from_fn(move || {
            let here = cell?;
            let next = Cell { row: here.row.checked_add_signed(down)?, column: here.column.checked_add_signed(right)? };
            cell = Some(next);
            self.vertex(next).filter(|_| self.leads(here, next))
        })
        .fuse()
    }

    /// The lengths of the maximal straight runs of free cells without a thin wall, along rows and
    /// along columns.
    pub(crate) fn runs(&self) -> impl Iterator<Item = u64> + '_ {
        let line = |cells: Vec<Cell>| {
            let runs = cells.chunk_by(|&one, &other| self.leads(one, other));
            let is_free = |run: &&[Cell]| self.vertex(run[0]).is_some();
            runs.filter(is_free).map(|run| run.len() as u64).collect::<Vec<_>>()
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

    /// The direction in a sentence: "there is no legal move up".
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Left => "to the left",
            Self::Right => "to the right",
            Self::Down => "down",
        }
    }

    fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }
}

/// A board: a digraph whose vertices may have names and whose arcs have costs. An undirected edge
/// is two arcs.
///
/// Only [`Setup::plan`](crate::Setup::plan) and [`Setup::plan_board`](crate::Setup::plan_board)
/// make boards. So arcs lead to existing vertices, no two arcs are equal in both ends and cost, and
/// names are unique.
///
/// ```
/// use catmouse_model::{BoardChoice, Cell, Label, Setup};
///
/// let board = Setup::new(BoardChoice::Grid(vec!["M.#".to_owned(), "C.F".to_owned()])).plan_board()?;
/// assert_eq!((board.vertices(), board.arc_count()), (5, 10));
/// let (from, to, cost) = board.arcs().next().unwrap();
/// assert_eq!((board.label(from).to_string(), board.label(to).to_string(), cost), ("(0,0)".into(), "(0,1)".into(), 1));
/// assert_eq!(board.grid().unwrap().vertex(Cell { row: 0, column: 2 }), None); // a wall
/// # Ok::<(), catmouse_model::Defects>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    /// The name of each vertex, if it has one.
    names: Vec<Option<String>>,
    /// The caption of each vertex; empty if there are none.
    captions: Vec<String>,
    /// Sorted and without repetitions.
    arcs: Vec<Arc>,
    grid: Option<Grid>,
    has_costs: bool,
    kinds: Kinds,
}

/// The most kinds of edges that a board may have.
pub const MAX_KINDS: usize = 64;

/// The kinds of a board's edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    pub(crate) names: Vec<String>,
    /// For each arc a bit for each kind that it has; empty if there are no kinds.
    pub(crate) of_arcs: Vec<u64>,
}

/// An arc: `(from, to, cost)`.
pub(crate) type Arc = (u32, u32, u32);

/// The arcs of a board, in any order and perhaps repeated, and whether the setup gives them costs.
#[derive(Clone, Debug)]
pub(crate) struct Arcs {
    pub(crate) list: Vec<Arc>,
    pub(crate) have_costs: bool,
}

impl Board {
    pub(crate) fn new(names: Vec<Option<String>>, arcs: Arcs, grid: Option<Grid>) -> Self {
        let Arcs { list: mut arcs, have_costs: has_costs } = arcs;
        arcs.put_in_order();
        arcs.dedup();
        Self { names, captions: Vec::new(), arcs, grid, has_costs, kinds: Kinds::default() }
    }

    /// The same board with a caption for each vertex. Captions may be any text, and are kept as
    /// [`legible_line`]s.
    pub(crate) fn with_captions(self, captions: &[String]) -> Self {
        Self { captions: captions.iter().map(|caption| legible_line(caption).into_owned()).collect(), ..self }
    }

    /// The same board with edges of these kinds: `(from, to, index of a kind)` for each arc and
    /// each of its kinds.
    pub(crate) fn with_kinds(mut self, names: &[String], arcs: impl IntoIterator<Item = (u32, u32, usize)>) -> Self {
        let mut of_arcs = vec![0; self.arcs.len()];
        for (from, to, kind) in arcs {
            if let Ok(arc) = self.arcs.binary_search_by_key(&(from, to), |&(from, to, _)| (from, to)) {
                of_arcs[arc] |= 1 << kind;
            }
        }
        self.kinds = Kinds { names: names.to_vec(), of_arcs };
        self
    }

    /// The names of the kinds of edges; empty if edges have no kinds.
    pub fn kinds(&self) -> &[String] {
        &self.kinds.names
    }

    /// The kinds of the arc with this index, in the order of [`arcs`](Self::arcs).
    pub fn kinds_of(&self, arc: usize) -> impl Iterator<Item = &str> {
        let kinds = self.kinds.of_arcs.get(arc).copied().unwrap_or_default();
        self.kinds.names.iter().enumerate().filter(move |(kind, _)| kinds >> kind & 1 == 1).map(|(_, name)| &**name)
    }

    /// Whether each arc that has a reverse has the kinds of its reverse.
    pub fn has_kinds_both_ways(&self) -> bool {
        let reverse = |from, to| self.arcs.binary_search_by_key(&(to, from), |&(from, to, _)| (from, to)).ok();
        let mut kinds = self.arcs.iter().zip(&self.kinds.of_arcs);
        kinds.all(|(&(from, to, _), of)| reverse(from, to).is_none_or(|arc| self.kinds.of_arcs[arc] == *of))
    }

    /// The arcs of which a piece may use one of the kinds, a bit each.
    pub(crate) fn arcs_of(&self, kinds: u64) -> impl Iterator<Item = (Vertex, Vertex, u32)> + '_ {
        let is_used = move |&(arc, _): &(usize, _)| self.kinds.of_arcs.get(arc).is_none_or(|of| of & kinds != 0);
        self.arcs().enumerate().filter(is_used).map(|(_, arc)| arc)
    }

    /// Replaces the arcs; the new arcs must be sorted and without repetitions. Not for grids, whose
    /// cells determine their arcs.
    pub(crate) fn replace_arcs(&mut self, arcs: impl IntoIterator<Item = Arc>) {
        self.kinds = Kinds::default();
        self.arcs.clear();
        self.arcs.extend(arcs);
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.names.len() as u32
    }

    /// The arcs `(from, to, cost)`, sorted.
    pub fn arcs(&self) -> impl Iterator<Item = (Vertex, Vertex, u32)> + '_ {
        self.arcs.iter().map(|&(from, to, cost)| (Vertex(from), Vertex(to), cost))
    }

    /// Whether some arc has no reverse.
    pub fn has_one_way_moves(&self) -> bool {
        let has_reverse = |&(from, to, _): &Arc| {
            let at = self.arcs.partition_point(|&(other, end, _)| (other, end) < (to, from));
            self.arcs.get(at).is_some_and(|&(other, end, _)| (other, end) == (to, from))
        };
        !self.arcs.iter().all(has_reverse)
    }

    /// Whether every arc has its reverse at the same cost.
    pub fn is_symmetric(&self) -> bool {
        self.arcs.iter().all(|&(from, to, cost)| self.arcs.binary_search(&(to, from, cost)).is_ok())
    }

    /// The arcs without their costs, `(from, to)` by number.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.arcs().map(|(from, to, _)| (from.number(), to.number()))
    }

    /// Whether the setup gives costs to moves. If so, the game counts cost, even if every move
    /// costs 1; otherwise every arc costs 1 and the game counts plies. A board without arcs has no
    /// costs, regardless of the form of its list.
    pub fn has_costs(&self) -> bool {
        self.has_costs && !self.arcs.is_empty()
    }

    /// The number of arcs.
    pub fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// A new petgraph digraph of the board; node weights are names, edge weights are costs. Time:
    /// linear.
    pub fn graph(&self) -> DiGraph<Option<String>, u32> {
        let mut graph = DiGraph::with_capacity(self.names.len(), self.arcs.len());
        for name in &self.names {
            graph.add_node(name.clone());
        }
        for &(from, to, cost) in &self.arcs {
            graph.add_edge(NodeIndex::new(from as usize), NodeIndex::new(to as usize), cost);
        }
        graph
    }

    /// The grid, if the board is one.
    pub fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// The name of a vertex, if it has one.
    ///
    /// # Panics
    ///
    /// If the vertex does not exist.
    pub fn name(&self, vertex: Vertex) -> Option<&str> {
        self.names[vertex.index()].as_deref()
    }

    /// The word for a vertex in texts: its caption, or else its name, if it has either.
    ///
    /// # Panics
    ///
    /// If the vertex does not exist.
    pub fn word(&self, vertex: Vertex) -> Option<&str> {
        self.captions.get(vertex.index()).map(String::as_str).or_else(|| self.name(vertex))
    }

    /// Whether vertices have captions, which replace their names and numbers in texts.
    pub fn has_captions(&self) -> bool {
        !self.captions.is_empty()
    }

    /// A vertex in the user's notation: by its caption, its name, its cell, or its number.
    ///
    /// # Panics
    ///
    /// If the vertex does not exist.
    pub fn label(&self, vertex: Vertex) -> Label<'_> {
        match (self.word(vertex), &self.grid) {
            (Some(name), _) => Label::Name(name),
            (None, Some(grid)) => Label::Cell(grid.cell(vertex)),
            (None, None) => Label::Number(vertex.number()),
        }
    }
}

/// The number as an index, if it is in `0..count`.
pub(crate) fn existing(number: i64, count: u32) -> Option<u32> {
    u32::try_from(number).ok().filter(|&number| number < count)
}

/// A vertex in the user's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label<'a> {
    /// By number: `3`.
    Number(u32),
    /// By caption or name: `kitchen`.
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
