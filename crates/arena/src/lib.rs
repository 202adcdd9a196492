//! Two-player games on graphs, their solutions, and the checkers of solutions.
//!
//! An *arena* (Grädel, Thomas, Wilke, *Automata, Logics, and Infinite Games*, LNCS 2500) is a graph
//! whose nodes are the positions of a game. At each position one of two players is to move along an
//! arc, or one of them has won. The trait [`Arena`] defines this. There are two kinds of arenas. A
//! [`GraphArena`] is laid out in memory by exploring the [`StateRules`] of any game. A
//! [`ProductArena`] has two tokens on two digraphs, and needs almost no memory. [`Restricted`]
//! narrows the moves of one player of any arena to a policy.
//!
//! Perfect play gives every position a [`Value`]: one player can force a win at some distance, or
//! neither can and play is endless. A [`Solution`] holds the values of all positions; [`Outcomes`]
//! hold only who wins. [`check`] decides whether a claimed solution is right. Its conditions relate
//! each position only to its successors, so it needs no search and no solver. [`verify`] does the
//! same for a [`Certificate`], which proves the outcome of one position by the moves of the winner.
//! [`Adjudication`] turns values into outcomes, by agreements that no search can find: the outcome
//! of endless play, and the outcome when a limit runs out. [`Words`] is the vocabulary of a game,
//! for explanations of its play.
//!
//! This crate contains no solving algorithm. `catmouse-solver` solves arenas and `catmouse-explain`
//! explains solutions; neither knows which game it is.
//!
//! ```
//! use catmouse_arena::{Player, ProductArena, Solution, StalemateRule, StepGraph, Value, Verdicts, check};
//!
//! // One walks the one-way road 0 → 1 → 2 and wins at its end; Two can only wait at home.
//! let road = StepGraph::new(3, vec![(0, 1, 1), (1, 2, 1)]);
//! let home = StepGraph::new(1, vec![(0, 0, 1)]);
//! let goal = Verdicts::from_fn(3, 1, |road, _| (road == 2).then_some(Player::One));
//! let arena = ProductArena::new(road, home, goal, StalemateRule::Endless);
//!
//! // The six positions are numbered by turn, then by One's node. Claim their distances, and have
//! // the claim checked.
//! let one_wins_in = |distance| Value::Win { player: Player::One, distance };
//! let claim = Solution::from_values([3, 1, 0, 4, 2, 0].map(one_wins_in));
//! assert_eq!(check(&arena, &claim), Ok(()));
//! ```

mod adjudication;
mod bits;
mod by_player;
mod cast;
mod cells;
mod certificate;
mod checker;
mod compressed_rows;
mod game;
mod graph_arena;
mod in_order;
pub mod marks;
mod moves;
mod outcomes;
mod pieces;
mod product_arena;
mod restricted;
mod scratch;
mod solution;
mod staging;
mod state_words;
mod step_graph;
mod team;
mod transpose;
mod value;
mod words;

pub use adjudication::{Adjudication, JudgedBy, Judgement, Limit, WinOrDraw};
pub use bits::set_bits;
pub use by_player::ByPlayer;
pub use cast::{Cast, CastRole, ForcedMoves};
pub use cells::{Cells, OutOfMemory, Word, mapped, most_mapped, probe};
pub use certificate::{
    Aim, Certificate, CertificateClaim, CertificateRefutation, CertificateStrategy, Entry, Flaw, FlawKind, hold_into,
    verify, verify_from,
};
pub use checker::{Refutation, check, check_within};
pub use compressed_rows::CompressedRows;
pub use game::Arena;
pub use graph_arena::{GraphArena, StateRules, TooManyPositions};
pub use in_order::{InOrder, heap_sort, insertion_sort};
pub use moves::{BackMove, Cost, Move, Player, PositionId, Status};
#[doc(hidden)]
pub use outcomes::BitRows;
pub use outcomes::{Extent, Outcomes};
pub use pieces::{PieceArcs, Pieces};
pub use product_arena::{ProductArena, StalemateRule, Tokens, Verdicts};
pub use restricted::{Restricted, Unanswered};
pub use scratch::Scratch;
pub use solution::{PackedValue, Solution, Tally, ValueCounts, Values, Winners, WithoutDistances};
pub use staging::{Along, Semiring, Soonest, Staging};
pub use state_words::{ByState, StateWords};
pub use step_graph::{Arc, StepGraph};
pub use team::{MoveCost, Movers, Multisets, Team, TeamStalemate};
#[doc(hidden)]
pub use transpose::transpose;
pub use value::{Distance, Preference, Value};
pub use words::{End, Goal, Measure, Place, Words, counted, listed};
