//! Arenas in which one player follows a fixed policy.

use std::collections::BTreeMap;

use crate::game::Arena;
use crate::moves::{BackMove, Move, Player, PositionId, Status};
use crate::value::Distance;

/// An arena in which one player has at most one move at each position: the move of a policy. The
/// other player may make every move. Positions have the numbers that they have in the arena itself.
///
/// The value of a position is then the worst case of the policy: what the best play against it
/// achieves. A solver finds it as it finds any other value, and [`check`](crate::check) proves it.
///
/// Positions at which the player is to move and which cannot arise have no moves.
///
/// ```
/// use catmouse_arena::{Arena, Move, Player, PositionId, ProductArena, Restricted, StalemateRule, StepGraph, Verdicts};
///
/// // One may walk 0 → 1 → 2 or wait, and wins at 2; Two can only wait.
/// let road = StepGraph::new(3, vec![(0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 2, 1)]);
/// let home = StepGraph::new(1, vec![(0, 0, 1)]);
/// let goal = Verdicts::from_fn(3, 1, |road, _| (road == 2).then_some(Player::One));
/// let arena = ProductArena::new(road, home, goal, StalemateRule::Endless);
///
/// // The policy takes the last of the moves, so One walks.
/// let start = PositionId::new(0);
/// let last = |position| arena.successors(position).last();
/// let walk = Restricted::explore(&arena, Player::One, start, None, last)?;
/// assert_eq!(walk.successors(start).count(), 1);
/// assert_eq!(walk.explored(), 4); // of the six positions: One never waits
/// # Ok::<(), catmouse_arena::Unanswered>(())
/// ```
#[derive(Clone, Debug)]
pub struct Restricted<'a, A> {
    arena: &'a A,
    player: Player,
    /// The moves of the policy, ordered by position.
    choices: BTreeMap<PositionId, Move>,
    explored: usize,
}

/// A policy gave no move at a position that can arise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The positions from the start to this position, along one of the cheapest lines.
    pub path: Vec<PositionId>,
}

impl<'a, A: Arena> Restricted<'a, A> {
    /// Asks the policy for a move at each position of `player` that can arise from `start`. With
    /// a `limit` on the sum of the costs, positions beyond it do not arise. The policy is not asked
    /// at a position with one legal move, nor where every move goes beyond the limit.
    ///
    /// Time and memory: O((positions + moves) · log positions), of those that can arise.
    ///
    /// # Errors
    ///
    /// [`Unanswered`] at a position for which the policy returns `None`. Positions that arise at
    /// less cost are asked about first.
    ///
    /// # Panics
    ///
    /// If the policy returns a move that is not legal.
    pub fn explore(
        arena: &'a A,
        player: Player,
        start: PositionId,
        limit: Option<Distance>,
        mut policy: impl FnMut(PositionId) -> Option<Move>,
    ) -> Result<Self, Unanswered> {
        let limit = limit.unwrap_or(Distance::MAX);
        let mut choices = BTreeMap::new();
        // Each position with the least cost at which it is known to arise, and the position before
        // it.
        let mut reached = BTreeMap::from([(start, (0, start))]);
        // The positions that arise at each cost, in the order in which they were found.
        let mut open: BTreeMap<Distance, Vec<PositionId>> = BTreeMap::from([(0, vec![start])]);
        while let Some((spent, layer)) = open.pop_first() {
            for position in layer {
                let Status::Turn(mover) = arena.status(position) else { continue };
                let in_time = |step: &Move| spent.saturating_add(step.cost.into()) <= limit;
                let mut moves: Vec<Move> = arena.successors(position).collect();
                // A position that was found again at less cost has been treated there.
                if reached[&position].0 < spent || !moves.iter().any(in_time) {
                    continue;
                }
                if mover == player && moves.len() > 1 {
                    let Some(choice) = policy(position) else {
                        return Err(Unanswered { path: path_to(position, &reached) });
                    };
                    assert!(moves.contains(&choice), "the policy's move at {position} is legal");
                    moves = vec![choice];
                }
                if mover == player
                    && let [choice] = moves[..]
                {
                    choices.insert(position, choice);
                }
                for step in moves.into_iter().filter(in_time) {
                    let after = spent + Distance::from(step.cost);
                    if reached.get(&step.to).is_none_or(|&(known, _)| after < known) {
                        reached.insert(step.to, (after, position));
                        open.entry(after).or_default().push(step.to);
                    }
                }
            }
        }
        Ok(Self { arena, player, choices, explored: reached.len() })
    }

    /// The number of positions that can arise.
    pub fn explored(&self) -> usize {
        self.explored
    }

    fn allows(&self, from: PositionId, step: Move) -> bool {
        self.choices.get(&from) == Some(&step)
    }
}

/// The positions from the start to this position, both included.
fn path_to(position: PositionId, reached: &BTreeMap<PositionId, (Distance, PositionId)>) -> Vec<PositionId> {
    let before =
        |&position: &PositionId| reached.get(&position).map(|&(_, before)| before).filter(|&before| before != position);
    let mut path: Vec<PositionId> = std::iter::successors(Some(position), before).collect();
    path.reverse();
    path
}

impl<A: Arena> Arena for Restricted<'_, A> {
    fn positions(&self) -> usize {
        self.arena.positions()
    }

    fn status(&self, position: PositionId) -> Status {
        self.arena.status(position)
    }

    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_ {
        let is_restricted = self.arena.status(position) == Status::Turn(self.player);
        let choice = self.choices.get(&position).copied().filter(|_| is_restricted);
        let all = (!is_restricted).then(|| self.arena.successors(position));
        choice.into_iter().chain(all.into_iter().flatten())
    }

    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_ {
        let is_allowed = move |back: &BackMove| {
            back.mover != self.player || self.allows(back.from, Move { to: position, cost: back.cost })
        };
        self.arena.predecessors(position).filter(is_allowed)
    }

    fn unit_costs(&self) -> bool {
        self.arena.unit_costs()
    }
}
