//! From the command line to a stream of graphs, and from there to results in the same order.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;

use catmouse::{Delivery, Error, GraphDigest, Graphs, StreamProgress, Tally};
use catmouse_formats::{FormatChoice, Parallel, ReadOptions, Record};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::args::{BoardSource, LongStream};
use crate::destination::{Destination, Log};
use crate::messages::MessageContext;
use crate::output::{Failure, Printer, Report};
use crate::source::{self, Opened, Origin, Source};

/// The graphs of a file, of standard input, or of the argument itself.
pub(crate) struct Stream {
    pub(crate) origin: Origin,
    /// What to tell the user on stderr, if anything.
    pub(crate) note: Option<String>,
    pub(crate) graphs: Graphs<Source>,
    /// Whether only a share of the graphs is taken, of which there may be none though there are others.
    is_share: bool,
}

/// What came of some graphs that follow each other.
#[derive(Default)]
struct Portion<T> {
    results: T,
    /// What is wrong with some of the graphs, and how many bytes of results stand before that.
    failures: Vec<(usize, Failure)>,
    /// The graphs themselves, for runs that are gone on with.
    passed: Vec<GraphDigest>,
    /// Whether the source failed before its end.
    is_broken: bool,
}

/// What came of a stream.
struct Outcome<S> {
    kept: S,
    /// Whether there were graphs, and not too much was wrong with them.
    has_results: bool,
    /// Whether the stream was worked through to its end.
    is_whole: bool,
}

/// What graphs that follow each other come to.
pub(crate) trait Results: Default + Send {
    /// How much there is of it to print.
    fn bytes(&self) -> &[u8] {
        &[]
    }

    /// Takes back what goes beyond so many bytes.
    fn truncate(&mut self, _bytes: usize) {}
}

/// Lines to print as soon as they are there.
impl Results for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }

    fn truncate(&mut self, bytes: usize) {
        self.truncate(bytes);
    }
}

/// Counts, to be printed in the end.
impl<K: Ord + Send> Results for Tally<K> {}

