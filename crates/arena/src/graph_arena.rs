//! Explicit arenas: any game, given by its starts and its moves, explored into arrays.
//!
//! They are for games that are not pursuits, and for tests. The backward moves are the transpose of
//! the explored moves, so no second move generator can disagree with the first.

use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::OnceLock;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use petgraph::graph::{DiGraph, NodeIndex};
use thiserror::Error;

use crate::game::Arena;
use crate::moves::{BackMove, Cost, Move, Player, PositionId, Status};

/// The rules of a game: its states and its moves.
///
/// ```
/// use catmouse_arena::{Arena, GraphArena, Player, StateRules, Status};
///
/// /// A heap of matches; a move takes one or two; the player who takes the last match wins.
/// struct Matches;
///
/// impl StateRules for Matches {
///     type State = (u32, Player);
///     fn starts(&self) -> Vec<Self::State> {
///         vec![(4, Player::One)]
///     }
///     fn status(&self, &(left, turn): &Self::State) -> Status {
///         if left == 0 { Status::Won(turn.opponent()) } else { Status::Turn(turn) }
///     }
///     fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, u32)> {
///         (1..=left.min(2)).map(|taken| ((left - taken, turn.opponent()), 1)).collect()
///     }
/// }
///
/// let arena = GraphArena::explore(&Matches, 1_000)?;
/// assert_eq!(arena.positions(), 8); // of the 10 pairs of a heap and a player, two never arise
/// # Ok::<(), catmouse_arena::TooManyPositions>(())
/// ```
pub trait StateRules {
    /// Everything that determines the rest of the game, including whose turn it is.
    type State: Clone + Eq + Hash;

    /// The states at which the exploration starts.
    fn starts(&self) -> Vec<Self::State>;

    /// The winner at a state, or the player to move.
    fn status(&self, state: &Self::State) -> Status;

    /// The states that one move leads to, each with the cost of the move. Called only where the
    /// game is not over.
    fn moves(&self, state: &Self::State) -> Vec<(Self::State, Cost)>;

    /// Visits the same states and costs, by default those of [`moves`](Self::moves). A game that
    /// overrides this method without building a list is explored faster.
    fn each_move(&self, state: &Self::State, visit: &mut dyn FnMut(Self::State, Cost)) {
        self.moves(state).into_iter().for_each(|(after, cost)| visit(after, cost));
    }

    /// The winner if the player to move has no move; by default `None`, and play is endless. A game
    /// in which a stuck player loses returns `Some(mover.opponent())`; chess does so if the king is
    /// in check.
    fn winner_if_stuck(&self, _state: &Self::State, _mover: Player) -> Option<Player> {
        None
    }
}

/// The exploration found more positions than it was allowed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the game has more than {allowed} positions, which is the limit")]
pub struct TooManyPositions {
    /// The limit set by the caller, or 2³² − 1 if that is less.
    pub allowed: usize,
}

/// An arena laid out in arrays.
///
/// Positions are numbered in breadth-first order from the starts; moves keep the order in which the
/// rules list them. Memory: about 20 bytes a position plus one copy of its state, and 4 bytes a
/// move. Backward moves take 8 bytes a position and 4 bytes a move from their first use. If some
/// cost is not 1, each move takes 8 bytes more.
///
/// ```
/// use catmouse_arena::{Arena, GraphArena, Player, StateRules, Status};
///
/// /// Take one or two matches; the player who takes the last one wins.
/// struct Matches;
/// impl StateRules for Matches {
///     type State = (u32, Player);
///     fn starts(&self) -> Vec<Self::State> {
///         vec![(3, Player::One)]
///     }
///     fn status(&self, &(left, turn): &Self::State) -> Status {
///         if left == 0 { Status::Won(turn.opponent()) } else { Status::Turn(turn) }
///     }
///     fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, u32)> {
///         (1..=left.min(2)).map(|taken| ((left - taken, turn.opponent()), 1)).collect()
///     }
/// }
///
/// let arena = GraphArena::explore(&Matches, 100)?;
/// let start = arena.position(&(3, Player::One)).unwrap();
/// assert_eq!(arena.successors(start).map(|one| arena.state(one.to).0).collect::<Vec<_>>(), [2, 1]);
/// # Ok::<(), catmouse_arena::TooManyPositions>(())
/// ```
#[derive(Clone)]
pub struct GraphArena<S> {
    states: Vec<S>,
    statuses: Vec<Status>,
    /// The numbers of the states, by their hashes.
    numbers: HashTable<u32>,
    moves: Adjacency,
    /// The backward moves, computed on first use.
    back: OnceLock<Adjacency>,
}

