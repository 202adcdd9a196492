//! The result of a position in words, and phrases about results.

use catmouse_arena::{Distance, Limit, Measure, Value, WinOrDraw, Words, counted};

use crate::explanation::{Decision, Summary};
use crate::line::LineEnd;
use crate::text::{amount, capitalised, plies};

/// The result of a position in one sentence: who wins and how soon, or why neither player does.
pub fn headline(summary: &Summary, words: &dyn Words) -> String {
    let Summary { judgement, decision, value, adjudication, last, .. } = summary;
    let result = match judgement.outcome {
        WinOrDraw::Win(player) => format!("{} wins", words.player(player)),
        WinOrDraw::Draw => "a draw".to_owned(),
    };
    let is_used_up = adjudication.limit.is_some_and(|limit| limit.distance == 0 && limit.spent > 0);
    let limit = adjudication.limit.map_or_else(String::new, |limit| the_limit(words.measure(), &limit));
    let end = || words.end(*last).map(|end| end.sentence).unwrap_or_default();
    let after = |count| if count == 0 { String::new() } else { format!("after {} ", plies(count as Distance)) };
    let forced = |distance| match words.measure() {
        Measure::Plies => format!("in {}", plies(distance)),
        Measure::Cost => format!("at cost {distance}, in {}", plies(summary.plies as Distance)),
    };
    capitalised(&match (decision, judgement.distance, *value) {
        (_, Some(0), _) => format!("{result}: {}.", end()),
        (Decision::Stalemate, Some(distance), _) => format!("{result} {}: {}.", forced(distance), end()),
        (_, Some(distance), _) => format!("{result} {}{}.", forced(distance), with_par(summary, words)),
        (Decision::Play | Decision::Stalemate, None, Value::Win { .. }) => format!("{result} by force."),
        (Decision::Limit, None, _) if is_used_up => format!("{result}: {limit} has run out."),
        (Decision::Limit, None, _) if !summary.has_distances => format!(
            "{result}: {} within {limit}, and then {}.",
            no_force(judgement.outcome, words),
            award(judgement.outcome, words)
        ),
        (Decision::Limit, None, Value::Win { player, distance }) => {
            let but = if judgement.outcome == WinOrDraw::Win(player) { "and" } else { "but" };
            format!(
                "{result} by {limit}: {} could force the end {}, {but} not sooner.",
                words.player(player),
                match words.measure() {
                    Measure::Plies => format!("in {}", plies(distance)),
                    Measure::Cost => format!("at cost {distance}"),
                }
            )
        }
        (Decision::Limit, None, Value::Endless) if summary.end == LineEnd::Stuck => format!(
            "{result}: {}{}, and {}, as when {limit} runs out.",
            after(summary.plies),
            end(),
            award(judgement.outcome, words),
        ),
        (Decision::Limit, None, Value::Endless) => format!(
            "{result}: {}, and when {limit} runs out {}.",
            no_force(judgement.outcome, words),
            award(judgement.outcome, words)
        ),
        (Decision::Stalemate, None, _) => {
            format!("{result}: {}{}, and {}.", after(summary.plies), end(), stuck_play_is(judgement.outcome, words))
        }
        (_, None, _) => {
            format!("{result}: {}, and {}.", no_force(judgement.outcome, words), endless_is(judgement.outcome, words))
        }
    })
}

/// The number of the winner's own moves, which is the par of a puzzle. `None` unless an end is forced
/// and the opponent follows a script.
pub fn par_moves(summary: &Summary, words: &dyn Words) -> Option<u64> {
    let winner = summary.judgement.outcome.winner()?;
    // The last ply is the winner's.
    summary.judgement.distance.filter(|_| words.follows_script(winner.opponent())).map(|distance| distance.div_ceil(2))
}

/// ", 5 moves of its own (par 5)"; empty where there is no par.
fn with_par(summary: &Summary, words: &dyn Words) -> String {
    let told = |moves| format!(", {} of its own (par {moves})", counted(moves, "move", "moves"));
    par_moves(summary, words).map_or_else(String::new, told)
}

/// "the limit of 5 plies"; if only a part of it is left, "the limit of 5 plies (3 left)".
fn the_limit(measure: Measure, limit: &Limit) -> String {
    let left =
        if [limit.spent, limit.distance].contains(&0) { String::new() } else { format!(" ({} left)", limit.distance) };
    format!("the limit of {}{left}", amount(measure, limit.whole()))
}

/// The word between the distances of a race and what happens then. A reader sees that it follows
/// only if the reply goes where the race points.
pub(super) fn conjunction(leads_there: bool) -> &'static str {
    if leads_there { "so" } else { "and" }
}

/// The players who cannot force a win, where this decides the outcome: "the Cat cannot force a
/// win", "neither side can force a win".
fn no_force(outcome: WinOrDraw, words: &dyn Words) -> String {
    match outcome {
        WinOrDraw::Draw => "neither side can force a win".to_owned(),
        WinOrDraw::Win(player) => format!("{} cannot force a win", words.player(player.opponent())),
    }
}

/// The worth of endless play: "endless play is a win for the Cat".
pub(super) fn endless_is(outcome: WinOrDraw, words: &dyn Words) -> String {
    match outcome {
        WinOrDraw::Draw => "endless play is a draw".to_owned(),
        WinOrDraw::Win(player) => format!("endless play is a win for {}", words.player(player)),
    }
}

/// Why play that has stopped has this outcome: it counts as endless play. For a draw, "nobody wins"
/// is enough.
pub(super) fn stuck_play_is(outcome: WinOrDraw, words: &dyn Words) -> String {
    match outcome {
        WinOrDraw::Draw => "nobody wins".to_owned(),
        WinOrDraw::Win(_) => endless_is(outcome, words),
    }
}

/// "the Cat wins", "the game is a draw".
pub(super) fn award(outcome: WinOrDraw, words: &dyn Words) -> String {
    match outcome {
        WinOrDraw::Draw => "the game is a draw".to_owned(),
        WinOrDraw::Win(player) => format!("{} wins", words.player(player)),
    }
}
