//! The JSON form of vertices and positions, shared by answers and certificates.

use catmouse_arena::PositionId;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Vertex};
use crate::game::Game;
use crate::position::Position;
use crate::rules::Side;
use crate::vertex_choice::VertexChoice;

/// A vertex: its number, or `[row, column]` on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Vertex"))]
#[serde(untagged)]
pub enum VertexJson {
    /// The number of the vertex, on a board that is not a grid.
    Number(u32),
    /// The row and the column, on a grid.
    Cell([u32; 2]),
}

impl VertexJson {
    /// A vertex of the board of a game.
    pub fn new(game: &Game, vertex: Vertex) -> Self {
        Self::on_board(Some(game.board()), vertex)
    }

    /// Several vertices of the board of a game.
    pub fn list(game: &Game, vertices: &[Vertex]) -> Vec<Self> {
        vertices.iter().map(|&vertex| Self::new(game, vertex)).collect()
    }

    /// A vertex of a board; without a board, its number.
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

/// `3`, or `[2,0]` on a grid.
impl std::fmt::Display for VertexJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Cell([row, column]) => write!(f, "[{row},{column}]"),
        }
    }
}

/// Converts a vertex that was read from JSON. [`Board::find`] looks up the result on a board.
impl From<VertexJson> for VertexChoice {
    fn from(vertex: VertexJson) -> Self {
        match vertex {
            VertexJson::Number(number) => Self::Number(number.into()),
            VertexJson::Cell([row, column]) => Self::Cell(row.into(), column.into()),
        }
    }
}

/// The places of one side's pieces: a vertex for the Mouse, a list for the Cat, even if there is one
/// cat. It cannot be deserialized, because a list of two vertices looks like a cell of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Places"))]
#[serde(untagged)]
pub enum PlacesJson {
    /// Where the mouse stands.
    Mouse(VertexJson),
    /// Where each of the cats stands.
    Cats(Vec<VertexJson>),
}

impl PlacesJson {
    /// The vertices of a side's pieces at a position of a game.
    pub fn of(game: &Game, position: &Position, side: Side) -> Self {
        match side {
            Side::Mouse => Self::Mouse(VertexJson::new(game, position.mouse)),
            Side::Cat => Self::Cats(VertexJson::list(game, &position.cats)),
        }
    }

    /// The vertices of the mover's pieces before a move from this position.
    pub fn before(game: &Game, from: PositionId) -> Self {
        let position = game.position(from);
        Self::of(game, &position, position.turn)
    }

    /// The vertices of the mover's pieces after the move from one position to another, ascending.
    pub fn after(game: &Game, from: PositionId, to: PositionId) -> Self {
        let target = game.target(from, to);
        match game.position(from).turn {
            Side::Cat => Self::Cats(VertexJson::list(game, &target)),
            Side::Mouse => Self::Mouse(VertexJson::new(game, target[0])),
        }
    }

    /// The vertices, as a slice.
    pub fn vertices(&self) -> &[VertexJson] {
        match self {
            Self::Mouse(vertex) => std::slice::from_ref(vertex),
            Self::Cats(vertices) => vertices,
        }
    }
}

/// Where the pieces stand and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Position"))]
#[serde(deny_unknown_fields)]
pub struct PositionJson {
    /// Where the mouse stands.
    pub mouse: VertexJson,
    /// Where the cats stand.
    pub cats: Vec<VertexJson>,
    /// Who is to move.
    pub turn: Side,
}

/// `M3 C5 mouse`, or `M[2,0] C[1,1] cat` on a grid, as [`PositionChoice`](crate::PositionChoice)
/// reads it.
impl std::fmt::Display for PositionJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "M{}", self.mouse)?;
        for cat in &self.cats {
            write!(f, " C{cat}")?;
        }
        write!(f, " {}", self.turn)
    }
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
