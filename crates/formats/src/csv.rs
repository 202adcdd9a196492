//! Edges as spreadsheets, pandas and Gephi write them: rows `source,target` or
//! `source,target,cost`.
//!
//! Fields are separated by commas, semicolons or tabs, and may be quoted; a quote within a quoted
//! field is doubled. A header such as `source,target,weight` or `from,to,cost` names the columns.
//! Other columns are ignored, except Gephi's `type`, which says whether edges are directed. Without
//! a header there are two columns, or three with costs. Only vertices with an edge exist. An
//! initial line such as `sep=;` sets the separator. Blank rows and comments, which begin with `#`,
//! are ignored. A comment that may be a row, such as `#a,b`, is refused.
//!
//! This module splits rows itself. The csv crate does not give the places of fields, and it accepts
//! quotes that are never closed.

use std::borrow::Cow;
use std::ops::Range;

use catmouse_model::Board;

use crate::format::CostKey;
use crate::graph::Graph;
use crate::labels::{Labels, Written};
use crate::problem::{Problem, quoted};
use crate::words::{Word, ensure_plain};

const SOURCES: [&str; 15] = [
    "source",
    "from",
    "src",
    "start",
    "tail",
    "u",
    "node1",
    "vertex1",
    "v1",
    "id1",
    "sourceid",
    "fromid",
    "fromnode",
    "fromnodeid",
    "sourcenode",
];
const TARGETS: [&str; 17] = [
    "target",
    "to",
    "dst",
    "dest",
    "destination",
    "end",
    "head",
    "v",
    "node2",
    "vertex2",
    "v2",
    "id2",
    "targetid",
    "toid",
    "tonode",
    "tonodeid",
    "targetnode",
];
const COSTS: [&str; 7] = ["cost", "weight", "length", "distance", "costs", "w", "value"];
const TYPES: [&str; 2] = ["type", "directed"];

const HEADER: &str = "a first row that names the columns, such as source,target or source,target,cost";
const ROW: &str = "source, target and, where edges have costs, a cost";

/// A field without its quotes, and its span.
#[derive(Debug)]
struct Field<'a> {
    value: Cow<'a, str>,
    span: Range<usize>,
}

/// The positions of the columns that are read.
struct Columns {
    source: usize,
    target: usize,
    cost: Option<usize>,
    kind: Option<usize>,
    /// The number of all columns.
    count: usize,
}

/// Reads a graph.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    ensure_plain(text)?;
    let mut graph = Graph::default();
    let mut labels = Labels::default();
    let mut rows = FieldRows::new(text);
    let first = rows.next().transpose()?.ok_or_else(|| Problem::expected(None, "there is no row here", HEADER))?;
    let header = Columns::of_header(&first, costs);
    let columns = match &header {
        Some(columns) => {
            if costs == CostKey::Usual {
                columns.ensure_spelled(&first)?;
            }
            columns
        }
        None => &Columns::of_row(&first)?,
    };
    let mut kind: Option<bool> = None;
    let mut has_kinds = columns.kind.is_some();
    let first = header.is_none().then_some(Ok(first));
    for row in first.into_iter().chain(rows.by_ref()) {
        let row = row?;
        let [Some(source), Some(target)] = [columns.source, columns.target].map(|column| row.get(column)) else {
            return Err(uneven(&row, columns.count));
        };
        if row.len() != columns.count {
            return Err(uneven(&row, columns.count));
        }
        let mut vertex = |field: &Field<'_>| {
            if field.value.is_empty() {
                return Err(Problem::expected(Some(field.span.clone()), "a vertex is missing here", ROW));
            }
            labels.vertex(&field.value, field.span.clone())
        };
        let ends = (vertex(source)?, vertex(target)?);
        let cost = columns.cost.and_then(|column| row.get(column));
        let cost =
            cost.map(|field| costs.of(&Word { text: &field.value, span: field.span.clone() })).transpose()?.flatten();
        graph.add(ends, cost, || source.span.start..target.span.end.max(source.span.start))?;
        if let Some(field) = columns.kind.and_then(|column| row.get(column)).filter(|_| has_kinds) {
            let Some(directed) = direction(&field.value) else {
                if kind.is_none() {
                    has_kinds = false; // the column has other data
                    continue;
                }
                let message = format!("{} is not a type of edge", quoted(&field.value));
                return Err(Problem::expected(Some(field.span.clone()), message, "directed or undirected"));
            };
            if *kind.get_or_insert(directed) != directed {
                let message = "some edges are directed and some are not";
                return Err(Problem::expected(Some(field.span.clone()), message, "one type for all of them"));
            }
        }
    }
    rows.ensure_comments(columns.count)?;
    let is_guessed = header.is_none();
    if is_guessed && labels.ensure_alike(text).is_err() {
        // Words above numbers are a header with unknown column names.
        ensure_no_header(text)?;
    }
    labels.ensure_alike(text)?;
    labels.name(&mut graph);
    graph.is_directed = kind == Some(true);
    graph.is_undecided = kind.is_none();
    Ok(graph)
}

