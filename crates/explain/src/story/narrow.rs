//! Where a slip is easy.

use catmouse_arena::{Arena, Player, Values, Words};

use super::Told;

/// In a forced win, the moves of W for which more than half of the alternatives, of which there is at least one, throw
/// the win away.
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
        .filter(|ply| {
            let thrown = ply.others.iter().filter(|other| other.rated.judgement.outcome.score(player) < 1).count();
            2 * thrown > ply.others.len()
        })
        .map(|ply| ply.number)
        .collect();
    (!plies.is_empty()).then_some(Narrow { player, plies })
}
