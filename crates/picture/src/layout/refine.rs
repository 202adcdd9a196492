//! Refining a drawing by moving one vertex at a time.
//!
//! The moves reduce a sum of faults (after Davidson and Harel, *Drawing Graphs Nicely Using Simulated Annealing*, 1996, but
//! without the annealing): vertices close to each other, edges that are not 1 long, vertices close to edges, and
//! crossings.

use std::ops::Range;

use super::{Graph, Point, cross, on_circle};

/// How crossings are rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossings {
    /// The drawing has no crossings, and none may arise.
    Never,
    /// Each crossing is a fault like others.
    Few,
}

/// The number of rounds over all vertices.
pub(super) const ROUNDS: usize = 60;

/// The length of a step in proportion to that of the round before.
const STEP_RATIO: f64 = 0.94;

/// A vertex that is nearer to an edge than this is a fault.
const CLEARANCE: f64 = 0.55;

/// An edge that is nearer than this to a vertex seems to end there. In a drawing without crossings that is worse than an edge of any
/// length.
const OVERLAP: f64 = 0.3;

/// Moves the vertices to better places, in all [`ROUNDS`] or in some of them: the steps become shorter from round to
/// round. Returns the faults that are left. Time: O(edges · degree) for each round and vertex, and again for each place that a vertex
/// is moved to; besides this, O(vertices) and what is nearby for each of the eight places that a round tries for each vertex.
pub(super) fn refine(graph: &Graph, places: &mut [Point], crossings: Crossings, rounds: Range<usize>) -> f64 {
    let all: Vec<usize> = (0..places.len()).collect();
    refine_some(graph, places, crossings, rounds, &all)
}

/// As [`refine`], but only some vertices may move.
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
                // Each round tries other directions.
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

/// The vertices and edges that can cause a fault of one vertex as long as it stays near its place. They are few, so that places are tried
/// quickly.
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
    /// Finds what can cause a fault of a vertex as long as it moves no farther than `reach`. The lists keep the order of the graph, so that
    /// sums over them are the same to the last bit.
    fn look_round(&mut self, graph: &Graph, edges: &[(usize, usize)], places: &[Point], vertex: usize, step: f64) {
        // A little more than a step, because the length of a step is rounded.
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

/// The sum of the faults of a vertex; if it is `bound` or more, any number that is `bound` or more. The summing can stop there, because
/// faults are not negative; for most places that are tried it stops early.
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

/// The fault of a vertex at this distance from an edge.
fn too_near(distance: f64, crossings: Crossings) -> f64 {
    let (lack, overlap) = ((CLEARANCE - distance).max(0.0), (OVERLAP - distance).max(0.0));
    let steep = match crossings {
        Crossings::Never => 60.0,
        // In this case there is always another place, and a place on an edge would cause crossings.
        Crossings::Few => 0.0,
    };
    8.0 * lack * lack + steep * overlap * overlap
}

/// The rectangle around an edge. Anything outside is far from the edge, and needs no further computation.
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

    /// The rectangle extended by this length on every side.
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
