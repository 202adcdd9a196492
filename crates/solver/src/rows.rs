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

use catmouse_arena::{Arena, Cell, Player, ProductArena, Solution};

use attractor::Attractor;
use flat::Flat;
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
    let one = AnyLog::of(arena, Player::One);
    let two = AnyLog::of(arena, Player::Two);
    let deepest = one.deepest().max(two.deepest());
    if u64::from(deepest) <= u16::MAX_DISTANCE {
        Ok(Solution::from_cells(table::<u16>(arena, &one, &two)))
    } else {
        Ok(Solution::from_cells(table::<u32>(arena, &one, &two)))
    }
}

fn table<C: flat::Code>(arena: &ProductArena, one: &AnyLog, two: &AnyLog) -> Vec<C> {
    let mut flat = Flat::<C>::new(arena);
    match one {
        AnyLog::Two(log) => flat.enter_along(log),
        AnyLog::Four(log) => flat.enter_along(log),
        AnyLog::Eight(log) => flat.enter_along(log),
    }
    match two {
        AnyLog::Two(log) => flat.enter_across(log),
        AnyLog::Four(log) => flat.enter_across(log),
        AnyLog::Eight(log) => flat.enter_across(log),
    }
    flat.into_cells()
}

enum AnyLog {
    Two(Log<2>),
    Four(Log<4>),
    Eight(Log<8>),
}

impl AnyLog {
    fn of(arena: &ProductArena, player: Player) -> Self {
        match arena.steps(player.opponent()).nodes() {
            0..=128 => Self::Two(log_of::<2, 2>(arena, player)),
            129..=256 => Self::Four(log_of::<4, 4>(arena, player)),
            257..=512 => Self::Eight(log_of::<8, 8>(arena, player)),
            513..=1024 => Self::Eight(log_of::<16, 8>(arena, player)),
            1025..=2048 => Self::Eight(log_of::<32, 8>(arena, player)),
            _ => Self::Eight(log_of::<8, 8>(arena, player)),
        }
    }

    fn deepest(&self) -> u32 {
        match self {
            Self::Two(log) => log.deepest,
            Self::Four(log) => log.deepest,
            Self::Eight(log) => log.deepest,
        }
    }
}

fn log_of<const W: usize, const T: usize>(arena: &ProductArena, player: Player) -> Log<T> {
    let mut log = Log::new();
    Attractor::<W>::new(arena, player).grow(&mut log);
    log
}
