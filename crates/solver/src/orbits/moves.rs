//! All moves of a team between orbits of configurations.
//!
//! The pieces of a team that all move do so one after the other: in between there are configurations of which some pieces have moved and some have
//! not. Threads find orbits for many of them at a time; numbers are given on one, in order.

use std::ops::Range;

use catmouse_arena::Movers;

use super::images::{Images, LeastImage, Point, Stabilisers, TooManyWays};
use super::lists::{Blocks, Sequences, bytes_of_list, bytes_of_table, make_room};
use super::pursuit::{PlacementClass, Pursuit};
use crate::parallel::for_each_part;
use crate::{Control, Progress, SolveError};

/// Least images of configurations on the way, and room to find them in. A configuration is a sequence of places: first those of the pieces that have
/// moved, ascending, and then those of the others.
#[derive(Debug)]
pub(super) struct Orbits<'s> {
    images: Images<'s>,
    /// The classes of points, by how many pieces there have and have not moved.
    classes: Vec<[u8; 2]>,
    points: Vec<Point>,
    /// How many points there are of each class, the rarest first.
    ranks: Vec<(usize, [u8; 2])>,
    found: LeastImage<'s>,
    /// The places of the least image that was found last.
    places: Vec<u16>,
}

impl<'s> Orbits<'s> {
    pub(super) fn new(stabilisers: &'s Stabilisers) -> Self {
        Self {
            images: Images::new(stabilisers),
            classes: Vec::new(),
            points: Vec::new(),
            ranks: Vec::new(),
            found: LeastImage::default(),
            places: Vec::new(),
        }
    }

    /// Finds the least image of places, of which so many are those of pieces that have moved. The search begins with what is rare, which leaves it
    /// few ways.
    pub(super) fn find(&mut self, places: &[u16], moved: usize) -> Result<(), TooManyWays> {
        self.read(places, moved);
        let ranks = &mut self.ranks;
        ranks.clear();
        for &class in &self.classes {
            match ranks.iter_mut().find(|(_, other)| *other == class) {
                Some((count, _)) => *count += 1,
                None => ranks.push((1, class)),
            }
        }
        ranks.sort_unstable_by_key(|&(count, class)| (count, std::cmp::Reverse(class)));
        for (point, class) in self.points.iter_mut().zip(&self.classes) {
            point.1 = ranks.iter().position(|(_, other)| other == class).unwrap_or(0) as u8;
        }
        self.images.least(&self.points, &mut self.found)?;
        self.places.clear();
        for side in 0..2 {
            for &(point, rank) in &self.found.points {
                let pieces = ranks[rank as usize].1[side].into();
                self.places.extend(std::iter::repeat_n(point, pieces));
            }
        }
        Ok(())
    }

    /// The places of the least image that was found last.
    pub(super) fn places(&self) -> &[u16] {
        &self.places
    }

    /// Where the permutation to the least image that was found last maps some points.
    pub(super) fn images<'a>(&'a self, of: &'a [u16]) -> impl Iterator<Item = u16> + 'a {
        of.iter().map(|&point| self.found.image(point))
    }

    /// Which part of its orbit the configuration is whose least image was found last.
    pub(super) fn share(&self) -> f64 {
        self.images.share(&self.found)
    }

    /// Lists the points of some places, and their classes beside them.
    fn read(&mut self, places: &[u16], moved: usize) {
        self.points.clear();
        self.classes.clear();
        let (mut arrived, mut waiting) = places.split_at(moved);
        while let Some(point) = [arrived, waiting].iter().filter_map(|list| list.first()).min().copied() {
            let here = |list: &[u16]| list.iter().take_while(|&&place| place == point).count();
            let (arrived_here, waiting_here) = (here(arrived), here(waiting));
            self.points.push((point, 0));
            self.classes.push([arrived_here as u8, waiting_here as u8]);
            (arrived, waiting) = (&arrived[arrived_here..], &waiting[waiting_here..]);
        }
    }

