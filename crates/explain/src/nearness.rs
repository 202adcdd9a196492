//! How near a player is to where it wants to be, and the mistakes of a player who goes by this alone.

use std::cmp::Reverse;

use catmouse_arena::{JudgedBy, Move, Player, PositionId, Status};

use crate::context::Context;
use crate::moves::RatedMove;
use crate::walks::{Distances, Walks};

/// The steps of a player's nearest piece to where it wants to be: to the goal if the player wins there,
/// otherwise to the nearest piece of the opponent.
pub(crate) struct Nearness<'a> {
    context: &'a Context<'a>,
    player: Player,
    walks: Walks,
    /// The distances to the goal of the player who wins there.
    to_goal: Option<Distances>,
}

impl<'a> Nearness<'a> {
    /// Explores the walks of the player's pieces from where they stand in this position.
    pub(crate) fn new(context: &'a Context<'a>, player: Player, start: PositionId) -> Self {
        let walks = Walks::new(context.words, player, &context.words.places(start, player));
        let goal = context.words.goal().filter(|goal| goal.player == player);
        let to_goal = goal.map(|goal| walks.distances_to(&goal.places));
        Self { context, player, walks, to_goal }
    }

    /// Whether the player wins at a goal.
    pub(crate) fn has_goal(&self) -> bool {
        self.to_goal.is_some()
    }

    /// The steps in this position; [`Distances::NONE`] if no walk leads there.
    pub(crate) fn steps(&self, at: PositionId) -> u32 {
        let own = self.context.words.places(at, self.player);
        let distances = match &self.to_goal {
            Some(to_goal) => to_goal.least(&own),
            None => self.walks.distances_to(&self.context.words.places(at, self.player.opponent())).least(&own),
        };
        distances.unwrap_or(Distances::NONE)
    }
}

/// The moves that are not best and that a person might play, who looks one move ahead and otherwise
/// goes straight for the aim: a move that wins at once, where one does; otherwise, of the moves
/// after which the opponent cannot win at once, those that end nearest to the goal, nearest to the
/// opponent's pieces for the `hunter`, who wins by capture, or farthest from them for a player
/// without a goal who is hunted. Empty if all these moves are best. A win after the limit is none.
///
/// `moves` are the [`rated_moves`](crate::rated_moves) of the position. Time: one walk over the
/// player's graph for each move.
pub fn natural_mistakes(context: &Context<'_>, position: PositionId, moves: &[RatedMove], hunter: Player) -> Vec<Move> {
    let Status::Turn(mover) = context.arena.status(position) else { return Vec::new() };
    let wins = |rated: &&RatedMove| {
        rated.judgement.decided_by == JudgedBy::Play && context.arena.status(rated.to) == Status::Won(mover)
    };
    let worse = moves.iter().filter(|rated| !rated.best);
    if moves.iter().any(|rated| wins(&rated)) {
        return worse.filter(wins).map(RatedMove::step).collect();
    }
    let nearness = Nearness::new(context, mover, position);
    let flees = !nearness.has_goal() && mover != hunter;
    let aim = |rated: &RatedMove| {
        let steps = nearness.steps(rated.to);
        if flees { Reverse(u32::MAX - steps) } else { Reverse(steps) }
    };
    let seen: Vec<&RatedMove> = worse.filter(|rated| !rated.is_obvious_loss).collect();
    let most = seen.iter().map(|rated| aim(rated)).max();
    seen.into_iter().filter(|rated| Some(aim(rated)) == most).map(RatedMove::step).collect()
}
