//! Vertices with ids and labels, as GEXF and the trivial graph format have them.

use std::ops::Range;

use crate::graph::Graph;
use crate::labels::{Labels, shared};
use crate::problem::{Problem, quoted};

/// A vertex of a text with its id, which no other vertex has, and perhaps its label.
pub(crate) struct Called<'a> {
    pub(crate) id: &'a str,
    pub(crate) label: Option<&'a str>,
    pub(crate) span: Range<usize>,
}

/// Names the vertices of a graph, given in order: by their labels if each has one and no two are
/// alike, otherwise by their ids.
pub(crate) fn name(called: &[Called<'_>], graph: &mut Graph) -> Result<(), Problem> {
    let of = |vertex: &Called<'_>| vertex.label.filter(|label| !label.trim().is_empty()).map(str::to_owned);
    let all: Option<Vec<String>> = called.iter().map(of).collect();
    let twice = all.as_ref().and_then(|all| shared(all.iter().cloned()));
    let why = twice.as_ref().map(|label| format!("two nodes have the label {}", quoted(label)));
    let some = all.is_none() && called.iter().any(|vertex| of(vertex).is_some());
    let why = why.or_else(|| some.then(|| "some nodes have no label".to_owned()));
    graph.remark(why.map(|why| format!("{why}, so all are called by their ids")));
    let ids = || called.iter().map(|vertex| vertex.id.to_owned()).collect();
    let mut labels = Labels::default();
    for (label, vertex) in all.filter(|_| twice.is_none()).unwrap_or_else(ids).iter().zip(called) {
        labels.new_vertex(label, vertex.span.clone())?;
    }
    labels.name(graph);
    Ok(())
}
