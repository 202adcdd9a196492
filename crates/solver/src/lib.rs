//! Retrograde analysis: who wins from every position of an arena under perfect play, and how soon.
//!
//! A forced win exists where a player can steer the game into a won position whatever the other does. The set of positions
//! from which a player can do that is its *attractor*: the won positions, every position of its own with a move into the
//! set, every position of the opponent with no move out of it. Computing both attractors outwards from the ends, level by
//! level, yields the winner and the exact distance of every position; what lies in neither is endless.
//!
//! The engines know positions, moves and won-by marks ([`Arena`]) and no game. All engines that apply
//! to an arena give the identical [`Solution`], and
//! [`catmouse_arena::check`] decides whether it is right without asking any of them.
//!
//! ```
//! use catmouse_arena::{Player, ProductArena, StalemateRule, StepGraph, Tokens, Value, Values, Verdicts};
//! use catmouse_solver::{Control, Request, solve};
//!
//! // Two pieces on a path of three vertices, which may stay. Two wins by standing where One does.
//! let path = StepGraph::new(3, vec![(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 2, 1)]);
//! let caught = Verdicts::from_fn(3, 3, |one, two| (one == two).then_some(Player::Two));
//! let arena = ProductArena::new(path.clone(), path, caught, StalemateRule::Endless);
//!
//! let table = solve(&arena, Request::Table, &Control::default())?.into_table();
//! let start = arena.position(Tokens { one: 0, two: 2, turn: Player::One });
//! assert_eq!(table.value(start), Value::Win { player: Player::Two, distance: 4 });
//! # Ok::<(), catmouse_solver::SolveError>(())
//! ```

mod bits;
mod choice;
mod control;
mod costs;
mod engine;
mod estimate;
mod orbits;
mod parallel;
mod queue;
mod request;
mod rows;
mod small;
mod teams;

use catmouse_arena::{Arena, OutOfMemory, Outcomes, Solution};
use thiserror::Error;

pub use choice::OrbitsPlan;
pub use control::{Control, Progress};
pub use engine::Engine;
pub use estimate::{Estimate, Shape, Side};
pub use orbits::{BestPlacements, PlacementClass, Pursuit, Search, best_placements};
pub use request::{Answer, Request};
pub use teams::SmallTeams;

/// Whether the program is kept small, as on WebAssembly, where a page loads it each time: the rows engine is left out, the teams engine
/// is compiled for few widths of blocks, and no threads are started.
const SMALL_CODE: bool = cfg!(target_family = "wasm");

/// Why an arena was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The engine counts plies, and some move costs more than 1.
    #[error("every move must cost 1, and some move of this arena costs more")]
    CostsNotOne,
    /// The queue and costs engines number positions in 32 bits, and the teams engine the configurations of a team.
    #[error("engines number positions up to {MOST_POSITIONS}, and this arena has {positions}")]
    TooManyPositions {
        /// Positions of the arena; `u64::MAX` stands for more.
        positions: u64,
    },
    /// The engine is made for other arenas, or for other questions.
    #[error("the {engine} engine {because}")]
    Unsuited {
        /// Which engine it is.
        engine: Engine,
        /// What it needs or does, as the rest of a sentence about it.
        because: &'static str,
    },
    /// More memory is needed than the caller allows ([`Control::allowing`]).
    #[error("{bytes} bytes of memory are needed, and {allowed} are allowed")]
    TooLarge {
        /// Bytes at the peak; `u64::MAX` stands for more.
        bytes: u64,
        /// What the caller allows.
        allowed: u64,
    },
    /// More memory is needed than the system gives.
    #[error("{bytes} bytes of memory are needed, and the system does not give them")]
    NoMemory {
        /// Bytes at the peak, or what was asked for in vain; `u64::MAX` stands for more.
        bytes: u64,
    },
    /// The caller stopped the run ([`Control::cancelled_by`]).
    #[error("it was stopped before it was done")]
    Cancelled,
    /// A total of costs does not fit 30 bits.
    #[error("some forced win costs 1073741824 or more in all")]
    TooCostly,
    /// A distance, or the number of moves of a position, does not fit 30 bits.
    #[error("some forced win takes 1073741824 plies or more, or some player has that many moves")]
    TooDeep,
}

impl SolveError {
    /// What would help, as an order to the user.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::TooCostly => "use lower costs",
            _ => "use a smaller board",
        }
    }

    /// Whether memory is what is missing.
    pub(crate) fn is_memory_refusal(self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::NoMemory { .. })
    }
}

