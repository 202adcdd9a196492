//! The neighbours of each vertex of a graph.

/// For each vertex the other vertices that its arcs lead to, ascending and without repetition. All
/// are stored in one list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Neighbours {
    /// The index in `list` at which the neighbours of each vertex begin, followed by the length of
    /// `list`.
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Neighbours {
    /// The neighbours in a graph with these arcs, which may be in any order. Time: linear if the
    /// arcs are sorted, otherwise that of sorting them.
    pub(super) fn new(vertices: u32, given: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut arcs = Vec::with_capacity(given.size_hint().0);
        arcs.extend(given.filter(|(from, to)| from != to));
        if !arcs.is_sorted() {
            arcs.sort_unstable();
        }
        arcs.dedup();
        let mut starts = vec![0; vertices as usize + 1];
        for &(from, _) in &arcs {
            starts[from as usize + 1] += 1;
        }
        for vertex in 0..vertices as usize {
            starts[vertex + 1] += starts[vertex];
        }
        Self { starts, list: arcs.into_iter().map(|(_, to)| to).collect() }
    }

    /// The number of vertices.
    pub(super) fn vertices(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The number of neighbours of each vertex.
    pub(super) fn degrees(&self) -> impl ExactSizeIterator<Item = u32> {
        self.starts.array_windows().map(|[start, end]| end - start)
    }

    /// The neighbours of a vertex.
    pub(super) fn of(&self, vertex: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|next| self.starts[vertex as usize + next] as usize);
        &self.list[start..end]
    }

    /// The same, to be reordered.
    pub(super) fn of_mut(&mut self, vertex: u32) -> &mut [u32] {
        let [start, end] = [0, 1].map(|next| self.starts[vertex as usize + next] as usize);
        &mut self.list[start..end]
    }

    /// Whether each vertex is a neighbour of its neighbours.
    pub(super) fn are_mutual(&self) -> bool {
        (0..self.vertices() as u32).all(|from| self.of(from).iter().all(|&to| self.of(to).binary_search(&from).is_ok()))
    }
}
