//! The search for a small trap, in which a holder can keep the play.
//!
//! The easiest trap to remember comes first: a single piece goes to a place and stays there, or goes
//! to and fro between two places, whatever the opponent does.
//!
//! Otherwise, finding the smallest trap is hard, so the search has a budget. It looks for a trap with
//! few places for the holder's pieces, and tries sets of places in the order of their size. If that
//! takes too long, it removes one place at a time instead. Then it removes one position at a time.
//! If the budget suffices, removing any single place or position from the result would destroy the
//! trap.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};

use catmouse_arena::{InOrder, Place, Player, PositionId, Status, Value};

use crate::by_place::ByPlace;
use crate::context::Context;
use crate::main_move::MainMoves;
use crate::sorting::{set, sort_by_numbers};

/// The greatest number of positions for which a trap is searched, and the greatest number of positions
/// of a holding. More could neither be remembered nor printed, and finding them can take much longer
/// than solving the board.
pub(crate) const POSITIONS_AT_MOST: usize = 1 << 16;
/// The greatest number of moves among the positions for which a trap is searched, and the greatest
/// number of moves that are examined for a holding or for the main moves of a certificate.
pub(crate) const MOVES_AT_MOST: usize = 1 << 21;
/// The budget: the total number of moves that the search examines. It is smaller in a web page,
/// which answers while its board is edited.
const BUDGET: usize = if cfg!(target_family = "wasm") { 1 << 19 } else { 1 << 25 };

/// The holder's answers in a small trap: a map from the position before each to the position after
/// it. Empty if more than 65,536 positions or two million moves might be needed; then the caller
/// plays main moves, which hold as well.
pub(crate) fn small_trap(context: &Context<'_>, player: Player, start: PositionId) -> BTreeMap<PositionId, PositionId> {
    let Some(mut search) = Search::new(context, player, start) else {
        return BTreeMap::new();
    };
    if let Some(answers) = search.shuttle() {
        return answers;
    }
    search.few_places();
    search.few_positions();
    search.answers(context)
}

/// A placement of the holder's pieces.
struct Placement {
    /// The places, ascending.
    places: Vec<Place>,
    /// The same places as bits.
    bits: Box<[u64]>,
    /// The positions with this placement.
    positions: Vec<u32>,
    /// The numbers of the placements after the holder's next move, ascending.
    next: Vec<usize>,
}

/// The search. Its positions are the endless ones that can arise while the holder makes any moves
/// that hold. They are numbered in breadth-first order; the start is 0.
struct Search {
    positions: Vec<PositionId>,
    /// For each position, whether the holder is to move.
    is_own: Vec<bool>,
    /// For each position, the endless positions after its moves.
    moves: Vec<Vec<u32>>,
    /// For each position, the positions from which a move leads to it.
    from: Vec<Vec<u32>>,
    /// The placements of the holder's pieces, and for each position the number of its placement.
    placements: Vec<Placement>,
    placement_of: Vec<usize>,
    /// The current trap: at each of its positions, either the holder is to move and has a move that
    /// stays inside, or the opponent is to move and has no move to an endless position outside.
    trap: Vec<bool>,
    /// For each position, the number of its moves that lead into the trap.
    moves_inside: Vec<u32>,
    budget: usize,
}

impl Search {
    fn new(context: &Context<'_>, player: Player, start: PositionId) -> Option<Self> {
        let mut number: HashMap<PositionId, usize> = HashMap::from([(start, 0)]);
        let mut positions = vec![start];
        let mut moves: Vec<Vec<u32>> = Vec::new();
        let mut total = 0;
        while let Some(&position) = positions.get(moves.len()) {
            let mut list = Vec::new();
            for step in
                context.arena.successors(position).filter(|step| context.values.value(step.to) == Value::Endless)
            {
                let next = positions.len();
                let to = *number.entry(step.to).or_insert(next);
                if to == next {
                    positions.push(step.to);
                }
                list.push(to as u32);
            }
            list.dedup();
            total += list.len();
            moves.push(list);
            if positions.len() > POSITIONS_AT_MOST || total > MOVES_AT_MOST {
                return None;
            }
        }
        let is_own: Vec<bool> =
            positions.iter().map(|&position| context.arena.status(position) == Status::Turn(player)).collect();
        let mut from: Vec<Vec<u32>> = vec![Vec::new(); positions.len()];
        let mut placed: Vec<(Vec<Place>, u32)> = Vec::new();
        for (index, list) in (0..).zip(&moves) {
            for &to in list {
                from[to as usize].push(index);
            }
            placed.push((context.words.places(positions[index as usize], player), index));
        }
        placed.put_in_order();
        let mut placements: Vec<Placement> = Vec::new();
        let mut placement_of = vec![0; positions.len()];
        for group in placed.chunk_by(|(one, _), (other, _)| one == other) {
            let mut positions = Vec::new();
            for &(_, index) in group {
                placement_of[index as usize] = placements.len();
                positions.push(index);
            }
            placements.push(Placement {
                places: set(group[0].0.clone()),
                bits: Box::default(),
                positions,
                next: Vec::new(),
            });
        }
        let all = all_places(&placements);
        for placement in &mut placements {
            placement.bits = bits(&numbers(&placement.places, &all), all.len());
            let mut next = Vec::new();
            for &index in placement.positions.iter().filter(|&&index| is_own[index as usize]) {
                next.extend(moves[index as usize].iter().map(|&to| placement_of[to as usize]));
            }
            placement.next = set(next);
        }
        let trap = vec![true; positions.len()];
        let moves_inside = moves.iter().map(|moves| moves.len() as u32).collect();
        Some(Self { positions, is_own, moves, from, placements, placement_of, trap, moves_inside, budget: BUDGET })
    }

