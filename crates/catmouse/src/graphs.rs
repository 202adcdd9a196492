//! The graphs of a text or of another source: a stream of all graphs, one graph chosen by its
//! number, or the only graph.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::sync::Arc;

use catmouse_formats::{Format, ReadOptions, Record, Records, Unrecognised};
use catmouse_model::Remark;

use crate::error::Error;
use crate::shard::Shard;

/// An iterator over the graphs of a source, in their order.
///
/// ```
/// use catmouse::{Choices, streams::Graphs, formats::{Format, ReadOptions}};
///
/// // Two boards, each on its own line, solved on all cores and delivered in order.
/// let mut plies = Vec::new();
/// let boards = Graphs::of_text("[[1,3],[0],[3],[0,2]]
/// [[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]
/// ", Format::Leetcode)?;
/// boards.solve_each(&Choices::default(), None, |answer| {
///     plies.push(answer.expect("both are boards").distance.distance_plies);
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(plies, [Some(1), Some(8)]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Graphs {
    /// Graphs that were read ahead; the iterator returns them first.
    first: VecDeque<io::Result<Record>>,
    /// The graphs that follow; `None` if one graph was picked.
    rest: Option<Records<'static>>,
    may_be_several: bool,
    /// The sources that follow, and the name of the current source with the number of graphs before
    /// it.
    later: Option<Later>,
    source: Option<(Arc<str>, u64)>,
    /// The number of the last graph that was returned.
    last: u64,
    /// Whether the next graph can always be read without waiting for another program.
    is_complete: bool,
    /// The shard to which the graphs are restricted; `None` for all graphs.
    pub(crate) shard: Option<Shard>,
}

/// The graphs of several sources, each with its name.
type Later = Box<dyn Iterator<Item = io::Result<(Arc<str>, Graphs)>> + Send>;

impl Graphs {
    /// The graphs of a text in memory.
    ///
    /// # Errors
    ///
    /// Reading from memory does not fail, so this returns no error in practice.
    pub fn of_text(text: impl Into<Vec<u8>>, options: impl Into<ReadOptions>) -> io::Result<Self> {
        Ok(Self::new(Cursor::new(text.into()), options)?.fully_available())
    }

    /// Restricts the stream to one shard. The graphs keep the numbers that they have in the whole
    /// stream.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.shard = Some(shard);
        self
    }

    /// The graphs of a source. If the options do not give the format, it is recognised from the
    /// beginning of the source.
    ///
    /// # Errors
    ///
    /// The error of the source if reading its beginning fails.
    pub fn new(source: impl Read + Send + 'static, options: impl Into<ReadOptions>) -> io::Result<Self> {
        let records = Records::new(source, options)?;
        let may_be_several = records.may_be_several();
        Ok(Self { rest: Some(records), may_be_several, ..Self::none() })
    }

    /// An empty stream.
    fn none() -> Self {
        let first = VecDeque::new();
        Self {
            first,
            rest: None,
            may_be_several: true,
            later: None,
            source: None,
            last: 0,
            is_complete: false,
            shard: None,
        }
    }

    /// The graphs of several sources, one after the other. They are numbered consecutively, and
    /// each graph carries the name of its source. A source is opened only when the earlier ones are
    /// exhausted.
    pub fn of_sources(sources: impl Iterator<Item = io::Result<(Arc<str>, Self)>> + Send + 'static) -> Self {
        Self { later: Some(Box::new(sources)), ..Self::none() }
    }

    /// The reason why the source has no known format; `None` if it has one. Reads the first graph
    /// ahead.
    pub fn refused(&mut self) -> Option<Unrecognised> {
        let first = self.next();
        self.first.extend(first);
        self.rest.as_ref().and_then(|records| records.refused().cloned())
    }

    /// Whether the first graph is a text in UTF-8, as far as it is read. Reads it ahead.
    pub fn is_text(&mut self) -> bool {
        let first = self.next();
        let is_text = first.as_ref().is_none_or(|first| first.as_ref().is_ok_and(Record::is_text));
        self.first.extend(first);
        is_text
    }

    /// The next graph of the current source, or of the sources that follow.
    fn next_of_all(&mut self) -> Option<io::Result<Record>> {
        loop {
            if let Some(record) = self.first.pop_front() {
                return Some(record);
            }
            if let Some(record) = self.rest.as_mut().and_then(Iterator::next) {
                return Some(record.map(|record| self.labelled(record)));
            }
            match self.later.as_mut()?.next()? {
                Err(error) => return Some(Err(error)),
                Ok((name, Self { first, rest, .. })) => {
                    self.source = Some((name, self.last));
                    let first: Vec<_> =
                        first.into_iter().map(|record| record.map(|record| self.labelled(record))).collect();
                    (self.first, self.rest) = (first.into(), rest);
                }
            }
        }
    }

    /// A graph of the current source, with the name of the source.
    fn labelled(&mut self, record: Record) -> Record {
        let Some((name, before)) = &self.source else { return record };
        let record = record.of_source(name, *before);
        self.last = record.number();
        record
    }

    /// Declares that the whole source is available, as in a file. Then no read waits for another
    /// program to write.
    #[must_use]
    pub fn fully_available(self) -> Self {
        Self { is_complete: true, ..self }
    }

    /// The format, if it was guessed from the shape of the lines of the first graph; `None` if it
    /// is certain. Reads the first graph ahead.
    pub fn guessed_format(&mut self) -> Option<Format> {
        if !self.rest.as_ref().is_some_and(Records::is_guessing) {
            return None;
        }
        let first = self.next();
        let guessed = self.rest.as_ref().and_then(Records::guessed);
        self.first.extend(first);
        guessed
    }

    /// A remark for the user on how the vertices of the first graph are numbered, if there is one.
    /// Reads the first graph ahead, as [`look_at_first`](Self::look_at_first) does.
    pub fn first_remark(&mut self) -> Option<Remark> {
        self.look_at_first(|record| record.read().ok()?.remark)
    }

    /// Applies `look` to the first graph, which it reads ahead. `None` if each graph is one line.
    pub fn look_at_first<T>(&mut self, look: impl FnOnce(&Record) -> Option<T>) -> Option<T> {
        let is_several = self.rest.as_ref().is_none_or(Records::is_one_a_line);
        let first = if is_several { None } else { self.next() }?;
        let seen = first.as_ref().ok().and_then(look);
        self.first.push_front(first);
        seen
    }

    /// Whether the source is compressed. Then line and column numbers refer to the uncompressed
    /// text.
    pub fn is_packed(&self) -> bool {
        self.rest.as_ref().is_some_and(Records::is_packed)
    }

    /// Whether the source may hold several graphs.
    pub fn may_be_several(&self) -> bool {
        self.may_be_several
    }

    /// A stream of one graph: the graph with this number, counted from 1.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchGraph`], [`Error::Source`].
    pub fn pick(mut self, number: u64) -> Result<Self, Error> {
        let mut found = 0;
        while let Some(record) = self.next_of_all() {
            let record = record.map_err(Error::Source)?;
            if record.number() == number {
                return Ok(Self { first: [Ok(record)].into(), rest: None, later: None, ..self });
            }
            found = record.number();
        }
        Err(Error::NoSuchGraph { wanted: number, found })
    }

    /// Puts a graph back, so that it is returned next.
    pub fn put_back(&mut self, record: io::Result<Record>) {
        self.first.push_front(record);
    }

    /// The only graph of the source.
    ///
    /// # Errors
    ///
    /// [`Error::NoBoard`], [`Error::SeveralGraphs`], [`Error::Source`]; [`Error::Problems`] if the
    /// text after the board is not a graph.
    pub fn only(&mut self) -> Result<Record, Error> {
        let mut next = || self.next().transpose().map_err(Error::Source);
        let (record, second) = (next()?, next()?);
        let Some(record) = record else { return Err(Error::NoBoard) };
        let Some(second) = second else { return Ok(record) };
        // If the text after the board is not a board at all, that is the error.
        second.read().map_err(|error| Error::unreadable(&second, error))?;
        Err(Error::SeveralGraphs)
    }

    /// Whether the next graph can be read without waiting for another program.
    pub(crate) fn is_available(&self) -> bool {
        let is_over = self.later.is_none();
        self.is_complete || !self.first.is_empty() || self.rest.as_ref().map_or(is_over, Records::is_at_hand)
    }
}

impl Iterator for Graphs {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            let record = self.next_of_all()?;
            let is_taken = |record: &Record| self.shard.is_none_or(|shard| shard.contains(record.number()));
            if record.as_ref().map_or(true, is_taken) {
                return Some(record);
            }
        }
    }
}
