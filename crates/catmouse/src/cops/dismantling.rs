//! Dismantling orders, which prove that one cat wins.
//!
//! A vertex is a *corner* if another vertex dominates it, that is, if the other vertex is adjacent
//! to the corner and to all neighbours of the corner. A graph is *dismantlable* if removing corners
//! one by one leaves a single vertex. One cat wins if and only if the graph is dismantlable, so a
//! dismantling order is a proof that can be checked without search.
//!
//! **Source.** R. Nowakowski, P. Winkler, Discrete Mathematics 43, 1983; A. Quilliot, thesis,
//! Université de Paris VI, 1978.

use std::sync::atomic::AtomicBool;

use catmouse_arena::set_bits;

use super::corner_rank::{Corner, CornerRanking};
use super::neighbours::Neighbours;

/// A graph from which vertices are removed.
pub(crate) trait Remaining {
    /// The number of vertices before any was removed.
    fn vertices(&self) -> usize;

    fn has(&self, vertex: u32) -> bool;

    fn remove(&mut self, vertex: u32);

    /// The remaining neighbours of a vertex, ascending.
    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32>;

    /// Whether `vertex` is adjacent to `other` and to all of its remaining neighbours.
    fn dominates(&self, vertex: u32, other: u32) -> bool;
}

/// A dismantling order: all vertices but one, each of which is a corner when it is removed. `None`
/// if there is no such order.
///
/// Time: about O(vertices · degree³); O(vertices · degree²) if neighbours are rows of bits.
pub(crate) fn dismantling(mut remaining: impl Remaining) -> Option<Vec<Corner>> {
    let vertices = remaining.vertices();
    let mut order = Vec::with_capacity(vertices.saturating_sub(1));
    // Apart from the initial corners, a vertex becomes a corner only if one of its neighbours is
    // removed.
    let mut waiting: Vec<u32> = (0..vertices as u32).rev().collect();
    while order.len() + 1 < vertices {
        let vertex = waiting.pop()?;
        if !remaining.has(vertex) {
            continue;
        }
        let dominating = remaining.neighbours(vertex).find(|&other| remaining.dominates(other, vertex));
        if let Some(dominated_by) = dominating {
            order.push(Corner { vertex, dominated_by });
            remaining.remove(vertex);
            waiting.extend(remaining.neighbours(vertex));
        }
    }
    Some(order)
}

/// The dismantling order of a connected graph whose moves lead both ways; `None` if there is none.
pub(crate) fn dismantling_order(neighbours: &Neighbours) -> Option<Vec<Corner>> {
    if neighbours.vertices() <= u64::BITS as usize {
        return dismantling(RemainingLists::new(neighbours));
    }
    // The ranking is fast on any tree. The other search is slow if a vertex has many neighbours.
    let ranking = CornerRanking::of(neighbours.clone(), &AtomicBool::new(false)).ok().flatten();
    ranking.map(|ranking| ranking.order)
}

/// Whether `order` is a dismantling order: each vertex is dominated by the stated vertex when it is
/// removed, and one vertex remains.
pub(crate) fn is_dismantling(mut remaining: impl Remaining, order: &[Corner]) -> bool {
    let is_right = order.iter().all(|&Corner { vertex, dominated_by }| {
        let is_corner = vertex != dominated_by
            && remaining.has(vertex)
            && remaining.has(dominated_by)
            && remaining.dominates(dominated_by, vertex);
        if is_corner {
            remaining.remove(vertex);
        }
        is_corner
    });
    is_right && order.len() + 1 == remaining.vertices()
}

/// A graph given by lists of neighbours.
pub(crate) struct RemainingLists<'a> {
    all: &'a Neighbours,
    is_there: Vec<bool>,
}

impl<'a> RemainingLists<'a> {
    pub(crate) fn new(all: &'a Neighbours) -> Self {
        Self { all, is_there: vec![true; all.vertices()] }
    }
}

impl Remaining for RemainingLists<'_> {
    fn vertices(&self) -> usize {
        self.all.vertices()
    }

    fn has(&self, vertex: u32) -> bool {
        self.is_there.get(vertex as usize).is_some_and(|&there| there)
    }

    fn remove(&mut self, vertex: u32) {
        self.is_there[vertex as usize] = false;
    }

    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.all.of(vertex).iter().copied().filter(|&other| self.has(other))
    }

    fn dominates(&self, vertex: u32, other: u32) -> bool {
        let sees = |seen: u32| seen == vertex || self.all.of(vertex).binary_search(&seen).is_ok();
        sees(other) && self.neighbours(other).all(sees)
    }
}

/// A graph of at most 64 vertices, given by the rows of its adjacency matrix as bits. Loops make no
/// difference.
#[derive(Clone)]
pub(crate) struct RemainingBits<'a> {
    rows: &'a [u64],
    there: u64,
}

impl<'a> RemainingBits<'a> {
    pub(crate) fn new(rows: &'a [u64]) -> Self {
        Self { rows, there: u64::MAX.checked_shr(64 - rows.len() as u32).unwrap_or(0) }
    }
}

impl Remaining for RemainingBits<'_> {
    fn vertices(&self) -> usize {
        self.rows.len()
    }

    fn has(&self, vertex: u32) -> bool {
        self.there.checked_shr(vertex).unwrap_or(0) & 1 == 1
    }

    fn remove(&mut self, vertex: u32) {
        self.there &= !(1 << vertex);
    }

    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> {
        set_bits(self.rows[vertex as usize] & self.there & !(1 << vertex)).map(|neighbour| neighbour as u32)
    }

    fn dominates(&self, vertex: u32, other: u32) -> bool {
        let closed = |vertex: u32| self.rows[vertex as usize] | 1 << vertex;
        closed(other) & self.there & !closed(vertex) == 0
    }
}

/// Whether a small graph is dismantlable, and so whether one cat wins on it. `closed` has for each
/// vertex the bits of the vertex itself and of its neighbours. The result does not depend on the
/// order in which corners are removed.
///
/// Time: O(n · arcs) operations on words, and O(arcs) if there is no corner.
pub(crate) fn is_dismantlable(closed: &[u64]) -> bool {
    let mut left = u64::MAX.checked_shr(64 - closed.len() as u32).unwrap_or(0);
    loop {
        let before = left;
        for (vertex, &around) in closed.iter().enumerate().filter(|(vertex, _)| before >> vertex & 1 == 1) {
            // The vertices that dominate `vertex`. They are in the closed neighbourhood of every
            // vertex that is in the closed neighbourhood of `vertex`.
            let (mut dominating, mut others) = (left & !(1 << vertex), around & left);
            while others != 0 && dominating != 0 {
                dominating &= closed[others.trailing_zeros() as usize];
                others &= others - 1;
            }
            if dominating != 0 {
                left &= !(1 << vertex);
            }
        }
        if left.count_ones() <= 1 || left == before {
            return left.is_power_of_two();
        }
    }
}
