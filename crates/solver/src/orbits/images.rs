//! The least image of a configuration under a group of permutations: the same for all configurations that the group maps to each other.
//!
//! A configuration is a set of points with a class each, such as how many pieces stand there. Of its images that is the least which has the
//! least point, then the least class there, then the next point, and so on. It is found from point to point: the first one is the least point of some
//! member's orbit; the second that of some other member's orbit under the permutations that fix the first; and so on. Whatever ways lead to the same
//! points so far are pursued side by side. The stabilisers and their orbits are kept for all configurations that begin alike.
//!
//! **Source.** S. Linton, *Finding the smallest image of a set*, ISSAC 2004.

use super::group::{Chance, Group, Permutation};

/// A point of a configuration, and its class: only points of the same class are alike.
pub(super) type Point = (u16, u8);

/// Least images under a group, and what is known of its stabilisers.
#[derive(Debug)]
pub(super) struct Images {
    /// The stabilisers of the points that least images begin with; first the group itself.
    stabilisers: Vec<Stabiliser>,
    /// Which of them has the identity alone, as soon as there is one.
    trivial: Option<usize>,
    chance: Chance,
    bytes: u64,
    /// Ways to map some members of a configuration to the first points of its least image.
    ways: Ways,
    next_ways: Ways,
}

/// The permutations that fix some points.
#[derive(Debug)]
struct Stabiliser {
    /// The group, unless its permutations are listed.
    group: Option<Group>,
    /// All permutations of a small group; of another one those that map points to the least ones of their orbits.
    permutations: Vec<Permutation>,
    /// For each point the least one of its orbit.
    least: Vec<u16>,
    /// For each point which of the permutations maps it to that, or [`NOT_MOVED`] where it is that.
    to_least: Vec<u16>,
    /// For each further point that is fixed which stabiliser that is, or [`UNKNOWN`].
    fixing: Vec<u32>,
}

const NOT_MOVED: u16 = u16::MAX;

const UNKNOWN: u32 = u32::MAX;

impl Stabiliser {
    /// A group is listed where it has no more permutations than there are points.
    fn new(group: Group, points: usize) -> Self {
        if group.order().is_some_and(|order| order <= points as u128) {
            return Self::of_list(group.listed(), points);
        }
        let mut stabiliser = Self::of_list(Vec::new(), points);
        for point in 0..points as u16 {
            if stabiliser.least[point as usize] != point {
                continue;
            }
            let orbit = group.orbit(point);
            for &other in &orbit.points()[1..] {
                if let Some(back) = orbit.back(other) {
                    stabiliser.least[other as usize] = point;
                    stabiliser.to_least[other as usize] = stabiliser.permutations.len() as u16;
                    stabiliser.permutations.push(back.into());
                }
            }
        }
        stabiliser.group = Some(group);
        stabiliser
    }

    fn of_list(permutations: Vec<Permutation>, points: usize) -> Self {
        let mut least: Vec<u16> = (0..points as u16).collect();
        let mut to_least = vec![NOT_MOVED; points];
        for (number, permutation) in (0..).zip(&permutations) {
            for ((least, to_least), &image) in least.iter_mut().zip(&mut to_least).zip(permutation) {
                if image < *least {
                    (*least, *to_least) = (image, number);
                }
            }
        }
        Self { group: None, permutations, least, to_least, fixing: vec![UNKNOWN; points] }
    }

    fn order(&self) -> u128 {
        match &self.group {
            Some(group) => group.order().unwrap_or(u128::MAX),
            None => self.permutations.len() as u128,
        }
    }

    /// A permutation that maps a point to the least one of its orbit; `None` if it is that.
    #[inline]
    fn to_least(&self, point: u16) -> Option<&[u16]> {
        self.permutations.get(self.to_least[point as usize] as usize).map(|permutation| &permutation[..])
    }

    /// The permutations that fix this point too, which is the least one of its orbit; `None` if all do.
    fn fixing(&self, point: u16, chance: &mut Chance) -> Option<Self> {
        if self.least.iter().filter(|&&least| least == point).count() == 1 {
            return None;
        }
        let points = self.least.len();
        Some(match &self.group {
            Some(group) => Self::new(group.stabiliser(&group.orbit(point), chance), points),
            None => {
                let fix = |permutation: &&Permutation| permutation[point as usize] == point;
                Self::of_list(self.permutations.iter().filter(fix).cloned().collect(), points)
            }
        })
    }

    fn bytes(&self) -> u64 {
        let points = self.least.len() as u64;
        let group = self.group.as_ref().map_or(0, Group::bytes);
        group + 8 * points + self.permutations.len() as u64 * (2 * points + 32) + 160
    }
}

