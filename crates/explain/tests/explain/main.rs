//! What is said about small games is counted out again from their values: explanations, surveys and certificates.

mod certificates;
mod claims;
mod optimal;
mod small_games;
mod survey;