    /// The least placement, as an ascending list, of those that the group maps this one to, and how many there are.
    pub(super) fn least_placement(&mut self, places: &[u16]) -> Result<PlacementClass, TooManyWays> {
        self.read(places, places.len());
        for (point, class) in self.points.iter_mut().zip(&self.classes) {
            point.1 = u8::MAX - class[0];
        }
        self.images.least(&self.points, &mut self.found)?;
        let pieces = |&(point, class): &Point| std::iter::repeat_n(u32::from(point), (u8::MAX - class).into());
        Ok(PlacementClass {
            least: self.found.points.iter().flat_map(pieces).collect(),
            alike: u64::try_from(self.images.alike(&self.found)).unwrap_or(u64::MAX),
        })
    }
}

/// What comes of some configurations that lie one behind the other.
#[derive(Debug, Default)]
struct Found {
    /// The least images, as places, one after the other.
    places: Vec<u16>,
    /// For each image where the symmetry that maps to it maps the base points.
    images_of_base: Vec<u16>,
    /// How many images there are up to the end of each configuration.
    ends: Vec<usize>,
    has_too_many_ways: bool,
}

impl Found {
    fn clear(&mut self) {
        self.places.clear();
        self.images_of_base.clear();
        self.ends.clear();
    }
}

/// About how many neighbours one thread finds before it asks for other configurations.
const PART: usize = 512;

/// About how many bytes are found before neighbours are numbered.
const BATCH: usize = 1 << 20;

/// What is to be found.
pub(super) struct Wanted<'w> {
    /// How many pieces the neighbours have.
    pieces: usize,
    /// How many of these have moved.
    pub(super) moved: usize,
    /// About how many neighbours a configuration has.
    neighbours_of_each: usize,
    /// The base points, if it is to be found which symmetry maps each neighbour to its least image; otherwise none.
    base: &'w [u16],
}

/// What finds orbits, for each thread.
struct Finders<'s> {
    all: Vec<Orbits<'s>>,
    stabilisers: &'s Stabilisers,
    control: &'s Control<'s>,
}

impl Finders<'_> {
    /// Finds the orbits of whatever configurations, of which so many pieces have moved, `neighbours` makes of these; `take` is called for each of them
    /// with the places of the least image and where the symmetry that maps to it maps the base points, and at the end of each configuration with
    /// none: then it says how many bytes lists take. Its calls depend neither on the number of threads nor on chance.
    fn find(
        &mut self,
        open: &Sequences,
        wanted: &Wanted<'_>,
        neighbours: impl Fn(&[u16], &mut dyn FnMut(&[u16])) + Sync,
        mut take: impl FnMut(Option<(&[u16], &[u16])>) -> Result<u64, SolveError>,
    ) -> Result<(), SolveError> {
        let (control, stabilisers) = (self.control, self.stabilisers);
        let (base, part, batch) = (wanted.base, wanted.part(), wanted.batch());
        let mut found: Vec<Found> = Vec::new();
        let mut lists = 0;
        for batch in parts(0..open.count(), batch) {
            found.resize_with(batch.len().div_ceil(part), Found::default);
            for_each_part(parts(batch, part).zip(&mut found), &mut self.all, |orbits, (part, found)| {
                found.clear();
                for number in part {
                    if control.is_cancelled() {
                        return;
                    }
                    neighbours(open.get(number), &mut |neighbour| {
                        if are_too_many(stabilisers, lists, control) {
                            return;
                        }
                        if orbits.find(neighbour, wanted.moved).is_err() {
                            found.has_too_many_ways = true;
                            return;
                        }
                        found.places.extend_from_slice(&orbits.places);
                        found.images_of_base.extend(orbits.images(base));
                    });
                    found.ends.push(found.places.len() / wanted.pieces);
                }
            });
            control.check(|| Progress { level: 0, decided: 0 })?;
            if are_too_many(stabilisers, lists, control) {
                return take(None).map(drop);
            }
            for found in &found {
                if found.has_too_many_ways {
                    return Err(TooManyWays.into());
                }
                let mut index = 0;
                for &end in &found.ends {
                    while index < end {
                        let places = &found.places[index * wanted.pieces..][..wanted.pieces];
                        take(Some((places, &found.images_of_base[index * base.len()..][..base.len()])))?;
                        index += 1;
                    }
                    lists = take(None)?;
                }
            }
        }
        Ok(())
    }
}

