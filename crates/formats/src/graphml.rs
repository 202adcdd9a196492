//! GraphML: graphs in XML, as networkx, igraph, yEd and Gephi write them.
//!
//! `<node id="a"/>` is a vertex, and `<edge source="a" target="b"/>` an edge. The data of the node
//! `<key>` named `label`, or else `name`, are its label, as igraph writes them; else it is called by its
//! id.
//! `edgedefault` says whether edges lead one way, and no edge may differ from it. The data of the
//! edge `<key>` named `cost`, or else `weight`, are the cost of a move, even if the key is declared
//! for something else. The key's `<default>` applies to edges without these data, if the key is for
//! edges. Everything else is ignored, including elements of other namespaces. Equal parallel edges
//! count once. GraphML describes multigraphs, so parallel edges of different costs are different
//! moves. Hyperedges and nested graphs are refused.

use std::collections::HashSet;

use catmouse_model::Board;
use roxmltree::Node;

use crate::called::{self, Called};
use crate::format::CostKey;
use crate::graph::Graph;
use crate::labels::{Labels, Written};
use crate::problem::{Problem, clamped, quoted};
use crate::words::Word;
use crate::xml::{self, named, required, tag};

const EDGEDEFAULT: &str = "directed or undirected";

/// The beginning of GraphML's namespaces; their ends have the version.
const NAMESPACE: &str = "http://graphml.graphdrawing.org/";

/// The types of data: those of GraphML, and those that networkx and yEd add.
const TYPES: [&str; 8] = ["boolean", "int", "long", "float", "double", "string", "integer", "yfiles"];

/// The keys of the costs of edges.
#[derive(Default)]
struct Keys<'a> {
    ids: Vec<&'a str>,
    /// The cost of edges without such data.
    default: Option<u32>,
}

/// Reads the only graph of a text.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    let document = xml::parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "graphml" {
        let message = format!("this is XML, and {} is not GraphML", quoted(root.tag_name().name()));
        return Err(Problem::expected(Some(tag(root, text)), message, "<graphml>"));
    }
    if let Some(namespace) = root.tag_name().namespace().filter(|namespace| !namespace.starts_with(NAMESPACE)) {
        let message = format!("{} is not the namespace of GraphML", quoted(namespace));
        let wanted = format!("`xmlns=\"{NAMESPACE}xmlns\"`, or none");
        return Err(Problem::expected(Some(tag(root, text)), message, &wanted));
    }
    xml::ensure_encoding(text)?;
    let node = xml::only_graph(root, text)?;
    let costs = cost_keys(root, text, costs)?;
    let mut graph = Graph { is_multigraph: true, ..Graph::default() };
    if let Some(directed) = attribute(node, "edgedefault", "directed", text)? {
        graph.is_directed = directed;
    }
    let (mut labels, mut called) = (Labels::default(), Vec::new());
    let is_key = |name: &'static str| move |key: &Node<'_, '_>| key.attribute("attr.name") == Some(name);
    let key = ["label", "name"].into_iter().find_map(|name| named(root, "key").find(is_key(name))?.attribute("id"));
    for vertex in named(node, "node") {
        let (id, span) = required(vertex, "id", text)?;
        labels.new_vertex(id, span.clone())?;
        let label = named(vertex, "data").find(|data| key.is_some() && data.attribute("key") == key);
        called.push(Called { id, label: label.and_then(|data| data.text()), span });
        if let Some(inner) = named(vertex, "graph").next() {
            let message = "a graph is inside a node";
            return Err(Problem::expected(Some(tag(inner, text)), message, "nodes and edges of one graph"));
        }
    }
    if let Some(hyperedge) = named(node, "hyperedge").next() {
        let message = "a graph has no hyperedges";
        return Err(Problem::expected(Some(tag(hyperedge, text)), message, "edges with source and target"));
    }
    // A key with a name in another program's namespace, as yEd has them, is not about costs. A key
    // without any name might be.
    let is_named = |key: &Node<'_, '_>| {
        key.attributes().any(|attribute| attribute.name() == "attr.name" || attribute.name().starts_with("yfiles"))
    };
    let keys: HashSet<&str> = named(root, "key").filter(is_named).filter_map(|key| key.attribute("id")).collect();
    for edge in named(node, "edge") {
        ensure_known(edge, &keys, text)?;
        let ends = xml::ends(edge, &labels, text)?;
        if let Some(directed) = attribute(edge, "directed", "true", text)?
            && directed != graph.is_directed
        {
            let message = "some edges are directed and some are not";
            return Err(Problem::expected(Some(tag(edge, text)), message, "as edgedefault says for all of them"));
        }
        let cost = data(edge, &costs.ids, text)?.or(costs.default);
        graph.add(ends, cost, || tag(edge, text))?;
    }
    called::name(&called, &mut graph)?;
    Ok(graph)
}

