//! The legal moves at a position, each with what it leads to.

use std::cmp::Reverse;

use catmouse_arena::{
    Adjudication, Arena, Cost, DecidedBy, Distance, Judgement, Measure, Player, PositionId, Status, Value, Values,
    Words,
};

use crate::main_move::main_move;
use crate::policy::Policy;

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RatedMove {
    /// The position after the move.
    pub to: PositionId,
    /// What the move costs.
    pub cost: Cost,
    /// The value of the position after the move.
    pub value: Value,
    /// How the game ends if both play on perfectly. Its distance counts from the position after the move.
    pub judgement: Judgement,
    /// Whether no other move has a better value: the fastest wins, the longest defences, or all moves that hold. Where distances
    /// are not held, whether no other move has a better outcome.
    pub best: bool,
    /// Whether it is the main move: of the best moves the one that the line plays.
    pub main: bool,
}

impl RatedMove {
    /// The number beside the move where an end is forced: the plies from the position after it, or where moves have costs, what
    /// it and all that follow cost.
    pub fn told(&self, measure: Measure) -> Option<Distance> {
        self.judgement.distance.map(|distance| self.counted(measure, distance))
    }

    /// The same for any distance from the position after it.
    pub fn counted(&self, measure: Measure, distance: Distance) -> Distance {
        match measure {
            Measure::Plies => distance,
            Measure::Cost => distance + Distance::from(self.cost),
        }
    }
}

/// The legal moves at a position, best first for the player to move; equal ones in the arena's order.
///
/// `adjudication` counts its limit from this position. Where distances are not held, moves are ordered by their outcomes, forced
/// ones first among wins and last among losses. Empty where the game is over or the player to move is stuck.
/// Time: O(m log m) for m moves, and O(b · m) for the answers to the b best.
pub fn rated_moves<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    position: PositionId,
) -> Vec<RatedMove> {
    let Status::Turn(mover) = arena.status(position) else {
        return Vec::new();
    };
    let best = solution.best_moves(arena, position);
    let main = main_move(arena, words, solution, position);
    let mut moves: Vec<RatedMove> = arena
        .successors(position)
        .map(|step| RatedMove {
            to: step.to,
            cost: step.cost,
            value: solution.value(step.to),
            judgement: adjudication.judge_move_in(arena, solution, step),
            best: best.contains(&step),
            main: main == Some(step),
        })
        .collect();
    if solution.has_distances() {
        moves.sort_by_key(|rated| Reverse(rated.value.one_move_before(rated.cost).preference(mover)));
    } else {
        by_outcome(&mut moves, mover);
    }
    moves
}

/// Moves the `main` mark to the best move that leads to `to`; does nothing if no best move leads there.
pub(crate) fn mark_main(moves: &mut [RatedMove], to: PositionId) {
    if let Some(main) = moves.iter().position(|rated| rated.best && rated.to == to) {
        for (index, rated) in moves.iter_mut().enumerate() {
            rated.main = index == main;
        }
    }
}

/// As [`rated_moves`], but `main` marks the move that `policy` plays.
pub fn rated_by<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    position: PositionId,
    policy: &Policy,
) -> Vec<RatedMove> {
    let mut moves = rated_moves(arena, words, solution, adjudication, position);
    if let Some(played) = policy.play(arena, words, solution, position) {
        mark_main(&mut moves, played.to);
    }
    moves
}

/// Sorts and marks moves when the values have no distances: best are all moves with the best outcome.
fn by_outcome(moves: &mut [RatedMove], mover: Player) {
    let score = |rated: &RatedMove| rated.judgement.outcome.score(mover);
    moves.sort_by_key(|rated| {
        let forced = i8::from(rated.judgement.decided_by == DecidedBy::Play);
        Reverse((score(rated), forced * score(rated)))
    });
    let Some(most) = moves.first().map(score) else { return };
    let main = moves.iter().position(|rated| rated.main && score(rated) == most).unwrap_or(0);
    for (index, rated) in moves.iter_mut().enumerate() {
        (rated.best, rated.main) = (score(rated) == most, index == main);
    }
}
