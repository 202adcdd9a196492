//! Streams: the graphs of a source, one after another, in bounded memory.
//!
//! [`Records::new`] recognises the format by the beginning of the source. Then it cuts the source
//! into records, one for each graph. [`Record::read`] parses a record, so an error in one record
//! does not affect the others, and records can be sent to other threads and parsed there. Small
//! graphs can be read without a setup ([`SmallGraph`]).
//!
//! ```
//! use catmouse_formats::{Records, SmallGraph};
//!
//! let source = "Bw\nnonsense\nC~\n"; // a triangle, and four vertices all joined
//! let mut vertices = Vec::new();
//! for record in Records::new(source.as_bytes(), None)? {
//!     let record = record?;
//!     match record.read() {
//!         Ok(document) => vertices.push((record.number(), document.setup.plan_board().unwrap().vertices())),
//!         Err(error) => {
//!             let (line, column) = record.place(error.problems[0].span.as_ref());
//!             assert_eq!((record.number(), line, column), (2, 2, 9));
//!         }
//!     }
//!     // Faster, for millions of graphs:
//!     if let Some(small) = record.small_graph() {
//!         assert!(small.rows().iter().all(|row| row.count_ones() + 1 == small.vertices()));
//!     }
//! }
//! assert_eq!(vertices, [(1, 3), (3, 4)]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The extent of a record depends on the format:
//!
//! * graph6, digraph6, sparse6: one line. Blank lines, `#` comments and lines with only a header
//!   are skipped.
//! * leetcode: one line, if the first line that is not blank closes its brackets and no jumps
//!   follow on the next line. If jumps follow, the lines up to the next line that begins a board.
//!   Otherwise the whole source. Lines that begin with `Output:` or `Explanation:` are skipped.
//! * edges: the lines up to a blank line, unless all are comments.
//! * dimacs: the lines from one `p` line to the next. Comments before the first `p` line belong to
//!   its record.
//! * dot: the text up to the brace that closes the graph.
//! * matrix, hog, xsb: the lines up to a blank line.
//! * showg: the lines from one line `Graph 1, order 3.` to the next.
//! * node-link: the text up to the brace that closes the object. After an object with an error, the
//!   next record begins at the next line that begins with a brace.
//! * multicode, planar-code: the numbers in the bytes of a graph, in decimal on one line.
//! * All other formats: the whole source.
//!
//! A source compressed by gzip is unpacked; lines and columns refer to the unpacked text. A record
//! longer than [`MAX_BYTES`] is truncated, and reading it is refused; later records are read.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::sync::Arc;

use crate::board_text::BoardText;
use crate::colon_lists;
use crate::decide::{decide, decide_named};
use crate::dot::{self, Extent};
use crate::format::{Format, FormatChoice, ReadOptions};
use crate::graph6::{self, SmallGraph};
use crate::leetcode::{begins_board, has_jumps_below, is_one_a_line, is_report, may_be_report};
use crate::metis;
use crate::multicode::{self, Coding, Numbers};
use crate::problem::{Problem, ReadError};
use crate::programs;
use crate::recognise::{look, named, recognise};
use crate::tree::json;
use crate::unpacking::Unpacked;
use crate::unrecognised::Unrecognised;
use crate::words::without_comment;
use crate::{MAX_BYTES, read_marked, too_long};

/// The optional byte-order mark at the beginning of a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The greatest number of bytes of a source that are used to recognise its format. Blank lines and
/// comments at its beginning do not count.
pub(crate) const SNIFFED: usize = 1 << 16;

/// The greatest number of bytes in which the board of a report is looked for.
const LONGEST_HEAD: usize = 1 << 12;

