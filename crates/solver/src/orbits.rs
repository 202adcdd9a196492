//! The orbits engine: the best placements of a team on a board with many symmetries, with one
//! configuration for each orbit.
//!
//! A row of bits tells for every node of the single piece whether the team wins. If a symmetry maps
//! one configuration to another, their rows differ only in the order of the bits. So there is one
//! row for each orbit of configurations, and the row of another configuration is read with its bits
//! permuted. The team's pieces move one after the other, as in the teams engine. In between there
//! are configurations in which only some pieces have moved, and they are also stored by orbit. All
//! moves between orbits are listed first, each with its symmetry. Then the rows grow ply by ply:
//! each takes the new bits of the rows to which its moves lead.
//!
//! **Cost.** About 1 µs for each move between orbits. Their number is m/p times the number of
//! configurations of k pieces, counting those in which any number of pieces has moved, divided by
//! the order of the group. The Hoffman–Singleton graph has 252,000 symmetries, the hypercube of
//! eight dimensions 10,321,920. Memory: two rows for each orbit, 8 bytes for each move, 2 bytes a
//! node for each symmetry that is needed, and the stabilisers of up to k − 1 points. Samples give
//! an estimate before the search. During the search the memory is counted in a way that does not
//! depend on the number of threads.
//!
//! **Source.** Least images of configurations: S. Linton, *Finding the smallest image of a set*,
//! ISSAC 2004.
//!
//! **Used** for the cop number of symmetric graphs, where the teams engine would take more time, or
//! more memory than there is.

mod group;
mod images;
mod lists;
mod moves;
mod pursuit;
mod sample;

use catmouse_arena::{Distance, InOrder, Movers, StepGraph, Team, set_bits};

use self::group::{Group, Permutation};
use self::images::{Stabilisers, TooManyWays};
use self::moves::{OrbitMoves, Orbits};
pub use self::pursuit::Pursuit;
use self::sample::{Expected, expected};
use crate::parallel::on_threads;
use crate::{BestPlacements, Control, Engine, Progress, SolveError};

/// The largest number of nodes of a board. A stabiliser takes two bytes for each pair of nodes.
pub(crate) const MOST_NODES: u32 = 4096;

/// The largest number of pieces of a team.
pub(crate) const MOST_PIECES: u32 = 32;

impl Pursuit {
    /// All best placements of the team, up to symmetry; `None` if no placement wins. A placement
    /// wins if it wins against every reply. The best placements win in the fewest plies.
    ///
    /// # Errors
    ///
    /// [`SolveError::Unsuited`] where a permutation is no symmetry, where there are more than 4096
    /// nodes, 32 pieces or 2¹²⁸ symmetries, or where too many symmetries map a configuration to
    /// itself; [`SolveError::CostsNotOne`] where a move costs more than 1; [`SolveError::TooLarge`]
    /// if more memory is needed than is allowed, with the bytes needed until then. This may turn out
    /// late, but does not depend on the number of threads. [`SolveError::NoMemory`];
    /// [`SolveError::Cancelled`].
    ///
    /// # Panics
    ///
    /// If the two sides have different numbers of nodes, or `caught` does not have a list for each
    /// node.
    ///
    /// ```
    /// use catmouse_arena::{Movers, StepGraph};
    /// use catmouse_solver::{Control, Pursuit};
    ///
    /// // On a cycle of six, two pieces that stand opposite each other win in one ply: at any node, the
    /// // other piece is next to one of them, or on its node.
    /// let arcs = (0..6).flat_map(|at| [at, (at + 1) % 6, (at + 5) % 6].map(|to| (at, to, 1))).collect();
    /// let steps = StepGraph::new(6, arcs);
    /// let pursuit = Pursuit {
    ///     steps: steps.clone(),
    ///     size: 2,
    ///     movers: Movers::All,
    ///     others_steps: steps,
    ///     caught: (0..6).map(|at| vec![at]).collect(),
    ///     symmetries: vec![vec![1, 2, 3, 4, 5, 0], vec![0, 5, 4, 3, 2, 1]],
    /// };
    /// let best = pursuit.best_placements(&Control::default())?.expect("two win on a cycle");
    /// assert_eq!((best.plies, best.placements.len()), (1, 1));
    /// assert_eq!((&best.placements[0].nodes[..], best.placements[0].alike), (&[0, 3][..], Some(3)));
    /// # Ok::<(), catmouse_solver::SolveError>(())
    /// ```
    pub fn best_placements(self, control: &Control<'_>) -> Result<Option<BestPlacements>, SolveError> {
        Search::prepare(self, control)?.best_placements(control)
    }

