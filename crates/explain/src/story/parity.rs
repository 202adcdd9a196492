//! Neither side can waste a move.

use catmouse_arena::{Place, Player, Status, WinOrDraw};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::law::Law;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::walks::Walks;

/// In a game of one piece against one, no placement occurs with both sides to move among the
/// positions that can be reached from the start. The claim is not made if the first move wins the
/// game.
///
/// The proof is that the two digraphs on which the pieces walk are bipartite: the places that a
/// piece can reach have two colours, and every step leads to the other colour. Each ply therefore
/// changes whether the two pieces stand on equal colours, so the placement determines whose turn it
/// is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    /// The player to move at the start.
    pub mover: Player,
    /// For each player, the places that its piece can reach and that have the colour of its start,
    /// ascending.
    pub like_start: [Vec<Place>; 2],
    /// For each player, the places that its piece can reach and that have the other colour,
    /// ascending.
    pub unlike_start: [Vec<Place>; 2],
    /// The outcome with the same placement and the other player to move, if it is a different
    /// outcome.
    pub otherwise: Option<WinOrDraw>,
}

pub(super) fn find(context: &Explained<'_>) -> Option<Parity> {
    let start = context.explanation.summary.start;
    let Status::Turn(mover) = context.arena.status(start) else {
        return None; // the game is over
    };
    if context.forced_winner().is_some() && context.explanation.plies.len() == 1 {
        return None; // an immediate win does not depend on the turn
    }
    let (one, other_one) = colours(context, Player::One)?;
    let (two, other_two) = colours(context, Player::Two)?;
    let summary = &context.explanation.summary;
    let passed =
        context.words.passed(start).map(|passed| summary.adjudication.judge(context.values.value(passed)).outcome);
    let otherwise = passed.filter(|&outcome| outcome != summary.judgement.outcome);
    Some(Parity { mover, like_start: [one, two], unlike_start: [other_one, other_two], otherwise })
}

/// The places that a player's piece can reach, by colour; `None` if its digraph is not bipartite.
fn colours(context: &Explained<'_>, player: Player) -> Option<(Vec<Place>, Vec<Place>)> {
    let from = context.place(context.explanation.summary.start, player)?;
    let walks = Walks::new(context.words, player, &[from]);
    let distances = walks.distances_from(&[from]);
    let steps = walks.steps();
    if steps.is_empty() || steps.iter().any(|&(from, to)| distances.at(from) % 2 == distances.at(to) % 2) {
        return None;
    }
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for (place, distance) in distances.entries() {
        if distance % 2 == 0 { even.push(place) } else { odd.push(place) }
    }
    Some((even, odd))
}

impl Kind for Parity {
    const WEIGHT: u32 = 30;

    /// The claim belongs to the story only if the turn decides. A law already states the difference
    /// with the other player to move.
    fn is_included_after(teller: &Teller<'_>, _sentences: usize) -> bool {
        !Law::opens_story(teller) && teller.all::<Self>().any(|parity| parity.otherwise.is_some())
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let colours = "neither side can waste a move to change whose turn it is: the places have two colours, and \
            each step changes the colour of its piece";
        let Some(outcome) = self.otherwise else { return colours.to_owned() };
        let would = match outcome.winner() {
            Some(winner) => format!("{} would win", teller.words.player(winner)),
            None => "it would be a draw".to_owned(),
        };
        format!("if it were the turn of {}, {would}; but {colours}", teller.words.player(self.mover.opponent()))
    }
}

impl Record for Parity {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.each(|parity, player| Colours {
            like_start: parity.like_start[player.index()].clone(),
            unlike_start: parity.unlike_start[player.index()].clone(),
        })
    }
}

/// The places that a piece can reach, by colour.
struct Colours {
    like_start: Vec<Place>,
    unlike_start: Vec<Place>,
}

impl Record for Colours {
    const NAME: &'static str = "Colours";
    const MEANING: &'static str =
        "The vertices that a piece can reach, divided into the two colour classes of a bipartite board.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("like_start", |colours| colours.like_start.clone())
            .field("unlike_start", |colours| colours.unlike_start.clone())
    }
}
