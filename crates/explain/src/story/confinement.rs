//! The box shrinks.

use catmouse_arena::{Arena, Place, Player, Status, Values, Words};

use super::Told;

/// In a forced win, the places to which L's pieces are confined after `ply` plies as everything stands, in the game's
/// own sense ([`Words::confined`]).
///
/// It is said of positions with L to move, the first of them with fewer places than at the one of which it was said
/// last, from which on there are never more again; the first such position of the line counts as the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Confinement {
    /// The plies played before the position.
    pub ply: usize,
    /// The loser.
    pub player: Player,
    /// The places, ascending; at least one.
    pub places: Vec<Place>,
    /// How many there were at the position of which it was said last.
    pub before: usize,
}

/// In the order of the line; empty in games that know no such thing.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Confinement> {
    let Some(player) = it.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    let is_its_turn = |position: &_| it.arena.status(*position) == Status::Turn(player);
    let positions = it.line().into_iter().enumerate().filter(|(_, position)| is_its_turn(position));
    let boxes: Vec<(usize, Vec<Place>)> =
        positions.map(|(ply, position)| (ply, it.words.confined(position, player))).collect();
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
