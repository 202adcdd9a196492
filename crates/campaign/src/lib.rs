//! The campaign: every small game and larger ones at random, solved by everybody, held against an oracle that shares nothing.
//!
//! Tests show that the program does what its authors thought of. A campaign looks where they did not think to: [`boards`] lists
//! every small board and [`random`] goes beyond them, [`confrontation`] compares all that is known of a game with the word of
//! the [`oracle`], position by position and under every limit, and where they disagree [`shrinking`] takes away whatever is
//! not needed for it and [`fixture`] writes down the rest, ready to be kept. `cargo xtask campaign` does all that until it is
//! told to stop; the tests of the solver do part of it in seconds.

pub mod boards;
pub mod case;
pub mod confrontation;
pub mod fixture;
pub mod oracle;
pub mod random;
pub mod shrinking;
