//! Corner ranks, which say in how many rounds one cat wins and from where, without a table of
//! positions.
//!
//! Write N\[u\] for a vertex u with its neighbours. The vertex is a *strict corner* if some vertex
//! v has N\[u\] ⊊ N\[v\]. Let G₁ be a connected graph, and let Gₖ₊₁ be Gₖ without its strict
//! corners. The *rank* of a strict corner of Gₖ is k. Let Gₖ be the first of these graphs that has
//! no strict corner.
//!
//! * If Gₖ is no clique, one cat does not win.
//! * If Gₖ is a clique, one cat that starts on any vertex of Gₖ wins within k rounds. It needs one
//!   round less if this vertex is adjacent to all of Gₖ₋₁, or if k = 1 and there is no other vertex.
//!   No cat wins sooner.
//!
//! **Why.** Map every vertex into Gⱼ: map a strict corner to a vertex of the next graph that
//! dominates it, and so on. Then a move becomes a move. The *image* of a piece in Gⱼ is where its
//! vertex is mapped to.
//!
//! * *The cat* steps onto the image of the mouse in Gₖ, then onto that in Gₖ₋₁, and so on down to
//!   G₁. Each image is in reach, because the image in Gⱼ₊₁ dominates that in Gⱼ, and so is adjacent
//!   or equal to whatever the latter moves to. A start that is adjacent to all of Gₖ₋₁ saves the
//!   first step.
//! * *The mouse* keeps to vertices x of Gⱼ that are neither the cat's image in Gⱼ nor adjacent to
//!   it. From such an x it can move to such a vertex of Gⱼ₋₁, whatever the cat does. Otherwise the
//!   cat's new image in Gⱼ₋₁ would dominate x there. As x is no strict corner there, both would
//!   have the same neighbours, and so the cat's old image would have been adjacent to x. At first
//!   there is such an x in Gₖ₋₁, unless the clique is adjacent to all of that; then there is one in
//!   Gₖ₋₂, or k is at most 2. For if a vertex is adjacent to all of a graph, the others that are
//!   not are strict corners, and a clique is left. If Gₖ is no clique, the mouse finds such
//!   vertices in Gₖ for ever.
//!
//! **Source.** D. Offner, K. Ojakian, *Cop-win graphs: optimal strategies and corner rank*,
//! arXiv:1607.03471. The proof is our own.

use std::sync::atomic::{AtomicBool, Ordering};

use catmouse_arena::InOrder;
use catmouse_solver::SolveError;

use super::neighbours::Neighbours;

/// A vertex that is removed, and a remaining vertex that dominates it at this point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Corner {
    pub(crate) vertex: u32,
    pub(crate) dominated_by: u32,
}

/// How one cat wins on a connected graph whose moves lead both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CornerRanking {
    /// The number of rounds in which the cat wins.
    pub(super) rounds: u32,
    /// The least vertex of the highest rank, from which the cat wins in that many rounds.
    pub(super) start: u32,
    /// All vertices but the start, by rank, each with a later vertex or the start, which dominates
    /// it.
    pub(super) order: Vec<Corner>,
}

impl CornerRanking {
    /// An upper bound on the bytes that the ranking of a graph takes, with the lists of neighbours
    /// that are made from so many arcs.
    pub(super) fn bytes(vertices: u32, arcs: usize) -> u64 {
        48 * u64::from(vertices) + 20 * arcs as u64
    }

    /// Ranks the vertices of a connected graph whose moves lead both ways. `None` if one cat does
    /// not win.
    ///
    /// Time: O(n log² n) on trees with n vertices.
    ///
    /// # Errors
    ///
    /// [`SolveError::Cancelled`].
    pub(super) fn of(neighbours: Neighbours, cancelled: &AtomicBool) -> Result<Option<Self>, SolveError> {
        Self::of_left(Left::new(neighbours), cancelled)
    }

    /// The vertices that are left when all strict corners are removed, and so on until there are
    /// none.
    ///
    /// Time: that of [`of`](Self::of).
    ///
    /// # Errors
    ///
    /// [`SolveError::Cancelled`].
    pub(super) fn core(neighbours: Neighbours, cancelled: &AtomicBool) -> Result<Vec<u32>, SolveError> {
        let mut left = Left::new(neighbours);
        left.remove_corners(cancelled)?;
        Ok(left.vertices().collect())
    }

    fn of_left(mut left: Left, cancelled: &AtomicBool) -> Result<Option<Self>, SolveError> {
        let Corners { mut order, rank, last_rank } = left.remove_corners(cancelled)?;
        let remaining: Vec<u32> = left.vertices().collect();
        let is_clique = remaining.iter().all(|&vertex| left.degrees[vertex as usize] as usize + 1 == remaining.len());
        let Some((&start, others)) = remaining.split_first().filter(|_| is_clique) else {
            return Ok(None);
        };
        let dominates_last_rank = match rank {
            1 => others.is_empty(),
            _ => order[last_rank].iter().all(|corner| left.list(corner.vertex).binary_search(&start).is_ok()),
        };
        order.extend(others.iter().map(|&vertex| Corner { vertex, dominated_by: start }));
        Ok(Some(Self { rounds: rank - u32::from(dominates_last_rank), start, order }))
    }
}

/// The strict corners that were removed.
struct Corners {
    /// The corners by rank, each with a later one or a vertex that is left, which dominates it.
    order: Vec<Corner>,
    /// The rank of the vertices that are left.
    rank: u32,
    /// The places in `order` of the corners of the rank below `rank`.
    last_rank: std::ops::Range<usize>,
}