/// Refuses a first row of words above rows of numbers.
fn ensure_no_header(text: &str) -> Result<(), Problem> {
    let mut rows = FieldRows::new(text);
    let Some(Ok(first)) = rows.next() else { return Ok(()) };
    let is_number = |field: &Field<'_>| field.value.parse::<i64>().is_ok();
    let are_numbers = |row: Result<Vec<Field<'_>>, Problem>| row.is_ok_and(|row| row.iter().take(2).all(is_number));
    if first.iter().take(2).any(is_number) || !rows.all(are_numbers) {
        return Ok(());
    }
    Err(Problem::expected(span_of(&first), "the first row does not say which columns are the ends of edges", HEADER))
}

/// Whether an edge of this type is directed; `None` if the type is neither directed nor undirected.
fn direction(kind: &str) -> Option<bool> {
    match kind.to_ascii_lowercase().as_str() {
        "directed" | "true" => Some(true),
        "undirected" | "false" => Some(false),
        _ => None,
    }
}

fn span_of(row: &[Field<'_>]) -> Option<Range<usize>> {
    row.first().zip(row.last()).map(|(first, last)| first.span.start..last.span.end)
}

fn uneven(row: &[Field<'_>], columns: usize) -> Problem {
    let message = format!("this row has {} fields, and the first has {columns}", row.len());
    Problem::expected(span_of(row), message, "as many in each row")
}

impl Columns {
    /// The columns that a header names; `None` if the row is not a header.
    fn of_header(row: &[Field<'_>], costs: CostKey) -> Option<Self> {
        let words: Vec<String> = row.iter().map(|field| normalised(&field.value)).collect();
        let column = |known: &[&str]| known.iter().find_map(|known| words.iter().position(|word| word == known));
        let (source, target) = (column(&SOURCES)?, column(&TARGETS)?);
        let cost = match costs {
            CostKey::Usual => column(&COSTS),
            CostKey::None => None,
            CostKey::Named(key) => column(&[&normalised(key)]),
        };
        Some(Self { source, target, cost, kind: column(&TYPES), count: row.len() })
    }

    /// Refuses a header without a column of costs, if some column has a name similar to those of
    /// costs.
    fn ensure_spelled(&self, row: &[Field<'_>]) -> Result<(), Problem> {
        let is_odd = |field: &&Field<'_>| {
            let word = normalised(&field.value);
            word != "height" && ["weight", "length", "distance"].iter().any(|known| is_nearly(&word, known))
        };
        let odd = if self.cost.is_none() { row.iter().find(is_odd) } else { None };
        let Some(odd) = odd else { return Ok(()) };
        let message = format!("{} may be a column of costs", quoted(&odd.value));
        Err(Problem::expected(Some(odd.span.clone()), message, "cost, weight, length or distance, or another name"))
    }

    /// The columns of rows without a header.
    fn of_row(row: &[Field<'_>]) -> Result<Self, Problem> {
        match row.len() {
            2 => Ok(Self { source: 0, target: 1, cost: None, kind: None, count: 2 }),
            3 => Ok(Self { source: 0, target: 1, cost: Some(2), kind: None, count: 3 }),
            1 => Err(Problem::expected(span_of(row), "this row has 1 field", ROW)),
            count => Err(Problem::expected(
                span_of(row),
                format!("it is unclear which of the {count} columns are the ends of an edge"),
                HEADER,
            )),
        }
    }
}

/// Whether two words differ by one or two letters that are missing, added or changed. Equal words
/// do not count.
fn is_nearly(word: &str, other: &str) -> bool {
    let other: Vec<char> = other.chars().collect();
    // The edit distances between the letters of `word` read so far and each prefix of `other`.
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in word.chars().take(2 * other.len()).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (at, known) in other.iter().enumerate() {
            let instead = diagonal + usize::from(letter != *known);
            diagonal = row[at + 1];
            row[at + 1] = instead.min(diagonal + 1).min(row[at] + 1);
        }
    }
    (1..=2).contains(&row[other.len()])
}

/// A column name in lowercase without blanks, underscores and hyphens.
fn normalised(word: &str) -> String {
    word.chars().filter(|c| !" _-".contains(*c)).flat_map(char::to_lowercase).collect()
}

/// The rows of a text, each with its fields.
struct FieldRows<'a> {
    text: &'a str,
    separator: char,
    next: usize,
    /// The comments so far in which no blank follows the `#`.
    comments: Vec<Range<usize>>,
}

impl<'a> FieldRows<'a> {
    fn new(text: &'a str) -> Self {
        if let Some((separator, next)) = declared_separator(text) {
            return Self { text, separator, next, comments: Vec::new() };
        }
        let has_content = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        let first = text.lines().find(has_content).unwrap_or_default();
        let count = |separator: &char| first.matches(*separator).count();
        // The most frequent separator; among equally frequent ones the first.
        let separator = [',', ';', '\t'].into_iter().rev().max_by_key(count).unwrap_or(',');
        Self { text, separator, next: 0, comments: Vec::new() }
    }

    /// Refuses comments that would be rows of `columns` fields if `#` began their first field.
    /// Commented headers are allowed.
    fn ensure_comments(&self, columns: usize) -> Result<(), Problem> {
        let is_row = |comment: &&Range<usize>| {
            let fields: Vec<Field<'_>> = self.text.get((*comment).clone()).map_or(Vec::new(), |line| {
                let fields = line.trim_start_matches('#').split(self.separator);
                fields.map(|field| Field { value: Cow::Borrowed(field.trim()), span: 0..0 }).collect()
            });
            fields.len() == columns && Columns::of_header(&fields, CostKey::Usual).is_none()
        };
        let Some(row) = self.comments.iter().find(is_row) else { return Ok(()) };
        let message = "this may be a comment, or a row whose first field begins with `#`";
        let wanted = "write a blank after `#` for a comment, or quotes around the field for a row";
        Err(Problem::new(Some(row.clone()), message, wanted))
    }

    /// The next field, and whether another field follows in its row.
    fn field(&mut self) -> Result<(Field<'a>, bool), Problem> {
        let rest = self.text.get(self.next..).unwrap_or_default();
        let blank = |c: char| c == ' ' || c == '\t' && self.separator != '\t';
        let start = self.next + rest.len() - rest.trim_start_matches(blank).len();
        let rest = self.text.get(start..).unwrap_or_default();
        let end_of = |text: &str| text.find([self.separator, '\n']).unwrap_or(text.len());
        let (value, length) = if let Some(inside) = rest.strip_prefix('"') {
            let Some(length) = quoted_length(inside) else {
                let line = rest.lines().next().map_or(0, str::len);
                let message = "this text is never closed";
                return Err(Problem::expected(Some(start..start + line), message, "a closing `\"`"));
            };
            let value = inside.get(..length).unwrap_or_default();
            let value =
                if value.contains('"') { Cow::Owned(value.replace("\"\"", "\"")) } else { Cow::Borrowed(value) };
            let behind = inside.get(length + 1..).unwrap_or_default();
            let behind = behind.get(..end_of(behind)).unwrap_or_default().trim_end();
            if !behind.trim_start().is_empty() {
                let end = start + length + 2 + behind.len();
                let message = format!("{} is not allowed here", quoted(behind.trim_start()));
                let span = end - behind.trim_start().len()..end;
                return Err(Problem::expected(Some(span), message, "a separator after the closing quote"));
            }
            (value, length + 2)
        } else {
            let field = rest.get(..end_of(rest)).unwrap_or_default().trim_end_matches(['\r', ' ', '\t']);
            if let Some(quote) = field.find('"') {
                let message = "a quote is inside a field";
                let wanted = "quotes around the whole field, doubled within it";
                return Err(Problem::expected(Some(start + quote..start + quote + 1), message, wanted));
            }
            (Cow::Borrowed(field), field.len())
        };
        let span = start..start + length;
        let behind = self.text.get(span.end..).unwrap_or_default();
        let end = span.end + end_of(behind);
        let goes_on = self.text.get(end..).is_some_and(|rest| rest.starts_with(self.separator));
        self.next = (end + 1).min(self.text.len());
        Ok((Field { value, span }, goes_on))
    }
}

