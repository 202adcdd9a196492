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

use std::ops::Range;

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
    if let Status::Won(_) = arena.status(position) {
        return None;
    }
    let best = values.best_moves(arena, position);
    if let [] | [_] = best[..] {
        return best.first().copied();
    }
    // Replies need not be counted beyond the least freedom found so far.
    least_freedom(words, position, &best, |to, most| {
        let replies = arena.successors(to).map(|reply| values.value(reply.to));
        freedom_at(arena.status(to), values.value(to), replies, most)
    })
}

/// Main moves at many endless positions.
#[derive(Debug)]
pub(crate) struct EndlessMainMoves(Freedoms);

impl EndlessMainMoves {
    /// Memory: a byte for each position of the arena, of which only those that are used are written.
    pub(crate) fn new(positions: usize) -> Self {
        Self(Freedoms::counted_once(0..positions))
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
        least_freedom(words, position, &best, |to, most| {
            self.0.at(to, most, |most| {
                let replies = arena.successors(to).map(|reply| values.value(reply.to));
                freedom_at(arena.status(to), values.value(to), replies, most)
            })
        })
    }
}

/// The opponent's freedom after many moves. It depends only on the position after the move, so it is counted once for each position.
#[derive(Debug)]
pub(crate) struct Freedoms {
    /// The number of the first position.
    first: usize,
    /// For each position one more than the freedom there; 0 where it has not been counted.
    counted: Vec<u8>,
}

impl Freedoms {
    /// In `counted`: there is more freedom than a byte can tell.
    const MANY: u8 = u8::MAX;

    /// Memory: a byte for each of the positions, of which only those that are used are written.
    pub(crate) fn counted_once(positions: Range<usize>) -> Self {
        Self { first: positions.start, counted: vec![0; positions.len()] }
    }

    /// Takes no memory: freedom is counted each time.
    pub(crate) fn counted_each_time() -> Self {
        Self { first: 0, counted: Vec::new() }
    }

    /// The freedom at a position, or `most` if there is no less. `count` counts it up to its argument.
    pub(crate) fn at(&mut self, position: PositionId, most: usize, count: impl Fn(usize) -> usize) -> usize {
        let Some(counted) = self.counted.get_mut(position.index().wrapping_sub(self.first)) else {
            return count(most);
        };
        if *counted == 0 {
            *counted = 1 + count(usize::from(Self::MANY) - 1) as u8;
        }
        let freedom = usize::from(*counted) - 1;
        if *counted == Self::MANY && freedom < most { count(most) } else { freedom.min(most) }
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

/// The opponent's freedom after a move, at a position of this status and value with these replies: none where the game is over; all its replies
/// where the one who moved wins; else those that keep what the opponent has. Counted up to `most`.
pub(crate) fn freedom_at(status: Status, value: Value, replies: impl Iterator<Item = Value>, most: usize) -> usize {
    let Status::Turn(opponent) = status else { return 0 };
    let is_lost = value.winner() == Some(opponent.opponent());
    replies.filter(|reply| is_lost || reply.winner() == value.winner()).take(most).count()
}
