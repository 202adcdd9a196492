//! A shard of a stream of graphs, for one of several runs or machines.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of several shards of a stream. Shard `part` of `of` has every `of`-th graph, beginning with
/// the graph at index `part`, counted from 0.
///
/// Together the shards have every graph exactly once.
///
/// ```
/// use catmouse::{streams::{Graphs, Shard}, formats::Format};
///
/// let shard: Shard = "1/2".parse()?;
/// let graphs = Graphs::of_text("@\nA_\nBw\nC~\nD~{\n", Format::Graph6)?.shard(shard);
/// let numbers: Vec<u64> = graphs.map(|record| Ok(record?.number())).collect::<std::io::Result<_>>()?;
/// assert_eq!(numbers, [2, 4]); // graphs are counted from 1, indices from 0
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: u64,
}

/// The text does not name a shard of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a share of the graphs, as in 0/64 to 63/64")]
pub struct ShardError;

impl Shard {
    /// Shard number `part` of `of`, counted from 0. `None` unless `part` is less than `of`.
    pub fn new(part: u64, of: u64) -> Option<Self> {
        (part < of).then_some(Self { part, of })
    }

    /// Whether the graph with this number, counted from 1, is in this shard.
    pub fn contains(self, number: u64) -> bool {
        number.wrapping_sub(1) % self.of == self.part
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (part, of) = text.split_once('/').ok_or(ShardError)?;
        let number = |digits: &str| digits.trim().parse().map_err(|_| ShardError);
        Self::new(number(part)?, number(of)?).ok_or(ShardError)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}
