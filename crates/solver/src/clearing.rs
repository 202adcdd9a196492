//! Clears places of an evader that is never seen: the least number of plies after which a set is empty.
//!
//! A searcher walks on a digraph. An evader may be on a set of at most 64 places. In turn, the searcher makes a move and
//! the evader a step; after each ply, the places that the searcher's node removes leave the set. There is no opponent:
//! the set grows in every way at once. So a breadth-first search over pairs of a node and a set finds the fastest plan.
//! At one node, a pair is left out if a subset of its set was found before, because a subset is cleared at least as fast.
//!
//! If each move and each step can be taken back, a plan played backwards is a plan. An evader that survives is found by
//! both: it was in a place that it could reach before a move, and from which it could go on after it. So half of the
//! plan is enough: two pairs with a move between them make a plan if their sets have no place in common.
//!
//! Dereniowski, Dyer, Tifenbach, Yang, *Zero-visibility cops and robber and the pathwidth of a graph*, 2015.

use catmouse_arena::{InOrder, set_bits};

use crate::SolveError;
use crate::control::Control;

/// The places of an evader that is never seen, and how a searcher clears them.
#[derive(Clone, Copy, Debug)]
pub struct Clearing<'a> {
    /// For each place, a bit for each place that a step of the evader leads to.
    pub steps: &'a [u64],
    /// For each node of the searcher, the places that it removes.
    pub removed: &'a [u64],
    /// For each node of the searcher, the places that the evader must not reach: no plan goes on from there.
    pub escapes: &'a [u64],
    /// Whether the evader steps before the searcher moves.
    pub evader_first: bool,
    /// Whether another move takes each move of the searcher back.
    pub is_reversible: bool,
}

/// A fastest plan of the searcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClearingPlan {
    /// The plies of both sides until the set is empty.
    pub plies: u64,
    /// The nodes of the searcher from its start to the end.
    pub nodes: Vec<u32>,
}

/// A node with the set of the evader's places, the searcher to move.
struct Found {
    places: u64,
    node: u32,
    /// The index of the pair from which this one was found; its own index for a start.
    before: u32,
}

/// The bytes that a pair takes at most, with its entry in the list of its node, while both lists grow.
const BYTES_EACH: u64 = 2 * (size_of::<Found>() as u64 + 2 * size_of::<u64>() as u64);

