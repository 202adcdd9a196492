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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Room {
    /// The plies played before the position.
    pub ply: usize,
    /// The loser.
    pub player: Player,
    /// The places, ascending.
    pub places: Vec<Place>,
    /// Those of them where a piece of L stands in such a position with L to move, ascending. On the others the game ends with W's next
    /// move.
    pub lasting: Vec<Place>,
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
    let Some(mut before) = rooms.first().map(|(places, _)| places.len()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (ply, (places, lasting)) in rooms.into_iter().enumerate() {
        let now = places.len();
        if now > 0 && 2 * now <= before {
            let [places, lasting] = [places, lasting].map(|places| places.into_iter().collect());
            found.push(Room { ply, player: loser, places, lasting, before });
            before = now;
        }
    }
    found
}

/// Of some places those where the game goes on, and those of them with the loser to move.
type Places = (BTreeSet<Place>, BTreeSet<Place>);

/// The loser's places at each position of the line. What can arise from one of them can arise from all before it, so the line
/// is followed backwards and nothing is played out twice.
fn rooms<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>, loser: Player) -> Option<Vec<Places>> {
    let line = it.line();
    if it.words.places(line[0], loser).is_empty() {
        return None;
    }
    let mut met: HashSet<PositionId> = HashSet::new();
    let mut room = Places::default();
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
            let places = it.words.places(position, loser);
            room.0.extend(&places);
            if mover == loser {
                room.1.extend(&places);
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
