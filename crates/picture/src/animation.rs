//! The line of best play as a moving picture: the pieces run over the board, again and again.

use std::collections::BTreeMap;
use std::fmt::Write;

use catmouse_arena::{Values, Words};
use catmouse_explain::{Explanation, prose};
use catmouse_model::{Side, Vertex};

use crate::Scene;
use crate::board::Layout;
use crate::faces::Face;
use crate::layout::Point;
use crate::line::snapshot;
use crate::page::{Drawing, Page};
use crate::snapshot::Snapshot;
use crate::svg::{Svg, decimal, fitted};

/// The seconds of a ply, of which the piece moves in the first half.
const PLY: f64 = 1.1;

/// The seconds for which the end is shown.
const REST: f64 = 2.4;

/// The greatest number of plies that are shown.
const MOST: usize = 240;

/// The size of the board and of the faces, in units of their own drawings.
const SCALE: f64 = 2.0;
const FACE: f64 = 2.3;

/// The height of the caption, in pixels.
const CAPTION: f64 = 30.0;

/// The rules for faces, which other pictures do not have.
const FACES: &str = ".eyes{fill:#fff;stroke:none}.whiskers{fill:none;stroke:#fff;stroke-width:.6}\
.rim{fill:#8a6a4a}.deep{fill:#1c120a}.rind{fill:#ffd75e}.paste{fill:#f7b924}.bubbles{fill:#b97a00}.later{opacity:0}";

impl<V: Values> Scene<'_, V> {
    /// The line of best play as an animation that repeats for ever, with each move below the board
    /// while it is made. A reader who prefers reduced motion sees the start. Of a line of more than
    /// 240 plies these are shown, and the picture says so. `explanation` must be that of the scene's
    /// start.
    ///
    /// Time: that of the layout, and O(plies · pieces²).
    pub fn animation(&self, explanation: &Explanation) -> String {
        let game = self.game;
        let start = game.position(self.start);
        let snapshot = snapshot(self, self.start, Vec::new());
        let layout = Layout::new(&snapshot);
        let boxes = layout.boxes(&snapshot).into_iter();
        let centres: BTreeMap<Vertex, Point> = boxes.map(|(vertex, at, _)| (vertex, at.times(SCALE))).collect();
        let centre = |vertex: Vertex| centres.get(&vertex).copied().unwrap_or_default();
        let plies = &explanation.plies[..explanation.plies.len().min(MOST)];
        let mut pieces: Vec<(Face, Vec<Vertex>)> = vec![(Face::Mouse, vec![start.mouse])];
        pieces.extend(start.cats.iter().map(|&cat| (Face::Cat, vec![cat])));
        let first = if start.turn == Side::Mouse { "The Mouse moves first" } else { "The Cat moves first" };
        let mut captions = vec![first.to_owned()];
        for ply in plies {
            let mut moves = game.piece_moves(ply.from, ply.played.step());
            let mover = if game.position(ply.from).turn == Side::Mouse { Face::Mouse } else { Face::Cat };
            for (face, places) in &mut pieces {
                let place = *places.last().expect("a piece begins somewhere");
                let step = moves.iter().position(|(from, _)| *face == mover && *from == place);
                places.push(step.map_or(place, |step| moves.swap_remove(step).1));
            }
            captions.push(format!("{}. {}", ply.number, game.step(ply.from, ply.played.step())));
        }
        let ending = prose::ending(explanation, game);
        captions.push(if plies.len() < explanation.plies.len() { "…".to_owned() } else { ending.clone() });

        let blank = layout.draw(&Snapshot { mouse: None, cats: Vec::new(), holes: &[], ..snapshot.clone() });
        let size = Point::new(blank.width, blank.height).times(SCALE);
        let mut svg = Svg::default();
        svg.open("g", &[("transform", format!("scale({SCALE})").as_str().into())]);
        svg.append(&blank.svg);
        svg.close("g");
        for &hole in &game.rules().holes {
            let here = translation(centre(hole));
            svg.open("g", &[("transform", format!("{here} scale({FACE})").as_str().into())]);
            Face::goal(game.board()).draw(&mut svg);
            svg.close("g");
        }
        let clock = Clock { plies: plies.len() };
        let tracks: Vec<Vec<Point>> = pieces.iter().map(|(_, places)| track(places, &pieces, centre)).collect();
        // Several pictures may stand on one page, so what is named has a name of its own.
        let name = format!("run{:08x}", checksum(&format!("{tracks:?}{captions:?}")));
        let mut motion = String::new();
        for (index, ((face, _), track)) in pieces.iter().zip(&tracks).enumerate() {
            svg.open("g", &[("transform", translation(track[0]).as_str().into())]);
            svg.open("g", &[("class", format!("{name}-{index}").as_str().into())]);
            svg.open("g", &[("transform", format!("scale({FACE})").as_str().into())]);
            face.draw(&mut svg);
            for _ in 0..3 {
                svg.close("g");
            }
            let _ = write!(motion, "@keyframes {name}-{index}{{{}}}", clock.run(track));
            let _ =
                write!(motion, ".{name}-{index}{{animation:{name}-{index} {}s infinite}}", decimal(clock.seconds()));
        }
        for (index, caption) in captions.iter().enumerate() {
            let first = if index == 0 { "" } else { " later" };
            svg.text(
                "text",
                &[
                    ("class", format!("say {name}-say-{index}{first}").as_str().into()),
                    ("x", (size.x / 2.0).into()),
                    ("y", (size.y + CAPTION * 0.6).into()),
                    ("font-size", 14.0.into()),
                    ("text-anchor", "middle".into()),
                ],
                &fitted(caption, 14.0, size.x.max(520.0)),
            );
            let _ = write!(motion, "@keyframes {name}-say-{index}{{{}}}", clock.shown(index));
            let _ = write!(
                motion,
                ".{name}-say-{index}{{animation:{name}-say-{index} {}s step-end infinite}}",
                decimal(clock.seconds())
            );
        }

        let mut page = Page::new(&self.named("Best play"), format!("{} {ending}", self.headline()));
        page.rules(&format!("{FACES}@media (prefers-reduced-motion:no-preference){{{motion}}}"));
        page.drawing(Drawing { svg, width: size.x, height: size.y + CAPTION });
        if let Some(caveat) = layout.caveat() {
            page.sentence(caveat);
        }
        if plies.len() < explanation.plies.len() {
            page.sentence(format!("The first {MOST} of {} plies.", explanation.plies.len()));
        }
        page.finish()
    }
}

