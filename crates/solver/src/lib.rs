//! Retrograde analysis: which player wins from each position of an arena under perfect play, and
//! how soon.
//!
//! A player has a forced win where it can steer the game into a position that it has won, against
//! every play of the opponent. The set of these positions is the player's *attractor*. It consists
//! of
//!
//! * the positions that the player has won;
//! * each position with the player to move and some move into the attractor;
//! * each position with the opponent to move, at least one move, and every move into the attractor.
//!
//! The engines compute both attractors outwards from the ends, level by level. The levels give the
//! winner and the exact distance of every position. A position in neither attractor is endless.
//!
//! The engines see an [`Arena`]: positions, moves and positions already won. They know nothing
//! about any particular game. All engines that apply to an arena return the same [`Solution`], and
//! [`catmouse_arena::check`] verifies it without using an engine.
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

mod clearing;
mod control;
mod costs;
mod disk;
mod engine;
mod estimate;
mod orbits;
mod parallel;
mod placement;
mod queue;
mod request;
mod reserved;
mod rows;
mod small;
mod teams;

use catmouse_arena::{Arena, OutOfMemory, Outcomes, Solution};
use thiserror::Error;

pub use clearing::{Clearing, ClearingPlan};
pub use control::{Control, Progress};
pub use disk::{StoredOutcomes, scratch_bytes};
pub use engine::Engine;
pub use estimate::{Estimate, PiecesShape, Shape};
pub use orbits::Pursuit;
pub use placement::{BestPlacement, BestPlacements, PlacementGame, PlacementPlan, PlacementRows, PlacementRun};
pub use request::{Answer, Request};
pub use teams::SmallTeams;

/// True on WebAssembly, where a page downloads the program each time, so code size matters. The
/// rows engine is then left out, the teams engine is compiled for few block widths, and no threads
/// are started.
const SMALL_CODE: bool = cfg!(target_family = "wasm");

/// Why an arena was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The engine counts plies, but some move costs more than 1.
    #[error("every move must cost 1, but a move of this arena costs more")]
    CostsNotOne,
    /// The arena has more positions than 32 bits can number, or, for the teams engine, more
    /// configurations of a team.
    #[error("the game has {positions} positions, but the engines number at most {MOST_POSITIONS}")]
    TooManyPositions {
        /// Positions of the arena; `u64::MAX` means that many or more.
        positions: u64,
    },
    /// The engine does not support this kind of arena, or this request.
    #[error("the {engine} engine {because}")]
    Unsuited {
        /// The engine that refused.
        engine: Engine,
        /// The engine's requirement, worded to follow "the … engine".
        because: &'static str,
    },
    /// The run needs more memory than the caller allows ([`Control::allowing`]).
    #[error("{bytes} bytes of memory are needed, but {allowed} are allowed")]
    TooLarge {
        /// Bytes at the peak; `u64::MAX` means that many or more.
        bytes: u64,
        /// Bytes that the caller allows.
        allowed: u64,
    },
    /// The run needs more memory than the system provides.
    #[error("{bytes} bytes of memory are needed, but the system refused them")]
    NoMemory {
        /// Bytes at the peak, or of the allocation that failed; `u64::MAX` means that many or more.
        bytes: u64,
    },
    /// The outcomes may need more scratch space than is free.
    #[error("the outcomes need up to {bytes} bytes of scratch space, but {free} are free")]
    ScratchTooSmall {
        /// Bytes that may be written.
        bytes: u64,
        /// Bytes that can be written.
        free: u64,
    },
    /// Reading or writing the scratch space failed.
    #[error("the scratch space cannot be used: {kind}")]
    Scratch {
        /// The kind of the system's error.
        kind: std::io::ErrorKind,
    },
    /// The caller stopped the run ([`Control::cancelled_by`]).
    #[error("the work was cancelled")]
    Cancelled,
    /// The total cost of a forced win does not fit into 30 bits.
    #[error("a forced win costs 1073741824 or more in total")]
    TooCostly,
    /// A distance, or the number of moves of a position, does not fit into 30 bits.
    #[error("a forced win takes 1073741824 plies or more, or a player has that many moves")]
    TooDeep,
}