impl Clearing<'_> {
    /// The fastest plan from one of these starts, each a node with the set of places; `None` if there is none. `moves`
    /// gives the nodes after a move of the searcher. Of the fastest plans, one is chosen by the order of the starts, those
    /// with few places first, and of the moves.
    ///
    /// Time: O(pairs · (moves of a node + sets at a node)). There are exponentially many pairs at worst; dominance leaves
    /// few of them on most graphs. Memory: about 80 bytes for each pair.
    ///
    /// # Errors
    ///
    /// [`SolveError::Cancelled`]; [`SolveError::TooLarge`] if the pairs exceed the memory that `control` allows.
    ///
    /// ```
    /// use catmouse_solver::{Clearing, Control};
    ///
    /// // One searcher on a path of three vertices; both may stay. It walks from one end to the other.
    /// let steps = [0b011, 0b111, 0b110];
    /// let clearing = Clearing {
    ///     steps: &steps,
    ///     removed: &[1, 2, 4],
    ///     escapes: &[0; 3],
    ///     evader_first: false,
    ///     is_reversible: true,
    /// };
    /// let starts = (0..3).map(|node| (node, 0b111 & !(1 << node)));
    /// let moves = |node: u32| (0..3).filter(move |to| steps[node as usize] >> to & 1 == 1);
    /// let plan = clearing.fastest(starts, moves, &Control::default())?.expect("it is a path");
    /// assert_eq!((plan.plies, plan.nodes), (3, vec![0, 1, 2]));
    /// # Ok::<(), catmouse_solver::SolveError>(())
    /// ```
    pub fn fastest<M: Iterator<Item = u32>>(
        &self,
        starts: impl IntoIterator<Item = (u32, u64)>,
        moves: impl Fn(u32) -> M,
        control: &Control<'_>,
    ) -> Result<Option<ClearingPlan>, SolveError> {
        let allowed = control.memory().unwrap_or(u64::MAX);
        let most = (allowed / BYTES_EACH).min(u32::MAX.into()) as usize;
        let mut found: Vec<Found> = Vec::new();
        let mut minimal: Vec<Vec<u64>> = vec![Vec::new(); self.removed.len()];
        // A start at which the set is empty after the first step of the evader, if it is empty at no start.
        let mut empty_after_step = None;
        let mut starts: Vec<(u32, u64)> = starts.into_iter().collect();
        let refill = Refill::of(self, &starts);
        let mut halves = self.halves(refill.is_some());
        let mut sources = Vec::new();
        starts.put_in_order_by_key(|(_, places)| places.count_ones());
        for (node, places) in starts {
            if places == 0 {
                return Ok(Some(ClearingPlan { plies: 0, nodes: vec![node] }));
            }
            if places & self.escapes[node as usize] != 0 {
                continue;
            }
            let places = if self.evader_first { self.stepped(node, places) } else { places };
            if places == 0 {
                empty_after_step = empty_after_step.or(Some(node));
                continue;
            }
            let before = found.len() as u32;
            if self.is_new(&mut minimal, node, places) {
                found.push(Found { places, node, before });
            }
        }
        if let Some(node) = empty_after_step {
            return Ok(Some(ClearingPlan { plies: 1, nodes: vec![node] }));
        }
        let (mut level, mut plies) = (0..found.len(), u64::from(self.evader_first));
        while !level.is_empty() {
            // A plan that ends with a step of the evader, if none ends with the move before.
            let mut later = None;
            // Left out are sets of which a subset was found at the same distance.
            let is_minimal = |&at: &usize| minimal[found[at].node as usize].contains(&found[at].places);
            let minimal_now: Vec<usize> = level.clone().filter(is_minimal).collect();
            if let Some(halves) = &mut halves
                && let Some(plan) = halves.join(&found, &minimal_now, &moves, control)?
            {
                return Ok(Some(plan));
            }
            for at in minimal_now {
                if at % 256 == 0 && control.is_cancelled() {
                    return Err(SolveError::Cancelled);
                }
                if found.len() > most {
                    return Err(SolveError::TooLarge { bytes: found.len() as u64 * BYTES_EACH, allowed });
                }
                let Found { places, node, .. } = found[at];
                if let Some(refill) = &refill {
                    refill.sources(places, &mut sources);
                    if sources.is_empty() {
                        continue;
                    }
                }
                for to in moves(node) {
                    let removed = self.removed[to as usize];
                    if refill.is_some() && sources.iter().all(|sources| sources & !removed != 0) {
                        continue;
                    }
                    let left = places & !removed;
                    if left == 0 {
                        return Ok(Some(plan(&found, (at, to), plies + 1)));
                    }
                    let places = self.stepped(to, left);
                    if places == 0 {
                        later = later.or(Some((at, to)));
                    } else if self.is_new(&mut minimal, to, places) {
                        found.push(Found { places, node: to, before: at as u32 });
                    }
                }
            }
            if let Some(last) = later {
                return Ok(Some(plan(&found, last, plies + 2)));
            }
            (level, plies) = (level.end..found.len(), plies + 2);
        }
        Ok(None)
    }

    /// For plans that can be played backwards. The evader must be able to stay, so that no plan ends with its step.
    fn halves(&self, is_full: bool) -> Option<Halves> {
        let takes_back = |(from, reached): (usize, &u64)| {
            reached >> from & 1 == 1 && set_bits(*reached).all(|to| self.steps[to] >> from & 1 == 1)
        };
        let is_reversible = is_full
            && self.is_reversible
            && !self.evader_first
            && self.escapes.iter().all(|escapes| *escapes == 0)
            && self.steps.iter().enumerate().all(takes_back);
        let lists = || vec![Vec::new(); self.removed.len()];
        is_reversible.then(|| Halves { levels: [lists(), lists()], least: [None; 2], moves: 0, all: 0 })
    }

    /// The places after a step of the evader, with the searcher on this node.
    #[inline]
    fn stepped(&self, node: u32, places: u64) -> u64 {
        set_bits(places).fold(0, |reached, place| reached | self.steps[place]) & !self.removed[node as usize]
    }

    /// Keeps a set at a node unless it holds an escape or a subset is there.
    #[inline]
    fn is_new(&self, minimal: &mut [Vec<u64>], node: u32, places: u64) -> bool {
        let known = &mut minimal[node as usize];
        if places & self.escapes[node as usize] != 0 {
            return false;
        }
        if let Some(at) = known.iter().position(|known| known & !places == 0) {
            known.swap(0, at); // the next set is often a superset of the same one
            return false;
        }
        known.retain(|known| places & !known != 0);
        known.push(places);
        true
    }
}

