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

/// The length of a step in proportion to that of the round before.
const STEP_RATIO: f64 = 0.94;

/// A vertex that is nearer to an edge than this is a fault.
const CLEARANCE: f64 = 0.55;

/// An edge that is nearer than this to a vertex seems to end there: where no edges cross, that is worse than any length.
const OVERLAP: f64 = 0.3;

/// Moves the vertices to better places, in all [`ROUNDS`] or in some of them: the steps become shorter from round to
/// round. Returns the faults that are left. Time: O(edges · degree) for each round and vertex, and again for each place that a vertex
/// is moved to; besides O(vertices) and what is near for each of the eight places that a round tries for each vertex.
pub(super) fn refine(graph: &Graph, places: &mut [Point], crossings: Crossings, rounds: Range<usize>) -> f64 {
    let all: Vec<usize> = (0..places.len()).collect();
    refine_some(graph, places, crossings, rounds, &all)
}

/// The same where only some vertices may move.
pub(super) fn refine_some(
    graph: &Graph,
    places: &mut [Point],
    crossings: Crossings,
    rounds: Range<usize>,
    some: &[usize],
) -> f64 {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut near = Near::default();
    let directions: Vec<Point> = (0..64).map(|index| on_circle(index, 64)).collect();
    let mut step = (0..rounds.start).fold(0.6, |step, _| step * STEP_RATIO);
    for round in rounds {
        for &vertex in some {
            near.look_round(graph, &edges, places, vertex, step);
            let mut known = faults(graph, &near, places, vertex, crossings, f64::INFINITY);
            for direction in 0..8 {
                let here = places[vertex];
                // Other directions each round.
                places[vertex] = here.plus(directions[8 * direction + round % 8].times(step));
                let faults = faults(graph, &near, places, vertex, crossings, known);
                if faults < known {
                    known = faults;
                    near.look_round(graph, &edges, places, vertex, step);
                } else {
                    places[vertex] = here;
                }
            }
        }
        step *= STEP_RATIO;
    }
    let mut left = 0.0;
    for &vertex in some {
        near.look_round(graph, &edges, places, vertex, 0.0);
        left += faults(graph, &near, places, vertex, crossings, f64::INFINITY);
    }
    left
}

/// What may be at fault with a vertex as long as it stays near to where it is: few of all vertices and edges, so that places
/// are tried quickly.
#[derive(Debug, Default)]
struct Near {
    /// For each edge at the vertex, in the order of its neighbours, where its vertices and its edges end in the lists.
    ends: Vec<(usize, usize)>,
    /// Vertices that may be too near to an edge at the vertex.
    vertices: Vec<usize>,
    /// Edges that may cross an edge at the vertex.
    crossing: Vec<(usize, usize)>,
    /// Edges that may be too near to the vertex.
    edges: Vec<(usize, usize)>,
}

impl Near {
    /// Finds what may be at fault with a vertex as long as it goes no farther than `reach`. Lists keep the order of the graph, so that sums over them are the same to the last bit.
    fn look_round(&mut self, graph: &Graph, edges: &[(usize, usize)], places: &[Point], vertex: usize, step: f64) {
        // A little more than a step, for the last bit of its length.
        let reach = step * 1.001;
        let here = places[vertex];
        self.ends.clear();
        self.vertices.clear();
        self.crossing.clear();
        self.edges.clear();
        for &next in &graph.neighbours[vertex] {
            let around = Around::new((here, places[next])).wider(reach);
            for (other, &place) in places.iter().enumerate() {
                if around.may_be_near(place) && other != vertex && other != next {
                    self.vertices.push(other);
                }
            }
            for &(from, to) in edges {
                let meets = from == vertex || to == vertex || from == next || to == next;
                if !meets && around.may_meet((places[from], places[to])) {
                    self.crossing.push((from, to));
                }
            }
            self.ends.push((self.vertices.len(), self.crossing.len()));
        }
        for &(from, to) in edges {
            let around = Around::new((places[from], places[to])).wider(reach);
            if around.may_be_near(here) && from != vertex && to != vertex {
                self.edges.push((from, to));
            }
        }
    }
}

/// The faults that a vertex has a part in; where they are `bound` or more, some number that is. Faults only add up, and most
/// places that are tried are worse after a few of them.
fn faults(graph: &Graph, near: &Near, places: &[Point], vertex: usize, crossings: Crossings, bound: f64) -> f64 {
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
    let mut begin = (0, 0);
    for (&next, &end) in graph.neighbours[vertex].iter().zip(&near.ends) {
        if sum >= bound {
            return sum;
        }
        let there = places[next];
        let length = here.minus(there).length();
        sum += (length - 1.0) * (length - 1.0);
        let around = Around::new((here, there));
        for &other in &near.vertices[begin.0..end.0] {
            if around.may_be_near(places[other]) {
                sum += too_near(places[other].to_segment((here, there)), crossings);
            }
        }
        for &(from, to) in &near.crossing[begin.1..end.1] {
            let other = (places[from], places[to]);
            if around.may_meet(other) && cross((here, there), other) {
                sum += each;
            }
        }
        begin = end;
    }
    for &(from, to) in &near.edges {
        let edge = (places[from], places[to]);
        if Around::new(edge).may_be_near(here) {
            sum += too_near(here.to_segment(edge), crossings);
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

    /// The rectangle with so much more on every side.
    fn wider(self, by: f64) -> Self {
        let more = Point::new(by, by);
        Self { least: self.least.minus(more), most: self.most.plus(more) }
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