impl<'w> Wanted<'w> {
    /// What moves of configurations of which so many pieces have moved lead to.
    pub(super) fn of_moves(pursuit: &Pursuit<'_>, moved: usize, base: &'w [u16]) -> Self {
        let (size, levels) = (pursuit.size as usize, levels(pursuit));
        Self {
            pieces: size,
            moved: if moved + 1 == levels { size } else { moved + 1 },
            neighbours_of_each: size / levels * pursuit.steps.arcs() / pursuit.steps.nodes() as usize,
            base,
        }
    }

    /// How many configurations one thread takes at a time.
    fn part(&self) -> usize {
        (PART / self.neighbours_of_each.max(1)).clamp(1, 16)
    }

    /// How many configurations make a batch. It does not depend on how many threads there are.
    fn batch(&self) -> usize {
        let part = self.part();
        (BATCH / self.bytes_of_each() / part).max(16) * part
    }

    /// About how many bytes are found of a configuration.
    fn bytes_of_each(&self) -> usize {
        self.neighbours_of_each.max(1) * 2 * (self.pieces + self.base.len())
    }

    /// Bytes of the lists of what is found of a batch, if there are so many configurations: they are made twice as long when they are full.
    pub(super) fn bytes(&self, configurations: usize) -> u64 {
        (2 * self.batch().min(configurations) * self.bytes_of_each()) as u64
    }
}

/// A range in parts of this length.
fn parts(range: Range<usize>, length: usize) -> impl Iterator<Item = Range<usize>> + Send {
    range.clone().step_by(length).map(move |start| start..(start + length).min(range.end))
}

/// Whether the stabilisers, with what lists take, are more than is allowed.
fn are_too_many(stabilisers: &Stabilisers, lists: u64, control: &Control<'_>) -> bool {
    control.allow(stabilisers.bytes().saturating_add(lists)).is_err()
}

/// All moves of a team between orbits of configurations, of which some pieces have moved and some have not.
///
/// Moves lead to states with higher numbers, or to the first states, in which all pieces have moved.
#[derive(Debug)]
pub(super) struct OrbitMoves {
    /// A configuration of each orbit. Where all pieces have moved and where none has, states are in this order.
    configurations: Sequences,
    /// Where the moves of each state begin, from the first state on in which not all pieces have moved; and the end of all.
    starts: Vec<usize>,
    /// Each move: the state that it leads to, and the symmetry that maps what the move wins to what is won there.
    targets: Blocks<(u32, u32)>,
    /// For each symmetry the image of every node under its inverse.
    inverses: Vec<u16>,
    nodes: usize,
}

impl OrbitMoves {
    /// Lists all moves, on so many threads. Those of [`on_threads`](crate::parallel::on_threads) are used.
    pub(super) fn new(
        pursuit: &Pursuit<'_>,
        stabilisers: &Stabilisers,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Self, SolveError> {
        let nodes = pursuit.steps.nodes() as usize;
        let base: Vec<u16> = stabilisers.group().base().collect();
        let mut finders =
            Finders { all: (0..threads.max(1)).map(|_| Orbits::new(stabilisers)).collect(), stabilisers, control };
        let mut list = List {
            pursuit,
            counts: Counts { size: pursuit.size as usize, nodes, base: base.len(), ..Counts::default() },
            configurations: Sequences::of_length(0),
            starts: vec![0],
            targets: Blocks::new(),
            symmetries: Sequences::of_length(base.len()),
        };
        list.find_configurations(&mut finders)?;
        list.find_moves(&base, &mut finders)?;
        let List { mut configurations, starts, targets, symmetries, .. } = list;
        configurations.forget_numbers();
        let mut inverses = Vec::new();
        let entries = symmetries.count() * nodes;
        let no_memory = |_| SolveError::NoMemory { bytes: 2 * entries as u64 };
        inverses.try_reserve_exact(entries).map_err(no_memory)?;
        inverses.resize(entries, 0);
        for_each_part((0..).zip(inverses.chunks_exact_mut(nodes)), &mut finders.all, |_, (number, inverse)| {
            stabilisers.group().write_inverse(symmetries.get(number), inverse);
        });
        Ok(Self { configurations, starts, targets, inverses, nodes })
    }

    /// A configuration of each orbit.
    pub(super) fn configurations(&self) -> &Sequences {
        &self.configurations
    }

    /// How many states there are: twice as many as configurations, first those in which all pieces have moved, then those in which none has; and those
    /// in between.
    pub(super) fn states(&self) -> usize {
        self.configurations.count() + self.starts.len() - 1
    }

    /// The moves of a state in which not all pieces have moved: where each leads, and for every node of the row there which node of the row here it is.
    pub(super) fn of(&self, state: usize) -> impl Iterator<Item = (usize, &[u16])> {
        let state = state - self.configurations.count();
        self.targets.range(self.starts[state]..self.starts[state + 1]).map(|&(to, symmetry)| {
            (to as usize, &self.inverses[symmetry as usize * self.nodes..(symmetry as usize + 1) * self.nodes])
        })
    }
}

/// What takes memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) nodes: usize,
    /// Pieces of the team.
    pub(super) size: usize,
    /// Base points of the group.
    pub(super) base: usize,
    /// Orbits of configurations.
    pub(super) configurations: usize,
    /// Configurations whose moves are being listed, of the same number of moved pieces, and those that these lead to.
    pub(super) open: usize,
    pub(super) next: usize,
    /// States from which moves are listed, and these.
    pub(super) starts: usize,
    pub(super) targets: usize,
    pub(super) symmetries: usize,
    /// Bytes of what is found and not yet numbered.
    pub(super) found: u64,
}

