//! Pictures of pursuit games, as SVG: a [board](Scene::board) with what places and moves are worth, the
//! [line](Scene::line) of best play as a film strip, a [survey](Scene::survey) of all starts as a heat map, the
//! [curve](Scene::curve) of the distances with its turning points, and where [cats are placed](placement).
//!
//! A picture is a `String` that depends on nothing but its input, to the last byte and on every machine. It is legible
//! in light and dark surroundings (`prefers-color-scheme`), in the colours of Okabe and Ito, and no meaning rests on a
//! colour alone; it has a title and a description for screen readers. All that a board brings along is text in it,
//! never markup. There are no scripts, links or identifiers in it, so that it can stand anywhere.
//!
//! Up to 60 vertices no label covers another. A larger board is a sketch, which says so.
//!
//! A [`Chart`] draws measurements with the same curves.
//!
//! Nothing here knows a solver: the values come from wherever the caller has them.
//!
//! ```
//! use catmouse_model::{BoardChoice, Setup};
//! use catmouse_picture::Scene;
//!
//! let game = Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]])).plan()?.game();
//! let values = catmouse_solver::solve(game.arena())?;
//! let scene = Scene { game: &game, values: &values, start: game.opening(&values).id, title: Some("A triangle") };
//! assert!(scene.board().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod chart;
mod curve;
mod graph;
mod grid;
mod layout;
mod line;
mod look;
mod page;
mod palette;
mod stage;
mod survey;
mod svg;

use catmouse_arena::{PositionId, Values, Words};
use catmouse_explain::{prose, summarise};
use catmouse_model::Game;

pub use board::placement;
pub use chart::{Chart, Panel, Series};
pub use curve::curve_alone;
pub use layout::is_planar;
pub use stage::{Place, STYLE, Stage};
pub use svg::{escaped, legible};

/// What a picture is of.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a, V> {
    /// The game.
    pub game: &'a Game,
    /// The values of all its positions.
    pub values: &'a V,
    /// The position to show; [`Game::opening`] says from which one the game starts.
    pub start: PositionId,
    /// What the board is called, if it has a title.
    pub title: Option<&'a str>,
}

impl<V: Values> Scene<'_, V> {
    /// The title, or else what game it is.
    fn name(&self) -> String {
        self.title.map_or_else(|| "A game of cat and mouse".to_owned(), |title| svg::shortened(title, 200))
    }

    /// The position, and who wins: what every picture says first.
    fn headline(&self) -> String {
        let summary = summarise(self.game.arena(), self.game, self.values, &self.game.adjudication(), self.start);
        let position = Words::position(self.game, self.start);
        format!("{}: {}", svg::shortened(&position, 200), prose::headline(&summary, self.game))
    }
}
