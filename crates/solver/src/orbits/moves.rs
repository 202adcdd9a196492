//! All moves of a team between orbits of configurations.
//!
//! If all pieces of a team move in a turn, they move one after the other. In between there are
//! configurations in which only some pieces have moved. Threads find the orbits of many
//! configurations at a time. One thread then numbers the orbits, in a fixed order.

use std::ops::Range;

use catmouse_arena::{InOrder, Movers};

use super::images::{Images, LeastImage, Point, Stabilisers, TooManyWays};
use super::lists::{Blocks, Sequences, bytes_of_list, bytes_of_table, make_room};
use super::pursuit::Pursuit;
use crate::BestPlacement;
use crate::parallel::for_each_part;
use crate::{Control, Progress, SolveError};

/// Finds least images of configurations, and keeps the buffers for the search. A configuration is a
/// sequence of places: first those of the pieces that have moved, ascending, then those of the
/// others.
#[derive(Debug)]
pub(super) struct Orbits<'s> {
    images: Images<'s>,
    /// The class of each point: the number of pieces there that have moved, and of those that have
    /// not.
    classes: Vec<[u8; 2]>,
    points: Vec<Point>,
    /// The number of points of each class, the rarest class first.
    ranks: Vec<(usize, [u8; 2])>,
    found: LeastImage<'s>,
    /// The places of the last least image.
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

    /// Finds the least image of `places`, the first `moved` of which belong to pieces that have
    /// moved. The search begins with the rarest class, which leaves few ways.
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
        ranks.put_in_order_by_key(|&(count, class)| (count, std::cmp::Reverse(class)));
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

    /// The places of the last least image.
    pub(super) fn places(&self) -> &[u16] {
        &self.places
    }

    /// The images of some points under the permutation to the last least image.
    pub(super) fn images<'a>(&'a self, of: &'a [u16]) -> impl Iterator<Item = u16> + 'a {
        of.iter().map(|&point| self.found.image(point))
    }

    /// The reciprocal of the size of the orbit with the last least image.
    pub(super) fn reciprocal_size(&self) -> f64 {
        self.images.reciprocal_size(&self.found)
    }

    /// Lists the points of some places, and their classes in parallel.
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

    /// The least placement, as an ascending list, in the orbit of this placement, and the size of
    /// the orbit.
    pub(super) fn least_placement(&mut self, places: &[u16]) -> Result<BestPlacement, TooManyWays> {
        self.read(places, places.len());
        for (point, class) in self.points.iter_mut().zip(&self.classes) {
            point.1 = u8::MAX - class[0];
        }
        self.images.least(&self.points, &mut self.found)?;
        let pieces = |&(point, class): &Point| std::iter::repeat_n(u32::from(point), (u8::MAX - class).into());
        Ok(BestPlacement {
            nodes: self.found.points.iter().flat_map(pieces).collect(),
            alike: Some(u64::try_from(self.images.orbit_size(&self.found)).unwrap_or(u64::MAX)),
        })
    }
}

/// The least images of the neighbours of some consecutive configurations.
#[derive(Debug, Default)]
struct FoundImages {
    /// The places of the least images, image after image.
    places: Vec<u16>,
    /// For each least image, the images of the base points under the symmetry that maps a neighbour
    /// there.
    images_of_base: Vec<u16>,
    /// For each configuration, the number of images up to its last one.
    ends: Vec<usize>,
    has_too_many_ways: bool,
}

impl FoundImages {
    fn clear(&mut self) {
        self.places.clear();
        self.images_of_base.clear();
        self.ends.clear();
    }
}

/// Approximate number of neighbours that a thread finds before it takes other configurations.
const NEIGHBOURS_PER_PART: usize = 512;

/// Approximate bytes of the neighbours that are found before they are numbered.
const BYTES_PER_BATCH: usize = 1 << 20;

/// A step from some configurations to their neighbours.
pub(super) struct Expansion<'w> {
    /// The number of pieces of a neighbour.
    pieces: usize,
    /// The number of these that have moved.
    pub(super) moved: usize,
    /// Approximate number of neighbours of a configuration.
    neighbours_of_each: usize,
    /// The base points, if the symmetry that maps each neighbour to its least image is needed;
    /// otherwise empty.
    base: &'w [u16],
}

/// A search for least images for each thread.
struct Finders<'s> {
    all: Vec<Orbits<'s>>,
    stabilisers: &'s Stabilisers,
    control: &'s Control<'s>,
}

