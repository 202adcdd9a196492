//! What a move runs into, played out until it shows.

use catmouse_arena::{Measure, Move, Values, Words};
use catmouse_explain::{Explanation, Policy, explain_by, judged, prose};
use catmouse_model::{Game, PlacesJson, PositionJson};
use serde::Serialize;

use crate::annotation::JudgedAnswer;
use crate::answer::SCHEMA;
use crate::played::{Moment, PlayedMove};

/// A move, judged, and the play that follows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Why"))]
#[non_exhaustive]
pub struct WhyAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Where the move is made.
    pub position: PositionJson,
    /// The move.
    #[serde(rename = "move")]
    pub asked: JudgedAnswer,
    /// Where the mover's pieces go at each ply of best play after the move.
    pub line: Vec<PlacesJson>,
    /// All of that in sentences: what the move is worth, and how it goes on.
    pub text: String,
}

impl WhyAnswer {
    /// The answer about a legal move in a game that is played by a policy; none where the game is over.
    pub(crate) fn new<V: Values>(game: &Game, values: &V, at: Moment, step: Move, mut policy: Policy) -> Option<Self> {
        let judged = judged(game.arena(), game, values, &at.agreed, at.position, step, &policy)?;
        // A move that overruns the limit is judged, and nothing follows it.
        let after = PlayedMove { before: at, step }.after();
        let told = after.map(|Moment { position, agreed }| {
            policy.go_on(game.arena(), game, values, &agreed, position);
            explain_by(game.arena(), game, values, &agreed, position, &policy)
        });
        let cost = match game.measure() {
            Measure::Plies => String::new(),
            Measure::Cost => format!(" ({})", step.cost),
        };
        let sentence = format!("{}{cost} {}.", game.step(at.position, step.to), prose::verdict(&judged, game));
        let (line, goes_on) = match &told {
            Some(told) => {
                let places = told.plies.iter().map(|ply| PlacesJson::after(game, ply.from, ply.played.to));
                (places.collect(), continued(game, told))
            }
            None => (Vec::new(), "The limit has run out.".to_owned()),
        };
        Some(Self {
            schema: SCHEMA,
            position: PositionJson::new(game, &game.position(at.position)),
            asked: JudgedAnswer::new(game, values, 1, &judged),
            line,
            text: format!("{sentence} {goes_on}"),
        })
    }
}

/// How the play goes on when both play their best, up to its end or, where it is long, until it is clear how it goes on.
fn continued(game: &Game, told: &Explanation) -> String {
    const PLIES: usize = 24;
    if told.plies.is_empty() {
        return prose::ending(told, game);
    }
    let step = |ply: &catmouse_explain::Ply| {
        let step = game.step(ply.from, ply.played.to);
        match game.measure() {
            Measure::Plies => step,
            Measure::Cost => format!("{step} ({})", ply.played.cost),
        }
    };
    let steps: Vec<String> = told.plies.iter().take(PLIES).map(step).collect();
    let more = if told.plies.len() > PLIES {
        format!("; {} more plies follow.", told.plies.len() - PLIES)
    } else {
        format!(". So it ends: {}", prose::ending(told, game))
    };
    format!("Best play then: {}{more}", steps.join(" "))
}
