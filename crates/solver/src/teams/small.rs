//! Best placements on small graphs, by the million: a row of bits is one word, and nothing is allocated from one graph to the
//! next.
//!
//! The same retrograde analysis as the engine's, narrowed down, with the team's moves carried through layers of all configurations:
//! of a small graph they stay in the innermost cache. There are at most 64 nodes a side, only the team can win, and where it has
//! won is said for each of its pieces by itself. It stops as soon as some placement wins against every answer. Where the other
//! may stay, each side gains in every other ply only, and the team's first ply takes no carrying: so most small graphs, on which
//! the team wins in one ply from where it sees everything, cost one look at each configuration.

use std::collections::HashMap;

use catmouse_arena::{Distance, Movers, Multisets, Team};

use crate::bits::set_bits;

/// Room to work in, and what does not depend on the graph: kept from one graph to the next.
///
/// ```
/// use catmouse_arena::Movers;
/// use catmouse_solver::SmallTeams;
///
/// // On a cycle of four, where everyone may stay and the team wins by standing where the other does, one piece never catches
/// // the other. Two do in one ply.
/// let cycle = [0b1011, 0b0111, 0b1110, 0b1101];
/// let caught = [1, 2, 4, 8];
/// let mut room = SmallTeams::default();
/// assert_eq!(room.best_placement(&cycle, &cycle, &caught, 1, Movers::All), None);
/// assert_eq!(room.best_placement(&cycle, &cycle, &caught, 2, Movers::All), Some((vec![0, 1], 1)));
/// ```
#[derive(Debug, Default)]
pub struct SmallTeams {
    formations: HashMap<(u32, u32), Formation>,
    rows: PairSets,
}

/// The configurations of this many pieces on this many nodes.
#[derive(Debug)]
struct Formation {
    numbering: Multisets,
    /// Where the pieces stand in each configuration, one after the other.
    members: Vec<u32>,
    /// By how many have moved: at `multiset · nodes + v` the number of the multiset with one more piece on v.
    insertions: Vec<Vec<u32>>,
}

/// Sets of pairs: for each configuration a bit for every node of the other's piece.
#[derive(Debug, Default)]
struct PairSets {
    /// What the team wins with itself to move, and what of it is new.
    team_to_move: Vec<u64>,
    team_front: Vec<u64>,
    /// The same with the other to move.
    other_to_move: Vec<u64>,
    other_front: Vec<u64>,
    layers: [Vec<u64>; 2],
}

