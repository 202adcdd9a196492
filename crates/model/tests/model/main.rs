//! Tests from setups to games: valid setups, defects with their reasons, batches of graphs, and the
//! symmetries of boards.

mod batch;
mod door;
mod rules;
mod symmetries;
