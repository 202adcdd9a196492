//! Tests that recompute statements about small games from their values: explanations, surveys and
//! certificates.

mod certificates;
mod claims;
mod laws;
mod optimal;
mod scripts;
mod sentences;
mod small_games;
mod story;
mod strategy;
mod survey;
