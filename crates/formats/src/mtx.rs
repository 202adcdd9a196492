//! Matrix Market: coordinate matrices of patterns and whole numbers, as scipy, Sage and collections
//! of matrices write them.
//!
//! A text begins with a line such as `%%MatrixMarket matrix coordinate pattern symmetric`; comments
//! begin with `%`. The first line of numbers gives the numbers of rows, columns and entries. Each
//! further line is an entry, `row column` or `row column cost`, counted from 1. The entries of a
//! `symmetric` matrix are moves in both directions. A `general` matrix is a directed board unless
//! it is symmetric. If all entries are 1, there are no costs, because programs write such entries
//! for graphs without costs. A real entry is a cost if it is whole.
//!
//! If the format is given, the header may be missing. Then the entries show whether they have
//! costs, and if all are on one side of the diagonal, they are moves in both directions. Some
//! matrices are refused: complex entries cannot be costs, dense arrays do not say which entries are
//! moves, and skew-symmetric and Hermitian matrices are not graphs.

use std::fmt::Write;
use std::ops::Range;

use catmouse_model::{Board, InOrder, Remark};

use crate::format::CostKey;
use crate::graph::{FROM_1, Graph, directed};
use crate::problem::{Problem, quoted};
use crate::words::{Word, ensure_plain, lines, words};

const MARK: &str = "%%matrixmarket";
const HEADER: &str = "%%MatrixMarket matrix coordinate pattern symmetric, or integer and general in their places";
const SIZES: &str = "the numbers of rows, columns and entries, such as 3 3 2";

/// The remark for a file without a header whose entries may be half of a symmetric matrix.
const HALF: &str = "the matrix has no header, and all entries are on one side of its diagonal, so they are read as \
    two-way edges";

/// The header in the first line.
struct Header {
    /// Whether entries have costs; `None` if there is no header, so that the entries decide.
    has_costs: Option<bool>,
    is_symmetric: bool,
}

/// The line of sizes.
struct Sizes {
    vertices: u32,
    entries: i64,
    entries_at: Range<usize>,
}

/// Reads a matrix.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    ensure_plain(text)?;
    let mut all = lines(text).filter(|(line, _)| !line.trim().is_empty()).peekable();
    // Files that are called so may have lost their header, and kept their comments.
    let has_header = all.peek().is_none_or(|(line, _)| line.starts_with("%%") || line.starts_with('#'));
    let Header { mut has_costs, is_symmetric } = match all.next_if(|_| has_header) {
        Some((line, at)) => header(line, at)?,
        None => Header { has_costs: None, is_symmetric: false },
    };
    let mut graph = Graph {
        is_directed: !is_symmetric,
        undirected: is_symmetric.then_some("a symmetric matrix"),
        ..Graph::default()
    };
    let mut found: Option<Sizes> = None;
    for (line, at) in all.filter(|(line, _)| !line.starts_with('%')) {
        let row: Vec<Word<'_>> = words(line, at).take(4).collect();
        match &found {
            None => {
                let sizes = found.insert(sizes(&row, is_symmetric)?);
                graph.vertices = sizes.vertices;
            }
            Some(sizes) => {
                if i64::try_from(graph.edges.len()).is_ok_and(|entries| entries >= sizes.entries) {
                    let message = format!("the matrix has more entries than the {} that are announced", sizes.entries);
                    let span = at..at + line.trim_end().len();
                    return Err(Problem::expected(Some(span), message, "nothing after the last entry"));
                }
                let has_costs = *has_costs.get_or_insert(row.len() > 2);
                entry(&row, sizes.vertices, has_costs, (costs, &mut graph))?;
            }
        }
    }
    let Some(sizes) = found else {
        return Err(Problem::expected(None, "there is no line of sizes", SIZES));
    };
    if i64::try_from(graph.edges.len()) != Ok(sizes.entries) {
        let message = format!("{} entries are announced, but {} follow", sizes.entries, graph.edges.len());
        return Err(Problem::new(Some(sizes.entries_at), message, "the numbers must agree; the file may be cut off"));
    }
    ensure_different(&graph, is_symmetric, text)?;
    graph.forget_ones();
    let is_half = |graph: &Graph| {
        graph.edges.iter().all(|(row, column)| row <= column) || graph.edges.iter().all(|(row, column)| row >= column)
    };
    if !has_header && is_half(&graph) {
        graph.is_directed = false;
        graph.is_undecided = true;
        graph.remark(Some(Remark { text: HALF.to_owned(), remedies: vec![directed()] }));
    } else if !is_symmetric {
        graph.read_off_a_matrix();
    }
    graph.remark(Some(FROM_1.to_owned()));
    Ok(graph)
}

