//! The attractor of one player, level by level, in rows of its own nodes.
//!
//! Two sets of pairs grow, each with a row of bits for every node of the owner: `owner_to_move` with
//! the owner to move, `opponent_to_move` with the opponent to move. Level k takes two steps:
//!
//! * **Some move wins**: the row of a node in `owner_to_move` gains what level k − 1 added to the
//!   rows of its successors in `opponent_to_move`. This is an OR of whole rows.
//! * **All moves lose**: a pair enters `opponent_to_move` at level k + 1 once all the opponent's
//!   moves lead to pairs that the owner has won with the owner to move. These moves stay within the
//!   row. So only rows that have just gained something are tested, each by the cheapest of the
//!   [`kernels`](super::kernels).
//!
//! **Level 0** is the ends of the game. With the opponent to move they are closed and in the first
//! frontier before anything is decided ([`Attractor::new`], [`Duel::initial_frontier`]), and
//! [`Growth::record_ends`] records them. With the owner to move the rows gain them at level 0
//! ([`Gain::Ends`](super::front::Gain::Ends)).
//!
//! **Why the owner's rows.** The level of a position depends mostly on where its winner stands. In
//! rows of the winner's nodes a level therefore decides hundreds of neighbouring bits at once. In
//! rows of the loser's nodes the same level would scatter single bits over all rows.
//!
//! **Closed and won.** A bit of a row is set if its pair is *closed*: nothing is left to decide about
//! it. The owner has won it, or the opponent has won it as an end of the game, or the opponent is
//! stuck there, or it lies beyond the last column. So a full row is finished. The won pairs are the
//! closed ones without those that the owner has not won, which are few.
//!
//! **Code.** [`Growth::decide_level`] visits the candidates of a level. [`front`](super::front)
//! finds the candidates by push or by pull, and [`level`](super::level) decides which pairs of each
//! of them are won. If threads are idle and a level takes long enough, [`sharing`](super::sharing)
//! distributes it.
//!
//! **Cost.** O(levels + arcs of the owner · columns / 256 + time of the kernels) if each row gains
//! at few levels, which is usual. Each further level at which a row gains repeats the work for that
//! row. Memory: two bits a pair, and up to three more for the frontiers.

use catmouse_arena::{BitRows, Player, ProductArena};

use super::block::{Matrix, clear_beyond, clear_runs, fill_beyond, fill_runs, has, set};
use super::duel::Duel;
use super::front::Front;
use super::kernels::packet::PACKET;
use super::level::{Level, Worker};
use super::record::Record;
use super::sharing::Helpers;
use super::slab::{RowCounts, Slab};
use super::terms::Terms;
use crate::{Progress, SolveError};

/// Words of candidate rows between two calls of [`Control::check`](crate::Control::check). They
/// take a few milliseconds.
const WORDS_BETWEEN_CHECKS: usize = 1 << 16;

/// The pairs that a player wins, as far as they are decided.
pub(super) struct Attractor<'a> {
    duel: Duel<'a>,
    /// The closed pairs with the owner to move.
    owner_to_move: Matrix,
    /// The closed pairs with the opponent to move.
    opponent_to_move: Matrix,
    /// One entry for each row.
    counts: Vec<RowCounts>,
}

impl<'a> Attractor<'a> {
    /// The attractor of this player, with level 0 closed where the opponent is to move.
    pub(super) fn new(arena: &'a ProductArena, player: Player) -> Self {
        let duel = Duel::new(arena, player);
        let (rows, columns) = (duel.owner.nodes() as usize, duel.opponent.nodes());
        let mut owner_to_move = Matrix::new(rows, columns, duel.kernels.margin());
        let mut opponent_to_move = Matrix::new(rows, columns, 0);
        let (mut owner_rows, mut opponent_rows) = (owner_to_move.view_mut(), opponent_to_move.view_mut());
        let mut counts = vec![RowCounts { won: 0, open_owner: columns, open_opponent: columns }; rows];
        let length = |runs: &[(u32, u32)]| runs.iter().map(|(start, end)| end - start).sum::<u32>();
        for (row, counts) in counts.iter_mut().enumerate() {
            let opponent_won = duel.ends.opponent_won_owner_to_move(row);
            let owner_to_move = owner_rows.row_mut(row);
            fill_runs(owner_to_move, opponent_won);
            fill_beyond(owner_to_move, columns);
            counts.open_owner -= length(opponent_won);

            let opponent_to_move = opponent_rows.row_mut(row);
            fill_beyond(opponent_to_move, columns);
            for runs in [duel.ends.owner_won.row(row), duel.ends.opponent_won.row(row)] {
                fill_runs(opponent_to_move, runs);
                counts.open_opponent -= length(runs);
            }
            for &column in &duel.ends.stuck {
                counts.open_opponent -= u32::from(!has(opponent_to_move, column));
                set(opponent_to_move, column);
            }
        }
        Self { duel, owner_to_move, opponent_to_move, counts }
    }

