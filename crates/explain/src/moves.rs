//! The legal moves at a position, each with what it leads to.

use catmouse_arena::{
    Adjudication, Arena, Cost, Distance, Judgement, Measure, PositionId, Status, Value, Values, Words,
};

use crate::main_move::main_move;

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The position after the move.
    pub to: PositionId,
    /// What the move costs.
    pub cost: Cost,
    /// The value of the position after the move.
    pub value: Value,
    /// How the game ends if both play on perfectly. Its distance counts from the position after the move.
    pub judgement: Judgement,
    /// Whether no other move has a better value: the fastest wins, the longest defences, or all moves that hold.
    pub best: bool,
    /// Whether it is the one of the best moves that the line plays.
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
/// `adjudication` counts its limit from this position. Empty where the game is over or the player to move is stuck.
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
        .map(|step| {
            let value = solution.value(step.to);
            RatedMove {
                to: step.to,
                cost: step.cost,
                value,
                judgement: adjudication.judge_move(value, step.cost),
                best: best.contains(&step),
                main: main == Some(step),
            }
        })
        .collect();
    moves.sort_by_key(|rated| std::cmp::Reverse(rated.value.one_move_before(rated.cost).preference(mover)));
    moves
}
