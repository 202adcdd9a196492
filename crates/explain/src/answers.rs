//! What the winner of a forced win plays wherever the loser can lead the game.
//!
//! The line answers the loser's best moves only. Here every move of the loser is followed, and the winner plays at each position as
//! the line does: among its best moves the [main one](crate::main_move()). What comes of it is a table that leaves nothing open,
//! the positions first that need the fewest moves off the line.

use std::collections::{HashSet, VecDeque};

use catmouse_arena::{Arena, DecidedBy, Player, PositionId, Status, Values, Words};

use crate::explanation::Explanation;
use crate::main_move::main_move;

/// More positions than this are not followed: nobody reads a longer table.
const POSITIONS_AT_MOST: usize = 1 << 10;

/// What the winner plays at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The position, with the winner to move.
    pub position: PositionId,
    /// The position after its move, with which the game is not over.
    pub to: PositionId,
    /// The fewest moves of the loser, other than the main ones, after which the position can arise.
    pub off_line: usize,
    /// The number of the ply of the line that is played here; none off the line.
    pub ply: Option<usize>,
}

/// What the winner of a forced win plays against everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The winner.
    pub player: Player,
    /// All positions that can arise with the winner to move while it plays so, but for those where its move wins at once; by how
    /// many moves off the line they need.
    pub given: Vec<Given>,
    /// `false` if there are more than 1024 of them; then `given` has the first 1024 that were found.
    pub is_complete: bool,
    /// Whether the line with one reply to each deviation is not enough: after some deviation the winner's answer does not lead back
    /// to the line, and the loser has a reply to it after which the winner cannot win at once.
    pub goes_further: bool,
}

/// The answers; `None` where nobody wins by force, or it is not known how soon.
///
/// Time: one main move and one list of moves for each position that can arise, until 1024 answers are found.
pub fn answers<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    explanation: &Explanation,
) -> Option<Answers> {
    let summary = &explanation.summary;
    let player = summary.judgement.outcome.winner()?;
    if summary.judgement.decided_by != DecidedBy::Play || explanation.plies.is_empty() {
        return None;
    }
    let main = |position| main_move(arena, words, values, position).map(|step| step.to);
    let on_line = |position| explanation.plies.iter().find(|ply| ply.from == position).map(|ply| ply.number);
    let mut found = Answers { player, given: Vec::new(), is_complete: true, goes_further: false };
    let mut met: HashSet<PositionId> = HashSet::new();
    // The positions that cost no further move off the line come first.
    let mut open: VecDeque<(usize, PositionId)> = VecDeque::from([(0, summary.start)]);
    // Where an answer to one move off the line has led, if not back to it.
    let mut beyond: HashSet<PositionId> = HashSet::new();
    while let Some((off_line, position)) = open.pop_front() {
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
                if found.given.len() == POSITIONS_AT_MOST {
                    found.is_complete = false;
                    break;
                }
                let ply = on_line(position);
                found.given.push(Given { position, to, off_line, ply });
                if ply.is_none() && on_line(to).is_none() {
                    beyond.insert(to);
                }
                open.push_front((off_line, to));
            }
            Status::Turn(_) => {
                let kept = main(position);
                for step in arena.successors(position) {
                    let is_kept = kept == Some(step.to);
                    let off_line = off_line + usize::from(!is_kept);
                    if is_kept {
                        open.push_front((off_line, step.to));
                    } else {
                        open.push_back((off_line, step.to));
                    }
                    let goes_on = |to| matches!(arena.status(to), Status::Turn(_));
                    if beyond.contains(&position) && main(step.to).is_some_and(goes_on) {
                        found.goes_further = true;
                    }
                }
            }
        }
    }
    Some(found)
}
