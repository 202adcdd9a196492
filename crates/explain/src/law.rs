//! The law of a board: which player wins from where, as a few conditions about who is nearer to a place.
//!
//! Write d₁(x) for the least number of moves that One needs to bring a piece to the place x while nothing else moves, and d₂(x) for Two's.
//! A [`Condition`] says d₂(x) ≤ d₁(x) + margin. A [`Law`] says that with one player to move an outcome occurs if and only if all its
//! conditions hold, and in how many positions it was checked.
//!
//! Some places are closed to a player's pieces. The distance of the pieces to such a place is one more than their distance to the nearest
//! place from which the opponent's pieces step into it.

use catmouse_arena::{Outcome, Place, Player, PositionId, Words};

use crate::walks::Distances;

/// Two is at most `margin` moves farther from a place than One.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The place. `None` is the place of One's only piece: then Two is at most `margin` moves away from One.
    pub place: Option<Place>,
    /// The number of moves that Two may need more than One. If it is negative, Two must need fewer.
    pub margin: i32,
}

/// With one player to move, when an outcome occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The player to move.
    pub turn: Player,
    /// The outcome.
    pub outcome: Outcome,
    /// Whether the conditions say when the outcome does *not* occur.
    pub negated: bool,
    /// The outcome occurs, or does not, if and only if all of these hold. Without conditions it always occurs.
    pub conditions: Vec<Condition>,
    /// The number of positions in which that is wrong.
    pub exceptions: usize,
    /// The first position in which it is wrong.
    pub exception: Option<PositionId>,
    /// The number of positions in which it was checked.
    pub positions: usize,
    /// Whether these are a sample; otherwise they are all positions in which the game is not over and the player is to move.
    pub is_sample: bool,
    /// Whether the positions in which the player to move can win at once are left out.
    pub unless_at_once: bool,
    /// Whether none of these positions is a draw, so that the conditions say as well when the other player wins.
    pub is_decisive: bool,
}

/// The laws of a game, with the distances that their conditions are about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Laws {
    pub(crate) all: Vec<Law>,
    /// The places of all conditions, with the distances of One and of Two.
    pub(crate) distances: Vec<(Place, [Distances; 2])>,
    /// The distances of Two from each place, if a condition is about the place of One's piece.
    pub(crate) apart: Vec<(Place, Distances)>,
}

impl Laws {
    /// No law.
    pub(crate) const NONE: &'static Self = &Self { all: Vec::new(), distances: Vec::new(), apart: Vec::new() };

    /// The laws.
    pub fn all(&self) -> &[Law] {
        &self.all
    }

    /// The laws, those with this player to move first.
    pub fn in_turn(&self, first: Player) -> impl Iterator<Item = &Law> {
        [first, first.opponent()].into_iter().flat_map(|turn| self.all.iter().filter(move |law| law.turn == turn))
    }

    /// How many moves One and Two need in a position to reach the place of a condition of these laws; `None` for one that cannot.
    pub fn steps(&self, condition: &Condition, words: &dyn Words, position: PositionId) -> [Option<u32>; 2] {
        let [one, two] = Player::BOTH.map(|player| words.places(position, player));
        match condition.place {
            Some(place) => {
                let known = self.distances.iter().find(|(known, _)| *known == place);
                let [to_one, to_two] = [0, 1].map(|player: usize| known.map(|(_, distances)| &distances[player]));
                [to_one.and_then(|to| to.least(&one)), to_two.and_then(|to| to.least(&two))]
            }
            None => {
                let known = self.apart.iter().find(|(place, _)| one[..] == [*place]);
                [Some(0), known.and_then(|(_, to)| to.least(&two))]
            }
        }
    }

    /// Whether a condition of one of these laws holds in a position.
    pub fn holds(&self, condition: &Condition, words: &dyn Words, position: PositionId) -> bool {
        let [one, two] = self.steps(condition, words, position).map(far);
        two - one <= condition.margin
    }
}

/// The distance where there is no path. No difference of two real distances reaches half of it.
pub(crate) const FAR: i32 = 1 << 28;

pub(crate) fn far(steps: Option<u32>) -> i32 {
    steps.and_then(|steps| i32::try_from(steps).ok()).unwrap_or(FAR)
}
