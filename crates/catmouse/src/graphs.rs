//! The graphs of a text: one, one that is picked, or a stream of them.

use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, Read};

use catmouse_formats::{ReadOptions, Record, Records};

use crate::error::Error;

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// The graphs of a source, in order; an iterator.
///
/// ```
/// use catmouse::{Choices, Graphs, formats::{Format, ReadOptions}};
///
/// // Two boards, a line each, solved on all cores and delivered in order.
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
pub struct Graphs<R> {
    /// Graphs that have been looked at already, and are still to be worked on.
    first: VecDeque<io::Result<Record>>,
    /// The graphs behind those; none where one graph was picked.
    rest: Option<Records<BufReader<R>>>,
    may_be_several: bool,
    /// Whether the next record is always there without waiting.
    is_complete: bool,
}

impl Graphs<Cursor<Vec<u8>>> {
    /// The graphs of a text that is all there.
    ///
    /// # Errors
    ///
    /// None in fact: a text does not fail.
    pub fn of_text(text: impl Into<Vec<u8>>, options: impl Into<ReadOptions>) -> io::Result<Self> {
        Ok(Self { is_complete: true, ..Self::new(Cursor::new(text.into()), options)? })
    }
}

impl<R: Read> Graphs<R> {
    /// The graphs of a source, whose beginning is looked at to recognise the format unless that is given.
    ///
    /// # Errors
    ///
    /// Where the source fails.
    pub fn new(source: R, options: impl Into<ReadOptions>) -> io::Result<Self> {
        let records = Records::new(BufReader::with_capacity(BUFFER, source), options.into())?;
        let may_be_several = records.may_be_several();
        Ok(Self { first: VecDeque::new(), rest: Some(records), may_be_several, is_complete: false })
    }

    /// Says that all of the source is there, so that no read waits for another program to write.
    #[must_use]
    pub fn all_there(self) -> Self {
        Self { is_complete: true, ..self }
    }

    /// Whether the source may hold several graphs.
    pub fn may_be_several(&self) -> bool {
        self.may_be_several
    }

    /// The stream of one of its graphs, counted from 1.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchGraph`], [`Error::Source`].
    pub fn pick(mut self, number: u64) -> Result<Self, Error> {
        let mut found = 0;
        for record in self.rest.take().into_iter().flatten() {
            let record = record.map_err(Error::Source)?;
            if record.number() == number {
                return Ok(Self { first: [Ok(record)].into(), ..self });
            }
            found = record.number();
        }
        Err(Error::NoSuchGraph { wanted: number, found })
    }

    /// Puts a graph back before the others.
    pub fn put_back(&mut self, record: io::Result<Record>) {
        self.first.push_front(record);
    }

    /// The one graph that there is.
    ///
    /// # Errors
    ///
    /// [`Error::NoBoard`], [`Error::SeveralGraphs`], [`Error::Source`]; [`Error::Problems`] where what follows the board is no graph.
    pub fn only(&mut self) -> Result<Record, Error> {
        let mut next = || self.next().transpose().map_err(Error::Source);
        let (record, second) = (next()?, next()?);
        let Some(record) = record else { return Err(Error::NoBoard) };
        let Some(second) = second else { return Ok(record) };
        // What follows a board may be no board at all.
        second.read().map_err(|error| Error::unreadable(&second, error))?;
        Err(Error::SeveralGraphs)
    }

    /// Whether the next graph is there without waiting for anybody.
    pub(crate) fn is_at_hand(&self) -> bool {
        self.is_complete || !self.first.is_empty() || self.rest.as_ref().is_none_or(Records::is_at_hand)
    }
}

impl<R: Read> Iterator for Graphs<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        self.first.pop_front().or_else(|| self.rest.as_mut()?.next())
    }
}
