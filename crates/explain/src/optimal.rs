//! All of optimal play: a player's best moves at every position, and every line in which both
//! players make best moves.
//!
//! The [principal variation](crate::principal_variation) is one of these lines.

use std::collections::HashMap;

use catmouse_arena::{Adjudication, Arena, Move, Player, PositionId, Status, Values};

use crate::line::{Line, LineEnd};

/// The strategy of a player who makes any best move at each of its positions, and so never gives
/// away a win or a draw.
///
/// If the values have no distances, the player keeps a win but need not reach its end.
///
/// ```
/// use catmouse_arena::{GraphArena, Player, PositionId, StateRules, Status};
/// use catmouse_explain::Optimal;
///
/// /// A heap of matches; a move takes one or two; the player who takes the last match wins.
/// struct Matches;
///
/// impl StateRules for Matches {
///     type State = (u32, Player);
///     fn starts(&self) -> Vec<Self::State> {
///         vec![(5, Player::One)]
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
/// let solution = catmouse_solver::solve_table(&arena)?;
/// let one = Optimal::new(&arena, &solution, Player::One);
/// let reply = one.play(PositionId::new(0)).expect("One is to move");
/// assert_eq!(arena.state(reply.to).0, 3); // leave a multiple of three
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Optimal<'a, A, V> {
    arena: &'a A,
    values: &'a V,
    player: Player,
}

impl<'a, A: Arena, V: Values> Optimal<'a, A, V> {
    /// The strategy of this player.
    pub fn new(arena: &'a A, values: &'a V, player: Player) -> Self {
        Self { arena, values, player }
    }

    /// The player who follows this strategy.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The best moves at a position, in the arena's order; empty if the player is not to move.
    pub fn moves(&self, position: PositionId) -> Vec<Move> {
        if self.arena.status(position) == Status::Turn(self.player) {
            self.values.best_moves(self.arena, position)
        } else {
            Vec::new()
        }
    }

    /// The first of [`moves`](Self::moves), which need not be the [main move](crate::main_move()).
    /// `None` if there is none.
    pub fn play(&self, position: PositionId) -> Option<Move> {
        let is_to_move = self.arena.status(position) == Status::Turn(self.player);
        is_to_move.then(|| self.values.best_move(self.arena, position)).flatten()
    }
}

/// Every line in which both players play best moves from a position, in the arena's order of moves.
/// Each line ends as a [`principal_variation`](crate::principal_variation) does.
///
/// The lines may be very many, so the iterator makes them one by one. Time for each line: linear in
/// its length and in the moves along it. Memory: linear in the longest line. If the values have no
/// distances, a line may repeat a position although an end could be forced.
pub fn optimal_lines<'a, A: Arena, V: Values>(
    arena: &'a A,
    values: &'a V,
    adjudication: &Adjudication,
    start: PositionId,
) -> OptimalLines<'a, A, V> {
    let first = Some(*adjudication);
    OptimalLines { arena, values, start, first, steps: Vec::new(), untried: Vec::new(), seen: HashMap::new() }
}

/// The iterator of [`optimal_lines`].
#[derive(Debug)]
pub struct OptimalLines<'a, A, V> {
    arena: &'a A,
    values: &'a V,
    start: PositionId,
    /// The adjudication at the start; `None` after the first line.
    first: Option<Adjudication>,
    steps: Vec<Move>,
    untried: Vec<Untried>,
    /// The positions of the line, each with its ply.
    seen: HashMap<PositionId, usize>,
}

/// A position of the line, and its best moves that have not been played yet.
#[derive(Debug)]
struct Untried {
    position: PositionId,
    moves: std::vec::IntoIter<(Move, Adjudication)>,
}

impl<A: Arena, V: Values> OptimalLines<'_, A, V> {
    /// Enters a position. Returns the line if it ends here; otherwise pushes an entry to `untried`,
    /// from which play continues.
    fn enter(&mut self, here: PositionId, adjudication: Adjudication) -> Option<Line> {
        let end = if let Status::Won(_) = self.arena.status(here) {
            LineEnd::Over
        } else if let Some(&first_ply) = self.seen.get(&here) {
            LineEnd::Repetition { first_ply }
        } else {
            let best = self.values.best_moves(self.arena, here);
            let has_moves = !best.is_empty();
            let in_time = best.into_iter().filter_map(|step| Some((step, adjudication.after(step.cost)?)));
            let moves: Vec<(Move, Adjudication)> = in_time.collect();
            match (has_moves, moves.is_empty()) {
                (false, _) => LineEnd::Stuck,
                (true, true) => LineEnd::Limit,
                (true, false) => {
                    self.seen.insert(here, self.steps.len());
                    self.untried.push(Untried { position: here, moves: moves.into_iter() });
                    return None;
                }
            }
        };
        let line = Line { start: self.start, steps: self.steps.clone(), end };
        self.steps.pop();
        Some(line)
    }
}

impl<A: Arena, V: Values> Iterator for OptimalLines<'_, A, V> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let mut ended = self.first.take().and_then(|adjudication| self.enter(self.start, adjudication));
        while ended.is_none() {
            let last = self.untried.last_mut()?;
            match last.moves.next() {
                Some((step, adjudication)) => {
                    self.steps.push(step);
                    ended = self.enter(step.to, adjudication);
                }
                None => {
                    self.seen.remove(&last.position);
                    self.untried.pop();
                    self.steps.pop();
                }
            }
        }
        ended
    }
}
