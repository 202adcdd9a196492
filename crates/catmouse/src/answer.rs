//! Parts that several answers share: distances, moves, placements, counts. In JSON every key is always present.
//!
//! [`PositionJson`](catmouse_model::PositionJson) and the types beside it define how positions and vertices are written.

use catmouse_arena::{Adjudication, ByPlayer, Measure, PositionId, Tally, Value, Values, Words};
use catmouse_explain::{Context, Decision, RatedMove, Summary, principal_variation, summarise};
use catmouse_model::{Game, Opening, Outcome, PlacesJson, Position, VertexJson};
use serde::Serialize;

use crate::fields::{joined, number_field};
use crate::played::GameState;

/// The version of the answers' keys and of their meaning.
pub const SCHEMA: u32 = 2;

/// The distance from a position to the forced end, if one is forced: the number of plies (also called remoteness or depth to win) when the
/// winner hurries and the loser delays, or the total cost where moves have costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Distance {
    /// Plies to the end; null where no end is forced within the limit. Where moves have costs, the plies of the principal variation.
    pub distance_plies: Option<u64>,
    /// The total cost of the moves to the end; null where no end is forced, or where moves have no costs.
    pub distance_cost: Option<u64>,
}

impl Distance {
    /// The distance at a position whose judgement has this `distance`, in plies or in cost. Time: constant, or linear in the principal
    /// variation where moves have costs.
    pub fn new(game: &Game, values: &dyn Values, position: PositionId, distance: Option<u64>) -> Self {
        // A finished game has distance 0, but an answer without distances gives no distance at all.
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

    /// The fields in CSV, plies and cost; a field is empty for null.
    pub(crate) fn fields(self) -> [String; 2] {
        [self.distance_plies, self.distance_cost].map(number_field)
    }
}

/// What decides an outcome under perfect play.
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
    /// The words of all variants, in their order, as in the JSON.
    pub const WORDS: &'static [&'static str] = &["play", "stalemate", "limit", "endless"];

    /// The word for it, as in the JSON.
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

/// A position that an answer is about, such as the start of the game, with its outcome and its distance.
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
pub struct Start {
    /// The position, and how pieces were placed to reach it.
    pub opening: Opening,
    /// The outcome of the position, and how the principal variation from it ends.
    pub summary: Summary,
    /// The distance to the forced end.
    pub distance: Distance,
    /// The earlier states of the game, first to last, if moves led to this position.
    pub(crate) before: Vec<GameState>,
}

impl Start {
    /// The start of a game, given the values of all positions. Time: linear in the principal variation; where players place pieces, that of
    /// [`Game::opening`] besides.
    pub fn new(game: &Game, values: &dyn Values) -> Self {
        Self::of(game, values, game.opening(values), &game.adjudication())
    }

    /// Any position as a start, with the adjudication that holds from there on. Time: linear in the principal variation.
    pub fn of(game: &Game, values: &dyn Values, opening: Opening, adjudication: &Adjudication) -> Self {
        let summary = summarise(&Context::new(game.arena(), game, values, *adjudication), opening.id);
        let distance = Distance::new(game, values, opening.id, summary.judgement.distance);
        Self { opening, summary, distance, before: Vec::new() }
    }

    /// The outcome.
    pub fn outcome(&self) -> Outcome {
        self.summary.judgement.outcome.into()
    }

    /// The capture time: the number of rounds, each a ply of each side, in which the Cat wins after both placements. `None` where it does not
    /// win, or where a piece has a given start.
    pub fn capture_time(&self) -> Option<u64> {
        let placed = self.opening.cats.is_some() && self.opening.mouse.is_some();
        (placed && self.outcome() == Outcome::Cat).then_some(self.distance.distance_plies?.div_ceil(2))
    }

    /// How the players placed the pieces; `None` where all pieces have a given start.
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

/// How the players placed the pieces that the setup gives no start. A key is null where the setup gives the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Placement {
    /// Where the Cat placed the cats.
    pub cats: Option<Vec<VertexJson>>,
    /// Where the Mouse placed the mouse.
    pub mouse: Option<VertexJson>,
    /// How many placements of the cats are as good as this one, itself included.
    pub best_cats: Option<usize>,
    /// How many placements of the cats there are.
    pub of_cats: Option<usize>,
    /// How many places of the mouse are as good as this one, itself included.
    pub best_mice: Option<usize>,
    /// How many places of the mouse there are.
    pub of_mice: Option<usize>,
    /// The capture time: the number of rounds (a ply of each side) in which the Cat wins after both placements; null where it does not.
    pub capture_time: Option<u64>,
}

/// A legal move, with the outcome and the distance of the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Move"))]
#[non_exhaustive]
pub struct MoveAnswer {
    /// Where the mover's pieces stand after it: a vertex for the Mouse, a list for the Cat.
    pub to: PlacesJson,
    /// What the move costs; 1 where moves have no costs.
    pub cost: u32,
    /// The outcome of the position after the move.
    pub outcome: Outcome,
    /// The distance of the position after the move.
    #[serde(flatten)]
    pub distance: Distance,
    /// Whether no other move is better.
    pub best: bool,
    /// Whether this is the best move that the principal variation plays.
    pub main: bool,
}

impl MoveAnswer {
    /// The answer for a rated move at the position `from`.
    pub fn new(game: &Game, values: &dyn Values, from: PositionId, rated: &RatedMove) -> Self {
        Self {
            to: PlacesJson::after(game, from, rated.to),
            cost: rated.cost,
            outcome: rated.judgement.outcome.into(),
            distance: Distance::new(game, values, rated.to, rated.judgement.distance),
            best: rated.best,
            main: rated.main,
        }
    }

    /// The fields in CSV, as [`MOVES_COLUMNS`] names them.
    pub fn fields(&self) -> [String; 7] {
        let [plies, cost] = self.distance.fields();
        let to = joined(self.to.vertices());
        [to, self.cost.to_string(), self.outcome.to_string(), plies, cost, self.best.to_string(), self.main.to_string()]
    }
}

/// The columns of moves in CSV; they are the same for every board.
pub const MOVES_COLUMNS: [&str; 7] = ["to", "cost", "outcome", "distance_plies", "distance_cost", "best", "main"];

/// How many positions have each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// How many positions there are.
    pub total: u64,
    /// How many of them the Mouse wins.
    pub mouse: u64,
    /// How many of them the Cat wins.
    pub cat: u64,
    /// How many of them are drawn.
    pub draw: u64,
}

/// The greatest distance of a forced win of each side, in plies or in cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Longest {
    /// The longest win of the Mouse; null if it can force no win.
    pub mouse: Option<u64>,
    /// The longest win of the Cat; null if it can force no win.
    pub cat: Option<u64>,
}

/// How many positions of the game have each outcome, and the longest forced wins; a limit is counted from each position. Time: linear in
/// the positions; many are counted at once where values are held in memory.
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
