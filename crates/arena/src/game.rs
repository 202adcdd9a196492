//! The seam between games and solvers: positions, whose turn it is, moves, and who has won.
//!
//! A solver sees an [`Arena`] and nothing else. The author of a game provides an arena, either by
//! exploring its [`StateRules`](crate::StateRules) into a [`GraphArena`](crate::GraphArena) or as a
//! [`ProductArena`] that is never laid out in memory.

use crate::moves::{BackMove, Cost, Move, PositionId, Status};
use crate::product_arena::ProductArena;
use crate::staging::Semiring;
use crate::value::Value;

/// A finite two-player game of perfect information, as a graph of positions.
///
/// # Contract
///
/// * Positions are numbered `0..positions()`.
/// * `successors` and `predecessors` describe the same moves. Two moves between the same two
///   positions differ in cost.
/// * Moves out of a won position do not count. A forward search stops there. A backward search must
///   skip won predecessors, because an implicit arena may list them.
/// * Of equally good moves, the one that `successors` lists first is preferred.
///
/// ```
/// use catmouse_arena::{Arena, PositionId, ProductArena, StalemateRule, Status, StepGraph, Verdicts};
///
/// /// The number of positions without a move and without a winner.
/// fn dead_ends(arena: &impl Arena) -> usize {
///     let open = |&position: &PositionId| matches!(arena.status(position), Status::Turn(_));
///     let positions = (0..arena.positions()).map(PositionId::new);
///     positions.filter(open).filter(|&position| arena.successors(position).next().is_none()).count()
/// }
///
/// // One walks 0 → 1 and is stuck there; Two waits at home.
/// let (road, home) = (StepGraph::new(2, vec![(0, 1, 1)]), StepGraph::new(1, vec![(0, 0, 1)]));
/// let arena = ProductArena::new(road, home, Verdicts::from_fn(2, 1, |_, _| None), StalemateRule::Endless);
/// assert_eq!(dead_ends(&arena), 1);
/// ```
pub trait Arena {
    /// The number of positions; `usize::MAX` if there are too many to count in a `usize`.
    fn positions(&self) -> usize;

    /// The winner at the position, or the player to move.
    fn status(&self, position: PositionId) -> Status;

    /// The moves out of a position that is not won, in order of preference among equals.
    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_;

    /// Announces that the moves out of nearly all positions will be needed, so that the arena may
    /// compute once what many of them have in common.
    fn precompute_moves(&self) {}

    /// The moves into a position.
    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_;

    /// Visits the moves into a position. An arena may do this faster than by
    /// [`predecessors`](Self::predecessors).
    #[inline]
    fn scan_predecessors(&self, position: PositionId, visit: impl FnMut(BackMove)) {
        self.predecessors(position).for_each(visit);
    }

    /// Whether every move costs 1, so that distances are plies.
    fn unit_costs(&self) -> bool;

    /// The product that this arena is, if it is one: an engine made for products looks at both
    /// factors instead of at every position.
    fn as_product(&self) -> Option<&ProductArena> {
        None
    }

    /// The least and the greatest cost of the moves from one position to another; `None` if there
    /// is none.
    fn move_costs(&self, from: PositionId, to: PositionId) -> Option<(Cost, Cost)> {
        let costs = self.successors(from).filter(|step| step.to == to).map(|step| (step.cost, step.cost));
        costs.reduce(|(least, greatest), (cost, _)| (least.min(cost), greatest.max(cost)))
    }

    /// The greatest cost of the moves out of a position that is not won; `None` if there is none.
    fn dearest_move(&self, from: PositionId) -> Option<Cost> {
        self.successors(from).map(|step| step.cost).max()
    }

    /// Visits each of these positions with the sum, in the semiring, over the moves out of it. No
    /// position is won. The order of the visits is unspecified.
    fn gather_moves<S: Semiring>(
        &self,
        positions: &[PositionId],
        semiring: &S,
        item: impl Fn(PositionId) -> S::Item,
        mut visit: impl FnMut(PositionId, S::Item),
    ) {
        for &position in positions {
            let items = self.successors(position).map(|step| semiring.extend(item(step.to), step.cost));
            visit(position, items.fold(semiring.zero(), |one, other| semiring.plus(one, other)));
        }
    }

    /// Visits every position that a move from one of the sources leads to, with the sum, in the
    /// semiring, over these moves. No source is won. The order of the visits is unspecified. A
    /// position may be visited several times, each time for some of the moves.
    fn spread_moves<S: Semiring>(
        &self,
        sources: &[(PositionId, S::Item)],
        semiring: &S,
        mut visit: impl FnMut(PositionId, S::Item),
    ) {
        for &(position, item) in sources {
            self.successors(position).for_each(|step| visit(step.to, semiring.extend(item, step.cost)));
        }
    }

    /// Visits every position with its status and the value that follows from the best move; `None`
    /// where the game is over or there is no move. The order of the visits is unspecified.
    /// Distances of 2⁶⁰ and more may saturate. Asks from time to time whether it goes on.
    fn scan_best(
        &self,
        value: impl Fn(PositionId) -> Value,
        goes_on: impl Fn() -> bool,
        mut visit: impl FnMut(PositionId, Status, Option<Value>),
    ) {
        for position in (0..self.positions()).map(PositionId::new).take_while(|_| goes_on()) {
            let status = self.status(position);
            let best = match status {
                Status::Turn(mover) => {
                    let values = self.successors(position).map(|step| value(step.to).one_move_before(step.cost));
                    values.reduce(|best, next| best.better(next, mover))
                }
                Status::Won(_) => None,
            };
            visit(position, status, best);
        }
    }

    /// Visits every position in numbering order with its status and the number of its moves (0
    /// where it is won). An arena may do this faster than one position at a time.
    fn scan(&self, mut visit: impl FnMut(PositionId, Status, usize)) {
        for position in (0..self.positions()).map(PositionId::new) {
            let status = self.status(position);
            let moves = match status {
                Status::Turn(_) => self.successors(position).count(),
                Status::Won(_) => 0,
            };
            visit(position, status, moves);
        }
    }
}
