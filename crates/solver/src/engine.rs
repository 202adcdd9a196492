//! The engines, and which of them suits an arena.

use std::fmt;

use catmouse_arena::{Arena, ProductArena, Solution};

use crate::{Answer, Control, Estimate, Request, SMALL_CODE, Shape, SolveError, costs, queue, rows, small, teams};

/// A way to solve an arena. All that apply find the same. [`solve`](crate::solve) chooses one; whoever compares them
/// runs each by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Counters of escapes and a queue: any arena whose moves all cost 1.
    Queue,
    /// Whole rows of positions at a time: two pieces on two digraphs, and all moves cost 1. On WebAssembly it is left
    /// out.
    Rows,
    /// The same on the stack: at most 64 nodes for each player.
    Small,
    /// Rows of bits for each configuration of a team: several pieces of one player, and all moves cost 1.
    Teams,
    /// One configuration of a team for all that symmetries of the board map to each other: the best placements. It is
    /// given the symmetries in a
    /// [`Pursuit`](crate::Pursuit).
    Orbits,
    /// Positions settled in order of cost: any arena.
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
            Self::Costs => "costs",
        })
    }
}

impl Engine {
    /// Every engine, for comparisons.
    pub const ALL: &[Self] = &[Self::Queue, Self::Rows, Self::Small, Self::Teams, Self::Orbits, Self::Costs];

    /// The engines that are asked one after the other whether they will do, the fastest first.
    ///
    /// Up to [`FEW_POSITIONS`] the queue engine is as fast as the rows engine and takes far less memory. Whatever is no product of two
    /// single pieces is offered to the teams engine, which refuses all but products with one team.
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

    /// Whether this engine makes tables of arenas of this kind; it may still find one too deep.
    pub fn applies<A: Arena>(self, arena: &A) -> bool {
        self.estimate(arena, Request::Table).applies()
    }

    /// Whether this engine answers, and the bytes that it takes.
    pub fn estimate(self, shape: impl Into<Shape>, request: Request) -> Estimate {
        let estimate: fn(Shape, Request) -> Estimate = match self {
            Self::Queue => queue::estimate,
            Self::Rows if SMALL_CODE => |_, _| Estimate::Refuses(Self::LEFT_OUT),
            Self::Rows => rows::estimate,
            Self::Small => small::estimate,
            Self::Teams => teams::estimate,
            Self::Orbits => |_, _| Estimate::Refuses(Self::NO_SYMMETRIES),
            Self::Costs => costs::estimate,
        };
        estimate(shape.into(), request)
    }

    /// Answers with this engine and no other. See [`solve_in`](crate::solve_in).
    ///
    /// # Errors
    ///
    /// A [`SolveError`] where the engine does not apply to the arena, does not answer this, or as
    /// [`solve_in`](crate::solve_in).
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
            Self::Rows if SMALL_CODE => return Err(Self::LEFT_OUT),
            Self::Rows => rows::run,
            Self::Small => small::run,
            Self::Teams => teams::run,
            Self::Orbits => return Err(Self::NO_SYMMETRIES),
        };
        let product = arena.as_product().ok_or(self.unsuited("needs two tokens that move each by itself"))?;
        of_product(product, request, reuse, control)
    }

    /// That the rows engine is not there.
    const LEFT_OUT: SolveError = SolveError::Unsuited {
        engine: Self::Rows,
        because: "is not compiled for WebAssembly, where a program is to be small",
    };

    /// That the orbits engine is not asked by way of an arena.
    const NO_SYMMETRIES: SolveError = SolveError::Unsuited {
        engine: Self::Orbits,
        because: "needs the symmetries of the board, which an arena does not know",
    };

    /// That the engine is not for an arena or not for what is asked.
    pub(crate) fn unsuited(self, because: &'static str) -> SolveError {
        SolveError::Unsuited { engine: self, because }
    }

    /// Refuses every question but [`Request::Table`].
    pub(crate) fn makes_tables(self, request: Request) -> Result<(), SolveError> {
        if request == Request::Table { Ok(()) } else { Err(self.unsuited("makes tables and nothing else")) }
    }
}

/// Positions up to which the queue engine is as fast as the rows engine.
const FEW_POSITIONS: u64 = 1024;
