//! From an argument to bytes: a file, standard input, or the argument itself.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use catmouse_formats::{Format, Problem, Record};

use crate::output::{Diagnostic, Failure};

/// Where boards come from, for messages.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) name: String,
}

/// What can be read from a file, from standard input, or from an argument.
pub(crate) type Source = Box<dyn Read + Send>;

/// Opens what an argument names, or the argument itself.
pub(crate) fn open(argument: &str) -> Result<(Origin, Source), Failure> {
    let (name, source): (_, Source) = if argument == "-" {
        ("standard input", Box::new(io::stdin()))
    } else if is_notation(argument) {
        ("<board>", Box::new(Cursor::new(argument.as_bytes().to_vec())))
    } else {
        let origin = Origin { name: argument.to_owned() };
        let file = File::open(argument).map_err(|error| origin.unreadable(&error))?;
        return Ok((origin, Box::new(file)));
    };
    Ok((Origin { name: name.to_owned() }, source))
}

/// The format that the name of a file promises.
pub(crate) fn format_of_name(argument: &str) -> Option<Format> {
    let extension = Path::new(argument).extension().filter(|_| !is_notation(argument))?;
    Format::of_extension(extension.to_str()?)
}

/// Whether all of it is there from the beginning, so that nobody waits for somebody else to write it.
pub(crate) fn is_complete(argument: &str) -> bool {
    argument != "-" && (Path::new(argument).is_file() || is_notation(argument))
}

/// Whether an argument is a board rather than the name of a file: it begins like LeetCode's notation, or it is a grid and
/// no such file exists.
fn is_notation(argument: &str) -> bool {
    let text = argument.trim_start();
    if Path::new(argument).exists() {
        return false;
    }
    text.starts_with('[')
        || text.contains('\n')
        || catmouse_formats::recognise(argument) == Format::Leetcode
        || (!text.is_empty() && text.chars().all(|c| "#.MCF".contains(c)))
}

impl Origin {
    /// That nothing can be read.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        let wanted = "a board is a file, `-` for standard input, or the board itself as in '[[1,3],[0],[3],[0,2]]'";
        Failure::plain(format!("cannot read `{}`: {error}", self.name.escape_debug()), wanted.to_owned())
    }

    /// That the source failed later on.
    pub(crate) fn broken(&self, error: &io::Error) -> Failure {
        Failure::plain(format!("cannot read on in {}: {error}", self.name.escape_debug()), String::new())
    }

    /// What is wrong with a graph of a stream.
    pub(crate) fn failure(&self, record: &Record, problems: &[Problem]) -> Failure {
        let diagnostic = |problem: &Problem| {
            let span = problem.span.clone().unwrap_or_default();
            Diagnostic {
                message: problem.message.clone(),
                wanted: problem.wanted.clone(),
                source: Some((self.name.clone(), record.text().to_owned(), span)),
                first_line: record.line() as usize,
            }
        };
        Failure::Diagnostics(problems.iter().map(diagnostic).collect())
    }
}
