//! Reads a question from standard input and writes the answer to standard output.
//!
//! A page starts this program once for each question, in a worker, with memory of its own: so nothing is left behind, and a
//! question that takes too long is stopped with its worker. It is an ordinary program; `cargo run` answers at the command line.

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut question = String::new();
    io::stdin().read_to_string(&mut question)?;
    io::stdout().write_all(catmouse_web::answer(&question).as_bytes())
}
