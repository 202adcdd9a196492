//! GEXF: graphs in XML, as Gephi writes them.
//!
//! `<node id="0" label="a"/>` is a vertex, and `<edge source="0" target="1" weight="3"/>` an edge with
//! its cost. `defaultedgetype` says whether edges lead one way, and no edge may differ from it; without
//! it they lead both ways. Ids are identity, and labels are names if each node has one and no two are
//! alike. Attributes, positions, colours and times are ignored. Equal parallel edges count once, and
//! those of different costs are different moves. Nodes inside nodes are refused.

use roxmltree::Node;

use crate::called::{self, Called};
use crate::format::CostKey;
use crate::graph::Graph;
use crate::labels::Labels;
use crate::problem::{Problem, clamped, quoted};
use crate::words::Word;
use crate::xml::{self, named, required, tag};

/// Reads the only graph of a text.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    let document = xml::parse(text)?;
    let root = document.root_element();
    xml::ensure_encoding(text)?;
    let node = xml::only_graph(root, text)?;
    let mut graph = Graph { is_multigraph: true, ..Graph::default() };
    graph.is_directed = is_directed(node, "defaultedgetype", text)?.unwrap_or(false);
    let (mut labels, mut called) = (Labels::default(), Vec::new());
    for vertex in named(node, "nodes").flat_map(|nodes| named(nodes, "node")) {
        let (id, span) = required(vertex, "id", text)?;
        labels.new_vertex(id, span.clone())?;
        if let Some(inner) = named(vertex, "nodes").next() {
            let message = "nodes are inside a node";
            return Err(Problem::expected(Some(tag(inner, text)), message, "nodes and edges of one graph"));
        }
        called.push(Called { id, label: vertex.attribute("label"), span });
    }
    for edge in named(node, "edges").flat_map(|edges| named(edges, "edge")) {
        let ends = xml::ends(edge, &labels, text)?;
        if is_directed(edge, "type", text)?.is_some_and(|directed| directed != graph.is_directed) {
            let message = "some edges are directed and some are not";
            return Err(Problem::expected(Some(tag(edge, text)), message, "as defaultedgetype says for all of them"));
        }
        let named = costs.keys().iter().find_map(|key| edge.attribute_node(*key));
        let cost =
            named.map(|cost| Word { text: cost.value(), span: clamped(text, cost.range_value()).range() }.keyed_cost());
        graph.add(ends, cost.transpose()?, || tag(edge, text))?;
    }
    graph.forget_ones();
    called::name(&called, &mut graph)?;
    Ok(graph)
}

/// Whether an attribute makes edges directed; `None` if it is missing.
fn is_directed(node: Node<'_, '_>, name: &str, text: &str) -> Result<Option<bool>, Problem> {
    let Some(attribute) = node.attribute_node(name) else { return Ok(None) };
    match attribute.value() {
        "directed" => Ok(Some(true)),
        "undirected" | "mutual" => Ok(Some(false)),
        other => {
            let span = clamped(text, attribute.range_value()).range();
            let message = format!("{} is not allowed here", quoted(other));
            Err(Problem::expected(Some(span), message, "directed, undirected or mutual"))
        }
    }
}
