//! The search for the laws of a game in the values of its positions.

use catmouse_arena::{DecidedBy, Measure, Outcome, Place, Player, PositionId, Status, Value};

use crate::context::Context;
use crate::law::{Condition, FAR, Law, Laws, far};
use crate::sorting::sort_by_numbers;
use crate::walks::{Distances, Walks};

/// The greatest number of conditions of a law.
const CONDITIONS_AT_MOST: usize = 3;

/// Of a larger game only this number of positions are looked at for each player to move.
const POSITIONS_AT_MOST: usize = 1 << 20;

/// Conditions are chosen by at most this number of positions, and then checked in all that are looked at.
const CHOSEN_BY: usize = 1 << 14;

/// With more places than this only the goal, the doors to it and places near it are tried.
const PLACES_AT_MOST: usize = 128;

/// In a game with more positions for a player to move, no law is looked for that leaves out wins at once.
const SMALL: usize = 1 << 16;

/// No law is looked for that leaves out wins at once if fewer positions are left.
const FEWEST: usize = 10;

/// The number of places that are tried then.
const PLACES_TRIED: usize = 48;

/// A law may have one exception in this number of positions, both of those that have the outcome and of those that have not.
const POSITIONS_PER_EXCEPTION: usize = 20;

impl Laws {
    /// The laws of a game: those with One to move first, and of these the one about the wins of Two first.
    ///
    /// A law has as few conditions as possible, and at most three. Among laws with equally many the goal's places come first,
    /// then the doors, from which a step leads to the goal, then the other places, each by its number; the first conditions decide. A margin
    /// is the least with which the condition holds wherever the outcome occurs. If no such law is exact, one is looked for that leaves out the
    /// positions in which the player to move can win at once; then one with few exceptions.
    ///
    /// None is found if the game has no places, or if no outcome has such a law. Time: linear in the positions, of which at most 2²⁰ with each
    /// player to move are looked at.
    pub fn of(context: &Context<'_>) -> Self {
        let mut laws = Self::default();
        let mut sides = None;
        for turn in Player::BOTH {
            let Some(table) = anchor(context, turn).and_then(|anchor| Table::new(context, anchor, turn)) else {
                continue;
            };
            let sides = sides.get_or_insert_with(|| Sides::new(context, &table));
            laws.add(&table, sides);
        }
        laws
    }

    /// Adds the laws of a table.
    fn add(&mut self, table: &Table, sides: &Sides) {
        let whole = Part { seen: &table.seen, unless_at_once: false };
        if self.add_constant(table, whole) {
            return;
        }
        let [one, two, draw] = whole.counts();
        // Without draws the second law would say the same as the first.
        let wins = (two > 0).then_some((Outcome::Win(Player::Two), false));
        let losses = (one > 0 && draw > 0).then_some((Outcome::Win(Player::One), true));
        let sought: Vec<_> = wins.into_iter().chain(losses).collect();
        let is_exact = |found: &Found| found.exceptions == 0;
        let mut found: Vec<Option<(Found, Part<'_>)>> = Vec::new();
        for &(outcome, negated) in &sought {
            found.push(search(table, whole, sides, outcome, negated).map(|found| (found, whole)));
        }
        let beyond = table.beyond();
        if found.iter().any(|found| found.as_ref().is_none_or(|(found, _)| !is_exact(found))) && !beyond.is_empty() {
            let part = Part { seen: &beyond, unless_at_once: true };
            if !found.iter().flatten().any(|(found, _)| is_exact(found)) && self.add_constant(table, part) {
                return;
            }
            for (found, &(outcome, negated)) in found.iter_mut().zip(&sought) {
                if found.as_ref().is_none_or(|(found, _)| !is_exact(found))
                    && let Some(exact) = search(table, part, sides, outcome, negated).filter(is_exact)
                {
                    *found = Some((exact, part));
                }
            }
        }
        for (found, (outcome, negated)) in found.into_iter().zip(sought) {
            let Some((found, part)) = found else { continue };
            for place in found.conditions.iter().map(|condition| condition.place) {
                match place {
                    Some(place) if !self.distances.iter().any(|(known, _)| *known == place) => {
                        self.distances.push((place, sides.distances(place)));
                    }
                    None if self.apart.is_empty() => self.apart = sides.apart(),
                    Some(_) | None => {}
                }
            }
            self.all.push(part.law(table, outcome, negated, found));
        }
    }

    /// Adds the law that an outcome occurs in all positions of a part, if one does.
    fn add_constant(&mut self, table: &Table, part: Part<'_>) -> bool {
        let counts = part.counts();
        let positions: usize = counts.iter().sum();
        let outcomes = [Outcome::Win(Player::One), Outcome::Win(Player::Two), Outcome::Draw];
        let Some(at) = counts.iter().position(|&count| count == positions && positions > 0) else { return false };
        self.all.push(part.law(
            table,
            outcomes[at],
            false,
            Found { conditions: Vec::new(), exceptions: 0, first: None },
        ));
        true
    }
}

/// The positions that a law is about.
#[derive(Clone, Copy)]
struct Part<'a> {
    /// For each position of a table what it is worth; those of the other positions are [`Seen::Nothing`].
    seen: &'a [Seen],
    unless_at_once: bool,
}

