//! The winning table: what the winner of a forced win plays at every position that can arise.
//!
//! The line answers only the loser's best moves. The table follows every move of the loser, and the
//! winner plays its [main move](crate::main_move()) at each position, as in the line.

use std::collections::{HashSet, VecDeque};

use catmouse_arena::{JudgedBy, Player, PositionId, Status, Values, Words};

use crate::context::{AnyArena, Context};
use crate::explanation::Explanation;
use crate::main_move::main_move;

/// The greatest number of entries. A longer table would not be read.
const ENTRIES_AT_MOST: usize = 1 << 10;

/// The greatest number of moves that are examined. Teams have thousands in one position.
const MOVES_AT_MOST: usize = 1 << 18;

/// The winner's move at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The position, with the winner to move.
    pub position: PositionId,
    /// The position after the winner's move. The game is not over there.
    pub to: PositionId,
    /// The least number of deviations after which the position can arise. A deviation is a move of
    /// the loser other than its main move.
    pub deviations: usize,
    /// The number of the ply of the line at this position; `None` off the line.
    pub ply: Option<usize>,
}

/// The winner's moves against every defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningTable {
    /// The winner.
    pub player: Player,
    /// One entry for each position that can arise with the winner to move, except where its move
    /// wins at once. Ordered by [`deviations`](TableEntry::deviations).
    pub entries: Vec<TableEntry>,
    /// `false` if there are more than 1024 such positions, or more than 262144 moves at them; then
    /// `entries` has the positions found first.
    pub is_complete: bool,
    /// Whether the line with one reply to each deviation is not enough: after some deviation, the
    /// winner's answer does not lead back to the line, and the loser has a reply after which the
    /// winner cannot win at once.
    pub needs_table: bool,
}

/// The winner's moves against every defence; `None` if no end is forced, or if its distance is
/// unknown.
///
/// Time: one main move and one list of moves for each position that can arise, up to 1024 entries
/// or 262144 moves.
pub fn winning_table(
    arena: &dyn AnyArena,
    words: &dyn Words,
    values: &dyn Values,
    explanation: &Explanation,
) -> Option<WinningTable> {
    let summary = &explanation.summary;
    let context = Context::new(arena, words, values, summary.adjudication);
    let player = summary.judgement.outcome.winner()?;
    if summary.judgement.decided_by != JudgedBy::Play || explanation.plies.is_empty() {
        return None;
    }
    let main = |position| main_move(&context, position).map(|step| step.to);
    let on_line = |position| explanation.plies.iter().find(|ply| ply.from == position).map(|ply| ply.number);
    let mut found = WinningTable { player, entries: Vec::new(), is_complete: true, needs_table: false };
    let mut moves = 0;
    let mut met: HashSet<PositionId> = HashSet::new();
    // Positions that need no further deviation are first.
    let mut open: VecDeque<(usize, PositionId)> = VecDeque::from([(0, summary.start)]);
    // The positions after the winner's moves that are off the line and do not lead back to the
    // line.
    let mut off_line: HashSet<PositionId> = HashSet::new();
    while let Some((deviations, position)) = open.pop_front() {
        if !met.insert(position) {
            continue;
        }
        match arena.status(position) {
            Status::Won(_) => {}
            Status::Turn(mover) if mover == player => {
                let Some(to) = main(position) else { continue };
                if let Status::Won(_) = arena.status(to) {
                    continue;
                }
                moves += arena.successors(position).count();
                if found.entries.len() == ENTRIES_AT_MOST || moves > MOVES_AT_MOST {
                    found.is_complete = false;
                    break;
                }
                let ply = on_line(position);
                found.entries.push(TableEntry { position, to, deviations, ply });
                if ply.is_none() && on_line(to).is_none() {
                    off_line.insert(to);
                }
                open.push_front((deviations, to));
            }
            Status::Turn(_) => {
                let main_reply = main(position);
                for step in arena.successors(position) {
                    let is_main = main_reply == Some(step.to);
                    let deviations = deviations + usize::from(!is_main);
                    if is_main {
                        open.push_front((deviations, step.to));
                    } else {
                        open.push_back((deviations, step.to));
                    }
                    let goes_on = |to| matches!(arena.status(to), Status::Turn(_));
                    if off_line.contains(&position) && main(step.to).is_some_and(goes_on) {
                        found.needs_table = true;
                    }
                }
            }
        }
    }
    Some(found)
}
