//! From the command line to a stream of graphs, and from the graphs to results in the same order.

use std::io;
use std::num::NonZeroUsize;

use catmouse::{
    Error,
    answers::BoardLabel,
    streams::{Delivery, GraphDigest, Graphs, StreamProgress, SummaryTally},
};
use catmouse_formats::{FormatChoice, NAMED_GRAPH, Parallel, ReadOptions, Record};
use catmouse_model::legible_line;
use indicatif::ProgressBar;

use crate::args::{BoardSource, Format, LongStream};
use crate::destination::{Counted, Destination, Log};
use crate::messages::MessageContext;
use crate::output::{Failure, Printer, Report, csv_line, progress};
use crate::setting_flags::Reading;
use crate::source::{self, Opened, Origin};

/// The graphs of a file, of standard input, of an argument, or of several sources.
pub(crate) struct Stream {
    pub(crate) origin: Origin,
    /// A note for the user on stderr, if there is one.
    pub(crate) note: Option<String>,
    pub(crate) graphs: Graphs,
    /// Whether the stream is a shard, which may be empty although the whole stream is not.
    is_share: bool,
    /// Whether there are several sources. Then each result names its source.
    pub(crate) is_several: bool,
    /// The format in which results name their source; `None` if they do not.
    pub(crate) labels: Option<Format>,
    /// What precedes the first result.
    head: Vec<u8>,
}

/// The results of some consecutive graphs.
#[derive(Default)]
struct Portion<T> {
    results: T,
    /// The failures of some graphs, each with the number of bytes of results before it, and whether
    /// the graph is wrong rather than too large.
    failures: Vec<(usize, Failure, bool)>,
    /// The digests of the graphs, for checkpoints.
    passed: Vec<GraphDigest>,
    /// Whether the source failed before its end.
    is_broken: bool,
    /// Whether the end of the single graph was not found. Then a longer source may have more of the
    /// graph.
    is_open: bool,
}

/// The outcome of working through a stream.
struct Outcome {
    kept: Counted,
    /// Whether there is something to print: a result, or nothing wrong.
    has_results: bool,
    /// Whether all graphs of the stream were worked on.
    is_whole: bool,
}

/// Results of consecutive graphs that can be collected.
pub(crate) trait Results: Default + Send {
    /// The bytes to print.
    fn bytes(&self) -> &[u8] {
        &[]
    }

    /// Shortens the bytes to this number.
    fn truncate(&mut self, _bytes: usize) {}
}

/// Lines that are printed as soon as they are ready.
impl Results for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }

    fn truncate(&mut self, bytes: usize) {
        self.truncate(bytes);
    }
}

/// Counts that are printed at the end.
impl Results for SummaryTally {}

impl Stream {
    /// Opens the stream. If neither a flag nor the name gives the format, the beginning of the
    /// stream is read to recognise it. If a flag picks one graph, the stream has only this graph.
    pub(crate) fn open(input: &BoardSource, reading: Reading) -> Result<Self, Failure> {
        Self::of_opened(source::open(input.board.as_deref())?, input, reading)
    }

