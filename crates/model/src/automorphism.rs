//! The symmetries of a game's board: the permutations of its vertices that change nothing about the game.
//!
//! A symmetry maps every move of either side to a move of that side at the same cost, holes to holes, and closed
//! vertices to closed ones. Placements that it maps to each other are worth the same, so one of them can stand for all.
//!
//! The group may be huge and is never listed. [`Symmetries::of`] finds a strong generating set by individualisation and
//! refinement: colours that no symmetry can change are refined until they are stable, and where they leave a choice,
//! one vertex is fixed after the other. For each fixed vertex and each other one of its colour that is not yet in its
//! orbit, a symmetry that takes the one to the other is searched by backtracking. (C. C. Sims, *Computational methods
//! in the study of permutation groups*, 1970.)

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Vertex;
use crate::game::Game;
use crate::rules::Side;

/// A permutation: for each vertex where it goes.
type Permutation = Vec<u32>;

/// For each vertex a colour, such that no symmetry changes it.
type Colours = Vec<usize>;

/// The symmetries of a game's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    vertices: u32,
    generators: Vec<Permutation>,
    order: u128,
}

/// Larger boards are not looked at.
const VERTICES_AT_MOST: u32 = 512;
/// Refinements that a search may take in all.
const REFINEMENTS_AT_MOST: usize = 1 << 12;

impl Symmetries {
    /// The symmetries of the board under the rules of the game; none if the board is large, or the search takes too
    /// long.
    ///
    /// Time: O(r · m log m) for m moves of both sides, with at most 4096 refinements r.
    pub fn of(game: &Game) -> Option<Self> {
        let vertices = game.board().vertices();
        if vertices > VERTICES_AT_MOST {
            return None;
        }
        let mut kinds: Vec<(bool, bool, bool)> = Vec::new();
        for vertex in (0..vertices).map(Vertex::new) {
            let open = |side: Side| game.steps(side).1.node(vertex).is_some();
            kinds.push((game.rules().holes.contains(&vertex), open(Side::Mouse), open(Side::Cat)));
        }
        let mut arcs = Vec::new();
        for side in [Side::Mouse, Side::Cat] {
            let (steps, domain) = game.steps(side);
            for node in 0..steps.nodes() {
                let from = domain.vertex(node).number();
                let targets = steps.successors(node).iter();
                arcs.extend(targets.map(|arc| (from, domain.vertex(arc.node).number(), (side == Side::Cat, arc.cost))));
            }
        }
        Self::search(vertices, &kinds, &arcs, REFINEMENTS_AT_MOST)
    }

    /// The symmetries of a digraph whose vertices are all of one kind; none if the search takes more than so many refinements.
    ///
    /// ```
    /// use catmouse_model::Symmetries;
    ///
    /// // One way round a cycle of five there are rotations and no reflections.
    /// let cycle = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
    /// assert_eq!(Symmetries::of_digraph(5, &cycle, 100).expect("it is small").order(), 5);
    /// ```
    ///
    /// Time: O(r · m log m) for m arcs and r refinements.
    pub fn of_digraph(vertices: u32, arcs: &[(u32, u32)], refinements: usize) -> Option<Self> {
        let arcs: Vec<(u32, u32, ())> = arcs.iter().map(|&(from, to)| (from, to, ())).collect();
        Self::search(vertices, &vec![(); vertices as usize], &arcs, refinements)
    }

