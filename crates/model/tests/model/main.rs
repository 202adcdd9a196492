//! Tests from setups to games: valid setups, defects with their reasons, batches of graphs, the
//! symmetries of boards, and the quoting of text from others.

mod batch;
mod door;
mod quoting;
mod rules;
mod rules_sentence;
mod sight;
mod symmetries;
