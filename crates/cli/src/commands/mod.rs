//! One file a command: from arguments to a report. Everything is computed before anything is printed.

pub(crate) mod check;
pub(crate) mod example;
pub(crate) mod explain;
pub(crate) mod manual;
pub(crate) mod moves;
pub(crate) mod solve;
pub(crate) mod table;

use catmouse_arena::Solution;
use catmouse_model::Game;

use crate::output::Failure;

/// Solves the game with the engine that suits it.
fn solved(game: &Game) -> Result<Solution, Failure> {
    catmouse_solver::solve(game.arena())
        .map_err(|error| Failure::plain(error.to_string(), "use a smaller board".to_owned()))
}
