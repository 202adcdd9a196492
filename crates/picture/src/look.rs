//! What is to be seen on a board: pieces, holes, and what places and moves are worth.

use catmouse_arena::Judgement;
use catmouse_model::{Board, Outcome, Vertex};

/// A board at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Look<'a> {
    pub(crate) board: &'a Board,
    pub(crate) holes: &'a [Vertex],
    pub(crate) mouse: Option<Vertex>,
    pub(crate) cats: Vec<Vertex>,
    /// What each vertex is worth, by its number; none where nothing is said. May be shorter than the board.
    pub(crate) worth: Vec<Option<Judgement>>,
    /// The moves of single pieces.
    pub(crate) drawn_moves: Vec<DrawnMove>,
    pub(crate) detail: Detail,
}

/// How much of a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Names, pieces and worth.
    Full,
    /// One of many small boards: a piece stands in place of the name.
    Frame,
}

/// A move of one piece, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawnMove {
    pub(crate) from: Vertex,
    pub(crate) to: Vertex,
    pub(crate) judgement: Judgement,
}

impl Look<'_> {
    /// The worth of a vertex.
    pub(crate) fn worth(&self, vertex: Vertex) -> Option<Judgement> {
        self.worth.get(vertex.number() as usize).copied().flatten()
    }

    /// The pieces on a vertex: whether the mouse is there, and how many cats.
    pub(crate) fn pieces(&self, vertex: Vertex) -> (bool, usize) {
        (self.mouse == Some(vertex), self.cats.iter().filter(|&&cat| cat == vertex).count())
    }

    /// Whether a vertex is a hole.
    pub(crate) fn is_hole(&self, vertex: Vertex) -> bool {
        self.holes.contains(&vertex)
    }

    /// The vertices that a sketch must show: the pieces' and the holes, ordered.
    pub(crate) fn landmarks(&self) -> Vec<Vertex> {
        let mut vertices: Vec<Vertex> =
            self.mouse.into_iter().chain(self.cats.iter().chain(self.holes).copied()).collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    }
}

/// The letter of an outcome and, where an end is forced, its distance: `M5`, `C0`, `=`; `M–` where none is.
pub(crate) fn mark(judgement: &Judgement) -> String {
    match (Outcome::from(judgement.outcome), judgement.distance) {
        (Outcome::Draw, _) => "=".to_owned(),
        (Outcome::Mouse, Some(distance)) => format!("M{distance}"),
        (Outcome::Cat, Some(distance)) => format!("C{distance}"),
        (Outcome::Mouse, None) => "M–".to_owned(),
        (Outcome::Cat, None) => "C–".to_owned(),
    }
}

/// A vertex as its user writes it.
pub(crate) fn label(board: &Board, vertex: Vertex) -> String {
    board.label(vertex).to_string()
}
