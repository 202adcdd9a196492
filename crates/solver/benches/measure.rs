//! Measures times, and the memory bandwidth of this machine.
//!
//! Times are processor time of the whole process. So other programs on the machine do not count,
//! and helper threads do.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;
use memmap2::{Advice, MmapMut};

use crate::report::Writing;

/// Runs something and returns its processor time. The caller drops the result, so dropping is not
/// timed.
pub(crate) fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = ProcessTime::now();
    let result = black_box(run());
    (result, start.elapsed())
}

/// Measures a lower bound for every engine: the time to write 2 bytes for each position, by
/// `memset`.
pub(crate) fn writing() -> Writing {
    const SMALL: usize = 1 << 20;
    const LARGE: usize = 256 << 20;
    let nanoseconds = |time: Duration, bytes: usize| time.as_nanos() as f64 / (bytes / 2) as f64;
    let median_of =
        |rounds: usize, run: &mut dyn FnMut() -> Duration| median(&(0..rounds).map(|_| run()).collect::<Vec<_>>());
    let fill = |memory: &mut [u8], value: u8| timed(|| black_box(&mut *memory).fill(value)).1;
    let fresh = |huge: bool| {
        let Ok(mut memory) = MmapMut::map_anon(LARGE) else { return Duration::ZERO };
        if huge {
            // On a system without huge pages, the figure is that of small pages.
            let _ = memory.advise(Advice::HugePage);
        }
        fill(&mut memory, 1)
    };
    let mut small = vec![0u8; SMALL];
    let cached = median_of(9, &mut || timed(|| (0..64).for_each(|n| black_box(&mut small).fill(n))).1) / 64;
    let mut large = vec![1u8; LARGE];
    let warm = median_of(5, &mut || fill(&mut large, 2));
    drop(large);
    Writing {
        cached: nanoseconds(cached, SMALL),
        warm: nanoseconds(warm, LARGE),
        fresh: nanoseconds(median_of(3, &mut || fresh(false)), LARGE),
        fresh_huge: nanoseconds(median_of(3, &mut || fresh(true)), LARGE),
    }
}

/// The median; for an even number of times, the mean of the two in the middle.
pub(crate) fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let upper = times.len() / 2;
    let lower = (times.len() - 1) / 2;
    (times[lower] + times[upper]) / 2
}
