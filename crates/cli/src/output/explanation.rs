//! An explanation as a page of text: the headline, the story, the line in full or folded, and how a draw is held.

use catmouse_arena::{Values, Words};
use catmouse_explain::story::Claim;
use catmouse_explain::{Explanation, prose};
use catmouse_model::{Game, Opening};

use super::text::{BOLD, DIM, colour, columns, convention, gallery, header, paint, placement, step_text, wrapped};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// What a reader needs who plays with the text in hand.
    Folded,
    /// Every ply with every alternative.
    Full,
}

/// Shorter lines are told in full: there every remark teaches something, and it is soon read.
const FOLDED_FROM: usize = 13;

/// About this many pictures are drawn of a line that is folded.
const PICTURES: usize = 12;

/// Answers that are listed of a holding; there may be thousands.
const ANSWERS_SHOWN: usize = 24;

/// What is told on a page.
pub(crate) struct Page<'a> {
    pub(crate) game: &'a Game,
    pub(crate) title: Option<&'a str>,
    pub(crate) opening: &'a Opening,
    /// The capture time, where there is one.
    pub(crate) rounds: Option<u64>,
    pub(crate) explanation: &'a Explanation,
}

impl Page<'_> {
    /// The page.
    pub(crate) fn text<V: Values>(&self, values: &V, claims: &[Claim], detail: Detail) -> String {
        let Self { game, explanation, .. } = *self;
        let is_folded = detail == Detail::Folded && explanation.plies.len() >= FOLDED_FROM;
        let mut text = header(game, self.title, &self.opening.position);
        text += &placement(game, self.opening, self.rounds);
        let headline = wrapped(&prose::headline(&explanation.summary, game), 0);
        text += &format!("\n{}\n", paint(&headline, colour(explanation.summary.judgement)));
        let story = prose::story(claims, explanation, game);
        if !story.is_empty() {
            text += &format!("\n{}\n", wrapped(&story.join(" "), 0));
        }
        if !explanation.plies.is_empty() {
            text.push('\n');
            text += &if is_folded { folded(game, values, explanation, claims) } else { full(game, explanation) };
        }
        text += &pictures(game, explanation, is_folded);
        text + &holdings(game, explanation)
    }
}

/// The positions of the line as grids; of a line that is folded a row or two of them are enough.
fn pictures(game: &Game, explanation: &Explanation, is_folded: bool) -> String {
    let every = if is_folded { explanation.plies.len().div_ceil(PICTURES) } else { 1 };
    let shown = explanation.plies.iter().filter(|ply| ply.number % every == 0 || ply.number == explanation.plies.len());
    let pictures: Vec<(String, Vec<String>)> = std::iter::once((explanation.summary.start, "start".to_owned()))
        .chain(shown.map(|ply| (ply.played.to, format!("ply {}", ply.number))))
        .filter_map(|(id, caption)| Some((caption, game.picture(&game.position(id))?)))
        .collect();
    if pictures.is_empty() { String::new() } else { format!("\n{}", gallery(&pictures)) }
}

/// How each side holds an endless game.
fn holdings(game: &Game, explanation: &Explanation) -> String {
    let mut text = String::new();
    for holding in &explanation.holdings {
        text += &format!("\n{}\n", wrapped(&prose::holding_claim(explanation, holding, game), 0));
        let answers = prose::answers(holding, game);
        text += &columns(&answers[..answers.len().min(ANSWERS_SHOWN)]);
        if answers.len() > ANSWERS_SHOWN {
            let more = answers.len() - ANSWERS_SHOWN;
            text += &format!(
                "  … and {more} more: `--format json` lists them, `catmouse moves` shows the moves anywhere\n"
            );
        }
    }
    text
}

/// The whole line.
fn full(game: &Game, explanation: &Explanation) -> String {
    let judgements = explanation.plies.iter().flat_map(|ply| {
        std::iter::once(&ply.played.judgement).chain(ply.others.iter().map(|other| &other.rated.judgement))
    });
    let convention = wrapped(&convention(judgements, game.measure()), 0);
    let ending = wrapped(&prose::ending(explanation, game), 0);
    format!("{}\n\n{}\n{ending}\n", paint(&convention, DIM), lines(game, explanation))
}

