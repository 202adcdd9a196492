//! Which of equally good moves the line plays.
//!
//! Moves of one value are equal in value, not in use. Among them the winner of a forced win plays the one after which the
//! loser has the fewest moves. A loser, and both players of an endless game, play the most testing one: that after which the
//! opponent has the fewest moves that keep what it has. What is still equal is decided for staying, then for the arena's order.
//!
//! The choice is local, so lines, replies and certificates can all make it and agree. Where nobody can force an end, what is
//! easiest to remember is no local matter: there [`explain`](crate::explain) plays its line by the small [`holding`](fn@crate::holding)s that
//! it tells, and this choice stands only where they have no answer.

use catmouse_arena::{Arena, Move, PositionId, Status, Value, Values, Words};

/// The move that the line plays at a position; none where the game is over or the player to move is stuck.
///
/// Time: O(b · m) where b of the moves are best and each has up to m answers.
pub fn main_move<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    solution: &V,
    position: PositionId,
) -> Option<Move> {
    let Status::Turn(mover) = arena.status(position) else {
        return None;
    };
    let best = solution.best_moves(arena, position);
    if let [] | [_] = best[..] {
        return best.first().copied();
    }
    let wins = solution.value(position).winner() == Some(mover);
    // More freedom than that of the best so far need not be counted.
    least_freedom(words, position, &best, |to, most| {
        let replies = arena.successors(to).map(|reply| solution.value(reply.to));
        match arena.status(to) {
            Status::Won(_) => 0,
            Status::Turn(_) => freedom(wins, solution.value(to), replies, most),
        }
    })
}

/// Main moves at many endless positions. What one move leaves the opponent is the same for every move to the same position, so it is
/// counted once.
#[derive(Debug)]
pub(crate) struct EndlessMainMoves {
    /// For each position one more than the opponent's freedom there; 0 where it has not been counted.
    counted: Vec<u32>,
}

impl EndlessMainMoves {
    /// Memory: four bytes for each position of the arena, touched where something is counted.
    pub(crate) fn new(positions: usize) -> Self {
        Self { counted: vec![0; positions] }
    }

    /// What [`main_move`] says of an endless position.
    pub(crate) fn at<A: Arena, W: Words, V: Values>(
        &mut self,
        arena: &A,
        words: &W,
        solution: &V,
        position: PositionId,
    ) -> Option<Move> {
        let best = solution.best_moves(arena, position);
        if let [] | [_] = best[..] {
            return best.first().copied();
        }
        least_freedom(words, position, &best, |to, _| {
            let counted = &mut self.counted[to.index()];
            if *counted == 0 {
                let replies = arena.successors(to).map(|reply| solution.value(reply.to));
                *counted = 1 + freedom(false, solution.value(to), replies, u32::MAX as usize - 1) as u32;
            }
            *counted as usize - 1
        })
    }
}

/// Of some moves the first that leaves the opponent the least freedom, where staying comes before moving. Freedom is asked for up to a
/// number.
fn least_freedom<W: Words>(
    words: &W,
    position: PositionId,
    moves: &[Move],
    mut freedom: impl FnMut(PositionId, usize) -> usize,
) -> Option<Move> {
    let mut found: Option<(usize, bool, Move)> = None;
    for &step in moves {
        let most = found.map_or(usize::MAX, |(least, ..)| least.saturating_add(1));
        let (freedom, is_move) = (freedom(step.to, most), !words.stays(position, step.to));
        if found.is_none_or(|(least, least_is_move, _)| (freedom, is_move) < (least, least_is_move)) {
            found = Some((freedom, is_move, step));
        }
    }
    found.map(|(.., step)| step)
}

/// How many of the opponent's replies count against a move, up to `most`: all of them if the mover wins, else those that keep
/// what the opponent has.
pub(crate) fn freedom(mover_wins: bool, after: Value, replies: impl Iterator<Item = Value>, most: usize) -> usize {
    replies.filter(|reply| mover_wins || reply.winner() == after.winner()).take(most).count()
}
