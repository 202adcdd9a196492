//! The distances over the plies of the line as a curve, with its critical moves.
//!
//! The line of best play alone would be straight, because each ply reduces the distance by one. To
//! show how near the other outcomes were, a dot marks the position after each move that was not
//! played. The Mouse's wins are above a middle line, the Cat's wins below it, and draws on it. The
//! sooner the end, the farther a point is from the middle line. A move is critical if the mover has
//! others, none of which keeps its outcome.

use catmouse_arena::{Judgement, Values, Words};
use catmouse_explain::{Explanation, Ply, prose};
use catmouse_model::Outcome;

use crate::Scene;
use crate::board::is_forced;
use crate::chart::{label, label_width, polyline, rule};
use crate::page::{Drawing, Page, Sign};
use crate::palette::classes;
use crate::snapshot::mark;
use crate::svg::Svg;

/// The height of each half, in pixels.
const HALF: f64 = 150.0;

/// The room for the numbers at the left, in pixels.
const LEFT: f64 = 46.0;

/// The room above the upper half, in pixels.
const TOP: f64 = 26.0;

/// The greatest number of critical moves that are described below the curve.
const MAX_DESCRIBED: usize = 12;

/// The greatest number of characters of a remark on a critical move.
const REMARK_LENGTH: usize = 160;

impl<V: Values> Scene<'_, V> {
    /// The distances over the plies of the line, the distances after the moves that were not
    /// played, and the critical moves. `explanation` must be that of the scene's start.
    ///
    /// Time: O(moves at the positions of the line).
    pub fn curve(&self, explanation: &Explanation) -> String {
        let game = self.game;
        let critical = explanation.plies.iter().filter(|ply| ply.is_critical()).collect::<Vec<&Ply>>();
        let headline = self.headline();
        let count = match critical.len() {
            0 => "There is no critical move.".to_owned(),
            1 => "There is one critical move: no other move there keeps the mover's outcome.".to_owned(),
            count => format!("There are {count} critical moves: no other move there keeps the mover's outcome."),
        };
        let mut page = Page::new(&self.name(), format!("{headline} {count}"));
        page.sentence(headline);
        page.drawing(drawing(explanation, &critical));
        page.signs(vec![
            (Sign::Critical, "a critical move".to_owned()),
            (Sign::Dot(Outcome::Mouse), "a move not played: the Mouse wins".to_owned()),
            (Sign::Dot(Outcome::Cat), "the Cat wins".to_owned()),
            (Sign::Dot(Outcome::Draw), "nobody wins".to_owned()),
        ]);
        let counted = match game.measure() {
            catmouse_arena::Measure::Plies => "plies left to the end",
            catmouse_arena::Measure::Cost => "cost left to the end",
        };
        page.sentence(format!(
            "Across: the plies played. Above the middle the Mouse wins, below it the Cat; outwards the end \
             comes nearer (the numbers are the {counted}); in the middle no end is forced."
        ));
        page.sentence(count);
        for ply in critical.iter().take(MAX_DESCRIBED) {
            let remark = crate::svg::shortened(&prose::remark(explanation, ply, game), REMARK_LENGTH);
            page.sentence(format!(
                "Ply {}, {} ({}): {remark}",
                ply.number,
                crate::svg::shortened(&game.step(ply.from, ply.played.step()), 60),
                mark(&ply.played.judgement)
            ));
        }
        if critical.len() > MAX_DESCRIBED {
            page.sentence(format!("… and {} more.", critical.len() - MAX_DESCRIBED));
        }
        page.finish()
    }
}

/// The scales of the drawing.
struct Scales {
    /// Pixels for each ply.
    pitch: f64,
    /// The greatest distance.
    most: u64,
}

impl Scales {
    fn x(&self, ply: usize) -> f64 {
        LEFT + 10.0 + ply as f64 * self.pitch
    }

    fn y(&self, judgement: &Judgement) -> f64 {
        let middle = TOP + HALF;
        let out = match judgement.distance {
            // Even the farthest end is drawn apart from the middle line.
            Some(distance) if is_forced(judgement) => {
                HALF * (1.0 - 0.85 * distance.min(self.most) as f64 / self.most.max(1) as f64)
            }
            _ => HALF * 0.06,
        };
        match Outcome::from(judgement.outcome) {
            Outcome::Mouse => middle - out,
            Outcome::Cat => middle + out,
            Outcome::Draw => middle,
        }
    }
}