impl Part<'_> {
    /// How many positions One wins, Two wins, and nobody.
    fn counts(&self) -> [usize; 3] {
        [Seen::One, Seen::Two, Seen::Draw].map(|seen| self.seen.iter().filter(|&&it| it == seen).count())
    }

    fn law(&self, table: &Table, outcome: Outcome, negated: bool, found: Found) -> Law {
        let counts = self.counts();
        Law {
            turn: table.turn,
            outcome,
            negated,
            conditions: found.conditions,
            exceptions: found.exceptions,
            exception: found.first,
            positions: counts.iter().sum(),
            is_sample: table.is_sample,
            unless_at_once: self.unless_at_once,
            is_decisive: counts[2] == 0,
        }
    }
}

/// A position of the game with this player to move. A [`ProductArena`](catmouse_arena::ProductArena) numbers One's positions first, so the
/// search begins at the end that is the nearer.
fn anchor(context: &Context<'_>, turn: Player) -> Option<PositionId> {
    let is_turn = |position: &PositionId| context.arena.status(*position) == Status::Turn(turn);
    let mut all = (0..context.arena.positions()).map(PositionId::new);
    if turn == Player::One { all.find(is_turn) } else { all.rfind(is_turn) }
}

/// What a position is worth to a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// The game is over, or the other player is to move.
    Nothing,
    One,
    Two,
    Draw,
}

/// The positions with one player to move: a row for each placement of One's pieces, a column for each of Two's.
struct Table {
    turn: Player,
    /// The placements of One's pieces and of Two's.
    placements: [Vec<Vec<Place>>; 2],
    /// Row by row.
    seen: Vec<Seen>,
    /// The positions in which the player to move wins with its next move, if the values say how soon.
    at_once: Vec<bool>,
    /// The rows and columns as parts of a position's number.
    numbers: [Vec<usize>; 2],
    /// What both parts have in common.
    shared: usize,
    is_sample: bool,
}

