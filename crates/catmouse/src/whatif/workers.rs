//! Work shared out to threads piece by piece, with what comes of it in order.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Works on so many pieces, each thread in a room of its own, and returns what comes of them in their order; none where `watch` breaks
/// it off. After each piece `watch` is told how many are done; any thread may call it.
pub(super) fn in_order<W, T: Send>(
    pieces: usize,
    threads: NonZeroUsize,
    room: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> T + Sync,
    watch: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Option<Vec<T>> {
    #[cfg(feature = "threads")]
    if threads.get() > 1 && pieces > 1 {
        return on_threads(pieces, threads, &room, &work, &watch);
    }
    let _ = threads;
    let mut room = room();
    let mut results = Vec::with_capacity(pieces);
    for piece in 0..pieces {
        results.push(work(&mut room, piece));
        if watch(results.len()).is_break() {
            return None;
        }
    }
    Some(results)
}

#[cfg(feature = "threads")]
fn on_threads<W, T: Send>(
    pieces: usize,
    threads: NonZeroUsize,
    room: &(impl Fn() -> W + Sync),
    work: &(impl Fn(&mut W, usize) -> T + Sync),
    watch: &(impl Fn(usize) -> ControlFlow<()> + Sync),
) -> Option<Vec<T>> {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

    let (next, done, stopped) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let serve = || {
        let mut room = room();
        let mut results = Vec::new();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces || stopped.load(Ordering::Relaxed) {
                return results;
            }
            results.push((piece, work(&mut room, piece)));
            if watch(1 + done.fetch_add(1, Ordering::Relaxed)).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.get().min(pieces)).map(|_| scope.spawn(serve)).collect();
        let of_each =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        of_each.flatten().collect()
    });
    if stopped.into_inner() {
        return None;
    }
    results.sort_unstable_by_key(|&(piece, _)| piece);
    Some(results.into_iter().map(|(_, result)| result).collect())
}
