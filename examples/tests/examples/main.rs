//! The tests of the examples and of the pages about them.

mod mummy_maze;
mod page;
