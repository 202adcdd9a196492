//! The walk that repeats.

use catmouse_arena::{Arena, Place, Player, Status, Values, Words};

use super::Context;
use crate::line::LineEnd;

/// In a line that ends by repeating a position, the walk of one side's pieces from the first visit of this position to the second.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Circle {
    /// The side.
    pub player: Player,
    /// The number of plies before the first visit.
    pub from_ply: usize,
    /// The number of plies before the second visit.
    pub to_ply: usize,
    /// The places of the pieces at the first visit and after each move of this side; the last entry is equal to the first.
    pub walk: Vec<Vec<Place>>,
}

/// One claim for each side, the side that moves first coming first.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Circle> {
    let LineEnd::Repetition { first_ply } = context.explanation.summary.end else {
        return Vec::new();
    };
    let line = context.line();
    let Status::Turn(first) = context.arena.status(line[first_ply]) else {
        return Vec::new();
    };
    let to_ply = line.len() - 1;
    let circles = [first, first.opponent()].map(|player| {
        let own = (first_ply..to_ply).filter(|&index| context.explanation.plies[index].player == player);
        let stops = std::iter::once(first_ply).chain(own.map(|index| index + 1));
        let walk = stops.map(|ply| context.words.places(line[ply], player)).collect();
        Circle { player, from_ply: first_ply, to_ply, walk }
    });
    circles.into_iter().filter(|circle| circle.walk.iter().all(|places| !places.is_empty())).collect()
}
