//! How the outcome depends on the loser's start.

use catmouse_arena::{Arena, Outcome, Place, Player, PositionId, Status, Values, Words};

use super::Context;
use super::walks::Walks;

/// Another start of the loser, with another outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OtherStart {
    /// The position.
    pub position: PositionId,
    /// The places of the loser's pieces in it.
    pub places: Vec<Place>,
    /// The outcome of the game from there.
    pub outcome: Outcome,
    /// The number of steps of the loser from its own start to there; `None` if there is no path, or if it has several pieces.
    pub steps: Option<u32>,
}

/// In a game that a player wins, the outcome for every other start of the loser, with everything else unchanged. Starts at which the game
/// would be over do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Starts {
    /// The loser.
    pub player: Player,
    /// The number of other starts, at least one.
    #[cfg_attr(feature = "serde", serde(rename = "of"))]
    pub alternatives: usize,
    /// The number of them with the same outcome.
    pub same: usize,
    /// Those with another outcome, the nearest first; equally near ones by place.
    #[cfg_attr(feature = "serde", serde(rename = "others"))]
    pub different: Vec<OtherStart>,
}

/// With more starts than this the claim is omitted: several pieces may have very many.
const STARTS_AT_MOST: usize = 1 << 16;

pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<Starts> {
    let start = context.explanation.summary.start;
    let adjudication = context.explanation.summary.adjudication;
    let outcome = context.explanation.summary.judgement.outcome;
    let player = outcome.winner()?.opponent();
    if let Status::Won(_) = context.arena.status(start) {
        return None;
    }
    let elsewhere: Vec<PositionId> = context.words.elsewhere(start, player).take(STARTS_AT_MOST + 1).collect();
    if elsewhere.len() > STARTS_AT_MOST {
        return None;
    }
    let distances =
        context.place(start, player).map(|from| Walks::new(context.words, player, [from]).distances_from(&[from]));
    let mut starts = Starts { player, alternatives: 0, same: 0, different: Vec::new() };
    for position in elsewhere.into_iter().filter(|&position| matches!(context.arena.status(position), Status::Turn(_)))
    {
        starts.alternatives += 1;
        let other = adjudication.judge(context.values.value(position)).outcome;
        if other == outcome {
            starts.same += 1;
            continue;
        }
        let places = context.words.places(position, player);
        let steps = places.first().and_then(|place| distances.as_ref()?.get(place).copied());
        starts.different.push(OtherStart { position, places, outcome: other, steps });
    }
    starts.different.sort_by_key(|other| (other.steps.unwrap_or(u32::MAX), other.places.clone()));
    (starts.alternatives > 0).then_some(starts)
}
