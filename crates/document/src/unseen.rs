//! A game with a mouse that is not always seen: who wins, the moves from the start, and the plan of the Cat as the set of
//! places that shrinks.

use catmouse::unseen::{SolvedUnseen, UnseenAnswer, UnseenMove, UnseenPly, places};
use catmouse_explain::prose;
use catmouse_model::{Board, Outcome, Side, VertexJson};

use crate::outcomes::{shares, won_by};
use crate::text::Text;
use crate::{Column, Content, Document, Header, header_of};

/// What is told of a game with a mouse that is not always seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnseenPart {
    /// The outcome and the numbers of positions.
    Outcome,
    /// The moves from the start.
    Moves,
    /// The plan of the Cat.
    Plan,
}

/// The answer about a game with a mouse that is not always seen.
pub fn unseen(solved: &SolvedUnseen, part: UnseenPart, header: Header) -> Document {
    let (game, answer) = (solved.game(), solved.answer());
    let board = game.board();
    let cats: Vec<String> = answer.cats.iter().map(|&cat| format!("C{}", label(board, cat))).collect();
    let turn = prose::capitalised(&answer.turn.to_string());
    let standing = format!("{}, Mouse on {}, {turn} to move", cats.join(" "), places(board, &answer.places));
    let mut document = match header {
        Header::Whole => header_of(game, solved.title(), &standing),
        Header::FirstLine => Document { blocks: header_of(game, None, &standing).blocks.into_iter().take(1).collect() },
    };
    document.extend(solved.placement().map(|text| Content::Paragraph(Text::plain(text))));
    document.add_apart(Content::Paragraph(Text::outcome(answer.outcome, answer.headline())));
    match part {
        UnseenPart::Outcome => document.extend(positions(&answer)),
        UnseenPart::Moves => document.add_apart(moves(board, &answer)),
        UnseenPart::Plan => plan(solved, &answer, &mut document),
    }
    document
}

fn positions(answer: &UnseenAnswer) -> Vec<Content> {
    let Some(positions) = answer.positions else {
        let text = "Too many positions arise to lay them out, so only a fastest plan of the Cat was searched for.";
        return vec![Content::Paragraph(Text::plain(text))];
    };
    let all = format!("Of the {} positions that arise, each with the places of the Mouse:", positions.total);
    let rows = [(Outcome::Mouse, positions.mouse), (Outcome::Cat, positions.cat), (Outcome::Draw, positions.draw)];
    let rows = rows.map(|(outcome, count)| (count, won_by(outcome).to_owned()));
    vec![Content::Paragraph(Text::plain(all)), shares(&rows, positions.total)]
}

fn moves(board: &Board, answer: &UnseenAnswer) -> Content {
    let row = |step: &UnseenMove| {
        let outcome = match step.distance_plies {
            Some(plies) => format!("{} {plies}", step.outcome),
            None => step.outcome.to_string(),
        };
        let is_best = if step.best { "best" } else { "" };
        let after = match answer.turn {
            Side::Mouse => String::new(), // its move is a set of places
            Side::Cat => format!("Mouse on {}", places(board, &step.places)),
        };
        vec![Text::plain(&step.text), Text::outcome(step.outcome, outcome), Text::plain(is_best), Text::plain(after)]
    };
    let column = |gap| Column { gap, ..Column::default() };
    Content::rows(vec![column(2), column(2), column(2), column(2)], answer.moves.iter().map(row).collect())
}

/// The plan, round by round, with the places that are left.
fn plan(solved: &SolvedUnseen, answer: &UnseenAnswer, document: &mut Document) {
    let board = solved.game().board();
    let mut told = solved.story(answer).into_iter();
    if answer.line.is_empty() {
        let paragraph = |text| Content::Paragraph(Text::plain(text));
        if let Some(first) = told.next() {
            document.add_apart(paragraph(first));
        }
        document.extend(told.map(paragraph));
        return;
    }
    document.add_apart(Content::sentences(&told.collect::<String>()));
    let mut rows = Vec::new();
    let mut round = 0;
    // A ply of the Mouse is told if the Cat learns from it.
    let is_told = |ply: &&UnseenPly| ply.player == Side::Cat || answer.mouse_seen != "never" || ply.places.is_empty();
    for ply in answer.line.iter().filter(is_told) {
        let left = match (ply.player, ply.places.len()) {
            (Side::Mouse, 1..) => String::new(),
            (_, 0) => "no place is left".to_owned(),
            (_, 1) => format!("only {} is left", places(board, &ply.places)),
            (_, count) => format!("{count} places are left: {}", places(board, &ply.places)),
        };
        round += u32::from(ply.player == Side::Cat);
        let number = if ply.player == Side::Cat { round.to_string() } else { String::new() };
        rows.push([number, ply.text.clone(), left, ply.reason.clone()].iter().map(|text| Text::of(text)).collect());
    }
    let column = |gap| Column { gap, ..Column::default() };
    let number = Column { heading: "round".to_owned(), is_right: true, ..Column::default() };
    let columns = vec![number, column(2), column(2), Column { is_below: true, ..column(2) }];
    document.add_apart(Content::rows(columns, rows));
}

fn label(board: &Board, vertex: VertexJson) -> String {
    places(board, &[vertex])
}
