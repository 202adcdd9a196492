//! The queue engine: retrograde analysis with a counter of escapes at every position.
//!
//! Start from the positions where the game is over and walk backwards, nearest ends first. When a
//! position turns out to be won, look at every position with a move into it:
//!
//! * if the player to move there is the winner, it wins one ply later;
//! * otherwise it has one escape less; without any escape it has lost, one ply later.
//!
//! Positions leave the queue in order of distance. So the first winning move found is a fastest
//! one, and the last escape lost is a longest defence: both players' distances are exact. A
//! position that the walk never reaches is endless.
//!
//! **Cost.** O(positions + moves): each move is examined once. Memory: two arrays. The first has
//! one word a position ([`PackedValue`], 2 or 4 bytes), which counts the escapes of an open position
//! and holds the value of a decided one. The second is the queue, 4 bytes for each decided
//! position. Nothing is allocated during the run.
//!
//! **Source.** Zermelo 1913; K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal
//! 9(3), 1986. As the attractor computation: Grädel, Thomas, Wilke, LNCS 2500, chapter 2.
//!
//! **Used** for arenas with unit costs that are not products, for small products, and where no
//! faster engine fits into memory. The tests compare all other engines with this one.

use std::ops::Range;

use catmouse_arena::{Arena, Cells, PackedValue, PositionId, Solution, Status, Value};

use crate::{Answer, Control, Engine, Estimate, MOST_POSITIONS, Progress, Request, Shape, SolveError};

/// An upper bound on the bytes that the engine allocates, or why it refuses. Pages of the queue
/// that stay unused are never touched.
pub(crate) fn estimate(shape: impl Into<Shape>, request: Request) -> Estimate {
    let Shape { positions, unit_costs, .. } = shape.into();
    bytes(positions, unit_costs, request).into()
}

fn bytes(positions: u64, unit_costs: bool, request: Request) -> Result<u64, SolveError> {
    Engine::Queue.makes_tables(request)?;
    if !unit_costs {
        return Err(SolveError::CostsNotOne);
    }
    if positions > MOST_POSITIONS {
        return Err(SolveError::TooManyPositions { positions });
    }
    Ok(positions * BYTES)
}

/// Bytes of a position: its cell and its entry in the queue.
const BYTES: u64 = 2 * size_of::<u32>() as u64;

/// Solves an arena with unit costs, in the memory of `reuse` where that fits.
///
/// Time: O(positions + moves). Memory: at most what [`estimate`] says.
///
/// # Errors
///
/// [`SolveError::CostsNotOne`] where a move costs more than 1; [`SolveError::TooManyPositions`] for
/// 2³² − 1 positions or more; [`SolveError::TooDeep`] where a forced win takes 2³⁰ plies or more;
/// the errors that [`Control`] causes.
pub(crate) fn run<A: Arena>(
    arena: &A,
    request: Request,
    reuse: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    control.admit(bytes(arena.positions() as u64, arena.unit_costs(), request)?)?;
    // Distances and move counts above 2¹⁴ are rare: try the narrow table first.
    let solution = match attempt::<u16, A>(arena, reuse, control)? {
        Some(cells) => Solution::from_cells(cells),
        None => match attempt::<u32, A>(arena, Solution::default(), control)? {
            Some(cells) => Solution::from_cells(cells),
            None => return Err(SolveError::TooDeep),
        },
    };
    Ok(Answer::Table(solution))
}

/// Positions that leave the queue between two calls of [`Control::check`].
const POSITIONS_BETWEEN_CHECKS: usize = 4096;

/// The table; `None` if a distance or a number of moves does not fit the word.
fn attempt<W: Word, A: Arena>(
    arena: &A,
    reuse: Solution,
    control: &Control<'_>,
) -> Result<Option<Cells<W>>, SolveError> {
    let positions = arena.positions();
    let mut table = match reuse.into_room(positions) {
        Some(table) => table,
        None => Cells::try_zeroed(positions)?,
    };
    let mut waiting = Cells::<u32>::try_zeroed(positions)?;
    // Slices, and a separate variable for the end of the queue, stay in registers during the loops
    // below; vectors, which might grow, would not.
    let (cells, queue) = (&mut *table, &mut *waiting);
    let mut end = 0;
    let mut fits = true;
    arena.scan(|position, node, moves| match node {
        Status::Won(player) => {
            cells[position.index()] = W::pack(Value::Win { player, distance: 0 });
            queue[end] = position.index() as u32;
            end += 1;
        }
        Status::Turn(_) => {
            fits &= moves as u64 <= W::MAX_DISTANCE;
            cells[position.index()] = W::with_escapes(moves);
        }
    });
    if !fits {
        return Ok(None);
    }

    let mut next = 0;
    while next < end {
        let level = cells[queue[next] as usize].unpack().distance().unwrap_or(0);
        control.check(|| Progress { level, decided: end as u64 })?;
        let pause = end.min(next + POSITIONS_BETWEEN_CHECKS);
        let Some(longer) = settle(arena, cells, queue, next..pause, end) else {
            return Ok(None);
        };
        (next, end) = (pause, longer);
    }
    Ok(Some(table))
}

/// Takes these entries out of the queue. Returns the new end of the queue; `None` if a distance
/// does not fit the word.
///
/// Kept apart from the caller so that the loop gets more registers.
#[inline(never)]
fn settle<W: Word, A: Arena>(
    arena: &A,
    cells: &mut [W],
    queue: &mut [u32],
    stretch: Range<usize>,
    mut end: usize,
) -> Option<usize> {
    for next in stretch {
        let position = queue[next] as usize;
        let Some(winner) = cells[position].unpack().winner() else {
            unreachable!("only decided positions are queued");
        };
        let of_predecessor = cells[position].with_next_distance()?;
        arena.scan_predecessors(PositionId::new(position), |back| {
            let cell = &mut cells[back.from.index()];
            if cell.is_open() && (back.mover == winner || cell.remove_escape()) {
                *cell = of_predecessor;
                queue[end] = back.from.index() as u32;
                end += 1;
            }
        });
    }
    Some(end)
}

/// A cell during the run. A decided cell holds its value; an open one holds the number of moves
/// that do not lose yet.
trait Word: PackedValue {
    fn with_escapes(moves: usize) -> Self;
    fn is_open(self) -> bool;
    /// Removes one escape; true if it was the last.
    fn remove_escape(&mut self) -> bool;
    /// The value of a decided cell with the distance increased by one; `None` if it does not fit.
    fn with_next_distance(self) -> Option<Self>;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            #[inline]
            fn with_escapes(moves: usize) -> Self {
                (moves as $word) << 2
            }

            #[inline]
            fn is_open(self) -> bool {
                self.trailing_zeros() >= 2
            }

            #[inline]
            fn remove_escape(&mut self) -> bool {
                *self -= 1 << 2;
                *self == 0
            }

            #[inline]
            fn with_next_distance(self) -> Option<Self> {
                self.checked_add(1 << 2)
            }
        }
    };
}

word!(u16);
word!(u32);
