//! The symmetries (automorphisms) of a game's board: the permutations of its vertices that do not
//! change the game.
//!
//! A symmetry maps every move of a side to a move of the same side at the same cost. It maps holes
//! to holes, traps to traps, and vertices closed to a side to vertices closed to the same side. Placements that a
//! symmetry maps to each other have the same value.
//!
//! The group may be huge and is never listed. [`Symmetries::of`] finds a strong generating set by
//! individualisation and refinement. Colour refinement partitions the vertices into classes that
//! every symmetry preserves. While a class has several vertices, one of them is fixed (given a
//! colour of its own) and the colours are refined again. Then, for each fixed vertex and each
//! vertex of the same class that is not yet in its orbit, backtracking searches for a symmetry that
//! maps the fixed vertex to the other. (C. C. Sims, *Computational methods in the study of
//! permutation groups*, 1970.)

use std::collections::BTreeSet;

use catmouse_arena::{InOrder, Player};

use crate::board::Vertex;
use crate::game::Game;
use crate::rules::{Rules, Side};

/// A permutation of the vertices, as the image of each.
type Permutation = Vec<u32>;

/// The colour of each vertex. Symmetries map vertices to vertices of the same colour.
type Colours = Vec<usize>;

/// The group of the symmetries of a game's board, given by its order and a set of generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    vertices: u32,
    generators: Vec<Permutation>,
    order: u128,
}

/// The greatest number of vertices of a board whose symmetries are searched for.
const MAX_BOARD: u32 = 512;
/// The greatest number of refinements in the search for the symmetries of a game.
const MAX_REFINEMENTS: usize = 1 << 12;

impl Symmetries {
    /// The symmetries of the board under the rules of the game. `None` if the board has more than
    /// 512 vertices, if cats follow scripts or differ, or if the search needs more than 4096
    /// refinements of the colours.
    ///
    /// Time: O(r · m log m) for m moves of both sides and r refinements.
    pub fn of(game: &Game) -> Option<Self> {
        let vertices = game.board().vertices();
        if vertices > MAX_BOARD || game.arena().pieces(Player::Two).cast().is_some() {
            return None;
        }
        let mut kinds = Vec::new();
        for vertex in (0..vertices).map(Vertex::new) {
            let open = |side: Side| game.may_stand(side, vertex);
            let Rules { holes, traps, .. } = game.rules();
            let kind = [holes.contains(&vertex), traps.contains(&vertex), open(Side::Mouse), open(Side::Cat)];
            kinds.push(kind.into_iter().fold(0, |number, holds| 2 * number + usize::from(holds)));
        }
        let mut arcs = Vec::new();
        for side in [Side::Mouse, Side::Cat] {
            let (steps, domain) = game.steps(side);
            for node in 0..steps.nodes() {
                let from = domain.vertex(node).number();
                let targets = steps.successors(node).iter();
                arcs.extend(targets.map(|arc| {
                    (from, domain.vertex(arc.node).number(), 2 * u64::from(arc.cost) + u64::from(side == Side::Cat))
                }));
            }
        }
        Self::search(vertices, &kinds, &arcs, (MAX_REFINEMENTS, u64::MAX), |_| true)
    }

    /// The symmetries of the digraph with these arcs. `None` if the search needs more than
    /// `refinements` refinements of the colours.
    ///
    /// ```
    /// use catmouse_model::Symmetries;
    ///
    /// // A directed cycle of five vertices has its five rotations and no reflections.
    /// let cycle = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
    /// assert_eq!(Symmetries::of_digraph(5, &cycle, 100).expect("a small graph").order(), 5);
    /// ```
    ///
    /// Time: O(r · m log m) for m arcs and r refinements.
    pub fn of_digraph(vertices: u32, arcs: &[(u32, u32)], refinements: usize) -> Option<Self> {
        Self::of_digraph_if(vertices, arcs, (refinements, u64::MAX), |_| true)
    }

