//! The costs of the moves of a line, and the player who pays them.

use catmouse_arena::{Distance, InOrder, Measure, Player};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::sorting::sort_by_numbers;

/// In a forced win where moves have costs, the costs of the moves of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costs {
    /// The sum of the costs of each player's moves, player One first.
    pub pays: [Distance; 2],
    /// The numbers of the dearest moves, ascending: the fewest that together cost at least half of
    /// the total. Among equally dear moves, the first.
    pub plies: Vec<usize>,
}

impl Costs {
    /// The sum of the costs of all moves.
    pub fn total(&self) -> Distance {
        self.pays.iter().sum()
    }
}

pub(super) fn find(context: &Explained<'_>) -> Option<Costs> {
    context
        .forced_winner()
        .filter(|_| context.words.measure() == Measure::Cost && !context.explanation.plies.is_empty())?;
    let paid = context.explanation.plies.iter().map(|ply| (Distance::from(ply.played.cost), ply.player, ply.number));
    let mut moves: Vec<(Distance, Player, usize)> = paid.collect();
    let pays = Player::BOTH
        .map(|player| moves.iter().filter(|(_, mover, _)| *mover == player).map(|(cost, ..)| cost).sum::<Distance>());
    sort_by_numbers(&mut moves, |&(cost, _, number)| [Distance::MAX - cost, number as u64]);
    let total: Distance = pays.iter().sum();
    let mut sum = 0;
    let mut plies: Vec<usize> = Vec::new();
    for (cost, _, number) in moves {
        if 2 * sum >= total {
            break;
        }
        sum += cost;
        plies.push(number);
    }
    plies.put_in_order();
    Some(Costs { pays, plies })
}

impl Kind for Costs {
    const WEIGHT: u32 = 170;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let plies = &teller.explanation.plies;
        let [one, two] =
            Player::BOTH.map(|player| format!("{} for {}", self.pays[player.index()], teller.words.player(player)));
        let dear: Vec<String> = self
            .plies
            .iter()
            .map(|&number| {
                let ply = &plies[number - 1];
                format!("ply {number} ({} for {})", teller.words.step(ply.from, ply.played.step()), ply.played.cost)
            })
            .collect();
        let half = match &dear[..] {
            [one] if plies.len() > 1 => format!(", and at least half of that is {one}"),
            _ => String::new(),
        };
        format!("the moves cost {} together, {one} and {two}{half}", self.total())
    }
}

impl Record for Costs {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("total", Self::total)
            .field("pays", |costs| Paid(costs.pays))
            .means("What each side's moves cost together.")
            .field("plies", |costs| costs.plies.clone())
            .means("The most expensive plies: the fewest that together cost at least half of the total.")
    }
}

/// The cost of each player's moves together.
struct Paid([Distance; 2]);

impl Record for Paid {
    const NAME: &'static str = "Paid";
    const MEANING: &'static str = "What each side's moves cost together.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.each(|paid, player| paid.0[player.index()])
    }
}
