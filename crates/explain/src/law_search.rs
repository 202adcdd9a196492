//! The search for the laws of a game in the values of its positions.

use catmouse_arena::{Distance, InOrder, JudgedBy, Measure, Place, Player, PositionId, Status, Value, WinOrDraw};

use crate::context::Context;
use crate::law::{Condition, FAR, Law, Laws, far};
use crate::sorting::{set, sort_by_numbers};
use crate::walks::{Distances, Walks};

/// The greatest number of conditions of a law.
const CONDITIONS_AT_MOST: usize = 3;

/// The greatest number of positions that are examined for each player to move. A larger table is
/// thinned out.
const POSITIONS_AT_MOST: usize = 1 << 20;

/// The greatest number of positions by which conditions are chosen. The chosen conditions are then
/// checked in all examined positions.
const SAMPLE_AT_MOST: usize = 1 << 14;

/// The greatest number of places that are all tried. If there are more, only the [`PLACES_TRIED`]
/// places nearest to the goal are tried, or none without a goal.
const PLACES_AT_MOST: usize = 128;

/// The greatest number of positions, for a player to move, in which laws that exclude immediate
/// wins are searched.
const SMALL_TABLE: usize = 1 << 16;

/// The least number of positions that must remain when a law excludes immediate wins.
const MIN_POSITIONS_LEFT: usize = 10;

/// The number of places tried on a large board.
const PLACES_TRIED: usize = 48;

/// A law may have one exception for every 20 positions of the smaller class: those with the outcome
/// or those without it.
const POSITIONS_PER_EXCEPTION: usize = 20;

impl Laws {
    /// The laws of a game: those with One to move first, and among these the law about Two's wins
    /// first.
    ///
    /// A law has as few conditions as possible, and at most three. Among laws with equally many
    /// conditions, the first in the order of places is chosen: the goal's places are first, then
    /// the doors, from which a step leads to the goal, then the other places, each by number. A
    /// margin is the least with which the condition holds wherever the outcome occurs. If no such
    /// law is exact, the search excludes the positions in which the player to move can win at once.
    /// If this fails too, it looks for a law with few exceptions.
    ///
    /// If moves have costs, a law may be about costs instead of numbers of moves. It is chosen if it
    /// has fewer exceptions, or equally few exceptions and fewer conditions.
    ///
    /// The result is empty if the game has no places, or if no outcome has such a law. Time: linear
    /// in the examined positions, at most 2²⁰ with each player to move.
    pub fn of(context: &Context<'_>) -> Self {
        let mut laws = Self::default();
        let mut sides = None;
        for turn in Player::BOTH {
            let table = match anchor(context, turn).map(|anchor| Table::new(context, anchor, turn)) {
                Some(Ok(table)) => table,
                Some(Err(NoTable::CutOff)) => {
                    laws.are_cut_off = true;
                    continue;
                }
                Some(Err(NoTable::NoPlaces)) | None => continue,
            };
            let sides = sides.get_or_insert_with(|| {
                let units = [Measure::Plies, Measure::Cost];
                let used = if context.words.measure() == Measure::Cost { &units[..] } else { &units[..1] };
                used.iter().filter_map(|&unit| Sides::new(context, &table, unit)).collect::<Vec<_>>()
            });
            laws.add(context, &table, sides);
        }
        laws
    }

