//! Where the loser had one real defence.

use catmouse_arena::{Arena, Distance, Player, PositionId, Values, Words};

use super::Told;
use crate::sorting::sort_by_numbers;

/// In a forced win, a move of L whose second-best alternative loses in at most half of what remains after the move: the only
/// real defence. Both are counted as a number beside a move is, so that costs include the move's own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Turn {
    /// The number of the move.
    pub ply: usize,
    /// The loser, who makes it.
    pub player: Player,
    /// What remains after it.
    pub remains: Distance,
    /// The second-best move: the position after it.
    pub second: PositionId,
    /// In what that loses.
    pub loses_in: Distance,
}

/// The turns; those first where the second-best move does not lose at sight, and of these that after which the second-best move would have lost most; equal ones in the order of the line.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Turn> {
    let Some(loser) = it.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    let measure = it.words.measure();
    let mut found: Vec<Turn> = Vec::new();
    for ply in it.explanation.plies.iter().filter(|ply| ply.player == loser) {
        let Some(second) = ply.others.first() else { continue };
        if let (Some(remains), Some(loses_in)) = (ply.played.told(measure), second.rated.told(measure))
            && 2 * loses_in <= remains
        {
            found.push(Turn { ply: ply.number, player: loser, remains, second: second.rated.to, loses_in });
        }
    }
    let at_sight = |turn: &Turn| it.values.value(turn.second).distance().is_some_and(|distance| distance <= 1);
    sort_by_numbers(&mut found, |turn| {
        [u64::from(at_sight(turn)), u64::MAX - (turn.remains - turn.loses_in), turn.ply as u64]
    });
    found
}
