//! All moves of a team between orbits of configurations.
//!
//! The pieces of a team that all move do so one after the other: in between there are configurations of which some pieces have moved and some have
//! not. Threads find orbits for many of them at a time; numbers are given on one, in order.

use std::collections::HashMap;

use catmouse_arena::Movers;

use super::group::Group;
use super::images::{Images, LeastImage, Point, TooManyWays};
use super::pursuit::{PlacementClass, Pursuit};
use crate::parallel::for_each_part;
use crate::{Control, Progress, SolveError};

/// A configuration on the way: first the places of the pieces that have moved, ascending, and then those of the others.
pub(super) type Places = Box<[u16]>;

/// Least images of configurations on the way, and room to find them in.
#[derive(Debug)]
struct Orbits {
    images: Images,
    /// The classes of points, by how many pieces there have and have not moved.
    classes: Vec<[u8; 2]>,
    points: Vec<Point>,
    /// How many points there are of each class, the rarest first.
    ranks: Vec<(usize, [u8; 2])>,
    found: LeastImage,
    /// The places of the least image that was found last, as [`Places`] has them.
    places: Vec<u16>,
}

impl Orbits {
    fn new(group: Group, nodes: usize) -> Self {
        Self {
            images: Images::new(group, nodes),
            classes: Vec::new(),
            points: Vec::new(),
            ranks: Vec::new(),
            found: LeastImage::default(),
            places: Vec::new(),
        }
    }

    /// Finds the least image of places, of which so many are those of pieces that have moved. The search begins with what is rare, which leaves it
    /// few ways.
    fn find(&mut self, places: &[u16], moved: usize) -> Result<(), TooManyWays> {
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
    fn least_placement(&mut self, places: &[u16]) -> Result<PlacementClass, TooManyWays> {
        self.read(places, places.len());
        for (point, class) in self.points.iter_mut().zip(&self.classes) {
            point.1 = u8::MAX - class[0];
        }
        self.images.least(&self.points, &mut self.found)?;
        let pieces = |&(point, class): &Point| std::iter::repeat_n(u32::from(point), (u8::MAX - class).into());
        Ok(PlacementClass {
            least: self.found.points.iter().flat_map(pieces).collect(),
            alike: u64::try_from(self.images.order() / self.found.fixed_by).unwrap_or(u64::MAX),
        })
    }
}

/// Symmetries that are needed, each as the image of every node under its inverse.
#[derive(Debug)]
struct Symmetries {
    base: Vec<u16>,
    /// By the images of the base points.
    numbers: HashMap<Box<[u16]>, u32>,
    inverses: Vec<u16>,
    images_of_base: Vec<u16>,
}

impl Symmetries {
    /// The number of the symmetry that maps the configuration whose least image was found last to that.
    fn number(&mut self, Orbits { images, found, .. }: &Orbits, nodes: usize) -> u32 {
        self.images_of_base.clear();
        self.images_of_base.extend(self.base.iter().map(|&point| images.image(found, point)));
        if let Some(&number) = self.numbers.get(&self.images_of_base[..]) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(self.images_of_base.clone().into_boxed_slice(), number);
        let start = self.inverses.len();
        self.inverses.resize(start + nodes, 0);
        for node in 0..nodes as u16 {
            self.inverses[start + images.image(found, node) as usize] = node;
        }
        number
    }

    fn bytes(&self) -> u64 {
        (6 * self.inverses.capacity() + self.numbers.capacity() * (3 * 32 + 2 * self.base.len() + 16)) as u64
    }
}

/// What a thread finds orbits with.
#[derive(Debug)]
struct Finder {
    orbits: Orbits,
    symmetries: Symmetries,
}

/// What comes of some configurations that lie one behind the other.
#[derive(Debug, Default)]
struct Found {
    /// The least images, as places, one after the other.
    places: Vec<u16>,
    /// For each image the number of the symmetry that maps to it.
    symmetries: Vec<u32>,
    /// Where the images of each configuration end.
    ends: Vec<usize>,
    has_too_many_ways: bool,
}

impl Found {
    fn clear(&mut self) {
        self.places.clear();
        self.symmetries.clear();
        self.ends.clear();
    }
}

/// Configurations whose neighbours one thread finds before it asks for others.
const PART: usize = 16;

/// About how many neighbours are found before these are numbered.
const BATCH: usize = 1 << 16;

/// What is to be found.
struct Search {
    /// How many pieces of the neighbours have moved.
    moved: usize,
    /// About how many neighbours a configuration has.
    neighbours_of_each: usize,
    asks_for_symmetries: bool,
}

/// One finder for each thread. Of n finders the first one numbers symmetries 0, n, 2n and so on, the second 1, n + 1 and so on.
#[derive(Debug)]
struct Finders<'a> {
    all: Vec<Finder>,
    nodes: usize,
    control: &'a Control<'a>,
}

