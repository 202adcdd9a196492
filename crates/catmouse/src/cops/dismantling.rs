//! Dismantling orders, which prove that one cat wins.
//!
//! A vertex is a *corner* if another vertex dominates it: that one is adjacent to the corner and to all of its neighbours. A graph is
//! *dismantlable* if removing corners one by one leaves a single vertex. One cat wins exactly on the dismantlable graphs, so a dismantling
//! order is a proof that can be checked without search.
//!
//! **Source.** R. Nowakowski, P. Winkler, Discrete Mathematics 43, 1983; A. Quilliot, thesis, Université de Paris VI, 1978.

use super::neighbours::Neighbours;

/// A vertex that is removed, and one that dominates it among the remaining vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) vertex: u32,
    pub(super) dominated_by: u32,
}

/// A dismantling order: all vertices but one, each of which is a corner when it is removed. `None` if there is no such order.
///
/// Time: O(vertices · degree³) or so.
pub(super) fn dismantling(neighbours: &Neighbours) -> Option<Vec<Corner>> {
    let mut remaining = Remaining::new(neighbours);
    let mut order = Vec::with_capacity(neighbours.vertices().saturating_sub(1));
    // A vertex becomes a corner only when one of its neighbours is removed.
    let mut waiting: Vec<u32> = (0..neighbours.vertices() as u32).rev().collect();
    while order.len() + 1 < neighbours.vertices() {
        let vertex = waiting.pop()?;
        if !remaining.has(vertex) {
            continue;
        }
        let dominating = remaining.neighbours(vertex).find(|&other| remaining.dominates(other, vertex));
        if let Some(dominated_by) = dominating {
            order.push(Corner { vertex, dominated_by });
            remaining.leave_out(vertex);
            waiting.extend(remaining.neighbours(vertex));
        }
    }
    Some(order)
}

/// Whether this is a dismantling order: each vertex is dominated as it says when it is removed, and one vertex remains.
pub(super) fn is_dismantling(neighbours: &Neighbours, order: &[Corner]) -> bool {
    let mut remaining = Remaining::new(neighbours);
    let is_right = order.iter().all(|&Corner { vertex, dominated_by }| {
        let is_corner = vertex != dominated_by
            && remaining.has(vertex)
            && remaining.has(dominated_by)
            && remaining.dominates(dominated_by, vertex);
        if is_corner {
            remaining.leave_out(vertex);
        }
        is_corner
    });
    is_right && order.len() + 1 == neighbours.vertices()
}

/// A graph from which vertices are removed.
struct Remaining<'a> {
    all: &'a Neighbours,
    is_there: Vec<bool>,
}

impl<'a> Remaining<'a> {
    fn new(all: &'a Neighbours) -> Self {
        Self { all, is_there: vec![true; all.vertices()] }
    }

    fn has(&self, vertex: u32) -> bool {
        self.is_there.get(vertex as usize).is_some_and(|&there| there)
    }

    fn leave_out(&mut self, vertex: u32) {
        self.is_there[vertex as usize] = false;
    }

    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.all.of(vertex).iter().copied().filter(|&other| self.has(other))
    }

    /// Whether a vertex is adjacent to another and to all of that one's remaining neighbours.
    fn dominates(&self, vertex: u32, other: u32) -> bool {
        let sees = |seen: u32| seen == vertex || self.all.of(vertex).binary_search(&seen).is_ok();
        sees(other) && self.neighbours(other).all(sees)
    }
}

/// Whether a small graph is dismantlable, and so whether one cat wins on it. `closed` has for each vertex the bits of the vertex itself and of
/// its neighbours. The order in which corners are removed makes no difference to the result.
///
/// Time: O(n · arcs) operations on words, and O(arcs) if there is no corner.
pub(super) fn is_dismantlable(closed: &[u64]) -> bool {
    let mut left = u64::MAX.checked_shr(64 - closed.len() as u32).unwrap_or(0);
    loop {
        let before = left;
        for (vertex, &around) in closed.iter().enumerate().filter(|(vertex, _)| before >> vertex & 1 == 1) {
            // The vertices that dominate `vertex`: they are in the closed neighbourhoods of all vertices in its own.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_orders_agree_on_all_graphs_of_up_to_six_vertices() {
        for vertices in 1..=6u32 {
            let pairs: Vec<(u32, u32)> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            for edges in 0..1u32 << pairs.len() {
                let chosen = pairs.iter().enumerate().filter(|(number, _)| edges >> number & 1 == 1);
                let neighbours = Neighbours::undirected(vertices, chosen.map(|(_, &edge)| edge));
                let closed: Vec<u64> = (0..vertices)
                    .map(|vertex| neighbours.of(vertex).iter().fold(1 << vertex, |row, to| row | 1 << to))
                    .collect();
                assert_eq!(super::is_dismantlable(&closed), dismantling(&neighbours).is_some(), "{neighbours:?}");
            }
        }
    }

    /// Some vertex can be left out and the rest dismantled, by trying all.
    fn is_dismantlable(neighbours: &Neighbours, left: u32) -> bool {
        let vertices = || (0..neighbours.vertices() as u32).filter(move |vertex| left >> vertex & 1 == 1);
        let closed = |vertex: u32| {
            neighbours.of(vertex).iter().fold(1u32 << vertex, |set, neighbour| set | 1 << neighbour) & left
        };
        left.is_power_of_two()
            || vertices().any(|corner| {
                vertices().any(|other| other != corner && closed(corner) & !closed(other) == 0)
                    && is_dismantlable(neighbours, left & !(1 << corner))
            })
    }

    #[test]
    fn orders_are_found_where_there_are_any() {
        for vertices in 1..=5u32 {
            let pairs: Vec<(u32, u32)> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            for chosen in 0..1u32 << pairs.len() {
                let edges: Vec<_> =
                    pairs.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1).map(|(_, &edge)| edge).collect();
                let neighbours = Neighbours::undirected(vertices, edges.iter().copied());
                let found = dismantling(&neighbours);
                assert_eq!(found.is_some(), is_dismantlable(&neighbours, (1 << vertices) - 1), "{edges:?}");
                assert!(found.is_none_or(|order| is_dismantling(&neighbours, &order)), "{edges:?}");
            }
        }
    }

    #[test]
    fn what_is_no_corner_is_refused() {
        let path = Neighbours::undirected(3, [(0, 1), (1, 2)]);
        let corner = |vertex, dominated_by| Corner { vertex, dominated_by };
        assert!(is_dismantling(&path, &[corner(0, 1), corner(2, 1)]));
        for wrong in [
            vec![corner(1, 0), corner(2, 0)],
            vec![corner(0, 1)],
            vec![corner(0, 1), corner(0, 1)],
            vec![corner(0, 0), corner(2, 1)],
            vec![corner(0, 1), corner(2, 0)],
            vec![corner(7, 1), corner(2, 1)],
        ] {
            assert!(!is_dismantling(&path, &wrong), "{wrong:?}");
        }
    }
}
