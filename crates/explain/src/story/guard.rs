//! The places that a holder does not leave.

use catmouse_arena::{Measure, Place, Player};

use super::data::{Fields, Record};
use super::{Kind, Race, Teller};
use crate::explanation::Explained;
use crate::moves::is_obvious;
use crate::shuttle::Shuttle;
use crate::sorting::place_set;
use crate::text::short;
use crate::walks::Walks;

/// In a held game, the places of the holder's pieces in the positions of its holding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The player who holds.
    pub player: Player,
    /// The places, ascending.
    pub places: Vec<Place>,
    /// The number of places that the holder's pieces can reach from the start, other pieces
    /// disregarded.
    pub reachable: usize,
    /// The number of positions of the holding.
    pub positions: usize,
}

/// One claim for each holding, in the order of the holdings.
pub(super) fn find(context: &Explained<'_>) -> Vec<Guard> {
    let guards = context.explanation.holdings.iter().map(|holding| {
        let places = place_set(&holding.trap, holding.player, context.words);
        let from = context.words.places(context.explanation.summary.start, holding.player);
        let reachable = Walks::new(context.words, holding.player, &from).distances_from(&from).entries().len();
        Guard { player: holding.player, places, reachable, positions: holding.trap.len() }
    });
    guards.filter(|guard| !guard.places.is_empty()).collect()
}

impl Kind for Guard {
    const WEIGHT: u32 = 140;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let (player, task) = (teller.words.player(self.player), teller.words.task(self.player));
        match shuttle(teller, self.player) {
            Some(shuttle) => format!("{player} {task} by {}", shuttle.text("staying", "going", teller.words)),
            None => format!("{player} {task} without leaving {}", teller.places_in_a_sentence(&self.places)),
        }
    }

    /// A sentence for each holder: the places that it does not leave, and the moves that would
    /// lose.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        // A goal that its player cannot reach needs no guard.
        let out_of_reach = teller.words.goal().map(|goal| goal.player).filter(|player| {
            let race = teller.all::<Race>().next();
            race.is_some_and(|race| race.to_goal[player.index()].is_none())
        });
        let keeps_to = |guard: &Guard| {
            let own =
                teller.strategies.iter().filter(|strategy| strategy.player == guard.player && !strategy.after_mistakes);
            own.flat_map(|strategy| &strategy.answers).all(|answered| {
                let stops = answered.moves.iter().chain([&answered.position]);
                stops.flat_map(|&at| teller.words.places(at, guard.player)).all(|place| guard.places.contains(&place))
            })
        };
        let mut sentences = Vec::new();
        for guard in teller.all::<Self>() {
            if out_of_reach == Some(guard.player.opponent()) {
                continue;
            }
            // More than half of the reachable places is no restriction worth mentioning.
            let is_short = 2 * guard.places.len() <= guard.reachable || shuttle(teller, guard.player).is_some();
            let is_narrow = is_short && keeps_to(guard);
            let breaks = breaks(teller, guard.player);
            if !is_narrow && breaks.is_none() {
                continue;
            }
            let holds = if is_narrow {
                guard.sentence(teller)
            } else {
                format!("{} {}", teller.words.player(guard.player), teller.words.task(guard.player))
            };
            sentences.push(breaks.map_or_else(|| holds.clone(), |breaks| format!("{holds}; {breaks}")));
        }
        sentences
    }
}

impl Record for Guard {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |guard| guard.player)
            .field("places", |guard| guard.places.clone())
            .field("of", |guard| guard.reachable)
            .means("How many places the holder's pieces can reach.")
            .field("positions", |guard| guard.positions)
    }
}

/// What a holder does, if it stays on a place or goes to and fro.
fn shuttle(teller: &Teller<'_>, player: Player) -> Option<Shuttle> {
    let holding = teller.explanation.holdings.iter().find(|holding| holding.player == player)?;
    let moves: Vec<_> = holding.answers.iter().map(|answer| (answer.position, answer.to)).collect();
    Shuttle::of(&moves, player, teller.words)
}

/// The holder's moves that would lose, in words. `None` if it has no move to make.
fn breaks(teller: &Teller<'_>, player: Player) -> Option<String> {
    let holding = teller.explanation.holdings.iter().find(|holding| holding.player == player)?;
    let opponent = teller.words.player(player.opponent());
    let losing =
        holding.answers.iter().flat_map(|answer| answer.losing.iter().map(move |loss| (answer.position, loss)));
    let Some((from, &(to, distance))) = losing.max_by_key(|(_, (_, distance))| *distance) else {
        return (!holding.answers.is_empty()).then(|| "then none of its moves loses".to_owned());
    };
    let in_plies = teller.words.measure() == Measure::Plies;
    if is_obvious(distance) {
        return Some(format!("a move of its own loses only if it lets {opponent} win at once or with its next move"));
    }
    let lead = if in_plies { "not every mistake is punished at once" } else { "what would break it, for instance" };
    Some(format!(
        "{lead}: {} against {} loses {}",
        teller.words.step(from, teller.words.cheapest(from, to)),
        teller.words.placement(from, player.opponent()),
        short(teller.words.measure(), distance)
    ))
}