/// An iterator over the records of a source, in order. It ends after the first I/O error.
///
/// ```
/// use catmouse_formats::{Format, Records};
///
/// // A stream with one bad graph among three: the others are read.
/// let records = Records::new("DUW
/// !!!
/// DQc
/// ".as_bytes(), Format::Graph6)?;
/// let good: Vec<bool> = records.map(|record| Ok(record?.read().is_ok())).collect::<std::io::Result<_>>()?;
/// assert_eq!(good, [true, false, true]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Records<'a> {
    source: Unpacked<'a>,
    /// The format of the source. An unrecognised source has one record, which is refused.
    format: Result<Format, Unrecognised>,
    options: ReadOptions,
    cut: Cut,
    /// The byte that ends a line.
    end_of_line: u8,
    /// The last line read, with its line end, and its number.
    line: Vec<u8>,
    line_number: u64,
    /// The first byte of this line that belongs to no record yet, and the number of characters
    /// before it.
    rest: usize,
    letters: u64,
    /// The number of records so far.
    number: u64,
    /// How the numbers of a binary format are written.
    coding: Coding,
    /// The last object, if records are objects.
    last_object: Vec<u8>,
    is_over: bool,
    /// Whether no more of the source is read.
    is_cut_off: bool,
    /// Whether the format was recognised, and not given by the caller or by a comment in the first
    /// line.
    is_guessed: bool,
}

/// The way in which a source is cut into records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Lines,
    Boards,
    BlankLines,
    HeaderLines,
    Braces,
    Objects,
    Codes,
    Nowhere,
}

impl Cut {
    /// The cut for a source of a format with this beginning.
    fn of(format: Format, beginning: &[u8]) -> Self {
        match format {
            Format::Graph6 | Format::Digraph6 | Format::Sparse6 => Self::Lines,
            Format::Leetcode if is_one_a_line(&String::from_utf8_lossy(beginning)) => Self::Lines,
            Format::Leetcode if has_jumps_below(&String::from_utf8_lossy(beginning)) => Self::Boards,
            Format::Edges | Format::Matrix | Format::Hog | Format::Xsb => Self::BlankLines,
            Format::Dimacs | Format::Showg => Self::HeaderLines,
            Format::Dot => Self::Braces,
            Format::NodeLink => Self::Objects,
            Format::PlanarCode if multicode::is_in_letters(&String::from_utf8_lossy(beginning)) => Self::Lines,
            Format::Multicode | Format::PlanarCode => Self::Codes,
            Format::Leetcode
            | Format::Grid
            | Format::Setup
            | Format::Mtx
            | Format::Adjlist
            | Format::NxEdges
            | Format::Graphml
            | Format::Gml
            | Format::Csv
            | Format::Pajek
            | Format::Gexf
            | Format::Tgf
            | Format::Dl
            | Format::Metis
            | Format::Leda
            | Format::Octile
            | Format::Pacman => Self::Nowhere,
        }
    }
}

/// One graph of a stream, not read yet.
#[derive(Clone, Debug)]
pub struct Record {
    number: u64,
    line: u64,
    /// The number of characters before the text on its first line.
    indent: u64,
    format: Option<Format>,
    options: ReadOptions,
    text: String,
    /// The problem of a text that is too long or not UTF-8.
    problem: Option<Problem>,
    is_text: bool,
    /// Whether the end of the record was found before the end of the source.
    is_whole: bool,
    /// The name of the source, if it is one of several sources.
    source: Option<Arc<str>>,
}

impl Record {
    /// The same record as one of several sources, after `before` records of other sources. A source
    /// among several does not grow, so the record is whole.
    #[must_use]
    pub fn of_source(self, name: &Arc<str>, before: u64) -> Self {
        Self { number: before + self.number, source: Some(Arc::clone(name)), is_whole: true, ..self }
    }

    /// The name of the source, if it is one of several sources.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The number of the record in its stream, counted from 1. Records with errors count too.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The line of the stream on which the text begins, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The text. If the record is too long or not UTF-8, only its beginning.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the record is UTF-8.
    pub fn is_text(&self) -> bool {
        self.is_text
    }

