//! Streams of graphs: portion after portion, on several threads where there are some, and what comes of them back in order.

use std::io::{self, Read};
use std::num::NonZeroUsize;

use catmouse_arena::Solution;
use catmouse_formats::Record;
use catmouse_model::{Batch, Game};
use catmouse_solver::Control;

use crate::answer::Start;
use crate::cops::{CopsAnswer, CopsGraph, CopsQuestion, CopsRoom, CopsRooms};
use crate::cores::workers;
use crate::error::Error;
use crate::graphs::Graphs;
use crate::memory::Work;
use crate::question::Choices;
use crate::solve::{Label, SolveAnswer};

/// Bytes of graphs after which a portion is not made larger.
const ENOUGH_BYTES: usize = 1 << 16;

/// The most graphs of a portion.
const MOST_AT_A_TIME: usize = 1024;

/// What a stream tells the one who takes its results.
#[derive(Debug)]
#[non_exhaustive]
pub enum Delivered<T> {
    /// What came of some graphs that follow each other, and how many they are.
    Portion(T, usize),
    /// Nothing yet: the next portion is being worked on, and what has been delivered can be shown meanwhile.
    Waiting,
}

impl<R: Read + Send> Graphs<R> {
    /// Works on all graphs, on so many threads where the feature `threads` is on ([`workers`]), and delivers what comes of them in the order of the
    /// graphs, as soon as it is there.
    ///
    /// Each thread takes some graphs that follow each other, as many as are there without waiting for more and take a few
    /// milliseconds, and has a room of its own to work in, made by `room`. `work` adds what comes of one graph to what came of
    /// the others of its portion. Memory is bounded: one graph that takes long holds up only so many others.
    ///
    /// # Errors
    ///
    /// What `deliver` returns: then the stream ends early. What is wrong with a graph is for `work` to keep.
    #[cfg_attr(not(feature = "threads"), expect(unused_variables, reason = "without threads there is one"))]
    pub fn in_order<W, T: Default + Send, E>(
        self,
        threads: NonZeroUsize,
        room: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, io::Result<Record>, &mut T) + Sync,
        deliver: impl FnMut(Delivered<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        #[cfg(feature = "threads")]
        return threads::in_order(self, threads, &room, &work, deliver);
        #[cfg(not(feature = "threads"))]
        return alone::in_order(self, &room, &work, deliver);
    }

    /// Solves every graph under the rules chosen, and delivers the answers in order. `memory` bounds the bytes that each may take.
    ///
    /// # Errors
    ///
    /// What `deliver` returns: then the stream ends early.
    pub fn solve_each<E>(
        self,
        choices: &Choices,
        memory: Option<u64>,
        mut deliver: impl FnMut(Result<SolveAnswer<'static>, Error>) -> Result<(), E>,
    ) -> Result<(), E> {
        let work = |room: &mut SolveRoom<'_>, record: io::Result<Record>, answers: &mut Vec<_>| {
            let answer = record.map_err(Error::Source).and_then(|record| {
                room.solve(&record, |game, solution, label| {
                    SolveAnswer::new(game, solution, &Start::new(game, solution), label).into_owned()
                })
            });
            answers.push(answer);
        };
        self.in_order(workers(), || SolveRoom::new(choices, memory), work, |delivered| each(delivered, &mut deliver))
    }

    /// Says of every graph how many cats it needs, in order.
    ///
    /// # Errors
    ///
    /// What `deliver` returns: then the stream ends early.
    pub fn cops_each<E>(
        self,
        question: &CopsQuestion,
        mut deliver: impl FnMut(Result<CopsAnswer<'static>, Error>) -> Result<(), E>,
    ) -> Result<(), E> {
        let work = |room: &mut CopsRoom<'_>, record: io::Result<Record>, answers: &mut Vec<_>| {
            let answer = record.map_err(Error::Source).and_then(|record| {
                let graph = CopsGraph::read(&record, None)?;
                graph.answer(question, room).map(CopsAnswer::into_owned)
            });
            answers.push(answer);
        };
        let rooms = CopsRooms::default();
        self.in_order(question.threads, || rooms.room(), work, |delivered| each(delivered, &mut deliver))
    }
}

/// Hands on the answers of a portion one by one.
fn each<T, E>(delivered: Delivered<Vec<T>>, deliver: &mut impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
    match delivered {
        Delivered::Portion(answers, _) => answers.into_iter().try_for_each(deliver),
        Delivered::Waiting => Ok(()),
    }
}