    /// Adds the laws of a table.
    fn add(&mut self, context: &Context<'_>, table: &Table, sides: &[Sides]) {
        let whole = Part { seen: &table.seen, unless_at_once: false };
        if self.add_constant(table, whole) {
            return;
        }
        let [one, two, draw] = whole.counts();
        // Without draws the second law would repeat the first.
        let wins = (two > 0).then_some((WinOrDraw::Win(Player::Two), false));
        let losses = (one > 0 && draw > 0).then_some((WinOrDraw::Win(Player::One), true));
        let sought: Vec<_> = wins.into_iter().chain(losses).collect();
        let search_in = |part, (outcome, negated)| {
            let found = sides.iter().filter_map(|sides| search(table, part, sides, outcome, negated));
            let rank = |found: &Found| (found.exceptions, found.conditions.len());
            found.min_by_key(rank).map(|found| (found, part))
        };
        let is_exact =
            |found: &Option<(Found, Part<'_>)>| found.as_ref().is_some_and(|(found, _)| found.exceptions == 0);
        let mut found: Vec<_> = sought.iter().map(|&aspect| search_in(whole, aspect)).collect();
        let not_at_once = if found.iter().all(is_exact) { None } else { table.not_at_once(context) };
        if let Some(not_at_once) = &not_at_once {
            let part = Part { seen: not_at_once, unless_at_once: true };
            if !found.iter().any(is_exact) && self.add_constant(table, part) {
                return;
            }
            for (found, &aspect) in found.iter_mut().zip(&sought).filter(|(found, _)| !is_exact(found)) {
                let exact = Some(search_in(part, aspect)).filter(is_exact);
                *found = exact.unwrap_or_else(|| found.take());
            }
        }
        for (found, (outcome, negated)) in found.into_iter().zip(sought) {
            let Some((found, part)) = found else { continue };
            for &Condition { place, unit, .. } in &found.conditions {
                let Some(sides) = sides.iter().find(|sides| sides.unit == unit) else { continue };
                match place {
                    Some(place) if !self.distances.iter().any(|known| (known.0, known.1) == (place, unit)) => {
                        self.distances.push((place, unit, sides.distances(place)));
                    }
                    None if self.apart.is_empty() => self.apart = sides.apart(),
                    Some(_) | None => {}
                }
                self.standable = [0, 1].map(|player: usize| set(table.placements[player].concat()));
            }
            self.all.push(part.law(table, outcome, negated, found));
        }
    }

    /// If one outcome occurs in all positions of a part, adds this law and returns true.
    fn add_constant(&mut self, table: &Table, part: Part<'_>) -> bool {
        let counts = part.counts();
        let positions: usize = counts.iter().sum();
        let outcomes = [WinOrDraw::Win(Player::One), WinOrDraw::Win(Player::Two), WinOrDraw::Draw];
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
    /// The outcome of each position of a table; [`Seen::Nothing`] for positions outside the part.
    seen: &'a [Seen],
    unless_at_once: bool,
}

impl Part<'_> {
    /// The numbers of positions that One wins, that Two wins, and that are drawn.
    fn counts(&self) -> [usize; 3] {
        [Seen::One, Seen::Two, Seen::Draw].map(|seen| self.seen.iter().filter(|&&it| it == seen).count())
    }

    fn law(&self, table: &Table, outcome: WinOrDraw, negated: bool, found: Found) -> Law {
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
            longest_wins: table.longest_wins,
            is_decisive: counts[2] == 0,
        }
    }
}

/// A position with this player to move; `None` if there is none. A
/// [`ProductArena`](catmouse_arena::ProductArena) numbers One's positions first, so the search for
/// Two's begins at the end.
fn anchor(context: &Context<'_>, turn: Player) -> Option<PositionId> {
    let is_turn = |position: &PositionId| context.arena.status(*position) == Status::Turn(turn);
    let mut all = (0..context.arena.positions()).map(PositionId::new);
    if turn == Player::One { all.find(is_turn) } else { all.rfind(is_turn) }
}

/// The outcome of a position, as a law sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// The game is over, the other player is to move, or the position is excluded.
    Nothing,
    One,
    Two,
    Draw,
}

/// Why no law is sought in the positions with one player to move.
enum NoTable {
    /// The game does not name these positions, has no places, or does not number its positions by
    /// rows and columns.
    NoPlaces,
    /// The limit cuts off a win, so the plies played before decide too.
    CutOff,
}