    /// The stream of an opened source.
    pub(crate) fn of_opened(opened: Opened, input: &BoardSource, reading: Reading) -> Result<Self, Failure> {
        let Opened { origin, source, named, is_complete, note } = opened;
        let format = match (input.input, named) {
            (Some(format), _) => FormatChoice::Insisted(format),
            (None, Some(format)) => FormatChoice::Named(format),
            (None, None) => FormatChoice::Recognise,
        };
        let parallel = match reading.directed {
            _ if reading.parallel_edges => Parallel::Kept,
            Some(true) => Parallel::OneWay,
            _ => Parallel::Refused,
        };
        let options = ReadOptions {
            format,
            base: reading.base,
            parallel,
            costs: reading.costs,
            diagonals: reading.diagonals,
            made_from: origin.is_named_graph.then_some(NAMED_GRAPH),
        };
        let graphs = Graphs::new(source, options).map_err(|error| match error.kind() {
            // The compressed data is damaged.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof => {
                origin.broken(&error)
            }
            _ => origin.unreadable(&error),
        })?;
        let mut graphs = if is_complete { graphs.fully_available() } else { graphs };
        let guessed = graphs
            .guessed_format()
            .map(|format| format!("the lines look like {format}; `--input FORMAT` reads another format"));
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
        Ok(Self { note, ..Self::of(origin, graphs) })
    }

    fn of(origin: Origin, graphs: Graphs) -> Self {
        Self { origin, note: None, graphs, is_share: false, is_several: false, labels: None, head: Vec::new() }
    }

    /// A stream of several sources.
    pub(crate) fn of_several(origin: Origin, graphs: Graphs) -> Self {
        Self { is_several: true, ..Self::of(origin, graphs) }
    }

    /// If there are several sources, each result will name its source in this format. CSV begins
    /// with the names of the columns.
    pub(crate) fn label(&mut self, format: Format, columns: &[&str]) {
        self.labels = self.is_several.then_some(format);
        if format == Format::Csv {
            let source: &[&str] = if self.is_several { &["source"] } else { &[] };
            csv_line(&mut self.head, &[source, columns].concat());
        }
    }

    /// The report of the results, at the destination that the flags choose. `body` and `asked` are
    /// those of [`Destination::report`].
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

    /// Reduces the stream to the shard that the flags choose.
    pub(crate) fn share(mut self, long: &LongStream) -> Self {
        let Some(shard) = long.shard else { return self };
        if let Some(first) = self.graphs.next() {
            self.graphs.put_back(first);
            self.is_share = true;
        }
        Self { graphs: self.graphs.shard(shard), ..self }
    }

    /// Whether it is no error if no graph is left: in a shard, or after an earlier run.
    pub(crate) fn may_be_empty(&self, log: &Log<'_>) -> bool {
        self.is_share || log.goes_on()
    }

    /// Works on all graphs on this number of threads, and prints the results in the order of the
    /// graphs as soon as they are ready. On a terminal, a long run shows its progress. Returns
    /// whether the results are complete. They are incomplete after too many failures, or if the
    /// source fails.
    pub(crate) fn in_order<R>(
        self,
        (printer, log): (&mut Printer<'_>, &mut Log<'_>),
        context: &MessageContext,
        threads: NonZeroUsize,
        workspace: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Record, &mut Vec<u8>) -> Result<(), Error> + Sync,
    ) -> io::Result<bool> {
        let labels = self.labels;
        let work = |workspace: &mut R, record: &Record, out: &mut Vec<u8>| {
            let before = out.len();
            work(workspace, record, out)?;
            if let Some(format) = labels {
                label(out, before, record, format);
            }
            Ok(())
        };
        let progress = Progress::new(!printer.is_seen);
        let keep: fn(&mut Counted, Vec<u8>) = |_, _| ();
        let kept = (Counted::default(), progress, keep);
        let outcome = self.deliver((printer, log), context, threads, workspace, work, kept)?;
        Ok(outcome.is_whole)
    }

    /// Works on all graphs and counts them, including those of earlier runs. Returns the counts,
    /// and whether all graphs are counted. The counts are `None` if there are no graphs, too many
    /// failures, or if no graph has a result.
    pub(crate) fn tally<R>(
        self,
        (printer, log): (&mut Printer<'_>, &mut Log<'_>),
        context: &MessageContext,
        threads: NonZeroUsize,
        workspace: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Record, &mut SummaryTally) -> Result<(), Error> + Sync,
    ) -> io::Result<(Option<SummaryTally>, bool)> {
        let keep: fn(&mut Counted, SummaryTally) = |kept, later| kept.kinds.append(later);
        let kept = (log.counted(), Progress::new(true), keep);
        let stream = Self { head: Vec::new(), ..self };
        let outcome = stream.deliver((printer, log), context, threads, workspace, work, kept)?;
        Ok((outcome.has_results.then_some(outcome.kept.kinds), outcome.is_whole))
    }

    /// Works on all graphs and delivers their results in order.
    fn deliver<R, T: Results>(
        self,
        (printer, log): (&mut Printer<'_>, &mut Log<'_>),
        context: &MessageContext,
        threads: NonZeroUsize,
        workspace: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Record, &mut T) -> Result<(), Error> + Sync,
        (mut kept, progress, keep): (Counted, Progress, fn(&mut Counted, T)),
    ) -> io::Result<Outcome> {
        let is_noted = log.is_kept();
        let work = |workspace: &mut R, record: io::Result<Record>, portion: &mut Portion<T>| {
            let before = portion.results.bytes().len();
            let failure = match record {
                Err(error) => {
                    portion.is_broken = true;
                    Some((context.failure(Error::Source(error)), true))
                }
                Ok(record) => {
                    portion.is_open |= !record.is_whole();
                    if is_noted {
                        portion.passed.push(GraphDigest::of(&record));
                    }
                    work(workspace, &record, &mut portion.results).err().map(|error| {
                        let is_wrong = !error.is_about_memory();
                        (context.of_source(record.source()).failure_at(error, Some(record.number())), is_wrong)
                    })
                }
            };
            if let Some((failure, is_wrong)) = failure {
                portion.results.truncate(before);
                portion.failures.push((before, failure, is_wrong));
            }
        };
        let (mut done, mut is_broken, mut is_open, mut has_results) = (0, false, false, log.goes_on());
        // A shard may be empty, and so may the rest of a resumed run, but a whole stream must have
        // graphs.
        let may_be_empty = self.may_be_empty(log);
        let mut head = if log.has_output() { Vec::new() } else { self.head };
        let delivered = self.graphs.in_order(threads, workspace, work, |delivered| match delivered {
            Delivery::Portion(portion, graphs) => {
                done += graphs;
                (is_broken, is_open) = (is_broken | portion.is_broken, is_open | portion.is_open);
                if is_broken || is_open {
                    log.note(printer, &kept)?; // before results that a longer source may change
                }
                has_results |= graphs > portion.failures.len();
                if has_results {
                    printer.out.write_all(&std::mem::take(&mut head))?;
                }
                print(&portion, printer)?;
                keep(&mut kept, portion.results);
                progress.show(done);
                if !is_broken && !is_open {
                    log.passed(&portion.passed, printer, &kept)?;
                }
                Ok(())
            }
            _ => printer.out.flush().map_err(Some),
        });
        let is_whole = match delivered {
            Err(Some(error)) => return Err(error),
            Err(None) => return Ok(Outcome { kept, has_results: false, is_whole: false }), // too many failures
            Ok(()) if done == 0 && !may_be_empty => {
                let _ = printer.complain(&context.origin.empty());
                false
            }
            Ok(()) => {
                if done == 0 {
                    log.say_nothing_is_left();
                } else if !is_broken && !is_open {
                    log.note(printer, &kept)?;
                }
                !is_broken
            }
        };
        has_results |= !printer.complaints().has_any();
        if has_results {
            printer.out.write_all(&head)?;
        }
        Ok(Outcome { kept, has_results, is_whole })
    }
}

