//! Embeddings in the plane: for each vertex its neighbours in their order around it.
//!
//! The orders say which faces a drawing has: a walk around a face leaves each vertex by the
//! neighbour that follows in its order. By Euler's formula, a connected graph is drawn without
//! crossings exactly if it has two more vertices and faces than edges. So the check of an embedding
//! counts, and needs no test of planarity.

use super::neighbours::Neighbours;
use super::theorems::BoundProof;

/// The orders of the neighbours around each vertex. For [`BoundProof::Outerplanar`], all vertices
/// are on one face. `None` if the graph has no such drawing. Time: O(vertices³).
pub(crate) fn embedding(neighbours: &Neighbours, by: BoundProof) -> Option<Vec<Vec<u32>>> {
    let size = neighbours.vertices();
    let edges = neighbours.arcs().filter(|(from, to)| from < to);
    let edges = edges.map(|(from, to)| (from as usize, to as usize));
    // With one more vertex next to all others, exactly the outerplanar graphs are planar.
    let apex = usize::from(by == BoundProof::Outerplanar);
    let to_apex = (0..apex * size).map(|vertex| (vertex, size));
    let mut orders = catmouse_picture::embedding(size + apex, edges.chain(to_apex))?;
    orders.truncate(size);
    let without_apex =
        |order: Vec<usize>| order.into_iter().filter(|&vertex| vertex < size).map(|it| it as u32).collect();
    Some(orders.into_iter().map(without_apex).collect())
}

/// Whether orders embed a connected graph in the plane, for [`BoundProof::Outerplanar`] with all
/// vertices on one face. Time: O(edges · log degree).
pub(crate) fn is_embedding(neighbours: &Neighbours, orders: &[Vec<u32>], by: BoundProof) -> bool {
    let is_order = |(vertex, order): (u32, &Vec<u32>)| {
        let mut sorted = order.clone();
        sorted.sort_unstable();
        sorted == neighbours.of(vertex)
    };
    if orders.len() != neighbours.vertices() || !(0..).zip(orders).all(is_order) {
        return false;
    }
    // The arcs into each vertex are numbered in the order of its neighbours.
    let mut first = vec![0];
    neighbours.degrees().for_each(|degree| first.push(first[first.len() - 1] + degree as usize));
    let arc = |from: u32, to: u32| neighbours.of(to).binary_search(&from).ok().map(|at| first[to as usize] + at);
    let mut next = vec![(0, 0); first[orders.len()]];
    for (vertex, order) in (0..).zip(orders) {
        for (index, &from) in order.iter().enumerate() {
            let to = order[(index + 1) % order.len()];
            let (Some(here), Some(there)) = (arc(from, vertex), arc(vertex, to)) else { return false };
            next[here] = (there, vertex);
        }
    }
    let mut is_passed = vec![false; next.len()];
    let mut on_face = vec![usize::MAX; orders.len()];
    let (mut faces, mut most) = (0, 0);
    for start in 0..next.len() {
        let (mut here, mut length) = (start, 0);
        while !std::mem::replace(&mut is_passed[here], true) {
            let (there, vertex) = next[here];
            length += usize::from(std::mem::replace(&mut on_face[vertex as usize], start) != start);
            here = there;
        }
        faces += usize::from(length > 0);
        most = most.max(length);
    }
    // A single vertex has one face.
    let (faces, most) = if next.is_empty() { (1, orders.len()) } else { (faces, most) };
    orders.len() + faces == next.len() / 2 + 2 && (by != BoundProof::Outerplanar || most == orders.len())
}