impl SolveError {
    /// Advice to the user: what would avoid this error, in the imperative.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::TooCostly => "use lower costs",
            Self::ScratchTooSmall { .. } | Self::Scratch { .. } => "use another disk, or a smaller board",
            _ => "use a smaller board",
        }
    }

    /// True if the only obstacle is memory.
    pub(crate) fn is_memory_refusal(self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::NoMemory { .. })
    }
}

impl From<OutOfMemory> for SolveError {
    fn from(OutOfMemory { bytes }: OutOfMemory) -> Self {
        Self::NoMemory { bytes }
    }
}

/// The largest number of positions that 32 bits can number; `u32::MAX` itself is reserved for
/// "none".
const MOST_POSITIONS: u64 = u32::MAX as u64 - 1;

/// Makes a table: [`solve`] for [`Request::Table`], with no progress reports, cancellation or
/// memory limit.
///
/// # Errors
///
/// Those of [`solve`].
pub fn solve_table<A: Arena>(arena: &A) -> Result<Solution, SolveError> {
    solve(arena, Request::Table, &Control::default()).map(Answer::into_table)
}

/// Answers a request with the fastest engine that applies to this arena and fits into the allowed
/// memory.
///
/// Outcomes come as bits from the engines for product arenas. They take a tenth of the memory of a
/// table, and a run for [`Request::Within`] stops at the limit. For other arenas this function
/// makes a table and extracts the outcomes. Outcomes that exceed the allowed memory are kept in
/// scratch space if there is some ([`Control::keeping_in`]).
///
/// If the log of the rows engine outgrows its estimate, the queue engine takes over.
///
/// Time: that of the chosen engine; O(positions + moves) for the queue engine. Memory: see
/// [`estimate()`].
///
/// # Errors
///
/// [`SolveError::TooLarge`] or [`SolveError::NoMemory`] where no engine fits, with the bytes of the
/// engine that needs least; [`SolveError::Cancelled`]; and where no engine applies, the refusal of
/// the most general one.
pub fn solve<A: Arena>(arena: &A, request: Request, control: &Control<'_>) -> Result<Answer, SolveError> {
    solve_in(arena, request, Solution::default(), control)
}

/// Like [`solve`], but reuses the memory of a solution that is no longer needed. A table is written
/// into that memory if it is large enough and its cells have the right width. This saves fresh
/// pages where many boards are solved one after the other. The new solution then owns all of that
/// memory.
///
/// # Errors
///
/// Those of [`solve`]; the memory of `reuse` is then freed.
pub fn solve_in<A: Arena>(
    arena: &A,
    request: Request,
    reuse: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let shape = Shape::from(arena);
    let engine = match choice(&shape, request, control.memory()) {
        Ok((engine, _)) => engine,
        // No engine makes outcomes of such an arena directly, so extract them from a table.
        Err(refusal) if request.is_outcomes() && !refusal.is_memory_refusal() => {
            let beside = outcome_bytes(shape.positions);
            let control = control.memory().map_or(*control, |allowed| control.allowing(allowed.saturating_sub(beside)));
            let table = solve_in(arena, Request::Table, reuse, &control)?.into_table();
            return Ok(Answer::Outcomes(Outcomes::of(&table, request.limit())));
        }
        Err(refusal) if refusal.is_memory_refusal() && is_for_disk(&shape, request, control) => Engine::Disk,
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

/// True if the disk engine applies and has scratch space.
fn is_for_disk(shape: &Shape, request: Request, control: &Control<'_>) -> bool {
    control.scratch().is_some() && Engine::Disk.estimate(*shape, request).applies()
}

/// An upper bound on the bytes that [`solve`] allocates when memory is not limited, computed before
/// the arena is laid out; or the error with which `solve` would refuse.
pub fn estimate(shape: impl Into<Shape>, request: Request) -> Estimate {
    let shape = shape.into();
    let bytes = match choice(&shape, request, None) {
        Err(refusal) if request.is_outcomes() && !refusal.is_memory_refusal() => choice(&shape, Request::Table, None)
            .map(|(engine, bytes)| (engine, bytes.saturating_add(outcome_bytes(shape.positions)))),
        choice => choice,
    };
    bytes.map(|(_, bytes)| bytes).into()
}

/// Bytes of [`Outcomes`] extracted from a table: one bit for each player and position.
fn outcome_bytes(positions: u64) -> u64 {
    positions.div_ceil(64).saturating_mul(16)
}

/// The fastest engine that applies and fits, with the bytes that it needs.
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
