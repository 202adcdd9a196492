//! Every engine against the oracle, the checker, the published answers and the other engines.
//!
//! They are no unit tests, because a program of unit tests is compiled together with all that its tests reach.
//!
//! How much memory the engines take is measured by a program of its own, `tests/memory.rs`: its allocator counts for the whole
//! process, so no other test may run beside it.

mod benchmark_boards;
mod engines;
mod exhaustive;
#[expect(dead_code, reason = "the bars are for the comparison of times")]
#[path = "../../benches/families.rs"]
mod families;
mod orbits;
mod properties;
mod published;
mod refusals;
mod teams;
