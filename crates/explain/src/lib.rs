//! Why a game is won: optimal lines, and the reason for every move of them.
//!
//! A solution says of each position who wins and how soon; that is a proof, but nobody learns from a table. This crate reads
//! off it what a teacher would say: the *principal variation* ([`principal_variation`]), in which the winner hurries and the
//! loser delays; for each of its moves a [`Reason`], which is a claim together with what every other move would have led to;
//! and where nobody can force an end, how each side holds ([`holding()`]). [`story`](story::story()) names the ideas behind it as
//! claims that the table can refute, [`judged`] says what a move that somebody played was worth. [`certificate()`] writes down what proves the outcome
//! without the solution. [`prose`] puts it into sentences.
//!
//! It sits on the arena and a game's own [`Words`](catmouse_arena::Words): it knows neither solvers nor cats, so it explains
//! a chess ending as readily. No move is called forced, best or losing unless the solution says so.
//!
//! ```
//! use catmouse_arena::{Adjudication, Outcome};
//! use catmouse_explain::{explain, prose};
//! use catmouse_model::{BoardChoice, Setup};
//!
//! // The triangle: the mouse at 1 runs into the hole at 0.
//! let setup = Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]]));
//! let game = setup.plan()?.game();
//! let solution = catmouse_solver::solve(game.arena())?;
//! let told = explain(game.arena(), &game, &solution, &game.adjudication(), game.opening(&solution).id);
//!
//! assert_eq!(prose::headline(&told.summary, &game), "The Mouse wins in 1 ply.");
//! assert_eq!(prose::remark(&told, &told.plies[0], &game), "reaches the hole; 2 walks into the Cat");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod certificate;
mod explanation;
mod holding;
mod line;
mod main_move;
mod moves;
mod optimal;
mod policy;
pub mod prose;
mod reason;
mod small_trap;
mod sorting;
pub mod story;
pub mod strategy;
mod survey;
mod verdict;

pub use answers::{Answers, Given, answers};
pub use certificate::{CertificateSize, certificate, certificate_size};
pub use explanation::{Decision, Explanation, Ply, Summary, explain, explain_by, summarise};
pub use holding::{Answer, Holding, holding};
pub use line::{Line, LineEnd, principal_variation};
pub use main_move::main_move;
pub use moves::{RatedMove, rated_by, rated_moves};
pub use optimal::{Optimal, OptimalLines, optimal_lines};
pub use policy::Policy;
pub use reason::{Alternative, Motive, Reason, reason};
pub use survey::{
    Choice, Hardest, Start, Survey, Tally, differing, rate, rated_starts, rated_starts_of, sample, survey, survey_of,
    tally,
};
pub use verdict::{Judged, Verdict, judged};
