//! The difficulty of a level for the player of the Mouse, who wants to reach the goal.
//!
//! The measure is the expected number of games until a *hasty player* wins one, against a Cat that
//! delays its defeat. At each turn the hasty player weighs its legal moves:
//!
//! * A move that ends t steps farther from the goal than the nearest one has the weight 4⁻ᵗ.
//! * The player sees a mistake the more easily the sooner it is punished. If the Cat forces a win r
//!   plies after it, the weight is multiplied by 1 − 2⁻ᵏ, where k is r/2 rounded down. So the player
//!   never steps where it is caught at once, plays a move that loses in the next round with half of
//!   its weight, and does not notice that a move only gives the win away.
//!
//! Then it plays one move, with a probability proportional to its weight. Long ways, few right moves,
//! tempting mistakes and mistakes that show late all make it lose more often. If several answers of
//! the Cat delay its defeat the longest, each has the same probability. So the measure does not
//! depend on the numbers of the vertices.
//!
//! The [`Difficulty`] counts doublings: a level of difficulty 3 is won once in about 8 games. Two
//! more players, who do not use dice, play each level that is returned. The *greedy player* goes as
//! near to the goal as it can without being caught at once. The *short-sighted player* sees what is
//! forced within some rounds, and otherwise is greedy.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Judgement, Move, Player, PositionId, Status, Value, Values, WinOrDraw};
use catmouse_explain::{Context, Policy};
use catmouse_model::{Game, Side};
use serde::Serialize;

/// The difficulty of a level for the player of the Mouse, with what makes it difficult.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Difficulty {
    /// The number of doublings of the games that the hasty player needs to win one, with linear
    /// steps between the powers of two: 3 for 8 games, 3.5 for 12.
    pub difficulty: f64,
    /// The number of the Mouse's moves if both sides play perfectly: the par.
    pub moves: u64,
    /// At how many of these moves only one legal move wins.
    pub only_moves: u64,
    /// At how many of these moves a mistake that is not punished at once ends as near to the goal as
    /// every right move, or nearer.
    pub tempting: u64,
    /// The most plies until the Cat has won, of all mistakes at these moves that lose by force; null
    /// if there are none.
    pub late_plies: Option<u64>,
    /// After how many of its moves the greedy player makes a mistake or goes in circles; null if it
    /// wins.
    pub greedy_moves: Option<u64>,
    /// The least number of rounds that the short-sighted player has to see to win.
    pub foresight: u64,
}

/// The number of doublings that lead from 1 to a number, with linear steps between powers of two.
/// Unlike a logarithm it is the same on every machine.
pub(crate) fn doublings(games: f64) -> f64 {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = games.to_bits();
    let whole = (bits >> FRACTION) as f64 - 1023.0;
    whole + (bits & ((1 << FRACTION) - 1)) as f64 / (1_u64 << FRACTION) as f64
}

/// A shelf for boards of similar difficulty: a quarter of a doubling.
pub(crate) fn shelf(games: u64) -> u64 {
    games >> (f64::MANTISSA_DIGITS - 3)
}

/// The sweeps of [`Levels::new`] end when no chance grows by more than this.
const SETTLED: f64 = 1e-9;

/// The most sweeps. A player who walks to and fro settles more slowly.
const SWEEPS: u32 = 200;

/// The positions of a game as levels.
pub(crate) struct Levels<'a> {
    game: &'a Game,
    values: &'a dyn Values,
    /// For each node of the mouse, the number of its moves to the nearest goal.
    to_goal: Vec<u32>,
    /// For each position, the probability that the hasty player wins from it.
    chances: Vec<f64>,
}

