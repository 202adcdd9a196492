//! Stretches in which the winner goes straight to the goal or to the loser.

use catmouse_arena::{Arena, Place, Player, PositionId, Values, Words};

use super::Context;
use super::walks::Walks;
use crate::sorting::sort_by_numbers;

/// Where a winner goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Target {
    /// To the goal, if the winner wins there.
    Goal,
    /// To the loser's piece.
    Opponent,
}

/// In a forced win of one piece against one, a maximal stretch of at least six plies in which every move of W leaves it fewer steps to the
/// goal, if W is the player that wins there, and otherwise to the place of L's piece at that move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Straight {
    /// The number of plies before the stretch, which begins with a move of W.
    pub from_ply: usize,
    /// The number of plies at its end, after a move of W.
    pub to_ply: usize,
    /// The winner.
    pub player: Player,
    /// Where it goes.
    #[cfg_attr(feature = "serde", serde(rename = "aimed"))]
    pub target: Target,
    /// The places of its piece at the beginning and after each of its moves.
    pub path: Vec<Place>,
}

/// The stretches, the longest first; equal ones by where they begin.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Straight> {
    /// A stretch has at least this number of plies.
    const PLIES: usize = 6;
    let Some(player) = context.forced_winner() else {
        return Vec::new();
    };
    let plies = &context.explanation.plies;
    let place = |position: PositionId, player: Player| context.place(position, player);
    let start = context.explanation.summary.start;
    let (Some(stands), Some(_)) = (place(start, player), place(start, player.opponent())) else {
        return Vec::new();
    };
    let walks = Walks::new(context.words, player, [stands]);
    let goal = context.words.goal().filter(|goal| goal.player == player);
    let to_goal = goal.as_ref().map(|goal| walks.distances_to(&goal.places));
    let target = if goal.is_some() { Target::Goal } else { Target::Opponent };
    let comes_nearer = |from: PositionId, to: PositionId| {
        let to_opponent = || Some(walks.distances_to(&[place(from, player.opponent())?]));
        let steps = to_goal.clone().or_else(to_opponent)?;
        Some(steps.get(&place(to, player)?)? < steps.get(&place(from, player)?)?)
    };
    let mut found: Vec<Straight> = Vec::new();
    let mut own = plies.iter().filter(|ply| ply.player == player).peekable();
    while let Some(first) = own.next() {
        if comes_nearer(first.from, first.played.to) != Some(true) {
            continue;
        }
        let mut path: Vec<Place> =
            [first.from, first.played.to].into_iter().filter_map(|position| place(position, player)).collect();
        let mut to_ply = first.number;
        while let Some(next) = own.next_if(|ply| comes_nearer(ply.from, ply.played.to) == Some(true)) {
            path.extend(place(next.played.to, player));
            to_ply = next.number;
        }
        let from_ply = first.number - 1;
        if to_ply - from_ply >= PLIES {
            found.push(Straight { from_ply, to_ply, player, target, path });
        }
    }
    sort_by_numbers(&mut found, |straight| {
        [u64::MAX - (straight.to_ply - straight.from_ply) as u64, straight.from_ply as u64]
    });
    found
}
