//! How far everything is.

use catmouse_arena::{Arena, Player, Status, Values, Words};

use super::Told;
use super::walks::Walks;

/// On a board with a goal, the steps of each side on its own to the goal and to where the other stands; of several pieces those
/// of the nearest. For each player, One first; none where there is no way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The steps to the goal.
    pub to_goal: [Option<u32>; 2],
    /// The steps to the nearest of the other side's pieces.
    pub to_opponent: [Option<u32>; 2],
}

/// None where the game is over before it begins.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Race> {
    let start = it.explanation.summary.start;
    let goal = it.words.goal()?;
    if let Status::Won(_) = it.arena.status(start) {
        return None;
    }
    let steps = |player: Player, to: &[_]| {
        let from = it.words.places(start, player);
        let distances = Walks::new(it.words, player, from.iter().copied()).distances_from(&from);
        to.iter().filter_map(|place| distances.get(place).copied()).min()
    };
    Some(Race {
        to_goal: Player::BOTH.map(|player| steps(player, &goal.places)),
        to_opponent: Player::BOTH.map(|player| steps(player, &it.words.places(start, player.opponent()))),
    })
}
