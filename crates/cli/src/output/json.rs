//! The shapes of the JSON output, documented in the README. Every key is always there.

use catmouse_arena::{Judgement, PositionId, Values};
use catmouse_model::{Game, Keyword, Outcome, Position, Side, Vertex};
use serde::{Deserialize, Serialize};

/// The version of these shapes.
pub(crate) const SCHEMA: u32 = 1;

/// A vertex: its number, or `[row, column]` on a grid.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum VertexJson {
    Number(u32),
    Cell([u32; 2]),
}

impl VertexJson {
    pub(crate) fn new(game: &Game, vertex: Vertex) -> Self {
        match game.board().grid() {
            None => Self::Number(vertex.number()),
            Some(grid) => {
                let cell = grid.cell(vertex);
                Self::Cell([cell.row, cell.column])
            }
        }
    }
}

/// Where the pieces stand and whose turn it is.
#[derive(Serialize)]
pub(crate) struct PositionJson {
    mouse: VertexJson,
    cats: Vec<VertexJson>,
    turn: Side,
}

impl PositionJson {
    pub(crate) fn new(game: &Game, position: &Position) -> Self {
        Self {
            mouse: VertexJson::new(game, position.mouse),
            cats: position.cats.iter().map(|&cat| VertexJson::new(game, cat)).collect(),
            turn: position.turn,
        }
    }
}

/// A legal move.
#[derive(Serialize)]
pub(crate) struct MoveJson {
    to: VertexJson,
    outcome: Outcome,
    distance_plies: Option<u64>,
    best: bool,
}

impl MoveJson {
    pub(crate) fn new(game: &Game, from: PositionId, rated: &catmouse_explain::RatedMove) -> Self {
        Self {
            to: VertexJson::new(game, game.target(from, rated.to)),
            outcome: rated.judgement.outcome.into(),
            distance_plies: rated.judgement.distance,
            best: rated.best,
        }
    }
}

/// A count for each outcome.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct PositionsJson {
    pub(crate) total: u64,
    pub(crate) mouse: u64,
    pub(crate) cat: u64,
    pub(crate) draw: u64,
}

/// The longest forced win of each side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct LongestJson {
    pub(crate) mouse: Option<u64>,
    pub(crate) cat: Option<u64>,
}

/// How the whole table splits under the rules, a limit counted from each position.
pub(crate) fn totals(game: &Game, solution: &catmouse_arena::Solution) -> (PositionsJson, LongestJson) {
    let adjudication = game.adjudication();
    let mut positions = PositionsJson::default();
    let mut longest = LongestJson::default();
    for (_, value) in solution.values() {
        let Judgement { outcome, distance, .. } = adjudication.judge(value);
        positions.total += 1;
        match Outcome::from(outcome) {
            Outcome::Mouse => {
                positions.mouse += 1;
                longest.mouse = longest.mouse.max(distance);
            }
            Outcome::Cat => {
                positions.cat += 1;
                longest.cat = longest.cat.max(distance);
            }
            Outcome::Draw => positions.draw += 1,
        }
    }
    (positions, longest)
}

/// What decides an outcome, as a word.
pub(crate) fn decision_word(decision: catmouse_explain::Decision) -> &'static str {
    match decision {
        catmouse_explain::Decision::Play => "play",
        catmouse_explain::Decision::Stalemate => "stalemate",
        catmouse_explain::Decision::Limit => "limit",
        catmouse_explain::Decision::Endless => "endless",
    }
}

/// An outcome as a word.
pub(crate) fn outcome_word(judgement: Judgement) -> &'static str {
    Outcome::from(judgement.outcome).word()
}
