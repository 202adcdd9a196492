//! The costs engine for teams: values improve sweep by sweep until none changes.
//!
//! At first every position is endless except where the game is over. A sweep recomputes each value
//! from the values of the successors, which is value iteration. Values only improve for the winner,
//! so the sweeps reach a fixed point. Every move costs at least 1, so that fixed point is the only
//! one, and it is the solution.
//!
//! All joint moves of a team are combined one piece after the other ([`ProductArena::gather_line`])
//! and never listed. A line is the set of positions that differ only in where the player to move
//! stands; a sweep recomputes only dirty lines.
//!
//! **Cost.** O(sweeps · positions · (2ᵏ − 1) · arcs / nodes) for k pieces. The number of sweeps is
//! at most the number of moves on the longest path to an end, and smaller where values spread
//! within a sweep. Memory: 4 bytes a position, and 2 for the solution.
//!
//! **Source.** Value iteration for min-cost reachability: T. Brihaye, G. Geeraerts, A. Haddad, B.
//! Monmege, Acta Informatica 54, 2017.

use catmouse_arena::{PackedValue, Player, PositionId, ProductArena, Staging, Status, Value};

use crate::reserved::reserved;
use crate::{Control, PiecesShape, Progress, SolveError};

/// An upper bound on the bytes allocated: a cell and the narrow solution for each position, and the
/// scratch memory for joint moves.
pub(super) fn bytes(positions: u64, sides: [PiecesShape; 2]) -> u64 {
    let scratch = |side: PiecesShape| {
        let size = side.team.unwrap_or(1);
        // Words between the pieces, and one for each configuration of the line; flags, and
        // positions without a move.
        Staging::<u64>::bytes(side.nodes, size)
            .saturating_add(side.configurations().saturating_mul(8 + 2))
            .saturating_add(side.nodes.saturating_mul(size + 16))
    };
    let cells = positions.saturating_mul((size_of::<u32>() + size_of::<u16>()) as u64);
    cells.saturating_add(scratch(sides[0])).saturating_add(scratch(sides[1])).saturating_add(4096)
}

/// The value of every position, packed.
pub(super) fn values(arena: &ProductArena, control: &Control<'_>) -> Result<Vec<u32>, SolveError> {
    let mut cells: Vec<u32> = reserved(catmouse_arena::Arena::positions(arena))?;
    arena.scan_statuses(|_, node| {
        cells.push(u32::pack(match node {
            Status::Won(player) => Value::Win { player, distance: 0 },
            Status::Turn(_) => Value::Endless,
        }));
    });
    let mut sweeps = Sweeps {
        arena,
        cells,
        is_dirty: Player::BOTH.map(|player| vec![true; arena.pieces(player.opponent()).nodes() as usize]),
        scratch: Staging::default(),
        too_costly: false,
    };
    let mut decided = 0;
    for level in 1.. {
        let changes = sweeps.sweep(control)?;
        decided += changes;
        control.check(|| Progress { level, decided })?;
        if changes == 0 {
            break;
        }
    }
    if sweeps.too_costly {
        // A win that was too costly may have become cheaper since. Sweep once more to find out.
        sweeps.too_costly = false;
        sweeps.is_dirty.iter_mut().for_each(|dirty| dirty.fill(true));
        sweeps.sweep(control)?;
        if sweeps.too_costly {
            return Err(SolveError::TooCostly);
        }
    }
    Ok(sweeps.cells)
}

/// The current values, and the state that the next sweep needs.
struct Sweeps<'a> {
    arena: &'a ProductArena,
    cells: Vec<u32>,
    /// For each player to move and each node of the opponent: whether a successor of the line has
    /// changed.
    is_dirty: [Vec<bool>; 2],
    /// Memory for the joint moves of one line.
    scratch: Staging<u64>,
    /// True if some win would have cost more than fits into a cell. Its value is not stored. No
    /// cheaper value depends on a value that large.
    too_costly: bool,
}

impl Sweeps<'_> {
    /// Improves the values of every dirty line; returns the number of improvements.
    fn sweep(&mut self, control: &Control<'_>) -> Result<u64, SolveError> {
        let Self { arena, cells, is_dirty, scratch, too_costly } = self;
        let cells = std::cell::Cell::from_mut(&mut cells[..]).as_slice_of_cells();
        let value = |position: PositionId| cells[position.index()].get().unpack();
        let mut changes = 0;
        for mover in Player::BOTH {
            for other in 0..arena.pieces(mover.opponent()).nodes() {
                if !std::mem::take(&mut is_dirty[mover.index()][other as usize]) {
                    continue;
                }
                if control.is_cancelled() {
                    return Err(SolveError::Cancelled);
                }
                let dirty = &mut is_dirty[mover.opponent().index()];
                arena.gather_line(mover, other, scratch, &value, |position, best| {
                    let Some(best @ Value::Win { distance, .. }) = best else { return };
                    let known = value(position);
                    if known == best || known.distance() == Some(0) {
                        return;
                    }
                    if distance > u32::MAX_DISTANCE {
                        *too_costly = true;
                        return;
                    }
                    cells[position.index()].set(u32::pack(best));
                    changes += 1;
                    let tokens = arena.tokens(position);
                    dirty[if mover == Player::One { tokens.one } else { tokens.two } as usize] = true;
                });
            }
        }
        Ok(changes)
    }
}
