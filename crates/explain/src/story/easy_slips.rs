//! Moves at which it is easy to throw the win away.

use catmouse_arena::{Arena, Player, Values, Words};

use super::Context;
use crate::explanation::Ply;
use crate::reason::{Alternative, Motive};

/// In a forced win, the moves of W, except those that win at once, with an alternative that keeps the win and an alternative that is a
/// *slip*: it throws the win away without being an obvious loss, since L does not win at once or with its next move. Moves without an
/// alternative that keeps the win are [`OnlyMoves`](super::OnlyMoves).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EasySlips {
    /// The winner.
    pub player: Player,
    /// The numbers of the moves, ascending, at least one.
    pub plies: Vec<usize>,
}

impl EasySlips {
    /// The slips at one of these plies.
    pub fn slips<'a>(&self, ply: &'a Ply) -> impl Iterator<Item = &'a Alternative> {
        slips(self.player, ply)
    }
}

/// The alternatives of a move of the winner that throw the win away without being obvious losses.
fn slips(winner: Player, ply: &Ply) -> impl Iterator<Item = &Alternative> {
    ply.others.iter().filter(move |other| throws(winner, other) && !other.rated.is_obvious_loss(winner))
}

/// Whether a move of the winner throws the win away.
fn throws(winner: Player, other: &Alternative) -> bool {
    other.rated.judgement.outcome.score(winner) < 1
}

pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<EasySlips> {
    let player = context.forced_winner()?;
    let own = context.explanation.plies.iter().filter(|ply| ply.player == player);
    let plies: Vec<usize> = own
        .filter(|ply| ply.reason.motive != Motive::Finishes)
        .filter(|ply| slips(player, ply).next().is_some() && !ply.others.iter().all(|other| throws(player, other)))
        .map(|ply| ply.number)
        .collect();
    (!plies.is_empty()).then_some(EasySlips { player, plies })
}
