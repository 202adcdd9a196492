//! A solved game as a page: one HTML file that opens by double click and needs no network.
//!
//! The page shows the board; its pieces are moved by click, by drag or by keyboard, every legal move has the colour of its
//! outcome and its distance, the line of best play can be stepped through with its remarks, and any piece may be put anywhere.
//! The position is in the fragment of the address. [`Page::html`] makes the file, [`Page::data`] what its script reads: the
//! playground shows the same page and asks for the data alone.
//!
//! The values of all positions are in the page up to [`MOST_POSITIONS`]; beyond that those near the line are, and the page says what
//! is left out. The script knows no rule of the game: the page gives it the moves of each piece, the values, and the
//! outcomes of a limit and of endless play.
//!
//! The same input makes the same bytes. Whatever a board contains is text on the page, never markup: it travels as JSON in which no
//! character of markup occurs, and the script makes text nodes of it. A content security policy allows the page's own script
//! and style sheet by their hashes, and nothing else.
//!
//! The crate depends on no solver and opens no files.

mod data;
mod html;
mod packed;

use catmouse_arena::Values;
use catmouse_explain::Explanation;
use catmouse_explain::story::Claim;
use catmouse_model::Game;
use serde::Serialize;

pub use data::Data;

/// The most positions of a game whose values are all in its page.
pub const MOST_POSITIONS: usize = 400_000;

/// The script and the style sheet of a page, for a site that loads them as files.
pub use html::{SCRIPT, style};

/// What a page shows.
#[derive(Clone, Debug)]
pub struct Page<'a, V> {
    /// The game.
    pub game: &'a Game,
    /// The values of all its positions.
    pub values: &'a V,
    /// The position that the page opens with, explained.
    pub explanation: Explanation,
    /// The story of that explanation.
    pub claims: Vec<Claim>,
    /// The title of the board, if it has one.
    pub title: Option<&'a str>,
    /// The levels at which the computer can play a side, the best first; empty if it does not play.
    pub levels: Vec<Level>,
    /// How a game ends that is not decided on the board.
    pub ends: Ends,
    /// The places of the vertices of a graph, in pixels and by their numbers, if these are known already; empty to have the graph laid
    /// out.
    pub places: Vec<[f64; 2]>,
}

/// How well the computer plays a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// The name of the level.
    pub name: &'static str,
    /// The share of its turns, from 0 to 1, at which it plays a move that is not among the best, if there is one.
    pub errs: f64,
    /// The same as the predicate of a sentence: "plays perfectly".
    pub says: String,
}

/// How a game ends that is not decided on the board.
#[derive(Clone, Debug, Serialize)]
pub struct Ends {
    /// The game ends when a position has occurred this often.
    pub repetitions: usize,
    /// A sentence about a game that ends so.
    pub repeated: String,
    /// A sentence about a game that the limit ends; of no use where there is no limit.
    pub limit: String,
}

impl<V: Values> Page<'_, V> {
    /// The data that the script of a page reads.
    ///
    /// Time: that of the layout, and linear in the positions and moves that it holds.
    pub fn data(&self) -> Data {
        data::collect(self)
    }

    /// The page as one HTML document.
    ///
    /// Time: as [`data`](Self::data).
    pub fn html(&self) -> String {
        html::document(&self.data())
    }
}