    /// Like [`of_digraph`](Self::of_digraph), but `None` if the search is not worth it.
    /// `is_worth_it` decides from an upper bound on the number of symmetries. The bound takes a few
    /// of the refinements that the search needs anyway. The search also ends with `None` where it
    /// needs more than the second number of `most`, which counts bytes; the first counts refinements.
    ///
    /// ```
    /// use catmouse_model::Symmetries;
    ///
    /// let path = [(0, 1), (1, 0), (1, 2), (2, 1)];
    /// assert!(Symmetries::of_digraph_if(3, &path, (100, u64::MAX), |at_most| at_most >= 2).is_some());
    /// assert!(Symmetries::of_digraph_if(3, &path, (100, u64::MAX), |at_most| at_most > 2).is_none());
    /// ```
    pub fn of_digraph_if(
        vertices: u32,
        arcs: &[(u32, u32)],
        most: (usize, u64),
        is_worth_it: impl FnOnce(u128) -> bool,
    ) -> Option<Self> {
        let arcs: Vec<(u32, u32, u64)> = arcs.iter().map(|&(from, to)| (from, to, 0)).collect();
        Self::search(vertices, &vec![0; vertices as usize], &arcs, most, is_worth_it)
    }

    /// The permutations that preserve the kind of every vertex and map every arc to an arc with the
    /// same label.
    fn search(
        vertices: u32,
        kinds: &[usize],
        arcs: &[(u32, u32, u64)],
        (refinements, bytes): (usize, u64),
        is_worth_it: impl FnOnce(u128) -> bool,
    ) -> Option<Self> {
        // A refinement has four lists of the signatures of all vertices.
        let mut left = bytes.checked_sub(300 * u64::from(vertices) + 180 * arcs.len() as u64)?;
        let mut take = |bytes: usize| {
            left = left.checked_sub(u64::from(vertices) * bytes as u64)?;
            Some(())
        };
        let mut around: Vec<Vec<(u64, u32)>> = vec![Vec::new(); vertices as usize];
        for &(from, to, label) in arcs {
            around[from as usize].push((2 * label, to));
            around[to as usize].push((2 * label + 1, from));
        }
        for around in &mut around {
            around.put_in_order();
        }
        let mut search = Search { around: &around, left: refinements };
        let (colours, _) = search.refined(kinds, kinds)??;

        // Fixes one vertex after another until no two have the same colour.
        let mut levels: Vec<(Colours, u32)> = Vec::new();
        let mut stable = colours;
        while let Some(vertex) = branching_vertex(&stable) {
            take(2 * size_of::<usize>())?; // refinements leave gaps between these lists
            levels.push((stable.clone(), vertex));
            let fixed = fixed(&stable, vertex);
            stable = search.refined(&fixed, &fixed)??.0;
        }
        let alike = |(colours, vertex): &(Colours, u32)| {
            colours.iter().filter(|&&colour| colour == colours[*vertex as usize]).count() as u128
        };
        if !is_worth_it(levels.iter().map(alike).fold(1, u128::saturating_mul)) {
            return None;
        }
        let mut generators: Vec<Permutation> = Vec::new();
        let mut order: u128 = 1;
        for (colours, vertex) in levels.into_iter().rev() {
            // All generators found up to here fix the vertices that were fixed before this one.
            let mut is_reached = orbit(vertex, vertices, &generators);
            for other in (0..vertices).filter(|&other| colours[other as usize] == colours[vertex as usize]) {
                if is_reached[other as usize] {
                    continue;
                }
                // Vertices that are adjacent to the same others can be exchanged without any
                // refinement.
                let found = match exchange(&around, vertex, other) {
                    Some(exchange) => Some(exchange),
                    None => search.symmetry(&fixed(&colours, vertex), &fixed(&colours, other))?,
                };
                if let Some(found) = found {
                    take(size_of::<u32>())?;
                    generators.push(found);
                    is_reached = orbit(vertex, vertices, &generators);
                }
            }
            let reached = is_reached.into_iter().filter(|&is_reached| is_reached).count();
            order = order.saturating_mul(reached as u128);
        }
        Some(Self { vertices, generators, order })
    }

