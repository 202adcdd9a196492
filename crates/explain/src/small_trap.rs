//! A small set in which a holder can keep the play.
//!
//! The least trap is hard to find, so this is a search with a budget: first for few places on which the holder's pieces have to
//! stand, set after set of them from the smallest on, and where that takes too long by leaving out one place after the other;
//! then for few positions, by leaving out one after the other. What is found in the end cannot be made smaller by leaving out
//! any one place or position, unless the budget runs out before.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use catmouse_arena::{Arena, Place, Player, PositionId, Status, Value, Values, Words};

use crate::main_move::EndlessMainMoves;

/// If more positions might be needed, nothing is searched.
const POSITIONS_AT_MOST: usize = 1 << 16;
/// Moves looked at in all. In a page, which answers while its board is edited, they are so few that it takes hundredths of a second.
const BUDGET: usize = if cfg!(target_family = "wasm") { 1 << 19 } else { 1 << 25 };

/// The holder's answers in a small trap; none at positions where any will do because the search was given up.
pub(crate) fn small_trap<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    player: Player,
    start: PositionId,
) -> BTreeMap<PositionId, PositionId> {
    let Some(mut search) = Search::new(arena, words, values, player, start) else {
        return BTreeMap::new();
    };
    search.few_places();
    search.few_positions();
    search.answers(arena, words, values)
}

/// A way in which the holder's pieces stand.
struct Stand {
    places: BTreeSet<Place>,
    /// The same as bits.
    bits: Box<[u64]>,
    /// The positions in which they do.
    positions: Vec<u32>,
    /// How they can stand after the holder's next move.
    next: BTreeSet<usize>,
}

/// The endless positions that can arise while the holder makes any move that holds, numbered from 0, the start, in breadth-first
/// order; and the trap among them so far.
struct Search {
    positions: Vec<PositionId>,
    /// Whether the holder is to move.
    own: Vec<bool>,
    /// The endless positions after each move.
    moves: Vec<Vec<u32>>,
    /// The positions from which a move leads here.
    from: Vec<Vec<u32>>,
    /// The ways in which the holder's pieces stand.
    stands: Vec<Stand>,
    /// The trap so far: from each of its positions the holder has a move within it, or the opponent none out of it.
    trap: Vec<bool>,
    /// How many moves of each position lead into the trap.
    left: Vec<u32>,
    budget: usize,
}

impl Search {
    fn new<A: Arena, W: Words, V: Values>(
        arena: &A,
        words: &W,
        values: &V,
        player: Player,
        start: PositionId,
    ) -> Option<Self> {
        let mut number: HashMap<PositionId, u32> = HashMap::from([(start, 0)]);
        let mut positions = vec![start];
        let mut moves: Vec<Vec<u32>> = Vec::new();
        while let Some(&position) = positions.get(moves.len()) {
            let mut list = Vec::new();
            for step in arena.successors(position).filter(|step| values.value(step.to) == Value::Endless) {
                let next = u32::try_from(positions.len()).ok()?;
                let to = *number.entry(step.to).or_insert(next);
                if to == next {
                    positions.push(step.to);
                }
                list.push(to);
            }
            list.dedup();
            moves.push(list);
            if positions.len() > POSITIONS_AT_MOST {
                return None;
            }
        }
        let own: Vec<bool> = positions.iter().map(|&position| arena.status(position) == Status::Turn(player)).collect();
        let mut from: Vec<Vec<u32>> = vec![Vec::new(); positions.len()];
        let mut places: BTreeMap<Vec<Place>, Vec<u32>> = BTreeMap::new();
        for (index, list) in (0..).zip(&moves) {
            for &to in list {
                from[to as usize].push(index);
            }
            places.entry(words.places(positions[index as usize], player)).or_default().push(index);
        }
        let mut stand_of = vec![0; positions.len()];
        for (stand, positions) in places.values().enumerate() {
            for &index in positions {
                stand_of[index as usize] = stand;
            }
        }
        let all: BTreeSet<Place> = places.keys().flatten().copied().collect();
        let all: Vec<Place> = all.into_iter().collect();
        let number = |place: &Place| all.binary_search(place).unwrap_or_default();
        let stand = |(places, positions): (Vec<Place>, Vec<u32>)| {
            let own = positions.iter().map(|&index| index as usize).filter(|&index| own[index]);
            let next = own.flat_map(|index| &moves[index]).map(|&to| stand_of[to as usize]).collect();
            let bits = bits(places.iter().map(number), all.len());
            Stand { places: places.into_iter().collect(), bits, positions, next }
        };
        let stands = places.into_iter().map(stand).collect();
        let trap = vec![true; positions.len()];
        let left = moves.iter().map(|moves| moves.len() as u32).collect();
        Some(Self { positions, own, moves, from, stands, trap, left, budget: BUDGET })
    }

