//! The comparison of two boards, for people.

use catmouse::{
    CompareAnswer, ComparedSide, DifferingAnswer, DifferingPosition, DistanceAnswer, HardStart, Matched, MatchedBy,
    PartingAnswer, Solved, StartCounts,
};
use catmouse_arena::{Measure, Words};
use catmouse_explain::prose;
use catmouse_model::{Keyword, Outcome, Side, VertexJson, counted};

use crate::output::text::{BOLD, DIM, colour, header, paint, placement, proper, wrapped};

/// The most vertices without a counterpart that are named.
const NAMED: usize = 12;

/// The kind of the second board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Second {
    /// Another board.
    Board,
    /// The first board under other settings.
    Settings,
}

/// The page: both boards, their numbers side by side, the positions with different outcomes, and
/// the ply at which the lines diverge. If only settings differ, the second board has no header,
/// because its name contains the settings.
pub(crate) fn text(answer: &CompareAnswer, solved: [&Solved; 2], names: &[String; 2], second: Second) -> String {
    let header_of = |solved: &Solved| header(solved.game(), solved.title(), &solved.start().opening.position);
    let header_b = if second == Second::Board { header_of(solved[1]) } else { String::new() };
    let mut text = board(solved[0], &format!("A  {}", names[0]), &header_of(solved[0])) + "\n";
    text += &(board(solved[1], &format!("B  {}", names[1]), &header_b) + "\n");
    text += &numbers(answer, solved[0].game().measure());
    text += &hardest([&answer.a, &answer.b]);
    text += &format!("\n{}\n{}", paint("Position by position", BOLD), positions(answer));
    if let Some(parting) = &answer.parting {
        text += &format!("\n{}\n{}", paint("Where the lines part", BOLD), parting_text(parting));
    } else if answer.matched.positions > 0 {
        text += "\nThe line of A is best on B too, ply by ply.\n";
    }
    text
}

/// The ply at which the lines diverge, with the move of each line and its result on the other
/// board.
fn parting_text(parting: &PartingAnswer) -> String {
    let mut text = match &parting.shared[..] {
        [] => String::new(),
        [step] => format!("On both boards {step} is best first.\n"),
        steps => wrapped(&format!("On both boards these are best first: {}.", steps.join(", ")), 0) + "\n",
    };
    let (Some(a), Some(b)) = (&parting.a, &parting.b) else {
        return text + &wrapped(&parting.text, 0) + "\n";
    };
    text += &format!("At ply {} the {} plays\n", parting.ply, proper(parting.player.word()));
    for (letter, step) in [("A", a), ("B", b)] {
        let why = format!("{}: {}. {}", step.notation, step.reason, step.text);
        text += &format!("  on {letter}  {}\n", wrapped(&why, 8));
    }
    text
}

/// A board with its header and its result, as text.
fn board(solved: &Solved, name: &str, header: &str) -> String {
    let (game, start) = (solved.game(), solved.start());
    let headline = paint(&prose::headline(&start.summary, game), colour(start.summary.judgement));
    let placed = placement(game, &start.opening, start.capture_time());
    format!("{}\n{header}{placed}{headline}\n", paint(name, BOLD))
}

