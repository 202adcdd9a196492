//! Making certificates: what the solution knows of one position, in a form that proves itself.
//!
//! The certificate holds the winner's moves, or those with which each player holds, at exactly the positions that can arise
//! when the player makes them and the opponent does anything. [`catmouse_arena::verify`] says what that proves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use catmouse_arena::{
    Adjudication, Aim, Arena, Certificate, Claim, DecidedBy, Distance, Entry, Move, Player, PositionId, Status,
    Strategy, Values, Words,
};

use crate::holding::{answers, holding};
use crate::main_move::main_move;

/// The certificate of a position's outcome; of equal moves the [`main_move`] is played.
///
/// The entries stand in the order in which their positions can arise first: by distance from the start, then by number. So the
/// same solution makes the same certificate. Time: O(m log m) for the positions that can arise and their moves. Memory: a
/// byte for each position of the arena besides the certificate.
pub fn certificate<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    adjudication: &Adjudication,
    start: PositionId,
) -> Certificate {
    let judgement = adjudication.judge(solution.value(start));
    let claim = match (judgement.decided_by, judgement.outcome.winner(), judgement.distance) {
        (DecidedBy::Play, Some(player), Some(within)) => Claim::Win { player, within },
        _ => Claim::Unforced(judgement.outcome),
    };
    let limit = adjudication.limit.map(|limit| limit.distance);
    let strategies = claim.proved_by().into_iter().map(|(player, aim)| {
        let entries = entries(arena, words, solution, limit, start, player, aim);
        Strategy { player, aim, entries }
    });
    Certificate { start, claim, strategies: strategies.collect() }
}

fn entries<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    limit: Option<Distance>,
    start: PositionId,
    player: Player,
    aim: Aim,
) -> Vec<Entry> {
    // Where the game is held, by the answers of the small holding.
    let held = match aim {
        Aim::Hold => holding(arena, words, solution, player, start).map(|held| answers(&held)),
        Aim::Win => None,
    };
    let held = held.unwrap_or_default();
    let mut entries = Vec::new();
    let mut met = vec![false; arena.positions()];
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((after, position))) = open.pop() {
        if std::mem::replace(&mut met[position.index()], true) {
            continue;
        }
        let later = |step: Move| after + Distance::from(step.cost);
        let in_time = |step: &Move| limit.is_none_or(|limit| later(*step) <= limit);
        let mut to = None;
        match arena.status(position) {
            Status::Won(_) => {}
            Status::Turn(mover) if mover == player => {
                let step = own_move(arena, words, solution, position, aim, held.get(&position)).filter(in_time);
                open.extend(step.map(|step| Reverse((later(step), step.to))));
                to = step.map(|step| step.to);
            }
            Status::Turn(_) => {
                open.extend(arena.successors(position).filter(in_time).map(|step| Reverse((later(step), step.to))));
            }
        }
        let rank = match aim {
            Aim::Win => solution.value(position).distance().unwrap_or(0),
            Aim::Hold => after,
        };
        entries.push(Entry { position, rank, to });
    }
    entries
}

/// The move that the strategy makes; none where the player is stuck. Of two moves to one position a win means the cheaper,
/// which is the better one already, and a hold the dearer.
fn own_move<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    position: PositionId,
    aim: Aim,
    held: Option<&PositionId>,
) -> Option<Move> {
    let best = main_move(arena, words, solution, position)?;
    match aim {
        Aim::Win => Some(best),
        Aim::Hold => {
            let to = held.copied().unwrap_or(best.to);
            arena.successors(position).filter(|step| step.to == to).max_by_key(|step| step.cost)
        }
    }
}
