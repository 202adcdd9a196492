//! The trial that lacked memory or time.

use serde::Serialize;

/// A trial that was not made or not finished: whether a number of cats wins on a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CopsStop {
    /// Whether the memory or the time does not suffice.
    pub because: StopReason,
    /// The number of cats of the trial.
    pub cats: u32,
    /// The number of vertices of the component.
    pub vertices: u32,
    /// The bytes that the trial takes, about; null if the number is not known.
    pub bytes: Option<u64>,
}

/// What does not suffice for a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The memory that may be allocated.
    Memory,
    /// The time for one graph.
    Time,
}