    /// The answers of a single piece that goes a few steps and then stays, or goes
    /// to and fro, whatever the opponent does. The fewest steps come first, then staying, then the
    /// smallest places. `None` if no such answers hold.
    fn shuttle(&mut self) -> Option<BTreeMap<PositionId, PositionId>> {
        /// The greatest number of steps before the piece stays, or goes to and fro.
        const STEPS_BEFORE: usize = 3;
        if self.placements.iter().any(|placement| placement.places.len() != 1) {
            return None;
        }
        // Shortest ways, in breadth-first order; each is a list of placements.
        let start = self.placement_of[0];
        let mut ways = vec![vec![start]];
        let mut met = vec![false; self.placements.len()];
        met[start] = true;
        let mut done = 0;
        while let Some(way) = ways.get(done).cloned() {
            done += 1;
            let last = way[way.len() - 1];
            let next = self.placements[last].next.clone();
            let mut turns = Vec::new();
            if next.contains(&last) {
                turns.push(last);
            }
            turns.extend(next.iter().filter(|&&to| to != last && self.placements[to].next.contains(&last)));
            for back in turns {
                // A way that comes from the second place begins to go to and fro there.
                if back != last && way.contains(&back) {
                    continue;
                }
                let mut then: Vec<(usize, usize)> = way.windows(2).map(|two| (two[0], two[1])).collect();
                then.extend([(last, back), (back, last)]);
                let answers = self.follow(&then);
                if answers.is_some() || self.budget < BUDGET / 2 {
                    return answers;
                }
            }
            for to in next {
                if way.len() <= STEPS_BEFORE && !std::mem::replace(&mut met[to], true) {
                    ways.push([&way[..], &[to]].concat());
                }
            }
        }
        None
    }

    /// The answers at all positions that can arise if the holder always goes from a placement to the
    /// one in `then`. `None` if one of these moves does not hold.
    fn follow(&mut self, then: &[(usize, usize)]) -> Option<BTreeMap<PositionId, PositionId>> {
        let mut answers = BTreeMap::new();
        let mut met = vec![false; self.positions.len()];
        met[0] = true;
        let mut open = vec![0];
        while let Some(index) = open.pop() {
            let moves = &self.moves[index];
            self.budget = self.budget.saturating_sub(moves.len() + 1);
            let mut visit = |to: usize| {
                if !std::mem::replace(&mut met[to], true) {
                    open.push(to);
                }
            };
            if self.is_own[index] {
                let &(_, next) = then.iter().find(|(from, _)| *from == self.placement_of[index])?;
                let to = *moves.iter().find(|&&to| self.placement_of[to as usize] == next)? as usize;
                answers.insert(self.positions[index], self.positions[to]);
                visit(to);
            } else {
                for &to in moves {
                    visit(to as usize);
                }
            }
        }
        Some(answers)
    }