impl Table {
    /// The positions that differ from this one in where pieces stand. `None` if the game does not name them, has no places, or numbers them
    /// otherwise than by rows and columns.
    fn new(context: &Context<'_>, anchor: PositionId, turn: Player) -> Option<Self> {
        let lines = Player::BOTH.map(|player| {
            let mut line: Vec<usize> = context.words.elsewhere(anchor, player).map(PositionId::index).collect();
            line.push(anchor.index());
            line.sort_unstable();
            line
        });
        let all = lines[0].len().saturating_mul(lines[1].len());
        let numbers = if all <= POSITIONS_AT_MOST { lines } else { thinned(lines) };
        let is_sample = numbers[0].len() * numbers[1].len() < all;
        let shared = anchor.index();
        let placements = Player::BOTH.map(|player| {
            let places = |&number: &usize| context.words.places(PositionId::new(number), player);
            numbers[player.index()].iter().map(places).collect::<Vec<_>>()
        });
        let mut table = Self { turn, placements, seen: Vec::new(), at_once: Vec::new(), numbers, shared, is_sample };
        let last = table.position(table.numbers[0].len() - 1, table.numbers[1].len() - 1);
        let has_places = |player: Player| {
            let placement = table.placements[player.index()].last();
            last.index() < context.arena.positions()
                && placement.is_some_and(|pieces| !pieces.is_empty() && *pieces == context.words.places(last, player))
        };
        if !Player::BOTH.into_iter().all(has_places) {
            return None;
        }
        let [rows, columns] = [0, 1].map(|player: usize| table.numbers[player].len());
        let mut seen = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let position = table.position(row, column);
                seen.push(if context.arena.status(position) == Status::Turn(turn) {
                    let value = context.values.value(position);
                    let judgement = context.adjudication.judge(value);
                    // Where a limit cuts off a win, the plies that were played before decide too.
                    if judgement.decided_by == DecidedBy::Limit && value.winner().is_some() {
                        return None;
                    }
                    match judgement.outcome {
                        Outcome::Win(Player::One) => Seen::One,
                        Outcome::Win(Player::Two) => Seen::Two,
                        Outcome::Draw => Seen::Draw,
                    }
                } else {
                    Seen::Nothing
                });
            }
        }
        table.seen = seen;
        if table.seen.len() <= SMALL && context.words.measure() == Measure::Plies {
            let is_at_once = |index| match context.values.value(table.position(index / columns, index % columns)) {
                Value::Win { player, distance } => player == turn && distance == 1,
                Value::Endless => false,
            };
            table.at_once = (0..table.seen.len()).map(is_at_once).collect();
        }
        Some(table)
    }

    /// As `seen`, without the positions in which the player to move can win at once. Empty if there are none, if they are not known, or if
    /// only few positions are left: less than a quarter, or less than [`FEWEST`].
    fn beyond(&self) -> Vec<Seen> {
        let left = |(&seen, &at_once)| if at_once { Seen::Nothing } else { seen };
        let beyond: Vec<Seen> = self.seen.iter().zip(&self.at_once).map(left).collect();
        let count = |seen: &[Seen]| seen.iter().filter(|&&seen| seen != Seen::Nothing).count();
        let (left, all) = (count(&beyond), count(&self.seen));
        if left < all && left >= FEWEST && 4 * left >= all { beyond } else { Vec::new() }
    }

    fn position(&self, row: usize, column: usize) -> PositionId {
        PositionId::new(self.numbers[0][row] + self.numbers[1][column] - self.shared)
    }
}

/// Rows and columns, evenly left out until few enough positions remain.
fn thinned(mut lines: [Vec<usize>; 2]) -> [Vec<usize>; 2] {
    let most = POSITIONS_AT_MOST.isqrt();
    let shorter = lines[0].len().min(lines[1].len()).min(most);
    for line in &mut lines {
        let keep = (POSITIONS_AT_MOST / shorter).min(line.len());
        *line = (0..keep).map(|index| line[index * line.len() / keep]).collect();
    }
    lines
}

/// How both players' pieces walk, and what each candidate for a condition is worth.
struct Sides {
    walks: [Walks; 2],
    candidates: Vec<Candidate>,
    /// The place of One's piece, if it has only one and the board is small.
    moving: Option<Candidate>,
}

/// A place that a condition may be about, with the distance of each placement of One's pieces from it, and of Two's.
struct Candidate {
    place: Option<Place>,
    rows: Vec<i32>,
    columns: Vec<i32>,
    /// Of the place of One's piece: the distances of Two's placements, row by row. Otherwise empty.
    apart: Vec<i32>,
}

impl Candidate {
    /// How much farther Two is than One, in the position with this row and column.
    fn difference(&self, (row, column): (usize, usize)) -> i32 {
        self.two(row)[column] - self.rows[row]
    }

    /// The distances of Two's placements, while One's pieces are placed as in a row.
    fn two(&self, row: usize) -> &[i32] {
        match &self.apart[..] {
            [] => &self.columns,
            apart => &apart[row * self.columns.len()..][..self.columns.len()],
        }
    }

    /// The greatest difference in some positions. Row by row, `masks` has 0 for them and [`OUTSIDE`] for the others.
    fn margin(&self, masks: &[i32]) -> i32 {
        // A fold of sums is compiled to vector instructions.
        let in_row = |(row, masks): (usize, &[i32])| {
            masks.iter().zip(self.two(row)).map(|(mask, far)| mask + far).fold(OUTSIDE, i32::max) - self.rows[row]
        };
        masks.chunks_exact(self.columns.len()).enumerate().map(in_row).fold(OUTSIDE, i32::max)
    }
}

/// What is added to the distances of positions that do not count.
const OUTSIDE: i32 = -(1 << 30);

