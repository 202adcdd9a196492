//! The boards and rules that the campaign tries, what becomes of a disagreement, and tests of several
//! crates together: the checker, certificates from explanations and the solver on random arenas.

mod boards;
mod fixture;
mod gathered;
mod random;
mod shrinking;
mod start_only;
