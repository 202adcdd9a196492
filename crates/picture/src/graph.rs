//! Drawings of boards that are not grids: vertices are boxes, and edges are lines between them.
//!
//! [`layout`] places the vertices so that no two boxes meet. So no label covers another, and every
//! edge ends at the border of a box. A number that does not fit on an edge is omitted there, but is
//! in the list below the board. A board with many vertices is a sketch: dots without names.

use catmouse_arena::Judgement;
use catmouse_model::{Board, Vertex};

use crate::layout::{self, Graph, MAX_DETAILED, Point};
use crate::page::{self, Drawing, arrow};
use crate::palette::{classes, fill};
use crate::snapshot::{Detail, Snapshot, label, mark};
use crate::svg::{Svg, fitted, shortened, width};

/// The greatest number of vertices that are drawn. Of a larger graph, the vertices nearest to the
/// pieces and the holes are drawn.
const MAX_VERTICES: usize = 300;

/// The least space between two boxes, in pixels.
const GAP: f64 = 16.0;

/// The preferred length of an edge between its boxes, in pixels.
const EDGE: f64 = 40.0;

/// The greatest length in pixels to which a drawing is stretched for an edge of average length.
const MAX_SPREAD: f64 = 220.0;

/// A board with places for its vertices. It can be drawn several times.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The drawn vertices, sorted.
    drawn: Vec<Vertex>,
    lines: Vec<Line>,
    loops: Vec<Vertex>,
    centres: Vec<Point>,
    /// Half the width and height of each box.
    halves: Vec<Point>,
    size: Point,
    detail: Detail,
    /// Whether vertices are drawn as dots.
    pub(crate) sketch: bool,
    /// The number of omitted vertices.
    pub(crate) left_out: usize,
}

/// An edge in both directions, or a single arc.
#[derive(Clone, Debug)]
struct Line {
    /// The ends, as indices into the drawn vertices.
    ends: (usize, usize),
    one_way: bool,
    /// The cost of a move along the line, if moves have costs.
    cost: Option<String>,
}

impl Plan {
    /// Lays out a board. Later drawings may show other moves and outcomes. If places are known for
    /// all its vertices, in pixels and in the order of their numbers, the vertices are put there.
    pub(crate) fn new(snapshot: &Snapshot<'_>, known: &[Point]) -> Self {
        let board = snapshot.board;
        let all = board.vertices() as usize;
        let whole = Graph::new(all, board.arcs().map(|(from, to, _)| (from.number() as usize, to.number() as usize)));
        let landmarks: Vec<usize> = snapshot.landmarks().iter().map(|vertex| vertex.number() as usize).collect();
        let kept: Vec<usize> = if all > MAX_VERTICES {
            let from = if landmarks.is_empty() { vec![0] } else { landmarks };
            let mut near: Vec<usize> =
                whole.reached(&from, None).into_iter().map(|(v, _)| v).take(MAX_VERTICES).collect();
            near.sort_unstable();
            near
        } else {
            (0..all).collect()
        };
        let sketch = all > MAX_DETAILED;
        let left_out = all - kept.len();
        let graph = whole.among(&kept);
        let drawn: Vec<Vertex> = kept.iter().map(|&vertex| Vertex::new(vertex as u32)).collect();
        let roots: Vec<usize> = snapshot.holes.iter().filter_map(|hole| drawn.binary_search(hole).ok()).collect();
        let are_known = left_out == 0 && known.len() == all;
        let places = if are_known { known.to_vec() } else { layout::lay_out(&graph, &roots) };
        let halves: Vec<Point> = drawn.iter().map(|&vertex| half_box(snapshot, vertex, sketch)).collect();
        let (lines, loops) = lines(board, &drawn);
        let scale = if are_known {
            1.0
        } else if sketch {
            let widest = places.iter().fold(0.0_f64, |widest, place| widest.max(place.x).max(place.y)) + 1e-6;
            (1400.0 / widest).min(36.0)
        } else {
            scale(snapshot.detail, &places, &halves, &lines)
        };
        let mut plan = Self {
            left_out,
            drawn,
            lines,
            loops,
            centres: places.iter().map(|place| place.times(scale)).collect(),
            halves,
            size: Point::default(),
            detail: snapshot.detail,
            sketch,
        };
        if are_known {
            plan.mend(&graph);
        }
        plan.move_to_origin();
        plan
    }

