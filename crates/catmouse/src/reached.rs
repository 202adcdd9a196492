//! Streams that one run does not get through: a share of their graphs, and how far a run has come.

use std::fmt;
use std::io::Read;
use std::str::FromStr;

use catmouse_formats::Record;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::Error;
use crate::graphs::Graphs;

/// One of several shares of a stream: of `of` graphs that follow each other the one at place `part`, both counted from 0.
///
/// All shares together have every graph once, whatever it costs to work on it.
///
/// ```
/// use catmouse::{Graphs, Shard, formats::Format};
///
/// let shard: Shard = "1/2".parse()?;
/// let graphs = Graphs::of_text("@\nA_\nBw\nC~\nD~{\n", Format::Graph6)?.shard(shard);
/// let numbers: Vec<u64> = graphs.map(|record| Ok(record?.number())).collect::<std::io::Result<_>>()?;
/// assert_eq!(numbers, [2, 4]); // graphs are counted from 1, places from 0
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: u64,
}

/// The text is no share of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected which share and of how many, as in 3/64: the shares of 64 are 0/64 to 63/64")]
pub struct NoShard;

impl Shard {
    /// The share number `part` of `of`. None unless `part` is less.
    pub fn new(part: u64, of: u64) -> Option<Self> {
        (part < of).then_some(Self { part, of })
    }

    /// Whether a graph is in this share; graphs are counted from 1.
    pub fn has(self, number: u64) -> bool {
        number.wrapping_sub(1) % self.of == self.part
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (part, of) = text.split_once('/').ok_or(NoShard)?;
        let number = |digits: &str| digits.trim().parse().map_err(|_| NoShard);
        Self::new(number(part)?, number(of)?).ok_or(NoShard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// How far a stream has been worked through, to go on from there in another run: a number, and a digest that knows the stream again.
///
/// ```
/// use catmouse::{Graphs, Passed, Reached, formats::Format};
///
/// let stream = || Graphs::of_text("@\nA_\nBw\n", Format::Graph6);
/// let mut reached = Reached::default();
/// for record in stream()?.take(2) {
///     reached.pass(Passed::by(&record?));
/// }
/// // Later, with the same stream from its beginning:
/// let mut graphs = stream()?;
/// graphs.go_on_from(&reached)?;
/// assert_eq!(graphs.next().expect("there is a third")?.text().trim(), "Bw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// The number of the last graph that was worked on, counted from 1 in the whole stream; 0 before the first.
    pub graph: u64,
    /// How many graphs were worked on; fewer than that number where a run takes a share of them.
    pub graphs: u64,
    digest: u64,
}

/// A graph that was worked on, for [`Reached::pass`]. Made where it was worked on, so that digests are computed on all cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    number: u64,
    digest: u64,
}

impl Passed {
    /// What is remembered of a graph: its number, and a digest (XXH3) of its text.
    pub fn by(record: &Record) -> Self {
        Self { number: record.number(), digest: xxh3_64_with_seed(record.text().as_bytes(), record.number()) }
    }
}

impl Reached {
    /// Goes on by a graph; those of a stream have to come in their order.
    pub fn pass(&mut self, Passed { number, digest }: Passed) {
        self.graph = number;
        self.graphs += 1;
        self.digest = xxh3_64_with_seed(&digest.to_le_bytes(), self.digest);
    }
}

impl<R: Read> Graphs<R> {
    /// Takes one share of the graphs. They keep the numbers that they have in the whole stream.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.shard = Some(shard);
        self
    }

    /// Reads past the graphs that were worked on before. The stream has to be given again from its beginning, and in the same share.
    ///
    /// # Errors
    ///
    /// [`Error::OtherStream`] where it is not the one that was worked on, [`Error::Source`].
    pub fn go_on_from(&mut self, reached: &Reached) -> Result<(), Error> {
        let mut now = Reached::default();
        while now.graphs < reached.graphs {
            let record = self.next().transpose().map_err(Error::Source)?;
            let Some(record) = record else { break };
            now.pass(Passed::by(&record));
        }
        if now == *reached { Ok(()) } else { Err(Error::OtherStream { graphs: reached.graphs, found: now.graphs }) }
    }
}

#[cfg(test)]
mod tests {
    use catmouse_formats::Format;

    use super::*;

    #[test]
    fn shares() {
        for wrong in ["", "3", "3/", "/3", "3/3", "4/3", "0/0", "-1/3", "1/2/3", "a/b"] {
            assert_eq!(wrong.parse::<Shard>(), Err(NoShard), "{wrong}");
        }
        let shard: Shard = "3/64".parse().expect("it is one");
        assert_eq!(shard.to_string(), "3/64");
        assert_eq!((1..=200).filter(|&number| shard.has(number)).collect::<Vec<_>>(), [4, 68, 132, 196]);
    }

    /// Graphs of one vertex, two, three, without edges.
    fn stream(text: &str) -> Graphs<impl Read> {
        Graphs::of_text(text, Format::Graph6).expect("a text does not fail")
    }

    #[test]
    fn another_stream_is_refused() {
        let text = "@\nA_\nBw\nC~\n";
        let mut reached = Reached::default();
        for record in stream(text).take(3) {
            reached.pass(Passed::by(&record.expect("a text does not fail")));
        }
        assert_eq!((reached.graph, reached.graphs), (3, 3));
        let go_on = |text: &str| stream(text).go_on_from(&reached);
        go_on(text).expect("it is the same");
        for (other, expected) in [("@\nA_\n", 2), ("@\nA?\nBw\nC~\n", 3), ("A_\n@\nBw\n", 3), ("", 0)] {
            let error = go_on(other).expect_err(other);
            assert!(matches!(error, Error::OtherStream { graphs: 3, found } if found == expected), "{other}: {error}");
        }
        // What follows may differ: nobody knows it yet.
        go_on("@\nA_\nBw\n").expect("as far as it goes it is the same");
        // Another share has other graphs.
        let share = stream(text).shard(Shard::new(0, 2).expect("it is one")).go_on_from(&reached);
        assert!(matches!(share, Err(Error::OtherStream { .. })));
    }
}
