//! From the command line to a stream of graphs, and from there to results in the same order.

use std::io::{self, BufReader, IsTerminal};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{thread, vec};

use catmouse_formats::{Format, Record, Records};
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{Failure, Printer};
use crate::source::{self, Origin, Source};

/// The graphs of a file, of standard input, or of the argument itself.
pub(crate) struct Stream {
    pub(crate) origin: Origin,
    pub(crate) records: Records<BufReader<Source>>,
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
    /// Graphs that somebody has looked at already.
    first: vec::IntoIter<io::Result<Record>>,
    records: Records<BufReader<Source>>,
    is_complete: bool,
    /// Where portions are announced in the order of their graphs, no more than [`WAITING`] at a time; none when there are no more.
    order: Option<SyncSender<Receiver<Portion>>>,
}

impl Stream {
    /// Opens the stream; its beginning is looked at to recognise the format, unless that is given or the name says it.
    pub(crate) fn open(argument: &str, input: Option<Format>) -> Result<Self, Failure> {
        let (origin, source) = source::open(argument)?;
        let format = input.or_else(|| source::format_of_name(argument));
        let source = BufReader::with_capacity(1 << 16, source);
        let records = Records::new(source, format).map_err(|error| origin.unreadable(&error))?;
        Ok(Self { origin, records, is_complete: source::is_complete(argument) })
    }

    /// Works on all graphs with all cores, and prints the results in the order of the graphs, as soon as they are there.
    ///
    /// Each thread takes some graphs that follow each other, as many as are there without waiting for more and take well below
    /// [`PATIENCE`], and adds their results to a text. It has a room of its own to work in. Memory is bounded: one graph that
    /// takes long holds up only so many others. On a terminal a long run shows how far it is.
    pub(crate) fn in_order<R>(
        self,
        first: Vec<io::Result<Record>>,
        printer: &mut Printer<'_>,
        room: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, &Origin, &Record, &mut Vec<u8>) -> Result<(), Failure> + Sync,
    ) -> io::Result<()> {
        let Self { origin, records, is_complete } = self;
        let (order, in_order) = sync_channel(WAITING);
        let supply = Mutex::new(Supply { first: first.into_iter(), records, is_complete, order: Some(order) });
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
            let delivered = deliver(&in_order, printer);
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
            let is_at_hand = self.is_complete || self.first.len() > 0 || self.records.is_at_hand();
            if !is_at_hand && !graphs.is_empty() {
                break;
            }
            let Some(graph) = self.first.next().or_else(|| self.records.next()) else {
                break;
            };
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
fn deliver(in_order: &Receiver<Receiver<Portion>>, printer: &mut Printer<'_>) -> io::Result<()> {
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
        let stream = Stream::open(&graphs, Some(Format::Graph6)).unwrap_or_else(|_| unreachable!("it is graph6"));
        let mut out = Vec::new();
        let delivered = stream.in_order(Vec::new(), &mut Printer::new(&mut out), || (), wait_for_all);
        assert!(delivered.is_ok());
        assert_eq!(out, b"x".repeat(workers()));
    }
}
