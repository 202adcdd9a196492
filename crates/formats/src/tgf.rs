//! The trivial graph format: a vertex on each line, a line `#`, and then an edge on each line.
//!
//! A line `1 a` is a vertex with its id and its label; without a label, the id is its name. A line
//! `1 2` is an edge. A number behind it is its cost, and any other label is ignored. Ids are identity,
//! and labels are names if each vertex has one and no two are alike. Edges have no directions.

use crate::called::{self, Called};
use crate::format::{CostKey, Format};
use crate::graph::Graph;
use crate::labels::Labels;
use crate::problem::{Problem, quoted};
use crate::words::{Word, ensure_plain, lines, span_of, words};

const EDGE: &str = "two vertices and perhaps a cost, such as 1 2 or 1 2 3";

/// Reads the only graph of a text.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    use catmouse_model::Keyword;
    ensure_plain(text)?;
    let mut graph = Graph { is_multigraph: true, undirected: Some(Format::Tgf.word()), ..Graph::default() };
    let (mut labels, mut called) = (Labels::default(), Vec::new());
    let mut content = lines(text).filter(|(line, _)| !line.trim().is_empty());
    let mut are_edges = false;
    for (line, at) in content.by_ref() {
        if line.trim() == "#" {
            are_edges = true;
            break;
        }
        let Some(id) = words(line, at).next() else { continue };
        labels.new_vertex(id.text, id.span.clone())?;
        let label = line[id.span.end - at..].trim();
        called.push(Called { id: id.text, label: Some(label).filter(|label| !label.is_empty()), span: id.span });
    }
    if !are_edges {
        let message = "there is no line `#` between vertices and edges";
        return Err(Problem::expected(None, message, "vertices, `#` and edges"));
    }
    for (line, at) in content {
        let row: Vec<Word<'_>> = words(line, at).collect();
        let [from, to, rest @ ..] = &row[..] else {
            return Err(Problem::expected(span_of(&row), "this edge is not complete", EDGE));
        };
        let end = |word: &Word<'_>| {
            labels.find(word.text).ok_or_else(|| {
                let message = format!("no vertex has the id {}", quoted(word.text));
                Problem::expected(Some(word.span.clone()), message, "the id of a vertex above the line `#`")
            })
        };
        let cost = if let [cost] = rest { Some(cost).filter(|cost| cost.decimal().is_some()) } else { None };
        let cost = cost.map(|cost| costs.of(cost)).transpose()?.flatten();
        graph.add((end(from)?, end(to)?), cost, || from.span.start..to.span.end)?;
    }
    called::name(&called, &mut graph)?;
    Ok(graph)
}
