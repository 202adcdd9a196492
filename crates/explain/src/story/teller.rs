//! The context in which claims become sentences, and phrases that several kinds of claims share.

use std::any::Any;

use catmouse_arena::{Aim, Place, Player, PositionId, Words, listed};

use crate::explanation::Explanation;
use crate::strategy::Strategy;
use crate::text::{list, only_place, standing, walk_over};

/// The greatest number of places that are named. If there are more, they are counted.
pub(super) const PLACES_NAMED: usize = 14;

/// The context in which a claim becomes a sentence.
pub(super) struct Teller<'a> {
    /// All claims of the story, each as its own type.
    pub(super) claims: Vec<&'a dyn Any>,
    /// The strategies that are printed with the story.
    pub(super) strategies: &'a [Strategy],
    pub(super) explanation: &'a Explanation,
    pub(super) words: &'a dyn Words,
}

impl<'a> Teller<'a> {
    /// The claims of one kind.
    pub(super) fn all<K: 'static>(&self) -> impl Iterator<Item = &'a K> + use<'a, '_, K> {
        self.claims.iter().filter_map(|claim| claim.downcast_ref())
    }

    /// Whether a winning strategy is printed with the story.
    pub(super) fn has_winning_rules(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.aim == Aim::Win)
    }

    pub(super) fn place_name(&self, place: Place) -> String {
        self.words.place_name(place)
    }

    /// "the Cat"; if the player has several pieces, "the cats".
    pub(super) fn pieces(&self, player: Player) -> String {
        match self.words.places(self.explanation.summary.start, player).len() {
            1 => self.words.player(player),
            _ => format!("the {}s", self.words.piece(player)),
        }
    }

    /// "the hole", "the food".
    pub(super) fn goal_noun(&self) -> String {
        self.words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun)
    }

    /// Whether the line ends with the winner's piece at the goal, and not with a capture.
    pub(super) fn reaches_the_goal(&self) -> bool {
        // A game that a limit of 0 ends has no line.
        if self.explanation.plies.is_empty() {
            return false;
        }
        let last = self.explanation.summary.last;
        let winner = self.explanation.summary.judgement.outcome.winner();
        winner.zip(self.words.goal()).is_some_and(|(winner, goal)| {
            let theirs = self.words.places(last, winner.opponent());
            let at_the_goal = |place| goal.places.contains(place) && !theirs.contains(place);
            self.words.places(last, winner).iter().any(at_the_goal)
        })
    }

    /// "ply 3", "plies 3 and 5". If there are many plies, their number and the first ones.
    pub(super) fn at_plies(&self, player: Player, plies: &[usize]) -> String {
        const LISTED: usize = 6;
        const FIRST: usize = 3;
        let numbers: Vec<String> = plies.iter().map(ToString::to_string).collect();
        let own = self.explanation.plies.iter().filter(|ply| ply.player == player).count();
        match numbers.len() {
            1 => format!("ply {}", numbers[0]),
            count if count <= LISTED => format!("plies {}", list(&numbers, "and")),
            count if count == own => "each of its moves".to_owned(),
            count => format!("{count} of its {own} moves, first at plies {}", list(&numbers[..FIRST], "and")),
        }
    }

    /// The walk of a player's piece between two positions of the line; `None` if it has several
    /// pieces.
    pub(super) fn tour(&self, player: Player, from_ply: usize, to_ply: usize) -> Option<String> {
        let place = |position| only_place(position, player, self.words);
        let plies = &self.explanation.plies;
        let mut tour = vec![place(plies[from_ply].from)?];
        for ply in plies[from_ply..to_ply].iter().filter(|ply| ply.player == player) {
            tour.push(place(ply.played.to)?);
        }
        Some(walk_over(&tour, self.words))
    }

    pub(super) fn is_won_by(&self, player: Player) -> bool {
        self.explanation.summary.judgement.outcome.winner() == Some(player)
    }

    pub(super) fn winner(&self) -> String {
        let winner = self.explanation.summary.judgement.outcome.winner();
        winner.map_or_else(|| "nobody".to_owned(), |player| self.words.player(player))
    }

    /// A position of the line: "M13 C8 with the Mouse to move".
    pub(super) fn with_mover(&self, at: PositionId) -> String {
        let ply = self.explanation.plies.iter().find(|ply| ply.from == at);
        let mover = ply.map_or_else(String::new, |ply| self.words.player(ply.player));
        format!("{} with {mover} to move", standing(at, self.words))
    }

    /// "8 and 17". If there are very many places, only their number.
    pub(super) fn places_in_a_sentence(&self, places: &[Place]) -> String {
        self.places_among(places, "and")
    }

    /// "8 or 17", with this conjunction. If there are very many places, only their number.
    pub(super) fn places_among(&self, places: &[Place], conjunction: &str) -> String {
        let names: Vec<String> = places.iter().map(|&place| self.words.place_name(place)).collect();
        if places.len() > PLACES_NAMED { self.places(places) } else { listed(&names, conjunction) }
    }

    /// "8 17". If there are very many places, only their number.
    pub(super) fn places(&self, places: &[Place]) -> String {
        if places.len() > PLACES_NAMED {
            return format!("{} places", places.len());
        }
        let names: Vec<String> = places.iter().map(|&place| self.words.place_name(place)).collect();
        names.join(" ")
    }
}
