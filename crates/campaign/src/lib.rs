//! The campaign: differential testing of every engine against an oracle, on all small games and on random larger ones.
//!
//! [`boards`] lists all small boards, and [`random`] makes larger ones. [`confrontation`] compares the results of every engine for a game
//! with those of the [`oracle`], position by position and under many limits. Where they disagree, [`shrinking`] reduces the game to a
//! small one with the same disagreement, and [`fixture`] writes it as a fixture. `cargo xtask campaign` does all that until it is
//! stopped; the tests of the solver do part of it in seconds.

pub mod boards;
pub mod case;
pub mod confrontation;
pub mod fixture;
pub mod oracle;
pub mod random;
pub mod shrinking;
