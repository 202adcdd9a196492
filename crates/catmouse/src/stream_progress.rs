//! The progress of a run through a stream of graphs, for streams that take several runs.

use catmouse_formats::Record;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::Error;
use crate::graphs::Graphs;

/// The progress of a run through a stream, so that another run can resume there: the number of the
/// last graph, and a digest by which the stream is recognised.
///
/// ```
/// use catmouse::{streams::{Graphs, GraphDigest, StreamProgress}, formats::Format};
///
/// let stream = || Graphs::of_text("@\nA_\nBw\n", Format::Graph6);
/// let mut reached = StreamProgress::default();
/// for record in stream()?.take(2) {
///     reached.advance(GraphDigest::of(&record?));
/// }
/// // Later, with the same stream from its beginning:
/// let mut graphs = stream()?;
/// graphs.resume_from(&reached)?;
/// assert_eq!(graphs.next().expect("there is a third")?.text().trim(), "Bw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamProgress {
    /// The number of the last graph that was worked on, counted from 1 in the whole stream; 0
    /// before the first graph.
    pub graph: u64,
    /// The number of graphs that were worked on. A run on one shard of the stream skips graphs, so
    /// this may be less than `graph`.
    pub graphs: u64,
    digest: u64,
}

/// The number and the digest of a graph, for [`StreamProgress::advance`]. Digests are computed by
/// the threads that work on the graphs, so on all cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphDigest {
    number: u64,
    digest: u64,
}

impl GraphDigest {
    /// The number of a graph, and a digest (XXH3) of its text.
    pub fn of(record: &Record) -> Self {
        Self { number: record.number(), digest: xxh3_64_with_seed(record.text().as_bytes(), record.number()) }
    }
}

impl StreamProgress {
    /// Advances by one graph. The graphs of a stream must be passed in their order.
    pub fn advance(&mut self, GraphDigest { number, digest }: GraphDigest) {
        self.graph = number;
        self.graphs += 1;
        self.digest = xxh3_64_with_seed(&digest.to_le_bytes(), self.digest);
    }
}

impl Graphs {
    /// Skips the graphs that an earlier run has worked on. The stream must start at its first graph
    /// again, and must be the same shard.
    ///
    /// # Errors
    ///
    /// [`Error::OtherStream`] if this is not the stream of the earlier run; [`Error::Source`].
    pub fn resume_from(&mut self, reached: &StreamProgress) -> Result<(), Error> {
        let mut now = StreamProgress::default();
        while now.graphs < reached.graphs {
            let record = self.next().transpose().map_err(Error::Source)?;
            let Some(record) = record else { break };
            now.advance(GraphDigest::of(&record));
        }
        if now == *reached { Ok(()) } else { Err(Error::OtherStream { graphs: reached.graphs, found: now.graphs }) }
    }
}
