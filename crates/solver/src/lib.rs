//! Retrograde analysis: who wins from every position of an arena under perfect play, and how soon.
//!
//! A forced win exists where a player can steer the game into a won position whatever the other does. The set of positions
//! from which a player can do that is its *attractor*: the won positions, every position of its own with a move into the
//! set, every position of the opponent with no move out of it. Computing both attractors outwards from the ends, layer by
//! layer, yields the winner and the exact distance of every position; what lies in neither is endless.
//!
//! The engines know positions, moves and won-by marks ([`Arena`]) and no game. All engines that apply
//! to an arena give the identical [`Solution`], and
//! [`catmouse_arena::check`] decides whether it is right without asking any of them.
//!
//! ```
//! use catmouse_arena::{GraphArena, Node, Player, Rules, Value, Values, check};
//!
//! /// Take one, two or three matches; whoever takes the last one wins.
//! struct Matches(u32);
//! impl Rules for Matches {
//!     type State = (u32, Player);
//!     fn starts(&self) -> Vec<Self::State> {
//!         vec![(self.0, Player::One)]
//!     }
//!     fn node(&self, &(left, turn): &Self::State) -> Node {
//!         if left == 0 { Node::Won(turn.opponent()) } else { Node::Turn(turn) }
//!     }
//!     fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, u32)> {
//!         (1..=left.min(3)).map(|taken| ((left - taken, turn.opponent()), 1)).collect()
//!     }
//! }
//!
//! let arena = GraphArena::explore(&Matches(21), 1_000)?;
//! let solution = catmouse_solver::solve(&arena)?;
//! check(&arena, &solution)?;
//!
//! let start = arena.position(&(21, Player::One)).unwrap();
//! assert_eq!(solution.value(start), Value::Win { player: Player::One, distance: 11 });
//! let best = solution.best_moves(&arena, start);
//! assert_eq!(arena.state(best[0].to).0, 20); // leave a multiple of four
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
pub mod costs;
pub mod queue;
pub mod relay;
pub mod rows;
pub mod small;

use catmouse_arena::{Arena, Player, ProductArena, Solution};
use thiserror::Error;

/// A way to solve an arena. All that apply give the identical solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Counters of escapes and a queue ([`queue`]): any arena whose moves all cost 1.
    Queue,
    /// Whole rows of positions at a time ([`rows`]): two pieces on two digraphs, and all moves cost 1.
    Rows,
    /// The same on the stack ([`small`]): at most 64 nodes for each player.
    Small,
    /// Rows of bits carried from piece to piece ([`relay`]): several pieces of one player, and all moves cost 1.
    Relay,
    /// Positions settled in order of cost ([`costs`]): any arena.
    Costs,
}

impl Engine {
    /// Every engine, for whoever wants them compared.
    pub const ALL: &[Self] = &[Self::Queue, Self::Rows, Self::Small, Self::Relay, Self::Costs];

    /// The engines that are for this arena.
    pub fn applicable<A: Arena>(arena: &A) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|engine| engine.applies(arena))
    }

    /// Whether this engine is for arenas of this kind; it may still find one too large or too deep.
    pub fn applies<A: Arena>(self, arena: &A) -> bool {
        match self {
            Self::Queue => arena.unit_costs(),
            Self::Rows => rows::applies(arena),
            Self::Small => small::applies(arena),
            Self::Relay => relay::applies(arena),
            Self::Costs => true,
        }
    }

    /// Solves with this engine and no other.
    ///
    /// # Errors
    ///
    /// A [`SolveError`] where the engine does not apply to the arena.
    pub fn solve<A: Arena>(self, arena: &A) -> Result<Solution, SolveError> {
        self.solve_in(arena, Solution::default())
    }

    /// The same in the memory of a solution that is no longer needed, as [`solve_in`].
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_in<A: Arena>(self, arena: &A, room: Solution) -> Result<Solution, SolveError> {
        match self {
            Self::Queue => queue::solve_in(arena, room),
            Self::Rows => rows::solve_in(arena, room),
            Self::Small => small::solve_in(arena, room),
            Self::Relay => relay::solve(arena.product().ok_or(SolveError::NoTokens)?),
            Self::Costs => costs::solve(arena),
        }
    }
}

