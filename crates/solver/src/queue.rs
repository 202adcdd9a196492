//! The queue engine: retrograde analysis with a counter of escapes at every position.
//!
//! Start from the positions where the game is over and walk backwards, nearest ends first. When a position turns out to be
//! won, look at every position with a move into it:
//!
//! * if the player to move there is the winner, it wins, one ply later;
//! * otherwise one of its escapes is gone; when the last one goes, it has lost, one ply later.
//!
//! Positions leave the queue in order of distance, so the first winning move found is a fastest one and the last escape lost
//! is a longest defence: both players' distances are exact. What the walk never reaches is endless.
//!
//! **Cost.** O(positions + moves): each move is looked at once. Two arrays: one word a position, in which an open position
//! counts its escapes and a decided one holds its value ([`Cell`]), and the queue, 4 bytes for each position that somebody
//! wins. No allocation while it runs.
//!
//! **Source.** Zermelo 1913; K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9(3), 1986. As the
//! attractor computation: Grädel, Thomas, Wilke, LNCS 2500, chapter 2.
//!
//! **Used** for every arena with unit costs; the reference that other engines are held against.

use catmouse_arena::{Arena, Cell, Cells, Node, PositionId, Solution, Value};

use crate::SolveError;

/// Bytes that the engine asks for at most, for this many positions. Pages of the queue that are never used are not touched.
pub fn peak_bytes(positions: u64) -> u64 {
    positions * (size_of::<u32>() + size_of::<u32>()) as u64
}

/// Solves an arena whose moves all cost 1.
///
/// Time: O(positions + moves). Memory: at most [`peak_bytes`].
///
/// # Errors
///
/// [`SolveError::CostsNotOne`] where a move costs more than 1; [`SolveError::TooManyPositions`] from 2³² positions on;
/// [`SolveError::TooDeep`] where a forced win takes 2³⁰ plies or more.
pub fn solve<A: Arena>(arena: &A) -> Result<Solution, SolveError> {
    solve_in(arena, Solution::default())
}

/// The same in the memory of a solution that is no longer needed, as far as it goes.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_in<A: Arena>(arena: &A, room: Solution) -> Result<Solution, SolveError> {
    if !arena.unit_costs() {
        return Err(SolveError::CostsNotOne);
    }
    if u32::try_from(arena.positions()).is_err() {
        return Err(SolveError::TooManyPositions { positions: arena.positions() });
    }
    // Distances and move counts above 2¹⁴ are rare: try the narrow table first.
    match attempt::<u16, A>(arena, room) {
        Ok(cells) => Ok(Solution::from_cells(cells)),
        Err(TooNarrow) => attempt::<u32, A>(arena, Solution::default())
            .map(Solution::from_cells)
            .map_err(|TooNarrow| SolveError::TooDeep),
    }
}

/// A distance or a number of moves does not fit the word.
#[derive(Debug)]
struct TooNarrow;

fn attempt<W: Word, A: Arena>(arena: &A, room: Solution) -> Result<Cells<W>, TooNarrow> {
    let fresh = || vec![W::pack(Value::Endless); arena.positions()].into();
    let mut table = room.into_room(arena.positions()).unwrap_or_else(fresh);
    let mut waiting = vec![0u32; arena.positions()];
    // Slices, and the end of the queue in a variable of its own: the loops below keep them in registers, which they cannot with
    // vectors that might grow.
    let (cells, queue) = (&mut *table, &mut *waiting);
    let mut end = 0;
    let mut fits = true;
    arena.scan(|position, node, moves| match node {
        Node::Won(player) => {
            cells[position.index()] = W::pack(Value::Win { player, distance: 0 });
            queue[end] = position.index() as u32;
            end += 1;
        }
        Node::Turn(_) => {
            fits &= moves as u64 <= W::MAX_DISTANCE;
            cells[position.index()] = W::with_escapes(moves);
        }
    });
    if !fits {
        return Err(TooNarrow);
    }

    let mut next = 0;
    while next < end {
        let position = queue[next] as usize;
        next += 1;
        let Some(winner) = cells[position].unpack().winner() else {
            unreachable!("only decided positions are queued");
        };
        let decided = cells[position].one_ply_earlier().ok_or(TooNarrow)?;
        arena.scan_predecessors(PositionId::new(position), |back| {
            let cell = &mut cells[back.from.index()];
            if cell.is_open() && (back.mover == winner || cell.lose_an_escape()) {
                *cell = decided;
                queue[end] = back.from.index() as u32;
                end += 1;
            }
        });
    }
    Ok(table)
}

/// A cell while the engine runs: a decided one holds its value, an open one the number of moves that do not lose yet.
trait Word: Cell {
    fn with_escapes(moves: usize) -> Self;
    fn is_open(self) -> bool;
    /// Takes one escape away; true if it was the last.
    fn lose_an_escape(&mut self) -> bool;
    /// A decided cell with the distance one greater, if that fits.
    fn one_ply_earlier(self) -> Option<Self>;
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
            fn lose_an_escape(&mut self) -> bool {
                *self -= 1 << 2;
                *self == 0
            }

            #[inline]
            fn one_ply_earlier(self) -> Option<Self> {
                self.checked_add(1 << 2)
            }
        }
    };
}

word!(u16);
word!(u32);
