//! Step graphs: a digraph along which a piece may move, as compressed sparse rows in both
//! directions.

use std::collections::VecDeque;

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

    /// The least number of arcs from any of these nodes to each node, or [`NEVER`](Self::NEVER). Time:
    /// linear in the arcs.
    ///
    /// ```
    /// use catmouse_arena::StepGraph;
    ///
    /// let path = StepGraph::new(4, vec![(0, 1, 1), (1, 2, 1)]);
    /// assert_eq!(path.arcs_from([0]), [0, 1, 2, StepGraph::NEVER]);
    /// assert_eq!(path.arcs_to([2]), [2, 1, 0, StepGraph::NEVER]);
    /// ```
    pub fn arcs_from(&self, starts: impl IntoIterator<Item = u32>) -> Vec<u32> {
        self.breadth_first(starts, |node| self.successors(node))
    }

    /// The least number of arcs from each node to any of these nodes, or [`NEVER`](Self::NEVER). Time:
    /// linear in the arcs.
    pub fn arcs_to(&self, targets: impl IntoIterator<Item = u32>) -> Vec<u32> {
        self.breadth_first(targets, |node| self.predecessors(node))
    }

    /// The number of arcs where no walk leads.
    pub const NEVER: u32 = u32::MAX;

    fn breadth_first<'a>(&self, from: impl IntoIterator<Item = u32>, next: impl Fn(u32) -> &'a [Arc]) -> Vec<u32> {
        let mut distances = vec![Self::NEVER; self.nodes() as usize];
        let mut open: VecDeque<u32> = from.into_iter().collect();
        for &node in &open {
            distances[node as usize] = 0;
        }
        while let Some(node) = open.pop_front() {
            let beyond = distances[node as usize] + 1;
            for arc in next(node) {
                let distance = &mut distances[arc.node as usize];
                if *distance == Self::NEVER {
                    *distance = beyond;
                    open.push_back(arc.node);
                }
            }
        }
        distances
    }

    /// Whether every arc costs 1.
    pub fn unit_costs(&self) -> bool {
        self.unit_costs
    }
}
