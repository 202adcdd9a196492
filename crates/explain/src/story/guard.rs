//! Where a holder keeps to.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Place, Player, Values, Words};

use super::Told;
use super::walks::Walks;

/// In a held game, the places on which the holder's pieces stand in the positions of the holding that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Guard {
    /// Who holds.
    pub player: Player,
    /// The places, ascending.
    pub places: Vec<Place>,
    /// How many places the holder's pieces can reach from the start if no other piece matters.
    pub of: usize,
    /// How many positions the holding has.
    pub positions: usize,
}

/// One for each holding, in their order.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Guard> {
    let guards = it.explanation.holdings.iter().map(|holding| {
        let stand = |&position| it.words.places(position, holding.player);
        let places: BTreeSet<Place> = holding.trap.iter().flat_map(stand).collect();
        let from = it.words.places(it.explanation.summary.start, holding.player);
        let of = Walks::new(it.words, holding.player, from.iter().copied()).distances_from(&from).len();
        Guard { player: holding.player, places: places.into_iter().collect(), of, positions: holding.trap.len() }
    });
    guards.filter(|guard| !guard.places.is_empty()).collect()
}
