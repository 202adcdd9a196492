//! The program under test, for the tests that talk to it through pipes.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;

/// The commands that read a board, each with what it needs besides.
pub(crate) const COMMANDS: [&[&str]; 9] = [
    &["solve"],
    &["explain"],
    &["moves"],
    &["table"],
    &["survey"],
    &["check"],
    &["whatif", "--kind", "rule"],
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

/// What it does with these words and nothing on standard input.
pub(crate) fn run(args: &[&str]) -> Output {
    catmouse().args(args).stdin(Stdio::null()).output().expect("the program runs")
}

/// What it prints when all is well.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// Exit code 2, the message, and nothing that looks like an answer.
#[track_caller]
pub(crate) fn refused(args: &[&str], message: &str) {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(stderr.contains(message), "{args:?} says {stderr}");
}

/// A file of this test's own, gone when the test ends.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("catmouse-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("it can be written");
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("the folder for such files has a plain name")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The wrong programs for `catmouse test`, in one program that is compiled once. Its argument says which it is.
pub(crate) fn suspect() -> &'static str {
    static COMPILED: OnceLock<String> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let program = folder.join(format!("suspect{}", std::env::consts::EXE_SUFFIX));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suspects/suspect.rs");
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let compiled = Command::new(rustc).args(["--edition", "2024", "-O", "-o"]).arg(&program).arg(source).status();
        assert!(compiled.expect("rustc runs").success());
        program.to_str().expect("a plain name").to_owned()
    })
}
