//! The engines, and which of them suits an arena.

use std::fmt;

use catmouse_arena::{ProductArena, Solution};

use crate::{
    Answer, Control, Estimate, Request, SMALL_CODE, Shape, Solvable, SolveError, costs, queue, rows, small, teams,
};

/// A way to solve an arena. All that apply find the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Counters of escapes and a queue ([`queue`]): any arena whose moves all cost 1.
    Queue,
    /// Whole rows of positions at a time ([`rows`]): two pieces on two digraphs, and all moves cost 1. On WebAssembly it is left out.
    Rows,
    /// The same on the stack ([`small`]): at most 64 nodes for each player.
    Small,
    /// Rows of bits for each configuration of a team ([`teams`]): several pieces of one player, and all moves cost 1.
    Teams,
    /// Positions settled in order of cost ([`costs`]): any arena.
    Costs,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Queue => "queue",
            Self::Rows => "rows",
            Self::Small => "small",
            Self::Teams => "teams",
            Self::Costs => "costs",
        })
    }
}

impl Engine {
    /// Every engine, for comparisons.
    pub const ALL: &[Self] = &[Self::Queue, Self::Rows, Self::Small, Self::Teams, Self::Costs];

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
    pub fn applicable<A: Solvable>(arena: &A) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|engine| engine.applies(arena))
    }

    /// Whether this engine makes tables of arenas of this kind; it may still find one too deep.
    pub fn applies<A: Solvable>(self, arena: &A) -> bool {
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
            Self::Costs => costs::estimate,
        };
        estimate(shape.into(), request)
    }

    /// Makes a table with this engine and no other, unwatched.
    ///
    /// # Errors
    ///
    /// A [`SolveError`] where the engine does not apply to the arena.
    pub fn solve<A: Solvable>(self, arena: &A) -> Result<Solution, SolveError> {
        self.solve_in(arena, Solution::default())
    }

    /// The same in the memory of a solution that is no longer needed.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_in<A: Solvable>(self, arena: &A, reuse: Solution) -> Result<Solution, SolveError> {
        self.run(arena, Request::Table, reuse, &Control::default()).map(Answer::into_table)
    }

    /// Answers with this engine and no other. See [`run`](crate::run).
    ///
    /// # Errors
    ///
    /// A [`SolveError`] where the engine does not apply to the arena, does not answer this, or as [`run`](crate::run).
    pub fn run<A: Solvable>(
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
        };
        let product = arena.factors().ok_or(self.unsuited("needs two tokens that move each by itself"))?;
        of_product(product, request, reuse, control)
    }

    /// That the rows engine is not there.
    const LEFT_OUT: SolveError = SolveError::Unsuited {
        engine: Self::Rows,
        because: "is not compiled for WebAssembly, where a program is to be small",
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
