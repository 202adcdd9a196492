//! How far a run has come with a stream that one run does not get through.

use std::io::Read;

use catmouse_formats::Record;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::Error;
use crate::graphs::Graphs;

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
    use crate::shard::Shard;

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
