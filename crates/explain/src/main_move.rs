//! Which of equally good moves the line plays.
//!
//! Moves of equal value can differ in how easy they are to play. Among them the winner of a forced win plays the one after which the
//! loser has the fewest moves. A loser, and both players of an endless game, play the one after which the opponent has the fewest
//! moves that keep what it has. Of moves that are equal in this too, one of those is played that move the fewest pieces: of several cats an
//! idle one stays where it is. If this decides nothing either, the first in the arena's order is played.
//!
//! The choice depends on the position alone, so lines, replies and certificates can all make it and agree. If neither player can force
//! an end, a game is played by its [`Policy`](crate::Policy) instead, which says why; there this choice is made only where the policy has
//! no other answer.

use catmouse_arena::{Arena, Move, PositionId, Status, Value, Values, Words};

/// The move that the line plays at a position; `None` if the game is over or the player to move is stuck.
///
/// Time: O(b · m) where b of the moves are best and each has up to m answers.
pub fn main_move<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    position: PositionId,
) -> Option<Move> {
    let Status::Turn(mover) = arena.status(position) else {
        return None;
    };
    let best = values.best_moves(arena, position);
    if let [] | [_] = best[..] {
        return best.first().copied();
    }
    let wins = values.value(position).winner() == Some(mover);
    // Replies need not be counted beyond the least freedom found so far.
    least_freedom(words, position, &best, |to, most| {
        if let Status::Won(_) = arena.status(to) {
            return 0;
        }
        let replies = arena.successors(to).map(|reply| values.value(reply.to));
        freedom(wins, values.value(to), replies, most)
    })
}

/// Main moves at many endless positions. The opponent's freedom depends only on the position after the move, so it is counted once for
/// each position.
#[derive(Debug)]
pub(crate) struct EndlessMainMoves {
    /// For each position one more than the opponent's freedom there; 0 where it has not been counted.
    counted: Vec<u32>,
}

impl EndlessMainMoves {
    /// Memory: four bytes for each position of the arena, of which only those that are used are written.
    pub(crate) fn new(positions: usize) -> Self {
        Self { counted: vec![0; positions] }
    }

    /// As [`main_move`], at an endless position.
    pub(crate) fn at<A: Arena, W: Words, V: Values>(
        &mut self,
        arena: &A,
        words: &W,
        values: &V,
        position: PositionId,
    ) -> Option<Move> {
        let best = values.best_moves(arena, position);
        if let [] | [_] = best[..] {
            return best.first().copied();
        }
        least_freedom(words, position, &best, |to, _| {
            let counted = &mut self.counted[to.index()];
            if *counted == 0 {
                let replies = arena.successors(to).map(|reply| values.value(reply.to));
                *counted = 1 + freedom(false, values.value(to), replies, u32::MAX as usize - 1) as u32;
            }
            *counted as usize - 1
        })
    }
}

/// Of some moves the first that leaves the opponent the least freedom, and of these of those that move the fewest pieces. `freedom` gets the
/// position after a move and may stop counting at its second argument.
fn least_freedom<W: Words>(
    words: &W,
    position: PositionId,
    moves: &[Move],
    mut freedom: impl FnMut(PositionId, usize) -> usize,
) -> Option<Move> {
    let mut found: Option<(usize, usize, Move)> = None;
    for &step in moves {
        let most = found.map_or(usize::MAX, |(least, ..)| least.saturating_add(1));
        let freedom = freedom(step.to, most);
        if freedom >= most {
            continue;
        }
        let moved = words.moved(position, step.to);
        if found.is_none_or(|(least, least_moved, _)| (freedom, moved) < (least, least_moved)) {
            found = Some((freedom, moved, step));
        }
    }
    found.map(|(.., step)| step)
}

/// The opponent's freedom after a move: the number of its replies, or if the mover does not win, of the replies that keep what the
/// opponent has. Counted up to `most`.
pub(crate) fn freedom(mover_wins: bool, after: Value, replies: impl Iterator<Item = Value>, most: usize) -> usize {
    replies.filter(|reply| mover_wins || reply.winner() == after.winner()).take(most).count()
}
