//! The properties that the fuzz targets test. A violation is a panic, which the fuzzer reports.
//!
//! [`reading`] tests the readers of text. [`asking`] makes setups from arbitrary bytes. [`playing`]
//! passes a setup through everything that catmouse does with it.

pub mod asking;
pub mod playing;
pub mod reading;
#[path = "../../crates/formats/tests/formats/recognised.rs"]
mod recognised;