/// Why an arena was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The engine counts plies, and some move costs more than 1.
    #[error("every move must cost 1, and some move of this arena costs more")]
    CostsNotOne,
    /// Engines number positions in 32 bits.
    #[error("engines number positions up to 4294967295, and this arena has {positions}")]
    TooManyPositions {
        /// Positions of the arena.
        positions: usize,
    },
    /// The engine works on the factors of a product.
    #[error("the rows engine needs two tokens on two digraphs, and this arena is not made so")]
    NoProduct,
    /// The engine works on tokens, be they pieces or teams.
    #[error("the relay engine needs two tokens that move each by itself, and this arena is not made so")]
    NoTokens,
    /// The engine works on the factors of a product that fit a word.
    #[error(
        "the small engine needs two tokens on two digraphs of at most 64 nodes each, and this arena is not made so"
    )]
    NoSmallProduct,
    /// The engine takes one team at most.
    #[error("the relay engine takes several pieces of one player only, and here both have several")]
    TwoTeams,
    /// A total of costs does not fit 30 bits.
    #[error("some forced win costs 1073741824 or more in all")]
    TooDear,
    /// A distance does not fit 30 bits.
    #[error("some forced win takes 1073741824 plies or more, or some player has that many moves")]
    TooDeep,
}

/// Solves an arena with the engine that suits it: [`small`] up to 64 nodes a side, else [`rows`] for a product, else [`queue`].
///
/// Where a product is decided so slowly, position by position, that the log of the rows engine would outgrow the memory promised,
/// the queue engine takes over; random trees of thousands of vertices come nowhere near that. It also takes what has more than
/// 64 nodes on one side and up to 1024 positions in all: with 66 nodes against 10 the rows engine takes 1.15 times as long, with
/// 400 against 10 as long, and with 66 against 60 it takes 0.36 of the time.
///
/// Time: O(positions + moves). Memory: at most [`peak_bytes`].
///
/// # Errors
///
/// A [`SolveError`] where no engine applies.
pub fn solve<A: Arena>(arena: &A) -> Result<Solution, SolveError> {
    solve_in(arena, Solution::default())
}

/// The same in the memory of a solution that is no longer needed, where the engine can use it and there is room enough: for board
/// after board. Fresh memory costs up to a quarter of the time that the 60×60 grid takes. What is used again is not given back:
/// the new solution holds all of it.
///
/// # Errors
///
/// As [`solve`]. The room is gone then.
pub fn solve_in<A: Arena>(arena: &A, mut room: Solution) -> Result<Solution, SolveError> {
    if !arena.unit_costs() {
        return costs::solve(arena);
    }
    if let Some(product) = arena.product().filter(|product| teams(product) == 1) {
        return relay::solve(product);
    }
    if Engine::Small.applies(arena) {
        return small::solve_in(arena, room);
    }
    if Engine::Rows.applies(arena)
        && arena.positions() > FEW_POSITIONS
        && let Some(solution) = rows::solve_within(arena, &mut room, LOG_BYTES * arena.positions())?
    {
        return Ok(solution);
    }
    queue::solve_in(arena, room)
}

/// The arena as a product, if each player has a single piece.
fn two_pieces<A: Arena>(arena: &A) -> Option<&ProductArena> {
    arena.product().filter(|product| teams(product) == 0)
}

/// How many players have several pieces.
fn teams(arena: &ProductArena) -> usize {
    Player::BOTH.iter().filter(|&&player| arena.pieces(player).team().is_some()).count()
}

/// Bytes a position that the log of the rows engine may take: with 4 for the table and less than 1 for the bits that is as much as
/// the queue engine takes.
const LOG_BYTES: usize = 3;

/// Up to so many positions the queue engine is as fast as the rows engine, and takes far less memory.
const FEW_POSITIONS: usize = 1024;

/// What the buffers of the rows engine take, on small boards in bytes a position. On boards of a thousand nodes they vanish in the rest.
const BUFFERS: u64 = 1 << 20;
const BUFFERS_OF_A_POSITION: u64 = 64;

/// Bytes that [`solve`] asks for at most where each player has a single piece and all moves cost 1, for this many positions. Known
/// before anything is allocated.
pub fn peak_bytes(positions: u64) -> u64 {
    let has_buffers = positions > FEW_POSITIONS as u64;
    queue::peak_bytes(positions) + if has_buffers { BUFFERS.min(BUFFERS_OF_A_POSITION * positions) } else { 0 }
}
