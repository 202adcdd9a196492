//! The order of a team's places.
//!
//! For each place, the engine visits all places that a piece can reach from there or from a smaller
//! place. There are fewer of them if neighbours have nearby places. If the given order scatters
//! neighbours, the engine uses the order of Cuthill and `McKee` instead: breadth first from a place
//! at the edge, places with few neighbours first.
//!
//! The given order is used reversed. Then the colexicographic numbers are the arena's numbers
//! ([`Team`](catmouse_arena::Team)) reversed, and no table is needed to convert them.
//!
//! **Source.** E. Cuthill, J. `McKee`, *Reducing the bandwidth of sparse symmetric matrices*, Proc.
//! 24th ACM National Conference, 1969.

use std::cmp::Reverse;
use std::collections::VecDeque;

use catmouse_arena::{CompressedRows, InOrder, StepGraph};

use super::cursor::Cursor;
use super::numbering::Numbering;

/// Another order pays only if the given order is this many times worse.
const WORSE_BY: f64 = 1.25;

/// The order of the places, and the moves between places.
#[derive(Debug)]
pub(super) struct Order {
    /// The node at each place.
    nodes: Vec<u32>,
    /// True if this is the given order reversed.
    is_mirrored: bool,
    /// For each place, the places that a piece reaches from there, ascending.
    targets: CompressedRows<u32>,
    /// For each place, the places from which a piece reaches it.
    origins: CompressedRows<u32>,
    /// For each place, one more than the largest place that a piece reaches from there or from a
    /// smaller place.
    reach: Vec<usize>,
}

impl Order {
    /// A good order of the nodes of this digraph.
    pub(super) fn new(steps: &StepGraph) -> Self {
        let mirrored = Self::given(steps);
        let near = Self::of(cuthill_mckee(steps), false, steps);
        if mirrored.spread() as f64 <= WORSE_BY * near.spread() as f64 { mirrored } else { near }
    }

    /// The given order, reversed.
    pub(super) fn given(steps: &StepGraph) -> Self {
        Self::of((0..steps.nodes()).rev().collect(), true, steps)
    }

    fn of(nodes: Vec<u32>, is_mirrored: bool, steps: &StepGraph) -> Self {
        let mut places = vec![0; nodes.len()];
        for (place, &node) in nodes.iter().enumerate() {
            places[node as usize] = place as u32;
        }
        let empty = || CompressedRows::with_capacity(nodes.len(), steps.arcs());
        let (mut targets, mut origins, mut reach) = (empty(), empty(), Vec::with_capacity(nodes.len()));
        let mut farthest = 0;
        for (place, &node) in nodes.iter().enumerate() {
            targets.push(steps.successors(node).iter().map(|arc| places[arc.node as usize]));
            targets.row_mut(place).put_in_order();
            farthest = farthest.max(targets.row(place).last().map_or(0, |&last| last as usize + 1));
            reach.push(farthest);
            origins.push(steps.predecessors(node).iter().map(|arc| places[arc.node as usize]));
        }
        Self { nodes, is_mirrored, targets, origins, reach }
    }

    fn spread(&self) -> usize {
        self.reach.iter().sum()
    }

    /// The node at a place.
    pub(super) fn node(&self, place: usize) -> u32 {
        self.nodes[place]
    }

    /// The places that a piece reaches from this place, ascending.
    #[inline(always)]
    pub(super) fn targets(&self, place: usize) -> &[u32] {
        self.targets.row(place)
    }

    /// The places from which a piece reaches this place.
    #[inline(always)]
    pub(super) fn origins(&self, place: usize) -> &[u32] {
        self.origins.row(place)
    }

    /// The number of arcs.
    pub(super) fn arcs(&self) -> usize {
        self.targets.entries().len()
    }

    /// One more than the largest place that a piece reaches from this place or from a smaller one.
    #[inline(always)]
    pub(super) fn reach(&self, place: usize) -> usize {
        self.reach[place]
    }

    /// The arena's number of a configuration.
    pub(super) fn given_number(&self, numbering: &Numbering, row: usize) -> u32 {
        let mut members = vec![0; numbering.size()];
        numbering.members(row, &mut members);
        self.given_number_of(numbering, &mut members)
    }

    /// The arena's number of the configuration with these members, which are overwritten.
    fn given_number_of(&self, numbering: &Numbering, members: &mut [usize]) -> u32 {
        // First the members in the given order reversed, whose numbers are the arena's reversed.
        for member in &mut *members {
            *member = numbering.places() - 1 - self.nodes[*member] as usize;
        }
        members.put_in_order_by_key(|&member| Reverse(member));
        (numbering.count() - 1 - numbering.rank(members)) as u32
    }

    /// True if the arena's numbers are the engine's reversed.
    pub(super) fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    /// The engine's number for each of the arena's numbers; `None` if they are reversed.
    pub(super) fn places(&self, numbering: &Numbering) -> Option<Vec<u32>> {
        if self.is_mirrored {
            return None;
        }
        let mut places = vec![0; numbering.count()];
        let (mut cursor, mut members) = (Cursor::new(numbering, 0), vec![0; numbering.size()]);
        for row in 0..numbering.count() {
            cursor.seek(numbering, row);
            members.copy_from_slice(cursor.members());
            places[self.given_number_of(numbering, &mut members) as usize] = row as u32;
        }
        Some(places)
    }
}

/// The nodes in breadth-first order, from a node at the edge of each component. Arcs count in both
/// directions.
fn cuthill_mckee(steps: &StepGraph) -> Vec<u32> {
    let neighbours = |node: u32| {
        let both = steps.successors(node).iter().chain(steps.predecessors(node)).map(|arc| arc.node);
        both.filter(move |&next| next != node)
    };
    let degree: Vec<usize> = (0..steps.nodes()).map(|node| neighbours(node).count()).collect();
    let walk = |root: u32, is_met: &mut [bool]| {
        let (mut order, mut waiting) = (Vec::new(), VecDeque::from([root]));
        is_met[root as usize] = true;
        while let Some(node) = waiting.pop_front() {
            order.push(node);
            let mut next: Vec<u32> = neighbours(node).filter(|&next| !is_met[next as usize]).collect();
            next.put_in_order_by_key(|&next| (degree[next as usize], next));
            next.dedup();
            for node in next {
                is_met[node as usize] = true;
                waiting.push_back(node);
            }
        }
        order
    };
    let mut order = Vec::with_capacity(degree.len());
    let mut is_met = vec![false; degree.len()];
    let mut by_degree: Vec<u32> = (0..steps.nodes()).collect();
    by_degree.put_in_order_by_key(|&node| (degree[node as usize], Reverse(node)));
    for root in by_degree {
        if is_met[root as usize] {
            continue;
        }
        // The last node of a walk lies at the edge. From there the levels of the walk are smaller.
        let mut is_seen = is_met.clone();
        let edge = walk(root, &mut is_seen).last().copied().unwrap_or(root);
        order.extend(walk(edge, &mut is_met));
    }
    order
}
