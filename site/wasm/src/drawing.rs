//! Keeps the layout while a board is edited: vertices keep their places if most of the board stays
//! the same.

use catmouse::formats::{read, recognise};
use catmouse::model::{Board, Vertex};
use serde::Serialize;

use crate::edit::{Arc, Edit, index, sorted_arcs};
use crate::text_of;

/// The distance of a new vertex below the others, in pixels.
const BELOW: f64 = 90.0;

/// A board that is drawn.
#[derive(Debug, Serialize)]
pub struct Drawing {
    /// The board as text, or the name of a graph.
    pub(crate) text: String,
    /// The place of each vertex, by its number, in pixels.
    pub(crate) places: Vec<[f64; 2]>,
}

impl Drawing {
    /// The drawing after a change with the new text `text`. An added vertex is placed below the
    /// others.
    pub(crate) fn after(mut self, edit: &Edit, text: &str) -> Self {
        text.clone_into(&mut self.text);
        match *edit {
            Edit::AddVertex => {
                let most = |axis: usize| self.places.iter().map(|place| place[axis]).fold(0.0, f64::max);
                let place = [most(0) / 2.0, most(1) + BELOW];
                self.places.push(place);
            }
            Edit::RemoveVertex { vertex } if index(vertex) < self.places.len() => {
                self.places.remove(index(vertex));
            }
            _ => {}
        }
        self
    }

    /// The places of the vertices of a board. Empty if it is a different board, which needs a new
    /// layout.
    pub(crate) fn places_on(self, text: &str, board: &Board) -> Vec<[f64; 2]> {
        let is_same = self.places.len() == board.vertices() as usize
            && (self.text == text || self.board().is_some_and(|before| is_much_the_same(&before, board)));
        if is_same { self.places } else { Vec::new() }
    }

    fn board(&self) -> Option<Board> {
        let text = text_of(&self.text).ok()?;
        let document = read(&text, recognise(&*text).ok()?).ok()?;
        document.setup.plan_board().ok()
    }
}

/// Whether two boards have the same vertices and differ in few arcs.
fn is_much_the_same(before: &Board, after: &Board) -> bool {
    let label = |board: &Board, vertex| board.label(vertex).to_string();
    let (old, new) = (sorted_arcs(before), sorted_arcs(after));
    let lacks = |of: &[Arc], these: &[Arc]| these.iter().filter(|arc| of.binary_search(arc).is_err()).count();
    before.vertices() == after.vertices()
        && (0..before.vertices()).map(Vertex::new).all(|vertex| label(before, vertex) == label(after, vertex))
        // Allows a difference of two edges, which are up to four arcs, and on large boards of a
        // tenth of the arcs.
        && lacks(&old, &new) + lacks(&new, &old) <= 4.max(new.len() / 10)
}
