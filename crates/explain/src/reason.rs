//! Why a move is played: a motive, with the numbers that prove it.
//!
//! Every reason is derived only from the rated moves of one position, so no reason states more than
//! the values prove. For example, a move is "the only one that holds" exactly if all others lose.

use catmouse_arena::{
    Adjudication, Distance, JudgedBy, Judgement, Measure, Move, Player, PositionId, Status, WinOrDraw,
};

use crate::cause::{Cause, Covered, cause, searches_causes};
use crate::context::Context;
use crate::main_move::main_move;
use crate::moves::{RatedMove, mark_main, rated_moves};

/// The purpose of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motive {
    /// It ends the game, and the mover has won.
    Finishes,
    /// There is no other legal move.
    OnlyLegal,
    /// It wins by force, and no move wins sooner.
    Hurries,
    /// It keeps a draw, or a win that depends on the limit or on endless play.
    Holds,
    /// It loses, and no move loses later.
    Delays,
}

/// Why a move is played.
///
/// ```
/// use catmouse_explain::{Context, Motive, explain};
/// use catmouse_model::{BoardChoice, Setup};
///
/// // The triangle: the mouse at 1 runs into the hole at 0, and its other move is onto the cat.
/// let game = Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]])).plan()?.game();
/// let solution = catmouse_solver::solve_table(game.arena())?;
/// let context = Context::new(game.arena(), &game, &solution, game.adjudication());
/// let explanation = explain(&context, game.opening(&solution).id);
/// let reason = &explanation.plies[0].reason;
/// assert_eq!((reason.motive, reason.only), (Motive::Finishes, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The purpose of the move.
    pub motive: Motive,
    /// Whether every other move has a worse outcome for the mover. True also if there is no other
    /// legal move ([`Motive::OnlyLegal`]).
    pub only: bool,
    /// Zugzwang: the judgement if the mover could pass, if it is better for the mover than every
    /// move. Its distance counts from the position after passing.
    pub zugzwang: Option<Judgement>,
    /// Why the move looks odd although it is right: a clause from the game's
    /// [`Words::oddity`](catmouse_arena::Words::oddity).
    pub oddity: Option<String>,
    /// The loser's exits that the move covers. Empty unless the mover wins by force.
    pub covers: Covered,
    /// The plies in which the mover would win if the opponent passed. Given only for a forced win
    /// that has no other reason, and only if the threat is fast.
    pub threatens: Option<Distance>,
}

/// A move that was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The move and its worth.
    pub rated: RatedMove,
    /// The opponent's main reply; `None` if the game does not go on. `None` also
    /// if the mover wins by force both after this move and after the played one. No text names a
    /// reply there, and a team has thousands of such moves. [`Policy::play`](crate::Policy::play)
    /// finds these replies on demand.
    pub reply: Option<Move>,
    /// The cause, if the move is worse than the played one.
    pub cause: Option<Cause>,
}

/// The main move at a position, why it is played, and the moves not played, best first. `None` if
/// there is no move.
///
/// The limit counts from `position`. Time: as [`rated_moves`], plus a
/// [`main_move`](fn@crate::main_move) for each move whose reply is given.
pub fn reason(context: &Context<'_>, position: PositionId) -> Option<(RatedMove, Reason, Vec<Alternative>)> {
    let choose = |position| main_move(context, position);
    reason_with(context, position, &choose)
}

/// The position after a move and a pass of the opponent, with the distance to the mover's win from
/// there. `None` if the mover does not win from there within the `rest` of the limit, or not sooner
/// than against the best reply.
pub(crate) fn threat(
    context: &Context<'_>,
    rest: &Adjudication,
    played: &RatedMove,
    mover: Player,
) -> Option<(PositionId, Distance)> {
    let passed = context.words.passed(played.to)?;
    let Judgement { outcome, decided_by, distance } = rest.judge(context.values.value(passed));
    let distance = distance.filter(|_| decided_by == JudgedBy::Play && outcome == WinOrDraw::Win(mover))?;
    let is_sooner = played.judgement.distance.is_none_or(|remains| distance < remains);
    is_sooner.then_some((passed, distance))
}