impl Sides {
    fn new(context: &Context<'_>, table: &Table) -> Self {
        let walks = Player::BOTH.map(|player| {
            let pieces = table.placements[player.index()].iter().flatten().copied();
            Walks::new(context.words, player, pieces)
        });
        let mut sides = Self { walks, candidates: Vec::new(), moving: None };
        let places = sides.places_tried(context);
        sides.candidates = places
            .into_iter()
            .map(|place| {
                let distances = sides.distances(place);
                let [rows, columns] = Player::BOTH.map(|player| {
                    let far = |pieces: &Vec<Place>| far(distances[player.index()].least(pieces));
                    table.placements[player.index()].iter().map(far).collect()
                });
                Candidate { place: Some(place), rows, columns, apart: Vec::new() }
            })
            .collect();
        let [one, two] = &table.placements;
        if one.len() <= PLACES_AT_MOST && one.iter().all(|pieces| pieces.len() == 1) {
            let known = sides.apart();
            let apart = one.iter().flat_map(|pieces| {
                let known = known.iter().find(|(place, _)| pieces[..] == [*place]);
                two.iter().map(move |stand| far(known.and_then(|(_, distances)| distances.least(stand))))
            });
            let apart = apart.collect();
            sides.moving =
                Some(Candidate { place: None, rows: vec![0; one.len()], columns: vec![0; two.len()], apart });
        }
        sides
    }

    /// The distances of Two's pieces from each place of One's.
    fn apart(&self) -> Vec<(Place, Distances)> {
        let places = self.walks[Player::One.index()].places().map(|(place, _)| place);
        places.map(|place| (place, self.walks[Player::Two.index()].distances_to(&[place]))).collect()
    }

    /// The distances of One's and of Two's pieces from a place.
    fn distances(&self, place: Place) -> [Distances; 2] {
        Player::BOTH.map(|player| {
            let (own, other) = (&self.walks[player.index()], &self.walks[player.opponent().index()]);
            own.distances_to_or_beside(&[place], other)
        })
    }

    /// The places that conditions may be about: the goal, the doors and the others, each in ascending order; of many only those near the
    /// goal.
    fn places_tried(&self, context: &Context<'_>) -> Vec<Place> {
        let goal = context.words.goal();
        let goals: Vec<Place> = goal.as_ref().map(|goal| goal.places.clone()).unwrap_or_default();
        let runner = goal.map_or(Player::One, |goal| goal.player);
        let mut all: Vec<Place> = self.walks.iter().flat_map(|walks| walks.places().map(|(place, _)| place)).collect();
        all.sort_unstable();
        all.dedup();
        let steps = self.walks[runner.index()].distances_to(&goals);
        let rank = |place: &Place| match (goals.contains(place), steps.get(*place)) {
            (true, _) => 0,
            (false, Some(1)) => 1,
            (false, _) => 2,
        };
        if all.len() > PLACES_AT_MOST {
            sort_by_numbers(&mut all, |place| [u64::from(steps.at(*place))]);
            all.truncate(if goals.is_empty() { 0 } else { PLACES_TRIED });
            all.sort_unstable();
        }
        sort_by_numbers(&mut all, |place| [rank(place)]);
        all
    }
}

/// The conditions of a law, and in how many positions it is wrong, with the first of them.
struct Found {
    conditions: Vec<Condition>,
    exceptions: usize,
    first: Option<PositionId>,
}