/// The positions with one player to move: a row for each placement of One's pieces, a column for
/// each placement of Two's.
struct Table {
    turn: Player,
    /// The placements of One's pieces and of Two's pieces.
    placements: [Vec<Vec<Place>>; 2],
    /// The outcomes, row by row.
    seen: Vec<Seen>,
    /// The number of the anchor with One's pieces moved to each row, and with Two's pieces moved to
    /// each column.
    numbers: [Vec<usize>; 2],
    /// The number of the anchor. The position at row r and column c has the number
    /// `numbers[0][r] + numbers[1][c] - anchor_number`.
    anchor_number: usize,
    is_sample: bool,
    /// See [`Law::longest_wins`].
    longest_wins: [Distance; 2],
}

impl Table {
    /// The table of the positions that differ from `anchor` only in the placement of pieces.
    fn new(context: &Context<'_>, anchor: PositionId, turn: Player) -> Result<Self, NoTable> {
        let lines = Player::BOTH.map(|player| {
            let mut line: Vec<usize> = context.words.elsewhere(anchor, player).map(PositionId::index).collect();
            line.push(anchor.index());
            line.put_in_order();
            line
        });
        let all = lines[0].len().saturating_mul(lines[1].len());
        let numbers = if all <= POSITIONS_AT_MOST { lines } else { thinned(lines) };
        let is_sample = numbers[0].len() * numbers[1].len() < all;
        let anchor_number = anchor.index();
        let placements = Player::BOTH.map(|player| {
            let places = |&number: &usize| context.words.places(PositionId::new(number), player);
            numbers[player.index()].iter().map(places).collect::<Vec<_>>()
        });
        let (seen, longest_wins) = (Vec::new(), [0; 2]);
        let mut table = Self { turn, placements, seen, numbers, anchor_number, is_sample, longest_wins };
        let last = table.position(table.numbers[0].len() - 1, table.numbers[1].len() - 1);
        let has_places = |player: Player| {
            let placement = table.placements[player.index()].last();
            last.index() < context.arena.positions()
                && placement.is_some_and(|pieces| !pieces.is_empty() && *pieces == context.words.places(last, player))
        };
        if !Player::BOTH.into_iter().all(has_places) {
            return Err(NoTable::NoPlaces);
        }
        let [rows, columns] = [0, 1].map(|player: usize| table.numbers[player].len());
        let mut seen = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let position = table.position(row, column);
                seen.push(if context.arena.status(position) == Status::Turn(turn) {
                    let value = context.values.value(position);
                    let judgement = context.adjudication.judge(value);
                    if judgement.decided_by == JudgedBy::Limit && value.winner().is_some() {
                        return Err(NoTable::CutOff);
                    }
                    if let Value::Win { player, distance } = value {
                        let longest = &mut table.longest_wins[player.index()];
                        *longest = distance.max(*longest);
                    }
                    match judgement.outcome {
                        WinOrDraw::Win(Player::One) => Seen::One,
                        WinOrDraw::Win(Player::Two) => Seen::Two,
                        WinOrDraw::Draw => Seen::Draw,
                    }
                } else {
                    Seen::Nothing
                });
            }
        }
        table.seen = seen;
        Ok(table)
    }

    /// `seen` without the positions in which the player to move can win at once. `None` if there are
    /// none, if the table is large, or if too few positions remain: less than a quarter, or fewer
    /// than [`MIN_POSITIONS_LEFT`].
    fn not_at_once(&self, context: &Context<'_>) -> Option<Vec<Seen>> {
        if self.seen.len() > SMALL_TABLE {
            return None;
        }
        let columns = self.numbers[1].len();
        let is_left = |index| !context.wins_at_once(self.position(index / columns, index % columns), self.turn);
        let left = |(index, &seen)| if is_left(index) { seen } else { Seen::Nothing };
        let not_at_once: Vec<Seen> = self.seen.iter().enumerate().map(left).collect();
        let count = |seen: &[Seen]| seen.iter().filter(|&&seen| seen != Seen::Nothing).count();
        let (left, all) = (count(&not_at_once), count(&self.seen));
        (left < all && left >= MIN_POSITIONS_LEFT && 4 * left >= all).then_some(not_at_once)
    }

    fn position(&self, row: usize, column: usize) -> PositionId {
        PositionId::new(self.numbers[0][row] + self.numbers[1][column] - self.anchor_number)
    }
}

