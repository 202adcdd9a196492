//! Boards, pieces and rules of pursuit games, and the checks that turn a setup into a game.
//!
//! A mouse and one or several cats move in turn on a finite graph. Five ideas let one solver play
//! every variant:
//!
//! 1. A game is an arena ([`catmouse_arena::ProductArena`]): positions, moves, and who has won. The
//!    solver sees nothing else.
//! 2. The movement of a piece is a digraph, its *step graph*. A hole that is forbidden to the cat
//!    removes arcs, jumps and staying add arcs, and walls are missing vertices.
//! 3. The [`Ending`]s are an ordered list; the first that matches a position decides it.
//! 4. The results of endless play and of a limit are applied to the values afterwards
//!    ([`Rules::adjudication`]).
//! 5. A well-known game ([`Preset`]) is a value for every setting, never a branch in the code.
//!
//! A [`Setup`] is a user's request, unchecked. [`Setup::plan`] is the only way from a setup to a
//! [`Game`], and it reports every [`Defect`] with its [`SetupPlace`].
//!
//! ```
//! use catmouse_arena::{Arena, Status};
//! use catmouse_model::{BoardChoice, LimitChoice, Setup, Side};
//!
//! // A path 0 – 1 – 2: the mouse starts next to the hole, and its first move leads into it.
//! let setup = Setup::new(BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]]));
//! let game = setup.plan()?.game();
//! let step = game.arena().successors(game.start_id().unwrap()).next().unwrap();
//! assert_eq!(game.arena().status(step.to), Status::Won(Side::Mouse.into()));
//!
//! // A neighbour that does not exist and a negative limit: both are reported.
//! let mut wrong = Setup::new(BoardChoice::Adjacency(vec![vec![1, 7], vec![0, 2], vec![1]]));
//! wrong.rules.limit = Some(LimitChoice::Plies(-1));
//! let defects = wrong.plan().unwrap_err();
//! assert_eq!(defects.found.len(), 2);
//! # Ok::<(), catmouse_model::Defects>(())
//! ```

mod apart;
mod automorphism;
mod batch;
mod board;
mod cops_and_robbers;
mod defect;
mod edit;
mod endings;
mod game;
mod idle;
mod json;
mod keyword;
mod lookup;
mod marked;
mod notation;
mod opening;
mod plan;
mod played;
mod position;
mod quoting;
mod remedy;
mod rules;
mod rules_sentence;
mod script;
mod settings;
mod setup;
mod sight;
mod steps;
mod thin_walls;
mod unseen;
mod vertex_choice;
mod words;

pub use automorphism::Symmetries;
pub use batch::Batch;
pub use board::{Board, Cell, Grid, Label, MAX_KINDS, Margins, ThinWall, Vertex};
pub use catmouse_arena::{InOrder, counted, listed};
pub use cops_and_robbers::{CopsAndRobbers, CopsChoices, CopsRules, are_connected};
pub use defect::{
    CastHindrance, Defect, DefectKind, Defects, Hindrance, MAX_CATS, MAX_COST, MAX_VERTICES, Setting, SetupPlace,
};
pub use edit::EdgeEdit;
pub use game::Game;
pub use idle::IdleRule;
pub use json::{PlacesJson, PositionJson, VertexJson};
pub use keyword::Keyword;
pub use marked::Marked;
pub use notation::{MoveError, MoveErrorKind, TRANSCRIPT, read_move, read_moves, read_places};
pub use opening::{Choice, Opening, RatedPlacement};
pub use plan::Plan;
pub use played::{GameState, PlayedMove};
pub use position::{Position, Start};
pub use quoting::{is_legible, legible_line, python_literal, shell_print, toml_string};
pub use remedy::{Remark, Remedy, with_remedies};
pub use rules::{
    CatFollows, CatInHole, CatWay, CatsMove, Ending, LimitChoice, Movement, Outcome, Preset, Rules, Side, Stalemate,
    TurnLimit,
};
pub use settings::{Kind, RuleChoices, RuleSetting, SETTINGS, Section, SettingValue};
pub use setup::{BoardChoice, NoPosition, PositionChoice, Setup};
pub use sight::{NoSight, Sight};
pub use unseen::{Unseen, UnseenState, UnseenWords};
pub use vertex_choice::{NoVertex, VertexChoice};
