//! What a move that was played was worth, compared with the best move.

use catmouse_arena::{Distance, Move, Outcome, Player, PositionId, Status};

use crate::cause::{Cause, cause, is_told_of};
use crate::context::Context;
use crate::moves::{RatedMove, rated_moves_with};
use crate::policy::Policy;

/// How a move compares with the best move. The outcome of a position is a [`Judgement`](catmouse_arena::Judgement) instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The move that the line plays at that position.
    Best,
    /// Another move of the same value, or if no end is forced, of the same outcome.
    AsGood,
    /// The move wins, but later than another move would, or without forcing the end.
    Slower,
    /// The move loses, and another move would have kept a draw.
    ThrowsDraw,
    /// The move does not win, and another move would have won.
    ThrowsWin,
    /// Every move loses, and this one sooner than another move would.
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

/// A move that was played, its verdict, and the moves that would have been better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
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
    /// By how much the end of a win is farther, or that of a loss nearer, than after the best move, if both ends are forced: in plies, or
    /// where moves have costs, in cost.
    pub difference: Option<Distance>,
    /// The best moves, the main move first; empty if the verdict is [`Verdict::Best`] or [`Verdict::AsGood`].
    pub better: Vec<RatedMove>,
    /// What it changes for the worse, compared with the main move.
    pub cause: Option<Cause>,
}

/// Judges a move in a game that follows a policy; `None` if there is no such move. The limit counts from `from`. Time: as [`rated_moves`](crate::rated_moves).
pub fn judged_move(context: &Context<'_>, from: PositionId, step: Move, policy: &Policy) -> Option<JudgedMove> {
    let Status::Turn(player) = context.arena.status(from) else {
        return None;
    };
    let mut moves = rated_moves_with(context, from, policy);
    let played = *moves.iter().find(|rated| rated.to == step.to && rated.cost == step.cost)?;
    let main = *moves.iter().find(|rated| rated.main)?;
    let had = main.judgement.outcome;
    let score = |rated: &RatedMove| rated.judgement.outcome.score(player);
    let measure = context.words.measure();
    let (best, now) = (main.distance_in(measure), played.distance_in(measure));
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
    let difference = match (verdict, best, now) {
        (Verdict::Slower | Verdict::HastensLoss, Some(best), Some(now)) => Some(best.abs_diff(now)),
        _ => None,
    };
    let is_worse = matches!(verdict, Verdict::Slower | Verdict::ThrowsDraw | Verdict::ThrowsWin);
    let cause = if is_worse && is_told_of(moves.len()) { cause(context, main.to, played.to) } else { None };
    moves.retain(|rated| rated.best);
    if let Some(main) = moves.iter().position(|rated| rated.main) {
        moves[..=main].rotate_right(1);
    }
    let better = if matches!(verdict, Verdict::Best | Verdict::AsGood) { Vec::new() } else { moves };
    Some(JudgedMove { player, from, played, verdict, had, difference, better, cause })
}