    /// Whether the source has shown the end of the record: the end of its line, a blank line, the
    /// next record, or the closing brace. Otherwise, a source that broke off may have lost the rest
    /// of the record. Only the last record of a source can lack its end.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Reads the record.
    ///
    /// # Errors
    ///
    /// As [`read`](crate::read). The spans refer to [`text`](Self::text).
    pub fn read(&self) -> Result<BoardText<'_>, ReadError> {
        let mut document = match (&self.problem, self.format) {
            (None, Some(format)) => read_marked(&self.text, format, self.options)?,
            (None, None) => return Err(Unrecognised::Unknown.problem(&self.text).into()),
            (Some(problem), _) => return Err(problem.clone().into()),
        };
        document.number = self.number;
        Ok(document)
    }

    /// The graph, if the record is a line of graph6, digraph6 or sparse6 and has at most 64
    /// vertices.
    pub fn small_graph(&self) -> Option<SmallGraph> {
        let is_line = matches!(self.format, Some(Format::Graph6 | Format::Digraph6 | Format::Sparse6));
        (is_line && self.problem.is_none()).then(|| SmallGraph::of_line(&self.text)).flatten()
    }

    /// The trimmed text, if it is one line of graph6, digraph6, sparse6 or LeetCode's notation. In
    /// results, this line identifies the graph.
    pub fn own_line(&self) -> Option<&str> {
        let is_line =
            matches!(self.format, Some(Format::Graph6 | Format::Digraph6 | Format::Sparse6 | Format::Leetcode));
        let line = self.text.trim();
        (is_line && self.problem.is_none() && !line.contains('\n')).then_some(line)
    }

    /// The line of the stream and the column at which a span of the text begins; without a span,
    /// those of the record. Both are counted from 1, columns in characters.
    pub fn place(&self, span: Option<&Range<usize>>) -> (u64, u64) {
        let at = span.map_or(0, |span| self.text.floor_char_boundary(span.start));
        let before = self.text.get(..at).unwrap_or_default();
        let lines_before = before.matches('\n').count() as u64;
        let in_line = before.rsplit('\n').next().map_or(0, |letters| letters.chars().count()) as u64;
        let indent = if lines_before == 0 { self.indent } else { 0 };
        (self.line + lines_before, 1 + indent + in_line)
    }
}

impl<'a> Records<'a> {
    /// The records of a source in the given format, or in the recognised format. The first two
    /// lines, without comments and blank lines, determine the recognised format; this function
    /// waits until they have been read. A source whose format is unknown or ambiguous has one
    /// record, which reports this when it is read.
    ///
    /// # Errors
    ///
    /// An error of the source.
    pub fn new(source: impl Read + Send + 'a, options: impl Into<ReadOptions>) -> io::Result<Self> {
        Self::of(Unpacked::new(Box::new(source))?, options.into())
    }

    fn of(mut source: Unpacked<'a>, options: ReadOptions) -> io::Result<Self> {
        let mut ahead = Vec::new();
        // The length of the blank lines and comments at the beginning of `ahead`.
        let mut skipped = 0;
        let decisive = loop {
            let is_inside_long_line = ahead.len() - skipped >= SNIFFED && ahead.len() <= MAX_BYTES;
            let found = source.fill_buf()?;
            let length = found.len().min(SNIFFED);
            let ends_line = found[..length].contains(&b'\n');
            ahead.extend(found.iter().take(length));
            source.consume(length);
            // A long line of blanks, or a long comment, is looked at again when it ends.
            if is_inside_long_line && !ends_line && length > 0 {
                continue;
            }
            skipped += length_of_blanks_and_comments(&ahead[skipped..]);
            match decisive_beginning(&ahead, skipped) {
                Some(end) => break end,
                None if length == 0 || ahead.len() > MAX_BYTES || is_enough(&ahead[skipped..]) => {
                    break ahead.len();
                }
                None => {}
            }
        };
        let decisive = if ahead.starts_with(MARK) {
            ahead.drain(..MARK.len());
            decisive - MARK.len()
        } else {
            decisive
        };
        let end_of_line = end_of_line(&ahead);
        let beginning = ahead.get(..decisive).unwrap_or_default();
        let beginning = &*with_line_feeds(beginning, end_of_line);
        let format = match options.format {
            FormatChoice::Recognise => look(beginning),
            FormatChoice::Named(format) => Ok(named(beginning, format)),
            FormatChoice::Insisted(format) => Ok(format),
        };
        let is_declared = Format::of_first_line(&String::from_utf8_lossy(beginning)).is_some();
        let cut = format.as_ref().map_or(Cut::Nowhere, |&format| Cut::of(format, beginning));
        source.put_before(ahead);
        Ok(Self {
            source,
            format,
            options,
            cut,
            end_of_line,
            line: Vec::new(),
            line_number: 0,
            rest: 0,
            letters: 0,
            number: 0,
            coding: Coding::default(),
            last_object: Vec::new(),
            is_over: false,
            is_cut_off: false,
            is_guessed: options.format == FormatChoice::Recognise && !is_declared,
        })
    }

