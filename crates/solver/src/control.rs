//! What the caller keeps in hand while an engine runs: progress, cancellation, threads, and the memory that is allowed.

use std::fmt;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use catmouse_arena::{Distance, probe};

use crate::{SMALL_CODE, SolveError};

/// How a run is watched, stopped and bounded. The default watches nothing, never stops and sets no bound, and costs nothing.
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
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    threads: Option<NonZeroUsize>,
    memory: Option<u64>,
}

/// How far an engine has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The distance that is being decided; of the costs engine for teams the number of the sweep. Engines that grow one player's attractor
    /// after the other start twice at 0.
    pub level: Distance,
    /// Positions decided so far. Endless ones never are, so this need not reach the number of positions. Of the costs engine for teams
    /// the values that became better so far, which may be more.
    pub decided: u64,
}

impl<'a> Control<'a> {
    /// Stops the run soon after the flag is set, with [`SolveError::Cancelled`]. The flag is read every few milliseconds of work, but not
    /// while the queue and costs engines first go through all positions, once, and not by the small engine, which is done sooner.
    #[must_use]
    pub fn cancelled_by(self, flag: &'a AtomicBool) -> Self {
        Self { cancelled: Some(flag), ..self }
    }

    /// Reports progress every few milliseconds of work. Engines may call this from any of their threads.
    #[must_use]
    pub fn reporting_to(self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Lets engines work on this many threads; without this on one. The solution is the same whatever the number.
    #[must_use]
    pub fn on_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// Refuses whatever would take more than this many bytes, with [`SolveError::TooLarge`].
    #[must_use]
    pub fn allowing(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The threads to work on.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or(NonZeroUsize::MIN)
    }

    /// The bytes that a run may take, if there is a bound.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Whether the run is to stop.
    #[inline]
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Stops a run that is cancelled; otherwise reports how far it has come, if a progress callback is set.
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

    /// Refuses what takes more bytes than are allowed.
    #[inline]
    pub(crate) fn allow(&self, bytes: u64) -> Result<(), SolveError> {
        match self.memory {
            Some(allowed) if bytes > allowed => Err(SolveError::TooLarge { bytes, allowed }),
            _ => Ok(()),
        }
    }

    /// Refuses to start what takes more bytes than are allowed, or more than the system gives.
    ///
    /// What is smaller than [`PROBED_FROM`] is not tried: that takes longer than solving it.
    pub(crate) fn admit(&self, bytes: u64) -> Result<(), SolveError> {
        self.allow(bytes)?;
        raise_trim_threshold(bytes / 2);
        if bytes < PROBED_FROM {
            return Ok(());
        }
        Ok(probe(bytes)?)
    }
}

/// From this many bytes on, the system is asked whether it has them before an engine starts.
const PROBED_FROM: u64 = 32 << 20;

/// Raises the size of free memory above which the allocator returns it to the system. It allocates a block of this
/// size, or of the largest size that counts, and frees it untouched.
///
/// glibc returns the free end of its memory to the system as soon as it is larger than twice the largest block that was
/// freed, 128 KiB to begin with. The engines' lists are many small blocks: without this their pages, some thousands,
/// would be returned after each table and cleared again for the next, which took up to half of the time.
fn raise_trim_threshold(bytes: u64) {
    static LEARNED: AtomicUsize = AtomicUsize::new(SMALLEST_LEARNED - 1);
    let bytes = bytes.min(LARGEST_LEARNED) as usize;
    if !SMALL_CODE && LEARNED.fetch_max(bytes, Ordering::Relaxed) < bytes {
        let mut block: Vec<u8> = Vec::new();
        // It is refused where there is no such memory; then nothing is learned.
        let _ = block.try_reserve_exact(bytes);
        black_box(&mut block);
    }
}

/// The sizes from which glibc learns: its first threshold, and a little less than its last.
const SMALLEST_LEARNED: usize = 128 << 10;
const LARGEST_LEARNED: u64 = (32 << 20) - (64 << 10);

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("cancelled", &self.is_cancelled())
            .field("reports", &self.progress.is_some())
            .field("threads", &self.threads())
            .field("memory", &self.memory)
            .finish()
    }
}