/// Evenly drops rows and columns until at most [`POSITIONS_AT_MOST`] positions remain.
fn thinned(mut lines: [Vec<usize>; 2]) -> [Vec<usize>; 2] {
    let most = POSITIONS_AT_MOST.isqrt();
    let shorter = lines[0].len().min(lines[1].len()).min(most);
    for line in &mut lines {
        let keep = (POSITIONS_AT_MOST / shorter).min(line.len());
        *line = (0..keep).map(|index| line[index * line.len() / keep]).collect();
    }
    lines
}

/// The walks of both players' pieces, and the candidates for conditions.
struct Sides {
    /// Whether moves are counted, or their costs.
    unit: Measure,
    walks: [Walks; 2],
    candidates: Vec<Candidate>,
    /// The candidate for a condition about the place of One's piece; `None` if One has several
    /// pieces or many placements, or if costs are counted.
    moving: Option<Candidate>,
}

/// A candidate for a condition: its place, with the distance to it from each placement of One's
/// pieces and of Two's.
struct Candidate {
    place: Option<Place>,
    rows: Vec<i32>,
    columns: Vec<i32>,
    /// For the candidate about One's own piece, the distances of Two's placements to this piece,
    /// row by row. Otherwise empty.
    apart: Vec<i32>,
}

impl Candidate {
    /// Two's distance minus One's, in the position at this row and column.
    fn difference(&self, (row, column): (usize, usize)) -> i32 {
        self.two(row)[column] - self.rows[row]
    }

    /// The distances of Two's placements when One's pieces are placed as in `row`.
    fn two(&self, row: usize) -> &[i32] {
        match &self.apart[..] {
            [] => &self.columns,
            apart => &apart[row * self.columns.len()..][..self.columns.len()],
        }
    }

    /// The greatest difference in some positions of a row. `masks` has 0 for these positions and
    /// [`OUTSIDE`] for the others.
    fn margin(&self, row: usize, masks: &[i32]) -> i32 {
        // The compiler makes vector instructions of a fold of sums.
        masks.iter().zip(self.two(row)).map(|(mask, far)| mask + far).fold(OUTSIDE, i32::max) - self.rows[row]
    }
}

/// The number that is added to the distances of masked positions.
const OUTSIDE: i32 = -(1 << 30);

impl Sides {
    /// `None` if the costs are too great to be compared.
    fn new(context: &Context<'_>, table: &Table, unit: Measure) -> Option<Self> {
        let walks =
            Player::BOTH.map(|player| Walks::new(context.words, player, &table.placements[player.index()].concat()));
        let mut sides = Self { unit, walks, candidates: Vec::new(), moving: None };
        let places = sides.places_tried(context);
        if unit == Measure::Cost {
            let [one, two] = sides.walks;
            sides.walks = [one.by_cost(context.words, Player::One)?, two.by_cost(context.words, Player::Two)?];
        }
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
        if unit == Measure::Plies && one.len() <= PLACES_AT_MOST && one.iter().all(|pieces| pieces.len() == 1) {
            let known = sides.apart();
            let apart = one.iter().flat_map(|pieces| {
                let known = known.iter().find(|(place, _)| pieces[..] == [*place]);
                two.iter().map(move |stand| far(known.and_then(|(_, distances)| distances.least(stand))))
            });
            let apart = apart.collect();
            sides.moving =
                Some(Candidate { place: None, rows: vec![0; one.len()], columns: vec![0; two.len()], apart });
        }
        Some(sides)
    }

    /// The distances of Two's pieces to each place of One's.
    fn apart(&self) -> Vec<(Place, Distances)> {
        let [one, two] = &self.walks;
        one.places().into_iter().map(|(place, _)| (place, two.distances_to(&[place]))).collect()
    }

    /// The distances of One's and of Two's pieces to a place.
    fn distances(&self, place: Place) -> [Distances; 2] {
        Player::BOTH.map(|player| {
            let (own, other) = (&self.walks[player.index()], &self.walks[player.opponent().index()]);
            own.distances_to_or_beside(&[place], other)
        })
    }

