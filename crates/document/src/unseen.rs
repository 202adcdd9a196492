//! A game with a mouse that is not always seen: who wins, the moves from the start, and the plan of the Cat as the set of
//! places that shrinks.

use catmouse::unseen::{SolvedUnseen, UnseenAnswer, UnseenPly, whereabouts};
use catmouse_explain::prose;
use catmouse_model::{Board, Outcome, Side, Vertex, VertexJson, counted, listed};

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
    if let Some(choice) = solved.placed() {
        let labels: Vec<String> = answer.cats.iter().map(|&cat| label(board, cat)).collect();
        let among = match (choice.best, choice.among) {
            (0, _) => String::new(),
            (best, among) => format!(" ({best} of the {among} placements are best)"),
        };
        let text = format!("Placement: the Cat places its cats on {}{among}.", listed(&labels, "and"));
        document.add(Content::Paragraph(Text::plain(text)));
    }
    document.add_apart(Content::Paragraph(Text::outcome(answer.outcome, headline(&answer))));
    match part {
        UnseenPart::Outcome => document.extend(positions(&answer)),
        UnseenPart::Moves => document.add_apart(moves(board, &answer)),
        UnseenPart::Plan => plan(solved, &answer, &mut document),
    }
    document
}

fn headline(answer: &UnseenAnswer) -> String {
    match (answer.outcome, answer.distance_plies) {
        (Outcome::Cat, Some(plies)) => {
            format!("The Cat wins in {}, wherever the Mouse is.", counted(plies, "ply", "plies"))
        }
        (Outcome::Cat, None) => "The Cat wins, because play without a forced end counts as its win.".to_owned(),
        (Outcome::Mouse, Some(plies)) => {
            format!("The Mouse wins: the Cat cannot exclude that it has won after {}.", counted(plies, "ply", "plies"))
        }
        (Outcome::Mouse, None) => "The Mouse wins: the Cat cannot force the end.".to_owned(),
        (Outcome::Draw, _) => "A draw: neither side can force the end.".to_owned(),
    }
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
    let row = |step: &catmouse::unseen::UnseenMove| {
        let outcome = match step.distance_plies {
            Some(plies) => format!("{} {plies}", step.outcome),
            None => step.outcome.to_string(),
        };
        let is_best = if step.best { "best" } else { "" };
        let after = format!("Mouse on {}", places(board, &step.places));
        vec![Text::plain(&step.text), Text::outcome(step.outcome, outcome), Text::plain(is_best), Text::plain(after)]
    };
    let column = |gap| Column { gap, ..Column::default() };
    Content::rows(vec![column(2), column(2), column(2), column(2)], answer.moves.iter().map(row).collect())
}

/// The plan, ply by ply, with the places that are left.
fn plan(solved: &SolvedUnseen, answer: &UnseenAnswer, document: &mut Document) {
    let board = solved.game().board();
    if answer.line.is_empty() {
        let text = "No plan of the Cat leaves the Mouse no place. The Mouse sees everything but cannot foresee the \
                    Cat, so it has no plan either.";
        document.add_apart(Content::Paragraph(Text::plain(text)));
        return;
    }
    let seen = answer.line.iter().any(|ply| ply.player == Side::Mouse && ply.text.starts_with("M seen"));
    let mut sets: Vec<u64> = Vec::new();
    let mut rows = Vec::new();
    for ply in &answer.line {
        let set = bits(board, &ply.places);
        let left = match ply.places.len() {
            0 => "no place is left".to_owned(),
            1 => format!("the Mouse can only be on {}", places(board, &ply.places)),
            count => format!("{count} places: {}", places(board, &ply.places)),
        };
        rows.push(vec![
            Text::plain(ply.ply.to_string()),
            Text::plain(&ply.text),
            Text::plain(left),
            Text::of(&ply.reason),
        ]);
        sets.push(set);
    }
    document.add_apart(Content::sentences(&story(solved, answer)));
    if seen {
        document.add(Content::Note("", Text::plain("The Mouse shows itself where that lasts longest.")));
    }
    let column = |gap| Column { gap, ..Column::default() };
    let number = Column { is_right: true, least: 2, ..Column::default() };
    let columns = vec![number, column(2), column(2), Column { is_below: true, ..column(2) }];
    document.add_apart(Content::rows(columns, rows));
}

/// The set of places after some of the rounds, in sentences.
fn story(solved: &SolvedUnseen, answer: &UnseenAnswer) -> String {
    let (game, board) = (solved.game(), solved.game().board());
    let of_cat: Vec<&UnseenPly> = answer.line.iter().filter(|ply| ply.player == Side::Cat).collect();
    let [.., last] = &of_cat[..] else { return String::new() };
    let total = of_cat.len();
    let mut told = Vec::new();
    // Four rounds tell how the set shrinks.
    let rounds: std::collections::BTreeSet<usize> =
        (1..4).map(|quarter| total * quarter / 4).filter(|&at| at > 0).collect();
    for round in rounds.into_iter().filter(|&round| round < total) {
        let set = bits(board, &of_cat[round - 1].places);
        told.push(format!("after round {round} {}", whereabouts(game, set)));
    }
    let end = if last.places.is_empty() { "no place is left" } else { "its last step leaves it no place" };
    told.push(format!("in round {total} {end}"));
    prose::capitalised(&told.join("; ")) + "."
}

fn bits(board: &Board, places: &[VertexJson]) -> u64 {
    places.iter().filter_map(|&place| board.find(&place.into()).ok()).fold(0, |set, vertex| set | 1 << vertex.number())
}

fn label(board: &Board, vertex: VertexJson) -> String {
    board.find(&vertex.into()).map_or_else(|_| vertex.to_string(), |vertex: Vertex| board.label(vertex).to_string())
}

/// The labels of places: "4, 7 or 9".
fn places(board: &Board, places: &[VertexJson]) -> String {
    match places {
        [] => "no place".to_owned(),
        places => listed(&places.iter().map(|&place| label(board, place)).collect::<Vec<_>>(), "or"),
    }
}
