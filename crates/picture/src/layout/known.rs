//! Layouts of graphs that people know by one picture: grids, hypercubes, wheels, generalized Petersen
//! graphs, boards of chess pieces; and large trees in rings.
//!
//! Grids, hypercubes, wheels and the Petersen graph are recognised by their edges, whatever the numbers of
//! their vertices. Other generalized Petersen graphs, boards of chess pieces and cycles through all vertices
//! are recognised by the usual numbers of their vertices.

use catmouse_arena::InOrder;

use super::drawn::{Graph, Point};
use super::shapes::on_circle;
use super::shapes::{children, circle};

/// The radius of the inner ring of a generalized Petersen graph, as a share of the outer radius.
const INNER: f64 = 0.52;

/// A grid, upright. The least corner is at the top left, and its lesser neighbour to its right, so that
/// a grid numbered row by row has row 0 at the top.
///
/// A vertex is placed by its distances from two corners. Time: O(vertices + edges).
pub(super) fn grid(graph: &Graph) -> Option<Vec<Point>> {
    let corners: Vec<usize> = (0..graph.vertices()).filter(|&vertex| graph.neighbours[vertex].len() == 2).collect();
    let [origin, others @ ..] = &corners[..] else { return None };
    let right = graph.neighbours[*origin][0];
    if corners.len() != 4 {
        return None;
    }
    let from_origin = graph.distances(*origin);
    others.iter().find_map(|&corner| {
        let from_corner = graph.distances(corner);
        let width = from_corner[*origin];
        // Along the first row, each step to the right leads nearer to its end.
        if from_corner[right] + 1 != width {
            return None;
        }
        let mut cells = Vec::with_capacity(graph.vertices());
        for (one, other) in from_origin.iter().zip(&from_corner) {
            let column = (one + width).checked_sub(*other)?;
            cells.push((one.checked_sub(column / 2)?, column / 2));
        }
        let height = graph.vertices() / (width + 1);
        let steps = height * width + (height - 1) * (width + 1);
        let is_step = |(one, other): (usize, usize)| {
            let ((row, column), (next_row, next_column)): ((usize, usize), (usize, usize)) = (cells[one], cells[other]);
            row.abs_diff(next_row) + column.abs_diff(next_column) == 1
        };
        let mut taken = cells.clone();
        taken.put_in_order();
        taken.dedup();
        let is_grid = taken.len() == height * (width + 1)
            && taken.len() == cells.len()
            && graph.edges().count() == steps
            && graph.edges().all(is_step);
        is_grid.then(|| cells.iter().map(|&(row, column)| Point::new(column as f64, row as f64)).collect())
    })
}

/// A cube as a square in a square, and a hypercube of four to six dimensions as a projection, in which each
/// dimension has one direction.
///
/// Time: O(vertices · dimensions).
pub(super) fn hypercube(graph: &Graph) -> Option<Vec<Point>> {
    const DIRECTIONS: [(f64, f64); 6] = [(1.0, 0.0), (0.0, 1.0), (0.44, -0.36), (1.9, 0.24), (0.28, 1.86), (3.8, 0.62)];
    let (vertices, dimensions) = (graph.vertices(), graph.neighbours[0].len());
    if !(3..=DIRECTIONS.len()).contains(&dimensions) || vertices != 1 << dimensions {
        return None;
    }
    // A vertex differs from vertex 0 in the dimensions in which the vertices before it do.
    let mut bits = vec![0_u32; vertices];
    let distance_of = graph.distances(0);
    for (vertex, distance) in graph.reached(&[0], None) {
        let before = graph.neighbours[vertex].iter().filter(|&&next| distance > 1 && distance_of[next] + 1 == distance);
        bits[vertex] = before.fold(0, |all, &next| all | bits[next]);
        if distance == 1 {
            bits[vertex] = 1 << graph.neighbours[0].binary_search(&vertex).ok()?;
        }
    }
    let differ_in_one = |(one, other): (usize, usize)| (bits[one] ^ bits[other]).is_power_of_two();
    let mut taken = bits.clone();
    taken.put_in_order();
    taken.dedup();
    let is_cube = taken.len() == vertices
        && graph.neighbours.iter().all(|list| list.len() == dimensions)
        && graph.edges().all(differ_in_one);
    let place = |bits: &u32| {
        if dimensions == 3 {
            let corner = Point::new(f64::from(bits & 1) - 0.5, f64::from(bits >> 1 & 1) - 0.5);
            return corner.times(if bits & 4 == 0 { 2.0 } else { 0.9 });
        }
        let used = DIRECTIONS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
        used.fold(Point::default(), |sum, (_, &(x, y))| sum.plus(Point::new(x, y)))
    };
    is_cube.then(|| bits.iter().map(place).collect())
}

