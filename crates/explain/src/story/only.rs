//! Moves without an equally good alternative.

use catmouse_arena::{Player, WinOrDraw};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::reason::{Alternative, Motive};

/// The critical moves of the line: those with at least one legal alternative, none of which keeps
/// the mover's outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Only {
    /// The number of each move and its mover, ascending; at least one.
    pub plies: Vec<(usize, Player)>,
}

pub(super) fn find(context: &Explained<'_>) -> Option<Only> {
    let plies = context.explanation.plies.iter().filter(|ply| ply.is_critical());
    let plies: Vec<(usize, Player)> = plies.map(|ply| (ply.number, ply.player)).collect();
    (!plies.is_empty()).then_some(Only { plies })
}

impl Kind for Only {
    const WEIGHT: u32 = 60;

    /// The moves that are hard to find, and what the winner must avoid.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let hidden = teller.all::<Self>().filter_map(|only| hidden_only_moves(teller, only));
        hidden.chain(safe(teller)).collect()
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        only_moves(teller, &self.plies)
    }
}

impl Record for Only {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("plies", |only| only.plies.iter().map(|&(ply, _)| ply).collect::<Vec<_>>())
    }
}

/// As the sentence about [`Only`], in which moves that are easy to see are only counted. `None` if
/// no move remains.
fn hidden_only_moves(teller: &Teller<'_>, only: &Only) -> Option<String> {
    let is_hidden = |ply: usize| !teller.explanation.plies[ply - 1].is_easy_to_see();
    let hidden: Vec<(usize, Player)> = only.plies.iter().copied().filter(|&(ply, _)| is_hidden(ply)).collect();
    let easy = match only.plies.len() - hidden.len() {
        0 => String::new(),
        1 => "; 1 more such move is easy to see".to_owned(),
        count => format!("; {count} more such moves are easy to see"),
    };
    (!hidden.is_empty()).then(|| only_moves(teller, &hidden) + &easy)
}

/// "only C 2→4 wins at ply 2; at plies 1 and 3 only one move of the Mouse holds the draw".
fn only_moves(teller: &Teller<'_>, narrow: &[(usize, Player)]) -> String {
    let judgement = teller.explanation.summary.judgement;
    let keeps = match (judgement.outcome, judgement.distance) {
        (WinOrDraw::Draw, _) => "holds the draw",
        (WinOrDraw::Win(_), Some(_)) => "wins",
        (WinOrDraw::Win(_), None) => "holds the win",
    };
    let texts = Player::BOTH.into_iter().filter_map(|player| {
        let own = narrow.iter().filter(|(_, mover)| *mover == player);
        let plies: Vec<usize> = own.map(|&(number, _)| number).collect();
        let at = teller.at_plies(player, &plies);
        match plies[..] {
            [] => None,
            [number] => {
                let ply = &teller.explanation.plies[number - 1];
                Some(format!("only {} {keeps} at {at}", teller.words.step(ply.from, ply.played.step())))
            }
            _ => Some(format!("at {at} only one move of {} {keeps}", teller.words.player(player))),
        }
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// The moves that the winner must avoid along the line, if every move that throws the win away is
/// an obvious loss. `None` otherwise.
fn safe(teller: &Teller<'_>) -> Option<String> {
    /// The least number of the winner's moves for this sentence.
    const MOVES: usize = 4;
    let judgement = teller.explanation.summary.judgement;
    let player = judgement.outcome.winner().filter(|_| judgement.distance.is_some())?;
    let own = || teller.explanation.plies.iter().filter(|ply| ply.player == player);
    if own().filter(|ply| ply.reason.motive != Motive::Finishes).count() < MOVES {
        return None;
    }
    let others = own().flat_map(|ply| &ply.others);
    let thrown: Vec<&Alternative> = others.filter(|other| other.rated.judgement.outcome.score(player) < 1).collect();
    let (winner, opponent) = (teller.words.player(player), teller.words.player(player.opponent()));
    if thrown.is_empty() {
        return Some(format!(
            "along the line {winner} cannot go wrong: every other move keeps the win too, though it may gain nothing"
        ));
    }
    thrown.iter().all(|other| other.rated.is_obvious_loss).then(|| {
        format!(
            "along the line {winner} can throw the win away only by letting {opponent} win at once or with its next \
             move"
        )
    })
}