    /// The positions of the greatest trap in which the holder's pieces stand only on `places`;
    /// `None` if the start is not in it. Time: linear in the positions on these places and their
    /// moves.
    fn greatest_trap_on(&mut self, places: &[u64], scratch: &mut Scratch) -> Option<Vec<u32>> {
        let mut candidates: Vec<u32> = Vec::new();
        for placement in self.placements.iter().filter(|placement| are_among(&placement.bits, places)) {
            candidates.extend(&placement.positions);
        }
        self.budget = self.budget.saturating_sub(self.placements.len());
        scratch.moves_inside.clear();
        scratch.moves_inside.resize(candidates.len(), 0);
        for (rank, &index) in (1..).zip(&candidates) {
            scratch.rank[index as usize] = rank;
        }
        let mut dropped: Vec<u32> = Vec::new();
        for (moves_inside, &index) in scratch.moves_inside.iter_mut().zip(&candidates) {
            let moves = &self.moves[index as usize];
            *moves_inside = moves.iter().filter(|&&to| scratch.rank[to as usize] > 0).count() as u32;
            self.budget = self.budget.saturating_sub(moves.len() + 1);
            if drops_out(self.is_own[index as usize], moves, *moves_inside) {
                dropped.push(index);
            }
        }
        for &index in &dropped {
            scratch.rank[index as usize] = 0;
        }
        while let Some(out) = dropped.pop() {
            for &before in &self.from[out as usize] {
                let rank = scratch.rank[before as usize];
                if rank > 0 {
                    let moves_inside = &mut scratch.moves_inside[rank as usize - 1];
                    *moves_inside -= 1;
                    if drops_out(self.is_own[before as usize], &self.moves[before as usize], *moves_inside) {
                        scratch.rank[before as usize] = 0;
                        dropped.push(before);
                    }
                }
            }
        }
        let holds = scratch.rank[0] > 0;
        let kept =
            holds.then(|| candidates.iter().copied().filter(|&index| scratch.rank[index as usize] > 0).collect());
        for &index in &candidates {
            scratch.rank[index as usize] = 0;
        }
        kept
    }

    /// Removes positions from the trap, with all positions that drop out in consequence. Changes
    /// nothing and returns `false` if the start would drop out.
    fn leave_out(&mut self, positions: &[u32]) -> bool {
        // The search spends nearly all of its time here. In a program compiled for size, indexing a
        // slice is inlined, but indexing a vector is a call.
        let (trap, moves_inside): (&mut [bool], &mut [u32]) = (&mut self.trap, &mut self.moves_inside);
        let (from, moves, is_own): (&[Vec<u32>], &[Vec<u32>], &[bool]) = (&self.from, &self.moves, &self.is_own);
        let mut dropped: Vec<u32> = Vec::new();
        for &index in positions {
            if std::mem::replace(&mut trap[index as usize], false) {
                dropped.push(index);
            }
        }
        let mut done = 0;
        while trap[0]
            && let Some(&out) = dropped.get(done)
        {
            done += 1;
            let from = &from[out as usize];
            self.budget = self.budget.saturating_sub(from.len() + 1);
            for &before in from {
                let before_inside = &mut moves_inside[before as usize];
                *before_inside -= 1;
                let is_in = &mut trap[before as usize];
                if *is_in && drops_out(is_own[before as usize], &moves[before as usize], *before_inside) {
                    *is_in = false;
                    dropped.push(before);
                }
            }
        }
        if trap[0] {
            return true;
        }
        for &out in &dropped[..done] {
            for &before in &from[out as usize] {
                moves_inside[before as usize] += 1;
            }
        }
        for out in dropped {
            trap[out as usize] = true;
        }
        false
    }

    fn few_places(&mut self) {
        // The places of the holder's pieces at the start.
        let needed = self.placements[self.placement_of[0]].places.clone();
        let all = all_places(&self.placements);
        let free: Vec<Place> = all.iter().copied().filter(|place| !needed.contains(place)).collect();
        if needed.is_empty() || free.is_empty() {
            return;
        }
        // The heap orders sets of places by size, then by their places. Each set is made from a
        // smaller one by adding the places of one move that leaves it. Other places are of no use,
        // because no move leads to them.
        let mut scratch = Scratch { rank: vec![0; self.positions.len()], moves_inside: Vec::new() };
        let mut sets = BinaryHeap::from([Reverse((needed.len(), numbers(&needed, &all)))]);
        let mut last = Vec::new();
        while let Some(Reverse((_, set))) = sets.pop() {
            if set == last {
                continue; // it was made from several smaller sets
            }
            let places = bits(&set, all.len());
            last = set;
            if let Some(trap) = self.greatest_trap_on(&places, &mut scratch) {
                self.set_trap(&trap);
                return;
            }
            for placement in self.placements.iter().filter(|placement| are_among(&placement.bits, &places)) {
                for &next in &placement.next {
                    let next = &self.placements[next].bits;
                    if !are_among(next, &places) {
                        let is_in = |&place: &usize| (places[place / 64] | next[place / 64]) >> (place % 64) & 1 == 1;
                        let more: Vec<usize> = (0..all.len()).filter(is_in).collect();
                        self.budget = self.budget.saturating_sub(more.len());
                        sets.push(Reverse((more.len(), more)));
                    }
                }
            }
            if self.budget < BUDGET / 2 {
                break; // the rest of the budget is for the other searches
            }
        }
        self.fewer_places(&free);
    }