    /// Whether each record is a line.
    pub fn is_one_a_line(&self) -> bool {
        self.cut == Cut::Lines
    }

    /// Whether the next record is available without waiting for more of the source. Always false
    /// unless each record is a line.
    pub fn is_at_hand(&self) -> bool {
        let waiting = self.source.waiting();
        self.cut == Cut::Lines && waiting.iter().any(|bytes| bytes.contains(&b'\n'))
    }

    /// Whether the source is compressed by gzip, so that lines and columns refer to the unpacked
    /// text.
    pub fn is_packed(&self) -> bool {
        self.source.is_packed()
    }

    /// The format, if it was recognised only by the shape of the lines
    /// ([`Format::is_recognised_by_shape`]). Known after the first record.
    pub fn guessed(&self) -> Option<Format> {
        self.is_guessed.then_some(self.format.as_ref().ok().copied()?).filter(|format| format.is_recognised_by_shape())
    }

    /// Whether only the shape of the lines identifies the format, or may still do so.
    pub fn is_guessing(&self) -> bool {
        self.is_guessed
            && self.format.as_ref().is_ok_and(|&format| format == Format::Edges || format.is_recognised_by_shape())
    }

    /// Why the source is in none of the formats that are read; `None` if it is in one of them, or
    /// if it is ambiguous between them. Known after the first record.
    pub fn refused(&self) -> Option<&Unrecognised> {
        self.format.as_ref().err().filter(|error| !matches!(error, Unrecognised::Ambiguous(_)))
    }

    /// Whether the source may have several graphs. Otherwise its only record is the whole source.
    pub fn may_be_several(&self) -> bool {
        self.cut != Cut::Nowhere
    }