    /// The places of the candidates: the goal, the doors and the others, each group in ascending
    /// order. A place that no step leads to or from is one only if it is a goal. On a large board only
    /// places near the goal are included, and none without a goal.
    fn places_tried(&self, context: &Context<'_>) -> Vec<Place> {
        let goal = context.words.goal();
        let goals: Vec<Place> = goal.as_ref().map(|goal| goal.places.clone()).unwrap_or_default();
        let runner = goal.map_or(Player::One, |goal| goal.player);
        let mut all = Vec::new();
        for walks in &self.walks {
            all.extend(walks.moves().into_iter().flat_map(|(from, to)| [from, to]));
            all.extend(goals.iter().filter(|goal| walks.reaches(**goal)));
        }
        let mut all = set(all);
        let steps = self.walks[runner.index()].distances_to(&goals);
        let rank = |place: &Place| match (goals.contains(place), steps.get(*place)) {
            (true, _) => 0,
            (false, Some(1)) => 1,
            (false, _) => 2,
        };
        if all.len() > PLACES_AT_MOST {
            sort_by_numbers(&mut all, |place| [u64::from(steps.at(*place))]);
            all.truncate(if goals.is_empty() { 0 } else { PLACES_TRIED });
            all.put_in_order();
        }
        sort_by_numbers(&mut all, |place| [rank(place)]);
        all
    }
}

/// The conditions of a law, the number of positions in which it is wrong, and the first of these
/// positions.
struct Found {
    conditions: Vec<Condition>,
    exceptions: usize,
    first: Option<PositionId>,
}

/// Searches for the fewest conditions that together hold exactly where the outcome occurs in a part
/// of a table, or where it does not occur if `negated`. A condition about the place of One's piece
/// is used only if that takes fewer conditions, or if there is no exact law without it.
fn search(table: &Table, part: Part<'_>, sides: &Sides, outcome: WinOrDraw, negated: bool) -> Option<Found> {
    let columns = table.numbers[1].len();
    let wanted = if outcome == WinOrDraw::Win(Player::One) { Seen::One } else { Seen::Two };
    let includes = |seen: Seen| (seen != Seen::Nothing).then_some((seen == wanted) != negated);
    // A table has many positions, so none of them are listed.
    let outside = || {
        let is_outside = |(_, seen): &(usize, &Seen)| includes(**seen) == Some(false);
        part.seen.iter().enumerate().filter(is_outside).map(|(index, _)| (index / columns, index % columns))
    };
    let outside_count = outside().count();
    if outside_count == 0 {
        return None;
    }
    let inside_count = part.seen.iter().filter(|&&seen| includes(seen) == Some(true)).count();
    let most_exceptions = inside_count.min(outside_count) / POSITIONS_PER_EXCEPTION;
    // All positions determine the margins; a sample of them determines the conditions.
    let chosen_by = outside_count.min(SAMPLE_AT_MOST);
    let mut numbers = (0..chosen_by).map(|index| index * outside_count / chosen_by).peekable();
    let sample: Vec<(usize, usize)> =
        (0..).zip(outside()).filter_map(|(n, at)| numbers.next_if_eq(&n).map(|_| at)).collect();
    let candidates: Vec<&Candidate> = sides.candidates.iter().chain(&sides.moving).collect();
    let mut margins = vec![OUTSIDE; candidates.len()];
    let mut masks = vec![OUTSIDE; columns];
    for (row, seen) in part.seen.chunks_exact(columns).enumerate() {
        for (mask, &seen) in masks.iter_mut().zip(seen) {
            *mask = if includes(seen) == Some(true) { 0 } else { OUTSIDE };
        }
        for (margin, candidate) in margins.iter_mut().zip(&candidates) {
            *margin = candidate.margin(row, &masks).max(*margin);
        }
    }
    let judged = |number: usize| {
        let (candidate, margin) = (candidates[number], margins[number]);
        let mut excluded = Bits::new(sample.len());
        for (bit, &at) in sample.iter().enumerate() {
            if candidate.difference(at) > margin {
                excluded.insert(bit);
            }
        }
        let count = excluded.count();
        (margin.abs() < FAR / 2 && count > 0).then_some(RatedCandidate { candidate, margin, excluded, count })
    };
    let rated: Vec<RatedCandidate<'_>> = (0..sides.candidates.len()).filter_map(judged).collect();
    let found = |chosen: &[usize], moving: Option<&RatedCandidate<'_>>| {
        let chosen = || chosen.iter().map(|&at| &rated[at]).chain(moving);
        let is_exception = |at: &(usize, usize)| chosen().all(|here| here.candidate.difference(*at) <= here.margin);
        let mut wrong = outside().filter(is_exception);
        let first = wrong.next().map(|(row, column)| table.position(row, column));
        let exceptions = usize::from(first.is_some()) + wrong.count();
        let condition = |here: &RatedCandidate<'_>| Condition {
            place: here.candidate.place,
            margin: here.margin,
            unit: sides.unit,
        };
        let conditions = chosen().map(condition).collect();
        (exceptions <= most_exceptions).then_some(Found { conditions, exceptions, first })
    };
    let all = || Bits::full(sample.len());
    let exact = || fewest(&rated, CONDITIONS_AT_MOST, &all()).and_then(|chosen| found(&chosen, None));
    let with_moving = |others_at_most| {
        let moving = sides.moving.as_ref().and_then(|_| judged(sides.candidates.len()))?;
        let chosen = fewest(&rated, others_at_most, &all().without(&moving.excluded))?;
        found(&chosen, Some(&moving))
    };
    let inexact =
        || Some(greedy(&rated, all())).filter(|chosen| !chosen.is_empty()).and_then(|chosen| found(&chosen, None));
    let Some(exact) = exact() else { return with_moving(CONDITIONS_AT_MOST - 1).or_else(inexact) };
    let shorter = exact.conditions.len().checked_sub(2).and_then(with_moving);
    Some(shorter.filter(|shorter| shorter.exceptions <= exact.exceptions).unwrap_or(exact))
}