/// What a thread solves the graphs of a stream in: the game on graph after graph, and memory that is used again.
pub struct SolveRoom<'a> {
    choices: &'a Choices,
    memory: Option<u64>,
    /// For graphs that are small and nothing but graphs; none where memory has to be counted.
    batch: Option<Batch>,
    /// That of the graph before: the next one takes its memory.
    solution: Solution,
}

impl<'a> SolveRoom<'a> {
    /// Room for graphs under these rules; `memory` bounds the bytes that each may take.
    pub fn new(choices: &'a Choices, memory: Option<u64>) -> Self {
        let batch = memory.is_none().then(|| choices.batch());
        Self { choices, memory, batch, solution: Solution::default() }
    }

    /// Solves a graph in this room, and makes the answer of it.
    ///
    /// # Errors
    ///
    /// As [`Choices::lay_out`], and [`Error::Solve`].
    pub fn solve<T>(
        &mut self,
        record: &Record,
        answer: impl FnOnce(&Game, &Solution, Label<'_>) -> T,
    ) -> Result<T, Error> {
        let small = record.small_graph().filter(|_| self.choices.rules.directed.is_none());
        let game = small.zip(self.batch.as_mut()).and_then(|(graph, batch)| batch.game(graph.vertices(), graph.arcs()));
        let laid;
        let (game, name) = match game {
            Some(game) => (game, None),
            None => {
                laid = self.choices.lay_out(record, Work::Solve, self.memory)?;
                (&laid.game, laid.title.as_deref())
            }
        };
        let room = std::mem::take(&mut self.solution);
        self.solution = catmouse_solver::solve_in(game.arena(), room, &Control::default())?;
        Ok(answer(game, &self.solution, Label { name, ..Label::of(record) }))
    }
}

impl<R: Read> Graphs<R> {
    /// The next graphs, at most this many; fewer where more would have to be waited for.
    fn portion(&mut self, most: usize) -> Vec<io::Result<Record>> {
        let mut graphs = Vec::with_capacity(most);
        let mut bytes = 0;
        while graphs.len() < most && bytes < ENOUGH_BYTES {
            if !self.is_at_hand() && !graphs.is_empty() {
                break;
            }
            let Some(graph) = self.next() else { break };
            bytes += graph.as_ref().map_or(0, |record| record.text().len());
            graphs.push(graph);
        }
        graphs
    }
}

/// Streams on one thread.
#[cfg(not(feature = "threads"))]
mod alone {
    use super::{Delivered, Graphs, MOST_AT_A_TIME, Read, Record, io};

    pub(super) fn in_order<R: Read, W, T: Default, E>(
        mut graphs: Graphs<R>,
        room: &impl Fn() -> W,
        work: &impl Fn(&mut W, io::Result<Record>, &mut T),
        mut deliver: impl FnMut(Delivered<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut room = room();
        loop {
            deliver(Delivered::Waiting)?;
            let portion = graphs.portion(MOST_AT_A_TIME);
            if portion.is_empty() {
                return Ok(());
            }
            let (mut results, count) = (T::default(), portion.len());
            for graph in portion {
                work(&mut room, graph, &mut results);
            }
            deliver(Delivered::Portion(results, count))?;
        }
    }
}

/// Streams on all cores.
#[cfg(feature = "threads")]
mod threads {
    use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Delivered, Graphs, MOST_AT_A_TIME, NonZeroUsize, Read, Record, io};

    /// Portions whose results may wait for those before them.
    const WAITING: usize = 64;

    /// How long the results that are ready may wait for the rest of their portion.
    const PATIENCE: Duration = Duration::from_millis(50);

    /// What came of a portion, and how many graphs it had.
    type Portion<T> = (T, usize);

    /// Where what came of a portion is sent.
    type Reply<T> = SyncSender<Portion<T>>;

    /// What the workers take graphs from.
    struct Supply<R, T> {
        graphs: Graphs<R>,
        /// Where portions are announced in the order of their graphs, no more than [`WAITING`] at a time; none when there are no
        /// more.
        order: Option<SyncSender<Receiver<Portion<T>>>>,
    }

