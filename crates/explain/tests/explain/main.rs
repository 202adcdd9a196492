//! Tests that recompute statements about small games from their values: explanations, surveys and
//! certificates.

mod certificates;
mod claims;
mod optimal;
mod small_games;
mod survey;
