//! Small graphs as rows of bits, in which a hunt toggles edges.

use catmouse::play::Dice;
use catmouse_arena::set_bits;
use catmouse_formats::SmallGraph;
use catmouse_model::{Board, BoardChoice, are_connected};

/// The greatest number of vertices of a [`BitGraph`].
pub(crate) const MOST_VERTICES: u32 = 64;

/// The vertices of a set of at most 64, ascending.
pub(crate) fn members(set: u64) -> impl Iterator<Item = u32> {
    set_bits(set).map(|vertex| vertex as u32)
}

/// A simple undirected graph of at most 64 vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitGraph {
    rows: Vec<u64>,
}

impl BitGraph {
    /// A graph with this many vertices and no edges.
    pub(crate) fn empty(vertices: u32) -> Self {
        Self { rows: vec![0; vertices as usize] }
    }

    /// The graph with these rows.
    pub(crate) fn of_rows(rows: Vec<u64>) -> Self {
        Self { rows }
    }

    /// A graph of a stream; `None` if it has an arc without a reverse arc, or a loop.
    pub(crate) fn of_stream(graph: &SmallGraph) -> Option<Self> {
        let mut found = Self::empty(graph.vertices());
        for (from, to) in graph.arcs() {
            found.rows[from as usize] |= 1 << to;
        }
        found.is_simple().then_some(found)
    }

    /// A board as a graph; `None` if it has more than 64 vertices, costs, an arc without a reverse
    /// arc, or a loop.
    pub(crate) fn of_board(board: &Board) -> Option<Self> {
        if board.vertices() > MOST_VERTICES || board.has_costs() {
            return None;
        }
        let mut found = Self::empty(board.vertices());
        for (from, to, _) in board.arcs() {
            found.rows[from.number() as usize] |= 1 << to.number();
        }
        found.is_simple().then_some(found)
    }

    /// Whether every arc has its reverse arc, and there are no loops.
    fn is_simple(&self) -> bool {
        (0..self.vertices()).all(|from| members(self.row(from)).all(|to| from != to && self.has(to, from)))
    }

    pub(crate) fn vertices(&self) -> u32 {
        self.rows.len() as u32
    }

    /// The neighbours of a vertex, as bits.
    pub(crate) fn row(&self, vertex: u32) -> u64 {
        self.rows[vertex as usize]
    }

    pub(crate) fn has(&self, one: u32, other: u32) -> bool {
        self.rows[one as usize] >> other & 1 == 1
    }

    pub(crate) fn degree(&self, vertex: u32) -> u32 {
        self.rows[vertex as usize].count_ones()
    }

    /// Adds an edge, or removes it if it is there.
    pub(crate) fn toggle(&mut self, one: u32, other: u32) {
        self.rows[one as usize] ^= 1 << other;
        self.rows[other as usize] ^= 1 << one;
    }

    /// The number of edges.
    pub(crate) fn size(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum::<u32>() / 2
    }

