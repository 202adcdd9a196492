//! The policy of a game in progress.

use catmouse_arena::Values;
use catmouse_explain::{Context, Policy};
use catmouse_model::{Game, GameState, PlayedMove};

/// The policy of a game that began in the state `from`, after these moves.
pub(crate) fn policy_after(game: &Game, values: &dyn Values, from: GameState, moves: &[PlayedMove]) -> Policy {
    let befores = moves.iter().map(|played| played.before);
    policy_along(game, values, befores.chain([from.after(moves)]))
}

/// The policy of a game that has gone through these states.
pub(crate) fn policy_along(game: &Game, values: &dyn Values, states: impl IntoIterator<Item = GameState>) -> Policy {
    let mut policy = Policy::default();
    for GameState { position, adjudication } in states {
        policy.advance_to(&Context::new(game.arena(), game, values, adjudication), position);
    }
    policy
}
