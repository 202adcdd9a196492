//! The winner threatens to enter the goal from two places at once.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Measure, Place, Player, Status, Values, Words};

use super::Context;
use crate::main_move::main_move;

/// In a win of a single piece at its goal, in a game without costs, the position of the line four plies before the end: whatever L
/// plays there, W's main move leads to a place from which W is at the goal with its next move whatever L does, and these places are at
/// least two. L's moves after which W is at the goal at once are disregarded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fork {
    /// The number of plies before the position.
    pub ply: usize,
    /// The winner.
    pub player: Player,
    /// The place of its piece.
    pub place: Place,
    /// The places to which it goes on, ascending.
    pub entrances: Vec<Place>,
}

/// `None` if one place is enough, or if the line ends in another way.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<Fork> {
    /// How many plies the fork is from the end.
    const PLIES: usize = 4;
    let player = context.forced_winner().filter(|_| context.words.measure() == Measure::Plies)?;
    let goal = context.words.goal().filter(|goal| goal.player == player)?;
    let line = context.line();
    let is_there = |place: Option<Place>| place.is_some_and(|place| goal.places.contains(&place));
    if !is_there(context.place(*line.last()?, player)) {
        return None;
    }
    let ply = line.len().checked_sub(1 + PLIES)?;
    let mut entrances: BTreeSet<Place> = BTreeSet::new();
    for reply in context.arena.successors(line[ply]).map(|step| step.to) {
        if let Status::Won(_) = context.arena.status(reply) {
            return None; // the reply ends the game
        }
        let to = main_move(context.arena, context.words, context.values, reply)?.to;
        match context.arena.status(to) {
            Status::Won(_) if is_there(context.place(to, player)) => {}
            Status::Won(_) => return None, // it wins in another way
            Status::Turn(_) => {
                // From there it is at the goal with its next move.
                let enters = |after| {
                    let last = main_move(context.arena, context.words, context.values, after);
                    last.is_some_and(|last| is_there(context.place(last.to, player)))
                };
                let replies = context.arena.successors(to).map(|step| step.to);
                if !replies.into_iter().all(enters) {
                    return None;
                }
                entrances.insert(context.place(to, player)?);
            }
        }
    }
    let place = context.place(line[ply], player)?;
    (entrances.len() >= 2).then(|| Fork { ply, player, place, entrances: entrances.into_iter().collect() })
}
