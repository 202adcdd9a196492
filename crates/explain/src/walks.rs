//! The digraph on which a player's pieces walk.

use std::cell::OnceCell;
use std::collections::VecDeque;

use catmouse_arena::{Place, Player, PositionId, Words};

/// The digraph of one player's steps, restricted to the places that can be reached from some
/// places. Other pieces are disregarded.
pub(crate) struct Walks {
    /// For each place, the places to which a step leads; `None` if the place cannot be reached.
    out: Vec<Option<Vec<Place>>>,
    /// For each place, the places from which a step leads to it. Computed when first needed.
    back: OnceCell<Vec<Option<Vec<Place>>>>,
}

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
        Self { out, back: OnceCell::new() }
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

    /// For each place, the least number of steps from it to one of `places`. If none of `places`
    /// can be reached, the steps are counted to a place from which a step of `other` leads to one
    /// of them, plus one.
    pub(crate) fn distances_to_or_beside(&self, places: &[Place], other: &Self) -> Distances {
        if places.iter().any(|&place| self.reaches(place)) {
            return self.distances_to(places);
        }
        let leads_in = |&(from, to): &(Place, Place)| places.contains(&to) && self.reaches(from);
        let beside: Vec<Place> = other.steps().filter(leads_in).map(|(from, _)| from).collect();
        self.distances_to(&beside).plus_one()
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
        Distances::search(&self.out, places)
    }

    /// For each place, the least number of steps from it to one of `places`.
    pub(crate) fn distances_to(&self, places: &[Place]) -> Distances {
        let back = self.back.get_or_init(|| {
            let mut back = vec![None; self.out.len()];
            for (from, to) in self.steps() {
                entry(&mut back, to).get_or_insert_default().push(from);
            }
            back
        });
        Distances::search(back, places)
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

    fn search(steps: &[Option<Vec<Place>>], from: &[Place]) -> Self {
        let places = from.iter().map(|place| place.number() as usize + 1).fold(steps.len(), usize::max);
        let mut distances = vec![Self::NONE; places];
        let mut open: VecDeque<Place> = from.iter().copied().collect();
        for place in from {
            distances[place.number() as usize] = 0;
        }
        while let Some(place) = open.pop_front() {
            let here = distances[place.number() as usize];
            for &next in steps.get(place.number() as usize).and_then(Option::as_ref).into_iter().flatten() {
                let distance = &mut distances[next.number() as usize];
                if *distance == Self::NONE {
                    *distance = here + 1;
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

    /// All distances, increased by one.
    pub(crate) fn plus_one(self) -> Self {
        Self(self.0.into_iter().map(|steps| steps.saturating_add(1)).collect())
    }

    /// The places with a path, ascending, each with its distance.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Place, u32)> + '_ {
        (0..).map(Place::new).zip(self.0.iter().copied()).filter(|&(_, steps)| steps != Self::NONE)
    }
}
