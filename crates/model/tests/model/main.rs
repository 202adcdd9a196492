//! Tests from setups to games: valid setups, defects with their reasons, and batches of graphs.

mod batch;
mod door;
mod rules;
