//! A player holds a game in which neither player can force an end.
//!
//! At each of its turns in an endless position, a player has a move to another endless position.
//! Always making such a move keeps the play inside a set of endless positions against every play of
//! the opponent. The literature calls this set a *trap* for the opponent, who has no winning move
//! in any of its positions. The trap is the proof. There may be many traps; [`holding`] looks for
//! one with few places for the holder and few positions, because a small trap is easier to
//! remember.

use std::collections::BTreeMap;

use catmouse_arena::{Distance, Move, Player, PositionId, Status, Value};

use crate::context::Context;
use crate::main_move::MainMoves;
use crate::open::Open;
use crate::small_trap::{MOVES_AT_MOST, POSITIONS_AT_MOST, small_trap};

/// The holder's move at one position of the trap, and the moves that lose instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldingMove {
    /// The position, with the holder to move.
    pub position: PositionId,
    /// The position after the holder's move.
    pub to: PositionId,
    /// The moves that lose by force, in the arena's order: the position after each, and the
    /// opponent's distance to the win from there. With a limit, a move loses only if the win is
    /// within the rest of the limit when the position arises as soon as it can.
    pub losing: Vec<(PositionId, Distance)>,
    /// Whether other moves exist and all of them lose by force.
    pub only: bool,
}

/// A player's play that holds an endless game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The player who holds.
    pub player: Player,
    /// The endless positions that can arise within the limit while the player makes these moves and
    /// the opponent plays anything. Those that can arise soonest are first.
    pub trap: Vec<PositionId>,
    /// The opponent's moves that leave the trap, which lose unless a limit ends the game sooner:
    /// for each, the positions before and after it.
    pub departures: Vec<(PositionId, PositionId)>,
    /// The holder's answers, at each position of the trap where the holder is to move and has a
    /// move within the limit. Positions that can arise soonest are first.
    pub answers: Vec<HoldingMove>,
}

/// A player's holding from an endless position, against every play of the opponent. `None` if the
/// position is not endless, or if more than 65,536 positions can arise or more than two million
/// moves have to be examined: then the player holds by playing [main moves](crate::main_move()).
///
/// Time: near linear in the positions that can arise and their moves, plus a bounded search for a small
/// trap. Memory: six bytes for each position of the arena, the memory for
/// [precomputing a team's moves](catmouse_arena::Arena::precompute_moves), and a few words for each
/// position of the search.
pub fn holding(context: &Context<'_>, player: Player, start: PositionId) -> Option<Holding> {
    if context.values.value(start) != Value::Endless {
        return None;
    }
    context.arena.precompute_moves();
    let answers = small_trap(context, player, start);
    holding_with(context, player, start, &answers)
}

/// As [`holding`], with known answers, which map the position before a move to the position after
/// it. At other positions the main move is played.
pub(crate) fn holding_with(
    context: &Context<'_>,
    player: Player,
    start: PositionId,
    answers: &BTreeMap<PositionId, PositionId>,
) -> Option<Holding> {
    if context.values.value(start) != Value::Endless {
        return None;
    }
    context.arena.precompute_moves();
    let limit = context.adjudication.limit.map_or(Distance::MAX, |limit| limit.distance);
    let mut holding = Holding { player, trap: Vec::new(), departures: Vec::new(), answers: Vec::new() };
    let mut main_moves = MainMoves::new(context.arena.positions());
    let mut open = Open::default();
    open.push(0, start);
    let mut moves = 0;
    while let Some((spent, position)) = open.pop() {
        if holding.trap.len() == POSITIONS_AT_MOST || moves + main_moves.replies_read() > MOVES_AT_MOST {
            return None;
        }
        holding.trap.push(position);
        let after = |step: &Move| spent + Distance::from(step.cost);
        let steps = || context.arena.successors(position).filter(|step| after(step) <= limit);
        if context.arena.status(position) == Status::Turn(player) {
            if context.adjudication.limit.is_some() && steps().next().is_none() {
                continue; // the limit has run out
            }
            let main = || main_moves.at(context, position).map(|step| step.to);
            let Some(answer) = answers.get(&position).copied().or_else(main) else {
                continue; // the holder is stuck, and being stuck holds
            };
            if !steps().any(|step| step.to == answer) {
                continue; // the limit runs out with the answer
            }
            for step in steps().filter(|step| step.to == answer) {
                open.push(after(&step), step.to);
            }
            let others = || context.arena.successors(position).filter(|step| step.to != answer);
            let losing: Vec<(PositionId, Distance)> = others()
                .filter_map(|step| match context.values.value(step.to) {
                    Value::Win { player: winner, distance }
                        if winner != player && after(&step).saturating_add(distance) <= limit =>
                    {
                        Some((step.to, distance))
                    }
                    _ => None,
                })
                .collect();
            let only = !losing.is_empty() && losing.len() == others().count();
            holding.answers.push(HoldingMove { position, to: answer, losing, only });
        } else {
            for step in steps() {
                moves += 1;
                match context.values.value(step.to) {
                    Value::Endless => open.push(after(&step), step.to),
                    Value::Win { .. } => holding.departures.push((position, step.to)),
                }
            }
        }
    }
    // Within a short limit the player need not move at all, so it holds nothing.
    (context.adjudication.limit.is_none() || !holding.answers.is_empty()).then_some(holding)
}

/// The answers of a holding: a map from the position before each answer to the position after it.
pub(crate) fn answers(holding: &Holding) -> BTreeMap<PositionId, PositionId> {
    holding.answers.iter().map(|answer| (answer.position, answer.to)).collect()
}
