//! Where the output of a step goes: to the terminal, or to a file while the step runs beside others.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::process::{Command, ExitStatus};

thread_local! {
    /// The file that takes the output of this thread and of the programs that it runs.
    static FILE: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// From now on the output of this thread, and of the programs that it runs, goes to this file.
pub(crate) fn to_file(file: File) {
    FILE.set(Some(file));
}

/// Prints a line.
pub(crate) fn say(line: &str) {
    FILE.with_borrow_mut(|file| match file {
        // A file that cannot be written is noticed when the programs write to it.
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
