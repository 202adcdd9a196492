//! From the command line to a stream of graphs, and from there to results in the same order.

use std::collections::VecDeque;
use std::io::{self, BufReader, IsTerminal};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use catmouse_formats::{FormatChoice, ReadOptions, Record, Records};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::BoardSource;
use crate::output::text::counted;
use crate::output::{Failure, Printer};
use crate::source::{self, Opened, Origin, Source};

/// The graphs of a file, of standard input, or of the argument itself.
pub(crate) struct Stream {
    pub(crate) origin: Origin,
    /// What to tell the user on stderr, if anything.
    pub(crate) note: Option<String>,
    /// Graphs that have been looked at already, and are still to be worked on.
    first: VecDeque<io::Result<Record>>,
    /// The graphs behind those; none where one graph was picked.
    rest: Option<Records<BufReader<Source>>>,
    /// Whether nobody ever waits for the next record.
    is_complete: bool,
}

/// Portions whose results may wait for those before them.
const WAITING: usize = 64;

/// The most graphs of a portion.
const MOST_AT_A_TIME: usize = 128;

/// Bytes of graphs after which a portion is not made larger.
const ENOUGH_BYTES: usize = 1 << 16;

/// How long the results that are ready may wait for the rest of their portion.
const PATIENCE: Duration = Duration::from_millis(50);

/// How many threads work on a stream.
pub(crate) fn workers() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// What came of some graphs that follow each other.
#[derive(Default)]
struct Portion {
    graphs: usize,
    /// The results, one behind the other.
    results: Vec<u8>,
    /// What is wrong with some of the graphs, and how many bytes of results stand before that.
    failures: Vec<(usize, Failure)>,
}

/// What the workers take graphs from.
struct Supply {
    stream: Stream,
    /// Where portions are announced in the order of their graphs, no more than [`WAITING`] at a time; none when there are no more.
    order: Option<SyncSender<Receiver<Portion>>>,
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
        let source = BufReader::with_capacity(1 << 16, source);
        let options = ReadOptions { format, base: input.base };
        let records = Records::new(source, options).map_err(|error| origin.unreadable(&error))?;
        let origin = Origin { is_stream: records.may_be_several(), ..origin };
        let stream = Self { origin, note, first: VecDeque::new(), rest: Some(records), is_complete };
        match input.graph {
            None => Ok(stream),
            Some(number) => stream.pick(number),
        }
    }

    /// The stream of one of its graphs, counted from 1.
    fn pick(mut self, number: u64) -> Result<Self, Failure> {
        let mut passed = 0;
        for record in self.rest.take().into_iter().flatten() {
            let record = record.map_err(|error| self.origin.broken(&error))?;
            if record.number() == number {
                return Ok(Self { first: [Ok(record)].into(), ..self });
            }
            passed = record.number();
        }
        let message = format!("there is no graph {number} in {}", self.origin.name.escape_debug());
        Err(Failure::plain(message, format!("it has {}, counted from 1", counted(passed as usize, "graph", "graphs"))))
    }

    /// The next graph.
    pub(crate) fn next_graph(&mut self) -> Option<io::Result<Record>> {
        self.first.pop_front().or_else(|| self.rest.as_mut()?.next())
    }

    /// Puts a graph back before the others.
    pub(crate) fn put_back(&mut self, record: io::Result<Record>) {
        self.first.push_front(record);
    }

    /// The one graph that there is.
    pub(crate) fn only(&mut self) -> Result<Record, Failure> {
        let mut next = || self.next_graph().transpose().map_err(|error| self.origin.broken(&error));
        let (record, second) = (next()?, next()?);
        let Some(record) = record else { return Err(self.origin.empty()) };
        let Some(second) = second else { return Ok(record) };
        // What follows a board may be no board at all.
        second.read().map_err(|error| self.origin.failure(&second, &error.problems))?;
        let name = self.origin.name.escape_debug();
        let wanted = "`--graph N` picks one of them, counted from 1; `solve`, `cops` and `convert` take all";
        Err(Failure::plain(
            format!("there are several graphs in {name}, and this command takes one"),
            wanted.to_owned(),
        ))
    }

    /// Whether the next graph is there without waiting for anybody.
    fn is_at_hand(&self) -> bool {
        self.is_complete || !self.first.is_empty() || self.rest.as_ref().is_none_or(Records::is_at_hand)
    }

    /// Works on all graphs with all cores, and prints the results in the order of the graphs, as soon as they are there.
    ///
    /// Each thread takes some graphs that follow each other, as many as are there without waiting for more and take well below
    /// [`PATIENCE`], and adds their results to a text. It has a room of its own to work in. Memory is bounded: one graph that
    /// takes long holds up only so many others. On a terminal a long run shows how far it is.
    pub(crate) fn in_order<R>(
        self,
        printer: &mut Printer<'_>,
        room: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Origin, &Record, &mut Vec<u8>) -> Result<(), Failure> + Sync,
    ) -> io::Result<()> {
        let origin = self.origin.clone();
        let (order, in_order) = sync_channel(WAITING);
        let supply = Mutex::new(Supply { stream: self, order: Some(order) });
        let serve = || {
            let mut room = room();
            let mut at_a_time = 1;
            loop {
                // A statement of its own: in the head of a loop the lock would be held while the graphs are worked on.
                let taken = lock(&supply).take(at_a_time);
                let Some((graphs, reply)) = taken else { return };
                let began = Instant::now();
                let full = graphs.len() == at_a_time;
                let mut portion = Portion { graphs: graphs.len(), ..Portion::default() };
                for graph in graphs {
                    let before = portion.results.len();
                    let result = match graph {
                        Ok(record) => work(&mut room, &origin, &record, &mut portion.results),
                        Err(error) => Err(origin.broken(&error)),
                    };
                    if let Err(failure) = result {
                        portion.results.truncate(before);
                        portion.failures.push((before, failure));
                    }
                }
                let took = began.elapsed();
                if took < PATIENCE / 4 && full {
                    at_a_time = (at_a_time * 2).min(MOST_AT_A_TIME);
                } else if took > PATIENCE {
                    at_a_time = (at_a_time / 2).max(1);
                }
                if reply.send(portion).is_err() {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..workers() {
                scope.spawn(serve);
            }
            let delivered = deliver(&in_order, &origin, printer);
            drop(in_order); // whoever still works learns from this that no more is wanted
            delivered
        })
    }
}

