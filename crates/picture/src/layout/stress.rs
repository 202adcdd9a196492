//! Layout of any graph by its distances: vertices at a distance of d edges are drawn at a distance
//! of about d.
//!
//! Stochastic gradient descent on the stress (Zheng, Pawar and Goodman, *Graph Drawing by
//! Stochastic Gradient Descent*, 2018), from several starts. The best drawing is kept.
//!
//! Of a graph with more than 512 vertices, only a sample of the pairs of vertices is used. On mazes,
//! random and cubic graphs of 1,000 to 2,500 vertices the stress is then at most a twentieth
//! greater, and a drawing takes a fifth of the time or less.

use super::drawn::{Graph, MAX_DETAILED, Point, crossings};
use super::refine;
use super::room::{ROOMY, roominess, scale_to_unit_edges};

/// The number of passes over the pairs.
const PASSES: usize = 33;

/// About the greatest number of pairs. All pairs of 512 vertices are as many.
const PAIRS_AT_MOST: f64 = (512 * 511 / 2) as f64;

/// The number of starts that are tried if the drawing is refined.
const STARTS: u64 = 6;

/// The number of rounds of refining after which the best start is chosen.
const ROUNDS_BEFORE_CHOICE: usize = 15;

/// The number of starts that are tried in search of a drawing without crossings.
const TRIES: u64 = 3;

/// The drawings of a graph at which the descents from several starts end. Each is computed on first
/// use.
pub(super) struct Descents<'a> {
    graph: &'a Graph,
    terms: Vec<Term>,
    /// The drawings from the first starts.
    found: Vec<Vec<Point>>,
}

impl<'a> Descents<'a> {
    pub(super) fn new(graph: &'a Graph) -> Self {
        Self { graph, terms: terms(graph), found: Vec::new() }
    }

    /// The drawing from a start; starts count from 1. Time: O(pairs) for each pass.
    fn from(&mut self, start: u64) -> Vec<Point> {
        while (self.found.len() as u64) < start {
            let mut chance = Chance(self.found.len() as u64 + 1);
            self.found.push(descended(self.graph, &self.terms, &mut chance));
        }
        self.found[start as usize - 1].clone()
    }

    /// The places of the best refined drawing; of a large graph, those of the first descent.
    pub(super) fn places(mut self) -> Vec<Point> {
        if self.graph.vertices() > MAX_DETAILED {
            return self.from(1);
        }
        // A few rounds show which start is worth refining fully.
        let started = (1..=STARTS).map(|start| {
            let mut places = self.from(start);
            scale_to_unit_edges(self.graph, &mut places);
            let penalty = refine::refine(self.graph, &mut places, refine::Crossings::Few, 0..ROUNDS_BEFORE_CHOICE);
            (penalty, places)
        });
        let Some((_, mut places)) = started.min_by(|one, other| one.0.total_cmp(&other.0)) else { return Vec::new() };
        refine::refine(self.graph, &mut places, refine::Crossings::Few, ROUNDS_BEFORE_CHOICE..refine::ROUNDS);
        places
    }

    /// Places by distance, if they lead to no crossings and leave enough room around every vertex.
    /// Such a drawing has edges of equal length, so grids and ladders are recognisable.
    ///
    /// Time: as for [`places`](Self::places), without refining.
    pub(super) fn without_crossings(&mut self) -> Option<Vec<Point>> {
        let (graph, edges) = (self.graph, self.graph.edges().count());
        // With this many edges every drawing has crossings.
        if graph.vertices() >= 3 && edges > 3 * graph.vertices() - 6 {
            return None;
        }
        (1..=TRIES).find_map(|start| {
            let mut places = self.from(start);
            let is_clear = crossings(graph, &places) == 0 && roominess(graph, &places) >= ROOMY;
            is_clear.then(|| {
                scale_to_unit_edges(graph, &mut places);
                square(graph, &mut places);
                places
            })
        })
    }
}

