//! Groups of permutations, each as a chain of stabilisers: the whole group, the permutations that
//! fix a first base point, those that also fix a second one, and so on to the identity.
//!
//! Each group of the chain has the orbit of the next base point, with a permutation for each point
//! of the orbit that maps it back to the base point. So the order of the group is the product of
//! the lengths of the orbits, and every permutation is a product of one permutation from each
//! level.
//!
//! **Source.** C. C. Sims, *Computational methods in the study of permutation groups*, 1970.

use crate::{Control, Progress, SolveError};

/// A permutation: the image of each point.
pub(super) type Permutation = Box<[u16]>;

/// The permutation that applies `first` and `then`.
fn product(first: &[u16], then: &[u16]) -> Permutation {
    first.iter().map(|&point| then[point as usize]).collect()
}

fn inverse(permutation: &[u16]) -> Permutation {
    let mut inverse = vec![0; permutation.len()];
    for (point, &image) in (0..).zip(permutation) {
        inverse[image as usize] = point;
    }
    inverse.into_boxed_slice()
}

fn is_identity(permutation: &[u16]) -> bool {
    (0..).zip(permutation).all(|(point, &image)| image == point)
}

/// The orbit of a point, in the order in which it was found, with a permutation for each of its
/// points that maps it back to the first one.
#[derive(Clone, Debug)]
pub(super) struct Orbit {
    points: Vec<u16>,
    /// The index of each point in the orbit, or [`OUTSIDE`].
    indices: Vec<u16>,
    /// For each point of the orbit, a permutation that maps it to the first point; permutation
    /// after permutation.
    back: Vec<u16>,
}

/// The index of a point that is not in an orbit.
const OUTSIDE: u16 = u16::MAX;

impl Orbit {
    /// The orbit of this point under the group that the generators generate. Time: O(n) for each
    /// point of the orbit, and O(1) for each pair of such a point and a generator.
    fn new(point: u16, generators: &[Generator], of: usize) -> Self {
        let mut orbit = Self { points: vec![point], indices: vec![OUTSIDE; of], back: (0..of as u16).collect() };
        orbit.indices[point as usize] = 0;
        orbit.spread(0, generators);
        orbit
    }

    /// Extends the orbit by the last generator. The orbit must be complete for the others.
    fn add_last_of(&mut self, generators: &[Generator]) {
        let known = self.points.len();
        if let Some(last) = generators.last() {
            (0..known).for_each(|index| self.reach(index, last));
        }
        self.spread(known, generators);
    }

    /// Extends the orbit by all generators, from the point at `index` to the end.
    fn spread(&mut self, mut index: usize, generators: &[Generator]) {
        while index < self.points.len() {
            for generator in generators {
                self.reach(index, generator);
            }
            index += 1;
        }
    }

    fn reach(&mut self, index: usize, generator: &Generator) {
        let to = generator.permutation[self.points[index] as usize];
        if self.indices[to as usize] == OUTSIDE {
            let (nodes, end) = (self.indices.len(), self.back.len());
            self.indices[to as usize] = self.points.len() as u16;
            self.points.push(to);
            self.back.resize(end + nodes, 0);
            let (known, back) = self.back.split_at_mut(end);
            let onward = &known[index * nodes..];
            for (back, &point) in back.iter_mut().zip(&generator.inverse) {
                *back = onward[point as usize];
            }
        }
    }

    pub(super) fn points(&self) -> &[u16] {
        &self.points
    }

    /// A permutation that maps this point to the first one; `None` if the point is not in the
    /// orbit.
    pub(super) fn back(&self, point: u16) -> Option<&[u16]> {
        let (index, nodes) = (self.indices[point as usize] as usize, self.indices.len());
        self.back.get(index * nodes..(index + 1) * nodes)
    }
}

/// The number of points in the longest orbit of the group that these permutations generate.
fn longest_orbit(permutations: &[Permutation], points: usize) -> usize {
    let mut is_reached = vec![false; points];
    let length = |point: u16| {
        let mut orbit = vec![point];
        let mut known = 0;
        while known < orbit.len() {
            for permutation in permutations {
                let next = permutation[orbit[known] as usize];
                if !std::mem::replace(&mut is_reached[next as usize], true) {
                    orbit.push(next);
                }
            }
            known += 1;
        }
        known
    };
    (0..points as u16).map(length).max().unwrap_or(0)
}

#[derive(Clone, Debug)]
struct Generator {
    permutation: Permutation,
    inverse: Permutation,
}

/// A group of the chain: its generators, and the orbit of the base point that the next group fixes.
#[derive(Clone, Debug)]
struct ChainLevel {
    generators: Vec<Generator>,
    orbit: Orbit,
}

