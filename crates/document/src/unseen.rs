//! A game with a mouse that is not always seen: who wins, the moves from the start, and the plan of the Cat as the set of
//! places that shrinks.

use catmouse::unseen::{SolvedUnseen, UnseenAnswer, UnseenMove, UnseenPly};
use catmouse_explain::prose;
use catmouse_model::{Board, Outcome, Side, VertexJson, counted, listed};

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
    document.extend(placement(solved, &answer).map(|text| Content::Paragraph(Text::plain(text))));
    document.add_apart(Content::Paragraph(Text::outcome(answer.outcome, unseen_headline(&answer))));
    match part {
        UnseenPart::Outcome => document.extend(positions(&answer)),
        UnseenPart::Moves => document.add_apart(moves(board, &answer)),
        UnseenPart::Plan => plan(solved, &answer, &mut document),
    }
    document
}

/// Who wins, in a sentence.
pub fn unseen_headline(answer: &UnseenAnswer) -> String {
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

/// What is said of the placement and of the plan, a sentence or two for each paragraph.
pub fn unseen_told(solved: &SolvedUnseen, answer: &UnseenAnswer) -> Vec<String> {
    placement(solved, answer).into_iter().chain(story(solved, answer)).collect()
}

/// Where the Cat places its cats, if it chooses.
fn placement(solved: &SolvedUnseen, answer: &UnseenAnswer) -> Option<String> {
    let choice = solved.placed()?;
    let labels: Vec<String> = answer.cats.iter().map(|&cat| label(solved.game().board(), cat)).collect();
    let among = match (choice.best, choice.among) {
        (0, _) => String::new(),
        (best, among) => format!(" ({best} of the {among} placements are best)"),
    };
    Some(format!("Placement: the Cat places its cats on {}{among}.", listed(&labels, "and")))
}

/// How the set of places shrinks, or why the Cat has no plan; nothing if the game is over at the start.
fn story(solved: &SolvedUnseen, answer: &UnseenAnswer) -> Vec<String> {
    if answer.distance_plies == Some(0) {
        return Vec::new();
    }
    if !answer.line.is_empty() {
        return vec![rounds(solved.game().board(), answer)];
    }
    let left = solved.least_left().map_or_else(String::new, |least| {
        let places = counted(least, "place is", "places are");
        format!(" However the cats are placed and move, at least {places} left after each of their moves.")
    });
    let text = "No plan of the Cat leaves the Mouse no place. The Mouse sees everything but cannot foresee the Cat, so it \
                has no plan either.";
    [text.to_owned() + &left].into_iter().chain(family(solved, answer)).collect()
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
    let mut told = story(solved, answer).into_iter();
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

/// The most positions of a game for which a family is searched for.
const POSITIONS_AT_MOST: u64 = 200_000;

/// Why the Cat does not win: a family of positions that play need never leave.
fn family(solved: &SolvedUnseen, answer: &UnseenAnswer) -> Option<String> {
    answer.positions.filter(|positions| positions.total <= POSITIONS_AT_MOST)?;
    let (game, family) = (solved.game(), solved.family());
    let least = family.iter().min_by_key(|state| state.places.count_ones())?;
    let cats: Vec<String> =
        game.unseen_cats(least).iter().map(|&cat| format!("C{}", game.board().label(cat))).collect();
    let positions = counted(family.len(), "position shows", "positions show");
    Some(format!(
        "{positions} it: whatever the Cat does at one of them, the Mouse may then be on all places of the next. The \
         least is {} with the Mouse on {}.",
        cats.join(" "),
        game.unseen_places(least.places)
    ))
}

/// The set of places after some of the rounds, in a sentence.
fn rounds(board: &Board, answer: &UnseenAnswer) -> String {
    let of_cat: Vec<&UnseenPly> = answer.line.iter().filter(|ply| ply.player == Side::Cat).collect();
    let total = of_cat.len();
    // Up to three rounds tell how the set shrinks.
    let mut rounds: Vec<usize> = (1..4).map(|quarter| total * quarter / 4).filter(|&round| round > 0).collect();
    rounds.dedup();
    let against = if answer.mouse_seen == "never" { "" } else { "against the longest defence, " };
    let told = rounds.into_iter().map(|round| {
        let left = &of_cat[round - 1].places;
        format!("after round {round} the Mouse can only be on {}", places(board, left))
    });
    let told: Vec<String> = told.chain([format!("in round {total} no place is left for it")]).collect();
    prose::capitalised(&format!("{against}{}.", told.join("; ")))
}

fn label(board: &Board, vertex: VertexJson) -> String {
    board.find(&vertex.into()).map_or_else(|_| vertex.to_string(), |vertex| board.label(vertex).to_string())
}

/// The labels of places: "4, 7 or 9".
fn places(board: &Board, places: &[VertexJson]) -> String {
    match places {
        [] => "no place".to_owned(),
        places => listed(&places.iter().map(|&place| label(board, place)).collect::<Vec<_>>(), "or"),
    }
}
