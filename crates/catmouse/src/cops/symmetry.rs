//! Symmetries of a graph, and what is alike under them.
//!
//! Two placements are alike where some automorphism takes the one to the other. Generators of the group are found by individualising
//! vertices and refining colours: a vertex is given a colour of its own, and vertices are told apart by the colours of their neighbours
//! until nothing changes. What is done to a vertex is done to another that it might go to, at the same time; where the colours come
//! out differently the one cannot go to the other.
//!
//! **Source.** B. `McKay`, *Practical graph isomorphism*, Congressus Numerantium 30, 1981, without its canonical forms.

use std::collections::BTreeMap;

/// Steps of refinement, over all vertices, after which the search for symmetries is given up.
const BUDGET: usize = 1 << 26;

/// Generators of the automorphisms of a digraph without loops, given by its neighbours out and in, each ascending: for each generator where every vertex
/// goes. None where there are too many vertices and arcs for the search.
pub(super) fn generators(out: &[Vec<u32>], into: &[Vec<u32>]) -> Option<Vec<Vec<u32>>> {
    let mut search = Search { out, into, left: BUDGET };
    let vertices = out.len();
    let mut found: Vec<Vec<u32>> = Vec::new();
    // The base: vertices that are fixed one after the other until nothing can move any more.
    let mut fixed = vec![search.refined(vec![0; vertices])?];
    let mut base: Vec<u32> = Vec::new();
    while let Some(vertex) = first_in_class(fixed.last()?) {
        let colours = individualised(fixed.last()?, vertex);
        base.push(vertex);
        fixed.push(search.refined(colours)?);
    }
    // From the last base vertex back: where each may go while those before it stay. Symmetries that are known already need not be
    // looked for again.
    for depth in (0..base.len()).rev() {
        let (colours, vertex) = (&fixed[depth], base[depth]);
        let mut orbits = Orbits::new(vertices);
        let stays = |generator: &Vec<u32>| base[..depth].iter().all(|&vertex| generator[vertex as usize] == vertex);
        found.iter().filter(|generator| stays(generator)).for_each(|generator| orbits.join(generator));
        for image in (0..vertices as u32).filter(|&image| colours[image as usize] == colours[vertex as usize]) {
            if orbits.of(image) == orbits.of(vertex) {
                continue;
            }
            let there = search.refined(individualised(colours, image))?;
            if let Some(generator) = search.extended(&fixed[depth + 1], &there)? {
                orbits.join(&generator);
                found.push(generator);
            }
        }
    }
    Some(found)
}

/// The lists that are alike under the group, by the first of each kind with the number of its kind. The lists are sorted, their entries
/// ascending, and the group takes each to another of them.
pub(super) fn kinds(lists: &[Vec<u32>], generators: &[Vec<u32>]) -> Vec<(Vec<u32>, u64)> {
    let mut orbits = Orbits::new(lists.len());
    for generator in generators {
        for (index, list) in lists.iter().enumerate() {
            let mut image: Vec<u32> = list.iter().map(|&vertex| generator[vertex as usize]).collect();
            image.sort_unstable();
            if let Ok(other) = lists.binary_search(&image) {
                orbits.unite(index as u32, other as u32);
            }
        }
    }
    let mut kinds: BTreeMap<u32, u64> = BTreeMap::new();
    for index in 0..lists.len() as u32 {
        *kinds.entry(orbits.of(index)).or_default() += 1;
    }
    kinds.into_iter().map(|(first, count)| (lists[first as usize].clone(), count)).collect()
}

/// The colours with one vertex told apart from the others of its class.
fn individualised(colours: &[u32], vertex: u32) -> Vec<u32> {
    let mut colours: Vec<u32> = colours.iter().map(|colour| 2 * colour + 1).collect();
    colours[vertex as usize] -= 1;
    colours
}

/// The first vertex that shares its colour with another.
fn first_in_class(colours: &[u32]) -> Option<u32> {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for &colour in colours {
        *counts.entry(colour).or_default() += 1;
    }
    colours.iter().position(|colour| counts[colour] > 1).map(|vertex| vertex as u32)
}

struct Search<'a> {
    out: &'a [Vec<u32>],
    into: &'a [Vec<u32>],
    /// Steps that may still be taken.
    left: usize,
}