/// What is left of a graph from which vertices are removed.
struct Left {
    neighbours: Neighbours,
    /// How many of the neighbours of each vertex are still listed. Removed ones are dropped when
    /// the vertex is looked at.
    listed: Vec<u32>,
    /// How many neighbours each vertex has left.
    degrees: Vec<u32>,
    /// The vertices that are left, as bits.
    there: Vec<u64>,
    /// For each vertex the bits of itself and of all its neighbours, removed ones too. `None` where
    /// they would take more memory than the lists: then there are few neighbours to compare.
    closed: Option<Vec<u64>>,
    /// Which vertices were found to have lost a neighbour.
    is_found: Vec<bool>,
}

impl Left {
    fn new(neighbours: Neighbours) -> Self {
        let vertices = neighbours.vertices();
        let words = vertices.div_ceil(64);
        let degrees: Vec<u32> = neighbours.degrees().collect();
        let arcs: u64 = degrees.iter().copied().map(u64::from).sum();
        let mut there = vec![0; words];
        let mut closed = (vertices as u64 * words as u64 <= arcs).then(|| vec![0; vertices * words]);
        for vertex in 0..vertices as u32 {
            set(&mut there, vertex);
            if let Some(rows) = &mut closed {
                let row = &mut rows[vertex as usize * words..][..words];
                set(row, vertex);
                neighbours.of(vertex).iter().for_each(|&other| set(row, other));
            }
        }
        Self { listed: degrees.clone(), degrees, there, closed, is_found: vec![false; vertices], neighbours }
    }

    fn has(&self, vertex: u32) -> bool {
        is_set(&self.there, vertex)
    }

    /// The vertices that are left, ascending.
    fn vertices(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.degrees.len() as u32).filter(|&vertex| self.has(vertex))
    }

    /// Removes the strict corners, then those of the graph that is left, and so on.
    fn remove_corners(&mut self, cancelled: &AtomicBool) -> Result<Corners, SolveError> {
        let vertices = self.degrees.len();
        let mut order: Vec<Corner> = Vec::with_capacity(vertices);
        // A vertex becomes a strict corner only when one of its neighbours is removed.
        let mut waiting: Vec<u32> = (0..vertices as u32).collect();
        let (mut rank, mut last_rank) = (1, 0..0);
        loop {
            let this_rank = order.len();
            for &vertex in &waiting {
                if cancelled.load(Ordering::Relaxed) {
                    return Err(SolveError::Cancelled);
                }
                if let Some(dominated_by) = self.strictly_dominating(vertex) {
                    order.push(Corner { vertex, dominated_by });
                }
            }
            if order.len() == this_rank {
                return Ok(Corners { order, rank, last_rank });
            }
            // A vertex that strictly dominates another has more neighbours, so it comes later.
            order[this_rank..].put_in_order_by_key(|corner| (self.degrees[corner.vertex as usize], corner.vertex));
            self.remove(&order[this_rank..], &mut waiting);
            (rank, last_rank) = (rank + 1, this_rank..order.len());
        }
    }

    /// The neighbours of a vertex, some of which may have been removed.
    fn list(&self, vertex: u32) -> &[u32] {
        &self.neighbours.of(vertex)[..self.listed[vertex as usize] as usize]
    }

    /// Whether two vertices that are left are adjacent.
    fn are_adjacent(&self, a: u32, b: u32) -> bool {
        let (a, b) = if self.listed[a as usize] < self.listed[b as usize] { (a, b) } else { (b, a) };
        self.list(a).binary_search(&b).is_ok()
    }

    /// A vertex that is adjacent to this one, to all of its neighbours and to others.
    fn strictly_dominating(&mut self, vertex: u32) -> Option<u32> {
        let degree = self.degrees[vertex as usize];
        let all = self.listed[vertex as usize] as usize;
        if all > degree as usize {
            let mut listed = 0;
            let list = &mut self.neighbours.of_mut(vertex)[..all];
            for index in 0..all {
                if is_set(&self.there, list[index]) {
                    list[listed] = list[index];
                    listed += 1;
                }
            }
            self.listed[vertex as usize] = degree;
        }
        let list = self.list(vertex);
        let is_dominating = |other: u32| match &self.closed {
            Some(rows) => {
                let words = self.there.len();
                let [own, others] = [vertex, other].map(|of| &rows[of as usize * words..][..words]);
                own.iter().zip(others).zip(&self.there).all(|((own, other), there)| own & there & !other == 0)
            }
            None => list.iter().all(|&seen| seen == other || self.are_adjacent(seen, other)),
        };
        list.iter().copied().find(|&other| self.degrees[other as usize] > degree && is_dominating(other))
    }

    /// Removes these vertices. Afterwards `losers` are those that are left and lost a neighbour.
    fn remove(&mut self, corners: &[Corner], losers: &mut Vec<u32>) {
        for corner in corners {
            self.there[corner.vertex as usize / 64] &= !(1 << (corner.vertex % 64));
        }
        losers.clear();
        for corner in corners {
            let listed = self.listed[corner.vertex as usize] as usize;
            for &other in &self.neighbours.of(corner.vertex)[..listed] {
                self.degrees[other as usize] -= 1;
                if is_set(&self.there, other) && !std::mem::replace(&mut self.is_found[other as usize], true) {
                    losers.push(other);
                }
            }
        }
        for &vertex in &*losers {
            self.is_found[vertex as usize] = false;
        }
        losers.put_in_order();
    }
}

fn set(bits: &mut [u64], index: u32) {
    bits[index as usize / 64] |= 1 << (index % 64);
}

fn is_set(bits: &[u64], index: u32) -> bool {
    bits[index as usize / 64] >> (index % 64) & 1 == 1
}
