//! Explicit arenas: any game that can say where it starts and what its moves are, explored into a petgraph digraph.
//!
//! For games that are no pursuit, and for tests. The moves backwards are the transpose of the moves that were explored,
//! never a second, hand-written generator that could disagree with the first.

use std::collections::HashMap;
use std::hash::Hash;

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use thiserror::Error;

use crate::game::{Arena, BackMove, Cost, Move, PositionId, Status};

/// A game as its inventor would write it down: states and moves, nothing about solving.
///
/// ```
/// use catmouse_arena::{Arena, GraphArena, Status, Player, Rules};
///
/// /// A heap of matches; a move takes one or two; the player who takes the last match wins.
/// struct Matches;
///
/// impl Rules for Matches {
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
pub trait Rules {
    /// Everything that the future of the game depends on, whose turn it is included.
    type State: Clone + Eq + Hash;

    /// The states from which the game is explored.
    fn starts(&self) -> Vec<Self::State>;

    /// Whether a state is won, and by whom, or who is to move.
    fn status(&self, state: &Self::State) -> Status;

    /// The states that one move leads to, each with the cost of the move; asked only where the game is not over.
    fn moves(&self, state: &Self::State) -> Vec<(Self::State, Cost)>;
}

/// The exploration met more positions than it was allowed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the game has more than {allowed} positions, the most that this exploration may lay out")]
pub struct TooManyPositions {
    /// The limit that the caller set.
    pub allowed: usize,
}

/// An arena laid out as a petgraph digraph.
///
/// Positions are numbered in the order in which a breadth-first search from the starts meets them; moves keep the order in
/// which the rules list them. Memory: about 50 bytes a position and 24 bytes a move besides the states themselves, which are
/// held twice.
///
/// ```
/// use catmouse_arena::{Arena, GraphArena, Player, Rules, Status};
///
/// /// Take one or two matches; the player who takes the last one wins.
/// struct Matches;
/// impl Rules for Matches {
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
pub struct GraphArena<S> {
    graph: DiGraph<(Status, S), Cost>,
    numbers: HashMap<S, PositionId>,
    unit_costs: bool,
}

impl<S: Clone + Eq + Hash> GraphArena<S> {
    /// Lays out every state that can arise from the starts of the rules.
    ///
    /// A move listed twice with the same cost is one move. Time and memory: O(positions + moves).
    ///
    /// # Errors
    ///
    /// [`TooManyPositions`] as soon as more than `allowed` positions have been met.
    ///
    /// # Panics
    ///
    /// If the rules list a move of cost 0.
    pub fn explore<R: Rules<State = S>>(rules: &R, allowed: usize) -> Result<Self, TooManyPositions> {
        let mut graph = DiGraph::new();
        let mut numbers = HashMap::new();
        let mut meet = |state: S, graph: &mut DiGraph<(Status, S), Cost>| {
            if let Some(&known) = numbers.get(&state) {
                return Ok(known);
            }
            if graph.node_count() == allowed {
                return Err(TooManyPositions { allowed });
            }
            let number = PositionId::new(graph.add_node((rules.status(&state), state.clone())).index());
            numbers.insert(state, number);
            Ok(number)
        };

        for start in rules.starts() {
            meet(start, &mut graph)?;
        }
        let mut arcs: Vec<(PositionId, Move)> = Vec::new();
        let mut next = 0;
        while next < graph.node_count() {
            let from = PositionId::new(next);
            next += 1;
            let (node, state) = &graph[node_index(from)];
            if matches!(node, Status::Won(_)) {
                continue;
            }
            let own_arcs = arcs.len();
            for (target, cost) in rules.moves(&state.clone()) {
                assert!(cost >= 1, "a move must cost at least 1");
                let step = Move { to: meet(target, &mut graph)?, cost };
                if !arcs[own_arcs..].contains(&(from, step)) {
                    arcs.push((from, step));
                }
            }
        }
        // petgraph lists the arcs of a node last added first: adding them backwards keeps the order of the rules.
        for &(from, step) in arcs.iter().rev() {
            graph.add_edge(node_index(from), node_index(step.to), step.cost);
        }
        let unit_costs = arcs.iter().all(|(_, step)| step.cost == 1);
        Ok(Self { graph, numbers, unit_costs })
    }

    /// The state at a position.
    ///
    /// # Panics
    ///
    /// If the arena has no such position.
    pub fn state(&self, position: PositionId) -> &S {
        &self.graph[node_index(position)].1
    }

    /// The position of a state, if it can arise.
    pub fn position(&self, state: &S) -> Option<PositionId> {
        self.numbers.get(state).copied()
    }

    /// The graph itself: what each position is, its state, and the cost of each move.
    pub fn graph(&self) -> &DiGraph<(Status, S), Cost> {
        &self.graph
    }
}

impl<S> Arena for GraphArena<S> {
    fn positions(&self) -> usize {
        self.graph.node_count()
    }

    fn status(&self, position: PositionId) -> Status {
        self.graph[node_index(position)].0
    }

    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_ {
        self.graph
            .edges(node_index(position))
            .map(|arc| Move { to: PositionId::new(arc.target().index()), cost: *arc.weight() })
    }

    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_ {
        self.graph.edges_directed(node_index(position), Direction::Incoming).filter_map(|arc| {
            match self.graph[arc.source()].0 {
                Status::Turn(mover) => {
                    Some(BackMove { from: PositionId::new(arc.source().index()), mover, cost: *arc.weight() })
                }
                Status::Won(_) => None,
            }
        })
    }

    fn unit_costs(&self) -> bool {
        self.unit_costs
    }
}

fn node_index(position: PositionId) -> NodeIndex {
    NodeIndex::new(position.index())
}