/// A group of permutations.
#[derive(Clone, Debug)]
pub(super) struct Group {
    points: usize,
    levels: Vec<ChainLevel>,
}

impl Group {
    /// The group that these permutations of `points` points generate. Time: O(b · l · g · b · n)
    /// for b base points with orbits of length l, and g generators in each group of the chain. The
    /// stabilisers copy the group, and a list of the size of its greatest orbit grows meanwhile to
    /// twice that size in a new place, so five times the group's bytes must be allowed.
    pub(super) fn generated_by(
        permutations: &[Permutation],
        points: usize,
        control: &Control<'_>,
    ) -> Result<Self, SolveError> {
        let mut group = Self { points, levels: Vec::new() };
        let check = |group: &Self| {
            control.allow(5 * group.bytes())?;
            control.check(|| Progress { level: 0, decided: 0 })
        };
        // An orbit is made before it is counted, and so is the list of a stabiliser.
        let longest = longest_orbit(permutations, points);
        control.allow((5 * longest * points * size_of::<u16>()) as u64)?;
        for permutation in permutations {
            group.add(permutation.clone());
            check(&group)?;
        }
        // By Schreier's lemma, a group of the chain is complete if it contains these products for
        // the group before it.
        let mut depth = group.levels.len();
        while let Some(level) = depth.checked_sub(1) {
            depth = group.add_missing(level).unwrap_or(level);
            check(&group)?;
        }
        group.prune_generators();
        Ok(group)
    }

    /// Drops the generators that are not needed to find orbits. The group must be complete; then
    /// these generators have no other use.
    fn prune_generators(&mut self) {
        let nodes = self.points as u16;
        for ChainLevel { generators, orbit } in &mut self.levels {
            orbit.back.shrink_to_fit();
            // For each point, the least point known to be in the same orbit.
            let mut least: Vec<u16> = (0..nodes).collect();
            generators.retain(|Generator { permutation, .. }| {
                let mut joins = false;
                for point in 0..nodes {
                    let (one, other) = (least[point as usize], least[permutation[point as usize] as usize]);
                    if one != other {
                        joins = true;
                        let (kept, replaced) = (one.min(other), one.max(other));
                        least.iter_mut().filter(|least| **least == replaced).for_each(|least| *least = kept);
                    }
                }
                joins
            });
        }
    }

    /// Adds to the deeper groups the first Schreier generator that they lack. Returns how many
    /// groups, from the first one, may then lack others; `None` if none is lacking.
    fn add_missing(&mut self, depth: usize) -> Option<usize> {
        let ChainLevel { generators, orbit } = &self.levels[depth];
        for &point in &orbit.points {
            let Some(back) = orbit.back(point) else { continue };
            let to = inverse(back);
            for generator in generators {
                let Some(back) = orbit.back(generator.permutation[point as usize]) else { continue };
                let fixing = product(&product(&to, &generator.permutation), back);
                let (rest, level) = self.sifted(fixing, depth + 1);
                if !is_identity(&rest) {
                    self.insert(&rest, level);
                    return Some(level + 1);
                }
            }
        }
        None
    }

    /// Divides a permutation, which fixes the base points before level `from`, by a permutation of
    /// each level from there, as far as possible. Returns the remainder and the level where the
    /// division stopped. The remainder is the identity if the permutation is in the group.
    fn sifted(&self, mut permutation: Permutation, from: usize) -> (Permutation, usize) {
        for (depth, ChainLevel { orbit, .. }) in self.levels.iter().enumerate().skip(from) {
            let base = orbit.points[0];
            match orbit.back(permutation[base as usize]) {
                Some(back) if permutation[base as usize] != base => permutation = product(&permutation, back),
                Some(_) => {}
                None => return (permutation, depth),
            }
        }
        (permutation, self.levels.len())
    }

    /// Adds a permutation if it is not in the group.
    fn add(&mut self, permutation: Permutation) {
        let (rest, level) = self.sifted(permutation, 0);
        if !is_identity(&rest) {
            self.insert(&rest, level);
        }
    }

    /// Adds a permutation that fixes the base points before this level and is in no group of the
    /// chain.
    fn insert(&mut self, permutation: &Permutation, level: usize) {
        if level == self.levels.len() {
            let moved = (0..).zip(permutation).find(|&(point, &image)| image != point).map_or(0, |(point, _)| point);
            self.levels.push(ChainLevel { generators: Vec::new(), orbit: Orbit::new(moved, &[], self.points) });
        }
        let inverse = inverse(permutation);
        for ChainLevel { generators, orbit } in &mut self.levels[..=level] {
            generators.push(Generator { permutation: permutation.clone(), inverse: inverse.clone() });
            orbit.add_last_of(generators);
        }
    }

