//! Drawings made better by moving one vertex at a time.
//!
//! A sum of faults goes down (after Davidson and Harel, *Drawing Graphs Nicely Using Simulated Annealing*, 1996, but
//! without the annealing): vertices close to each other, edges that are not 1 long, vertices close to edges, and
//! crossings.

use std::ops::Range;

use super::{Graph, Point, cross, on_circle};

/// What crossings are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossings {
    /// There are none, and none may arise.
    Never,
    /// Each is a fault like others.
    Few,
}

/// Rounds over all vertices until a drawing is done.
pub(super) const ROUNDS: usize = 60;

/// What a step is of the one a round before.
const SHORTER: f64 = 0.94;

/// A vertex that is nearer to an edge than this is a fault.
const CLEARANCE: f64 = 0.55;

/// An edge that is nearer than this to a vertex seems to end there: where no edges cross, that is worse than any length.
const OVERLAP: f64 = 0.3;

/// Moves the vertices to better places, in all [`ROUNDS`] or in some of them: the steps become shorter from round to
/// round. Returns the faults that are left. Time: O(edges · degree) for each of the eight places that a round tries for
/// each vertex.
pub(super) fn refine(graph: &Graph, places: &mut [Point], crossings: Crossings, rounds: Range<usize>) -> f64 {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut step = (0..rounds.start).fold(0.6, |step, _| step * SHORTER);
    for round in rounds {
        for vertex in 0..places.len() {
            let mut known = faults(graph, &edges, places, vertex, crossings, f64::INFINITY);
            for direction in 0..8 {
                let here = places[vertex];
                // Other directions each round.
                places[vertex] = here.plus(on_circle(8 * direction + round % 8, 64).times(step));
                let faults = faults(graph, &edges, places, vertex, crossings, known);
                if faults < known {
                    known = faults;
                } else {
                    places[vertex] = here;
                }
            }
        }
        step *= SHORTER;
    }
    (0..places.len()).map(|vertex| faults(graph, &edges, places, vertex, crossings, f64::INFINITY)).sum()
}

/// The faults that a vertex has a part in; where they are `bound` or more, some number that is. Faults only add up, and most
/// places that are tried are worse after a few of them.
fn faults(
    graph: &Graph,
    edges: &[(usize, usize)],
    places: &[Point],
    vertex: usize,
    crossings: Crossings,
    bound: f64,
) -> f64 {
    let here = places[vertex];
    let mut sum = 0.0;
    for (other, place) in places.iter().enumerate() {
        if other != vertex {
            let apart = here.minus(*place);
            sum += 0.25 / apart.dot(apart).max(1e-4);
        }
    }
    let each = match crossings {
        Crossings::Never => 1e6,
        Crossings::Few => 1.2,
    };
    for &next in &graph.neighbours[vertex] {
        if sum >= bound {
            return sum;
        }
        let there = places[next];
        let length = here.minus(there).length();
        sum += (length - 1.0) * (length - 1.0);
        let around = Around::new((here, there));
        for (other, place) in places.iter().enumerate() {
            if other != vertex && other != next && around.may_be_near(*place) {
                sum += too_near(place.to_segment((here, there)), crossings);
            }
        }
        for &(from, to) in edges {
            let meets = from == vertex || to == vertex || from == next || to == next;
            let other = (places[from], places[to]);
            if !meets && around.may_meet(other) && cross((here, there), other) {
                sum += each;
            }
        }
    }
    for &(from, to) in edges {
        if from != vertex && to != vertex {
            let edge = (places[from], places[to]);
            if Around::new(edge).may_be_near(here) {
                sum += too_near(here.to_segment(edge), crossings);
            }
        }
    }
    sum
}

/// What it is worth that a vertex is this far from an edge.
fn too_near(distance: f64, crossings: Crossings) -> f64 {
    let (lack, overlap) = ((CLEARANCE - distance).max(0.0), (OVERLAP - distance).max(0.0));
    let steep = match crossings {
        Crossings::Never => 60.0,
        // There is always another way then, and it would cost crossings.
        Crossings::Few => 0.0,
    };
    8.0 * lack * lack + steep * overlap * overlap
}

/// The rectangle around an edge: what is outside is far from it, and needs no further arithmetic.
struct Around {
    least: Point,
    most: Point,
}

impl Around {
    fn new((from, to): (Point, Point)) -> Self {
        Self {
            least: Point::new(from.x.min(to.x), from.y.min(to.y)),
            most: Point::new(from.x.max(to.x), from.y.max(to.y)),
        }
    }

    /// Whether a place may be nearer to the edge than [`CLEARANCE`].
    fn may_be_near(&self, place: Point) -> bool {
        place.x > self.least.x - CLEARANCE
            && place.x < self.most.x + CLEARANCE
            && place.y > self.least.y - CLEARANCE
            && place.y < self.most.y + CLEARANCE
    }

    /// Whether another edge may have a point in common with this one.
    fn may_meet(&self, (from, to): (Point, Point)) -> bool {
        from.x.min(to.x) <= self.most.x
            && from.x.max(to.x) >= self.least.x
            && from.y.min(to.y) <= self.most.y
            && from.y.max(to.y) >= self.least.y
    }
}
