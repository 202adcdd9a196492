//! The terms on which an attractor is grown.

use crate::Control;
use crate::parallel::Threads;

/// The terms on which an attractor is grown.
#[derive(Clone, Copy)]
pub(super) struct Terms<'c> {
    /// The level after which it stops.
    pub(super) last: u32,
    /// It may stop when its record holds this many events.
    pub(super) most_events: usize,
    pub(super) control: &'c Control<'c>,
    /// The threads with which levels are shared.
    pub(super) threads: &'c Threads,
}
