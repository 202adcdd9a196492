//! Runs the program under test, for tests that use it through pipes.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;

/// The commands that read a board, each with the flags that it needs.
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

/// The program with the environment's settings of colour removed.
pub(crate) fn catmouse() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catmouse"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Starts the program with pipes for all streams.
pub(crate) fn started(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

/// Runs the program with a text on standard input.
pub(crate) fn answer(command: &mut Command, input: &str) -> Output {
    answer_bytes(command, input.as_bytes())
}

/// Runs the program with bytes on standard input.
pub(crate) fn answer_bytes(command: &mut Command, input: &[u8]) -> Output {
    let mut child = started(command);
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    // The program may close the pipe without reading all input.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it does not panic");
    output
}

/// Runs the program with these arguments and no input.
pub(crate) fn run(args: &[&str]) -> Output {
    catmouse().args(args).stdin(Stdio::null()).output().expect("the program runs")
}

/// The output of the program, which must succeed.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// Expects exit code 2, this message, and no output.
#[track_caller]
pub(crate) fn refused(args: &[&str], message: &str) {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(stderr.contains(message), "{args:?} says {stderr}");
}

/// A temporary file, which is removed when the test ends.
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

/// The path of the programs with errors that `catmouse test` examines. They are one executable,
/// which is compiled once; its argument selects the error.
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
