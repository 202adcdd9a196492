//! A small set in which a holder can keep the play.
//!
//! The least trap is hard to find, so this is a search with a budget: first for few places on which the holder's pieces have to
//! stand, exactly where up to three besides those of the start will do and otherwise by leaving out one place after the other;
//! then for few positions, by leaving out one after the other. What is found in the end cannot be made smaller by leaving out
//! any one place or position, unless the budget runs out before.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use catmouse_arena::{Arena, Place, Player, PositionId, Status, Value, Values, Words};

use crate::main_move::main_move;

/// With more positions that might be needed nothing is searched.
const POSITIONS_AT_MOST: usize = 1 << 16;
/// Moves looked at in all.
const BUDGET: usize = 1 << 25;

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

/// The endless positions that can arise while the holder makes any move that holds, numbered from 0, the start, in breadth-first
/// order.
struct Search {
    positions: Vec<PositionId>,
    /// Whether the holder is to move.
    own: Vec<bool>,
    /// The endless positions after each move.
    moves: Vec<Vec<usize>>,
    /// The positions from which a move leads here.
    from: Vec<Vec<usize>>,
    /// Where the holder's pieces stand.
    places: Vec<Vec<Place>>,
    /// The trap so far: from each of its positions the holder has a move within it, or the opponent none out of it.
    trap: Vec<bool>,
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
        let mut number: HashMap<PositionId, usize> = HashMap::from([(start, 0)]);
        let mut positions = vec![start];
        let mut moves: Vec<Vec<usize>> = Vec::new();
        while let Some(&position) = positions.get(moves.len()) {
            let mut list = Vec::new();
            for step in arena.successors(position).filter(|step| values.value(step.to) == Value::Endless) {
                let next = positions.len();
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
        let mut from: Vec<Vec<usize>> = vec![Vec::new(); positions.len()];
        for (index, list) in moves.iter().enumerate() {
            for &to in list {
                from[to].push(index);
            }
        }
        let own = positions.iter().map(|&position| arena.status(position) == Status::Turn(player)).collect();
        let places = positions.iter().map(|&position| words.places(position, player)).collect();
        let trap = vec![true; positions.len()];
        Some(Self { positions, own, moves, from, places, trap, budget: BUDGET })
    }

    /// The greatest trap within these positions; none if the start is not in it, or the budget has run out.
    fn within(&mut self, mut inside: Vec<bool>) -> Option<Vec<bool>> {
        if !inside[0] {
            return None;
        }
        // A position falls out if the holder has no move left within, or the opponent one that leads out. A holder without any
        // move is stuck, and that holds.
        let mut left: Vec<usize> = vec![0; inside.len()];
        for (left, moves) in left.iter_mut().zip(&self.moves) {
            *left = moves.iter().filter(|&&to| inside[to]).count();
            self.budget = self.budget.saturating_sub(moves.len() + 1);
        }
        let mut fallen: Vec<usize> = Vec::new();
        for index in 0..inside.len() {
            let all = self.moves[index].len();
            let falls = if self.own[index] { left[index] == 0 && all > 0 } else { left[index] < all };
            if inside[index] && falls {
                inside[index] = false;
                fallen.push(index);
            }
        }
        while let Some(out) = fallen.pop() {
            for &before in &self.from[out] {
                left[before] -= 1;
                if inside[before] && (!self.own[before] || left[before] == 0) {
                    inside[before] = false;
                    fallen.push(before);
                }
            }
        }
        (inside[0] && self.budget > 0).then_some(inside)
    }

    /// Only the positions of the trap in which the holder's pieces stand on these places.
    fn on(&self, places: &BTreeSet<Place>) -> Vec<bool> {
        let stands = |index: &usize| self.places[*index].iter().all(|place| places.contains(place));
        (0..self.trap.len()).map(|index| self.trap[index] && stands(&index)).collect()
    }

    fn few_places(&mut self) {
        /// So many places besides those of the start are tried in all combinations.
        const MORE: usize = 3;
        let needed: BTreeSet<Place> = self.places[0].iter().copied().collect();
        let all: BTreeSet<Place> = self.places.iter().flatten().copied().collect();
        let free: Vec<Place> = all.difference(&needed).copied().collect();
        if needed.is_empty() || free.is_empty() {
            return;
        }
        for more in 0..=MORE.min(free.len()) {
            let mut chosen: Vec<usize> = (0..more).collect();
            loop {
                if self.budget < BUDGET / 2 {
                    return self.fewer_places(&all, &free); // what is left is for the rest
                }
                let places = needed.iter().copied().chain(chosen.iter().map(|&index| free[index])).collect();
                if let Some(trap) = self.within(self.on(&places)) {
                    self.trap = trap;
                    return;
                }
                if !advance(&mut chosen, free.len()) {
                    break;
                }
            }
        }
        self.fewer_places(&all, &free);
    }

    /// Leaves out one place after the other, those first on which the holder stands least often.
    fn fewer_places(&mut self, all: &BTreeSet<Place>, free: &[Place]) {
        let often = |place: &Place| self.places.iter().filter(|places| places.contains(place)).count();
        let mut order: Vec<(usize, Place)> = free.iter().map(|place| (often(place), *place)).collect();
        order.sort_unstable();
        let mut kept = all.clone();
        for (_, place) in order {
            kept.remove(&place);
            match self.within(self.on(&kept)) {
                Some(trap) => self.trap = trap,
                None => {
                    kept.insert(place);
                }
            }
        }
    }

    /// Leaves out one position after the other, those that arise late first. Only positions that the holder moves to are its
    /// choice.
    fn few_positions(&mut self) {
        for index in (1..self.trap.len()).rev() {
            if self.budget == 0 {
                return;
            }
            if !self.trap[index] || self.own[index] {
                continue;
            }
            let mut without = self.trap.clone();
            without[index] = false;
            if let Some(trap) = self.within(without) {
                self.trap = trap;
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
        let mut met = vec![false; self.positions.len()];
        met[0] = true;
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let inside = || self.moves[index].iter().copied().filter(|&to| self.trap[to]);
            let follow: Vec<usize> = if self.own[index] {
                let main = main_move(arena, words, values, self.positions[index]).map(|step| step.to);
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

/// The next combination of numbers below `count`, ascending; false after the last.
fn advance(chosen: &mut [usize], count: usize) -> bool {
    let size = chosen.len();
    for index in (0..size).rev() {
        if chosen[index] + size - index < count {
            chosen[index] += 1;
            for next in index + 1..size {
                chosen[next] = chosen[next - 1] + 1;
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_all_there() {
        let mut chosen = vec![0, 1];
        let mut met = vec![chosen.clone()];
        while advance(&mut chosen, 4) {
            met.push(chosen.clone());
        }
        assert_eq!(met, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert!(!advance(&mut [], 3), "there is one way to choose nothing");
    }
}
