//! Adjacency matrices: rows of 0 and 1, one for each vertex. Blanks, commas or nothing separate the
//! entries.
//!
//! Row u has a 1 in column v if a move leads from u to v. A symmetric matrix is an undirected
//! board, any other matrix a directed one. Rows may be in brackets, as numpy, Sage and MATLAB print
//! them. Entries may be written as numpy saves them (`1.0`, `0.000e+00`). Blank lines separate the
//! graphs of a file; `#` and `%` begin comments. The order of a matrix may stand in a line above it. Either all rows lack separators or none. Each
//! comma must follow an entry.

use std::ops::Range;

use catmouse_model::MAX_VERTICES;

use crate::graph::Graph;
use crate::problem::{Problem, quoted, too_many_vertices};
use crate::words::{decimal, ensure_plain, lines, second_graph, without_comment};

const UNLIKE: &str = "blanks between all entries, or commas, or nothing";
const ENTRY: &str = "0 or 1 for each vertex; edge lists and Matrix Market have costs";

/// Reads the first matrix of a text. A second graph is an error.
pub(crate) fn read(text: &str) -> Result<Graph, Problem> {
    ensure_plain(text)?;
    let mut rows = MatrixRows { graph: Graph { is_directed: true, ..Graph::default() }, ..MatrixRows::default() };
    let is_bracketed = text.trim_start().starts_with(['[', '{']);
    let mut parted = false;
    let order = order(text);
    for (line, at) in lines(text) {
        // A last line `-` is not a row.
        if line.trim() == "-" && rows.count > 0 && text.get(at..).is_some_and(|rest| rest.trim() == "-") {
            break;
        }
        let content = without_comment(line);
        if content.trim().is_empty() {
            parted |= line.trim().is_empty() && rows.count > 0 && rows.entries == 0;
            continue;
        }
        if parted {
            return Err(second_graph(at, line));
        }
        if rows.count == 0 && rows.entries == 0 && order.is_some_and(|(line, _)| line == at) {
            continue;
        }
        if is_bracketed {
            rows.bracketed(content, at)?;
        } else {
            rows.line(content, at)?;
        }
    }
    rows.end(text.len())?;
    if let Some((_, order)) = order.filter(|&(_, order)| order != rows.count) {
        let message = format!("the matrix has {} rows", rows.count);
        return Err(Problem::expected(Some(rows.last), message, &format!("{order}, as the first line says")));
    }
    rows.finish()
}

/// The order of a matrix in a line of its own above it, with the first byte of this line. A matrix of
/// a single row has none.
fn order(text: &str) -> Option<(usize, u32)> {
    let mut content = lines(text).filter(|(line, _)| !without_comment(line).trim().is_empty());
    let (first, at) = content.next()?;
    let order: u32 = without_comment(first).trim().parse().ok().filter(|&order| order > 1)?;
    let (next, _) = content.next()?;
    (without_comment(next).split_whitespace().count() > 1).then_some((at, order))
}

/// The rows read so far.
#[derive(Debug, Default)]
struct MatrixRows {
    graph: Graph,
    /// The number of complete rows, and the number of entries in each.
    count: u32,
    width: u32,
    /// The number of entries so far in the current row, and the first byte of this row.
    entries: u32,
    start: usize,
    /// The span of the last row.
    last: Range<usize>,
    /// Whether rows have no separators between their entries.
    are_joined: bool,
}

impl MatrixRows {
    /// Reads a line that is a row.
    fn line(&mut self, line: &str, at: usize) -> Result<(), Problem> {
        let is_separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
        ensure_filled(line, at)?;
        let mut words = 0;
        for (word, start) in pieces(line, is_separator) {
            words += 1;
            let is_alone = words == 1 && line.trim().len() == word.len();
            self.word(word, at + start, is_alone)?;
        }
        self.end(at + line.trim_end().len())
    }

    /// Reads a line of rows in brackets. A bracket or a semicolon ends a row.
    fn bracketed(&mut self, line: &str, at: usize) -> Result<(), Problem> {
        let mut from = 0;
        for (sign, _) in line.match_indices([']', '}', ';']) {
            self.piece(line.get(from..sign).unwrap_or_default(), at + from)?;
            self.end(at + sign)?;
            from = sign + 1;
        }
        self.piece(line.get(from..).unwrap_or_default(), at + from)
    }

    fn piece(&mut self, piece: &str, at: usize) -> Result<(), Problem> {
        let is_separator = |c: char| c.is_whitespace() || ",[{".contains(c);
        pieces(piece, is_separator).try_for_each(|(word, start)| self.word(word, at + start, false))
    }

    /// Reads a word that is one entry, or all entries of a row.
    fn word(&mut self, word: &str, at: usize, is_alone: bool) -> Result<(), Problem> {
        let is_row = is_alone && word.len() > 1 && word.bytes().all(|byte| byte == b'0' || byte == b'1');
        if is_row {
            if self.count > 0 && !self.are_joined {
                return Err(Problem::expected(Some(at..at + word.len()), "blanks are missing in this row", UNLIKE));
            }
            self.are_joined = true;
            return word.bytes().enumerate().try_for_each(|(index, byte)| self.entry(byte == b'1', at + index, 1));
        }
        if self.are_joined {
            return Err(Problem::expected(
                Some(at..at + word.len()),
                "this row is not one word like those before",
                UNLIKE,
            ));
        }
        let is_one = bit(word).ok_or_else(|| {
            let message = format!("{} is neither 0 nor 1", quoted(word));
            Problem::expected(Some(at..at + word.len()), message, ENTRY)
        })?;
        self.entry(is_one, at, word.len())
    }