    /// The next record; `None` at the end.
    fn next_record(&mut self) -> io::Result<Option<Record>> {
        if self.cut == Cut::Codes {
            return self.next_code();
        }
        let mut draft = Draft::default();
        let mut extent = Extent::new();
        let mut object = json::Extent::default();
        // Whether `draft` collects the text after an object that is not an object itself.
        let mut is_remainder = false;
        while self.hold_line()? {
            let line = self.line.get(self.rest..).unwrap_or_default();
            if is_remainder && self.rest == 0 && line.starts_with(b"{") {
                if !self.is_last_object_bad() {
                    return Ok(Some(self.whole(draft)));
                }
                (draft, is_remainder) = (Draft::default(), false);
            }
            is_remainder |= self.cut == Cut::Objects && self.is_behind_object(&draft, line);
            match self.cut {
                Cut::Lines if self.is_skipped(line) => self.rest = self.line.len(),
                Cut::Lines => {
                    self.move_to(&mut draft, self.line.len());
                    draft.is_whole = draft.is_too_long || self.line.ends_with(b"\n");
                    return Ok(Some(self.record(draft)));
                }
                Cut::Boards if self.is_skipped(line) && draft.has_content => {
                    // Lines after the jumps are skipped. Blank lines between the jumps are kept, so
                    // that places remain right.
                    let end = if line.trim_ascii().is_empty() { self.line.len() } else { self.rest };
                    self.move_to(&mut draft, end);
                    self.rest = self.line.len();
                }
                Cut::Boards if draft.has_content && begins_board(&String::from_utf8_lossy(line)) => {
                    return Ok(Some(self.whole(draft)));
                }
                Cut::Boards => {
                    draft.has_content |= !self.is_skipped(line);
                    self.move_to(&mut draft, self.line.len());
                }
                Cut::BlankLines => {
                    if line.trim_ascii().is_empty() {
                        self.rest = self.line.len();
                        if self.goes_on(&draft) {
                            self.cut = Cut::Nowhere;
                            draft.text.extend_from_slice(&self.line);
                            continue;
                        }
                        if draft.has_content {
                            draft.is_whole = self.line.ends_with(b"\n");
                            return Ok(Some(self.record(draft)));
                        }
                        draft = Draft::default();
                    } else {
                        draft.has_content |= self.has_content(line);
                        self.move_to(&mut draft, self.line.len());
                    }
                }
                Cut::HeaderLines => {
                    let is_header = match self.format {
                        Ok(Format::Showg) => colon_lists::is_header(&String::from_utf8_lossy(line)),
                        _ => {
                            line.trim_ascii_start().starts_with(b"p")
                                && line.trim_ascii_start().get(1).is_none_or(u8::is_ascii_whitespace)
                        }
                    };
                    if is_header && draft.has_content {
                        return Ok(Some(self.whole(draft)));
                    }
                    draft.has_content |= is_header;
                    self.move_to(&mut draft, self.line.len());
                }
                Cut::Braces => match extent.line(&self.line, self.rest) {
                    Some(end) => {
                        self.move_to(&mut draft, end);
                        return Ok(Some(self.whole(draft)));
                    }
                    None => self.move_to(&mut draft, self.line.len()),
                },
                Cut::Objects if is_remainder => self.move_to(&mut draft, self.line.len()),
                Cut::Objects => match object.line(&self.line, self.rest) {
                    Some(end) => {
                        self.move_to(&mut draft, end);
                        self.last_object.clone_from(&draft.text);
                        return Ok(Some(self.whole(draft)));
                    }
                    None => self.move_to(&mut draft, self.line.len()),
                },
                Cut::Nowhere | Cut::Codes => self.move_to(&mut draft, self.line.len()),
            }
            // A few compressed bytes can expand without limit.
            if draft.is_too_long && (self.cut == Cut::Nowhere || self.source.is_packed()) {
                break;
            }
        }
        self.is_over = true;
        if is_remainder && self.is_last_object_bad() {
            return Ok(None);
        }
        let is_something = match self.cut {
            Cut::Lines | Cut::Boards | Cut::BlankLines => draft.has_content,
            Cut::HeaderLines | Cut::Objects | Cut::Codes | Cut::Nowhere => !draft.text.trim_ascii().is_empty(),
            Cut::Braces => !dot::is_blank(&String::from_utf8_lossy(&draft.text)),
        };
        // The reader reports that there is nothing at all.
        Ok((is_something || self.number == 0 && self.cut == Cut::Nowhere).then(|| self.record(draft)))
    }

    /// Whether an object precedes this line and the line is neither blank nor the beginning of an
    /// object. After an object with an error, the rest of its line counts in any case.
    fn is_behind_object(&self, draft: &Draft, line: &[u8]) -> bool {
        let line = line.trim_ascii_start();
        let may_begin = line.starts_with(b"{") && (self.rest == 0 || !self.is_last_object_bad());
        self.number > 0 && draft.text.is_empty() && !line.is_empty() && !may_begin
    }

