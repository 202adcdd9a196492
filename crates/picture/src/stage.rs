//! A board to play on, drawn without pieces and outcomes, with room for both at every vertex.
//!
//! A page adds pieces, outcomes and distances, so it needs the place of each vertex.

use catmouse_model::{Game, Vertex};

use crate::board::Layout;
use crate::layout::Point;
use crate::palette::SHEET;
use crate::snapshot::{Detail, Snapshot};

/// A board for a page to play on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The picture as SVG, without a style sheet, because a page has [`STYLE`]. Each vertex is a
    /// `g` with its number as `data-vertex`. It contains a `rect` of the class `face`, whose colour
    /// the page sets, and unless the board is a sketch an empty `text` of the class `worth`.
    pub svg: String,
    /// The places of the vertices that are drawn.
    pub places: Vec<DrawnVertex>,
    /// The edges that are not drawn straight, because another vertex is in their way.
    pub bends: Vec<Bend>,
    /// Whether vertices are too small for names and numbers.
    pub sketch: bool,
    /// A sentence about what the drawing of a large board leaves out.
    pub caveat: Option<String>,
}

/// The place of a vertex in the drawing, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnVertex {
    /// The vertex.
    pub vertex: Vertex,
    /// The middle of its box.
    pub centre: [f64; 2],
    /// Half the width and half the height of its box.
    pub half: [f64; 2],
}

/// An edge that is drawn as a quadratic Bézier curve between the centres of two boxes, from the
/// border of the one to that of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// The vertices at its ends.
    pub ends: [Vertex; 2],
    /// The control point of the curve, in pixels.
    pub control: [f64; 2],
}

/// The style sheet of every picture, needed by a page that shows parts of pictures.
pub const STYLE: &str = SHEET;

impl Stage {
    /// The board of a game. In a graph that is too large, a dot represents a vertex and others near it,
    /// and each vertex of `near` has a dot. Of a grid that is too large, only the part around the first
    /// vertex of `near` is drawn. `known` gives the places of a graph's vertices, in pixels and in the
    /// order of their numbers. If `known` has another length than the graph, the graph is laid out.
    ///
    /// Time: that of the layout; linear in the board if the places are known.
    pub fn new(game: &Game, near: &[Vertex], known: &[[f64; 2]]) -> Self {
        let holes = &game.rules().holes;
        // No piece is drawn, but the places of the pieces choose what is drawn of a large board.
        let snapshot = Snapshot {
            board: game.board(),
            holes,
            traps: &game.rules().traps,
            mouse: near.first().copied(),
            cats: near.to_vec(),
            worth: Vec::new(),
            drawn_moves: Vec::new(),
            marked: Vec::new(),
            detail: Detail::Stage,
        };
        let known: Vec<Point> = known.iter().map(|&[x, y]| Point::new(x, y)).collect();
        let layout = Layout::at(&snapshot, &known);
        let drawing = layout.draw(&Snapshot { mouse: None, cats: Vec::new(), ..snapshot.clone() });
        let tenths = |number: f64| (number * 10.0).round() / 10.0;
        let places = layout.boxes(&snapshot).into_iter().map(|(vertex, centre, half)| DrawnVertex {
            vertex,
            centre: [tenths(centre.x), tenths(centre.y)],
            half: [tenths(half.x), tenths(half.y)],
        });
        let bends = layout
            .bends()
            .into_iter()
            .map(|(from, to, control)| Bend { ends: [from, to], control: [tenths(control.x), tenths(control.y)] });
        Self {
            places: places.collect(),
            bends: bends.collect(),
            sketch: layout.is_sketch(),
            caveat: layout.caveat(),
            svg: drawing.svg.alone((drawing.width, drawing.height)),
        }
    }
}
