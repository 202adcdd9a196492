//! From the command line to a stream of graphs, and from what is wrong with one of them to a complaint.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};

use catmouse_formats::{Format, Problem, Record, Records};

use crate::board::{format_of_name, is_notation};
use crate::output::{Diagnostic, Failure};

/// The graphs of a file, of standard input, or of the argument itself.
pub(crate) struct Stream {
    origin: String,
    pub(crate) records: Records<Box<dyn BufRead + Send>>,
}

impl Stream {
    /// Opens the stream; its beginning is looked at to recognise the format, unless that is given or the name says it.
    pub(crate) fn open(argument: &str, input: Option<Format>) -> Result<Self, Failure> {
        let cannot_read = |what: String| {
            let wanted = "graphs are a file, `-` for standard input, or the text itself as in '[[1,3],[0],[3],[0,2]]'";
            move |error| Failure::plain(format!("cannot read {what}: {error}"), wanted.to_owned())
        };
        let (origin, source): (_, Box<dyn BufRead + Send>) = if argument == "-" {
            ("standard input".to_owned(), Box::new(BufReader::with_capacity(1 << 16, std::io::stdin())))
        } else if is_notation(argument) {
            ("<graphs>".to_owned(), Box::new(Cursor::new(argument.as_bytes().to_vec())))
        } else {
            let file = File::open(argument).map_err(cannot_read(format!("`{}`", argument.escape_debug())))?;
            (argument.to_owned(), Box::new(BufReader::with_capacity(1 << 16, file)))
        };
        let format = input.or_else(|| format_of_name(argument));
        let records = Records::new(source, format).map_err(cannot_read(format!("`{}`", origin.escape_debug())))?;
        Ok(Self { origin, records })
    }

    /// What is wrong with a graph.
    pub(crate) fn failure(&self, record: &Record, problems: &[Problem]) -> Failure {
        let diagnostic = |problem: &Problem| {
            let span = problem.span.clone().unwrap_or_default();
            Diagnostic {
                message: problem.message.clone(),
                wanted: problem.wanted.clone(),
                source: Some((self.origin.clone(), record.text().to_owned(), span)),
                first_line: record.line() as usize,
            }
        };
        Failure::Diagnostics(problems.iter().map(diagnostic).collect())
    }

    /// That the source itself failed.
    pub(crate) fn broken(&self, error: &std::io::Error) -> Failure {
        Failure::plain(format!("cannot read on in {}: {error}", self.origin.escape_debug()), String::new())
    }
}
