//! Every position with its outcome and distance, as rows; and rows as text.

use catmouse_arena::{PositionId, Values};
use catmouse_model::{Game, Outcome, PositionJson};
use serde::Serialize;

use crate::answer::Distance;

/// The columns of a table in CSV, always these.
pub const TABLE_COLUMNS: [&str; 6] = ["mouse", "cats", "turn", "outcome", "distance_plies", "distance_cost"];

/// One position of a table.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// let rows = solved.table().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(rows.len(), 24);
/// let start = rows.iter().find(|row| row.fields()[..3] == ["1", "2", "mouse"].map(String::from)).unwrap();
/// assert_eq!((start.outcome.to_string(), start.distance.distance_plies), ("mouse".to_owned(), Some(1)));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TableRow"))]
#[non_exhaustive]
pub struct Row {
    /// The position.
    #[serde(flatten)]
    pub position: PositionJson,
    /// Its outcome; a limit is counted from here.
    pub outcome: Outcome,
    /// Its distance.
    #[serde(flatten)]
    pub distance: Distance,
}

impl Row {
    pub(crate) fn new<V: Values>(game: &Game, values: &V, id: PositionId) -> Self {
        let judgement = game.adjudication().judge(values.value(id));
        Self {
            position: PositionJson::new(game, &game.position(id)),
            outcome: judgement.outcome.into(),
            distance: Distance::new(game, values, id, judgement.distance),
        }
    }

    /// The fields in CSV, as [`TABLE_COLUMNS`] names them.
    pub fn fields(&self) -> [String; 6] {
        let [mouse, cats, turn] = position_fields(&self.position);
        let [plies, cost] = distance_fields(self.distance);
        [mouse, cats, turn, self.outcome.to_string(), plies, cost]
    }
}

/// A position in CSV: `3`, or `[2,0]` on a grid; several cats are joined by blanks.
pub(crate) fn position_fields(position: &PositionJson) -> [String; 3] {
    [position.mouse.to_string(), joined(&position.cats), position.turn.to_string()]
}

/// Vertices in CSV, joined by blanks.
pub(crate) fn joined(vertices: &[catmouse_model::VertexJson]) -> String {
    let vertices: Vec<String> = vertices.iter().map(ToString::to_string).collect();
    vertices.join(" ")
}

/// A distance in CSV; nothing for null.
pub(crate) fn distance_fields(distance: Distance) -> [String; 2] {
    [distance.distance_plies, distance.distance_cost].map(number_field)
}

/// A number in CSV; nothing for null.
pub(crate) fn number_field(number: Option<impl ToString>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}
