//! The orbits engine: the best placements of a team on a board with many symmetries, one configuration for all that these map to each other.
//!
//! A row of bits, for every node of the single piece whether the team wins, is the same for configurations that a symmetry maps to each other, but for
//! the order of its bits. So there is one row for each orbit of configurations, and to read that of another one its bits are mapped. The team's pieces
//! move one after the other, as in the teams engine; between the first and the last there are configurations of which some pieces have moved and
//! some have not, and these too are kept by orbits. All moves between orbits are listed first, each with the symmetry that it takes; then the rows grow,
//! ply by ply, by what is new in those that a move leads to.
//!
//! **Cost.** About 1 µs for each move between orbits, of which there are m/p times as many as configurations of k pieces of which any number has
//! moved, divided by the order of the group: the Hoffman–Singleton graph has 252,000 symmetries, the hypercube of eight dimensions 10,321,920.
//! Memory: two rows for each such orbit, 8 bytes for each move, and 2 bytes a node for each symmetry that is needed.
//!
//! **Source.** Least images of configurations: S. Linton, *Finding the smallest image of a set*, ISSAC 2004.
//!
//! **Used** for the cop number of symmetric graphs, where the teams engine would take longer or more memory than there is.

mod group;
mod images;

use std::collections::HashMap;

use catmouse_arena::{Distance, Movers, Player, StepGraph};

use self::group::{Group, Permutation};
use self::images::{Images, LeastImage, Point, TooManyWays};
use crate::bits::set_bits;
use crate::{Control, Progress, Request, Shape, Side, SolveError, teams};

/// A team against a single piece, on a board whose symmetries are known.
///
/// The team places its pieces, then the opponent its single one, and then the team moves first. It wins where one of its pieces has caught the other.
/// A side that must move and cannot, neither wins nor loses.
#[derive(Clone, Copy, Debug)]
pub struct Pursuit<'a> {
    /// The digraph along which each piece of the team moves.
    pub steps: &'a StepGraph,
    /// How many pieces the team has.
    pub size: u32,
    /// Which of them move in a turn.
    pub movers: Movers,
    /// The digraph along which the single piece moves.
    pub others_steps: &'a StepGraph,
    /// For each node the nodes on which a piece there has caught the other.
    pub caught: &'a [Vec<u32>],
    /// Permutations of the nodes that change nothing about moves and catching: for each node its image. Whatever they generate is used.
    pub symmetries: &'a [Vec<u32>],
}

/// The best placements of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlacements {
    /// The plies until the game is over.
    pub plies: Distance,
    /// One placement for each class of those that symmetries map to each other, ascending; of a class the least.
    pub classes: Vec<PlacementClass>,
}

/// Placements that symmetries map to each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacementClass {
    /// The least of them, as an ascending list of nodes.
    pub least: Vec<u32>,
    /// How many there are.
    pub alike: u64,
}

/// The most nodes of a board: a stabiliser takes two bytes for each pair of them.
const MOST_NODES: u32 = 4096;

/// The most pieces of a team.
const MOST_PIECES: u32 = 32;

/// About how many nanoseconds the teams engine takes for [`Request::Placement`] on one thread, where the game is of middling length; `None` where it
/// refuses, or takes more bytes than are allowed.
pub fn nanoseconds_without(shape: impl Into<Shape>, allowed: Option<u64>) -> Option<u64> {
    let shape = shape.into();
    let (player, team, single) = sides(&shape)?;
    let bytes = teams::estimate(shape, Request::Placement(player)).bytes().ok()?;
    let size = team.team.unwrap_or(1);
    let words = multisets(team.nodes, size).saturating_mul(single.nodes.div_ceil(64).into());
    let pulled = words.saturating_mul(u128::from(size) * u128::from(team.arcs)) / u128::from(team.nodes.max(1));
    allowed.is_none_or(|allowed| bytes <= allowed).then(|| saturated(pulled.saturating_mul(4)))
}