    /// Whether reading the last object would fail. Then the text after it is probably its rest, and
    /// is not reported again.
    fn is_last_object_bad(&self) -> bool {
        str::from_utf8(&self.last_object)
            .map_or(true, |text| read_marked(text, Format::NodeLink, self.options).is_err())
    }

    /// Whether a line is more than a comment.
    fn has_content(&self, line: &[u8]) -> bool {
        let line = String::from_utf8_lossy(line);
        match self.format {
            Ok(Format::Xsb) => !programs::is_xsb_remark(&line),
            _ => !without_comment(&line).trim().is_empty(),
        }
    }

    /// The next record of a binary format.
    fn next_code(&mut self) -> io::Result<Option<Record>> {
        if self.number == 0 {
            let format = self.format.as_ref().map_or(Format::Multicode, |&format| format);
            self.coding = multicode::skip_header(&mut self.source, format)?;
        }
        let Some(Numbers { text, is_too_long, is_whole }) = multicode::next(&mut self.source, self.coding)? else {
            self.is_over = true;
            return Ok(None);
        };
        self.is_over |= is_too_long;
        let (text, line) = (text.into_bytes(), self.number + 1);
        Ok(Some(self.record(Draft { text, line, is_too_long, is_whole, ..Draft::default() })))
    }

    /// Whether the first record, which looked like edges up to this blank line, has a format in
    /// which blank lines do not separate graphs.
    fn goes_on(&self, draft: &Draft) -> bool {
        let is_open = self.number == 0 && self.format == Ok(Format::Edges);
        if !draft.has_content || !is_open {
            return false;
        }
        let text = String::from_utf8_lossy(&draft.text);
        let decided = match self.options.format {
            FormatChoice::Recognise => decide(&text, Format::Edges),
            FormatChoice::Named(format) => decide_named(&text, format),
            FormatChoice::Insisted(format) => Ok(format),
        };
        // In METIS, a blank line is a vertex. A text that only begins so is refused as a whole.
        let may_be_metis = self.options.format == FormatChoice::Recognise && self.options.base.is_none();
        decided.is_ok_and(|format| Cut::of(format, b"") == Cut::Nowhere)
            || may_be_metis && metis::begins(&(text + "\n"))
    }

    /// Whether a line of a stream with one graph per line has no graph: it is blank, a comment
    /// among lines of graph6, or text that LeetCode prints after a board.
    fn is_skipped(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii();
        let begins = |word: &[u8]| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        is_blank_or_header(line)
            || match self.format {
                Ok(Format::Leetcode) => begins(b"output:") || begins(b"explanation:"),
                _ => line.starts_with(b"#"),
            }
    }

    /// Reads the next line if the whole last line belongs to a record. Returns false at the end of
    /// the source.
    fn hold_line(&mut self) -> io::Result<bool> {
        if self.rest < self.line.len() {
            return Ok(true);
        }
        self.line.clear();
        (self.rest, self.letters) = (0, 0);
        if self.is_cut_off {
            return Ok(false);
        }
        self.line_number += 1;
        let longest = MAX_BYTES as u64 + 1;
        self.source.by_ref().take(longest).read_until(self.end_of_line, &mut self.line)?;
        if let Some(end) = self.line.last_mut().filter(|end| **end == self.end_of_line) {
            *end = b'\n';
        }
        if self.line.len() as u64 == longest && !self.line.ends_with(b"\n") {
            // If the source is one record, this record is too long already.
            let is_only = self.cut == Cut::Nowhere && !self.line.trim_ascii().is_empty();
            self.is_cut_off = is_only || self.source.is_packed();
        }
        if self.line.len() as u64 == longest && !self.line.ends_with(b"\n") && !self.is_cut_off {
            skip_line(&mut self.source)?;
        }
        Ok(!self.line.is_empty())
    }

