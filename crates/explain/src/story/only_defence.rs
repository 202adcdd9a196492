//! Moves at which the loser has only one real defence.

use catmouse_arena::{Arena, Distance, Player, PositionId, Values, Words};

use super::Context;
use crate::sorting::sort_by_numbers;

/// In a forced win, a move of L after which at least twice as much remains as after L's second-best move: the only real defence. Both
/// are distances as they are printed beside a move: plies from the position after it, or where moves have costs, with its own cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OnlyDefence {
    /// The number of the move.
    pub ply: usize,
    /// The loser, who makes it.
    pub player: Player,
    /// The distance that remains after it.
    pub remains: Distance,
    /// The second-best move: the position after it.
    #[cfg_attr(feature = "serde", serde(rename = "second"))]
    pub second_best: PositionId,
    /// The distance at which the second-best move loses.
    pub loses_in: Distance,
}

/// Those defences first whose second-best move is no obvious loss; then by `remains - loses_in`, the greatest first; then in the order of
/// the line.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<OnlyDefence> {
    let Some(loser) = context.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    let measure = context.words.measure();
    let mut found: Vec<(bool, OnlyDefence)> = Vec::new();
    for ply in context.explanation.plies.iter().filter(|ply| ply.player == loser) {
        let Some(second) = ply.others.first().map(|other| other.rated) else { continue };
        if let (Some(remains), Some(loses_in)) = (ply.played.distance_in(measure), second.distance_in(measure))
            && 2 * loses_in <= remains
        {
            let defence = OnlyDefence { ply: ply.number, player: loser, remains, second_best: second.to, loses_in };
            found.push((second.is_obvious_loss(loser), defence));
        }
    }
    sort_by_numbers(&mut found, |(is_obvious, defence)| {
        [u64::from(*is_obvious), u64::MAX - (defence.remains - defence.loses_in), defence.ply as u64]
    });
    found.into_iter().map(|(_, defence)| defence).collect()
}