    /// Approximate bytes of [`best_placements`](Self::best_placements) at the peak, from samples. On
    /// 20 graphs the estimate was 0.6 to 1.5 times the actual number.
    ///
    /// # Errors
    ///
    /// The errors of [`best_placements`](Self::best_placements).
    ///
    /// # Panics
    ///
    /// For the reasons of [`best_placements`](Self::best_placements).
    pub fn bytes(self, control: &Control<'_>) -> Result<u64, SolveError> {
        Ok(Search::prepare(self, control)?.bytes())
    }
}

/// A search for the best placements of a team, prepared to the point where its time and memory can
/// be estimated.
#[derive(Debug)]
pub(crate) struct Search {
    pursuit: Pursuit,
    stabilisers: Stabilisers,
    expected: Expected,
}

impl Search {
    /// Checks the symmetries and draws samples. This takes a small part of the time of the search.
    /// The errors are those of [`Pursuit::best_placements`]; [`SolveError::TooLarge`] if the samples
    /// take more memory than is allowed.
    pub(crate) fn prepare(pursuit: Pursuit, control: &Control<'_>) -> Result<Self, SolveError> {
        let nodes = pursuit.steps.nodes();
        assert_eq!(pursuit.others_steps.nodes(), nodes, "both sides move on the same nodes");
        assert_eq!(pursuit.caught.len(), nodes as usize, "`caught` has a list for each node");
        if nodes == 0 || nodes > MOST_NODES || pursuit.size == 0 || pursuit.size > MOST_PIECES {
            return Err(Engine::Orbits.unsuited("takes 1 to 32 pieces on 1 to 4096 nodes"));
        }
        if !pursuit.steps.unit_costs() || !pursuit.others_steps.unit_costs() {
            return Err(SolveError::CostsNotOne);
        }
        let group = group(&pursuit, control)?;
        let order = group.order().ok_or(TooManyWays)?;
        let stabilisers = Stabilisers::new(group, nodes as usize);
        let states = states(nodes.into(), pursuit.size.into(), pursuit.movers, order);
        let at_least = states as f64 * pursuit.steps.arcs() as f64 / f64::from(nodes);
        let expected = expected(&pursuit, &stabilisers, at_least, control)?;
        Ok(Self { pursuit, stabilisers, expected })
    }

    /// Approximate bytes of the search at the peak.
    pub(crate) fn bytes(&self) -> u64 {
        self.expected.bytes
    }

    /// Approximate nanoseconds of the search on one thread.
    pub(crate) fn nanoseconds(&self) -> u64 {
        self.expected.moves.saturating_mul(nanoseconds_of_a_move(self.pursuit.steps.nodes().into()))
    }

    /// All best placements: see [`Pursuit::best_placements`].
    pub(crate) fn best_placements(&self, control: &Control<'_>) -> Result<Option<BestPlacements>, SolveError> {
        let Self { pursuit, stabilisers, expected } = self;
        let more_threads =
            control.memory().map_or(u64::MAX, |allowed| allowed.saturating_sub(expected.bytes) / BYTES_OF_A_THREAD);
        let most = usize::try_from(more_threads).unwrap_or(usize::MAX).saturating_add(1);
        let threads = if expected.moves < ENOUGH_MOVES { 1 } else { control.threads().get().min(most) };
        on_threads(threads, || {
            let moves = OrbitMoves::new(pursuit, stabilisers, threads, control)?;
            let mut rows = WonRows::new(pursuit, moves)?;
            loop {
                let full = rows.full();
                if !full.is_empty() {
                    let mut orbits = Orbits::new(stabilisers);
                    let classes =
                        full.into_iter().map(|orbit| orbits.least_placement(rows.moves.configurations().get(orbit)));
                    let mut placements = classes.collect::<Result<Vec<_>, TooManyWays>>()?;
                    placements.put_in_order();
                    return Ok(Some(BestPlacements { plies: rows.level, placements }));
                }
                if !rows.advance(control)? {
                    return Ok(None);
                }
            }
        })
    }
}