    /// The arcs in both directions, in ascending order.
    pub(crate) fn arcs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.vertices()).flat_map(|from| members(self.row(from)).map(move |to| (from, to)))
    }

    /// The edges, each with its lesser end first, in ascending order.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.arcs().filter(|(from, to)| from < to)
    }

    /// Whether the graph is connected.
    pub(crate) fn is_connected(&self) -> bool {
        self.vertices() == 0 || are_connected(&self.rows)
    }

    /// The graph in which vertex `i` is the vertex `order[i]` of this graph.
    pub(crate) fn reordered(&self, order: &[u32]) -> Self {
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        let row = |&old: &u32| members(self.row(old)).fold(0, |row, to| row | 1 << place[to as usize]);
        Self { rows: order.iter().map(row).collect() }
    }

    /// The number of cycles of three vertices plus twice the number of cycles of four.
    pub(crate) fn short_cycles(&self) -> u32 {
        let mut found = 0;
        for one in 0..self.vertices() {
            for other in one + 1..self.vertices() {
                let common = (self.row(one) & self.row(other)).count_ones();
                found += common * common.saturating_sub(1) / 2; // each cycle of four vertices is counted twice
                found += if self.has(one, other) { common } else { 0 };
            }
        }
        found
    }

    /// The board of the graph.
    pub(crate) fn board(&self) -> BoardChoice {
        let list = |vertex| members(self.row(vertex)).map(i64::from).collect();
        BoardChoice::Adjacency((0..self.vertices()).map(list).collect())
    }

    /// A connected random graph: a random tree of random depth, and up to `more_edges` more edges.
    pub(crate) fn random(vertices: u32, more_edges: u32, most_degree: u32, dice: &mut Dice) -> Self {
        let mut graph = Self::empty(vertices);
        let reach = 1 + dice.below(vertices as usize) as u32;
        for vertex in 1..vertices {
            // One of the last `reach` vertices whose degree is below the maximum. If eight random
            // choices find none, the previous vertex.
            let from = (0..8)
                .map(|_| vertex - 1 - dice.below(vertex.min(reach) as usize) as u32)
                .find(|&from| graph.degree(from) < most_degree)
                .unwrap_or(vertex - 1);
            graph.toggle(from, vertex);
        }
        for _ in 0..more_edges {
            let (one, other) = graph.any_pair(dice);
            if !graph.has(one, other) && graph.degree(one).max(graph.degree(other)) < most_degree {
                graph.toggle(one, other);
            }
        }
        graph
    }

    /// A random regular graph of this degree; `None` if there is none.
    pub(crate) fn random_regular(vertices: u32, degree: u32, dice: &mut Dice) -> Option<Self> {
        // Start with a circulant graph, and then swap its edges many times.
        let mut graph = Self::empty(vertices);
        for vertex in 0..vertices {
            for step in 1..=degree / 2 {
                let other = (vertex + step) % vertices;
                if !graph.has(vertex, other) {
                    graph.toggle(vertex, other);
                }
            }
            let across = (vertex + vertices / 2) % vertices;
            if degree % 2 == 1 && !graph.has(vertex, across) {
                graph.toggle(vertex, across);
            }
        }
        for _ in 0..10 * graph.size() {
            graph.swap_two(dice);
        }
        (0..vertices).all(|vertex| graph.degree(vertex) == degree).then_some(graph)
    }

    /// Two different random vertices.
    pub(crate) fn any_pair(&self, dice: &mut Dice) -> (u32, u32) {
        let vertices = self.rows.len();
        let one = dice.below(vertices);
        let other = (one + 1 + dice.below(vertices - 1)) % vertices;
        (one as u32, other as u32)
    }

    /// A random edge, with its ends in random order; `None` if there are no edges.
    fn any_edge(&self, dice: &mut Dice) -> Option<(u32, u32)> {
        let arcs = 2 * self.size();
        if arcs == 0 {
            return None;
        }
        let mut number = dice.below(arcs as usize) as u32;
        for from in 0..self.vertices() {
            let degree = self.degree(from);
            if number < degree {
                return members(self.row(from)).nth(number as usize).map(|to| (from, to));
            }
            number -= degree;
        }
        None
    }

    /// Exchanges the ends of two random edges, so that every vertex keeps its degree. Returns
    /// whether this was possible.
    pub(crate) fn swap_two(&mut self, dice: &mut Dice) -> bool {
        let (Some((a, b)), Some((c, d))) = (self.any_edge(dice), self.any_edge(dice)) else { return false };
        let is_possible = a != c && a != d && b != c && b != d && !self.has(a, d) && !self.has(c, b);
        if is_possible {
            for (one, other) in [(a, b), (c, d), (a, d), (c, b)] {
                self.toggle(one, other);
            }
        }
        is_possible
    }

    /// Moves one end of a random edge to another vertex. Returns whether this was possible.
    pub(crate) fn rewire(&mut self, dice: &mut Dice) -> bool {
        let Some((from, to)) = self.any_edge(dice) else { return false };
        let other = dice.below(self.rows.len()) as u32;
        let is_possible = other != from && other != to && !self.has(from, other);
        if is_possible {
            self.toggle(from, to);
            self.toggle(from, other);
        }
        is_possible
    }
}