/// The distance of a [`threat`] that is a reason for a move: the win would come soon, and more than
/// the passed ply sooner than against the best reply. `None` also if the opponent may stay, because
/// passing is then one of its replies.
fn threat_as_reason(context: &Context<'_>, played: &RatedMove, mover: Player) -> Option<Distance> {
    let is_counted = context.words.measure() == Measure::Plies;
    let rest = context.adjudication.after(2).filter(|_| is_counted)?;
    let (passed, distance) = threat(context, &rest, played, mover)?;
    let may_pass = context.arena.successors(played.to).any(|step| step.to == passed);
    let is_soon = distance <= THREAT_AT_MOST && played.judgement.distance.is_some_and(|remains| distance + 1 < remains);
    (is_soon && !may_pass).then_some(distance)
}

/// The longest threat, in plies, that is given as a reason.
const THREAT_AT_MOST: Distance = 3;

/// As [`reason`], but `choose` chooses the played move and the replies among the best moves.
pub(crate) fn reason_with(
    context: &Context<'_>,
    position: PositionId,
    choose: &dyn Fn(PositionId) -> Option<Move>,
) -> Option<(RatedMove, Reason, Vec<Alternative>)> {
    let Status::Turn(mover) = context.arena.status(position) else {
        return None;
    };
    let mut moves = rated_moves(context, position);
    if let Some(chosen) = choose(position) {
        mark_main(&mut moves, chosen);
    }
    let main = moves.iter().position(|rated| rated.main)?;
    let played = moves.remove(main);
    let is_forced_win =
        |judgement: Judgement| judgement.decided_by == JudgedBy::Play && judgement.outcome == WinOrDraw::Win(mover);
    let winning = is_forced_win(played.judgement);
    let reply = |rated: &RatedMove| {
        let is_unneeded = winning && is_forced_win(rated.judgement);
        if is_unneeded { None } else { choose(rated.to) }
    };
    let score = |judgement: Judgement| judgement.outcome.score(mover);
    let reached = score(played.judgement);
    let by_play = played.judgement.decided_by == JudgedBy::Play;
    let finishes = by_play && reached > 0 && played.judgement.distance == Some(0);
    let is_few = searches_causes(moves.len() + 1);
    let cause = |rated: &RatedMove| {
        let is_worse = score(rated.judgement) < reached || winning && !rated.best;
        let reply = || choose(rated.to).map(|step| step.to);
        if is_few && !finishes && is_worse { cause(context, played.to, rated.to, reply()) } else { None }
    };
    let alternative = |rated: RatedMove| Alternative { rated, reply: reply(&rated), cause: cause(&rated) };
    let others: Vec<Alternative> = moves.into_iter().map(alternative).collect();
    let motive = if finishes {
        Motive::Finishes
    } else if others.is_empty() {
        Motive::OnlyLegal
    } else if by_play && reached > 0 {
        Motive::Hurries
    } else if reached >= 0 {
        Motive::Holds
    } else {
        Motive::Delays
    };
    let only = others.iter().all(|other| score(other.rated.judgement) < reached);
    let zugzwang = context
        .words
        .passed(position)
        .map(|passed| context.adjudication.judge_move(context.values.value(passed), 1))
        .filter(|&judgement| score(judgement) > reached);
    let oddity = context.words.oddity(position, played.step()).filter(|_| motive != Motive::OnlyLegal);
    let covers = match motive {
        Motive::Hurries if is_few => {
            Covered::by(context, played.to, &others.iter().map(|other| other.rated.to).collect::<Vec<_>>())
        }
        _ => Covered::default(),
    };
    let is_bare =
        motive == Motive::Hurries && covers.places.is_empty() && others.iter().all(|other| other.cause.is_none());
    let threatens = if is_bare { threat_as_reason(context, &played, mover) } else { None };
    Some((played, Reason { motive, only, zugzwang, oddity, covers, threatens }, others))
}
