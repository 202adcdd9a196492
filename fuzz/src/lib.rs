//! What the fuzz targets do with their bytes. A property that does not hold is a panic, and that is what the fuzzer looks for.
//!
//! [`reading`] is for the readers of text; [`asking`] makes setups out of bytes that are no text; [`playing`] takes a setup
//! through everything that catmouse does with one.

pub mod asking;
pub mod playing;
pub mod reading;
#[path = "../../crates/formats/tests/formats/recognised.rs"]
mod recognised;
