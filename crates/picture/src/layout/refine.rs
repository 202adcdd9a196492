//! Refines a drawing by moving one vertex at a time.
//!
//! The moves reduce a sum of penalties (after Davidson and Harel, *Drawing Graphs Nicely Using
//! Simulated Annealing*, 1996, but without the annealing): for vertices close to each other, edges
//! whose length is not 1, vertices close to edges, and crossings.

use std::ops::Range;

use super::drawn::{Graph, Point, cross};
use super::shapes::on_circle;

/// The treatment of crossings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossings {
    /// The drawing has no crossings, and none may arise.
    Never,
    /// Each crossing has a finite penalty.
    Few,
}

/// The number of rounds over all vertices.
pub(super) const ROUNDS: usize = 60;

/// The ratio of the step lengths of consecutive rounds.
const STEP_RATIO: f64 = 0.94;

/// Vertices nearer than this to an edge are penalised.
const CLEARANCE: f64 = 0.55;

/// An edge nearer than this to a vertex seems to end there. In a drawing without crossings this is
/// worse than an edge of any length.
const OVERLAP: f64 = 0.3;

/// Moves the vertices to better places, in all [`ROUNDS`] or in some of them; steps become shorter
/// in later rounds. Returns the remaining penalty. Time: O(edges · degree) for each round and
/// vertex, and again for each move of a vertex. In addition, each of the eight places that a round
/// tries for a vertex takes O(vertices + nearby edges).
pub(super) fn refine(graph: &Graph, places: &mut [Point], crossings: Crossings, rounds: Range<usize>) -> f64 {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut near = Near::default();
    let directions: Vec<Point> = (0..64).map(|index| on_circle(index, 64)).collect();
    let mut step = (0..rounds.start).fold(0.6, |step, _| step * STEP_RATIO);
    for round in rounds {
        for vertex in 0..places.len() {
            near.collect(graph, &edges, places, vertex, step);
            let mut known = penalty(graph, &near, places, vertex, crossings, f64::INFINITY);
            for direction in 0..8 {
                let here = places[vertex];
                // Each round tries other directions.
                places[vertex] = here.plus(directions[8 * direction + round % 8].times(step));
                let tried = penalty(graph, &near, places, vertex, crossings, known);
                if tried < known {
                    known = tried;
                    near.collect(graph, &edges, places, vertex, step);
                } else {
                    places[vertex] = here;
                }
            }
        }
        step *= STEP_RATIO;
    }
    let mut left = 0.0;
    for vertex in 0..places.len() {
        near.collect(graph, &edges, places, vertex, 0.0);
        left += penalty(graph, &near, places, vertex, crossings, f64::INFINITY);
    }
    left
}

/// The vertices and edges that can cause a penalty for one vertex while it stays near its place.
/// The lists are short, so places are tried quickly.
#[derive(Debug, Default)]
struct Near {
    /// For each edge at the vertex, in the order of its neighbours: the ends of its parts of
    /// `vertices` and `crossing`.
    ends: Vec<(usize, usize)>,
    /// Vertices that may come too near to an edge at the vertex.
    vertices: Vec<usize>,
    /// Edges that may cross an edge at the vertex.
    crossing: Vec<(usize, usize)>,
    /// Edges that may come too near to the vertex.
    edges: Vec<(usize, usize)>,
}

impl Near {
    /// Finds the causes of penalties for a vertex that moves at most `step` far. The lists keep the
    /// order of the graph, so sums over them are the same to the last bit.
    fn collect(&mut self, graph: &Graph, edges: &[(usize, usize)], places: &[Point], vertex: usize, step: f64) {
        // Slightly more than a step, because the length of a step is rounded.
        let reach = step * 1.001;
        let here = places[vertex];
        self.ends.clear();
        self.vertices.clear();
        self.crossing.clear();
        self.edges.clear();
        for &next in &graph.neighbours[vertex] {
            let bounds = Bounds::new((here, places[next])).wider(reach);
            for (other, &place) in places.iter().enumerate() {
                if bounds.may_be_near(place) && other != vertex && other != next {
                    self.vertices.push(other);
                }
            }
            for &(from, to) in edges {
                let meets = from == vertex || to == vertex || from == next || to == next;
                if !meets && bounds.may_meet((places[from], places[to])) {
                    self.crossing.push((from, to));
                }
            }
            self.ends.push((self.vertices.len(), self.crossing.len()));
        }
        for &(from, to) in edges {
            let bounds = Bounds::new((places[from], places[to])).wider(reach);
            if bounds.may_be_near(here) && from != vertex && to != vertex {
                self.edges.push((from, to));
            }
        }
    }
}

/// The sum of the penalties of a vertex. Penalties are not negative, so the summing stops when the
/// sum reaches `bound`; the returned number is then at least `bound`.
fn penalty(graph: &Graph, near: &Near, places: &[Point], vertex: usize, crossings: Crossings, bound: f64) -> f64 {
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
        let bounds = Bounds::new((here, there));
        for &other in &near.vertices[begin.0..end.0] {
            if bounds.may_be_near(places[other]) {
                sum += too_near(places[other].to_segment((here, there)), crossings);
            }
        }
        for &(from, to) in &near.crossing[begin.1..end.1] {
            let other = (places[from], places[to]);
            if bounds.may_meet(other) && cross((here, there), other) {
                sum += each;
            }
        }
        begin = end;
    }
    for &(from, to) in &near.edges {
        let edge = (places[from], places[to]);
        if Bounds::new(edge).may_be_near(here) {
            sum += too_near(here.to_segment(edge), crossings);
        }
    }
    sum
}

/// The penalty of a vertex at this distance from an edge.
fn too_near(distance: f64, crossings: Crossings) -> f64 {
    let (lack, overlap) = ((CLEARANCE - distance).max(0.0), (OVERLAP - distance).max(0.0));
    let steep = match crossings {
        Crossings::Never => 60.0,
        // A vertex always has another place, and a place on an edge would cause crossings, which
        // have a penalty already.
        Crossings::Few => 0.0,
    };
    8.0 * lack * lack + steep * overlap * overlap
}

/// The bounding box of an edge, for quick rejection.
struct Bounds {
    least: Point,
    most: Point,
}

impl Bounds {
    fn new((from, to): (Point, Point)) -> Self {
        Self {
            least: Point::new(from.x.min(to.x), from.y.min(to.y)),
            most: Point::new(from.x.max(to.x), from.y.max(to.y)),
        }
    }

    /// The box, extended by this length on every side.
    fn wider(self, by: f64) -> Self {
        let more = Point::new(by, by);
        Self { least: self.least.minus(more), most: self.most.plus(more) }
    }

    /// Whether a point may be nearer to the edge than [`CLEARANCE`].
    fn may_be_near(&self, place: Point) -> bool {
        place.x > self.least.x - CLEARANCE
            && place.x < self.most.x + CLEARANCE
            && place.y > self.least.y - CLEARANCE
            && place.y < self.most.y + CLEARANCE
    }

    /// Whether another edge may meet this one.
    fn may_meet(&self, (from, to): (Point, Point)) -> bool {
        from.x.min(to.x) <= self.most.x
            && from.x.max(to.x) >= self.least.x
            && from.y.min(to.y) <= self.most.y
            && from.y.max(to.y) >= self.least.y
    }
}
