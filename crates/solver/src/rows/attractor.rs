//! The attractor of one player, level by level, in the rows of its own nodes.
//!
//! Two sets of pairs grow, each as one row of bits for every node of the owner: `owner_to_move`, the pairs that the owner has won with
//! itself to move, and `opponent_to_move`, those it has won with the opponent to move. Level k of each:
//!
//! * **some move wins**: the row of a node in `owner_to_move` gains what level k − 1 brought to the rows of its successors in `opponent_to_move`,
//!   an OR of whole rows;
//! * **all moves lose**: a pair enters `opponent_to_move` at level k + 1 once all the opponent's moves, which stay within the row, lead
//!   into `owner_to_move`. Only rows that have just gained something need a look, and each takes the cheapest of the
//!   [`kernels`](super::kernels).
//!
//! **Why in the owner's rows.** When a position is won depends mostly on where its winner stands. In rows of the winner a level
//! therefore decides hundreds of neighbouring bits at once; in rows of the loser the same level would scatter single bits
//! over all rows.
//!
//! **Closed and won.** The bits of a row are set where a pair is *closed*: won by the owner, won by the opponent where the game
//! is over, or beyond the last column. So a row that is full is finished. The won pairs are the closed ones without the opponent's
//! ends, which are few.
//!
//! **Where it happens.** [`Growth::decide_level`] goes through the candidates of a level, which [`front`](super::front) finds by push or by
//! pull; [`level`](super::level) decides what one of them gains and loses. While threads are idle, [`sharing`](super::sharing) share a
//! level that takes long enough.
//!
//! **Cost.** O(levels + arcs of the owner · columns / 256 + what the kernels take) is the least, as each row gains something in
//! few levels. Memory: two bits a pair and at most three for the levels that are alive.

use catmouse_arena::{BitRows, Player, ProductArena};

use super::block::{Matrix, clear_beyond, clear_runs, fill_beyond, fill_runs, has, set};
use super::duel::Duel;
use super::front::Front;
use super::kernels::packet::PACKET;
use super::level::{Level, Worker};
use super::record::Record;
use super::sharing::Helpers;
use super::slab::{Counts, Slab};
use super::terms::Terms;
use crate::{Progress, SolveError};

/// Words of candidate rows between two calls of [`Control::check`](crate::Control::check). They take a few milliseconds.
const WORDS_BETWEEN_CHECKS: usize = 1 << 16;

/// The pairs that a player wins, as far as they are known.
pub(super) struct Attractor<'a> {
    duel: Duel<'a>,
    /// The closed pairs with the owner to move.
    owner_to_move: Matrix,
    /// The closed pairs with the opponent to move.
    opponent_to_move: Matrix,
    /// For each row.
    counts: Vec<Counts>,
}

impl<'a> Attractor<'a> {
    /// The attractor of this player before its first level.
    pub(super) fn new(arena: &'a ProductArena, player: Player) -> Self {
        let duel = Duel::new(arena, player);
        let (rows, columns) = (duel.owner.nodes() as usize, duel.opponent.nodes());
        let mut owner_to_move = Matrix::new(rows, columns, duel.kernels.margin());
        let mut opponent_to_move = Matrix::new(rows, columns, 0);
        let (mut owner_rows, mut opponent_rows) = (owner_to_move.view_mut(), opponent_to_move.view_mut());
        let mut counts = vec![Counts { won: 0, open_owner: columns, open_opponent: columns }; rows];
        let length = |runs: &[(u32, u32)]| runs.iter().map(|(start, end)| end - start).sum::<u32>();
        for (row, counts) in counts.iter_mut().enumerate() {
            let lost = duel.ends.lost_to_move(row);
            let owner_to_move = owner_rows.row_mut(row);
            fill_runs(owner_to_move, lost);
            fill_beyond(owner_to_move, columns);
            counts.open_owner -= length(lost);

            let opponent_to_move = opponent_rows.row_mut(row);
            fill_beyond(opponent_to_move, columns);
            for runs in [duel.ends.won.row(row), duel.ends.lost.row(row)] {
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

    /// Grows it to its end, or up to a level, and tells the record of every pair once. `None` if the record may not hold that many events.
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

    /// The pairs that the owner wins: with One to move, and with Two to move.
    pub(super) fn into_won(self) -> [BitRows; 2] {
        let Self { duel, mut owner_to_move, mut opponent_to_move, .. } = self;
        let ends = &duel.ends;
        let (mut owner_rows, mut opponent_rows) = (owner_to_move.view_mut(), opponent_to_move.view_mut());
        for row in 0..duel.owner.nodes() as usize {
            let (owner_to_move, opponent_to_move) = (owner_rows.row_mut(row), opponent_rows.row_mut(row));
            clear_beyond(owner_to_move, duel.opponent.nodes());
            clear_beyond(opponent_to_move, duel.opponent.nodes());
            clear_runs(owner_to_move, ends.lost_to_move(row));
            clear_runs(opponent_to_move, ends.lost.row(row));
            if !ends.stuck_loses && !ends.stuck.is_empty() {
                for &column in &ends.stuck {
                    clear_runs(opponent_to_move, &[(column, column + 1)]);
                }
                // These include pairs that the owner has won because the game is over there.
                fill_runs(opponent_to_move, ends.won.row(row));
            }
        }
        let mut won = [owner_to_move, opponent_to_move].map(Matrix::into_bit_rows);
        if duel.player == Player::Two {
            won.reverse();
        }
        won
    }
}

/// An attractor that is being grown.
struct Growth<'g, 'a> {
    duel: &'g Duel<'a>,
    terms: Terms<'g>,
    /// All rows.
    slab: Slab<'g>,
    worker: Worker<'a>,
    helpers: Helpers<'g, 'a>,
    front: Front,
    /// The level that is being found.
    number: u32,
    /// Candidates since the last call of [`Control::check`](crate::Control::check), and after how many it is called again.
    unchecked: usize,
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

    /// Goes from level to level. False if the record may not hold that many events.
    fn run(&mut self) -> Result<bool, SolveError> {
        self.check()?;
        self.record_ends();
        loop {
            self.decide_level()?;
            if self.number == self.terms.last || self.front.is_empty() {
                return Ok(true);
            }
            if self.worker.record.events() + self.helpers.events() >= self.terms.most_events {
                return Ok(false);
            }
            self.number += 1;
            self.front.find_candidates(self.duel.owner, self.number);
        }
    }

    /// Records level 0 with the opponent to move, which is where the game is over.
    fn record_ends(&mut self) {
        let record = &mut self.worker.record;
        for (slot, &row) in self.front.current().rows().iter().enumerate() {
            let (first, pairs) = self.front.current().pairs(slot as u32);
            record.decided(row as usize, first, self.duel.player.opponent(), 0, pairs);
        }
    }

    /// Decides a level, some candidates at a time: what they gain at it, and what the opponent loses at the next one. Then the next level is
    /// the one to be found.
    fn decide_level(&mut self) -> Result<(), SolveError> {
        let mut candidates = self.front.take_candidates();
        let (duel, number) = (self.duel, self.number);
        let level = Level { duel, front: &self.front, number, is_last: number == self.terms.last };
        let mut left = &mut candidates[..];
        while !left.is_empty() {
            let shared = self.helpers.share(&level, left, &mut self.slab, &mut self.worker);
            let rest = &mut left[shared..];
            let (now, later) = rest.split_at_mut(self.helpers.alone(rest.len(), self.stretch));
            let are_last = later.is_empty();
            let decide = || level.decide(now, are_last, self.slab.reborrow(), &mut self.worker);
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

    /// Tells progress, and stops if that is asked for.
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
