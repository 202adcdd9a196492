//! All graphs with a given number of vertices, up to isomorphism.
//!
//! If a vertex of greatest degree is removed from a graph, a graph with one vertex less remains. So
//! every graph is obtained from a smaller one by adding a vertex whose degree is at least the
//! degree of every other vertex. Of isomorphic graphs only one is kept. Properties that are
//! inherited by induced subgraphs (a bound on the degree, planarity) are tested after each step.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use crate::canonical::canonical;
use crate::graph::{BitGraph, members};
use catmouse::jobs::{self, StopSignal};

/// The greatest number of vertices of a graph whose key fits into 128 bits.
pub(crate) const MOST_VERTICES: u32 = 16;

/// A graph of at most 16 vertices as a number: the bits of its pairs, as in graph6.
type Key = u128;

fn key(graph: &BitGraph) -> Key {
    let mut key = 1;
    for vertex in 1..graph.vertices() {
        key = key << vertex | Key::from(graph.row(vertex) & ((1 << vertex) - 1));
    }
    key
}

fn graph(vertices: u32, mut key: Key) -> BitGraph {
    let mut graph = BitGraph::empty(vertices);
    for vertex in (1..vertices).rev() {
        for other in members(key as u64 & ((1 << vertex) - 1)) {
            graph.toggle(other, vertex);
        }
        key >>= vertex;
    }
    graph
}

/// All graphs with this number of vertices that `allows` accepts, up to isomorphism, in the order
/// of their keys. If `allows` accepts a graph, it must accept all induced subgraphs of the graph.
/// `None` if `stop` was set.
///
/// Time: up to eleven vertices and without restrictions, 2ⁿ⁻² canonical forms for each graph with n
/// − 1 vertices. Memory: sixteen bytes for each graph.
pub(crate) fn all_graphs(
    vertices: u32,
    most_degree: u32,
    threads: NonZeroUsize,
    stop: &StopSignal<'_>,
    allows: &(impl Fn(&BitGraph) -> bool + Sync),
) -> Option<Vec<BitGraph>> {
    const GRAPHS_PER_JOB: usize = 64;
    let mut known: Vec<Key> = vec![1];
    for order in 1..vertices.min(MOST_VERTICES) {
        let portions: Vec<&[Key]> = known.chunks(GRAPHS_PER_JOB).collect();
        let mut larger: BTreeSet<Key> = BTreeSet::new();
        let work = |(): &mut (), job: u64| -> BTreeSet<Key> {
            let mut found = BTreeSet::new();
            for &key in portions.get(job as usize).copied().unwrap_or_default() {
                if stop.is_set() {
                    break;
                }
                extend(&graph(order, key), most_degree, allows, &mut found);
            }
            found
        };
        jobs::in_order(
            threads,
            portions.len() as u64,
            || (),
            work,
            stop,
            |_, found| {
                larger.extend(found);
                std::ops::ControlFlow::Continue(())
            },
        );
        if stop.is_set() {
            return None;
        }
        known = larger.into_iter().collect();
    }
    Some(known.into_iter().map(|key| graph(vertices, key)).collect())
}

/// Adds to `found` every graph that is obtained from `smaller` by adding a vertex of greatest
/// degree.
fn extend(smaller: &BitGraph, most_degree: u32, allows: &impl Fn(&BitGraph) -> bool, found: &mut BTreeSet<Key>) {
    let order = smaller.vertices();
    let plain = vec![0; order as usize + 1];
    let degrees: Vec<u32> = (0..order).map(|vertex| smaller.degree(vertex)).collect();
    for neighbours in 0..1u64 << order {
        let degree = neighbours.count_ones();
        let is_most = degree <= most_degree
            && degrees.iter().enumerate().all(|(vertex, known)| known + (neighbours >> vertex & 1) as u32 <= degree);
        if !is_most {
            continue;
        }
        let mut rows: Vec<u64> =
            (0..order).map(|vertex| smaller.row(vertex) | (neighbours >> vertex & 1) << order).collect();
        rows.push(neighbours);
        let larger = BitGraph::of_rows(rows);
        if allows(&larger) {
            found.insert(key(&BitGraph::of_rows(canonical(&larger, &plain).rows)));
        }
    }
}
