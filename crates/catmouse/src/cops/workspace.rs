//! The buffers with which each thread answers questions about Cops and Robbers, and the state that the
//! threads share.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use catmouse_solver::{Control, Progress, SmallTeams, SolveError};

use super::question::CopsQuestion;

/// A trial that is about to begin: whether a number of cats wins on a connected graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopsTrial {
    /// The number of cats.
    pub cats: u32,
    /// The number of vertices of the graph or component.
    pub vertices: u32,
    /// The bytes that the trial takes at its peak. The more bytes a trial takes, the longer it
    /// lasts.
    pub bytes: u64,
}

/// The buffers in which a thread answers questions, which are reused for each graph. A workspace also
/// has the state that the threads of a stream share: each thread has its own workspace, made from the
/// first by [`for_another_thread`](Self::for_another_thread).
#[derive(Debug, Default)]
pub struct CopsWorkspace {
    pub(super) small: SmallTeams,
    shared: Arc<Shared>,
    /// When the time for the graph is up, if it is limited.
    until: Option<Instant>,
}

/// The state that the threads of a stream share.
#[derive(Debug, Default)]
struct Shared {
    /// Called before every trial on a graph that is not small.
    report: Option<fn(CopsTrial)>,
    /// Locked for reading by each working thread. A thread that needs more than its share of the
    /// memory locks it for writing, and so works alone.
    memory: RwLock<()>,
    /// The number of threads that are working on a graph.
    at_work: AtomicUsize,
    /// Whether all work is cancelled.
    cancelled: AtomicBool,
    /// The number of cats of the latest trial that is not small.
    cats: AtomicU32,
    /// The number of positions that this trial has decided.
    decided: AtomicU64,
}

/// The progress of work on a single graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopsProgress {
    /// The number of cats that is tried; 0 before the first trial.
    pub cats: u32,
    /// The number of positions that the trial of this number of cats has decided.
    pub decided: u64,
}

impl CopsWorkspace {
    /// A workspace with buffers of its own, which shares reports, cancelling and memory with this one.
    #[must_use]
    pub fn for_another_thread(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), ..Self::default() }
    }

    /// A workspace that calls `report` before each trial, on the thread that makes it. Trials on small
    /// graphs are not reported.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use catmouse::{Error, cops::{CopsGraph, CopsQuestion, CopsTrial, CopsWorkspace}, streams::Graphs, formats::Format};
    ///
    /// static MOST: AtomicU32 = AtomicU32::new(0);
    /// // A cycle of 100 vertices: one cat does not win, but two do.
    /// let cycle: String = (0..100).map(|vertex| format!("{vertex} {}\n", (vertex + 1) % 100)).collect();
    /// let record = Graphs::of_text(cycle, Format::Edges).map_err(Error::Source)?.only()?;
    /// let report = |trial: CopsTrial| drop(MOST.fetch_max(trial.cats, Ordering::Relaxed));
    /// let mut workspace = CopsWorkspace::reporting_to(report);
    /// let graph = CopsGraph::read(&record, None)?;
    /// assert_eq!(graph.answer(&CopsQuestion::default(), &mut workspace)?.cop_number, Some(2));
    /// assert_eq!((MOST.load(Ordering::Relaxed), workspace.progress().cats), (2, 2));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reporting_to(report: fn(CopsTrial)) -> Self {
        Self { shared: Arc::new(Shared { report: Some(report), ..Shared::default() }), ..Self::default() }
    }

    /// Cancels the work of all threads that share the state of this workspace. Any thread may call
    /// this. Each graph is soon abandoned with
    /// [`Error::Cancelled`](crate::Error::Cancelled), unless its answer is ready before.
    ///
    /// ```
    /// use catmouse::{Error, cops::{CopsGraph, CopsQuestion, CopsWorkspace}, streams::Graphs, formats::ReadOptions};
    ///
    /// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(Error::Source)?.only()?;
    /// let mut workspace = CopsWorkspace::default();
    /// workspace.cancel();
    /// let graph = CopsGraph::read(&record, None)?;
    /// let answer = graph.answer(&CopsQuestion::default(), &mut workspace).map(drop);
    /// assert!(matches!(answer, Err(Error::Cancelled)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }

    /// The progress of the work, from any thread. If several graphs are being worked on, this is
    /// the progress on one of them, no matter which. Trials on small graphs are not counted.
    pub fn progress(&self) -> CopsProgress {
        CopsProgress {
            cats: self.shared.cats.load(Ordering::Relaxed),
            decided: self.shared.decided.load(Ordering::Relaxed),
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled().load(Ordering::Relaxed)
    }

    /// Whether all work is cancelled.
    pub(super) fn cancelled(&self) -> &AtomicBool {
        &self.shared.cancelled
    }

    /// Stops a run when the work is cancelled or this time has come.
    pub(crate) fn control_until(&self, until: Option<Instant>) -> Control<'_> {
        Control::default().cancelled_by(&self.shared.cancelled).until(until)
    }

    /// Works on a graph, for at most this time if there is a limit. Meanwhile this thread counts as
    /// working.
    pub(super) fn at_work<T>(&mut self, time: Option<Duration>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.until = time.and_then(|time| Instant::now().checked_add(time));
        self.shared.at_work.fetch_add(1, Ordering::Relaxed);
        let done = work(self);
        self.shared.at_work.fetch_sub(1, Ordering::Relaxed);
        done
    }

    /// Stops a run when the work is cancelled or the time is up.
    pub(super) fn control(&self) -> Control<'_> {
        self.control_until(self.until)
    }

    pub(super) fn report(&self, trial: CopsTrial) {
        self.shared.cats.store(trial.cats, Ordering::Relaxed);
        self.shared.decided.store(0, Ordering::Relaxed);
        if let Some(report) = self.shared.report {
            report(trial);
        }
    }

    /// Runs `solve`, which takes this many bytes, on this thread and on all idle threads. A run
    /// that takes more than one thread's share of the memory waits until no other trial is running.
    pub(super) fn with_memory<T>(
        &self,
        bytes: u64,
        question: &CopsQuestion,
        solve: impl FnOnce(&Control<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let threads = question.threads.get();
        let show = |progress: Progress| self.shared.decided.store(progress.decided, Ordering::Relaxed);
        let idle = |at_work: usize| {
            let idle = threads.saturating_sub(at_work);
            self.control().on_threads(NonZeroUsize::MIN.saturating_add(idle)).reporting_to(&show)
        };
        if bytes > question.memory / threads as u64 {
            let _alone = self.shared.memory.write().unwrap_or_else(PoisonError::into_inner);
            return solve(&idle(1));
        }
        let _shared = self.shared.memory.read().unwrap_or_else(PoisonError::into_inner);
        solve(&idle(self.shared.at_work.load(Ordering::Relaxed)))
    }
}