    /// The number of symmetries, including the identity; [`u128::MAX`] if there are more.
    pub fn order(&self) -> u128 {
        self.order
    }

    /// Permutations that generate the group: for each vertex its image.
    pub fn generators(&self) -> &[Vec<u32>] {
        &self.generators
    }

    /// The number of placements of two groups of interchangeable pieces that are equivalent to the
    /// given one. The first number counts the images of the first group under all symmetries; the
    /// second counts the images of the second group under the symmetries that keep the first group
    /// in place. The given placements are included. `None` if there are more than 100,000 pairs of
    /// placements.
    ///
    /// ```
    /// use catmouse_model::{Symmetries, Vertex};
    ///
    /// // On a cycle of five, all vertices for a cat are equivalent. A mouse next to the cat is on the
    /// // left or on the right.
    /// let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
    /// let arcs: Vec<(u32, u32)> = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    /// let symmetries = Symmetries::of_digraph(5, &arcs, 100).expect("a small graph");
    /// assert_eq!(symmetries.orbit_sizes(&[Vertex::new(0)], &[Vertex::new(1)]), Some((5, 2)));
    /// ```
    ///
    /// Time: O(p · g · k log k) for p placements of k pieces and g generators.
    pub fn orbit_sizes(&self, first: &[Vertex], second: &[Vertex]) -> Option<(usize, usize)> {
        /// The greatest number of pairs of placements that are counted.
        const MAX_PAIRS: usize = 100_000;
        let sorted = |vertices: &[Vertex]| {
            let mut numbers: Vec<u32> = vertices.iter().map(|vertex| vertex.number()).collect();
            numbers.put_in_order();
            numbers
        };
        let moved = |numbers: &[u32], generator: &Permutation| {
            let mut numbers: Vec<u32> = numbers.iter().map(|&number| generator[number as usize]).collect();
            numbers.put_in_order();
            numbers
        };
        let start = (sorted(first), sorted(second));
        let mut visited = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some((one, other)) = open.pop() {
            for generator in &self.generators {
                let next = (moved(&one, generator), moved(&other, generator));
                if visited.insert(next.clone()) {
                    open.push(next);
                }
            }
            if visited.len() > MAX_PAIRS {
                return None;
            }
        }
        let mut firsts: Vec<&Vec<u32>> = visited.iter().map(|(one, _)| one).collect();
        firsts.dedup();
        Some((firsts.len(), visited.len() / firsts.len()))
    }
}

/// The first vertex of the largest colour class; `None` if every vertex has a colour of its own.
/// Fixing it splits the colours most. In a small class it might split little: three points of a
/// line of a projective plane determine no others outside the line, four points in general position
/// determine all.
fn branching_vertex(colours: &[usize]) -> Option<u32> {
    let mut sorted = colours.to_vec();
    sorted.put_in_order();
    let classes = sorted.chunk_by(|one, other| one == other).filter(|class| class.len() > 1);
    let colour = classes.max_by_key(|class| class.len())?[0];
    (0..).zip(colours).find(|(_, of)| **of == colour).map(|(vertex, _)| vertex)
}

/// Gives this vertex a colour of its own and keeps the other colours distinct.
fn fixed(colours: &[usize], vertex: u32) -> Colours {
    let mut colours: Colours = colours.iter().map(|colour| 2 * colour).collect();
    colours[vertex as usize] += 1;
    colours
}

