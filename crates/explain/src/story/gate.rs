//! A rule of thumb for whoever keeps somebody from a goal.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{Arena, Outcome, Place, Player, PositionId, Status, Values, Words};

use super::Told;
use super::walks::Walks;

/// On a board with a goal, an entrance of it, from which one step leads there. In the whole table, wherever the runner (who
/// wins at the goal) is to move within a step of the entrance and the keeper (its opponent) wins, one of the keeper's pieces is
/// within this many steps of the entrance. It is said only where that excludes something: some position like these, with the
/// game going on, has the keeper farther away.
///
/// *Within a step* means that the runner's piece stands on the entrance or can move there. A limit counts from each position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gate {
    /// The entrance.
    pub entrance: Place,
    /// The keeper.
    pub player: Player,
    /// Within how many of its own steps of the entrance the keeper is: the greatest number that occurs.
    pub within: u32,
    /// In how many positions of the table that shows.
    pub positions: usize,
    /// How many steps the runner has from its place at the start to the entrance, if no other piece matters; none where there is no way.
    pub steps: Option<u32>,
    /// Whether it has more steps to every other entrance, or no way.
    pub nearest: bool,
    /// How many entrances the goal has.
    pub doors: usize,
    /// The keeper's moves in the line, where it wins, that obey the rule against the pull elsewhere: after each the runner is
    /// within a step of the entrance, and another move would have brought a piece nearer to the runner, but broken the rule.
    pub plies: Vec<usize>,
    /// Those other moves for each of them: the positions after them.
    pub pulled: Vec<Vec<PositionId>>,
}

/// With more pairs of a position and an entrance than this, no gates are looked for.
const WORK_AT_MOST: usize = 1 << 22;

/// The gates, by how near the keeper is, then by their place.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Gate> {
    let start = it.explanation.summary.start;
    let Some(goal) = it.words.goal().filter(|_| it.arena.positions() <= WORK_AT_MOST) else {
        return Vec::new();
    };
    let (runner, keeper) = (goal.player, goal.player.opponent());
    if it.place(start, runner).is_none() {
        return Vec::new();
    }
    // Every place from which the runner can step, whether it can get there from the start or not.
    let anywhere = it.words.elsewhere(start, runner).filter_map(|position| it.place(position, runner));
    let runs = Walks::new(it.words, runner, anywhere.chain(it.place(start, runner)));
    let entrances: BTreeSet<Place> = runs
        .steps()
        .filter(|(from, to)| goal.places.contains(to) && !goal.places.contains(from))
        .map(|(from, _)| from)
        .collect();
    if it.arena.positions().saturating_mul(entrances.len()) > WORK_AT_MOST {
        return Vec::new();
    }
    let mut near: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
    for &entrance in &entrances {
        near.entry(entrance).or_default().push(entrance);
    }
    for (from, to) in runs.steps().filter(|(from, to)| from != to && entrances.contains(to)) {
        near.entry(from).or_default().push(to);
    }
    let mut seen: BTreeMap<Place, Seen> = BTreeMap::new();
    let stands = it.words.elsewhere(start, keeper).chain([start]);
    let keeps = Walks::new(it.words, keeper, stands.flat_map(|position| it.words.places(position, keeper)));
    let distances: BTreeMap<Place, BTreeMap<Place, u32>> =
        entrances.iter().map(|&entrance| (entrance, keeps.distances_to(&[entrance]))).collect();
    let nearest = |entrance: Place, places: &[Place]| {
        places
            .iter()
            .map(|place| distances[&entrance].get(place).copied().unwrap_or(u32::MAX))
            .min()
            .unwrap_or(u32::MAX)
    };
    let agreed = it.explanation.summary.adjudication;
    for position in (0..it.arena.positions()).map(PositionId::new) {
        if it.arena.status(position) != Status::Turn(runner) {
            continue;
        }
        let Some(gates) = it.place(position, runner).and_then(|place| near.get(&place)) else { continue };
        let places = it.words.places(position, keeper);
        let won = agreed.judge(it.values.value(position)).outcome == Outcome::Win(keeper);
        for &entrance in gates {
            let distance = nearest(entrance, &places);
            let seen = seen.entry(entrance).or_default();
            seen.farthest = seen.farthest.max(distance);
            if won {
                seen.won_within = seen.won_within.max(distance);
                seen.won += 1;
            }
        }
    }
    let here = it.words.places(start, runner);
    let ways = runs.distances_from(&here);
    let steps = |entrance: Place| ways.get(&entrance).copied();
    let least = entrances.iter().filter_map(|&entrance| steps(entrance)).min();
    let is_alone = entrances.iter().filter(|&&entrance| steps(entrance) == least).count() == 1;
    let mut gates: Vec<Gate> = Vec::new();
    for (&entrance, seen) in seen.iter().filter(|(_, seen)| seen.won > 0 && seen.won_within < seen.farthest) {
        let within = seen.won_within;
        let obeys = |position| {
            let gates = it.place(position, runner).and_then(|place| near.get(&place));
            let applies = gates.is_some_and(|gates| gates.contains(&entrance));
            applies.then(|| nearest(entrance, &it.words.places(position, keeper)) <= within)
        };
        let (plies, pulled) = pulled(it, keeper, &keeps, obeys).into_iter().unzip();
        gates.push(Gate {
            entrance,
            player: keeper,
            within,
            positions: seen.won,
            steps: steps(entrance),
            nearest: is_alone && least.is_some() && steps(entrance) == least,
            doors: entrances.len(),
            plies,
            pulled,
        });
    }
    gates.sort_by_key(|gate| (gate.within, gate.entrance));
    gates
}

/// What the table shows about an entrance.
#[derive(Default)]
struct Seen {
    /// In how many positions the keeper wins.
    won: usize,
    /// How far it is from the entrance there at most.
    won_within: u32,
    /// How far it is at most in all positions in which the game goes on.
    farthest: u32,
}

/// The keeper's moves of a line that it wins after which the rule holds where another move nearer to the runner would have
/// broken it, with those other moves. `obeys` says whether a position obeys the rule; none where the rule says nothing about it.
fn pulled<A: Arena, W: Words, V: Values>(
    it: &Told<'_, A, W, V>,
    keeper: Player,
    keeps: &Walks,
    obeys: impl Fn(PositionId) -> Option<bool>,
) -> Vec<(usize, Vec<PositionId>)> {
    if it.explanation.summary.judgement.outcome != Outcome::Win(keeper) {
        return Vec::new();
    }
    let mut plies = Vec::new();
    for ply in it.explanation.plies.iter().filter(|ply| ply.player == keeper && obeys(ply.played.to) == Some(true)) {
        let runner = it.words.places(ply.from, keeper.opponent());
        let nearer = keeps.distances_to(&runner);
        let distance = |position| {
            let places = it.words.places(position, keeper);
            places.iter().filter_map(|place| nearer.get(place).copied()).min().unwrap_or(u32::MAX)
        };
        let here = distance(ply.played.to);
        let pull = |to| distance(to) < here && obeys(to) == Some(false);
        let mut pulled: Vec<PositionId> =
            ply.others.iter().map(|other| other.rated.to).filter(|&to| pull(to)).collect();
        pulled.sort_unstable();
        pulled.dedup();
        if !pulled.is_empty() {
            plies.push((ply.number, pulled));
        }
    }
    plies
}