/// Ways to map members of a configuration to the same points, one after the other.
#[derive(Debug, Default)]
struct Ways {
    /// Of each way where it maps each member.
    images: Vec<u16>,
    /// Of each way the members that are mapped to the points so far, as bits.
    done: Vec<u32>,
    /// Of each way the points that its permutations map, one from each stabiliser.
    mapped: Vec<u16>,
}

impl Ways {
    fn clear(&mut self) {
        self.images.clear();
        self.done.clear();
        self.mapped.clear();
    }
}

/// More ways than that are not pursued.
const MOST_WAYS: usize = 1 << 15;

/// The least image of a configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct LeastImage {
    /// The points of the image, ascending, each with its class.
    pub(super) points: Vec<Point>,
    /// A permutation of the group that maps the configuration to the image, as a product: for each stabiliser the point that is mapped to the least one
    /// of its orbit.
    factors: Vec<(usize, u16)>,
    /// How many permutations of the group map the configuration to itself.
    pub(super) fixed_by: u128,
}

/// That more ways lead to a least image than are pursued.
#[derive(Debug)]
pub(super) struct TooManyWays;

impl Images {
    pub(super) fn new(group: Group, points: usize) -> Self {
        let all = Stabiliser::new(group, points);
        Self {
            bytes: all.bytes(),
            stabilisers: vec![all],
            trivial: None,
            chance: Chance::default(),
            ways: Ways::default(),
            next_ways: Ways::default(),
        }
    }

    /// About how many bytes are taken.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many permutations the group has.
    pub(super) fn order(&self) -> u128 {
        self.stabilisers[0].order()
    }

    /// The least image of a configuration of at most 32 points. Time: O(d · w) for d points and w ways, and that of finding stabilisers.
    pub(super) fn least(&mut self, members: &[Point], found: &mut LeastImage) -> Result<(), TooManyWays> {
        let count = members.len();
        found.points.clear();
        found.factors.clear();
        self.ways.clear();
        self.ways.images.extend(members.iter().map(|&(point, _)| point));
        self.ways.done.push(0);
        let mut at = 0;
        for step in 0..count {
            let stabiliser = &self.stabilisers[at];
            let least = &stabiliser.least;
            let (ways, next) = (&self.ways, &mut self.next_ways);
            let mut best = (u16::MAX, u8::MAX);
            for (images, &done) in ways.images.chunks_exact(count).zip(&ways.done) {
                for (member, (&image, &(_, class))) in images.iter().zip(members).enumerate() {
                    if done >> member & 1 == 0 {
                        best = best.min((least[image as usize], class));
                    }
                }
            }
            next.clear();
            for (way, (images, &done)) in ways.images.chunks_exact(count).zip(&ways.done).enumerate() {
                for (member, (&image, &(_, class))) in images.iter().zip(members).enumerate() {
                    if done >> member & 1 == 1 || (least[image as usize], class) != best {
                        continue;
                    }
                    match stabiliser.to_least(image) {
                        Some(to) => next.images.extend(images.iter().map(|&image| to[image as usize])),
                        None => next.images.extend_from_slice(images),
                    }
                    next.done.push(done | 1 << member);
                    next.mapped.extend_from_slice(&ways.mapped[way * step..(way + 1) * step]);
                    next.mapped.push(image);
                }
            }
            if next.done.len() > MOST_WAYS {
                return Err(TooManyWays);
            }
            found.points.push(best);
            found.factors.push((at, 0));
            at = self.fixing(at, best.0);
            std::mem::swap(&mut self.ways, &mut self.next_ways);
        }
        for (factor, &mapped) in found.factors.iter_mut().zip(&self.ways.mapped) {
            factor.1 = mapped;
        }
        let of_points = self.stabilisers[at].order();
        found.fixed_by = of_points.saturating_mul(self.ways.done.len() as u128);
        Ok(())
    }

    /// The stabiliser of the same points and this one. It is itself where it fixes the point anyway.
    fn fixing(&mut self, at: usize, point: u16) -> usize {
        let known = self.stabilisers[at].fixing[point as usize];
        if known != UNKNOWN {
            return known as usize;
        }
        let fixing = match self.stabilisers[at].fixing(point, &mut self.chance) {
            None => at,
            Some(found) if found.order() == 1 => *self.trivial.get_or_insert_with(|| {
                self.bytes += found.bytes();
                self.stabilisers.push(found);
                self.stabilisers.len() - 1
            }),
            Some(found) => {
                self.bytes += found.bytes();
                self.stabilisers.push(found);
                self.stabilisers.len() - 1
            }
        };
        self.stabilisers[at].fixing[point as usize] = fixing as u32;
        fixing
    }

    /// Where the permutation to a least image maps a point.
    pub(super) fn image(&self, of: &LeastImage, point: u16) -> u16 {
        of.factors.iter().fold(point, |point, &(at, mapped)| match self.stabilisers[at].to_least(mapped) {
            Some(to) => to[point as usize],
            None => point,
        })
    }
}
