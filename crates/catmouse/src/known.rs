//! A solved game in the form that explanations need.

use catmouse_arena::{Adjudication, Values};
use catmouse_explain::{Context, Laws};
use catmouse_model::Game;

/// A game, the values of its positions and the laws of its board.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) game: &'a Game,
    pub(crate) values: &'a dyn Values,
    pub(crate) laws: &'a Laws,
}

impl<'a> Known<'a> {
    /// The game under the adjudication that applies from some position.
    pub(crate) fn context(self, adjudication: Adjudication) -> Context<'a> {
        Context::new(self.game.arena(), self.game, self.values, adjudication).with_laws(self.laws)
    }
}
