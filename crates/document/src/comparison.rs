//! A comparison of two boards: their numbers side by side, the positions with different outcomes, and
//! the ply at which the lines diverge.

use catmouse::{
    Solved,
    answers::{
        CompareAnswer, ComparedSide, DifferingPosition, DistanceAnswer, HardStart, MatchedBy, PartingAnswer,
        StartCounts,
    },
};
use catmouse_arena::{Measure, Words};
use catmouse_explain::prose;
use catmouse_model::{Keyword, Side, VertexJson, counted};

use crate::header::headline;
use crate::outcomes::{percent, won_by};
use crate::text::{See, Text};
use crate::{Column, Content, Document, Header, header, placement};

/// The most vertices without a counterpart that are named.
const NAMED: usize = 12;

/// The kind of the second board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// Another board.
    Board,
    /// The first board under other settings.
    Settings,
}

/// Two solved boards with these names. If only settings differ, the second board has no header,
/// because its name contains the settings.
pub fn comparison(answer: &CompareAnswer, solved: [&Solved; 2], names: &[String; 2], second: Second) -> Document {
    let mut document = board(solved[0], &format!("A  {}", names[0]), true);
    let mut other = board(solved[1], &format!("B  {}", names[1]), second == Second::Board);
    other.blocks[0].is_apart = true;
    document.append(other);
    document.add_apart(numbers(answer, solved[0].game().measure()));
    if let Some(hardest) = hardest([&answer.a, &answer.b]) {
        document.add_apart(Content::Heading(Text::plain("The hardest starts")));
        document.add(hardest);
    }
    document.add_apart(Content::Heading(Text::plain("Position by position")));
    positions(&mut document, answer);
    if let Some(parting) = &answer.parting {
        document.add_apart(Content::Heading(Text::plain("Where the lines part")));
        document.extend(lines_part(parting));
    } else if answer.matched.positions > 0 {
        document.add_apart(Content::sentences("The line of A is best on B too, ply by ply."));
    }
    document
}

/// A board with its result.
fn board(solved: &Solved, name: &str, has_header: bool) -> Document {
    let (game, start) = (solved.game(), solved.start());
    let mut document = Document::default();
    document.add(Content::Heading(Text::plain(name)));
    if has_header {
        document.append(header(game, solved.title(), &start.opening.position, Header::Whole));
    }
    document.extend(placement(game, &start.opening, start.capture_time()));
    document.add(headline(game, &start.summary));
    document
}

/// The numbers of both boards side by side.
fn numbers(answer: &CompareAnswer, measure: Measure) -> Content {
    let sides = [&answer.a, &answer.b];
    let share = |count: u64, of: u64| [Text::plain(count.to_string()), percent(count, of)];
    let number = |count: String| [Text::plain(count), Text::default()];
    let unit = if measure == Measure::Plies { "plies" } else { "cost" };
    let counts = |of: fn(&catmouse::answers::Counts) -> u64| {
        sides.map(|side| share(of(&side.solve.positions), side.solve.positions.total))
    };
    let longest = |of: fn(&catmouse::answers::Longest) -> Option<u64>| {
        sides.map(|ComparedSide { solve, .. }| {
            let longest = solve.longest_plies.as_ref().or(solve.longest_cost.as_ref());
            number(longest.and_then(of).map_or_else(|| "–".to_owned(), |longest| longest.to_string()))
        })
    };
    let open = |side: &ComparedSide| side.survey.shares.total - side.survey.shares.over;
    let starts =
        |of: fn(&StartCounts) -> usize| sides.map(|side| share(of(&side.survey.shares) as u64, open(side) as u64));
    let rows = [
        ("all positions".to_owned(), sides.map(|side| number(side.solve.positions.total.to_string()))),
        ("  won by the Mouse".to_owned(), counts(|counts| counts.mouse)),
        ("  won by the Cat".to_owned(), counts(|counts| counts.cat)),
        ("  drawn".to_owned(), counts(|counts| counts.draw)),
        (format!("  the Mouse's longest forced win ({unit})"), longest(|longest| longest.mouse)),
        (format!("  the Cat's longest forced win ({unit})"), longest(|longest| longest.cat)),
        ("starts not over at once".to_owned(), sides.map(|side| number(open(side).to_string()))),
        ("  won by the Mouse".to_owned(), starts(|shares| shares.mouse)),
        ("  won by the Cat".to_owned(), starts(|shares| shares.cat)),
        ("  drawn".to_owned(), starts(|shares| shares.draw)),
    ];
    // What is indented belongs to the line above.
    let cells = rows.map(|(what, values)| {
        std::iter::once(Text::plain(what.replace("  ", "\u{a0}\u{a0}"))).chain(values.into_iter().flatten()).collect()
    });
    let count = || Column { gap: 2, is_right: true, ..Column::default() };
    let share =
        |heading: &str| Column { heading: heading.to_owned(), gap: 1, least: 8, is_right: true, ..Column::default() };
    let columns = vec![Column::default(), count(), share("A"), count(), share("B")];
    Content::rows(columns, cells.into())
}

