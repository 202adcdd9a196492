//! Tests of the program from its users' view: its output, its refusals, and what the fixtures,
//! README.md and docs/ say about it.

mod behaviour;
mod census;
mod certificates;
mod control_characters;
mod convert;
mod cops;
mod evaluate;
mod fixtures;
mod flags;
mod honoured;
mod hunt;
mod invalid;
mod json_page;
mod long_streams;
#[cfg(target_os = "linux")]
mod memory;
mod mistakes;
mod outcomes;
mod page_length;
mod pages;
mod pictures;
mod play;
mod program;
mod reader;
mod schema;
mod several;
mod story;
mod streams;
mod survey;
#[cfg(unix)]
mod terminal;
mod told_apart;
mod unseen;
mod workbench;
