//! The explanation of a position: the line, the reason for each of its moves, how the line ends,
//! and how each player holds.

use std::ops::Deref;

use catmouse_arena::{Adjudication, JudgedBy, Judgement, Player, PositionId, Status, Value, Values, Words};

use crate::context::{AnyArena, Context};
use crate::holding::Holding;
use crate::law::Laws;
use crate::line::{Line, LineEnd, is_known, known_line};
use crate::moves::RatedMove;
use crate::policy::Policy;
use crate::reason::{Alternative, Motive, Reason, reason_with};

/// One ply of the principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Its number in the line, from 1.
    pub number: usize,
    /// The mover.
    pub player: Player,
    /// The position before the move.
    pub from: PositionId,
    /// The move.
    pub played: RatedMove,
    /// Why it is played.
    pub reason: Reason,
    /// The moves not played, best first.
    pub others: Vec<Alternative>,
}

impl Ply {
    /// Whether the move is *critical*: the mover has at least two legal moves, and exactly this one
    /// keeps its outcome.
    pub fn is_critical(&self) -> bool {
        self.reason.only && !self.others.is_empty()
    }

    /// Whether a move is easy to see: it wins at once, or every other move is an obvious loss.
    pub(crate) fn is_easy_to_see(&self) -> bool {
        self.reason.motive == Motive::Finishes || self.others_lose_obviously()
    }

    /// Whether every move that was not played is an obvious loss.
    pub(crate) fn others_lose_obviously(&self) -> bool {
        self.others.iter().all(|other| other.rated.is_obvious_loss)
    }
}

/// The cause of the outcome of a line. Unlike [`JudgedBy`], it has a variant for play that ends in
/// stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A forced end.
    Play,
    /// A player has no legal move, as in a stalemate of chess or on a full board in tic-tac-toe.
    Stalemate,
    /// The limit.
    Limit,
    /// Endless play.
    Endless,
}

/// The result of a position, without the reasons for single moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The position.
    pub start: PositionId,
    /// The position's value.
    pub value: Value,
    /// The position's outcome.
    pub judgement: Judgement,
    /// The cause of the outcome.
    pub decision: Decision,
    /// Whether the values have distances. Without distances, no line is played to a forced end or
    /// under a limit; then `plies` is 0, `last` is the start, and `end` has no meaning.
    pub has_distances: bool,
    /// The number of plies of the principal variation.
    pub plies: usize,
    /// The end of the principal variation. If the values have no distances and the line was not
    /// played, this is [`LineEnd::Over`], although the game need not be over at `last`.
    pub end: LineEnd,
    /// The last position of the principal variation.
    pub last: PositionId,
    /// The adjudication; its limit counts from `start`.
    pub adjudication: Adjudication,
}

/// A game and its explanation, from which claims and strategies are derived.
#[derive(Clone, Copy)]
pub(crate) struct Explained<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) explanation: &'a Explanation,
}

impl<'a> Explained<'a> {
    pub(crate) fn new(
        arena: &'a dyn AnyArena,
        words: &'a dyn Words,
        values: &'a dyn Values,
        explanation: &'a Explanation,
    ) -> Self {
        let context = Context::new(arena, words, values, explanation.summary.adjudication);
        Self { context: context.with_laws(&explanation.laws), explanation }
    }
}

impl<'a> Deref for Explained<'a> {
    type Target = Context<'a>;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

/// The explanation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The result.
    pub summary: Summary,
    /// The principal variation, ply by ply.
    pub plies: Vec<Ply>,
    /// The holdings of the players who do not lose by endless play and follow no script, the player to
    /// move first. Empty if an end is forced. Holdings of more than 65,536 positions or two million
    /// moves are left out.
    pub holdings: Vec<Holding>,
    /// The laws of the game; none if the context has none.
    pub laws: Laws,
}

/// The result of a position. Time: linear in the length of the principal variation.
pub fn summarise(context: &Context<'_>, start: PositionId) -> Summary {
    let line = known_line(context, start);
    summary(context, &line)
}

fn summary(context: &Context<'_>, line: &Line) -> Summary {
    let value = context.values.value(line.start);
    let judgement = context.judge(line.start);
    let last = line.last();
    // With a legal move there is no stalemate. This cheap test is first, because `words.end` builds
    // sentences.
    let is_stuck = || context.arena.successors(last).next().is_none();
    let stalemate = || is_stuck() && context.words.end(last).is_some_and(|end| end.kind == "stalemate");
    let decision = match (judgement.decided_by, line.end) {
        (JudgedBy::Limit, _) => Decision::Limit,
        (JudgedBy::Play, LineEnd::Over) if stalemate() => Decision::Stalemate,
        (JudgedBy::Play, _) => Decision::Play,
        (JudgedBy::Endless, LineEnd::Stuck) => Decision::Stalemate,
        (JudgedBy::Endless, _) => Decision::Endless,
    };
    let plies = line.steps.len();
    let (start, end, has_distances, adjudication) =
        (line.start, line.end, context.values.has_distances(), context.adjudication);
    Summary { start, value, judgement, decision, has_distances, plies, end, last, adjudication }
}

/// Explains a position. If an end is forced, the line is the
/// [`principal_variation`](crate::principal_variation). If neither player can force an end, the
/// players follow their holdings. If the values have no distances, a forced win is stated without a
/// line.
///
/// Time: linear in the line and its alternatives. If neither player can force an end, also linear
/// in the positions that can arise while a player holds.
pub fn explain(context: &Context<'_>, start: PositionId) -> Explanation {
    let policy = Policy::new(context, start);
    explain_with(context, start, &policy)
}

/// The first ply of the line that [`explain_with`] explains; `None` if the line is empty. Time: as
/// [`reason`](crate::reason()).
pub fn explain_move(context: &Context<'_>, position: PositionId, policy: &Policy) -> Option<Ply> {
    let Status::Turn(player) = context.arena.status(position) else { return None };
    let step = policy.play(context, position).filter(|_| is_known(context, position))?;
    context.adjudication.after(step.cost)?;
    let (played, reason, others) = reason_with(context, position, &|position| policy.play(context, position))?;
    Some(Ply { number: 1, player, from: position, played, reason, others })
}

/// As [`explain`], for a position reached in a game that follows `policy`.
pub fn explain_with(context: &Context<'_>, start: PositionId, policy: &Policy) -> Explanation {
    let mut holdings = policy.holdings(context, start);
    let play = |position| policy.play(context, position);
    let line = policy.line_with(&holdings, context, start);
    let summary = summary(context, &line);
    // A script is no way to hold a game that could be chosen.
    holdings.retain(|holding| !context.words.follows_script(holding.player));

    let mut plies = Vec::with_capacity(line.steps.len());
    let mut from = start;
    let mut remaining = context.adjudication;
    for (index, step) in line.steps.iter().enumerate() {
        let (Status::Turn(player), Some((played, reason, others))) =
            (context.arena.status(from), reason_with(&Context { adjudication: remaining, ..*context }, from, &play))
        else {
            break;
        };
        if played.to != step.to {
            break; // the values have changed meanwhile: a file is damaged
        }
        plies.push(Ply { number: index + 1, player, from, played, reason, others });
        from = step.to;
        remaining = remaining.after(step.cost).unwrap_or(remaining);
    }
    let turn = plies.first().map(|ply| ply.player);
    let laws = context.laws.right_at(context.words, (start, turn), summary.judgement);
    Explanation { summary, plies, holdings, laws }
}