/// A generalized Petersen graph as two rings, a cycle outside and a star or a cycle inside; `None` if it is
/// not numbered as usual, along the outer and then along the inner ring. Time: O(vertices).
pub(super) fn generalized_petersen(graph: &Graph) -> Option<Vec<Point>> {
    let half = graph.vertices() / 2;
    if half < 3 || graph.vertices() % 2 == 1 || graph.neighbours.iter().any(|list| list.len() != 3) {
        return None;
    }
    let step = graph.neighbours[half].iter().find(|&&next| next > half)? - half;
    let is_one = (0..half).all(|at| {
        graph.joins(at, (at + 1) % half)
            && graph.joins(at, half + at)
            && graph.joins(half + at, half + (at + step) % half)
    });
    is_one.then(|| rings(&(0..half).collect::<Vec<_>>(), |at| half + at, graph.vertices()))
}

/// The Petersen graph as a pentagon round a star, however it is numbered.
pub(super) fn petersen(graph: &Graph) -> Option<Vec<Point>> {
    let common = |one: usize, other: usize| (0..10).filter(|&v| graph.joins(one, v) && graph.joins(other, v)).count();
    // It is the only graph with these numbers of common neighbours (Hoffman and Singleton, 1960).
    let is_it = graph.vertices() == 10
        && graph.neighbours.iter().all(|list| list.len() == 3)
        && (0..10).all(|one| (0..one).all(|other| common(one, other) == usize::from(!graph.joins(one, other))));
    if !is_it {
        return None;
    }
    let (first, second, last) = (0, graph.neighbours[0][0], graph.neighbours[0][1]);
    let third = *graph.neighbours[second].iter().find(|&&vertex| vertex != first)?;
    let fourth = (0..10).find(|&vertex| graph.joins(vertex, third) && graph.joins(vertex, last))?;
    let outer = [first, second, third, fourth, last];
    let spoke = |at: usize| graph.neighbours[outer[at]].iter().copied().find(|next| !outer.contains(next)).unwrap_or(0);
    Some(rings(&outer, spoke, 10))
}

/// Two rings with spokes between them.
fn rings(outer: &[usize], inner: impl Fn(usize) -> usize, vertices: usize) -> Vec<Point> {
    let ring = circle(outer.len());
    let mut places = vec![Point::default(); vertices];
    for (at, (&vertex, place)) in outer.iter().zip(ring).enumerate() {
        places[vertex] = place;
        places[inner(at)] = place.times(INNER);
    }
    places
}

/// A wheel: its hub in the middle of its rim.
pub(super) fn wheel(graph: &Graph) -> Option<Vec<Point>> {
    let vertices = graph.vertices();
    let hub = (0..vertices).find(|&vertex| vertices > 4 && graph.neighbours[vertex].len() + 1 == vertices)?;
    let rim: Vec<usize> = (0..vertices).filter(|&vertex| vertex != hub).collect();
    let cycle = graph.among(&rim);
    let is_cycle = cycle.neighbours.iter().all(|list| list.len() == 2) && cycle.reached(&[0], None).len() == rim.len();
    is_cycle.then(|| {
        let ring = super::shapes::cycle(&cycle);
        let mut places = vec![Point::default(); vertices];
        for (&vertex, place) in rim.iter().zip(ring) {
            // The hub needs the same room as a vertex of the rim.
            places[vertex] = if rim.len() < 6 { place.times(1.3) } else { place };
        }
        places
    })
}

