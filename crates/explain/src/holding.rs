//! How a player holds a game that neither player can force to an end.
//!
//! A player who is not lost in an endless position has, at each of its turns, a move to an endless position again. Following
//! one such move everywhere, whatever the opponent does, keeps the play inside a finite set of positions (a *trap* for the
//! opponent, in the literature's word) in none of which the opponent has a winning move. The set is the proof. Many sets will do;
//! [`holding`] looks for one with few places to stand on and few positions, because that is easier to remember.

use std::collections::{BTreeMap, VecDeque};

use catmouse_arena::{Arena, Distance, Player, PositionId, Status, Value, Values, Words};

use crate::main_move::EndlessMainMoves;
use crate::small_trap::small_trap;

/// The answer to one position that can arise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position, with the holder to move.
    pub position: PositionId,
    /// The position after the holder's move.
    pub to: PositionId,
    /// The moves that lose by force, in the arena's order: the position after each, and how soon the opponent wins from it.
    pub losing: Vec<(PositionId, Distance)>,
    /// Whether every other move loses by force, and there is another.
    pub forced: bool,
}

/// How a player holds an endless game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Who holds.
    pub player: Player,
    /// The positions that can arise while it does, whatever the opponent does, in breadth-first order from the start; all are
    /// endless.
    pub trap: Vec<PositionId>,
    /// The opponent's losing moves, which leave the trap: the positions before and after each.
    pub blunders: Vec<(PositionId, PositionId)>,
    /// What to play at each of those positions where the holder is to move and can, in breadth-first order from the start.
    pub answers: Vec<Answer>,
}

/// The holder's answers to everything, from an endless position.
///
/// None if the position is not endless. Time: linear in the positions that can arise and their moves, and a bounded search for a
/// small set. Memory: five bytes for each position of the arena, and a few words for each position of the search.
pub fn holding<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    player: Player,
    start: PositionId,
) -> Option<Holding> {
    if solution.value(start) != Value::Endless {
        return None;
    }
    arena.list_moves();
    let answers = small_trap(arena, words, solution, player, start);
    held_by(arena, words, solution, player, start, &answers)
}

/// The same by answers that are known; where there is none, the main move is played.
pub(crate) fn held_by<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    player: Player,
    start: PositionId,
    answers: &BTreeMap<PositionId, PositionId>,
) -> Option<Holding> {
    if solution.value(start) != Value::Endless {
        return None;
    }
    arena.list_moves();
    let mut holding = Holding { player, trap: Vec::new(), blunders: Vec::new(), answers: Vec::new() };
    let mut main_moves = EndlessMainMoves::new(arena.positions());
    let mut met = vec![false; arena.positions()];
    met[start.index()] = true;
    let mut queue = VecDeque::from([start]);
    while let Some(position) = queue.pop_front() {
        holding.trap.push(position);
        let mut visit = |to: PositionId| {
            if !std::mem::replace(&mut met[to.index()], true) {
                queue.push_back(to);
            }
        };
        if arena.status(position) == Status::Turn(player) {
            let main = || main_moves.at(arena, words, solution, position).map(|step| step.to);
            let Some(answer) = answers.get(&position).copied().or_else(main) else {
                continue; // stuck, and that holds
            };
            visit(answer);
            let others = || arena.successors(position).filter(|step| step.to != answer).map(|step| step.to);
            let losing: Vec<(PositionId, Distance)> = others()
                .filter_map(|to| match solution.value(to) {
                    Value::Win { player: winner, distance } if winner != player => Some((to, distance)),
                    _ => None,
                })
                .collect();
            let forced = !losing.is_empty() && losing.len() == others().count();
            holding.answers.push(Answer { position, to: answer, losing, forced });
        } else {
            for step in arena.successors(position) {
                match solution.value(step.to) {
                    Value::Endless => visit(step.to),
                    Value::Win { .. } => holding.blunders.push((position, step.to)),
                }
            }
        }
    }
    Some(holding)
}

/// The answer to each position at which a holding has one.
pub(crate) fn answers(holding: &Holding) -> BTreeMap<PositionId, PositionId> {
    holding.answers.iter().map(|answer| (answer.position, answer.to)).collect()
}
