//! A board that a program gets wrong: the program's answer and its mistake, and the right answer with
//! its explanation.

use catmouse::Error;
use catmouse_hunt::{CounterexampleAnswer, CounterexampleHuntAnswer, Mistake, Puzzle, Timing, WhyWrong};
use catmouse_model::{Outcome, counted};

use crate::text::{Span, Text};
use crate::{Content, Detail, Document, Header, explanation};

/// The board that a program gets wrong with its explanation, or that none was found.
///
/// # Errors
///
/// Those of [`CounterexampleAnswer::solve`] and [`explanation()`].
pub fn counterexample(answer: &CounterexampleHuntAnswer) -> Result<Document, Error> {
    let mut document = Document::default();
    let code = |text: String| Content::Paragraph(Text { spans: vec![Span::Code { text }] });
    let Some(broken) = &answer.broken else {
        let boards = counted(answer.boards, "board", "boards");
        let right = format!("{boards}, and the program was right about all of them");
        document.add(Content::Paragraph(Text::plain(right)));
        return Ok(document);
    };
    document.add(code(broken.board.clone()));
    document.add_apart(Content::Paragraph(Text::plain(verdict(answer.puzzle, broken))));
    document.extend(broken.stderr.iter().flat_map(|text| text.lines()).map(|line| code(format!("  {line}"))));
    let at = document.blocks.len();
    let notes = reason(answer.puzzle, broken).into_iter();
    document.extend(notes.map(|(label, text)| Content::Note(label, Text::plain(text))));
    if let Some(first) = document.blocks.get_mut(at) {
        first.is_apart = true;
    }
    let solved = broken.solve()?;
    let mut explained = explanation(&solved, &solved.start(), Detail::Folded, Header::Whole)?;
    explained.blocks[0].is_apart = true;
    document.append(explained);
    Ok(document)
}

fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mouse => "the Mouse wins",
        Outcome::Cat => "the Cat wins",
        Outcome::Draw => "a draw",
    }
}

/// What the program answered, and what is right.
fn verdict(puzzle: Puzzle, broken: &CounterexampleAnswer) -> String {
    let right = format!("{} ({})", broken.right, in_words(broken.outcome));
    let said = match (broken.said, &broken.problem) {
        (Some(said), _) => format!("Your program answers {} ({}) here.", puzzle.write(said), in_words(said)),
        (None, Some(problem)) => format!("Your program gives no answer here: {problem}."),
        (None, None) => String::new(),
    };
    let which = match &broken.reason {
        WhyWrong::Mistaken { .. } | WhyWrong::Failed if broken.is_smallest => {
            " It is the smallest board that it gets wrong."
        }
        WhyWrong::Mistaken { .. } | WhyWrong::Failed => " It is the smallest board found that it gets wrong.",
        _ => "",
    };
    format!("{said} Right is {right}.{which}")
}

/// Why the program is wrong, each note below its label.
fn reason(puzzle: Puzzle, broken: &CounterexampleAnswer) -> Vec<(&'static str, String)> {
    let mut notes = match &broken.reason {
        WhyWrong::Mistaken { mistakes, boards } => mistaken(mistakes, &counted(*boards, "board", "boards")),
        WhyWrong::Slow { times } => vec![("Time", slow(puzzle, times))],
        WhyWrong::Unsteady { asked, wrong } => {
            let changes =
                format!("Its answer changes: asked {asked} times about this board, it is wrong {wrong} times.");
            let change =
                "Look for what is drawn at random, for the order of a set, and for memory that is not initialised.";
            vec![("Mistake", changes), ("Change", change.to_owned())]
        }
        WhyWrong::Remembers { earlier } => {
            let keeps = "It keeps something from one board to the next: asked about this board alone it is right,";
            let change = "Make tables and caches inside the function, or clear them when it begins. LeetCode, too, asks one \
                          program about many boards.";
            vec![("Mistake", format!("{keeps} after {earlier} it is wrong.")), ("Change", change.to_owned())]
        }
        _ => Vec::new(),
    };
    if let Some(wrong) = &broken.wrong_on_line {
        let wins = match wrong.plies {
            Some(plies) => format!("where {} in {}", in_words(broken.outcome), counted(plies, "ply", "plies")),
            None if broken.outcome == Outcome::Draw => "which is a draw".to_owned(),
            None => format!("where {}", in_words(broken.outcome)),
        };
        let ply = wrong.ply;
        let text = format!(
            "On the line below it is wrong as late as {} after ply {ply}, {wins}: {}",
            wrong.position, wrong.board
        );
        notes.push(("Where", text));
    }
    notes
}

fn mistaken(mistakes: &[Mistake], boards: &str) -> Vec<(&'static str, String)> {
    match mistakes {
        [] => vec![(
            "Mistake",
            format!("None of the usual mistakes answers as this program does on the {boards} that it was asked about."),
        )],
        [only] => vec![
            (
                "Mistake",
                format!(
                    "It {}. A program that does so answers as this one on all {boards} that it was asked about.",
                    only.words
                ),
            ),
            ("Change", only.change.clone()),
        ],
        several => {
            let words: Vec<String> = several.iter().map(|mistake| format!("it {}", mistake.words)).collect();
            let mut notes = vec![(
                "Mistake",
                format!(
                    "One of these, which answer alike on all {boards} that it was asked about: {}.",
                    words.join("; or ")
                ),
            )];
            notes.extend(several.iter().map(|mistake| ("Change", mistake.change.clone())));
            notes
        }
    }
}

fn slow(puzzle: Puzzle, times: &[Timing]) -> String {
    let unit = match puzzle {
        Puzzle::CatAndMouse => "vertices",
        Puzzle::CatAndMouseII => "free cells",
    };
    let limit = match puzzle {
        Puzzle::CatAndMouse => {
            "LeetCode asks about boards of up to 50 vertices, and working backwards from the ends takes about n³ steps."
        }
        Puzzle::CatAndMouseII => "LeetCode asks about grids of up to 64 cells, and there are only 2·64² positions.",
    };
    // Of the times that round to nothing, the last one is enough.
    let known: Vec<(usize, f64)> = times.iter().filter_map(|time| Some((time.vertices, time.seconds?))).collect();
    let long = known.iter().position(|(_, seconds)| *seconds >= 0.01).unwrap_or(known.len());
    let from = long.saturating_sub(1).max(known.len().saturating_sub(3));
    let shown: Vec<String> = known[from..]
        .iter()
        .map(|&(vertices, seconds)| match seconds {
            ..0.01 => format!("less than 0.01 s on {vertices} {unit}"),
            seconds => format!("{seconds:.2} s on {vertices} {unit}"),
        })
        .collect();
    let late = times.last().map_or(0, |time| time.vertices);
    let before = if shown.is_empty() { String::new() } else { format!("{}, and ", shown.join(", ")) };
    let is_sharp = known.last().is_some_and(|&(vertices, seconds)| seconds < 0.1 && late * 2 <= vertices * 3);
    let rise = if is_sharp { " So sharp a rise is exponential, as of a search that follows every path." } else { "" };
    format!("It takes {before}too long on {late} {unit}.{rise} {limit}")
}
