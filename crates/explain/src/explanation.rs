//! A position explained: the line, the reason for each of its moves, how it ends, and how each side holds what it has.

use catmouse_arena::{Adjudication, Arena, DecidedBy, Judgement, Player, PositionId, Status, Value, Values, Words};

use crate::holding::Holding;
use crate::line::{Line, LineEnd, known_line, line_of};
use crate::moves::RatedMove;
use crate::policy::Policy;
use crate::reason::{Alternative, Reason, reason_by};

/// One ply of the principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Its number in the line, from 1.
    pub number: usize,
    /// Who moves.
    pub player: Player,
    /// The position before the move.
    pub from: PositionId,
    /// The move.
    pub played: RatedMove,
    /// Why.
    pub reason: Reason,
    /// The moves not played, best first.
    pub others: Vec<Alternative>,
}

/// What decides the outcome of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Decision {
    /// A forced end.
    Play,
    /// A player who has no legal move; so ends every play that nobody has won, on a full board as well.
    Stalemate,
    /// The limit.
    Limit,
    /// Endless play.
    Endless,
}

/// What a position comes to: all that can be said without looking at single moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Summary {
    /// The position.
    pub start: PositionId,
    /// Its value.
    pub value: Value,
    /// Its outcome.
    pub judgement: Judgement,
    /// What decides it.
    pub decision: Decision,
    /// Whether it is known how soon a forced end comes. Where it is not, no line is played out to it: then there are no plies, and
    /// the last position is the start.
    pub has_distances: bool,
    /// How many plies the principal variation takes.
    pub plies: usize,
    /// How the principal variation ends.
    pub end: LineEnd,
    /// The last position of the principal variation.
    pub last: PositionId,
    /// The adjudication; its limit counts from `start`.
    pub adjudication: Adjudication,
}

/// A position explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What it comes to.
    pub summary: Summary,
    /// The principal variation, ply by ply.
    pub plies: Vec<Ply>,
    /// Where nobody can force an end: how each player holds who does not lose by that, the player to move first.
    pub holdings: Vec<Holding>,
}

/// Says what a position comes to. Time: linear in the length of the principal variation.
pub fn summarise<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    start: PositionId,
) -> Summary {
    let line = known_line(arena, words, solution, adjudication, start);
    summary(arena, words, solution, adjudication, &line)
}

fn summary<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    line: &Line,
) -> Summary {
    let value = solution.value(line.start);
    let judgement = adjudication.judge_in(arena, solution, line.start);
    let last = line.last();
    // Where there is a move it is none, and need not be put into words.
    let is_stuck = || arena.successors(last).next().is_none();
    let stalemate = || is_stuck() && words.end(last).is_some_and(|end| end.kind == "stalemate");
    let decision = match (judgement.decided_by, line.end) {
        (DecidedBy::Limit, _) => Decision::Limit,
        (DecidedBy::Play, LineEnd::Over) if stalemate() => Decision::Stalemate,
        (DecidedBy::Play, _) => Decision::Play,
        (DecidedBy::Endless, LineEnd::Stuck) => Decision::Stalemate,
        (DecidedBy::Endless, _) => Decision::Endless,
    };
    let plies = line.steps.len();
    let (start, end, has_distances, adjudication) = (line.start, line.end, solution.has_distances(), *adjudication);
    Summary { start, value, judgement, decision, has_distances, plies, end, last, adjudication }
}

/// Explains a position, from values with distances: without them, of a forced end only who wins is said. Where nobody can force an
/// end, the line is played by the holdings; where an end is forced, it is the [`principal_variation`](crate::principal_variation).
///
/// Time: linear in the line and its alternatives and, where nobody can force an end, in the positions that can arise while a
/// player holds.
pub fn explain<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    start: PositionId,
) -> Explanation {
    let policy = Policy::new(arena, words, solution, adjudication, start);
    explain_by(arena, words, solution, adjudication, start, &policy)
}

/// As [`explain`], for a position reached in a game that follows `policy`.
pub fn explain_by<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    start: PositionId,
    policy: &Policy,
) -> Explanation {
    let holdings = policy.holdings(arena, words, solution, adjudication, start);
    let play = |position| policy.play(arena, words, solution, position);
    let line = if !holdings.is_empty() && policy.holds() {
        line_of(arena, adjudication, start, play)
    } else {
        known_line(arena, words, solution, adjudication, start)
    };
    let summary = summary(arena, words, solution, adjudication, &line);

    let mut plies = Vec::with_capacity(line.steps.len());
    let mut from = start;
    let mut agreed = *adjudication;
    for (index, step) in line.steps.iter().enumerate() {
        let (Status::Turn(player), Some((played, reason, others))) =
            (arena.status(from), reason_by(arena, words, solution, &agreed, from, play))
        else {
            break;
        };
        debug_assert_eq!(played.to, step.to, "the reason is for the move of the line");
        plies.push(Ply { number: index + 1, player, from, played, reason, others });
        from = step.to;
        agreed = agreed.after(step.cost).unwrap_or(agreed);
    }
    Explanation { summary, plies, holdings }
}
