//! How one token may move: a digraph in compressed rows, readable in both directions.

use crate::game::Cost;

/// One arc of a [`StepGraph`], seen from either end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hop {
    /// The node at the other end.
    pub node: u32,
    /// What the move costs, at least 1.
    pub cost: Cost,
}

/// The digraph along which one player's token moves.
///
/// Nodes are `0..nodes()`. Arcs out of a node are ordered by target, then by cost; an arc given twice with one cost is held
/// once. Memory: 8 bytes a node and 16 bytes an arc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepGraph {
    out: Rows,
    into: Rows,
    unit_costs: bool,
}

/// The arcs of all nodes, one node after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rows {
    starts: Vec<u32>,
    hops: Vec<Hop>,
}

impl StepGraph {
    /// The digraph with these arcs, each `(from, to, cost)`, in any order. Time: O(nodes + arcs · log arcs), and linear where
    /// the arcs come sorted.
    ///
    /// # Panics
    ///
    /// If an arc names a node out of `0..nodes`, costs 0, or there are 2³² arcs or more.
    pub fn new(nodes: u32, mut arcs: Vec<(u32, u32, Cost)>) -> Self {
        for &(from, to, cost) in &arcs {
            assert!(from < nodes && to < nodes, "the arc {from}→{to} leaves the {nodes} nodes");
            assert!(cost >= 1, "the arc {from}→{to} must cost at least 1");
        }
        arcs.sort_unstable();
        arcs.dedup();
        assert!(u32::try_from(arcs.len()).is_ok(), "a step graph holds fewer than 2³² arcs");
        let unit_costs = arcs.iter().all(|arc| arc.2 == 1);
        let out = Rows::new(nodes, arcs.iter().map(|&(from, to, cost)| (from, Hop { node: to, cost })));
        let into = Rows::new(nodes, arcs.iter().map(|&(from, to, cost)| (to, Hop { node: from, cost })));
        Self { out, into, unit_costs }
    }

    /// How many nodes there are.
    #[inline]
    pub fn nodes(&self) -> u32 {
        (self.out.starts.len() - 1) as u32
    }

    /// How many arcs there are.
    #[inline]
    pub fn arcs(&self) -> usize {
        self.out.hops.len()
    }

    /// The arcs out of a node, by target.
    #[inline]
    pub fn successors(&self, node: u32) -> &[Hop] {
        self.out.row(node)
    }

    /// The arcs into a node, by source.
    #[inline]
    pub fn predecessors(&self, node: u32) -> &[Hop] {
        self.into.row(node)
    }

    /// Whether every arc costs 1.
    pub fn unit_costs(&self) -> bool {
        self.unit_costs
    }
}

impl Rows {
    /// Buckets the entries by row; within a row they keep their order.
    fn new(rows: u32, entries: impl Iterator<Item = (u32, Hop)> + Clone) -> Self {
        let mut starts = vec![0u32; rows as usize + 1];
        let mut count = 0;
        for (row, _) in entries.clone() {
            starts[row as usize + 1] += 1;
            count += 1;
        }
        for row in 1..starts.len() {
            starts[row] += starts[row - 1];
        }
        let mut next = starts.clone();
        let mut hops = vec![Hop { node: 0, cost: 0 }; count];
        for (row, hop) in entries {
            let slot = &mut next[row as usize];
            hops[*slot as usize] = hop;
            *slot += 1;
        }
        Self { starts, hops }
    }

    #[inline]
    fn row(&self, row: u32) -> &[Hop] {
        let row = row as usize;
        &self.hops[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}
