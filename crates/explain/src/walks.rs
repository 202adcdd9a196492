//! The digraph on which a player's pieces walk.

use std::cell::OnceCell;
use std::collections::VecDeque;

use catmouse_arena::{Place, Player, PositionId, Words};

use crate::by_place::ByPlace;

/// The digraph of one player's steps, restricted to the places that can be reached from some
/// places. Other pieces are disregarded.
pub(crate) struct Walks {
    /// For each place that can be reached, the places to which a step leads.
    out: ByPlace<Vec<Place>>,
    /// For each place, the places from which a step leads to it. Computed when first needed.
    back: OnceCell<ByPlace<Vec<Place>>>,
    /// For each place, the lengths of the steps in `out`. Empty if each step has length 1.
    lengths: ByPlace<Vec<u32>>,
}

impl Walks {
    /// Explores from these places. Time: linear in the steps found and in the greatest number of a
    /// place.
    pub(crate) fn new(words: &dyn Words, player: Player, from: &[Place]) -> Self {
        let mut out: ByPlace<Vec<Place>> = ByPlace::new();
        let mut open = from.to_vec();
        while let Some(place) = open.pop() {
            let steps = out.entry(place);
            if steps.is_none() {
                let targets = words.steps_from(player, place);
                open.extend(&targets);
                *steps = Some(targets);
            }
        }
        Self { out, back: OnceCell::new(), lengths: ByPlace::new() }
    }

    /// The same walks, in which each step is as long as its cost. `None` if a walk may cost more
    /// than 2²⁶.
    pub(crate) fn by_cost(mut self, words: &dyn Words, player: Player) -> Option<Self> {
        let mut total = 0;
        for (from, targets) in self.out.entries() {
            let lengths: Vec<u32> = targets.iter().map(|&to| words.step_cost(player, from, to)).collect();
            total += lengths.iter().map(|&cost| u64::from(cost)).sum::<u64>();
            *self.lengths.entry(from) = Some(lengths);
        }
        (total <= 1 << 26).then_some(self)
    }

    /// Explores from all places where the player's pieces can be placed, including those that
    /// cannot be reached from the start.
    pub(crate) fn everywhere(words: &dyn Words, player: Player, start: PositionId) -> Self {
        let mut from = words.places(start, player);
        for position in words.elsewhere(start, player) {
            from.extend(words.places(position, player));
        }
        Self::new(words, player, &from)
    }

    /// The doors, ascending: the places outside the goal from which a step leads into it.
    pub(crate) fn doors(&self, goal: &[Place]) -> Vec<Place> {
        let mut doors = Vec::new();
        for (place, targets) in self.places() {
            if !goal.contains(&place) && targets.iter().any(|to| goal.contains(to)) {
                doors.push(place);
            }
        }
        doors
    }