impl<'a> Finders<'a> {
    fn new(group: &Group, nodes: usize, threads: usize, control: &'a Control<'a>) -> Self {
        let finder = |_| Finder {
            orbits: Orbits::new(group.clone(), nodes),
            symmetries: Symmetries {
                base: group.base().collect(),
                numbers: HashMap::new(),
                inverses: Vec::new(),
                images_of_base: Vec::new(),
            },
        };
        Self { all: (0..threads.max(1)).map(finder).collect(), nodes, control }
    }

    /// Finds the orbits of whatever configurations, of which so many pieces have moved, `neighbours` makes of these; `take` is called for each of them
    /// with the places of the least image and the number of the symmetry that maps to it, and at the end of each configuration with none. The number
    /// says nothing where symmetries are not asked for.
    fn find(
        &mut self,
        open: &[Places],
        Search { moved, neighbours_of_each, asks_for_symmetries }: Search,
        neighbours: impl Fn(&[u16], &mut dyn FnMut(&[u16])) + Sync,
        mut take: impl FnMut(&Self, Option<(&[u16], u32)>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let (nodes, control, count) = (self.nodes, self.control, self.all.len() as u32);
        let mut found: Vec<Found> = Vec::new();
        for batch in open.chunks((BATCH / neighbours_of_each.max(1)).max(PART * self.all.len())) {
            found.resize_with(batch.len().div_ceil(PART), Found::default);
            let mut finders: Vec<(u32, &mut Finder)> = (0..).zip(&mut self.all).collect();
            let parts = batch.chunks(PART).zip(&mut found);
            for_each_part(parts, &mut finders, |(first, Finder { orbits, symmetries }), (part, found)| {
                found.clear();
                for places in part {
                    if control.is_cancelled() {
                        return;
                    }
                    neighbours(places, &mut |neighbour| {
                        if orbits.find(neighbour, moved).is_err() {
                            found.has_too_many_ways = true;
                            return;
                        }
                        found.places.extend_from_slice(&orbits.places);
                        let number = if asks_for_symmetries { symmetries.number(orbits, nodes) } else { 0 };
                        found.symmetries.push(number * count + *first);
                    });
                    found.ends.push(found.symmetries.len());
                }
            });
            control.check(|| Progress { level: 0, decided: 0 })?;
            for found in &found {
                if found.has_too_many_ways {
                    return Err(TooManyWays.into());
                }
                let size = found.places.len() / found.symmetries.len().max(1);
                let mut images = found.places.chunks_exact(size.max(1)).zip(&found.symmetries);
                let mut start = 0;
                for &end in &found.ends {
                    for (places, &symmetry) in images.by_ref().take(end - start) {
                        take(self, Some((places, symmetry)))?;
                    }
                    take(self, None)?;
                    start = end;
                }
            }
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let bytes = |finder: &Finder| finder.orbits.images.bytes() + finder.symmetries.bytes();
        self.all.iter().map(bytes).sum()
    }
}

/// All moves of a team between orbits of configurations, of which some pieces have moved and some have not.
///
/// States are numbered so that each moves to those behind it, but for the first ones: in these all pieces have moved.
#[derive(Debug)]
pub(super) struct Moves {
    orbits: Orbits,
    /// A configuration of each orbit. Where all pieces have moved and where none has, states are in this order.
    configurations: Vec<Places>,
    /// Where the moves of each state begin, from the first state on in which not all pieces have moved; and the end of all.
    starts: Vec<usize>,
    /// Each move: the state that it leads to, and the symmetry that maps what the move wins to what is won there.
    targets: Vec<(u32, u32)>,
    /// For each symmetry the image of every node under its inverse.
    inverses: Vec<u16>,
    nodes: usize,
}

impl Moves {
    /// Lists all moves, on so many threads. Those of [`on_threads`](crate::parallel::on_threads) are used.
    pub(super) fn new(
        pursuit: &Pursuit<'_>,
        group: &Group,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Self, SolveError> {
        let nodes = pursuit.steps.nodes() as usize;
        let mut finders = Finders::new(group, nodes, threads, control);
        let mut list = List {
            pursuit,
            configurations: vec![Box::default()],
            numbers: HashMap::new(),
            starts: vec![0],
            targets: Vec::new(),
        };
        list.find_configurations(&mut finders)?;
        match pursuit.movers {
            Movers::All => list.move_one_after_the_other(&mut finders)?,
            Movers::One => list.move_one_alone(&mut finders)?,
        }
        let List { configurations, starts, mut targets, .. } = list;
        // From here on symmetries are numbered finder by finder.
        let count = finders.all.len() as u32;
        let mut firsts = Vec::new();
        let mut inverses = Vec::new();
        let mut orbits = None;
        for Finder { orbits: own, symmetries } in finders.all {
            firsts.push((inverses.len() / nodes) as u32);
            if inverses.is_empty() {
                inverses = symmetries.inverses;
            } else {
                inverses.extend_from_slice(&symmetries.inverses);
            }
            orbits.get_or_insert(own);
        }
        for (_, symmetry) in &mut targets {
            *symmetry = firsts[(*symmetry % count) as usize] + *symmetry / count;
        }
        let orbits = orbits.unwrap_or_else(|| Orbits::new(group.clone(), nodes));
        Ok(Self { orbits, configurations, starts, targets, inverses, nodes })
    }

    /// A configuration of each orbit.
    pub(super) fn configurations(&self) -> &[Places] {
        &self.configurations
    }

    /// How many states there are: twice as many as configurations, first those in which all pieces have moved, then those in which none has; and those
    /// in between.
    pub(super) fn states(&self) -> usize {
        self.configurations.len() + self.starts.len() - 1
    }

    /// The moves of a state in which not all pieces have moved: where each leads, and for every node of the row there which node of the row here it is.
    pub(super) fn of(&self, state: usize) -> impl Iterator<Item = (usize, &[u16])> {
        let state = state - self.configurations.len();
        self.targets[self.starts[state]..self.starts[state + 1]].iter().map(|&(to, symmetry)| {
            (to as usize, &self.inverses[symmetry as usize * self.nodes..(symmetry as usize + 1) * self.nodes])
        })
    }

    /// The least placement of an orbit, and how many there are in it.
    pub(super) fn least_placement(&mut self, orbit: usize) -> Result<PlacementClass, TooManyWays> {
        self.orbits.least_placement(&self.configurations[orbit])
    }
}

/// Moves while they are listed.
struct List<'a> {
    pursuit: &'a Pursuit<'a>,
    configurations: Vec<Places>,
    /// The number of each configuration.
    numbers: HashMap<Places, u32>,
    starts: Vec<usize>,
    targets: Vec<(u32, u32)>,
}

impl List<'_> {
    /// Lists the orbits of configurations, piece by piece.
    fn find_configurations(&mut self, finders: &mut Finders<'_>) -> Result<(), SolveError> {
        let nodes = self.pursuit.steps.nodes() as u16;
        for pieces in 0..self.pursuit.size as usize {
            self.numbers.clear();
            let fewer = std::mem::take(&mut self.configurations);
            let with_another = |places: &[u16], visit: &mut dyn FnMut(&[u16])| {
                let mut longer = Vec::with_capacity(pieces + 1);
                for place in 0..nodes {
                    add_place(places, place, pieces, &mut longer);
                    visit(&longer);
                }
            };
            let search = Search { moved: pieces + 1, neighbours_of_each: nodes.into(), asks_for_symmetries: false };
            finders.find(&fewer, search, with_another, |finders, found| {
                let Some((places, _)) = found else { return self.check(finders, 0) };
                if !self.numbers.contains_key(places) {
                    self.numbers.insert(places.into(), self.configurations.len() as u32);
                    self.configurations.push(places.into());
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Lists the moves where all pieces move, the last one first.
    fn move_one_after_the_other(&mut self, finders: &mut Finders<'_>) -> Result<(), SolveError> {
        let (pursuit, size) = (self.pursuit, self.pursuit.size as usize);
        let mut open = self.configurations.clone();
        for moved in 0..size {
            let is_last = moved + 1 == size;
            let first = self.configurations.len() + self.starts.len() - 1 + open.len();
            let mut numbers: HashMap<Places, u32> = HashMap::new();
            let mut next: Vec<Places> = Vec::new();
            let one_moves = |places: &[u16], visit: &mut dyn FnMut(&[u16])| {
                let Some((&from, rest)) = places.split_last() else { return };
                let mut longer = Vec::with_capacity(size);
                for arc in pursuit.steps.successors(from.into()) {
                    add_place(rest, arc.node as u16, moved, &mut longer);
                    visit(&longer);
                }
            };
            let search = Search {
                moved: moved + 1,
                neighbours_of_each: pursuit.steps.arcs() / pursuit.steps.nodes() as usize,
                asks_for_symmetries: true,
            };
            finders.find(&open, search, one_moves, |finders, found| {
                let Some((places, symmetry)) = found else {
                    self.starts.push(self.targets.len());
                    return self.check(finders, open.len() + next.len());
                };
                let to = if is_last {
                    self.numbers[places]
                } else if let Some(&number) = numbers.get(places) {
                    number
                } else {
                    let too_many = |_| SolveError::TooManyPositions { positions: u64::MAX };
                    let number = u32::try_from(first + next.len()).map_err(too_many)?;
                    numbers.insert(places.into(), number);
                    next.push(places.into());
                    number
                };
                self.targets.push((to, symmetry));
                Ok(())
            })?;
            open = next;
        }
        Ok(())
    }

    /// Lists the moves where one piece moves.
    fn move_one_alone(&mut self, finders: &mut Finders<'_>) -> Result<(), SolveError> {
        let (pursuit, size) = (self.pursuit, self.pursuit.size as usize);
        let one_moves = |places: &[u16], visit: &mut dyn FnMut(&[u16])| {
            let mut longer = Vec::with_capacity(size);
            for (piece, &from) in places.iter().enumerate() {
                if piece > 0 && places[piece - 1] == from {
                    continue;
                }
                let rest = [&places[..piece], &places[piece + 1..]].concat();
                for arc in pursuit.steps.successors(from.into()) {
                    add_place(&rest, arc.node as u16, size - 1, &mut longer);
                    visit(&longer);
                }
            }
        };
        let open = self.configurations.clone();
        let search = Search {
            moved: size,
            neighbours_of_each: size * pursuit.steps.arcs() / pursuit.steps.nodes() as usize,
            asks_for_symmetries: true,
        };
        finders.find(&open, search, one_moves, |finders, found| {
            match found {
                Some((places, symmetry)) => self.targets.push((self.numbers[places], symmetry)),
                None => {
                    self.starts.push(self.targets.len());
                    self.check(finders, 0)?;
                }
            }
            Ok(())
        })
    }

    /// Stops before more memory is needed than is allowed. So many configurations are listed beside those in which all pieces have moved. A list that grows
    /// takes three times what it has for a moment.
    fn check(&self, finders: &Finders<'_>, others: usize) -> Result<(), SolveError> {
        if !self.starts.len().is_multiple_of(256) && self.starts.len() > 1 {
            return Ok(());
        }
        let (words, size) = (finders.nodes.div_ceil(64), self.pursuit.size as usize);
        let rows = (self.configurations.len() + self.starts.len()) * words * 16;
        let lists =
            (others + 2 * self.configurations.len()) * (2 * (2 * size + 24) + 3 * 24) + self.starts.capacity() * 24;
        let bytes = (rows + lists + self.targets.capacity() * 24) as u64 + finders.bytes();
        // What lies between blocks, and what threads find before it is numbered.
        let bytes = bytes + bytes / 4 + (4 << 20) * u64::from(self.starts.len() > 1000);
        match finders.control.memory() {
            Some(allowed) if bytes > allowed => Err(SolveError::TooLarge { bytes, allowed }),
            _ => Ok(()),
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