impl<'a> Levels<'a> {
    /// Computes the chances of the hasty player from all positions. `None` if the Mouse has no goal.
    ///
    /// Time: up to [`SWEEPS`] times linear in the moves from the positions that the Mouse wins.
    pub(crate) fn new(game: &'a Game, values: &'a dyn Values) -> Option<Self> {
        let mut levels = Self { game, values, to_goal: to_goal(game)?, chances: Vec::new() };
        let arena = game.arena();
        levels.chances = vec![0.0; arena.positions()];
        let mut won: Vec<(u64, PositionId)> = Vec::new();
        for position in (0..arena.positions()).map(PositionId::new) {
            if let Value::Win { player: Player::One, distance } = values.value(position) {
                won.push((distance, position));
            }
        }
        won.sort_unstable();
        let (mut ends, mut moves) = (Vec::with_capacity(won.len()), Vec::new());
        for &(_, position) in &won {
            match arena.status(position) {
                Status::Won(_) => levels.chances[position.index()] = 1.0,
                Status::Turn(Player::One) => levels.weigh(position, &mut moves),
                Status::Turn(Player::Two) => levels.delay(position, &mut moves),
            }
            ends.push(moves.len());
        }
        for _ in 0..SWEEPS {
            let (mut first, mut growth) = (0, 0.0);
            for (&(_, position), &end) in won.iter().zip(&ends) {
                if first < end {
                    let sum: f64 =
                        moves[first..end].iter().map(|&(to, share): &(usize, f64)| share * levels.chances[to]).sum();
                    growth = f64::max(growth, sum - levels.chances[position.index()]);
                    levels.chances[position.index()] = sum;
                }
                first = end;
            }
            if growth < SETTLED {
                break;
            }
        }
        Some(levels)
    }

    /// The expected number of games until the hasty player wins one from a position; `None` if the
    /// Mouse does not win it by force.
    pub(crate) fn games(&self, position: PositionId) -> Option<f64> {
        let chance = self.chances[position.index()];
        (chance > 1e-300).then(|| f64::max(1.0 / chance, 1.0))
    }

    /// The number of the Mouse's moves in the win of this length.
    pub(crate) fn moves(judgement: Judgement) -> Option<u64> {
        let is_won = judgement.outcome == WinOrDraw::Win(Player::One);
        judgement.distance.filter(|_| is_won).map(|plies| plies.div_ceil(2))
    }

    /// Appends the right moves of the Mouse with their probabilities. Those of the mistakes are left
    /// out, because they lead to no win.
    fn weigh(&self, position: PositionId, moves: &mut Vec<(usize, f64)>) {
        let weights: Vec<(Move, f64)> = self.weights(position);
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        for (step, weight) in weights {
            if self.is_won(step.to) {
                moves.push((step.to.index(), weight / total));
            }
        }
    }

    /// The legal moves of the Mouse with their weights.
    fn weights(&self, position: PositionId) -> Vec<(Move, f64)> {
        let steps: Vec<Move> = self.game.arena().successors(position).collect();
        let least = steps.iter().map(|step| self.steps(step.to)).min().unwrap_or_default();
        let half = |times: u64| 0.5_f64.powi(times.min(1_000) as i32);
        let weight = |step: &Move| {
            let seen = match self.values.value(step.to) {
                Value::Win { player: Player::Two, distance } => half(distance / 2),
                _ => 0.0,
            };
            half(2 * u64::from(self.steps(step.to) - least)) * (1.0 - seen)
        };
        steps.iter().map(|step| (*step, weight(step))).collect()
    }

    /// Appends the Cat's longest delays, each with the same probability.
    fn delay(&self, position: PositionId, moves: &mut Vec<(usize, f64)>) {
        let distance = |step: &Move| self.values.value(step.to).distance();
        let steps: Vec<Move> = self.game.arena().successors(position).collect();
        let longest = steps.iter().map(distance).max().flatten();
        let longest: Vec<&Move> = steps.iter().filter(|step| distance(step) == longest).collect();
        moves.extend(longest.iter().map(|step| (step.to.index(), 1.0 / longest.len() as f64)));
    }

    fn is_won(&self, position: PositionId) -> bool {
        self.values.value(position).winner() == Some(Player::One)
    }

    /// The number of moves from the mouse's place to the goal.
    fn steps(&self, position: PositionId) -> u32 {
        self.to_goal[self.game.arena().tokens(position).one as usize]
    }

