//! The line of best play as a film strip: a small board for each position.

use catmouse_arena::{PositionId, Values, Words};
use catmouse_explain::{Explanation, prose};

use crate::Scene;
use crate::board::{Layout, signs};
use crate::page::{Drawing, Page};
use crate::snapshot::{Detail, DrawnMove, Snapshot, mark};
use crate::svg::{Svg, decimal, fitted};

/// The greatest number of boards in a strip; the middle of a longer line is left out.
const MAX_FRAMES: usize = 48;

/// The width of a strip, in pixels, unless a board needs more.
const WIDTH: f64 = 900.0;

/// The least width of a board with its caption, in pixels.
const MIN_BOARD_WIDTH: f64 = 120.0;

impl<V: Values> Scene<'_, V> {
    /// The line of best play as a film strip: the start and the board after each ply, with the move
    /// just made, the colour of the outcome and the remaining distance. The middle of a line of
    /// more than 47 plies is left out, and the picture says so. `explanation` must be that of the
    /// scene's start.
    pub fn line(&self, explanation: &Explanation) -> String {
        let game = self.game;
        let frames = frames(explanation);
        let blank = snapshot(self, self.start, Vec::new());
        let layout = Layout::new(&blank);
        let mut drawn: Vec<(String, String, Drawing)> = Vec::new();
        for frame in &frames {
            let (caption, below, snapshot) = match frame {
                Frame::Start => {
                    ("start".to_owned(), Words::position(game, self.start), snapshot(self, self.start, Vec::new()))
                }
                Frame::After(ply) => {
                    let judgement = ply.played.judgement;
                    let drawn_moves = game.piece_moves(ply.from, ply.played.to);
                    let drawn_moves =
                        drawn_moves.into_iter().map(|(from, to)| DrawnMove { from, to, judgement }).collect();
                    let caption = format!("ply {}: {}", ply.number, mark(&judgement));
                    (caption, game.step(ply.from, ply.played.to), snapshot(self, ply.played.to, drawn_moves))
                }
                Frame::Gap { from, to } => {
                    drawn.push((format!("plies {from} to {to}"), "are left out".to_owned(), Drawing::default()));
                    continue;
                }
            };
            drawn.push((caption, below, layout.draw(&snapshot)));
        }
        let headline = self.headline();
        let mut page = Page::new(&self.name(), format!("{headline} {}", prose::ending(explanation, game)));
        page.sentence(headline);
        page.drawing(strip(&drawn));
        page.sentence(prose::ending(explanation, game));
        if let Some(caveat) = layout.caveat() {
            page.sentence(caveat);
        }
        page.signs(signs(&blank, game, false));
        page.sentence(
            "Over each board: who wins from there, M the Mouse, C the Cat, = nobody, and the plies (or the \
             cost) that are left. An arrow is the move just made, a frame round a piece says that it stayed.",
        );
        page.finish()
    }
}

/// A board of the strip.
enum Frame<'a> {
    Start,
    After(&'a catmouse_explain::Ply),
    /// The numbers of the first and the last omitted ply.
    Gap {
        from: usize,
        to: usize,
    },
}

fn frames(explanation: &Explanation) -> Vec<Frame<'_>> {
    let plies = &explanation.plies;
    let mut frames = vec![Frame::Start];
    if plies.len() < MAX_FRAMES {
        frames.extend(plies.iter().map(Frame::After));
        return frames;
    }
    let (head, tail) = (MAX_FRAMES / 2 - 1, MAX_FRAMES / 2 - 1);
    frames.extend(plies[..head].iter().map(Frame::After));
    frames.push(Frame::Gap { from: head + 1, to: plies.len() - tail });
    frames.extend(plies[plies.len() - tail..].iter().map(Frame::After));
    frames
}

fn snapshot<'a, V: Values>(scene: &Scene<'a, V>, id: PositionId, drawn_moves: Vec<DrawnMove>) -> Snapshot<'a> {
    let position = scene.game.position(id);
    Snapshot {
        board: scene.game.board(),
        holes: &scene.game.rules().holes,
        mouse: Some(position.mouse),
        cats: position.cats,
        worth: Vec::new(),
        drawn_moves,
        detail: Detail::Frame,
    }
}

/// Arranges the boards in rows, each under its caption.
fn strip(frames: &[(String, String, Drawing)]) -> Drawing {
    const CAPTION: f64 = 32.0;
    let widest = frames.iter().fold(MIN_BOARD_WIDTH, |widest, (.., drawing)| widest.max(drawing.width));
    let tallest = frames.iter().fold(0.0_f64, |tallest, (.., drawing)| tallest.max(drawing.height));
    let (pitch, row) = (widest + 14.0, tallest + CAPTION + 14.0);
    // The number of boards that fit in a row, at least one.
    let columns = (1..=frames.len().max(1)).take_while(|&columns| columns as f64 * pitch <= WIDTH).count().max(1);
    let mut svg = Svg::default();
    for (index, (caption, below, drawing)) in frames.iter().enumerate() {
        let (x, y) = ((index % columns) as f64 * pitch, (index / columns) as f64 * row);
        for (text, class, down) in [(caption, "say", 12.0), (below, "faint", 26.0)] {
            svg.text(
                "text",
                &[
                    ("class", class.into()),
                    ("x", (x + pitch / 2.0).into()),
                    ("y", (y + down).into()),
                    ("font-size", 11.0.into()),
                    ("text-anchor", "middle".into()),
                ],
                &fitted(text, 11.0, pitch - 8.0),
            );
        }
        let place = format!("translate({} {})", decimal(x + (pitch - drawing.width) / 2.0), decimal(y + CAPTION));
        svg.open("g", &[("class", "board".into()), ("transform", place.as_str().into())]);
        svg.append(&drawing.svg);
        svg.close("g");
    }
    Drawing { svg, width: columns as f64 * pitch, height: frames.len().div_ceil(columns) as f64 * row }
}
