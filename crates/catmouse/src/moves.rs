//! The answer to `moves`: the legal moves at a position, best first, with the outcome after each.

use catmouse_arena::Values;
use catmouse_explain::{RatedMove, prose};
use catmouse_model::{Game, Outcome, PositionJson};
use serde::Serialize;

use crate::answer::{DistanceAnswer, MoveAnswer, SCHEMA, SolvedStart};

/// The legal moves at a position.
///
/// ```
/// // From 1, the mouse may go to the hole at 0, or to the cat at 2.
/// let moves = catmouse::Question::text("[[1,2],[0,2],[0,1]]").solve()?.moves()?;
/// assert_eq!(moves.moves.iter().map(|one| one.best).collect::<Vec<_>>(), [true, false]);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Moves"))]
#[non_exhaustive]
pub struct MovesAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Whether distances were asked for. If not, every distance is null, and the best moves are the
    /// moves that keep the outcome.
    pub distances: bool,
    /// The position.
    pub position: PositionJson,
    /// The outcome of the position.
    pub outcome: Outcome,
    /// The distance of the position.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The winner's own moves, which are the par of a puzzle; null unless an end is forced and the loser
    /// follows a script.
    pub par_moves: Option<u64>,
    /// Every legal move, best first.
    pub moves: Vec<MoveAnswer>,
}

impl MovesAnswer {
    pub(crate) fn new(game: &Game, values: &dyn Values, start: &SolvedStart, moves: &[RatedMove]) -> Self {
        let from = start.opening.id;
        Self {
            schema: SCHEMA,
            distances: values.has_distances(),
            position: PositionJson::new(game, &start.opening.position),
            outcome: start.outcome(),
            distance: start.distance,
            par_moves: prose::par_moves(&start.summary, game),
            moves: moves.iter().map(|rated| MoveAnswer::new(game, values, from, rated)).collect(),
        }
    }
}
