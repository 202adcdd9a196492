//! Stretches in which the loser goes to and fro.

use catmouse_arena::{Arena, Place, Player, Values, Words};

use super::Context;
use crate::sorting::sort_by_numbers;

/// In a forced win over a single piece, a maximal stretch of at least six plies in which L's piece only goes to and fro between two
/// places, or stays where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shuttling {
    /// The number of plies before the stretch, which begins with a move of L.
    pub from_ply: usize,
    /// The number of plies at its end, after a move of L.
    pub to_ply: usize,
    /// The loser.
    pub player: Player,
    /// The two places, beginning with the one where it stands at the beginning; only one if it stays.
    pub places: Vec<Place>,
}

/// The stretches, the longest first; equal ones by where they begin.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Shuttling> {
    /// A stretch has at least this number of plies.
    const PLIES: usize = 6;
    let Some(player) = context.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    // The number of each of the loser's moves, and where its piece stands before and after it.
    let own: Option<Vec<(usize, Place, Place)>> = context
        .explanation
        .plies
        .iter()
        .filter(|ply| ply.player == player)
        .map(|ply| Some((ply.number, context.place(ply.from, player)?, context.place(ply.played.to, player)?)))
        .collect();
    let own = own.unwrap_or_default();
    let mut found: Vec<Shuttling> = Vec::new();
    let mut index = 0;
    while let Some(&(number, one, other)) = own.get(index) {
        // Each move takes back the one before it, or all of them stay.
        let back = |pair: &&[(usize, Place, Place)]| pair[1].2 == pair[0].1;
        let length = 1 + own[index..].windows(2).take_while(back).count();
        let (from_ply, to_ply) = (number - 1, own[index + length - 1].0);
        if to_ply - from_ply >= PLIES {
            let mut places = vec![one, other];
            places.dedup();
            found.push(Shuttling { from_ply, to_ply, player, places });
        }
        // The last move of a stretch may be the first of another one.
        index += if length > 1 { length - 1 } else { 1 };
    }
    sort_by_numbers(&mut found, |stretch| {
        [u64::MAX - (stretch.to_ply - stretch.from_ply) as u64, stretch.from_ply as u64]
    });
    found
}
