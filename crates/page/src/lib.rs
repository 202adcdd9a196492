//! A solved game as a page: one HTML file that opens by double click and needs no network.
//!
//! The page shows the board, whose pieces are moved by click, by drag or by keyboard. Every legal
//! move has the colour of its outcome and its distance. The line of best play can be stepped
//! through with its remarks, and any piece may be put anywhere. A game can also be played with
//! hidden values, which are shown at its end. The position is in the fragment of the address.
//! [`Page::html`] makes the file, and [`Page::data`] the data that its script reads. The playground
//! shows the same page and needs only the data.
//!
//! A page contains the values of all positions up to [`MOST_POSITIONS`]. Beyond that it contains
//! the values near the line, and says what is left out. The script knows no rule of the game: the
//! page provides the moves of each piece, the values, and the outcomes of a limit and of endless
//! play.
//!
//! The same input makes the same bytes. Everything that comes from a board is text on the page,
//! never markup. The data is JSON without characters of markup, and the script shows texts as text
//! nodes. A content security policy allows only the page's own script and style sheet, by their
//! hashes.
//!
//! The crate depends on no solver and opens no files.

mod data;
mod html;
mod leetcode;
mod packed;
mod phrases;

use catmouse_arena::{GraphArena, Solution, Values};
use catmouse_explain::Explanation;
use catmouse_explain::story::Claim;
use catmouse_model::{Game, Outcome, UnseenState};
use serde::Serialize;

pub use data::Data;
pub use data::unseen::UnseenData;

/// The greatest number of positions of a game whose values are all in its page.
pub const MOST_POSITIONS: usize = 400_000;

/// The script and the style sheet of a page, for a site that loads them as files.
pub use html::{SCRIPT, style};

/// The contents of a page.
#[derive(Clone, Debug)]
pub struct Page<'a, V> {
    /// The game.
    pub game: &'a Game,
    /// The values of all its positions.
    pub values: &'a V,
    /// The position that the page opens with, explained.
    pub explanation: Explanation,
    /// The story of the explanation.
    pub claims: Vec<Claim>,
    /// The title of the board, if it has one.
    pub title: Option<&'a str>,
    /// The levels at which the computer can play a side, the best first; empty if it does not play.
    pub levels: Vec<Level>,
    /// The ends of a game that the board does not decide.
    pub ends: Ends,
    /// The places of the vertices of a graph, in pixels and in the order of their numbers, if
    /// known. If the list is empty, the graph is laid out.
    pub places: Vec<[f64; 2]>,
}

/// The contents of the page of a game with a mouse that is not always seen.
#[derive(Clone, Debug)]
pub struct UnseenPage<'a> {
    /// The game.
    pub game: &'a Game,
    /// The title of the board, if it has one.
    pub title: Option<&'a str>,
    /// Who wins, as a sentence.
    pub headline: String,
    /// Sentences about the plan, or why there is none.
    pub told: Vec<String>,
    /// The position that the page opens with.
    pub start: UnseenState,
    /// The positions after the plies of the Cat's plan, with the reasons of the Cat; empty if there is no plan.
    pub line: Vec<(UnseenState, String)>,
    /// The positions that arise and their values; `None` if only a plan was searched for.
    pub values: Option<(&'a GraphArena<UnseenState>, &'a Solution)>,
    /// For each placement of the cats, the position with which the game begins.
    pub starts: Vec<UnseenState>,
    /// As for [`Page::ends`].
    pub ends: Ends,
    /// As for [`Page::places`].
    pub places: Vec<[f64; 2]>,
}

/// A level at which the computer plays a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// The name of the level.
    pub name: &'static str,
    /// The probability, from 0 to 1, of playing a move that is not among the best, if there is one.
    pub errs: f64,
    /// The level as the predicate of a sentence: "plays perfectly".
    pub says: String,
}

/// The ends of a game that the board does not decide.
#[derive(Clone, Debug, Serialize)]
pub struct Ends {
    /// The number of occurrences of a position that ends the game.
    pub repetitions: usize,
    /// The end of a game by repetition.
    pub repeated: GameOver,
    /// What is said before the last of these occurrences, as a sentence.
    pub warning: String,
    /// The end of a game by the limit; unused without a limit.
    pub limit: GameOver,
}

/// How a game ended. All that the page says about an end is made from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameOver {
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The end as a clause: "the Cat has caught the Mouse".
    pub text: String,
}

impl<V: Values> Page<'_, V> {
    /// The data that the script of a page reads.
    ///
    /// Time: that of the layout, and linear in the included positions and moves.
    pub fn data(&self) -> Data {
        data::collect(self)
    }

    /// The page as one HTML document.
    ///
    /// Time: as [`data`](Self::data).
    pub fn html(&self) -> String {
        let data = self.data();
        html::document(&data, &data)
    }
}

impl UnseenPage<'_> {
    /// The data that the script of a page reads.
    ///
    /// Time: that of the layout, and linear in the included positions and moves.
    pub fn data(&self) -> UnseenData {
        data::unseen::collect(self)
    }

    /// The page as one HTML document.
    ///
    /// Time: as [`data`](Self::data).
    pub fn html(&self) -> String {
        let data = self.data();
        html::document(&data.data, &data)
    }
}
