//! Cops and Robbers on a bare graph, without a setup: for millions of graphs in a row.
//!
//! Everyone moves along an arc or stays, the cats win where one of them stands on the mouse's vertex, and nothing else ends
//! the game. [`Preset::CopsAndRobbers`](crate::Preset) with all its settings left alone is the same game.

use std::borrow::Cow;

use catmouse_arena::{
    Arc, MoveCost, Pieces, Player, ProductArena, StalemateRule, StepGraph, Team, TeamStalemate, Verdicts,
};

use crate::rules::CatsMove;

/// A bare graph: its vertices are `0..vertices`, and an undirected edge is two arcs.
///
/// ```
/// use catmouse_model::{CatsMove, CopsAndRobbers};
///
/// let path = CopsAndRobbers::new(3, vec![(0, 1), (1, 0), (1, 2), (2, 1)]);
/// assert_eq!(path.components().len(), 1);
/// let arena = path.arena(2, CatsMove::All);
/// assert_eq!(catmouse_arena::Arena::positions(&arena), 2 * 3 * 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopsAndRobbers {
    vertices: u32,
    arcs: Vec<(u32, u32)>,
}

impl CopsAndRobbers {
    /// The graph with these arcs, in any order.
    ///
    /// # Panics
    ///
    /// If an arc names a vertex that does not exist.
    pub fn new(vertices: u32, arcs: Vec<(u32, u32)>) -> Self {
        assert!(arcs.iter().all(|&(from, to)| from < vertices && to < vertices), "arcs lead to vertices that exist");
        Self { vertices, arcs }
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// The arcs, as they were given.
    pub fn arcs(&self) -> &[(u32, u32)] {
        &self.arcs
    }

    /// Where one move leads, staying included: bit v of row u stands for a move from u to v. None if there are more than 64
    /// vertices.
    pub fn rows(&self) -> Option<Vec<u64>> {
        let mut rows: Vec<u64> = (0..self.vertices).map(|vertex| 1u64.checked_shl(vertex)).collect::<Option<_>>()?;
        for &(from, to) in &self.arcs {
            rows[from as usize] |= 1 << to;
        }
        Some(rows)
    }

    /// How many moves a piece has, over all vertices; those that stay included.
    pub fn moves(&self) -> u64 {
        self.arcs.len() as u64 + u64::from(self.vertices)
    }

    /// The connected components, whichever way the arcs lead, by their least vertex: of each its vertices, ascending, and the
    /// graph on them, numbered anew in their order. Time: near linear.
    pub fn components(&self) -> Vec<(Vec<u32>, Cow<'_, Self>)> {
        // Union by the lesser root, so that a root is the least vertex of its component.
        let mut parent: Vec<u32> = (0..self.vertices).collect();
        for &(from, to) in &self.arcs {
            let (a, b) = (root(&mut parent, from), root(&mut parent, to));
            parent[a.max(b) as usize] = a.min(b);
        }
        let roots: Vec<u32> = (0..self.vertices).map(|vertex| root(&mut parent, vertex)).collect();
        if roots.iter().all(|&root| root == 0) {
            let all = (0..self.vertices).collect();
            return if self.vertices == 0 { Vec::new() } else { vec![(all, Cow::Borrowed(self))] };
        }
        // For each root the number of its component, for each vertex its number in its component.
        let mut components: Vec<(Vec<u32>, Self)> = Vec::new();
        let mut of_root = vec![usize::MAX; self.vertices as usize];
        let mut number = vec![0; self.vertices as usize];
        for (vertex, &root) in roots.iter().enumerate() {
            if root as usize == vertex {
                of_root[vertex] = components.len();
                components.push((Vec::new(), Self { vertices: 0, arcs: Vec::new() }));
            }
            let (vertices, graph) = &mut components[of_root[root as usize]];
            number[vertex] = graph.vertices;
            graph.vertices += 1;
            vertices.push(vertex as u32);
        }
        for &(from, to) in &self.arcs {
            let (_, graph) = &mut components[of_root[roots[from as usize] as usize]];
            graph.arcs.push((number[from as usize], number[to as usize]));
        }
        components.into_iter().map(|(vertices, graph)| (vertices, Cow::Owned(graph))).collect()
    }

    /// Bytes that [`arena`](Self::arena) takes at the most for this many cats.
    pub fn arena_bytes(&self, cats: u32) -> u64 {
        // A list of the moves while they are laid out, and then those of the mouse and of the cats, there and back.
        let moves = self.moves() * 2 * 2 * size_of::<Arc>() as u64;
        // How placements are numbered, twice; where a cat catches the mouse.
        (u64::from(self.vertices) + 1) * (8 * (u64::from(cats) + 1) + 32) + moves
    }

    /// The game of this many cats, player Two, against the mouse, player One.
    ///
    /// # Panics
    ///
    /// If there is no cat, or there are 2³² placements of them or more.
    pub fn arena(&self, cats: u32, cats_move: CatsMove) -> ProductArena {
        let stays = (0..self.vertices).map(|vertex| (vertex, vertex, 1));
        let steps = StepGraph::new(self.vertices, self.arcs.iter().map(|&(a, b)| (a, b, 1)).chain(stays).collect());
        let pieces = match cats {
            1 => Pieces::from(steps.clone()),
            _ => Pieces::from(Team::new(steps.clone(), cats, cats_move.into(), MoveCost::Ply, TeamStalemate::Stuck)),
        };
        let mut caught = Verdicts::empty(self.vertices);
        for mouse in 0..self.vertices {
            caught.push_row([(mouse..mouse + 1, Player::Two)]);
        }
        let verdicts = if cats == 1 { caught } else { Verdicts::by_member(caught, cats) };
        ProductArena::new(steps, pieces, verdicts, StalemateRule::Endless)
    }
}

/// The root of a vertex's tree; the way there is made shorter.
fn root(parent: &mut [u32], mut vertex: u32) -> u32 {
    while parent[vertex as usize] != vertex {
        let above = parent[parent[vertex as usize] as usize];
        parent[vertex as usize] = above;
        vertex = above;
    }
    vertex
}
