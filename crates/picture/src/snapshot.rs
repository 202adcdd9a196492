//! The contents of a drawing of a board: pieces, holes, and the outcomes of places and moves.

use catmouse_arena::{InOrder, Judgement};
use catmouse_model::{Board, Outcome, Side, Vertex};

/// A board at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot<'a> {
    pub(crate) board: &'a Board,
    pub(crate) holes: &'a [Vertex],
    pub(crate) traps: &'a [Vertex],
    pub(crate) mouse: Option<Vertex>,
    pub(crate) cats: Vec<Vertex>,
    /// The judgement of each vertex, by its number; `None` if none is shown. The list may be
    /// shorter than the board.
    pub(crate) worth: Vec<Option<Judgement>>,
    /// The moves of single pieces.
    pub(crate) drawn_moves: Vec<DrawnMove>,
    /// The vertices that are pointed out.
    pub(crate) marked: Vec<Vertex>,
    pub(crate) detail: Detail,
}

/// The level of detail of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Names, pieces and the judgements of places.
    Full,
    /// One of many small boards, in which a piece replaces the name of its vertex.
    Frame,
    /// A board to play on, with room for pieces and judgements at every vertex, but without either.
    Stage,
}

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawnMove {
    pub(crate) side: Side,
    pub(crate) from: Vertex,
    pub(crate) to: Vertex,
    /// The judgement after the move; `None` if it is not shown.
    pub(crate) worth: Option<Judgement>,
}

impl Snapshot<'_> {
    /// The judgement of a vertex.
    pub(crate) fn worth(&self, vertex: Vertex) -> Option<Judgement> {
        self.worth.get(vertex.number() as usize).copied().flatten()
    }

    /// The pieces on a vertex: whether the mouse is there, and the number of cats.
    pub(crate) fn pieces(&self, vertex: Vertex) -> (bool, usize) {
        (self.mouse == Some(vertex), self.cats.iter().filter(|&&cat| cat == vertex).count())
    }

    /// Whether a vertex is a hole.
    pub(crate) fn is_hole(&self, vertex: Vertex) -> bool {
        self.holes.contains(&vertex)
    }

    /// Whether a vertex is a trap.
    pub(crate) fn is_trap(&self, vertex: Vertex) -> bool {
        self.traps.contains(&vertex)
    }

    /// The vertices that a sketch must show, sorted: those of the pieces, the holes and the
    /// traps.
    pub(crate) fn landmarks(&self) -> Vec<Vertex> {
        let mut vertices: Vec<Vertex> =
            self.mouse.into_iter().chain(self.cats.iter().chain(self.holes).chain(self.traps).copied()).collect();
        vertices.put_in_order();
        vertices.dedup();
        vertices
    }
}

/// The letter of an outcome and, if an end is forced, its distance: `M:5`, `C:0`. A draw is `=`, a
/// win without a forced end `M:–`.
pub(crate) fn mark(judgement: &Judgement) -> String {
    match (Outcome::from(judgement.outcome), judgement.distance) {
        (Outcome::Draw, _) => "=".to_owned(),
        (Outcome::Mouse, Some(distance)) => format!("M:{distance}"),
        (Outcome::Cat, Some(distance)) => format!("C:{distance}"),
        (Outcome::Mouse, None) => "M:–".to_owned(),
        (Outcome::Cat, None) => "C:–".to_owned(),
    }
}

/// A vertex in the user's notation.
pub(crate) fn label(board: &Board, vertex: Vertex) -> String {
    board.label(vertex).to_string()
}
