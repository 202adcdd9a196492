//! Positions still to be visited, in the order in which they can arise.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use catmouse_arena::PositionId;

/// The positions still to be visited, each once. Those that can arise soonest are first.
#[derive(Default)]
pub(crate) struct Open {
    heap: BinaryHeap<Reverse<(u64, PositionId)>>,
    /// The soonest known arrival at each position.
    soonest: HashMap<PositionId, u64>,
}

impl Open {
    pub(crate) fn push(&mut self, after: u64, position: PositionId) {
        let soonest = self.soonest.entry(position).or_insert(u64::MAX);
        if after < *soonest {
            *soonest = after;
            self.heap.push(Reverse((after, position)));
        }
    }

    pub(crate) fn pop(&mut self) -> Option<(u64, PositionId)> {
        loop {
            let Reverse((after, position)) = self.heap.pop()?;
            // Otherwise the position was visited sooner through another entry.
            if self.soonest[&position] == after {
                return Some((after, position));
            }
        }
    }
}
