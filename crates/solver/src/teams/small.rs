//! Best placements on small graphs, for streams of millions of graphs. A row of bits is one word,
//! and nothing is allocated between graphs.
//!
//! This is a reduced version of the teams engine. The team's moves are computed in layers over all
//! configurations, which for a small graph stay in the innermost cache. Each side has at most 64
//! nodes, only the team can win, and it wins exactly where one of its pieces does. The analysis
//! stops once some placement wins against every reply. If the other may stay, each side gains only
//! in every other ply, and the team's first ply needs no layers. So most small graphs, where the
//! team wins in one ply, take one visit of each configuration.

use std::collections::HashMap;

use catmouse_arena::{Distance, Movers, Multisets, Team, set_bits};

use crate::PlacementRows;

/// Buffers and tables that do not depend on the graph, kept from one graph to the next.
///
/// ```
/// use catmouse_arena::Movers;
/// use catmouse_solver::{PlacementRows, SmallTeams};
///
/// // On a cycle of four, where all pieces may stay, the team wins by standing where the other does.
/// // One piece never catches the other. Two pieces do in one ply.
/// let cycle = [0b1011, 0b0111, 0b1110, 0b1101];
/// let game = PlacementRows { steps: &cycle, others_steps: &cycle, won: &[1, 2, 4, 8], movers: Movers::All };
/// let mut teams = SmallTeams::default();
/// assert_eq!(teams.best_placement(game, 1), None);
/// assert_eq!(teams.best_placement(game, 2), Some((vec![0, 1], 1)));
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
    /// The nodes of the pieces in each configuration, configuration after configuration.
    members: Vec<u32>,
    /// For each number of pieces that have moved: at `multiset · nodes + v`, the number of the
    /// multiset with one more piece on v.
    insertions: Vec<Vec<u32>>,
}

/// Sets of pairs: a bit for each configuration and each node of the other's piece.
#[derive(Debug, Default)]
struct PairSets {
    /// The pairs that the team has won with the team to move.
    team_to_move: Vec<u64>,
    /// The pairs of `team_to_move` that the last ply added.
    team_front: Vec<u64>,
    /// The pairs that the team has won with the other to move.
    other_to_move: Vec<u64>,
    /// The pairs of `other_to_move` that the last ply added.
    other_front: Vec<u64>,
    layers: [Vec<u64>; 2],
}

impl SmallTeams {
    /// The best placement of `size` pieces, and the plies in which it wins. The team places its
    /// pieces, then the other its single piece, then the team moves first. Among several best
    /// placements this returns the first one; `None` if no placement wins.
    ///
    /// Time: O(levels · legs · configurations · arcs). Memory: a few words for each configuration,
    /// which are kept.
    ///
    /// # Panics
    ///
    /// If a side has more than 64 nodes, the numbers of rows of `steps` and `won` differ, there is no
    /// piece, or there are 2³² configurations or more.
    pub fn best_placement(
        &mut self,
        PlacementRows { steps, others_steps, won, movers }: PlacementRows<'_>,
        size: u32,
    ) -> Option<(Vec<u32>, Distance)> {
        assert!(steps.len() <= 64 && others_steps.len() <= 64, "a row of a small graph is one word");
        assert_eq!(steps.len(), won.len(), "`won` has a row for each node of the team");
        if steps.is_empty() || others_steps.is_empty() {
            return None;
        }
        let nodes = steps.len() as u32;
        let formation = self.formations.entry((nodes, size)).or_insert_with(|| Formation::new(nodes, size));
        let rows = &mut self.rows;
        let all = u64::MAX >> (64 - others_steps.len());
        let can_all_move = steps.iter().all(|&step| step != 0);
        let by_any = |pieces: &[u32]| pieces.iter().fold(0, |any, &node| any | won[node as usize]);
        // Most small graphs end here. No placement has won without a move, because the pieces cover
        // too few nodes, and some placement wins with the first move.
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
        // If the other may stay everywhere, its first ply decides nothing: where it is not caught,
        // it can stay.
        let other_may_stay = others_steps.iter().enumerate().all(|(node, step)| step >> node & 1 == 1);
        let mut level = 0;
        // Whether each side has gained in the ply before. At first both have.
        let (mut team_gained, mut other_gained) = (true, true);
        loop {
            if let Some(row) = rows.team_to_move.iter().position(|&row| row == all) {
                return Some((formation.numbering.members(row as u32, size), level));
            }
            level += 1;
            let is_first = level == 1;
            // The pairs from which the team can move into those that the other has just lost.
            let reached: &[u64] = match movers {
                _ if !other_gained => &[],
                _ if is_first && can_all_move => formation.catch(steps, won, &mut rows.layers),
                Movers::All => formation.carry(steps, &rows.other_front, &mut rows.layers),
                Movers::One => formation.carry_one(steps, &rows.other_front, &mut rows.layers),
            };
            // The pairs that the other loses: it can move, and no move leads out of the team's
            // wins.
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

    /// True if this many pieces on this many nodes fit into the inner caches and into `allowed`
    /// bytes. Then this is faster than [`solve`](crate::solve).
    pub fn fits_caches(nodes: u64, size: u64, allowed: u64) -> bool {
        let count = |size| Team::configurations(nodes, size).unwrap_or(u64::MAX);
        let widest = (0..size).map(|moved| count(moved).saturating_mul(count(size - moved))).max().unwrap_or(0);
        let insertions: u64 = (0..size).map(|moved| count(moved).saturating_mul(nodes)).fold(0, u64::saturating_add);
        // Growing vectors double, so they may be twice the required length.
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

    /// The pairs that the team wins with its first move, if all pieces can move: some piece moves
    /// to where it has won.
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

    /// For each configuration, the union of the rows of `after` to which joint moves of all pieces
    /// lead. The result is in one of the layers.
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
                    // After the last piece no other one moves. These single rows are most of the
                    // work.
                    let row = |&step: &u64| set_bits(step).fold(0, |row, to| row | from[inserted[to] as usize]);
                    here.extend(steps.iter().map(row));
                    continue;
                }
                for piece in 0..nodes {
                    // The pieces that move after this one stand on nodes ≥ `piece`. Their multisets
                    // come last in the numbering, so their rows are contiguous.
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

    /// [`carry`](Self::carry) for turns in which one piece moves and the others stay.
    fn carry_one<'l>(&self, steps: &[u64], after: &[u64], layers: &'l mut [Vec<u64>; 2]) -> &'l [u64] {
        let nodes = steps.len();
        let size = self.insertions.len();
        let [reached, _] = layers;
        reached.clear();
        reached.resize(after.len(), 0);
        // The last table adds a piece to all the others: here once where it moves to, and once
        // where it comes from.
        for inserted in self.insertions[size - 1].chunks_exact(nodes) {
            for (from, &step) in steps.iter().enumerate() {
                let row = set_bits(step).fold(0, |row, to| row | after[inserted[to] as usize]);
                reached[inserted[from] as usize] |= row;
            }
        }
        reached
    }
}

/// For every multiset of `moved` pieces and every node, the number of the multiset with one more
/// piece there.
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
