//! The terms on which an attractor grows.

use crate::Control;
use crate::parallel::Threads;

/// Limits and resources for growing an attractor.
#[derive(Clone, Copy)]
pub(super) struct Terms<'c> {
    /// The last level to decide.
    pub(super) last_level: u32,
    /// The attractor may stop once its record holds this many events.
    pub(super) most_events: usize,
    pub(super) control: &'c Control<'c>,
    /// The threads that may share levels.
    pub(super) threads: &'c Threads,
}
