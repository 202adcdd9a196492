//! Stretches in which the loser goes to and fro.

use catmouse_arena::{Place, Player};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::sorting::sort_by_numbers;

/// In a forced win over a single piece, a maximal stretch of at least six plies in which L's piece
/// goes to and fro between two places, or stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sway {
    /// The number of plies before the stretch, which begins with a move of L.
    pub from_ply: usize,
    /// The number of plies at its end, after a move of L.
    pub to_ply: usize,
    /// The loser.
    pub player: Player,
    /// The two places, beginning with the first one; only one place if the piece stays.
    pub places: Vec<Place>,
}

/// The stretches, the longest first; equally long ones in the order of the line.
pub(super) fn find(context: &Explained<'_>) -> Vec<Sway> {
    /// The least number of plies of a stretch.
    const PLIES: usize = 6;
    let Some(player) = context.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    // The number of each of the loser's moves, with the places of its piece before and after the
    // move.
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
        // Whether a move takes back the move before it, or both stay.
        let back = |pair: &&[(usize, Place, Place)]| pair[1].2 == pair[0].1;
        let length = 1 + own[index..].windows(2).take_while(back).count();
        let (from_ply, to_ply) = (number - 1, own[index + length - 1].0);
        if to_ply - from_ply >= PLIES {
            let mut places = vec![one, other];
            places.dedup();
            found.push(Sway { from_ply, to_ply, player, places });
        }
        // The last move of a stretch may be the first move of the next.
        index += if length > 1 { length - 1 } else { 1 };
    }
    sort_by_numbers(&mut found, |stretch| {
        [u64::MAX - (stretch.to_ply - stretch.from_ply) as u64, stretch.from_ply as u64]
    });
    found
}

impl Kind for Sway {
    /// [`Straight`](super::Straight) includes the sentence.
    fn sentence(&self, teller: &Teller<'_>) -> String {
        let player = teller.words.player(self.player);
        // A stretch that begins with the player's first move begins at the start of the game, so it
        // needs no number.
        let since = if self.from_ply > 1 { format!("from ply {} on ", self.from_ply + 1) } else { String::new() };
        let until = if self.to_ply + 1 >= teller.explanation.plies.len() {
            String::new()
        } else {
            format!(" until ply {}", self.to_ply)
        };
        let mut stretch = teller.explanation.plies[self.from_ply..self.to_ply].iter();
        let has_choice = stretch.any(|ply| ply.player == self.player && !ply.others.is_empty());
        let can = if has_choice { "can do no better than" } else { "can only" };
        let does = match &self.places[..] {
            [one, other] => {
                format!("go to and fro between {} and {}", teller.place_name(*one), teller.place_name(*other))
            }
            places => format!("stay at {}", teller.places(places)),
        };
        format!("{since}{player} {can} {does}{until}")
    }
}

impl Record for Sway {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("from_ply", |sway| sway.from_ply)
            .field("to_ply", |sway| sway.to_ply)
            .field("player", |sway| sway.player)
            .field("places", |sway| sway.places.clone())
    }
}
