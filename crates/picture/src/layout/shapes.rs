//! Layouts of graphs with a simple shape: paths, cycles, trees, circles, two rows.

use super::drawn::{Graph, Point};

/// A path on a line; a long path runs back and forth in rows.
pub(super) fn path(graph: &Graph) -> Vec<Point> {
    let vertices = graph.vertices();
    let end = (0..vertices).find(|&vertex| graph.neighbours[vertex].len() <= 1).unwrap_or(0);
    // The least length of a row whose square is at least 1.6 times the number of vertices.
    let row =
        if vertices <= 12 { vertices } else { (2..vertices).find(|row| row * row * 10 >= vertices * 16).unwrap_or(2) };
    let mut places = vec![Point::default(); vertices];
    for (vertex, distance) in graph.reached(&[end], None) {
        let (down, along) = (distance / row, distance % row);
        let column = if down % 2 == 0 { along } else { row - 1 - along };
        places[vertex] = Point::new(column as f64, down as f64);
    }
    places
}

/// A cycle on a circle.
pub(super) fn cycle(graph: &Graph) -> Vec<Point> {
    let vertices = graph.vertices();
    let ring = circle(vertices);
    let mut places = vec![Point::default(); vertices];
    let (mut before, mut here) = (graph.neighbours[0][1], 0);
    for &place in &ring {
        places[here] = place;
        let [one, other] = graph.neighbours[here][..] else { break };
        (before, here) = (here, if one == before { other } else { one });
    }
    places
}

/// The vertices in order on a circle, clockwise from the top, with consecutive vertices at distance
/// 1.
pub(super) fn circle(vertices: usize) -> Vec<Point> {
    let ring: Vec<Point> = (0..vertices).map(|index| on_circle(index, vertices)).collect();
    let side = if vertices > 1 { ring[1].minus(ring[0]).length() } else { 1.0 };
    ring.into_iter().map(|place| place.times(1.0 / side)).collect()
}

/// The point on the unit circle at the fraction `index / of` of a turn, clockwise from the top.
///
/// The series are summed here because the sine functions of two machines may differ in the last
/// bit.
pub(crate) fn on_circle(index: usize, of: usize) -> Point {
    // An eighth of a turn is enough; reflections give the rest.
    let (eighth, rest) = (8 * index / of, (8 * index % of) as f64 / of as f64);
    let share = if eighth % 2 == 0 { rest } else { 1.0 - rest };
    let angle = share * std::f64::consts::FRAC_PI_4;
    let series = |first: f64, mut factor: f64| {
        let mut sum = 0.0;
        let mut term = first;
        for _ in 0..10 {
            sum += term;
            term *= -angle * angle / (factor * (factor + 1.0));
            factor += 2.0;
        }
        sum
    };
    let (sine, cosine) = (series(angle, 2.0), series(1.0, 1.0));
    let (x, y) = match eighth % 8 {
        0 => (sine, -cosine),
        1 => (cosine, -sine),
        2 => (cosine, sine),
        3 => (sine, cosine),
        4 => (-sine, cosine),
        5 => (-cosine, sine),
        6 => (-cosine, -sine),
        _ => (-sine, -cosine),
    };
    Point::new(x, y)
}

/// Two rows, if each vertex of one row is joined to every vertex of the other, and each row has at
/// least two vertices.
pub(super) fn complete_bipartite(graph: &Graph) -> Option<Vec<Point>> {
    let vertices = graph.vertices();
    let lower = &graph.neighbours[0];
    let upper: Vec<usize> = (0..vertices).filter(|&vertex| !graph.joins(0, vertex)).collect();
    let complete = upper.iter().all(|&vertex| graph.neighbours[vertex] == *lower)
        && lower.iter().all(|&vertex| graph.neighbours[vertex] == upper);
    if !complete || upper.len().min(lower.len()) < 2 {
        return None;
    }
    let widest = (upper.len().max(lower.len()) - 1) as f64;
    let mut places = vec![Point::default(); vertices];
    for (row, y) in [(&upper, 0.0), (lower, (widest * 0.5).max(1.5))] {
        let pitch = widest / (row.len() - 1) as f64;
        for (index, &vertex) in row.iter().enumerate() {
            places[vertex] = Point::new(index as f64 * pitch, y);
        }
    }
    Some(places)
}

/// A tree in layers below its root, each parent above the middle of its children; a star round its
/// centre.
///
/// Subtrees are as close as their outlines allow (Reingold and Tilford, *Tidier Drawings of Trees*,
/// 1981). Time: O(vertices²).
pub(super) fn tree(graph: &Graph, root: Option<usize>) -> Vec<Point> {
    let vertices = graph.vertices();
    if let Some(centre) = (0..vertices).find(|&vertex| graph.neighbours[vertex].len() == vertices - 1) {
        let rays = vertices - 1;
        let radius = 1.0_f64.max(circle(rays).first().map_or(1.0, |place| place.length()) * 0.8);
        let mut places = vec![Point::default(); vertices];
        for (index, &leaf) in graph.neighbours[centre].iter().enumerate() {
            places[leaf] = on_circle(index, rays).times(radius);
        }
        return places;
    }
    let root = root.unwrap_or_else(|| middle(graph));
    let order = graph.reached(&[root], None);
    let depth = graph.distances(root);
    // From the leaves upwards: the offset of each child from its parent, and the outline of each
    // subtree relative to its root.
    let mut offset = vec![0.0; vertices];
    let mut outlines: Vec<Vec<(f64, f64)>> = vec![Vec::new(); vertices];
    for &(vertex, _) in order.iter().rev() {
        let mut below: Vec<(f64, f64)> = Vec::new();
        let children = children(graph, &depth, vertex);
        for &child in &children {
            let outline = std::mem::take(&mut outlines[child]);
            let clear = |((_, right), (left, _)): (&(f64, f64), &(f64, f64))| right - left + 1.0;
            let shift = below.iter().zip(&outline).map(clear).fold(f64::MIN, f64::max);
            offset[child] = if below.is_empty() { 0.0 } else { shift };
            for (level, (left, right)) in outline.into_iter().enumerate() {
                let (left, right) = (left + offset[child], right + offset[child]);
                match below.get_mut(level) {
                    Some(known) => *known = (known.0.min(left), right),
                    None => below.push((left, right)),
                }
            }
        }
        let centre = match (children.first(), children.last()) {
            (Some(&first), Some(&last)) => f64::midpoint(offset[first], offset[last]),
            _ => 0.0,
        };
        for &child in &children {
            offset[child] -= centre;
        }
        outlines[vertex] = std::iter::once((0.0, 0.0))
            .chain(below.into_iter().map(|(left, right)| (left - centre, right - centre)))
            .collect();
    }
    let mut places = vec![Point::default(); vertices];
    for &(vertex, _) in &order {
        for child in children(graph, &depth, vertex) {
            places[child] = Point::new(places[vertex].x + offset[child], (depth[child]) as f64);
        }
    }
    places
}

/// The children of a vertex of a tree, in order, by the depth of each vertex.
pub(super) fn children(graph: &Graph, depth: &[usize], vertex: usize) -> Vec<usize> {
    graph.neighbours[vertex].iter().copied().filter(|&next| depth[next] > depth[vertex]).collect()
}

/// The first vertex of the centre, that is, with the least distance to the farthest vertex.
pub(super) fn middle(graph: &Graph) -> usize {
    let height = |vertex: usize| graph.reached(&[vertex], None).last().map_or(0, |&(_, distance)| distance);
    (0..graph.vertices()).min_by_key(|&vertex| height(vertex)).unwrap_or(0)
}
