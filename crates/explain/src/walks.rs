//! The digraph on which a player's pieces walk.

use std::cell::OnceCell;
use std::collections::{BTreeMap, VecDeque};

use catmouse_arena::{Place, Player, PositionId, Words};

/// The digraph of one player's steps, restricted to the places that can be reached from some
/// places. Other pieces are disregarded.
pub(crate) struct Walks {
    /// For each place, the places to which a step leads; `None` if the place cannot be reached.
    out: Vec<Option<Vec<Place>>>,
    /// For each place, the places from which a step leads to it. Computed when first needed.
    back: OnceCell<Vec<Option<Vec<Place>>>>,
    /// The length of each step. Empty if each step has length 1.
    lengths: Lengths,
}

/// The lengths of steps, each given by the places before and after it.
type Lengths = BTreeMap<(Place, Place), u32>;

impl Walks {
    /// Explores from these places. Time: linear in the steps found and in the greatest number of a
    /// place.
    pub(crate) fn new(words: &dyn Words, player: Player, from: impl IntoIterator<Item = Place>) -> Self {
        Self::exploring(words, player, from.into_iter().collect())
    }

    fn exploring(words: &dyn Words, player: Player, mut open: Vec<Place>) -> Self {
        let mut out: Vec<Option<Vec<Place>>> = Vec::new();
        while let Some(place) = open.pop() {
            let steps = entry(&mut out, place);
            if steps.is_none() {
                let targets = words.steps_from(player, place);
                open.extend(&targets);
                *steps = Some(targets);
            }
        }
        Self { out, back: OnceCell::new(), lengths: Lengths::new() }
    }

    /// The same walks, in which each step is as long as its cost. `None` if a walk may cost more
    /// than 2²⁶.
    pub(crate) fn by_cost(mut self, words: &dyn Words, player: Player) -> Option<Self> {
        self.lengths = self.steps().map(|(from, to)| ((from, to), words.step_cost(player, from, to))).collect();
        let total: u64 = self.lengths.values().map(|&cost| u64::from(cost)).sum();
        (total <= 1 << 26).then_some(self)
    }

    /// Explores from all places where the player's pieces can be placed, including those that
    /// cannot be reached from the start.
    pub(crate) fn everywhere(words: &dyn Words, player: Player, start: PositionId) -> Self {
        let positions = words.elsewhere(start, player).chain([start]);
        Self::new(words, player, positions.flat_map(|position| words.places(position, player)))
    }

    /// The doors: the places outside the goal from which a step leads into it.
    pub(crate) fn doors<'a>(&'a self, goal: &'a [Place]) -> impl Iterator<Item = Place> + 'a {
        let leads_in = |targets: &[Place]| targets.iter().any(|to| goal.contains(to));
        let doors = self.places().filter(move |(place, targets)| !goal.contains(place) && leads_in(targets));
        doors.map(|(place, _)| place)
    }

    /// Whether a walk leads from one of some places to one of others, without entering the place
    /// `avoided`.
    pub(crate) fn reach(&self, from: &[Place], to: &[Place], avoided: Place) -> bool {
        let mut met = vec![false; self.out.len()];
        let mut open = from.to_vec();
        while let Some(place) = open.pop() {
            let Some(Some(targets)) = self.out.get(place.number() as usize) else { continue };
            if place != avoided && !std::mem::replace(&mut met[place.number() as usize], true) {
                open.extend(targets);
            }
        }
        to.iter().any(|place| met.get(place.number() as usize) == Some(&true))
    }

    /// For each place, the length of a shortest walk from it to one of `places`. If none of `places`
    /// can be reached, the walk leads to a place from which a step of `other` leads to one of them,
    /// and this step is added.
    pub(crate) fn distances_to_or_beside(&self, places: &[Place], other: &Self) -> Distances {
        if places.iter().any(|&place| self.reaches(place)) {
            return self.distances_to(places);
        }
        let leads_in = |&(from, to): &(Place, Place)| places.contains(&to) && self.reaches(from);
        let beside = other.steps().filter(leads_in);
        self.search_back(
            beside.map(|(from, to)| (from, other.lengths.get(&(from, to)).copied().unwrap_or(1))).collect(),
        )
    }

