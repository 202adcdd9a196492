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
//! | [`Solved::answer`] | [`SolveAnswer`]: the outcome, its distance and cause; counts of positions |
//! | [`Solved::explain`] | [`ExplainAnswer`]: the optimal line with the reason for every move |
//! | [`Solved::strategies`] | [`StrategiesAnswer`]: moves against every defence, as a few rules |
//! | [`Solved::moves`] | [`MovesAnswer`]: the legal moves, best first |
//! | [`Solved::annotate`] | [`AnnotateAnswer`]: a judgement of each move of a game that was played |
//! | [`Solved::why`] | [`WhyAnswer`]: the consequences of a move, played out |
//! | [`Session`] | a game in progress, against the solution at a [`Skill`]: moves as texts, hints, undo |
//! | [`Solved::picture`], [`Solved::page`] | SVG; one HTML file on which the game can be played |
//! | [`Solved::table`] | an iterator of [`TableRow`]s: every position |
//! | [`Solved::survey`] | [`SurveyAnswer`]: every pair of starts, and the hardest starts |
//! | [`Solved::check`], [`check_csv`] | [`CheckAnswer`]: whether values are correct; this needs no solver |
//! | [`Solved::certificate`], [`check_certificate`](fn@check_certificate) | a proof; [`CertificateAnswer`] |
//! | [`WhatIf`] | [`WhatIfAnswer`]s: the effect of each change of a wall, an edge, a start or a rule |
//! | [`compare`](fn@compare) | [`CompareAnswer`]: a comparison of two boards |
//! | [`CopsGraph::answer`] | [`CopsAnswer`]: the number of cats that a graph needs |
//! | [`Graphs::solve_each`], [`Graphs::cops_each`] | the same for streams of graphs, on all cores and in order |
//! | [`Graphs::shard`], [`Graphs::resume_from`] | one shard of a stream; the rest of a stream after an earlier run |
//!
//! Every answer derives `Serialize`. As JSON, an answer is what the command `catmouse` prints with
//! `--format json`: keys contain their units (`distance_plies`, `distance_cost`), and every key is
//! always present. [`JSON_SCHEMA`] is the JSON Schema of all answers. Errors are data ([`Error`]),
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
#[cfg(feature = "threads")]
mod arrivals;
#[cfg(feature = "store")]
mod certificate;
mod check;
mod compare;
mod cops;
mod cores;
mod error;
mod evaluate;
mod explanation;
mod fields;
mod filter;
mod graphs;
pub mod jobs;
mod known;
mod memory;
mod moves;
mod picture;
mod placement;
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
mod summary;
mod survey;
mod table;
mod values;
mod whatif;
mod why;

pub use annotation::{ANNOTATE_COLUMNS, AnnotateAnswer, AnnotateSummary, JudgedMoveAnswer, JudgementCounts};
pub use answer::{
    Counts, DecidedBy, DistanceAnswer, Longest, MOVES_COLUMNS, MoveAnswer, Placement, SCHEMA, SolvedStart, totals,
};
pub use catmouse_formats::Problem;
pub use catmouse_model::{GameState, MoveError, MoveErrorKind, PlayedMove, read_move, read_moves, read_places};
#[cfg(feature = "store")]
pub use certificate::{CertificateAnswer, CertificateRefutationAnswer, check_certificate};
pub use check::{CheckAnswer, RefutationAnswer, check_csv};
pub use compare::{
    CompareAnswer, ComparedSide, DifferingAnswer, DifferingPosition, Matched, MatchedBy, PartingAnswer, PartingMove,
    compare,
};
pub use cops::{
    COPS_COLUMNS, CopsAnswer, CopsGraph, CopsNumbers, CopsProgress, CopsQuestion, CopsTrial, CopsWorkspace,
    CopsWorkspaces, CornerAnswer, LowerBound, PlacementAnswer, Theorem, cop_number_and_capture_time,
};
pub use cores::{MOST_THREADS, workers};
pub use error::{Bound, Error};
pub use evaluate::{EvaluateAnswer, Evaluated, POLICY_COLUMNS, PolicyTable, WorstCase};
pub use explanation::{
    AlternativeAnswer, EndAnswer, ExplainAnswer, HoldingAnswer, HoldingMoveAnswer, PlyAnswer, ReasonAnswer, ReasonKind,
    SymmetryAnswer,
};
pub use filter::{COPS_KEYS, Filter, FilterError, Key, KeyKind, SOLVE_KEYS};
pub use graphs::Graphs;
pub use memory::{Work, address_space, addresses_left, ensure_fits, memory_budget, threads_within_addresses};
pub use moves::MovesAnswer;
pub use picture::Picture;
pub use placement::PlacementJudgement;
pub use question::{Choices, PreparedGame, Question};
pub use schema::JSON_SCHEMA;
#[cfg(feature = "schema")]
pub use schema::json_schema;
pub use session::{Event, GameEnd, HintAnswer, Phase, REPETITIONS, Session, SessionAnswer};
pub use shard::{Shard, ShardError};
pub use skill::{Dice, Skill, SkillError};
pub use solve::{BoardLabel, SOLVE_COLUMNS, SolveAnswer};
pub use solved::Solved;
pub use start_only::{DecidedStart, StartAnswer, StartProof, decide_start};
pub use story::{ClaimAnswer, LawsAnswer};
pub use strategy::{
    StrategiesAnswer, StrategyActionAnswer, StrategyAnswer, StrategyBranchAnswer, StrategyCaseAnswer,
    StrategyMistakeAnswer, StrategyMovesAnswer, StrategySeenAnswer, StrategySizeAnswer, StrategyTreeAnswer,
};
pub use stream::{Delivery, SolveWorkspace};
pub use stream_progress::{GraphDigest, StreamProgress};
pub use summary::{
    COPS_SUMMARY_COLUMNS, CopsSummary, CopsSummaryRow, SOLVE_SUMMARY_COLUMNS, SolveSummary, SolveSummaryRow,
    SummaryTally, graph_line,
};
pub use survey::{
    HardStart, HardestStarts, LongestStarts, NARROWEST_AMONG, NarrowestStarts, SURVEY_COLUMNS, SetupStart, StartCounts,
    StartRow, StreamedSurvey, SurveyAnswer, SurveySummary, SurveyedStarts, setup_line,
};
pub use table::{TABLE_COLUMNS, TableRow, with_vertex_names};
pub use values::{CancellableValues, GameValues, Watch};
pub use whatif::{
    Change, ChangeKind, Chosen, Difference, Effect, Effects, FirstChoice, Neighbourhood, Piece, RankedChange,
    ReportProgress, RuleValue, WHATIF_COLUMNS, WHATIF_KEYS, WhatIf, WhatIfAnswer,
};
pub use why::WhyAnswer;

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