/// Bytes of one thread: its stack and its buffers. Memory limits the number of threads.
const BYTES_OF_A_THREAD: u64 = 4 << 20;

/// From this many moves between orbits, several threads search.
const ENOUGH_MOVES: u64 = 10_000;

impl From<TooManyWays> for SolveError {
    fn from(TooManyWays: TooManyWays) -> Self {
        Engine::Orbits.unsuited("cannot tell configurations apart where very many symmetries keep one as it is")
    }
}

/// The group generated by the permutations, after checking that they preserve moves and catching.
fn group(pursuit: &Pursuit, control: &Control<'_>) -> Result<Group, SolveError> {
    let nodes = pursuit.steps.nodes();
    let sorted = |mut nodes: Vec<u32>| {
        nodes.put_in_order();
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
            keeps_moves(&pursuit.steps, node) && keeps_moves(&pursuit.others_steps, node) && keeps_catching(node)
        })
    };
    if !pursuit.symmetries.iter().all(is_symmetry) {
        return Err(Engine::Orbits
            .unsuited("needs symmetries, and some permutation changes moves, or where the other is caught"));
    }
    let permutations = pursuit.symmetries.iter().map(|symmetry| symmetry.iter().map(|&node| node as u16).collect());
    Group::generated_by(&permutations.collect::<Vec<Permutation>>(), nodes as usize, control)
}

/// The team's wins: for each state, a row of bits over the single piece's nodes.
struct WonRows {
    moves: OrbitMoves,
    words: usize,
    won: Vec<u64>,
    /// The bits of `won` that the last ply added.
    fresh: Vec<u64>,
    /// For each node, the targets of the single piece's moves.
    others_moves: Vec<u64>,
    /// For each orbit, the nodes from which the single piece loses at the level being computed.
    lost: Vec<u64>,
    nodes: usize,
    level: Distance,
    decided: u64,
}

impl WonRows {
    fn new(pursuit: &Pursuit, moves: OrbitMoves) -> Result<Self, SolveError> {
        let (nodes, orbits) = (pursuit.steps.nodes() as usize, moves.configurations().count());
        let words = nodes.div_ceil(64);
        let mut won = zeros(moves.states() * words)?;
        let mut fresh = zeros(moves.states() * words)?;
        for index in 0..orbits {
            for &place in moves.configurations().get(index) {
                for &node in &pursuit.caught[place as usize] {
                    for state in [index, orbits + index] {
                        won[state * words + node as usize / 64] |= 1 << (node % 64);
                    }
                }
            }
        }
        fresh.copy_from_slice(&won);
        let mut others_moves = zeros(nodes * words)?;
        for node in 0..nodes {
            for arc in pursuit.others_steps.successors(node as u32) {
                others_moves[node * words + arc.node as usize / 64] |= 1 << (arc.node % 64);
            }
        }
        let lost = zeros(orbits * words)?;
        Ok(Self { moves, words, fresh, won, others_moves, lost, nodes, level: 0, decided: 0 })
    }

    /// The orbits of configurations from which the team wins against every node of the single
    /// piece.
    fn full(&self) -> Vec<usize> {
        let orbits = self.moves.configurations().count();
        let team_to_move = self.won[orbits * self.words..2 * orbits * self.words].chunks_exact(self.words);
        let is_full = |row: &[u64]| row.iter().map(|word| word.count_ones() as usize).sum::<usize>() == self.nodes;
        team_to_move.enumerate().filter(|(_, row)| is_full(row)).map(|(orbit, _)| orbit).collect()
    }

