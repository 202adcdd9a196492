//! Streams of graphs: several threads work on portions of the stream, and the results are delivered
//! in the order of the graphs.

use std::io;
use std::num::NonZeroUsize;

use catmouse_arena::{Solution, Values, WithoutDistances};
use catmouse_formats::Record;
use catmouse_model::{Batch, Game};
use catmouse_solver::{Control, Request};

use crate::answer::SolvedStart;
use crate::cops::{CopsAnswer, CopsGraph, CopsQuestion, CopsWorkspace};
use crate::cores::workers;
use crate::error::Error;
use crate::graphs::Graphs;
use crate::memory::Work;
use crate::question::Choices;
use crate::solve::{BoardLabel, SolveAnswer};

/// A portion ends once its graphs have at least this many bytes.
const FULL_PORTION_BYTES: usize = 1 << 16;

/// The greatest number of graphs in a portion.
const MOST_GRAPHS_PER_PORTION: usize = 1024;

/// A message to the closure that receives the results of a stream.
#[derive(Debug)]
#[non_exhaustive]
pub enum Delivery<T> {
    /// The results of consecutive graphs, and the number of these graphs.
    Portion(T, usize),
    /// The next portion is not ready yet, so the caller should now flush its output.
    Waiting,
}

impl Graphs {
    /// Works on all graphs, and delivers the results in the order of the graphs as soon as they are
    /// ready. It works on this many threads, or on one thread without the feature `threads`. Other
    /// functions use [`workers`] as the number of threads.
    ///
    /// Each thread has its own workspace, made by `workspace`, and takes portions of consecutive
    /// graphs. A portion has as many graphs as the thread can read without waiting and process in a
    /// few milliseconds. `work` adds the result of one graph to the results of its portion. Memory
    /// is bounded: while one graph takes long, the threads work on only a limited number of later
    /// graphs.
    ///
    /// # Errors
    ///
    /// The error that `deliver` returns, which ends the stream early. An error of a graph is a
    /// result, which `work` has to store.
    #[cfg_attr(not(feature = "threads"), expect(unused_variables, reason = "without the feature there is one thread"))]
    pub fn in_order<W, T: Default + Send, E>(
        self,
        threads: NonZeroUsize,
        workspace: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, io::Result<Record>, &mut T) + Sync,
        deliver: impl FnMut(Delivery<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        #[cfg(feature = "threads")]
        return threads::in_order(self, threads, &workspace, &work, deliver);
        #[cfg(not(feature = "threads"))]
        return alone::in_order(self, &workspace, &work, deliver);
    }

    /// Solves every graph under the chosen rules, and delivers the answers in order. `memory`
    /// limits the bytes of each graph; `None` limits them to the free memory of the machine.
    ///
    /// # Errors
    ///
    /// The error that `deliver` returns, which ends the stream early.
    pub fn solve_each<E>(
        self,
        choices: &Choices,
        memory: Option<u64>,
        mut deliver: impl FnMut(Result<SolveAnswer<'static>, Error>) -> Result<(), E>,
    ) -> Result<(), E> {
        let work = |workspace: &mut SolveWorkspace<'_>, record: io::Result<Record>, answers: &mut Vec<_>| {
            let answer = record.map_err(Error::Source).and_then(|record| {
                workspace.solve(&record, |game, solution, label| {
                    SolveAnswer::new(game, solution, &SolvedStart::new(game, solution), label).into_owned()
                })
            });
            answers.push(answer);
        };
        self.in_order(
            workers(),
            || SolveWorkspace::new(choices, Work::SOLVE, memory),
            work,
            |delivered| each(delivered, &mut deliver),
        )
    }