impl Stream {
    /// Opens the stream; its beginning is looked at to recognise the format, unless that is given or the name says it. Where one
    /// graph is picked, it is the only one.
    /// `directed` is whether the flags say that edges lead one way.
    pub(crate) fn open(input: &BoardSource, directed: Option<bool>) -> Result<Self, Failure> {
        let Opened { origin, source, named, is_complete, note } = source::open(input.board.as_deref())?;
        let format = match (input.input, named) {
            (Some(format), _) => FormatChoice::Insisted(format),
            (None, Some(format)) => FormatChoice::Named(format),
            (None, None) => FormatChoice::Recognise,
        };
        let parallel = match directed {
            _ if input.parallel_edges => Parallel::Kept,
            Some(true) => Parallel::OneWay,
            _ => Parallel::Refused,
        };
        let options = ReadOptions { format, base: input.base, parallel };
        let graphs = Graphs::new(source, options).map_err(|error| match error.kind() {
            // What is packed is damaged.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof => {
                origin.broken(&error)
            }
            _ => origin.unreadable(&error),
        })?;
        let mut graphs = if is_complete { graphs.fully_available() } else { graphs };
        let guessed = graphs.guessed_format().map(|format| {
            format!("the shape of the lines says that this is {format}; `--input FORMAT` says otherwise")
        });
        let note = joined(note, guessed);
        let origin = Origin { is_stream: graphs.may_be_several(), ..origin };
        let origin = if graphs.is_packed() { origin.unpacked() } else { origin };
        let graphs = match input.graph {
            None => graphs,
            Some(number) => {
                let context = MessageContext { origin: origin.clone(), rules: None, table: None };
                graphs.pick(number).map_err(|error| context.failure(error))?
            }
        };
        Ok(Self { origin, note, graphs, is_share: false })
    }

    /// The report of what comes of the graphs, where the flags want it; `body` and `asked` as in [`Destination::report`].
    pub(crate) fn report(
        mut self,
        long: &LongStream,
        asked: &[String],
        context: MessageContext,
        body: impl FnOnce(Self, &MessageContext, &mut Printer<'_>, &mut Log<'_>) -> io::Result<bool> + 'static,
    ) -> Result<Report, Failure> {
        let note = self.note.take();
        let errors = context.clone();
        let go_on = move |stream: &mut Self, reached: &StreamProgress| {
            stream.graphs.resume_from(reached).map_err(|error| errors.failure(error))
        };
        let body = move |stream, printer: &mut Printer<'_>, log: &mut Log<'_>| body(stream, &context, printer, log);
        Destination::report(long, asked, (self, note), go_on, body)
    }

    /// Takes the share of the graphs that is asked for.
    pub(crate) fn share(mut self, long: &LongStream) -> Self {
        let Some(shard) = long.shard else { return self };
        if let Some(first) = self.graphs.next() {
            self.graphs.put_back(first);
            self.is_share = true;
        }
        Self { graphs: self.graphs.shard(shard), ..self }
    }

    /// Whether there may be nothing left to work on: in a share, and behind what an earlier run has worked on.
    pub(crate) fn may_be_empty(&self, log: &Log<'_>) -> bool {
        self.is_share || log.goes_on()
    }

    /// Works on all graphs on so many threads, and prints the results in the order of the graphs, as soon as they are there. On a
    /// terminal a long run shows how far it is. Says whether that is all: not where too much is wrong, or where the source fails.
    pub(crate) fn in_order<R>(
        self,
        (printer, log): (&mut Printer<'_>, &mut Log<'_>),
        context: &MessageContext,
        threads: NonZeroUsize,
        workspace: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Record, &mut Vec<u8>) -> Result<(), Error> + Sync,
    ) -> io::Result<bool> {
        let outcome = self.deliver((printer, log), context, threads, workspace, work, ((), |(), _| ()))?;
        Ok(outcome.is_whole)
    }

    /// Works on all graphs likewise, and counts them, those of earlier runs included. None where there is nothing to count, or too much is
    /// wrong to go on; and whether all graphs are counted.
    pub(crate) fn tally<R, K: Clone + Ord + Send + Serialize + DeserializeOwned>(
        self,
        (printer, log): (&mut Printer<'_>, &mut Log<'_>),
        context: &MessageContext,
        threads: NonZeroUsize,
        workspace: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Record, &mut Tally<K>) -> Result<(), Error> + Sync,
    ) -> io::Result<(Option<Tally<K>>, bool)> {
        let sum: Tally<K> = log.counted()?;
        let keep = |sum: &mut Tally<K>, later| sum.append(later);
        let outcome = self.deliver((printer, log), context, threads, workspace, work, (sum, keep))?;
        Ok((outcome.has_results.then_some(outcome.kept), outcome.is_whole))
    }

    /// Works on all graphs and hands on what comes of them.
    fn deliver<R, T: Results, S: Serialize>(
        self,
        (printer, log): (&mut Printer<'_>, &mut Log<'_>),
        context: &MessageContext,
        threads: NonZeroUsize,
        workspace: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Record, &mut T) -> Result<(), Error> + Sync,
        (mut kept, mut keep): (S, impl FnMut(&mut S, T)),
    ) -> io::Result<Outcome<S>> {
        let is_noted = log.is_kept();
        let work = |workspace: &mut R, record: io::Result<Record>, portion: &mut Portion<T>| {
            let before = portion.results.bytes().len();
            let failure = match record {
                Err(error) => {
                    portion.is_broken = true;
                    Some(context.failure(Error::Source(error)))
                }
                Ok(record) => {
                    if is_noted {
                        portion.passed.push(GraphDigest::of(&record));
                    }
                    work(workspace, &record, &mut portion.results)
                        .err()
                        .map(|error| context.failure_at(error, Some(record.number())))
                }
            };
            if let Some(failure) = failure {
                portion.results.truncate(before);
                portion.failures.push((before, failure));
            }
        };
        let progress = Progress::new();
        let (mut done, mut is_broken) = (0, false);
        // A share may be empty, and what is gone on with may be at its end; but not a stream.
        let may_be_empty = self.may_be_empty(log);
        let delivered = self.graphs.in_order(threads, workspace, work, |delivered| match delivered {
            Delivery::Portion(portion, graphs) => {
                done += graphs;
                print(&portion, printer)?;
                keep(&mut kept, portion.results);
                progress.show(done);
                is_broken |= portion.is_broken;
                if !is_broken {
                    log.passed(&portion.passed, printer, || &kept)?;
                }
                Ok(())
            }
            _ => printer.out.flush().map_err(Some),
        });
        let is_whole = match delivered {
            Err(Some(error)) => return Err(error),
            Err(None) => return Ok(Outcome { kept, has_results: false, is_whole: false }), // too much is wrong
            Ok(()) if done == 0 && !may_be_empty => {
                let _ = printer.complain(&context.origin.empty());
                false
            }
            Ok(()) => !is_broken,
        };
        Ok(Outcome { kept, has_results: done > 0 || may_be_empty, is_whole })
    }
}

/// Two things to tell the user, as one.
pub(crate) fn joined(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => Some(format!("{one}; {other}")),
        (one, other) => one.or(other),
    }
}

/// Prints what came of some graphs. Fails with nothing where too much is wrong.
fn print<T: Results>(portion: &Portion<T>, printer: &mut Printer<'_>) -> Result<(), Option<io::Error>> {
    let (bytes, mut printed) = (portion.results.bytes(), 0);
    for (before, failure) in &portion.failures {
        printer.out.write_all(&bytes[printed..*before])?;
        printed = *before;
        if printer.complain(failure).is_break() {
            return Err(None);
        }
    }
    Ok(printer.out.write_all(&bytes[printed..])?)
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
