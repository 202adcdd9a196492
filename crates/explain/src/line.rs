//! The principal variation: what happens when both players play perfectly.

use std::collections::BTreeMap;

use catmouse_arena::{Adjudication, Arena, Distance, Move, PositionId, Status, Values, Words};

use crate::main_move::main_move;

/// How a principal variation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum LineEnd {
    /// A player has won.
    Over,
    /// The player to move has no move, and neither player wins by that.
    Stuck,
    /// The last position stood before; from there the play repeats for ever.
    Repetition {
        /// The number of plies after which it stood first; 0 is the start.
        first_ply: usize,
    },
    /// The limit has run out.
    Limit,
}

/// What happens when both players play perfectly from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Line {
    /// The position that it starts from.
    pub start: PositionId,
    /// The moves, one a ply.
    pub steps: Vec<Move>,
    /// How it ends.
    pub end: LineEnd,
}

impl Line {
    /// The last position of the line.
    pub fn last(&self) -> PositionId {
        self.steps.last().map_or(self.start, |step| step.to)
    }

    /// The sum of the costs of its moves.
    pub fn cost(&self) -> Distance {
        self.steps.iter().map(|step| Distance::from(step.cost)).sum()
    }
}

/// The principal variation from a position: the winner hurries, the loser delays, and where neither can force an end both
/// hold, until a position repeats or the limit runs out. Among equal moves the [`main_move`] is played.
///
/// Time and memory: near linear in the length of the line, which a forced win bounds by its distance and endless play by the
/// number of positions.
pub fn principal_variation<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    start: PositionId,
) -> Line {
    line_of(arena, adjudication, start, |position| main_move(arena, words, solution, position))
}

/// The principal variation, if it can be known: without distances the winner of a forced end may go round in circles. Otherwise
/// a line without moves, whose `end` is [`LineEnd::Over`] although the game need not be over at `start`.
pub(crate) fn known_line<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    start: PositionId,
) -> Line {
    let is_known = solution.has_distances()
        || adjudication.limit.is_none() && solution.value(start).winner().is_none()
        || matches!(arena.status(start), Status::Won(_));
    if is_known {
        principal_variation(arena, words, solution, adjudication, start)
    } else {
        Line { start, steps: Vec::new(), end: LineEnd::Over }
    }
}

/// The line in which every move is chosen by `choose`, which answers with none where there is no move. It ends as a
/// [`principal_variation`] does.
pub(crate) fn line_of<A: Arena>(
    arena: &A,
    adjudication: &Adjudication,
    start: PositionId,
    choose: impl Fn(PositionId) -> Option<Move>,
) -> Line {
    let mut steps: Vec<Move> = Vec::new();
    let mut seen: BTreeMap<PositionId, usize> = BTreeMap::new();
    let mut here = start;
    let mut agreed = *adjudication;
    let end = loop {
        if let Status::Won(_) = arena.status(here) {
            break LineEnd::Over;
        }
        if let Some(&first_ply) = seen.get(&here) {
            break LineEnd::Repetition { first_ply };
        }
        seen.insert(here, steps.len());
        let Some(step) = choose(here) else {
            break LineEnd::Stuck;
        };
        let Some(rest) = agreed.after(step.cost) else {
            break LineEnd::Limit;
        };
        agreed = rest;
        here = step.to;
        steps.push(step);
    };
    Line { start, steps, end }
}
