//! Where the money goes.

use std::cmp::Reverse;

use catmouse_arena::{Arena, Distance, Measure, Player, Values, Words};

use super::Told;

/// Where moves have costs, what the moves of a forced win cost and who pays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Costs {
    /// What each player's moves cost together, One first.
    pub pays: [Distance; 2],
    /// The fewest moves that cost at least half of the total together, the dearest of them all: their numbers,
    /// ascending. Of equally dear moves the first.
    pub plies: Vec<usize>,
}

impl Costs {
    /// What all moves cost.
    pub fn total(&self) -> Distance {
        self.pays.iter().sum()
    }
}

pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Costs> {
    it.forced_winner().filter(|_| it.words.measure() == Measure::Cost && !it.explanation.plies.is_empty())?;
    let paid = it.explanation.plies.iter().map(|ply| (Distance::from(ply.played.cost), ply.player, ply.number));
    let mut moves: Vec<(Distance, Player, usize)> = paid.collect();
    let pays = Player::BOTH
        .map(|player| moves.iter().filter(|(_, mover, _)| *mover == player).map(|(cost, ..)| cost).sum::<Distance>());
    moves.sort_by_key(|&(cost, _, number)| (Reverse(cost), number));
    let total: Distance = pays.iter().sum();
    let mut sum = 0;
    let mut plies: Vec<usize> = Vec::new();
    for (cost, _, number) in moves {
        if 2 * sum >= total {
            break;
        }
        sum += cost;
        plies.push(number);
    }
    plies.sort_unstable();
    Some(Costs { pays, plies })
}
