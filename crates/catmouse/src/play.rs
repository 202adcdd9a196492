//! A game between a person and the solution, or between two levels of play.

pub use crate::placement::PlacementJudgement;
pub use crate::session::{Event, GameEnd, HintAnswer, Phase, REPETITIONS, Session, SessionAnswer};
pub use crate::skill::{Dice, Skill, SkillError};
pub use crate::unseen_session::{UnseenEvent, UnseenSession};
