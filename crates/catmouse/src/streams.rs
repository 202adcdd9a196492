//! Streams of graphs: working through them on all cores and in several runs, choosing among their
//! answers, and counting them.

pub use crate::cores::{MOST_THREADS, workers};
pub use crate::filter::{COPS_KEYS, Filter, FilterError, Key, KeyKind, SOLVE_KEYS};
pub use crate::graphs::Graphs;
pub use crate::shard::{Shard, ShardError};
pub use crate::stream::{Delivery, SolveWorkspace};
pub use crate::stream_progress::{GraphDigest, StreamProgress};
pub use crate::summary::{
    COPS_SUMMARY_COLUMNS, CopsSummary, CopsSummaryRow, SOLVE_SUMMARY_COLUMNS, SolveSummary, SolveSummaryRow,
    SummaryTally, graph_line,
};