impl Supply {
    /// The next graphs, at most so many, and where to send what comes of them. None at the end, or if nobody wants them.
    fn take(&mut self, most: usize) -> Option<(Vec<io::Result<Record>>, SyncSender<Portion>)> {
        let order = self.order.as_ref()?;
        let (reply, portion) = sync_channel(1);
        let mut graphs = Vec::with_capacity(most);
        let mut bytes = 0;
        while graphs.len() < most && bytes < ENOUGH_BYTES {
            if !self.stream.is_at_hand() && !graphs.is_empty() {
                break;
            }
            let Some(graph) = self.stream.next_graph() else { break };
            bytes += graph.as_ref().map_or(0, |record| record.text().len());
            graphs.push(graph);
        }
        if graphs.is_empty() || order.send(portion).is_err() {
            self.order = None;
            return None;
        }
        Some((graphs, reply))
    }
}

/// Locks the supply; a worker that has panicked left it in order.
fn lock(supply: &Mutex<Supply>) -> MutexGuard<'_, Supply> {
    supply.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints portions as they come, in order, until there are no more or too much is wrong.
fn deliver(in_order: &Receiver<Receiver<Portion>>, origin: &Origin, printer: &mut Printer<'_>) -> io::Result<()> {
    let progress = Progress::new();
    let mut done = 0;
    while let Some(portion) = next(in_order, printer)? {
        let Some(portion) = next(&portion, printer)? else {
            break; // its worker has panicked, and will say so
        };
        let mut printed = 0;
        for (before, failure) in &portion.failures {
            printer.out.write_all(&portion.results[printed..*before])?;
            printed = *before;
            if printer.complain(failure).is_break() {
                return Ok(());
            }
        }
        printer.out.write_all(&portion.results[printed..])?;
        done += portion.graphs;
        progress.show(done);
    }
    if done == 0 {
        let _ = printer.complain(&origin.empty());
    }
    Ok(())
}

/// The next message; before it is waited for, what has been printed is shown.
fn next<T>(messages: &Receiver<T>, printer: &mut Printer<'_>) -> io::Result<Option<T>> {
    match messages.try_recv() {
        Err(TryRecvError::Empty) => {
            printer.out.flush()?;
            Ok(messages.recv().ok())
        }
        message => Ok(message.ok()),
    }
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

#[cfg(test)]
mod tests {
    use std::sync::Condvar;

    use catmouse_formats::Format;

    use super::*;

    /// Each worker waits at its first graph until all have one. A lock that is held too long would let them in one by one.
    #[test]
    fn the_workers_work_at_the_same_time() {
        let (at_work, all_here) = (Mutex::new(0), Condvar::new());
        let wait_for_all = |(): &mut (), _: &Origin, _: &Record, results: &mut Vec<u8>| {
            let mut at_work = at_work.lock().expect("nobody panics");
            *at_work += 1;
            all_here.notify_all();
            let (at_work, late) = all_here
                .wait_timeout_while(at_work, Duration::from_mins(1), |at_work| *at_work < workers())
                .expect("nobody panics");
            results.push(if late.timed_out() { b'.' } else { b'x' });
            drop(at_work);
            Ok(())
        };
        let graphs = "Bw\n".repeat(workers());
        let input = BoardSource { board: Some(graphs), input: Some(Format::Graph6), base: None, graph: None };
        let stream = Stream::open(&input).unwrap_or_else(|_| unreachable!("it is graph6"));
        let mut out = Vec::new();
        let delivered = stream.in_order(&mut Printer::new(&mut out), || (), wait_for_all);
        assert!(delivered.is_ok());
        assert_eq!(out, b"x".repeat(workers()));
    }
}
