//! The least image of a configuration under a group of permutations. All configurations of an orbit
//! have the same least image.
//!
//! A configuration is a set of points, each with a class, such as the number of pieces there.
//! Images are compared by their least point, then by its class, then by the next point, and so on.
//! The search finds the least image point by point. The first point is the least point in the orbit
//! of some member. The second is the least point in the orbit of another member under the
//! permutations that fix the first; and so on. Several choices of members may lead to the same
//! points. Each such choice is a *way*, and all ways are followed in parallel. The stabilisers and
//! their orbits are kept for later configurations that begin with the same points.
//!
//! **Source.** S. Linton, *Finding the smallest image of a set*, ISSAC 2004.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use catmouse_arena::InOrder;
use foldhash::fast::FixedState;

use super::group::{Group, Random};

/// A point of a configuration and its class. A permutation maps points of a configuration only to
/// points of the same class.
pub(super) type Point = (u16, u8);

/// The known stabilisers of a group, shared by all threads. The permutations found do not depend on
/// which thread asks first.
#[derive(Debug)]
pub(super) struct Stabilisers {
    group: Group,
    all: Stabiliser,
    /// The stabiliser that contains only the identity.
    trivial: Stabiliser,
    bytes: AtomicU64,
}

/// The permutations that fix some points.
#[derive(Debug)]
struct Stabiliser {
    order: u128,
    /// The group, unless all its permutations are listed.
    group: Option<Group>,
    /// For a small group, all permutations; for other groups, those that map points to the least
    /// points of their orbits. One after the other.
    permutations: Vec<u16>,
    /// The least point of each point's orbit.
    least: Vec<u16>,
    /// Index of the permutation that maps each point to the least point of its orbit; [`NOT_MOVED`]
    /// for the least point itself.
    to_least: Vec<u16>,
    /// For the least point of an orbit: index in `further` of the stabiliser that fixes this point
    /// too, or [`SAME`] or [`TRIVIAL`].
    fixing: Vec<u16>,
    further: Box<[OnceLock<Box<Stabiliser>>]>,
    random: Random,
}

const NOT_MOVED: u16 = u16::MAX;

/// All permutations fix the point.
const SAME: u16 = u16::MAX;

/// No permutation but the identity fixes the point.
const TRIVIAL: u16 = u16::MAX - 1;

impl Stabiliser {
    /// The stabiliser with these permutations. They are listed if there are no more of them than
    /// points.
    fn new(group: Group, points: usize, random: Random) -> Self {
        let order = group.order().unwrap_or(u128::MAX);
        if order <= points as u128 {
            return Self::of_list(group.listed(), points, random);
        }
        let mut least: Vec<u16> = (0..points as u16).collect();
        let mut to_least = vec![NOT_MOVED; points];
        let mut permutations = Vec::new();
        let mut number = 0;
        for point in 0..points as u16 {
            if least[point as usize] != point {
                continue;
            }
            let orbit = group.orbit(point);
            permutations.reserve_exact((orbit.points().len() - 1) * points);
            for &other in &orbit.points()[1..] {
                if let Some(back) = orbit.back(other) {
                    (least[other as usize], to_least[other as usize]) = (point, number);
                    permutations.extend_from_slice(back);
                    number += 1;
                }
            }
        }
        Self::with(order, Some(group), permutations, least, to_least, random)
    }

    /// The stabiliser with these permutations, given one after the other.
    fn of_list(listed: Vec<u16>, points: usize, random: Random) -> Self {
        let mut least: Vec<u16> = (0..points as u16).collect();
        let mut to_least = vec![NOT_MOVED; points];
        for (number, permutation) in (0..).zip(listed.chunks_exact(points)) {
            for ((least, to_least), &image) in least.iter_mut().zip(&mut to_least).zip(permutation) {
                if image < *least {
                    (*least, *to_least) = (image, number);
                }
            }
        }
        Self::with((listed.len() / points) as u128, None, listed, least, to_least, random)
    }

    fn with(
        order: u128,
        group: Option<Group>,
        permutations: Vec<u16>,
        least: Vec<u16>,
        to_least: Vec<u16>,
        random: Random,
    ) -> Self {
        let mut lengths = vec![0u16; least.len()];
        for &point in &least {
            lengths[point as usize] += 1;
        }
        let mut count = 0;
        let number = |length| match length {
            0 | 1 => SAME,
            _ if u128::from(length) == order => TRIVIAL,
            _ => {
                count += 1;
                count - 1
            }
        };
        let fixing = lengths.into_iter().map(number).collect();
        let further = (0..count).map(|_| OnceLock::new()).collect();
        Self { order, group, permutations, least, to_least, fixing, further, random }
    }

