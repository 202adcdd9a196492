//! Step graphs: a digraph along which a piece may move, as compressed sparse rows in both
//! directions.

use crate::moves::Cost;

/// One arc of a [`StepGraph`], listed at one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    /// The node at the other end.
    pub node: u32,
    /// The cost of a move along the arc, at least 1.
    pub cost: Cost,
}

/// The digraph along which a piece moves: each move is along one arc.
///
/// Nodes are `0..nodes()`. Arcs out of a node are ordered by target, then by cost; an arc given
/// twice with the same cost is held once. Memory: 8 bytes a node and 16 bytes an arc.
///
/// ```
/// use catmouse_arena::{Arc, StepGraph};
///
/// // 0 → 1 at cost 1, and 1 → 0 at cost 3.
/// let steps = StepGraph::new(2, vec![(1, 0, 3), (0, 1, 1)]);
/// assert_eq!(steps.successors(1), [Arc { node: 0, cost: 3 }]);
/// assert_eq!(steps.predecessors(1), [Arc { node: 0, cost: 1 }]);
/// assert!(!steps.unit_costs());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepGraph {
    out: Adjacency,
    into: Adjacency,
    unit_costs: bool,
}

/// The arcs of all nodes as compressed sparse rows: node `v` has `arcs[starts[v]..starts[v + 1]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Adjacency {
    starts: Vec<u32>,
    arcs: Vec<Arc>,
}

impl StepGraph {
    /// The digraph with these arcs, each `(from, to, cost)`, in any order. Time:
    /// O(nodes + arcs · log arcs), or linear if the arcs are sorted.
    ///
    /// # Panics
    ///
    /// If an arc names a node outside `0..nodes` or costs 0, or if there are 2³² arcs or more.
    pub fn new(nodes: u32, mut arcs: Vec<(u32, u32, Cost)>) -> Self {
        let rows = || Adjacency { starts: vec![0; nodes as usize + 1], arcs: Vec::with_capacity(arcs.len()) };
        let mut graph = Self { out: rows(), into: rows(), unit_costs: true };
        graph.replace_arcs(&mut arcs);
        graph
    }

    /// Replaces the arcs and reuses their memory, for programs that process many digraphs. The list
    /// is left sorted, without repetitions. Time: as for [`new`](Self::new).
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    pub fn replace_arcs(&mut self, arcs: &mut Vec<(u32, u32, Cost)>) {
        let nodes = self.nodes();
        for &(from, to, cost) in &*arcs {
            assert!(from < nodes && to < nodes, "the arc {from}→{to} leaves the {nodes} nodes");
            assert!(cost >= 1, "the arc {from}→{to} must cost at least 1");
        }
        arcs.sort_unstable();
        arcs.dedup();
        assert!(u32::try_from(arcs.len()).is_ok(), "a step graph holds fewer than 2³² arcs");
        self.unit_costs = arcs.iter().all(|arc| arc.2 == 1);
        self.out.refill(arcs.iter().map(|&(from, to, cost)| (from, Arc { node: to, cost })));
        self.into.refill(arcs.iter().map(|&(from, to, cost)| (to, Arc { node: from, cost })));
    }

    /// The number of nodes.
    #[inline]
    pub fn nodes(&self) -> u32 {
        (self.out.starts.len() - 1) as u32
    }

    /// The number of arcs.
    #[inline]
    pub fn arcs(&self) -> usize {
        self.out.arcs.len()
    }

    /// The arcs out of a node, by target, then by cost.
    #[inline]
    pub fn successors(&self, node: u32) -> &[Arc] {
        self.out.row(node)
    }

    /// The arcs into a node, by source, then by cost.
    #[inline]
    pub fn predecessors(&self, node: u32) -> &[Arc] {
        self.into.row(node)
    }

    /// Whether every arc costs 1.
    pub fn unit_costs(&self) -> bool {
        self.unit_costs
    }
}

impl Adjacency {
    /// Sorts the entries by row; within a row they keep their order.
    fn refill(&mut self, entries: impl ExactSizeIterator<Item = (u32, Arc)> + Clone) {
        self.starts.fill(0);
        for (row, _) in entries.clone() {
            self.starts[row as usize + 1] += 1;
        }
        for row in 1..self.starts.len() {
            self.starts[row] += self.starts[row - 1];
        }
        self.arcs.resize(entries.len(), Arc { node: 0, cost: 0 });
        // While a row is filled, `starts` holds its next free slot, in the end the start of the
        // next row.
        for (row, arc) in entries {
            let slot = &mut self.starts[row as usize];
            self.arcs[*slot as usize] = arc;
            *slot += 1;
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    #[inline]
    fn row(&self, row: u32) -> &[Arc] {
        let row = row as usize;
        &self.arcs[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}