    /// Whether this place can be reached.
    pub(crate) fn reaches(&self, place: Place) -> bool {
        self.out.get(place.number() as usize).is_some_and(Option::is_some)
    }

    /// Every place that can be reached, ascending, with the places to which its steps lead.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Place, &[Place])> + '_ {
        let numbered = (0..).map(Place::new).zip(&self.out);
        numbered.filter_map(|(from, targets)| Some((from, targets.as_deref()?)))
    }

    /// Every step, as a pair of the place before it and the place after it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Place, Place)> + '_ {
        self.places().flat_map(|(from, targets)| targets.iter().map(move |&to| (from, to)))
    }

    /// For each place, the least number of steps to it from one of `places`.
    pub(crate) fn distances_from(&self, places: &[Place]) -> Distances {
        Distances::search(&self.out, places.iter().map(|&place| (place, 0)).collect(), &Lengths::new())
    }

    /// For each place, the length of a shortest walk from it to one of `places`.
    pub(crate) fn distances_to(&self, places: &[Place]) -> Distances {
        self.search_back(places.iter().map(|&place| (place, 0)).collect())
    }

    /// As [`distances_to`](Self::distances_to), where each place has a distance of its own.
    fn search_back(&self, places: Vec<(Place, u32)>) -> Distances {
        let back = self.back.get_or_init(|| {
            let mut back = vec![None; self.out.len()];
            for (from, to) in self.steps() {
                entry(&mut back, to).get_or_insert_default().push(from);
            }
            back
        });
        Distances::search(back, places, &self.lengths)
    }
}

/// The entry of a place in a table indexed by the numbers of places. The table grows as needed.
fn entry(table: &mut Vec<Option<Vec<Place>>>, place: Place) -> &mut Option<Vec<Place>> {
    let index = place.number() as usize;
    if index >= table.len() {
        table.resize(index + 1, None);
    }
    &mut table[index]
}

/// The distance of each place in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Distances(Vec<u32>);

impl Distances {
    /// The distance of a place without a path.
    pub(crate) const NONE: u32 = u32::MAX;

    /// A search from places with their distances. A step leads from the second place of its
    /// `lengths` to the first. If all steps have length 1, this is a breadth-first search;
    /// otherwise it is the algorithm of Bellman and Ford with a queue.
    fn search(steps: &[Option<Vec<Place>>], from: Vec<(Place, u32)>, lengths: &Lengths) -> Self {
        let places = from.iter().map(|(place, _)| place.number() as usize + 1).fold(steps.len(), usize::max);
        let mut distances = vec![Self::NONE; places];
        let mut open: VecDeque<Place> = VecDeque::new();
        for (place, distance) in from {
            let known = &mut distances[place.number() as usize];
            *known = distance.min(*known);
            open.push_back(place);
        }
        while let Some(place) = open.pop_front() {
            let here = distances[place.number() as usize];
            for &next in steps.get(place.number() as usize).and_then(Option::as_ref).into_iter().flatten() {
                let length = if lengths.is_empty() { 1 } else { lengths[&(next, place)] };
                let distance = &mut distances[next.number() as usize];
                if here.saturating_add(length) < *distance {
                    *distance = here + length;
                    open.push_back(next);
                }
            }
        }
        Self(distances)
    }

    /// The distance of a place; `None` if there is no path.
    pub(crate) fn get(&self, place: Place) -> Option<u32> {
        Some(self.at(place)).filter(|&steps| steps != Self::NONE)
    }

    /// The distance of a place; [`NONE`](Self::NONE) if there is no path.
    pub(crate) fn at(&self, place: Place) -> u32 {
        self.0.get(place.number() as usize).copied().unwrap_or(Self::NONE)
    }

    /// The least distance of these places; `None` if none has a path.
    pub(crate) fn least(&self, places: &[Place]) -> Option<u32> {
        places.iter().filter_map(|&place| self.get(place)).min()
    }

    /// The places with a path, ascending, each with its distance.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Place, u32)> + '_ {
        (0..).map(Place::new).zip(self.0.iter().copied()).filter(|&(_, steps)| steps != Self::NONE)
    }
}
