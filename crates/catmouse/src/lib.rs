//! Solves pursuit games on graphs and explains the solutions. This crate defines the questions
//! about a board and their answers.
//!
//! A mouse and a cat move in turn on a graph. A [`Question`] is a board with its rules and its
//! start. [`Question::solve`] computes the value of every position, and the [`Solved`] board
//! answers every other question:
//!
//! ```
//! use catmouse::Question;
//!
//! // For each vertex its neighbours. The mouse starts at 1 and must reach the hole at 0; the cat starts at 2.
//! let solved = Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
//! let answer = solved.answer()?;
//! assert_eq!(answer.outcome, catmouse::model::Outcome::Mouse);
//! assert_eq!(answer.distance.distance_plies, Some(1));
//! for ply in solved.explain()?.line {
//!     println!("{}. {} because it {}", ply.ply, ply.player, ply.reason.text);
//! }
//! # Ok::<(), catmouse::Error>(())
//! ```
//!
//! | question | answer |
//! |---|---|
//! | [`Question::solve_outcomes`] | a [`Solved`] board with outcomes but no distances, in a tenth of the memory |
//! | [`Question::solve_unseen`] | a [`SolvedUnseen`](unseen::SolvedUnseen) game with a mouse that is not always seen |
//! | [`Solved::answer`] | [`answers::SolveAnswer`]: the outcome, its distance and cause; counts of positions |
//! | [`Solved::explain`] | [`answers::ExplainAnswer`]: the optimal line with the reason for every move |
//! | [`Solved::strategies`] | [`answers::StrategiesAnswer`]: moves against every defence, as a few rules |
//! | [`Solved::moves`] | [`answers::MovesAnswer`]: the legal moves, best first |
//! | [`Solved::annotate`] | [`answers::AnnotateAnswer`]: a judgement of each move of a game that was played |
//! | [`Solved::why`] | [`answers::WhyAnswer`]: the consequences of a move, played out |
//! | [`play::Session`] | a game in progress, against the solution at a [`play::Skill`]: moves as texts, hints, undo |
//! | [`Solved::picture`], [`Solved::page`] | SVG; one HTML file on which the game can be played |
//! | [`Solved::table`] | an iterator of [`answers::TableRow`]s: every position |
//! | [`Solved::survey`] | [`answers::SurveyedStarts`]: every pair of starts, and the hardest starts |
//! | [`Solved::check`], [`check_csv`] | [`answers::CheckAnswer`]: whether values are correct; this needs no solver |
//! | [`Solved::certificate`], [`check_certificate`](fn@check_certificate) | a proof; [`answers::CertificateAnswer`] |
//! | [`CopCertificate`], [`check_cop_certificate`] | the proof of a cop number; [`answers::CopCertificateAnswer`] |
//! | [`whatif::WhatIf`] | [`whatif::WhatIfAnswer`]s: the effect of each change of a wall, an edge, a start or a rule |
//! | [`compare`](fn@compare) | [`answers::CompareAnswer`]: a comparison of two boards |
//! | [`Question::cops`], [`cops::CopsGraph::answer`] | [`cops::CopsAnswer`]: the number of cats that a graph needs |
//! | [`streams::Graphs::solve_each`], [`streams::Graphs::cops_each`] | the same for streams of graphs, on all cores and in order |
//! | [`streams::Graphs::shard`], [`streams::Graphs::resume_from`] | one shard of a stream; the rest of a stream after an earlier run |
//!
//! Every answer derives `Serialize`. As JSON, an answer is what the command `catmouse` prints with
//! `--format json`: keys contain their units (`distance_plies`, `distance_cost`), and every key is
//! always present. [`answers::JSON_SCHEMA`] is the JSON Schema of all answers. Errors are data ([`Error`]),
//! with the spans of the wrong parts of a text. This crate prints nothing.
//!
//! A board is a text in any format that [`formats`] reads, a [`model::Setup`] that a program makes,
//! or a `petgraph::Graph`:
//!
//! ```
//! use catmouse::Question;
//! use catmouse::model::{Outcome, Preset};
//!
//! let circle: petgraph::Graph<(), (), petgraph::Undirected> =
//!     petgraph::Graph::from_edges([(0u32, 1), (1, 2), (2, 3), (3, 0)]);
//! let one_cop = Question::try_from(&circle)?.preset(Preset::CopsAndRobbers).solve()?;
//! assert_eq!(one_cop.answer()?.outcome, Outcome::Mouse);
//! # Ok::<(), catmouse::Error>(())
//! ```
//!
//! A long run is observed and stopped through [`solver::Control`] ([`Question::solve_with`]).
//! [`Question::allowing`] limits its memory: a game that does not fit is refused before its memory
//! is allocated.
//!
//! # Features
//!
//! * `gzip`: boards in files compressed by gzip.
//! * `page`: a solved board as a page for a browser.
//! * `programs`: boards in the formats of other programs, such as Pajek and METIS, which are only
//!   read.
//! * `store`: tables and certificates as files.
//! * `threads`: streams on all cores; without this feature on one thread.
//! * `writers`: boards are written in the formats of other programs, too, not only as setups, in
//!   LeetCode's notation, as grids and as edges.
//! * `schema`: the JSON Schema.
//!
//! All features except `schema` are on by default. Without `store` and `threads` the crate compiles
//! for `wasm32-unknown-unknown`.
//!
//! The command `catmouse` is the package `catmouse-cli`, and the package `catmouse-hunt` searches for
//! boards.

mod annotation;
mod answer;
pub mod answers;
#[cfg(feature = "threads")]
mod arrivals;
#[cfg(feature = "store")]
mod certificate;
mod check;
mod compare;
#[cfg(feature = "store")]
mod cop_certificate;
pub mod cops;
mod cores;
mod error;
mod evaluate;
mod explanation;
mod fields;
mod filter;
mod graphs;
pub mod jobs;
mod known;
pub mod memory;
mod moves;
mod picture;
mod placement;
pub mod play;
mod policy;
mod question;
mod schema;
mod session;
mod shard;
mod skill;
mod solve;
mod solved;
mod start_only;
mod story;
mod strategy;
mod stream;
mod stream_progress;
pub mod streams;
mod summary;
mod survey;
mod table;
pub mod unseen;
mod unseen_certificate;
mod unseen_session;
mod unseen_told;
pub mod values;
pub mod whatif;
mod why;

pub use answer::SolvedStart;
#[cfg(feature = "store")]
pub use certificate::check_certificate;
pub use check::check_csv;
pub use compare::compare;
#[cfg(feature = "store")]
pub use cop_certificate::{CopCertificate, check_cop_certificate};
pub use error::Error;
pub use picture::Picture;
pub use question::{Choices, PreparedGame, Question};
pub use solved::Solved;
pub use start_only::decide_start;
pub use values::Watch;

pub use catmouse_arena as arena;
pub use catmouse_explain as explain;
pub use catmouse_formats as formats;
pub use catmouse_model as model;
#[cfg(feature = "page")]
pub use catmouse_page as page;
pub use catmouse_solver as solver;
#[cfg(feature = "store")]
pub use catmouse_store as store;

/// The programs in both README.md and in docs/rust.md are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../docs/rust.md")]
pub struct Readme;
