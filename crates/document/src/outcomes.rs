//! Who wins, and how many positions have each outcome.

use catmouse::{
    Solved,
    answers::{DecidedStart, StartProof},
    values::GameValues,
};
use catmouse_arena::{Measure, Player, Words};
use catmouse_explain::prose;
use catmouse_model::{Outcome, Vertex, counted, listed};

use crate::header::{first_line, headline, words};
use crate::text::Text;
use crate::{Column, Content, Document, Header, header, placement};

/// The outcome from the start, the numbers of positions, and the law of the board.
pub fn outcomes(solved: &Solved) -> Document {
    let (game, start) = (solved.game(), solved.start());
    let (positions, longest) = catmouse::answers::totals(game, solved.values());
    let mut document = header(game, solved.title(), &start.opening.position, Header::Whole);
    if let Some(placed) = placement(game, &start.opening, start.capture_time()) {
        document.add(placed);
    }
    document.add_apart(headline(game, &start.summary));
    let all = format!("Of all {} positions, reachable or not:", positions.total);
    document.add_apart(Content::Paragraph(Text::plain(all)));
    let row = |outcome: Outcome, count: u64, longest: Option<u64>| {
        let longest = longest.map_or_else(String::new, |distance| match game.measure() {
            Measure::Plies => format!(", the longest forced win takes {}", counted(distance, "ply", "plies")),
            Measure::Cost => format!(", the dearest forced win costs {distance}"),
        });
        (count, format!("{}{longest}", won_by(outcome)))
    };
    document.add(shares(
        &[
            row(Outcome::Mouse, positions.mouse, longest.mouse),
            row(Outcome::Cat, positions.cat, longest.cat),
            row(Outcome::Draw, positions.draw, None),
        ],
        positions.total,
    ));
    // The search for a law reads a million positions, each from the disk.
    if !matches!(solved.values(), GameValues::Stored(_)) {
        let turn = Player::from(start.opening.position.turn);
        let law = prose::law(solved.laws(), &words(game), &start.summary, turn);
        if !law.is_empty() {
            document.add_apart(Content::Paragraph(Text::of(&law.join(" "))));
        }
    }
    document
}

/// A start that was decided without the values of all positions. `why_alone` says why, without a full
/// stop, and what else can be asked.
pub fn decided_start(decided: &DecidedStart, why_alone: &str) -> Document {
    let game = decided.game();
    let list = |vertices: &[Vertex]| vertices.iter().map(|&vertex| words(game).place(vertex)).collect::<Vec<_>>();
    let (bound, sooner) = match decided.within {
        None | Some(0) => (String::new(), ""),
        Some(plies) if decided.is_exact => (format!(" in {}", counted(plies, "ply", "plies")), ""),
        Some(plies) => (format!(" within {}", counted(plies, "ply", "plies")), " The win may come sooner."),
    };
    let (winner, reason) = match &decided.proof {
        StartProof::FewerCats(cats) => {
            let (those, alone) = match &list(cats)[..] {
                [cat] => (format!("the cat on {cat}"), "wins by itself"),
                cats => (format!("the cats on {}", listed(cats, "and")), "win by themselves"),
            };
            let claim = match decided.decided_by {
                Some(_) => prose::capitalised(&format!("{those} {alone}")),
                None => format!(
                    "Against {those} alone the Mouse cannot force a win, and play without a forced win counts as a \
                     win of the Cat"
                ),
            };
            ("Cat", format!("{claim}. A further cat can only help, because nobody blocks anybody."))
        }
        StartProof::Race(path) => (
            "Mouse",
            format!(
                "The mouse is first: it goes {}, and no cat can be in time to stop it, however many there are.",
                list(path).join(" → ")
            ),
        ),
    };
    let mut document = Document::default();
    document.add(first_line(game, &decided.position));
    document.extend(decided.title.as_ref().map(|title| Content::Paragraph(Text::plain(title))));
    document.add_apart(Content::Paragraph(Text::outcome(decided.outcome, format!("The {winner} wins{bound}."))));
    document.add_apart(Content::sentences(&(reason + sooner)));
    document.add_apart(Content::Paragraph(Text::plain(format!("Only this start was decided: {why_alone}."))));
    document
}

/// Numbers with their shares of all, and what they count.
pub(crate) fn shares(rows: &[(u64, String)], all: u64) -> Content {
    let cells =
        |(count, what): &(u64, String)| vec![Text::plain(count.to_string()), percent(*count, all), Text::plain(what)];
    let columns = vec![
        Column { gap: 2, least: 9, is_right: true, ..Column::default() },
        Column { gap: 2, least: 7, is_right: true, ..Column::default() },
        Column { gap: 2, ..Column::default() },
    ];
    Content::rows(columns, rows.iter().map(cells).collect())
}

/// A number as a share of all.
pub(crate) fn percent(count: u64, all: u64) -> Text {
    let percent = if all == 0 { 0.0 } else { 100.0 * count as f64 / all as f64 };
    Text::plain(format!("{percent:.1}\u{a0}%"))
}

/// An outcome as what was done to positions.
pub(crate) fn won_by(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mouse => "won by the Mouse",
        Outcome::Cat => "won by the Cat",
        Outcome::Draw => "drawn",
    }
}
