//! A rule of thumb for the player who keeps its opponent from a goal.

use catmouse_arena::{Place, Player, PositionId, Status, WinOrDraw, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::law::{Law, Why, why_it_matters};
use super::teller::Teller;
use crate::by_place::ByPlace;
use crate::explanation::Explained;
use crate::sorting::{set, sort_by_numbers};
use crate::text::steps_of;
use crate::walks::{Distances, Walks};

/// A necessary condition for the keeper. The keeper defends a place against the runner, the player
/// who wins at the goal.
///
/// Consider all positions with the runner to move in which its piece can step to the place, except
/// those in which it wins at once. In each of these positions that the keeper wins, one of the
/// keeper's pieces is at most `within` steps from the place. The claim is made only if the keeper
/// is farther away in some of these positions. There are no gates under a limit, because then the
/// plies played before decide too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The place.
    pub place: Place,
    /// The keeper.
    pub player: Player,
    /// The greatest number of steps from the keeper's nearest piece to the place, over the
    /// positions that the keeper wins.
    pub within: u32,
    /// The number of positions that the keeper wins.
    pub won: usize,
    /// The number of positions in which the keeper is at most `within` steps away.
    pub kept: usize,
    /// The number of positions in which the keeper is farther away and therefore does not win; at
    /// least one.
    pub excluded: usize,
    /// Whether the place is an *entrance*: one step leads from the place to the goal.
    pub is_entrance: bool,
    /// The number of steps from the runner's start to the place, other pieces disregarded; `None`
    /// if there is no path.
    pub steps: Option<u32>,
    /// Whether the place is an entrance, and every other entrance is farther from the runner or has
    /// no path.
    pub nearest: bool,
    /// The number of entrances of the goal.
    pub entrances: usize,
    /// If the keeper wins, the numbers of its moves in the line at which the rule matters. After
    /// such a move the rule applies and is kept; another move would have come nearer to the runner,
    /// but would have broken the rule.
    pub plies: Vec<usize>,
    /// For each of `plies`, the positions after these other moves, ascending.
    pub tempting: Vec<Vec<PositionId>>,
}

impl Gate {
    /// The gate that the story gives as a rule to remember. `None` if the story has a law, which is
    /// a better rule.
    pub(super) fn rule<'a>(teller: &Teller<'a>) -> Option<&'a Self> {
        /// The greatest distance of the keeper that a memorable rule allows.
        const WITHIN: u32 = 1;
        if Law::opens_story(teller) {
            return None;
        }
        let winner = teller.explanation.summary.judgement.outcome.winner();
        let is_rule = |gate: &&Self| gate.within <= WITHIN && winner == Some(gate.player);
        teller.all::<Self>().find(is_rule)
    }

    /// A score of how well the rule separates the positions that the keeper wins: the lesser of
    /// `won` and `excluded`, minus the number of positions in which the rule is kept but the keeper
    /// does not win.
    pub fn separates(&self) -> i64 {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        count(self.won.min(self.excluded)) - count(self.kept - self.won)
    }
}

/// The greatest number of positions, and of pairs of a position and a step of the runner, for which
/// gates are searched.
const PAIRS_AT_MOST: usize = 1 << 22;

/// The greatest number of places for which all places are candidates. On a larger board only
/// entrances are.
const PLACES_AT_MOST: usize = 128;

