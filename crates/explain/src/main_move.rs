//! Which of equally good moves the line plays.
//!
//! Moves of equal value can differ in how easy they are to play. Among them the winner of a forced win plays the one after which the
//! loser has the fewest moves. Both players of an endless game play the one after which the opponent has the fewest moves that keep its
//! outcome, endless play included where it has the same outcome. Of moves that are equal in this too, one that moves the fewest pieces is
//! played: of several cats an idle one stays where it is. If this decides nothing either, the first in the arena's order is played.
//!
//! A loser resists as a person would: it plays the move after which the opponent has the fewest moves that keep its outcome, so that the
//! winner has most to find. Of moves that are equal in this, a single piece goes somewhere rather than stay; then, if it is One's, it keeps
//! away from Two: it goes to where Two's nearest piece needs the most steps to it. A single piece of Two comes as near to One's piece as it
//! can. A loser with several pieces moves the fewest of them.
//!
//! The choice depends on the position alone, so lines, replies and certificates can all make it and agree. If neither player can force
//! an end, a game is played by its [`Policy`](crate::Policy) instead, which says why; there this choice is made only where the policy has
//! no other answer.

use std::collections::BTreeSet;
use std::ops::Range;

use catmouse_arena::{Adjudication, Move, Outcome, Place, Player, PositionId, Status, Value, Words};

use crate::context::Context;

/// The move that the line plays at a position; `None` if the game is over or the player to move is stuck.
///
/// Time: O(b · m) where b of the moves are best and each has up to m answers; for a loser with a single piece also a search of the board
/// for each of them.
pub fn main_move(context: &Context<'_>, position: PositionId) -> Option<Move> {
    if let Status::Won(_) = context.arena.status(position) {
        return None;
    }
    let best = context.best_moves(position);
    if let [] | [_] = best[..] {
        return best.first().copied();
    }
    let freedom = |to: PositionId, most: usize| {
        let replies = context.arena.successors(to).map(|reply| context.values.value(reply.to));
        freedom_at(&context.adjudication, context.arena.status(to), context.values.value(to), replies, most)
    };
    if let Status::Turn(mover) = context.arena.status(position)
        && context.values.value(position).winner() == Some(mover.opponent())
        && context.words.places(position, mover).len() == 1
    {
        return resisting(context.words, position, mover, &best, |to| freedom(to, usize::MAX));
    }
    // Replies need not be counted beyond the least freedom found so far.
    least_freedom(context.words, position, &best, freedom)
}

/// Of the best moves of a loser with a single piece the one that it plays.
fn resisting(
    words: &dyn Words,
    position: PositionId,
    loser: Player,
    moves: &[Move],
    freedom: impl Fn(PositionId) -> usize,
) -> Option<Move> {
    let nearness = |to: PositionId| match (loser, steps_apart(words, to)) {
        (_, None) => 0,
        (Player::One, Some(steps)) => -i64::from(steps),
        (Player::Two, Some(steps)) => i64::from(steps),
    };
    moves.iter().copied().min_by_key(|step| (freedom(step.to), words.stays(position, step.to), nearness(step.to)))
}

/// The steps of Two's nearest piece to One's only piece; `None` if there is no path, or if One has several pieces.
fn steps_apart(words: &dyn Words, position: PositionId) -> Option<u32> {
    let [one, mut ring] = Player::BOTH.map(|player| words.places(position, player));
    let [runner] = one[..] else { return None };
    let mut met: BTreeSet<Place> = ring.iter().copied().collect();
    for steps in 0.. {
        if ring.contains(&runner) {
            return Some(steps);
        }
        let next = ring.iter().flat_map(|&place| words.steps_from(Player::Two, place));
        ring = next.filter(|&place| met.insert(place)).collect();
        if ring.is_empty() {
            break;
        }
    }
    None
}

/// Main moves at many endless positions.
#[derive(Debug)]
pub(crate) struct EndlessMainMoves {
    adjudication: Adjudication,
    freedoms: Freedoms<u16>,
}

