//! What is right about a game is accepted, what is wrong is refused: arenas, solutions and certificates. No solver is used here.

mod certificates;
mod games;
mod rejections;
mod written_game;