/// The moves of all positions as compressed sparse rows.
#[derive(Clone)]
struct Adjacency {
    /// For each position the index of its first move; at the end the number of all moves.
    starts: Vec<usize>,
    /// The positions at the other ends of the moves.
    ends: Vec<u32>,
    /// The cost of each move; empty where every move costs 1.
    costs: Vec<Cost>,
}

/// A fixed seed, so that every exploration of a game takes the same time.
const HASH_STATE: FixedState = FixedState::with_seed(0);

/// Repetitions among up to this many moves are found by pairwise comparison, among more by a hash
/// table.
const FEW_MOVES: usize = 64;

impl<S: Clone + Eq + Hash> GraphArena<S> {
    /// Lays out all states that can arise from the starts of the rules.
    ///
    /// A move that is listed twice with the same cost counts once. Time and memory:
    /// O(positions + moves).
    ///
    /// # Errors
    ///
    /// [`TooManyPositions`] as soon as more than `allowed` positions have been found.
    ///
    /// # Panics
    ///
    /// If the rules list a move of cost 0.
    pub fn explore<R: StateRules<State = S>>(rules: &R, allowed: usize) -> Result<Self, TooManyPositions> {
        let mut exploration = Exploration::new(rules, allowed);
        for start in rules.starts() {
            exploration.number_of(HASH_STATE.hash_one(&start), start)?;
        }
        let mut found = Vec::new();
        let mut next = 0;
        while next < exploration.states.len() {
            exploration.expand(next, &mut found)?;
            next += 1;
        }
        let Exploration { states, statuses, numbers, moves, .. } = exploration;
        Ok(Self { states, statuses, numbers, moves, back: OnceLock::new() })
    }

    /// The position of a state; `None` if the exploration did not reach it.
    pub fn position(&self, state: &S) -> Option<PositionId> {
        let found = self.numbers.find(HASH_STATE.hash_one(state), |&number| self.states[number as usize] == *state);
        found.map(|&number| PositionId::new(number as usize))
    }

    /// The arena as a new petgraph digraph: nodes hold the status and the state of each position,
    /// edges the cost of each move. Time and memory: O(positions + moves).
    pub fn graph(&self) -> DiGraph<(Status, S), Cost> {
        let mut graph = DiGraph::with_capacity(self.states.len(), self.moves.ends.len());
        for (&status, state) in self.statuses.iter().zip(&self.states) {
            graph.add_node((status, state.clone()));
        }
        // petgraph lists the edges of a node in reverse order of insertion. Inserting them
        // backwards keeps the order of the rules.
        for from in (0..self.states.len()).rev() {
            let moves: Vec<_> = self.moves.of(from).collect();
            for (to, cost) in moves.into_iter().rev() {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(to as usize), cost);
            }
        }
        graph
    }
}

impl<S> GraphArena<S> {
    /// The state at a position.
    ///
    /// # Panics
    ///
    /// If the arena has no such position.
    pub fn state(&self, position: PositionId) -> &S {
        &self.states[position.index()]
    }

    /// All states, by the numbers of their positions.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    fn backward_moves(&self) -> &Adjacency {
        self.back.get_or_init(|| self.moves.transposed())
    }
}

impl<S> fmt::Debug for GraphArena<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphArena")
            .field("positions", &self.states.len())
            .field("moves", &self.moves.ends.len())
            .field("unit_costs", &self.unit_costs())
            .finish_non_exhaustive()
    }
}

/// The positions and moves found so far.
struct Exploration<'r, R: StateRules> {
    rules: &'r R,
    allowed: usize,
    states: Vec<R::State>,
    statuses: Vec<Status>,
    numbers: HashTable<u32>,
    moves: Adjacency,
}

impl<'r, R: StateRules> Exploration<'r, R> {
    fn new(rules: &'r R, allowed: usize) -> Self {
        let moves = Adjacency { starts: vec![0], ends: Vec::new(), costs: Vec::new() };
        let allowed = allowed.min(u32::MAX as usize);
        Self { rules, allowed, states: Vec::new(), statuses: Vec::new(), numbers: HashTable::new(), moves }
    }