    /// Answers a question about the cop number of every graph, and delivers the answers in order.
    ///
    /// # Errors
    ///
    /// The error that `deliver` returns, which ends the stream early.
    pub fn cops_each<E>(
        self,
        question: &CopsQuestion,
        mut deliver: impl FnMut(Result<CopsAnswer<'static>, Error>) -> Result<(), E>,
    ) -> Result<(), E> {
        let work = |workspace: &mut CopsWorkspace, record: io::Result<Record>, answers: &mut Vec<_>| {
            let answer = record.map_err(Error::Source).and_then(|record| {
                let graph = CopsGraph::read(&record, None)?;
                graph.answer(question, workspace).map(CopsAnswer::into_owned)
            });
            answers.push(answer);
        };
        let workspace = CopsWorkspace::default();
        let another = || workspace.for_another_thread();
        self.in_order(question.threads, another, work, |delivered| each(delivered, &mut deliver))
    }
}

/// Delivers the answers of a portion one by one.
fn each<T, E>(delivered: Delivery<Vec<T>>, deliver: &mut impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
    match delivered {
        Delivery::Portion(answers, _) => answers.into_iter().try_for_each(deliver),
        Delivery::Waiting => Ok(()),
    }
}

/// The buffers in which a thread solves the graphs of a stream; they are reused for each graph.
pub struct SolveWorkspace<'a> {
    choices: &'a Choices,
    work: Work,
    memory: Option<u64>,
    /// For small bare graphs; `None` if the memory has to be estimated.
    batch: Option<Batch>,
    /// The solution of the previous graph; the next solution reuses its memory.
    solution: Solution,
}

impl<'a> SolveWorkspace<'a> {
    /// A workspace for graphs under these rules. The `work` is [`Work::SOLVE`], or [`Work::OUTCOMES`],
    /// with which a large graph takes a tenth of the memory. `memory` limits the bytes of each graph.
    pub fn new(choices: &'a Choices, work: Work, memory: Option<u64>) -> Self {
        let batch = memory.is_none().then(|| choices.batch());
        Self { choices, work, memory, batch, solution: Solution::default() }
    }

    /// Solves a graph in this workspace, and returns the result of `answer` for its game, its values and
    /// its label.
    ///
    /// # Errors
    ///
    /// Those of [`Choices::prepare`], and [`Error::Solve`].
    pub fn solve<T>(
        &mut self,
        record: &Record,
        answer: impl FnOnce(&Game, &dyn Values, BoardLabel<'_>) -> T,
    ) -> Result<T, Error> {
        let prepared;
        let (game, name) = match in_batch(self.batch.as_mut(), self.choices, record) {
            Some(game) => (game, None),
            None => {
                prepared = self.choices.prepare(record, self.work, self.memory)?;
                if self.work != Work::SOLVE {
                    let solved = prepared.solve()?;
                    let label = BoardLabel { name: solved.title(), ..BoardLabel::of(record) };
                    return Ok(answer(solved.game(), solved.values(), label));
                }
                (&prepared.game, prepared.title.as_deref())
            }
        };
        self.solution = table(game, std::mem::take(&mut self.solution))?;
        let label = BoardLabel { name, ..BoardLabel::of(record) };
        if self.work == Work::SOLVE {
            return Ok(answer(game, &self.solution, label));
        }
        Ok(answer(game, &WithoutDistances(&self.solution), label))
    }
}

/// The game on a small bare graph, laid out in the memory of the previous one.
fn in_batch<'g>(batch: Option<&'g mut Batch>, choices: &Choices, record: &Record) -> Option<&'g Game> {
    let graph = record.small_graph().filter(|_| choices.rules.directed.is_none())?;
    batch?.game(graph.vertices(), graph.arcs())
}

/// The values of a game. The solution reuses the memory of an earlier one.
fn table(game: &Game, memory: Solution) -> Result<Solution, Error> {
    Ok(catmouse_solver::solve_in(game.arena(), Request::Table, memory, &Control::default())?.into_table())
}

impl Graphs {
    /// The next graphs, at most this many; fewer if reading more graphs would mean waiting.
    fn portion(&mut self, most: usize) -> Vec<io::Result<Record>> {
        let mut graphs = Vec::with_capacity(most);
        let mut bytes = 0;
        while graphs.len() < most && bytes < FULL_PORTION_BYTES {
            if !self.is_available() && !graphs.is_empty() {
                break;
            }
            let Some(graph) = self.next() else { break };
            // A graph whose end was not found gets its own portion. So the results of the graphs
            // before it can be delivered.
            if !graphs.is_empty() && graph.as_ref().is_ok_and(|record| !record.is_whole()) {
                self.put_back(graph);
                break;
            }
            bytes += graph.as_ref().map_or(0, |record| record.text().len());
            graphs.push(graph);
        }
        graphs
    }
}