    /// Where the holder's pieces stand at the start.
    fn at_start(&self) -> BTreeSet<Place> {
        let start = self.stands.iter().find(|stand| stand.positions.first() == Some(&0));
        start.map(|stand| stand.places.clone()).unwrap_or_default()
    }

    /// The greatest trap in which the holder's pieces stand on these places, as a list; none if the start is not in it. Time: linear
    /// in the positions on these places and their moves.
    fn on(&mut self, places: &[u64], within: &mut Within) -> Option<Vec<u32>> {
        let mut candidates: Vec<u32> = Vec::new();
        for stand in self.stands.iter().filter(|stand| are_among(&stand.bits, places)) {
            candidates.extend(&stand.positions);
        }
        self.budget = self.budget.saturating_sub(self.stands.len());
        within.left.clear();
        within.left.resize(candidates.len(), 0);
        for (at, &index) in (1..).zip(&candidates) {
            within.at[index as usize] = at;
        }
        let mut fallen: Vec<u32> = Vec::new();
        for (left, &index) in within.left.iter_mut().zip(&candidates) {
            let moves = &self.moves[index as usize];
            *left = moves.iter().filter(|&&to| within.at[to as usize] > 0).count() as u32;
            self.budget = self.budget.saturating_sub(moves.len() + 1);
            if falls(self.own[index as usize], moves, *left) {
                fallen.push(index);
            }
        }
        for &index in &fallen {
            within.at[index as usize] = 0;
        }
        while let Some(out) = fallen.pop() {
            for &before in &self.from[out as usize] {
                let at = within.at[before as usize];
                if at > 0 {
                    let left = &mut within.left[at as usize - 1];
                    *left -= 1;
                    if falls(self.own[before as usize], &self.moves[before as usize], *left) {
                        within.at[before as usize] = 0;
                        fallen.push(before);
                    }
                }
            }
        }
        let holds = within.at[0] > 0;
        let kept = holds.then(|| candidates.iter().copied().filter(|&index| within.at[index as usize] > 0).collect());
        for &index in &candidates {
            within.at[index as usize] = 0;
        }
        kept
    }

    /// Leaves positions out of the trap, and whatever falls with them; not if the start does.
    fn leave_out(&mut self, positions: &[u32]) -> bool {
        // This is nearly all of the time, and a program that is compiled to be small calls a function for each entry of a vector, but
        // not of a slice.
        let (trap, left): (&mut [bool], &mut [u32]) = (&mut self.trap, &mut self.left);
        let (from, moves, own): (&[Vec<u32>], &[Vec<u32>], &[bool]) = (&self.from, &self.moves, &self.own);
        let mut fallen: Vec<u32> = Vec::new();
        for &index in positions {
            if std::mem::replace(&mut trap[index as usize], false) {
                fallen.push(index);
            }
        }
        let mut done = 0;
        while trap[0]
            && let Some(&out) = fallen.get(done)
        {
            done += 1;
            let from = &from[out as usize];
            self.budget = self.budget.saturating_sub(from.len() + 1);
            for &before in from {
                let before_left = &mut left[before as usize];
                *before_left -= 1;
                let is_in = &mut trap[before as usize];
                if *is_in && falls(own[before as usize], &moves[before as usize], *before_left) {
                    *is_in = false;
                    fallen.push(before);
                }
            }
        }
        if trap[0] {
            return true;
        }
        for &out in &fallen[..done] {
            for &before in &from[out as usize] {
                left[before as usize] += 1;
            }
        }
        for out in fallen {
            trap[out as usize] = true;
        }
        false
    }

    fn few_places(&mut self) {
        let needed = self.at_start();
        let all: BTreeSet<Place> = self.stands.iter().flat_map(|stand| stand.places.iter().copied()).collect();
        let free: Vec<Place> = all.difference(&needed).copied().collect();
        if needed.is_empty() || free.is_empty() {
            return;
        }
        // Sets of places by their size, each made of a smaller one by where a move from it leads: no other place is of use, for no
        // move leads there. Of equally many places the first in order is taken.
        let mut within = Within { at: vec![0; self.positions.len()], left: Vec::new() };
        let all: Vec<Place> = all.into_iter().collect();
        let number = |place: &Place| all.binary_search(place).unwrap_or_default();
        let mut sets: BTreeSet<(usize, Vec<usize>)> =
            BTreeSet::from([(needed.len(), needed.iter().map(number).collect())]);
        while let Some((_, places)) = sets.pop_first() {
            let places = bits(places.into_iter(), all.len());
            if let Some(trap) = self.on(&places, &mut within) {
                self.take(&trap);
                return;
            }
            for stand in self.stands.iter().filter(|stand| are_among(&stand.bits, &places)) {
                for &next in &stand.next {
                    let next = &self.stands[next].bits;
                    if !are_among(next, &places) {
                        let is_in = |&place: &usize| (places[place / 64] | next[place / 64]) >> (place % 64) & 1 == 1;
                        let more: Vec<usize> = (0..all.len()).filter(is_in).collect();
                        self.budget = self.budget.saturating_sub(more.len());
                        sets.insert((more.len(), more));
                    }
                }
            }
            if self.budget < BUDGET / 2 {
                break; // what is left is for the rest
            }
        }
        self.fewer_places(&free);
    }

