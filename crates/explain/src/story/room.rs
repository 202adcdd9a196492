//! The places that the loser can still reach against the winner's strategy.

use std::collections::{BTreeSet, HashSet};

use catmouse_arena::{Arena, Place, Player, PositionId, Status, Values, Words};

use super::Context;
use crate::main_move::main_move;

/// In a forced win, after `ply` plies, the places where L's pieces can stand in a position in which the game goes on, and which can still
/// arise while W plays main moves and L plays anything.
///
/// One claim is made each time the number of places has at least halved since the claim before, or since the start.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Room {
    /// The number of plies before the position.
    pub ply: usize,
    /// The loser.
    pub player: Player,
    /// The places, ascending.
    pub places: Vec<Place>,
    /// Those of them where a piece of L can stand with L to move, ascending. On the others the game ends with W's next move.
    pub lasting: Vec<Place>,
    /// The number of places at the claim before, or at the start.
    pub before: usize,
}

/// More positions than this are not played out.
const POSITIONS_AT_MOST: usize = 1 << 20;

pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Room> {
    let Some(loser) = context.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    let rooms = rooms(context, loser).unwrap_or_default();
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

/// The places of the loser in positions in which the game goes on, and those of them with the loser to move.
type Places = (BTreeSet<Place>, BTreeSet<Place>);

/// The loser's places for each position of the line; `None` if too many positions can arise. What can arise from a position of the line
/// can arise from all before it, so the line is followed backwards and no position is expanded twice.
fn rooms<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>, loser: Player) -> Option<Vec<Places>> {
    let line = context.line();
    if context.words.places(line[0], loser).is_empty() {
        return None;
    }
    let mut met: HashSet<PositionId> = HashSet::new();
    let mut room = Places::default();
    let mut rooms = Vec::with_capacity(line.len());
    for &position in line.iter().rev() {
        let mut open = vec![position];
        while let Some(position) = open.pop() {
            let Status::Turn(mover) = context.arena.status(position) else {
                continue; // the game is over
            };
            if !met.insert(position) {
                continue;
            }
            if met.len() > POSITIONS_AT_MOST {
                return None;
            }
            let places = context.words.places(position, loser);
            room.0.extend(&places);
            if mover == loser {
                room.1.extend(&places);
                open.extend(context.arena.successors(position).map(|step| step.to));
            } else {
                open.extend(
                    main_move(
                        context.arena,
                        context.words,
                        context.values,
                        &context.explanation.summary.adjudication,
                        position,
                    )
                    .map(|step| step.to),
                );
            }
        }
        rooms.push(room.clone());
    }
    rooms.reverse();
    Some(rooms)
}