impl Finders<'_> {
    /// Finds the least images of all neighbours of the configurations `open`. `neighbours` lists
    /// the neighbours of a configuration.
    ///
    /// `take` is called for each neighbour with the places of its least image, and with the images
    /// of the base points under the symmetry that maps the neighbour there. After the last
    /// neighbour of a configuration `take` is called with `None` and returns the bytes of the
    /// lists. The sequence of calls depends neither on the number of threads nor on random choices.
    fn find(
        &mut self,
        open: &Sequences,
        expansion: &Expansion<'_>,
        neighbours: impl Fn(&[u16], &mut dyn FnMut(&[u16])) + Sync,
        mut take: impl FnMut(Option<(&[u16], &[u16])>) -> Result<u64, SolveError>,
    ) -> Result<(), SolveError> {
        let (control, stabilisers) = (self.control, self.stabilisers);
        let (base, part, batch) = (expansion.base, expansion.part(), expansion.batch());
        let mut found: Vec<FoundImages> = Vec::new();
        let mut lists = 0;
        for batch in parts(0..open.count(), batch) {
            found.resize_with(batch.len().div_ceil(part), FoundImages::default);
            for_each_part(parts(batch, part).zip(&mut found), &mut self.all, |orbits, (part, found)| {
                found.clear();
                for number in part {
                    if control.is_cancelled() {
                        return;
                    }
                    neighbours(open.get(number), &mut |neighbour| {
                        if exceed_memory(stabilisers, lists, control) {
                            return;
                        }
                        if orbits.find(neighbour, expansion.moved).is_err() {
                            found.has_too_many_ways = true;
                            return;
                        }
                        found.places.extend_from_slice(&orbits.places);
                        found.images_of_base.extend(orbits.images(base));
                    });
                    found.ends.push(found.places.len() / expansion.pieces);
                }
            });
            control.check(|| Progress { level: 0, decided: 0 })?;
            if exceed_memory(stabilisers, lists, control) {
                return take(None).map(drop);
            }
            for found in &found {
                if found.has_too_many_ways {
                    return Err(TooManyWays.into());
                }
                let mut index = 0;
                for &end in &found.ends {
                    while index < end {
                        let places = &found.places[index * expansion.pieces..][..expansion.pieces];
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

impl<'w> Expansion<'w> {
    /// The step that moves of configurations make, if `moved` pieces have moved in these.
    pub(super) fn of_moves(pursuit: &Pursuit, moved: usize, base: &'w [u16]) -> Self {
        let (size, levels) = (pursuit.size as usize, levels(pursuit));
        Self {
            pieces: size,
            moved: if moved + 1 == levels { size } else { moved + 1 },
            neighbours_of_each: size / levels * pursuit.steps.arcs() / pursuit.steps.nodes() as usize,
            base,
        }
    }

    /// The number of configurations that a thread takes at a time.
    fn part(&self) -> usize {
        (NEIGHBOURS_PER_PART / self.neighbours_of_each.max(1)).clamp(1, 16)
    }

    /// The number of configurations in a batch. It does not depend on the number of threads.
    fn batch(&self) -> usize {
        let part = self.part();
        (BYTES_PER_BATCH / self.bytes_of_each() / part).max(16) * part
    }

    /// Approximate bytes of the neighbours of a configuration.
    fn bytes_of_each(&self) -> usize {
        self.neighbours_of_each.max(1) * 2 * (self.pieces + self.base.len())
    }

    /// Bytes of the lists for one batch of at most `configurations`. Full lists double in length.
    pub(super) fn bytes(&self, configurations: usize) -> u64 {
        (2 * self.batch().min(configurations) * self.bytes_of_each()) as u64
    }
}

/// The range in parts of this length.
fn parts(range: Range<usize>, length: usize) -> impl Iterator<Item = Range<usize>> + Send {
    range.clone().step_by(length).map(move |start| start..(start + length).min(range.end))
}

/// True if the stabilisers and lists of this size exceed the allowed memory.
fn exceed_memory(stabilisers: &Stabilisers, lists: u64, control: &Control<'_>) -> bool {
    control.allow(stabilisers.bytes().saturating_add(lists)).is_err()
}

/// All moves of a team between states. A state is an orbit of configurations with a number of
/// pieces that have moved.
///
/// Moves lead to higher numbers or to fully moved states, which come first.
#[derive(Debug)]
pub(super) struct OrbitMoves {
    /// A configuration of each orbit. The fully moved states, and the states where no piece has
    /// moved, are in this order.
    configurations: Sequences,
    /// For each state that is not fully moved, the start of its moves; and the end of all moves.
    starts: Vec<usize>,
    /// For each move, the state that it leads to, and the index of the symmetry that maps the
    /// configuration after the move to the configuration of that state.
    targets: Blocks<(u32, u32)>,
    /// For each symmetry, the image of every node under its inverse.
    inverses: Vec<u16>,
    nodes: usize,
}

impl OrbitMoves {
    /// Lists all moves on this many threads of [`on_threads`](crate::parallel::on_threads).
    pub(super) fn new(
        pursuit: &Pursuit,
        stabilisers: &Stabilisers,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Self, SolveError> {
        let nodes = pursuit.steps.nodes() as usize;
        let base: Vec<u16> = stabilisers.group().base().collect();
        let mut finders =
            Finders { all: (0..threads.max(1)).map(|_| Orbits::new(stabilisers)).collect(), stabilisers, control };
        let mut list = MoveLister {
            pursuit,
            counts: MemoryCounts { size: pursuit.size as usize, nodes, base: base.len(), ..MemoryCounts::default() },
            configurations: Sequences::of_length(0),
            starts: vec![0],
            targets: Blocks::new(),
            symmetries: Sequences::of_length(base.len()),
        };
        list.find_configurations(&mut finders)?;
        list.find_moves(&base, &mut finders)?;
        let MoveLister { mut configurations, starts, targets, symmetries, .. } = list;
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

    /// The number of states. There are two for each configuration, first the fully moved ones, then
    /// those in which no piece has moved. The partly moved states follow.
    pub(super) fn states(&self) -> usize {
        self.configurations.count() + self.starts.len() - 1
    }

    /// The moves of a state that is not fully moved: the target of each, and the inverse of its
    /// symmetry, which maps nodes of the target's row to nodes of this state's row.
    pub(super) fn of(&self, state: usize) -> impl Iterator<Item = (usize, &[u16])> {
        let state = state - self.configurations.count();
        self.targets.range(self.starts[state]..self.starts[state + 1]).map(|&(to, symmetry)| {
            (to as usize, &self.inverses[symmetry as usize * self.nodes..(symmetry as usize + 1) * self.nodes])
        })
    }
}

/// The numbers of entries that determine the memory of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MemoryCounts {
    pub(super) nodes: usize,
    /// Pieces of the team.
    pub(super) size: usize,
    /// Base points of the group.
    pub(super) base: usize,
    /// Orbits of configurations.
    pub(super) configurations: usize,
    /// Configurations whose moves are being listed, all with the same number of moved pieces.
    pub(super) open: usize,
    /// Configurations to which these moves lead.
    pub(super) next: usize,
    /// States whose moves are listed.
    pub(super) starts: usize,
    /// Moves listed.
    pub(super) targets: usize,
    pub(super) symmetries: usize,
    /// Bytes of the neighbours that are found and not yet numbered.
    pub(super) found: u64,
}

impl MemoryCounts {
    /// Bytes at the peak without the stabilisers. The peak occurs while the moves are listed, while
    /// their symmetries are written, or while the rows grow.
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
        // The wins, the new ones among them, and the losses of one ply for each configuration.
        let rows = 8 * (words * (2 * (configurations + starts) + configurations + nodes)) as u64;
        lists.iter().sum::<u64>() + listing.max(writing).max(inverses + rows)
    }

    /// Returns an error if the lists and the stabilisers exceed the allowed memory; otherwise the
    /// bytes of the lists.
    fn check(&self, stabilisers: &Stabilisers, control: &Control<'_>) -> Result<u64, SolveError> {
        let lists = self.bytes();
        match control.memory() {
            // The error omits the stabilisers, because their number at this point depends on the
            // timing of threads.
            Some(allowed) if exceed_memory(stabilisers, lists, control) => {
                Err(SolveError::TooLarge { bytes: lists.max(allowed.saturating_add(1)), allowed })
            }
            _ => Ok(lists),
        }
    }
}

/// The state of listing moves.
struct MoveLister<'a> {
    pursuit: &'a Pursuit,
    counts: MemoryCounts,
    configurations: Sequences,
    starts: Vec<usize>,
    targets: Blocks<(u32, u32)>,
    /// The symmetries of the moves, as images of the base points.
    symmetries: Sequences,
}

impl MoveLister<'_> {
    /// Lists the orbits of configurations, for one more piece at a time.
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
            let expansion =
                Expansion { pieces: pieces + 1, moved: pieces + 1, neighbours_of_each: nodes.into(), base: &[] };
            self.counts.found = expansion.bytes(fewer.count());
            self.counts.open = fewer.count();
            finders.find(&fewer, &expansion, with_another, |found| {
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

    /// Lists all moves. If all pieces move in a turn, the last piece moves first; if one moves, any
    /// piece may.
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
            let expansion = Expansion::of_moves(pursuit, moved, base);
            counts.found = expansion.bytes(open.count());
            counts.open = if moved == 0 { 0 } else { open.count() };
            let moves = |places: &[u16], visit: &mut dyn FnMut(&[u16])| visit_moves(pursuit, moved, places, visit);
            finders.find(open, &expansion, moves, |found| {
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

/// The number of pieces that move in a turn, one after the other.
pub(super) fn levels(pursuit: &Pursuit) -> usize {
    match pursuit.movers {
        Movers::All => pursuit.size as usize,
        Movers::One => 1,
    }
}

/// Visits the configurations after the next move, if `moved` pieces have moved. If all pieces move
/// in a turn, the last one that has not moved is next; if one moves, any piece may.
pub(super) fn visit_moves(pursuit: &Pursuit, moved: usize, places: &[u16], visit: &mut dyn FnMut(&[u16])) {
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

/// Writes `places` with one more place, inserted among the first `moved`, which belong to pieces
/// that have moved.
fn add_place(places: &[u16], place: u16, moved: usize, longer: &mut Vec<u16>) {
    let at = places[..moved].partition_point(|&other| other < place);
    longer.clear();
    longer.extend_from_slice(&places[..at]);
    longer.push(place);
    longer.extend_from_slice(&places[at..]);
}
