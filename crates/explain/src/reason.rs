//! Why a move is played: a claim with the numbers that prove it.
//!
//! Every claim is derived from the rated moves of one position and nothing else, so none can say more than the solution
//! does: a move is "the only one that holds" exactly if all others lose.

use catmouse_arena::{Adjudication, Arena, DecidedBy, Judgement, Move, PositionId, Status, Values, Words};

use crate::main_move::main_move;
use crate::moves::{RatedMove, mark_main, rated_moves};

/// What a move is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motive {
    /// It ends the game, and the mover has won.
    Finishes,
    /// There is no other move.
    OnlyMove,
    /// It wins by force, and none wins sooner.
    Hurries,
    /// It keeps what the mover has: a draw, or a win that rests on the limit or on endless play.
    Holds,
    /// It loses, and none loses later.
    Delays,
}

/// Why a move is played.
///
/// ```
/// use catmouse_explain::{Motive, explain};
/// use catmouse_model::{BoardChoice, Setup};
///
/// // The triangle: the mouse at 1 runs into the hole at 0, and its other move is onto the cat.
/// let game = Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]])).plan()?.game();
/// let solution = catmouse_solver::solve(game.arena())?;
/// let explanation = explain(game.arena(), &game, &solution, &game.adjudication(), game.opening(&solution).id);
/// let reason = &explanation.plies[0].reason;
/// assert_eq!((reason.motive, reason.only), (Motive::Finishes, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What it is played for.
    pub motive: Motive,
    /// Whether every other move has a worse outcome for the mover; true where there is no other move.
    pub only: bool,
    /// The outcome if the mover could pass instead, where that is better for the mover than every move: zugzwang.
    pub zugzwang: Option<Judgement>,
    /// What makes the move look odd although it is right.
    pub oddity: Option<String>,
}

/// A move that was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The move and what it leads to.
    pub rated: RatedMove,
    /// The opponent's best answer, if the game goes on.
    pub reply: Option<PositionId>,
}

/// The move of the principal variation at a position, the reason for it, and the moves not played, best first.
///
/// `adjudication` counts its limit from this position. `None` if there is no move.
pub fn reason<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    position: PositionId,
) -> Option<(RatedMove, Reason, Vec<Alternative>)> {
    let choose = |position| main_move(arena, words, solution, position);
    reason_by(arena, words, solution, adjudication, position, choose)
}

/// The same where the line, and the replies to the moves not played, are chosen by `choose` among the best moves.
pub(crate) fn reason_by<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    position: PositionId,
    choose: impl Fn(PositionId) -> Option<Move>,
) -> Option<(RatedMove, Reason, Vec<Alternative>)> {
    let Status::Turn(mover) = arena.status(position) else {
        return None;
    };
    let mut moves = rated_moves(arena, words, solution, adjudication, position);
    if let Some(chosen) = choose(position) {
        mark_main(&mut moves, chosen.to);
    }
    let main = moves.iter().position(|rated| rated.main)?;
    let played = moves.remove(main);
    let reply = |to| choose(to).map(|step| step.to);
    let others: Vec<Alternative> =
        moves.into_iter().map(|rated| Alternative { rated, reply: reply(rated.to) }).collect();

    let score = |judgement: Judgement| judgement.outcome.score(mover);
    let reached = score(played.judgement);
    let by_play = played.judgement.decided_by == DecidedBy::Play;
    let motive = if by_play && reached > 0 && played.judgement.distance == Some(0) {
        Motive::Finishes
    } else if others.is_empty() {
        Motive::OnlyMove
    } else if by_play && reached > 0 {
        Motive::Hurries
    } else if reached >= 0 {
        Motive::Holds
    } else {
        Motive::Delays
    };
    let only = others.iter().all(|other| score(other.rated.judgement) < reached);
    let zugzwang = words
        .passed(position)
        .map(|passed| adjudication.judge_move(solution.value(passed), 1))
        .filter(|&judgement| score(judgement) > reached);
    let oddity = words.oddity(position, played.to).filter(|_| motive != Motive::OnlyMove);
    Some((played, Reason { motive, only, zugzwang, oddity }, others))
}
