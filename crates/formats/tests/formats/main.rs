//! Tests of the readers: what each format makes of a text, or which problems it reports and where.

mod damaged;
mod dimacs;
mod directions;
mod dot;
mod edge_list;
mod fixtures;
mod graph6;
mod grid;
mod leetcode;
mod named;
mod numbers;
mod odd_names;
mod programs;
mod published;
mod recognise;
mod recognised;
mod robustness;
mod setup;
mod stream;
mod writing;

use std::fmt::Debug;

use catmouse_formats::{BoardText, Format, Problem, ReadOptions, read};
use catmouse_model::{Defects, Label, Setup, ThinWall};

/// Reads a text and plans its game. `expect` has one line for the board and one line for every
/// other part that is set. If there are problems, it has one line for each:
/// `⟨the text of the span⟩ message: what was wanted`. `⟨⟩` is an empty span; without a span there
/// are no brackets.
#[track_caller]
fn check(format: Format, text: &str, expect: &str) {
    compare(format, text, expect, |setup| setup.plan().map(|_| ()));
}

/// As [`check`], for a board that need not make a game.
#[track_caller]
fn check_board(format: Format, text: &str, expect: &str) {
    compare(format, text, expect, |setup| setup.plan_board().map(|_| ()));
}

#[track_caller]
fn compare(options: impl Into<ReadOptions>, text: &str, expect: &str, door: impl Fn(&Setup) -> Result<(), Defects>) {
    let actual = match read(text, options) {
        Err(error) => problem_lines(text, &error.problems),
        Ok(document) => match door(&document.setup) {
            Err(defects) => problem_lines(text, &document.problems(&defects)),
            Ok(()) => document_lines(&document),
        },
    };
    let expect: Vec<_> = expect.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let shown: String = text.chars().take(1_000).collect();
    assert_eq!(actual, expect, "\n{shown}");
}

fn problem_lines(text: &str, problems: &[Problem]) -> Vec<String> {
    let line = |problem: &Problem| {
        let place = problem
            .span
            .clone()
            .map_or(String::new(), |span| format!("⟨{}⟩ ", text[span].replace('\n', "\\n").replace('\u{feff}', "BOM")));
        format!("{place}{problem}")
    };
    problems.iter().map(line).collect()
}

fn document_lines(document: &BoardText<'_>) -> Vec<String> {
    let BoardText { setup, title, source, expect, .. } = document;
    let rules = &setup.rules;
    let mut lines = vec![format!("{:?}", setup.board)];
    let mut say = |name: &str, value: Option<&dyn Debug>| {
        lines.extend(value.map(|value| format!("{name} {value:?}")));
    };
    let wall = |&[one, other]: &ThinWall| format!("{}|{}", Label::Cell(one), Label::Cell(other));
    let walls = setup.thin_walls.iter().map(wall).collect::<Vec<_>>().join(" ");
    say("thin walls", (!walls.is_empty()).then_some(&format_args!("{walls}") as &dyn Debug));
    say("title", given(title.as_ref()));
    say("source", given(source.as_ref()));
    say("preset", given(setup.preset.as_ref()));
    say("names", (!setup.names.is_empty()).then_some(&setup.names as &dyn Debug));
    say("directed", given(rules.directed.as_ref()));
    say("holes", given(rules.holes.as_ref()));
    say("cat in hole", given(rules.cat_in_hole.as_ref()));
    say("mouse may stay", given(rules.mouse_may_stay.as_ref()));
    say("cat may stay", given(rules.cat_may_stay.as_ref()));
    say("mouse jump", given(rules.mouse_jump.as_ref()));
    say("cat jump", given(rules.cat_jump.as_ref()));
    say("endless", given(rules.endless.as_ref()));
    say("limit", given(rules.limit.as_ref()));
    say("limit winner", given(rules.limit_winner.as_ref()));
    say("stalemate", given(rules.stalemate.as_ref()));
    say("mouse", given(setup.mouse.as_ref()));
    say("cats", given(setup.cats.as_ref()));
    say("first", given(setup.first.as_ref()));
    if let Some(expect) = expect {
        say("outcome", given(expect.outcome.as_ref()));
        say("decided by", given(expect.decided_by.as_ref()));
        say("distance", given(expect.distance_plies.as_ref()));
        say("positions", given(expect.positions.as_ref()));
        say("longest", given(expect.longest_plies.as_ref()));
    }
    lines
}

fn given<T: Debug>(value: Option<&T>) -> Option<&dyn Debug> {
    value.map(|value| value as &dyn Debug)
}
