//! The places that a holder does not leave.

use std::collections::HashSet;

use catmouse_arena::{Distance, Place, Player, PositionId, Status, Value};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::race::Race;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::holding::Holding;
use crate::line::LineEnd;
use crate::moves::is_obvious_loss;
use crate::shuttle::Shuttle;
use crate::small_trap::{MOVES_AT_MOST, POSITIONS_AT_MOST};
use crate::sorting::place_set;
use crate::text::{short, walk_over};
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
    /// Which of the holder's own moves lose.
    pub losses: OwnLosses,
    /// If the holder's single piece can go round and round on `places` and in no other way, these
    /// places in the order of the circle; otherwise empty.
    pub ring: Vec<Place>,
}

/// Which of a holder's own moves lose. A loss is *obvious* if the opponent wins at once or with its
/// next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnLosses {
    /// None, in any position that can arise while both players hold in any way.
    None,
    /// Only obvious ones, in these positions.
    Obvious,
    /// At a position of the holding some other move loses: the position, the position after the
    /// move, and the distance of the opponent's win. Of all such moves, it loses last.
    Later(PositionId, PositionId, Distance),
    /// None of these was proven.
    Unknown,
}

/// One claim for each holding, in the order of the holdings.
pub(super) fn find(context: &Explained<'_>) -> Vec<Guard> {
    let guards = context.explanation.holdings.iter().map(|holding| {
        let places = place_set(&holding.trap, holding.player, context.words);
        let from = context.words.places(context.explanation.summary.start, holding.player);
        let walks = Walks::new(context.words, holding.player, &from);
        let reachable = walks.distances_from(&from).entries().len();
        let losses = own_losses(context, holding);
        let ring = if from.len() == 1 { ring(&walks, &places) } else { Vec::new() };
        Guard { player: holding.player, places, reachable, positions: holding.trap.len(), losses, ring }
    });
    guards.filter(|guard| !guard.places.is_empty()).collect()
}

/// These places in the order of a circle, if the walks between them form a single circle; otherwise
/// nothing.
fn ring(walks: &Walks, places: &[Place]) -> Vec<Place> {
    let next = |at: Place| -> Vec<Place> {
        let inside = |to: &&Place| **to != at && places.binary_search(to).is_ok();
        walks.targets(at).iter().filter(inside).copied().collect()
    };
    let Some(&first) = places.first() else { return Vec::new() };
    let mut ring = vec![first];
    let mut at = first;
    loop {
        let steps = next(at);
        let [one, other] = steps[..] else { return Vec::new() };
        let before = ring.len().checked_sub(2).map(|index| ring[index]);
        let to = if before == Some(one) { other } else { one };
        if to == first {
            break;
        }
        if ring.contains(&to) {
            return Vec::new();
        }
        ring.push(to);
        at = to;
    }
    if ring.len() == places.len() { ring } else { Vec::new() }
}

fn own_losses(context: &Explained<'_>, holding: &Holding) -> OwnLosses {
    let Holding { player, answers, .. } = holding;
    let is_hidden = |to: PositionId| !is_obvious_loss(context, to, *player);
    let losing = answers.iter().flat_map(|answer| answer.losing.iter().map(|&(to, left)| (answer.position, to, left)));
    if let Some((from, to, distance)) = losing.filter(|&(_, to, _)| is_hidden(to)).max_by_key(|(.., left)| *left) {
        return OwnLosses::Later(from, to, distance);
    }
    // Printed rules may allow other moves than the answers, so that other positions arise.
    let start = context.explanation.summary.start;
    let (mut met, mut open) = (HashSet::from([start]), vec![start]);
    let (mut moves, mut has_choice, mut found) = (0, false, OwnLosses::None);
    while let Some(position) = open.pop() {
        let is_own = context.arena.status(position) == Status::Turn(*player);
        let mut own = 0;
        for step in context.arena.successors(position) {
            (moves, own) = (moves + 1, own + usize::from(is_own));
            match context.values.value(step.to) {
                Value::Endless if met.insert(step.to) => open.push(step.to),
                Value::Win { player: winner, .. } if is_own && winner != *player => {
                    found = OwnLosses::Obvious;
                    if is_hidden(step.to) {
                        return OwnLosses::Unknown;
                    }
                }
                _ => {}
            }
        }
        has_choice |= own > 1;
        if met.len() > POSITIONS_AT_MOST || moves > MOVES_AT_MOST {
            return OwnLosses::Unknown;
        }
    }
    if has_choice { found } else { OwnLosses::Unknown }
}

