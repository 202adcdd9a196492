//! The digraph on which a player's pieces walk, as far as it can be reached.

use std::cell::OnceCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use catmouse_arena::{Place, Player, Words};

/// Where a player's pieces can get to from some places, step by step, if no other piece matters.
pub(crate) struct Walks {
    out: BTreeMap<Place, Vec<Place>>,
    /// From where a step leads to each place, once that was asked for.
    back: OnceCell<BTreeMap<Place, Vec<Place>>>,
}

impl Walks {
    /// Explores from these places. Time: linear in the steps found.
    pub(crate) fn new<W: Words>(words: &W, player: Player, from: impl IntoIterator<Item = Place>) -> Self {
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

    /// Every step, from where to where.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Place, Place)> + '_ {
        self.out.iter().flat_map(|(&from, targets)| targets.iter().map(move |&to| (from, to)))
    }

    /// How many steps each place is from one of these.
    pub(crate) fn distances_from(&self, places: &[Place]) -> BTreeMap<Place, u32> {
        search(&self.out, places)
    }

    /// How many steps it is from each place to one of these.
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