    /// An edge that was added to a drawing may run through the box of a vertex. If so, moves this
    /// vertex and the ends of the edge, and no other vertices.
    fn mend(&mut self, graph: &Graph) {
        let crossed = self.crossed();
        if crossed.is_empty() {
            return;
        }
        let before = std::mem::take(&mut self.centres);
        self.centres = layout::mend(graph, &before, &crossed);
        let boxes: Vec<Area> =
            self.centres.iter().zip(&self.halves).map(|(&centre, &half)| Area { centre, half }).collect();
        let overlap =
            crossed.iter().any(|&one| (0..boxes.len()).any(|other| other != one && boxes[one].meets(&boxes[other])));
        if overlap || self.crossed().len() >= crossed.len() {
            self.centres = before;
        }
    }

    /// The vertices whose boxes are crossed by an edge with other ends, together with the ends of
    /// these edges.
    fn crossed(&self) -> Vec<usize> {
        let mut crossed = vec![false; self.centres.len()];
        for &Line { ends: (from, to), .. } in &self.lines {
            let segment = (self.centres[from], self.centres[to]);
            for (vertex, (&centre, &half)) in self.centres.iter().zip(&self.halves).enumerate() {
                if vertex != from && vertex != to && (Area { centre, half }).meets_segment(segment) {
                    crossed[vertex] = true;
                    crossed[from] = true;
                    crossed[to] = true;
                }
            }
        }
        (0..crossed.len()).filter(|&vertex| crossed[vertex]).collect()
    }

    /// Moves the drawing to the upper left corner, and sets its size.
    fn move_to_origin(&mut self) {
        const RIM: f64 = 10.0;
        let pairs = || self.centres.iter().zip(&self.halves);
        let least = pairs().fold(Point::new(f64::MAX, f64::MAX), |corner, (centre, half)| {
            Point::new(corner.x.min(centre.x - half.x), corner.y.min(centre.y - half.y))
        });
        let most = pairs().fold(Point::new(f64::MIN, f64::MIN), |corner, (centre, half)| {
            Point::new(corner.x.max(centre.x + half.x), corner.y.max(centre.y + half.y))
        });
        if self.centres.is_empty() {
            return;
        }
        let rim = Point::new(RIM, RIM);
        self.size = most.minus(least).plus(rim.times(2.0));
        for centre in &mut self.centres {
            *centre = centre.minus(least).plus(rim);
        }
    }

