//! From setups to games: what passes the door, what is refused and why, and the quicker way for graph after graph.

mod batch;
mod door;
mod rules;
