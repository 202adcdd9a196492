//! The line of best play as a film strip: a small board for each position.

use catmouse_arena::{PositionId, Values, Words};
use catmouse_explain::{Explanation, Ply, prose};

use crate::Scene;
use crate::board::{Layout, signs};
use crate::layout::Point;
use crate::page::Drawing;
use crate::snapshot::{Detail, DrawnMove, Snapshot, mark};
use crate::svg::{Svg, decimal, fitted};

/// The greatest numbers of boards in a strip, in the order in which they are tried. A longer line is
/// folded to its critical moves.
pub(crate) const MAX_FRAMES: [usize; 4] = [48, 24, 12, 6];

/// The usual width of a strip, in pixels.
const WIDTH: f64 = 900.0;

/// The greatest width and height of a strip, in pixels. With its sentences, a picture is less than 2000
/// pixels wide and high.
const ROOM: Point = Point { x: 1900.0, y: 1560.0 };

/// The scale below which a strip has fewer boards instead of smaller ones.
const LEAST_SCALE: f64 = 0.5;

/// The least width of a board with its caption, in pixels.
const MIN_BOARD_WIDTH: f64 = 120.0;

impl<V: Values> Scene<'_, V> {
    /// The line of best play as a film strip: the start and the board after each ply, with the move
    /// just made, the colour of the outcome and the remaining distance. A line that is too long for
    /// a picture of 2000 pixels is folded to its critical moves, and
    /// the picture says what is left out. `explanation` must be that of the scene's start.
    pub fn line(&self, explanation: &Explanation) -> String {
        let game = self.game;
        let blank = snapshot(self, self.start, Vec::new());
        let layout = Layout::new(&blank);
        let start = layout.draw(&blank);
        let (frames, scale) = folded(explanation, Point::new(start.width, start.height));
        let mut drawn = vec![("start".to_owned(), Words::position(game, self.start), start)];
        for frame in &frames {
            drawn.push(match frame {
                Frame::After(ply) => {
                    let sign = if ply.is_critical() { "!" } else { "" };
                    let caption = format!("ply {}{sign}: {}", ply.number, mark(&ply.played.judgement));
                    let after = snapshot(self, ply.played.to, self.drawn(ply.from, ply.played.step(), None));
                    (caption, game.step(ply.from, ply.played.step()), layout.draw(&after))
                }
                Frame::Gap { from, to } => {
                    (format!("plies {from} to {to}"), "are left out".to_owned(), Drawing::default())
                }
            });
        }
        let mut page = self.page("Best play", &prose::ending(explanation, game));
        page.drawing(strip(&drawn, scale));
        page.sentence(prose::ending(explanation, game));
        if let Some(caveat) = layout.caveat() {
            page.sentence(caveat);
        }
        page.signs(signs(&blank, game, false));
        let mut legend = "Over each board: who wins from there, M the Mouse, C the Cat, = nobody, and the plies (or \
                          the cost) that are left, as in C:3."
            .to_owned();
        if explanation.plies.iter().any(Ply::is_critical) {
            legend += " A ply with ! is critical: no other move there keeps the mover's outcome.";
        }
        page.sentence(legend + " An arrow is the move just made, a frame round a piece says that it stayed.");
        page.finish()
    }
}

/// A board of the strip after the start.
enum Frame<'a> {
    After(&'a Ply),
    /// The numbers of the first and the last omitted ply.
    Gap {
        from: usize,
        to: usize,
    },
}

/// The boards of the strip after the start, and the scale at which boards of this size fit into the room.
fn folded(explanation: &Explanation, size: Point) -> (Vec<Frame<'_>>, f64) {
    let critical = explanation.plies.iter().filter(|ply| ply.is_critical());
    let turns: Vec<usize> = critical.map(|ply| ply.number).collect();
    let mut fitted = (Vec::new(), 1.0);
    for most in MAX_FRAMES {
        let frames = frames(&explanation.plies, &turns, most);
        let scale = scale_for(1 + frames.len(), size);
        fitted = (frames, scale.unwrap_or(0.025));
        if fitted.1 >= LEAST_SCALE {
            break;
        }
    }
    fitted
}

