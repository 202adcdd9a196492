//! Telling formats apart, by the text alone.
//!
//! A text is recognised as one of the formats that are read ([`Format`]), or named as one that is not ([`Foreign`]), or it can
//! be read as two different boards ([`Ambiguity`]). In the last two cases, and where it looks like nothing at all, it is refused:
//! an answer about a board that was not meant is worse than none. [`Unrecognised`] says which of these it is.

use catmouse_model::Keyword;

use crate::ambiguity::{self, Ambiguity};
use crate::foreign::Foreign;
use crate::format::Format;
use crate::problem::Problem;
use crate::{
    MAX_BYTES, colon_lists, csv, dimacs, dot, edge_list, gml, graph6, leetcode, lists, matrix, mtx, multicode,
    node_link, nx_edges, rows, unpacking,
};

/// Why a text is taken for none of the formats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrecognised {
    /// There is nothing but blanks in it.
    Empty,
    /// It is in a format that is known by name and not read.
    Foreign(Foreign),
    /// It can be read as two different boards.
    Ambiguous(Ambiguity),
    /// It looks like none of the formats.
    Unknown,
}

impl Unrecognised {
    /// What is wrong with the text, and what to do about it.
    pub fn problem(&self, text: &str) -> Problem {
        let wanted = format!("expected {}; `--input FORMAT` insists on one of them", Format::choices());
        let span = first_line(text);
        match self {
            Self::Empty => Problem::new(None, "the input is empty", "expected a board, such as [[1,2],[0,2],[0,1]]"),
            Self::Foreign(foreign) if foreign.is_binary() => Problem::new(None, foreign.message(), foreign.wanted()),
            Self::Foreign(foreign) => Problem::new(span, foreign.message(), foreign.wanted()),
            Self::Ambiguous(ambiguity) => Problem::new(span, ambiguity.message(), ambiguity.wanted()),
            Self::Unknown => Problem::new(span, "this is in none of the formats that are read", wanted),
        }
    }
}

impl From<Foreign> for Unrecognised {
    fn from(foreign: Foreign) -> Self {
        Self::Foreign(foreign)
    }
}

impl From<Ambiguity> for Unrecognised {
    fn from(ambiguity: Ambiguity) -> Self {
        Self::Ambiguous(ambiguity)
    }
}

/// The bytes of the first line that says something.
fn first_line(text: &str) -> Option<std::ops::Range<usize>> {
    let start = text.len() - text.trim_start().len();
    let line = text.get(start..)?.lines().next()?.trim_end();
    (!line.is_empty()).then(|| start..start + line.len())
}

/// The format that a text is in, by its content alone.
///
/// Time: O(length). What is packed by gzip is unpacked, as far as a text may be long.
///
/// # Errors
///
/// An [`Unrecognised`] where the text is in a format that is not read, where it can be read as two different boards, and where
/// it looks like nothing that is known.
///
/// ```
/// use catmouse_formats::{Ambiguity, Format, Unrecognised, recognise};
///
/// assert_eq!(recognise("[[1,3],[0],[3],[0,2]]"), Ok(Format::Leetcode));
/// // One edge, or the first row of a matrix?
/// assert_eq!(recognise("0 1\n1 0"), Err(Unrecognised::Ambiguous(Ambiguity::ZerosAndOnes)));
/// ```
pub fn recognise(text: impl AsRef<[u8]>) -> Result<Format, Unrecognised> {
    let bytes = text.as_ref();
    let unpacked;
    let bytes = if unpacking::is_packed(bytes) {
        unpacked = unpacking::unpacked(bytes, MAX_BYTES).map_err(|_| Unrecognised::Unknown)?;
        &unpacked
    } else {
        bytes
    };
    let format = look(bytes)?;
    let text = String::from_utf8_lossy(bytes);
    let text = without_mark(&text);
    let format = ambiguity::decide(text, format)?;
    if format == Format::Leetcode
        && let Ok((board, _)) = lists::read(text, leetcode::start_of_board(text))
    {
        ambiguity::in_board(&board)?;
    }
    Ok(format)
}

/// Whether a text that may be the name of a file is a board where there is no such file: several lines, something in brackets, or what is
/// recognised as a graph or as cells of a grid. A single word that is nothing of the kind is more likely the name of a file that is
/// missing, and a line with commas a row of a table.
///
/// ```
/// use catmouse_formats::is_board;
///
/// assert!(is_board("[[1],[0]]") && is_board("DUW"));
/// assert!(!is_board("graphs.g6"));
/// ```
pub fn is_board(text: &str) -> bool {
    let is_drawn = !text.is_empty() && text.chars().all(|c| "#.MCF".contains(c));
    text.contains('\n')
        || text.trim_start().starts_with(['[', '(', '{', '<'])
        || match recognise(text) {
            Ok(Format::Setup | Format::Csv) => false,
            Ok(Format::Grid) => is_drawn,
            Ok(_) => true,
            Err(Unrecognised::Ambiguous(_)) => !text.contains(','),
            Err(_) => false,
        }
}

