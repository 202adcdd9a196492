//! The output of steps: to the terminal, or to a file while a step runs in parallel with others.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::process::{Command, ExitStatus};

thread_local! {
    /// The file for the output of this thread and of the programs that it runs.
    static FILE: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Redirects the output of this thread, and of the programs that it runs, to a file.
pub(crate) fn to_file(file: File) {
    FILE.set(Some(file));
}

/// Prints a line.
pub(crate) fn print_line(line: &str) {
    FILE.with_borrow_mut(|file| match file {
        // A write error is ignored here; the programs that write to the file will report it.
        Some(file) => drop(writeln!(file, "{line}")),
        None => println!("{line}"),
    });
}

/// Runs a program to its end.
pub(crate) fn status(command: &mut Command) -> io::Result<ExitStatus> {
    FILE.with_borrow(|file| {
        if let Some(file) = file {
            command.stdout(file.try_clone()?).stderr(file.try_clone()?);
        }
        command.status()
    })
}
