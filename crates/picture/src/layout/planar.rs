//! Planar graphs, drawn without crossings.
//!
//! The faces are found by embedding path after path (Demoucron, Malgrange and Pertuiset, *Graphes
//! planaires*, 1964). Each face but the outer one gets an additional vertex that is joined to all
//! its corners. The vertices of the outer face are placed on a circle, and every other vertex at a
//! weighted mean of its neighbours (Tutte, *How to Draw a Graph*, 1963; for any positive weights
//! Floater, 1997). Each round chooses new weights so that long edges pull harder, which spreads the
//! vertices.

use catmouse_arena::InOrder;

use std::collections::BTreeMap;

use super::drawn::{Graph, Point, crossings};
use super::refine;
use super::room::{ROOMY, roominess, scale_to_unit_edges};
use super::shapes;

/// The number of rounds of choosing weights.
const ROUNDS: usize = 12;

/// Whether a graph can be drawn without crossings.
///
/// Time: O(vertices³).
pub(crate) fn is_planar(graph: &Graph) -> bool {
    graph.vertices() < 5 || faces_of_pieces(graph).is_some()
}

/// The neighbours of each vertex in their order around it in a drawing without crossings; `None` if
/// there is none.
///
/// Time: O(vertices³).
pub(crate) fn embedding(graph: &Graph) -> Option<Vec<Vec<usize>>> {
    let mut orders = graph.neighbours.clone();
    for (piece, component, faces) in faces_of_pieces(graph)? {
        // Who comes to a vertex along a face leaves by the next neighbour.
        let mut next = vec![BTreeMap::new(); piece.len()];
        for face in faces {
            for (index, &vertex) in face.iter().enumerate() {
                let before = face[(index + face.len() - 1) % face.len()];
                next[vertex].insert(before, face[(index + 1) % face.len()]);
            }
        }
        for (vertex, next) in next.iter().enumerate() {
            let around = std::iter::successors(next.keys().next(), |here| next.get(here)).take(next.len());
            let around = around.filter(|&&to| component.joins(vertex, to));
            orders[piece[vertex]] = around.map(|&to| piece[to]).collect();
        }
    }
    Some(orders)
}

/// A component of a graph: its vertices, itself, and its faces.
type Piece = (Vec<usize>, Graph, Vec<Vec<usize>>);

/// The components of three vertices or more, with the faces of a drawing in which edges are added
/// until there is no cut vertex; `None` if there is no drawing without crossings.
fn faces_of_pieces(graph: &Graph) -> Option<Vec<Piece>> {
    let vertices = graph.vertices();
    if vertices > 2 && graph.edges().count() > 3 * vertices - 6 {
        return None;
    }
    let mut pieces = Vec::new();
    let mut left: Vec<usize> = (0..vertices).collect();
    while let Some(&first) = left.first() {
        let mut inside = vec![false; vertices];
        for (reached, _) in graph.reached(&[first], None) {
            inside[reached] = true;
        }
        let piece: Vec<usize> = left.iter().copied().filter(|&vertex| inside[vertex]).collect();
        left.retain(|&vertex| !inside[vertex]);
        let place = |vertex: usize| piece.binary_search(&vertex).ok();
        let edges = graph.edges().filter_map(|(from, to)| place(from).zip(place(to)));
        let component = Graph::new(piece.len(), edges);
        if piece.len() > 2 {
            let faces = faces(&two_connected(&component), true)?;
            pieces.push((piece, component, faces));
        }
    }
    Some(pieces)
}

/// Places without crossings; `None` if there is no planar drawing.
///
/// Time: O(vertices³), for each round of weights.
pub(super) fn places(graph: &Graph) -> Option<Vec<Point>> {
    let vertices = graph.vertices();
    if vertices >= 3 && graph.edges().count() > 3 * vertices - 6 {
        return None;
    }
    let mut faces = faces(&two_connected(graph), false)?;
    let outer = (0..faces.len()).max_by_key(|&face| (faces[face].len(), usize::MAX - face))?;
    let outer = faces.remove(outer);

    let mut triangulated = graph.clone();
    for face in &faces {
        for (index, &corner) in face.iter().enumerate() {
            let next = face[(index + 1) % face.len()];
            if !triangulated.joins(corner, next) {
                triangulated.connect(corner, next);
            }
        }
    }
    for face in faces.iter().filter(|face| face.len() > 3) {
        let centre = triangulated.vertices();
        triangulated.neighbours.push(Vec::new());
        for &corner in face {
            triangulated.connect(centre, corner);
        }
    }
    let mut places = vec![Point::default(); triangulated.vertices()];
    let mut fixed = vec![false; triangulated.vertices()];
    let rim = shapes::circle(outer.len());
    for (&vertex, &place) in outer.iter().zip(&rim) {
        places[vertex] = place;
        fixed[vertex] = true;
    }
    let mut best: Option<(f64, Vec<Point>)> = None;
    for round in 0..ROUNDS {
        let pull = |from: usize, to: usize| if round == 0 { 1.0 } else { places[from].minus(places[to]).length() };
        places = means(&triangulated, &places, &fixed, pull);
        let drawn = &places[..vertices];
        if crossings(graph, drawn) == 0 {
            let room = roominess(graph, drawn);
            if best.as_ref().is_none_or(|(known, _)| room > *known + 1e-6) {
                best = Some((room, drawn.to_vec()));
            }
        }
    }
    let (room, mut drawn) = best?;
    scale_to_unit_edges(graph, &mut drawn);
    if room < ROOMY {
        refine::refine(graph, &mut drawn, refine::Crossings::Never, 0..refine::ROUNDS);
    }
    Some(drawn)
}