/// Searches for the fewest conditions that together hold exactly where this outcome occurs in a part of a table, or does not if it is
/// negated. A condition about the place of One's piece is tried if there is no exact law without it.
fn search(table: &Table, part: Part<'_>, sides: &Sides, outcome: Outcome, negated: bool) -> Option<Found> {
    let columns = table.numbers[1].len();
    let wanted = if outcome == Outcome::Win(Player::One) { Seen::One } else { Seen::Two };
    let includes = |seen: Seen| (seen != Seen::Nothing).then_some((seen == wanted) != negated);
    let mask = |&seen: &Seen| if includes(seen) == Some(true) { 0 } else { OUTSIDE };
    let inside: Vec<i32> = part.seen.iter().map(mask).collect();
    let is_outside = |(_, seen): &(usize, &Seen)| includes(**seen) == Some(false);
    let outside: Vec<(usize, usize)> =
        part.seen.iter().enumerate().filter(is_outside).map(|(index, _)| (index / columns, index % columns)).collect();
    if outside.is_empty() {
        return None;
    }
    let most_exceptions = inside.iter().filter(|&&mask| mask == 0).count().min(outside.len()) / POSITIONS_PER_EXCEPTION;
    // The margins are those of all positions; the conditions are chosen by some of them.
    let chosen_by = outside.len().min(CHOSEN_BY);
    let sample: Vec<(usize, usize)> = (0..chosen_by).map(|index| outside[index * outside.len() / chosen_by]).collect();
    let judged = |candidate| {
        let margin = Candidate::margin(candidate, &inside);
        let mut excluded = Bits::new(sample.len());
        for (bit, &at) in sample.iter().enumerate() {
            if candidate.difference(at) > margin {
                excluded.insert(bit);
            }
        }
        let count = excluded.count();
        (margin.abs() < FAR / 2 && count > 0).then_some(Hopeful { candidate, margin, excluded, count })
    };
    let hopeful: Vec<Hopeful<'_>> = sides.candidates.iter().filter_map(judged).collect();
    let found = |chosen: &[usize], moving: Option<&Hopeful<'_>>| {
        let chosen = || chosen.iter().map(|&at| &hopeful[at]).chain(moving);
        let is_exception = |at: &&(usize, usize)| chosen().all(|here| here.candidate.difference(**at) <= here.margin);
        let mut wrong = outside.iter().filter(is_exception);
        let first = wrong.next().map(|&(row, column)| table.position(row, column));
        let exceptions = usize::from(first.is_some()) + wrong.count();
        let conditions = chosen().map(|here| Condition { place: here.candidate.place, margin: here.margin }).collect();
        (exceptions <= most_exceptions).then_some(Found { conditions, exceptions, first })
    };
    let all = || Bits::full(sample.len());
    let exact = || fewest(&hopeful, CONDITIONS_AT_MOST, &all()).and_then(|chosen| found(&chosen, None));
    let with_moving = || {
        let moving = sides.moving.as_ref().and_then(judged)?;
        let chosen = fewest(&hopeful, CONDITIONS_AT_MOST - 1, &all().without(&moving.excluded))?;
        found(&chosen, Some(&moving))
    };
    let inexact =
        || Some(greedy(&hopeful, all())).filter(|chosen| !chosen.is_empty()).and_then(|chosen| found(&chosen, None));
    exact().or_else(with_moving).or_else(inexact)
}

/// A candidate with the least margin that every position with the outcome has.
struct Hopeful<'a> {
    candidate: &'a Candidate,
    margin: i32,
    /// The positions without the outcome in which the condition does not hold.
    excluded: Bits,
    count: usize,
}

/// The first of the smallest sets of at most this number of candidates that exclude these positions.
fn fewest(hopeful: &[Hopeful<'_>], at_most: usize, positions: &Bits) -> Option<Vec<usize>> {
    (0..=at_most).find_map(|size| {
        let mut chosen = Vec::new();
        let is_found = choose(hopeful, 0, size, positions, &mut chosen);
        chosen.reverse();
        is_found.then_some(chosen)
    })
}

/// Extends `chosen` by `size` candidates, from number `from` on, that exclude the rest of the positions; the last of them comes first.
fn choose(hopeful: &[Hopeful<'_>], from: usize, size: usize, rest: &Bits, chosen: &mut Vec<usize>) -> bool {
    let left = rest.count();
    if size == 0 {
        return left == 0;
    }
    for (at, here) in hopeful.iter().enumerate().skip(from) {
        // The last candidate has to exclude the whole rest, so that most are ruled out by their counts.
        let is_chosen = if size == 1 {
            here.count >= left && rest.is_within(&here.excluded)
        } else {
            choose(hopeful, at + 1, size - 1, &rest.without(&here.excluded), chosen)
        };
        if is_chosen {
            chosen.push(at);
            return true;
        }
    }
    false
}

/// Candidates, each of which excludes most of what those before it leave, in the order of their numbers.
fn greedy(hopeful: &[Hopeful<'_>], mut rest: Bits) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < CONDITIONS_AT_MOST {
        let mut best = (rest.count(), None);
        for (at, here) in hopeful.iter().enumerate() {
            let left = rest.without(&here.excluded);
            let count = left.count();
            if count < best.0 {
                best = (count, Some((at, left)));
            }
        }
        let Some((at, left)) = best.1 else { break };
        chosen.push(at);
        rest = left;
    }
    chosen.sort_unstable();
    chosen
}

/// A set of small numbers.
struct Bits(Vec<u64>);

impl Bits {
    fn new(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    fn full(size: usize) -> Self {
        let mut bits = Self(vec![u64::MAX; size.div_ceil(64)]);
        if let Some(last) = bits.0.last_mut()
            && !size.is_multiple_of(64)
        {
            *last = (1 << (size % 64)) - 1;
        }
        bits
    }

    fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(own, other)| own & !other).collect())
    }
}
