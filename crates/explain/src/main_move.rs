//! Which of equally good moves the line plays.
//!
//! Moves of one value are equal in value, not in use. Among them the winner of a forced win plays the one after which the
//! loser has the fewest moves. A loser, and both players of an endless game, play the most testing one: that after which the
//! opponent has the fewest moves that keep what it has. What is still equal is decided for staying, then for the arena's order.
//!
//! The choice is local, so lines, replies and certificates can all make it and agree. Where nobody can force an end, what is
//! easiest to remember is no local matter: there [`explain`](crate::explain) plays its line by the small [`holding`](crate::holding)s that
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
    let mut found: Option<(usize, bool, Move)> = None;
    for step in best {
        // More freedom than that of the best so far need not be counted.
        let most = found.map_or(usize::MAX, |(least, ..)| least.saturating_add(1));
        let replies = arena.successors(step.to).map(|reply| solution.value(reply.to));
        let freedom = match arena.status(step.to) {
            Status::Won(_) => 0,
            Status::Turn(_) => freedom(wins, solution.value(step.to), replies, most),
        };
        let moves = !words.stays(position, step.to);
        if found.is_none_or(|(least, least_moves, _)| (freedom, moves) < (least, least_moves)) {
            found = Some((freedom, moves, step));
        }
    }
    found.map(|(.., step)| step)
}

/// How many of the opponent's replies count against a move, up to `most`: all of them if the mover wins, else those that keep
/// what the opponent has.
pub(crate) fn freedom(mover_wins: bool, after: Value, replies: impl Iterator<Item = Value>, most: usize) -> usize {
    replies.filter(|reply| mover_wins || reply.winner() == after.winner()).take(most).count()
}