/// The gates of all entrances, and the gate of another place if it separates better than every
/// entrance. The gate with the best [`separates`](Gate::separates) is first; among equals an
/// entrance, then the smallest place.
///
/// Time: linear in the positions times the runner's steps from one place, plus the places times the
/// keeper's steps.
pub(super) fn find(context: &Explained<'_>) -> Vec<Gate> {
    let summary = &context.explanation.summary;
    let start = summary.start;
    let is_small = context.arena.positions() <= PAIRS_AT_MOST;
    let Some(goal) = context.words.goal().filter(|_| is_small && summary.adjudication.limit.is_none()) else {
        return Vec::new();
    };
    let (runner, keeper) = (goal.player, goal.player.opponent());
    if context.place(start, runner).is_none() {
        return Vec::new();
    }
    let runs = Walks::everywhere(context.words, runner, start);
    let outside = |place: &Place| !goal.places.contains(place);
    let entrances = runs.doors(&goal.places);
    let candidates = match runs.places() {
        places if places.len() <= PLACES_AT_MOST => {
            places.into_iter().map(|(place, _)| place).filter(outside).collect()
        }
        _ => entrances.clone(),
    };
    // For each place, the candidates to which the runner can step.
    let near = steps_among(&runs, &candidates);
    let most_near = near.entries().iter().map(|(_, near)| near.len()).max().unwrap_or(0);
    if context.arena.positions().saturating_mul(most_near) > PAIRS_AT_MOST {
        return Vec::new();
    }
    let keeps = Walks::everywhere(context.words, keeper, start);
    let mut distances: ByPlace<Distances> = ByPlace::new();
    for &place in &candidates {
        *distances.entry(place) = Some(keeps.distances_to(&[place]));
    }
    let nearest = |place: Place, pieces: &[Place]| distances.get(place)?.least(pieces);
    let mut counts: ByPlace<Counts> = ByPlace::new();
    for position in (0..context.arena.positions()).map(PositionId::new) {
        if context.arena.status(position) != Status::Turn(runner) {
            continue;
        }
        let Some(near) = context.place(position, runner).and_then(|place| near.get(place)) else { continue };
        let value = context.values.value(position);
        if near.is_empty() || context.has_winning_move(position, runner) {
            continue;
        }
        let pieces = context.words.places(position, keeper);
        let judgement = summary.adjudication.judge(value);
        for &place in near {
            let won = judgement.outcome == WinOrDraw::Win(keeper);
            counts.entry(place).get_or_insert_default().add(nearest(place, &pieces), won);
        }
    }
    let ways = runs.distances_from(&context.words.places(start, runner));
    let steps = |place: Place| ways.get(place);
    let least = entrances.iter().filter_map(|&entrance| steps(entrance)).min();
    let is_alone = entrances.iter().filter(|&&entrance| steps(entrance) == least).count() == 1;
    let mut gates = Vec::new();
    for (place, counts) in counts.entries() {
        let Some(within) = counts.by_distance.iter().rposition(|at| at.won > 0) else { continue };
        let (mut kept, mut won) = (0, 0);
        for at in &counts.by_distance[..=within] {
            kept += at.positions;
            won += at.won;
        }
        // Some positions must be excluded, and the keeper must win none of these.
        if kept == counts.all.positions || won < counts.all.won {
            continue;
        }
        let is_entrance = entrances.contains(&place);
        gates.push(Gate {
            place,
            player: keeper,
            within: within as u32,
            won,
            kept,
            excluded: counts.all.positions - kept,
            is_entrance,
            steps: steps(place),
            nearest: is_entrance && is_alone && least.is_some() && steps(place) == least,
            entrances: entrances.len(),
            plies: Vec::new(),
            tempting: Vec::new(),
        });
    }
    let rank = |gate: &Gate| {
        [gate.separates().abs_diff(i64::MAX), u64::from(!gate.is_entrance), u64::from(gate.place.number())]
    };
    sort_by_numbers(&mut gates, rank);
    let best = gates.first().map(|gate| gate.place);
    gates.retain(|gate| gate.is_entrance || Some(gate.place) == best);
    for gate in &mut gates {
        let obeys = |position| {
            let near = context.place(position, runner).and_then(|place| near.get(place));
            let applies = near.is_some_and(|near| near.contains(&gate.place));
            let steps = || nearest(gate.place, &context.words.places(position, keeper));
            applies.then(|| steps().is_some_and(|steps| steps <= gate.within))
        };
        for (ply, tempting) in tempting_moves(context, keeper, &keeps, &obeys) {
            gate.plies.push(ply);
            gate.tempting.push(tempting);
        }
    }
    gates
}

/// For each place, the other places among `candidates` to which a step leads from it. The candidates
/// are ascending.
fn steps_among(walks: &Walks, candidates: &[Place]) -> ByPlace<Vec<Place>> {
    let mut near = ByPlace::new();
    for (from, targets) in walks.places() {
        let is_near = |to: &Place| *to != from && candidates.binary_search(to).is_ok();
        *near.entry(from) = Some(targets.iter().copied().filter(is_near).collect());
    }
    near
}

/// Counts of positions with the runner one step from a place and to move.
#[derive(Default)]
struct Counts {
    all: Count,
    /// By the keeper's distance from the place, without those in which no keeper can reach it.
    by_distance: Vec<Count>,
}

/// The number of positions, and the number that the keeper wins.
#[derive(Clone, Default)]
struct Count {
    positions: usize,
    won: usize,
}

impl Counts {
    fn add(&mut self, steps: Option<u32>, won: bool) {
        self.all.add(won);
        if let Some(steps) = steps {
            let steps = steps as usize;
            if steps >= self.by_distance.len() {
                self.by_distance.resize(steps + 1, Count::default());
            }
            self.by_distance[steps].add(won);
        }
    }
}

impl Count {
    fn add(&mut self, won: bool) {
        self.positions += 1;
        self.won += usize::from(won);
    }
}

/// The numbers of the keeper's moves at which the rule matters, as defined by [`Gate::plies`], each
/// with the positions after the tempting moves. `obeys` returns whether a position keeps the rule,
/// or `None` if the rule does not apply.
fn tempting_moves(
    context: &Explained<'_>,
    keeper: Player,
    keeps: &Walks,
    obeys: &dyn Fn(PositionId) -> Option<bool>,
) -> Vec<(usize, Vec<PositionId>)> {
    if context.explanation.summary.judgement.outcome != WinOrDraw::Win(keeper) {
        return Vec::new();
    }
    let mut plies = Vec::new();
    for ply in context.explanation.plies.iter().filter(|ply| ply.player == keeper && obeys(ply.played.to) == Some(true))
    {
        let runner = context.words.places(ply.from, keeper.opponent());
        let nearer = keeps.distances_to(&runner);
        let distance = |position| {
            let places = context.words.places(position, keeper);
            nearer.least(&places).unwrap_or(u32::MAX)
        };
        let here = distance(ply.played.to);
        let is_tempting = |to| distance(to) < here && obeys(to) == Some(false);
        let tempting = set(ply.others.iter().map(|other| other.rated.to).filter(|&to| is_tempting(to)).collect());
        if !tempting.is_empty() {
            plies.push((ply.number, tempting));
        }
    }
    plies
}

