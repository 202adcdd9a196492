//! Groups of permutations, each as a chain of stabilisers: the whole group, those of its permutations that fix a first base point, those
//! that fix a second one too, and so on to the identity.
//!
//! For each group of the chain there is the orbit of the next base point, and for each point of that a permutation that maps it back. So
//! the order of the group is the product of the lengths, and every permutation is a product of one from each level.
//!
//! **Source.** C. C. Sims, *Computational methods in the study of permutation groups*, 1970.

/// A permutation: the image of each point.
pub(super) type Permutation = Box<[u16]>;

/// The permutation that maps as one and then as the other.
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

/// The orbit of a point, in the order in which it was found, and how each of its points is mapped back.
#[derive(Clone, Debug)]
pub(super) struct Orbit {
    points: Vec<u16>,
    /// For each point its index in the orbit, or [`OUTSIDE`].
    indices: Vec<u16>,
    /// For each point of the orbit a permutation that maps it to the first one, one after the other.
    back: Vec<u16>,
}

/// Stands for a point that is not in an orbit.
const OUTSIDE: u16 = u16::MAX;

impl Orbit {
    /// The orbit of this point under the group that some permutations generate. Time: O(n) for each point found, and O(1) for each point and
    /// generator.
    fn new(point: u16, generators: &[Generator], of: usize) -> Self {
        let mut orbit = Self { points: vec![point], indices: vec![OUTSIDE; of], back: (0..of as u16).collect() };
        orbit.indices[point as usize] = 0;
        orbit.spread(0, generators);
        orbit
    }

    /// Adds what the last generator leads to. The others led nowhere else.
    fn add_last_of(&mut self, generators: &[Generator]) {
        let known = self.points.len();
        if let Some(last) = generators.last() {
            (0..known).for_each(|index| self.reach(index, last));
        }
        self.spread(known, generators);
    }

    /// Adds what generators lead to from the point with this index on.
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

    /// A permutation that maps this point to the first one; `None` if the point is not in the orbit.
    pub(super) fn back(&self, point: u16) -> Option<&[u16]> {
        let (index, nodes) = (self.indices[point as usize] as usize, self.indices.len());
        self.back.get(index * nodes..(index + 1) * nodes)
    }
}

#[derive(Clone, Debug)]
struct Generator {
    permutation: Permutation,
    inverse: Permutation,
}

/// A group of the chain: what generates it, and the orbit of the base point that the next group fixes.
#[derive(Clone, Debug)]
struct Level {
    generators: Vec<Generator>,
    orbit: Orbit,
}

/// A group of permutations.
#[derive(Clone, Debug)]
pub(super) struct Group {
    points: usize,
    levels: Vec<Level>,
}

impl Group {
    /// The group that these permutations of `points` points generate. Time: O(b · l · g · b · n) for b base points with orbits of length l and g
    /// generators of each group of the chain.
    pub(super) fn generated_by(permutations: &[Permutation], points: usize) -> Self {
        let mut group = Self { points, levels: Vec::new() };
        for permutation in permutations {
            group.add(permutation.clone());
        }
        // By Schreier's lemma a group of the chain is complete when it has these products for the group before it.
        let mut depth = group.levels.len();
        while let Some(level) = depth.checked_sub(1) {
            depth = group.add_missing(level).unwrap_or(level);
        }
        group.settle();
        group
    }