impl<'a> Iterator for FieldRows<'a> {
    type Item = Result<Vec<Field<'a>>, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.text.get(self.next..).filter(|rest| !rest.is_empty())?;
            let line = rest.split_inclusive('\n').next().unwrap_or_default();
            if !line.trim().is_empty() && !line.starts_with('#') {
                break;
            }
            if line.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| !c.is_whitespace())) {
                self.comments.push(self.next..self.next + line.trim_end().len());
            }
            self.next += line.len();
        }
        let mut row = Vec::new();
        loop {
            match self.field() {
                Err(problem) => {
                    self.next = self.text.len();
                    return Some(Err(problem));
                }
                Ok((field, goes_on)) => {
                    row.push(field);
                    if !goes_on {
                        return Some(Ok(row));
                    }
                }
            }
        }
    }
}

/// The separator set by a first line such as `sep=;`, as Excel writes and reads it, and the first
/// byte after this line.
fn declared_separator(text: &str) -> Option<(char, usize)> {
    let line = text.split_inclusive('\n').next()?;
    let (key, separator) = line.trim_end_matches(['\r', '\n']).split_at_checked("sep=".len())?;
    let separator = [',', ';', '\t'].into_iter().find(|known| separator.strip_prefix(*known) == Some(""))?;
    key.eq_ignore_ascii_case("sep=").then_some((separator, line.len()))
}