/// The places at which every vertex that is not fixed is the weighted mean of its neighbours, by
/// Gaussian elimination.
fn means(graph: &Graph, places: &[Point], fixed: &[bool], weight: impl Fn(usize, usize) -> f64) -> Vec<Point> {
    let free: Vec<usize> = (0..graph.vertices()).filter(|&vertex| !fixed[vertex]).collect();
    let mut row_of = vec![None; graph.vertices()];
    for (row, &vertex) in free.iter().enumerate() {
        row_of[vertex] = Some(row);
    }
    let mut matrix = vec![vec![0.0; free.len()]; free.len()];
    let mut right = vec![Point::default(); free.len()];
    for (row, &vertex) in free.iter().enumerate() {
        for &next in &graph.neighbours[vertex] {
            let pull = weight(vertex, next).max(1e-6);
            matrix[row][row] += pull;
            match row_of[next] {
                Some(column) => matrix[row][column] -= pull,
                None => right[row] = right[row].plus(places[next].times(pull)),
            }
        }
    }
    // The matrix is diagonally dominant, so no pivoting is needed.
    for pivot in 0..free.len() {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[pivot] / pivot_row[pivot];
            if factor == 0.0 {
                continue;
            }
            for (entry, pivot_entry) in row.iter_mut().zip(pivot_row).skip(pivot) {
                *entry -= factor * pivot_entry;
            }
            right[pivot + 1 + offset] = right[pivot + 1 + offset].minus(right[pivot].times(factor));
        }
    }
    let mut placed = places.to_vec();
    for row in (0..free.len()).rev() {
        let known = (row + 1..free.len())
            .fold(right[row], |sum, column| sum.minus(placed[free[column]].times(matrix[row][column])));
        placed[free[row]] = known.times(1.0 / matrix[row][row]);
    }
    placed
}

/// The graph with edges added until it has no cut vertex. A planar graph stays planar: each new
/// edge joins neighbours of a cut vertex in two different blocks, and the blocks can be flipped so
/// that these neighbours are adjacent around the cut vertex.
fn two_connected(graph: &Graph) -> Graph {
    let mut graph = graph.clone();
    for vertex in 0..graph.vertices() {
        loop {
            let neighbours = &graph.neighbours[vertex];
            let Some(&first) = neighbours.first() else { break };
            let mut inside = vec![false; graph.vertices()];
            for (reached, _) in graph.reached(&[first], Some(vertex)) {
                inside[reached] = true;
            }
            let Some(&other) = neighbours.iter().find(|&&next| !inside[next]) else { break };
            graph.connect(first, other);
        }
    }
    graph
}

