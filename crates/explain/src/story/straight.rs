//! The winner goes straight for something.

use catmouse_arena::{Arena, Place, Player, PositionId, Values, Words};

use super::Told;
use super::walks::Walks;
use crate::sorting::sort_by_numbers;

/// What a winner goes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Aimed {
    /// The goal, where that is the winner's.
    Goal,
    /// The loser's piece.
    Opponent,
}

/// In a forced win of one piece against one, a longest stretch of at least six plies in which every move of W leaves
/// fewer of its own steps to the goal, if W wins there, and otherwise to where L's piece stands when W moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Straight {
    /// The plies played before the stretch, which begins with a move of W.
    pub from_ply: usize,
    /// The plies played at its end, after a move of W.
    pub to_ply: usize,
    /// The winner.
    pub player: Player,
    /// What it goes for.
    pub aimed: Aimed,
    /// Where its piece stands at the beginning and after each of its moves.
    pub path: Vec<Place>,
}

/// The stretches, the longest first; equal ones by where they begin.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Straight> {
    /// Shorter stretches than this are none.
    const PLIES: usize = 6;
    let Some(player) = it.forced_winner() else {
        return Vec::new();
    };
    let plies = &it.explanation.plies;
    let place = |position: PositionId, player: Player| it.place(position, player);
    let start = it.explanation.summary.start;
    let (Some(stands), Some(_)) = (place(start, player), place(start, player.opponent())) else {
        return Vec::new();
    };
    let walks = Walks::new(it.words, player, [stands]);
    let goal = it.words.goal().filter(|goal| goal.player == player);
    let to_goal = goal.as_ref().map(|goal| walks.distances_to(&goal.places));
    let aimed = if goal.is_some() { Aimed::Goal } else { Aimed::Opponent };
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
            found.push(Straight { from_ply, to_ply, player, aimed, path });
        }
    }
    sort_by_numbers(&mut found, |straight| {
        [u64::MAX - (straight.to_ply - straight.from_ply) as u64, straight.from_ply as u64]
    });
    found
}