    /// Makes these positions the trap.
    fn take(&mut self, trap: &[u32]) {
        self.trap.fill(false);
        for &index in trap {
            self.trap[index as usize] = true;
        }
        for (left, moves) in self.left.iter_mut().zip(&self.moves) {
            *left = moves.iter().filter(|&&to| self.trap[to as usize]).count() as u32;
        }
    }

    /// Leaves out one place after the other, those first on which the holder stands least often.
    fn fewer_places(&mut self, free: &[Place]) {
        let mut often: BTreeMap<Place, usize> = BTreeMap::new();
        for stand in &self.stands {
            for place in &stand.places {
                *often.entry(*place).or_default() += stand.positions.len();
            }
        }
        let mut order: Vec<(usize, Place)> = free.iter().map(|place| (often[place], *place)).collect();
        order.sort_unstable();
        for (_, place) in order {
            if self.budget == 0 {
                return;
            }
            let there = self.stands.iter().filter(|stand| stand.places.contains(&place));
            let there: Vec<u32> = there.flat_map(|stand| stand.positions.iter().copied()).collect();
            self.leave_out(&there);
        }
    }

    /// Leaves out one position after the other, those that arise late first. Only positions that the holder moves to are its
    /// choice.
    fn few_positions(&mut self) {
        for index in (1..self.trap.len()).rev() {
            if self.budget == 0 {
                return;
            }
            if self.trap[index] && !self.own[index] {
                self.leave_out(&[index as u32]);
            }
        }
    }

    /// The answers within the trap at what can arise: one after which nothing new arises if there is one, else that of the line,
    /// else the first; of several of the first kind that of the line.
    fn answers<A: Arena, W: Words, V: Values>(
        &self,
        arena: &A,
        words: &W,
        values: &V,
    ) -> BTreeMap<PositionId, PositionId> {
        let mut answers = BTreeMap::new();
        let mut main_moves = EndlessMainMoves::new(arena.positions());
        let mut met = vec![false; self.positions.len()];
        met[0] = true;
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let inside = || self.moves[index].iter().map(|&to| to as usize).filter(|&to| self.trap[to]);
            let follow: Vec<usize> = if self.own[index] {
                let main = main_moves.at(arena, words, values, self.positions[index]).map(|step| step.to);
                let is_main = |&to: &usize| Some(self.positions[to]) == main;
                let answer = inside()
                    .find(|to| met[*to] && is_main(to))
                    .or_else(|| inside().find(|&to| met[to]))
                    .or_else(|| inside().find(is_main))
                    .or_else(|| inside().next());
                answers.extend(answer.map(|to| (self.positions[index], self.positions[to])));
                answer.into_iter().collect()
            } else {
                inside().collect()
            };
            for to in follow {
                if !std::mem::replace(&mut met[to], true) {
                    queue.push_back(to);
                }
            }
        }
        answers
    }
}

/// Whether a position, where it is the holder's turn or not, falls out of a set into which so many of its moves lead: if the holder has
/// no move left within, or the opponent one that leads out. A holder without any move is stuck, and that holds.
fn falls(is_own: bool, moves: &[u32], left: u32) -> bool {
    if is_own { left == 0 && !moves.is_empty() } else { (left as usize) < moves.len() }
}

/// Places as bits, by their numbers among all on which the holder may stand.
fn bits(places: impl Iterator<Item = usize>, of: usize) -> Box<[u64]> {
    let mut bits = vec![0; of.div_ceil(64)].into_boxed_slice();
    for place in places {
        bits[place / 64] |= 1 << (place % 64);
    }
    bits
}

/// Whether all of these places are among others.
fn are_among(places: &[u64], others: &[u64]) -> bool {
    places.iter().zip(others).all(|(one, other)| one & !other == 0)
}

/// Room for the traps on a few places.
struct Within {
    /// For each position its place in the list of those looked at, from 1; 0 where it is not in the set.
    at: Vec<u32>,
    /// For each of those looked at, how many of its moves lead into the set.
    left: Vec<u32>,
}