/// The faces of a planar embedding of a graph without cut vertices, each as the cycle of its
/// corners; `None` if the graph is not planar. If they turn, two faces pass an edge in opposite
/// directions.
fn faces(graph: &Graph, turn: bool) -> Option<Vec<Vec<usize>>> {
    let vertices = graph.vertices();
    let cycle = any_cycle(graph)?;
    let mut embedded = vec![false; vertices];
    let mut drawn = vec![vec![false; vertices]; vertices];
    let embed = |path: &[usize], embedded: &mut Vec<bool>, drawn: &mut Vec<Vec<bool>>| {
        for &vertex in path {
            embedded[vertex] = true;
        }
        for pair in path.windows(2) {
            drawn[pair[0]][pair[1]] = true;
            drawn[pair[1]][pair[0]] = true;
        }
    };
    let closed: Vec<usize> = cycle.iter().copied().chain(cycle.first().copied()).collect();
    embed(&closed, &mut embedded, &mut drawn);
    let mut faces = vec![cycle.clone(), cycle];
    if turn {
        faces[1].reverse();
    }
    loop {
        let mut choice: Option<(usize, usize, Fragment)> = None;
        for fragment in fragments(graph, &embedded, &drawn) {
            let holds = |face: &Vec<usize>| fragment.attachments.iter().all(|vertex| face.contains(vertex));
            let admissible: Vec<usize> = (0..faces.len()).filter(|&face| holds(&faces[face])).collect();
            let &face = admissible.first()?;
            if choice.as_ref().is_none_or(|(count, ..)| admissible.len() < *count) {
                choice = Some((admissible.len(), face, fragment));
            }
        }
        let Some((_, face, fragment)) = choice else { return Some(faces) };
        let path = fragment.path(graph)?;
        embed(&path, &mut embedded, &mut drawn);
        let (from, to) = (path[0], path[path.len() - 1]);
        let inner = &path[1..path.len() - 1];
        let mut cycle = faces.swap_remove(face);
        let start = cycle.iter().position(|&vertex| vertex == from)?;
        cycle.rotate_left(start);
        let end = cycle.iter().position(|&vertex| vertex == to)?;
        let one: Vec<usize> = cycle[..=end].iter().chain(inner.iter().rev()).copied().collect();
        let other: Vec<usize> = cycle[end..].iter().chain([&from]).chain(inner).copied().collect();
        faces.extend([one, other]);
    }
}

/// A fragment: a piece of the graph that is not embedded yet.
struct Fragment {
    /// The fragment's vertices that are embedded already, sorted.
    attachments: Vec<usize>,
    /// A flag for each vertex inside the fragment; all are false if the fragment is a single edge.
    inside: Vec<bool>,
}

impl Fragment {
    /// A path through the fragment from one attachment to another.
    fn path(&self, graph: &Graph) -> Option<Vec<usize>> {
        let &from = self.attachments.first()?;
        if !self.inside.contains(&true) {
            return Some(self.attachments.clone());
        }
        let mut parent = vec![None; graph.vertices()];
        let mut queue = std::collections::VecDeque::new();
        for &next in graph.neighbours[from].iter().filter(|&&next| self.inside[next]) {
            parent[next] = Some(from);
            queue.push_back(next);
        }
        while let Some(here) = queue.pop_front() {
            for &next in &graph.neighbours[here] {
                if self.inside[next] && parent[next].is_none() {
                    parent[next] = Some(here);
                    queue.push_back(next);
                } else if !self.inside[next] && next != from {
                    let mut path = vec![next, here];
                    while let Some(before) = parent[path[path.len() - 1]] {
                        path.push(before);
                    }
                    path.reverse();
                    return Some(path);
                }
            }
        }
        None
    }
}

/// The fragments: single edges between embedded vertices, and the components of the rest of the
/// graph with their attachments.
fn fragments(graph: &Graph, embedded: &[bool], drawn: &[Vec<bool>]) -> Vec<Fragment> {
    let mut found = Vec::new();
    for (from, to) in graph.edges() {
        if embedded[from] && embedded[to] && !drawn[from][to] {
            found.push(Fragment { attachments: vec![from, to], inside: vec![false; graph.vertices()] });
        }
    }
    let mut seen = embedded.to_vec();
    for start in 0..graph.vertices() {
        if seen[start] {
            continue;
        }
        let mut fragment = Fragment { attachments: Vec::new(), inside: vec![false; graph.vertices()] };
        let mut stack = vec![start];
        seen[start] = true;
        while let Some(vertex) = stack.pop() {
            fragment.inside[vertex] = true;
            for &next in &graph.neighbours[vertex] {
                if embedded[next] {
                    fragment.attachments.push(next);
                } else if !std::mem::replace(&mut seen[next], true) {
                    stack.push(next);
                }
            }
        }
        fragment.attachments.put_in_order();
        fragment.attachments.dedup();
        found.push(fragment);
    }
    found
}

/// A shortest cycle through the first edge of vertex 0; `None` if there is none.
fn any_cycle(graph: &Graph) -> Option<Vec<usize>> {
    let &goal = graph.neighbours.first()?.first()?;
    let mut parent = vec![None; graph.vertices()];
    let mut queue = std::collections::VecDeque::from([0]);
    while let Some(here) = queue.pop_front() {
        for &next in graph.neighbours[here].iter().filter(|&&next| (here, next) != (0, goal) && next != 0) {
            if parent[next].is_none() {
                parent[next] = Some(here);
                queue.push_back(next);
            }
        }
    }
    let mut cycle = vec![goal];
    while let Some(before) = parent[cycle[cycle.len() - 1]] {
        cycle.push(before);
    }
    (cycle.len() > 2).then_some(cycle)
}
