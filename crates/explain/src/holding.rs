//! A player holds a game in which neither player can force an end.
//!
//! At each of its turns in an endless position, a player has a move to another endless position.
//! Always making such a move keeps the play inside a set of endless positions against every play of
//! the opponent. The literature calls this set a *trap* for the opponent, who has no winning move
//! in any of its positions. The trap is the proof. There may be many traps; [`holding`] looks for
//! one with few places for the holder and few positions, because a small trap is easier to
//! remember.

use std::collections::{BTreeMap, VecDeque};

use catmouse_arena::{Distance, Player, PositionId, Status, Value};

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
    /// The positions that can arise while the player makes these moves and the opponent plays
    /// anything, in breadth-first order from the start. All are endless.
    pub trap: Vec<PositionId>,
    /// The opponent's moves that leave the trap, which lose unless a limit ends the game sooner:
    /// for each, the positions before and after it.
    pub mistakes: Vec<(PositionId, PositionId)>,
    /// The holder's answers, at each position of the trap where the holder is to move and has a
    /// move, in breadth-first order from the start.
    pub answers: Vec<HoldingMove>,
}

/// A player's holding from an endless position, against every play of the opponent. `None` if the
/// position is not endless, or if more than 65,536 positions can arise or more than two million
/// moves have to be examined: then the player holds by playing [main moves](crate::main_move()).
///
/// Time: linear in the positions that can arise and their moves, plus a bounded search for a small
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
    let mut holding = Holding { player, trap: Vec::new(), mistakes: Vec::new(), answers: Vec::new() };
    let mut main_moves = MainMoves::new(context.arena.positions());
    let mut met = vec![false; context.arena.positions()];
    met[start.index()] = true;
    let mut queue = VecDeque::from([start]);
    let mut moves = 0;
    while let Some(position) = queue.pop_front() {
        if holding.trap.len() == POSITIONS_AT_MOST || moves + main_moves.replies_read() > MOVES_AT_MOST {
            return None;
        }
        holding.trap.push(position);
        let mut visit = |to: PositionId| {
            if !std::mem::replace(&mut met[to.index()], true) {
                queue.push_back(to);
            }
        };
        if context.arena.status(position) == Status::Turn(player) {
            let main = || main_moves.at(context, position).map(|step| step.to);
            let Some(answer) = answers.get(&position).copied().or_else(main) else {
                continue; // the holder is stuck, and being stuck holds
            };
            visit(answer);
            let others = || context.arena.successors(position).filter(|step| step.to != answer).map(|step| step.to);
            let losing: Vec<(PositionId, Distance)> = others()
                .filter_map(|to| match context.values.value(to) {
                    Value::Win { player: winner, distance } if winner != player => Some((to, distance)),
                    _ => None,
                })
                .collect();
            let only = !losing.is_empty() && losing.len() == others().count();
            holding.answers.push(HoldingMove { position, to: answer, losing, only });
        } else {
            for step in context.arena.successors(position) {
                moves += 1;
                match context.values.value(step.to) {
                    Value::Endless => visit(step.to),
                    Value::Win { .. } => holding.mistakes.push((position, step.to)),
                }
            }
        }
    }
    keep_losses_in_time(context, &mut holding);
    Some(holding)
}

/// Under a limit, removes the moves of the holder that lose only after it.
fn keep_losses_in_time(context: &Context<'_>, holding: &mut Holding) {
    let Some(limit) = context.adjudication.limit.map(|limit| limit.distance) else { return };
    let answers = answers(holding);
    let mut soonest: BTreeMap<PositionId, Distance> = BTreeMap::new();
    let mut open = Open::default();
    open.push(0, holding.trap[0]);
    while let Some((spent, position)) = open.pop() {
        soonest.insert(position, spent);
        let is_own = context.arena.status(position) == Status::Turn(holding.player);
        for step in context.arena.successors(position) {
            let follows = if is_own {
                answers.get(&position) == Some(&step.to)
            } else {
                context.values.value(step.to) == Value::Endless
            };
            if follows {
                open.push(spent + Distance::from(step.cost), step.to);
            }
        }
    }
    for answer in &mut holding.answers {
        let all = answer.losing.len();
        let cost = |to| context.arena.move_costs(answer.position, to).map_or(0, |(least, _)| Distance::from(least));
        let spent = soonest.get(&answer.position);
        answer.losing.retain(|&(to, distance)| spent.is_some_and(|spent| spent + cost(to) + distance <= limit));
        answer.only &= answer.losing.len() == all;
    }
}

/// The answers of a holding: a map from the position before each answer to the position after it.
pub(crate) fn answers(holding: &Holding) -> BTreeMap<PositionId, PositionId> {
    holding.answers.iter().map(|answer| (answer.position, answer.to)).collect()
}
