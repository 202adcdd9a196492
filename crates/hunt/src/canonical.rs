//! A canonical form of small coloured graphs: two coloured graphs are isomorphic if and only if
//! their forms are equal.
//!
//! A partition of the vertices into cells is refined until all vertices of a cell have the same
//! number of neighbours in each cell. If a cell still has several vertices, the first smallest such
//! cell is chosen. Each of its vertices is individualised in turn, and the partition is refined
//! again. Among all vertex orders that result, the order with the least adjacency rows is
//! canonical. Two orders with equal rows differ by an automorphism. A branch that an automorphism
//! maps to an earlier one is skipped. (B. D. `McKay`, *Practical graph isomorphism*, Congressus
//! Numerantium 30, 1981.)

use crate::graph::{BitGraph, members};

/// A canonical form, and the order of the vertices that gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canonical {
    /// The vertex at each index of the order; vertices are grouped by colour, the least colour
    /// first.
    pub(crate) order: Vec<u32>,
    /// The rows of the graph in this order.
    pub(crate) rows: Vec<u64>,
}

/// The greatest number of vertex orders to compare. A graph with more orders has thousands of
/// automorphisms; its form may not be canonical.
const MOST_LEAVES: u32 = 20_000;

/// The canonical form of a graph whose vertices have these colours. If two graphs have the same
/// number of vertices of each colour and equal forms, they are isomorphic.
pub(crate) fn canonical(graph: &BitGraph, colours: &[u8]) -> Canonical {
    let mut palette: Vec<u8> = colours.to_vec();
    palette.sort_unstable();
    palette.dedup();
    let with = |colour: &u8| {
        (0..graph.vertices()).filter(|&vertex| colours[vertex as usize] == *colour).fold(0, |cell, v| cell | 1u64 << v)
    };
    let mut cells: Vec<u64> = palette.iter().map(with).collect();
    let splitters = cells.clone();
    refine(graph, &mut cells, splitters);
    let mut search = Search { graph, best: None, first: None, symmetries: Vec::new(), leaves: 0 };
    search.descend(&cells, &mut Vec::new());
    let Leaf { order, rows, .. } = search.best.unwrap_or_default();
    Canonical { order, rows }
}

/// An order of all vertices.
#[derive(Clone, Default)]
struct Leaf {
    order: Vec<u32>,
    rows: Vec<u64>,
    /// The vertices that were individualised, in order.
    path: Vec<u32>,
}

struct Search<'a> {
    graph: &'a BitGraph,
    best: Option<Leaf>,
    first: Option<Leaf>,
    /// Automorphisms that were found: for each vertex its image.
    symmetries: Vec<Vec<u32>>,
    leaves: u32,
}

impl Search<'_> {
    /// Searches all orders that refine these cells. Returns the depth at which the search
    /// continues. It is the depth of the caller, or a smaller one if an automorphism maps this
    /// branch to an earlier one.
    fn descend(&mut self, cells: &[u64], path: &mut Vec<u32>) -> usize {
        let choice = cells.iter().filter(|cell| cell.count_ones() > 1).min_by_key(|cell| cell.count_ones());
        let Some(&cell) = choice else { return self.leaf(cells, path) };
        let at = cells.iter().position(|other| *other == cell).unwrap_or_default();
        let depth = path.len();
        let mut tried = 0u64;
        for vertex in members(cell) {
            if tried != 0 && self.orbit(vertex, path) & tried != 0 {
                continue;
            }
            if self.leaves >= MOST_LEAVES {
                return depth;
            }
            tried |= 1 << vertex;
            let mut finer = cells.to_vec();
            finer[at] = cell & !(1 << vertex);
            finer.insert(at, 1 << vertex);
            refine(self.graph, &mut finer, vec![1 << vertex]);
            path.push(vertex);
            let back = self.descend(&finer, path);
            path.pop();
            if back < depth {
                return back;
            }
        }
        depth
    }

    /// The orbit of a vertex under the known automorphisms that fix the path.
    fn orbit(&self, vertex: u32, path: &[u32]) -> u64 {
        let fixing = || self.symmetries.iter().filter(|it| path.iter().all(|&fixed| it[fixed as usize] == fixed));
        let (mut met, mut fresh) = (1u64 << vertex, 1u64 << vertex);
        while fresh != 0 {
            let next =
                fixing().fold(0, |next, it| members(fresh).fold(next, |next, from| next | 1 << it[from as usize]));
            fresh = next & !met;
            met |= next;
        }
        met
    }

    fn leaf(&mut self, cells: &[u64], path: &[u32]) -> usize {
        self.leaves += 1;
        let order: Vec<u32> = cells.iter().map(|cell| cell.trailing_zeros()).collect();
        let rows: Vec<u64> = {
            let reordered = self.graph.reordered(&order);
            (0..reordered.vertices()).map(|vertex| reordered.row(vertex)).collect()
        };
        let leaf = Leaf { order, rows, path: path.to_vec() };
        for known in [&self.first, &self.best].into_iter().flatten() {
            if known.rows == leaf.rows {
                let mut symmetry = vec![0; leaf.order.len()];
                for (&from, &to) in known.order.iter().zip(&leaf.order) {
                    symmetry[from as usize] = to;
                }
                // The automorphism maps one branch to the other at the depth at which the two paths
                // diverge.
                let common = known.path.iter().zip(path).take_while(|(one, other)| one == other).count();
                self.symmetries.push(symmetry);
                return common;
            }
        }
        if self.best.as_ref().is_none_or(|best| leaf.rows < best.rows) {
            self.best = Some(leaf.clone());
        }
        if self.first.is_none() {
            self.first = Some(leaf);
        }
        path.len()
    }
}

/// Splits cells by the number of neighbours that their vertices have in each splitter. The parts
/// become splitters too.
fn refine(graph: &BitGraph, cells: &mut Vec<u64>, splitters: Vec<u64>) {
    let mut open = std::collections::VecDeque::from(splitters);
    while let Some(splitter) = open.pop_front() {
        let mut at = 0;
        while at < cells.len() {
            let cell = cells[at];
            at += 1;
            if cell & cell.wrapping_sub(1) == 0 {
                continue;
            }
            let count = |vertex: u32| (graph.row(vertex) & splitter).count_ones();
            let (mut least, mut most) = (u32::MAX, 0);
            for vertex in members(cell) {
                let count = count(vertex);
                (least, most) = (least.min(count), most.max(count));
            }
            if least == most {
                continue;
            }
            let mut pieces = [0u64; 65];
            for vertex in members(cell) {
                pieces[count(vertex) as usize] |= 1 << vertex;
            }
            let pieces = (least..=most).map(|count| pieces[count as usize]).filter(|piece| *piece != 0);
            let pieces: Vec<u64> = pieces.collect();
            open.extend(&pieces);
            let count = pieces.len();
            cells.splice(at - 1..at, pieces);
            at += count - 1;
        }
    }
}