/// About how many bytes [`best_placements`] takes, if it is to be used on a board with so many symmetries: where it is quicker than the teams engine,
/// or where that refuses or takes more bytes than are allowed. `None` elsewhere.
///
/// The bytes may be wrong by a factor of three: many configurations have symmetries of their own, and then there are more orbits.
pub fn pays(shape: impl Into<Shape>, order: u128, allowed: Option<u64>) -> Option<u64> {
    let shape = shape.into();
    let (_, team, single) = sides(&shape)?;
    let (nodes, size) = (team.nodes, team.team?);
    if single.nodes != nodes || !(1..=MOST_NODES.into()).contains(&nodes) || size > MOST_PIECES.into() {
        return None;
    }
    let orbits = |moved| 1 + multisets(nodes, moved).saturating_mul(multisets(nodes, size - moved)) / order.max(1);
    let states = match team.movers {
        Movers::All => (0..=size).map(orbits).fold(0, u128::saturating_add),
        Movers::One => orbits(0).saturating_mul(size.into()),
    };
    let moves = states.saturating_mul(team.arcs.into()) / u128::from(nodes);
    let nanoseconds = moves.saturating_mul((1000 + 2 * nodes).into());
    if nanoseconds_without(shape, allowed).is_some_and(|without| nanoseconds >= without.into()) {
        return None;
    }
    let rows = states.saturating_mul((16 * nodes.div_ceil(64) + 120).into());
    let symmetries = (moves / 8).min(order).saturating_mul((8 * nodes + 100).into());
    Some(saturated(rows.saturating_add(symmetries).saturating_add(moves.saturating_mul(8))))
}

/// The player with a team, that team, and the other's single piece.
fn sides(shape: &Shape) -> Option<(Player, Side, Side)> {
    let [one, two] = shape.sides?;
    match (one.team, two.team) {
        (None, Some(_)) => Some((Player::Two, two, one)),
        (Some(_), None) => Some((Player::One, one, two)),
        _ => None,
    }
}

/// The number of multisets of so many of these nodes.
fn multisets(nodes: u64, pieces: u64) -> u128 {
    (0..pieces).fold(1, |sets: u128, i| sets.saturating_mul((nodes + i).into()) / u128::from(i + 1))
}

fn saturated(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// All best placements of the team, up to symmetry; `None` where no placement wins. It wins if it does against every answer, and the best
/// ones do so in the fewest plies.
///
/// ```
/// use catmouse_arena::{Movers, StepGraph};
/// use catmouse_solver::orbits::{Pursuit, best_placements};
/// use catmouse_solver::Control;
///
/// // On a cycle of six two pieces that stand opposite each other win in three plies, one on each side of the other piece.
/// let arcs = (0..6).flat_map(|at| [at, (at + 1) % 6, (at + 5) % 6].map(|to| (at, to, 1))).collect();
/// let steps = StepGraph::new(6, arcs);
/// let caught: Vec<Vec<u32>> = (0..6).map(|at| vec![at]).collect();
/// let symmetries = [vec![1, 2, 3, 4, 5, 0], vec![0, 5, 4, 3, 2, 1]];
/// let pursuit = Pursuit {
///     steps: &steps,
///     size: 2,
///     movers: Movers::All,
///     others_steps: &steps,
///     caught: &caught,
///     symmetries: &symmetries,
/// };
/// let best = best_placements(&pursuit, &Control::default())?.expect("two win on a cycle");
/// assert_eq!((best.plies, best.classes.len()), (1, 1));
/// assert_eq!((&best.classes[0].least[..], best.classes[0].alike), (&[0, 3][..], 3));
/// # Ok::<(), catmouse_solver::SolveError>(())
/// ```
///
/// # Errors
///
/// [`SolveError::NoSymmetry`]; [`SolveError::UnsuitedOrbits`] where there are more than 4096 nodes or 32 pieces, or where very many symmetries keep a
/// configuration as it is; [`SolveError::CostsNotOne`]; [`SolveError::TooLarge`] as soon as more memory is needed than is allowed; [`SolveError::Cancelled`].
///
/// # Panics
///
/// If both sides do not move on the same nodes, or there is no list of what is caught for each.
pub fn best_placements(pursuit: &Pursuit<'_>, control: &Control<'_>) -> Result<Option<BestPlacements>, SolveError> {
    let mut rows = Rows::new(pursuit, control)?;
    loop {
        let full = rows.full();
        if !full.is_empty() {
            let Moves { orbits, configurations, .. } = &mut rows.moves;
            let classes = full.into_iter().map(|orbit| orbits.least_placement(&configurations[orbit]));
            let mut classes = classes.collect::<Result<Vec<_>, TooManyWays>>()?;
            classes.sort_unstable();
            return Ok(Some(BestPlacements { plies: rows.level, classes }));
        }
        if !rows.advance(control)? {
            return Ok(None);
        }
    }
}

impl From<TooManyWays> for SolveError {
    fn from(TooManyWays: TooManyWays) -> Self {
        Self::UnsuitedOrbits {
            because: "cannot be told apart where very many symmetries keep a configuration as it is",
        }
    }
}

/// Checks that permutations change nothing about moves and catching, and gives the group that they generate.
fn group(pursuit: &Pursuit<'_>) -> Result<Group, SolveError> {
    let nodes = pursuit.steps.nodes();
    let sorted = |mut nodes: Vec<u32>| {
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    };
    let is_symmetry = |symmetry: &Vec<u32>| {
        if symmetry.len() != nodes as usize || !sorted(symmetry.clone()).into_iter().eq(0..nodes) {
            return false;
        }
        let mapped = |nodes: &mut dyn Iterator<Item = u32>| sorted(nodes.map(|node| symmetry[node as usize]).collect());
        let keeps_moves = |steps: &StepGraph, node: u32| {
            let targets = |node: u32| steps.successors(node).iter().map(|arc| arc.node);
            mapped(&mut targets(node)).into_iter().eq(targets(symmetry[node as usize]))
        };
        let keeps_catching = |node: u32| {
            let caught = |node: u32| &pursuit.caught[node as usize];
            mapped(&mut caught(node).iter().copied()) == sorted(caught(symmetry[node as usize]).clone())
        };
        (0..nodes).all(|node| {
            keeps_moves(pursuit.steps, node) && keeps_moves(pursuit.others_steps, node) && keeps_catching(node)
        })
    };
    if let Some(index) = pursuit.symmetries.iter().position(|symmetry| !is_symmetry(symmetry)) {
        return Err(SolveError::NoSymmetry { index });
    }
    let permutations = pursuit.symmetries.iter().map(|symmetry| symmetry.iter().map(|&node| node as u16).collect());
    Ok(Group::generated_by(&permutations.collect::<Vec<Permutation>>(), nodes as usize))
}

/// A configuration on the way: first the places of the pieces that have moved, ascending, and then those of the others.
type Places = Box<[u16]>;

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
            alike: saturated(self.images.order() / self.found.fixed_by),
        })
    }
}

