//! Where the loser is cornered in the end, and how its room shrinks until then.

use catmouse_arena::{Place, Player, Status, listed};

use super::data::{Fields, Record};
use super::drive::{WinnerPlays, longest_defences};
use super::kind::Kind;
use super::teller::Teller;
use crate::cause::exits;
use crate::explanation::Explained;
use crate::safe_ways::SafeWays;
use crate::sorting::{set, sort_by_places};

/// In a forced win by catching a single piece: where that piece has no way out left.
///
/// A piece is *cornered* if it is to move and is caught at once or by the next move wherever it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The hunter, who wins.
    pub player: Player,
    /// Where the hunted piece is cornered at last if the hunter makes main moves and it makes any of its best moves, ordered
    /// by its places.
    pub ends: Vec<Cornered>,
    /// After each move of the hunter in the line but the last, what is left to the hunted piece. Empty if a
    /// later room is not part of each earlier one, if it does not shrink, or if there are many moves.
    pub rooms: Vec<LeftRoom>,
}

/// A position in which a piece is cornered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cornered {
    /// The place of the piece.
    pub place: Place,
    /// The places to which a step leads from it, without its own, ascending.
    pub exits: Vec<Place>,
    /// The places of the hunters, ascending.
    pub hunters: Vec<Place>,
}

/// What hunters leave to a piece that is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftRoom {
    /// The places of the hunters, ascending.
    pub hunters: Vec<Place>,
    /// The places where the piece is ahead of every hunter, ascending; its own too, unless a hunter can step there.
    pub places: Vec<Place>,
}

pub(super) fn find(context: &Explained<'_>) -> Option<Corner> {
    let (player, plies) = (context.forced_winner()?, &context.explanation.plies);
    let hunted = player.opponent();
    let last = plies.iter().rposition(|ply| ply.player == hunted).filter(|_| plies.len() > 2)?;
    let layers = longest_defences(context, WinnerPlays::MainMoves)?;
    let hunters = |at| set(context.words.places(at, player));
    let mut ends = Vec::new();
    for &at in &layers[last] {
        let [covered, open] = exits(context, at);
        if covered.is_empty() || !open.is_empty() {
            return None;
        }
        let place = context.place(at, hunted)?;
        let exits = context.words.steps_from(hunted, place).into_iter().filter(|&to| to != place).collect();
        ends.push(Cornered { place, exits: set(exits), hunters: hunters(at) });
    }
    sort_by_places(&mut ends, |end| [vec![end.place], end.hunters.clone()]);
    let ways = SafeWays::new(context, hunted, context.explanation.summary.start)?;
    let own = plies.iter().map(|ply| ply.played.to).filter(|&at| context.arena.status(at) == Status::Turn(hunted));
    let room = |at| {
        let mut places = set(ways.ahead(at, hunted).places());
        // Where the piece stands is no place to reach if it is caught there.
        let own = context.place(at, hunted);
        let steps = hunters(at).into_iter().flat_map(|from| context.words.steps_from(player, from));
        if steps.into_iter().any(|to| Some(to) == own) {
            places.retain(|place| Some(*place) != own);
        }
        LeftRoom { hunters: hunters(at), places }
    };
    let mut rooms: Vec<LeftRoom> = own.map(room).collect();
    let is_part = |pair: &[LeftRoom]| pair[1].places.iter().all(|place| pair[0].places.contains(place));
    let shrinks = rooms.first().map(|room| room.places.len()) > rooms.last().map(|room| room.places.len());
    if !shrinks || !rooms.windows(2).all(is_part) || rooms.len() > Corner::MOVES {
        rooms.clear();
    }
    let corner = Corner { player, ends, rooms };
    (corner.is_few() || !corner.left().is_empty()).then_some(corner)
}

impl Corner {
    /// The greatest number of moves whose rooms are kept.
    const MOVES: usize = 8;

    /// The greatest numbers of rooms, of places of a room, and of exits that are named.
    const NAMED: usize = 6;

    /// Where the piece is cornered, each place once.
    fn places(&self) -> Vec<Place> {
        set(self.ends.iter().map(|end| end.place).collect())
    }

    fn is_few(&self) -> bool {
        self.places().len() <= Self::NAMED / 2
    }