    fn entry(&mut self, is_one: bool, at: usize, length: usize) -> Result<(), Problem> {
        if self.entries == 0 {
            self.start = at;
        }
        if self.entries == MAX_VERTICES {
            return Err(too_many_vertices(at..at + length, i64::from(self.entries) + 1));
        }
        if is_one {
            self.graph.add((self.count, self.entries), None, || at..at + length)?;
        }
        self.entries += 1;
        Ok(())
    }

    /// Ends the current row, if there is one.
    fn end(&mut self, at: usize) -> Result<(), Problem> {
        if self.entries == 0 {
            return Ok(());
        }
        if self.count == 0 {
            self.width = self.entries;
        }
        self.last = self.start..at.max(self.start);
        self.count += 1;
        let entries = std::mem::take(&mut self.entries);
        if entries != self.width {
            let message = format!("row {} has {entries} entries, and row 1 has {}", self.count, self.width);
            return Err(Problem::expected(Some(self.last.clone()), message, "as many in each row"));
        }
        if self.count > self.width {
            return Err(Problem::expected(Some(self.last.clone()), self.shape(), "as many rows as columns"));
        }
        Ok(())
    }

    fn shape(&self) -> String {
        let rows = if self.count > self.width { "more rows" } else { "fewer rows" };
        format!("the matrix has {rows} than its {} columns", self.width)
    }

    fn finish(mut self) -> Result<Graph, Problem> {
        if self.count == 0 {
            return Err(Problem::expected(None, "there is no row here", "rows of 0 and 1, one for each vertex"));
        }
        if self.count < self.width {
            return Err(Problem::expected(Some(self.last.clone()), self.shape(), "as many rows as columns"));
        }
        self.graph.vertices = self.count;
        self.graph.read_off_a_matrix();
        Ok(self.graph)
    }
}

/// Refuses a line unless exactly one entry precedes each comma or semicolon. The line may end with
/// one of them.
fn ensure_filled(line: &str, at: usize) -> Result<(), Problem> {
    let is_comma = |c: char| c == ',' || c == ';';
    if !line.contains(is_comma) {
        return Ok(());
    }
    let mut next = at;
    for field in line.split_inclusive(is_comma) {
        let end = next + field.len();
        let mut words = pieces(field, |c| c.is_whitespace() || is_comma(c));
        if words.next().is_none() && !field.trim().is_empty() {
            return Err(Problem::expected(Some(end - 1..end), "an entry is missing before this sign", ENTRY));
        }
        if let Some((word, start)) = words.next() {
            let span = next + start..next + start + word.len();
            return Err(Problem::expected(Some(span), "a comma is missing before this entry", UNLIKE));
        }
        next = end;
    }
    Ok(())
}

/// Whether an entry is 1 (`true`) or 0 (`false`), in any notation; `None` if it is neither.
fn bit(word: &str) -> Option<bool> {
    let bits = match word {
        "0" => return Some(false),
        "1" => return Some(true),
        _ => decimal(word)?.to_bits(),
    };
    if bits == 1.0_f64.to_bits() { Some(true) } else { (bits == 0.0_f64.to_bits()).then_some(false) }
}

/// The pieces of a line between separators, each with its first byte.
fn pieces(line: &str, is_separator: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = (&str, usize)> {
    let mut next = 0;
    line.split_inclusive(is_separator).filter_map(move |piece| {
        let start = next;
        next += piece.len();
        let piece = piece.trim_end_matches(is_separator);
        (!piece.is_empty()).then_some((piece, start))
    })
}

/// Whether a text is a matrix as numpy or Sage print it (the first row is in brackets, with blanks
/// between the numbers), or as numpy saves it (numbers with a point that equal 0 or 1). Used for
/// recognition.
pub(crate) fn is_printed(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let is_saved = |word: &str| word.contains('.') && bit(word).is_some();
    if first.split_whitespace().count() > 1 && first.split([' ', ',']).filter(|word| !word.is_empty()).all(is_saved) {
        return true;
    }
    let Some(row) = text.strip_prefix('[').and_then(|row| row.trim_start_matches(['[', ' ']).split(']').next()) else {
        return false;
    };
    let is_number = |word: &str| decimal(word.trim_end_matches('.')).is_some();
    let words = || row.split(|c: char| c.is_whitespace() || c == ';').filter(|word| !word.is_empty());
    words().count() > 1 && !row.contains(',') && words().all(is_number)
}

/// Writes a board: one row on each line, with blanks between the entries. The moves are sorted.
pub(crate) fn write(out: &mut String, vertices: u32, moves: &[(u32, u32, u32)]) {
    let mut moves = moves.iter().map(|&(from, to, _)| (from, to)).peekable();
    for from in 0..vertices {
        for to in 0..vertices {
            let is_move = moves.peek() == Some(&(from, to));
            while moves.next_if_eq(&(from, to)).is_some() {}
            out.push(if is_move { '1' } else { '0' });
            out.push(if to + 1 < vertices { ' ' } else { '\n' });
        }
    }
}
