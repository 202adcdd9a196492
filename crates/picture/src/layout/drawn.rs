//! Points in the plane, graphs to lay out, and the crossings of a drawing.

use std::collections::VecDeque;

use catmouse_arena::InOrder;

/// A point in the plane, with y pointing down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    pub(crate) fn times(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The distance between this point and a segment.
    pub(crate) fn to_segment(self, (from, to): (Self, Self)) -> f64 {
        let along = to.minus(from);
        let share = if along.dot(along) > 0.0 { self.minus(from).dot(along) / along.dot(along) } else { 0.0 };
        self.minus(from.plus(along.times(share.clamp(0.0, 1.0)))).length()
    }
}

/// Whether two segments meet in a point that is inside both.
pub(super) fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |from: Point, to: Point, point: Point| to.minus(from).cross(point.minus(from));
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// An undirected graph without loops or parallel edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// The sorted neighbours of each vertex.
    pub(crate) neighbours: Vec<Vec<usize>>,
}

impl Graph {
    /// The graph with these edges. Directions, loops and repetitions are ignored.
    pub(crate) fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut neighbours = vec![Vec::new(); vertices];
        for (from, to) in edges {
            if from != to {
                neighbours[from].push(to);
                neighbours[to].push(from);
            }
        }
        for list in &mut neighbours {
            list.put_in_order();
            list.dedup();
        }
        Self { neighbours }
    }

    pub(crate) fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The edges in order, each once, with the lesser end first.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.neighbours
            .iter()
            .enumerate()
            .flat_map(|(from, list)| list.iter().filter(move |&&to| from < to).map(move |&to| (from, to)))
    }

    /// Whether an edge joins two vertices.
    pub(super) fn joins(&self, one: usize, other: usize) -> bool {
        self.neighbours[one].binary_search(&other).is_ok()
    }

    /// Adds an edge that is not in the graph yet.
    pub(super) fn connect(&mut self, from: usize, to: usize) {
        for (here, there) in [(from, to), (to, from)] {
            let place = self.neighbours[here].partition_point(|&known| known < there);
            self.neighbours[here].insert(place, there);
        }
    }

    /// The vertices that can be reached from `from` without passing through `without`, nearest
    /// first, each with its distance.
    pub(crate) fn reached(&self, from: &[usize], without: Option<usize>) -> Vec<(usize, usize)> {
        let mut seen = vec![false; self.vertices()];
        let mut order = Vec::new();
        let mut queue = VecDeque::new();
        if let Some(without) = without {
            seen[without] = true;
        }
        for &vertex in from {
            if !std::mem::replace(&mut seen[vertex], true) {
                queue.push_back((vertex, 0));
            }
        }
        while let Some((vertex, distance)) = queue.pop_front() {
            order.push((vertex, distance));
            for &next in &self.neighbours[vertex] {
                if !std::mem::replace(&mut seen[next], true) {
                    queue.push_back((next, distance + 1));
                }
            }
        }
        order
    }

    /// The distance of each vertex from `from`; 0 if it cannot be reached.
    pub(super) fn distances(&self, from: usize) -> Vec<usize> {
        let mut distances = vec![0; self.vertices()];
        for (vertex, distance) in self.reached(&[from], None) {
            distances[vertex] = distance;
        }
        distances
    }

    /// The components, each as its sorted vertices.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.vertices()];
        let mut components = Vec::new();
        for vertex in 0..self.vertices() {
            if !seen[vertex] {
                let mut component: Vec<usize> = self.reached(&[vertex], None).into_iter().map(|(v, _)| v).collect();
                component.put_in_order();
                for &member in &component {
                    seen[member] = true;
                }
                components.push(component);
            }
        }
        components
    }

    /// The subgraph induced by these vertices, renumbered in this order.
    pub(crate) fn among(&self, vertices: &[usize]) -> Self {
        let mut number = vec![None; self.vertices()];
        for (index, &vertex) in vertices.iter().enumerate() {
            number[vertex] = Some(index);
        }
        let inner = |&vertex: &usize| self.neighbours[vertex].iter().filter_map(|&next| number[next]).collect();
        let mut neighbours: Vec<Vec<usize>> = vertices.iter().map(inner).collect();
        for list in &mut neighbours {
            list.put_in_order();
        }
        Self { neighbours }
    }
}

/// The greatest number of vertices of a graph that is drawn in detail. For a component of at most
/// this size a drawing without crossings is sought, and the drawing is refined. Larger components
/// may have avoidable crossings.
pub(crate) const MAX_DETAILED: usize = 60;

/// The number of pairs of edges that cross.
pub(crate) fn crossings(graph: &Graph, places: &[Point]) -> usize {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let segment = |(from, to): (usize, usize)| (places[from], places[to]);
    let meet = |a: (usize, usize), b: (usize, usize)| a.0 == b.0 || a.0 == b.1 || a.1 == b.0 || a.1 == b.1;
    (0..edges.len())
        .map(|one| {
            let later = edges[one + 1..].iter();
            later.filter(|&&other| !meet(edges[one], other) && cross(segment(edges[one]), segment(other))).count()
        })
        .sum()
}
