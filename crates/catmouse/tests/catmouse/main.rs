//! The library as its users meet it: boards from memory, moves as texts, games being played.

mod boards;
mod fixtures;
mod hunt;
mod interrupts;
mod one_rule;
mod played;
mod session;
mod whatif;