    fn search<K: Ord, L: Ord + Copy>(
        vertices: u32,
        kinds: &[K],
        arcs: &[(u32, u32, L)],
        refinements: usize,
    ) -> Option<Self> {
        let ranks: BTreeSet<L> = arcs.iter().map(|&(.., label)| label).collect();
        let rank: BTreeMap<L, usize> = ranks.into_iter().zip(0..).collect();
        let mut around: Vec<Vec<(usize, u32)>> = vec![Vec::new(); vertices as usize];
        for &(from, to, label) in arcs {
            around[from as usize].push((2 * rank[&label], to));
            around[to as usize].push((2 * rank[&label] + 1, from));
        }
        let sorted: BTreeSet<&K> = kinds.iter().collect();
        let kind: BTreeMap<&K, usize> = sorted.into_iter().zip(0..).collect();
        let colours: Colours = kinds.iter().map(|of| kind[of]).collect();
        let mut search = Search { around: &around, left: refinements };
        let (colours, _) = search.refined(&colours, &colours)??;

        // One vertex after the other is fixed, until the colours tell all of them apart.
        let mut levels: Vec<(Colours, u32)> = Vec::new();
        let mut stable = colours;
        while let Some(vertex) = first_of_a_choice(&stable) {
            levels.push((stable.clone(), vertex));
            let fixed = fixed(&stable, vertex);
            stable = search.refined(&fixed, &fixed)??.0;
        }
        let mut generators: Vec<Permutation> = Vec::new();
        let mut order: u128 = 1;
        for (colours, vertex) in levels.into_iter().rev() {
            // All generators so far fix what was fixed before this vertex.
            let mut orbit = orbit(vertex, &generators, |&vertex, generator| generator[vertex as usize]);
            for other in (0..vertices).filter(|&other| colours[other as usize] == colours[vertex as usize]) {
                if orbit.contains(&other) {
                    continue;
                }
                if let Some(found) = search.symmetry(&fixed(&colours, vertex), &fixed(&colours, other))? {
                    generators.push(found);
                    orbit = self::orbit(vertex, &generators, |&vertex, generator| generator[vertex as usize]);
                }
            }
            order = order.saturating_mul(orbit.len() as u128);
        }
        Some(Self { vertices, generators, order })
    }

    /// How many there are, the one that moves nothing included; at most the greatest number of this type.
    pub fn order(&self) -> u128 {
        self.order
    }

    /// Permutations whose products are all of them: for each vertex where it goes.
    pub fn generators(&self) -> &[Vec<u32>] {
        &self.generators
    }

    /// How many placements are the same as this one up to symmetry, itself included: of a first group of
    /// interchangeable pieces, and with them a second. The numbers are those of places for the first group, and of
    /// places for the second while the first stays. None if there are more than about a hundred thousand.
    ///
    /// Time: O(p · g · k log k) for p placements of k pieces and g generators.
    pub fn alike(&self, first: &[Vertex], second: &[Vertex]) -> Option<(usize, usize)> {
        /// More than this are not counted.
        const AT_MOST: usize = 100_000;
        let sorted = |vertices: &[Vertex]| {
            let mut numbers: Vec<u32> = vertices.iter().map(|vertex| vertex.number()).collect();
            numbers.sort_unstable();
            numbers
        };
        let moved = |numbers: &[u32], generator: &Permutation| {
            let mut numbers: Vec<u32> = numbers.iter().map(|&number| generator[number as usize]).collect();
            numbers.sort_unstable();
            numbers
        };
        let start = (sorted(first), sorted(second));
        let mut met = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some((one, other)) = open.pop() {
            for generator in &self.generators {
                let next = (moved(&one, generator), moved(&other, generator));
                if met.insert(next.clone()) {
                    open.push(next);
                }
            }
            if met.len() > AT_MOST {
                return None;
            }
        }
        let firsts: BTreeSet<&Vec<u32>> = met.iter().map(|(one, _)| one).collect();
        Some((firsts.len(), met.len() / firsts.len()))
    }
}

/// The first vertex of the smallest colour that several vertices share; none if all are told apart.
fn first_of_a_choice(colours: &[usize]) -> Option<u32> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for &colour in colours {
        *counts.entry(colour).or_default() += 1;
    }
    let (_, colour) =
        counts.into_iter().filter(|&(_, count)| count > 1).map(|(colour, count)| (count, colour)).min()?;
    (0..).zip(colours).find(|(_, of)| **of == colour).map(|(vertex, _)| vertex)
}

