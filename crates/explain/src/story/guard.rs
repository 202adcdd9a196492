//! The places that a holder does not leave.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Place, Player, Values, Words};

use super::Context;
use super::walks::Walks;

/// In a held game, the places on which the holder's pieces stand in the positions of its holding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Guard {
    /// The player who holds.
    pub player: Player,
    /// The places, ascending.
    pub places: Vec<Place>,
    /// The number of places that the holder's pieces can reach from the start, other pieces disregarded.
    #[cfg_attr(feature = "serde", serde(rename = "of"))]
    pub reachable: usize,
    /// The number of positions of the holding.
    pub positions: usize,
}

/// One claim for each holding, in their order.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Guard> {
    let guards = context.explanation.holdings.iter().map(|holding| {
        let stand = |&position| context.words.places(position, holding.player);
        let places: BTreeSet<Place> = holding.trap.iter().flat_map(stand).collect();
        let from = context.words.places(context.explanation.summary.start, holding.player);
        let reachable = Walks::new(context.words, holding.player, from.iter().copied()).distances_from(&from).len();
        Guard { player: holding.player, places: places.into_iter().collect(), reachable, positions: holding.trap.len() }
    });
    guards.filter(|guard| !guard.places.is_empty()).collect()
}
