//! A game that was played, judged: what each move was worth beside the best there was.

use catmouse_arena::{Measure, Player, Values, Words};
use catmouse_explain::{Judged, Verdict, judged, prose, summarise};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side};
use serde::{Serialize, Serializer};

use crate::answer::{Distance, MoveAnswer, SCHEMA};
use crate::fields::{joined, number_field};
use crate::played::{Moment, PlayedMove, last_moment, policy_after};

/// A game that was played, judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Annotate"))]
#[non_exhaustive]
pub struct AnnotateAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Where the game started.
    pub start: PositionJson,
    /// Who wins from there under perfect play.
    pub outcome: Outcome,
    /// How far the forced end is from there.
    #[serde(flatten)]
    pub distance: Distance,
    /// The moves that were played, in order.
    pub moves: Vec<JudgedAnswer>,
    /// Where the game stands after them.
    pub position: PositionJson,
    /// How often each side did what, and how it went.
    pub summary: AnnotateSummary,
}

/// A move that was played, beside the best there was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Judged"))]
#[non_exhaustive]
pub struct JudgedAnswer {
    /// Its number, from 1.
    pub ply: usize,
    /// Who played it.
    pub player: Side,
    /// Where the mover's pieces stood: a vertex for the Mouse, a list for the Cat.
    pub from: PlacesJson,
    /// Where they stand after it.
    pub to: PlacesJson,
    /// What the move costs; 1 where moves have no costs.
    pub cost: u32,
    /// The outcome of the position after the move.
    pub outcome: Outcome,
    /// The distance of the position after the move.
    #[serde(flatten)]
    pub distance: Distance,
    /// How it compares with the best move.
    #[serde(serialize_with = "word")]
    #[cfg_attr(
        feature = "schema",
        schemars(
            with = "String",
            extend("enum" = ["best", "as_good", "slower", "throws_draw", "throws_win", "hastens_loss"])
        )
    )]
    pub judgement: Verdict,
    /// By how many plies the end is farther than after the best move, or of a loss nearer; null where neither is so, and where moves
    /// have costs.
    pub loses_plies: Option<u64>,
    /// The same in cost, where moves have costs.
    pub loses_cost: Option<u64>,
    /// The best moves, where this was none; that of the line first.
    pub better: Vec<MoveAnswer>,
    /// All of that as a remark.
    pub text: String,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AnnotateSummary {
    /// How many moves were played.
    pub plies: usize,
    /// The outcome under perfect play at the start.
    pub outcome_before: Outcome,
    /// The outcome under perfect play in the end.
    pub outcome_after: Outcome,
    /// The Mouse's moves by their judgements.
    pub mouse: JudgementCounts,
    /// The Cat's moves by their judgements.
    pub cat: JudgementCounts,
    /// The moves that changed the outcome.
    pub decisive_plies: Vec<usize>,
    /// All of that in sentences.
    pub text: String,
}

/// How many moves have each judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgementCounts {
    /// Moves of the line.
    pub best: usize,
    /// Others as good.
    pub as_good: usize,
    /// Wins that take longer.
    pub slower: usize,
    /// Draws thrown away.
    pub throws_draw: usize,
    /// Wins thrown away.
    pub throws_win: usize,
    /// Losses that come sooner.
    pub hastens_loss: usize,
}

/// The columns of judged moves in CSV, always these.
pub const ANNOTATE_COLUMNS: [&str; 12] = [
    "ply",
    "player",
    "from",
    "to",
    "cost",
    "outcome",
    "distance_plies",
    "distance_cost",
    "judgement",
    "loses_plies",
    "loses_cost",
    "better",
];

/// A verdict as its word.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn word<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.word())
}

/// Judges the moves of a game that began there, each where it was played. Time: for each move as its
/// [`rated_moves`](catmouse_explain::rated_moves).
pub(crate) fn judge_all<V: Values>(game: &Game, values: &V, from: Moment, moves: &[PlayedMove]) -> Vec<Judged> {
    let mut policy = policy_after(game, values, from, &[]);
    let judge = |played: &PlayedMove| {
        let PlayedMove { before: Moment { position, agreed }, step } = *played;
        let found = judged(game.arena(), game, values, &agreed, position, step, &policy);
        if let Some(Moment { position, agreed }) = played.after() {
            policy.go_on(game.arena(), game, values, &agreed, position);
        }
        found
    };
    moves.iter().filter_map(judge).collect()
}

