//! LEDA's native format: `LEDA.GRAPH`, the types of the data, `-1` for a digraph or `-2` for a
//! graph, the vertices and the edges.
//!
//! A line `|{a}|` labels a vertex, and `|{}|` leaves it without a label. A line `1 2 0 |{}|` is an
//! edge from vertex 1 to vertex 2. The third number is the number of its reverse edge and is
//! ignored. The data after it are ignored too, because their meaning is not declared. `#` begins a
//! comment line.

use crate::format::CostKey;
use crate::graph::Graph;
use crate::numbered::{Leads, Numbered};
use crate::problem::{Problem, quoted};
use crate::words::{Word, ensure_plain, lines, span_of, words};

const EDGE: &str = "two vertices, the number of the reverse and the data, such as 1 2 0 |{}|";

/// Reads a graph.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    ensure_plain(text)?;
    let mut content = lines(text)
        .filter(|(line, _)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(line, at)| Word { text: line.trim(), span: at..at + line.trim_end().len() })
        .skip(3);
    let mut next =
        |wanted: &str| content.next().ok_or_else(|| Problem::expected(None, "the graph is not finished", wanted));
    let mut count = next("-1 for a digraph, or -2 for a graph")?;
    let leads = if count.text == "-1" { Leads::OneWay } else { Leads::BothWays };
    // Old files lack this line; they have digraphs.
    let leads = if count.text.starts_with('-') { leads } else { Leads::OneWay };
    if count.text.starts_with('-') {
        count = next("the number of vertices")?;
    }
    let mut numbered = Numbered::new(count.vertex_count("the number of vertices")?, "the file", costs);
    for vertex in 0..numbered.graph.vertices {
        let line = next("a line |{}| for each vertex")?;
        let label = line.text.strip_prefix("|{").and_then(|rest| rest.strip_suffix("}|")).ok_or_else(|| {
            let message = format!("{} is not a label of a vertex", quoted(line.text));
            Problem::expected(Some(line.span.clone()), message, "|{}|, or a label in it")
        })?;
        numbered.label(vertex, &Word { text: label, span: line.span })?;
    }
    let edges = next("the number of edges")?.number("the number of edges")?;
    let mut has_data = false;
    for _ in 0..edges.max(0) {
        let line = next("a line for each edge")?;
        let row: Vec<Word<'_>> = words(line.text, line.span.end - line.text.len()).collect();
        let [from, to, reverse, ..] = &row[..] else {
            return Err(Problem::expected(span_of(&row), "this edge is not complete", EDGE));
        };
        reverse.number(EDGE)?;
        has_data |= row.len() > 3 && row[3].text != "|{}|";
        numbered.join([from, to], None, leads)?;
    }
    numbered.graph.remark(has_data.then(|| "what the edges carry is left out, and moves have no costs".to_owned()));
    match content.next() {
        Some(line) => Err(Problem::expected(
            Some(line.span),
            format!("there are more lines than the {edges} edges"),
            "nothing after the last edge",
        )),
        None => numbered.finish(),
    }
}
