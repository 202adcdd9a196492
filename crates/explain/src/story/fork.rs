//! Two ways to the goal at once.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Measure, Place, Player, Status, Values, Words};

use super::Told;
use crate::main_move::main_move;

/// In a win of a single piece at its goal, counted in plies, the position of the line four plies before the end. Wherever L moves
/// there, W's piece goes on to one of at least two places, by the line's choice, from which it is at the goal with its next move whatever L
/// does. L's moves after which W is at the goal at once do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fork {
    /// The plies played before the position.
    pub ply: usize,
    /// The winner.
    pub player: Player,
    /// Where its piece stands.
    pub place: Place,
    /// Where it goes on to, ascending.
    pub entrances: Vec<Place>,
}

/// None where one place is enough, or the line ends otherwise.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Fork> {
    /// How many plies the fork is from the end.
    const PLIES: usize = 4;
    let player = it.forced_winner().filter(|_| it.words.measure() == Measure::Plies)?;
    let goal = it.words.goal().filter(|goal| goal.player == player)?;
    let line = it.line();
    let is_there = |place: Option<Place>| place.is_some_and(|place| goal.places.contains(&place));
    if !is_there(it.place(*line.last()?, player)) {
        return None;
    }
    let ply = line.len().checked_sub(1 + PLIES)?;
    let mut entrances: BTreeSet<Place> = BTreeSet::new();
    for reply in it.arena.successors(line[ply]).map(|step| step.to) {
        if let Status::Won(_) = it.arena.status(reply) {
            return None; // it moves into the end
        }
        let to = main_move(it.arena, it.words, it.values, reply)?.to;
        match it.arena.status(to) {
            Status::Won(_) if is_there(it.place(to, player)) => {}
            Status::Won(_) => return None, // it wins otherwise
            Status::Turn(_) => {
                // From there it is at the goal with its next move.
                let enters = |after| {
                    let last = main_move(it.arena, it.words, it.values, after);
                    last.is_some_and(|last| is_there(it.place(last.to, player)))
                };
                let replies = it.arena.successors(to).map(|step| step.to);
                if !replies.into_iter().all(enters) {
                    return None;
                }
                entrances.insert(it.place(to, player)?);
            }
        }
    }
    let place = it.place(line[ply], player)?;
    (entrances.len() >= 2).then(|| Fork { ply, player, place, entrances: entrances.into_iter().collect() })
}