impl AnnotateAnswer {
    pub(crate) fn new<V: Values>(game: &Game, values: &V, from: Moment, moves: &[PlayedMove]) -> Self {
        let end = last_moment(from, moves);
        let judged = judge_all(game, values, from, moves);
        let before = summarise(game.arena(), game, values, &from.agreed, from.position);
        let after = summarise(game.arena(), game, values, &end.agreed, end.position);
        let stops = std::iter::once(from.position).chain(moves.iter().map(|played| played.step.to));
        let stood = stops.filter(|&position| position == end.position).count();
        let thrown = |judged: &Judged| matches!(judged.verdict, Verdict::ThrowsDraw | Verdict::ThrowsWin);
        let decisive = judged.iter().zip(1..).filter(|(judged, _)| thrown(judged)).map(|(_, ply)| ply);
        Self {
            schema: SCHEMA,
            start: PositionJson::new(game, &game.position(from.position)),
            outcome: before.judgement.outcome.into(),
            distance: Distance::new(game, values, from.position, before.judgement.distance),
            moves: judged.iter().zip(1..).map(|(judged, ply)| JudgedAnswer::new(game, values, ply, judged)).collect(),
            position: PositionJson::new(game, &game.position(end.position)),
            summary: AnnotateSummary {
                plies: judged.len(),
                outcome_before: before.judgement.outcome.into(),
                outcome_after: after.judgement.outcome.into(),
                mouse: JudgementCounts::new(&judged, Player::One),
                cat: JudgementCounts::new(&judged, Player::Two),
                decisive_plies: decisive.collect(),
                text: prose::game_judged(&judged, &before, &after, stood, game),
            },
        }
    }
}

impl JudgedAnswer {
    pub(crate) fn new<V: Values>(game: &Game, values: &V, ply: usize, judged: &Judged) -> Self {
        let (loses_plies, loses_cost) = match game.measure() {
            Measure::Plies => (judged.loses, None),
            Measure::Cost => (None, judged.loses),
        };
        Self {
            ply,
            player: judged.player.into(),
            from: PlacesJson::before(game, judged.from),
            to: PlacesJson::after(game, judged.from, judged.played.to),
            cost: judged.played.cost,
            outcome: judged.played.judgement.outcome.into(),
            distance: Distance::new(game, values, judged.played.to, judged.played.judgement.distance),
            judgement: judged.verdict,
            loses_plies,
            loses_cost,
            better: judged.better.iter().map(|rated| MoveAnswer::new(game, values, judged.from, rated)).collect(),
            text: prose::verdict(judged, game),
        }
    }

    /// The fields in CSV, as [`ANNOTATE_COLUMNS`] names them. Places of several cats are joined by blanks, better moves by semicolons.
    pub fn fields(&self) -> [String; 12] {
        let [plies, cost] = self.distance.fields();
        let better: Vec<String> = self.better.iter().map(|better| joined(better.to.vertices())).collect();
        [
            self.ply.to_string(),
            self.player.to_string(),
            joined(self.from.vertices()),
            joined(self.to.vertices()),
            self.cost.to_string(),
            self.outcome.to_string(),
            plies,
            cost,
            self.judgement.word().to_owned(),
            number_field(self.loses_plies),
            number_field(self.loses_cost),
            better.join(";"),
        ]
    }
}

impl JudgementCounts {
    fn new(moves: &[Judged], player: Player) -> Self {
        let mut counts = Self::default();
        for judged in moves.iter().filter(|judged| judged.player == player) {
            *match judged.verdict {
                Verdict::Best => &mut counts.best,
                Verdict::AsGood => &mut counts.as_good,
                Verdict::Slower => &mut counts.slower,
                Verdict::ThrowsDraw => &mut counts.throws_draw,
                Verdict::ThrowsWin => &mut counts.throws_win,
                Verdict::HastensLoss => &mut counts.hastens_loss,
            } += 1;
        }
        counts
    }
}
