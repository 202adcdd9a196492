//! The digraph on which a player's pieces walk, as far as they can reach it.

use std::cell::OnceCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use catmouse_arena::{Place, Player, Words};

/// The digraph of one player's steps, restricted to what can be reached from some places; other pieces are disregarded.
pub(crate) struct Walks {
    out: BTreeMap<Place, Vec<Place>>,
    /// The places from which a step leads to each place; made when it is needed first.
    back: OnceCell<BTreeMap<Place, Vec<Place>>>,
}

impl Walks {
    /// Explores from these places. Time: linear in the steps found.
    pub(crate) fn new(words: &dyn Words, player: Player, from: impl IntoIterator<Item = Place>) -> Self {
        let mut out: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
        let mut open: Vec<Place> = from.into_iter().collect();
        while let Some(place) = open.pop() {
            if let Entry::Vacant(vacant) = out.entry(place) {
                let steps = vacant.insert(words.steps_from(player, place));
                open.extend(steps.iter());
            }
        }
        Self { out, back: OnceCell::new() }
    }

    /// Every place that can be reached, and where steps lead from it.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Place, &[Place])> + '_ {
        self.out.iter().map(|(&from, targets)| (from, &targets[..]))
    }

    /// Every step, as a pair of the place before it and the place after it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Place, Place)> + '_ {
        self.out.iter().flat_map(|(&from, targets)| targets.iter().map(move |&to| (from, to)))
    }

    /// For each place the least number of steps to it from one of these.
    pub(crate) fn distances_from(&self, places: &[Place]) -> BTreeMap<Place, u32> {
        search(&self.out, places)
    }

    /// For each place the least number of steps from it to one of these.
    pub(crate) fn distances_to(&self, places: &[Place]) -> BTreeMap<Place, u32> {
        let back = self.back.get_or_init(|| {
            let mut back: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
            for (from, to) in self.steps() {
                back.entry(to).or_default().push(from);
            }
            back
        });
        search(back, places)
    }
}

fn search(steps: &BTreeMap<Place, Vec<Place>>, from: &[Place]) -> BTreeMap<Place, u32> {
    let mut distances: BTreeMap<Place, u32> = from.iter().map(|&place| (place, 0)).collect();
    let mut open: VecDeque<(Place, u32)> = from.iter().map(|&place| (place, 0)).collect();
    while let Some((place, distance)) = open.pop_front() {
        for &next in steps.get(&place).into_iter().flatten() {
            if let Entry::Vacant(vacant) = distances.entry(next) {
                vacant.insert(distance + 1);
                open.push_back((next, distance + 1));
            }
        }
    }
    distances
}