/// The greatest scale at which this many boards of this size fit into the room; `None` if none is large enough.
pub(crate) fn scale_for(boards: usize, size: Point) -> Option<f64> {
    (0..40).map(|step| 1.0 - 0.025 * f64::from(step)).find(|&scale| {
        let strip = Strip::new(boards, size, scale);
        strip.size().x <= ROOM.x && strip.size().y <= ROOM.y
    })
}

/// The boards after the plies, with the start at most `most`. Of a longer line, the first and the
/// last ply, the critical moves and then the plies next to the ends are kept.
fn frames<'a>(plies: &'a [Ply], turns: &[usize], most: usize) -> Vec<Frame<'a>> {
    let count = plies.len();
    let ends = (1..=count.min(most)).flat_map(|far| [count + 1 - far, far]);
    let mut kept = vec![false; count];
    for number in ends.clone().take(2).chain(turns.iter().copied()).chain(ends) {
        let before = std::mem::replace(&mut kept[number - 1], true);
        let shown = 1 + kept.chunk_by(|one, other| !one && !other).count();
        if shown > most {
            kept[number - 1] = before;
        }
    }
    let mut frames = Vec::new();
    for part in kept.iter().zip(plies).collect::<Vec<_>>().chunk_by(|(one, _), (other, _)| !**one && !**other) {
        let (is_kept, first) = part[0];
        frames.push(if *is_kept {
            Frame::After(first)
        } else {
            Frame::Gap { from: first.number, to: first.number + part.len() - 1 }
        });
    }
    frames
}

/// A small board at a position.
pub(crate) fn snapshot<'a, V: Values>(
    scene: &Scene<'a, V>,
    id: PositionId,
    drawn_moves: Vec<DrawnMove>,
) -> Snapshot<'a> {
    let position = scene.game.position(id);
    Snapshot {
        board: scene.game.board(),
        holes: &scene.game.rules().holes,
        traps: &scene.game.rules().traps,
        mouse: Some(position.mouse),
        cats: position.cats,
        worth: Vec::new(),
        drawn_moves,
        marked: Vec::new(),
        detail: Detail::Frame,
    }
}

/// The arrangement of boards in rows.
struct Strip {
    columns: usize,
    rows: usize,
    /// The room for each board with its caption.
    pitch: Point,
}

impl Strip {
    /// The height of a caption, in pixels.
    const CAPTION: f64 = 32.0;

    /// A strip of boards of this size. It is wider than usual if it would be too high otherwise.
    fn new(boards: usize, size: Point, scale: f64) -> Self {
        let pitch = Point::new((size.x * scale).max(MIN_BOARD_WIDTH) + 14.0, size.y * scale + Self::CAPTION + 14.0);
        let strip = |width: f64| {
            let columns = (1..=boards.max(1)).take_while(|&columns| columns as f64 * pitch.x <= width).count().max(1);
            Self { columns, rows: boards.div_ceil(columns), pitch }
        };
        let usual = strip(WIDTH);
        if usual.size().y <= ROOM.y { usual } else { strip(ROOM.x) }
    }

    fn size(&self) -> Point {
        Point::new(self.columns as f64 * self.pitch.x, self.rows as f64 * self.pitch.y)
    }
}

/// Arranges the boards in rows, each under its caption.
pub(crate) fn strip(frames: &[(String, String, Drawing)], scale: f64) -> Drawing {
    let largest = |size: Point, drawing: &Drawing| Point::new(size.x.max(drawing.width), size.y.max(drawing.height));
    let size = frames.iter().fold(Point::default(), |size, (.., drawing)| largest(size, drawing));
    let strip = Strip::new(frames.len(), size, scale);
    let Point { x: pitch, y: row } = strip.pitch;
    let mut svg = Svg::default();
    for (index, (caption, below, drawing)) in frames.iter().enumerate() {
        let (x, y) = ((index % strip.columns) as f64 * pitch, (index / strip.columns) as f64 * row);
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
        let left = x + (pitch - drawing.width * scale) / 2.0;
        let mut place = format!("translate({} {})", decimal(left), decimal(y + Strip::CAPTION));
        if scale < 1.0 {
            place += &format!(" scale({})", (scale * 1000.0).round() / 1000.0);
        }
        svg.open("g", &[("class", "board".into()), ("transform", place.as_str().into())]);
        svg.append(&drawing.svg);
        svg.close("g");
    }
    Drawing { svg, width: strip.size().x, height: strip.size().y }
}
