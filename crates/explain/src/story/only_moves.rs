//! Moves without an equally good alternative.

use catmouse_arena::{Arena, Player, Values, Words};

use super::Context;

/// The moves of the line with at least one legal alternative, none of which keeps the mover's outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OnlyMoves {
    /// The number of each move and its mover, ascending; at least one.
    pub plies: Vec<(usize, Player)>,
}

pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<OnlyMoves> {
    let plies = context.explanation.plies.iter().filter(|ply| !ply.others.is_empty() && ply.reason.only);
    let plies: Vec<(usize, Player)> = plies.map(|ply| (ply.number, ply.player)).collect();
    (!plies.is_empty()).then_some(OnlyMoves { plies })
}