impl Kind for Gate {
    const WEIGHT: u32 = 80;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let runner = teller.words.player(self.player.opponent());
        let keeper = teller.words.player(self.player);
        let place = teller.place_name(self.place);
        let within = match self.within {
            0 => format!("on {place}"),
            1 => format!("on {place} or one step from it"),
            steps => format!("at most {steps} steps from {place}"),
        };
        let pieces = teller.words.places(teller.explanation.summary.start, self.player).len();
        let stands = match pieces {
            1 => format!("it stands {within}"),
            _ => format!("one of its pieces stands {within}"),
        };
        let counts = match (self.won, self.kept) {
            (1, 1) => "in the only such position".to_owned(),
            (won, kept) if won == kept => format!("in all {kept} such positions"),
            (won, kept) => format!("in {won} of {kept} such positions"),
        };
        let excluded = match self.excluded {
            1 => "not in the one".to_owned(),
            count => format!("in none of the {count}"),
        };
        format!(
            "with {runner} to move one step from {place} and unable to win at once, {keeper} wins only if {stands} \
             ({counts}, and {excluded} where it is farther away)"
        )
    }

    /// The gate that separates best, as a rule to remember.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        /// The greatest number of groups of tempting moves that are named.
        const GROUPS_NAMED: usize = 2;
        let Some(gate) = Self::rule(teller) else {
            return Vec::new();
        };
        let runner = teller.words.player(gate.player.opponent());
        let place = teller.place_name(gate.place);
        let mut tempting: Vec<(Vec<String>, Vec<usize>)> = Vec::new();
        for (&number, to) in gate.plies.iter().zip(&gate.tempting) {
            let ply = &teller.explanation.plies[number - 1];
            let throws = ply.others.iter().filter(|other| other.rated.judgement.outcome.score(gate.player) < 1);
            let steps = set(throws.map(|other| other.rated.step()).filter(|step| to.contains(&step.to)).collect());
            let targets = set(steps.into_iter().map(|step| teller.words.target(ply.from, step)).collect());
            match tempting.iter_mut().find(|(known, _)| *known == targets) {
                _ if targets.is_empty() => {}
                Some((_, plies)) => plies.push(number),
                None => tempting.push((targets, vec![number])),
            }
        }
        let tempting = tempting.into_iter().take(GROUPS_NAMED).map(|(targets, plies)| {
            let throws = if targets.len() == 1 { "throws" } else { "throw" };
            let at = teller.at_plies(gate.player, &plies);
            format!("; {}, though nearer to {runner}, {throws} the win away at {at}", listed(&targets, "and"))
        });
        let goal = teller.goal_noun();
        let door = match (gate.is_entrance, gate.entrances, gate.nearest, gate.steps) {
            (false, ..) => {
                let why = match why_it_matters(gate.place, teller.words, teller.explanation.summary.start) {
                    None => String::new(),
                    Some(Why::Touches(predicate)) => format!(", which {predicate}"),
                    Some(Why::OnlyWay(clause)) => format!(" ({clause})"),
                };
                format!("the place to hold is {place}{why}")
            }
            (true, 1, ..) => format!("the place to hold is {place}, the only door"),
            (true, _, true, Some(steps)) if steps > 0 => {
                format!("the nearest door to {goal} for {runner} is {place} ({})", steps_of(steps))
            }
            (true, doors, ..) => format!("{place} is one of the {doors} doors to {goal}"),
        };
        vec![format!("{door}: {}{}", gate.sentence(teller), tempting.collect::<String>())]
    }
}

impl Record for Gate {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("place", |gate| gate.place)
.field("player", |gate| gate.player)
.field("within", |gate| gate.within)
.field("won", |gate| gate.won).means(
    "In how many positions the Mouse is to move one step from the place and the Cat wins; in how many of them all \
     the Cat is at most\n`within` steps from the place; and in how many it is farther away, none of which it wins.",
)
.field("kept", |gate| gate.kept)
.field("excluded", |gate| gate.excluded)
.field("is_door", |gate| gate.is_entrance)
    .means("Whether one step leads from the place to the goal; `doors` is the number of such places.")
.field("doors", |gate| gate.entrances)
.field("steps", |gate| gate.steps).means(
    "The number of steps from the runner's start to the place on the empty board; null where there is no path. \
     `nearest` says whether\nthe place is a door and every other door is farther.",
)
.field("nearest", |gate| gate.nearest)
.field("plies", |gate| gate.plies.clone())
    }
}
