//! Drawings made better by moving one vertex at a time.
//!
//! A sum of faults goes down (after Davidson and Harel, *Drawing Graphs Nicely Using Simulated Annealing*, 1996, but
//! without the annealing): vertices close to each other, edges that are not 1 long, vertices close to edges, and
//! crossings.

use super::{Graph, Point, cross, on_circle};

/// What crossings are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossings {
    /// There are none, and none may arise.
    Never,
    /// Each is a fault like others.
    Few,
}

/// Rounds over all vertices.
const ROUNDS: usize = 60;

/// A vertex that is nearer to an edge than this is a fault.
const CLEARANCE: f64 = 0.55;

/// Moves the vertices to better places; returns the faults that are left. Time: O(edges · degree) for each of some 500
/// places tried for each vertex.
pub(super) fn refine(graph: &Graph, places: &mut [Point], crossings: Crossings) -> f64 {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut step = 0.6;
    for round in 0..ROUNDS {
        for vertex in 0..places.len() {
            let mut known = faults(graph, &edges, places, vertex, crossings);
            for direction in 0..8 {
                let here = places[vertex];
                // Other directions each round.
                places[vertex] = here.plus(on_circle(8 * direction + round % 8, 64).times(step));
                let faults = faults(graph, &edges, places, vertex, crossings);
                if faults < known {
                    known = faults;
                } else {
                    places[vertex] = here;
                }
            }
        }
        step *= 0.94;
    }
    (0..places.len()).map(|vertex| faults(graph, &edges, places, vertex, crossings)).sum()
}

/// The faults that a vertex has a part in.
fn faults(graph: &Graph, edges: &[(usize, usize)], places: &[Point], vertex: usize, crossings: Crossings) -> f64 {
    let here = places[vertex];
    let mut sum = 0.0;
    for (other, place) in places.iter().enumerate() {
        if other != vertex {
            let apart = here.minus(*place);
            sum += 0.25 / apart.dot(apart).max(1e-4);
        }
    }
    let too_near = |distance: f64| {
        let lack = (CLEARANCE - distance).max(0.0);
        8.0 * lack * lack
    };
    for &(from, to) in edges {
        if from != vertex && to != vertex {
            sum += too_near(here.to_segment((places[from], places[to])));
        }
    }
    let each = match crossings {
        Crossings::Never => 1e6,
        Crossings::Few => 1.2,
    };
    for &next in &graph.neighbours[vertex] {
        let there = places[next];
        let length = here.minus(there).length();
        sum += (length - 1.0) * (length - 1.0);
        for (other, place) in places.iter().enumerate() {
            if other != vertex && other != next {
                sum += too_near(place.to_segment((here, there)));
            }
        }
        for &(from, to) in edges {
            let meets = from == vertex || to == vertex || from == next || to == next;
            if !meets && cross((here, there), (places[from], places[to])) {
                sum += each;
            }
        }
    }
    sum
}
