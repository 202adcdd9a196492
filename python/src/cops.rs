//! The number of cats that graphs need: for a single graph, or for a stream on all cores.

use std::collections::HashMap;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use catmouse::formats::{Format, Record};
use catmouse::model::{CopsChoices, IdleRule, Side, Vertex, VertexJson};
use catmouse::{
    Error,
    cops::{CopsAnswer, CopsGraph, CopsQuestion, CopsWorkspace, cop_number_and_capture_time},
    formats::Problem,
    streams::{Delivery, Graphs},
};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTimeoutError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};

use crate::board::{Board, add_line};
use crate::choices::{rules, threads, word};
use crate::error::{ArgumentError, BoardError, CatmouseError, Note, message, notes, placed_text, raised};
use crate::running::{INTERRUPT_INTERVAL, on_a_thread, quickly_or_on_a_thread};
use crate::solved::json;
use crate::table::{Place, Places, Row, Rows, Table};
use crate::workbench::seconds;

/// The most lines in a portion for the threads.
const LINES: usize = 256;

/// The most portions that wait for a thread.
const WAITING: usize = 16;

/// The beginning of a line that replaces an invalid item of an iterator, if errors are kept. The
/// rest of the line is the message. No format has lines with this beginning.
pub(crate) const REFUSED: char = '\u{1}';

/// The interval between two reports of progress to the caller.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The interval between two requests for more lines while the iterator has more.
const REQUEST_INTERVAL: Duration = Duration::from_millis(1);

/// The question about each graph, and notes on choices without effect.
#[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of a Python function")]
fn question(
    cats: Option<u32>,
    max_cats: Option<u32>,
    lazy: bool,
    first: Option<&str>,
    (max_memory, max_time): (Option<u64>, Option<f64>),
    asked_threads: Option<i64>,
    placements: bool,
    is_small: bool,
    chosen: &Bound<'_, PyDict>,
) -> PyResult<(CopsQuestion, Vec<Note>)> {
    let mut choices = rules(chosen, CopsChoices::settings())?;
    if lazy {
        choices.cats_move = Some(catmouse::model::CatsMove::One);
    }
    let first = first.map(|text| word::<Side>("first", text)).transpose()?;
    let mut question = CopsQuestion::default();
    question.cats = cats;
    question.most = max_cats;
    question.choices = CopsChoices::new(&choices, first).map_err(|defects| {
        let found: Vec<String> =
            defects.found.iter().map(|defect| placed_text(&Problem::of_defect(None, defect))).collect();
        ArgumentError::new_err(found.join("; "))
    })?;
    // Asking the system for the free memory takes longer than a small graph, which needs little.
    question.memory =
        if is_small && max_memory.is_none() { u64::MAX } else { catmouse::memory::memory_budget(max_memory) };
    question.time = seconds("max_time", max_time)?;
    question.threads = threads(asked_threads)?;
    question.placements = placements;
    let idle = question.idle().map(|idle| IdleRule { key: if lazy { "lazy" } else { idle.key }, ..idle });
    let notes = notes(None, idle);
    Ok((question, notes))
}

/// Calls `progress`, if it is given, with the number of cats that is tried, and the number of
/// positions that are decided with it.
fn trying(
    workspace: &CopsWorkspace,
    progress: Option<&Py<PyAny>>,
) -> impl Fn(Python<'_>) -> PyResult<Duration> + Sync + Send {
    move |py| {
        if let Some(progress) = progress {
            let now = workspace.progress();
            progress.call1(py, (now.cats, now.decided))?;
        }
        Ok(INTERRUPT_INTERVAL)
    }
}