    pub(super) fn in_order<R: Read + Send, W, T: Default + Send, E>(
        graphs: Graphs<R>,
        threads: NonZeroUsize,
        room: &(impl Fn() -> W + Sync),
        work: &(impl Fn(&mut W, io::Result<Record>, &mut T) + Sync),
        mut deliver: impl FnMut(Delivered<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (order, in_order) = sync_channel(WAITING);
        let supply = Mutex::new(Supply { graphs, order: Some(order) });
        let serve = || {
            let mut room = room();
            let mut at_a_time = 1;
            loop {
                // A statement of its own: in the head of a loop the lock would be held while the graphs are worked on.
                let taken = lock(&supply).take(at_a_time);
                let Some((graphs, reply)) = taken else { return };
                let began = Instant::now();
                let (mut results, count) = (T::default(), graphs.len());
                for graph in graphs {
                    work(&mut room, graph, &mut results);
                }
                let took = began.elapsed();
                if took < PATIENCE / 4 && count == at_a_time {
                    at_a_time = (at_a_time * 2).min(MOST_AT_A_TIME);
                } else if took > PATIENCE {
                    at_a_time = (at_a_time / 2).max(1);
                }
                if reply.send((results, count)).is_err() {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                scope.spawn(serve);
            }
            let delivered = hand_over(&in_order, &mut deliver);
            drop(in_order); // the other workers learn from this that no more is wanted
            delivered
        })
    }

    impl<R: Read, T> Supply<R, T> {
        /// The next graphs, at most this many, and where to send what comes of them. None at the end, or if the results are no longer wanted.
        fn take(&mut self, most: usize) -> Option<(Vec<io::Result<Record>>, Reply<T>)> {
            let order = self.order.as_ref()?;
            let (reply, portion) = sync_channel(1);
            let graphs = self.graphs.portion(most);
            if graphs.is_empty() || order.send(portion).is_err() {
                self.order = None;
                return None;
            }
            Some((graphs, reply))
        }
    }

    /// Locks the supply; a worker that has panicked left it in order.
    fn lock<R, T>(supply: &Mutex<Supply<R, T>>) -> MutexGuard<'_, Supply<R, T>> {
        supply.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Delivers portions as they come, in order, until there are no more.
    fn hand_over<T, E>(
        in_order: &Receiver<Receiver<Portion<T>>>,
        deliver: &mut impl FnMut(Delivered<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(portion) = next(in_order, deliver)? {
            let Some((results, count)) = next(&portion, deliver)? else {
                break; // its worker has panicked, and will say so
            };
            deliver(Delivered::Portion(results, count))?;
        }
        Ok(())
    }

    /// The next message; before it is waited for, that is said.
    fn next<M, T, E>(
        messages: &Receiver<M>,
        deliver: &mut impl FnMut(Delivered<T>) -> Result<(), E>,
    ) -> Result<Option<M>, E> {
        match messages.try_recv() {
            Err(TryRecvError::Empty) => {
                deliver(Delivered::Waiting)?;
                Ok(messages.recv().ok())
            }
            message => Ok(message.ok()),
        }
    }

    #[cfg(test)]
    mod tests {
        use std::convert::Infallible;
        use std::sync::Condvar;

        use catmouse_formats::Format;

        use super::*;

        /// Each worker waits at its first graph until all have one. A lock that is held too long would let them in one by one.
        #[test]
        fn the_workers_work_at_the_same_time() {
            let workers = crate::cores::workers().get();
            let (at_work, all_here) = (Mutex::new(0), Condvar::new());
            let wait_for_all = |(): &mut (), _: io::Result<Record>, results: &mut Vec<u8>| {
                let mut at_work = at_work.lock().expect("nobody panics");
                *at_work += 1;
                all_here.notify_all();
                let (at_work, late) = all_here
                    .wait_timeout_while(at_work, Duration::from_mins(1), |at_work| *at_work < workers)
                    .expect("nobody panics");
                results.push(if late.timed_out() { b'.' } else { b'x' });
                drop(at_work);
            };
            let graphs = Graphs::of_text("Bw\n".repeat(workers), Format::Graph6).expect("a text does not fail");
            let mut out = Vec::new();
            let delivered = graphs.in_order(
                crate::cores::workers(),
                || (),
                wait_for_all,
                |delivered| {
                    if let Delivered::Portion(results, _) = delivered {
                        out.extend(results);
                    }
                    Ok::<(), Infallible>(())
                },
            );
            assert!(delivered.is_ok());
            assert_eq!(out, b"x".repeat(workers));
        }
    }
}
