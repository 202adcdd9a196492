//! Tests of several crates together: the checker, certificates from explanations and the solver on
//! random arenas.

mod gathered;
mod start_only;
