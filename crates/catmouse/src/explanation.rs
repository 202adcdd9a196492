//! The answer to `explain`: optimal play from a position, with the reason for every move.

use catmouse_arena::{Judgement, PositionId, Values, Words};
use catmouse_explain::story::Claim;
use catmouse_explain::{Alternative, Context, Explanation, LineEnd, Motive, Ply, Policy, prose};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side, Symmetries};
use serde::Serialize;

use crate::answer::{DecidedBy, Distance, MoveAnswer, Placement, SCHEMA, Start};
use crate::story::{self, ClaimAnswer};

/// Optimal play from a position, with the reason for every move.
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
    /// The distance from the start to the forced end.
    #[serde(flatten)]
    pub distance: Distance,
    /// The position that the play starts from.
    pub start: PositionJson,
    /// How the players placed the pieces; null where the setup gives every start.
    pub placement: Option<Placement>,
    /// How many placements are equivalent by symmetry; null where the setup gives every start, or the board is too large to search for
    /// symmetries.
    pub symmetry: Option<SymmetryAnswer>,
    /// The claims that explain the line, each with what proves it, the most important first.
    pub story: Vec<ClaimAnswer>,
    /// The principal variation, in which both sides play perfectly, ply by ply.
    pub line: Vec<PlyAnswer>,
    /// How the line ends.
    pub ends: EndAnswer,
    /// How each side holds an endless game; empty where an end is forced.
    pub holdings: Vec<HoldingAnswer>,
}

/// How many placements are equivalent by the symmetries of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Symmetry"))]
#[non_exhaustive]
pub struct SymmetryAnswer {
    /// How many symmetries the board has under the rules, the identity included; null where there are 2⁶⁴ or more.
    pub symmetries: Option<u64>,
    /// How many placements of the cats a symmetry maps the chosen one to, itself included; null where the setup gives their start.
    pub alike_cats: Option<usize>,
    /// How many vertices the mouse's is mapped to by symmetries that preserve the placement of the cats, itself included; null where the
    /// setup gives its start.
    pub alike_mice: Option<usize>,
}

impl SymmetryAnswer {
    /// The symmetries of the placement that a game opens with; `None` where the setup gives every start, or the board is too large to
    /// search for symmetries. Time: as [`Symmetries::of`].
    pub fn new(game: &Game, start: &Start) -> Option<Self> {
        let opening = &start.opening;
        if opening.cats.is_none() && opening.mouse.is_none() {
            return None;
        }
        let symmetries = Symmetries::of(game)?;
        let (cats, mice) = symmetries.orbit_sizes(&opening.position.cats, &[opening.position.mouse])?;
        Some(Self {
            symmetries: u64::try_from(symmetries.order()).ok(),
            alike_cats: opening.cats.map(|_| cats),
            alike_mice: opening.mouse.map(|_| mice),
        })
    }
}

/// One ply of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Ply"))]
#[non_exhaustive]
pub struct PlyAnswer {
    /// The number of the ply, counted from 1.
    pub ply: usize,
    /// Who moves.
    pub player: Side,
    /// Where the mover's pieces stood before the move: a vertex for the Mouse, a list for the Cat.
    pub from: PlacesJson,
    /// Where they stand after the move.
    pub to: PlacesJson,
    /// What the move costs; 1 where moves have no costs.
    pub cost: u32,
    /// The outcome of the position after the move.
    pub outcome: Outcome,
    /// The distance of the position after the move.
    #[serde(flatten)]
    pub distance: Distance,
    /// Why the move is played.
    pub reason: ReasonAnswer,
    /// The other legal moves, best first.
    pub alternatives: Vec<AlternativeAnswer>,
}