/// The length of a quoted text up to its closing quote; `None` if the quote is missing.
fn quoted_length(inside: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let quote = from + inside.get(from..)?.find('"')?;
        if !inside.get(quote + 1..)?.starts_with('"') {
            return Some(quote);
        }
        from = quote + 2;
    }
}

/// The appearance of the rows of a text. Used for recognition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// There is a header.
    Header,
    /// The first row is a header, or an edge: other rows have its words as vertices.
    PerhapsHeader,
    /// Rows of words in two or three columns. The first may be a header.
    Names {
        /// Whether a row after the first has one of its words.
        is_edge: bool,
    },
    /// Rows of two or three columns of numbers.
    Numbers,
    /// A square matrix of 0 and 1 that cannot be a list of edges.
    Matrix,
    /// Only zeros and ones in two or three columns; edges or a matrix.
    Bits,
    /// Anything else; the reader reports the error.
    Odd,
}

/// The appearance of the rows of a text. Time: linear in the text; memory: one row.
pub(crate) fn look(text: &str) -> Look {
    let mut rows = FieldRows::new(text);
    let Some(Ok(first)) = rows.next() else { return Look::Odd };
    let header = Columns::of_header(&first, CostKey::Usual);
    let (source, target) = header.as_ref().map_or((0, 1), |columns| (columns.source, columns.target));
    let (Some(head), Some(other)) = (first.get(source), first.get(target)) else { return Look::Odd };
    let is_bit = |field: &Field<'_>| field.value == "0" || field.value == "1";
    let is_number = |field: &Field<'_>| field.value.parse::<i64>().is_ok();
    let (mut count, mut are_even, mut repeats_first, mut has_zero_third) = (1, true, false, false);
    let mut are_bits = first.iter().all(is_bit);
    let mut are_numbers = first.iter().take(2).all(is_number);
    has_zero_third |= first.get(2).is_some_and(|field| field.value == "0");
    for row in rows {
        let Ok(row) = row else { return Look::Odd };
        count += 1;
        are_even &= row.len() == first.len();
        are_bits &= row.iter().all(is_bit);
        are_numbers &= row.iter().take(2).all(is_number);
        has_zero_third |= row.get(2).is_some_and(|field| field.value == "0");
        let ends = [source, target].map(|column| row.get(column));
        repeats_first |= ends.iter().flatten().any(|end| end.value == head.value || end.value == other.value);
    }
    match (first.len(), header) {
        (_, Some(_)) if repeats_first => Look::PerhapsHeader,
        (_, Some(_)) => Look::Header,
        (4.., _) if are_bits => Look::Matrix,
        (3, _) if are_bits && are_even && count == 3 && has_zero_third => Look::Matrix,
        (4.., _) => Look::Odd,
        _ if !are_even => Look::Odd,
        _ if are_bits => Look::Bits,
        _ if are_numbers => Look::Numbers,
        _ => Look::Names { is_edge: repeats_first },
    }
}