    /// Moves the rest of the line, up to byte `end`, to a record.
    fn move_to(&mut self, draft: &mut Draft, end: usize) {
        let piece = self.line.get(self.rest..end).unwrap_or_default();
        let indent = self.letters;
        if end < self.line.len() {
            // Every byte that does not continue a character.
            self.letters += piece.iter().filter(|&&byte| byte & 0b1100_0000 != 0b1000_0000).count() as u64;
        }
        self.rest = end;
        if draft.text.is_empty() {
            if piece.trim_ascii().is_empty() {
                return;
            }
            (draft.line, draft.indent) = (self.line_number, indent);
        }
        if draft.text.len() + piece.len() <= MAX_BYTES && !draft.is_too_long {
            draft.text.extend_from_slice(piece);
        } else {
            draft.is_too_long = true;
        }
    }

    /// A record whose end was found.
    fn whole(&mut self, draft: Draft) -> Record {
        self.record(Draft { is_whole: true, ..draft })
    }

    fn record(&mut self, draft: Draft) -> Record {
        self.number += 1;
        let is_whole = draft.is_whole;
        let (text, mut problem) = match String::from_utf8(draft.text) {
            Ok(text) => (text, None),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let mut bytes = error.into_bytes();
                bytes.truncate(valid);
                let text = String::from_utf8(bytes).unwrap_or_default();
                let wanted = "a board is UTF-8 text: save it as such";
                (text, Some(Problem::new(Some(valid..valid), "the text is not UTF-8 from here on", wanted)))
            }
        };
        let is_text = problem.is_none();
        if draft.is_too_long {
            problem = Some(too_long(MAX_BYTES));
        }
        let (line, indent) = (draft.line.max(1), draft.indent);
        let (mut format, mut options) = (self.format.as_ref().ok().copied(), self.options);
        match &self.format {
            // A file with a binary mark is not reported as invalid UTF-8: its format is the
            // problem.
            Err(error @ Unrecognised::Foreign(_)) => problem = Some(error.problem(&text)),
            Err(error) if problem.is_none() => problem = Some(error.problem(&text)),
            _ => {}
        }
        // If the first graph is ambiguous, so are all later ones. If not, they need not be checked.
        let is_open = matches!(format, Some(Format::Edges | Format::Csv));
        if let (1, FormatChoice::Recognise, None, Some(looked)) =
            (self.number, options.format, &problem, format.filter(|_| is_open))
        {
            self.format = decide(&text, looked);
            match &self.format {
                Ok(decided) => {
                    format = Some(*decided);
                    options.format = FormatChoice::Insisted(*decided);
                }
                Err(error) => {
                    problem = Some(error.problem(&text));
                    self.is_over = true;
                }
            }
        }
        Record { number: self.number, line, indent, format, options, text, problem, is_text, is_whole, source: None }
    }
}

impl Iterator for Records<'_> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_record();
        self.is_over |= next.is_err();
        next.transpose()
    }
}

/// The format that a text is recognised as, both as a whole and as a stream, which is judged by its
/// beginning. `None` if the two differ or the text is not recognised.
pub(crate) fn recognised(text: &str) -> Option<Format> {
    let skipped = length_of_blanks_and_comments(text.as_bytes());
    let decisive = decisive_beginning(text.as_bytes(), skipped).unwrap_or(text.len()).min(skipped + SNIFFED);
    let whole = recognise(text).ok()?;
    let beginning = text.as_bytes().get(..decisive).unwrap_or_default();
    let streamed = look(beginning).and_then(|format| decide(text, format)).ok()?;
    (whole == streamed).then_some(whole)
}

/// The byte that ends the lines of a text with this beginning: a carriage return in old files,
/// otherwise a line feed.
fn end_of_line(beginning: &[u8]) -> u8 {
    let is_old = beginning.contains(&b'\r') && !beginning.contains(&b'\n') && !beginning.contains(&0);
    if is_old { b'\r' } else { b'\n' }
}

/// A text whose line ends are replaced by line feeds.
fn with_line_feeds(text: &[u8], end_of_line: u8) -> Cow<'_, [u8]> {
    match end_of_line {
        b'\n' => text.into(),
        end => text.iter().map(|&byte| if byte == end { b'\n' } else { byte }).collect(),
    }
}

