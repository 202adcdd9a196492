//! Pictures of pursuit games, as SVG: a [board](Scene::board) with the outcomes of places and
//! moves, the [line](Scene::line) of best play as a film strip or as an
//! [animation](Scene::animation), its [lesson](Scene::lesson) with the move on which the game hangs,
//! a [survey](Scene::survey) of all starts as a heat map, the [choices](Scene::choices) that keep
//! the outcome, and a [placement] of cats.
//!
//! A picture is a `String` that depends only on its input, to the last byte and on every machine.
//! It is legible in light and dark surroundings (`prefers-color-scheme`), in the colours of Okabe
//! and Ito, and no meaning rests on a colour alone. It has a title and a description for screen
//! readers. Everything that comes from a board is text, never markup. A picture contains no
//! scripts, links or identifiers, so it can be embedded anywhere.
//!
//! With up to 60 vertices no label covers another. A larger board is drawn as a sketch, and the
//! picture says so.
//!
//! A [`Chart`] draws measurements as curves.
//!
//! The crate depends on no solver: the caller brings the values.
//!
//! ```
//! use catmouse_model::{BoardChoice, Setup};
//! use catmouse_picture::Scene;
//!
//! let game = Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]])).plan()?.game();
//! let values = catmouse_solver::solve_table(game.arena())?;
//! let scene = Scene { game: &game, values: &values, start: game.opening(&values).id, title: Some("A triangle") };
//! assert!(scene.board().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animation;
mod board;
mod chart;
mod choices;
mod edges;
mod faces;
mod graph;
mod grid;
mod layout;
mod lesson;
mod line;
mod page;
mod palette;
mod places;
mod snapshot;
mod stage;
mod survey;
mod svg;

use catmouse_arena::{Judgement, Move, PositionId, Values, Words};
use catmouse_explain::{Context, prose, summarise};
use catmouse_model::Game;
use page::Page;
use snapshot::DrawnMove;

pub use board::{placement, unsolved};
pub use chart::{Chart, Panel, Series};
pub use faces::Face;
pub use layout::{embedding, is_planar};
pub use places::{PlacesFrame, places};
pub use stage::{Bend, DrawnVertex, STYLE, Stage};
pub use svg::{escaped, legible};

/// The subject of a picture: a game, its values and a position.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a, V> {
    /// The game.
    pub game: &'a Game,
    /// The values of all its positions.
    pub values: &'a V,
    /// The position to show. [`Game::opening`] gives the position from which the game starts.
    pub start: PositionId,
    /// The title of the board, if it has one.
    pub title: Option<&'a str>,
}

impl<V: Values> Scene<'_, V> {
    /// The title, or a generic name if there is none.
    fn name(&self) -> String {
        self.title.map_or_else(|| "A game of cat and mouse".to_owned(), |title| svg::shortened(title, 200))
    }

    /// The heading of a picture: what it shows, and of which game.
    fn named(&self, what: &str) -> String {
        format!("{what} · {}", self.name())
    }

    /// A picture that shows this part of the game, under its heading and its headline. The
    /// description is for screen readers.
    fn page(&self, what: &str, description: &str) -> Page {
        let headline = self.headline();
        let mut page = Page::new(&self.named(what), format!("{headline} {description}"));
        page.sentence(headline);
        page
    }

    /// A move of all pieces as moves of single pieces.
    fn drawn(&self, from: PositionId, step: Move, worth: Option<Judgement>) -> Vec<DrawnMove> {
        let side = self.game.position(from).turn;
        let moves = self.game.piece_moves(from, step).into_iter();
        moves.map(|(from, to)| DrawnMove { side, from, to, worth }).collect()
    }

    /// The first sentence of every picture: the position, and who wins.
    fn headline(&self) -> String {
        let summary =
            summarise(&Context::new(self.game.arena(), self.game, self.values, self.game.adjudication()), self.start);
        let position = Words::position(self.game, self.start);
        format!("{}: {}", svg::shortened(&position, 200), prose::headline(&summary, self.game))
    }
}
