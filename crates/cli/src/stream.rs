//! From the command line to a stream of graphs, and from there to results in the same order.

use std::io::{self, IsTerminal};

use catmouse::{Delivered, Error, Graphs};
use catmouse_formats::{FormatChoice, ReadOptions, Record};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::BoardSource;
use crate::board::MessageContext;
use crate::output::{Failure, Printer};
use crate::source::{self, Opened, Origin, Source};

/// The graphs of a file, of standard input, or of the argument itself.
pub(crate) struct Stream {
    pub(crate) origin: Origin,
    /// What to tell the user on stderr, if anything.
    pub(crate) note: Option<String>,
    pub(crate) graphs: Graphs<Source>,
}

/// What came of some graphs that follow each other.
#[derive(Default)]
struct Portion {
    /// The results, one behind the other.
    results: Vec<u8>,
    /// What is wrong with some of the graphs, and how many bytes of results stand before that.
    failures: Vec<(usize, Failure)>,
}

impl Stream {
    /// Opens the stream; its beginning is looked at to recognise the format, unless that is given or the name says it. Where one
    /// graph is picked, it is the only one.
    pub(crate) fn open(input: &BoardSource) -> Result<Self, Failure> {
        let Opened { origin, source, named, is_complete, note } = source::open(input.board.as_deref())?;
        let format = match (input.input, named) {
            (Some(format), _) => FormatChoice::Insisted(format),
            (None, Some(format)) => FormatChoice::Named(format),
            (None, None) => FormatChoice::Recognise,
        };
        let options = ReadOptions { format, base: input.base };
        let graphs = Graphs::new(source, options).map_err(|error| origin.unreadable(&error))?;
        let graphs = if is_complete { graphs.all_there() } else { graphs };
        let origin = Origin { is_stream: graphs.may_be_several(), ..origin };
        let graphs = match input.graph {
            None => graphs,
            Some(number) => {
                let context = MessageContext { origin: origin.clone(), rules: None, table: None };
                graphs.pick(number).map_err(|error| context.failure(error))?
            }
        };
        Ok(Self { origin, note, graphs })
    }

    /// Works on all graphs with all cores, and prints the results in the order of the graphs, as soon as they are there. On a
    /// terminal a long run shows how far it is.
    pub(crate) fn in_order<R>(
        self,
        printer: &mut Printer<'_>,
        context: &MessageContext,
        room: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Record, &mut Vec<u8>) -> Result<(), Error> + Sync,
    ) -> io::Result<()> {
        let work = |room: &mut R, record: io::Result<Record>, portion: &mut Portion| {
            let before = portion.results.len();
            let failure = match record {
                Err(error) => Some(context.failure(Error::Source(error))),
                Ok(record) => work(room, &record, &mut portion.results)
                    .err()
                    .map(|error| context.failure_at(error, Some(record.number()))),
            };
            if let Some(failure) = failure {
                portion.results.truncate(before);
                portion.failures.push((before, failure));
            }
        };
        let progress = Progress::new();
        let mut done = 0;
        let delivered = self.graphs.in_order(room, work, |delivered| match delivered {
            Delivered::Portion(portion, graphs) => {
                done += graphs;
                print(&portion, printer)?;
                progress.show(done);
                Ok(())
            }
            _ => printer.out.flush().map_err(Some),
        });
        match delivered {
            Err(Some(error)) => return Err(error),
            Err(None) => return Ok(()), // too much is wrong
            Ok(()) if done == 0 => {
                let _ = printer.complain(&context.origin.empty());
            }
            Ok(()) => {}
        }
        Ok(())
    }
}

/// Prints what came of some graphs. Fails with nothing where too much is wrong.
fn print(portion: &Portion, printer: &mut Printer<'_>) -> Result<(), Option<io::Error>> {
    let mut printed = 0;
    for (before, failure) in &portion.failures {
        printer.out.write_all(&portion.results[printed..*before])?;
        printed = *before;
        if printer.complain(failure).is_break() {
            return Err(None);
        }
    }
    Ok(printer.out.write_all(&portion.results[printed..])?)
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
