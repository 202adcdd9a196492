//! What several answers have in common: distances, moves, placements, counts. Every key is always there.
//!
//! Positions and vertices are written as [`PositionJson`](catmouse_model::PositionJson) and its kin say.

use catmouse_arena::{Adjudication, ByPlayer, Judgement, Measure, PositionId, Value, Values, Words};
use catmouse_explain::{Decision, RatedMove, Summary, principal_variation, summarise};
use catmouse_model::{Game, Opening, Outcome, PlacesJson, Position, Side, VertexJson};
use serde::Serialize;

use crate::fields::{joined, number_field};
use crate::played::Moment;

/// The version of the answers' keys and of their meaning.
pub const SCHEMA: u32 = 2;

/// How far the forced end is from a position, if it is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Distance {
    /// Plies to the end; null where no end is forced within the limit. Where moves have costs, those of the principal variation.
    pub distance_plies: Option<u64>,
    /// What the moves to the end cost together; null where no end is forced, or where moves have no costs.
    pub distance_cost: Option<u64>,
}

impl Distance {
    /// The distance at a position, as it was judged. Costs decide where there are any. Time: linear in the principal variation
    /// then, and constant otherwise.
    pub fn new<V: Values>(game: &Game, values: &V, position: PositionId, distance: Option<u64>) -> Self {
        // What is over is over at distance 0, but among values without distances no distance is said.
        let distance = distance.filter(|_| values.has_distances());
        match game.measure() {
            Measure::Plies => Self { distance_plies: distance, distance_cost: None },
            Measure::Cost => {
                let unlimited = Adjudication { limit: None, ..game.adjudication() };
                let line = || principal_variation(game.arena(), game, values, &unlimited, position);
                Self { distance_plies: distance.map(|_| line().steps.len() as u64), distance_cost: distance }
            }
        }
    }

    /// The fields in CSV: plies and cost; nothing for null.
    pub(crate) fn fields(self) -> [String; 2] {
        [self.distance_plies, self.distance_cost].map(number_field)
    }
}

/// What decides an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DecidedBy {
    /// A forced end.
    Play,
    /// A player who has no move ends the line.
    Stalemate,
    /// The limit.
    Limit,
    /// Endless play.
    Endless,
}

impl DecidedBy {
    /// The word for it, as in the JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Stalemate => "stalemate",
            Self::Limit => "limit",
            Self::Endless => "endless",
        }
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

/// How a game opens and what that position comes to: what answers about the start are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Start {
    /// The position, and how it came about.
    pub opening: Opening,
    /// What it comes to.
    pub summary: Summary,
    /// How far the forced end is.
    pub distance: Distance,
    /// Where the game was before, from its beginning on, if moves led here.
    pub(crate) before: Vec<Moment>,
}

impl Start {
    /// The start of a game, given the values of all positions. Time: linear in the principal variation, and where pieces are
    /// placed as [`Game::opening`].
    pub fn new<V: Values>(game: &Game, values: &V) -> Self {
        Self::of(game, values, game.opening(values), &game.adjudication())
    }

    /// The same of another opening, under what is agreed from there on.
    pub fn of<V: Values>(game: &Game, values: &V, opening: Opening, agreed: &Adjudication) -> Self {
        let summary = summarise(game.arena(), game, values, agreed, opening.id);
        let distance = Distance::new(game, values, opening.id, summary.judgement.distance);
        Self { opening, summary, distance, before: Vec::new() }
    }

    /// The outcome.
    pub fn outcome(&self) -> Outcome {
        self.summary.judgement.outcome.into()
    }

    /// In how many rounds, a ply of the Cat and one of the Mouse, the Cat wins after both placements; none where it does not, or
    /// where nothing is placed.
    pub fn capture_time(&self, game: &Game) -> Option<u64> {
        let placed = self.opening.cats.is_some() && self.opening.mouse.is_some() && game.start().first == Side::Cat;
        (placed && self.outcome() == Outcome::Cat).then_some(self.distance.distance_plies?.div_ceil(2))
    }

    /// How the pieces were placed; none where nothing was.
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
            capture_time: self.capture_time(game),
        })
    }
}

/// How the players placed the pieces that were given no start; null for what the setup gives.
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
    /// In how many rounds (a ply of the Cat and one of the Mouse) the Cat catches the Mouse after both placements; null where it
    /// does not, or does not move first.
    pub capture_time: Option<u64>,
}

/// A legal move, with the worth of the position after it.
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
    /// Whether no other move leads to more.
    pub best: bool,
    /// Whether it is the one of the best moves that the line plays.
    pub main: bool,
}

impl MoveAnswer {
    /// That of a rated move at a position.
    pub fn new<V: Values>(game: &Game, values: &V, from: PositionId, rated: &RatedMove) -> Self {
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

/// The columns of moves in CSV, always these.
pub const MOVES_COLUMNS: [&str; 7] = ["to", "cost", "outcome", "distance_plies", "distance_cost", "best", "main"];

/// How many positions have each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// All of them.
    pub total: u64,
    /// Those that the Mouse wins.
    pub mouse: u64,
    /// Those that the Cat wins.
    pub cat: u64,
    /// Those that are drawn.
    pub draw: u64,
}

/// The longest forced win of each side, in plies or in costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Longest {
    /// The Mouse's; null if it forces none.
    pub mouse: Option<u64>,
    /// The Cat's; null if it forces none.
    pub cat: Option<u64>,
}

/// How the whole table splits under the rules, a limit counted from each position. Time: linear in the positions; of outcomes in
/// memory it is counted 64 positions at a time.
pub fn totals<V: Values>(game: &Game, values: &V) -> (Counts, Longest) {
    let adjudication = game.adjudication();
    let mut counts = Counts::default();
    let mut longest = Longest::default();
    if !values.has_distances() {
        let found = values.counts_in(0..values.positions(), adjudication.limit.map(|limit| limit.distance));
        let ByPlayer { one: mouse, two: cat } = found.wins.map(|wins| wins as u64);
        let total = values.positions() as u64;
        counts = Counts { total, mouse, cat, draw: 0 };
        let undecided = match Outcome::from(adjudication.judge(Value::Endless).outcome) {
            Outcome::Mouse => &mut counts.mouse,
            Outcome::Cat => &mut counts.cat,
            Outcome::Draw => &mut counts.draw,
        };
        *undecided += found.endless as u64;
        return (counts, longest);
    }
    for (_, value) in values.values() {
        let Judgement { outcome, distance, .. } = adjudication.judge(value);
        counts.total += 1;
        match Outcome::from(outcome) {
            Outcome::Mouse => {
                counts.mouse += 1;
                longest.mouse = longest.mouse.max(distance);
            }
            Outcome::Cat => {
                counts.cat += 1;
                longest.cat = longest.cat.max(distance);
            }
            Outcome::Draw => counts.draw += 1,
        }
    }
    (counts, longest)
}
