//! METIS: a first line with the numbers of vertices and edges, and then for each vertex a line with
//! its neighbours, counted from 1.
//!
//! A third number in the first line says which other data there are, with one digit for each kind:
//! sizes of vertices, weights of vertices, and weights of edges. Sizes and weights of vertices are
//! ignored. The weight of an edge follows each neighbour and is a cost. A fourth number is the
//! number of weights of each vertex. Every edge is in the lines of both its ends. `%` begins a
//! comment line; a blank line is a vertex without neighbours. Blank lines may be missing at the end,
//! where editors remove them.

use std::ops::Range;

use catmouse_model::InOrder;

use crate::format::CostKey;
use crate::graph::{FROM_1, Graph, is_symmetric};
use crate::problem::{Problem, quoted};
use crate::words::{Word, ensure_plain, lines, span_of, words};

const HEADER: &str = "the numbers of vertices and edges, such as 4 3";
const AGREE: &str = "the numbers must agree; the file may be cut off";

/// The contents of the first line.
struct Header {
    vertices: u32,
    edges: i64,
    edges_at: Range<usize>,
    /// The number of numbers before the neighbours of a vertex.
    skipped: usize,
    has_costs: bool,
}

/// Reads a graph.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    let (header, rows, graph) = read_rows(text, costs)?;
    let has_all_edges = usize::try_from(header.edges).is_ok_and(|edges| 2 * edges == graph.edges.len());
    if rows < header.vertices && (header.skipped > 0 || !has_all_edges) {
        let message = format!("{} vertices are announced, but {rows} lines follow", header.vertices);
        return Err(Problem::new(Some(header.edges_at), message, AGREE));
    }
    finish(graph, &header)
}

/// Whether a text is a graph in METIS. Used for recognition.
pub(crate) fn is_graph(text: &str) -> bool {
    read(text, CostKey::None).is_ok()
}

/// Whether a text is the beginning of a graph in METIS whose last vertices are still to come. Used
/// for recognition.
pub(crate) fn begins(text: &str) -> bool {
    read_rows(text, CostKey::None).is_ok_and(|(header, rows, _)| rows < header.vertices)
}

/// Reads the first line and the lines of the vertices, of which some may be missing. Returns their
/// number, too.
fn read_rows(text: &str, costs: CostKey) -> Result<(Header, u32, Graph), Problem> {
    ensure_plain(text)?;
    let mut content = lines(text).filter(|(line, _)| !line.trim_start().starts_with('%'));
    let first = content.by_ref().find(|(line, _)| !line.trim().is_empty());
    let (line, at) = first.ok_or_else(|| Problem::expected(None, "there is no line of numbers here", HEADER))?;
    let header = header(&words(line, at).collect::<Vec<_>>())?;
    let mut graph = Graph { vertices: header.vertices, undirected: Some("METIS"), ..Graph::default() };
    let mut rows = 0;
    for (line, at) in content {
        let row: Vec<Word<'_>> = words(line, at).collect();
        if rows == header.vertices {
            if row.is_empty() {
                continue; // blank lines at the end
            }
            let message = format!("there are more lines than the {rows} vertices");
            return Err(Problem::expected(span_of(&row), message, "one line for each vertex"));
        }
        neighbours(rows, &row, &header, costs, &mut graph)?;
        rows += 1;
    }
    Ok((header, rows, graph))
}

fn header(row: &[Word<'_>]) -> Result<Header, Problem> {
    let (vertices, edges, rest) = match row {
        [vertices, edges, rest @ ..] if rest.len() <= 2 => (vertices, edges, rest),
        _ => return Err(Problem::expected(span_of(row), format!("this line has {} numbers", row.len()), HEADER)),
    };
    let kind = rest.first().map_or("0", |word| word.text);
    if kind.is_empty() || kind.len() > 3 || !kind.bytes().all(|digit| digit == b'0' || digit == b'1') {
        let message = format!("{} does not say what the lines hold", quoted(kind));
        return Err(Problem::expected(span_of(&rest[..1]), message, "three digits 0 or 1, such as 001"));
    }
    let digit = |place: usize| kind.len() > place && kind.as_bytes()[kind.len() - 1 - place] == b'1';
    let weights = match rest.get(1) {
        Some(word) if digit(1) => word.number("how many weights a vertex has")?,
        _ => i64::from(digit(1)),
    };
    let weights = usize::try_from(weights).unwrap_or_default();
    Ok(Header {
        vertices: vertices.vertex_count("the number of vertices")?,
        edges: edges.number("the number of edges")?,
        edges_at: edges.span.clone(),
        skipped: usize::from(digit(2)) + weights,
        has_costs: digit(0),
    })
}

/// Reads the line of a vertex.
fn neighbours(from: u32, row: &[Word<'_>], header: &Header, costs: CostKey, graph: &mut Graph) -> Result<(), Problem> {
    let Some(list) = row.get(header.skipped..) else {
        return Err(Problem::expected(
            span_of(row),
            "this line is too short",
            "the weights of the vertex and its neighbours",
        ));
    };
    for pair in list.chunks(1 + usize::from(header.has_costs)) {
        let (to, cost) = match pair {
            [to] if !header.has_costs => (to, None),
            [to, cost] => (to, costs.of(cost)?),
            _ => {
                return Err(Problem::expected(
                    span_of(pair),
                    "this neighbour has no weight",
                    "each neighbour and its weight",
                ));
            }
        };
        let vertex = to.vertex_from_1(header.vertices, "the first line")?;
        if vertex == from {
            let message = format!("vertex {} is its own neighbour here", from + 1);
            return Err(Problem::new(Some(to.span.clone()), message, "METIS has no edge from a vertex to itself"));
        }
        graph.add((from, vertex), cost, || to.span.clone())?;
        // Places are kept for the check that every edge is in two lines.
        if cost.is_none() {
            graph.places.push((to.span.start as u32, to.span.end as u32));
        }
    }
    Ok(())
}

/// Checks that every edge is in two lines, and that the number of edges is as announced.
fn finish(mut graph: Graph, header: &Header) -> Result<Graph, Problem> {
    let cost = |index: usize| graph.costs.as_ref().map_or(1, |costs| costs[index]);
    let mut arcs: Vec<(u32, u32, u32)> =
        graph.edges.iter().enumerate().map(|(index, &(from, to))| (from, to, cost(index))).collect();
    arcs.put_in_order();
    if !is_symmetric(graph.vertices, &arcs) {
        let leads_back =
            |&(index, &(from, to)): &(usize, &(u32, u32))| arcs.binary_search(&(to, from, cost(index))).is_ok();
        let odd = graph.edges.iter().enumerate().find(|edge| !leads_back(edge));
        let (index, &(from, to)) = odd.unwrap_or((0, &graph.edges[0]));
        let span = graph.places.get(index).map(|&(start, end)| start as usize..end as usize);
        let message = format!("vertex {} has {} as a neighbour, and not the other way round", from + 1, to + 1);
        return Err(Problem::new(span, message, "list an edge in the lines of both its ends, with the same weight"));
    }
    let edges = graph.edges.len() / 2;
    if usize::try_from(header.edges) != Ok(edges) {
        let message = format!("{} edges are announced, but {edges} follow", header.edges);
        return Err(Problem::new(Some(header.edges_at.clone()), message, AGREE));
    }
    graph.make_undirected_if_symmetric();
    graph.remark(Some(FROM_1.to_owned()));
    Ok(graph)
}
