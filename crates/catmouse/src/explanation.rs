//! The answer to `explain`: optimal play from a position, with the reason for every move.

use catmouse_arena::{Judgement, PositionId, Values, Words};
use catmouse_explain::story::Claim;
use catmouse_explain::{Alternative, Context, Explanation, LineEnd, Motive, Ply, Policy, prose};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side, Symmetries};
use serde::Serialize;

use crate::answer::{DecidedBy, DistanceAnswer, MoveAnswer, Placement, SCHEMA, SolvedStart};
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
    /// The outcome under perfect play.
    pub outcome: Outcome,
    /// The cause of the outcome.
    pub decided_by: DecidedBy,
    /// The distance from the start to the forced end.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The winner's own moves, which are the par of a puzzle; null unless an end is forced and the loser
    /// follows a script.
    pub par_moves: Option<u64>,
    /// The position from which the play starts.
    pub start: PositionJson,
    /// The placement that the players choose; null if the setup gives every start.
    pub placement: Option<Placement>,
    /// The number of placements that are equivalent by symmetry; null if the setup gives every
    /// start, or if the board is too large to search for symmetries.
    pub symmetry: Option<SymmetryAnswer>,
    /// The claims that explain the line, each with its proof, the most important first.
    pub story: Vec<ClaimAnswer>,
    /// The principal variation, in which both sides play perfectly, ply by ply.
    pub line: Vec<PlyAnswer>,
    /// The end of the line.
    pub ends: EndAnswer,
    /// The strategies with which the sides keep a game endless; empty if an end is forced. Strategies
    /// with more than 65,536 positions or two million moves are left out.
    pub holdings: Vec<HoldingAnswer>,
}

/// The number of symmetries of the board, and of placements that are equivalent by symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Symmetry"))]
#[non_exhaustive]
pub struct SymmetryAnswer {
    /// The number of symmetries that the board has under the rules, the identity included; null if
    /// there are 2⁶⁴ or more.
    pub symmetries: Option<u64>,
    /// The number of placements of the cats to which symmetries map the chosen placement, itself
    /// included; null if the setup gives the start of the cats.
    pub alike_cats: Option<usize>,
    /// The number of vertices to which the mouse's vertex is mapped by symmetries that preserve the
    /// placement of the cats, itself included; null if the setup gives the start of the mouse.
    pub alike_mice: Option<usize>,
}

impl SymmetryAnswer {
    /// The symmetries of the placement with which a game opens; `None` if the setup gives every
    /// start, or if the board is too large to search for symmetries. Time: that of
    /// [`Symmetries::of`].
    pub fn new(game: &Game, start: &SolvedStart) -> Option<Self> {
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
    /// The player who moves.
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
    /// The reason for the move.
    pub reason: ReasonAnswer,
    /// The other legal moves, best first.
    pub alternatives: Vec<AlternativeAnswer>,
}

/// The reason for a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reason"))]
#[non_exhaustive]
pub struct ReasonAnswer {
    /// The purpose of the move.
    pub kind: ReasonKind,
    /// Whether every other move has a worse outcome.
    pub only: bool,
    /// The better outcome that the mover would have if it could pass; null if passing would not
    /// help.
    pub zugzwang: Option<Outcome>,
    /// A surprising feature of the move, as part of a sentence; null if there is none.
    pub oddity: Option<String>,
    /// If the move repeats a position, the number of the ply after which that position first
    /// occurred; otherwise null.
    pub repeats_ply: Option<usize>,
    /// The complete reason as a remark.
    pub text: String,
}

/// The purpose of a move.
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

/// A legal move that the line does not play, and the best reply to the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Alternative"))]
#[non_exhaustive]
pub struct AlternativeAnswer {
    /// The move.
    #[serde(flatten)]
    pub rated: MoveAnswer,
    /// The places of the opponent's pieces after its best reply; null if the game is over before
    /// the reply.
    pub reply: Option<PlacesJson>,
}

/// The end of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "End"))]
#[non_exhaustive]
pub struct EndAnswer {
    /// `capture`, `goal`, `trap`, `stalemate`, `repetition` or `limit`.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["capture", "goal", "trap", "stalemate", "repetition", "limit"]))
    )]
    pub kind: &'static str,
    /// The last position.
    pub position: PositionJson,
    /// If the play repeats, the number of the ply after which the last position first occurred;
    /// otherwise null.
    pub first_ply: Option<usize>,
    /// The end of the line, in a sentence.
    pub text: String,
}

/// A player's answers that keep an endless game endless against all moves of the other player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Holding"))]
#[non_exhaustive]
pub struct HoldingAnswer {
    /// The player who holds the game.
    pub player: Side,
    /// The number of positions that can arise while the player follows these answers.
    pub positions: usize,
    /// One answer for each of these positions with the player to move.
    pub answers: Vec<HoldingMoveAnswer>,
}

/// The move of a holding at one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "HoldingMove"))]
#[non_exhaustive]
pub struct HoldingMoveAnswer {
    /// The position.
    pub position: PositionJson,
    /// The places of the player's pieces after the move.
    pub to: PlacesJson,
    /// Whether every other move loses.
    pub only: bool,
}

impl ExplainAnswer {
    pub(crate) fn new(
        game: &Game,
        values: &dyn Values,
        start: &SolvedStart,
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
            par_moves: prose::par_moves(&start.summary, game),
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
            let played = || policy.play(&Context::new(game.arena(), game, values, *adjudication), other.rated.to);
            other.reply.or_else(played)
        };
        Self {
            ply: ply.number,
            player: ply.player.into(),
            from: PlacesJson::before(game, ply.from),
            to: PlacesJson::after(game, ply.from, ply.played.to),
            cost: ply.played.cost,
            outcome: outcome.into(),
            distance: DistanceAnswer::new(game, values, ply.played.to, distance),
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
                    reply: reply(other).map(|reply| PlacesJson::after(game, other.rated.to, reply.to)),
                })
                .collect(),
        }
    }
}

/// The motive of a move as the value of the key `kind`. For a move that ends the game, this value
/// says how the game ends.
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
