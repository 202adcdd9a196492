//! The rows engine: both attractors of a product arena, whole rows of positions at a time.
//!
//! TODO

#[expect(clippy::inline_always, reason = "vector instructions reach only what is inlined where they are enabled")]
mod attractor;
mod block;
mod ends;
mod flat;
mod frontier;
mod kernels;
mod log;
mod transpose;

use catmouse_arena::{Arena, Cell, Cells, Player, ProductArena, Solution};

use attractor::Attractor;
use log::Log;

use crate::SolveError;

/// Solves a product arena whose moves all cost 1.
///
/// # Errors
///
/// TODO
pub fn solve<A: Arena>(arena: &A) -> Result<Solution, SolveError> {
    let Some(arena) = arena.product() else {
        return Err(SolveError::NoProduct);
    };
    if !arena.unit_costs() {
        return Err(SolveError::CostsNotOne);
    }
    let one = log_of(arena, Player::One);
    let two = log_of(arena, Player::Two);
    let deepest = one.deepest.max(two.deepest);
    if u64::from(deepest) <= u16::MAX_DISTANCE {
        Ok(Solution::from_cells(table::<u16>(arena, &one, &two)))
    } else {
        Ok(Solution::from_cells(table::<u32>(arena, &one, &two)))
    }
}

fn table<W: flat::Code>(arena: &ProductArena, one: &Log, two: &Log) -> Cells<W> {
    let mut cells = Cells::zeroed(arena.positions());
    pulp::Arch::new().dispatch(FillTask { arena, one, two, cells: &mut cells });
    cells
}

fn log_of(arena: &ProductArena, player: Player) -> Log {
    match arena.steps(player.opponent()).nodes() {
        513..=1024 => log_in::<16>(arena, player),
        1025..=2048 => log_in::<32>(arena, player),
        _ => log_in::<8>(arena, player),
    }
}

fn log_in<const W: usize>(arena: &ProductArena, player: Player) -> Log {
    let mut log = Log::new(arena, player);
    let mut attractor = Attractor::<W>::new(arena, player);
    pulp::Arch::new().dispatch(GrowTask { attractor: &mut attractor, log: &mut log });
    log
}

struct FillTask<'a, W> {
    arena: &'a ProductArena,
    one: &'a Log,
    two: &'a Log,
    cells: &'a mut [W],
}

impl<W: flat::Code> pulp::NullaryFnOnce for FillTask<'_, W> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        flat::fill(self.arena, self.one, self.two, self.cells);
    }
}

struct GrowTask<'a, 'b, const W: usize> {
    attractor: &'a mut Attractor<'b, W>,
    log: &'a mut Log,
}

impl<const W: usize> pulp::NullaryFnOnce for GrowTask<'_, '_, W> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.attractor.grow(self.log);
    }
}
