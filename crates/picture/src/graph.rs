//! Drawings of boards that are not grids: vertices are boxes, and edges are lines between them.
//!
//! [`layout`] places the vertices so that no two boxes meet. So no label covers another, and every
//! edge ends at the border of a box. An edge in whose way there is another box is bent. A number
//! that does not fit on an edge is omitted there, but is in the list below the board. A board with
//! many vertices is a sketch: dots without names. On a very large board a dot represents several
//! vertices.

use catmouse_arena::{InOrder, Judgement};
use catmouse_model::{Board, Vertex};

use crate::edges::{self, Area, Curve};
use crate::layout::{self, Graph, MAX_DETAILED, Point};
use crate::page::{self, Drawing, HEAD};
use crate::palette::{classes_of, fill};
use crate::snapshot::{Detail, Snapshot, label, mark};
use crate::svg::{Svg, fitted, shortened, width};

/// The greatest number of boxes. On a larger board each box represents several vertices.
const MAX_BOXES: usize = 1000;

/// The number of times that a drawing is enlarged if edges still meet boxes.
const ENLARGED: usize = 3;

/// The least space between two boxes, in pixels.
const GAP: f64 = 16.0;

/// The preferred length of an edge between its boxes, in pixels.
const EDGE: f64 = 40.0;

/// The greatest length in pixels to which a drawing is stretched for an edge of average length.
const MAX_SPREAD: f64 = 220.0;

/// A board with places for its vertices. It can be drawn several times.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The vertex of each box. On a very large board the box also represents vertices near it.
    drawn: Vec<Vertex>,
    /// The box of each vertex of the board.
    box_of: Vec<Option<usize>>,
    lines: Vec<Line>,
    /// The boxes of vertices with loops.
    loops: Vec<usize>,
    centres: Vec<Point>,
    /// Half the width and height of each box.
    halves: Vec<Point>,
    size: Point,
    detail: Detail,
    /// Whether vertices are drawn as dots.
    pub(crate) sketch: bool,
    /// The greatest number of vertices in one box.
    pub(crate) crowd: usize,
    /// The number of omitted vertices.
    pub(crate) left_out: usize,
}

