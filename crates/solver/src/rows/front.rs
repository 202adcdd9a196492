//! Finds the rows that may gain at the next level, by push or by pull.
//!
//! **Push.** If the level before is small, the predecessors of its rows are the candidates. Each
//! takes the union of its successors' rows in the frontier.
//!
//! **Pull.** If the level before is large, all rows are candidates. A row stops once it has gained
//! everything in the frontier, which on dense graphs happens after a few successors.

use catmouse_arena::StepGraph;

use super::duel::Duel;
use super::frontier::Frontier;

/// The frontier pushes while its rows have at most this many predecessors for each row of the
/// matrix. Beyond, all rows pull.
const PUSH_UP_TO: usize = 2;

/// The slot of a row that is not in the frontier.
const ABSENT: u32 = u32::MAX;

/// The source from which the candidates of a level gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gain {
    /// From the ends of the game: level 0.
    Ends,
    /// By push, from all successors in the frontier.
    Successors,
    /// By pull, where each row of the frontier has a single column.
    SingleColumns,
    /// By pull, until the row has everything in the frontier.
    UntilCovered,
}

/// The state between two levels: the frontiers from which rows gain at the level being decided and
/// at the next one, and the candidates of the level being decided.
pub(super) struct Front {
    pub(super) gain: Gain,
    /// The pairs that level k − 1 decided with the opponent to move. Rows gain from these pairs at
    /// level k, the level being decided.
    pub(super) previous: Frontier,
    /// The pairs that level k decides with the opponent to move. They were found while level k − 1
    /// was decided. Rows gain from these pairs at level k + 1. What is found while level k is
    /// decided collects in [`Worker::next`](super::level::Worker::next).
    upcoming: Frontier,
    /// The union of all rows of `previous`, for [`Gain::UntilCovered`].
    pub(super) union: Vec<u64>,
    candidates: Vec<u32>,
    /// The slot of each row in `previous`; for [`Gain::SingleColumns`] its column instead;
    /// [`ABSENT`] for a row that is not in `previous`.
    slots: Vec<u32>,
    /// For each row, the last level at which a push found it.
    visited: Vec<u32>,
    /// The column of each row of `previous`, if every row has only one.
    columns: Vec<u32>,
}

impl Front {
    /// Level 0, where rows gain from the ends of the game.
    pub(super) fn new(duel: &Duel<'_>) -> Self {
        let rows = duel.owner.nodes();
        Self {
            gain: Gain::Ends,
            previous: duel.empty_frontier(),
            upcoming: duel.initial_frontier(),
            union: vec![0; duel.words],
            candidates: (0..rows).filter(|&row| !duel.ends.owner_won.row(row as usize).is_empty()).collect(),
            slots: vec![ABSENT; rows as usize],
            visited: vec![0; rows as usize],
            columns: Vec::new(),
        }
    }

    /// The pairs that the owner wins at the level being decided with the opponent to move.
    pub(super) fn upcoming(&self) -> &Frontier {
        &self.upcoming
    }

    /// Takes the candidates out. [`advance`](Self::advance) takes their memory back.
    pub(super) fn take_candidates(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.candidates)
    }

    /// Moves on to the next level. `next` holds the pairs that the owner wins at the level after it
    /// with the opponent to move, and becomes empty.
    pub(super) fn advance(&mut self, next: &mut Frontier, candidates: Vec<u32>) {
        self.candidates = candidates;
        self.previous.rows().iter().for_each(|&row| self.slots[row as usize] = ABSENT);
        self.previous.clear();
        std::mem::swap(&mut self.previous, &mut self.upcoming);
        std::mem::swap(&mut self.upcoming, next);
        // If only every other level has positions, the two frontiers with memory alternate.
        if self.upcoming.is_empty() && self.upcoming.has_more_capacity_than(next) {
            std::mem::swap(&mut self.upcoming, next);
        }
    }

    /// True if nothing is left to gain from.
    pub(super) fn is_empty(&self) -> bool {
        self.previous.is_empty() && self.upcoming.is_empty()
    }

    /// Finds the rows that may gain at this level, and chooses push or pull.
    pub(super) fn find_candidates(&mut self, owner: &StepGraph, level: u32) {
        for (slot, &row) in self.previous.rows().iter().enumerate() {
            self.slots[row as usize] = slot as u32;
        }
        self.candidates.clear();
        let pushes = self.previous.rows().iter().map(|&row| owner.predecessors(row).len()).sum::<usize>();
        if pushes <= PUSH_UP_TO * self.slots.len() {
            self.push(owner, level);
        } else {
            self.pull();
        }
    }

    fn push(&mut self, owner: &StepGraph, level: u32) {
        self.gain = Gain::Successors;
        for back in self.previous.rows().iter().flat_map(|&row| owner.predecessors(row)) {
            let visited = &mut self.visited[back.node as usize];
            if *visited != level {
                *visited = level;
                self.candidates.push(back.node);
            }
        }
    }

    fn pull(&mut self) {
        self.candidates.extend(0..self.slots.len() as u32);
        if self.previous.single_columns(&mut self.columns) {
            self.gain = Gain::SingleColumns;
            for (&row, &column) in self.previous.rows().iter().zip(&self.columns) {
                self.slots[row as usize] = column;
            }
            return;
        }
        self.gain = Gain::UntilCovered;
        self.union.fill(0);
        for slot in 0..self.previous.rows().len() as u32 {
            let (first, pairs) = self.previous.pairs(slot);
            self.union[first..].iter_mut().zip(pairs).for_each(|(union, pairs)| *union |= pairs);
        }
    }

    /// For each successor of a row that is in `previous`: the slot of the successor. For
    /// [`Gain::SingleColumns`] its column, which `pull` has stored in place of the slot.
    #[inline(always)]
    pub(super) fn hits(&self, owner: &StepGraph, row: usize) -> impl Iterator<Item = u32> {
        owner.successors(row as u32).iter().map(|arc| self.slots[arc.node as usize]).filter(|&slot| slot != ABSENT)
    }
}
