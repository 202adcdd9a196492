//! Control of a running engine by the caller: progress, cancellation, threads, allowed memory, and
//! scratch space.

use std::fmt;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use catmouse_arena::{Distance, Scratch, probe};

use crate::{SMALL_CODE, SolveError};

/// Settings to observe, stop and limit a run. By default a run reports nothing, is never stopped,
/// uses one thread, has no limit of memory, and has no scratch space. The default costs nothing.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use catmouse_solver::{Control, Progress};
///
/// let cancelled = AtomicBool::new(false);
/// let show = |progress: Progress| eprintln!("level {}, {} decided", progress.level, progress.decided);
/// let control = Control::default().cancelled_by(&cancelled).reporting_to(&show).allowing(1 << 30);
/// # let _ = control;
/// ```
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    cancelled: Option<&'a AtomicBool>,
    until: Option<Instant>,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    threads: Option<NonZeroUsize>,
    memory: Option<u64>,
    scratch: Option<&'a Arc<dyn Scratch>>,
}

/// The progress of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The distance being decided. The disk engine, and the costs engine with teams, give the
    /// number of the sweep instead. An engine that computes attractors one after the other begins
    /// again with 0 for each attractor.
    pub level: Distance,
    /// The number of positions that are decided already. Endless positions are never decided, so it
    /// may stay below the number of all positions. The disk engine counts the current attractor
    /// alone. The costs engine with teams counts improvements instead, of which a position may have
    /// several.
    pub decided: u64,
}

impl<'a> Control<'a> {
    /// Stops the run soon after the flag is set, with [`SolveError::Cancelled`]. Engines read the
    /// flag every few milliseconds, with three exceptions. The queue and costs engines do not read
    /// it during their initial scan of all positions. The small engine never reads it, because it
    /// takes microseconds. The disk engine reads it once for every 64 rows.
    #[must_use]
    pub fn cancelled_by(self, flag: &'a AtomicBool) -> Self {
        Self { cancelled: Some(flag), ..self }
    }

    /// Stops the run soon after this time, as if it were cancelled; `None` for no limit.
    #[must_use]
    pub fn until(self, time: Option<Instant>) -> Self {
        Self { until: time, ..self }
    }

    /// Reports progress every few milliseconds. Engines may call `progress` from any of their
    /// threads.
    #[must_use]
    pub fn reporting_to(self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Lets engines work on this many threads; the default is one. The solution does not depend on
    /// the number.
    #[must_use]
    pub fn on_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// Refuses a run that would take more than this many bytes, with [`SolveError::TooLarge`].
    #[must_use]
    pub fn allowing(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// Lets [`solve`](crate::solve) keep outcomes in this scratch space if they do not fit into the
    /// allowed memory. The answer then reads the outcomes from the scratch space.
    #[must_use]
    pub fn keeping_in(self, scratch: &'a Arc<dyn Scratch>) -> Self {
        Self { scratch: Some(scratch), ..self }
    }

    /// The number of threads to work on.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or(NonZeroUsize::MIN)
    }

    /// The bytes that a run may take; `None` if there is no limit.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The scratch space for outcomes that exceed the memory; `None` if the caller offers none.
    pub(crate) fn scratch(&self) -> Option<&'a Arc<dyn Scratch>> {
        self.scratch
    }

    /// True if the caller has cancelled the run, or if its time is up.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.until.is_some_and(|time| Instant::now() >= time)
    }

    /// Returns an error if the run is cancelled; otherwise calls the progress callback, if there is
    /// one.
    #[inline]
    pub(crate) fn check(&self, progress: impl FnOnce() -> Progress) -> Result<(), SolveError> {
        if self.is_cancelled() {
            return Err(SolveError::Cancelled);
        }
        if let Some(report) = self.progress {
            report(progress());
        }
        Ok(())
    }

    /// Refuses a run that takes more bytes than are allowed.
    #[inline]
    pub(crate) fn allow(&self, bytes: u64) -> Result<(), SolveError> {
        match self.memory {
            Some(allowed) if bytes > allowed => Err(SolveError::TooLarge { bytes, allowed }),
            _ => Ok(()),
        }
    }

    /// Refuses to start a run that takes more bytes than are allowed, or more than the system
    /// provides.
    ///
    /// For fewer than [`PROBED_FROM`] bytes the system is not asked, because asking would take
    /// longer than the run.
    pub(crate) fn admit(&self, bytes: u64) -> Result<(), SolveError> {
        self.allow(bytes)?;
        raise_trim_threshold(bytes / 2);
        if bytes < PROBED_FROM {
            return Ok(());
        }
        Ok(probe(bytes)?)
    }
}

/// From this many bytes up, the system must confirm before a run that it has the memory.
const PROBED_FROM: u64 = 32 << 20;

/// Raises the size of free memory above which the allocator returns memory to the system. To do so,
/// it allocates a block of `bytes` bytes, at most [`LARGEST_LEARNED`], and frees it untouched.
///
/// glibc returns the free end of its heap to the system once it exceeds twice the size of the
/// largest block ever freed, initially 128 KiB. The engines keep their lists in many small blocks.
/// Without this call, glibc would return their thousands of pages after each table, and the system
/// would clear them again for the next one. Clearing pages took up to half of the time.
fn raise_trim_threshold(bytes: u64) {
    static LEARNED: AtomicUsize = AtomicUsize::new(SMALLEST_LEARNED - 1);
    let bytes = bytes.min(LARGEST_LEARNED) as usize;
    if !SMALL_CODE && LEARNED.fetch_max(bytes, Ordering::Relaxed) < bytes {
        let mut block: Vec<u8> = Vec::new();
        // Without that much memory the reservation fails, and glibc does not adapt.
        let _ = block.try_reserve_exact(bytes);
        black_box(&mut block);
    }
}

/// glibc's initial threshold: freeing a smaller block does not change it.
const SMALLEST_LEARNED: usize = 128 << 10;

/// Slightly less than glibc's maximum: freeing a larger block does not change the threshold.
const LARGEST_LEARNED: u64 = (32 << 20) - (64 << 10);

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("cancelled", &self.is_cancelled())
            .field("reports", &self.progress.is_some())
            .field("threads", &self.threads())
            .field("memory", &self.memory)
            .field("scratch", &self.scratch)
            .finish()
    }
}
