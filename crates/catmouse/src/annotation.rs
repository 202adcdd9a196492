//! The answer to `annotate`: each move of a game that was played, compared with the best moves.

use catmouse_arena::{Measure, Player, Values, Words};
use catmouse_explain::{JudgedMove, Verdict, judged_move, prose, summarise};
use catmouse_model::{Game, GameState, Outcome, PlacesJson, PlayedMove, PositionJson, Side};
use serde::{Serialize, Serializer};

use crate::answer::{DistanceAnswer, MoveAnswer, SCHEMA};
use crate::fields::{joined, number_field};
use crate::known::Known;
use crate::policy::policy_after;

/// A game that was played, with a judgement of each move.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// let game = solved.annotate("M 1→0")?;
/// assert_eq!(game.moves[0].judgement.word(), "best");
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Annotate"))]
#[non_exhaustive]
pub struct AnnotateAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The position from which the game started.
    pub start: PositionJson,
    /// The outcome of that position under perfect play.
    pub outcome: Outcome,
    /// The distance from that position to the forced end.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The moves that were played, in order.
    pub moves: Vec<JudgedMoveAnswer>,
    /// The position after these moves. A move beyond the limit is not made: the game ends before
    /// it.
    pub position: PositionJson,
    /// The number of moves with each judgement, for each side, and the course of the game in
    /// sentences.
    pub summary: AnnotateSummary,
}

/// A move that was played, compared with the best moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Judged"))]
#[non_exhaustive]
pub struct JudgedMoveAnswer {
    /// The number of the ply, counted from 1.
    pub ply: usize,
    /// The player of the move.
    pub player: Side,
    /// The places of the mover's pieces before the move: a vertex for the Mouse, a list for the
    /// Cat.
    pub from: PlacesJson,
    /// The places of the same pieces after the move.
    pub to: PlacesJson,
    /// The cost of the move; 1 if moves have no costs.
    pub cost: u32,
    /// The outcome of the position after the move.
    pub outcome: Outcome,
    /// The distance of the position after the move.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The judgement: a comparison with the best moves.
    #[serde(serialize_with = "word")]
    #[cfg_attr(
        feature = "schema",
        schemars(
            with = "String",
            extend("enum" = ["best", "as_good", "slower", "throws_draw", "throws_win", "hastens_loss"])
        )
    )]
    pub judgement: Verdict,
    /// The number of plies by which the move makes a win slower or a loss faster than the best move
    /// does; null if it does neither, or if moves have costs.
    pub loses_plies: Option<u64>,
    /// The cost by which the move makes a win slower or a loss faster than the best move does; null
    /// if it does neither, or if moves have no costs.
    pub loses_cost: Option<u64>,
    /// The best moves, the main move first; empty if the move itself is one of the best.
    pub better: Vec<MoveAnswer>,
    /// The judgement as a remark.
    pub text: String,
}

/// The course of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AnnotateSummary {
    /// The number of moves that were played.
    pub plies: usize,
    /// The outcome under perfect play from the start.
    pub outcome_before: Outcome,
    /// The outcome under perfect play after the last move.
    pub outcome_after: Outcome,
    /// The number of the Mouse's moves with each judgement.
    pub mouse: JudgementCounts,
    /// The number of the Cat's moves with each judgement.
    pub cat: JudgementCounts,
    /// The plies that changed the outcome, counted from 1.
    pub decisive_plies: Vec<usize>,
    /// The course of the game in sentences.
    pub text: String,
}

/// The number of moves with each judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgementCounts {
    /// Main moves.
    pub best: usize,
    /// Other moves that are as good as the main move.
    pub as_good: usize,
    /// Moves that keep a win and make it slower.
    pub slower: usize,
    /// Moves that turn a draw into a loss.
    pub throws_draw: usize,
    /// Moves that give away a win.
    pub throws_win: usize,
    /// Moves that make a loss faster.
    pub hastens_loss: usize,
}

/// The columns of judged moves in CSV, the same for every board.
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

/// Writes a verdict as its word.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn word<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.word())
}

/// Judges the moves of a game that began at `from`, each at the position where it was played. Time:
/// that of [`rated_moves`](catmouse_explain::rated_moves) for each move.
pub(crate) fn judge_all(known: Known<'_>, from: GameState, moves: &[PlayedMove]) -> Vec<JudgedMove> {
    let mut policy = policy_after(known.game, known.values, from, &[]);
    let judge = |played: &PlayedMove| {
        let PlayedMove { before: GameState { position, adjudication }, step } = *played;
        let found = judged_move(&known.context(adjudication), position, step, &policy);
        if let Some(GameState { position, adjudication }) = played.after() {
            policy.advance_to(&known.context(adjudication), position);
        }
        found
    };
    moves.iter().filter_map(judge).collect()
}

impl AnnotateAnswer {
    pub(crate) fn new(known: Known<'_>, from: GameState, moves: &[PlayedMove]) -> Self {
        let (game, values) = (known.game, known.values);
        let end = from.after(moves);
        let judged = judge_all(known, from, moves);
        let before = summarise(&known.context(from.adjudication), from.position);
        let after = summarise(&known.context(end.adjudication), end.position);
        let stops = std::iter::once(from.position).chain(moves.iter().map(|played| played.step.to));
        let stood = stops.filter(|&position| position == end.position).count();
        let thrown = |judged: &JudgedMove| matches!(judged.verdict, Verdict::ThrowsDraw | Verdict::ThrowsWin);
        let decisive = judged.iter().zip(1..).filter(|(judged, _)| thrown(judged)).map(|(_, ply)| ply);
        Self {
            schema: SCHEMA,
            start: PositionJson::new(game, &game.position(from.position)),
            outcome: before.judgement.outcome.into(),
            distance: DistanceAnswer::new(game, values, from.position, before.judgement.distance),
            moves: judged
                .iter()
                .zip(1..)
                .map(|(judged, ply)| JudgedMoveAnswer::new(game, values, ply, judged))
                .collect(),
            position: PositionJson::new(game, &game.position(end.position)),
            summary: AnnotateSummary {
                plies: judged.len(),
                outcome_before: before.judgement.outcome.into(),
                outcome_after: after.judgement.outcome.into(),
                mouse: JudgementCounts::new(&judged, Player::One),
                cat: JudgementCounts::new(&judged, Player::Two),
                decisive_plies: decisive.collect(),
                text: prose::game_summary(&judged, &before, &after, stood, game),
            },
        }
    }
}

impl JudgedMoveAnswer {
    pub(crate) fn new(game: &Game, values: &dyn Values, ply: usize, judged: &JudgedMove) -> Self {
        let (loses_plies, loses_cost) = match game.measure() {
            Measure::Plies => (judged.difference, None),
            Measure::Cost => (None, judged.difference),
        };
        Self {
            ply,
            player: judged.player.into(),
            from: PlacesJson::before(game, judged.from),
            to: PlacesJson::after(game, judged.from, judged.played.to),
            cost: judged.played.cost,
            outcome: judged.played.judgement.outcome.into(),
            distance: DistanceAnswer::new(game, values, judged.played.to, judged.played.judgement.distance),
            judgement: judged.verdict,
            loses_plies,
            loses_cost,
            better: judged.better.iter().map(|rated| MoveAnswer::new(game, values, judged.from, rated)).collect(),
            text: prose::verdict(judged, game),
        }
    }

    /// The fields in CSV, in the order of [`ANNOTATE_COLUMNS`]. Places of several cats are joined
    /// by blanks, better moves by semicolons.
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
    fn new(moves: &[JudgedMove], player: Player) -> Self {
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
