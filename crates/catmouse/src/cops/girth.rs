//! Lower bounds on the cop number from girth and minimum degree.
//!
//! On a graph without cycles of length 3 or 4, a cat guards at most one of the neighbours of the
//! mouse's vertex, so the cop number is at least the minimum degree. If the girth is greater, the
//! bound is greater too.
//!
//! **Source.** M. Aigner, M. Fromme, Discrete Applied Mathematics 8, 1984: with girth at least 5
//! the cop number is at least the minimum degree. P. Frankl, Discrete Applied Mathematics 17, 1987:
//! with girth at least 8t − 3 and minimum degree above d the cop number is above dᵗ.

use std::borrow::Borrow;

use serde::Serialize;

use super::neighbours::Neighbours;

/// A lower bound on the cop number that follows from girth and minimum degree alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LowerBound {
    /// The length of a shortest cycle; at least 5.
    pub girth: u32,
    /// The least number of neighbours of a vertex; at least 2.
    pub minimum_degree: u32,
    /// The lower bound on the cop number.
    pub cop_number_at_least: u64,
}

impl LowerBound {
    /// The bound for a connected graph whose vertices have these degrees. `None` if girth and
    /// minimum degree do not prove that more than one cat is needed. For most graphs the degrees
    /// suffice to see this, and `neighbours` is not called.
    ///
    /// Time: O(vertices · edges), and usually much less: linear in the vertices that are at most half
    /// the girth apart, summed over all vertices.
    pub(super) fn of<N: Borrow<Neighbours>>(
        degrees: impl ExactSizeIterator<Item = u32>,
        neighbours: impl FnOnce() -> N,
    ) -> Option<Self> {
        let vertices = degrees.len() as u128;
        let (mut minimum_degree, mut arcs) = (u32::MAX, 0);
        for degree in degrees {
            minimum_degree = minimum_degree.min(degree);
            arcs += u128::from(degree);
        }
        // With a girth of 5 or more there are at most n √(n − 1) / 2 edges (R. Dutton, R. Brigham,
        // Graphs and Combinatorics 7, 1991).
        let is_crowded = arcs.pow(2) > vertices.pow(2) * vertices.saturating_sub(1);
        if vertices == 0 || minimum_degree < 2 || is_crowded {
            return None;
        }
        let girth = girth(neighbours().borrow()).filter(|&girth| girth >= 5)?;
        let exponent = (girth + 3) / 8;
        let power = u64::from(minimum_degree - 1).saturating_pow(exponent);
        Some(Self { girth, minimum_degree, cop_number_at_least: power.saturating_add(1) })
    }

    /// The number of cats that are needed.
    pub(super) fn cats(self) -> u32 {
        u32::try_from(self.cop_number_at_least).unwrap_or(u32::MAX)
    }
}

/// The length of a shortest cycle; `None` in a forest. The search stops at a cycle of length 3 or
/// 4, so a result below 5 need not be the least.
fn girth(neighbours: &Neighbours) -> Option<u32> {
    let mut shortest: Option<u32> = None;
    let mut distance = vec![u32::MAX; neighbours.vertices()];
    let mut parent = vec![u32::MAX; neighbours.vertices()];
    let mut met: Vec<u32> = Vec::new();
    for root in 0..neighbours.vertices() as u32 {
        for vertex in met.drain(..) {
            distance[vertex as usize] = u32::MAX;
        }
        distance[root as usize] = 0;
        met.push(root);
        let mut done = 0;
        while let Some(&vertex) = met.get(done) {
            done += 1;
            let here = distance[vertex as usize];
            if shortest.is_some_and(|shortest| 2 * here + 1 >= shortest) {
                break;
            }
            for &next in neighbours.of(vertex) {
                if distance[next as usize] == u32::MAX {
                    (distance[next as usize], parent[next as usize]) = (here + 1, vertex);
                    met.push(next);
                } else if vertex == root || parent[vertex as usize] != next {
                    let cycle = here + distance[next as usize] + 1;
                    shortest = Some(shortest.map_or(cycle, |known| known.min(cycle)));
                }
            }
        }
        if shortest.is_some_and(|shortest| shortest < 5) {
            return shortest;
        }
    }
    shortest
}
