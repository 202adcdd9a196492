//! Where a slip is easy.

use catmouse_arena::{Arena, Player, Values, Words};

use super::Told;
use crate::reason::{Alternative, Motive};

/// In a forced win, the moves of W where one alternative throws the win away without being seen at a glance (L does not win at once or
/// with its next move), and another alternative keeps it: a slip is easy there. Where no alternative keeps the win, that is
/// [`Only`](super::Only); and where the move wins at once, nobody looks for another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Narrow {
    /// The winner.
    pub player: Player,
    /// The numbers of the moves, ascending, at least one.
    pub plies: Vec<usize>,
}

pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Narrow> {
    let player = it.forced_winner()?;
    let own = it.explanation.plies.iter().filter(|ply| ply.player == player);
    let plies: Vec<usize> = own
        .filter(|ply| ply.reason.motive != Motive::Finishes)
        .filter(|ply| {
            let throws = |other: &Alternative| other.rated.judgement.outcome.score(player) < 1;
            let is_seen = |other: &Alternative| {
                let value = other.rated.value;
                value.winner() == Some(player.opponent()) && value.distance().is_some_and(|distance| distance <= 1)
            };
            ply.others.iter().any(|other| throws(other) && !is_seen(other)) && !ply.others.iter().all(throws)
        })
        .map(|ply| ply.number)
        .collect();
    (!plies.is_empty()).then_some(Narrow { player, plies })
}
