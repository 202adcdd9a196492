//! Parts that several answers share: distances, moves, placements, counts. In JSON every key is
//! always present.
//!
//! [`PositionJson`](catmouse_model::PositionJson) and related types define how positions and
//! vertices are written.

use catmouse_arena::{Adjudication, ByPlayer, Measure, PositionId, Tally, Value, Values, Words};
use catmouse_explain::{Context, Decision, RatedMove, Summary, principal_variation, summarise};
use catmouse_model::{Game, GameState, Opening, Outcome, PlacesJson, Position, VertexJson};
use serde::Serialize;

use crate::fields::{joined, number_field};

/// The version of the answers' keys and of their meaning.
pub const SCHEMA: u32 = 2;

/// The distance from a position to the forced end, if an end is forced. It is the number of plies
/// (also called remoteness or depth to win) if the winner hurries and the loser delays. If moves
/// have costs, it is the total cost instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Distance"))]
pub struct DistanceAnswer {
    /// Plies to the end; null if no end is forced within the limit. If moves have costs, the plies
    /// of the principal variation.
    pub distance_plies: Option<u64>,
    /// The total cost of the moves to the end; null if no end is forced, or if moves have no costs.
    pub distance_cost: Option<u64>,
}

impl DistanceAnswer {
    /// The distance at a position whose judgement has this `distance`, in plies or in cost. Time:
    /// constant, or linear in the principal variation if moves have costs.
    pub fn new(game: &Game, values: &dyn Values, position: PositionId, distance: Option<u64>) -> Self {
        // A finished game has distance 0, but an answer without distances gives no distance at all,
        // not even 0.
        let distance = distance.filter(|_| values.has_distances());
        match game.measure() {
            Measure::Plies => Self { distance_plies: distance, distance_cost: None },
            Measure::Cost => {
                let unlimited = Adjudication { limit: None, ..game.adjudication() };
                let line = || principal_variation(&Context::new(game.arena(), game, values, unlimited), position);
                Self { distance_plies: distance.map(|_| line().steps.len() as u64), distance_cost: distance }
            }
        }
    }

    /// The fields in CSV: plies and cost. A field is empty for null.
    pub(crate) fn fields(self) -> [String; 2] {
        [self.distance_plies, self.distance_cost].map(number_field)
    }
}

/// The cause of an outcome under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DecidedBy {
    /// A capture or a goal that can be forced.
    Play,
    /// A stalemate at the end of the principal variation.
    Stalemate,
    /// The limit on the length of the game.
    Limit,
    /// Play that never ends.
    Endless,
}

impl DecidedBy {
    /// The words of all variants in their order, as in the JSON.
    pub const WORDS: &'static [&'static str] = &["play", "stalemate", "limit", "endless"];

    /// The word for this variant, as in the JSON.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

impl From<Decision> for DecidedBy {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Play => Self::Play,
            Decision::Stalemate => Self::Stalemate,
            Decision::Limit => Self::Limit,
            Decision::Endless => Self::Endless,
        }
    }
}

/// A position that an answer is about, such as the start of the game, with its outcome and its
/// distance.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// let start = solved.start();
/// assert_eq!(start.outcome(), catmouse::model::Outcome::Mouse);
/// assert_eq!(start.distance.distance_plies, Some(1));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedStart {
    /// The position, and the placements by which it is reached.
    pub opening: Opening,
    /// The outcome of the position, and how the principal variation from it ends.
    pub summary: Summary,
    /// The distance to the forced end.
    pub distance: DistanceAnswer,
    /// The earlier states of the game, first to last, if moves led to this position.
    pub(crate) before: Vec<GameState>,
}

impl SolvedStart {
    /// The start of a game, given the values of all positions. Time: linear in the principal
    /// variation; if players place pieces, also that of [`Game::opening`].
    pub fn new(game: &Game, values: &dyn Values) -> Self {
        Self::of(game, values, game.opening(values), &game.adjudication())
    }

    /// Any position as a start, under the adjudication that applies from that position. Time:
    /// linear in the principal variation.
    pub fn of(game: &Game, values: &dyn Values, opening: Opening, adjudication: &Adjudication) -> Self {
        let summary = summarise(&Context::new(game.arena(), game, values, *adjudication), opening.id);
        let distance = DistanceAnswer::new(game, values, opening.id, summary.judgement.distance);
        Self { opening, summary, distance, before: Vec::new() }
    }

    /// The position, and the part of a limit that is left there.
    pub fn state(&self) -> GameState {
        GameState { position: self.opening.id, adjudication: self.summary.adjudication }
    }

    /// The outcome.
    pub fn outcome(&self) -> Outcome {
        self.summary.judgement.outcome.into()
    }

    /// The capture time: the number of rounds, each a ply of each side, in which the Cat wins after
    /// both placements. `None` if the Cat does not win, or if a piece has a given start.
    pub fn capture_time(&self) -> Option<u64> {
        let placed = self.opening.cats.is_some() && self.opening.mouse.is_some();
        (placed && self.outcome() == Outcome::Cat).then_some(self.distance.distance_plies?.div_ceil(2))
    }

