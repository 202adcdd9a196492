//! The end of a line in which the winner takes a shortest way to the goal or to the loser.

use catmouse_arena::{Arena, Place, Player, Status, Values, Words};

use super::Context;
use super::walks::Walks;

/// Where a winner goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Target {
    /// To the goal.
    Goal,
    /// To the place where it catches the loser's piece.
    Opponent,
}

/// In a forced win of a single piece, the longest stretch at the end of the line, of at least six plies, in which W's piece takes a
/// shortest way, measured on its own steps, to where it wins: to the goal, or to the place where it catches L's piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Straight {
    /// The number of plies before the stretch, which begins with a move of W.
    pub from_ply: usize,
    /// The number of plies at its end, which is the end of the line.
    pub to_ply: usize,
    /// The winner.
    pub player: Player,
    /// Where it goes.
    #[cfg_attr(feature = "serde", serde(rename = "aimed"))]
    pub target: Target,
    /// The places of its piece at the beginning and after each of its moves.
    pub path: Vec<Place>,
}

/// `None` if the stretch is too short, or if W wins in another way. Time: linear in the line and in the steps of W's piece.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<Straight> {
    /// A stretch has at least this number of plies.
    const PLIES: usize = 6;
    let player = context.forced_winner()?;
    let last = context.explanation.summary.last;
    let stands = context.place(context.explanation.summary.start, player)?;
    let arrives = context.place(last, player).filter(|_| context.arena.status(last) == Status::Won(player))?;
    let walks = Walks::new(context.words, player, [stands]);
    let goal = context.words.goal().filter(|goal| goal.player == player && goal.places.contains(&arrives));
    let (target, steps) = match goal {
        Some(goal) => (Target::Goal, walks.distances_to(&goal.places)),
        None if context.place(last, player.opponent()) == Some(arrives) => {
            (Target::Opponent, walks.distances_to(&[arrives]))
        }
        None => return None,
    };
    let mut path = vec![arrives];
    let to_ply = context.explanation.plies.len();
    let mut from_ply = to_ply;
    for ply in context.explanation.plies.iter().rev().filter(|ply| ply.player == player) {
        let place = context.place(ply.from, player)?;
        if steps.get(&place).copied() != u32::try_from(path.len()).ok() {
            break;
        }
        path.push(place);
        from_ply = ply.number - 1;
    }
    path.reverse();
    (to_ply - from_ply >= PLIES).then_some(Straight { from_ply, to_ply, player, target, path })
}
