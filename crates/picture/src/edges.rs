//! The lines between the boxes of vertices: straight, or bent around the boxes in their way.

use crate::layout::Point;
use crate::svg::decimal;

/// The least distance between a bent line and a box that is not at its end, in pixels.
const CLEARANCE: f64 = 4.0;

/// The same for a straight line.
const STRAIGHT_CLEARANCE: f64 = 1.0;

/// The number of straight pieces into which a curve is cut to see whether it meets boxes.
const PIECES: usize = 16;

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) centre: Point,
    pub(crate) half: Point,
    /// The radius of the corners.
    pub(crate) corner: f64,
}

impl Area {
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let apart = self.centre.minus(other.centre);
        apart.x.abs() < self.half.x + other.half.x + 1.0 && apart.y.abs() < self.half.y + other.half.y + 1.0
    }

    /// Whether a part of a segment is inside (Liang and Barsky, *A New Concept and Method for Line
    /// Clipping*, 1984).
    pub(crate) fn meets_segment(&self, (from, to): (Point, Point)) -> bool {
        let along = to.minus(from);
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        let start = from.minus(self.centre);
        for (start, along, half) in [(start.x, along.x, self.half.x), (start.y, along.y, self.half.y)] {
            if along.abs() < 1e-9 {
                if start.abs() >= half {
                    return false;
                }
            } else {
                let (one, other) = ((-half - start) / along, (half - start) / along);
                enters = enters.max(one.min(other));
                leaves = leaves.min(one.max(other));
            }
        }
        enters < leaves
    }

    /// A box of this size with somewhat round corners.
    pub(crate) fn new(centre: Point, half: Point) -> Self {
        Self { centre, half, corner: half.x.min(half.y).min(8.0) }
    }

    /// The same box with round ends; a square box becomes a disc.
    pub(crate) fn round(self) -> Self {
        Self { corner: self.half.x.min(self.half.y), ..self }
    }

    /// Whether a point is at most this far from the box, whose corners are round.
    fn is_near(&self, point: Point, gap: f64) -> bool {
        let round = self.corner;
        let apart = point.minus(self.centre);
        let beyond = Point::new(apart.x.abs() - self.half.x + round, apart.y.abs() - self.half.y + round);
        let outside = Point::new(beyond.x.max(0.0), beyond.y.max(0.0)).length();
        outside + beyond.x.max(beyond.y).min(0.0) <= round + gap
    }
}

/// A quadratic Bézier curve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curve {
    pub(crate) from: Point,
    pub(crate) control: Point,
    pub(crate) to: Point,
}

impl Curve {
    /// A line whose middle is half of `bend` to the right of the straight line, in pixels.
    pub(crate) fn bent(from: Point, to: Point, bend: f64) -> Self {
        let along = to.minus(from);
        let aside = Point::new(-along.y, along.x).times(bend / along.length().max(1e-6));
        Self { from, control: from.plus(to).times(0.5).plus(aside), to }
    }

    /// The point at a share of the curve's parameter.
    pub(crate) fn at(&self, share: f64) -> Point {
        self.part(share, share).control
    }

    /// The part between two shares of the parameter.
    pub(crate) fn part(&self, from: f64, to: f64) -> Self {
        let blossom = |one: f64, other: f64| {
            let mixed = one * (1.0 - other) + other * (1.0 - one);
            let ends = self.from.times((1.0 - one) * (1.0 - other)).plus(self.to.times(one * other));
            ends.plus(self.control.times(mixed))
        };
        Self { from: blossom(from, from), control: blossom(from, to), to: blossom(to, to) }
    }

    /// The part between two boxes at its ends, at this distance from them.
    pub(crate) fn between(&self, one: &Area, other: &Area, gap: f64) -> Self {
        // Halving the interval twelve times finds the border to a fraction of a pixel.
        let border = |area: &Area, end: f64| {
            let (mut inside, mut outside) = (end, 0.5);
            for _ in 0..12 {
                let middle = f64::midpoint(inside, outside);
                if area.is_near(self.at(middle), gap) { inside = middle } else { outside = middle }
            }
            outside
        };
        self.part(border(one, 0.0), border(other, 1.0))
    }

    pub(crate) fn is_straight(&self) -> bool {
        self.from.plus(self.to).times(0.5).minus(self.control).length() < 0.5
    }

    /// The curve up to `end` as a part of the path of an SVG.
    pub(crate) fn path(&self, end: Point) -> String {
        let pair = |point: Point| format!("{} {}", decimal(point.x), decimal(point.y));
        let bend = if self.is_straight() { "L".to_owned() } else { format!("Q{} ", pair(self.control)) };
        format!("M{}{bend}{}", pair(self.from), pair(end))
    }

    /// Straight pieces along the curve.
    fn pieces(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let point = |index: usize| self.at(index as f64 / PIECES as f64);
        (0..PIECES).map(move |index| (point(index), point(index + 1)))
    }

    /// Whether the curve meets an area.
    pub(crate) fn meets(&self, area: &Area) -> bool {
        // The curve is inside the triangle of its three points.
        let reach =
            |a: f64, b: f64, c: f64, at: f64, half: f64| a.min(b).min(c) < at + half && a.max(b).max(c) > at - half;
        let Self { from, control, to } = self;
        reach(from.x, control.x, to.x, area.centre.x, area.half.x)
            && reach(from.y, control.y, to.y, area.centre.y, area.half.y)
            && self.pieces().any(|piece| area.meets_segment(piece))
    }
}

/// The number of other boxes that the line between two boxes meets with this bend.
pub(crate) fn met(boxes: &[Area], (from, to): (usize, usize), bend: f64) -> usize {
    let curve = Curve::bent(boxes[from].centre, boxes[to].centre, bend);
    let clearance = if bend == 0.0 { STRAIGHT_CLEARANCE } else { CLEARANCE };
    let grown = |area: &Area| Area { half: area.half.plus(Point::new(clearance, clearance)), ..*area };
    let others = boxes.iter().enumerate().filter(|&(index, _)| index != from && index != to);
    others.filter(|(_, area)| curve.meets(&grown(area))).count()
}

/// The least bend with which the line between two boxes meets the fewest other boxes, and their number.
pub(crate) fn bend(boxes: &[Area], ends: (usize, usize)) -> (f64, usize) {
    const STEPS: i32 = 14;
    let length = boxes[ends.1].centre.minus(boxes[ends.0].centre).length();
    let step = (length * 0.04).max(10.0);
    let straight = met(boxes, ends, 0.0);
    if straight == 0 {
        return (0.0, 0);
    }
    let mut best = (0.0, straight);
    for bend in (1..=STEPS).flat_map(|by| [f64::from(by) * step, f64::from(-by) * step]) {
        let count = met(boxes, ends, bend);
        if count < best.1 {
            best = (bend, count);
        }
        if count == 0 {
            break;
        }
    }
    best
}
