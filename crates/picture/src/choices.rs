//! The choices along the line: at each ply of a player who has something to lose, the number of
//! legal moves and how many of them keep the outcome.

use catmouse_arena::{Player, Values, Words};
use catmouse_explain::{Explanation, Ply, prose};
use catmouse_model::Side;

use crate::Scene;
use crate::chart::{label, label_width, rule};
use crate::page::{Drawing, Sign};
use crate::palette::classes_of;
use crate::snapshot::mark;
use crate::svg::{Attribute, Svg};

/// The greatest height of a bar, in pixels.
const HEIGHT: f64 = 180.0;

/// The height of a move in a bar, in pixels, if all bars fit.
const MOVE: f64 = 14.0;

/// The room above the bars, in pixels.
const TOP: f64 = 20.0;

/// The usual width of all bars, in pixels.
const WIDTH: f64 = 840.0;

/// The greatest number of critical moves that are described below the bars.
const MAX_DESCRIBED: usize = 12;

/// The greatest number of characters of a remark on a critical move.
const REMARK_LENGTH: usize = 160;

impl<V: Values> Scene<'_, V> {
    /// A bar for each ply of the line in which the mover does not lose: as high as its legal moves
    /// are many, and full as far as they keep the outcome. Critical moves are ringed and described.
    /// `explanation` must be that of the scene's start.
    ///
    /// Time: O(moves at the positions of the line).
    pub fn choices(&self, explanation: &Explanation) -> String {
        let game = self.game;
        let outcome = explanation.summary.judgement.outcome;
        let plies: Vec<&Ply> = explanation.plies.iter().filter(|ply| outcome.score(ply.player) >= 0).collect();
        let critical: Vec<&Ply> = plies.iter().copied().filter(|ply| ply.is_critical()).collect();
        let count = match critical.len() {
            0 => "There is no critical move.".to_owned(),
            1 => "There is one critical move: no other move there keeps the mover's outcome.".to_owned(),
            count => format!("There are {count} critical moves: no other move there keeps the mover's outcome."),
        };
        let mut page = self.page("Choices", &count);
        if !plies.is_empty() {
            page.drawing(drawing(&plies));
        }
        let mut signs: Vec<(Sign, String)> = Vec::new();
        for player in [Player::One, Player::Two] {
            if plies.iter().any(|ply| ply.player == player) {
                let what = if outcome.score(player) > 0 { "the win" } else { "the draw" };
                let side = Side::from(player);
                signs.push((Sign::Bar(side), format!("moves of {} that keep {what}", side.noun())));
            }
        }
        if !critical.is_empty() {
            signs.push((Sign::Critical, "a critical move".to_owned()));
        }
        page.signs(signs);
        page.sentence("Each bar is a ply of the line, with its number below: as high as there are legal moves.");
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

/// The legal moves of a ply, and those that keep the mover's outcome. Moves to one position count
/// once.
fn counts(ply: &Ply) -> (usize, usize) {
    let score = |of: &catmouse_explain::RatedMove| of.judgement.outcome.score(ply.player);
    let kept = ply.others.iter().filter(|other| score(&other.rated) >= score(&ply.played)).count();
    (1 + ply.others.len(), 1 + kept)
}

fn drawing(plies: &[&Ply]) -> Drawing {
    let most = plies.iter().map(|ply| counts(ply).0).max().unwrap_or(1) as f64;
    let unit = (HEIGHT / most).min(MOVE);
    let pitch = (WIDTH / plies.len() as f64).clamp(2.0, 44.0);
    let (bottom, thick) = (TOP + unit * most, pitch * 0.6);
    let right = pitch * plies.len() as f64;
    let mut svg = Svg::default();
    let mut free_from = f64::MIN;
    for (index, ply) in plies.iter().enumerate() {
        let (all, kept) = counts(ply);
        let middle = pitch * (index as f64 + 0.5);
        let mut bar = |class: &str, count: usize| {
            let height = unit * count as f64;
            let place: [(&str, Attribute<'_>); 5] = [
                ("class", class.into()),
                ("x", (middle - thick / 2.0).into()),
                ("y", (bottom - height).into()),
                ("width", thick.into()),
                ("height", height.into()),
            ];
            svg.leaf("rect", &place);
        };
        bar("plain frame", all);
        bar(&format!("{} frame", classes_of(ply.player.into()).fill), kept);
        if ply.is_critical() {
            let at = [("cx", middle.into()), ("cy", (bottom - unit / 2.0).into()), ("r", 6.0.into())];
            svg.leaf("circle", &[&[("class", "critical".into())], &at[..]].concat());
        }
        let (number, share) = (ply.number.to_string(), format!("{kept}/{all}"));
        let half = label_width(&share).max(label_width(&number)) / 2.0;
        if middle - half > free_from {
            label(&mut svg, &share, (middle, bottom - unit * all as f64 - 6.0), "middle");
            label(&mut svg, &number, (middle, bottom + 16.0), "middle");
            free_from = middle + half + 3.0;
        }
    }
    rule(&mut svg, "axis", (0.0, bottom), (right, bottom));
    Drawing { svg, width: right, height: bottom + 24.0 }
}
