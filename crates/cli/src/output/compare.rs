//! Two boards side by side, for people.

use catmouse::{
    CompareAnswer, ComparedSide, DifferingAnswer, DifferingPosition, Distance, HardStart, Matched, MatchedBy, Shares,
    Solved,
};
use catmouse_arena::{Measure, Words};
use catmouse_explain::prose;
use catmouse_model::{Outcome, VertexJson};

use crate::output::text::{BOLD, DIM, colour, counted, header, paint, placement, wrapped};

/// So many vertices without a counterpart are named.
const NAMED: usize = 12;

/// The page: each board, numbers side by side, the positions that differ, and where the lines part.
pub(crate) fn text(answer: &CompareAnswer, solved: [&Solved; 2], names: &[String; 2]) -> String {
    let mut text = String::new();
    for ((solved, name), letter) in solved.iter().zip(names).zip(["A", "B"]) {
        text += &(board(solved, &format!("{letter}  {name}")) + "\n");
    }
    text += &numbers(answer, solved[0].game().measure());
    text += &hardest([&answer.a, &answer.b]);
    text += &format!("\n{}\n{}", paint("Position by position", BOLD), positions(answer));
    if let Some(parting) = &answer.parting {
        let shared = match &parting.shared[..] {
            [] => String::new(),
            [step] => format!("On both boards {step} is best first. "),
            steps => format!("On both boards these are best first: {}. ", steps.join(", ")),
        };
        text += &format!("\n{}\n{}\n", paint("Where the lines part", BOLD), wrapped(&(shared + &parting.text), 0));
    } else if answer.matched.positions > 0 {
        text += "\nThe line of A is best on B too, ply by ply.\n";
    }
    text
}

/// What is played on a board, and what it comes to.
fn board(solved: &Solved, name: &str) -> String {
    let (game, start) = (solved.game(), solved.start());
    let headline = paint(&prose::headline(&start.summary, game), colour(start.summary.judgement));
    format!("{}\n", paint(name, BOLD))
        + &header(game, solved.title(), &start.opening.position)
        + &placement(game, &start.opening, start.capture_time(game))
        + &headline
        + "\n"
}

/// The numbers of both, a line each.
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
    let starts = |of: fn(&Shares) -> usize| {
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
        // Totals stand above the counts of which they are the sum.
        let [a, b] = [a, b].map(|value| if value.ends_with('%') { value.clone() } else { format!("{value}         ") });
        let line = format!("{what:<first$}  {a:>second$}  {b:>third$}");
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// The longest forced wins of both sides on both boards.
fn hardest(sides: [&ComparedSide; 2]) -> String {
    let mut text = String::new();
    for (who, of) in [
        (
            "Mouse",
            (|side: &ComparedSide| side.survey.hardest.longest.mouse.clone()) as fn(&ComparedSide) -> Vec<HardStart>,
        ),
        ("Cat", |side| side.survey.hardest.longest.cat.clone()),
    ] {
        for (letter, side) in ["A", "B"].iter().zip(sides) {
            for hard in of(side) {
                if text.is_empty() {
                    text += &format!("\n{}\n", paint("The hardest starts", BOLD));
                }
                let length = told(hard.start.distance);
                text += &format!("  {letter}  the {who} wins {length:<12}  --from '{}'\n", hard.from);
            }
        }
    }
    text
}

/// Which positions correspond, and which of them come to something else.
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
            let far = format!("{} | {}", told(*a), told(*b));
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

/// How far an end is.
fn told(distance: Distance) -> String {
    match (distance.distance_cost, distance.distance_plies) {
        (Some(cost), _) => format!("at cost {cost}"),
        (None, Some(0)) => "over".to_owned(),
        (None, Some(plies)) => format!("in {}", counted(plies as usize, "ply", "plies")),
        (None, None) => "not forced".to_owned(),
    }
}

/// Some vertices, and how many more.
fn named(vertices: &[VertexJson]) -> String {
    let named: Vec<String> = vertices.iter().take(NAMED).map(ToString::to_string).collect();
    let more = vertices.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    named.join(" ") + &more
}