/// The numbers of both boards side by side, one number on each line.
fn numbers(answer: &CompareAnswer, measure: Measure) -> String {
    let sides = [&answer.a, &answer.b];
    let share = |count: u64, of: u64| {
        let percent = if of == 0 { 0.0 } else { 100.0 * count as f64 / of as f64 };
        format!("{count} {percent:6.1} %")
    };
    let unit = if measure == Measure::Plies { "plies" } else { "cost" };
    let counts = |of: fn(&catmouse::Counts) -> u64| {
        sides.map(|side| share(of(&side.solve.positions), side.solve.positions.total))
    };
    let longest = |of: fn(&catmouse::Longest) -> Option<u64>| {
        sides.map(|ComparedSide { solve, .. }| {
            let longest = solve.longest_plies.as_ref().or(solve.longest_cost.as_ref());
            longest.and_then(of).map_or_else(|| "–".to_owned(), |longest| longest.to_string())
        })
    };
    let starts = |of: fn(&StartCounts) -> usize| {
        sides.map(|ComparedSide { survey, .. }| {
            let open = survey.shares.total - survey.shares.over;
            share(of(&survey.shares) as u64, open as u64)
        })
    };
    let rows = [
        ("all positions".to_owned(), sides.map(|side| side.solve.positions.total.to_string())),
        ("  won by the Mouse".to_owned(), counts(|counts| counts.mouse)),
        ("  won by the Cat".to_owned(), counts(|counts| counts.cat)),
        ("  drawn".to_owned(), counts(|counts| counts.draw)),
        (format!("  the Mouse's longest forced win ({unit})"), longest(|longest| longest.mouse)),
        (format!("  the Cat's longest forced win ({unit})"), longest(|longest| longest.cat)),
        (
            "starts not over at once".to_owned(),
            sides.map(|side| (side.survey.shares.total - side.survey.shares.over).to_string()),
        ),
        ("  won by the Mouse".to_owned(), starts(|shares| shares.mouse)),
        ("  won by the Cat".to_owned(), starts(|shares| shares.cat)),
        ("  drawn".to_owned(), starts(|shares| shares.draw)),
    ];
    let first = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    let width = |side: usize| rows.iter().map(|(_, values)| values[side].chars().count()).max().unwrap_or(0);
    let (second, third) = (width(0), width(1));
    let mut text = format!("{:first$}  {:>second$}  {:>third$}\n", "", "A", "B");
    for (what, [a, b]) in &rows {
        // A total is aligned with the counts below, which have percentages.
        let [a, b] = [a, b].map(|value| if value.ends_with('%') { value.clone() } else { format!("{value}         ") });
        let line = format!("{what:<first$}  {a:>second$}  {b:>third$}");
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// The longest forced wins of each side on both boards.
fn hardest(sides: [&ComparedSide; 2]) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    for who in [Side::Mouse, Side::Cat] {
        for (letter, side) in ["A", "B"].iter().zip(sides) {
            let longest = &side.survey.hardest.longest;
            let starts = if who == Side::Mouse { &longest.mouse } else { &longest.cat };
            let who = proper(who.word());
            let row = |hard: &HardStart| {
                (format!("{letter}  the {who} wins {}", distance_text(hard.start.distance)), hard.from.clone())
            };
            rows.extend(starts.iter().map(row));
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let width = rows.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let lines = rows.iter().map(|(text, from)| format!("  {text:<width$}  --from '{from}'\n"));
    format!("\n{}\n{}", paint("The hardest starts", BOLD), lines.collect::<String>())
}

/// The correspondence of positions, and the corresponding positions with different outcomes.
fn positions(answer: &CompareAnswer) -> String {
    let Matched { by, vertices, only_a, only_b, positions, only_a_positions, only_b_positions, .. } = &answer.matched;
    let Some(by) = by else {
        return "A grid and a board that is none have no vertices in common.\n".to_owned();
    };
    let by = match by {
        MatchedBy::Cells => "cells",
        MatchedBy::Names => "names",
        MatchedBy::Numbers => "numbers",
    };
    let mut text = format!("Vertices correspond by their {by}: {vertices} of them do");
    for (board, alone) in [("A", only_a), ("B", only_b)] {
        if !alone.is_empty() {
            text += &format!("; only {board} has {}", named(alone));
        }
    }
    text += ". ";
    if *positions == 0 {
        return wrapped(&(text + "No position of the one is a position of the other: the numbers of cats differ."), 0)
            + "\n";
    }
    let other: u64 = answer.differing.iter().filter(|kind| kind.a != kind.b).map(|kind| kind.positions).sum();
    let alone = match (only_a_positions, only_b_positions) {
        (0, 0) => String::new(),
        (a, b) => format!(" ({a} of A and {b} of B have no counterpart)"),
    };
    text += &format!(
        "Of the {positions} positions of both{alone}, {other} have another outcome, and {} the same outcome at another \
         distance.",
        answer.other_distance
    );
    let mut text = wrapped(&text, 0) + "\n";
    for DifferingAnswer { a, b, positions, examples, .. } in answer.differing.iter().filter(|kind| kind.a != kind.b) {
        text += &format!("  {positions:>7}  {} on A, {} on B, such as\n", wins(*a), wins(*b));
        for DifferingPosition { from, a, b, .. } in examples {
            let far = format!("{} | {}", distance_text(*a), distance_text(*b));
            text += &format!("           {far:<24}  --from '{from}'\n");
        }
    }
    if answer.differing.iter().any(|kind| kind.a != kind.b) {
        text += &format!("{}\n", paint("Beside each example how the game ends on A | on B.", DIM));
    }
    text
}

fn wins(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mouse => "won by the Mouse",
        Outcome::Cat => "won by the Cat",
        Outcome::Draw => "drawn",
    }
}

/// A distance as text.
fn distance_text(distance: DistanceAnswer) -> String {
    match (distance.distance_cost, distance.distance_plies) {
        (Some(cost), _) => format!("at cost {cost}"),
        (None, Some(0)) => "over".to_owned(),
        (None, Some(plies)) => format!("in {}", counted(plies, "ply", "plies")),
        (None, None) => "not forced".to_owned(),
    }
}

/// The first vertices of a list, and how many more there are.
fn named(vertices: &[VertexJson]) -> String {
    let named: Vec<String> = vertices.iter().take(NAMED).map(ToString::to_string).collect();
    let more = vertices.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    named.join(" ") + &more
}
