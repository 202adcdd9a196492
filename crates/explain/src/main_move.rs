//! Which of several equally good moves the line plays.
//!
//! Moves of equal value can differ in how easy they are to play. The winner of a forced win plays
//! the best move after which the loser has the fewest moves. In an endless game, both players play
//! the best move after which the opponent has the fewest moves that keep the outcome; endless play
//! counts among these moves where it has the same outcome. If this leaves several moves, one that
//! moves the fewest pieces is played: of several cats, an idle one stays. If several moves remain,
//! the first in the arena's order is played.
//!
//! A loser resists as a person would. It plays the move after which the opponent has the fewest
//! moves that keep the outcome, so that the winner has most to find. If this leaves several moves,
//! it plays one with the least [`Words::exposure`]: a loser that is hunted keeps its distance, and a
//! loser that hunts keeps close. If several moves remain, a single piece goes somewhere rather than
//! stay; a loser with several pieces moves the fewest pieces.
//!
//! The choice depends on the position alone, so lines, replies, pages and certificates agree. If
//! neither player can force an end, a [`Policy`](crate::Policy) chooses the moves instead, for
//! reasons given there. The policy uses the main move only where it has no other answer.

use std::cell::LazyCell;
use std::ops::Range;

use catmouse_arena::{Adjudication, Move, Player, PositionId, Status, Value, WinOrDraw, Words};

use crate::context::Context;

/// The move that the line plays at a position; `None` if the game is over or the player to move is
/// stuck.
///
/// Time: O(b · m) for b best moves with up to m answers each.
pub fn main_move(context: &Context<'_>, position: PositionId) -> Option<Move> {
    main_move_among(context, position, &context.best_moves(position))
}

/// As [`main_move`]; `best` are the best moves at the position, in the arena's order.
pub(crate) fn main_move_among(context: &Context<'_>, position: PositionId, best: &[Move]) -> Option<Move> {
    main_move_with(context, position, best, &mut Freedoms::counted_each_time(), &mut 0)
}

fn main_move_with(
    context: &Context<'_>,
    position: PositionId,
    best: &[Move],
    freedoms: &mut Freedoms<u16>,
    replies_read: &mut usize,
) -> Option<Move> {
    let Status::Turn(mover) = context.arena.status(position) else { return None };
    if let [] | [_] = best {
        return best.first().copied();
    }
    let is_lost = context.values.value(position).winner() == Some(mover.opponent());
    let taste = Taste {
        words: context.words,
        position,
        loser: is_lost.then_some(mover),
        is_alone: LazyCell::new(|| is_lost && context.words.places(position, mover).len() == 1),
    };
    let freedom = |step: &Move, most| {
        freedoms.at(step.to, most, |most| {
            let replies = context.arena.successors(step.to).map(|reply| {
                *replies_read += 1;
                context.values.value(reply.to)
            });
            let (status, value) = (context.arena.status(step.to), context.values.value(step.to));
            freedom_at(&context.adjudication, status, value, replies, most)
        })
    };
    least_freedom(best.iter().copied(), usize::MAX, freedom, |step| taste.rank(step.to))
}

/// Main moves at many positions of a game.
#[derive(Debug)]
pub struct MainMoves {
    freedoms: Freedoms<u16>,
    replies_read: usize,
}

impl MainMoves {
    /// For an arena with this number of positions. Memory: two bytes for each position. Only those
    /// that are used are written. With the number 0, nothing is kept from one call to the next,
    /// and each call takes as long as [`main_move`].
    pub fn new(positions: usize) -> Self {
        Self { freedoms: Freedoms::counted_once(0..positions), replies_read: 0 }
    }

    /// As [`main_move`]. Every call must have the same game and adjudication.
    pub fn at(&mut self, context: &Context<'_>, position: PositionId) -> Option<Move> {
        self.among(context, position, &context.best_moves(position))
    }