    /// The order of the group; `None` if it is 2¹²⁸ or more.
    pub(super) fn order(&self) -> Option<u128> {
        self.levels.iter().try_fold(1u128, |order, level| order.checked_mul(level.orbit.points.len() as u128))
    }

    /// The base points. Their images determine a permutation of the group.
    pub(super) fn base(&self) -> impl Iterator<Item = u16> + '_ {
        self.levels.iter().map(|level| level.orbit.points[0])
    }

    /// The orbit of a point.
    pub(super) fn orbit(&self, point: u16) -> Orbit {
        let generators = self.levels.first().map_or(&[][..], |level| &level.generators);
        Orbit::new(point, generators, self.points)
    }

    /// The group of permutations that fix the first point of this orbit. If the chain does not have
    /// it, random permutations generate it: a random permutation of the group, divided by one that
    /// maps the point to the same place, is a random element of the stabiliser. The known order
    /// tells when it is complete.
    pub(super) fn stabiliser(&self, orbit: &Orbit, random: &mut Random) -> Self {
        let fixed = orbit.points[0];
        if self.levels.first().is_some_and(|level| level.orbit.points[0] == fixed) {
            return Self { points: self.points, levels: self.levels[1..].to_vec() };
        }
        let order = self.order().unwrap_or(u128::MAX) / orbit.points.len() as u128;
        let mut fixing = Self { points: self.points, levels: Vec::new() };
        while fixing.order().is_some_and(|found| found < order) {
            let any = self.random_element(random);
            if let Some(back) = orbit.back(any[fixed as usize]) {
                fixing.add(product(&any, back));
            }
        }
        fixing.prune_generators();
        fixing
    }

    /// A uniformly random permutation of the group.
    fn random_element(&self, random: &mut Random) -> Permutation {
        let mut any: Permutation = (0..self.points as u16).collect();
        for ChainLevel { orbit, .. } in &self.levels {
            let point = orbit.points[random.below(orbit.points.len())];
            if let Some(back) = orbit.back(point) {
                any = product(&any, back);
            }
        }
        any
    }

    /// All permutations of the group, one after the other.
    pub(super) fn listed(&self) -> Vec<u16> {
        let order = self.order().and_then(|order| usize::try_from(order).ok()).unwrap_or(usize::MAX);
        let mut listed = Vec::with_capacity(order.saturating_mul(self.points));
        listed.extend(0..self.points as u16);
        for ChainLevel { orbit, .. } in &self.levels {
            let known = listed.len();
            for &point in &orbit.points[1..] {
                let Some(back) = orbit.back(point) else { continue };
                for index in 0..known {
                    listed.push(back[listed[index] as usize]);
                }
            }
        }
        listed
    }

    /// Writes the inverse of the permutation that has these images of the base points.
    pub(super) fn write_inverse(&self, images_of_base: &[u16], inverse: &mut [u16]) {
        inverse.iter_mut().zip(0..).for_each(|(source, point)| *source = point);
        for (ChainLevel { orbit, .. }, &image) in self.levels.iter().zip(images_of_base) {
            let image = inverse[image as usize];
            if let Some(back) = orbit.back(image)
                && image != orbit.points[0]
            {
                for point in inverse.iter_mut() {
                    *point = back[*point as usize];
                }
            }
        }
    }

    /// Approximate bytes of the group.
    pub(super) fn bytes(&self) -> u64 {
        let permutation = 2 * self.points + 16;
        let level = |ChainLevel { generators, orbit }: &ChainLevel| {
            let lists = 2 * (orbit.points.capacity() + orbit.back.capacity() + orbit.indices.capacity());
            lists + generators.capacity() * size_of::<Generator>() + 2 * generators.len() * permutation
        };
        let levels = self.levels.iter().map(level).sum::<usize>() + self.levels.capacity() * size_of::<ChainLevel>();
        levels as u64
    }
}

/// A pseudorandom generator with a fixed seed (Marsaglia's xorshift), so that every run is the
/// same.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    /// Another generator, different for each point.
    pub(super) fn at(&self, point: u16) -> Self {
        let mut other = Self(self.0 ^ u64::from(point + 1).wrapping_mul(0xd134_2543_de82_ef95));
        if other.0 == 0 {
            other = Self::default();
        }
        other.below(1);
        other
    }

    /// A random number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * count as u128) >> 64) as usize
    }
}