    /// Whether a walk leads from one of some places to one of others, without entering any of the places
    /// `avoided`.
    pub(crate) fn reach(&self, from: &[Place], to: &[Place], avoided: &[Place]) -> bool {
        let mut met = vec![false; self.out.size()];
        let mut open = from.to_vec();
        while let Some(place) = open.pop() {
            let Some(targets) = self.out.get(place) else { continue };
            if !avoided.contains(&place) && !std::mem::replace(&mut met[place.number() as usize], true) {
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
        let mut beside = Vec::new();
        for (from, to) in other.steps() {
            if places.contains(&to) && self.reaches(from) {
                beside.push((from, other.length(from, to)));
            }
        }
        self.search_back(&beside)
    }

    /// The places to which a step leads from a place; none if the place cannot be reached.
    pub(crate) fn targets(&self, place: Place) -> &[Place] {
        self.out.get(place).map_or(&[], Vec::as_slice)
    }

    /// A number that is greater than the number of any place that can be reached.
    pub(crate) fn size(&self) -> usize {
        self.out.size()
    }

    /// Whether this place can be reached.
    pub(crate) fn reaches(&self, place: Place) -> bool {
        self.out.get(place).is_some()
    }

    /// Every place that can be reached, ascending, with the places to which its steps lead.
    pub(crate) fn places(&self) -> Vec<(Place, &Vec<Place>)> {
        self.out.entries()
    }

    /// Every step, as a pair of the place before it and the place after it.
    pub(crate) fn steps(&self) -> Vec<(Place, Place)> {
        let mut steps = Vec::new();
        for (from, targets) in self.places() {
            steps.extend(targets.iter().map(|&to| (from, to)));
        }
        steps
    }

    /// Every step that does not stay, as [`steps`](Self::steps).
    pub(crate) fn moves(&self) -> Vec<(Place, Place)> {
        self.steps().into_iter().filter(|(from, to)| from != to).collect()
    }

    /// Whether every step can be taken back.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.moves().into_iter().all(|(from, to)| self.targets(to).contains(&from))
    }

    /// The number of steps of a shortest cycle of symmetric walks; `None` if there is none. Time:
    /// linear in the steps, for each place.
    pub(crate) fn shortest_cycle(&self) -> Option<u32> {
        let mut least = None;
        for (root, _) in self.places() {
            let distances = self.distances_from(&[root]);
            let mut parents = vec![0; self.size()];
            for (from, to) in self.moves() {
                let (Some(before), Some(after)) = (distances.get(from), distances.get(to)) else { continue };
                // Two ways of equal length to a place, or a step between two places equally far,
                // close a circle.
                parents[to.number() as usize] += usize::from(before < after);
                let circle = match after.cmp(&before) {
                    std::cmp::Ordering::Equal => 2 * after + 1,
                    std::cmp::Ordering::Greater if parents[to.number() as usize] == 2 => 2 * after,
                    std::cmp::Ordering::Greater | std::cmp::Ordering::Less => continue,
                };
                least = Some(least.map_or(circle, |least: u32| least.min(circle)));
            }
        }
        least
    }

    fn length(&self, from: Place, to: Place) -> u32 {
        let Some(lengths) = self.lengths.get(from) else { return 1 };
        self.targets(from).iter().position(|target| *target == to).map_or(1, |step| lengths[step])
    }

    /// For each place, the least number of steps to it from one of `places`.
    pub(crate) fn distances_from(&self, places: &[Place]) -> Distances {
        self.search(&self.out, &at_zero(places), &|_, _| 1)
    }

    /// For each place, the length of a shortest walk from it to one of `places`.
    pub(crate) fn distances_to(&self, places: &[Place]) -> Distances {
        self.search_back(&at_zero(places))
    }

    /// As [`distances_to`](Self::distances_to), where each place has a distance of its own.
    fn search_back(&self, places: &[(Place, u32)]) -> Distances {
        let back = self.back.get_or_init(|| {
            let mut back: ByPlace<Vec<Place>> = ByPlace::new();
            for (from, to) in self.steps() {
                back.entry(to).get_or_insert_default().push(from);
            }
            back
        });
        self.search(back, places, &|after, before| self.length(before, after))
    }

    /// A search from places with their distances. A step from one place to another has this
    /// `length`. If all steps have length 1, this is a breadth-first search; otherwise it is the
    /// algorithm of Bellman and Ford with a queue.
    fn search(
        &self,
        steps: &ByPlace<Vec<Place>>,
        from: &[(Place, u32)],
        length: &dyn Fn(Place, Place) -> u32,
    ) -> Distances {
        let mut places = self.out.size();
        for (place, _) in from {
            places = places.max(place.number() as usize + 1);
        }
        let mut distances = vec![Distances::NONE; places];
        let mut open: VecDeque<Place> = VecDeque::new();
        for &(place, distance) in from {
            let known = &mut distances[place.number() as usize];
            *known = distance.min(*known);
            open.push_back(place);
        }
        while let Some(place) = open.pop_front() {
            let here = distances[place.number() as usize];
            let Some(targets) = steps.get(place) else { continue };
            for &next in targets {
                let length = length(place, next);
                let distance = &mut distances[next.number() as usize];
                if here.saturating_add(length) < *distance {
                    *distance = here + length;
                    open.push_back(next);
                }
            }
        }
        Distances(distances)
    }
}

fn at_zero(places: &[Place]) -> Vec<(Place, u32)> {
    places.iter().map(|&place| (place, 0)).collect()
}

/// The distance of each place in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Distances(Vec<u32>);

impl Distances {
    /// The distance of a place without a path.
    pub(crate) const NONE: u32 = u32::MAX;

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
    pub(crate) fn entries(&self) -> Vec<(Place, u32)> {
        let mut entries = Vec::new();
        for (place, &steps) in (0..).zip(&self.0) {
            if steps != Self::NONE {
                entries.push((Place::new(place), steps));
            }
        }
        entries
    }
}
