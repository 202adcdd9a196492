//! The walk that repeats.

use catmouse_arena::{Arena, Place, Player, Status, Values, Words};

use super::Told;
use crate::line::LineEnd;

/// Where the line ends by repeating a position, the walk of one side's pieces from the first visit to the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// Whose pieces.
    pub player: Player,
    /// The plies played at the first visit.
    pub from_ply: usize,
    /// The plies played at the second.
    pub to_ply: usize,
    /// Where the pieces stand at the first visit and after each move of this side; the last is the first again.
    pub walk: Vec<Vec<Place>>,
}

/// One for each side, the side first that moves first.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Circle> {
    let LineEnd::Repetition { first_ply } = it.explanation.summary.end else {
        return Vec::new();
    };
    let line = it.line();
    let Status::Turn(first) = it.arena.status(line[first_ply]) else {
        return Vec::new();
    };
    let to_ply = line.len() - 1;
    let circles = [first, first.opponent()].map(|player| {
        let own = (first_ply..to_ply).filter(|&index| it.explanation.plies[index].player == player);
        let stops = std::iter::once(first_ply).chain(own.map(|index| index + 1));
        let walk = stops.map(|ply| it.words.places(line[ply], player)).collect();
        Circle { player, from_ply: first_ply, to_ply, walk }
    });
    circles.into_iter().filter(|circle| circle.walk.iter().all(|places| !places.is_empty())).collect()
}
