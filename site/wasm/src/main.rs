//! Answers a question from standard input on standard output.
//!
//! A page starts this program once for each question, in a worker, with memory of its own. So
//! memory is freed after each question, and a question that takes too long is stopped together with
//! its worker. The program is an ordinary one: `cargo run` starts it on the command line.

use std::io;

fn main() -> io::Result<()> {
    catmouse_web::serve(catmouse_web::answer)
}