    /// A permutation that maps a point to the least point of its orbit; `None` for the least point
    /// itself.
    #[inline]
    fn to_least(&self, point: u16) -> Option<&[u16]> {
        let points = self.least.len();
        let start = self.to_least[point as usize] as usize * points;
        self.permutations.get(start..start + points)
    }

    /// The permutations that also fix this point, which must be the least of its orbit.
    fn fixing(&self, point: u16) -> Self {
        let points = self.least.len();
        let random = self.random.at(point);
        match &self.group {
            Some(group) => {
                let fixing = group.stabiliser(&group.orbit(point), &mut random.clone());
                Self::new(fixing, points, random)
            }
            None => {
                let fixing = || self.permutations.chunks_exact(points).filter(|it| it[point as usize] == point);
                let mut listed = Vec::with_capacity(fixing().count() * points);
                fixing().for_each(|permutation| listed.extend_from_slice(permutation));
                Self::of_list(listed, points, random)
            }
        }
    }

    fn bytes(&self) -> u64 {
        let lists = 2 * (self.permutations.capacity() + 3 * self.least.len());
        let others = size_of_val(&self.further[..]) + size_of::<Self>() + 100;
        self.group.as_ref().map_or(0, Group::bytes) + (lists + others) as u64
    }
}

impl Stabilisers {
    pub(super) fn new(group: Group, points: usize) -> Self {
        let all = Stabiliser::new(group.clone(), points, Random::default());
        let trivial = Stabiliser::of_list((0..points as u16).collect(), points, Random::default());
        let bytes = AtomicU64::new(group.bytes() + all.bytes() + trivial.bytes());
        Self { group, all, trivial, bytes }
    }

    /// The group itself.
    pub(super) fn group(&self) -> &Group {
        &self.group
    }

    /// Approximate bytes of all stabilisers.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The order of the group.
    pub(super) fn order(&self) -> u128 {
        self.all.order
    }

    /// The permutations of `at` that also fix this point, which must be the least of its orbit.
    #[inline]
    fn fixing<'s>(&'s self, at: &'s Stabiliser, point: u16) -> &'s Stabiliser {
        match at.fixing[point as usize] {
            SAME => at,
            TRIVIAL => &self.trivial,
            index => at.further[index as usize].get_or_init(|| {
                let fixing = at.fixing(point);
                self.bytes.fetch_add(fixing.bytes(), Ordering::Relaxed);
                Box::new(fixing)
            }),
        }
    }
}

/// Ways to map members of a configuration to the same points, stored way after way.
#[derive(Debug, Default)]
struct Ways {
    /// For each way, the current image of each member.
    images: Vec<u16>,
    /// For each way, the set of members that are mapped to the points found, as bits.
    done: Vec<u32>,
    /// For each way, the points that its permutations map to the least ones, one for each
    /// stabiliser.
    mapped: Vec<u16>,
    /// The number of merged ways that each way represents.
    alike: Vec<u128>,
}

impl Ways {
    fn clear(&mut self) {
        self.images.clear();
        self.done.clear();
        self.mapped.clear();
        self.alike.clear();
    }

    /// Merges the ways that map the members not done to the same points, and keeps one way of each
    /// group.
    fn merge(&mut self, members: &[Point], steps: usize) -> Result<(), TooManyWays> {
        let count = members.len();
        let rest = |images: &[u16], done: u32| {
            let open = images.iter().zip(members).enumerate().filter(|(member, _)| done >> member & 1 == 0);
            let mut rest: Vec<Point> = open.map(|(_, (&image, &(_, class)))| (image, class)).collect();
            rest.put_in_order();
            rest
        };
        let mut kept: HashMap<Vec<Point>, usize, FixedState> = HashMap::default();
        for way in 0..self.done.len() {
            let next = kept.len();
            let rest = rest(&self.images[way * count..(way + 1) * count], self.done[way]);
            let place = *kept.entry(rest).or_insert(next);
            if place < next {
                self.alike[place] = self.alike[place].saturating_add(self.alike[way]);
                continue;
            }
            self.images.copy_within(way * count..(way + 1) * count, place * count);
            self.mapped.copy_within(way * steps..(way + 1) * steps, place * steps);
            (self.done[place], self.alike[place]) = (self.done[way], self.alike[way]);
        }
        self.images.truncate(kept.len() * count);
        self.mapped.truncate(kept.len() * steps);
        self.done.truncate(kept.len());
        self.alike.truncate(kept.len());
        if kept.len() > MOST_WAYS { Err(TooManyWays) } else { Ok(()) }
    }
}