    /// The placement that the players choose; `None` if all pieces have a given start.
    pub(crate) fn placement(&self, game: &Game) -> Option<Placement> {
        let opening = &self.opening;
        if opening.cats.is_none() && opening.mouse.is_none() {
            return None;
        }
        let Position { mouse, cats, .. } = &opening.position;
        Some(Placement {
            cats: opening.cats.map(|_| VertexJson::list(game, cats)),
            mouse: opening.mouse.map(|_| VertexJson::new(game, *mouse)),
            best_cats: opening.cats.map(|choice| choice.best),
            of_cats: opening.cats.map(|choice| choice.among),
            best_mice: opening.mouse.map(|choice| choice.best),
            of_mice: opening.mouse.map(|choice| choice.among),
            capture_time: self.capture_time(),
        })
    }
}

/// The placement of the pieces to which the setup gives no start. A key is null if the setup gives
/// the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Placement {
    /// The vertices on which the Cat places the cats.
    pub cats: Option<Vec<VertexJson>>,
    /// The vertex on which the Mouse places the mouse.
    pub mouse: Option<VertexJson>,
    /// The number of placements of the cats that are as good as this one, itself included.
    pub best_cats: Option<usize>,
    /// The number of all placements of the cats.
    pub of_cats: Option<usize>,
    /// The number of places of the mouse that are as good as this one, itself included.
    pub best_mice: Option<usize>,
    /// The number of all places of the mouse.
    pub of_mice: Option<usize>,
    /// The capture time: the number of rounds (a ply of each side) in which the Cat wins after both
    /// placements; null if it does not win.
    pub capture_time: Option<u64>,
}

/// A legal move, with the outcome and the distance of the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Move"))]
#[non_exhaustive]
pub struct MoveAnswer {
    /// The places of the mover's pieces after the move: a vertex for the Mouse, a list for the Cat.
    pub to: PlacesJson,
    /// The cost of the move; 1 if moves have no costs.
    pub cost: u32,
    /// The outcome of the position after the move.
    pub outcome: Outcome,
    /// The distance of the position after the move.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// Whether no other move is better.
    pub best: bool,
    /// Whether this is the main move: the best move that the principal variation plays.
    pub main: bool,
}

impl MoveAnswer {
    /// The answer about a rated move at the position `from`.
    pub fn new(game: &Game, values: &dyn Values, from: PositionId, rated: &RatedMove) -> Self {
        Self {
            to: PlacesJson::after(game, from, rated.to),
            cost: rated.cost,
            outcome: rated.judgement.outcome.into(),
            distance: DistanceAnswer::new(game, values, rated.to, rated.judgement.distance),
            best: rated.best,
            main: rated.main,
        }
    }

    /// The fields in CSV, in the order of [`MOVES_COLUMNS`].
    pub fn fields(&self) -> [String; 7] {
        let [plies, cost] = self.distance.fields();
        let to = joined(self.to.vertices());
        [to, self.cost.to_string(), self.outcome.to_string(), plies, cost, self.best.to_string(), self.main.to_string()]
    }
}

/// The columns of moves in CSV, the same for every board.
pub const MOVES_COLUMNS: [&str; 7] = ["to", "cost", "outcome", "distance_plies", "distance_cost", "best", "main"];

/// The number of positions with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// The number of all positions.
    pub total: u64,
    /// The number of positions that the Mouse wins.
    pub mouse: u64,
    /// The number of positions that the Cat wins.
    pub cat: u64,
    /// The number of drawn positions.
    pub draw: u64,
}

/// The greatest distance of a forced win of each side, in plies or in cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Longest {
    /// The longest win of the Mouse; null if the Mouse can force no win.
    pub mouse: Option<u64>,
    /// The longest win of the Cat; null if the Cat can force no win.
    pub cat: Option<u64>,
}

/// The number of positions of the game with each outcome, and the longest forced wins. A limit is
/// counted from each position. Time: linear in the positions; values in memory are counted several
/// at a time.
pub fn totals(game: &Game, values: &dyn Values) -> (Counts, Longest) {
    let adjudication = game.adjudication();
    let Tally { counts: found, longest } =
        values.tally_in(0..values.positions(), adjudication.limit.map(|limit| limit.distance));
    let ByPlayer { one: mouse, two: cat } = found.wins.map(|wins| wins as u64);
    let mut counts = Counts { total: values.positions() as u64, mouse, cat, draw: 0 };
    let undecided = match Outcome::from(adjudication.judge(Value::Endless).outcome) {
        Outcome::Mouse => &mut counts.mouse,
        Outcome::Cat => &mut counts.cat,
        Outcome::Draw => &mut counts.draw,
    };
    *undecided += found.endless as u64;
    (counts, Longest { mouse: longest.one, cat: longest.two })
}
