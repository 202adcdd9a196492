//! Why one move is better than another: what it changes on the board.

use catmouse_arena::{Place, Player, PositionId, Status, Value};

use crate::context::Context;
use crate::law::{Condition, Law};
use crate::main_move::main_move;

/// What tells a move from a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A condition of the law of the board decides otherwise after the better move.
    Race {
        /// The condition.
        condition: Condition,
        /// The steps of One and of Two from its place, after the worse move.
        steps: [u32; 2],
    },
    /// The opponent's best reply goes to this place, which is covered after the better move.
    Leaves(Place),
}

/// With more legal moves than this, neither causes nor covered exits are looked for: these are joint moves of several pieces.
const MOVES_AT_MOST: usize = 16;

/// Finds what tells the move to `worse` from the move to `better`; `None` if it is neither of the causes. The moves have different outcomes, or
/// the mover wins later after the worse one.
pub(crate) fn cause(context: &Context<'_>, better: PositionId, worse: PositionId) -> Option<Cause> {
    race(context, better, worse).or_else(|| leaves(context, better, worse))
}

/// The first condition of a law that fails after one of the moves, where the law says that their outcomes differ.
fn race(context: &Context<'_>, better: PositionId, worse: PositionId) -> Option<Cause> {
    // Within a limit the plies that are left decide too.
    if context.adjudication.limit.is_some() {
        return None;
    }
    let laws = context.laws;
    let Status::Turn(turn) = context.arena.status(worse) else { return None };
    let holds = |condition: &Condition, at| laws.holds(condition, context.words, at);
    let is_at_once = |at| context.values.value(at) == Value::Win { player: turn, distance: 1 };
    // Of the laws that leave out wins at once, only those of boards without draws are told.
    let is_about_both =
        |law: &&Law| !law.unless_at_once || law.is_decisive && ![better, worse].into_iter().any(is_at_once);
    let mut own = laws.all().iter().filter(|law| law.turn == turn && law.exceptions == 0).filter(is_about_both);
    let condition = own.find_map(|law| {
        let broken_at = |at| law.conditions.iter().find(|condition| !holds(condition, at));
        match [better, worse].map(broken_at) {
            [None, broken] | [broken, None] => broken,
            [Some(_), Some(_)] => None,
        }
    })?;
    let [one, two] = laws.steps(condition, context.words, worse);
    Some(Cause::Race { condition: *condition, steps: [one?, two?] })
}

/// The place of the opponent's best reply, if it is covered after the better move alone.
fn leaves(context: &Context<'_>, better: PositionId, worse: PositionId) -> Option<Cause> {
    let Status::Turn(opponent) = context.arena.status(worse) else { return None };
    let reply = main_move(context, worse)?.to;
    let place = target(context, worse, reply, opponent)?;
    let is_covered = covered(context, better).contains(&place) && !covered(context, worse).contains(&place);
    is_covered.then_some(Cause::Leaves(place))
}

/// Where the only piece of a player goes with a move; `None` if it stays, or if there are several.
fn target(context: &Context<'_>, from: PositionId, to: PositionId, player: Player) -> Option<Place> {
    match (&context.words.places(from, player)[..], &context.words.places(to, player)[..]) {
        ([before], [after]) if before != after => Some(*after),
        _ => None,
    }
}

/// The exits of the player to move, which are the places that its only piece can go to.
pub(crate) fn exits(context: &Context<'_>, position: PositionId) -> Vec<(Place, PositionId)> {
    let Status::Turn(player) = context.arena.status(position) else { return Vec::new() };
    let to = context.arena.successors(position).map(|step| step.to);
    to.filter_map(|to| Some((target(context, position, to, player)?, to))).collect()
}

/// The exits that are *covered*: a piece that goes there is caught there, or with the opponent's next move.
pub(crate) fn covered(context: &Context<'_>, position: PositionId) -> Vec<Place> {
    let Status::Turn(player) = context.arena.status(position) else { return Vec::new() };
    let is_caught = |at: PositionId| {
        let is_lost = context.arena.status(at) == Status::Won(player.opponent());
        is_lost && context.words.end(at).is_some_and(|end| end.kind == "capture")
    };
    let is_covered = |at: PositionId| match context.arena.status(at) {
        Status::Won(_) => is_caught(at),
        Status::Turn(_) => context.arena.successors(at).any(|step| is_caught(step.to)),
    };
    exits(context, position).into_iter().filter(|&(_, to)| is_covered(to)).map(|(place, _)| place).collect()
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
    /// The exits that the move to `played` covers. None is given if every move to `others` covers the same exits.
    pub(crate) fn by(context: &Context<'_>, played: PositionId, mut others: impl Iterator<Item = PositionId>) -> Self {
        let mut places = covered(context, played);
        let covers_as_well = |to: PositionId| {
            let covered = covered(context, to);
            places.iter().all(|place| covered.contains(place))
        };
        if others.all(covers_as_well) {
            return Self::default();
        }
        let are_all = exits(context, played).len() == places.len();
        places.sort_unstable();
        Self { places, are_all }
    }
}

/// Whether a position with this number of legal moves is one in which causes and covered exits are looked for.
pub(crate) fn is_told_of(moves: usize) -> bool {
    moves <= MOVES_AT_MOST
}
