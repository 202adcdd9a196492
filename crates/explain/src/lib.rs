//! Why a game is won: optimal lines, with a reason for every move.
//!
//! A solution gives the value of each position: who wins, and how soon. This is a proof, but a list
//! of values teaches little. This crate derives from the values what a teacher would say:
//!
//! * [`explain`]: the *principal variation*, in which the winner hurries and the loser delays, with
//!   the [`Reason`] for each of its moves: a motive, and the result of every other move. If neither
//!   player can force an end, it shows how each player holds ([`holding()`]).
//! * [`story`](story::story()): the ideas of the line, as claims that are checked against the
//!   values of all positions.
//! * [`strategies`](strategy::strategies) and [`winning_table()`]: how to play against every
//!   defence, as a few rules or as a list of moves.
//! * [`judged_move`]: the worth of a played move; [`survey()`]: all starts of a game at once.
//! * [`certificate()`]: a proof of the outcome that can be checked without the solution.
//! * [`prose`]: all of this in sentences.
//!
//! The caller provides the values, from a solver or from a table, and the game's own
//! [`Words`](catmouse_arena::Words). The crate knows neither solvers nor cats, so it explains a
//! chess ending as well. It calls a move forced, best or losing only if the values prove it.
//!
//! ```
//! use catmouse_arena::{Adjudication, WinOrDraw};
//! use catmouse_explain::{Context, explain, prose};
//! use catmouse_model::{BoardChoice, Setup};
//!
//! // The triangle: the mouse at 1 runs into the hole at 0.
//! let setup = Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]]));
//! let game = setup.plan()?.game();
//! let solution = catmouse_solver::solve_table(game.arena())?;
//! let context = Context::new(game.arena(), &game, &solution, game.adjudication());
//! let explanation = explain(&context, game.opening(&solution).id);
//!
//! assert_eq!(prose::headline(&explanation.summary, &game), "The Mouse wins in 1 ply.");
//! assert_eq!(prose::remark(&explanation, &explanation.plies[0], &game), "reaches the hole; 2 walks into the Cat");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod by_place;
mod cause;
mod certificate;
mod context;
mod explanation;
mod holding;
mod law;
mod law_search;
mod line;
mod main_move;
mod moves;
mod nearness;
mod open;
mod optimal;
mod policy;
pub mod prose;
mod reason;
mod safe_ways;
mod shuttle;
mod small_trap;
mod sorting;
pub mod story;
pub mod strategy;
mod survey;
mod text;
mod verdict;
mod walks;
mod winning_table;

pub use cause::{Cause, Covered};
pub use certificate::{CertificateSize, certificate, certificate_from, certificate_size_bound};
pub use context::{AnyArena, Context};
pub use explanation::{Decision, Explanation, Ply, Summary, explain, explain_move, explain_with, summarise};
pub use holding::{Holding, HoldingMove, holding};
pub use law::{Condition, Law, Laws};
pub use line::{Line, LineEnd, principal_variation};
pub use main_move::{MainMoves, main_move};
pub use moves::{RatedMove, rated_moves, rated_moves_with};
pub use nearness::natural_mistakes;
pub use optimal::{Optimal, OptimalLines, optimal_lines};
pub use policy::Policy;
pub use reason::{Alternative, Motive, Reason, reason};
pub use survey::{
    FirstDecision, Hardest, RatedStart, StartTally, Survey, differing, every_pair, rate, rated_pairs, rated_starts,
    sample, survey, survey_lengths, survey_pairs, tally,
};
pub use verdict::{JudgedMove, Verdict, judged_move};
pub use winning_table::{TableEntry, WinningTable, winning_table};