/// The answer about the single graph of a board, as JSON; the names of its vertices, if they have
/// any; and notes on how it was read and on choices without effect.
#[pyfunction]
#[pyo3(signature = (
    board, *, cats=None, max_cats=None, lazy=false,
    first=None, directed=None, max_memory=None, max_time=None, threads=None, placements=false, progress=None, rules
))]
#[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of a Python function")]
pub(crate) fn cops_answer(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    cats: Option<u32>,
    max_cats: Option<u32>,
    lazy: bool,
    first: Option<&str>,
    directed: Option<bool>,
    max_memory: Option<u64>,
    max_time: Option<f64>,
    threads: Option<i64>,
    placements: bool,
    progress: Option<Py<PyAny>>,
    rules: &Bound<'_, PyDict>,
) -> PyResult<(String, Option<Vec<String>>, Vec<Note>)> {
    let board = board.get();
    let is_small = board.is_small();
    let (question, idle) =
        question(cats, max_cats, lazy, first, (max_memory, max_time), threads, placements, is_small, rules)?;
    let workspace = CopsWorkspace::default();
    let answer = quickly_or_on_a_thread(
        py,
        is_small && progress.is_none(),
        || workspace.cancel(),
        trying(&workspace, progress.as_ref()),
        || {
            let record = board.record()?;
            let graph = CopsGraph::read(&record, directed)?;
            let answer = graph.answer(&question, &mut workspace.for_another_thread())?;
            let json = serde_json::to_string(&answer).map_err(|error| error.to_string());
            // If the graph has no board, it was read from a line of graph6, which needs
            // no remark.
            let remark = graph.board().and_then(|_| record.read().ok()?.remark);
            let names = graph.board().and_then(|board| {
                (0..board.vertices()).map(|vertex| Some(board.name(Vertex::new(vertex))?.to_owned())).collect()
            });
            let notes = notes(remark.as_ref(), None).into_iter().chain(idle).collect();
            Ok(json.map(|json| (json, names, notes)))
        },
    )?;
    answer.map_err(|error| raised(py, error, &board.origin))?.map_err(CatmouseError::new_err)
}

/// The cop number of the single graph of a board and the capture time, without the proofs of
/// [`cops_answer`]; and notes on choices without effect.
#[pyfunction]
#[pyo3(signature = (
    board, *, cats=None, max_cats=None, lazy=false,
    first=None, directed=None, max_memory=None, max_time=None, threads=None, progress=None, rules
))]
#[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of a Python function")]
pub(crate) fn cops_numbers(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    cats: Option<u32>,
    max_cats: Option<u32>,
    lazy: bool,
    first: Option<&str>,
    directed: Option<bool>,
    max_memory: Option<u64>,
    max_time: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
    rules: &Bound<'_, PyDict>,
) -> PyResult<(Option<u32>, Option<u64>, Vec<Note>)> {
    let board = board.get();
    let is_small = board.is_small();
    let (question, idle) =
        question(cats, max_cats, lazy, first, (max_memory, max_time), threads, false, is_small, rules)?;
    let workspace = CopsWorkspace::default();
    let work = || -> Result<_, Error> {
        let record = board.record()?;
        let found = cop_number_and_capture_time(&record, directed, &question, &mut workspace.for_another_thread())?;
        // The capture time may be unknown although the cop number is known.
        if found.cop_number.is_none() {
            found.known(found.capture_time, question.memory)?;
        }
        // A line of graph6 needs no remark.
        let is_line = record.small_graph().is_some() || board.vertices().is_some();
        let remark = if is_line { None } else { record.read().ok().and_then(|document| document.remark) };
        Ok((found, notes(remark.as_ref(), None)))
    };
    let is_quick = is_small && progress.is_none();
    let look = trying(&workspace, progress.as_ref());
    let found = quickly_or_on_a_thread(py, is_quick, || workspace.cancel(), look, work)?;
    let (found, notes) = found.map_err(|error| raised(py, error, &board.origin))?;
    Ok((found.cop_number, found.capture_time, notes.into_iter().chain(idle).collect()))
}

