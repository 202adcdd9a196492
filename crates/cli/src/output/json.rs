//! The shapes of the JSON output, documented in the README. Every key is always there.

use catmouse_arena::{Adjudication, Judgement, Measure, PositionId, Solution, Values, Words};
use catmouse_explain::principal_variation;
use catmouse_model::{Board, Game, Keyword, Opening, Outcome, Position, Side, Vertex};
use serde::{Deserialize, Serialize};

/// The version of these shapes.
pub(crate) const SCHEMA: u32 = 1;

/// Adds a value to what is written, and a newline.
pub(crate) fn line(out: &mut Vec<u8>, value: &impl Serialize) {
    // A list of bytes takes everything, and the shapes have keys that are texts.
    let _ = serde_json::to_writer(&mut *out, value);
    out.push(b'\n');
}

/// A vertex: its number, or `[row, column]` on a grid.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum VertexJson {
    Number(u32),
    Cell([u32; 2]),
}

impl VertexJson {
    pub(crate) fn new(game: &Game, vertex: Vertex) -> Self {
        board_vertex(Some(game.board()), vertex)
    }

    pub(crate) fn list(game: &Game, vertices: &[Vertex]) -> Vec<Self> {
        vertices.iter().map(|&vertex| Self::new(game, vertex)).collect()
    }
}

/// A vertex of a board, or of a bare graph.
pub(crate) fn board_vertex(board: Option<&Board>, vertex: Vertex) -> VertexJson {
    match board.and_then(Board::grid) {
        None => VertexJson::Number(vertex.number()),
        Some(grid) => {
            let cell = grid.cell(vertex);
            VertexJson::Cell([cell.row, cell.column])
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
            cats: VertexJson::list(game, &position.cats),
            turn: position.turn,
        }
    }
}

/// Where a side's pieces stand: a vertex, or a list of them where the side has several pieces.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum PlacesJson {
    One(VertexJson),
    Several(Vec<VertexJson>),
}

impl PlacesJson {
    pub(crate) fn new(game: &Game, vertices: &[Vertex]) -> Self {
        match *vertices {
            [vertex] => Self::One(VertexJson::new(game, vertex)),
            _ => Self::Several(VertexJson::list(game, vertices)),
        }
    }

    /// Where the mover's pieces stand after a move.
    pub(crate) fn after(game: &Game, from: PositionId, to: PositionId) -> Self {
        Self::new(game, &game.target(from, to))
    }

    pub(crate) fn into_vertices(self) -> Vec<VertexJson> {
        match self {
            Self::One(vertex) => vec![vertex],
            Self::Several(vertices) => vertices,
        }
    }
}

/// How far the forced end is from a position, if it is forced: the plies, and where moves have costs what they cost.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct DistanceJson {
    pub(crate) distance_plies: Option<u64>,
    pub(crate) distance_cost: Option<u64>,
}

impl DistanceJson {
    /// Costs decide where there are any; the plies are those of the principal variation. Time: linear in it then.
    pub(crate) fn new<V: Values>(game: &Game, values: &V, position: PositionId, distance: Option<u64>) -> Self {
        match game.measure() {
            Measure::Plies => Self { distance_plies: distance, distance_cost: None },
            Measure::Cost => {
                let unlimited = Adjudication { limit: None, ..game.adjudication() };
                let line = || principal_variation(game.arena(), game, values, &unlimited, position);
                Self { distance_plies: distance.map(|_| line().steps.len() as u64), distance_cost: distance }
            }
        }
    }
}

/// How the pieces came to stand where the game opens; null for what the setup gives.
#[derive(Serialize)]
pub(crate) struct PlacementJson {
    cats: Option<Vec<VertexJson>>,
    mouse: Option<VertexJson>,
    /// How many placements of the cats are as good, and how many there are.
    best_cats: Option<usize>,
    of_cats: Option<usize>,
    best_mice: Option<usize>,
    of_mice: Option<usize>,
    /// In how many rounds the Cat catches the Mouse after both placements, where it does and moves first.
    capture_time: Option<u64>,
}

impl PlacementJson {
    /// None where nothing is placed.
    pub(crate) fn new(game: &Game, opening: &Opening, distance: DistanceJson, outcome: Outcome) -> Option<Self> {
        if opening.cats.is_none() && opening.mouse.is_none() {
            return None;
        }
        let Position { mouse, cats, .. } = &opening.position;
        Some(Self {
            cats: opening.cats.map(|_| VertexJson::list(game, cats)),
            mouse: opening.mouse.map(|_| VertexJson::new(game, *mouse)),
            best_cats: opening.cats.map(|choice| choice.best),
            of_cats: opening.cats.map(|choice| choice.among),
            best_mice: opening.mouse.map(|choice| choice.best),
            of_mice: opening.mouse.map(|choice| choice.among),
            capture_time: capture_time(game, opening, distance, outcome),
        })
    }
}

/// In how many rounds, a ply of the Cat and one of the Mouse, the Cat wins after both placements.
pub(crate) fn capture_time(game: &Game, opening: &Opening, distance: DistanceJson, outcome: Outcome) -> Option<u64> {
    let placed = opening.cats.is_some() && opening.mouse.is_some() && game.start().first == Side::Cat;
    (placed && outcome == Outcome::Cat).then_some(distance.distance_plies?.div_ceil(2))
}

/// A legal move.
#[derive(Serialize)]
pub(crate) struct MoveJson {
    to: PlacesJson,
    cost: u32,
    outcome: Outcome,
    #[serde(flatten)]
    distance: DistanceJson,
    best: bool,
    /// Whether the line plays it.
    main: bool,
}

impl MoveJson {
    pub(crate) fn new<V: Values>(
        game: &Game,
        values: &V,
        from: PositionId,
        rated: &catmouse_explain::RatedMove,
    ) -> Self {
        Self {
            to: PlacesJson::after(game, from, rated.to),
            cost: rated.cost,
            outcome: rated.judgement.outcome.into(),
            distance: DistanceJson::new(game, values, rated.to, rated.judgement.distance),
            best: rated.best,
            main: rated.main,
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
pub(crate) fn totals(game: &Game, solution: &Solution) -> (PositionsJson, LongestJson) {
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
