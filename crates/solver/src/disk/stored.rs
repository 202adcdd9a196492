//! Outcomes in scratch space, which are read one position at a time.

use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use catmouse_arena::{
    Arena, ByPlayer, Distance, Extent, Player, PositionId, ProductArena, Scratch, Status, Tally, Tokens, Value,
    ValueCounts, Values,
};

use super::shelf::NONE;
use crate::SolveError;

/// The pairs that a player wins with the opponent to move, as rows in scratch space.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// The slot of the row of each of the player's nodes. [`NONE`] if the row never changed, so
    /// that it is the row with which the set began.
    pub(super) slots: Vec<u32>,
    /// Whether the set began with the ends of the game. Otherwise it began empty.
    pub(super) began_with_ends: bool,
}

/// The pairs that a player wins.
#[derive(Clone, Debug)]
pub(super) struct Won {
    /// With the opponent to move.
    pub(super) to_opponent: Rows,
    /// The pairs into which the player wants to move. `None` without a limit, because they are then
    /// those of `to_opponent`. Within a limit the move itself takes a ply, so only the pairs that
    /// are won within one ply less are left.
    pub(super) after_move: Option<Rows>,
}

/// The player who can force a win from each position of a product arena, in scratch space.
///
/// Only wins with the loser to move are stored: one bit for each player and pair of nodes. With the
/// winner to move, some move leads to such a win. So to find the winner of a position takes at most
/// one read for the player who is not to move, and one read for each move of the player to move.
/// The numbers of wins are known without a read.
///
/// As [`Values`] the outcomes have no distances. A win that cannot be read from the scratch space
/// counts as endless, and [`failure`](Self::failure) returns the error.
#[derive(Clone, Debug)]
pub struct StoredOutcomes {
    pub(super) arena: ProductArena,
    pub(super) scratch: Arc<dyn Scratch>,
    /// Words from one slot to the next.
    pub(super) stride: usize,
    pub(super) won: ByPlayer<Won>,
    pub(super) counts: ValueCounts,
    pub(super) extent: Extent,
    pub(super) failure: Arc<OnceLock<io::ErrorKind>>,
}

impl StoredOutcomes {
    /// The wins that these outcomes hold, by distance.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The first error of the scratch space, if it could not be read.
    pub fn failure(&self) -> Option<SolveError> {
        self.failure.get().map(|&kind| SolveError::Scratch { kind })
    }

    /// The player who can force a win from a position, if there is one.
    ///
    /// # Panics
    ///
    /// If there is no such position.
    pub fn winner(&self, position: PositionId) -> Option<Player> {
        assert!(position.index() < self.arena.positions(), "there is no position {position}");
        match self.arena.status(position) {
            Status::Won(winner) => Some(winner),
            Status::Turn(_) => {
                let tokens = self.arena.tokens(position);
                Player::BOTH.into_iter().find(|&player| self.wins(player, tokens))
            }
        }
    }

    fn wins(&self, player: Player, tokens: Tokens) -> bool {
        let Won { to_opponent, after_move } = &self.won[player];
        let node = tokens.of(player);
        if tokens.turn != player {
            return self.has(to_opponent, player, tokens);
        }
        let (targets, after) = (after_move.as_ref().unwrap_or(to_opponent), player.opponent());
        let mut moves = self.arena.steps(player).successors(node).iter();
        moves.any(|arc| self.has(targets, player, Tokens { turn: after, ..tokens }.with(player, arc.node)))
    }

    /// Whether `rows`, which belong to this player, have the pair of these nodes. The opponent must
    /// be to move.
    fn has(&self, rows: &Rows, player: Player, tokens: Tokens) -> bool {
        let slot = rows.slots[tokens.of(player) as usize];
        if slot == NONE {
            let is_won = || self.arena.status(self.arena.position(tokens)) == Status::Won(player);
            return rows.began_with_ends && is_won();
        }
        let column = tokens.of(player.opponent()) as usize;
        let mut word = [0];
        match self.scratch.read(u64::from(slot) * self.stride as u64 + (column / 64) as u64, &mut word) {
            Ok(()) => word[0] >> (column % 64) & 1 == 1,
            Err(error) => {
                self.failure.get_or_init(|| error.kind());
                false
            }
        }
    }
}

/// Every win has distance 0.
impl Values for StoredOutcomes {
    fn positions(&self) -> usize {
        self.arena.positions()
    }

    fn value(&self, position: PositionId) -> Value {
        self.winner(position).map_or(Value::Endless, |player| Value::Win { player, distance: 0 })
    }

    fn has_distances(&self) -> bool {
        false
    }

    fn has_failed(&self) -> bool {
        self.failure.get().is_some()
    }

    fn counts(&self) -> ValueCounts {
        self.counts
    }

    /// Ignores the limit: the wins are those of the [`extent`](StoredOutcomes::extent). Time:
    /// constant for the range of all positions, linear for every other range.
    fn tally_in(&self, positions: Range<usize>, _: Option<Distance>) -> Tally {
        let mut counts = ValueCounts::default();
        if positions == (0..self.positions()) {
            counts = self.counts;
        } else {
            positions.for_each(|position| counts.add(self.value(PositionId::new(position))));
        }
        Tally { counts, longest: ByPlayer::default() }
    }
}