    /// Each drawn vertex, with the centre of its box and half the box's width and height.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = (Vertex, Point, Point)> + '_ {
        self.drawn
            .iter()
            .zip(self.centres.iter().zip(&self.halves))
            .map(|(&vertex, (&centre, &half))| (vertex, centre, half))
    }

    /// Draws the board.
    pub(crate) fn draw(&self, snapshot: &Snapshot<'_>) -> Drawing {
        let mut svg = Svg::default();
        for line in &self.lines {
            let (from, to) = self.between(line.ends, 2.0);
            if line.one_way {
                arrow(&mut svg, ("edge", "tip"), (from.x, from.y), (to.x, to.y));
            } else {
                stroke(&mut svg, "edge", from, to);
            }
        }
        for vertex in &self.loops {
            if let Ok(index) = self.drawn.binary_search(vertex) {
                let corner = self.centres[index].plus(Point::new(self.halves[index].x, -self.halves[index].y));
                svg.leaf(
                    "circle",
                    &[("class", "edge".into()), ("cx", corner.x.into()), ("cy", corner.y.into()), ("r", 7.0.into())],
                );
            }
        }
        let mut badges = Vec::new();
        if self.detail != Detail::Frame && !self.sketch {
            badges.extend(
                self.lines
                    .iter()
                    .filter_map(|line| Some(Badge { ends: line.ends, text: line.cost.clone()?, of: None })),
            );
        }
        for drawn in &snapshot.drawn_moves {
            let ends = (self.drawn.binary_search(&drawn.from), self.drawn.binary_search(&drawn.to));
            let (Ok(from), Ok(to)) = ends else { continue };
            let class = classes(drawn.judgement.outcome.into());
            if from == to {
                self.outline(&mut svg, from, 5.0, class.line);
                continue;
            }
            let (start, end) = self.between((from, to), 3.0);
            arrow(&mut svg, (class.line, class.tip), (start.x, start.y), (end.x, end.y));
            if self.detail == Detail::Full && !self.sketch {
                badges.push(Badge { ends: (from, to), text: mark(&drawn.judgement), of: Some(drawn.judgement) });
            }
        }
        // The outcomes of moves are placed before the costs of edges.
        badges.sort_by_key(|badge| badge.of.is_none());
        self.place(&mut svg, &badges);
        for index in 0..self.drawn.len() {
            self.vertex(&mut svg, snapshot, index);
        }
        Drawing { svg, width: self.size.x, height: self.size.y }
    }

    /// The ends of a line between two boxes, at this gap from the boxes.
    fn between(&self, (from, to): (usize, usize), gap: f64) -> (Point, Point) {
        let border = |here: usize, there: usize| {
            let along = self.centres[there].minus(self.centres[here]);
            let reach = |span: f64, half: f64| if span.abs() > 1e-9 { (half + gap) / span.abs() } else { f64::MAX };
            let half = self.halves[here];
            self.centres[here].plus(along.times(reach(along.x, half.x).min(reach(along.y, half.y)).min(0.5)))
        };
        (border(from, to), border(to, from))
    }

    /// Puts each badge next to its edge where it covers nothing. A badge without a free place is
    /// left out.
    fn place(&self, svg: &mut Svg, badges: &[Badge]) {
        const SIZE: f64 = 10.0;
        let boxes = self.centres.iter().zip(&self.halves).map(|(&centre, &half)| Area { centre, half });
        let mut taken: Vec<Area> = boxes.collect();
        for badge in badges {
            let (from, to) = self.between(badge.ends, 3.0);
            let along = to.minus(from);
            let half = Point::new(width(&badge.text, SIZE) / 2.0 + 3.5, 7.5);
            let across = Point::new(-along.y, along.x).times(1.0 / along.length().max(1e-6));
            // The heads of arrows must not be covered, so the middle is tried first, and the
            // beginning before the end.
            let places = [0.0, 11.0, -11.0].into_iter().flat_map(|aside| {
                [0.5, 0.42, 0.58, 0.34, 0.26, 0.66, 0.18]
                    .map(|share| Area { centre: from.plus(along.times(share)).plus(across.times(aside)), half })
            });
            let crossed = |area: &Area| {
                let lines = self
                    .lines
                    .iter()
                    .filter(|line| line.ends != badge.ends && line.ends != (badge.ends.1, badge.ends.0));
                lines.filter(|line| area.meets_segment(self.between(line.ends, 0.0))).count()
            };
            let inside = |area: &Area| {
                area.centre.x >= half.x
                    && area.centre.y >= half.y
                    && area.centre.x + half.x <= self.size.x
                    && area.centre.y + half.y <= self.size.y
            };
            let free = places.filter(|area| inside(area) && !taken.iter().any(|other| area.meets(other)));
            let Some(area) = free.min_by_key(crossed) else { continue };
            taken.push(area);
            let class = format!("{} frame", fill(badge.of.as_ref()));
            svg.leaf(
                "rect",
                &[
                    ("class", class.as_str().into()),
                    ("x", (area.centre.x - half.x).into()),
                    ("y", (area.centre.y - half.y).into()),
                    ("width", (2.0 * half.x).into()),
                    ("height", (2.0 * half.y).into()),
                    ("rx", 7.0.into()),
                ],
            );
            centred_text(svg, &badge.text, SIZE, "normal", (area.centre.x, area.centre.y + 3.6));
        }
    }

    fn outline(&self, svg: &mut Svg, index: usize, beyond: f64, class: &str) {
        let (centre, half) = (self.centres[index], self.halves[index].plus(Point::new(beyond, beyond)));
        svg.leaf(
            "rect",
            &[
                ("class", class.into()),
                ("x", (centre.x - half.x).into()),
                ("y", (centre.y - half.y).into()),
                ("width", (2.0 * half.x).into()),
                ("height", (2.0 * half.y).into()),
                ("rx", (half.x.min(half.y).min(12.0)).into()),
            ],
        );
    }

    fn vertex(&self, svg: &mut Svg, snapshot: &Snapshot<'_>, index: usize) {
        let (vertex, centre, half) = (self.drawn[index], self.centres[index], self.halves[index]);
        let (name, worth) = (label(snapshot.board, vertex), snapshot.worth(vertex));
        let (mouse, cats) = snapshot.pieces(vertex);
        let number = vertex.number().to_string();
        svg.open("g", &[("class", "vertex".into()), ("data-vertex", number.as_str().into())]);
        let value = worth.map_or_else(String::new, |worth| format!(": {}", mark(&worth)));
        svg.text("title", &[], &shortened(&format!("{name}{value}"), 200));
        if snapshot.is_hole(vertex) {
            self.outline(svg, index, 4.0, "double");
        }
        let face = if self.detail == Detail::Stage { " face" } else { "" };
        self.outline(svg, index, 0.0, &format!("{} frame{face}", fill(worth.as_ref())));
        let pieces = usize::from(mouse) + usize::from(cats > 0);
        let mut y = centre.y - half.y + 3.0;
        if pieces > 0 {
            let row = if self.detail == Detail::Frame || self.sketch { centre.y } else { y + 9.0 };
            // If the mouse is caught, the pieces overlap on a small board.
            let shift = match (mouse && cats > 0, self.detail) {
                (false, _) => 0.0,
                (true, Detail::Full | Detail::Stage) => 9.0,
                (true, Detail::Frame) => 4.0,
            };
            if mouse {
                page::mouse(svg, centre.x - shift, row);
            }
            if cats > 0 {
                page::cats(svg, centre.x + shift, row, cats);
            }
            y += 19.0;
        }
        match self.detail {
            _ if self.sketch => {}
            Detail::Stage => {
                centred_text(svg, &fitted(&name, NAME_SIZE, NAME_WIDTH), NAME_SIZE, "bold", (centre.x, centre.y + 8.5));
                empty_text(svg, MARK_SIZE, (centre.x, centre.y + 21.5));
            }
            Detail::Frame if pieces > 0 => {}
            Detail::Frame => {
                centred_text(svg, &fitted(&name, 10.0, FRAME_NAME_WIDTH), 10.0, "normal", (centre.x, centre.y + 3.6));
            }
            Detail::Full => {
                centred_text(svg, &fitted(&name, NAME_SIZE, NAME_WIDTH), NAME_SIZE, "bold", (centre.x, y + 12.5));
                if let Some(worth) = worth {
                    centred_text(svg, &mark(&worth), MARK_SIZE, "normal", (centre.x, y + 27.0));
                }
            }
        }
        svg.close("g");
    }
}