/// The cells of a board numbered row by row, on which each vertex has the same steps as far as they lead to
/// cells: the moves of a king, a queen, a rook or a knight, or those of a rook that leads round a torus.
///
/// Time: O(edges · divisors of the number of vertices).
pub(super) fn board(graph: &Graph) -> Option<Vec<Point>> {
    let vertices = graph.vertices();
    // The four cells of a king's smallest board are a tetrahedron.
    let mut widths = (2..=vertices / 2).filter(|_| vertices > 4).filter(|width| vertices.is_multiple_of(*width));
    widths.find_map(|width| {
        let column = |vertex: usize| (vertex % width).cast_signed();
        let step = |(one, other): (usize, usize)| (other / width - one / width, column(other) - column(one));
        let mut steps: Vec<(usize, isize)> = graph.edges().map(step).collect();
        steps.put_in_order();
        let number_of = steps.len();
        steps.dedup();
        let are_steps_of_a_piece = steps.contains(&(0, 1)) && steps.contains(&(1, 0)) || steps == KNIGHT;
        let is_symmetric = steps.iter().all(|&(down, across)| down == 0 || steps.contains(&(down, -across)));
        let height = vertices / width;
        let places = |&(down, across): &(usize, isize)| (height - down) * (width - across.unsigned_abs());
        let are_all = steps.iter().map(places).sum::<usize>() == number_of;
        (are_steps_of_a_piece && is_symmetric && are_all)
            .then(|| (0..vertices).map(|vertex| Point::new((vertex % width) as f64, (vertex / width) as f64)).collect())
    })
}

/// The steps of a knight downwards, sorted.
const KNIGHT: [(usize, isize); 4] = [(1, -2), (1, 2), (2, -1), (2, 1)];

/// A circle, if the numbers of the vertices run along a cycle through all of them.
pub(super) fn numbered_circle(graph: &Graph) -> Option<Vec<Point>> {
    let vertices = graph.vertices();
    (0..vertices).all(|vertex| graph.joins(vertex, (vertex + 1) % vertices)).then(|| circle(vertices))
}

/// A tree in rings round its root, in which each subtree has a sector.
///
/// Time: O(vertices).
pub(super) fn radial(graph: &Graph, root: usize) -> Vec<Point> {
    let order = graph.reached(&[root], None);
    let depth = graph.distances(root);
    // The leaves in the order of a walk round the tree; each other vertex is in the middle of its leaves.
    let mut leaves = 0;
    let mut sector = vec![(usize::MAX, 0); graph.vertices()];
    let mut walk = vec![(root, false)];
    while let Some((vertex, is_done)) = walk.pop() {
        let below = children(graph, &depth, vertex);
        if below.is_empty() {
            sector[vertex] = (leaves, leaves);
            leaves += 1;
        } else if is_done {
            sector[vertex] = (sector[below[0]].0, sector[below[below.len() - 1]].1);
        } else {
            walk.push((vertex, true));
            walk.extend(below.into_iter().rev().map(|child| (child, false)));
        }
    }
    let direction = |vertex: usize| on_circle(sector[vertex].0 + sector[vertex].1, 2 * leaves);
    // Each ring is as large as its vertices need.
    let mut rings: Vec<Vec<usize>> = Vec::new();
    for &(vertex, distance) in &order {
        rings.resize(rings.len().max(distance + 1), Vec::new());
        rings[distance].push(vertex);
    }
    let mut places = vec![Point::default(); graph.vertices()];
    let mut radius = 0.0_f64;
    for ring in &mut rings[1..] {
        ring.put_in_order_by_key(|&vertex| sector[vertex]);
        let before = radius;
        radius += 1.0;
        for (at, &vertex) in ring.iter().enumerate() {
            let next = ring[(at + 1) % ring.len()];
            let apart = direction(vertex).minus(direction(next)).length();
            radius = radius.max(if next == vertex { 0.0 } else { 1.0 / apart.max(1e-6) });
            // An edge that leads far aside must not cross the ring of its parent again.
            let parent = graph.neighbours[vertex].iter().find(|&&next| depth[next] < depth[vertex]);
            let turn = parent.map_or(1.0, |&parent| direction(parent).dot(direction(vertex)));
            radius = radius.max(before / turn.max(0.25) + 0.6);
        }
        for &vertex in ring.iter() {
            places[vertex] = direction(vertex).times(radius);
        }
    }
    places
}
