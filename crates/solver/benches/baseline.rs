//! Runs the plain C++ program (`baseline/queue.cpp`), which solves the same boards on request, so
//! that it can take turns with the engines. `cargo xtask bench` compiles it if there is a compiler.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::contestants::Digest;

/// The running program. It ends when its input is closed, at the latest when this value is dropped.
pub(crate) struct Baseline {
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    program: Child,
}

impl Baseline {
    /// Starts the program on a file of boards.
    pub(crate) fn start(program: &Path, boards: &Path) -> Result<Self, String> {
        let problem = |error| format!("cannot start {}: {error}", program.display());
        let mut command = Command::new(program);
        let mut program = command.arg(boards).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(problem)?;
        let (input, output) = (program.stdin.take(), program.stdout.take());
        let output = BufReader::new(output.ok_or("the C++ program has no output")?);
        Ok(Self { input, output, program })
    }

    /// Solves all boards and returns the digest of all solutions.
    pub(crate) fn check(&mut self) -> Result<Digest, String> {
        let answer = self.ask("check")?;
        let numbers: Vec<u64> = answer.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        match numbers[..] {
            [one, two, endless, levels, checksum] => Ok(Digest { counts: [one, two, endless], levels, checksum }),
            _ => Err(format!("the C++ program says {answer:?} instead of five numbers")),
        }
    }

    /// Solves all boards and returns the processor time.
    pub(crate) fn time(&mut self) -> Result<Duration, String> {
        let answer = self.ask("time")?;
        answer.trim().parse().map(Duration::from_secs_f64).map_err(|_| format!("the C++ program says {answer:?}"))
    }

    fn ask(&mut self, command: &str) -> Result<String, String> {
        let problem = |error| format!("the C++ program does not answer: {error}");
        let input = self.input.as_mut().ok_or("the C++ program has no input")?;
        writeln!(input, "{command}").map_err(problem)?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).map_err(problem)?;
        Ok(answer)
    }
}

impl Drop for Baseline {
    fn drop(&mut self) {
        self.input = None;
        // The exit code no longer matters, but the process must not remain as a zombie.
        let _ = self.program.wait();
    }
}
