//! A rule of thumb for the player who keeps its opponent from a goal.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{Arena, Outcome, Place, Player, PositionId, Status, Values, Words};

use super::Context;
use super::walks::Walks;

/// A necessary condition for the keeper, who keeps the runner, the player that wins at the goal, from an *entrance*: a place from which one
/// step leads to the goal.
///
/// Consider all positions of the game with the runner to move in which its piece stands on the entrance or can step there. In every one
/// of them that the keeper wins, one of the keeper's pieces is at most `within` steps from the entrance. The claim is made only if
/// this excludes something, that is, if the keeper is farther away in some of these positions. A limit counts from each position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gate {
    /// The entrance.
    pub entrance: Place,
    /// The keeper.
    pub player: Player,
    /// The greatest number of steps from the keeper's nearest piece to the entrance in the positions that the keeper wins.
    pub within: u32,
    /// The number of positions that the keeper wins.
    pub positions: usize,
    /// The number of steps from the runner's place at the start to the entrance, other pieces disregarded; `None` if there is no path.
    pub steps: Option<u32>,
    /// Whether the runner has more steps to every other entrance, or no path to it.
    pub nearest: bool,
    /// The number of entrances of the goal.
    #[cfg_attr(feature = "serde", serde(rename = "doors"))]
    pub entrances: usize,
    /// If the keeper wins, the numbers of its moves in the line at which the rule matters: after each of them the rule applies and is kept,
    /// and another move would have come nearer to the runner, but would have broken the rule.
    pub plies: Vec<usize>,
    /// For each of `plies`, the positions after those other moves, ascending.
    #[cfg_attr(feature = "serde", serde(rename = "pulled"))]
    pub tempting: Vec<Vec<PositionId>>,
}

/// With more pairs of a position and an entrance than this, no gates are looked for.
const PAIRS_AT_MOST: usize = 1 << 22;

/// The gates, ordered by `within` and then by the entrance.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Gate> {
    let start = context.explanation.summary.start;
    let Some(goal) = context.words.goal().filter(|_| context.arena.positions() <= PAIRS_AT_MOST) else {
        return Vec::new();
    };
    let (runner, keeper) = (goal.player, goal.player.opponent());
    if context.place(start, runner).is_none() {
        return Vec::new();
    }
    // The runner may be placed anywhere, not only where it can get from the start.
    let anywhere = context.words.elsewhere(start, runner).filter_map(|position| context.place(position, runner));
    let runs = Walks::new(context.words, runner, anywhere.chain(context.place(start, runner)));
    let entrances: BTreeSet<Place> = runs
        .steps()
        .filter(|(from, to)| goal.places.contains(to) && !goal.places.contains(from))
        .map(|(from, _)| from)
        .collect();
    if context.arena.positions().saturating_mul(entrances.len()) > PAIRS_AT_MOST {
        return Vec::new();
    }
    let mut near: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
    for &entrance in &entrances {
        near.entry(entrance).or_default().push(entrance);
    }
    for (from, to) in runs.steps().filter(|(from, to)| from != to && entrances.contains(to)) {
        near.entry(from).or_default().push(to);
    }
    let mut statistics: BTreeMap<Place, EntranceStatistics> = BTreeMap::new();
    let stands = context.words.elsewhere(start, keeper).chain([start]);
    let keeps = Walks::new(context.words, keeper, stands.flat_map(|position| context.words.places(position, keeper)));
    let distances: BTreeMap<Place, BTreeMap<Place, u32>> =
        entrances.iter().map(|&entrance| (entrance, keeps.distances_to(&[entrance]))).collect();
    let nearest = |entrance: Place, places: &[Place]| {
        places
            .iter()
            .map(|place| distances[&entrance].get(place).copied().unwrap_or(u32::MAX))
            .min()
            .unwrap_or(u32::MAX)
    };
    let adjudication = context.explanation.summary.adjudication;
    for position in (0..context.arena.positions()).map(PositionId::new) {
        if context.arena.status(position) != Status::Turn(runner) {
            continue;
        }
        let Some(gates) = context.place(position, runner).and_then(|place| near.get(&place)) else { continue };
        let places = context.words.places(position, keeper);
        let won = adjudication.judge(context.values.value(position)).outcome == Outcome::Win(keeper);
        for &entrance in gates {
            let distance = nearest(entrance, &places);
            let statistics = statistics.entry(entrance).or_default();
            statistics.farthest = statistics.farthest.max(distance);
            if won {
                statistics.won_within = statistics.won_within.max(distance);
                statistics.won += 1;
            }
        }
    }
    let here = context.words.places(start, runner);
    let ways = runs.distances_from(&here);
    let steps = |entrance: Place| ways.get(&entrance).copied();
    let least = entrances.iter().filter_map(|&entrance| steps(entrance)).min();
    let is_alone = entrances.iter().filter(|&&entrance| steps(entrance) == least).count() == 1;
    let mut gates: Vec<Gate> = Vec::new();
    for (&entrance, statistics) in
        statistics.iter().filter(|(_, statistics)| statistics.won > 0 && statistics.won_within < statistics.farthest)
    {
        let within = statistics.won_within;
        let obeys = |position| {
            let gates = context.place(position, runner).and_then(|place| near.get(&place));
            let applies = gates.is_some_and(|gates| gates.contains(&entrance));
            applies.then(|| nearest(entrance, &context.words.places(position, keeper)) <= within)
        };
        let (plies, tempting) = tempting_moves(context, keeper, &keeps, obeys).into_iter().unzip();
        gates.push(Gate {
            entrance,
            player: keeper,
            within,
            positions: statistics.won,
            steps: steps(entrance),
            nearest: is_alone && least.is_some() && steps(entrance) == least,
            entrances: entrances.len(),
            plies,
            tempting,
        });
    }
    gates.sort_by_key(|gate| (gate.within, gate.entrance));
    gates
}

