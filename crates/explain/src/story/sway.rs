//! Stretches in which the loser goes to and fro.

use catmouse_arena::{Place, Player};

use super::data::{Fields, Record};
use super::{Kind, Teller};
use crate::explanation::Explained;
use crate::sorting::sort_by_numbers;

/// In a forced win over a single piece, a maximal stretch of at least six plies in which L's piece only goes to and fro between two
/// places, or stays where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sway {
    /// The number of plies before the stretch, which begins with a move of L.
    pub from_ply: usize,
    /// The number of plies at its end, after a move of L.
    pub to_ply: usize,
    /// The loser.
    pub player: Player,
    /// The two places, beginning with the one where it stands at the beginning; only one if it stays.
    pub places: Vec<Place>,
}

/// The stretches, the longest first; equal ones by where they begin.
pub(super) fn find(context: &Explained<'_>) -> Vec<Sway> {
    /// A stretch has at least this number of plies.
    const PLIES: usize = 6;
    let Some(player) = context.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    // The number of each of the loser's moves, and where its piece stands before and after it.
    let own: Option<Vec<(usize, Place, Place)>> = context
        .explanation
        .plies
        .iter()
        .filter(|ply| ply.player == player)
        .map(|ply| Some((ply.number, context.place(ply.from, player)?, context.place(ply.played.to, player)?)))
        .collect();
    let own = own.unwrap_or_default();
    let mut found: Vec<Sway> = Vec::new();
    let mut index = 0;
    while let Some(&(number, one, other)) = own.get(index) {
        // Each move takes back the one before it, or all of them stay.
        let back = |pair: &&[(usize, Place, Place)]| pair[1].2 == pair[0].1;
        let length = 1 + own[index..].windows(2).take_while(back).count();
        let (from_ply, to_ply) = (number - 1, own[index + length - 1].0);
        if to_ply - from_ply >= PLIES {
            let mut places = vec![one, other];
            places.dedup();
            found.push(Sway { from_ply, to_ply, player, places });
        }
        // The last move of a stretch may be the first of another one.
        index += if length > 1 { length - 1 } else { 1 };
    }
    sort_by_numbers(&mut found, |stretch| {
        [u64::MAX - (stretch.to_ply - stretch.from_ply) as u64, stretch.from_ply as u64]
    });
    found
}

impl Kind for Sway {
    const WEIGHT: u32 = 0;

    /// It is told with [`Straight`](super::Straight).
    fn told(_teller: &Teller<'_>) -> Vec<String> {
        Vec::new()
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let player = teller.words.player(self.player);
        // A stretch that begins with the first move of the player begins at the start of the game, which needs no number.
        let since = if self.from_ply > 1 { format!("from ply {} on ", self.from_ply + 1) } else { String::new() };
        let until = if self.to_ply + 1 >= teller.explanation.plies.len() {
            String::new()
        } else {
            format!(" until ply {}", self.to_ply)
        };
        match &self.places[..] {
            [one, other] => format!(
                "{since}{player} can do no better than go to and fro between {} and {}{until}",
                teller.place_name(*one),
                teller.place_name(*other)
            ),
            places => format!("{since}{player} can do no better than stay at {}{until}", teller.places(places)),
        }
    }
}

impl Record for Sway {
    fn data(fields: Fields<Self>) -> Fields<Self> {
        fields
            .field("from_ply", |sway| sway.from_ply)
            .field("to_ply", |sway| sway.to_ply)
            .field("player", |sway| sway.player)
            .field("places", |sway| sway.places.clone())
    }
}