/// A candidate with its least margin: the condition holds in every position with the outcome.
struct RatedCandidate<'a> {
    candidate: &'a Candidate,
    margin: i32,
    /// The sampled positions without the outcome that the condition excludes.
    excluded: Bits,
    count: usize,
}

/// The first of the smallest sets of at most `at_most` candidates that exclude all these positions.
fn fewest(rated: &[RatedCandidate<'_>], at_most: usize, positions: &Bits) -> Option<Vec<usize>> {
    (0..=at_most).find_map(|size| {
        let mut chosen = Vec::new();
        let is_found = choose(rated, 0, size, positions, &mut chosen);
        chosen.reverse();
        is_found.then_some(chosen)
    })
}

/// Extends `chosen` by `size` candidates, numbered `from` or higher, that exclude the rest of the
/// positions. They are pushed in descending order.
fn choose(rated: &[RatedCandidate<'_>], from: usize, size: usize, rest: &Bits, chosen: &mut Vec<usize>) -> bool {
    let left = rest.count();
    if size == 0 {
        return left == 0;
    }
    for (at, here) in rated.iter().enumerate().skip(from) {
        // The last candidate must exclude the whole rest, so its count rules out most candidates.
        let is_chosen = if size == 1 {
            here.count >= left && rest.is_within(&here.excluded)
        } else {
            choose(rated, at + 1, size - 1, &rest.without(&here.excluded), chosen)
        };
        if is_chosen {
            chosen.push(at);
            return true;
        }
    }
    false
}

/// A greedy choice: each candidate excludes the most positions that the candidates before it leave.
/// In ascending order.
fn greedy(rated: &[RatedCandidate<'_>], mut rest: Bits) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < CONDITIONS_AT_MOST {
        let mut best = (rest.count(), None);
        for (at, here) in rated.iter().enumerate() {
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
    chosen.put_in_order();
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