impl Search<'_> {
    /// Tells vertices apart by the colours of their neighbours until nothing changes. Colours are numbered so that what looks alike in two
    /// graphs has the same numbers in both.
    fn refined(&mut self, mut colours: Vec<u32>) -> Option<Vec<u32>> {
        let mut classes = 0;
        loop {
            let mut looks: Vec<(u32, Vec<u32>, Vec<u32>, u32)> = Vec::with_capacity(colours.len());
            for (vertex, &colour) in colours.iter().enumerate() {
                let seen = |list: &[u32]| {
                    let mut seen: Vec<u32> = list.iter().map(|&other| colours[other as usize]).collect();
                    seen.sort_unstable();
                    seen
                };
                let (out, into) = (seen(&self.out[vertex]), seen(&self.into[vertex]));
                self.left = self.left.checked_sub(1 + out.len() + into.len())?;
                looks.push((colour, out, into, vertex as u32));
            }
            looks.sort_unstable();
            let (mut number, mut first) = (0, 0);
            for index in 0..looks.len() {
                let is_alike = index > 0 && {
                    let (one, other) = (&looks[index - 1], &looks[index]);
                    (one.0, &one.1, &one.2) == (other.0, &other.1, &other.2)
                };
                if !is_alike {
                    // Colours leave room between them, so that they say how large the classes before are.
                    (number, first) = (index as u32, first + 1);
                }
                colours[looks[index].3 as usize] = number;
            }
            if first == classes {
                return Some(colours);
            }
            classes = first;
        }
    }

    /// An automorphism that takes the one colouring to the other, if there is one.
    #[expect(clippy::option_option, reason = "none at all where the search is given up")]
    fn extended(&mut self, here: &[u32], there: &[u32]) -> Option<Option<Vec<u32>>> {
        let sorted = |colours: &[u32]| {
            let mut sorted = colours.to_vec();
            sorted.sort_unstable();
            sorted
        };
        if sorted(here) != sorted(there) {
            return Some(None);
        }
        let Some(vertex) = first_in_class(here) else {
            return Some(self.automorphism(here, there));
        };
        let next = self.refined(individualised(here, vertex))?;
        for image in (0..there.len() as u32).filter(|&image| there[image as usize] == here[vertex as usize]) {
            let image = self.refined(individualised(there, image))?;
            if let Some(found) = self.extended(&next, &image)? {
                return Some(Some(found));
            }
        }
        Some(None)
    }

    /// The map between two colourings in which all vertices differ, if it takes arcs to arcs.
    fn automorphism(&self, here: &[u32], there: &[u32]) -> Option<Vec<u32>> {
        let mut of_colour = vec![0; there.len()];
        there.iter().enumerate().for_each(|(vertex, &colour)| of_colour[colour as usize] = vertex as u32);
        let map: Vec<u32> = here.iter().map(|&colour| of_colour[colour as usize]).collect();
        let is_kept = self.out.iter().enumerate().all(|(vertex, list)| {
            let mut image: Vec<u32> = list.iter().map(|&other| map[other as usize]).collect();
            image.sort_unstable();
            image == self.out[map[vertex] as usize]
        });
        is_kept.then_some(map)
    }
}

/// What is alike, by the least of its kind.
struct Orbits(Vec<u32>);

impl Orbits {
    fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    fn of(&mut self, mut index: u32) -> u32 {
        while self.0[index as usize] != index {
            self.0[index as usize] = self.0[self.0[index as usize] as usize];
            index = self.0[index as usize];
        }
        index
    }

    fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other) as usize] = one.min(other);
    }

    /// Whatever a map takes to each other is alike.
    fn join(&mut self, map: &[u32]) {
        map.iter().enumerate().for_each(|(from, &to)| self.unite(from as u32, to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both_ways(vertices: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); vertices];
        for (a, b) in edges {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
        }
        neighbours
    }

    /// The group that some maps generate, closed by multiplying.
    fn order(vertices: usize, generators: &[Vec<u32>]) -> usize {
        let mut group = std::collections::BTreeSet::from([(0..vertices as u32).collect::<Vec<u32>>()]);
        let mut waiting: Vec<Vec<u32>> = group.iter().cloned().collect();
        while let Some(map) = waiting.pop() {
            for generator in generators {
                let product: Vec<u32> = map.iter().map(|&to| generator[to as usize]).collect();
                if group.insert(product.clone()) {
                    waiting.push(product);
                }
            }
        }
        group.len()
    }

    /// The orders of the groups as the literature has them.
    #[test]
    fn groups_have_their_orders() {
        let cycle = |length: u32| both_ways(length as usize, (0..length).map(|at| (at, (at + 1) % length)));
        let cube = both_ways(
            8,
            (0..8u32).flat_map(|at| (0..3).map(move |bit| (at, at ^ 1 << bit))).filter(|(from, to)| from < to),
        );
        let petersen =
            both_ways(10, (0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (5 + at, 5 + (at + 2) % 5)]));
        let star = both_ways(6, (1..6).map(|leaf| (0, leaf)));
        let path = both_ways(4, (1..4).map(|at| (at - 1, at)));
        let asymmetric = both_ways(7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)]);
        let orders = [(cycle(7), 14), (cube, 48), (petersen, 120), (star, 120), (path, 2), (asymmetric, 1)];
        for (graph, expected) in orders {
            let found = generators(&graph, &graph).expect("it is small");
            assert_eq!(order(graph.len(), &found), expected, "{graph:?}");
        }
        // One way round a cycle there are no reflections.
        let out: Vec<Vec<u32>> = (0..7).map(|at| vec![(at + 1) % 7]).collect();
        let into: Vec<Vec<u32>> = (0..7).map(|at| vec![(at + 6) % 7]).collect();
        assert_eq!(order(7, &generators(&out, &into).expect("it is small")), 7);
    }

    #[test]
    fn pairs_on_a_cycle_are_alike_by_their_distance() {
        let cycle = both_ways(6, (0..6).map(|at| (at, (at + 1) % 6)));
        let pairs: Vec<Vec<u32>> = (0..6).flat_map(|a| (a..6).map(move |b| vec![a, b])).collect();
        let found = kinds(&pairs, &generators(&cycle, &cycle).expect("it is small"));
        assert_eq!(found, [(vec![0, 0], 6), (vec![0, 1], 6), (vec![0, 2], 6), (vec![0, 3], 3)]);
    }
}