/// Why a move is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reason"))]
#[non_exhaustive]
pub struct ReasonAnswer {
    /// What the move does.
    pub kind: ReasonKind,
    /// Whether every other move has a worse outcome.
    pub only: bool,
    /// The better outcome that the mover would have if it could pass; null where passing would not help.
    pub zugzwang: Option<Outcome>,
    /// What is surprising about the move, as part of a sentence; null where nothing is.
    pub oddity: Option<String>,
    /// If the move repeats a position: after which ply that position first stood; null otherwise.
    pub repeats_ply: Option<usize>,
    /// The whole reason as a remark.
    pub text: String,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReasonKind {
    /// It ends the game by capture: the Cat catches the Mouse, or the Mouse steps onto the Cat.
    Captures,
    /// It reaches a goal.
    ReachesGoal,
    /// It leaves the other side without a legal move.
    Strands,
    /// It is the only legal move.
    OnlyMove,
    /// It belongs to a fastest win.
    Hurries,
    /// It keeps a game endless.
    Holds,
    /// It belongs to a longest defence.
    Delays,
}

/// A move that is not played, with the best reply to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Alternative"))]
#[non_exhaustive]
pub struct AlternativeAnswer {
    /// The move.
    #[serde(flatten)]
    pub rated: MoveAnswer,
    /// Where the opponent's pieces stand after its best reply; null where the game is over before it.
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
    /// If the play repeats: after which ply the last position first stood; null otherwise.
    pub first_ply: Option<usize>,
    /// How the line ends, in a sentence.
    pub text: String,
}

/// A player's answers that keep an endless game endless whatever the other player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Holding"))]
#[non_exhaustive]
pub struct HoldingAnswer {
    /// The player who holds the game.
    pub player: Side,
    /// How many positions can arise while the player follows these answers.
    pub positions: usize,
    /// One answer for each of those positions at which the player is to move.
    pub answers: Vec<HoldingMoveAnswer>,
}

/// The move of a holding at one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "HoldingMove"))]
#[non_exhaustive]
pub struct HoldingMoveAnswer {
    /// The position.
    pub position: PositionJson,
    /// Where the player's pieces stand after the move.
    pub to: PlacesJson,
    /// Whether every other move loses.
    pub only: bool,
}

impl ExplainAnswer {
    pub(crate) fn new(
        game: &Game,
        values: &dyn Values,
        start: &Start,
        explanation: &Explanation,
        claims: &[Claim],
        policy: &Policy,
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
                .map(|answer| HoldingMoveAnswer {
                    position: position(answer.position),
                    to: PlacesJson::after(game, answer.position, answer.to),
                    only: answer.only,
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
            line: explanation.plies.iter().map(|ply| PlyAnswer::new(game, values, explanation, ply, policy)).collect(),
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
    fn new(game: &Game, values: &dyn Values, explanation: &Explanation, ply: &Ply, policy: &Policy) -> Self {
        let Judgement { outcome, distance, .. } = ply.played.judgement;
        let repeats_ply = match explanation.summary.end {
            LineEnd::Repetition { first_ply } if ply.number == explanation.plies.len() => Some(first_ply),
            _ => None,
        };
        let reply = |other: &Alternative| {
            let adjudication = &explanation.summary.adjudication;
            let played = || {
                policy
                    .play(&Context::new(game.arena(), game, values, *adjudication), other.rated.to)
                    .map(|step| step.to)
            };
            other.reply.or_else(played)
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
                    reply: reply(other).map(|reply| PlacesJson::after(game, other.rated.to, reply)),
                })
                .collect(),
        }
    }
}

/// The motive of a move as the key `kind` gives it; a move that ends the game gives the kind of the end.
fn kind(game: &Game, ply: &Ply) -> ReasonKind {
    match ply.reason.motive {
        Motive::Finishes => match game.end(ply.played.to).map(|end| end.kind) {
            Some("capture") => ReasonKind::Captures,
            Some("stalemate") => ReasonKind::Strands,
            _ => ReasonKind::ReachesGoal,
        },
        Motive::OnlyLegal => ReasonKind::OnlyMove,
        Motive::Hurries => ReasonKind::Hurries,
        Motive::Holds => ReasonKind::Holds,
        Motive::Delays => ReasonKind::Delays,
    }
}
