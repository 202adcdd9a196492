//! The principal variation: the line in which both players play perfectly.

use std::collections::HashMap;

use catmouse_arena::{Distance, Move, PositionId, Status};

use crate::context::Context;
use crate::main_move::main_move;

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// A player has won.
    Over,
    /// The player to move has no move, and the rules give neither player the win.
    Stuck,
    /// The last position occurred earlier in the line; from there the play repeats for ever.
    Repetition {
        /// The number of plies before the position's first occurrence; 0 is the start.
        first_ply: usize,
    },
    /// The limit has run out.
    Limit,
}

/// A line of play: its moves, and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first position.
    pub start: PositionId,
    /// The moves, one for each ply.
    pub steps: Vec<Move>,
    /// The end of the line.
    pub end: LineEnd,
}

impl Line {
    /// The last position of the line.
    pub fn last(&self) -> PositionId {
        self.steps.last().map_or(self.start, |step| step.to)
    }

    /// The sum of the costs of the moves.
    pub fn cost(&self) -> Distance {
        self.steps.iter().map(|step| Distance::from(step.cost)).sum()
    }
}

/// The principal variation from a position: the winner hurries and the loser delays. If neither
/// player can force an end, both hold until a position repeats or the limit runs out. Among equal
/// moves the [`main_move`] is played.
///
/// Time and memory: near linear in the length of the line. A forced win bounds the length by its
/// distance; endless play bounds it by the number of positions.
pub fn principal_variation(context: &Context<'_>, start: PositionId) -> Line {
    line_of(context, start, &|position| main_move(context, position))
}

/// The principal variation, if the values determine it. Without distances they do not determine a
/// forced win, because the winner might go round in circles, nor a line under a limit. In these
/// cases the result is a line without moves whose `end` is [`LineEnd::Over`], although the game
/// need not be over at `start`.
pub(crate) fn known_line(context: &Context<'_>, start: PositionId) -> Line {
    if is_known(context, start) {
        principal_variation(context, start)
    } else {
        Line { start, steps: Vec::new(), end: LineEnd::Over }
    }
}

/// Whether the values determine the principal variation.
pub(crate) fn is_known(context: &Context<'_>, start: PositionId) -> bool {
    context.values.has_distances()
        || context.adjudication.limit.is_none() && context.values.value(start).winner().is_none()
        || matches!(context.arena.status(start), Status::Won(_))
}

/// The line in which `choose` chooses every move. `choose` returns `None` if there is no move. The
/// line ends as a [`principal_variation`] does.
pub(crate) fn line_of(context: &Context<'_>, start: PositionId, choose: &dyn Fn(PositionId) -> Option<Move>) -> Line {
    let mut steps: Vec<Move> = Vec::new();
    let mut seen: HashMap<PositionId, usize> = HashMap::new();
    let mut here = start;
    let mut remaining = context.adjudication;
    let end = loop {
        if let Status::Won(_) = context.arena.status(here) {
            break LineEnd::Over;
        }
        if let Some(&first_ply) = seen.get(&here) {
            break LineEnd::Repetition { first_ply };
        }
        seen.insert(here, steps.len());
        let Some(step) = choose(here) else {
            // In a restricted arena, positions beyond the limit have no moves.
            let is_stuck = context.adjudication.limit.is_none() || context.words.end(here).is_some();
            break if is_stuck { LineEnd::Stuck } else { LineEnd::Limit };
        };
        let Some(rest) = remaining.after(step.cost) else {
            break LineEnd::Limit;
        };
        remaining = rest;
        here = step.to;
        steps.push(step);
    };
    Line { start, steps, end }
}
