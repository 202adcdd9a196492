//! The costs engine: retrograde analysis for moves of different costs.
//!
//! Walk backwards from the ends as the queue engine does, but settle positions in order of cost,
//! the cheapest first:
//!
//! * a player who can move to a settled win of its own has a win at the cost of that win plus the
//!   cost of the move, unless a cheaper one is found before its position is settled;
//! * a player who loses delays: its position is decided once all its moves are known to lose, at
//!   the cost of the most expensive one.
//!
//! Every move costs at least 1, so a position costs more than the positions from which its value
//! follows, and no settled position is ever revised. A position that is never settled is endless.
//!
//! **Cost.** O((positions + moves) · log positions): each move is examined once, and may move its
//! origin up the heap. Memory: 16 bytes a position, [`estimate`]. The arena of a team goes to
//! `sweeps`, which lists no joint moves and takes less memory.
//!
//! **Source.** D. E. Knuth, *A generalization of Dijkstra's algorithm*, Information Processing
//! Letters 6(1), 1977; for two players, T. Brihaye, G. Geeraerts, A. Haddad, B. Monmege, Acta
//! Informatica 54, 2017 (min-cost reachability games).
//!
//! **Used** where some move costs more than 1. With unit costs it returns the same solution as the
//! queue engine.

mod sweeps;

use catmouse_arena::{Arena, Distance, PackedValue, Player, PositionId, ProductArena, Solution, Status, Value};

use crate::reserved::reserved;
use crate::{Answer, Control, Engine, Estimate, MOST_POSITIONS, Progress, Request, Shape, SolveError};

/// An upper bound on the bytes that the engine allocates, or why it refuses.
pub(crate) fn estimate(shape: impl Into<Shape>, request: Request) -> Estimate {
    bytes(&shape.into(), request).into()
}

fn bytes(shape: &Shape, request: Request) -> Result<u64, SolveError> {
    Engine::Costs.makes_tables(request)?;
    let positions = shape.positions;
    if positions > MOST_POSITIONS {
        return Err(SolveError::TooManyPositions { positions });
    }
    match shape.sides {
        Some(sides) if sides.iter().any(|side| side.team.is_some()) => Ok(sweeps::bytes(positions, sides)),
        _ => Ok(positions * BYTES),
    }
}

/// Bytes of a position: its cell, its escapes, its index in the heap and its heap entry.
const BYTES: u64 = 4 * size_of::<u32>() as u64;

/// Solves an arena with any costs; distances are total costs. It cannot reuse the memory of another
/// solution.
///
/// # Errors
///
/// [`SolveError::TooManyPositions`] for 2³² − 1 positions or more; [`SolveError::TooCostly`] where
/// a forced win costs 2³⁰ or more; [`SolveError::TooDeep`] where a position has 2³⁰ moves or more;
/// the errors that [`Control`] causes.
pub(crate) fn run<A: Arena>(
    arena: &A,
    request: Request,
    _: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    control.admit(bytes(&Shape::from(arena), request)?)?;
    let has_team = |arena: &&ProductArena| Player::BOTH.iter().any(|&player| arena.pieces(player).team().is_some());
    let cells = match arena.as_product().filter(has_team) {
        Some(product) => sweeps::values(product, control)?,
        None => values(arena, control)?,
    };
    let is_narrow = |cell: &u32| cell.unpack().distance().unwrap_or(0) <= u16::MAX_DISTANCE;
    if cells.iter().all(is_narrow) {
        let mut narrowed: Vec<u16> = reserved(cells.len())?;
        narrowed.extend(cells.iter().map(|cell| u16::pack(cell.unpack())));
        return Ok(Answer::Table(Solution::from_cells(narrowed)));
    }
    Ok(Answer::Table(Solution::from_cells(cells)))
}

/// Flag in a position's count of escapes, which is below 2³⁰: some move wins, but the cost does not
/// fit. The flag does not matter if a cheaper win turns up.
const WIN_OVERFLOWS: u32 = 1 << 30;
/// Flag in the same place: some move loses, but the cost does not fit. The flag does not matter if
/// the player to move need not lose.
const LOSS_OVERFLOWS: u32 = 1 << 31;

/// Positions that leave the heap between two calls of [`Control::check`].
const POSITIONS_BETWEEN_CHECKS: usize = 1024;

