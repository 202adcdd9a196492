//! Compares every engine with the oracle, the checker, published answers and the other engines.
//!
//! The memory of the engines is measured by a separate program, `tests/memory.rs`. Its allocator
//! counts for the whole process, so no other test may run in that process.

mod benchmark_boards;
mod disk;
mod engines;
mod exhaustive;
#[expect(dead_code, reason = "only the comparison of times uses the bars")]
#[path = "../../benches/families.rs"]
mod families;
mod orbits;
mod properties;
mod published;
mod refusals;
mod teams;
