//! The shapes of the JSON output, documented in the README. Every key is always there.

use catmouse_arena::{Adjudication, Judgement, Measure, PositionId, Solution, Values, Words};
use catmouse_explain::principal_variation;
use catmouse_model::{Game, Keyword, Opening, Outcome, Position, Side};
pub(crate) use catmouse_model::{PlacesJson, PositionJson, VertexJson};
use serde::Serialize;

/// The version of these shapes.
pub(crate) const SCHEMA: u32 = 1;

/// Adds a value to what is written, and a newline.
pub(crate) fn line(out: &mut Vec<u8>, value: &impl Serialize) {
    // A list of bytes takes everything, and the shapes have keys that are texts.
    let _ = serde_json::to_writer(&mut *out, value);
    out.push(b'\n');
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