/// Whether an attribute makes edges directed; `None` if it is missing.
fn attribute(node: Node<'_, '_>, name: &str, yes: &str, text: &str) -> Result<Option<bool>, Problem> {
    let Some(attribute) = node.attribute_node(name) else { return Ok(None) };
    match attribute.value() {
        value if value == yes => Ok(Some(true)),
        "undirected" | "false" => Ok(Some(false)),
        other => {
            let wanted = if name == "edgedefault" { EDGEDEFAULT } else { "true or false" };
            let span = clamped(text, attribute.range_value()).range();
            Err(Problem::expected(Some(span), format!("{} is not allowed here", quoted(other)), wanted))
        }
    }
}

/// The keys of the costs of edges. The data of edges decide, not the declared purpose of a key.
fn cost_keys<'a>(root: Node<'a, '_>, text: &str, costs: CostKey) -> Result<Keys<'a>, Problem> {
    let mut seen = HashSet::new();
    for key in named(root, "key") {
        let (id, span) = required(key, "id", text)?;
        if !seen.insert(id) {
            let message = format!("a second key has the id {}", quoted(id));
            return Err(Problem::new(Some(span), message, "give each key its own id"));
        }
        if let Some(kind) = key.attribute_node("attr.type").filter(|kind| !TYPES.contains(&kind.value())) {
            let message = format!("{} is not a type of data", quoted(kind.value()));
            let span = clamped(text, kind.range_value()).range();
            return Err(Problem::expected(Some(span), message, "boolean, int, long, float, double or string"));
        }
    }
    let is_for_edges = |key: &Node<'_, '_>| matches!(key.attribute("for"), Some("edge" | "all") | None);
    let called = |name: &'static str| named(root, "key").filter(move |key| key.attribute("attr.name") == Some(name));
    let name = costs.keys().iter().find(|&&name| called(name).next().is_some());
    let mut found = Keys::default();
    for key in name.into_iter().flat_map(|&name| called(name)) {
        found.ids.extend(key.attribute("id"));
        let default = named(key, "default").next().filter(|_| is_for_edges(&key));
        found.default = default.map(|default| cost(default, text)).transpose()?.or(found.default);
    }
    Ok(found)
}

/// Refuses data of an edge under an undeclared or unnamed key, because they may be a cost.
fn ensure_known(edge: Node<'_, '_>, keys: &HashSet<&str>, text: &str) -> Result<(), Problem> {
    for data in named(edge, "data") {
        let (key, span) = required(data, "key", text)?;
        if !keys.contains(key) {
            let message = format!("no key with a name has the id {}", quoted(key));
            return Err(Problem::expected(Some(span), message, "<key> with this id and attr.name"));
        }
    }
    Ok(())
}

/// The cost in an edge's data under one of these keys; `None` if it has none.
fn data(edge: Node<'_, '_>, keys: &[&str], text: &str) -> Result<Option<u32>, Problem> {
    let mut data = named(edge, "data").filter(|data| data.attribute("key").is_some_and(|key| keys.contains(&key)));
    let found = data.next().map(|data| cost(data, text)).transpose()?;
    match data.next() {
        Some(second) => Err(Problem::expected(Some(tag(second, text)), "this edge has a second cost", "only one")),
        None => Ok(found),
    }
}

/// The cost in an element.
fn cost(node: Node<'_, '_>, text: &str) -> Result<u32, Problem> {
    if let Some(inner) = node.children().find(|child| !child.is_text()) {
        let message = "this is not a number";
        return Err(Problem::expected(Some(clamped(text, inner.range()).range()), message, "a cost, such as 3"));
    }
    let value = node.text().unwrap_or_default();
    let span = node.first_child().map_or_else(|| tag(node, text), |child| child.range());
    let start = span.start + value.len() - value.trim_start().len();
    let trimmed = value.trim();
    // A number written with character references, such as `&#51;`, has the span of the whole
    // element.
    let span = if text.get(start..).is_some_and(|rest| rest.starts_with(trimmed)) {
        start..start + trimmed.len()
    } else {
        span
    };
    Word { text: trimmed, span }.keyed_cost()
}

/// Whether a text begins with the element of the format. Used for recognition.
pub(crate) fn begins(text: &str) -> bool {
    let beginning: String = text.chars().take(1 << 12).collect();
    text.starts_with('<') && beginning.to_ascii_lowercase().contains("<graphml")
}

/// Writes a board.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    out.push_str(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    );
    if board.has_costs() {
        out.push_str("  <key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/>\n");
    }
    *out += &format!("  <graph edgedefault=\"{}\">\n", if is_directed { "directed" } else { "undirected" });
    let labels = Written::of(board);
    let id = |vertex: u32| escaped(&labels.label(vertex));
    for vertex in 0..board.vertices() {
        *out += &format!("    <node id=\"{}\"/>\n", id(vertex));
    }
    for &(from, to, cost) in moves {
        let ends = format!("source=\"{}\" target=\"{}\"", id(from), id(to));
        *out += &if board.has_costs() {
            format!("    <edge {ends}><data key=\"d0\">{cost}</data></edge>\n")
        } else {
            format!("    <edge {ends}/>\n")
        };
    }
    out.push_str("  </graph>\n</graphml>\n");
}

/// A text escaped for an XML attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The first character of a name that XML cannot express, not even as a reference.
pub(crate) fn unwritable(name: &str) -> Option<char> {
    name.chars().find(|letter| matches!(letter, '\u{fffe}' | '\u{ffff}'))
}