/// Where a piece is drawn after each ply, in pixels. Pieces that meet stand beside each other.
fn track(places: &[Vertex], pieces: &[(Face, Vec<Vertex>)], centre: impl Fn(Vertex) -> Point) -> Vec<Point> {
    let after = |(ply, &place): (usize, &Vertex)| {
        let here: Vec<&Vec<Vertex>> =
            pieces.iter().map(|(_, places)| places).filter(|places| places[ply] == place).collect();
        let rank = here.iter().position(|other| std::ptr::eq(other.as_slice(), places)).unwrap_or(0);
        let aside = (rank as f64 - (here.len() as f64 - 1.0) / 2.0) * 10.0 * SCALE;
        centre(place).plus(Point::new(aside, 0.0))
    };
    places.iter().enumerate().map(after).collect()
}

/// When things happen in an animation of so many plies: the start is shown for a ply, then each ply
/// has its time, then the end.
struct Clock {
    plies: usize,
}

impl Clock {
    fn seconds(&self) -> f64 {
        (self.plies + 1) as f64 * PLY + REST
    }

    /// The share of the whole time at which so many plies have passed, in percent.
    fn percent(&self, plies: f64) -> String {
        let share = (plies * PLY / self.seconds() * 10_000.0).round() / 100.0;
        format!("{share}%")
    }

    /// The frames of a piece that is at these points after each ply, as shifts from the first.
    fn run(&self, track: &[Point]) -> String {
        let mut frames = String::new();
        let mut frame = |plies: f64, at: Point| {
            let shift = at.minus(track[0]);
            let percent = self.percent(plies);
            let _ = write!(frames, "{percent}{{transform:translate({}px,{}px)}}", decimal(shift.x), decimal(shift.y));
        };
        frame(0.0, track[0]);
        for (ply, pair) in track.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
            frame(ply as f64 + 1.0, pair[0]);
            frame(ply as f64 + 1.5, pair[1]);
        }
        let last = *track.last().expect("a piece begins somewhere");
        let _ = write!(
            frames,
            "to{{transform:translate({}px,{}px)}}",
            decimal(last.minus(track[0]).x),
            decimal(last.minus(track[0]).y)
        );
        frames
    }

    /// The frames of a caption: 0 is that of the start, then one for each ply, then that of the end.
    fn shown(&self, index: usize) -> String {
        let (from, to) = (self.percent(index as f64), self.percent(index as f64 + 1.0));
        let is_last = index == self.plies + 1;
        let hidden = if index == 0 { String::new() } else { "from{opacity:0}".to_owned() };
        let after = if is_last { "to{opacity:1}".to_owned() } else { format!("{to}{{opacity:0}}") };
        format!("{hidden}{from}{{opacity:1}}{after}")
    }
}

fn translation(point: Point) -> String {
    format!("translate({} {})", decimal(point.x), decimal(point.y))
}

/// Bernstein's hash, for names that differ where the pictures do.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(5381, |sum: u32, byte| sum.wrapping_mul(33) ^ u32::from(byte))
}
