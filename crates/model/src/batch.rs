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
    /// Room for the arcs of a graph, and for those along which a piece may move.
    arcs: Vec<(u32, u32)>,
    room: Vec<(u32, u32, Cost)>,
}

impl Batch {
    /// The batch of the games that this setup asks for; its board does not matter, so long as it is of no grid.
    pub fn new(setup: Setup) -> Self {
        Self { setup, games: BTreeMap::new(), arcs: Vec::new(), room: Vec::new() }
    }

    /// The game on the digraph with these arcs, ordered and without repetitions: an undirected edge is two arcs, and an arc without
    /// the one back leads one way, whatever the setup says of directions. The same as by [`Setup::plan`] and [`Plan::game`].
    ///
    /// None where those have to be asked, and say why: if there are more than 64 vertices or several cats, if the cats catch at a
    /// distance, if the setup makes no game on this many vertices, or if the arcs are out of order, doubled, or lead to a vertex that
    /// does not exist. Time: linear in the vertices and arcs.
    pub fn game(&mut self, vertices: u32, arcs: impl IntoIterator<Item = (u32, u32)>) -> Option<&Game> {
        if vertices > MOST_VERTICES {
            return None;
        }
        self.arcs.clear();
        self.arcs.extend(arcs);
        if !is_in_order(vertices, &self.arcs) {
            return None;
        }
        let game = self.games.entry(vertices).or_insert_with(|| {
            // What can be wrong with the setup besides its board depends on the number of vertices alone.
            self.setup.board = BoardChoice::Edges { vertices: vertices.into(), edges: Vec::new() };
            self.setup.plan().ok().filter(|plan| plan.cats() == 1 && !plan.ends_by_arcs()).map(Plan::game)
        });
        let game = game.as_mut()?;
        game.replace_arcs(self.arcs.iter().copied(), &mut self.room);
        Some(game)
    }
}

/// Whether arcs are ordered, and none is there twice or leads out of the graph.
fn is_in_order(vertices: u32, arcs: &[(u32, u32)]) -> bool {
    arcs.iter().all(|&(from, to)| from.max(to) < vertices) && arcs.is_sorted_by(|one, next| one < next)
}