    /// Keeps of the generators of each level those that are needed to find orbits. The group is complete, so there is no other use for them.
    fn settle(&mut self) {
        let nodes = self.points as u16;
        for Level { generators, orbit } in &mut self.levels {
            orbit.back.shrink_to_fit();
            // For each point the least one that it is known to be in an orbit with.
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

    /// Adds to the deeper groups the first product of Schreier's that they lack, and says how many groups may lack others for that.
    fn add_missing(&mut self, depth: usize) -> Option<usize> {
        let Level { generators, orbit } = &self.levels[depth];
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

    /// Divides a permutation, which fixes the base points before this level, by one of each level from here, until there is none that it can be
    /// divided by. What is left is the identity if the group has it.
    fn sifted(&self, mut permutation: Permutation, from: usize) -> (Permutation, usize) {
        for (depth, Level { orbit, .. }) in self.levels.iter().enumerate().skip(from) {
            let base = orbit.points[0];
            match orbit.back(permutation[base as usize]) {
                Some(back) if permutation[base as usize] != base => permutation = product(&permutation, back),
                Some(_) => {}
                None => return (permutation, depth),
            }
        }
        (permutation, self.levels.len())
    }

    /// Adds a permutation, if the group lacks it.
    fn add(&mut self, permutation: Permutation) {
        let (rest, level) = self.sifted(permutation, 0);
        if !is_identity(&rest) {
            self.insert(&rest, level);
        }
    }

    /// Adds a permutation that fixes the base points before this level and is in no group of the chain.
    fn insert(&mut self, permutation: &Permutation, level: usize) {
        if level == self.levels.len() {
            let moved = (0..).zip(permutation).find(|&(point, &image)| image != point).map_or(0, |(point, _)| point);
            self.levels.push(Level { generators: Vec::new(), orbit: Orbit::new(moved, &[], self.points) });
        }
        let inverse = inverse(permutation);
        for Level { generators, orbit } in &mut self.levels[..=level] {
            generators.push(Generator { permutation: permutation.clone(), inverse: inverse.clone() });
            orbit.add_last_of(generators);
        }
    }

    /// How many permutations the group has; `None` if there are 2¹²⁸ or more.
    pub(super) fn order(&self) -> Option<u128> {
        self.levels.iter().try_fold(1u128, |order, level| order.checked_mul(level.orbit.points.len() as u128))
    }

    /// The base points: a permutation of the group is known by their images.
    pub(super) fn base(&self) -> impl Iterator<Item = u16> + '_ {
        self.levels.iter().map(|level| level.orbit.points[0])
    }

    /// The orbit of a point.
    pub(super) fn orbit(&self, point: u16) -> Orbit {
        let generators = self.levels.first().map_or(&[][..], |level| &level.generators);
        Orbit::new(point, generators, self.points)
    }

    /// The permutations that fix the first point of this orbit. Unless the chain has them, they are found by chance: a random permutation of the group,
    /// divided by the one that maps the point to the same place, is a random one of them. The order says when enough of them are known.
    pub(super) fn stabiliser(&self, orbit: &Orbit, chance: &mut Chance) -> Self {
        let fixed = orbit.points[0];
        if self.levels.first().is_some_and(|level| level.orbit.points[0] == fixed) {
            return Self { points: self.points, levels: self.levels[1..].to_vec() };
        }
        let order = self.order().unwrap_or(u128::MAX) / orbit.points.len() as u128;
        let mut fixing = Self { points: self.points, levels: Vec::new() };
        while fixing.order().is_some_and(|found| found < order) {
            let any = self.any(chance);
            if let Some(back) = orbit.back(any[fixed as usize]) {
                fixing.add(product(&any, back));
            }
        }
        fixing.settle();
        fixing
    }

    /// Any permutation of the group, each with the same chance.
    fn any(&self, chance: &mut Chance) -> Permutation {
        let mut any: Permutation = (0..self.points as u16).collect();
        for Level { orbit, .. } in &self.levels {
            let point = orbit.points[chance.below(orbit.points.len())];
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
        for Level { orbit, .. } in &self.levels {
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

    /// Writes, for every point, which point is mapped to it by the permutation that has these images of the base points.
    pub(super) fn write_inverse(&self, images_of_base: &[u16], inverse: &mut [u16]) {
        inverse.iter_mut().zip(0..).for_each(|(source, point)| *source = point);
        for (Level { orbit, .. }, &image) in self.levels.iter().zip(images_of_base) {
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

    /// About how many bytes the group takes.
    pub(super) fn bytes(&self) -> u64 {
        let permutation = 2 * self.points + 16;
        let level = |Level { generators, orbit }: &Level| {
            let lists = 2 * (orbit.points.capacity() + orbit.back.capacity() + orbit.indices.capacity());
            lists + generators.capacity() * size_of::<Generator>() + 2 * generators.len() * permutation
        };
        let levels = self.levels.iter().map(level).sum::<usize>() + self.levels.capacity() * size_of::<Level>();
        levels as u64
    }
}

/// Numbers by chance, the same in every run (Marsaglia's xorshift).
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Default for Chance {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Chance {
    /// Other numbers for each point.
    pub(super) fn at(&self, point: u16) -> Self {
        let mut other = Self(self.0 ^ u64::from(point + 1).wrapping_mul(0xd134_2543_de82_ef95));
        if other.0 == 0 {
            other = Self::default();
        }
        other.below(1);
        other
    }

    /// One of the numbers below this one.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all(generators: &[Permutation], points: usize) -> BTreeSet<Permutation> {
        let mut group = BTreeSet::from([(0..points as u16).collect::<Permutation>()]);
        let mut waiting: Vec<Permutation> = group.iter().cloned().collect();
        while let Some(permutation) = waiting.pop() {
            for generator in generators {
                let next = product(&permutation, generator);
                if group.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        group
    }

    /// Groups by their generators, with the orders that the literature has.
    fn groups() -> Vec<(Vec<Permutation>, usize, u128)> {
        let boxed = |lists: &[&[u16]]| lists.iter().map(|&list| list.into()).collect::<Vec<Permutation>>();
        vec![
            (boxed(&[]), 3, 1),
            (boxed(&[&[1, 2, 3, 4, 0], &[1, 0, 2, 3, 4]]), 5, 120),
            (boxed(&[&[1, 2, 3, 4, 0], &[4, 3, 2, 1, 0]]), 5, 10),
            // Even permutations of six points, by cycles of three.
            (boxed(&[&[1, 2, 0, 3, 4, 5], &[0, 2, 3, 1, 4, 5], &[0, 1, 3, 4, 2, 5], &[0, 1, 2, 4, 5, 3]]), 6, 360),
            // Two pairs that are exchanged, and each turned over by itself.
            (boxed(&[&[1, 0, 2, 3], &[2, 3, 0, 1]]), 4, 8),
            // The sporadic group of Mathieu on eleven points.
            (boxed(&[&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0], &[0, 1, 6, 9, 5, 3, 10, 2, 8, 4, 7]]), 11, 7920),
        ]
    }

    #[test]
    fn groups_and_their_stabilisers_have_their_orders() {
        for (generators, points, order) in groups() {
            let group = Group::generated_by(&generators, points);
            assert_eq!(group.order(), Some(order), "{generators:?}");
            let listed = all(&generators, points);
            assert_eq!(listed.len() as u128, order);
            let all_of_chain = group.listed().chunks_exact(points).map(Permutation::from).collect::<BTreeSet<_>>();
            assert_eq!(all_of_chain, listed);
            for point in 0..points as u16 {
                let orbit = group.orbit(point);
                let images: BTreeSet<u16> = listed.iter().map(|permutation| permutation[point as usize]).collect();
                assert_eq!(orbit.points().iter().copied().collect::<BTreeSet<_>>(), images);
                for &other in orbit.points() {
                    let back = orbit.back(other).expect("it is in the orbit");
                    assert!(back[other as usize] == point && listed.contains(back));
                }
                let fixing = group.stabiliser(&orbit, &mut Chance::default());
                let expected = listed.iter().filter(|permutation| permutation[point as usize] == point).count();
                assert_eq!(fixing.order(), Some(expected as u128));
                let own = fixing.levels.first().map_or(&[][..], |level| &level.generators);
                assert!(own.iter().all(|generator| generator.permutation[point as usize] == point));
                assert!(own.iter().all(|generator| listed.contains(&generator.permutation)));
            }
        }
    }
}
