//! Work is shared out to threads in such a way that the result does not depend on how many there are.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::SMALL_CODE;

/// Does the work for every part. There is one thread for each state, which it alone uses; a thread that is free takes the next part. With
/// one state no thread is started. Starting threads takes time, so the work should take milliseconds.
pub(crate) fn for_each_part<P: Send, S: Send>(
    parts: impl IntoIterator<Item = P, IntoIter: Send>,
    states: &mut [S],
    work: impl Fn(&mut S, P) + Sync,
) {
    let parts = parts.into_iter();
    // Where there are no threads, no code for them is compiled.
    if SMALL_CODE || states.len() == 1 {
        let Some(state) = states.first_mut() else { return };
        return parts.for_each(|part| work(state, part));
    }
    let parts = Mutex::new(parts);
    let serve = |state: &mut S| {
        loop {
            // A statement of its own: in the head of the loop the lock would be held while the part is worked on.
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(part) = part else { return };
            work(state, part);
        }
    };
    let serve = &serve;
    thread::scope(|scope| {
        let Some((here, others)) = states.split_first_mut() else { return };
        let others: Vec<_> = others.iter_mut().map(|state| scope.spawn(move || serve(state))).collect();
        serve(here);
        for thread in others {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Calls both functions, at the same time where there are several threads.
pub(crate) fn join<A: Send, B>(threads: usize, one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    if SMALL_CODE || threads < 2 {
        let one = one();
        return (one, other());
    }
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().unwrap_or_else(|panic| resume_unwind(panic)), other)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_worked_off_once() {
        for threads in 1..5 {
            let mut sums = vec![0; threads];
            let mut parts: Vec<u32> = vec![0; 100];
            for_each_part(parts.iter_mut().zip(0..), &mut sums, |sum, (part, number)| {
                *part += number;
                *sum += number;
            });
            assert!(parts.iter().copied().eq(0..100));
            assert_eq!(sums.iter().sum::<u32>(), 4950);
            assert_eq!(join(threads, || 1, || 2), (1, 2));
        }
    }
}
