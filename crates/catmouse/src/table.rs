//! The rows of `table`: every position with its outcome and its distance. Also the names of
//! vertices in CSV.

use catmouse_arena::{PositionId, Values};
use catmouse_model::{Board, Game, Outcome, PositionJson, Vertex};
use serde::Serialize;

use crate::answer::DistanceAnswer;
use crate::fields::position_fields;

/// The columns of a table in CSV, the same for every board.
pub const TABLE_COLUMNS: [&str; 6] = ["mouse", "cats", "turn", "outcome", "distance_plies", "distance_cost"];

/// One position of a table, with its outcome and its distance.
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
pub struct TableRow {
    /// The position.
    #[serde(flatten)]
    pub position: PositionJson,
    /// Whether distances were asked for. If not, every distance is null.
    pub distances: bool,
    /// The outcome of the position. A limit is counted from this position.
    pub outcome: Outcome,
    /// The distance of the position.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
}

impl TableRow {
    pub(crate) fn new(game: &Game, values: &dyn Values, id: PositionId) -> Self {
        let judgement = game.adjudication().judge(values.value(id));
        Self {
            position: PositionJson::new(game, &game.position(id)),
            distances: values.has_distances(),
            outcome: judgement.outcome.into(),
            distance: DistanceAnswer::new(game, values, id, judgement.distance),
        }
    }

    /// The fields in CSV, in the order of [`TABLE_COLUMNS`].
    pub fn fields(&self) -> [String; 6] {
        let [mouse, cats, turn] = position_fields(&self.position);
        let [plies, cost] = self.distance.fields();
        [mouse, cats, turn, self.outcome.to_string(), plies, cost]
    }
}

/// A row of any answer in CSV, given the fields from its method `fields`. If the board has names of
/// vertices, they replace the numbers.
pub fn with_vertex_names<const N: usize>(board: &Board, columns: &[&str; N], mut fields: [String; N]) -> [String; N] {
    name_vertices(board, columns, &mut fields);
    fields
}

fn name_vertices(board: &Board, columns: &[&str], fields: &mut [String]) {
    if board.vertices() == 0 || board.name(Vertex::new(0)).is_none() {
        return;
    }
    let is_vertex = |column: &str| ["mouse", "cats", "to", "placement"].contains(&column);
    let name = |number: &str| -> String {
        let vertex = number.parse().ok().filter(|&number: &u32| number < board.vertices());
        vertex.and_then(|number| board.name(Vertex::new(number))).unwrap_or(number).to_owned()
    };
    for (_, field) in columns.iter().zip(fields).filter(|(column, _)| is_vertex(column)) {
        *field = field.split(' ').map(name).collect::<Vec<_>>().join(" ");
    }
}