/// The length of a beginning that suffices to recognise the format; `None` if `bytes` are not
/// enough yet. Usually two [lines](decisive_lines) suffice. In JSON, XML and binary formats, lines
/// have no meaning, so more is needed. The first `skipped` bytes are blank lines and comments.
fn decisive_beginning(bytes: &[u8], skipped: usize) -> Option<usize> {
    let content = &bytes[skipped..];
    let text = content.strip_prefix(MARK).unwrap_or(content).trim_ascii_start();
    if text.starts_with(b"{") {
        let line = text.iter().position(|&byte| byte == b'\n')?;
        let is_closed = json::Extent::default().line(&text[..line], 0).is_some();
        return is_closed.then_some(bytes.len() - text.len() + line);
    }
    if text.starts_with(b"<") {
        return text.windows(8).any(|piece| piece.eq_ignore_ascii_case(b"<graphml")).then_some(bytes.len());
    }
    // The report of a failed test begins with lines of any form.
    if may_be_report(text) && bytes.len() < LONGEST_HEAD {
        return is_report(&String::from_utf8_lossy(text)).then_some(bytes.len());
    }
    if content.contains(&0) {
        return multicode::recognised(bytes).map(|_| bytes.len());
    }
    Some(skipped + decisive_lines(content)?)
}

/// The end of the second line that is neither blank nor a comment; `None` if there are fewer such
/// lines.
fn decisive_lines(bytes: &[u8]) -> Option<usize> {
    let mut end = 0;
    let mut content_lines = 0;
    for line in whole_lines(bytes) {
        end += line.len();
        content_lines += usize::from(!is_blank_or_comment(line));
        if content_lines == 2 {
            return Some(end);
        }
    }
    None
}

/// Whether the bytes after blank lines and comments are enough to recognise the format or to give
/// up. A long line of blanks, or a long comment, is not enough.
fn is_enough(content: &[u8]) -> bool {
    content.len() >= SNIFFED && !is_blank_or_comment(content)
}

/// The length of the blank lines and comments at the beginning.
fn length_of_blanks_and_comments(bytes: &[u8]) -> usize {
    whole_lines(bytes).take_while(|line| is_blank_or_comment(line)).map(<[u8]>::len).sum()
}

/// The lines that have a line end, each including it.
fn whole_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"))
}

/// Whether a line is blank or a comment of some format. Lines of binary formats are neither.
fn is_blank_or_comment(line: &[u8]) -> bool {
    const COMMENTS: [&[u8]; 5] = [b"#", b"%", b"c ", b"//", b"/*"];
    if line.contains(&0) {
        return false;
    }
    let line = line.strip_prefix(MARK).unwrap_or(line).trim_ascii();
    line.is_empty() || COMMENTS.iter().any(|comment| line.starts_with(comment))
}

/// A record under construction.
#[derive(Debug, Default)]
struct Draft {
    text: Vec<u8>,
    line: u64,
    indent: u64,
    /// Whether the record has more than comments, or has its header line.
    has_content: bool,
    is_too_long: bool,
    /// Whether the end of the record was found before the end of the source.
    is_whole: bool,
}

/// Whether a line of graph6, digraph6 or sparse6 is blank or a header.
fn is_blank_or_header(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty()
        || line.starts_with(b">>") && std::str::from_utf8(line).is_ok_and(|line| graph6::body(line).0.is_empty())
}

/// Skips the rest of a line.
fn skip_line(source: &mut Unpacked<'_>) -> io::Result<()> {
    loop {
        let found = source.fill_buf()?;
        let newline = found.iter().position(|&byte| byte == b'\n');
        let length = newline.map_or(found.len(), |at| at + 1);
        source.consume(length);
        if newline.is_some() || length == 0 {
            return Ok(());
        }
    }
}