const NAME_SIZE: f64 = 13.0;
const MARK_SIZE: f64 = 11.0;
/// The room for a name, in pixels.
const NAME_WIDTH: f64 = 100.0;
const FRAME_NAME_WIDTH: f64 = 34.0;
/// The room for a mouse and cats side by side, in pixels.
const TWO_PIECES: f64 = 38.0;

/// A number on an edge.
struct Badge {
    ends: (usize, usize),
    text: String,
    /// The outcome of a move; `None` if the number is the cost of an edge.
    of: Option<Judgement>,
}

/// A rectangle.
#[derive(Clone, Copy, Debug)]
struct Area {
    centre: Point,
    half: Point,
}

impl Area {
    fn meets(&self, other: &Self) -> bool {
        let apart = self.centre.minus(other.centre);
        apart.x.abs() < self.half.x + other.half.x + 1.0 && apart.y.abs() < self.half.y + other.half.y + 1.0
    }

    fn meets_segment(&self, (from, to): (Point, Point)) -> bool {
        let corner = |x: f64, y: f64| self.centre.plus(Point::new(self.half.x * x, self.half.y * y));
        layout::cross((from, to), (corner(-1.0, -1.0), corner(1.0, 1.0)))
            || layout::cross((from, to), (corner(-1.0, 1.0), corner(1.0, -1.0)))
    }
}

/// Draws centred text on a vertex or a badge.
pub(crate) fn centred_text(svg: &mut Svg, text: &str, size: f64, weight: &str, (x, y): (f64, f64)) {
    svg.text(
        "text",
        &[
            ("class", "ink".into()),
            ("x", x.into()),
            ("y", y.into()),
            ("font-size", size.into()),
            ("font-weight", weight.into()),
            ("text-anchor", "middle".into()),
        ],
        text,
    );
}

/// Draws an empty text, which a page fills with a number.
pub(crate) fn empty_text(svg: &mut Svg, size: f64, (x, y): (f64, f64)) {
    svg.text(
        "text",
        &[
            ("class", "ink worth".into()),
            ("x", x.into()),
            ("y", y.into()),
            ("font-size", size.into()),
            ("text-anchor", "middle".into()),
        ],
        "",
    );
}

fn stroke(svg: &mut Svg, class: &str, from: Point, to: Point) {
    svg.leaf(
        "line",
        &[
            ("class", class.into()),
            ("x1", from.x.into()),
            ("y1", from.y.into()),
            ("x2", to.x.into()),
            ("y2", to.y.into()),
        ],
    );
}