impl Counts {
    /// Bytes of all but the stabilisers at the peak, which is while moves are listed, when their symmetries are written or when the rows are.
    pub(super) fn bytes(&self) -> u64 {
        let Self { nodes, size, base, configurations, open, next, starts, targets, symmetries, found } = *self;
        let lists = [
            Sequences::bytes_listed(configurations, size),
            bytes_of_list::<usize>(starts, 1),
            Blocks::<(u32, u32)>::bytes(targets),
        ];
        let others = [open, next].map(|count| Sequences::bytes(count, size));
        let listing =
            others.iter().sum::<u64>() + (bytes_of_table(configurations) + Sequences::bytes(symmetries, base)) + found;
        let inverses = 2 * (symmetries * nodes) as u64;
        let writing = Sequences::bytes(symmetries, base) + inverses;
        let words = nodes.div_ceil(64);
        // What is won and what of it is new, and what comes with one answer for each configuration.
        let rows = 8 * (words * (2 * (configurations + starts) + configurations + nodes)) as u64;
        lists.iter().sum::<u64>() + listing.max(writing).max(inverses + rows)
    }

    /// Refuses what takes more memory than is allowed, with these stabilisers; otherwise says how many bytes it takes without them.
    fn check(&self, stabilisers: &Stabilisers, control: &Control<'_>) -> Result<u64, SolveError> {
        let lists = self.bytes();
        match control.memory() {
            // How far threads had come when there were too many stabilisers is left to chance, so it is not said.
            Some(allowed) if are_too_many(stabilisers, lists, control) => {
                Err(SolveError::TooLarge { bytes: lists.max(allowed.saturating_add(1)), allowed })
            }
            _ => Ok(lists),
        }
    }
}

/// Moves while they are listed.
struct List<'a> {
    pursuit: &'a Pursuit<'a>,
    counts: Counts,
    configurations: Sequences,
    starts: Vec<usize>,
    targets: Blocks<(u32, u32)>,
    /// The symmetries of the moves, by the images of the base points.
    symmetries: Sequences,
}

