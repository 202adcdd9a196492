//! Nobody can lose a move.

use catmouse_arena::{Arena, Place, Player, Status, Values, Words};

use super::Told;
use super::walks::Walks;

/// In a game of one piece against one, no placement occurs with both sides to move among the positions that can be reached
/// from the start.
///
/// It is shown by a colouring of the places in two colours, for each player one, in which each step from a place that its piece
/// can reach leads to the other colour. Whether the two pieces stand on equal colours then changes with every ply, and so says
/// whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    /// For each player, the places that its piece can reach and that have the colour of where it stands at the start, ascending.
    pub like_start: [Vec<Place>; 2],
    /// For each player, those of the other colour, ascending.
    pub unlike_start: [Vec<Place>; 2],
}

pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Parity> {
    let start = it.explanation.summary.start;
    if let Status::Won(_) = it.arena.status(start) {
        return None; // nobody moves
    }
    let (one, other_one) = colours(it, Player::One)?;
    let (two, other_two) = colours(it, Player::Two)?;
    Some(Parity { like_start: [one, two], unlike_start: [other_one, other_two] })
}

/// The places that a player's piece can reach, by colour; none if there is no such colouring.
fn colours<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>, player: Player) -> Option<(Vec<Place>, Vec<Place>)> {
    let from = it.place(it.explanation.summary.start, player)?;
    let walks = Walks::new(it.words, player, [from]);
    let distances = walks.distances_from(&[from]);
    walks.steps().next()?;
    if !walks.steps().all(|(from, to)| distances[&from] % 2 != distances[&to] % 2) {
        return None;
    }
    let (even, odd): (Vec<_>, Vec<_>) = distances.into_iter().partition(|(_, distance)| distance % 2 == 0);
    let places = |coloured: Vec<(Place, u32)>| coloured.into_iter().map(|(place, _)| place).collect();
    Some((places(even), places(odd)))
}
