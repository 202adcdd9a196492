//! Where the path is narrow.

use catmouse_arena::{Arena, Player, Values, Words};

use super::Told;

/// The moves of the line with at least one legal alternative, none of which keeps the mover's outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Only {
    /// Their numbers, ascending, at least one, and who makes each.
    pub plies: Vec<(usize, Player)>,
}

pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Only> {
    let narrow = it.explanation.plies.iter().filter(|ply| !ply.others.is_empty() && ply.reason.only);
    let plies: Vec<(usize, Player)> = narrow.map(|ply| (ply.number, ply.player)).collect();
    (!plies.is_empty()).then_some(Only { plies })
}