/// The proof of the cop number of the single graph of a board, as JSON lines; and notes on choices
/// without effect.
#[pyfunction]
#[pyo3(signature = (
    board, *, lazy=false, first=None, directed=None, max_memory=None, max_time=None, threads=None, progress=None, rules
))]
#[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of a Python function")]
pub(crate) fn cop_certificate(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    lazy: bool,
    first: Option<&str>,
    directed: Option<bool>,
    max_memory: Option<u64>,
    max_time: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
    rules: &Bound<'_, PyDict>,
) -> PyResult<(String, Vec<Note>)> {
    let board = board.get();
    let (question, idle) = question(None, None, lazy, first, (max_memory, max_time), threads, false, false, rules)?;
    let workspace = CopsWorkspace::default();
    let work = || -> Result<_, Error> {
        let record = board.record()?;
        let proof = catmouse::CopCertificate::new(&record, directed, &question, &mut workspace.for_another_thread())?;
        let mut text = Vec::new();
        proof.write(&mut text).map_err(Error::Source)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    };
    let look = trying(&workspace, progress.as_ref());
    let made = quickly_or_on_a_thread(py, false, || workspace.cancel(), look, work)?;
    Ok((made.map_err(|error| raised(py, error, &board.origin))?, idle))
}

/// Checks the proof of a cop number. Returns the answer as JSON and in words, and notes on choices
/// without effect.
#[pyfunction]
#[pyo3(signature = (
    text, board, *, lazy=false, first=None, directed=None, max_memory=None, threads=None, rules
))]
#[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of a Python function")]
pub(crate) fn check_cop_certificate(
    py: Python<'_>,
    text: &str,
    board: &Bound<'_, Board>,
    lazy: bool,
    first: Option<&str>,
    directed: Option<bool>,
    max_memory: Option<u64>,
    threads: Option<i64>,
    rules: &Bound<'_, PyDict>,
) -> PyResult<(String, String, Vec<Note>)> {
    let board = board.get();
    let (question, idle) = question(None, None, lazy, first, (max_memory, None), threads, false, false, rules)?;
    let answer = py.detach(|| -> Result<_, Error> {
        let answer = catmouse::check_cop_certificate(&board.record()?, directed, &question, text.as_bytes())?;
        Ok((json(&answer)?, answer.text))
    });
    let (answer, words) = answer.map_err(|error| raised(py, error, &board.origin))?;
    Ok((answer, words, idle))
}

/// The reason why a stream ended early.
enum Ended {
    /// An error at this graph.
    At(Error),
    /// The caller stopped it and knows the reason.
    Stopped,
    /// The table cannot be built.
    Table(String),
}

/// The state that the threads of a stream share.
struct Shared {
    workspace: CopsWorkspace,
    stopped: AtomicBool,
    done: AtomicU64,
}

