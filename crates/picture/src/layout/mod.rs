//! The layout of graphs: places for the vertices.
//!
//! Each component is laid out by the first of these methods that applies:
//!
//! 1. a path as a line, a tree in layers or in rings, a cycle as a circle, a complete bipartite
//!    graph in two rows, and other [graphs that people know](known) as people know them (a
//!    generalized Petersen graph only if its rings give no crossings);
//! 2. a complete graph of five or more vertices on a circle;
//! 3. the board of a chess piece as its cells;
//! 4. by its distances, if this gives no crossings;
//! 5. a planar graph without crossings;
//! 6. a generalized Petersen graph as two rings, with crossings;
//! 7. a graph whose numbers run along a cycle, or a dense one, on a circle;
//! 8. by its distances, with crossings.
//!
//! Methods 4 to 7 are tried only up to [`MAX_DETAILED`] vertices. The components are then arranged
//! in rows. Edges have a length of about 1.
//!
//! The result depends only on the graph. Randomness has a fixed seed, and only operations with the
//! same result on every machine, to the last bit, are used: the four of arithmetic and the square
//! root.

mod drawn;
mod known;
mod planar;
mod refine;
mod room;
mod shapes;
mod stress;

pub(crate) use drawn::{Graph, MAX_DETAILED, Point, crossings};

/// Whether the graph with these edges can be drawn without crossings. Directions, loops and
/// repetitions are ignored.
///
/// Time: O(vertices³).
///
/// ```
/// let complete = |vertices: usize| (0..vertices).flat_map(move |to| (0..to).map(move |from| (from, to)));
/// assert!(catmouse_picture::is_planar(4, complete(4)));
/// assert!(!catmouse_picture::is_planar(5, complete(5)));
/// ```
pub fn is_planar(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> bool {
    planar::is_planar(&Graph::new(vertices, edges))
}

/// A drawing of the graph with these edges without crossings, as the neighbours of each vertex in
/// their order around it; `None` if there is none. Directions, loops and repetitions are ignored.
///
/// Time: O(vertices³).
///
/// ```
/// let complete = |vertices: usize| (0..vertices).flat_map(move |to| (0..to).map(move |from| (from, to)));
/// let orders = catmouse_picture::embedding(4, complete(4)).expect("it is a tetrahedron");
/// assert!(orders.iter().all(|order| order.len() == 3));
/// assert!(catmouse_picture::embedding(5, complete(5)).is_none());
/// ```
pub fn embedding(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Option<Vec<Vec<usize>>> {
    planar::embedding(&Graph::new(vertices, edges))
}

/// The greatest number of vertices of a tree that is drawn in layers. Larger trees are drawn in rings.
const MAX_IN_LAYERS: usize = 40;

/// Places the vertices. The root of a tree is the first of its vertices in `roots`.
///
/// Time: a fraction of a second for components of up to [`MAX_DETAILED`] vertices, beyond
/// O(vertices · edges).
pub(crate) fn lay_out(graph: &Graph, roots: &[usize]) -> Vec<Point> {
    let components = graph.components();
    let mut places = vec![Point::default(); graph.vertices()];
    let mut boxes = Vec::new();
    for component in &components {
        let inner = graph.among(component);
        let root = roots.iter().find_map(|root| component.binary_search(root).ok());
        let laid = normalised(&connected(&inner, root));
        boxes.push(laid.iter().fold(Point::default(), |corner, p| Point::new(corner.x.max(p.x), corner.y.max(p.y))));
        for (&vertex, place) in component.iter().zip(laid) {
            places[vertex] = place;
        }
    }
    if components.len() == 1 {
        return places;
    }
    // Components are arranged in rows, so that the whole is about one and a half times as wide as
    // high.
    let area: f64 = boxes.iter().map(|size| (size.x + 1.0) * (size.y + 1.0)).sum();
    let widest = boxes.iter().fold(0.0, |widest: f64, size| widest.max(size.x + 1.0));
    let room = (area * 1.5).sqrt().max(widest);
    let (mut corner, mut shelf) = (Point::default(), 0.0_f64);
    for (component, size) in components.iter().zip(boxes) {
        if corner.x > 0.0 && corner.x + size.x + 1.0 > room + 1e-9 {
            corner = Point::new(0.0, corner.y + shelf);
            shelf = 0.0;
        }
        for &vertex in component {
            places[vertex] = places[vertex].plus(corner);
        }
        corner.x += size.x + 1.0;
        shelf = shelf.max(size.y + 1.0);
    }
    places
}

fn connected(graph: &Graph, root: Option<usize>) -> Vec<Point> {
    let (vertices, edges) = (graph.vertices(), graph.edges().count());
    let degree = |vertex: usize| graph.neighbours[vertex].len();
    if edges + 1 == vertices {
        if (0..vertices).all(|vertex| degree(vertex) <= 2) {
            return shapes::path(graph);
        }
        let is_star = (0..vertices).any(|vertex| degree(vertex) + 1 == vertices);
        if vertices > MAX_IN_LAYERS && !is_star {
            let rings = known::radial(graph, root.unwrap_or_else(|| shapes::middle(graph)));
            // An edge with enough room need not be bent around a box.
            let has_room = || vertices > MAX_DETAILED || room::roominess(graph, &rings) >= room::ROOMY;
            if crossings(graph, &rings) == 0 && has_room() {
                return rings;
            }
        }
        return shapes::tree(graph, root);
    }
    if (0..vertices).all(|vertex| degree(vertex) == 2) {
        return shapes::cycle(graph);
    }
    let known = shapes::complete_bipartite(graph)
        .or_else(|| known::grid(graph))
        .or_else(|| known::hypercube(graph))
        .or_else(|| known::petersen(graph))
        .or_else(|| known::wheel(graph));
    if let Some(places) = known {
        return places;
    }
    let mut rings = known::generalized_petersen(graph);
    if let Some(places) = rings.take_if(|places| crossings(graph, places) == 0) {
        return places;
    }
    if edges * 2 == vertices * (vertices - 1) && vertices > 4 {
        return shapes::circle(vertices);
    }
    if let Some(places) = known::board(graph) {
        return places;
    }
    let mut descents = stress::Descents::new(graph);
    if vertices <= MAX_DETAILED {
        let planar = || planar::places(graph);
        let planar = descents.without_crossings().or_else(planar);
        let known = planar.or(rings).or_else(|| known::numbered_circle(graph));
        if let Some(places) = known {
            return places;
        }
        // With this many edges a reader cannot follow any of them, but on a circle all their ends
        // are visible.
        if edges * 5 > vertices * (vertices - 1) * 2 || edges > 5 * vertices {
            return shapes::circle(vertices);
        }
    }
    descents.places()
}

/// Moves the places so that the least coordinates are 0.
fn normalised(places: &[Point]) -> Vec<Point> {
    let least = places
        .iter()
        .fold(Point::new(f64::MAX, f64::MAX), |corner, place| Point::new(corner.x.min(place.x), corner.y.min(place.y)));
    places.iter().map(|place| place.minus(least)).collect()
}