    /// As [`at`](Self::at); `best` are the best moves at the position, in the arena's order.
    pub fn among(&mut self, context: &Context<'_>, position: PositionId, best: &[Move]) -> Option<Move> {
        main_move_with(context, position, best, &mut self.freedoms, &mut self.replies_read)
    }

    /// The number of the opponent's replies that were examined so far.
    pub(crate) fn replies_read(&self) -> usize {
        self.replies_read
    }
}

/// How a player chooses among moves that leave the opponent equally free.
pub(crate) struct Taste<'a, F> {
    pub(crate) words: &'a dyn Words,
    /// The position before the move.
    pub(crate) position: PositionId,
    /// The player to move, if it has lost.
    pub(crate) loser: Option<Player>,
    /// Whether this loser has a single piece. Computed when first needed.
    pub(crate) is_alone: LazyCell<bool, F>,
}

impl<F: FnOnce() -> bool> Taste<'_, F> {
    /// The rank of the move to a position. A move with the least rank is played.
    pub(crate) fn rank(&self, to: PositionId) -> [usize; 2] {
        let idle = if *self.is_alone {
            usize::from(self.words.stays(self.position, to))
        } else {
            self.words.moved(self.position, to)
        };
        [self.loser.map_or(0, |loser| self.words.exposure(to, loser) as usize), idle]
    }
}

/// The opponent's freedom after many moves. The freedom depends only on the position after the
/// move, so it is counted once for each position. It is counted again only where it exceeds the
/// range of the counter.
#[derive(Debug)]
pub(crate) struct Freedoms<C> {
    /// The number of the first position.
    first: usize,
    /// For each position, its freedom plus one; 0 if the freedom has not been counted. Empty if
    /// each freedom is counted anew.
    counted: Vec<C>,
}

/// The integer type in which freedom is stored.
pub(crate) trait Counter: Copy + Default + Into<usize> {
    /// Marks a freedom that exceeds the range.
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
    /// Freedoms that are stored when they are first counted. Memory: a counter for each position.
    /// Only counters that are used are written.
    pub(crate) fn counted_once(positions: Range<usize>) -> Self {
        Self { first: positions.start, counted: vec![C::default(); positions.len()] }
    }

    /// Freedoms that are counted each time. Takes no memory.
    pub(crate) fn counted_each_time() -> Self {
        Self { first: 0, counted: Vec::new() }
    }

    /// The freedom at a position, or `most` if the freedom is greater. `count` counts the freedom
    /// up to its argument.
    pub(crate) fn at(&mut self, position: PositionId, most: usize, mut count: impl FnMut(usize) -> usize) -> usize {
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

/// The move that leaves the opponent the least freedom; among several such moves, the first with
/// the least `rank`. `None` if there is no move, or if each leaves more freedom than `enough`.
/// `freedom` may stop counting at its second argument. `rank` is called only if it decides.
pub(crate) fn least_freedom<M, R: Ord>(
    moves: impl Iterator<Item = M>,
    enough: usize,
    mut freedom: impl FnMut(&M, usize) -> usize,
    rank: impl Fn(&M) -> R,
) -> Option<M> {
    let (mut least, mut equal) = (enough.saturating_add(1), Vec::new());
    for step in moves {
        let freedom = freedom(&step, least.saturating_add(1));
        if freedom < least {
            least = freedom;
            equal.clear();
        }
        if freedom == least {
            equal.push(step);
        }
    }
    match equal.len() {
        _ if least > enough => None, // only moves that leave more freedom were found
        0 | 1 => equal.pop(),
        _ => equal.into_iter().min_by_key(rank),
    }
}

/// The opponent's freedom at a position after a move, counted up to `most`. It is 0 if the game is
/// over; otherwise it is the number of replies that keep the outcome. If the opponent has lost, all
/// replies keep it.
///
/// The remaining part of a limit depends on the plies played before, so every forced win counts as
/// a win in time.
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
    let outcome = |value: Value| value.winner().map_or_else(|| adjudication.unforced(), WinOrDraw::Win);
    let kept = outcome(value);
    replies.filter(|&reply| outcome(reply) == kept).take(most).count()
}
