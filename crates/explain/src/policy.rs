//! Which move is played in a game: the one rule that everything said of that game follows.
//!
//! Where an end is forced it is the [`main_move`], which depends on the position alone. Where nobody can force an end, what is
//! easiest to remember is no local matter: there each player who does not lose plays by a small [`holding`](fn@crate::holding), found
//! from where the game began, and keeps to it for as long as the game stays inside. A player who has left it takes up another from where
//! it is. So the line, the moves that are listed, hints, judgements and the replies of an opponent name the same move, wherever
//! in the game they are asked for.

use std::collections::BTreeMap;

use catmouse_arena::{Adjudication, Arena, Move, Outcome, Player, PositionId, Status, Value, Values, Words};

use crate::holding::{self, Holding, held_by, holding};
use crate::line::{LineEnd, known_line};
use crate::main_move::main_move;

/// What is played at each position of a game.
///
/// ```
/// use catmouse_explain::{Policy, explain};
/// use catmouse_model::{BoardChoice, Setup};
///
/// let adjacency = vec![vec![2, 5], vec![3], vec![0, 4, 5], vec![1, 4, 5], vec![2, 3], vec![0, 2, 3]];
/// let game = Setup::new(BoardChoice::Adjacency(adjacency)).plan()?.game();
/// let solution = catmouse_solver::solve(game.arena())?;
/// let (agreed, start) = (game.adjudication(), game.opening(&solution).id);
/// let mut policy = Policy::new(game.arena(), &game, &solution, &agreed, start);
/// for ply in explain(game.arena(), &game, &solution, &agreed, start).plies {
///     let played = policy.play(game.arena(), &game, &solution, ply.from).expect("the game goes on");
///     assert_eq!(played.to, ply.played.to);
///     policy.go_on(game.arena(), &game, &solution, &agreed, played.to);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// How each player holds, by its number.
    held: [Held; 2],
}

/// How a player holds.
#[derive(Clone, Debug, Default)]
struct Held {
    /// The positions that can arise while it does, ascending.
    inside: Vec<PositionId>,
    /// What it plays at those where it is to move.
    answers: BTreeMap<PositionId, PositionId>,
    /// All that is known of them, as it is from the position where the player took them up: to find it again takes as long as to find them.
    whole: Option<Holding>,
}

impl Policy {
    /// The policy of a game that begins at this position.
    ///
    /// Time: at an endless position as [`holding`](fn@crate::holding), and constant otherwise.
    pub fn new<A: Arena, W: Words, V: Values>(
        arena: &A,
        words: &W,
        values: &V,
        adjudication: &Adjudication,
        start: PositionId,
    ) -> Self {
        let mut policy = Self::default();
        policy.go_on(arena, words, values, adjudication, start);
        policy
    }

    /// Tells the policy which position the game has come to, so that a player who has left its holding takes up another. `adjudication`
    /// counts its limit from there. Time: as [`new`](Self::new) where a player has left its holding, and else logarithmic.
    pub fn go_on<A: Arena, W: Words, V: Values>(
        &mut self,
        arena: &A,
        words: &W,
        values: &V,
        adjudication: &Adjudication,
        position: PositionId,
    ) {
        let left: Vec<Player> = holders(arena, values, adjudication, position)
            .into_iter()
            .filter(|player| self.held[player.index()].inside.binary_search(&position).is_err())
            .collect();
        if left.is_empty() {
            return;
        }
        // Where play comes to a standstill, that is what decides the game.
        if known_line(arena, words, values, adjudication, position).end == LineEnd::Stuck {
            *self = Self::default();
            return;
        }
        for player in left {
            let Some(holding) = holding(arena, words, values, player, position) else { continue };
            let answers = holding::answers(&holding);
            let mut inside = holding.trap.clone();
            inside.sort_unstable();
            self.held[player.index()] = Held { inside, answers, whole: Some(holding) };
        }
    }

    /// What is played at a position; none where the game is over or the player to move is stuck. Time: as [`main_move`].
    pub fn play<A: Arena, W: Words, V: Values>(
        &self,
        arena: &A,
        words: &W,
        values: &V,
        position: PositionId,
    ) -> Option<Move> {
        let Status::Turn(mover) = arena.status(position) else {
            return None;
        };
        let answer = self.held[mover.index()].answers.get(&position);
        let known = answer.and_then(|&to| values.best_moves(arena, position).into_iter().find(|step| step.to == to));
        known.or_else(|| main_move(arena, words, values, position))
    }

    /// Whether either player has a holding.
    pub(crate) fn holds(&self) -> bool {
        self.held.iter().any(|held| !held.answers.is_empty())
    }

    /// The holdings of the players who do not lose by endless play, the player to move first; empty if an end is forced.
    pub(crate) fn holdings<A: Arena, W: Words, V: Values>(
        &self,
        arena: &A,
        words: &W,
        values: &V,
        adjudication: &Adjudication,
        position: PositionId,
    ) -> Vec<Holding> {
        let of = |player: Player| {
            let Held { inside, answers, whole } = &self.held[player.index()];
            if let Some(whole) = whole.as_ref().filter(|whole| whole.trap.first() == Some(&position)) {
                Some(whole.clone())
            } else if inside.binary_search(&position).is_ok() {
                held_by(arena, words, values, player, position, answers)
            } else {
                holding(arena, words, values, player, position)
            }
        };
        holders(arena, values, adjudication, position).into_iter().filter_map(of).collect()
    }
}

/// Who does not lose by endless play, the player to move first; nobody where an end is forced.
fn holders<A: Arena, V: Values>(
    arena: &A,
    values: &V,
    adjudication: &Adjudication,
    position: PositionId,
) -> Vec<Player> {
    if values.value(position) != Value::Endless {
        return Vec::new();
    }
    match (arena.status(position), adjudication.judge_in(arena, values, position).outcome) {
        (Status::Won(_), _) => Vec::new(),
        (Status::Turn(mover), Outcome::Draw) => vec![mover, mover.opponent()],
        (Status::Turn(_), Outcome::Win(winner)) => vec![winner],
    }
}