    /// The number of a state with this hash; a new state gets the next number.
    #[inline]
    fn number_of(&mut self, hash: u64, state: R::State) -> Result<u32, TooManyPositions> {
        let Self { states, .. } = self;
        let known = |&number: &u32| states[number as usize] == state;
        let rehash = |&number: &u32| HASH_STATE.hash_one(&states[number as usize]);
        match self.numbers.entry(hash, known, rehash) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(vacant) => {
                if states.len() == self.allowed {
                    return Err(TooManyPositions { allowed: self.allowed });
                }
                let number = states.len() as u32;
                vacant.insert(number);
                self.statuses.push(self.rules.status(&state));
                states.push(state);
                Ok(number)
            }
        }
    }

    /// Adds the moves out of the next position. `found` is an empty buffer. All hashes are computed
    /// before the first look-up, so that the look-ups of the table overlap in time.
    #[inline]
    fn expand(&mut self, from: usize, found: &mut Vec<(u64, R::State, Cost)>) -> Result<(), TooManyPositions> {
        if let Status::Turn(mover) = self.statuses[from] {
            let (rules, state) = (self.rules, &self.states[from]);
            rules.each_move(state, &mut |after, cost| found.push((HASH_STATE.hash_one(&after), after, cost)));
            if found.is_empty()
                && let Some(winner) = rules.winner_if_stuck(state, mover)
            {
                self.statuses[from] = Status::Won(winner);
            }
            let many = found.len() > FEW_MOVES;
            let mut listed = HashTable::new();
            for (hash, after, cost) in found.drain(..) {
                assert!(cost >= 1, "a move must cost at least 1");
                let to = self.number_of(hash, after)?;
                let is_new = if many {
                    let hash = |&(to, cost): &(u32, Cost)| HASH_STATE.hash_one((to, cost));
                    let entry = listed.entry(hash(&(to, cost)), |&known| known == (to, cost), hash);
                    let is_new = matches!(entry, Entry::Vacant(_));
                    entry.or_insert((to, cost));
                    is_new
                } else {
                    !self.moves.has_pushed(to, cost)
                };
                if is_new {
                    self.moves.push(to, cost);
                }
            }
        }
        self.moves.starts.push(self.moves.ends.len());
        Ok(())
    }
}

impl Adjacency {
    /// The indices of the moves of a position.
    #[inline]
    fn range(&self, position: usize) -> std::ops::Range<usize> {
        self.starts[position]..self.starts[position + 1]
    }

    /// The other ends and the costs of the moves of a position.
    #[inline]
    fn of(&self, position: usize) -> impl Iterator<Item = (u32, Cost)> + '_ {
        self.range(position).map(|at| (self.ends[at], self.cost(at)))
    }

    #[inline]
    fn cost(&self, at: usize) -> Cost {
        self.costs.get(at).copied().unwrap_or(1)
    }

    /// Whether this move has been pushed since the last start.
    #[inline]
    fn has_pushed(&self, to: u32, cost: Cost) -> bool {
        let first = self.starts[self.starts.len() - 1];
        self.ends[first..].iter().enumerate().any(|(at, &end)| end == to && self.cost(first + at) == cost)
    }

    #[inline]
    fn push(&mut self, to: u32, cost: Cost) {
        if cost != 1 && self.costs.is_empty() {
            self.costs.resize(self.ends.len(), 1);
            self.costs.push(cost);
        } else if !self.costs.is_empty() {
            self.costs.push(cost);
        }
        self.ends.push(to);
    }

    /// The same moves, listed at their other ends. Time: linear.
    fn transposed(&self) -> Self {
        let positions = self.starts.len() - 1;
        let mut starts = vec![0; positions + 1];
        for &end in &self.ends {
            starts[end as usize + 1] += 1;
        }
        for position in 0..positions {
            starts[position + 1] += starts[position];
        }
        let (mut ends, mut costs) = (vec![0; self.ends.len()], vec![0; self.costs.len()]);
        // While a position's moves are filled in, `starts` holds its next free slot, in the end the
        // start of the next position.
        for from in 0..positions {
            for at in self.range(from) {
                let slot = &mut starts[self.ends[at] as usize];
                ends[*slot] = from as u32;
                if let Some(cost) = costs.get_mut(*slot) {
                    *cost = self.costs[at];
                }
                *slot += 1;
            }
        }
        starts.rotate_right(1);
        starts[0] = 0;
        Self { starts, ends, costs }
    }
}

impl<S> Arena for GraphArena<S> {
    fn positions(&self) -> usize {
        self.states.len()
    }

    #[inline]
    fn status(&self, position: PositionId) -> Status {
        self.statuses[position.index()]
    }

    #[inline]
    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_ {
        self.moves.of(position.index()).map(|(to, cost)| Move { to: PositionId::new(to as usize), cost })
    }

    #[inline]
    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_ {
        self.backward_moves().of(position.index()).filter_map(|(from, cost)| match self.statuses[from as usize] {
            Status::Turn(mover) => Some(BackMove { from: PositionId::new(from as usize), mover, cost }),
            Status::Won(_) => None,
        })
    }

    fn unit_costs(&self) -> bool {
        self.moves.costs.is_empty()
    }

    fn scan(&self, mut visit: impl FnMut(PositionId, Status, usize)) {
        for (position, &status) in self.statuses.iter().enumerate() {
            visit(PositionId::new(position), status, self.moves.range(position).len());
        }
    }
}
