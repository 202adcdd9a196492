//! A game that was played, with the judgement of each move.

use catmouse::{
    Solved,
    answers::{AnnotateAnswer, Evaluated},
};
use catmouse_explain::{JudgedMove, prose};
use catmouse_model::Game;

use crate::header::words;
use crate::moves::move_text;
use crate::text::Text;
use crate::{Column, Content, Document, Header, header};

/// A game that was played, move by move, with a summary. `judged` are the judgements of the answer's
/// moves ([`Solved::judged_moves`]).
pub fn annotation(solved: &Solved, answer: &AnnotateAnswer, judged: &[JudgedMove], beginning: Header) -> Document {
    below_header(solved, judged, &answer.summary.text, beginning)
}

/// The best play against a policy, move by move, and what it achieves.
pub fn evaluation(solved: &Solved, found: &Evaluated) -> Document {
    below_header(solved, &found.judged, &found.answer.text, Header::Whole)
}

fn below_header(solved: &Solved, judged: &[JudgedMove], summary: &str, beginning: Header) -> Document {
    let start = solved.game().position(solved.opening().position);
    let mut document = header(solved.game(), solved.title(), &start, beginning);
    let mut played = game_played(solved.game(), judged, summary);
    played.blocks[0].is_apart = true;
    document.append(played);
    document
}

/// The moves of a game with their judgements, and a summary below them.
pub fn game_played(game: &Game, judged: &[JudgedMove], summary: &str) -> Document {
    let mut document = Document::default();
    let rows = judged.iter().zip(1..).map(|(judged, ply): (_, usize)| {
        let verdict = prose::verdict(judged, &words(game));
        let mut said = Text::of(&verdict);
        if !judged.better.is_empty() {
            said = Text::outcome(judged.played.judgement.outcome, said.to_plain(ToString::to_string));
        }
        vec![Text::plain(ply.to_string()), move_text(game, judged.from, judged.played.step()), said]
    });
    let columns = vec![
        Column { gap: 1, is_right: true, ..Column::default() },
        Column { gap: 2, is_strong: true, ..Column::default() },
        Column { gap: 2, ..Column::default() },
    ];
    document.add(Content::rows(columns, rows.collect()));
    let summary = Content::Paragraph(Text::plain(summary));
    if judged.is_empty() {
        document.add(summary);
    } else {
        document.add_apart(summary);
    }
    document
}