    /// Adds the wins of one more ply. Returns false if there are none.
    fn advance(&mut self, control: &Control<'_>) -> Result<bool, SolveError> {
        self.level += 1;
        self.find_lost();
        let Self { moves, words, won, fresh, lost, .. } = self;
        let (words, orbits) = (*words, moves.configurations().count());
        let mut gain = vec![0; words];
        let mut gained = 0;
        for state in (orbits..moves.states()).rev() {
            gain.fill(0);
            for (to, inverse) in moves.of(state) {
                let row = &fresh[to * words..(to + 1) * words];
                if row.iter().all(|&word| word == 0) {
                    continue;
                }
                for (word, &bits) in row.iter().enumerate() {
                    for bit in set_bits(bits) {
                        let node = inverse[word * 64 + bit] as usize;
                        gain[node / 64] |= 1 << (node % 64);
                    }
                }
            }
            gained += add_gain(
                &gain,
                &mut won[state * words..][..words],
                &mut fresh[state * words..][..words],
                state < 2 * orbits,
            );
            if state % 4096 == 0 {
                control.check(|| Progress { level: self.level, decided: self.decided })?;
            }
        }
        for (state, gain) in lost.chunks_exact(words).enumerate() {
            gained += add_gain(gain, &mut won[state * words..][..words], &mut fresh[state * words..][..words], true);
        }
        self.decided += gained;
        Ok(gained > 0)
    }

    /// For each orbit, finds the nodes from which all moves of the single piece lead to the team's
    /// wins.
    fn find_lost(&mut self) {
        let (words, orbits) = (self.words, self.moves.configurations().count());
        self.lost.fill(0);
        for (orbit, lost) in self.lost.chunks_exact_mut(words).enumerate() {
            let state = (orbits + orbit) * words..(orbits + orbit + 1) * words;
            if self.fresh[state.clone()].iter().all(|&word| word == 0) {
                continue;
            }
            let won = &self.won[state];
            for (node, others_moves) in self.others_moves.chunks_exact(words).enumerate() {
                let mut pairs = others_moves.iter().zip(won);
                if pairs.all(|(others_moves, won)| others_moves & !won == 0)
                    && others_moves.iter().any(|&word| word != 0)
                {
                    lost[node / 64] |= 1 << (node % 64);
                }
            }
        }
    }
}

/// This many words of zeros, or an error if the system lacks the memory.
fn zeros(words: usize) -> Result<Vec<u64>, SolveError> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(words).map_err(|_| SolveError::NoMemory { bytes: 8 * words as u64 })?;
    zeros.resize(words, 0);
    Ok(zeros)
}

/// Adds the gain of a state: its new bits become `fresh`. Returns the number of new bits if
/// `counts`, otherwise 0.
fn add_gain(gain: &[u64], won: &mut [u64], fresh: &mut [u64], counts: bool) -> u64 {
    let mut count = 0;
    for ((&gain, won), fresh) in gain.iter().zip(won).zip(fresh) {
        *fresh = gain & !*won;
        *won |= gain;
        count += u64::from(fresh.count_ones());
    }
    if counts { count } else { 0 }
}

/// Approximate nanoseconds to find a move between orbits, on a board with this many nodes.
pub(crate) fn nanoseconds_of_a_move(nodes: u64) -> u64 {
    1000 + 2 * nodes
}

/// A lower bound on the number of orbits of configurations in which any number of pieces has moved.
pub(crate) fn states(nodes: u64, size: u64, movers: Movers, order: u128) -> u128 {
    let orbits =
        |moved| 1 + configurations(nodes, moved).saturating_mul(configurations(nodes, size - moved)) / order.max(1);
    match movers {
        Movers::All => (0..=size).map(orbits).fold(0, u128::saturating_add),
        Movers::One => orbits(0).saturating_mul(size.into()),
    }
}

/// The number of configurations of this many pieces on these nodes; [`u64::MAX`] means that many or
/// more.
pub(crate) fn configurations(nodes: u64, pieces: u64) -> u128 {
    Team::configurations(nodes, pieces).unwrap_or(u64::MAX).into()
}
