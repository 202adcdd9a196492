//! graph6 and digraph6: a whole graph in one line of printable bytes, as `geng` and other
//! generators write them.
//!
//! Each byte from `?` (63) to `~` (126) encodes six bits, the high one first. A line begins with
//! the order n. It is one byte n + 63 up to 62 vertices; `~` and 18 bits in three bytes up to
//! 258047; and `~~` and 36 bits in six bytes beyond. Then graph6 has one bit for each pair of
//! vertices, in the order 01, 02, 12, 03, 13, 23, 04 and so on; 1 is an edge. Instead, digraph6
//! puts `&` before the order, and has the whole matrix row by row; 1 is an arc. The last byte is
//! padded with zeros. A line may begin with `>>graph6<<` or `>>digraph6<<`.
//!
//! Neither format has names or costs, and graph6 has no loops. For graphs with few edges sparse6 is
//! shorter. Reading takes time linear in the line, and no memory in addition to the result.

use std::cmp::Ordering;
use std::collections::HashSet;

use catmouse_model::{BoardChoice, Keyword, Setup};

use crate::board_text::BoardText;
use crate::format::Format;
use crate::graph::{MAX_EDGES, repeated_edges, too_many_edges};
use crate::problem::Problem;
use crate::sextets::{BitWriter, Bits, vertices};
use crate::sparse6;
use crate::words::second_graph;

/// The headers that lines of the three formats may begin with.
const HEADERS: [&str; 3] = [">>graph6<<", ">>digraph6<<", ">>sparse6<<"];

/// A line without its header, its line end and surrounding spaces, and the first byte of the rest.
pub(crate) fn body(line: &str) -> (&str, usize) {
    let line = line.trim_end();
    let trimmed = line.trim_start();
    let body = HEADERS.iter().find_map(|header| trimmed.strip_prefix(header)).unwrap_or(trimmed).trim_start();
    (body, line.len() - body.len())
}

/// Reads the first line of a text in any of the three formats. A second graph is an error.
///
/// A byte can encode six edges, each of which takes sixteen bytes in a setup. So the edges are
/// counted before memory is allocated for them.
pub(crate) fn read(text: &str) -> Result<BoardText<'_>, Problem> {
    let (rest, start) = body(text);
    let (first, more) = rest.split_once('\n').unwrap_or((rest, ""));
    let body = first.trim_end();
    if !more.trim().is_empty() {
        let second = start + rest.len() - more.trim_start().len();
        return Err(second_graph(second, more.trim_start().lines().next().unwrap_or_default()));
    }
    let (mut vertices, mut count) = (0, 0);
    each_edge_of_any(
        body,
        |order| {
            vertices = order;
            Ok(())
        },
        |_, _| count += 1,
    )
    .map_err(|problem| problem.moved(start))?;
    if count > MAX_EDGES {
        return Err(too_many_edges(start..start + body.len()));
    }
    let mut edges = Vec::with_capacity(count);
    each_edge_of_any(body, |_| Ok(()), |from, to| edges.push((from.into(), to.into())))?;
    // Only sparse6 can repeat an edge. The lesser end of each edge is first.
    let repeated = if body.starts_with(':') { edges.len() - edges.iter().collect::<HashSet<_>>().len() } else { 0 };
    let mut setup = Setup::new(BoardChoice::Edges { vertices: vertices.into(), edges });
    setup.rules.directed = body.starts_with('&').then_some(true);
    let mut document = BoardText::of_graph(setup, text);
    document.remark = (repeated > 0).then(|| repeated_edges(repeated).into());
    document.undirected = match body.as_bytes().first() {
        Some(b'&') => None,
        Some(b':') => Some(Format::Sparse6.word()),
        _ => Some(Format::Graph6.word()),
    };
    Ok(document)
}

/// Whether a line of graph6, digraph6 or sparse6 has arcs rather than edges.
pub(crate) fn is_directed(line: &str) -> bool {
    body(line).0.starts_with('&')
}

/// A graph of at most 64 vertices as rows of bits, for programs that solve millions of graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallGraph {
    vertices: u32,
    is_undirected: bool,
    rows: [u64; 64],
}

impl SmallGraph {
    /// The graph in one line of graph6, digraph6 or sparse6. `None` if it has more than 64
    /// vertices, or if the line is not a graph; then [`read`](crate::read) reports the error. Time:
    /// linear in the line. Allocates no memory.
    pub fn of_line(line: &str) -> Option<Self> {
        let (body, _) = body(line);
        let is_directed = is_directed(line);
        let mut graph = Self { vertices: 0, is_undirected: !is_directed, rows: [0; 64] };
        let mut vertices = 0;
        let rows = &mut graph.rows;
        each_edge_of_any(
            body,
            |count| {
                vertices = count;
                let too_large = || Problem::new(None, "more than 64 vertices", "a small graph");
                (count <= 64).then_some(()).ok_or_else(too_large)
            },
            |from, to| {
                rows[from as usize % 64] |= 1 << to;
                if !is_directed {
                    rows[to as usize % 64] |= 1 << from;
                }
            },
        )
        .ok()?;
        graph.vertices = vertices;
        Some(graph)
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// Whether the format of the line has only undirected edges.
    pub fn is_undirected(&self) -> bool {
        self.is_undirected
    }

    /// The arcs `(from, to)`, sorted. An undirected edge is two arcs.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.vertices).zip(self.rows()).flat_map(|(from, &row)| {
            let mut left = row;
            std::iter::from_fn(move || {
                let to = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some((from, to))
            })
        })
    }

    /// The adjacency matrix: bit v of row u is set if an arc leads from u to v.
    pub fn rows(&self) -> &[u64] {
        &self.rows[..self.vertices as usize]
    }
}

