//! Fields of CSV that several answers have.

use catmouse_model::{PositionJson, VertexJson};

/// A position in CSV: `3`, or `[2,0]` on a grid; several cats are joined by blanks.
pub(crate) fn position_fields(position: &PositionJson) -> [String; 3] {
    [position.mouse.to_string(), joined(&position.cats), position.turn.to_string()]
}

/// Vertices in CSV, joined by blanks.
pub(crate) fn joined(vertices: &[VertexJson]) -> String {
    let vertices: Vec<String> = vertices.iter().map(ToString::to_string).collect();
    vertices.join(" ")
}

/// A number in CSV; nothing for null.
pub(crate) fn number_field(number: Option<impl ToString>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}