/// The same colours, but for one vertex with one of its own.
fn fixed(colours: &[usize], vertex: u32) -> Colours {
    let mut colours: Colours = colours.iter().map(|colour| 2 * colour).collect();
    colours[vertex as usize] += 1;
    colours
}

fn orbit<T: Ord + Clone>(start: T, generators: &[Permutation], apply: impl Fn(&T, &Permutation) -> T) -> BTreeSet<T> {
    let mut met = BTreeSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for generator in generators {
            let next = apply(&point, generator);
            if met.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    met
}

struct Search<'a> {
    /// For each vertex the moves from it (even) and to it (odd), by their kind, with where they come from or go.
    around: &'a [Vec<(usize, u32)>],
    /// Refinements that are left.
    left: usize,
}

impl Search<'_> {
    /// Two colourings refined side by side, so that equal colours mean the same in both. The outer option is none if
    /// the search takes too long, the inner if no symmetry takes the one colouring to the other.
    #[expect(clippy::option_option, reason = "giving up is not the same as having found that there is none")]
    fn refined(&mut self, one: &[usize], other: &[usize]) -> Option<Option<(Colours, Colours)>> {
        let (mut one, mut other) = (one.to_vec(), other.to_vec());
        let mut known = 0;
        loop {
            self.left = self.left.checked_sub(1)?;
            let (of_one, of_other) = (self.signatures(&one), self.signatures(&other));
            let (mut sorted_one, mut sorted_other) = (of_one.clone(), of_other.clone());
            sorted_one.sort_unstable();
            sorted_other.sort_unstable();
            if sorted_one != sorted_other {
                return Some(None);
            }
            sorted_one.dedup();
            let rank = |signature| sorted_one.binary_search(signature).unwrap_or_default();
            one = of_one.iter().map(rank).collect();
            other = of_other.iter().map(rank).collect();
            if sorted_one.len() == known {
                return Some(Some((one, other)));
            }
            known = sorted_one.len();
        }
    }

    /// For each vertex its colour, and those of the vertices around it by the kind of move.
    fn signatures(&self, colours: &[usize]) -> Vec<(usize, Vec<(usize, usize)>)> {
        let around = self.around.iter().map(|moves| {
            let mut seen: Vec<(usize, usize)> = moves.iter().map(|&(kind, to)| (kind, colours[to as usize])).collect();
            seen.sort_unstable();
            seen
        });
        colours.iter().copied().zip(around).collect()
    }

    /// A symmetry that takes the one colouring to the other; the options are those of [`refined`](Self::refined).
    #[expect(clippy::option_option, reason = "as above")]
    fn symmetry(&mut self, one: &[usize], other: &[usize]) -> Option<Option<Permutation>> {
        let Some((one, other)) = self.refined(one, other)? else {
            return Some(None);
        };
        let Some(vertex) = first_of_a_choice(&one) else {
            let at: BTreeMap<usize, u32> = other.iter().copied().zip(0..).collect();
            let found: Permutation = one.iter().map(|colour| at[colour]).collect();
            return Some(self.is_symmetry(&found).then_some(found));
        };
        let fixed_one = fixed(&one, vertex);
        for candidate in
            (0..).zip(&other).filter(|(_, of)| **of == one[vertex as usize]).map(|(candidate, _)| candidate)
        {
            if let Some(found) = self.symmetry(&fixed_one, &fixed(&other, candidate))? {
                return Some(Some(found));
            }
        }
        Some(None)
    }

    fn is_symmetry(&self, permutation: &Permutation) -> bool {
        self.around.iter().zip(permutation).all(|(moves, &image)| {
            let mut mapped: Vec<(usize, u32)> =
                moves.iter().map(|&(kind, to)| (kind, permutation[to as usize])).collect();
            let mut there = self.around[image as usize].clone();
            mapped.sort_unstable();
            there.sort_unstable();
            mapped == there
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All permutations of so many numbers.
    fn permutations(count: u32) -> Vec<Permutation> {
        let Some(last) = count.checked_sub(1) else {
            return vec![Vec::new()];
        };
        let shorter = permutations(last);
        let longer = shorter.iter().flat_map(|short| {
            (0..=short.len()).map(move |at| {
                let mut long = short.clone();
                long.insert(at, last);
                long
            })
        });
        longer.collect()
    }

    fn arcs(vertices: u32, bits: u32) -> Vec<(u32, u32, u32)> {
        let pairs =
            (0..vertices).flat_map(|from| (0..vertices).map(move |to| (from, to))).filter(|(from, to)| from != to);
        pairs.enumerate().filter(|(index, _)| bits >> index & 1 == 1).map(|(_, (from, to))| (from, to, 1)).collect()
    }

    #[test]
    fn every_small_digraph_has_the_symmetries_found_by_trying_all() {
        for vertices in 1..=4u32 {
            for bits in 0..1u32 << (vertices * (vertices - 1)) {
                let arcs = arcs(vertices, bits);
                let known: BTreeSet<_> = arcs.iter().map(|&(from, to, _)| (from, to)).collect();
                // The first vertex is of a kind of its own on every other board.
                let kinds: Vec<bool> = (0..vertices).map(|vertex| vertex == 0 && bits % 2 == 0).collect();
                let keeps = |by: &Permutation| {
                    known.iter().all(|&(from, to)| known.contains(&(by[from as usize], by[to as usize])))
                        && (0..vertices as usize).all(|vertex| kinds[vertex] == kinds[by[vertex] as usize])
                };
                let all: Vec<Permutation> = permutations(vertices).into_iter().filter(keeps).collect();
                let found = Symmetries::search(vertices, &kinds, &arcs, 1 << 12).expect("the board is small");
                assert_eq!(found.order(), all.len() as u128, "{arcs:?}");
                for one in (0..vertices).map(Vertex::new) {
                    for other in (0..vertices).map(Vertex::new) {
                        let image = |by: &Permutation| {
                            let mut pair = [by[one.number() as usize], by[other.number() as usize]];
                            pair.sort_unstable();
                            pair
                        };
                        let pairs: BTreeSet<[u32; 2]> = all.iter().map(image).collect();
                        assert_eq!(found.alike(&[one, other], &[]), Some((pairs.len(), 1)), "{arcs:?}");
                        let fixing = all.iter().filter(|by| by[one.number() as usize] == one.number());
                        let seconds: BTreeSet<u32> = fixing.map(|by| by[other.number() as usize]).collect();
                        let (_, second) = found.alike(&[one], &[other]).expect("they are few");
                        assert_eq!(second, seconds.len(), "{arcs:?}");
                    }
                }
            }
        }
    }

    /// Orders from the literature.
    #[test]
    fn known_groups() {
        let both = |edges: &[(u32, u32)]| -> Vec<(u32, u32, u32)> {
            edges.iter().flat_map(|&(a, b)| [(a, b, 1), (b, a, 1)]).collect()
        };
        let petersen: Vec<(u32, u32)> =
            (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
        let tesseract: Vec<(u32, u32)> =
            (0..16u32).flat_map(|v| (0..4).map(move |bit| (v, v ^ 1 << bit))).filter(|(a, b)| a < b).collect();
        let of = |vertices: u32, edges: &[(u32, u32)]| {
            Symmetries::search(vertices, &vec![0; vertices as usize], &both(edges), 1 << 12)
                .expect("it is small")
                .order()
        };
        assert_eq!(of(10, &petersen), 120);
        assert_eq!(of(16, &tesseract), 384);
        assert_eq!(of(7, &(0..7).map(|i| (i, (i + 1) % 7)).collect::<Vec<_>>()), 14);
        assert_eq!(of(8, &[]), 40_320);
    }
}
