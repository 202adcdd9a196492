//! Positions of the pieces: at any time, and at the start.

use serde::{Deserialize, Serialize};

use crate::board::Vertex;
use crate::rules::Side;

/// The vertices of all pieces, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The vertex of the mouse.
    pub mouse: Vertex,
    /// The vertices of the cats: ascending, or if the cats differ, in the order of their starts.
    pub cats: Vec<Vertex>,
    /// The side to move.
    pub turn: Side,
}

impl Position {
    /// The vertices of a side's pieces, in the same order.
    pub fn pieces(&self, side: Side) -> &[Vertex] {
        match side {
            Side::Mouse => std::slice::from_ref(&self.mouse),
            Side::Cat => &self.cats,
        }
    }
}

/// The start of a game. Players place the pieces that have no given start: the cats first, then the
/// mouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The start of the mouse; `None` if its player places it.
    pub mouse: Option<Vertex>,
    /// The starts of the cats, as in a [`Position`]; `None` if their player places them.
    pub cats: Option<Vec<Vertex>>,
    /// The side that moves first.
    pub first: Side,
}

impl Start {
    /// The position, if the start of every piece is given.
    pub fn position(&self) -> Option<Position> {
        Some(Position { mouse: self.mouse?, cats: self.cats.clone()?, turn: self.first })
    }
}
