//! The judgement of a game that was played, as a page of text.

use catmouse_explain::{JudgedMove, prose};
use catmouse_model::Game;

use super::text::{BOLD, colour, paint, wrapped};

/// The moves, each with its judgement, and a summary of the game in sentences.
pub(crate) fn text(game: &Game, moves: &[JudgedMove], summary: &str) -> String {
    let steps: Vec<String> = moves.iter().map(|judged| game.move_text(judged.from, judged.played.step())).collect();
    let width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let number_width = moves.len().to_string().len();
    let mut text = String::new();
    for ((judged, step), ply) in moves.iter().zip(&steps).zip(1..) {
        let remark = wrapped(&prose::verdict(judged, game), number_width + width + 5);
        let remark = if judged.better.is_empty() { remark } else { paint(&remark, colour(judged.played.judgement)) };
        text += &format!(" {ply:>number_width$}  {}  {remark}\n", paint(&format!("{step:<width$}"), BOLD));
    }
    let gap = if moves.is_empty() { "" } else { "\n" };
    text + gap + &wrapped(summary, 0) + "\n"
}