impl SmallTeams {
    /// How soon `size` pieces win that are placed first and move first, wherever the other is placed then; and the first
    /// placement that does it. `None` where none wins.
    ///
    /// Bit v of `steps[u]` stands for a move of a piece from u to v, of `others_steps[u]` for one of the other's piece; bit v of
    /// `won[u]` says that the team has won where a piece stands on u and the other's on v.
    ///
    /// Time: O(levels · legs · configurations · arcs). Memory: 8 bytes a few times for each configuration, kept.
    ///
    /// # Panics
    ///
    /// If a side has more than 64 nodes, `won` has not a row for each of the team's, there is no piece, or there are 2³²
    /// configurations or more.
    pub fn best_placement(
        &mut self,
        steps: &[u64],
        others_steps: &[u64],
        won: &[u64],
        size: u32,
        movers: Movers,
    ) -> Option<(Vec<u32>, Distance)> {
        assert!(steps.len() <= 64 && others_steps.len() <= 64, "a row of a small graph is one word");
        assert_eq!(steps.len(), won.len(), "it is said for each node where a piece on it has won");
        if steps.is_empty() || others_steps.is_empty() {
            return None;
        }
        let nodes = steps.len() as u32;
        let formation = self.formations.entry((nodes, size)).or_insert_with(|| Formation::new(nodes, size));
        let rows = &mut self.rows;
        let all = u64::MAX >> (64 - others_steps.len());
        let can_all_move = steps.iter().all(|&step| step != 0);
        let by_any = |pieces: &[u32]| pieces.iter().fold(0, |any, &node| any | won[node as usize]);
        // Most small graphs need no more than this: so few pieces have won nowhere without a move, and some win by the first.
        let most_won = won.iter().map(|won| won.count_ones()).max().unwrap_or(0);
        if can_all_move && most_won.saturating_mul(size) < others_steps.len() as u32 {
            let caught = formation.catch(steps, won, &mut rows.layers);
            let mut wins = formation.members.chunks_exact(size as usize).zip(caught);
            if let Some(row) = wins.position(|(pieces, caught)| caught | by_any(pieces) == all) {
                return Some((formation.numbering.members(row as u32, size), 1));
            }
        }
        let mut origins = [0u64; 64];
        let mut mobile = 0;
        for (from, &step) in others_steps.iter().enumerate() {
            set_bits(step).for_each(|to| origins[to] |= 1 << from);
            mobile |= u64::from(step != 0) << from;
        }
        rows.team_to_move.clear();
        rows.team_to_move.extend(formation.members.chunks_exact(size as usize).map(by_any));
        for set in [&mut rows.team_front, &mut rows.other_to_move, &mut rows.other_front] {
            set.clone_from(&rows.team_to_move);
        }
        // Where the game is over with the other to move, nothing follows from that in the ply before: it may stay wherever it is not caught.
        let other_may_stay = others_steps.iter().enumerate().all(|(node, step)| step >> node & 1 == 1);
        let mut level = 0;
        // What each side has won newly in the ply before; at first both the same.
        let (mut team_gained, mut other_gained) = (true, true);
        loop {
            if let Some(row) = rows.team_to_move.iter().position(|&row| row == all) {
                return Some((formation.numbering.members(row as u32, size), level));
            }
            level += 1;
            let is_first = level == 1;
            // From where the team moves into what the other has just lost.
            let reached: &[u64] = match movers {
                _ if !other_gained => &[],
                _ if is_first && can_all_move => formation.catch(steps, won, &mut rows.layers),
                Movers::All => formation.carry(steps, &rows.other_front, &mut rows.layers),
                Movers::One => formation.carry_one(steps, &rows.other_front, &mut rows.layers),
            };
            // What the other loses: it can move, and no move leads out of what the team wins.
            let mut lost_any = 0;
            if team_gained && !(is_first && other_may_stay) {
                let with_other_to_move = rows.other_to_move.iter_mut().zip(&mut rows.other_front);
                for ((&set, &front), (others_set, others_front)) in
                    rows.team_to_move.iter().zip(&rows.team_front).zip(with_other_to_move)
                {
                    let mut lost = 0;
                    if front != 0 {
                        lost = mobile & !*others_set;
                        for outside in set_bits(all & !set) {
                            lost &= !origins[outside];
                            if lost == 0 {
                                break;
                            }
                        }
                    }
                    (*others_set, *others_front) = (*others_set | lost, lost);
                    lost_any |= lost;
                }
            }
            let mut won_any = 0;
            for ((set, front), reached) in rows.team_to_move.iter_mut().zip(&mut rows.team_front).zip(reached) {
                let won = reached & !*set;
                (*set, *front) = (*set | won, won);
                won_any |= won;
            }
            (team_gained, other_gained) = (won_any != 0, lost_any != 0);
            if !team_gained && !other_gained {
                return None;
            }
        }
    }

    /// Whether this many pieces on this many nodes are solved within the inner caches, in no more bytes than are
    /// allowed: then this is quicker than [`solve`](crate::solve).
    pub fn fits_caches(nodes: u64, size: u64, allowed: u64) -> bool {
        let count = |size| Team::configurations(nodes, size).unwrap_or(u64::MAX);
        let widest = (0..size).map(|moved| count(moved).saturating_mul(count(size - moved))).max().unwrap_or(0);
        let insertions: u64 = (0..size).map(|moved| count(moved).saturating_mul(nodes)).fold(0, u64::saturating_add);
        // Vectors that grow double, so they may be twice as long as they need be.
        let words = count(size).saturating_mul(4).saturating_add(widest.saturating_mul(4));
        let members = count(size).saturating_mul(size).saturating_mul(8);
        let bytes = words.saturating_mul(8).saturating_add(members).saturating_add(insertions.saturating_mul(8));
        bytes <= CACHE_BYTES.min(allowed)
    }
}

/// Bytes that stay in the inner caches of a processor.
const CACHE_BYTES: u64 = 4 << 20;