fn values<A: Arena>(arena: &A, control: &Control<'_>) -> Result<Vec<u32>, SolveError> {
    let mut cells: Vec<u32> = reserved(arena.positions())?;
    let mut escapes: Vec<u32> = reserved(arena.positions())?;
    let mut ends: Vec<u32> = Vec::new();
    let mut countable = true;
    arena.scan(|position, node, moves| {
        cells.push(match node {
            Status::Won(player) => u32::pack(Value::Win { player, distance: 0 }),
            Status::Turn(_) => u32::pack(Value::Endless),
        });
        if let Status::Won(_) = node {
            ends.push(position.index() as u32);
        }
        countable &= moves as u64 <= u32::MAX_DISTANCE;
        escapes.push(moves as u32);
    });
    if !countable {
        return Err(SolveError::TooDeep);
    }
    // At first every entry of the heap has cost 0, so any order is a heap.
    let mut heap = Heap::new(arena.positions(), ends)?;

    let mut settled_so_far = 0usize;
    while let Some(settled) = heap.pop(&cells) {
        let Value::Win { player: winner, distance } = cells[settled as usize].unpack() else {
            unreachable!("only decided positions are in the heap");
        };
        if settled_so_far.is_multiple_of(POSITIONS_BETWEEN_CHECKS) {
            control.check(|| Progress { level: distance, decided: settled_so_far as u64 })?;
        }
        settled_so_far += 1;
        for back in arena.predecessors(PositionId::new(settled as usize)) {
            let index = back.from.index();
            let cost = distance + Distance::from(back.cost);
            let known = cells[index].unpack();
            if back.mover == winner {
                if cost > u32::MAX_DISTANCE {
                    escapes[index] |= WIN_OVERFLOWS;
                    continue;
                }
                let better = match known {
                    Value::Endless => true,
                    // The position is won already: it is an end, it is settled, or it is a
                    // candidate whose cost may be higher.
                    Value::Win { player, distance } => player == winner && cost < distance && heap.holds(index),
                };
                if better {
                    cells[index] = win(winner, cost);
                    heap.insert_or_decrease_key(index as u32, &cells);
                }
            } else if known == Value::Endless {
                // While neither player has won, the distance bits hold the cost of the most
                // expensive losing move known.
                let costliest = key(cells[index]).max(cost.min(u32::MAX_DISTANCE) as u32);
                escapes[index] -= 1;
                if cost > u32::MAX_DISTANCE {
                    escapes[index] |= LOSS_OVERFLOWS;
                }
                cells[index] = match escapes[index] & !LOSS_OVERFLOWS {
                    0 if escapes[index] == LOSS_OVERFLOWS => return Err(SolveError::TooCostly),
                    0 => win(winner, costliest.into()),
                    _ => costliest << 2,
                };
                if escapes[index] == 0 {
                    heap.insert_or_decrease_key(index as u32, &cells);
                }
            }
        }
    }
    // If no cheaper win was found, a win whose cost does not fit is the best that the player to
    // move has.
    let is_unsettled = |(cell, escapes): (&u32, &u32)| escapes & WIN_OVERFLOWS > 0 && cell.unpack() == Value::Endless;
    if cells.iter().zip(&escapes).any(is_unsettled) {
        return Err(SolveError::TooCostly);
    }
    Ok(cells)
}

/// The distance in a cell, above the two bits that encode the winner.
#[inline]
fn key(cell: u32) -> u32 {
    cell >> 2
}

#[inline]
fn win(player: Player, distance: Distance) -> u32 {
    u32::pack(Value::Win { player, distance })
}

/// Index of a position that is not in the heap.
const NOT_IN_HEAP: u32 = u32::MAX;

/// A priority queue of positions by distance. Each position is in it at most once and moves up when
/// its distance decreases.
struct Heap {
    /// A binary heap: the entry at `i` costs no more than the entries at `2i + 1` and `2i + 2`.
    order: Vec<u32>,
    /// The index of each position in `order`.
    index: Vec<u32>,
}

impl Heap {
    fn new(positions: usize, ends: Vec<u32>) -> Result<Self, SolveError> {
        let mut index = reserved(positions)?;
        index.resize(positions, NOT_IN_HEAP);
        for (at, &end) in ends.iter().enumerate() {
            index[end as usize] = at as u32;
        }
        Ok(Self { order: ends, index })
    }

    #[inline]
    fn holds(&self, position: usize) -> bool {
        self.index[position] != NOT_IN_HEAP
    }

    /// Removes a position of least distance.
    fn pop(&mut self, cells: &[u32]) -> Option<u32> {
        let last = self.order.pop()?;
        let Some(&first) = self.order.first() else {
            self.index[last as usize] = NOT_IN_HEAP;
            return Some(last);
        };
        self.index[first as usize] = NOT_IN_HEAP;
        // Put the last entry in place of the first and let it sink.
        let own_key = key(cells[last as usize]);
        let mut at = 0;
        loop {
            let key_at = |index: usize| self.order.get(index).map(|&position| key(cells[position as usize]));
            let Some(left) = key_at(2 * at + 1) else { break };
            let (child, child_key) = match key_at(2 * at + 2) {
                Some(right) if right < left => (2 * at + 2, right),
                _ => (2 * at + 1, left),
            };
            if child_key >= own_key {
                break;
            }
            self.put(at, self.order[child]);
            at = child;
        }
        self.put(at, last);
        Some(first)
    }

    /// Inserts a position, or moves it up after its distance has decreased.
    fn insert_or_decrease_key(&mut self, position: u32, cells: &[u32]) {
        let own_key = key(cells[position as usize]);
        let mut at = match self.index[position as usize] {
            NOT_IN_HEAP => {
                self.order.push(position);
                self.order.len() - 1
            }
            index => index as usize,
        };
        while at > 0 {
            let parent = (at - 1) / 2;
            if key(cells[self.order[parent] as usize]) <= own_key {
                break;
            }
            self.put(at, self.order[parent]);
            at = parent;
        }
        self.put(at, position);
    }

    #[inline]
    fn put(&mut self, at: usize, position: u32) {
        self.order[at] = position;
        self.index[position as usize] = at as u32;
    }
}