fn drawing(explanation: &Explanation, critical: &[&Ply]) -> Drawing {
    let all = explanation.plies.iter().flat_map(|ply| {
        std::iter::once(&ply.played.judgement).chain(ply.others.iter().map(|other| &other.rated.judgement))
    });
    let distances = all.chain([&explanation.summary.judgement]).filter_map(|judgement| judgement.distance);
    let plies = explanation.plies.len();
    // A short line is stretched, so that the drawing does not become too narrow.
    let shared = |width: f64| width / plies.max(1) as f64;
    let pitch = shared(840.0).clamp(2.0, 40.0).max(shared(420.0).min(140.0));
    let scales = Scales { pitch, most: distances.max().unwrap_or(0) };
    let right = scales.x(plies) + 10.0;
    let mut svg = Svg::default();
    axes(&mut svg, &scales, plies, right);
    for ply in &explanation.plies {
        for other in &ply.others {
            let judgement = &other.rated.judgement;
            svg.leaf(
                "circle",
                &[
                    ("class", classes(judgement.outcome.into()).tip.into()),
                    ("cx", scales.x(ply.number).into()),
                    ("cy", scales.y(judgement).into()),
                    ("r", 2.6.into()),
                ],
            );
        }
    }
    let judgements = std::iter::once(&explanation.summary.judgement)
        .chain(explanation.plies.iter().map(|ply| &ply.played.judgement));
    let points: Vec<(f64, f64)> =
        judgements.enumerate().map(|(ply, judgement)| (scales.x(ply), scales.y(judgement))).collect();
    polyline(&mut svg, classes(explanation.summary.judgement.outcome.into()).line, &points);
    let mut free_from = f64::MIN;
    for ply in critical {
        let (x, y) = (scales.x(ply.number), scales.y(&ply.played.judgement));
        svg.leaf("circle", &[("class", "critical".into()), ("cx", x.into()), ("cy", y.into()), ("r", 6.0.into())]);
        let text = ply.number.to_string();
        let half = label_width(&text) / 2.0;
        if x - half > free_from {
            label(&mut svg, &text, (x, TOP - 12.0), "middle");
            free_from = x + half + 3.0;
        }
    }
    Drawing { svg, width: right, height: TOP + 2.0 * HALF + 34.0 }
}

fn axes(svg: &mut Svg, scales: &Scales, plies: usize, right: f64) {
    let middle = TOP + HALF;
    for y in [TOP, middle, TOP + 2.0 * HALF] {
        rule(svg, "axis", (LEFT, y), (right, y));
    }
    label(svg, "=", (LEFT - 6.0, middle + 3.5), "end");
    let step = round_step(scales.most, 4);
    for distance in (0..=scales.most).step_by(step as usize) {
        for (outcome, letter) in [(Outcome::Mouse, 'M'), (Outcome::Cat, 'C')] {
            let judgement = Judgement {
                outcome: outcome.into(),
                distance: Some(distance),
                decided_by: catmouse_arena::JudgedBy::Play,
            };
            label(svg, &format!("{letter}{distance}"), (LEFT - 6.0, scales.y(&judgement) + 3.5), "end");
        }
    }
    let step = round_step(plies as u64, 12) as usize;
    for ply in (0..=plies).step_by(step) {
        label(svg, &ply.to_string(), (scales.x(ply), TOP + 2.0 * HALF + 16.0), "middle");
    }
    label(svg, "plies played", (f64::midpoint(LEFT, right), TOP + 2.0 * HALF + 30.0), "middle");
}

/// A round step that divides a length into about `pieces` parts.
fn round_step(most: u64, pieces: u64) -> u64 {
    let mut step = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if most / step <= pieces {
            break;
        }
        let decade = if factor == 2 {
            step
        } else if factor == 5 {
            step / 2
        } else {
            step / 5
        };
        step = decade * factor;
    }
    step
}
