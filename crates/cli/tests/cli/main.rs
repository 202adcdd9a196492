//! The program as its users meet it: what it prints, what it refuses, and what the fixtures and README.md say that it does.

mod behaviour;
mod certificates;
mod convert;
mod cops;
mod fixtures;
mod flags;
mod invalid;
mod page_length;
mod program;
mod readme;
mod schema;
mod story;
mod strategy;
mod streams;
mod survey;
mod told_apart;
