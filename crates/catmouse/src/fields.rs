//! Fields in JSON and in CSV that several answers share, and counts with their nouns.

use std::borrow::Cow;

use catmouse_arena::{Measure, Place, Player, Words, counted};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side, Vertex, VertexJson};

/// The places of pieces as vertices in JSON.
pub(crate) fn vertices(game: &Game, places: &[Place]) -> Vec<VertexJson> {
    places.iter().map(|place| VertexJson::new(game, Vertex::new(place.number()))).collect()
}

/// The places of all pieces of a player in JSON.
pub(crate) fn places(game: &Game, player: Player, places: &[Place]) -> PlacesJson {
    let vertices = vertices(game, places);
    match Side::from(player) {
        Side::Mouse => PlacesJson::Mouse(vertices[0]),
        Side::Cat => PlacesJson::Cats(vertices),
    }
}

/// A text in CSV; the field is empty for null.
pub(crate) fn text_field(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

/// An owned copy of a text that an answer may have borrowed.
pub(crate) fn owned(text: Option<Cow<'_, str>>) -> Option<Cow<'static, str>> {
    text.map(|text| Cow::Owned(text.into_owned()))
}

/// The fields of a position in CSV: mouse, cats and turn. A vertex is `3`, or `[2,0]` on a grid;
/// several cats are joined by blanks.
pub(crate) fn position_fields(position: &PositionJson) -> [String; 3] {
    [position.mouse.to_string(), joined(&position.cats), position.turn.to_string()]
}

/// Vertices in CSV, joined by blanks.
pub(crate) fn joined(vertices: &[VertexJson]) -> String {
    let vertices: Vec<String> = vertices.iter().map(ToString::to_string).collect();
    vertices.join(" ")
}

/// A number in CSV; the field is empty for null.
pub(crate) fn number_field(number: Option<impl ToString>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// A distance in the unit of the game: "4 plies", "cost 7".
pub(crate) fn amount(game: &Game, distance: u64) -> String {
    match game.measure() {
        Measure::Plies => counted(distance, "ply", "plies"),
        Measure::Cost => format!("cost {distance}"),
    }
}

/// A result as a clause: "the game is a draw", "the Cat wins".
pub(crate) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mouse => "the Mouse wins",
        Outcome::Cat => "the Cat wins",
        Outcome::Draw => "the game is a draw",
    }
}
