//! A piece that holds by staying on a place or by going to and fro, whatever the opponent does.

use catmouse_arena::{Place, Player, PositionId, Words, listed};

use crate::by_place::ByPlace;
use crate::text::{only_place, place_names, walk};

/// The way of a single piece whose moves depend on its own place alone.
pub(crate) struct Shuttle {
    /// The places, beginning with the first one. The piece stays on the last place, or goes to and
    /// fro between the last two.
    way: Vec<Place>,
    stays: bool,
}

impl Shuttle {
    /// The way of a player's only piece with these moves, the first of which is made first. `None`
    /// if the player has several pieces, if different moves are made from one place, or if the
    /// piece neither stays nor goes to and fro in the end.
    pub(crate) fn of(moves: &[(PositionId, PositionId)], player: Player, words: &dyn Words) -> Option<Self> {
        let (mut goes, mut way) = (ByPlace::new(), Vec::new());
        for &(from, to) in moves {
            let (from, to) = (only_place(from, player, words)?, only_place(to, player, words)?);
            if *goes.entry(from).get_or_insert(to) != to {
                return None;
            }
            if way.is_empty() {
                way.push(from);
            }
        }
        while let Some(&last) = way.last() {
            let next = *goes.get(last)?;
            if next == last || way.len() > 1 && way[way.len() - 2] == next {
                return Some(Self { way, stays: next == last });
            }
            if way.contains(&next) {
                return None;
            }
            way.push(next);
        }
        None
    }

    /// Where the piece goes from a place of its way.
    pub(crate) fn next(&self, from: Place) -> Option<Place> {
        let at = self.way.iter().position(|&place| place == from)?;
        let last = self.way.len() - 1;
        Some(
            self.way[match (at == last, self.stays) {
                (false, _) => at + 1,
                (true, true) => last,
                (true, false) => last - 1,
            }],
        )
    }

    /// The words for what the piece does, with these forms of "stay" and "go": "staying on 2", "going to and fro
    /// between 2 and 5", "going 3→2 and staying there".
    pub(crate) fn text(&self, stay: &str, go: &str, words: &dyn Words) -> String {
        let names = place_names(&self.way, words);
        let (_, two) = names.split_at(names.len().saturating_sub(2));
        let between = || format!("to and fro between {}", listed(two, "and"));
        match (self.stays, &names[..]) {
            (true, [place]) => format!("{stay} on {place}"),
            (true, _) => format!("{go} {} and {stay} there", walk(&names)),
            (false, [_, _]) => format!("{go} {}", between()),
            (false, _) => format!("{go} {} and then {}", walk(&names[..names.len() - 1]), between()),
        }
    }
}