/// The last two levels of a search whose plans can be played backwards.
struct Halves {
    /// For each node the pairs of this level, and of the one before.
    levels: [Vec<Vec<u32>>; 2],
    /// The least number of places of a pair of each level; `None` if it has no pair.
    least: [Option<u32>; 2],
    /// The number of the moves before this level.
    moves: u64,
    /// All places of the evader.
    all: u64,
}

impl Halves {
    /// Takes the minimal pairs of the next level. Returns a fastest plan of two halves that end in this level and in the
    /// one before or in this one, with a move between them. Time: O(pairs · (moves of a node + sets at a node)).
    ///
    /// # Errors
    ///
    /// [`SolveError::Cancelled`].
    fn join<M: Iterator<Item = u32>>(
        &mut self,
        found: &[Found],
        level: &[usize],
        moves: &impl Fn(u32) -> M,
        control: &Control<'_>,
    ) -> Result<Option<ClearingPlan>, SolveError> {
        self.levels.swap(0, 1);
        self.least[1] = self.least[0];
        self.levels[0].iter_mut().for_each(Vec::clear);
        for &at in level {
            self.levels[0][found[at].node as usize].push(at as u32);
        }
        self.least[0] = level.iter().map(|&at| found[at].places.count_ones()).min();
        self.all = level.iter().map(|&at| found[at].places).fold(self.all, |all, places| all | places);
        let all = self.all.count_ones();
        let before = self.moves;
        self.moves += 1;
        for (other, more) in [(1, 0), (0, 1)] {
            let Some(least) = self.least[other] else { continue };
            for &at in level.iter().filter(|&&at| found[at].places.count_ones() + least <= all) {
                if at % 256 == 0 && control.is_cancelled() {
                    return Err(SolveError::Cancelled);
                }
                for to in moves(found[at].node) {
                    let clears = |&&end: &&u32| found[end as usize].places & found[at].places == 0;
                    if let Some(&end) = self.levels[other][to as usize].iter().find(clears) {
                        let mut nodes = way(found, at);
                        nodes.reverse();
                        nodes.extend(way(found, end as usize));
                        return Ok(Some(ClearingPlan { plies: 4 * before + 2 * more - 1, nodes }));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Tells moves after which a step refills all places, for searches that may start at each node with all places: such a
/// move leads to no less than a start.
struct Refill {
    /// For each place that a step can reach, the places from which it does.
    sources: Vec<u64>,
    /// The most places that a node removes.
    most: u32,
}

impl Refill {
    /// `None` if a node is no start, or not with all places that it does not remove.
    fn of(clearing: &Clearing<'_>, starts: &[(u32, u64)]) -> Option<Self> {
        let all = clearing.steps.iter().fold(0, |all, reached| all | reached);
        let is_full = |&(node, places): &(u32, u64)| places == all & !clearing.removed[node as usize];
        if starts.len() != clearing.removed.len() || !starts.iter().all(is_full) {
            return None;
        }
        let sources = |to: usize| (0..).zip(clearing.steps).map(|(from, reached)| (reached >> to & 1) << from).sum();
        let most = clearing.removed.iter().map(|removed| removed.count_ones()).max()?;
        Some(Self { sources: set_bits(all).map(sources).collect(), most })
    }

    /// Lists the sets of places such that a move refills all places unless it removes one of these sets.
    #[inline]
    fn sources(&self, places: u64, few: &mut Vec<u64>) {
        few.clear();
        for sources in self.sources.iter().map(|sources| sources & places) {
            if sources.count_ones() <= self.most && few.iter().all(|few| few & !sources != 0) {
                few.retain(|few| sources & !few != 0);
                few.push(sources);
            }
        }
    }
}

/// The plan that ends with a move from this pair to a node.
fn plan(found: &[Found], (at, to): (usize, u32), plies: u64) -> ClearingPlan {
    let mut nodes = way(found, at);
    nodes.reverse();
    nodes.push(to);
    ClearingPlan { plies, nodes }
}

/// The nodes from a pair back to its start.
fn way(found: &[Found], mut at: usize) -> Vec<u32> {
    let mut nodes = vec![found[at].node];
    while found[at].before as usize != at {
        at = found[at].before as usize;
        nodes.push(found[at].node);
    }
    nodes
}
