//! Moves at which the loser has only one real defence.

use catmouse_arena::{Distance, Measure, Player, PositionId};

use super::data::{Fields, PiecePlaces, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::sorting::sort_by_numbers;
use crate::text::{amount, list, plies, short};

/// In a forced win, a move of L that is its only real defence: the distance after it is at least
/// twice the distance after L's second-best move. Both are distances as they are printed next to a
/// move: the plies from the position after the move or, where moves have costs, the cost including
/// that of the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of the move.
    pub ply: usize,
    /// The loser, who makes the move.
    pub player: Player,
    /// The distance that remains after the move.
    pub remains: Distance,
    /// The position after the second-best move.
    pub second_best: PositionId,
    /// The distance at which the second-best move loses.
    pub loses_in: Distance,
}

/// The defences. Those whose second-best move is not an obvious loss are first; then they are
/// ordered by `remains - loses_in`, the greatest first, and then by the line.
pub(super) fn find(context: &Explained<'_>) -> Vec<Turn> {
    let Some(loser) = context.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    let measure = context.words.measure();
    let mut found: Vec<(bool, Turn)> = Vec::new();
    for ply in context.explanation.plies.iter().filter(|ply| ply.player == loser) {
        let Some(second) = ply.others.first().map(|other| other.rated) else { continue };
        if let (Some(remains), Some(loses_in)) = (ply.played.distance_in(measure), second.distance_in(measure))
            && 2 * loses_in <= remains
        {
            let defence = Turn { ply: ply.number, player: loser, remains, second_best: second.to, loses_in };
            found.push((second.needs_no_answer(), defence));
        }
    }
    sort_by_numbers(&mut found, |(is_obvious, defence)| {
        [u64::from(*is_obvious), u64::MAX - (defence.remains - defence.loses_in), defence.ply as u64]
    });
    found.into_iter().map(|(_, defence)| defence).collect()
}

impl Kind for Turn {
    const WEIGHT: u32 = 50;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let measure = teller.words.measure();
        format!(
            "at ply {} {} has one real defence, and it lasts {}: the next best move loses {}",
            self.ply,
            teller.words.player(self.player),
            amount(measure, self.remains),
            short(measure, self.loses_in),
        )
    }

    /// The three most important defences whose second-best move is not an obvious loss, in the
    /// order of the line.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        const NAMED_AT_MOST: usize = 3;
        let mut defences: Vec<&Self> = teller
            .all::<Self>()
            .filter(|defence| {
                let ply = &teller.explanation.plies[defence.ply - 1];
                ply.others.first().is_some_and(|second| !second.rated.needs_no_answer())
            })
            .take(NAMED_AT_MOST)
            .collect();
        sort_by_numbers(&mut defences, |defence| [defence.ply as u64]);
        let Some(first) = defences.first() else {
            return Vec::new();
        };
        let measure = teller.words.measure();
        let loser = teller.words.player(first.player);
        let texts: Vec<String> = defences
            .iter()
            .map(|defence| {
                let ply = &teller.explanation.plies[defence.ply - 1];
                let step = teller.words.step(ply.from, ply.played.step());
                let loses = match measure {
                    Measure::Plies => format!("in at most {}", plies(defence.loses_in)),
                    Measure::Cost => format!("at cost {} at most", defence.loses_in),
                };
                format!("ply {} ({step}; anything else loses {loses})", defence.ply)
            })
            .collect();
        vec![format!("to last longest, {loser} must choose well at {}", list(&texts, "and"))]
    }
}

impl Record for Turn {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("ply", |turn| turn.ply)
.field("player", |turn| turn.player)
.field("remains", |turn| turn.remains).means(
    "The distance that remains after the move, and `loses_in` the distance at which the second-best move loses: plies \
     from the\nposition after the move, or cost including that of the move.",
)
.field("second", |turn| PiecePlaces::Of(turn.player, turn.second_best))
.field("loses_in", |turn| turn.loses_in)
    }
}
