//! One game on graph after graph, laid out in place: for millions of small graphs.
//!
//! What a setup asks for besides its board is checked and laid out once for each number of vertices, through the one door. From
//! then on only the arcs change, in the room that those of the last graph took.

use std::collections::BTreeMap;

use catmouse_arena::Cost;

use crate::game::Game;
use crate::plan::Plan;
use crate::setup::{BoardChoice, Setup};

/// The most vertices that a graph of a batch may have.
const MOST_VERTICES: u32 = 64;

/// The game that a setup asks for, on any graph instead of its board.
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
    /// By the number of vertices: the game on the graph that was there last, or none if the setup makes no game.
    games: BTreeMap<u32, Option<Game>>,
    room: Vec<(u32, u32, Cost)>,
}

impl Batch {
    /// The batch of the games that this setup asks for; its board does not matter, so long as it is of no grid.
    pub fn new(setup: Setup) -> Self {
        Self { setup, games: BTreeMap::new(), room: Vec::new() }
    }

    /// The game on the graph with these arcs, ordered and without repetitions: an undirected edge is two. The same as by
    /// [`Setup::plan`] and [`Plan::game`].
    ///
    /// None where that has to be asked: if there are more than 64 vertices or several cats, or if the setup makes no game on so
    /// many vertices. Time: linear in the vertices and arcs.
    ///
    /// # Panics
    ///
    /// If an arc names a vertex that does not exist.
    pub fn game(&mut self, vertices: u32, arcs: impl IntoIterator<Item = (u32, u32)>) -> Option<&Game> {
        if vertices > MOST_VERTICES {
            return None;
        }
        let game = self.games.entry(vertices).or_insert_with(|| {
            // What can be wrong with the setup besides its board depends on the number of vertices alone.
            self.setup.board = BoardChoice::Edges { vertices: vertices.into(), edges: Vec::new() };
            self.setup.plan().ok().filter(|plan| plan.cats() == 1).map(Plan::game)
        });
        let game = game.as_mut()?;
        game.replace_arcs(arcs, &mut self.room);
        Some(game)
    }
}
