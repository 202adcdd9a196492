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

pub mod costs;
pub mod queue;
pub mod relay;

use catmouse_arena::{Arena, Player, ProductArena, Solution};
use thiserror::Error;

/// A way to solve an arena. All give the identical solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Counters of escapes and a queue ([`queue`]): any arena whose moves all cost 1.
    Queue,
    /// Rows of bits carried from piece to piece ([`relay`]): products whose moves all cost 1, made for teams.
    Relay,
    /// Positions settled in order of cost ([`costs`]): any arena.
    Costs,
}

impl Engine {
    /// Every engine, for whoever wants them compared.
    pub const ALL: &[Self] = &[Self::Queue, Self::Relay, Self::Costs];

    /// The engines that solve this arena, if it is not too large for them.
    pub fn applicable<A: Arena>(arena: &A) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|engine| engine.applies(arena))
    }

    /// Whether this engine solves arenas of this kind.
    pub fn applies<A: Arena>(self, arena: &A) -> bool {
        match self {
            Self::Queue => arena.unit_costs(),
            Self::Relay => arena.unit_costs() && arena.product().is_some_and(|product| teams(product) < 2),
            Self::Costs => true,
        }
    }

    /// Solves with this engine and no other.
    ///
    /// # Errors
    ///
    /// A [`SolveError`] where the engine does not apply to the arena.
    pub fn solve<A: Arena>(self, arena: &A) -> Result<Solution, SolveError> {
        match self {
            Self::Queue => queue::solve(arena),
            Self::Costs => costs::solve(arena),
            Self::Relay => relay::solve(arena.product().ok_or(SolveError::NoProduct)?),
        }
    }
}

/// Why an arena was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The engine counts plies, and some move costs more than 1.
    #[error("the queue engine needs every move to cost 1, and some move of this arena costs more")]
    CostsNotOne,
    /// The engine numbers positions in 32 bits.
    #[error("the queue engine takes fewer than 4294967296 positions, and this arena has {positions}")]
    TooManyPositions {
        /// Positions of the arena.
        positions: usize,
    },
    /// The engine needs the factors of a product.
    #[error("the relay engine needs an arena of two tokens, each moving by itself")]
    NoProduct,
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

/// Solves an arena with the engine that suits it.
///
/// Time: O(positions + moves). Memory: at most [`peak_bytes`].
///
/// # Errors
///
/// A [`SolveError`] where no engine applies.
pub fn solve<A: Arena>(arena: &A) -> Result<Solution, SolveError> {
    let engine = match arena.product() {
        _ if !arena.unit_costs() => Engine::Costs,
        Some(product) if teams(product) == 1 => Engine::Relay,
        _ => Engine::Queue,
    };
    engine.solve(arena)
}

/// How many players have several pieces.
fn teams(arena: &ProductArena) -> usize {
    Player::BOTH.iter().filter(|&&player| arena.pieces(player).team().is_some()).count()
}

/// Bytes that [`solve`] asks for at most, for this many positions. Known before anything is allocated.
pub fn peak_bytes(positions: u64) -> u64 {
    queue::peak_bytes(positions)
}
