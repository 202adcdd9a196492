//! Causes: what makes one move better than another on the board.

use catmouse_arena::{Place, Player, PositionId, Status};

use crate::context::Context;
use crate::law::{Condition, Law, far};
use crate::main_move::main_move;
use crate::sorting::set;

/// The difference between a move and a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A condition of the board's law holds after one of the moves and fails after the other.
    Race {
        /// The condition.
        condition: Condition,
        /// The steps of One and of Two to the condition's place, after the worse move.
        steps: [u32; 2],
        /// Whether the opponent is nearer to the place than the mover, and its reply goes nearer
        /// still. For a condition about the distance between both: whether its reply brings Two nearer
        /// to One, or One not nearer to Two.
        leads_there: bool,
    },
    /// The opponent's best reply to the worse move goes to this place. The better move covers it.
    Leaves(Place),
}

/// The greatest number of legal moves at a position for which causes and covered exits are
/// searched. A position with more moves has joint moves of several pieces.
const MOVES_AT_MOST: usize = 16;

/// Finds why the move to `better` is better than the move to `worse`; `None` if neither kind of
/// cause applies. The moves must have different outcomes, or the mover must win later after the
/// worse one. `reply` is the position after the opponent's reply to the worse move.
pub(crate) fn cause(
    context: &Context<'_>,
    better: PositionId,
    worse: PositionId,
    reply: Option<PositionId>,
) -> Option<Cause> {
    race(context, better, worse, reply).or_else(|| leaves(context, better, worse))
}

/// The first failing condition of an exact law whose conditions all hold after one of the moves but
/// not after the other. `None` if the opponent can catch a piece at once after the worse move,
/// because then distances from other places are not the reason.
fn race(context: &Context<'_>, better: PositionId, worse: PositionId, reply: Option<PositionId>) -> Option<Cause> {
    // Within a limit, the remaining plies decide too.
    if context.adjudication.limit.is_some() {
        return None;
    }
    let laws = context.laws;
    let Status::Turn(turn) = context.arena.status(worse) else { return None };
    let holds = |condition: &Condition, at| laws.holds(condition, context.words, at);
    let is_at_once = |at| context.wins_at_once(at, turn);
    if context.arena.successors(worse).any(|step| is_capture(context, step.to, turn)) {
        return None;
    }

    // A law that excludes immediate wins is used only if the board has no draws and neither
    // position is an immediate win.
    let is_about_both =
        |law: &&Law| !law.unless_at_once || law.is_decisive && ![better, worse].into_iter().any(is_at_once);
    let is_exact = |law: &&Law| law.turn == turn && law.exceptions == 0 && !law.is_sample;
    let mut own = laws.all().iter().filter(is_exact).filter(is_about_both);
    let condition = own.find_map(|law| {
        let broken_at = |at| law.conditions.iter().find(|condition| !holds(condition, at));
        match [better, worse].map(broken_at) {
            [None, broken] | [broken, None] => broken,
            [Some(_), Some(_)] => None,
        }
    })?;
    let steps = |at| laws.steps(condition, context.words, at);
    let [one, two] = steps(worse);
    let leads_there = reply.is_some_and(|reply| match (condition.place, turn, steps(worse), steps(reply)) {
        (None, Player::One, [_, before], [_, after]) => far(after) >= far(before),
        (None, Player::Two, [_, before], [_, after]) => far(after) < far(before),
        (Some(_), player, before, after) => {
            let is_nearer = far(before[player.index()]) < far(before[player.opponent().index()]);
            let [before, after] = [before, after].map(|steps| far(steps[player.index()]));
            is_nearer && (after < before || after == 0)
        }
    });
    Some(Cause::Race { condition: *condition, steps: [one?, two?], leads_there })
}

/// The place of the opponent's best reply to the worse move, if only the better move covers this
/// place.
fn leaves(context: &Context<'_>, better: PositionId, worse: PositionId) -> Option<Cause> {
    let Status::Turn(opponent) = context.arena.status(worse) else { return None };
    let reply = main_move(context, worse)?.to;
    let place = target(context, worse, reply, opponent)?;
    let is_covered_after = |to| exits(context, to)[0].contains(&place);
    let is_covered = is_covered_after(better) && !is_covered_after(worse);
    is_covered.then_some(Cause::Leaves(place))
}

/// The place that a player's only piece goes to with a move; `None` if it stays, or if the player
/// has several pieces.
fn target(context: &Context<'_>, from: PositionId, to: PositionId, player: Player) -> Option<Place> {
    match (&context.words.places(from, player)[..], &context.words.places(to, player)[..]) {
        ([before], [after]) if before != after => Some(*after),
        _ => None,
    }
}

/// Whether a player has won at a position by catching a piece.
fn is_capture(context: &Context<'_>, at: PositionId, by: Player) -> bool {
    context.arena.status(at) == Status::Won(by) && context.words.end(at).is_some_and(|end| end.kind == "capture")
}

/// The exits of the player to move, which are the places that its only piece can go to. An exit is
/// *covered* if a piece that goes there is caught at once or by the opponent's next move. Returns the
/// covered exits and the others, both ascending.
pub(crate) fn exits(context: &Context<'_>, position: PositionId) -> [Vec<Place>; 2] {
    let Status::Turn(player) = context.arena.status(position) else { return [Vec::new(), Vec::new()] };
    let is_caught = |at: PositionId| is_capture(context, at, player.opponent());
    let is_covered = |at: PositionId| match context.arena.status(at) {
        Status::Won(_) => is_caught(at),
        Status::Turn(_) => context.arena.successors(at).any(|step| is_caught(step.to)),
    };
    let [mut covered, mut open] = [Vec::new(), Vec::new()];
    for step in context.arena.successors(position) {
        if let Some(place) = target(context, position, step.to, player) {
            if is_covered(step.to) { covered.push(place) } else { open.push(place) }
        }
    }
    [set(covered), set(open)]
}

/// The exits that a move covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// The places, ascending. Empty if every other legal move covers them as well.
    pub places: Vec<Place>,
    /// Whether the opponent has no other exit.
    pub are_all: bool,
}

impl Covered {
    /// The exits that the move to `played` covers. Empty if the moves to `others` all cover these
    /// exits too.
    pub(crate) fn by(context: &Context<'_>, played: PositionId, others: &[PositionId]) -> Self {
        let [places, open] = exits(context, played);
        let covers_as_well = |&to: &PositionId| {
            let [covered, _] = exits(context, to);
            places.iter().all(|place| covered.contains(place))
        };
        if places.is_empty() || others.iter().all(covers_as_well) {
            return Self::default();
        }
        Self { places, are_all: open.is_empty() }
    }
}

/// Whether causes and covered exits are searched at a position with this number of legal moves.
pub(crate) fn searches_causes(moves: usize) -> bool {
    moves <= MOVES_AT_MOST
}
