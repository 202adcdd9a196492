//! What the moves of the line cost, and which player pays it.

use std::cmp::Reverse;

use catmouse_arena::{Arena, Distance, Measure, Player, Values, Words};

use super::Context;

/// In a forced win of a game in which moves have costs, what the moves of the line cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Costs {
    /// The sum of the costs of each player's moves, player One first.
    pub pays: [Distance; 2],
    /// The numbers of the dearest moves, ascending: as few as together cost at least half of the total. Of equally dear moves the first.
    pub plies: Vec<usize>,
}

impl Costs {
    /// The sum of the costs of all moves.
    pub fn total(&self) -> Distance {
        self.pays.iter().sum()
    }
}

pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<Costs> {
    context
        .forced_winner()
        .filter(|_| context.words.measure() == Measure::Cost && !context.explanation.plies.is_empty())?;
    let paid = context.explanation.plies.iter().map(|ply| (Distance::from(ply.played.cost), ply.player, ply.number));
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
