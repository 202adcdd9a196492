//! What the loser's start decides.

use catmouse_arena::{Arena, Outcome, Place, Player, PositionId, Status, Values, Words};

use super::Told;
use super::walks::Walks;

/// Another start of the loser, from which the game ends otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherStart {
    /// The position.
    pub position: PositionId,
    /// Where the loser's pieces stand there.
    pub places: Vec<Place>,
    /// How the game ends from there.
    pub outcome: Outcome,
    /// How many steps of the loser it is from its own start to there; none where there is no way, or it has several pieces.
    pub steps: Option<u32>,
}

/// Where somebody wins, in how many of the loser's other starting places the outcome is the same, everything else being as it
/// is. Places where the game would be over at once do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starts {
    /// The loser.
    pub player: Player,
    /// How many other starting places there are, at least one.
    pub of: usize,
    /// In how many of them the outcome is the same.
    pub same: usize,
    /// The others, the nearest first; equally near ones by place.
    pub others: Vec<OtherStart>,
}

/// More starts than this are not looked at: several pieces may have very many.
const STARTS_AT_MOST: usize = 1 << 16;

pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Starts> {
    let start = it.explanation.summary.start;
    let agreed = it.explanation.summary.adjudication;
    let outcome = it.explanation.summary.judgement.outcome;
    let player = outcome.winner()?.opponent();
    if let Status::Won(_) = it.arena.status(start) {
        return None;
    }
    let elsewhere: Vec<PositionId> = it.words.elsewhere(start, player).take(STARTS_AT_MOST + 1).collect();
    if elsewhere.len() > STARTS_AT_MOST {
        return None;
    }
    let distances = it.place(start, player).map(|from| Walks::new(it.words, player, [from]).distances_from(&[from]));
    let mut starts = Starts { player, of: 0, same: 0, others: Vec::new() };
    for position in elsewhere.into_iter().filter(|&position| matches!(it.arena.status(position), Status::Turn(_))) {
        starts.of += 1;
        let other = agreed.judge(it.values.value(position)).outcome;
        if other == outcome {
            starts.same += 1;
            continue;
        }
        let places = it.words.places(position, player);
        let steps = places.first().and_then(|place| distances.as_ref()?.get(place).copied());
        starts.others.push(OtherStart { position, places, outcome: other, steps });
    }
    starts.others.sort_by_key(|other| (other.steps.unwrap_or(u32::MAX), other.places.clone()));
    (starts.of > 0).then_some(starts)
}
