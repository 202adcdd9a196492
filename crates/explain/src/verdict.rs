//! What a move that somebody played was worth, beside the best there was.

use catmouse_arena::{Adjudication, Arena, Distance, Move, Outcome, Player, PositionId, Status, Values, Words};

use crate::moves::{RatedMove, rated_by};
use crate::policy::Policy;

/// How a move compares with the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The move that the line plays.
    Best,
    /// Another one of the same value, or where no end is forced, of the same outcome.
    AsGood,
    /// It wins, but later than need be, or without forcing the end.
    Slower,
    /// It loses where a draw was to be had.
    ThrowsDraw,
    /// It does not win where a win was to be had.
    ThrowsWin,
    /// It loses sooner than need be, where all is lost.
    HastensLoss,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Best, Self::AsGood, Self::Slower, Self::ThrowsDraw, Self::ThrowsWin, Self::HastensLoss];

    /// The verdict as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::AsGood => "as_good",
            Self::Slower => "slower",
            Self::ThrowsDraw => "throws_draw",
            Self::ThrowsWin => "throws_win",
            Self::HastensLoss => "hastens_loss",
        }
    }
}

/// A move that was played, and what would have been better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The mover.
    pub player: Player,
    /// The position before the move.
    pub from: PositionId,
    /// The move.
    pub played: RatedMove,
    /// How it compares.
    pub verdict: Verdict,
    /// The outcome that the mover had before the move.
    pub had: Outcome,
    /// By how much the end is farther (of a win) or nearer (of a loss) than after the best move, where both are forced: plies,
    /// or cost where moves have costs.
    pub loses: Option<Distance>,
    /// The best moves, where this was none; that of the line first.
    pub better: Vec<RatedMove>,
}

/// Judges a move in a game that is played by a policy; none if there is no such move. `adjudication` counts its limit from before the
/// move. Time: as [`rated_moves`](crate::rated_moves).
pub fn judged<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    adjudication: &Adjudication,
    from: PositionId,
    step: Move,
    policy: &Policy,
) -> Option<Judged> {
    let Status::Turn(player) = arena.status(from) else {
        return None;
    };
    let mut moves = rated_by(arena, words, values, adjudication, from, policy);
    let played = *moves.iter().find(|rated| rated.to == step.to && rated.cost == step.cost)?;
    let main = *moves.iter().find(|rated| rated.main)?;
    let had = main.judgement.outcome;
    let score = |rated: &RatedMove| rated.judgement.outcome.score(player);
    let measure = words.measure();
    let (best, now) = (main.told(measure), played.told(measure));
    let verdict = match (score(&main), score(&played)) {
        _ if played.main => Verdict::Best,
        (before, after) if after < before => {
            if before > 0 {
                Verdict::ThrowsWin
            } else {
                Verdict::ThrowsDraw
            }
        }
        // With a limit, the move best by distance can have the worse outcome.
        (before, after) if after > before => Verdict::AsGood,
        _ if best == now => Verdict::AsGood,
        (1, _) if best.is_some() => Verdict::Slower,
        (-1, _) if now.is_some() => Verdict::HastensLoss,
        _ => Verdict::AsGood,
    };
    let loses = match (verdict, best, now) {
        (Verdict::Slower | Verdict::HastensLoss, Some(best), Some(now)) => Some(best.abs_diff(now)),
        _ => None,
    };
    moves.retain(|rated| rated.best);
    moves.sort_by_key(|rated| !rated.main);
    let better = if matches!(verdict, Verdict::Best | Verdict::AsGood) { Vec::new() } else { moves };
    Some(Judged { player, from, played, verdict, had, loses, better })
}
