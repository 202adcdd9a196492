//! Where the pieces stand: at any time, and at the start.

use serde::{Deserialize, Serialize};

use crate::board::Vertex;
use crate::rules::Side;

/// Where every piece stands and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// Where the mouse stands.
    pub mouse: Vertex,
    /// Where the cats stand, ascending.
    pub cats: Vec<Vertex>,
    /// Who is to move.
    pub turn: Side,
}

impl Position {
    /// Where the pieces of a side stand, ascending.
    pub fn pieces(&self, side: Side) -> &[Vertex] {
        match side {
            Side::Mouse => std::slice::from_ref(&self.mouse),
            Side::Cat => &self.cats,
        }
    }
}

/// How a game starts. Pieces without a given start are placed by their players, the cats first, then the mouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Where the mouse starts; `None` if its player places it.
    pub mouse: Option<Vertex>,
    /// Where the cats start, ascending; `None` if their player places them.
    pub cats: Option<Vec<Vertex>>,
    /// Who moves first.
    pub first: Side,
}

impl Start {
    /// The position, if the start of every piece is given.
    pub fn position(&self) -> Option<Position> {
        Some(Position { mouse: self.mouse?, cats: self.cats.clone()?, turn: self.first })
    }
}
