//! The law of a board: which player wins from where, as a few conditions about who is nearer to a
//! place.
//!
//! Let d₁(x) be the least number of moves that One needs to bring a piece to the place x while no
//! other piece moves, and d₂(x) the same number for Two. If moves have costs, d may also be the
//! least cost of these moves. A [`Condition`] states d₂(x) ≤ d₁(x) + margin. A [`Law`] states that,
//! with one player to move, an outcome occurs if and only if all its conditions hold. It also gives
//! the number of positions in which it was checked.
//!
//! Some places are closed to a player's pieces. The distance of the pieces to such a place is that
//! to the nearest place from which the opponent's pieces step into it, and this step.

use catmouse_arena::{Distance, Judgement, Measure, Place, Player, PositionId, WinOrDraw, Words};

use crate::walks::{Distances, Walks};

/// Two is at most `margin` farther from a place than One.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The place. `None` means the place of One's only piece: then Two is at most `margin` away
    /// from One.
    pub place: Option<Place>,
    /// The greatest number of moves that Two may need more than One, or the greatest cost that it
    /// may pay more. If it is negative, Two must need fewer.
    pub margin: i32,
    /// Whether moves are counted, or their costs. Without a place, moves are counted.
    pub unit: Measure,
}

/// The conditions under which an outcome occurs, with one player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub struct Law {
    /// The player to move.
    pub turn: Player,
    /// The outcome.
    pub outcome: WinOrDraw,
    /// Whether the conditions state when the outcome does *not* occur.
    pub negated: bool,
    /// The outcome occurs (or does not, if `negated`) if and only if all of these hold. Without
    /// conditions it always occurs.
    pub conditions: Vec<Condition>,
    /// The number of positions in which the law is wrong.
    pub exceptions: usize,
    /// The first position in which the law is wrong.
    pub exception: Option<PositionId>,
    /// The number of positions in which the law was checked.
    pub positions: usize,
    /// Whether `positions` counts a sample. Otherwise it counts all positions in which the game is
    /// not over and the player is to move.
    pub is_sample: bool,
    /// Whether positions in which the player to move can win at once are excluded.
    pub unless_at_once: bool,
    /// For each player, the greatest distance of its forced wins among all positions with the player
    /// `turn` to move (of the sample, if it is one); 0 if there are none.
    pub longest_wins: [Distance; 2],
    /// Whether none of the positions is a draw, so that the conditions also determine when the
    /// other player wins.
    pub is_decisive: bool,
}

/// The laws of a game, with the distances to the places of their conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Laws {
    pub(crate) all: Vec<Law>,
    /// Whether the search left out a player's turn because the limit cuts wins off there: then the
    /// plies played before decide too.
    pub(crate) are_cut_off: bool,
    /// The place and the unit of each condition, with the distances of One's and of Two's pieces.
    pub(crate) distances: Vec<(Place, Measure, [Distances; 2])>,
    /// The distances of Two's pieces to each place. Filled only if a condition is about the place
    /// of One's piece.
    pub(crate) apart: Vec<(Place, Distances)>,
    /// The places on which One's pieces and Two's pieces can stand, each ascending.
    pub(crate) standable: [Vec<Place>; 2],
}