/// All moves of a team between orbits of configurations, of which some pieces have moved and some have not.
///
/// States are numbered so that each moves to those behind it, but for the first ones: in these all pieces have moved.
#[derive(Debug)]
struct Moves {
    orbits: Orbits,
    /// A configuration of each orbit. Where all pieces have moved and where none has, states are in this order.
    configurations: Vec<Places>,
    /// Where the moves of each state begin, from the first state on in which not all pieces have moved; and the end of all.
    starts: Vec<usize>,
    /// Each move: the state that it leads to, and the symmetry that maps what is won there to what the move wins.
    targets: Vec<(u32, u32)>,
    symmetries: Symmetries,
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
        (2 * self.inverses.capacity() + self.numbers.capacity() * (32 + 2 * self.base.len() + 16)) as u64
    }
}

impl Moves {
    fn new(pursuit: &Pursuit<'_>, control: &Control<'_>) -> Result<Self, SolveError> {
        let nodes = pursuit.steps.nodes() as usize;
        let group = group(pursuit)?;
        if group.order().is_none() {
            return Err(TooManyWays.into());
        }
        let base = group.base().collect();
        let mut moves = Self {
            orbits: Orbits::new(group, nodes),
            configurations: Vec::new(),
            starts: vec![0],
            targets: Vec::new(),
            symmetries: Symmetries { base, numbers: HashMap::new(), inverses: Vec::new(), images_of_base: Vec::new() },
        };
        let words = nodes.div_ceil(64);
        let size = pursuit.size as usize;
        let mut numbers: HashMap<Places, u32> = HashMap::from([(Box::default(), 0)]);
        moves.configurations.push(Box::default());
        let mut longer = Vec::with_capacity(size);
        for pieces in 0..size {
            numbers.clear();
            let fewer = std::mem::take(&mut moves.configurations);
            for places in &fewer {
                for place in 0..nodes as u16 {
                    add_place(places, place, pieces, &mut longer);
                    moves.orbits.find(&longer, pieces + 1)?;
                    let count = moves.configurations.len();
                    numbers.entry(moves.orbits.places[..].into()).or_insert_with(|| {
                        moves.configurations.push(moves.orbits.places[..].into());
                        count as u32
                    });
                }
                moves.check(words, numbers.len(), size, control)?;
            }
        }
        match pursuit.movers {
            Movers::All => moves.one_after_the_other(pursuit, &numbers, control)?,
            Movers::One => moves.one_alone(pursuit, &numbers, control)?,
        }
        Ok(moves)
    }

