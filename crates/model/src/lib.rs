//! Boards, pieces and rules of pursuit games, and the one door from a setup to a game.
//!
//! A mouse and a cat move in turn on a finite graph. Five ideas keep every variant out of the code:
//!
//! 1. A game is an arena ([`catmouse_arena::ProductArena`]); the solver sees nothing else.
//! 2. A piece is a digraph: how it may move is the arc set of its own *step graph*. The hole rule removes arcs, jumps and
//!    staying add arcs, walls are vertices that are not there.
//! 3. Endings are an ordered list of clauses ([`Ending`]); the first that matches decides.
//! 4. What the graph cannot decide (endless play, a limit) is adjudicated afterwards ([`Rules::adjudication`]).
//! 5. A named game ([`Preset`]) is a value for every rule, never a branch.
//!
//! A [`Setup`] is what a user asks for; [`Setup::plan`] is the only way from there to a [`Game`], and it reports every
//! [`Defect`] with its [`Place`].
//!
//! ```
//! use catmouse_arena::{Arena, Status};
//! use catmouse_model::{BoardChoice, LimitChoice, Setup, Side};
//!
//! // A path 0 – 1 – 2: the mouse stands beside the hole, and its first move leads there.
//! let setup = Setup::new(BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]]));
//! let game = setup.plan()?.game();
//! let step = game.arena().successors(game.start_id().unwrap()).next().unwrap();
//! assert_eq!(game.arena().status(step.to), Status::Won(Side::Mouse.into()));
//!
//! // A neighbour that is no vertex, and a limit below nothing: both are reported.
//! let mut wrong = Setup::new(BoardChoice::Adjacency(vec![vec![1, 7], vec![0, 2], vec![1]]));
//! wrong.rules.limit = Some(LimitChoice::Plies(-1));
//! let defects = wrong.plan().unwrap_err();
//! assert_eq!(defects.found.len(), 2);
//! # Ok::<(), catmouse_model::Defects>(())
//! ```

mod automorphism;
mod batch;
mod board;
mod cops_and_robbers;
mod defect;
mod endings;
mod game;
mod json;
mod keyword;
mod opening;
mod plan;
mod rules;
mod settings;
mod setup;
mod steps;
mod vertex_choice;
mod words;

pub use automorphism::Symmetries;
pub use batch::Batch;
pub use board::{Board, Cell, Grid, Label, Vertex};
pub use catmouse_arena::listed;
pub use cops_and_robbers::{CopsAndRobbers, CopsRules, are_connected};
pub use defect::{Defect, DefectKind, Defects, MAX_CATS, MAX_COST, MAX_VERTICES, Place, Setting};
pub use game::{Game, Position, Start};
pub use json::{PlacesJson, PositionJson, VertexJson};
pub use keyword::Keyword;
pub use opening::{Choice, Opening};
pub use plan::Plan;
pub use rules::{
    CatInHole, CatsMove, Ending, LimitChoice, Movement, Outcome, Preset, Rules, Side, Stalemate, TurnLimit,
};
pub use settings::{Kind, RuleChoices, RuleSetting, SETTINGS, Section, SettingValue};
pub use setup::{BoardChoice, NoPosition, NoVertex, PositionChoice, Setup, VertexChoice};