impl From<OutOfMemory> for SolveError {
    fn from(OutOfMemory { bytes }: OutOfMemory) -> Self {
        Self::NoMemory { bytes }
    }
}

/// The most positions that are numbered in 32 bits: `u32::MAX` is kept free to mark that there is none.
const MOST_POSITIONS: u64 = u32::MAX as u64 - 1;

/// Makes a table: [`solve`] for [`Request::Table`], without progress, cancellation or a bound on memory.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_table<A: Arena>(arena: &A) -> Result<Solution, SolveError> {
    solve(arena, Request::Table, &Control::default()).map(Answer::into_table)
}

/// Answers a request with the fastest engine that is for this arena and fits into the memory allowed.
///
/// Outcomes are made as bits where the engines for products can, which takes a tenth of the memory of a table and stops at the limit
/// of [`Request::Within`]; of other arenas they are read off a table.
///
/// Where the log of the rows engine would take more than its estimate says, the next engine takes over.
///
/// Time: that of the chosen engine, O(positions + moves) for the queue engine. Memory: what [`estimate()`] says.
///
/// # Errors
///
/// [`SolveError::TooLarge`] or [`SolveError::NoMemory`] where no engine fits, with the bytes of the one that needs least;
/// [`SolveError::Cancelled`]; and where no engine applies, why the most general one does not.
pub fn solve<A: Arena>(arena: &A, request: Request, control: &Control<'_>) -> Result<Answer, SolveError> {
    solve_in(arena, request, Solution::default(), control)
}

/// As [`solve`], in the memory of a solution that is no longer needed: a table is written there if it is large enough
/// and its cells have the right width, which saves fresh pages where board after board is solved. The new solution then
/// holds all of that memory.
///
/// # Errors
///
/// As [`solve`]; then the memory is free.
pub fn solve_in<A: Arena>(
    arena: &A,
    request: Request,
    reuse: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let shape = Shape::from(arena);
    let engine = match choice(&shape, request, control.memory()) {
        Ok((engine, _)) => engine,
        // No engine makes bits of such an arena: they are read off a table.
        Err(refusal) if request.is_outcomes() && !refusal.is_memory_refusal() => {
            let beside = outcome_bytes(shape.positions);
            let control = control.memory().map_or(*control, |allowed| control.allowing(allowed.saturating_sub(beside)));
            let table = solve_in(arena, Request::Table, reuse, &control)?.into_table();
            return Ok(Answer::Outcomes(Outcomes::of(&table, request.limit())));
        }
        Err(refusal) => return Err(refusal),
    };
    if !SMALL_CODE
        && engine == Engine::Rows
        && let Some(product) = arena.as_product()
    {
        let mut reuse = reuse;
        return match rows::run_with_log_as_estimated((product, &shape), request, &mut reuse, control)? {
            Some(solved) => Ok(solved),
            None => queue::run(arena, request, reuse, control),
        };
    }
    engine.run(arena, request, reuse, control)
}

/// Bytes that [`solve`] asks for at most where memory is not bounded, known before the arena is laid out, or why it
/// would refuse.
pub fn estimate(shape: impl Into<Shape>, request: Request) -> Estimate {
    let shape = shape.into();
    let bytes = match choice(&shape, request, None) {
        Err(refusal) if request.is_outcomes() && !refusal.is_memory_refusal() => choice(&shape, Request::Table, None)
            .map(|(engine, bytes)| (engine, bytes.saturating_add(outcome_bytes(shape.positions)))),
        choice => choice,
    };
    bytes.map(|(_, bytes)| bytes).into()
}

/// Bytes of outcomes that are read off a table: a bit for each player and position.
fn outcome_bytes(positions: u64) -> u64 {
    positions.div_ceil(64).saturating_mul(16)
}

/// The fastest engine that applies and fits, and what it takes.
fn choice(shape: &Shape, request: Request, allowed: Option<u64>) -> Result<(Engine, u64), SolveError> {
    let mut least = u64::MAX;
    let mut refusal = None;
    for &engine in Engine::in_order_of_speed(shape, request) {
        match engine.estimate(*shape, request) {
            Estimate::Applies { bytes } if allowed.is_none_or(|allowed| bytes <= allowed) => {
                return Ok((engine, bytes));
            }
            Estimate::Applies { bytes } => least = least.min(bytes),
            Estimate::Refuses(error) => refusal = Some(error),
        }
    }
    match (allowed, refusal) {
        (_, Some(error)) if least == u64::MAX => Err(error),
        (allowed, _) => Err(SolveError::TooLarge { bytes: least, allowed: allowed.unwrap_or(u64::MAX) }),
    }
}