    /// Everything about a level; `None` if the Mouse does not win it by force.
    pub(crate) fn difficulty(&self, start: PositionId) -> Option<Difficulty> {
        let (game, arena) = (self.game, self.game.arena());
        let context = Context::new(arena, game, self.values, game.adjudication());
        let line = Policy::new(&context, start).line(&context, start);
        let mut found = Difficulty {
            difficulty: doublings(self.games(start)?),
            moves: 0,
            only_moves: 0,
            tempting: 0,
            late_plies: None,
            greedy_moves: None,
            foresight: 1,
        };
        let mut here = start;
        for step in line.steps {
            if arena.status(here) == Status::Turn(Player::One) {
                found.moves += 1;
                let moves: Vec<Move> = arena.successors(here).collect();
                let (right, wrong): (Vec<Move>, Vec<Move>) = moves.iter().partition(|step| self.is_won(step.to));
                let lost = |step: &Move| match self.values.value(step.to) {
                    Value::Win { player: Player::Two, distance } => Some(distance),
                    _ => None,
                };
                let nearest = right.iter().map(|step| self.steps(step.to)).min();
                let tempts = |step: &Move| {
                    lost(step).is_none_or(|plies| plies > 1) && nearest.is_none_or(|least| self.steps(step.to) <= least)
                };
                found.only_moves += u64::from(right.len() == 1);
                found.tempting += u64::from(wrong.iter().any(tempts));
                found.late_plies = wrong.iter().filter_map(lost).max().max(found.late_plies);
            }
            here = step.to;
        }
        found.greedy_moves = self.plays_until_mistake(start, 1);
        found.foresight = (1..found.moves.max(1))
            .find(|&rounds| self.plays_until_mistake(start, rounds).is_none())
            .unwrap_or(found.moves.max(1));
        Some(found)
    }

    /// The number of moves after which a short-sighted player who sees this number of rounds makes a
    /// mistake or repeats a position; `None` if it wins. The Cat delays its defeat.
    fn plays_until_mistake(&self, start: PositionId, rounds: u64) -> Option<u64> {
        let arena = self.game.arena();
        let sight = 2 * rounds - 1;
        let (mut here, mut known, mut moves) = (start, BTreeSet::new(), 0);
        loop {
            let step = match arena.status(here) {
                Status::Won(_) => return None,
                Status::Turn(Player::Two) => {
                    let delay = |step: &Move| (self.values.value(step.to).distance(), std::cmp::Reverse(step.to));
                    arena.successors(here).max_by_key(delay)
                }
                Status::Turn(Player::One) => {
                    if !known.insert(here) {
                        return Some(moves);
                    }
                    moves += 1;
                    // A win in sight first, the quickest; a loss in sight last, the longest; between
                    // them the nearest to the goal.
                    let rank = |step: &Move| match self.values.value(step.to) {
                        Value::Win { player: Player::One, distance } if distance < sight => (0, distance),
                        Value::Win { player: Player::Two, distance } if distance <= sight => (2, u64::MAX - distance),
                        _ => (1, self.steps(step.to).into()),
                    };
                    arena.successors(here).min_by_key(rank)
                }
            };
            match step {
                Some(step) if self.is_won(step.to) => here = step.to,
                _ => return Some(moves),
            }
        }
    }
}

/// For each node of the mouse the number of its moves to the nearest goal, while the other pieces
/// stand still; beyond the nodes that lead there the number of nodes. `None` without a goal.
fn to_goal(game: &Game) -> Option<Vec<u32>> {
    let steps = game.arena().steps(Player::One);
    let is_goal = |node: &u32| game.rules().holes.contains(&game.vertex_of(Side::Mouse, *node));
    let goals: Vec<u32> = (0..steps.nodes()).filter(is_goal).collect();
    if goals.is_empty() {
        return None;
    }
    Some(steps.arcs_to(goals).into_iter().map(|arcs| arcs.min(steps.nodes())).collect())
}
