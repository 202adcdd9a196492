//! How far each side is from the goal and from the opponent at the start.

use catmouse_arena::{Arena, Player, Status, Values, Words};

use super::Context;
use super::walks::Walks;

/// On a board with a goal, how far each side is from the goal and from its opponent at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Race {
    /// For each player, One first, the number of steps from its nearest piece to the goal, other pieces disregarded; `None` if there is no
    /// path.
    pub to_goal: [Option<u32>; 2],
    /// The same to the nearest of the opponent's pieces.
    pub to_opponent: [Option<u32>; 2],
}

/// `None` if the game is over before it begins.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<Race> {
    let start = context.explanation.summary.start;
    let goal = context.words.goal()?;
    if let Status::Won(_) = context.arena.status(start) {
        return None;
    }
    let steps = |player: Player, to: &[_]| {
        let from = context.words.places(start, player);
        let distances = Walks::new(context.words, player, from.iter().copied()).distances_from(&from);
        to.iter().filter_map(|place| distances.get(place).copied()).min()
    };
    Some(Race {
        to_goal: Player::BOTH.map(|player| steps(player, &goal.places)),
        to_opponent: Player::BOTH.map(|player| steps(player, &context.words.places(start, player.opponent()))),
    })
}