/// The longest forced wins of each side on both boards; `None` if there are none.
fn hardest(sides: [&ComparedSide; 2]) -> Option<Content> {
    let mut rows: Vec<Vec<Text>> = Vec::new();
    for who in [Side::Mouse, Side::Cat] {
        for (letter, side) in ["A", "B"].iter().zip(sides) {
            let longest = &side.survey.hardest.longest;
            let starts = if who == Side::Mouse { &longest.mouse } else { &longest.cat };
            let who = prose::capitalised(who.word());
            rows.extend(starts.iter().map(|HardStart { start, from, .. }| {
                let wins = format!("the {who} wins {}", how_far(start.distance));
                vec![Text::plain(*letter), Text::of(&wins), Text::see(See::From(from.clone()))]
            }));
        }
    }
    (!rows.is_empty()).then(|| rows_of([(2, 0), (2, 0), (2, 0)], rows))
}

/// The correspondence of positions, and the corresponding positions with different outcomes.
fn positions(document: &mut Document, answer: &CompareAnswer) {
    let matched = &answer.matched;
    let by = match matched.by {
        None => return document.add(Content::sentences("A grid and a board that is none have no vertices in common.")),
        Some(MatchedBy::Cells) => "cells",
        Some(MatchedBy::Names) => "names",
        Some(MatchedBy::Numbers) => "numbers",
    };
    let mut text = format!("Vertices correspond by their {by}: {} of them do", matched.vertices);
    for (board, alone) in [("A", &matched.only_a), ("B", &matched.only_b)] {
        if !alone.is_empty() {
            text += &format!("; only {board} has {}", named(alone));
        }
    }
    text += ". ";
    if matched.positions == 0 {
        text += "No position of the one is a position of the other: the numbers of cats differ.";
        return document.add(Content::Paragraph(Text::plain(text)));
    }
    let differing = || answer.differing.iter().filter(|kind| kind.a != kind.b);
    let other: u64 = differing().map(|kind| kind.positions).sum();
    let alone = match (matched.only_a_positions, matched.only_b_positions) {
        (0, 0) => String::new(),
        (a, b) => format!(" ({a} of A and {b} of B have no counterpart)"),
    };
    text += &format!(
        "Of the {} positions of both{alone}, {other} have another outcome, and {} the same outcome at another distance.",
        matched.positions, answer.other_distance
    );
    document.add(Content::Paragraph(Text::plain(text)));
    for kind in differing() {
        let what = format!("{} on A, {} on B, such as", won_by(kind.a), won_by(kind.b));
        let count = Column { gap: 2, least: 7, is_right: true, ..Column::default() };
        let columns = vec![count, Column { gap: 2, ..Column::default() }];
        let rows = vec![vec![Text::plain(kind.positions.to_string()), Text::plain(what)]];
        document.add(Content::rows(columns, rows));
        let example = |DifferingPosition { from, a, b, .. }: &_| {
            let far = format!("{} | {}", how_far(*a), how_far(*b));
            vec![Text::of(&far), Text::see(See::From(from.clone()))]
        };
        document.add(rows_of([(11, 24), (2, 0)], kind.examples.iter().map(example).collect()));
    }
    if other > 0 {
        document.add(Content::Note("", Text::plain("Beside each example how the game ends on A | on B.")));
    }
}

/// The ply at which the lines diverge, with the move of each line and its result on the other
/// board.
fn lines_part(parting: &PartingAnswer) -> Vec<Content> {
    let shared = match &parting.shared[..] {
        [] => None,
        [step] => Some(format!("On both boards {step} is best first.")),
        steps => Some(format!("On both boards these are best first: {}.", steps.join(", "))),
    };
    let paragraph = |text: String| Content::Paragraph(Text::plain(text));
    let mut contents: Vec<Content> = shared.map(paragraph).into_iter().collect();
    let (Some(a), Some(b)) = (&parting.a, &parting.b) else {
        contents.push(paragraph(parting.text.clone()));
        return contents;
    };
    let who = prose::capitalised(parting.player.word());
    contents.push(paragraph(format!("At ply {} the {who} plays", parting.ply)));
    let rows = [("on A", a), ("on B", b)].map(|(board, step)| {
        vec![Text::plain(board), Text::plain(format!("{}: {}. {}", step.notation, step.reason, step.text))]
    });
    contents.push(rows_of([(2, 0), (2, 0)], rows.into()));
    contents
}

/// Rows in columns with these gaps and least widths.
fn rows_of<const N: usize>(columns: [(usize, usize); N], rows: Vec<Vec<Text>>) -> Content {
    Content::rows(columns.map(|(gap, least)| Column { gap, least, ..Column::default() }).into(), rows)
}

/// A distance as text.
fn how_far(distance: DistanceAnswer) -> String {
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