/// Streams on one thread.
mod alone {
    use super::{Delivery, Graphs, MOST_GRAPHS_PER_PORTION, Record, io};

    pub(super) fn in_order<W, T: Default, E>(
        mut graphs: Graphs,
        workspace: &impl Fn() -> W,
        work: &impl Fn(&mut W, io::Result<Record>, &mut T),
        mut deliver: impl FnMut(Delivery<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut workspace = workspace();
        loop {
            deliver(Delivery::Waiting)?;
            let portion = graphs.portion(MOST_GRAPHS_PER_PORTION);
            if portion.is_empty() {
                return Ok(());
            }
            let (mut results, count) = (T::default(), portion.len());
            for graph in portion {
                work(&mut workspace, graph, &mut results);
            }
            deliver(Delivery::Portion(results, count))?;
        }
    }
}

/// Streams on all cores.
#[cfg(feature = "threads")]
mod threads {
    use std::sync::{Mutex, PoisonError};
    use std::time::{Duration, Instant};

    use super::{Delivery, Graphs, MOST_GRAPHS_PER_PORTION, NonZeroUsize, Record, io};
    use crate::arrivals::Arrivals;

    /// The greatest number of portions whose results may wait for the results of an earlier
    /// portion.
    const MOST_WAITING: u64 = 64;

    /// The approximate time that a thread works on a portion. A result that is ready waits at most
    /// about this long for the rest of its portion.
    const PORTION_TIME: Duration = Duration::from_millis(50);

    pub(super) fn in_order<W, T: Default + Send, E>(
        graphs: Graphs,
        threads: NonZeroUsize,
        workspace: &(impl Fn() -> W + Sync),
        work: &(impl Fn(&mut W, io::Result<Record>, &mut T) + Sync),
        mut deliver: impl FnMut(Delivery<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        if !crate::cores::can_start_a_thread() {
            return super::alone::in_order(graphs, workspace, work, deliver);
        }
        let graphs = Mutex::new(graphs);
        let results = Arrivals::new(MOST_WAITING);
        // The next portion and its number. `None` at the end, or if results are no longer wanted.
        let take = |most: usize| {
            // The lock can be used even after a worker has panicked.
            let mut graphs = graphs.lock().unwrap_or_else(PoisonError::into_inner);
            if results.is_over() {
                return None; // do not read again from a source that has ended
            }
            let portion = graphs.portion(most);
            results.begin(|_| !portion.is_empty()).map(|number| (number, portion))
        };
        let serve = || {
            let mut workspace = workspace();
            let mut at_a_time = 1;
            while let Some((number, graphs)) = take(at_a_time) {
                let began = Instant::now();
                let (mut portion, count) = (T::default(), graphs.len());
                for graph in graphs {
                    work(&mut workspace, graph, &mut portion);
                }
                let took = began.elapsed();
                if took < PORTION_TIME / 4 && count == at_a_time {
                    at_a_time = (at_a_time * 2).min(MOST_GRAPHS_PER_PORTION);
                } else if took > PORTION_TIME {
                    at_a_time = (at_a_time / 2).max(1);
                }
                if !results.put(number, (portion, count)) {
                    return;
                }
            }
        };
        let mut delivered = Ok(());
        results.run(threads, &serve, &mut || {
            delivered = loop {
                if results.is_awaited()
                    && let Err(error) = deliver(Delivery::Waiting)
                {
                    break Err(error);
                }
                let Some((portion, count)) = results.next() else { break Ok(()) };
                if let Err(error) = deliver(Delivery::Portion(portion, count)) {
                    break Err(error);
                }
            };
        });
        delivered
    }
}