    /// Makes these positions the trap.
    fn set_trap(&mut self, trap: &[u32]) {
        self.trap.fill(false);
        for &index in trap {
            self.trap[index as usize] = true;
        }
        for (moves_inside, moves) in self.moves_inside.iter_mut().zip(&self.moves) {
            *moves_inside = moves.iter().filter(|&&to| self.trap[to as usize]).count() as u32;
        }
    }

    /// Removes one place after the other, beginning with those on which the holder's pieces stand
    /// least often.
    fn fewer_places(&mut self, free: &[Place]) {
        let mut often: ByPlace<usize> = ByPlace::new();
        for placement in &self.placements {
            for &place in &placement.places {
                *often.entry(place).get_or_insert_default() += placement.positions.len();
            }
        }
        let mut order = free.to_vec();
        sort_by_numbers(&mut order, |&place| [often.get(place).copied().unwrap_or_default() as u64]);
        for place in order {
            if self.budget == 0 {
                return;
            }
            let mut there = Vec::new();
            for placement in self.placements.iter().filter(|placement| placement.places.contains(&place)) {
                there.extend(&placement.positions);
            }
            self.leave_out(&there);
        }
    }

    /// Removes one position after the other, beginning with those that arise last. Only positions
    /// after a move of the holder are tried, because the opponent chooses the others.
    fn few_positions(&mut self) {
        for index in (1..self.trap.len()).rev() {
            if self.budget == 0 {
                return;
            }
            if self.trap[index] && !self.is_own[index] {
                self.leave_out(&[index as u32]);
            }
        }
    }

    /// The answers that stay in the trap, at the positions that can arise. In order of preference,
    /// an answer is the main move if it leads to a position that arises already, another move to
    /// such a position, the main move, or the first move inside.
    fn answers(&self, context: &Context<'_>) -> BTreeMap<PositionId, PositionId> {
        let mut answers = BTreeMap::new();
        let mut main_moves = MainMoves::new(context.arena.positions());
        let mut met = vec![false; self.positions.len()];
        met[0] = true;
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let inside = || self.moves[index].iter().map(|&to| to as usize).filter(|&to| self.trap[to]);
            let mut follow: Vec<usize> = Vec::new();
            if self.is_own[index] {
                let main = main_moves.at(context, self.positions[index]).map(|step| step.to);
                let is_main = |&to: &usize| Some(self.positions[to]) == main;
                let answer = inside()
                    .find(|to| met[*to] && is_main(to))
                    .or_else(|| inside().find(|&to| met[to]))
                    .or_else(|| inside().find(is_main))
                    .or_else(|| inside().next());
                if let Some(to) = answer {
                    answers.insert(self.positions[index], self.positions[to]);
                    follow.push(to);
                }
            } else {
                follow.extend(inside());
            }
            for to in follow {
                if !std::mem::replace(&mut met[to], true) {
                    queue.push_back(to);
                }
            }
        }
        answers
    }
}

/// Whether a position drops out of a set into which `inside` of its moves lead. A position of the
/// holder drops out if no move leads into the set; a position of the opponent, if some move leads
/// out. A holder without any move is stuck and holds.
fn drops_out(is_own: bool, moves: &[u32], inside: u32) -> bool {
    if is_own { inside == 0 && !moves.is_empty() } else { (inside as usize) < moves.len() }
}

/// The places of all placements, ascending.
fn all_places(placements: &[Placement]) -> Vec<Place> {
    let mut all = Vec::new();
    for placement in placements {
        all.extend(&placement.places);
    }
    set(all)
}

/// The numbers of places among `all`.
fn numbers(places: &[Place], all: &[Place]) -> Vec<usize> {
    places.iter().map(|place| all.binary_search(place).unwrap_or_default()).collect()
}

/// A set of places as bits; `of` is the number of all places of the holder.
fn bits(places: &[usize], of: usize) -> Box<[u64]> {
    let mut bits = vec![0; of.div_ceil(64)].into_boxed_slice();
    for &place in places {
        bits[place / 64] |= 1 << (place % 64);
    }
    bits
}

/// Whether `others` includes all of `places`.
fn are_among(places: &[u64], others: &[u64]) -> bool {
    places.iter().zip(others).all(|(one, other)| one & !other == 0)
}

/// Memory for [`Search::greatest_trap_on`], kept from one call to the next.
struct Scratch {
    /// For each position, its rank among the candidates, from 1; 0 if it is not in the set.
    rank: Vec<u32>,
    /// For each candidate, the number of its moves that lead into the set.
    moves_inside: Vec<u32>,
}
