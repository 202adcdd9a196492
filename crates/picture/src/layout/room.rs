//! The space between the elements of a drawing, and its scale.

use super::drawn::{Graph, Point};

/// Drawings whose [`roominess`] is at least this are not refined.
pub(super) const ROOMY: f64 = 0.3;

/// The least distance between two vertices, or between a vertex and an edge, as a share of the mean
/// length of an edge.
pub(super) fn roominess(graph: &Graph, places: &[Point]) -> f64 {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let mean = mean_edge(graph, places);
    let mut least = f64::MAX;
    for (vertex, place) in places.iter().enumerate() {
        for other in &places[..vertex] {
            least = least.min(place.minus(*other).length());
        }
        for &(from, to) in edges.iter().filter(|&&(from, to)| from != vertex && to != vertex) {
            least = least.min(place.to_segment((places[from], places[to])));
        }
    }
    least / mean
}

/// The mean length of an edge; 0 if there is none.
fn mean_edge(graph: &Graph, places: &[Point]) -> f64 {
    let sum: f64 = graph.edges().map(|(from, to)| places[from].minus(places[to]).length()).sum();
    sum / graph.edges().count().max(1) as f64
}

/// Scales the places so that the mean length of an edge is 1.
pub(super) fn scale_to_unit_edges(graph: &Graph, places: &mut [Point]) {
    let mean = mean_edge(graph, places);
    for place in places.iter_mut().filter(|_| mean > 0.0) {
        *place = place.times(1.0 / mean);
    }
}
