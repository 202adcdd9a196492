//! The neighbours of each vertex of a graph.

use catmouse_arena::{CompressedRows, InOrder};

/// For each vertex the other vertices that its arcs lead to, ascending and without repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Neighbours {
    lists: CompressedRows<u32>,
}

impl Neighbours {
    /// The neighbours in a graph with these arcs, which may be in any order. Time: linear if the
    /// arcs are sorted, otherwise that of sorting them.
    pub(crate) fn new(vertices: u32, given: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut arcs = Vec::with_capacity(given.size_hint().0);
        arcs.extend(given.filter(|(from, to)| from != to));
        if !arcs.is_sorted() {
            arcs.put_in_order();
        }
        arcs.dedup();
        Self { lists: CompressedRows::grouped(vertices as usize, arcs.iter().copied()) }
    }

    /// The number of vertices.
    pub(crate) fn vertices(&self) -> usize {
        self.lists.len()
    }

    /// The number of neighbours of each vertex.
    pub(crate) fn degrees(&self) -> impl ExactSizeIterator<Item = u32> {
        self.lists.iter().map(|list| list.len() as u32)
    }

    /// The neighbours of a vertex.
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        self.lists.row(vertex as usize)
    }

    /// All arcs, ascending.
    #[cfg(feature = "store")]
    pub(crate) fn arcs(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.vertices() as u32).flat_map(|from| self.of(from).iter().map(move |&to| (from, to)))
    }

    /// The same, to be reordered.
    pub(crate) fn of_mut(&mut self, vertex: u32) -> &mut [u32] {
        self.lists.row_mut(vertex as usize)
    }

    /// Whether each vertex is a neighbour of its neighbours.
    pub(crate) fn are_mutual(&self) -> bool {
        (0..self.vertices() as u32).all(|from| self.of(from).iter().all(|&to| self.of(to).binary_search(&from).is_ok()))
    }
}