/// Turns a drawing so that edges are as horizontal or vertical as possible, and so that it is wider
/// than high.
///
/// An edge of direction φ counts as the complex number e^4iφ, which is equal for horizontal and
/// vertical edges. The drawing is turned back by a quarter of the angle of the sum; two square
/// roots give its direction without computing angles.
fn square(graph: &Graph, places: &mut [Point]) {
    let times = |a: Point, b: Point| Point::new(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    let mut sum = Point::default();
    for (from, to) in graph.edges() {
        let along = places[to].minus(places[from]);
        let unit = along.times(1.0 / along.length().max(1e-6));
        let double = times(unit, unit);
        sum = sum.plus(times(double, double));
    }
    let root = |of: Point| {
        let (across, down) = (f64::midpoint(1.0, of.x).max(0.0).sqrt(), f64::midpoint(1.0, -of.x).max(0.0).sqrt());
        Point::new(across, if of.y < 0.0 { -down } else { down })
    };
    // If the edges point evenly in all directions, no turn is better than another.
    let turn = if sum.length() > 1e-3 { root(root(sum.times(1.0 / sum.length()))) } else { Point::new(1.0, 0.0) };
    let back = Point::new(turn.x, -turn.y);
    for place in &mut *places {
        *place = times(*place, back);
    }
    let span = |of: fn(&Point) -> f64| {
        let least = places.iter().map(of).fold(f64::MAX, f64::min);
        places.iter().map(of).fold(f64::MIN, f64::max) - least
    };
    if span(|place| place.y) > span(|place| place.x) + 1e-6 {
        for place in places {
            *place = Point::new(-place.y, place.x);
        }
    }
}

/// Two vertices and their distance in edges.
struct Term {
    from: usize,
    to: usize,
    distance: f64,
}

/// All pairs of vertices, or the neighbours and a sample of the other pairs. Time: O(vertices ·
/// edges).
fn terms(graph: &Graph) -> Vec<Term> {
    let vertices = graph.vertices() as f64;
    let share = PAIRS_AT_MOST / (vertices * (vertices - 1.0) / 2.0);
    let mut chance = Chance(0);
    let mut terms = Vec::new();
    for from in 0..graph.vertices() {
        for (to, distance) in graph.reached(&[from], None).into_iter().filter(|&(to, _)| to < from) {
            if share >= 1.0 || distance == 1 || chance.share() < share {
                terms.push(Term { from, to, distance: distance as f64 });
            }
        }
    }
    terms
}

fn descended(graph: &Graph, terms: &[Term], chance: &mut Chance) -> Vec<Point> {
    let spread = (graph.vertices() as f64).sqrt();
    let mut places: Vec<Point> =
        (0..graph.vertices()).map(|_| Point::new(chance.share() * spread, chance.share() * spread)).collect();
    let farthest = terms.iter().fold(1.0, |farthest: f64, term| farthest.max(term.distance));
    // Step sizes decrease. The first puts the farthest pair at its distance at once; the last is a
    // tenth of the step that does so for the nearest pairs.
    let (mut step, last) = (farthest * farthest, 0.1);
    let decay = (0..5).fold(last / step, |ratio: f64, _| ratio.sqrt());
    let mut order: Vec<usize> = (0..terms.len()).collect();
    for _ in 0..PASSES {
        for index in (1..order.len()).rev() {
            order.swap(index, chance.below(index + 1));
        }
        for term in order.iter().map(|&index| &terms[index]) {
            let Term { from, to, distance } = *term;
            let apart = places[from].minus(places[to]);
            let length = apart.length().max(1e-6);
            let share = (step / (distance * distance)).min(1.0);
            let shift = apart.times(share * (length - distance) / length / 2.0);
            places[from] = places[from].minus(shift);
            places[to] = places[to].plus(shift);
        }
        step *= decay;
    }
    places
}

/// A pseudorandom generator with the same numbers in every run: a linear congruential generator
/// (Knuth's MMIX).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn share(&mut self) -> f64 {
        self.next() as f64 / (1_u64 << 31) as f64
    }

    fn below(&mut self, bound: usize) -> usize {
        self.next() as usize % bound
    }
}