impl Kind for Guard {
    const WEIGHT: u32 = 140;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let (player, task) = (teller.words.player(self.player), teller.words.task(self.player));
        match shuttle(teller, self.player) {
            None if !self.ring.is_empty() => {
                format!("{player} {task} on the ring {}", walk_over(&self.ring, teller.words))
            }
            Some(shuttle) => format!("{player} {task} by {}", shuttle.text("staying", "going", teller.words)),
            None => format!("{player} {task} without leaving {}", teller.places_in_a_sentence(&self.places)),
        }
    }

    /// A sentence for each holder: the places that it does not leave, and the moves that would
    /// lose.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let with_breaks = |(guard, holds, _): (&Self, String, bool)| match breaks(teller, guard) {
            Some(breaks) => format!("{holds}; {breaks}"),
            None => holds,
        };
        Self::told(teller).into_iter().map(with_breaks).collect()
    }
}

impl Guard {
    /// The guards that are told, each with what its holder does, and whether it names places.
    pub(super) fn told<'a>(teller: &Teller<'a>) -> Vec<(&'a Self, String, bool)> {
        // A goal that its player cannot reach needs no guard.
        let shut_out = Race::shut_out(teller);
        let keeps_to = |guard: &Guard| {
            let own =
                teller.strategies.iter().filter(|strategy| strategy.player == guard.player && !strategy.after_mistakes);
            own.flat_map(|strategy| &strategy.answers).all(|answered| {
                let stops = answered.moves.iter().chain([&answered.position]);
                stops.flat_map(|&at| teller.words.places(at, guard.player)).all(|place| guard.places.contains(&place))
            })
        };
        let mut told = Vec::new();
        // If the play soon stops because a player is stuck, there is nothing to hold.
        if teller.explanation.summary.end == LineEnd::Stuck {
            return told;
        }
        for guard in teller.all::<Self>() {
            if shut_out == Some(guard.player.opponent()) {
                continue;
            }
            // More than half of the reachable places is no restriction worth mentioning.
            let is_short = 2 * guard.places.len() <= guard.reachable
                || shuttle(teller, guard.player).is_some()
                || !guard.ring.is_empty();
            let is_narrow = is_short && keeps_to(guard);
            let holding = teller.explanation.holdings.iter().find(|holding| holding.player == guard.player);
            let makes_moves = holding.is_some_and(|holding| !holding.answers.is_empty());
            if !is_narrow && !makes_moves {
                continue;
            }
            let holds = if is_narrow {
                guard.sentence(teller)
            } else {
                format!("{} {}", teller.words.player(guard.player), teller.words.task(guard.player))
            };
            told.push((guard, holds, is_narrow));
        }
        told
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
            .field("ring", |guard| guard.ring.clone())
            .means("These places in the order of a circle, if the holder goes round on them; otherwise empty.")
    }
}

/// What a holder does, if it stays on a place or goes to and fro.
fn shuttle(teller: &Teller<'_>, player: Player) -> Option<Shuttle> {
    let holding = teller.explanation.holdings.iter().find(|holding| holding.player == player)?;
    let moves: Vec<_> = holding.answers.iter().map(|answer| (answer.position, answer.to)).collect();
    Shuttle::of(&moves, player, teller.words)
}

/// The holder's moves that would lose, in words. `None` if these are unknown.
fn breaks(teller: &Teller<'_>, guard: &Guard) -> Option<String> {
    let opponent = guard.player.opponent();
    Some(match guard.losses {
        OwnLosses::Unknown => return None,
        OwnLosses::None => "none of its moves loses".to_owned(),
        OwnLosses::Obvious => format!(
            "a move of its own loses only if it lets {} win at once or with its next move",
            teller.words.player(opponent)
        ),
        OwnLosses::Later(from, to, distance) => format!(
            "not every mistake is punished at once: {} against {} loses {}",
            teller.words.step(from, teller.words.cheapest(from, to)),
            teller.words.placement(from, opponent),
            short(teller.words.measure(), distance)
        ),
    })
}
