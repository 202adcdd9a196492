//! The program as its users meet it: what it prints, what it refuses, and what the fixtures, README.md and docs/ say that it does.

mod behaviour;
mod census;
mod certificates;
mod convert;
mod cops;
mod fixtures;
mod flags;
mod hunt;
mod invalid;
mod laws;
mod long_streams;
mod outcomes;
mod page_length;
mod pages;
mod pictures;
mod play;
mod program;
mod reader;
mod schema;
mod sentences;
mod story;
mod strategy;
mod streams;
mod survey;
mod told_apart;
mod workbench;
