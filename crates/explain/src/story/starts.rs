//! The outcomes for other starts of the loser.

use catmouse_arena::{Place, Player, PositionId, Status, WinOrDraw};

use super::data::{Fields, PiecePlaces, Record};
use super::kind::{Kind, SENTENCES};
use super::law::Law;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::sorting::{sort_by_numbers, sort_by_places};
use crate::walks::Walks;

/// Another start of the loser that changes the outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherStart {
    /// The position.
    pub position: PositionId,
    /// The loser.
    pub player: Player,
    /// The places of the loser's pieces in this position.
    pub places: Vec<Place>,
    /// The outcome of the game from this position.
    pub outcome: WinOrDraw,
    /// The number of steps from the loser's own start to this one; `None` if there is no path, or
    /// if the loser has several pieces.
    pub steps: Option<u32>,
}

/// In a game that a player wins, the outcomes for all other starts of the loser, with everything
/// else unchanged. Starts at which the game would be over do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starts {
    /// The loser.
    pub player: Player,
    /// The number of other starts, at least one.
    pub alternatives: usize,
    /// The number of other starts with the same outcome.
    pub same: usize,
    /// The other starts with another outcome, the nearest first; equally near ones by place.
    pub different: Vec<OtherStart>,
}

/// The greatest number of starts that are examined. A team may have very many.
const STARTS_AT_MOST: usize = 1 << 16;

pub(super) fn find(context: &Explained<'_>) -> Option<Starts> {
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
        context.place(start, player).map(|from| Walks::new(context.words, player, &[from]).distances_from(&[from]));
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
        let steps = places.first().and_then(|&place| distances.as_ref()?.get(place));
        starts.different.push(OtherStart { position, player, places, outcome: other, steps });
    }
    sort_by_places(&mut starts.different, |other| [other.places.clone(), Vec::new()]);
    sort_by_numbers(&mut starts.different, |other| [u64::from(other.steps.unwrap_or(u32::MAX))]);
    (starts.alternatives > 0).then_some(starts)
}

impl Kind for Starts {
    const WEIGHT: u32 = 20;

    /// The claim belongs only to a short story, and not to one with a law, which already states it.
    fn is_included_after(teller: &Teller<'_>, sentences: usize) -> bool {
        sentences < SENTENCES - 1 && !Law::opens_story(teller)
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let loser = teller.words.player(self.player);
        // The starts that are counted.
        let counted = format!("where {loser} could have started without ending the game");
        let differ = self.different.len();
        let same = self.alternatives - differ;
        // A team has placements instead of places.
        let is_team = teller.words.places(teller.explanation.summary.start, self.player).len() > 1;
        let place = if is_team { "placement" } else { "place" };
        let each_of = |count: usize| match count {
            1 => format!("the only other {place}"),
            count => format!("each of the {count} other {place}s"),
        };
        let Some(nearest) = self.different.first() else {
            return format!("from {} {counted}, it would lose as well", each_of(same));
        };
        let wins = self.different.iter().filter(|other| other.outcome == WinOrDraw::Win(self.player)).count();
        let would = match (wins, differ - wins) {
            (_, 0) => "win".to_owned(),
            (0, _) => "draw".to_owned(),
            (wins, draws) => {
                let wins = if wins == 1 { "1 win".to_owned() } else { format!("{wins} wins") };
                let draws = if draws == 1 { "1 draw".to_owned() } else { format!("{draws} draws") };
                format!("do better ({wins}, {draws})")
            }
        };
        let nearest = teller.places(&nearest.places);
        let rest = match same {
            0 => String::new(),
            same => format!("; from {} {counted}, it would lose as well", each_of(same)),
        };
        match (differ, same) {
            (1, _) => format!("had {loser} started on {nearest} instead, it would {would}{rest}"),
            (_, 0) => format!("from {} {counted}, it would {would}", each_of(differ)),
            _ => format!(
                "had {loser} started on one of {differ} other {place}s, for instance {nearest}, it would {would}{rest}"
            ),
        }
    }
}

impl Record for Starts {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |starts| starts.player)
            .field("of", |starts| starts.alternatives)
            .field("same", |starts| starts.same)
            .field("others", |starts| starts.different.clone())
            .field("nearest", |starts| {
                let nearest = starts.different.first().filter(|other| other.steps.is_some());
                nearest.map(|other| PiecePlaces::On(starts.player, other.places.clone()))
            })
    }
}

impl Record for OtherStart {
    const NAME: &'static str = "OtherStart";
    const MEANING: &'static str = "Another start, from which the game has another outcome.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("places", |other| PiecePlaces::On(other.player, other.places.clone()))
            .field("outcome", |other| other.outcome)
            .field("steps", |other| other.steps)
    }
}