impl List<'_> {
    /// Lists the orbits of configurations, piece by piece.
    fn find_configurations(&mut self, finders: &mut Finders<'_>) -> Result<(), SolveError> {
        let nodes = self.pursuit.steps.nodes() as u16;
        let (stabilisers, control) = (finders.stabilisers, finders.control);
        self.configurations.number(&[])?;
        for pieces in 0..self.pursuit.size as usize {
            let mut fewer = std::mem::replace(&mut self.configurations, Sequences::of_length(pieces + 1));
            fewer.forget_numbers();
            let with_another = |places: &[u16], visit: &mut dyn FnMut(&[u16])| {
                let mut longer = Vec::with_capacity(pieces + 1);
                for place in 0..nodes {
                    add_place(places, place, pieces, &mut longer);
                    visit(&longer);
                }
            };
            let wanted = Wanted { pieces: pieces + 1, moved: pieces + 1, neighbours_of_each: nodes.into(), base: &[] };
            self.counts.found = wanted.bytes(fewer.count());
            self.counts.open = fewer.count();
            finders.find(&fewer, &wanted, with_another, |found| {
                if let Some((places, _)) = found {
                    self.configurations.number(places)?;
                    return Ok(0);
                }
                self.counts.configurations = self.configurations.count();
                self.counts.check(stabilisers, control)
            })?;
        }
        Ok(())
    }

    /// Lists all moves: where all pieces move, those of the last piece first; where one moves, those of any.
    fn find_moves(&mut self, base: &[u16], finders: &mut Finders<'_>) -> Result<(), SolveError> {
        let (pursuit, size) = (self.pursuit, self.pursuit.size as usize);
        let (stabilisers, control) = (finders.stabilisers, finders.control);
        let Self { counts, configurations, starts, targets, symmetries, .. } = self;
        let levels = levels(pursuit);
        let mut from: Option<Sequences> = None;
        for moved in 0..levels {
            let is_last = moved + 1 == levels;
            let open = from.as_ref().unwrap_or(configurations);
            let first = configurations.count() + starts.len() - 1 + open.count();
            let mut next = Sequences::of_length(size);
            let wanted = Wanted::of_moves(pursuit, moved, base);
            counts.found = wanted.bytes(open.count());
            counts.open = if moved == 0 { 0 } else { open.count() };
            let moves = |places: &[u16], visit: &mut dyn FnMut(&[u16])| visit_moves(pursuit, moved, places, visit);
            finders.find(open, &wanted, moves, |found| {
                let Some((places, symmetry)) = found else {
                    make_room(starts, 1)?;
                    starts.push(targets.len());
                    (counts.starts, counts.targets) = (starts.len(), targets.len());
                    (counts.next, counts.symmetries) = (next.count(), symmetries.count());
                    return counts.check(stabilisers, control);
                };
                let listed = is_last.then(|| configurations.number_of(places)).flatten();
                let to = match listed {
                    Some(number) => number as usize,
                    None => next.number(places)? as usize + first,
                };
                let to = u32::try_from(to).map_err(|_| SolveError::TooManyPositions { positions: u64::MAX })?;
                targets.push((to, symmetries.number(symmetry)?))?;
                Ok(0)
            })?;
            next.forget_numbers();
            from = Some(next);
        }
        Ok(())
    }
}

/// How many times pieces move in a turn, one after the other.
pub(super) fn levels(pursuit: &Pursuit<'_>) -> usize {
    match pursuit.movers {
        Movers::All => pursuit.size as usize,
        Movers::One => 1,
    }
}

/// Visits what comes of a configuration of which so many pieces have moved: where all move, when the last one of those that have not does;
/// where one moves, when any does.
pub(super) fn visit_moves(pursuit: &Pursuit<'_>, moved: usize, places: &[u16], visit: &mut dyn FnMut(&[u16])) {
    let mut after = Vec::with_capacity(places.len());
    let mut move_from = |from: u16, rest: &[u16], moved: usize| {
        for arc in pursuit.steps.successors(from.into()) {
            add_place(rest, arc.node as u16, moved, &mut after);
            visit(&after);
        }
    };
    match pursuit.movers {
        Movers::All => {
            if let Some((&from, rest)) = places.split_last() {
                move_from(from, rest, moved);
            }
        }
        Movers::One => {
            for (piece, &from) in places.iter().enumerate() {
                if piece == 0 || places[piece - 1] != from {
                    let rest = [&places[..piece], &places[piece + 1..]].concat();
                    move_from(from, &rest, rest.len());
                }
            }
        }
    }
}

/// Writes places with one more, which belongs to a piece that has moved, as so many of the others.
fn add_place(places: &[u16], place: u16, moved: usize, longer: &mut Vec<u16>) {
    let at = places[..moved].partition_point(|&other| other < place);
    longer.clear();
    longer.extend_from_slice(&places[..at]);
    longer.push(place);
    longer.extend_from_slice(&places[at..]);
}
