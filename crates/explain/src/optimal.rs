//! All of optimal play: what a player may play anywhere, and every line in which both play so.
//!
//! The [principal variation](crate::principal_variation) is one of these lines.

use std::collections::BTreeMap;

use catmouse_arena::{Adjudication, Arena, Move, Player, PositionId, Status, Values};

use crate::line::{Line, LineEnd};

/// The strategy of a player that never gives away what it has: at each of its positions the best moves by the values.
///
/// ```
/// use catmouse_arena::{GraphArena, Player, PositionId, Rules, Status};
/// use catmouse_explain::Optimal;
///
/// /// A heap of matches; a move takes one or two; the player who takes the last match wins.
/// struct Matches;
///
/// impl Rules for Matches {
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
/// let solution = catmouse_solver::solve(&arena)?;
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

    /// Whose strategy it is.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The moves that it allows at a position, in the arena's order; none where the player is not to move.
    pub fn moves(&self, position: PositionId) -> Vec<Move> {
        if self.arena.status(position) == Status::Turn(self.player) {
            self.values.best_moves(self.arena, position)
        } else {
            Vec::new()
        }
    }

    /// The first of them.
    pub fn play(&self, position: PositionId) -> Option<Move> {
        let is_to_move = self.arena.status(position) == Status::Turn(self.player);
        is_to_move.then(|| self.values.best_move(self.arena, position)).flatten()
    }
}

/// Every line in which both players play best moves from a position, in the arena's order of moves; each ends as a
/// [`principal_variation`](crate::principal_variation) does.
///
/// There may be very many: they come one by one. Time for each: linear in its length and the moves along it. Memory: that of the longest
/// line. Where distances are not held, a line may repeat a position although an end could be forced.
pub fn optimal_lines<'a, A: Arena, V: Values>(
    arena: &'a A,
    values: &'a V,
    adjudication: &Adjudication,
    start: PositionId,
) -> OptimalLines<'a, A, V> {
    let first = Some(*adjudication);
    OptimalLines { arena, values, start, first, steps: Vec::new(), branches: Vec::new(), seen: BTreeMap::new() }
}

/// What [`optimal_lines`] gives.
#[derive(Debug)]
pub struct OptimalLines<'a, A, V> {
    arena: &'a A,
    values: &'a V,
    start: PositionId,
    /// What is agreed at the start, until the first line has been asked for.
    first: Option<Adjudication>,
    steps: Vec<Move>,
    branches: Vec<Branch>,
    /// The positions of the line, with their plies.
    seen: BTreeMap<PositionId, usize>,
}

/// A position of the line, and what has not been played there yet.
#[derive(Debug)]
struct Branch {
    position: PositionId,
    moves: std::vec::IntoIter<(Move, Adjudication)>,
}

impl<A: Arena, V: Values> OptimalLines<'_, A, V> {
    /// Goes on from a position: the line that ends there, or none and a branch to play on from.
    fn enter(&mut self, here: PositionId, agreed: Adjudication) -> Option<Line> {
        let end = if let Status::Won(_) = self.arena.status(here) {
            LineEnd::Over
        } else if let Some(&first_ply) = self.seen.get(&here) {
            LineEnd::Repetition { first_ply }
        } else {
            let best = self.values.best_moves(self.arena, here);
            let has_moves = !best.is_empty();
            let in_time = best.into_iter().filter_map(|step| Some((step, agreed.after(step.cost)?)));
            let moves: Vec<(Move, Adjudication)> = in_time.collect();
            match (has_moves, moves.is_empty()) {
                (false, _) => LineEnd::Stuck,
                (true, true) => LineEnd::Limit,
                (true, false) => {
                    self.seen.insert(here, self.steps.len());
                    self.branches.push(Branch { position: here, moves: moves.into_iter() });
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
        let mut ended = self.first.take().and_then(|agreed| self.enter(self.start, agreed));
        while ended.is_none() {
            let branch = self.branches.last_mut()?;
            match branch.moves.next() {
                Some((step, agreed)) => {
                    self.steps.push(step);
                    ended = self.enter(step.to, agreed);
                }
                None => {
                    self.seen.remove(&branch.position);
                    self.branches.pop();
                    self.steps.pop();
                }
            }
        }
        ended
    }
}