impl EndlessMainMoves {
    /// Memory: two bytes for each position of the arena, of which only those that are used are written.
    pub(crate) fn new(positions: usize, adjudication: &Adjudication) -> Self {
        Self { adjudication: *adjudication, freedoms: Freedoms::counted_once(0..positions) }
    }

    /// As [`main_move`], at an endless position.
    pub(crate) fn at(&mut self, context: &Context<'_>, position: PositionId) -> Option<Move> {
        let best = context.best_moves(position);
        if let [] | [_] = best[..] {
            return best.first().copied();
        }
        least_freedom(context.words, position, &best, |to, most| {
            self.freedoms.at(to, most, |most| {
                let replies = context.arena.successors(to).map(|reply| context.values.value(reply.to));
                freedom_at(&self.adjudication, context.arena.status(to), context.values.value(to), replies, most)
            })
        })
    }
}

/// The opponent's freedom after many moves. It depends only on the position after the move, so it is counted once for each position, and
/// again only where there is more than a counter can tell.
#[derive(Debug)]
pub(crate) struct Freedoms<C> {
    /// The number of the first position.
    first: usize,
    /// For each position one more than the freedom there; 0 where it has not been counted.
    counted: Vec<C>,
}

/// What freedom is counted in.
pub(crate) trait Counter: Copy + Default + Into<usize> {
    /// Stands for more freedom than can be told.
    const MANY: usize;

    /// A number up to [`MANY`](Self::MANY).
    fn of(number: usize) -> Self;
}

impl Counter for u8 {
    const MANY: usize = Self::MAX as usize;

    fn of(number: usize) -> Self {
        number as Self
    }
}

impl Counter for u16 {
    const MANY: usize = Self::MAX as usize;

    fn of(number: usize) -> Self {
        number as Self
    }
}

impl<C: Counter> Freedoms<C> {
    /// Memory: a counter for each of the positions, of which only those that are used are written.
    pub(crate) fn counted_once(positions: Range<usize>) -> Self {
        Self { first: positions.start, counted: vec![C::default(); positions.len()] }
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
        if (*counted).into() == 0 {
            *counted = C::of(1 + count(C::MANY - 1));
        }
        let known: usize = (*counted).into();
        let freedom = known - 1;
        if known == C::MANY && freedom < most { count(most) } else { freedom.min(most) }
    }
}

/// Of some moves the first that leaves the opponent the least freedom, and of these of those that move the fewest pieces. `freedom` gets the
/// position after a move and may stop counting at its second argument.
fn least_freedom(
    words: &dyn Words,
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

/// The opponent's freedom after a move, at a position of this status and value with these replies: none where the game is over, otherwise
/// the replies that keep the outcome, which are all of them where the opponent has lost. Counted up to `most`.
///
/// How much of a limit is left depends on the plies played before, so every forced win counts as one in time.
pub(crate) fn freedom_at(
    adjudication: &Adjudication,
    status: Status,
    value: Value,
    replies: impl Iterator<Item = Value>,
    most: usize,
) -> usize {
    if let Status::Won(_) = status {
        return 0;
    }
    let outcome = |value: Value| value.winner().map_or_else(|| adjudication.unforced(), Outcome::Win);
    let kept = outcome(value);
    replies.filter(|&reply| outcome(reply) == kept).take(most).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where freedoms are more than a counter can tell, and however little is asked for.
    fn check<C: Counter>(freedoms: &[usize]) {
        for asked in [[usize::MAX, 3], [3, usize::MAX], [C::MANY - 1, C::MANY], [C::MANY + 1, C::MANY - 2]] {
            let mut counted = Freedoms::<C>::counted_once(7..7 + freedoms.len());
            for most in asked {
                for (index, &freedom) in freedoms.iter().enumerate() {
                    let count = |most: usize| freedom.min(most);
                    assert_eq!(
                        counted.at(PositionId::new(7 + index), most, count),
                        freedom.min(most),
                        "{freedom} of {most}"
                    );
                }
            }
        }
    }

    #[test]
    fn counted_once_is_as_counted_each_time() {
        check::<u8>(&[0, 1, 2, 253, 254, 255, 256, 1000]);
        check::<u16>(&[0, 1, 254, 255, 65_533, 65_534, 65_535, 65_536, 100_000]);
    }
}
