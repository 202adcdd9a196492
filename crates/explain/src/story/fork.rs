//! The winner threatens to enter the goal from two places at once.

use catmouse_arena::{Measure, Place, Player, PositionId, Status, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::main_move::main_move;
use crate::sorting::set;

/// In a single piece's win at its goal, in a game without costs: the position of the line four
/// plies before the end, if it is a fork.
///
/// In a fork, after every reply of L, W's main move leads to an entrance: a place from which W
/// reaches the goal with its next move, whatever L does. There are at least two entrances. If a
/// reply of L lets W into the goal at once, a move to one of the entrances would win as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The number of plies before the position.
    pub ply: usize,
    /// The winner.
    pub player: Player,
    /// The place of its piece.
    pub place: Place,
    /// The entrances, ascending.
    pub entrances: Vec<Place>,
}

/// The fork; `None` if one entrance is enough, or if the line ends in another way.
pub(super) fn find(context: &Explained<'_>) -> Option<Fork> {
    /// The number of plies from the fork to the end.
    const PLIES: usize = 4;
    let player = context.forced_winner().filter(|_| context.words.measure() == Measure::Plies)?;
    let goal = context.words.goal().filter(|goal| goal.player == player)?;
    let line = context.line();
    let is_there = |place: Option<Place>| place.is_some_and(|place| goal.places.contains(&place));
    if !is_there(context.place(*line.last()?, player)) {
        return None;
    }
    let ply = line.len().checked_sub(1 + PLIES)?;
    // Whether the winner reaches the goal with its next move, whatever the loser does.
    let is_beside = |at: PositionId| {
        let enters = |after| {
            let last = main_move(context, after);
            last.is_some_and(|last| is_there(context.place(last.to, player)))
        };
        let replies = || context.arena.successors(at).map(|step| step.to);
        context.arena.status(at) == Status::Turn(player.opponent()) && replies().all(enters)
    };
    let mut entrances = Vec::new();
    let mut let_in = Vec::new();
    for reply in context.arena.successors(line[ply]).map(|step| step.to) {
        if let Status::Won(_) = context.arena.status(reply) {
            return None; // the reply ends the game
        }
        let to = main_move(context, reply)?.to;
        match context.arena.status(to) {
            Status::Won(_) if is_there(context.place(to, player)) => let_in.push(reply),
            Status::Turn(_) if is_beside(to) => entrances.push(context.place(to, player)?),
            Status::Won(_) | Status::Turn(_) => return None,
        }
    }
    let would_do = |reply: PositionId| {
        let mut moves = context.arena.successors(reply).map(|step| step.to);
        moves.any(|to| context.place(to, player).is_some_and(|at| entrances.contains(&at)) && is_beside(to))
    };
    if !let_in.into_iter().all(would_do) {
        return None;
    }
    let place = context.place(line[ply], player)?;
    let entrances = set(entrances);
    (entrances.len() >= 2).then_some(Fork { ply, player, place, entrances })
}

impl Kind for Fork {
    const WEIGHT: u32 = 90;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let (winner, loser) = (teller.words.player(self.player), teller.words.player(self.player.opponent()));
        let goal = teller.goal_noun();
        let names: Vec<String> = self.entrances.iter().map(|&place| teller.place_name(place)).collect();
        format!(
            "{winner} plays for a fork: after ply {} it stands on {}, from where it can go on to {} beside {goal}, \
             and it is {loser}'s turn; whatever {loser} does, one of them is then out of its reach",
            self.ply,
            teller.place_name(self.place),
            listed(&names, "or"),
        )
    }
}

impl Record for Fork {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("ply", |fork| fork.ply)
            .field("player", |fork| fork.player)
            .field("place", |fork| fork.place)
            .field("entrances", |fork| fork.entrances.clone())
            .means("Where it can go on to, beside the goal.")
    }
}