    /// Lists the moves where all pieces move, the last one first.
    fn one_after_the_other(
        &mut self,
        pursuit: &Pursuit<'_>,
        configurations: &HashMap<Places, u32>,
        control: &Control<'_>,
    ) -> Result<(), SolveError> {
        let (nodes, size) = (pursuit.steps.nodes() as usize, pursuit.size as usize);
        let words = nodes.div_ceil(64);
        let mut longer = Vec::with_capacity(size);
        let mut open = self.configurations.clone();
        for moved in 0..size {
            let is_last = moved + 1 == size;
            let first = self.configurations.len() + self.starts.len() - 1 + open.len();
            let mut numbers = HashMap::new();
            let mut next: Vec<Places> = Vec::new();
            for (index, places) in open.iter().enumerate() {
                let Some((&from, rest)) = places.split_last() else { continue };
                for arc in pursuit.steps.successors(from.into()) {
                    add_place(rest, arc.node as u16, moved, &mut longer);
                    self.orbits.find(&longer, moved + 1)?;
                    let found = &self.orbits.places[..];
                    let to = if is_last {
                        configurations[found]
                    } else if let Some(&number) = numbers.get(found) {
                        number
                    } else {
                        let number = u32::try_from(first + next.len())
                            .map_err(|_| SolveError::TooManyPositions { positions: u64::MAX })?;
                        numbers.insert(Places::from(found), number);
                        next.push(found.into());
                        number
                    };
                    self.targets.push((to, self.symmetries.number(&self.orbits, nodes)));
                }
                self.starts.push(self.targets.len());
                if index % 256 == 0 {
                    self.check(words, open.len() + next.len() + configurations.len(), size, control)?;
                }
            }
            open = next;
        }
        Ok(())
    }

    /// Lists the moves where one piece moves.
    fn one_alone(
        &mut self,
        pursuit: &Pursuit<'_>,
        configurations: &HashMap<Places, u32>,
        control: &Control<'_>,
    ) -> Result<(), SolveError> {
        let (nodes, size) = (pursuit.steps.nodes() as usize, pursuit.size as usize);
        let mut longer = Vec::with_capacity(size);
        for index in 0..self.configurations.len() {
            for piece in 0..size {
                let places = &self.configurations[index];
                if piece > 0 && places[piece] == places[piece - 1] {
                    continue;
                }
                let (from, mut rest) = (places[piece], places.to_vec());
                rest.remove(piece);
                for arc in pursuit.steps.successors(from.into()) {
                    add_place(&rest, arc.node as u16, size - 1, &mut longer);
                    self.orbits.find(&longer, size)?;
                    let to = configurations[&self.orbits.places[..]];
                    self.targets.push((to, self.symmetries.number(&self.orbits, nodes)));
                }
            }
            self.starts.push(self.targets.len());
            if index % 256 == 0 {
                self.check(nodes.div_ceil(64), configurations.len(), size, control)?;
            }
        }
        Ok(())
    }