/// The rows with blanks as separators, as in an edge list.
pub(crate) fn with_blanks(text: &str) -> String {
    text.replace([',', ';', '\t'], " ")
}

/// Whether the first lines of a text look like rows of fields: all have the same number of
/// separators of one kind, and no field contains blanks or brackets.
pub(crate) fn begins(text: &str) -> bool {
    let has_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let lines: Vec<&str> = text.lines().map(str::trim).filter(has_content).take(20).collect();
    let is_field = |field: &str| {
        let is_quoted = field.len() > 1 && field.starts_with('"') && field.ends_with('"');
        is_quoted || !field.contains(char::is_whitespace) && !field.contains(['[', ']', '(', ')', '{', '}', '='])
    };
    !lines.is_empty()
        && [',', ';', '\t'].into_iter().any(|separator| {
            let columns = |line: &str| line.split(separator).map(str::trim).filter(|field| is_field(field)).count();
            let all = |line: &&str| line.split(separator).count();
            let count = all(&lines[0]);
            count >= 2 && lines.iter().all(|line| all(line) == count && columns(line) == count)
        })
}

/// Whether a text looks like rows of quoted fields that are not the rows of a grid.
pub(crate) fn are_quoted(text: &str) -> bool {
    let is_drawn = text.chars().all(|c| "#.MCFT\",;".contains(c) || c.is_whitespace());
    text.starts_with('"') && text.trim_end().contains('\n') && !is_drawn && begins(text)
}

/// Whether the first row of a text is a header with known column names.
pub(crate) fn has_header(text: &str) -> bool {
    let first = FieldRows::new(text).next();
    matches!(first, Some(Ok(row)) if row.len() > 1 && Columns::of_header(&row, CostKey::Usual).is_some())
}

/// Writes a header and the edges of a board in which every vertex has an edge. It chooses a header
/// whose words are not the names of vertices, if there is one.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    const HEADERS: [(&str, &str); 4] = [("source", "target"), ("from", "to"), ("src", "dst"), ("tail", "head")];

    let labels = Written::of(board);
    let is_free = |(source, target): &(&str, &str)| {
        (0..board.vertices()).all(|vertex| labels.label(vertex) != *source && labels.label(vertex) != *target)
    };
    let (source, target) = HEADERS.into_iter().find(is_free).unwrap_or(HEADERS[0]);
    let (cost, kind) = (if board.has_costs() { ",cost" } else { "" }, if is_directed { ",type" } else { "" });
    *out += &format!("{source},{target}{cost}{kind}\n");
    for &(from, to, cost) in moves {
        let cost = if board.has_costs() { format!(",{cost}") } else { String::new() };
        let kind = if is_directed { ",directed" } else { "" };
        *out += &format!("{},{}{cost}{kind}\n", labels.label(from), labels.label(to));
    }
}
