//! Where a slip is easy.

use catmouse_arena::{Arena, Player, Values, Words};

use super::Told;
use crate::explanation::Ply;
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

impl Narrow {
    /// The moves that throw the win away at one of these plies, without being seen at a glance.
    pub fn slips<'a>(&self, ply: &'a Ply) -> impl Iterator<Item = &'a Alternative> {
        slips(self.player, ply)
    }
}

/// The moves of the winner that throw the win away, and the loser does not win at once or with its next move.
fn slips(winner: Player, ply: &Ply) -> impl Iterator<Item = &Alternative> {
    let is_seen = move |other: &Alternative| {
        let value = other.rated.value;
        value.winner() == Some(winner.opponent()) && value.distance().is_some_and(|distance| distance <= 1)
    };
    ply.others.iter().filter(move |other| throws(winner, other) && !is_seen(other))
}

/// Whether a move of the winner throws the win away.
fn throws(winner: Player, other: &Alternative) -> bool {
    other.rated.judgement.outcome.score(winner) < 1
}

pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Narrow> {
    let player = it.forced_winner()?;
    let own = it.explanation.plies.iter().filter(|ply| ply.player == player);
    let plies: Vec<usize> = own
        .filter(|ply| ply.reason.motive != Motive::Finishes)
        .filter(|ply| slips(player, ply).next().is_some() && !ply.others.iter().all(|other| throws(player, other)))
        .map(|ply| ply.number)
        .collect();
    (!plies.is_empty()).then_some(Narrow { player, plies })
}
