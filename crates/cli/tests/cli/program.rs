//! The program under test, for the tests that talk to it through pipes.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

/// The commands that read a board, each with what it needs besides.
pub(crate) const COMMANDS: [&[&str]; 8] = [
    &["solve"],
    &["explain"],
    &["moves"],
    &["table"],
    &["survey"],
    &["check"],
    &["cops"],
    &["convert", "--to", "edges"],
];

/// The program; whether it colours is up to the test.
pub(crate) fn catmouse() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catmouse"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Starts it with a pipe on each side.
pub(crate) fn started(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

/// What it answers to a text on standard input.
pub(crate) fn answer(command: &mut Command, input: &str) -> Output {
    answer_bytes(command, input.as_bytes())
}

/// What it answers to bytes on standard input.
pub(crate) fn answer_bytes(command: &mut Command, input: &[u8]) -> Output {
    let mut child = started(command);
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    // A reader that does not want it closes the pipe, and that is all right.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it does not panic");
    output
}
