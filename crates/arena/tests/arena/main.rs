//! Tests of arenas, solutions and certificates: right ones are accepted and wrong ones refuted. No
//! solver is used.

mod cells;
mod certificates;
mod games;
mod in_order;
mod rejections;
mod state_words;
mod teams;
mod values;
mod words;
mod written_game;
