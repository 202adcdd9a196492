//! A film strip of a mouse that is not always seen: small boards on which the places where it may be are shaded.

use catmouse_arena::{JudgedBy, Judgement, Player, WinOrDraw};
use catmouse_model::{Game, Outcome, Side, Vertex};

use crate::board::Layout;
use crate::layout::Point;
use crate::line::{MAX_FRAMES, scale_for, strip};
use crate::page::{Page, Sign};
use crate::snapshot::{Detail, DrawnMove, Snapshot};
use crate::svg::shortened;

/// A board of the strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacesFrame {
    /// The text above the board.
    pub caption: String,
    /// The text below the caption.
    pub move_made: String,
    /// The vertices of the cats.
    pub cats: Vec<Vertex>,
    /// The moves of the cats that were just made.
    pub moves: Vec<(Vertex, Vertex)>,
    /// A bit for each vertex where the mouse may be.
    pub places: u64,
}

/// The boards as a film strip, as SVG. `title` is the heading, and `sentence` says how the game ends. Of a strip with too
/// many boards, some are left out at equal distances. Time: that of the layout, and O(boards · (vertices + moves)).
pub fn places(game: &Game, title: &str, sentence: &str, frames: &[PlacesFrame]) -> String {
    let shaded = Judgement { outcome: WinOrDraw::Win(Player::One), decided_by: JudgedBy::Endless, distance: None };
    let snapshot = |frame: &PlacesFrame| Snapshot {
        board: game.board(),
        holes: &game.rules().holes,
        traps: &game.rules().traps,
        mouse: None,
        cats: frame.cats.clone(),
        worth: (0..game.board().vertices()).map(|bit| (frame.places >> bit & 1 == 1).then_some(shaded)).collect(),
        drawn_moves: frame
            .moves
            .iter()
            .map(|&(from, to)| DrawnMove { side: Side::Cat, from, to, worth: None })
            .collect(),
        marked: Vec::new(),
        detail: Detail::Frame,
    };
    let mut page = Page::new(&shortened(title, 200), sentence.to_owned());
    page.sentence(sentence);
    let every = frames.len().div_ceil(MAX_FRAMES[0] - 1).max(1);
    let shown = (0..frames.len()).filter(|at| at % every == 0 || at + 1 == frames.len()).map(|at| &frames[at]);
    if let Some(first) = frames.first().map(snapshot) {
        let layout = Layout::new(&first);
        let drawn: Vec<_> = shown
            .map(|frame| (frame.caption.clone(), frame.move_made.clone(), layout.draw(&snapshot(frame))))
            .collect();
        let size = drawn.first().map_or(Point::default(), |(.., board)| Point::new(board.width, board.height));
        page.drawing(strip(&drawn, scale_for(drawn.len(), size).unwrap_or(0.025)));
        if let Some(caveat) = layout.caveat() {
            page.sentence(caveat);
        }
    }
    let may_be = "where the mouse may be".to_owned();
    let mut signs = vec![(Sign::Area(Outcome::Mouse), may_be), (Sign::Cat, "a cat".to_owned())];
    if !game.rules().holes.is_empty() {
        signs.push((Sign::Hole, game.goal_noun().to_owned()));
    }
    page.signs(signs);
    page.sentence("An arrow is a move just made, a frame round a cat says that it stayed.");
    page.finish()
}
