//! Optimal play with the reason for every move.

use catmouse_arena::{Judgement, PositionId, Values, Words};
use catmouse_explain::story::Claim;
use catmouse_explain::{Explanation, LineEnd, Motive, Ply, prose};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side, Symmetries};
use serde::Serialize;

use crate::answer::{DecidedBy, Distance, MoveAnswer, Placement, SCHEMA, Start};
use crate::story::{self, ClaimAnswer};

/// A position explained.
///
/// ```
/// let explained = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?.explain()?;
/// assert_eq!(explained.line[0].reason.text, "the only move: reaches the hole");
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Explain"))]
#[non_exhaustive]
pub struct ExplainAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Who wins under perfect play.
    pub outcome: Outcome,
    /// What decides that.
    pub decided_by: DecidedBy,
    /// How far the forced end is from the start.
    #[serde(flatten)]
    pub distance: Distance,
    /// Where the play starts.
    pub start: PositionJson,
    /// How the pieces came to stand there; null where the setup says so.
    pub placement: Option<Placement>,
    /// How many placements are alike; null where the setup places all pieces, or the board is too large to look.
    pub symmetry: Option<SymmetryAnswer>,
    /// The ideas of the line, each with what proves it, the weightiest first.
    pub story: Vec<ClaimAnswer>,
    /// The line in which both play perfectly, ply by ply.
    pub line: Vec<PlyAnswer>,
    /// How the line ends.
    pub ends: EndAnswer,
    /// How each side holds an endless game; empty where an end is forced.
    pub holdings: Vec<HoldingAnswer>,
}

/// How many placements are alike by the symmetries of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Symmetry"))]
#[non_exhaustive]
pub struct SymmetryAnswer {
    /// How many symmetries the board has under the rules, the one that moves nothing included.
    pub symmetries: u64,
    /// To how many placements of the cats a symmetry takes the one chosen, itself included; null where the setup places
    /// them.
    pub alike_cats: Option<usize>,
    /// To how many places of the mouse a symmetry that leaves the cats' placement as it is takes the one chosen, itself
    /// included; null where the setup places it.
    pub alike_mice: Option<usize>,
}

impl SymmetryAnswer {
    /// Those of the placement that a game opens with; none where the setup places all pieces, or the board is too large
    /// to look. Time: as [`Symmetries::of`].
    pub fn new(game: &Game, start: &Start) -> Option<Self> {
        let opening = &start.opening;
        if opening.cats.is_none() && opening.mouse.is_none() {
            return None;
        }
        let symmetries = Symmetries::of(game)?;
        let (cats, mice) = symmetries.orbit_sizes(&opening.position.cats, &[opening.position.mouse])?;
        Some(Self {
            symmetries: u64::try_from(symmetries.order()).unwrap_or(u64::MAX),
            alike_cats: opening.cats.map(|_| cats),
            alike_mice: opening.mouse.map(|_| mice),
        })
    }
}

/// One ply of the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Ply"))]
#[non_exhaustive]
pub struct PlyAnswer {
    /// Its number, from 1.
    pub ply: usize,
    /// Who moves.
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
    /// Why it is played.
    pub reason: ReasonAnswer,
    /// The moves not played, best first.
    pub alternatives: Vec<AlternativeAnswer>,
}

/// Why a move is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reason"))]
#[non_exhaustive]
pub struct ReasonAnswer {
    /// What it does.
    pub kind: ReasonKind,
    /// Whether every other move has a worse outcome.
    pub only: bool,
    /// The better outcome that the mover would have if it could pass; null where it would have none.
    pub zugzwang: Option<Outcome>,
    /// What looks odd about the move, as part of a sentence; null where nothing does.
    pub oddity: Option<String>,
    /// After which ply the position stood before that this move brings back; null elsewhere.
    pub repeats_ply: Option<usize>,
    /// All of that as a remark.
    pub text: String,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReasonKind {
    /// It catches the Mouse, or walks into the Cat.
    Captures,
    /// It reaches a goal.
    ReachesGoal,
    /// It leaves the other side without a move.
    Strands,
    /// There is no other move.
    OnlyMove,
    /// It is a fastest win.
    Hurries,
    /// It holds what is not won.
    Holds,
    /// It is a longest defence.
    Delays,
}

/// A move that was not played, with the best reply to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Alternative"))]
#[non_exhaustive]
pub struct AlternativeAnswer {
    /// The move.
    #[serde(flatten)]
    pub rated: MoveAnswer,
    /// Where the opponent's pieces stand after its best reply; null where it has none to make.
    pub reply: Option<PlacesJson>,
}

/// How a line ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "End"))]
#[non_exhaustive]
pub struct EndAnswer {
    /// `capture`, `goal`, `stalemate`, `repetition` or `limit`.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["capture", "goal", "stalemate", "repetition", "limit"]))
    )]
    pub kind: &'static str,
    /// The last position.
    pub position: PositionJson,
    /// After which ply the last position stood before, where the play repeats; null elsewhere.
    pub first_ply: Option<usize>,
    /// All of that in a sentence.
    pub text: String,
}