/// An edge in both directions, or a single arc.
#[derive(Clone, Debug)]
struct Line {
    /// The boxes at the ends.
    ends: (usize, usize),
    one_way: bool,
    /// The distance between the middle of the line and the straight line, in pixels.
    bend: f64,
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
        let Boxes { middles, box_of } = Boxes::new(&whole, &landmarks);
        let mut crowds = vec![0; middles.len()];
        for &index in box_of.iter().flatten() {
            crowds[index] += 1;
        }
        let (lines, loops) = lines(board, &box_of);
        let graph = Graph::new(middles.len(), lines.iter().map(|line| line.ends));
        let drawn: Vec<Vertex> = middles.iter().map(|&vertex| Vertex::new(vertex as u32)).collect();
        let sketch = all > MAX_DETAILED;
        let roots: Vec<usize> = snapshot.holes.iter().filter_map(|hole| box_of[hole.number() as usize]).collect();
        let are_known = middles.len() == all && known.len() == all;
        let places = if are_known { known.to_vec() } else { layout::lay_out(&graph, &roots) };
        let halves: Vec<Point> = drawn.iter().map(|&vertex| half_box(snapshot, vertex, sketch)).collect();
        let mut scale = if are_known {
            1.0
        } else if sketch {
            let widest = places.iter().fold(0.0_f64, |widest, place| widest.max(place.x).max(place.y)) + 1e-6;
            (1400.0 / widest).min(36.0)
        } else {
            scale(snapshot.detail, &places, &halves, &lines)
        };
        let mut plan = Self {
            left_out: box_of.iter().filter(|of| of.is_none()).count(),
            crowd: crowds.into_iter().max().unwrap_or(1),
            drawn,
            box_of,
            lines,
            loops,
            centres: Vec::new(),
            halves,
            size: Point::default(),
            detail: snapshot.detail,
            sketch,
        };
        for _ in 0..=ENLARGED {
            plan.centres = places.iter().map(|place| place.times(scale)).collect();
            if sketch || plan.route() || are_known {
                break;
            }
            scale *= 1.2;
        }
        plan.move_to_origin();
        plan
    }

    /// Bends the edges around the boxes in their way. Returns whether they meet no box.
    fn route(&mut self) -> bool {
        let boxes = self.areas();
        // A bent edge could cross another, and trees are drawn without crossings.
        let may_bend = self.lines.len() >= self.drawn.len();
        if !may_bend {
            return self.lines.iter().all(|line| edges::met(&boxes, line.ends, 0.0) == 0);
        }
        let mut are_clear = true;
        for line in &mut self.lines {
            let (bend, met) = edges::bend(&boxes, line.ends);
            line.bend = bend;
            are_clear &= met == 0;
        }
        are_clear
    }

    fn areas(&self) -> Vec<Area> {
        self.centres.iter().zip(&self.halves).map(|(&centre, &half)| self.area(centre, half)).collect()
    }

    /// A vertex on a board to play on is a dot, or has round ends if its name is long.
    fn area(&self, centre: Point, half: Point) -> Area {
        let area = Area::new(centre, half);
        if self.detail == Detail::Stage { area.round() } else { area }
    }

    /// The index of the box of a vertex.
    fn index(&self, vertex: Vertex) -> Option<usize> {
        self.box_of.get(vertex.number() as usize).copied().flatten()
    }

    /// Moves the drawing to the upper left corner, and sets its size.
    fn move_to_origin(&mut self) {
        const RIM: f64 = 10.0;
        let nothing = Point::default();
        // A bent edge may lead around the outer boxes.
        let bent = self.lines.iter().filter(|line| line.bend != 0.0).flat_map(|line| {
            let curve = Curve::bent(self.centres[line.ends.0], self.centres[line.ends.1], line.bend);
            [0.25, 0.5, 0.75].map(|share| (curve.at(share), nothing))
        });
        let bent: Vec<_> = bent.collect();
        let boxes = self.centres.iter().copied().zip(self.halves.iter().copied());
        let pairs = || boxes.clone().chain(bent.iter().copied());
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

    /// The vertices at the ends of each edge that is drawn bent, and the control point of the curve between
    /// the centres of their boxes.
    pub(crate) fn bends(&self) -> impl Iterator<Item = (Vertex, Vertex, Point)> + '_ {
        self.lines.iter().filter(|line| line.bend != 0.0).map(|line| {
            let (from, to) = line.ends;
            let curve = Curve::bent(self.centres[from], self.centres[to], line.bend);
            (self.drawn[from], self.drawn[to], curve.control)
        })
    }

    /// Draws the board.
    pub(crate) fn draw(&self, snapshot: &Snapshot<'_>) -> Drawing {
        let mut svg = Svg::default();
        let boxes = self.areas();
        let mut plain = String::new();
        for line in &self.lines {
            let curve = curve(&boxes, line.ends, line.bend, if line.one_way { 2.0 } else { 0.0 });
            if self.detail == Detail::Frame && !line.one_way {
                plain += &curve.path(curve.to);
            } else {
                stroke(&mut svg, "edge", &curve, line.one_way.then_some("tip"));
            }
        }
        if !plain.is_empty() {
            // One of many small boards is one element.
            svg.leaf("path", &[("class", "edge".into()), ("d", plain.as_str().into())]);
        }
        for &index in &self.loops {
            let corner = self.centres[index].plus(Point::new(self.halves[index].x, -self.halves[index].y));
            svg.leaf(
                "circle",
                &[("class", "edge".into()), ("cx", corner.x.into()), ("cy", corner.y.into()), ("r", 7.0.into())],
            );
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
            let (Some(from), Some(to)) = (self.index(drawn.from), self.index(drawn.to)) else { continue };
            let class = classes_of(drawn.side);
            if from == to {
                self.outline(&mut svg, from, 5.0, class.line);
                continue;
            }
            stroke(&mut svg, class.line, &self.between(&boxes, (from, to), 3.0), Some(class.tip));
            if let Some(worth) = drawn.worth.filter(|_| !self.sketch) {
                badges.push(Badge { ends: (from, to), text: mark(&worth), of: Some(worth) });
            }
        }
        // The outcomes of moves are placed before the costs of edges.
        badges.put_in_order_by_key(|badge| badge.of.is_none());
        self.place(&mut svg, boxes, &badges);
        for index in 0..self.drawn.len() {
            self.vertex(&mut svg, snapshot, index);
        }
        Drawing { svg, width: self.size.x, height: self.size.y }
    }

    /// The line between two boxes, at this gap from the boxes, bent like the edge between them if there
    /// is one.
    fn between(&self, boxes: &[Area], ends: (usize, usize), gap: f64) -> Curve {
        let is_it = |line: &&Line| line.ends == ends || line.ends == (ends.1, ends.0);
        let bend = match self.lines.iter().find(is_it) {
            Some(line) if line.ends == ends => line.bend,
            Some(line) => -line.bend,
            None if self.sketch => 0.0,
            None => edges::bend(boxes, ends).0,
        };
        curve(boxes, ends, bend, gap)
    }

    /// Puts each badge next to its edge where it covers nothing. A badge without a free place is
    /// left out.
    fn place(&self, svg: &mut Svg, boxes: Vec<Area>, badges: &[Badge]) {
        const SIZE: f64 = 10.0;
        if badges.is_empty() {
            return;
        }
        let lines: Vec<Curve> = self.lines.iter().map(|line| curve(&boxes, line.ends, line.bend, 0.0)).collect();
        let curves: Vec<Curve> = badges.iter().map(|badge| self.between(&boxes, badge.ends, 3.0)).collect();
        let mut taken = boxes;
        // The heads of arrows stay visible.
        let moves = badges.iter().zip(&curves).filter(|(badge, _)| badge.of.is_some()).map(|(_, curve)| curve);
        let arrows = self.lines.iter().zip(&lines).filter(|(line, _)| line.one_way).map(|(_, curve)| curve);
        taken.extend(moves.chain(arrows).map(|curve| {
            let along = curve.to.minus(curve.control);
            let back = along.times(HEAD / 2.0 / along.length().max(1e-6));
            Area::new(curve.to.minus(back), Point::new(HEAD / 2.0, HEAD / 2.0))
        }));
        for (badge, curve) in badges.iter().zip(curves) {
            let along = curve.to.minus(curve.from);
            let half = Point::new(width(&badge.text, SIZE) / 2.0 + 3.5, 7.5);
            let across = Point::new(-along.y, along.x).times(1.0 / along.length().max(1e-6));
            // The heads of arrows must not be covered, so the middle is tried first, and the
            // beginning before the end.
            let places = [0.0, 11.0, -11.0].into_iter().flat_map(|aside| {
                [0.5, 0.42, 0.58, 0.34, 0.26, 0.66, 0.18]
                    .map(|share| Area::new(curve.at(share).plus(across.times(aside)), half))
            });
            let crossed = |area: &Area| {
                let is_other = |line: &Line| line.ends != badge.ends && line.ends != (badge.ends.1, badge.ends.0);
                let lines = self.lines.iter().zip(&lines).filter(|(line, _)| is_other(line));
                lines.filter(|(_, curve)| curve.meets(area)).count()
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
                ("rx", self.area(centre, half).corner.into()),
            ],
        );
    }

    fn vertex(&self, svg: &mut Svg, snapshot: &Snapshot<'_>, index: usize) {
        let (vertex, centre, half) = (self.drawn[index], self.centres[index], self.halves[index]);
        let (name, worth) = (label(snapshot.board, vertex), snapshot.worth(vertex));
        let is_here = |piece: &&Vertex| self.index(**piece) == Some(index);
        let mouse = snapshot.mouse.iter().any(|piece| is_here(&piece));
        let cats = snapshot.cats.iter().filter(is_here).count();
        let number = vertex.number().to_string();
        if self.detail != Detail::Frame {
            svg.open("g", &[("class", "vertex".into()), ("data-vertex", number.as_str().into())]);
            let value = worth.map_or_else(String::new, |worth| format!(": {}", mark(&worth)));
            svg.text("title", &[], &shortened(&format!("{name}{value}"), 200));
        }
        if snapshot.is_hole(vertex) {
            self.outline(svg, index, 4.0, "double");
        }
        if snapshot.marked.contains(&vertex) {
            self.outline(svg, index, 8.0, "marked");
        }
        let face = if self.detail == Detail::Stage { " face" } else { "" };
        self.outline(svg, index, 0.0, &format!("{} frame{face}", fill(worth.as_ref())));
        if snapshot.is_trap(vertex) {
            page::trap(svg, (centre.x, centre.y), half.x.min(half.y));
        }
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
        if self.detail != Detail::Frame {
            svg.close("g");
        }
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

/// The line between two boxes with this bend, at this gap from the boxes.
fn curve(boxes: &[Area], ends: (usize, usize), bend: f64, gap: f64) -> Curve {
    let (one, other) = (&boxes[ends.0], &boxes[ends.1]);
    Curve::bent(one.centre, other.centre, bend).between(one, other, gap)
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

/// Draws a line between two boxes, with the head of an arrow of the class `tip`.
fn stroke(svg: &mut Svg, class: &str, curve: &Curve, tip: Option<&str>) {
    let pair = |point: Point| (point.x, point.y);
    let end = match tip {
        Some(tip) => page::head(svg, tip, pair(curve.control), pair(curve.to)),
        None => pair(curve.to),
    };
    if curve.is_straight() {
        page::segment(svg, class, pair(curve.from), end);
    } else {
        let path = curve.path(Point::new(end.0, end.1));
        svg.leaf("path", &[("class", class.into()), ("d", path.as_str().into())]);
    }
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

/// The vertices of a board in boxes.
struct Boxes {
    /// The vertex in the middle of each box.
    middles: Vec<usize>,
    /// The box of each vertex; `None` if there are too many components to draw them all.
    box_of: Vec<Option<usize>>,
}

impl Boxes {
    /// A box for each vertex or, if there are too many, for the vertices around some of them. The
    /// landmarks are in the middle of their boxes.
    ///
    /// Time: O(vertices + edges) for each radius that is tried, up to that of the board.
    fn new(graph: &Graph, landmarks: &[usize]) -> Self {
        let all = graph.vertices();
        let mut boxes = Self { middles: (0..all).collect(), box_of: (0..all).map(Some).collect() };
        let mut radius = 1;
        while boxes.middles.len() > MAX_BOXES {
            let before = boxes.middles.len();
            boxes = Self::around(graph, landmarks, radius);
            if boxes.middles.len() == before {
                // Only the number of components is left.
                boxes.middles.truncate(MAX_BOXES);
                for of in &mut boxes.box_of {
                    of.take_if(|index| *index >= MAX_BOXES);
                }
            }
            radius *= 2;
        }
        boxes
    }

    fn around(graph: &Graph, landmarks: &[usize], radius: usize) -> Self {
        let mut boxes = Self { middles: Vec::new(), box_of: vec![None; graph.vertices()] };
        for middle in landmarks.iter().copied().chain(0..graph.vertices()) {
            if boxes.box_of[middle].is_some() {
                continue;
            }
            let index = boxes.middles.len();
            boxes.middles.push(middle);
            let is_landmark = |vertex: &usize| landmarks.binary_search(vertex).is_ok();
            let (mut front, mut next) = (vec![middle], Vec::new());
            boxes.box_of[middle] = Some(index);
            for _ in 0..radius {
                for near in front.drain(..).flat_map(|vertex| &graph.neighbours[vertex]) {
                    if boxes.box_of[*near].is_none() && !is_landmark(near) {
                        boxes.box_of[*near] = Some(index);
                        next.push(*near);
                    }
                }
                std::mem::swap(&mut front, &mut next);
            }
        }
        boxes
    }
}

/// The edges between boxes, and the boxes of vertices with loops.
fn lines(board: &Board, box_of: &[Option<usize>]) -> (Vec<Line>, Vec<usize>) {
    let mut loops = Vec::new();
    let mut arcs: Vec<(usize, usize, u32)> = Vec::new();
    for (from, to, cost) in board.arcs() {
        let ends = [from, to].map(|end| box_of[end.number() as usize]);
        match ends {
            [Some(here), Some(_)] if from == to => loops.push(here),
            [Some(from), Some(to)] if from != to => arcs.push((from, to, cost)),
            _ => {}
        }
    }
    loops.put_in_order();
    loops.dedup();
    arcs.put_in_order();
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
        lines.push(Line { ends: (from, to), one_way: !back, bend: 0.0, cost: board.has_costs().then_some(cost) });
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
                // An edge that leads through the middle of another vertex will be bent.
                let near = place.to_segment(ends);
                if near > 0.02 {
                    should = should.max((halves[vertex].length() + 2.0) / near.max(0.2));
                }
            }
        }
    }
    must.max(should.min(most))
}