/// The answers about all graphs of a source, which is a board or an iterator of lines; the placements
/// by cells or names; and notes on choices without effect.
#[pyfunction]
#[pyo3(signature = (
    graphs, *, cats=None, max_cats=None, lazy=false, first=None,
    directed=None, max_memory=None, max_time=None, threads=None, keep_errors=false, progress=None, names=None, rules
))]
#[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of a Python function")]
pub(crate) fn cops(
    py: Python<'_>,
    graphs: &Bound<'_, PyAny>,
    cats: Option<u32>,
    max_cats: Option<u32>,
    lazy: bool,
    first: Option<&str>,
    directed: Option<bool>,
    max_memory: Option<u64>,
    max_time: Option<f64>,
    threads: Option<i64>,
    keep_errors: bool,
    progress: Option<Py<PyAny>>,
    names: Option<Bound<'_, PyDict>>,
    rules: &Bound<'_, PyDict>,
) -> PyResult<(Table, Places, Vec<Note>)> {
    let (question, idle) = question(cats, max_cats, lazy, first, (max_memory, max_time), threads, false, false, rules)?;
    let shared =
        Shared { workspace: CopsWorkspace::default(), stopped: AtomicBool::new(false), done: AtomicU64::new(0) };
    let run = |stream: Graphs| run(stream, &question, directed, keep_errors, &shared);
    let stop = || {
        shared.stopped.store(true, Ordering::Relaxed);
        shared.workspace.cancel();
    };
    let reported = Mutex::new(Instant::now());
    let report = |py: Python<'_>, always: bool| -> PyResult<()> {
        let Some(progress) = &progress else { return Ok(()) };
        let mut last = reported.lock().unwrap_or_else(PoisonError::into_inner);
        if always || last.elapsed() >= REPORT_INTERVAL {
            *last = Instant::now();
            progress.call1(py, (shared.done.load(Ordering::Relaxed),))?;
        }
        Ok(())
    };
    let (origin, outcome) = match graphs.cast::<Board>() {
        Ok(board) => {
            let board = board.get();
            let work = || board.stream().map_err(Ended::At).and_then(run);
            (board.origin.clone(), on_a_thread(py, stop, |py| report(py, false).map(|()| INTERRUPT_INTERVAL), work)?)
        }
        Err(_) => {
            let (lines, taken) = sync_channel(WAITING);
            let feed =
                Mutex::new(Feed { items: graphs.try_iter()?.unbind(), lines: Some(lines), kept: None, index: 0 });
            let feed = || feed.lock().unwrap_or_else(PoisonError::into_inner);
            let look = |py: Python<'_>| -> PyResult<Duration> {
                report(py, false)?;
                let mut feed = feed();
                feed.fill(py)?;
                Ok(if feed.is_over() { INTERRUPT_INTERVAL } else { REQUEST_INTERVAL })
            };
            look(py)?;
            let work = || {
                let source: Box<dyn Read + Send> = Box::new(Taken { lines: taken, line: Vec::new(), read: 0 });
                Graphs::new(source, Format::Digraph6).map_err(|error| Ended::At(Error::Source(error))).and_then(run)
            };
            let stop = || {
                stop();
                // Closes the channel, so that waiting readers end.
                feed().lines = None;
            };
            ("graphs".to_owned(), on_a_thread(py, stop, look, work)?)
        }
    };
    let rows = outcome.map_err(|ended| match ended {
        Ended::At(error) => raised(py, error, &origin),
        Ended::Stopped => PyKeyboardInterrupt::new_err(()),
        Ended::Table(text) => CatmouseError::new_err(text),
    })?;
    report(py, true)?;
    // The lines of the graphs have no room for their names, which Python has collected.
    let names: HashMap<u64, String> = names.map(|names| names.extract()).transpose()?.unwrap_or_default();
    let (table, places) = rows.finish(&names)?;
    Ok((table, places, idle))
}

