//! The campaign: differential testing of every engine against an oracle, on all small games and on
//! random larger ones.
//!
//! [`boards`] lists all small boards, and [`random`] makes larger ones. [`confrontation`] compares
//! the results of every engine for a game with the results of the [`oracle`], position by position
//! and under many limits. [`shrinking`] finds a small game with the same disagreement, and
//! [`fixture`] writes this game as a fixture. `cargo xtask campaign` runs the campaign until it is
//! stopped. The tests of the solver run a part of the campaign, in seconds.

pub mod boards;
pub mod case;
pub mod confrontation;
pub mod fixture;
pub mod naive;
pub mod oracle;
pub mod random;
pub mod shrinking;