    /// Grows the attractor to its end, or up to the last level requested. The record receives every
    /// decided pair once. Returns `None` if the record reached its limit of events.
    ///
    /// # Errors
    ///
    /// [`SolveError::Cancelled`].
    pub(super) fn grow(&mut self, terms: Terms<'_>, record: Record) -> Result<Option<Record>, SolveError> {
        let Self { duel, owner_to_move, opponent_to_move, counts } = self;
        let (owner_to_move, opponent_to_move) = (owner_to_move.view_mut(), opponent_to_move.view_mut());
        let mut growth = Growth::new(duel, terms, Slab { first: 0, owner_to_move, opponent_to_move, counts }, record);
        let is_whole = growth.run()?;
        let Growth { worker: Worker { mut record, .. }, helpers, .. } = growth;
        helpers.records().for_each(|of_helper| record.append(of_helper));
        Ok(is_whole.then_some(record))
    }

    /// The pairs that the owner wins, with One to move and with Two to move.
    pub(super) fn into_won(self) -> [BitRows; 2] {
        let Self { duel, mut owner_to_move, mut opponent_to_move, .. } = self;
        let ends = &duel.ends;
        let (mut owner_rows, mut opponent_rows) = (owner_to_move.view_mut(), opponent_to_move.view_mut());
        for row in 0..duel.owner.nodes() as usize {
            let (owner_to_move, opponent_to_move) = (owner_rows.row_mut(row), opponent_rows.row_mut(row));
            clear_beyond(owner_to_move, duel.opponent.nodes());
            clear_beyond(opponent_to_move, duel.opponent.nodes());
            clear_runs(owner_to_move, ends.opponent_won_owner_to_move(row));
            clear_runs(opponent_to_move, ends.opponent_won.row(row));
            if !ends.stuck_loses && !ends.stuck.is_empty() {
                for &column in &ends.stuck {
                    clear_runs(opponent_to_move, &[(column, column + 1)]);
                }
                // This restores the ends at these columns that the owner has won.
                fill_runs(opponent_to_move, ends.owner_won.row(row));
            }
        }
        let mut won = [owner_to_move, opponent_to_move].map(Matrix::into_bit_rows);
        if duel.player == Player::Two {
            won.reverse();
        }
        won
    }
}

/// The state of a growing attractor.
struct Growth<'g, 'a> {
    duel: &'g Duel<'a>,
    terms: Terms<'g>,
    /// All rows of both sets.
    slab: Slab<'g>,
    worker: Worker<'a>,
    helpers: Helpers<'g, 'a>,
    front: Front,
    /// The level being decided.
    number: u32,
    /// Candidates decided since the last call of [`Control::check`](crate::Control::check).
    unchecked: usize,
    /// Candidates between two calls of [`Control::check`](crate::Control::check).
    stretch: usize,
}

impl<'g, 'a> Growth<'g, 'a> {
    fn new(duel: &'g Duel<'a>, terms: Terms<'g>, slab: Slab<'g>, record: Record) -> Self {
        Self {
            duel,
            terms,
            slab,
            worker: Worker::new(duel, record),
            helpers: Helpers::new(terms),
            front: Front::new(duel),
            number: 0,
            unchecked: 0,
            stretch: (WORDS_BETWEEN_CHECKS / duel.words).max(PACKET),
        }
    }

    /// Decides level after level. Returns false if the record reached its limit of events.
    fn run(&mut self) -> Result<bool, SolveError> {
        self.check()?;
        self.record_ends();
        loop {
            self.decide_level()?;
            if self.number == self.terms.last_level || self.front.is_empty() {
                return Ok(true);
            }
            if self.worker.record.events() + self.helpers.events() >= self.terms.most_events {
                return Ok(false);
            }
            self.number += 1;
            self.front.find_candidates(self.duel.owner, self.number);
        }
    }

    /// Records level 0 with the opponent to move: the ends of the game.
    fn record_ends(&mut self) {
        let record = &mut self.worker.record;
        for (slot, &row) in self.front.upcoming().rows().iter().enumerate() {
            let (first, pairs) = self.front.upcoming().pairs(slot as u32);
            record.decided(row as usize, first, self.duel.player.opponent(), 0, pairs);
        }
    }

    /// Decides one level, a stretch of candidates at a time: the pairs that the owner wins at this
    /// level with itself to move, and those that it wins at the next level with the opponent to
    /// move. Then moves the frontiers on to the next level.
    fn decide_level(&mut self) -> Result<(), SolveError> {
        let mut candidates = self.front.take_candidates();
        let (duel, number) = (self.duel, self.number);
        let level = Level { duel, front: &self.front, number, is_last: number == self.terms.last_level };
        let mut left = &mut candidates[..];
        while !left.is_empty() {
            let shared = self.helpers.share(&level, left, &mut self.slab, &mut self.worker);
            let rest = &mut left[shared..];
            let (now, later) = rest.split_at_mut(self.helpers.alone(rest.len(), self.stretch));
            let is_last_call = later.is_empty();
            let decide = || level.decide(now, is_last_call, self.slab.reborrow(), &mut self.worker);
            self.helpers.timed(now.len(), decide);
            self.unchecked += shared + now.len();
            left = later;
            if self.unchecked >= self.stretch {
                self.unchecked = 0;
                self.check()?;
            }
        }
        self.front.advance(&mut self.worker.next, candidates);
        Ok(())
    }

    /// Reports progress, or returns an error if the run is cancelled.
    fn check(&self) -> Result<(), SolveError> {
        self.terms.control.check(|| self.progress())
    }

    #[cold]
    fn progress(&self) -> Progress {
        let columns = self.duel.opponent.nodes();
        let decided = self.slab.counts.iter().map(|row| u64::from(row.won + (columns - row.open_opponent))).sum();
        Progress { level: self.number.into(), decided }
    }
}
