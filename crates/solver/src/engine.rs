//! The engines, and which of them answers which request.

use std::fmt;

use catmouse_arena::{Arena, ProductArena, Solution};

use crate::{
    Answer, Control, Estimate, Request, SMALL_CODE, Shape, SolveError, costs, disk, queue, rows, small, teams,
};

/// A way to solve an arena. All engines that apply return the same answer. [`solve`](crate::solve)
/// chooses an engine; tests and benchmarks run each one separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Counters of escapes and a queue: any arena with unit costs.
    Queue,
    /// Whole rows of positions at a time: two single pieces on two digraphs, unit costs. Not
    /// compiled for WebAssembly.
    Rows,
    /// The rows engine with everything on the stack: at most 64 nodes for each player. Not compiled
    /// for WebAssembly.
    Small,
    /// A row of bits for each configuration of a team: one player with a team, unit costs.
    Teams,
    /// One configuration of a team for each orbit under the symmetries of the board: best
    /// placements only. The symmetries are part of the [`Pursuit`](crate::Pursuit).
    Orbits,
    /// Rows of outcomes in scratch space: two single pieces on two digraphs, unit costs. It makes
    /// outcomes only, and is not compiled for WebAssembly.
    Disk,
    /// Positions settled in order of cost: any arena, any costs.
    Costs,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Queue => "queue",
            Self::Rows => "rows",
            Self::Small => "small",
            Self::Teams => "teams",
            Self::Orbits => "orbits",
            Self::Disk => "disk",
            Self::Costs => "costs",
        })
    }
}

impl Engine {
    /// The engines that take an arena, so all but [`Orbits`](Self::Orbits).
    pub const ALL: &[Self] = &[Self::Queue, Self::Rows, Self::Small, Self::Teams, Self::Disk, Self::Costs];

    /// The engines to try for a request, in this order. The first that applies and fits is used.
    ///
    /// Up to [`FEW_POSITIONS`] positions the queue engine is as fast as the rows engine and takes
    /// far less memory. An arena that is not a product of two single pieces goes to the teams
    /// engine first, which refuses all arenas but products with one team.
    pub(crate) fn in_order_of_speed(shape: &Shape, request: Request) -> &'static [Self] {
        match request {
            Request::Table if !shape.unit_costs => &[Self::Costs],
            Request::Table => match shape.two_pieces() {
                Some(_) if shape.positions > FEW_POSITIONS => &[Self::Small, Self::Rows, Self::Queue],
                Some(_) => &[Self::Small, Self::Queue],
                None => &[Self::Teams, Self::Queue],
            },
            Request::Outcomes | Request::Within(_) => &[Self::Rows, Self::Teams],
            Request::Placement(_) | Request::Placements(_) => &[Self::Teams],
        }
    }

    /// The engines that make a table of this arena.
    pub fn applicable<A: Arena>(arena: &A) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|engine| engine.applies(arena))
    }

    /// True if this engine makes tables of such arenas. A run may still fail because a distance is
    /// too large.
    pub fn applies<A: Arena>(self, arena: &A) -> bool {
        self.estimate(arena, Request::Table).applies()
    }

    /// Bytes that this engine needs for the request, or why it refuses.
    pub fn estimate(self, shape: impl Into<Shape>, request: Request) -> Estimate {
        let estimate: fn(Shape, Request) -> Estimate = match self {
            Self::Queue => queue::estimate,
            Self::Teams => teams::estimate,
            Self::Orbits => |_, _| Estimate::Refuses(Self::NO_SYMMETRIES),
            Self::Rows if SMALL_CODE => |_, _| Estimate::Refuses(Self::Rows.unsuited(LEFT_OUT)),
            Self::Disk if SMALL_CODE => |_, _| Estimate::Refuses(Self::Disk.unsuited(LEFT_OUT)),
            Self::Small if SMALL_CODE => |_, _| Estimate::Refuses(Self::Small.unsuited(LEFT_OUT)),
            Self::Rows => rows::estimate,
            Self::Small => small::estimate,
            Self::Disk => disk::estimate,
            Self::Costs => costs::estimate,
        };
        estimate(shape.into(), request)
    }

    /// Answers the request with this engine only; see [`solve_in`](crate::solve_in).
    ///
    /// # Errors
    ///
    /// A [`SolveError`] where the engine does not apply to the arena or does not answer the
    /// request; otherwise those of [`solve_in`](crate::solve_in).
    pub fn run<A: Arena>(
        self,
        arena: &A,
        request: Request,
        reuse: Solution,
        control: &Control<'_>,
    ) -> Result<Answer, SolveError> {
        let of_product: fn(&ProductArena, Request, Solution, &Control<'_>) -> Result<Answer, SolveError> = match self {
            Self::Queue => return queue::run(arena, request, reuse, control),
            Self::Costs => return costs::run(arena, request, reuse, control),
            Self::Rows | Self::Disk | Self::Small if SMALL_CODE => return Err(self.unsuited(LEFT_OUT)),
            Self::Rows => rows::run,
            Self::Small => small::run,
            Self::Teams => teams::run,
            Self::Disk => disk::run,
            Self::Orbits => return Err(Self::NO_SYMMETRIES),
        };
        let product = arena.as_product().ok_or(self.unsuited("needs two independent pieces or teams"))?;
        of_product(product, request, reuse, control)
    }

    /// The refusal of the orbits engine, which takes a [`Pursuit`](crate::Pursuit) instead of an
    /// arena.
    const NO_SYMMETRIES: SolveError = SolveError::Unsuited {
        engine: Self::Orbits,
        because: "needs the symmetries of the board, which an arena does not know",
    };

    /// The error of this engine for an arena or a request that it does not support.
    pub(crate) fn unsuited(self, because: &'static str) -> SolveError {
        SolveError::Unsuited { engine: self, because }
    }

    /// Refuses every request but [`Request::Table`].
    pub(crate) fn makes_tables(self, request: Request) -> Result<(), SolveError> {
        if request == Request::Table { Ok(()) } else { Err(self.unsuited("makes tables and nothing else")) }
    }
}

/// The refusal of an engine that was not compiled.
const LEFT_OUT: &str = "is not compiled for WebAssembly, where a program is to be small";

/// Up to this many positions the queue engine is as fast as the rows engine.
const FEW_POSITIONS: u64 = 1024;
