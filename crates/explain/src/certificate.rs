//! Making certificates: what the values say of one position, in a form that can be checked without them.
//!
//! A certificate lists the winner's moves, or the moves with which each player holds, at exactly the positions that can arise
//! while the player makes them and the opponent plays anything. [`catmouse_arena::verify`] says what that proves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use catmouse_arena::{
    Adjudication, Aim, Certificate, Claim, DecidedBy, Distance, Entry, Move, Player, PositionId, Status, Strategy,
    Values,
};

use crate::context::Context;
use crate::holding::{answers, holding};
use crate::main_move::main_move;

/// The certificate of a position's outcome; of equal moves the [`main_move`] is played.
///
/// The entries stand in the order in which their positions can first arise: by distance from the start, then by number. So equal
/// values make equal certificates. Time: O(m log m) for the positions that can arise and their moves. Memory: a
/// byte for each position of the arena, six if an endless game is held, besides the certificate.
pub fn certificate(context: &Context<'_>, start: PositionId) -> Certificate {
    let judgement = context.adjudication.judge(context.values.value(start));
    let claim = match (judgement.decided_by, judgement.outcome.winner(), judgement.distance) {
        (DecidedBy::Play, Some(player), Some(within)) => Claim::Win { player, within },
        _ => Claim::Unforced(judgement.outcome),
    };
    let strategies = claim.proved_by().into_iter().map(|(player, aim)| {
        let entries = entries(context, start, player, aim);
        Strategy { player, aim, entries }
    });
    Certificate { start, claim, strategies: strategies.collect() }
}

/// An upper bound on the size of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertificateSize {
    /// The number of its entries, over all strategies.
    pub entries: u64,
    /// The bytes that it takes while it is made and verified.
    pub bytes: u64,
}

/// An upper bound on the size of the certificate of a position's outcome if it proves that an endless game is held: an entry for every
/// position that the opponent does not win. `None` if it proves a forced win, whose certificate is small as a rule. Time: O(positions).
pub fn certificate_size_bound(
    values: &dyn Values,
    adjudication: &Adjudication,
    start: PositionId,
) -> Option<CertificateSize> {
    let judgement = adjudication.judge(values.value(start));
    if judgement.decided_by == DecidedBy::Play && judgement.outcome.winner().is_some() {
        return None;
    }
    let positions = values.positions() as u64;
    let claim = Claim::Unforced(judgement.outcome);
    let counts = values.counts();
    let of_strategy = |(player, _): (Player, Aim)| match adjudication.limit {
        // Positions that are lost only after the limit are held within it.
        Some(_) => positions,
        None => positions - counts.wins[player.opponent()] as u64,
    };
    let entries = claim.proved_by().into_iter().map(of_strategy).sum();
    Some(CertificateSize { entries, bytes: 5 * positions + entries * BYTES_AN_ENTRY })
}

/// An upper estimate of the bytes that an entry takes: in a list that grows, in the queue, in the verifier's map, and in its marks.
const BYTES_AN_ENTRY: u64 = 96;

fn entries(context: &Context<'_>, start: PositionId, player: Player, aim: Aim) -> Vec<Entry> {
    let limit = context.adjudication.limit.map(|limit| limit.distance);
    // A held game is held by the answers of the small holding.
    let held = match aim {
        Aim::Hold => holding(context, player, start).map(|held| answers(&held)),
        Aim::Win => None,
    };
    let held = held.unwrap_or_default();
    let mut entries = Vec::new();
    let mut met = vec![false; context.arena.positions()];
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    // The opponent's positions at one distance from the start: their moves are generated in one batch.
    let mut opponents_turn: Vec<(PositionId, Distance)> = Vec::new();
    while let Some(&Reverse((after, _))) = open.peek() {
        while open.peek().is_some_and(|next| next.0.0 == after) {
            let Some(Reverse((_, position))) = open.pop() else { break };
            if std::mem::replace(&mut met[position.index()], true) {
                continue;
            }
            let mut to = None;
            match context.arena.status(position) {
                Status::Won(_) => {}
                Status::Turn(mover) if mover == player => {
                    let later = |step: Move| after + Distance::from(step.cost);
                    let in_time = |step: &Move| limit.is_none_or(|limit| later(*step) <= limit);
                    let step = own_move(context, position, aim, held.get(&position)).filter(in_time);
                    open.extend(step.map(|step| Reverse((later(step), step.to))));
                    to = step.map(|step| step.to);
                }
                Status::Turn(_) => opponents_turn.push((position, after)),
            }
            let rank = match aim {
                Aim::Win => context.values.value(position).distance().unwrap_or(0),
                Aim::Hold => after,
            };
            entries.push(Entry { position, rank, to });
        }
        context.arena.spread_moves(&opponents_turn, &mut |to, later| {
            if limit.is_none_or(|limit| later <= limit) && !met[to.index()] {
                open.push(Reverse((later, to)));
            }
        });
        opponents_turn.clear();
    }
    entries
}

/// The move that the strategy makes; `None` if the player is stuck. If two moves of different cost lead to one position, a win uses the
/// cheaper one, which is the best move already, and a hold counts the dearer one, which is on the safe side of a limit.
fn own_move(context: &Context<'_>, position: PositionId, aim: Aim, held: Option<&PositionId>) -> Option<Move> {
    let best = main_move(context, position)?;
    match aim {
        Aim::Win => Some(best),
        Aim::Hold => {
            let to = held.copied().unwrap_or(best.to);
            context.arena.move_costs(position, to).map(|(_, dearest)| Move { to, cost: dearest })
        }
    }
}
