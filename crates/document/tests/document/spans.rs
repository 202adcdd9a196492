//! What the spans of texts name.

use std::collections::BTreeSet;

use catmouse::Question;
use catmouse::model::Vertex;
use catmouse_document::{Content, Detail, Document, Header, Span, Text, explanation};

use crate::{Told, told};

/// All texts of a document.
fn texts(document: &Document) -> Vec<&Text> {
    document
        .blocks
        .iter()
        .flat_map(|block| match &block.content {
            Content::Heading(text) | Content::Paragraph(text) | Content::Note(_, text) => vec![text],
            Content::List(items) | Content::Columns(items) | Content::Flow(items) => items.iter().collect(),
            Content::Table(table) => table.groups.iter().flat_map(|group| group.rows.iter().flatten()).collect(),
            Content::Line(line) => {
                line.rounds.iter().flat_map(|round| round.moves.iter().chain(&round.notes)).collect()
            }
            _ => Vec::new(),
        })
        .collect()
}

/// A place has the label of its vertex, and a move says from where to where its pieces go. The moves
/// are moves of the board: every piece goes along its step graph, or stays.
#[test]
fn spans_know_what_they_name() {
    let (mut places, mut moves) = (0, 0);
    for Told { path, solved, documents } in told() {
        let game = solved.game();
        let label = |vertex: u32| game.board().label(Vertex::new(vertex)).to_string();
        let steps: BTreeSet<(u32, u32)> =
            game.board().arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
        let goes_farther = [game.rules().mouse, game.rules().cat].iter().any(|side| side.jump > 1 || side.speed > 1);
        for (name, document) in documents {
            for span in texts(document).into_iter().flat_map(|text| &text.spans) {
                match span {
                    Span::Place { vertex, text } => {
                        places += 1;
                        // A sentence may begin with it.
                        assert_eq!(text.to_lowercase(), label(*vertex).to_lowercase(), "{path}, {name}");
                    }
                    Span::Move { pieces, text } => {
                        moves += 1;
                        assert!(!pieces.is_empty(), "{path}, {name}: {text}");
                        let said = pieces.iter().map(|&(from, to)| {
                            if from == to {
                                format!("stays at {}", label(from))
                            } else {
                                format!("{}→{}", label(from), label(to))
                            }
                        });
                        let text = text.replace('\u{a0}', " ");
                        assert_eq!(
                            text.replace("M ", "").replace("C ", ""),
                            said.collect::<Vec<_>>().join(", "),
                            "{path}"
                        );
                        let is_step = |&(from, to): &(u32, u32)| from == to || steps.contains(&(from, to));
                        assert!(goes_farther || pieces.iter().all(is_step), "{path}, {name}: {text}");
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(places > 5_000 && moves > 2_000, "{places} places, {moves} moves");
}

/// The outcome, the numbers of plies and the parts of a move stand out.
#[test]
fn a_small_explanation_span_by_span() {
    let solved = Question::text("[[1,3],[0],[3],[0,2]]").solve().expect("a board");
    let document = explanation(&solved, &solved.start(), Detail::Folded, Header::Whole).expect("an explanation");
    let all: Vec<&Span> = texts(&document).into_iter().flat_map(|text| &text.spans).collect();
    let outcome = catmouse::model::Outcome::Mouse;
    assert!(all.contains(&&Span::Outcome { outcome, text: "The Mouse wins in 1 ply.".to_owned() }));
    assert!(all.contains(&&Span::Move { pieces: vec![(1, 0)], text: "M 1→0".to_owned() }));
    assert!(all.contains(&&Span::Place { vertex: 0, text: "0".to_owned() }));
    let plies = Text::of("held for 12 plies, then 1 ply; 3 steps");
    let found: Vec<&Span> = plies.spans.iter().filter(|span| matches!(span, Span::Plies { .. })).collect();
    assert_eq!(found, [&Span::Plies { text: "12 plies".to_owned() }, &Span::Plies { text: "1 ply".to_owned() }]);
}
