//! How vertices, places and positions are written in JSON, in answers and in certificates alike.

use catmouse_arena::PositionId;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Vertex};
use crate::game::{Game, Position};
use crate::rules::Side;
use crate::setup::VertexChoice;

/// A vertex: its number, or `[row, column]` on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum VertexJson {
    /// The number of the vertex, on a board that is no grid.
    Number(u32),
    /// The row and the column, on a grid.
    Cell([u32; 2]),
}

impl VertexJson {
    /// A vertex of the board of a game.
    pub fn new(game: &Game, vertex: Vertex) -> Self {
        Self::on_board(Some(game.board()), vertex)
    }

    /// Several of them.
    pub fn list(game: &Game, vertices: &[Vertex]) -> Vec<Self> {
        vertices.iter().map(|&vertex| Self::new(game, vertex)).collect()
    }

    /// A vertex of a board, or of a graph without one.
    pub fn on_board(board: Option<&Board>, vertex: Vertex) -> Self {
        match board.and_then(Board::grid) {
            None => Self::Number(vertex.number()),
            Some(grid) => {
                let cell = grid.cell(vertex);
                Self::Cell([cell.row, cell.column])
            }
        }
    }
}

/// What was read, before any board has been asked whether it has such a vertex ([`Board::find`]).
impl From<VertexJson> for VertexChoice {
    fn from(vertex: VertexJson) -> Self {
        match vertex {
            VertexJson::Number(number) => Self::Number(number.into()),
            VertexJson::Cell([row, column]) => Self::Cell(row.into(), column.into()),
        }
    }
}

/// Where a side's pieces stand: a vertex, or a list of them where the side has several pieces. It is written and not read: two
/// vertices of a graph look like one cell of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PlacesJson {
    /// The only piece.
    One(VertexJson),
    /// Each of the pieces.
    Several(Vec<VertexJson>),
}

impl PlacesJson {
    /// These vertices of the board of a game.
    pub fn new(game: &Game, vertices: &[Vertex]) -> Self {
        match *vertices {
            [vertex] => Self::One(VertexJson::new(game, vertex)),
            _ => Self::Several(VertexJson::list(game, vertices)),
        }
    }

    /// Where the mover's pieces stand after a move.
    pub fn after(game: &Game, from: PositionId, to: PositionId) -> Self {
        Self::new(game, &game.target(from, to))
    }

    /// The vertices as a list.
    pub fn into_vertices(self) -> Vec<VertexJson> {
        match self {
            Self::One(vertex) => vec![vertex],
            Self::Several(vertices) => vertices,
        }
    }
}

/// Where the pieces stand and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionJson {
    /// Where the mouse stands.
    pub mouse: VertexJson,
    /// Where the cats stand.
    pub cats: Vec<VertexJson>,
    /// Who is to move.
    pub turn: Side,
}

impl PositionJson {
    /// A position of a game.
    pub fn new(game: &Game, position: &Position) -> Self {
        Self {
            mouse: VertexJson::new(game, position.mouse),
            cats: VertexJson::list(game, &position.cats),
            turn: position.turn,
        }
    }
}