/// Half the width and height of the box of a vertex.
fn half_box(snapshot: &Snapshot<'_>, vertex: Vertex, sketch: bool) -> Point {
    let (mouse, cats) = snapshot.pieces(vertex);
    let pieces = usize::from(mouse) + usize::from(cats > 0);
    let name = label(snapshot.board, vertex);
    match snapshot.detail {
        _ if sketch => {
            if snapshot.detail == Detail::Stage {
                Point::new(9.0, 9.0)
            } else if pieces == 0 {
                Point::new(4.0, 4.0)
            } else {
                Point::new(9.0 * pieces as f64 + 1.0, 10.0)
            }
        }
        Detail::Frame => Point::new((width(&fitted(&name, 10.0, FRAME_NAME_WIDTH), 10.0) / 2.0 + 4.0).max(11.0), 10.5),
        Detail::Stage => {
            let name = width(&fitted(&name, NAME_SIZE, NAME_WIDTH), NAME_SIZE);
            Point::new(name.max(TWO_PIECES) / 2.0 + 6.0, 26.0)
        }
        Detail::Full => {
            let worth = snapshot.worth(vertex).map_or(0.0, |worth| width(&mark(&worth), MARK_SIZE));
            let widest = width(&fitted(&name, NAME_SIZE, NAME_WIDTH), NAME_SIZE).max(worth).max(18.0 * pieces as f64);
            let rows = 20.0 + if worth > 0.0 { 13.0 } else { 0.0 } + if pieces > 0 { 19.0 } else { 0.0 };
            Point::new((widest / 2.0 + 6.0).max(15.0), rows / 2.0)
        }
    }
}

/// The edges between drawn vertices, and the vertices with loops.
fn lines(board: &Board, drawn: &[Vertex]) -> (Vec<Line>, Vec<Vertex>) {
    let mut loops = Vec::new();
    let mut arcs: Vec<(usize, usize, u32)> = Vec::new();
    for (from, to, cost) in board.arcs() {
        if from == to {
            loops.push(from);
        } else if let (Ok(from), Ok(to)) = (drawn.binary_search(&from), drawn.binary_search(&to)) {
            arcs.push((from, to, cost));
        }
    }
    loops.dedup();
    arcs.sort_unstable();
    let costs = |from: usize, to: usize| {
        let first = arcs.partition_point(|&(f, t, _)| (f, t) < (from, to));
        arcs[first..]
            .iter()
            .take_while(move |&&(f, t, _)| (f, t) == (from, to))
            .map(|&(.., cost)| cost)
            .collect::<Vec<_>>()
    };
    let mut pairs: Vec<(usize, usize)> = arcs.iter().map(|&(from, to, _)| (from, to)).collect();
    pairs.dedup();
    let mut lines = Vec::new();
    for &(from, to) in &pairs {
        let back = pairs.binary_search(&(to, from)).is_ok();
        if back && from > to {
            continue;
        }
        let shown = |costs: &[u32]| costs.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let there = shown(&costs(from, to));
        let back_again = shown(&costs(to, from));
        let cost = if back && there != back_again { format!("{there}/{back_again}") } else { there };
        lines.push(Line { ends: (from, to), one_way: !back, cost: board.has_costs().then_some(cost) });
    }
    (lines, loops)
}

/// The factor by which the places are spread. It keeps boxes apart. If possible, it also gives
/// edges a length between their boxes and keeps them away from other vertices.
fn scale(detail: Detail, places: &[Point], halves: &[Point], lines: &[Line]) -> f64 {
    let (gap, edge, least, most): (f64, f64, f64, f64) = match detail {
        Detail::Full | Detail::Stage => (GAP, EDGE, 70.0, MAX_SPREAD),
        Detail::Frame => (8.0, 20.0, 30.0, 84.0),
    };
    let apart = |one: usize, other: usize, gap: f64| {
        let (between, needed) = (places[one].minus(places[other]), halves[one].plus(halves[other]));
        ((needed.x + gap) / between.x.abs().max(1e-6)).min((needed.y + gap) / between.y.abs().max(1e-6))
    };
    let mut must = 1.0_f64;
    for one in 0..places.len() {
        for other in 0..one {
            must = must.max(apart(one, other, gap));
        }
    }
    let mut should = least;
    for line in lines {
        should = should.max(apart(line.ends.0, line.ends.1, edge));
    }
    for line in lines {
        let ends = (places[line.ends.0], places[line.ends.1]);
        for (vertex, place) in places.iter().enumerate() {
            if vertex != line.ends.0 && vertex != line.ends.1 {
                let near = place.to_segment(ends);
                should = should.max((halves[vertex].length() + 2.0) / near.max(1e-6));
            }
        }
    }
    must.max(should.min(most))
}
