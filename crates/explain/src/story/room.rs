//! Shutting the loser in.

use std::collections::{BTreeSet, HashSet};

use catmouse_arena::{Arena, Place, Player, PositionId, Status, Values, Words};

use super::Told;
use crate::main_move::main_move;

/// In a forced win, after `ply` plies, the places where the loser's pieces can stand while the game goes on, in any position
/// that arises while W follows its strategy and L plays anything.
///
/// It is said of the first position with at most half of the places of the one of which it was said last; the start counts as
/// the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The plies played before the position.
    pub ply: usize,
    /// The loser.
    pub player: Player,
    /// The places, ascending.
    pub places: Vec<Place>,
    /// How many places there were at the position of which it was said last.
    pub before: usize,
}

/// More positions than this are not played out.
const POSITIONS_AT_MOST: usize = 1 << 20;

pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Room> {
    let Some(loser) = it.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    let rooms = rooms(it, loser).unwrap_or_default();
    let Some(mut before) = rooms.first().map(BTreeSet::len) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (ply, room) in rooms.into_iter().enumerate() {
        if !room.is_empty() && 2 * room.len() <= before {
            let places: Vec<Place> = room.into_iter().collect();
            let now = places.len();
            found.push(Room { ply, player: loser, places, before });
            before = now;
        }
    }
    found
}

/// The loser's places at each position of the line. What can arise from one of them can arise from all before it, so the line
/// is followed backwards and nothing is played out twice.
fn rooms<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>, loser: Player) -> Option<Vec<BTreeSet<Place>>> {
    let line = it.line();
    if it.words.places(line[0], loser).is_empty() {
        return None;
    }
    let mut met: HashSet<PositionId> = HashSet::new();
    let mut room: BTreeSet<Place> = BTreeSet::new();
    let mut rooms = Vec::with_capacity(line.len());
    for &position in line.iter().rev() {
        let mut open = vec![position];
        while let Some(position) = open.pop() {
            let Status::Turn(mover) = it.arena.status(position) else {
                continue; // the game does not go on here
            };
            if !met.insert(position) {
                continue;
            }
            if met.len() > POSITIONS_AT_MOST {
                return None;
            }
            room.extend(it.words.places(position, loser));
            if mover == loser {
                open.extend(it.arena.successors(position).map(|step| step.to));
            } else {
                open.extend(main_move(it.arena, it.words, it.values, position).map(|step| step.to));
            }
        }
        rooms.push(room.clone());
    }
    rooms.reverse();
    Some(rooms)
}