    /// The rooms that are told, each with the placements of the hunters that leave it: those of a place or
    /// more, but few.
    fn left(&self) -> Vec<(Vec<&[Place]>, &[Place])> {
        let few = self.rooms.iter().filter(|room| (1..=Self::NAMED).contains(&room.places.len()));
        let mut left: Vec<(Vec<&[Place]>, &[Place])> = Vec::new();
        for room in few {
            match left.last_mut() {
                Some((hunters, places)) if *places == room.places => {
                    if !hunters.contains(&&*room.hunters) {
                        hunters.push(&room.hunters);
                    }
                }
                _ => left.push((vec![&room.hunters], &room.places)),
            }
        }
        left
    }

    /// How the room shrinks, and where the piece is cornered.
    pub(super) fn told(&self, teller: &Teller<'_>) -> Vec<String> {
        let [hunter, hunted] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let left = self.left();
        let room = |(index, (hunters, places)): (usize, &(Vec<&[Place]>, &[Place]))| {
            let on: Vec<String> = hunters.iter().map(|places| teller.places_among(places, "and")).collect();
            let (with, places) = (teller.pieces(self.player), teller.places_among(places, "and"));
            let on = listed(&on, "or");
            match index {
                0 => format!("with {with} on {on}, {hunted} can reach only {places} before {hunter}"),
                _ => format!("with {with} on {on}, only {places}"),
            }
        };
        let rooms: Vec<String> = left.iter().enumerate().map(room).collect();
        let shrinks = (!rooms.is_empty()).then(|| format!("{hunter} shuts {hunted} in: {}", rooms.join("; ")));
        shrinks.into_iter().chain(self.is_few().then(|| self.cornered(teller))).collect()
    }

    /// "In the end the Mouse sits in the dead end 7, and the Cat covers its only exit, 6".
    fn cornered(&self, teller: &Teller<'_>) -> String {
        let [hunter, hunted] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let (places, first) = (self.places(), &self.ends[0]);
        let exits = teller.places_among(&first.exits, "and");
        let all_named = self.ends.iter().all(|end| (1..=Self::NAMED).contains(&end.exits.len()));
        let on = teller.places_among(&places, "or");
        let is_alike = self.ends.iter().all(|end| end.exits == first.exits);
        match (places.len(), first.exits.len()) {
            (_, 1) if is_alike => {
                format!("in the end {hunted} sits in the dead end {on}, and {hunter} covers its only exit, {exits}")
            }
            (1, 2) => format!("in the end {hunted} is on {on}, and {hunter} covers both exits, {exits}"),
            (1, _) if all_named => format!("in the end {hunted} is on {on}, and {hunter} covers every exit: {exits}"),
            _ if all_named && self.ends.iter().all(|end| end.hunters == first.hunters) => {
                let end = |group: &[Cornered]| {
                    let places: Vec<Place> = group.iter().map(|end| end.place).collect();
                    let [exits, on] = [(&group[0].exits, "and"), (&places, "or")]
                        .map(|(places, word)| teller.places_among(places, word));
                    format!("{exits} if it is on {on}")
                };
                let ends: Vec<String> = self.ends.chunk_by(|one, next| one.exits == next.exits).map(end).collect();
                let (with, from) = (teller.pieces(self.player), teller.places_among(&first.hunters, "and"));
                let cover = if with == teller.words.player(self.player) { "covers" } else { "cover" };
                format!("in the end {with} on {from} {cover} every exit of {hunted}: {}", ends.join(", "))
            }
            _ => format!("in the end {hunted} is on {on}, and {hunter} covers every exit"),
        }
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
            .field("ends", |corner| corner.ends.clone())
            .means("Where the loser's piece is cornered at last if the winner makes main moves, and the loser any best moves.")
            .field("rooms", |corner| corner.rooms.clone())
            .means(
                "After each move of the winner in the line, the places that the loser can reach first; empty if they do \
                 not become fewer.",
            )
    }
}

impl Record for Cornered {
    const NAME: &'static str = "Cornered";
    const MEANING: &'static str = "A piece without a way out: its place, where a step leads from it, and the hunters.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("place", |end| end.place)
            .field("exits", |end| end.exits.clone())
            .field("hunters", |end| end.hunters.clone())
    }
}

impl Record for LeftRoom {
    const NAME: &'static str = "LeftRoom";
    const MEANING: &'static str =
        "The places that a piece can reach first, its own included, and where its hunters are.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("hunters", |room| room.hunters.clone()).field("places", |room| room.places.clone())
    }
}
