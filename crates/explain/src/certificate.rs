//! Certificates: claims about one position with proofs that can be checked without the table.
//!
//! A certificate lists the winner's moves, or the moves with which each player holds. It has an
//! entry for exactly the positions that can arise while the player makes these moves and the
//! opponent plays anything. [`catmouse_arena::verify`] explains what the certificate proves.

use std::collections::BTreeMap;

use catmouse_arena::{
    Adjudication, Aim, Certificate, CertificateClaim, CertificateStrategy, Distance, Entry, InOrder, JudgedBy, Move,
    Player, PositionId, Status, Values,
};

use crate::context::Context;
use crate::holding::{answers, holding};
use crate::main_move::MainMoves;
use crate::small_trap::MOVES_AT_MOST;

/// The certificate of a position's outcome. An endless game is held by the answers of the small
/// [`holding`], if there is one. Among equal moves the certificate uses the [main
/// move](crate::main_move()). Finding it everywhere can take much longer than solving. So after two
/// million moves have been examined for main moves, the certificate uses the first of the equal
/// moves that leads to a position with an entry, so that few positions can arise, or else the first.
///
/// The entries are in the order in which their positions can first arise: by distance from the
/// start, then by number. Equal values therefore make equal certificates. Time: O(m log m) for the
/// positions that can arise and their moves. Memory, in addition to the certificate: three bytes for
/// each position of the arena, or six if an endless game is held.
pub fn certificate(context: &Context<'_>, start: PositionId) -> Certificate {
    certificate_from(context, (start, &[]))
}

/// As [`certificate()`], with an entry also for every position that can arise from the second part
/// of `starts`. [`catmouse_arena::verify_from`] verifies it.
pub fn certificate_from(context: &Context<'_>, (start, others): (PositionId, &[PositionId])) -> Certificate {
    let starts = [&[start], others].concat();
    let judgement = context.adjudication.judge(context.values.value(start));
    let claim = match (judgement.decided_by, judgement.outcome.winner(), judgement.distance) {
        (JudgedBy::Play, Some(player), Some(within)) => CertificateClaim::Win { player, within },
        _ => CertificateClaim::Unforced(judgement.outcome),
    };
    let strategy = |(player, aim)| CertificateStrategy { player, aim, entries: entries(context, &starts, player, aim) };
    Certificate { start, claim, strategies: claim.proved_by().into_iter().map(strategy).collect() }
}

/// An upper bound on the size of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertificateSize {
    /// The number of its entries, over all strategies.
    pub entries: u64,
    /// The bytes that making and verifying it takes.
    pub bytes: u64,
}

/// An upper bound on the size of the certificate of a position's outcome, if the certificate proves
/// that an endless game is held: an entry for every position that the opponent does not win.
///
/// `None` if the certificate proves a forced win; such a certificate is usually small. Time:
/// O(positions).
pub fn certificate_size_bound(
    values: &dyn Values,
    adjudication: &Adjudication,
    start: PositionId,
) -> Option<CertificateSize> {
    let judgement = adjudication.judge(values.value(start));
    if judgement.decided_by == JudgedBy::Play && judgement.outcome.winner().is_some() {
        return None;
    }
    let positions = values.positions() as u64;
    let claim = CertificateClaim::Unforced(judgement.outcome);
    let counts = values.counts();
    let of_strategy = |(player, _): (Player, Aim)| match adjudication.limit {
        // Within the limit, a player also holds a position that it loses only after the limit.
        Some(_) => positions,
        None => positions - counts.wins[player.opponent()] as u64,
    };
    Some(CertificateSize::new(claim.proved_by().into_iter().map(of_strategy).sum(), positions))
}

impl CertificateSize {
    /// The size of a certificate with this number of entries, for an arena with this number of
    /// positions.
    pub fn new(entries: u64, positions: u64) -> Self {
        Self { entries, bytes: 5 * positions + entries * BYTES_AN_ENTRY }
    }
}

/// An upper estimate of the bytes for an entry: in a growing list, in the queue, in the verifier's
/// index, and in the verifier's marks.
const BYTES_AN_ENTRY: u64 = 96;

/// The entries of a strategy.
fn entries(context: &Context<'_>, starts: &[PositionId], player: Player, aim: Aim) -> Vec<Entry> {
    let limit = context.adjudication.limit.map(|limit| limit.distance);
    // The answers of the small holding hold the game.
    let held = match aim {
        Aim::Hold if starts.len() == 1 => holding(context, player, starts[0]).map(|held| answers(&held)),
        _ => None,
    };
    let held = held.unwrap_or_default();
    let mut entries = Vec::new();
    let mut main_moves = MainMoves::new(context.arena.positions());
    let mut progress = vec![Progress::New; context.arena.positions()];
    for start in starts {
        progress[start.index()] = Progress::Arises;
    }
    let mut open: BTreeMap<Distance, Vec<PositionId>> = BTreeMap::from([(0, starts.to_vec())]);
    // The opponent's positions at one distance from the start; their moves are generated in one
    // batch.
    let mut opponents_turn: Vec<(PositionId, Distance)> = Vec::new();
    while let Some((after, mut positions)) = open.pop_first() {
        positions.put_in_order();
        for position in positions {
            if std::mem::replace(&mut progress[position.index()], Progress::HasEntry) == Progress::HasEntry {
                continue;
            }
            let mut to = None;
            match context.arena.status(position) {
                Status::Won(_) => {}
                Status::Turn(mover) if mover == player => {
                    let later = |step: Move| after + Distance::from(step.cost);
                    let in_time = |step: &Move| limit.is_none_or(|limit| later(*step) <= limit);
                    let arises = |to: PositionId| progress[to.index()] != Progress::New;
                    let step =
                        own_move(context, position, aim, held.get(&position), &mut main_moves, arises).filter(in_time);
                    if let Some(step) = step {
                        progress[step.to.index()].arises();
                        open.entry(later(step)).or_default().push(step.to);
                    }
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
            if limit.is_none_or(|limit| later <= limit) && progress[to.index()].arises() {
                open.entry(later).or_default().push(to);
            }
        });
        opponents_turn.clear();
    }
    entries
}

/// The state of a position while entries are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// No known move leads to the position.
    New,
    /// The position can arise, and will have an entry.
    Arises,
    /// The position has an entry.
    HasEntry,
}

impl Progress {
    /// Notes that a move leads to the position. Returns whether it still needs an entry.
    fn arises(&mut self) -> bool {
        if *self == Self::New {
            *self = Self::Arises;
        }
        *self == Self::Arises
    }
}

/// The move that the strategy makes; `None` if the player is stuck. `arises` says which positions
/// are known to arise.
///
/// Two moves of different cost may lead to one position. A win uses the cheaper move, which is the
/// best move already. A hold counts the dearer move, to be on the safe side of a limit.
fn own_move(
    context: &Context<'_>,
    position: PositionId,
    aim: Aim,
    held: Option<&PositionId>,
    main_moves: &mut MainMoves,
    arises: impl Fn(PositionId) -> bool,
) -> Option<Move> {
    let mut best = || {
        let best = context.best_moves(position);
        if main_moves.replies_read() <= MOVES_AT_MOST {
            return main_moves.among(context, position, &best);
        }
        best.iter().find(|step| arises(step.to)).or(best.first()).copied()
    };
    match (aim, held) {
        (Aim::Win, _) => best(),
        (Aim::Hold, held) => {
            let to = held.copied().or_else(|| best().map(|step| step.to))?;
            context.arena.move_costs(position, to).map(|(_, dearest)| Move { to, cost: dearest })
        }
    }
}
