//! Which rows may gain something at the next level, and how: by push or by pull.
//!
//! **Push.** Where the level before is small, the predecessors of its rows are the candidates, and each takes the union of what its
//! successors have in the frontier.
//!
//! **Pull.** Where the level before is large, all rows are candidates. A row stops as soon as it has gained all that the frontier has to
//! give, which on dense graphs is after a few successors.

use catmouse_arena::StepGraph;

use super::duel::Duel;
use super::frontier::Frontier;

/// Rows gain by push while the frontier's predecessors number at most this many times the rows; beyond that all rows pull.
const PUSH_UP_TO: usize = 2;

/// The slot of a row that is not in the frontier.
const ABSENT: u32 = u32::MAX;

/// The way in which the candidates of a level gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gain {
    /// The game is over there: level 0.
    Ends,
    /// By push, the union of what the successors have in the frontier.
    Successors,
    /// By pull, where each row of the frontier has but one column.
    SingleColumns,
    /// By pull, until all that is in the frontier is gained.
    UntilCovered,
}

/// The growing edge of an attractor: the last two levels, and the rows that may gain from the first of the two.
pub(super) struct Front {
    pub(super) gain: Gain,
    /// The pairs that level k − 1 decided with the opponent to move. Level k, which is being found, gains from them.
    pub(super) previous: Frontier,
    /// The pairs that level k decided with the opponent to move. They were found together with level k − 1.
    current: Frontier,
    /// All that is in `previous`, for [`Gain::UntilCovered`].
    pub(super) union: Vec<u64>,
    candidates: Vec<u32>,
    /// The slot of each row in `previous`; for [`Gain::SingleColumns`] its column instead.
    slots: Vec<u32>,
    /// For each row the last level at which it was found by push.
    visited: Vec<u32>,
    /// The column of each row of `previous`, if it has but one.
    columns: Vec<u32>,
}

impl Front {
    /// Level 0: the rows gain where the game is over.
    pub(super) fn new(duel: &Duel<'_>) -> Self {
        let rows = duel.owner.nodes();
        Self {
            gain: Gain::Ends,
            previous: duel.empty_frontier(),
            current: duel.initial_frontier(),
            union: vec![0; duel.words],
            candidates: (0..rows).filter(|&row| !duel.ends.won.row(row as usize).is_empty()).collect(),
            slots: vec![ABSENT; rows as usize],
            visited: vec![0; rows as usize],
            columns: Vec::new(),
        }
    }

    /// The pairs that the level being found decided with the opponent to move.
    pub(super) fn current(&self) -> &Frontier {
        &self.current
    }

    /// The candidates, to be given back when the level is found.
    pub(super) fn take_candidates(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.candidates)
    }

    /// Goes on to the next level. `next` is what was found lost for the level after this one, and is empty afterwards.
    pub(super) fn advance(&mut self, next: &mut Frontier, candidates: Vec<u32>) {
        self.candidates = candidates;
        self.previous.rows().iter().for_each(|&row| self.slots[row as usize] = ABSENT);
        self.previous.clear();
        std::mem::swap(&mut self.previous, &mut self.current);
        std::mem::swap(&mut self.current, next);
        // If only every other level has positions, two frontiers with memory take turns.
        if self.current.is_empty() && self.current.has_more_capacity_than(next) {
            std::mem::swap(&mut self.current, next);
        }
    }

    /// Whether nothing is left to gain from.
    pub(super) fn is_empty(&self) -> bool {
        self.previous.is_empty() && self.current.is_empty()
    }

    /// Finds the rows that may gain at this level, and says how they do.
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

    /// The slots, or columns, of the successors of a row that are in the frontier `previous`.
    #[inline(always)]
    pub(super) fn hits(&self, owner: &StepGraph, row: usize) -> impl Iterator<Item = u32> {
        owner.successors(row as u32).iter().map(|arc| self.slots[arc.node as usize]).filter(|&slot| slot != ABSENT)
    }
}