/// The line folded: a round a line with the answers to deviations, and an index of where the answers stand.
fn folded<V: Values>(game: &Game, values: &V, explanation: &Explanation, claims: &[Claim]) -> String {
    let mut text = paint(&wrapped(&reading(game, explanation), 0), DIM) + "\n\n";
    let pieces = prose::folded(game.arena(), game, values, explanation, claims);
    let label = |from: usize, to: usize| if from == to { from.to_string() } else { format!("{from}–{to}") };
    let width = |text: &str| text.chars().count();
    let label_width = pieces.iter().map(|piece| width(&label(piece.from, piece.to))).max().unwrap_or(0);
    // Moves that have notes stand in columns, so that the notes do; the others run on.
    let rounds = || pieces.iter().filter(|piece| !piece.notes.is_empty());
    let column =
        |index: usize| rounds().filter_map(|piece| piece.moves.get(index)).map(|step| width(step)).max().unwrap_or(0);
    let columns = [column(0), column(1)];
    for piece in &pieces {
        let number = label(piece.from, piece.to);
        text += &format!(" {number:<label_width$}  ");
        let indent = label_width + 3;
        if piece.notes.is_empty() && piece.moves.len() > 2 {
            text += &wrapped(&piece.moves.join(" "), indent);
        } else if piece.moves.is_empty() {
            text += &wrapped(&piece.notes.join("; "), indent);
        } else {
            let mut steps = String::new();
            for (index, &column) in columns.iter().enumerate() {
                let step = piece.moves.get(index).map_or("", String::as_str);
                steps += &format!("{step:<column$}  ");
            }
            text += if piece.notes.is_empty() { steps.trim_end() } else { &steps };
            text += &wrapped(&piece.notes.join("; "), indent + width(&steps));
        }
        text.push('\n');
    }
    let mut text = text.replace('\u{a0}', " ");
    text += &format!("\n{}\n", wrapped(&prose::ending(explanation, game), 0));
    let index = prose::index(game, values, explanation, &pieces);
    if let (false, Some(winner)) = (index.is_empty(), explanation.summary.judgement.outcome.winner()) {
        let index = format!("Which ply answers where {} is to move: {}.", game.player(winner), index.join("; "));
        text += &format!("\n{}\n", wrapped(&index, 0));
    }
    text
}

/// How the folded line is read.
fn reading(game: &Game, explanation: &Explanation) -> String {
    let moves = "M moves the Mouse, C the Cat";
    match explanation.summary.judgement.outcome.winner() {
        None => format!("{moves}; \"only\" means that no other move holds."),
        Some(_) if explanation.summary.judgement.distance.is_none() => {
            format!("{moves}; \"only\" means that no other move holds.")
        }
        Some(winner) => format!(
            "{moves}; \"only\" means that no other move wins, \"not 8\" that 8 does not. To the right is how {} answers other \
             moves, and at which ply of the line that goes on. A move not listed loses at sight, or to the line's next move.",
            game.player(winner)
        ),
    }
}

/// The plies in columns: number, move, mark, remark.
fn lines(game: &Game, explanation: &Explanation) -> String {
    let steps: Vec<String> = explanation.plies.iter().map(|ply| step_text(game, ply.from, &ply.played)).collect();
    let step_width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let marks: Vec<String> = explanation.plies.iter().map(|ply| prose::mark(&ply.played, game.measure())).collect();
    let mark_width = marks.iter().map(|mark| mark.chars().count()).max().unwrap_or(0);
    let number_width = explanation.plies.len().to_string().len();
    let indent = number_width + step_width + mark_width + 8;
    let mut text = String::new();
    for ((ply, step), mark) in explanation.plies.iter().zip(&steps).zip(&marks) {
        let mark = paint(&format!("{mark:>mark_width$}"), colour(ply.played.judgement));
        let step = paint(&format!("{step:<step_width$}"), BOLD);
        let remark = wrapped(&prose::remark(explanation, ply, game), indent);
        text += &format!(" {:>number_width$}  {step}  {mark}   {remark}\n", ply.number);
    }
    text
}
