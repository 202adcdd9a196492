//! Which move is played at each position of a game. All output about the game follows this one
//! rule.
//!
//! If an end is forced, the move is the [`main_move`], which depends on the position alone. If
//! neither player can force an end, the moves that are easiest to remember cannot be chosen
//! position by position. Each player who does not lose then follows a small
//! [`holding`](fn@crate::holding), found from the position in which the game began, as long as the
//! game stays inside its trap. A player outside its trap gets a new holding from the position
//! reached. Where a holding would have too many positions, the player plays main moves for the rest
//! of the game. In this way the line, the listed moves, hints, judgements and an opponent's replies
//! name the same move at every position of the game.

use std::collections::BTreeMap;

use catmouse_arena::{Distance, InOrder, Move, Player, PositionId, Status, Value, WinOrDraw};

use crate::context::Context;
use crate::holding::{self, Holding, holding, holding_with};
use crate::line::{Line, LineEnd, known_line, line_of};
use crate::main_move::main_move;

/// Chooses the move that is played at each position of a game.
///
/// ```
/// use catmouse_explain::{Context, Policy, explain};
/// use catmouse_model::{BoardChoice, Setup};
///
/// let adjacency = vec![vec![2, 5], vec![3], vec![0, 4, 5], vec![1, 4, 5], vec![2, 3], vec![0, 2, 3]];
/// let game = Setup::new(BoardChoice::Adjacency(adjacency)).plan()?.game();
/// let solution = catmouse_solver::solve_table(game.arena())?;
/// let (adjudication, start) = (game.adjudication(), game.opening(&solution).id);
/// let context = Context::new(game.arena(), &game, &solution, adjudication);
/// let mut policy = Policy::new(&context, start);
/// for ply in explain(&context, start).plies {
///     let played = policy.play(&context, ply.from).expect("the game goes on");
///     assert_eq!(played.to, ply.played.to);
///     policy.advance_to(&context, played.to);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The holding of each player, indexed by the player.
    held: [Held; 2],
}

/// The holding that a player follows.
#[derive(Clone, Debug, Default)]
struct Held {
    /// The positions that can arise while it holds, ascending.
    inside: Vec<PositionId>,
    /// Its answers: a map from the position before each to the position after it.
    answers: BTreeMap<PositionId, PositionId>,
    /// The whole holding from the position at which the player began to follow it, with what was
    /// left of the limit. It is kept because finding it again would take as long as the first time.
    whole: Option<(Option<Distance>, Holding)>,
    /// Whether a holding was looked for in vain. It is not looked for again in the same game.
    is_without: bool,
}

impl Policy {
    /// The policy of a game that begins at this position.
    ///
    /// Time: at an endless position as [`holding`](fn@crate::holding), and constant otherwise.
    pub fn new(context: &Context<'_>, start: PositionId) -> Self {
        let mut policy = Self::default();
        policy.advance_to(context, start);
        policy
    }

    /// Informs the policy that the game has reached `position`, from which the limit counts. A
    /// player outside its holding gets a new one. Time: as [`new`](Self::new) if a player gets a
    /// new holding, otherwise logarithmic.
    pub fn advance_to(&mut self, context: &Context<'_>, position: PositionId) {
        let left: Vec<Player> = holders(context, position)
            .into_iter()
            .filter(|player| {
                let held = &self.held[player.index()];
                !held.is_without && held.inside.binary_search(&position).is_err()
            })
            .collect();
        if left.is_empty() {
            return;
        }
        // If play ends in stalemate, the stalemate decides the game, not a holding.
        if known_line(context, position).end == LineEnd::Stuck {
            *self = Self::default();
            return;
        }
        for player in left {
            let Some(holding) = holding(context, player, position) else {
                self.held[player.index()].is_without = true;
                continue;
            };
            let answers = holding::answers(&holding);
            let mut inside = holding.trap.clone();
            inside.put_in_order();
            let whole = Some((left_of_limit(context), holding));
            self.held[player.index()] = Held { inside, answers, whole, is_without: false };
        }
    }

    /// The move that is played at a position; `None` if the game is over or the player to move is
    /// stuck. Time: as [`main_move`].
    pub fn play(&self, context: &Context<'_>, position: PositionId) -> Option<Move> {
        let Status::Turn(mover) = context.arena.status(position) else {
            return None;
        };
        let answer = self.held[mover.index()].answers.get(&position);
        let known = answer.and_then(|&to| context.best_moves(position).into_iter().find(|step| step.to == to));
        known.or_else(|| main_move(context, position))
    }

    /// The line that [`explain`](crate::explain) explains from a position to which the policy was
    /// [advanced](Self::advance_to). Time: as [`principal_variation`](crate::principal_variation),
    /// and at an endless position as [`holding`](fn@crate::holding).
    pub fn line(&self, context: &Context<'_>, start: PositionId) -> Line {
        let holdings = self.holdings(context, start);
        self.line_with(&holdings, context, start)
    }

    /// As [`line`](Self::line), with the known holdings of this position.
    pub(crate) fn line_with(&self, holdings: &[Holding], context: &Context<'_>, start: PositionId) -> Line {
        let has_answers = self.held.iter().any(|held| !held.answers.is_empty());
        if !holdings.is_empty() && has_answers {
            line_of(context, start, &|position| self.play(context, position))
        } else {
            known_line(context, start)
        }
    }

    /// The holdings of the players who do not lose by endless play, the player to move first; empty
    /// if an end is forced. Holdings of too many positions are left out.
    pub(crate) fn holdings(&self, context: &Context<'_>, position: PositionId) -> Vec<Holding> {
        let of = |player: Player| {
            let Held { inside, answers, whole, is_without } = &self.held[player.index()];
            if *is_without {
                return None;
            }
            let is_it = |(left, whole): &&(_, Holding)| {
                whole.trap.first() == Some(&position) && *left == left_of_limit(context)
            };
            if let Some((_, whole)) = whole.as_ref().filter(is_it) {
                Some(whole.clone())
            } else if inside.binary_search(&position).is_ok() {
                holding_with(context, player, position, answers)
            } else {
                holding(context, player, position)
            }
        };
        holders(context, position).into_iter().filter_map(of).collect()
    }
}

/// What is left of the limit; `None` without a limit.
fn left_of_limit(context: &Context<'_>) -> Option<Distance> {
    context.adjudication.limit.map(|limit| limit.distance)
}

/// The players who do not lose by endless play, the player to move first; empty if an end is
/// forced.
fn holders(context: &Context<'_>, position: PositionId) -> Vec<Player> {
    if context.values.value(position) != Value::Endless {
        return Vec::new();
    }
    match (context.arena.status(position), context.judge(position).outcome) {
        (Status::Won(_), _) => Vec::new(),
        (Status::Turn(mover), WinOrDraw::Draw) => vec![mover, mover.opponent()],
        (Status::Turn(_), WinOrDraw::Win(winner)) => vec![winner],
    }
}
