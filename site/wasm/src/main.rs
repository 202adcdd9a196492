//! Reads a question from standard input, and writes the answers to standard output, one on each
//! line, as soon as each is known.
//!
//! A page starts this program once for each question, in a worker, with memory of its own. So
//! memory is freed after each question, and a question that takes too long is stopped together with
//! its worker. The program is an ordinary one: `cargo run` starts it on the command line.

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut question = String::new();
    io::stdin().read_to_string(&mut question)?;
    let mut output = io::stdout().lock();
    let mut written = Ok(());
    catmouse_web::answer(&question, &mut |mut answer| {
        answer.push('\n');
        if written.is_ok() {
            written = output.write_all(answer.as_bytes());
        }
    });
    written
}
