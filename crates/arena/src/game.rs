//! The seam between games and solvers: positions, whose turn it is, moves, and who has won.
//!
//! A solver sees an [`Arena`] and nothing else. The author of a game provides an arena, either by exploring its
//! [`Rules`](crate::Rules) into a [`GraphArena`](crate::GraphArena) or as a [`ProductArena`](crate::ProductArena)
//! that is never laid out in memory.

use std::fmt;

use crate::solution::Value;
use crate::staging::Gather;

/// What one move costs: 1 where a game counts plies, at least 1 everywhere.
pub type Cost = u32;

/// One of the two players. What they are called is the game's business ([`Words`](crate::Words)).
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The first player in numbering, which need not be the first to move.
    One,
    /// The second player in numbering.
    Two,
}

impl Player {
    /// Both players, in numbering order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 0 or 1, for numbering; [`ByPlayer`](crate::ByPlayer) holds something for each player.
    pub const fn index(self) -> usize {
        match self {
            Self::One => 0,
            Self::Two => 1,
        }
    }
}

/// "One" or "Two".
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "One",
            Self::Two => "Two",
        })
    }
}

/// The number of a position: `0..arena.positions()`. How positions are numbered is stated by each arena.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionId(usize);

impl PositionId {
    /// The position with this number.
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// The number of this position.
    pub const fn index(self) -> usize {
        self.0
    }
}

impl fmt::Display for PositionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The status of a position, before anything is solved: whose turn it is, or who has won.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game goes on and this player is to move. A player to move may have no move: then the game is endless.
    Turn(Player),
    /// The game is over and this player has won.
    Won(Player),
}

/// A move, seen from where it starts.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The position after the move.
    pub to: PositionId,
    /// What the move costs, at least 1.
    pub cost: Cost,
}

/// A move, seen from where it ends.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BackMove {
    /// The position before the move.
    pub from: PositionId,
    /// Who makes the move: the player to move at `from`.
    pub mover: Player,
    /// What the move costs, at least 1.
    pub cost: Cost,
}

/// A finite two-player game of perfect information, as a graph of positions.
///
/// # Contract
///
/// * Positions are numbered `0..positions()`.
/// * `successors` and `predecessors` describe the same moves. Two moves between the same two positions differ in cost.
/// * Moves out of a won position do not count: a forward walk stops there; a backward walk must skip
///   predecessors that are won, which an implicit arena may list.
/// * The order of `successors` is the order in which equal moves are preferred.
///
/// ```
/// use catmouse_arena::{Arena, PositionId, ProductArena, StalemateRule, Status, StepGraph, Verdicts};
///
/// /// How many positions have no move and no winner.
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
    /// How many positions there are; `usize::MAX` stands for as many or more, too many to hold a value for each.
    fn positions(&self) -> usize;

    /// What the position is.
    fn status(&self, position: PositionId) -> Status;

    /// The moves out of a position that is not won, in order of preference among equals.
    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_;

    /// The moves into a position.
    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_;

    /// Visits the moves into a position. An arena that knows its layout does this faster than one move at a time.
    #[inline]
    fn scan_predecessors(&self, position: PositionId, visit: impl FnMut(BackMove)) {
        self.predecessors(position).for_each(visit);
    }

    /// Whether every move costs 1, so that distances are plies.
    fn unit_costs(&self) -> bool;

    /// What the cheapest and the dearest move from one position to another cost; none where no move leads there.
    fn move_costs(&self, from: PositionId, to: PositionId) -> Option<(Cost, Cost)> {
        let costs = self.successors(from).filter(|step| step.to == to).map(|step| (step.cost, step.cost));
        costs.reduce(|(least, greatest), (cost, _)| (least.min(cost), greatest.max(cost)))
    }

    /// What the dearest move out of a position that is not won costs; none where there is no move.
    fn dearest_move(&self, from: PositionId) -> Option<Cost> {
        self.successors(from).map(|step| step.cost).max()
    }

    /// Visits each of some positions, none of which is won, with what is gathered over the moves out of it, in any order.
    fn gather_moves<G: Gather>(
        &self,
        positions: &[PositionId],
        gather: &G,
        item: impl Fn(PositionId) -> G::Item,
        mut visit: impl FnMut(PositionId, G::Item),
    ) {
        for &position in positions {
            let items = self.successors(position).map(|step| gather.after(item(step.to), step.cost));
            visit(position, items.fold(gather.nothing(), |one, other| gather.join(one, other)));
        }
    }

    /// Visits every position to which a move leads from one of some positions, none of which is won, with what is gathered over these
    /// moves: at once, or some of it at a time; in any order.
    fn spread_moves<G: Gather>(
        &self,
        sources: &[(PositionId, G::Item)],
        gather: &G,
        mut visit: impl FnMut(PositionId, G::Item),
    ) {
        for &(position, item) in sources {
            self.successors(position).for_each(|step| visit(step.to, gather.after(item, step.cost)));
        }
    }

    /// Visits every position with what it is and the best that the player to move can reach, one move before; none where the game is over
    /// or there is no move. In any order. Distances from 2⁶⁰ on may come out as 2⁶⁰ or more.
    fn scan_best(&self, value: impl Fn(PositionId) -> Value, mut visit: impl FnMut(PositionId, Status, Option<Value>)) {
        for position in (0..self.positions()).map(PositionId::new) {
            let node = self.status(position);
            let best = match node {
                Status::Turn(mover) => {
                    let values = self.successors(position).map(|step| value(step.to).one_move_before(step.cost));
                    values.reduce(|best, next| best.better(next, mover))
                }
                Status::Won(_) => None,
            };
            visit(position, node, best);
        }
    }

    /// Visits every position in numbering order with what it is and the number of its moves (0 where it is won).
    ///
    /// An arena that knows its layout does this faster than one position at a time.
    fn scan(&self, mut visit: impl FnMut(PositionId, Status, usize)) {
        for position in (0..self.positions()).map(PositionId::new) {
            let node = self.status(position);
            let moves = match node {
                Status::Turn(_) => self.successors(position).count(),
                Status::Won(_) => 0,
            };
            visit(position, node, moves);
        }
    }
}