/// What the values of all positions show about an entrance.
#[derive(Default)]
struct EntranceStatistics {
    /// The number of positions that the keeper wins.
    won: usize,
    /// The greatest distance of the keeper from the entrance among these.
    won_within: u32,
    /// The greatest distance of the keeper from the entrance among all positions in which the game goes on.
    farthest: u32,
}

/// The numbers of the keeper's moves at which the rule matters, as [`Gate::plies`] defines them, with the positions after the tempting moves.
/// `obeys` says whether a position keeps the rule, and `None` if the rule does not apply to it.
fn tempting_moves<A: Arena, W: Words, V: Values>(
    context: &Context<'_, A, W, V>,
    keeper: Player,
    keeps: &Walks,
    obeys: impl Fn(PositionId) -> Option<bool>,
) -> Vec<(usize, Vec<PositionId>)> {
    if context.explanation.summary.judgement.outcome != Outcome::Win(keeper) {
        return Vec::new();
    }
    let mut plies = Vec::new();
    for ply in context.explanation.plies.iter().filter(|ply| ply.player == keeper && obeys(ply.played.to) == Some(true))
    {
        let runner = context.words.places(ply.from, keeper.opponent());
        let nearer = keeps.distances_to(&runner);
        let distance = |position| {
            let places = context.words.places(position, keeper);
            places.iter().filter_map(|place| nearer.get(place).copied()).min().unwrap_or(u32::MAX)
        };
        let here = distance(ply.played.to);
        let is_tempting = |to| distance(to) < here && obeys(to) == Some(false);
        let mut tempting: Vec<PositionId> =
            ply.others.iter().map(|other| other.rated.to).filter(|&to| is_tempting(to)).collect();
        tempting.sort_unstable();
        tempting.dedup();
        if !tempting.is_empty() {
            plies.push((ply.number, tempting));
        }
    }
    plies
}