/// Joins two notes for the user into one.
pub(crate) fn joined(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => Some(format!("{one}; {other}")),
        (one, other) => one.or(other),
    }
}

/// Prints the results of some graphs. Fails after too many failures.
fn print<T: Results>(portion: &Portion<T>, printer: &mut Printer<'_>) -> Result<(), Option<io::Error>> {
    let (bytes, mut printed) = (portion.results.bytes(), 0);
    for (before, failure, is_wrong) in &portion.failures {
        printer.out.write_all(&bytes[printed..*before])?;
        printed = *before;
        if !is_wrong {
            printer.refuse(failure);
        } else if printer.complain(failure).is_break() {
            return Err(None);
        }
    }
    Ok(printer.out.write_all(&bytes[printed..])?)
}

/// Adds the source of a graph and its line there to its result, which begins at byte `from`. It
/// becomes the first column of CSV or the beginning of the line. In JSON it is a key of the answer.
fn label(out: &mut Vec<u8>, from: usize, record: &Record, format: Format) {
    let Some(place) = BoardLabel::of(record).source().filter(|_| out.len() > from) else { return };
    let place = legible_line(&place).into_owned();
    match format {
        Format::Json => {}
        Format::Csv => {
            let mut field = Vec::new();
            csv_line(&mut field, &[place]);
            field.pop();
            field.push(b',');
            out.splice(from..from, field);
        }
        Format::Text => {
            out.splice(from..from, format!("{place}: ").into_bytes());
        }
    }
}

/// The progress of a long run, shown on a terminal.
struct Progress(Option<ProgressBar>);

impl Progress {
    /// The progress, unless results appear on the same terminal meanwhile.
    fn new(is_alone: bool) -> Self {
        let bar = || progress::bar(ProgressBar::no_length(), "{pos} graphs, {rate}, {elapsed}");
        Self(is_alone.then(bar).flatten())
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
