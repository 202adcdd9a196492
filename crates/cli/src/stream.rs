//! From the command line to a stream of graphs, and from there to results in the same order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use catmouse_formats::{Format, Problem, Record, Records};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::board::{format_of_name, is_notation};
use crate::output::{Diagnostic, Failure, Printer};

/// The graphs of a file, of standard input, or of the argument itself.
pub(crate) struct Stream {
    pub(crate) origin: String,
    pub(crate) records: Records<Box<dyn BufRead + Send>>,
}

/// Where the graphs come from, for messages.
pub(crate) struct Origin {
    pub(crate) name: String,
}

/// Records that may wait to be worked on.
const WAITING: usize = 1 << 12;

/// How long the results that are ready may wait for those before them.
const PATIENCE: Duration = Duration::from_millis(50);

impl Stream {
    /// Opens the stream; its beginning is looked at to recognise the format, unless that is given or the name says it.
    pub(crate) fn open(argument: &str, input: Option<Format>) -> Result<Self, Failure> {
        let cannot_read = |what: String| {
            let wanted = "a board is a file, `-` for standard input, or the board itself as in '[[1,3],[0],[3],[0,2]]'";
            move |error| Failure::plain(format!("cannot read {what}: {error}"), wanted.to_owned())
        };
        let (origin, source): (_, Box<dyn BufRead + Send>) = if argument == "-" {
            ("standard input".to_owned(), Box::new(BufReader::with_capacity(1 << 16, io::stdin())))
        } else if is_notation(argument) {
            ("<board>".to_owned(), Box::new(Cursor::new(argument.as_bytes().to_vec())))
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
        failure(&self.origin, record, problems)
    }

    /// That the source itself failed.
    pub(crate) fn broken(&self, error: &io::Error) -> Failure {
        broken(&self.origin, error)
    }

    /// Works on all graphs with all cores, and hands the results over in the order of the graphs, as soon as they are there.
    ///
    /// A thread of its own reads ahead, but not further than memory is bounded. As many graphs are worked on at a time as
    /// take about [`PATIENCE`], so that one that takes long holds up few. On a terminal a long run shows how far it is.
    pub(crate) fn in_order<T: Send>(
        self,
        first: Vec<io::Result<Record>>,
        printer: &mut Printer<'_>,
        work: impl Fn(&Origin, &Record) -> Result<T, Failure> + Sync,
        mut report: impl FnMut(&mut Printer<'_>, T) -> io::Result<()>,
    ) -> io::Result<()> {
        let Self { origin, records } = self;
        let origin = Origin { name: origin };
        let progress = Progress::new();
        let (sender, receiver) = sync_channel::<io::Result<Record>>(WAITING);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // Whoever does not listen any more has ended.
                first.into_iter().chain(records).try_for_each(|record| sender.send(record).ok())
            });
            let mut at_a_time = 1;
            let mut done = 0;
            let mut fault = None;
            while fault.is_none()
                && let Ok(next) = receiver.recv()
            {
                let mut batch = Vec::with_capacity(at_a_time);
                let mut next = Some(next);
                while let Some(record) = next.take() {
                    match record {
                        Ok(record) => batch.push(record),
                        Err(error) => fault = Some(error),
                    }
                    if batch.len() < at_a_time && fault.is_none() {
                        next = receiver.try_recv().ok();
                    }
                }
                let began = Instant::now();
                let results: Vec<Result<T, Failure>> = match &batch[..] {
                    [record] => vec![work(&origin, record)],
                    many => many.par_iter().map(|record| work(&origin, record)).collect(),
                };
                let took = began.elapsed();
                if took < PATIENCE / 4 && batch.len() == at_a_time {
                    at_a_time = (at_a_time * 2).min(WAITING);
                } else if took > PATIENCE {
                    at_a_time = (at_a_time / 2).max(1);
                }
                done += results.len();
                for result in results {
                    match result {
                        Ok(result) => report(printer, result)?,
                        Err(failure) => printer.complain(&failure),
                    }
                }
                printer.out.flush()?;
                progress.show(done);
            }
            if let Some(error) = fault {
                printer.complain(&broken(&origin.name, &error));
            }
            Ok(())
        })
    }
}

impl Origin {
    /// What is wrong with a graph.
    pub(crate) fn failure(&self, record: &Record, problems: &[Problem]) -> Failure {
        failure(&self.name, record, problems)
    }
}

fn failure(origin: &str, record: &Record, problems: &[Problem]) -> Failure {
    let diagnostic = |problem: &Problem| {
        let span = problem.span.clone().unwrap_or_default();
        Diagnostic {
            message: problem.message.clone(),
            wanted: problem.wanted.clone(),
            source: Some((origin.to_owned(), record.text().to_owned(), span)),
            first_line: record.line() as usize,
        }
    };
    Failure::Diagnostics(problems.iter().map(diagnostic).collect())
}

fn broken(origin: &str, error: &io::Error) -> Failure {
    Failure::plain(format!("cannot read on in {}: {error}", origin.escape_debug()), String::new())
}

/// How far a long run is, on a terminal that does not show the results themselves.
struct Progress(Option<ProgressBar>);

impl Progress {
    fn new() -> Self {
        let seen = io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self(seen.then(|| {
            let style = ProgressStyle::with_template("{pos} graphs, {per_sec}, {elapsed}");
            ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        }))
    }

    fn show(&self, done: usize) {
        if let Some(bar) = &self.0 {
            bar.set_position(done as u64);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