/// Whether a line is a graph in one of the three formats. Used for recognition.
pub(crate) fn is_plausible(line: &str) -> bool {
    each_edge_of_any(body(line).0, |_| Ok(()), |_, _| ()).is_ok()
}

fn each_edge_of_any(
    body: &str,
    order: impl FnOnce(u32) -> Result<(), Problem>,
    edge: impl FnMut(u32, u32),
) -> Result<(), Problem> {
    if body.starts_with([':', ';']) { sparse6::each_edge(body, order, edge) } else { each_edge(body, order, edge) }
}

/// Visits the edges (in digraph6 the arcs) of a line's body. Before the first edge, `order`
/// receives the number of vertices.
///
/// # Errors
///
/// The problem, with a span within the body, if the line is not exactly one graph.
fn each_edge(
    body: &str,
    order: impl FnOnce(u32) -> Result<(), Problem>,
    mut edge: impl FnMut(u32, u32),
) -> Result<(), Problem> {
    let is_directed = body.starts_with('&');
    let start = usize::from(is_directed);
    let (vertices, data_start) = vertices(body, start)?;
    let bits = matrix_bits(is_directed, vertices);
    let data = body.as_bytes().get(data_start..).unwrap_or_default();
    check_length(body, data_start, bits, vertices)?;
    order(vertices)?;
    let mut from_high = Bits { data, next: 0 };
    if is_directed {
        for from in 0..vertices {
            for to in 0..vertices {
                if from_high.take(1) == 1 {
                    edge(from, to);
                }
            }
        }
    } else {
        for high in 1..vertices {
            for low in 0..high {
                if from_high.take(1) == 1 {
                    edge(low, high);
                }
            }
        }
    }
    let rest = data.len() * 6 - from_high.next;
    if from_high.take(rest as u32) != 0 {
        let last = body.len() - 1..body.len();
        let message = format!("the last byte has bits set after the {bits} that the graph takes");
        return Err(Problem::new(Some(last), message, "the unused bits of the last byte must be 0"));
    }
    Ok(())
}

/// The number of bits of the adjacency matrix that the format stores.
fn matrix_bits(is_directed: bool, vertices: u32) -> u64 {
    let n = u64::from(vertices);
    if is_directed { n * n } else { n * n.saturating_sub(1) / 2 }
}

/// The number of bytes in a line for a graph of this many vertices, without the bytes of the order.
pub(crate) fn length(format: Format, vertices: u32) -> u64 {
    matrix_bits(format == Format::Digraph6, vertices).div_ceil(6)
}

fn check_length(body: &str, start: usize, bits: u64, vertices: u32) -> Result<(), Problem> {
    let (found, wanted) = ((body.len() - start) as u64, bits.div_ceil(6));
    let message = match found.cmp(&wanted) {
        Ordering::Less => format!("the line ends after {found} of the {wanted} bytes that {vertices} vertices take"),
        Ordering::Greater if found == wanted + 1 => format!("a byte too many for {vertices} vertices"),
        Ordering::Greater => format!("{} bytes too many for {vertices} vertices", found - wanted),
        Ordering::Equal => return Ok(()),
    };
    let span = if found < wanted { body.len()..body.len() } else { start + wanted as usize..body.len() };
    Err(Problem::expected(Some(span), message, &format!("{wanted} bytes after the number of vertices")))
}

/// Writes a graph as a line of graph6 or digraph6. `moves` has all moves, sorted.
pub(crate) fn write(out: &mut String, format: Format, vertices: u32, moves: &[(u32, u32, u32)]) {
    let is_directed = format == Format::Digraph6;
    if is_directed {
        out.push('&');
    }
    let mut bits = BitWriter::after_order(out, vertices);
    // The matrix is written row by row. graph6 has only the part of each row before the diagonal.
    let mut moves = moves.iter().map(|&(from, to, _)| (from, to)).peekable();
    for from in 0..vertices {
        for to in 0..if is_directed { vertices } else { from } {
            bits.put_number(moves.next_if_eq(&(from, to)).is_some().into(), 1);
            while moves.next_if_eq(&(from, to)).is_some() {}
        }
        while moves.next_if(|&(other, _)| other == from).is_some() {}
    }
    while bits.room() > 0 {
        bits.put_number(0, 1);
    }
    out.push('\n');
}