/// A text without the byte-order mark that it may begin with.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The format that a text looks like by its beginning, if that ends with a line. What needs all of the text to be told apart is
/// left to [`ambiguity`].
pub(crate) fn look(bytes: &[u8]) -> Result<Format, Unrecognised> {
    if multicode::begins(bytes) {
        return Ok(Format::Multicode);
    }
    if let Some(foreign) = Foreign::of_bytes(bytes) {
        return Err(foreign.into());
    }
    let text = String::from_utf8_lossy(bytes);
    let text = without_mark(&text).trim_start();
    if text.is_empty() {
        return Err(Unrecognised::Empty);
    }
    if let Some(format) = graph_a_line(text)? {
        return Ok(format);
    }
    if let Some(format) = marked(text) {
        return Ok(format);
    }
    if let Some(foreign) = Foreign::of_text(text) {
        return Err(foreign.into());
    }
    if let Some(list) = text.strip_prefix('[') {
        let list = list.trim_start();
        let is_of_python = ["None", "True", "False"].iter().any(|word| list.starts_with(word));
        let is_table_header = !is_of_python && list.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        return Ok(if is_table_header { Format::Setup } else { Format::Leetcode });
    }
    let labelled =
        ["graph", "grid"].iter().any(|name| text.strip_prefix(name).and_then(leetcode::after_equals).is_some());
    if labelled || leetcode::after_input_label(text).is_some() {
        return Ok(Format::Leetcode);
    }
    if dot::begins(text) && !nx_edges::begins(text) {
        return Ok(Format::Dot);
    }
    if dimacs::begins(text) {
        return Ok(Format::Dimacs);
    }
    let mut edges = text.lines().map(edge_list::without_comment).map(str::trim).filter(|line| !line.is_empty());
    if edges.next().is_some_and(edge_list::is_first_line) {
        return Ok(Format::Edges);
    }
    if colon_lists::begins(text) {
        return Ok(Format::Hog);
    }
    if csv::has_header(text) {
        return Ok(Format::Csv);
    }
    let is_cell = |c: &char| "#.MCF".contains(*c);
    let (cells, others): (Vec<char>, Vec<char>) = text.chars().filter(|c| !c.is_whitespace()).partition(is_cell);
    if others.is_empty() {
        Ok(Format::Grid)
    } else if text.lines().any(says_setup) {
        Ok(Format::Setup)
    } else if text.starts_with(['"', '\'']) {
        Ok(Format::Leetcode)
    } else if Foreign::is_trivial_graph(text) {
        Err(Foreign::TrivialGraph.into())
    } else if csv::begins(text) {
        Ok(Format::Csv)
    } else if cells.len() >= others.len() {
        Ok(Format::Grid)
    } else if rows::are_words(text) {
        Ok(Format::Edges) // or neighbours behind a vertex: what is told apart by all of the text
    } else {
        Err(Unrecognised::Unknown)
    }
}

/// The format of a text that begins as only texts of that format do.
fn marked(text: &str) -> Option<Format> {
    let is_graphml = || {
        let beginning: String = text.chars().take(1 << 12).collect();
        text.starts_with('<') && beginning.to_lowercase().contains("<graphml")
    };
    if mtx::begins(text) {
        Some(Format::Mtx)
    } else if node_link::begins(text) {
        Some(Format::NodeLink)
    } else if is_graphml() {
        Some(Format::Graphml)
    } else if text.lines().next().is_some_and(colon_lists::is_header) {
        Some(Format::Showg)
    } else if gml::begins(text) {
        Some(Format::Gml)
    } else if matrix::is_printed(text) {
        Some(Format::Matrix)
    } else {
        None
    }
}

/// The format of a text that has a graph on each line, which is so if half of the lines, or more, are graphs of graph6 or its
/// like. A line that fits its own length to the letter is no accident, even if it begins like another format: `[` stands for 28
/// vertices. A drawing with all three of `M`, `C` and `F` may be both.
fn graph_a_line(text: &str) -> Result<Option<Format>, Unrecognised> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty()).take(100);
    let fitting = lines().filter(|line| graph6::is_plausible(line)).count();
    let are_graphs = fitting > 0 && fitting * 2 >= lines().count();
    if !are_graphs && !text.starts_with(['&', ':', ';']) && !text.starts_with(">>") {
        return Ok(None);
    }
    let is_drawn = text.chars().all(|c| "#.MCF".contains(c) || c.is_whitespace());
    if is_drawn && ['M', 'C', 'F'].iter().all(|&piece| text.contains(piece)) {
        return if fitting == lines().count() { Err(Ambiguity::Drawing.into()) } else { Ok(None) };
    }
    let (first, _) = graph6::body(text.lines().next().unwrap_or_default());
    Ok(Some(if first.starts_with('&') || text.starts_with(">>digraph6<<") {
        Format::Digraph6
    } else if first.starts_with([':', ';']) || text.starts_with(">>sparse6<<") {
        Format::Sparse6
    } else {
        Format::Graph6
    }))
}

/// Whether a line looks like `key = value` or like `[table]`. Rows of grids, and comments, begin with `#` and say nothing.
fn says_setup(line: &str) -> bool {
    let line = line.trim();
    if let Some(header) = line.strip_prefix('[') {
        return header.starts_with(|c: char| c.is_ascii_alphabetic()) && header.contains(']');
    }
    let is_bare = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let is_quoted = |part: &str| part.len() > 1 && part.starts_with(['"', '\'']) && part.ends_with(['"', '\'']);
    line.split_once('=')
        .is_some_and(|(key, _)| key.split('.').map(str::trim).all(|part| is_bare(part) || is_quoted(part)))
}
