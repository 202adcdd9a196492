//! The legal moves at a position, each with its worth.

use std::cmp::Reverse;

use catmouse_arena::{Cost, Distance, InOrder, JudgedBy, Judgement, Measure, Move, Player, PositionId, Status, Value};

use crate::context::Context;
use crate::main_move::main_move_among;
use crate::policy::Policy;
use crate::sorting::sort_by_numbers;

/// A move with its worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The position after the move.
    pub to: PositionId,
    /// The cost of the move.
    pub cost: Cost,
    /// The value of the position after the move.
    pub value: Value,
    /// The judgement if both play perfectly after the move. Its distance counts from the position
    /// after the move.
    pub judgement: Judgement,
    /// Whether no other move has a better value: the fastest wins, the longest defences, or all
    /// moves that hold. If the values have no distances: whether no other move has a better
    /// outcome.
    pub best: bool,
    /// Whether this is the main move: the best move that the line plays.
    pub main: bool,
    /// Whether the mover loses with this move within the limit and a reader sees it: the opponent has
    /// won, or can win with its next move.
    pub(crate) is_obvious_loss: bool,
}

impl RatedMove {
    /// The move without its worth.
    pub const fn step(&self) -> Move {
        Move { to: self.to, cost: self.cost }
    }

    /// The distance to a forced end as it is printed next to the move: the plies from the position
    /// after the move. If moves have costs, it is the cost of this move and of all later ones.
    /// `None` if no end is forced or the distance is unknown.
    pub(crate) fn distance_in(&self, measure: Measure) -> Option<Distance> {
        self.judgement.distance.map(|distance| self.including_own_cost(measure, distance))
    }

    /// Converts a distance from the position after the move to the printed one: where moves have
    /// costs, the cost of this move is added.
    pub(crate) fn including_own_cost(&self, measure: Measure, distance: Distance) -> Distance {
        match measure {
            Measure::Plies => distance,
            Measure::Cost => distance + Distance::from(self.cost),
        }
    }

    /// Whether a loss needs no answer in a text: it is obvious, and if moves have costs, the
    /// opponent pays at most 1.
    pub(crate) fn needs_no_answer(&self) -> bool {
        self.is_obvious_loss && self.value.distance() <= Some(1)
    }
}

/// Whether a position is an obvious loss for `loser`: the opponent has won, or is to move and can
/// win with this move.
pub(crate) fn is_obvious_loss(context: &Context<'_>, at: PositionId, loser: Player) -> bool {
    let winner = loser.opponent();
    let has_won = |at: PositionId| context.arena.status(at) == Status::Won(winner);
    match (context.values.value(at), context.words.measure()) {
        (Value::Win { player, distance }, Measure::Plies) => player == winner && distance <= 1,
        // The move that wins at once may be a dear one.
        (Value::Win { player, .. }, Measure::Cost) => {
            player == winner && (has_won(at) || context.arena.successors(at).any(|step| has_won(step.to)))
        }
        (Value::Endless, _) => false,
    }
}

/// The legal moves at a position, best first for the player to move; equal ones in the arena's
/// order. Empty if the game is over or the player to move is stuck.
///
/// The limit counts from `position`. If the values have no distances, moves are ordered by their
/// outcomes; among wins the forced ones are first, among losses they are last. Time: O(m log m) for
/// m moves, and O(b · m) for the answers to the b best.
pub fn rated_moves(context: &Context<'_>, position: PositionId) -> Vec<RatedMove> {
    let Status::Turn(mover) = context.arena.status(position) else {
        return Vec::new();
    };
    let best = context.best_moves(position);
    let main = main_move_among(context, position, &best);
    let mut best = best.into_iter().peekable();
    let mut moves: Vec<RatedMove> = context
        .arena
        .successors(position)
        .map(|step| {
            let judgement = context.judge_move(step);
            RatedMove {
                to: step.to,
                cost: step.cost,
                value: context.values.value(step.to),
                judgement,
                // `best` has the same order.
                best: best.next_if_eq(&step).is_some(),
                main: main == Some(step),
                is_obvious_loss: judgement.decided_by == JudgedBy::Play && is_obvious_loss(context, step.to, mover),
            }
        })
        .collect();
    if context.values.has_distances() {
        moves.put_in_order_by_key(|rated| Reverse(rated.value.one_move_before(rated.cost).preference(mover)));
    } else {
        rate_by_outcome(&mut moves, mover);
    }
    moves
}

/// Moves the `main` mark to this move; does nothing if it is not among the best moves.
pub(crate) fn mark_main(moves: &mut [RatedMove], step: Move) {
    if let Some(main) = moves.iter().position(|rated| rated.best && rated.step() == step) {
        for (index, rated) in moves.iter_mut().enumerate() {
            rated.main = index == main;
        }
    }
}

/// As [`rated_moves`], but `main` marks the move that `policy` plays. Takes the same time.
pub fn rated_moves_with(context: &Context<'_>, position: PositionId, policy: &Policy) -> Vec<RatedMove> {
    let mut moves = rated_moves(context, position);
    if let Some(played) = policy.play(context, position) {
        mark_main(&mut moves, played);
    }
    moves
}

/// Sorts and marks moves when the values have no distances: all moves with the best outcome are
/// best.
fn rate_by_outcome(moves: &mut [RatedMove], mover: Player) {
    let score = |rated: &RatedMove| rated.judgement.outcome.score(mover);
    sort_by_numbers(moves, |rated| {
        let score = score(rated);
        let forced = if rated.judgement.decided_by == JudgedBy::Play { score } else { 0 };
        [score, forced].map(|score| u64::from(1_i8.abs_diff(score)))
    });
    let Some(most) = moves.first().map(score) else { return };
    let main = moves.iter().position(|rated| rated.main && score(rated) == most).unwrap_or(0);
    for (index, rated) in moves.iter_mut().enumerate() {
        (rated.best, rated.main) = (score(rated) == most, index == main);
    }
}
