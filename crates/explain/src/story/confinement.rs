//! The box of the loser shrinks: the places that the other pieces cut off for it.

use catmouse_arena::{Arena, Place, Player, Status, Values, Words};

use super::Context;

/// In a forced win, the places to which L's pieces are confined after `ply` plies by the pieces as they stand, in the game's own sense
/// ([`Words::confined`]).
///
/// Only positions with L to move count. One claim is made each time the number of places is less than at the claim before, or than at the
/// first position that counts, and no later position has more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Confinement {
    /// The number of plies before the position.
    pub ply: usize,
    /// The loser.
    pub player: Player,
    /// The places, ascending; at least one.
    pub places: Vec<Place>,
    /// The number of places at the claim before, or at the first position that counts.
    pub before: usize,
}

/// The claims in the order of the line; empty in games without such confinement.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Confinement> {
    let Some(player) = context.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    let is_its_turn = |position: &_| context.arena.status(*position) == Status::Turn(player);
    let positions = context.line().into_iter().enumerate().filter(|(_, position)| is_its_turn(position));
    let boxes: Vec<(usize, Vec<Place>)> =
        positions.map(|(ply, position)| (ply, context.words.confined(position, player))).collect();
    if boxes.iter().any(|(_, places)| places.is_empty()) {
        return Vec::new();
    }
    let mut found: Vec<Confinement> = Vec::new();
    let Some(mut before) = boxes.first().map(|(_, places)| places.len()) else {
        return Vec::new();
    };
    for (index, (ply, places)) in boxes.iter().enumerate() {
        let lasts = boxes[index..].iter().all(|(_, later)| later.len() <= places.len());
        if places.len() < before && lasts {
            found.push(Confinement { ply: *ply, player, places: places.clone(), before });
            before = places.len();
        }
    }
    found
}
