//! What the signs next to moves mean.

use catmouse_arena::{JudgedBy, Judgement, Measure, WinOrDraw};
use catmouse_model::Game;

/// The meaning of the numbers next to moves.
const NUMBERS_OF_PLIES: &str =
    "M moves the Mouse, C the Cat. Numbers count the plies from the position after a move to the end";

/// The meaning of the numbers next to moves if moves have costs.
const NUMBERS_OF_COSTS: &str = "M moves the Mouse, C the Cat, for the cost in brackets. Numbers are the \
    cost of all moves to the end, that of the move itself included";

/// The meaning of the numbers, and of the signs that occur in the judgements.
pub(crate) fn legend<'a>(judgements: impl Iterator<Item = &'a Judgement>, measure: Measure) -> String {
    let text = match measure {
        Measure::Plies => NUMBERS_OF_PLIES,
        Measure::Cost => NUMBERS_OF_COSTS,
    };
    with_signs(text, judgements, measure)
}

/// As [`legend`], above a column of numbers with a [`heading`].
pub(crate) fn legend_of_table<'a>(judgements: impl Iterator<Item = &'a Judgement>, measure: Measure) -> String {
    let text = match measure {
        Measure::Plies => "M moves the Mouse, C the Cat",
        Measure::Cost => "M moves the Mouse, C the Cat, for the cost in brackets, which the cost left includes",
    };
    with_signs(text, judgements, measure)
}

/// The heading of a column of numbers.
pub(crate) fn heading(measure: Measure) -> &'static str {
    match measure {
        Measure::Plies => "plies left",
        Measure::Cost => "cost left",
    }
}

fn with_signs<'a>(text: &str, judgements: impl Iterator<Item = &'a Judgement>, measure: Measure) -> String {
    let mut text = text.to_owned();
    let judgements: Vec<_> = judgements.collect();
    let draw = |judgement: &&Judgement| judgement.distance.is_none() && judgement.outcome == WinOrDraw::Draw;
    if measure == Measure::Plies && !judgements.is_empty() && judgements.iter().all(draw) {
        return "M moves the Mouse, C the Cat; =\u{a0}is a draw.".to_owned();
    }
    if judgements.iter().any(draw) {
        text += "; =\u{a0}is a draw";
    }
    for (decided_by, what) in
        [(JudgedBy::Limit, "no end is forced before the limit"), (JudgedBy::Endless, "no end is forced")]
    {
        let shown = |judgement: &&Judgement| judgement.decided_by == decided_by && judgement.outcome != WinOrDraw::Draw;
        if judgements.iter().any(shown) {
            text += "; –\u{a0}where ";
            text += what;
        }
    }
    text + "."
}

/// What a step is, if a text counts steps and a move can go farther than to a neighbour.
pub(crate) fn step_note(game: &Game, text: &str) -> Option<String> {
    let rules = game.rules();
    let movements = [rules.mouse, rules.cat];
    let jumps = game.board().grid().is_some() && movements.iter().any(|movement| movement.jump > 1);
    let runs = movements.iter().any(|movement| movement.speed > 1);
    let what = match (jumps, runs) {
        _ if !text.contains(" step") => return None,
        (true, _) => "A jump counts as one step.",
        (false, true) => "A run along several edges counts as one step.",
        (false, false) => return None,
    };
    Some(what.to_owned())
}
