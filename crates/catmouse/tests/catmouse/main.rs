//! The library as its users see it: boards in memory, moves as texts, games in progress, streams.

mod boards;
mod compare;
mod cop_certificates;
mod cops;
mod evaluate;
mod fixtures;
mod interrupts;
mod limits;
mod one_rule;
mod played;
mod scripts;
mod session;
mod streams;
mod theorems;
mod unseen;
mod whatif;