    /// Stops if the caller does, or as soon as more memory is needed than is allowed. So many configurations of this size are listed beside the moves.
    fn check(&self, words: usize, listed: usize, size: usize, control: &Control<'_>) -> Result<(), SolveError> {
        control.check(|| Progress { level: 0, decided: 0 })?;
        let rows = (self.configurations.len() + self.starts.len()) * words * 16;
        let lists = (listed + self.configurations.len()) * (2 * (2 * size + 24) + 24) + self.starts.capacity() * 8;
        let bytes = (rows + lists + self.targets.capacity() * 8) as u64;
        let bytes = bytes + self.symmetries.bytes() + self.orbits.images.bytes();
        match control.memory() {
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

/// What the team wins, as rows of bits over the single piece's nodes: one for each state.
struct Rows {
    moves: Moves,
    words: usize,
    won: Vec<u64>,
    /// What of it came with the last ply.
    fresh: Vec<u64>,
    /// For each node the nodes that the single piece can move to.
    answers: Vec<u64>,
    nodes: usize,
    level: Distance,
    decided: u64,
}

impl Rows {
    fn new(pursuit: &Pursuit<'_>, control: &Control<'_>) -> Result<Self, SolveError> {
        let nodes = pursuit.steps.nodes();
        assert_eq!(pursuit.others_steps.nodes(), nodes, "both sides move on the same nodes");
        assert_eq!(
            pursuit.caught.len(),
            nodes as usize,
            "it is said for each node where a piece on it has caught the other"
        );
        if nodes == 0 || nodes > MOST_NODES || pursuit.size == 0 || pursuit.size > MOST_PIECES {
            return Err(SolveError::UnsuitedOrbits { because: "are of 1 to 32 pieces on 1 to 4096 nodes" });
        }
        if !pursuit.steps.unit_costs() || !pursuit.others_steps.unit_costs() {
            return Err(SolveError::CostsNotOne);
        }
        let moves = Moves::new(pursuit, control)?;
        let (nodes, orbits) = (nodes as usize, moves.configurations.len());
        let words = nodes.div_ceil(64);
        let states = orbits + moves.starts.len() - 1;
        let mut won = vec![0; states * words];
        for (index, places) in moves.configurations.iter().enumerate() {
            for &place in places {
                for &node in &pursuit.caught[place as usize] {
                    for state in [index, orbits + index] {
                        won[state * words + node as usize / 64] |= 1 << (node % 64);
                    }
                }
            }
        }
        let mut answers = vec![0; nodes * words];
        for node in 0..nodes {
            for arc in pursuit.others_steps.successors(node as u32) {
                answers[node * words + arc.node as usize / 64] |= 1 << (arc.node % 64);
            }
        }
        Ok(Self { moves, words, fresh: won.clone(), won, answers, nodes, level: 0, decided: 0 })
    }

    /// The orbits of configurations from which the team wins wherever the other is.
    fn full(&self) -> Vec<usize> {
        let orbits = self.moves.configurations.len();
        let team_to_move = self.won[orbits * self.words..2 * orbits * self.words].chunks_exact(self.words);
        let is_full = |row: &[u64]| row.iter().map(|word| word.count_ones() as usize).sum::<usize>() == self.nodes;
        team_to_move.enumerate().filter(|(_, row)| is_full(row)).map(|(orbit, _)| orbit).collect()
    }

    /// Adds what is won in one ply more. Says whether anything is.
    fn advance(&mut self, control: &Control<'_>) -> Result<bool, SolveError> {
        self.level += 1;
        let answered = self.answered();
        let Self { moves, words, won, fresh, .. } = self;
        let (words, orbits) = (*words, moves.configurations.len());
        let mut gain = vec![0; words];
        let mut gained = 0;
        for (state, range) in moves.starts.windows(2).enumerate().rev() {
            let state = orbits + state;
            gain.fill(0);
            for &(to, symmetry) in &moves.targets[range[0]..range[1]] {
                let row = &fresh[to as usize * words..(to as usize + 1) * words];
                if row.iter().all(|&word| word == 0) {
                    continue;
                }
                let inverse = &moves.symmetries.inverses[symmetry as usize * self.nodes..][..self.nodes];
                for (word, &bits) in row.iter().enumerate() {
                    for bit in set_bits(bits) {
                        let node = inverse[word * 64 + bit] as usize;
                        gain[node / 64] |= 1 << (node % 64);
                    }
                }
            }
            gained += enter(
                &gain,
                &mut won[state * words..][..words],
                &mut fresh[state * words..][..words],
                state < 2 * orbits,
            );
            if state % 4096 == 0 {
                control.check(|| Progress { level: self.level, decided: self.decided })?;
            }
        }
        for (state, gain) in answered.chunks_exact(words).enumerate() {
            gained += enter(gain, &mut won[state * words..][..words], &mut fresh[state * words..][..words], true);
        }
        self.decided += gained;
        Ok(gained > 0)
    }

    /// What the single piece cannot escape any more: for each orbit the nodes from which all of its moves lead to what the team has won.
    fn answered(&self) -> Vec<u64> {
        let (words, orbits) = (self.words, self.moves.configurations.len());
        let mut answered = vec![0; orbits * words];
        for (orbit, lost) in answered.chunks_exact_mut(words).enumerate() {
            let state = (orbits + orbit) * words..(orbits + orbit + 1) * words;
            if self.fresh[state.clone()].iter().all(|&word| word == 0) {
                continue;
            }
            let won = &self.won[state];
            for (node, answers) in self.answers.chunks_exact(words).enumerate() {
                let mut pairs = answers.iter().zip(won);
                if pairs.all(|(answers, won)| answers & !won == 0) && answers.iter().any(|&word| word != 0) {
                    lost[node / 64] |= 1 << (node % 64);
                }
            }
        }
        answered
    }
}

/// Enters what a state gains: what of it is new is fresh. Says how many bits that are, if they are counted.
fn enter(gain: &[u64], won: &mut [u64], fresh: &mut [u64], counts: bool) -> u64 {
    let mut count = 0;
    for ((&gain, won), fresh) in gain.iter().zip(won).zip(fresh) {
        *fresh = gain & !*won;
        *won |= gain;
        count += u64::from(fresh.count_ones());
    }
    if counts { count } else { 0 }
}
