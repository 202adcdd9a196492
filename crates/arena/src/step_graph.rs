//! Step graphs: a digraph along which a piece may move, as compressed sparse rows in both
//! directions.

use crate::InOrder;
use crate::compressed_rows::CompressedRows;
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
    /// The arcs out of each node, and the arcs into it.
    out: CompressedRows<Arc>,
    into: CompressedRows<Arc>,
    unit_costs: bool,
}

impl StepGraph {
    /// The digraph with these arcs, each `(from, to, cost)`, in any order. Time:
    /// O(nodes + arcs · log arcs), or linear if the arcs are sorted.
    ///
    /// # Panics
    ///
    /// If an arc names a node outside `0..nodes` or costs 0, or if there are 2³² arcs or more.
    pub fn new(nodes: u32, mut arcs: Vec<(u32, u32, Cost)>) -> Self {
        let rows = || CompressedRows::grouped(nodes as usize, std::iter::empty());
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
        arcs.put_in_order();
        arcs.dedup();
        self.unit_costs = arcs.iter().all(|arc| arc.2 == 1);
        self.out.regroup(arcs.iter().map(|&(from, to, cost)| (from, Arc { node: to, cost })));
        self.into.regroup(arcs.iter().map(|&(from, to, cost)| (to, Arc { node: from, cost })));
    }

    /// The number of nodes.
    #[inline]
    pub fn nodes(&self) -> u32 {
        self.out.len() as u32
    }

    /// The number of arcs.
    #[inline]
    pub fn arcs(&self) -> usize {
        self.out.entries().len()
    }

    /// The arcs out of a node, by target, then by cost.
    #[inline]
    pub fn successors(&self, node: u32) -> &[Arc] {
        self.out.row(node as usize)
    }

    /// The costs of the arcs from one node to another, ascending.
    pub fn costs_between(&self, (from, to): (u32, u32)) -> impl Iterator<Item = Cost> + '_ {
        let arcs = self.successors(from);
        let there = &arcs[arcs.partition_point(|arc| arc.node < to)..];
        there.iter().take_while(move |arc| arc.node == to).map(|arc| arc.cost)
    }

    /// The arcs into a node, by source, then by cost.
    #[inline]
    pub fn predecessors(&self, node: u32) -> &[Arc] {
        self.into.row(node as usize)
    }

    /// Whether every arc costs 1.
    pub fn unit_costs(&self) -> bool {
        self.unit_costs
    }
}