fn header(line: &str, at: usize) -> Result<Header, Problem> {
    let found: Vec<Word<'_>> = words(line, at).collect();
    let lower: Vec<String> = found.iter().map(|word| word.text.to_ascii_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let refused = |index: usize, message: &str, wanted: &str| {
        let span = found.get(index).map_or(at..at + line.trim_end().len(), |word| word.span.clone());
        Err(Problem::expected(Some(span), message, wanted))
    };
    if lower.first() != Some(&MARK) {
        return refused(found.len(), "the header of Matrix Market is missing", HEADER);
    }
    match lower[1..] {
        ["matrix", "coordinate", field, symmetry] => {
            let has_costs = match field {
                "pattern" => Some(false),
                "integer" | "unsigned-integer" | "real" | "double" => Some(true),
                "complex" => return refused(3, "complex entries cannot be costs", "pattern, integer or real"),
                _ => {
                    return refused(
                        3,
                        &format!("{} is not a kind of entry", quoted(field)),
                        "pattern, integer or real",
                    );
                }
            };
            match symmetry {
                "symmetric" => Ok(Header { has_costs, is_symmetric: true }),
                "general" => Ok(Header { has_costs, is_symmetric: false }),
                "skew-symmetric" | "hermitian" => {
                    refused(4, &format!("a {symmetry} matrix is not a graph"), "symmetric or general")
                }
                _ => refused(4, &format!("{} is not a kind of matrix", quoted(symmetry)), "symmetric or general"),
            }
        }
        ["matrix", "array", ..] => refused(2, "a dense array does not show which entries are moves", "coordinate"),
        _ => refused(found.len(), "this header is not complete", HEADER),
    }
}

fn sizes(row: &[Word<'_>], is_symmetric: bool) -> Result<Sizes, Problem> {
    let [rows, columns, entries] = row else {
        let span = row.first().zip(row.last()).map(|(first, last)| first.span.start..last.span.end);
        return Err(Problem::expected(span, format!("this line has {} numbers", row.len()), SIZES));
    };
    let vertices = rows.vertex_count("the number of rows")?;
    let other = columns.number("the number of columns")?;
    if other != i64::from(vertices) {
        let kind = if is_symmetric { "a symmetric matrix" } else { "the matrix of a graph" };
        let message = format!("the matrix has {vertices} rows and {other} columns");
        let span = rows.span.start..columns.span.end;
        return Err(Problem::new(Some(span), message, format!("{kind} has as many rows as columns")));
    }
    Ok(Sizes { vertices, entries: entries.number("the number of entries")?, entries_at: entries.span.clone() })
}

fn entry(
    row: &[Word<'_>],
    vertices: u32,
    has_costs: bool,
    (costs, graph): (CostKey, &mut Graph),
) -> Result<(), Problem> {
    let (from, to, cost) = match row {
        [from, to] if !has_costs => (from, to, None),
        [from, to, cost] if has_costs => (from, to, Some(cost)),
        _ => {
            let span = row.first().zip(row.last()).map(|(first, last)| first.span.start..last.span.end);
            let wanted = if has_costs { "row, column and cost" } else { "row and column" };
            let message = format!(
                "this entry has {} numbers",
                if row.len() > 3 { "too many".to_owned() } else { row.len().to_string() }
            );
            return Err(Problem::expected(span, message, wanted));
        }
    };
    let vertex = |word: &Word<'_>| {
        let number = word.number("a row or a column")?;
        let checked = u32::try_from(number).ok().filter(|number| (1..=vertices).contains(number));
        checked.map(|number| number - 1).ok_or_else(|| {
            let wanted = format!("there are {vertices} rows and columns, counted from 1");
            Problem::new(Some(word.span.clone()), format!("row or column {number} does not exist"), wanted)
        })
    };
    let ends = (vertex(from)?, vertex(to)?);
    let cost = cost.map(|cost| costs.of(cost)).transpose()?.flatten();
    graph.add(ends, cost, || from.span.start..to.span.end)
}

/// Refuses repeated entries. Other programs add them up.
fn ensure_different(graph: &Graph, is_symmetric: bool, text: &str) -> Result<(), Problem> {
    let place = |&(from, to): &(u32, u32)| if is_symmetric { (from.min(to), from.max(to)) } else { (from, to) };
    let mut sorted: Vec<((u32, u32), usize)> =
        graph.edges.iter().enumerate().map(|(index, edge)| (place(edge), index)).collect();
    sorted.put_in_order();
    let Some(second) = sorted.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| two[1].1).min() else {
        return Ok(());
    };
    let has_content = |line: &str| !line.trim().is_empty() && !line.starts_with('%');
    let row = lines(text).filter(|(line, _)| has_content(line)).nth(second + 1);
    let span = row.map(|(line, at)| at..at + line.trim_end().len());
    Err(Problem::new(
        span,
        "this entry is there already",
        "give each entry once; in a symmetric matrix on one side of the diagonal",
    ))
}

/// Whether the first comments of a text have the header of the format. Used for recognition.
pub(crate) fn begins(text: &str) -> bool {
    let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with(['#', '%']);
    let is_mark = |line: &str| line.get(..MARK.len()).is_some_and(|start| start.eq_ignore_ascii_case(MARK));
    text.lines().take_while(is_comment).any(is_mark)
}

/// Writes a board. For a symmetric matrix, only the diagonal and the entries below it are written.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    let (field, symmetry) =
        (if board.has_costs() { "integer" } else { "pattern" }, if is_directed { "general" } else { "symmetric" });
    let vertices = board.vertices();
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "%%MatrixMarket matrix coordinate {field} {symmetry}\n{vertices} {vertices} {}", moves.len());
    for &(from, to, cost) in moves {
        let (row, column) = if is_directed { (from + 1, to + 1) } else { (to + 1, from + 1) };
        let _ =
            if board.has_costs() { writeln!(out, "{row} {column} {cost}") } else { writeln!(out, "{row} {column}") };
    }
}