/// From this many ways, equal ones are merged.
const WORTH_MERGING: usize = 64;

/// The largest number of ways that are followed.
const MOST_WAYS: usize = 1 << 15;

/// The least image of a configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct LeastImage<'s> {
    /// The points of the image, ascending, each with its class.
    pub(super) points: Vec<Point>,
    /// A permutation of the group that maps the configuration to the image, as a product. For each
    /// stabiliser, it has the point that is mapped to the least one of its orbit.
    factors: Vec<(&'s Stabiliser, u16)>,
    /// The number of ways that lead to the image.
    ways: u128,
}

impl LeastImage<'_> {
    /// The image of a point under the permutation to the least image.
    pub(super) fn image(&self, point: u16) -> u16 {
        self.factors.iter().fold(point, |point, &(stabiliser, mapped)| match stabiliser.to_least(mapped) {
            Some(to) => to[point as usize],
            None => point,
        })
    }
}

/// The error if more than [`MOST_WAYS`] ways lead to a least image.
#[derive(Debug)]
pub(super) struct TooManyWays;

/// Finds least images under a group.
#[derive(Debug)]
pub(super) struct Images<'s> {
    stabilisers: &'s Stabilisers,
    /// Ways to map some members of a configuration to the first points of its least image.
    ways: Ways,
    next_ways: Ways,
}

impl<'s> Images<'s> {
    pub(super) fn new(stabilisers: &'s Stabilisers) -> Self {
        Self { stabilisers, ways: Ways::default(), next_ways: Ways::default() }
    }

    /// The size of the orbit of the configuration whose least image was found.
    pub(super) fn orbit_size(&self, found: &LeastImage<'_>) -> u128 {
        self.stabilisers.order() / self.fixing(found)
    }

    /// The reciprocal of the size of the orbit.
    pub(super) fn reciprocal_size(&self, found: &LeastImage<'_>) -> f64 {
        self.fixing(found) as f64 / self.stabilisers.order() as f64
    }

    /// The number of permutations of the group that map the configuration to itself.
    fn fixing(&self, found: &LeastImage<'_>) -> u128 {
        let last = found.factors.last().zip(found.points.last());
        let of_points = last.map_or(self.stabilisers.order(), |(&(stabiliser, _), &(point, _))| {
            let orbit = stabiliser.least.iter().filter(|&&least| least == point).count();
            stabiliser.order / orbit as u128
        });
        of_points.saturating_mul(found.ways)
    }

    /// Finds the least image of a configuration of at most 32 points. Time: O(d · w) for d points
    /// and w ways, and the time to find stabilisers.
    pub(super) fn least(&mut self, members: &[Point], found: &mut LeastImage<'s>) -> Result<(), TooManyWays> {
        let count = members.len();
        found.points.clear();
        found.factors.clear();
        self.ways.clear();
        self.ways.images.extend(members.iter().map(|&(point, _)| point));
        self.ways.done.push(0);
        self.ways.alike.push(1);
        let mut stabiliser = &self.stabilisers.all;
        for step in 0..count {
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
                    next.alike.push(ways.alike[way]);
                }
                if next.done.len() > 2 * MOST_WAYS {
                    next.merge(members, step + 1)?;
                }
            }
            if next.done.len() > WORTH_MERGING {
                next.merge(members, step + 1)?;
            }
            found.points.push(best);
            found.factors.push((stabiliser, 0));
            std::mem::swap(&mut self.ways, &mut self.next_ways);
            if step + 1 < count {
                stabiliser = self.stabilisers.fixing(stabiliser, best.0);
            }
        }
        for (factor, &mapped) in found.factors.iter_mut().zip(&self.ways.mapped) {
            factor.1 = mapped;
        }
        found.ways = self.ways.alike.iter().fold(0, |ways: u128, &alike| ways.saturating_add(alike));
        Ok(())
    }
}