/// The orbit of a vertex under the group that the generators generate, as a flag for each vertex.
/// It contains the vertex itself.
fn orbit(start: u32, vertices: u32, generators: &[Permutation]) -> Vec<bool> {
    let mut is_reached = vec![false; vertices as usize];
    is_reached[start as usize] = true;
    let mut open = vec![start];
    while let Some(vertex) = open.pop() {
        for next in generators.iter().map(|generator| generator[vertex as usize]) {
            if !std::mem::replace(&mut is_reached[next as usize], true) {
                open.push(next);
            }
        }
    }
    is_reached
}

/// The permutation that exchanges two vertices of the same kind and fixes all others, if it is a
/// symmetry. The lists in `around` must be sorted.
fn exchange(around: &[Vec<(u64, u32)>], one: u32, other: u32) -> Option<Permutation> {
    let image = |vertex: u32| match vertex {
        _ if vertex == one => other,
        _ if vertex == other => one,
        _ => vertex,
    };
    let [of_one, of_other] = [one, other].map(|vertex| &around[vertex as usize]);
    if of_one.len() != of_other.len() {
        return None;
    }
    let mut mapped: Vec<(u64, u32)> = of_one.iter().map(|&(label, vertex)| (label, image(vertex))).collect();
    mapped.put_in_order();
    (mapped == *of_other).then(|| (0..around.len() as u32).map(image).collect())
}

/// A search for symmetries, with a limit on its work.
struct Search<'a> {
    /// For each vertex the arcs out of it and into it: `(2 · label, target)` and
    /// `(2 · label + 1, source)`.
    around: &'a [Vec<(u64, u32)>],
    /// The number of refinements left.
    left: usize,
}

impl Search<'_> {
    /// Refines two colourings in parallel until they are stable, so that equal colours mean the
    /// same in both. The outer option is `None` if no refinements are left, the inner one if no
    /// symmetry maps one colouring to the other.
    #[expect(clippy::option_option, reason = "giving up differs from finding no symmetry")]
    fn refined(&mut self, one: &[usize], other: &[usize]) -> Option<Option<(Colours, Colours)>> {
        let (mut one, mut other) = (one.to_vec(), other.to_vec());
        let mut known = 0;
        loop {
            self.left = self.left.checked_sub(1)?;
            let (of_one, of_other) = (self.signatures(&one), self.signatures(&other));
            let (mut sorted_one, mut sorted_other) = (of_one.clone(), of_other.clone());
            sorted_one.put_in_order();
            sorted_other.put_in_order();
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

    /// For each vertex its colour, and the kinds of its arcs with the colours at their other ends.
    fn signatures(&self, colours: &[usize]) -> Vec<(usize, Vec<(u64, usize)>)> {
        let around = self.around.iter().map(|moves| {
            let mut seen: Vec<(u64, usize)> = moves.iter().map(|&(kind, to)| (kind, colours[to as usize])).collect();
            seen.put_in_order();
            seen
        });
        colours.iter().copied().zip(around).collect()
    }

    /// A symmetry that maps the first colouring to the second. The options have the meaning of
    /// those of [`refined`](Self::refined).
    #[expect(clippy::option_option, reason = "as for `refined`")]
    fn symmetry(&mut self, one: &[usize], other: &[usize]) -> Option<Option<Permutation>> {
        let Some((one, other)) = self.refined(one, other)? else {
            return Some(None);
        };
        let Some(vertex) = branching_vertex(&one) else {
            // Every vertex has a colour of its own, and refined colours are ranks, so the colours
            // determine the permutation.
            let mut at = vec![0; other.len()];
            (0..).zip(&other).for_each(|(vertex, &colour)| at[colour] = vertex);
            let found: Permutation = one.iter().map(|&colour| at[colour]).collect();
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
            let mut mapped: Vec<(u64, u32)> =
                moves.iter().map(|&(kind, to)| (kind, permutation[to as usize])).collect();
            let mut there = self.around[image as usize].clone();
            mapped.put_in_order();
            there.put_in_order();
            mapped == there
        })
    }
}
