//! Verdicts on played moves: how they compare with the best moves.

use catmouse_arena::{Distance, Move, Player, PositionId, Status, WinOrDraw};

use crate::cause::{Cause, cause, searches_causes};
use crate::context::Context;
use crate::moves::{RatedMove, rated_moves_with};
use crate::policy::Policy;

/// A move compared with the best move. Not to be confused with
/// [`Judgement`](catmouse_arena::Judgement), the outcome of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The move that the line plays at the position.
    Best,
    /// Another move of the same value or, if no end is forced, of the same outcome.
    AsGood,
    /// The move wins, but later than another move would, or without forcing the end.
    Slower,
    /// The move loses, and another move would have kept a draw.
    ThrowsDraw,
    /// The move does not win, but another move would have won.
    ThrowsWin,
    /// Every move loses, but another move would have lost later.
    HastensLoss,
}

impl Verdict {
    /// All verdicts.
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

/// A played move, its verdict, and the better moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The mover.
    pub player: Player,
    /// The position before the move.
    pub from: PositionId,
    /// The move.
    pub played: RatedMove,
    /// The verdict.
    pub verdict: Verdict,
    /// The outcome that the mover had before the move.
    pub had: WinOrDraw,
    /// The difference between the ends after the played move and after the best move, if both ends
    /// are forced: how much later the win is, or how much earlier the loss. In plies, or in cost
    /// where moves have costs.
    pub difference: Option<Distance>,
    /// The best moves, the main move first. Empty if the verdict is [`Verdict::Best`] or
    /// [`Verdict::AsGood`].
    pub better: Vec<RatedMove>,
    /// Why the move is worse than the main move, if a cause was found.
    pub cause: Option<Cause>,
}

/// Judges a move in a game that follows a policy; `None` if there is no such move. The limit counts
/// from `from`. Time: as [`rated_moves`](crate::rated_moves).
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
        // With a limit, the move with the best distance can have the worse outcome.
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
    let reply = || policy.play(context, played.to).map(|step| step.to);
    let has_cause = is_worse && searches_causes(moves.len());
    let cause = if has_cause { cause(context, main.to, played.to, reply()) } else { None };
    moves.retain(|rated| rated.best);
    if let Some(main) = moves.iter().position(|rated| rated.main) {
        moves[..=main].rotate_right(1);
    }
    let better = if matches!(verdict, Verdict::Best | Verdict::AsGood) { Vec::new() } else { moves };
    Some(JudgedMove { player, from, played, verdict, had, difference, better, cause })
}
