//! Where the loser is cornered in the end, and how its room shrinks until then.

use catmouse_arena::{Place, Player, Status, listed};

use super::data::{Fields, Record};
use super::drive::{WinnerPlays, longest_defences};
use super::kind::Kind;
use super::teller::Teller;
use crate::cause::exits;
use crate::explanation::Explained;
use crate::safe_ways::SafeWays;
use crate::sorting::set;

/// In a forced win by catching a single piece: where that piece has no way out left.
///
/// A piece is *cornered* if it is to move and is caught at once or by the next move wherever it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The hunter, who wins.
    pub player: Player,
    /// The places where the hunted piece is cornered at last if both sides play any of their best
    /// moves, ascending.
    pub places: Vec<Place>,
    /// If there is one such place, the places to which a step leads from it, ascending.
    pub exits: Vec<Place>,
    /// After each move of the hunter in the line but the last, the places where the hunted piece is
    /// ahead of every hunter, without its own, ascending. Empty if their number ever grows, if
    /// it is less than two from the beginning, or if there are many moves.
    pub room: Vec<Vec<Place>>,
}

pub(super) fn find(context: &Explained<'_>) -> Option<Corner> {
    let (player, plies) = (context.forced_winner()?, &context.explanation.plies);
    let hunted = player.opponent();
    let last = plies.iter().rposition(|ply| ply.player == hunted).filter(|_| plies.len() > 2)?;
    let layers = longest_defences(context, WinnerPlays::AnyBest)?;
    let mut places = Vec::new();
    for &at in &layers[last] {
        let [covered, open] = exits(context, at);
        if covered.is_empty() || !open.is_empty() {
            return None;
        }
        places.push(context.place(at, hunted)?);
    }
    let places = set(places);
    let exits = match places[..] {
        [place] => set(context.words.steps_from(hunted, place).into_iter().filter(|&to| to != place).collect()),
        _ => Vec::new(),
    };
    let ways = SafeWays::new(context, hunted, context.explanation.summary.start)?;
    let own =
        plies.iter().filter(|ply| ply.player == player && context.arena.status(ply.played.to) == Status::Turn(hunted));
    let mut room: Vec<Vec<Place>> = own.map(|ply| set(ways.ahead(ply.played.to, hunted).elsewhere())).collect();
    // One place more or less is hardly a room.
    let [first, last] = [room.first(), room.last()].map(|places| places.map_or(0, Vec::len));
    let shrinks = first > last && room.is_sorted_by(|one, next| one.len() >= next.len());
    if !shrinks || first < 2 || room.len() > Corner::NAMED {
        room.clear();
    }
    let is_few = places.len() <= Corner::NAMED / 2;
    (is_few || !room.is_empty()).then_some(Corner { player, places, exits, room })
}

impl Corner {
    /// The greatest number of exits, and of numbers, that are named.
    const NAMED: usize = 6;

    /// How the room shrinks, and where the piece is cornered.
    pub(super) fn told(&self, teller: &Teller<'_>) -> Vec<String> {
        let [hunter, hunted] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let names = |places: &[Place]| places.iter().map(|&place| teller.place_name(place)).collect::<Vec<String>>();
        let exits = listed(&names(&self.exits), "and");
        let places = listed(&names(&self.places), "or");
        let cornered = match self.exits.len() {
            1 => {
                format!("in the end {hunted} sits in the dead end {places}, and {hunter} covers its only exit, {exits}")
            }
            2 => format!("{hunted} is cornered at last on {places}, where {hunter} covers both exits, {exits}"),
            count if (3..=Self::NAMED).contains(&count) => {
                format!("{hunted} is cornered at last on {places}, where {hunter} covers every exit: {exits}")
            }
            _ => format!("the last stand of {hunted} is on {places}, where {hunter} covers every exit"),
        };
        let room = |places: &Vec<Place>| match places.len() {
            0 => "nowhere".to_owned(),
            count if count <= Self::NAMED / 2 => format!("only to {}", listed(&names(places), "or")),
            count => format!("to {count} places"),
        };
        let room: Vec<String> = self.room.iter().map(room).collect();
        let shrinks = (!room.is_empty())
            .then(|| format!("after the moves of {hunter}, {hunted} can get before it {}", room.join(", then ")));
        let is_few = self.places.len() <= Self::NAMED / 2;
        shrinks.into_iter().chain(is_few.then_some(cornered)).collect()
    }
}

impl Kind for Corner {
    fn sentence(&self, teller: &Teller<'_>) -> String {
        self.told(teller).join("; ")
    }
}

impl Record for Corner {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |corner| corner.player)
            .field("places", |corner| corner.places.clone())
            .means("Where the loser's piece is cornered at last if both sides play any of their best moves.")
            .field("exits", |corner| corner.exits.clone())
            .means("If there is one such place, where a step leads from it.")
            .field("room", |corner| corner.room.clone())
            .means(
                "After each move of the winner in the line, the other places that the loser can reach first; empty if \
                 their number does not shrink.",
            )
    }
}
