//! The same game on millions of small graphs, laid out in the same memory.
//!
//! [`Setup::plan`] checks the setup and lays out the game once for each number of vertices. For
//! every further graph only the arcs are replaced.

use std::collections::BTreeMap;

use catmouse_arena::Cost;

use crate::game::Game;
use crate::plan::Plan;
use crate::setup::{BoardChoice, Setup};

/// The most vertices of a graph in a batch.
const MAX_GRAPH: u32 = 64;

/// The game of a setup on one graph after another, in place of the setup's board.
///
/// ```
/// use catmouse_model::{BoardChoice, Batch, Setup};
///
/// let mut batch = Batch::new(Setup::new(BoardChoice::Adjacency(vec![])));
/// let path = [(0, 1), (1, 0), (1, 2), (2, 1)];
/// let game = batch.game(3, path).unwrap();
/// assert_eq!(game.board().arcs().count(), 4);
/// let triangle = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
/// assert_eq!(batch.game(3, triangle).unwrap().board().arcs().count(), 6);
/// assert!(batch.game(2, []).is_none()); // the preset starts the cat on vertex 2
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    setup: Setup,
    /// For each number of vertices: the game on the last graph of this size, or `None` if the setup
    /// has a defect.
    games: BTreeMap<u32, Option<Game>>,
    /// Reused for the arcs of each graph.
    arcs: Vec<(u32, u32)>,
    /// Reused for the arcs along which a piece may move.
    steps: Vec<(u32, u32, Cost)>,
}

impl Batch {
    /// A batch for this setup. The board of the setup is ignored. If the setup names no preset,
    /// [`Preset::CatAndMouse`](crate::Preset::CatAndMouse) applies, the preset for graphs.
    pub fn new(setup: Setup) -> Self {
        Self { setup, games: BTreeMap::new(), arcs: Vec::new(), steps: Vec::new() }
    }

    /// The game on the digraph with these arcs `(from, to)`, which must be sorted and without
    /// repetitions. An undirected edge is two arcs. An arc without its reverse leads one way, even
    /// if the setup is not `directed`. The game is the same as from [`Setup::plan`] and
    /// [`Plan::game`].
    ///
    /// `None` if there are more than 64 vertices or several cats, if the cats catch at a distance
    /// or follow scripts. Also `None` if the setup has a defect on a board of this size, or if the arcs are
    /// unsorted, repeated, or lead to a missing vertex. In these cases use [`Setup::plan`], which
    /// lays out the game or reports the defects. Time: linear in the vertices and arcs.
    pub fn game(&mut self, vertices: u32, arcs: impl IntoIterator<Item = (u32, u32)>) -> Option<&Game> {
        if vertices > MAX_GRAPH {
            return None;
        }
        self.arcs.clear();
        self.arcs.extend(arcs);
        if !are_sorted_arcs(vertices, &self.arcs) {
            return None;
        }
        let game = self.games.entry(vertices).or_insert_with(|| {
            // Defects of the setup other than those of its board depend only on the number of
            // vertices.
            self.setup.board = BoardChoice::Edges { vertices: vertices.into(), edges: Vec::new() };
            self.setup
                .plan()
                .ok()
                .filter(|plan| plan.cats() == 1 && plan.cats_are_free() && !plan.endings_depend_on_arcs())
                .map(Plan::game)
        });
        let game = game.as_mut()?;
        game.replace_arcs(self.arcs.iter().copied(), &mut self.steps);
        Some(game)
    }
}

/// Whether the arcs are sorted and without repetitions, and lead to vertices that exist.
fn are_sorted_arcs(vertices: u32, arcs: &[(u32, u32)]) -> bool {
    arcs.iter().all(|&(from, to)| from.max(to) < vertices) && arcs.is_sorted_by(|one, next| one < next)
}