/// Works on all graphs.
fn run(
    stream: Graphs,
    question: &CopsQuestion,
    directed: Option<bool>,
    keep_errors: bool,
    shared: &Shared,
) -> Result<Rows, Ended> {
    let work = |workspace: &mut CopsWorkspace, record: io::Result<Record>, rows: &mut Vec<Result<Row, Error>>| {
        if shared.stopped.load(Ordering::Relaxed) {
            return;
        }
        rows.push(record.map_err(Error::Source).and_then(|record| {
            let answer = answered(&record, directed, question, workspace);
            match answer {
                Err(error) if keep_errors && !matches!(error, Error::Cancelled) => {
                    let text = record.text().trim();
                    let (input, error) = match text.strip_prefix(REFUSED) {
                        Some(reason) => (None, reason.to_owned()),
                        None => (Some(text.to_owned()), message(&error)),
                    };
                    Ok(Row { graph: record.number(), input, error: Some(error), ..Row::default() })
                }
                answer => answer,
            }
        }));
    };
    let mut rows = Rows::new();
    let delivered = stream.in_order(
        question.threads,
        || shared.workspace.for_another_thread(),
        work,
        |delivered| {
            if shared.stopped.load(Ordering::Relaxed) {
                return Err(Ended::Stopped);
            }
            let Delivery::Portion(portion, _) = delivered else { return Ok(()) };
            for row in portion {
                let row = row.map_err(Ended::At)?;
                rows.push(row).map_err(|error| Ended::Table(error.to_string()))?;
                shared.done.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        },
    );
    delivered.map(|()| rows)
}

fn answered(
    record: &Record,
    directed: Option<bool>,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace,
) -> Result<Row, Error> {
    let graph = CopsGraph::read(record, directed)?;
    let answer: CopsAnswer<'_> = graph.answer(question, workspace)?;
    let places = graph.board().zip(answer.placement.as_deref()).and_then(|(board, cats)| places(board, cats));
    // On a grid, answers contain cells, but a column of the table contains numbers.
    let number = |vertex: &VertexJson| match (vertex, graph.board()) {
        (VertexJson::Number(number), _) => Some(*number),
        (cell @ VertexJson::Cell(_), Some(board)) => board.find(&(*cell).into()).ok().map(Vertex::number),
        (VertexJson::Cell(_), None) => None,
    };
    Ok(Row {
        graph: answer.graph,
        input: answer.input.map(std::borrow::Cow::into_owned),
        name: answer.name.map(std::borrow::Cow::into_owned),
        vertices: Some(answer.vertices),
        edges: Some(answer.edges),
        cop_number: answer.cop_number,
        capture_time: answer.capture_time,
        placement: answer.placement.map(|cats| cats.iter().filter_map(number).collect()),
        places,
        cats_tried: Some(answer.cats_tried),
        at_least: Some(answer.at_least),
        at_most: Some(answer.at_most),
        error: None,
    })
}

/// The cells or the names of vertices; `None` if one of them has only a number.
fn places(board: &catmouse::model::Board, vertices: &[VertexJson]) -> Option<Vec<Place>> {
    let place = |vertex: &VertexJson| match *vertex {
        VertexJson::Cell([row, column]) => Some(Place::Cell(row, column)),
        VertexJson::Number(number) => board.name(Vertex::new(number)).map(|name| Place::Name(name.to_owned())),
    };
    vertices.iter().map(place).collect()
}

/// Passes the lines of an iterator to the threads.
struct Feed {
    items: Py<PyIterator>,
    /// The channel to the threads; `None` at the end of the lines.
    lines: Option<SyncSender<Vec<u8>>>,
    /// A portion for which the channel had no room.
    kept: Option<Vec<u8>>,
    /// The number of items taken from the iterator.
    index: u64,
}

impl Feed {
    /// Takes lines from the iterator until the channel is full.
    fn fill(&mut self, py: Python<'_>) -> PyResult<()> {
        while let Some(lines) = &self.lines {
            let (text, is_last) = match self.kept.take() {
                Some(kept) => (kept, false),
                None => {
                    let mut text = Vec::new();
                    let mut items = self.items.bind(py).clone();
                    let mut is_last = true;
                    for item in items.by_ref().take(LINES) {
                        let item = item?;
                        let Ok(line) = item.cast::<PyString>() else {
                            return Err(BoardError::new_err(format!("item {} is no graph", self.index)));
                        };
                        add_line(&mut text, &line.to_string_lossy(), self.index)?;
                        self.index += 1;
                        is_last = false;
                    }
                    (text, is_last)
                }
            };
            if is_last {
                self.lines = None;
                break;
            }
            match lines.try_send(text) {
                Ok(()) => {}
                Err(TrySendError::Full(text)) => {
                    self.kept = Some(text);
                    break;
                }
                // The readers have ended.
                Err(TrySendError::Disconnected(_)) => self.lines = None,
            }
            py.check_signals()?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.lines.is_none()
    }
}

/// The reader of the lines on the threads' side.
struct Taken {
    lines: Receiver<Vec<u8>>,
    line: Vec<u8>,
    read: usize,
}

impl Read for Taken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.line.len() {
            let Ok(line) = self.lines.recv() else { return Ok(0) };
            (self.line, self.read) = (line, 0);
        }
        let count = buffer.len().min(self.line.len() - self.read);
        buffer[..count].copy_from_slice(&self.line[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}