impl Formation {
    fn new(nodes: u32, size: u32) -> Self {
        assert!(size > 0, "a team has at least one piece");
        let numbering = Multisets::new(nodes, size);
        let members = (0..numbering.count(size)).flat_map(|row| numbering.members(row, size)).collect();
        let insertions = (0..size).map(|moved| insertions(&numbering, nodes, moved)).collect();
        Self { numbering, members, insertions }
    }

    /// From where the team wins by its first move, all of whose pieces can move: some piece moves to where it has won.
    fn catch<'l>(&self, steps: &[u64], won: &[u64], layers: &'l mut [Vec<u64>; 2]) -> &'l [u64] {
        let size = self.insertions.len();
        let [reached, by_one] = layers;
        by_one.clear();
        by_one.extend(steps.iter().map(|&step| set_bits(step).fold(0, |row, to| row | won[to])));
        reached.clear();
        let by_any = |pieces: &[u32]| pieces.iter().fold(0, |any, &node| any | by_one[node as usize]);
        reached.extend(self.members.chunks_exact(size).map(by_any));
        reached
    }

    /// Carries rows backwards over a turn in which all pieces move: whence some joint move leads into them. What comes out is
    /// in one of the layers.
    fn carry<'l>(&self, steps: &[u64], after: &[u64], layers: &'l mut [Vec<u64>; 2]) -> &'l [u64] {
        let nodes = steps.len() as u32;
        let size = self.insertions.len() as u32;
        for (moved, insertions) in self.insertions.iter().enumerate().rev() {
            let waiting = size - moved as u32;
            let others = self.numbering.count(waiting - 1);
            let [next, here] = &mut *layers;
            let from: &[u64] = if waiting == 1 { after } else { next };
            here.clear();
            for inserted in insertions.chunks_exact(nodes as usize) {
                if waiting == 1 {
                    // No piece follows the last one: single rows, which are most of the work.
                    let row = |&step: &u64| set_bits(step).fold(0, |row, to| row | from[inserted[to] as usize]);
                    here.extend(steps.iter().map(row));
                    continue;
                }
                for piece in 0..nodes {
                    // Those who wait behind this piece are the last in order; their rows lie side by side.
                    let rows = self.numbering.at_least(waiting - 1, piece);
                    let start = here.len();
                    here.resize(start + rows as usize, 0);
                    for to in set_bits(steps[piece as usize]) {
                        let source = (inserted[to] * others + (others - rows)) as usize;
                        let from = &from[source..source + rows as usize];
                        here[start..].iter_mut().zip(from).for_each(|(into, from)| *into |= from);
                    }
                }
            }
            layers.swap(0, 1);
        }
        &layers[0]
    }

    /// The same for a turn in which one piece moves: for each piece, the others stand where they stood.
    fn carry_one<'l>(&self, steps: &[u64], after: &[u64], layers: &'l mut [Vec<u64>; 2]) -> &'l [u64] {
        let nodes = steps.len();
        let size = self.insertions.len();
        let [reached, _] = layers;
        reached.clear();
        reached.resize(after.len(), 0);
        // The last table adds one piece to all the others, wherever that one comes from and goes to.
        for inserted in self.insertions[size - 1].chunks_exact(nodes) {
            for (from, &step) in steps.iter().enumerate() {
                let row = set_bits(step).fold(0, |row, to| row | after[inserted[to] as usize]);
                reached[inserted[from] as usize] |= row;
            }
        }
        reached
    }
}

/// For every multiset of this many pieces and every node, the number of the multiset with one more piece there.
fn insertions(numbering: &Multisets, nodes: u32, moved: u32) -> Vec<u32> {
    let mut inserted = Vec::with_capacity(numbering.count(moved) as usize * nodes as usize);
    for multiset in 0..numbering.count(moved) {
        let members = numbering.members(multiset, moved);
        let mut larger = members.clone();
        larger.push(0);
        for node in 0..nodes {
            let place = members.partition_point(|&member| member < node);
            larger[..place].copy_from_slice(&members[..place]);
            larger[place] = node;
            larger[place + 1..].copy_from_slice(&members[place..]);
            inserted.push(numbering.rank(&larger));
        }
    }
    inserted
}