impl Laws {
    /// No law.
    pub(crate) const NONE: &'static Self = &Self {
        all: Vec::new(),
        are_cut_off: false,
        distances: Vec::new(),
        apart: Vec::new(),
        standable: [Vec::new(), Vec::new()],
    };

    /// The laws.
    pub fn all(&self) -> &[Law] {
        &self.all
    }

    /// The laws; those with this player to move are first.
    pub fn in_turn(&self, first: Player) -> impl Iterator<Item = &Law> {
        [first, first.opponent()].into_iter().flat_map(|turn| self.all.iter().filter(move |law| law.turn == turn))
    }

    /// These laws without those of a sample that are wrong at this position.
    pub(crate) fn right_at(
        &self,
        words: &dyn Words,
        (position, turn): (PositionId, Option<Player>),
        Judgement { outcome, distance, .. }: Judgement,
    ) -> Self {
        let is_wrong = |law: &Law| {
            let occurs = law.conditions.iter().all(|condition| self.holds(condition, words, position));
            let is_left_out = law.unless_at_once && outcome == WinOrDraw::Win(law.turn) && distance == Some(1);
            (occurs != law.negated) != (outcome == law.outcome) && !is_left_out
        };
        let mut right = self.clone();
        right.all.retain(|law| !(law.is_sample && turn == Some(law.turn) && is_wrong(law)));
        right
    }

    /// The number of moves that One and Two need in a position to reach the place of a condition, or
    /// the cost of these moves. `None` for a player who cannot reach it. The condition must belong to
    /// one of these laws.
    pub fn steps(&self, condition: &Condition, words: &dyn Words, position: PositionId) -> [Option<u32>; 2] {
        let [one, two] = Player::BOTH.map(|player| words.places(position, player));
        match condition.place {
            Some(place) => {
                let known = self.distances.iter().find(|(known, unit, _)| (*known, *unit) == (place, condition.unit));
                let [to_one, to_two] = [0, 1].map(|player: usize| known.map(|(.., distances)| &distances[player]));
                [to_one.and_then(|to| to.least(&one)), to_two.and_then(|to| to.least(&two))]
            }
            None => {
                let known = self.apart.iter().find(|(place, _)| one[..] == [*place]);
                [Some(0), known.and_then(|(_, to)| to.least(&two))]
            }
        }
    }

    /// Whether a step of either player counts alike for a condition: wherever the pieces of both can
    /// stand, both are equally far from its place. For a condition about the place of One's piece,
    /// `one` holds the walks of One's pieces.
    pub(crate) fn counts_alike(&self, condition: &Condition, one: &Walks) -> bool {
        let common = |place: &&Place| self.standable[1].binary_search(place).is_ok();
        let are_alike = |one: &Distances, two: &Distances| {
            self.standable[0].iter().filter(common).all(|&place| one.at(place) == two.at(place))
        };
        match condition.place {
            Some(place) => {
                let known = self.distances.iter().find(|(known, unit, _)| (*known, *unit) == (place, condition.unit));
                known.is_none_or(|(.., [one, two])| are_alike(one, two))
            }
            None => self.apart.iter().all(|(place, two)| {
                let is_common = self.standable[1].binary_search(place).is_ok();
                !is_common || are_alike(&one.distances_to(&[*place]), two)
            }),
        }
    }

    /// The margin of a condition about the place of One's piece, as it matters for Two's pieces that
    /// can get to this piece, and whether there are places to which they cannot get. The margin is
    /// `None` if all that can get there are within it.
    /// At a place of `ends` the game is over.
    pub(crate) fn reach(&self, condition: &Condition, ends: &[Place]) -> (Option<u32>, bool) {
        let margin = condition.margin.unsigned_abs();
        let distances = || {
            let goes_on = self.apart.iter().filter(|(place, _)| !ends.contains(place));
            goes_on.flat_map(|(_, to)| self.standable[1].iter().map(|&place| to.get(place)))
        };
        let is_beyond = distances().flatten().any(|steps| steps > margin);
        (is_beyond.then_some(margin), distances().any(|steps| steps.is_none()))
    }

    /// Whether a condition holds in a position. The condition must belong to one of these laws.
    pub fn holds(&self, condition: &Condition, words: &dyn Words, position: PositionId) -> bool {
        let [one, two] = self.steps(condition, words, position).map(far);
        two - one <= condition.margin
    }
}

/// The distance to a place that cannot be reached. Differences of real distances are less than half
/// as great.
pub(crate) const FAR: i32 = 1 << 28;

pub(crate) fn far(steps: Option<u32>) -> i32 {
    steps.and_then(|steps| i32::try_from(steps).ok()).unwrap_or(FAR)
}