/// A player's answers that keep an endless game endless whatever the other does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Holding"))]
#[non_exhaustive]
pub struct HoldingAnswer {
    /// Whose answers they are.
    pub player: Side,
    /// How many positions can arise with them.
    pub positions: usize,
    /// One for each of those positions at which the player is to move.
    pub answers: Vec<HoldAnswer>,
}

/// What a holding plays at one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "HoldingMove"))]
#[non_exhaustive]
pub struct HoldAnswer {
    /// The position.
    pub position: PositionJson,
    /// Where the pieces go.
    pub to: PlacesJson,
    /// Whether every other move loses.
    pub only: bool,
}

impl ExplainAnswer {
    pub(crate) fn new<V: Values>(
        game: &Game,
        values: &V,
        start: &Start,
        explanation: &Explanation,
        claims: &[Claim],
    ) -> Self {
        let position = |id: PositionId| PositionJson::new(game, &game.position(id));
        let first_ply = match explanation.summary.end {
            LineEnd::Repetition { first_ply } => Some(first_ply),
            LineEnd::Over | LineEnd::Stuck | LineEnd::Limit => None,
        };
        let kind = match explanation.summary.end {
            LineEnd::Over | LineEnd::Stuck => game.end(explanation.summary.last).map_or("goal", |end| end.kind),
            LineEnd::Repetition { .. } => "repetition",
            LineEnd::Limit => "limit",
        };
        let holding = |holding: &catmouse_explain::Holding| HoldingAnswer {
            player: holding.player.into(),
            positions: holding.trap.len(),
            answers: holding
                .answers
                .iter()
                .map(|answer| HoldAnswer {
                    position: position(answer.position),
                    to: PlacesJson::after(game, answer.position, answer.to),
                    only: answer.forced,
                })
                .collect(),
        };
        Self {
            schema: SCHEMA,
            outcome: start.outcome(),
            decided_by: explanation.summary.decision.into(),
            distance: start.distance,
            start: position(explanation.summary.start),
            placement: start.placement(game),
            symmetry: SymmetryAnswer::new(game, start),
            story: story::answers(game, values, explanation, claims),
            line: explanation.plies.iter().map(|ply| PlyAnswer::new(game, values, explanation, ply)).collect(),
            ends: EndAnswer {
                kind,
                position: position(explanation.summary.last),
                first_ply,
                text: prose::ending(explanation, game),
            },
            holdings: explanation.holdings.iter().map(holding).collect(),
        }
    }
}

impl PlyAnswer {
    fn new<V: Values>(game: &Game, values: &V, explanation: &Explanation, ply: &Ply) -> Self {
        let Judgement { outcome, distance, .. } = ply.played.judgement;
        let repeats_ply = match explanation.summary.end {
            LineEnd::Repetition { first_ply } if ply.number == explanation.plies.len() => Some(first_ply),
            _ => None,
        };
        Self {
            ply: ply.number,
            player: ply.player.into(),
            from: PlacesJson::before(game, ply.from),
            to: PlacesJson::after(game, ply.from, ply.played.to),
            cost: ply.played.cost,
            outcome: outcome.into(),
            distance: Distance::new(game, values, ply.played.to, distance),
            reason: ReasonAnswer {
                kind: kind(game, ply),
                only: ply.reason.only,
                zugzwang: ply.reason.zugzwang.map(|judgement| judgement.outcome.into()),
                oddity: ply.reason.oddity.clone(),
                repeats_ply,
                text: prose::remark(explanation, ply, game),
            },
            alternatives: ply
                .others
                .iter()
                .map(|other| AlternativeAnswer {
                    rated: MoveAnswer::new(game, values, ply.from, &other.rated),
                    reply: other.reply.map(|reply| PlacesJson::after(game, other.rated.to, reply)),
                })
                .collect(),
        }
    }
}

/// The motive as a word; a move that ends the game says how.
fn kind(game: &Game, ply: &Ply) -> ReasonKind {
    match ply.reason.motive {
        Motive::Finishes => match game.end(ply.played.to).map(|end| end.kind) {
            Some("capture") => ReasonKind::Captures,
            Some("stalemate") => ReasonKind::Strands,
            _ => ReasonKind::ReachesGoal,
        },
        Motive::OnlyMove => ReasonKind::OnlyMove,
        Motive::Hurries => ReasonKind::Hurries,
        Motive::Holds => ReasonKind::Holds,
        Motive::Delays => ReasonKind::Delays,
    }
}
