//! Node-link data: JSON with a list of nodes and a list of links between them, as networkx, D3 and
//! others write it.
//!
//! `nodes` is a list of objects, each with an `id`; the label of a node without an `id` is its
//! index. `edges`, or `links`, is a list of objects with `source` and `target`, which are ids.
//! `directed` says whether edges lead one way. An edge's `cost`, or else its `weight`, is the cost
//! of a move along it. Everything else is ignored. Equal parallel edges count once. If `multigraph`
//! is true, parallel edges of different costs are different moves; otherwise they are refused.

use std::ops::Range;

use catmouse_model::{Board, MAX_COST};

use crate::format::CostKey;
use crate::graph::Graph;
use crate::labels::{Labels, Written};
use crate::problem::{Problem, clamped, quoted};
use crate::tree::{Entry, Node, Value, json};
use crate::words::{Word, checked_cost, second_graph};

const OBJECT: &str = "an object with nodes and edges, such as {\"nodes\": [{\"id\": 0}], \"edges\": []}";
const EDGE: &str = "an object with source and target";
const ID: &str = "a text or a number";

/// Reads the first object of a text. A second graph is an error.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    let start = text.len() - text.trim_start().len();
    let first_line = || text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, |line| line.trim_end().len());
    if !text.get(start..).is_some_and(|rest| rest.starts_with('{')) {
        return Err(Problem::expected(Some(start..start + first_line()), "an object is missing here", OBJECT));
    }
    let end = json::end_of_list(text, start)?;
    let rest = text.get(end..).unwrap_or_default();
    if !rest.trim().is_empty() {
        let at = text.len() - rest.trim_start().len();
        return Err(second_graph(at, rest.trim_start().lines().next().unwrap_or_default()));
    }
    let Value::Object(entries) = json::parse(text, start..end)?.value else {
        return Err(Problem::expected(Some(start..start + first_line()), "an object is missing here", OBJECT));
    };
    let whole = start..start + 1;
    let mut reading = Reading { text, labels: Labels::default(), ids_are_texts: None };
    let mut graph = Graph::default();
    if let Some(directed) = only(&entries, &["directed"])? {
        graph.is_directed = match directed.node.value {
            Value::Boolean(directed) => directed,
            _ => return Err(misfit(&directed.node, "true or false")),
        };
    }
    if let Some(multigraph) = only(&entries, &["multigraph"])? {
        graph.is_multigraph = match multigraph.node.value {
            Value::Boolean(multigraph) => multigraph,
            _ => return Err(misfit(&multigraph.node, "true or false")),
        };
    }
    let missing = |key: &str| Problem::expected(Some(whole.clone()), format!("this object has no {key}"), OBJECT);
    let nodes = only(&entries, &["nodes"])?.ok_or_else(|| missing("nodes"))?;
    for (index, node) in list(nodes)?.iter().enumerate() {
        let Value::Object(entries) = &node.value else { return Err(misfit(node, "an object with an id")) };
        match only(entries, &["id"])? {
            Some(id) => {
                let label = reading.id(&id.node)?;
                reading.labels.new_vertex(&label, id.node.span.range())?;
            }
            None => {
                reading.labels.new_vertex(&index.to_string(), node.span.range())?;
            }
        }
    }
    let edges = only(&entries, &["edges", "links"])?.ok_or_else(|| missing("edges"))?;
    for edge in list(edges)? {
        let Value::Object(entries) = &edge.value else { return Err(misfit(edge, EDGE)) };
        let mut end = |key: &str| {
            let message = format!("this edge has no {key}");
            let id = only(entries, &[key])?.ok_or_else(|| Problem::expected(Some(edge.span.range()), message, EDGE))?;
            let label = reading.id(&id.node)?;
            reading.labels.find(&label).ok_or_else(|| {
                let message = format!("no node has the id {}", quoted(&label));
                Problem::expected(Some(id.node.span.range()), message, "the id of one of the nodes")
            })
        };
        let ends = (end("source")?, end("target")?);
        let mut cost = None;
        for key in costs.keys() {
            cost = cost.or(only(entries, &[key])?);
        }
        let cost = cost.map(|cost| reading.cost(&cost.node)).transpose()?;
        graph.add(ends, cost, || edge.span.range())?;
    }
    reading.labels.name(&mut graph);
    Ok(graph)
}

/// The entry with one of these keys, if there is one. Several entries are refused.
fn only<'a>(entries: &'a [Entry], keys: &[&str]) -> Result<Option<&'a Entry>, Problem> {
    let mut found = entries.iter().filter(|entry| keys.contains(&&*entry.key));
    let first = found.next();
    match (first, found.next()) {
        (Some(first), Some(second)) => {
            let message = format!("`{}` stands beside `{}`", second.key, first.key);
            Err(Problem::expected(Some(second.key_span.range()), message, "only one of them"))
        }
        (first, _) => Ok(first),
    }
}

fn list(entry: &Entry) -> Result<&[Node], Problem> {
    match &entry.node.value {
        Value::List(list) => Ok(list),
        _ => Err(misfit(&entry.node, "a list of objects")),
    }
}

fn misfit(node: &Node, wanted: &str) -> Problem {
    Problem::expected(Some(node.span.range()), format!("{} is not allowed here", node.value.noun()), wanted)
}

struct Reading<'a> {
    text: &'a str,
    labels: Labels,
    /// Whether ids that look like numbers are texts. `None` before the first such id.
    ids_are_texts: Option<bool>,
}

impl Reading<'_> {
    /// The label for an id. networkx writes tuples as lists.
    fn id(&mut self, node: &Node) -> Result<String, Problem> {
        let span = node.span.range();
        let (label, is_text) = match &node.value {
            Value::Text(text) => (text.clone(), true),
            Value::Integer(number) => (number.to_string(), false),
            Value::List(_) => (self.list(node), true),
            Value::HugeInteger => (self.slice(span.clone()).to_owned(), false),
            Value::Float => (self.number(span.clone()), false),
            Value::Boolean(_) | Value::Table(_) | Value::Object(_) | Value::Other(_) => return Err(misfit(node, ID)),
        };
        if label.parse::<i64>().is_ok() && *self.ids_are_texts.get_or_insert(is_text) != is_text {
            let (this, others) = if is_text { ("a text", "numbers") } else { ("a number", "texts") };
            let message = format!("the id {} is {this}, and others are {others}", quoted(&label));
            return Err(Problem::new(Some(span), message, "write all ids as numbers, or all as texts"));
        }
        Ok(label)
    }

    /// A list in a canonical notation, so that equal lists have equal labels.
    fn list(&self, node: &Node) -> String {
        match &node.value {
            Value::List(list) => {
                let entries: Vec<String> = list.iter().map(|entry| self.list(entry)).collect();
                format!("[{}]", entries.join(","))
            }
            Value::Float => self.number(node.span.range()),
            _ => self.slice(node.span.range()).to_owned(),
        }
    }

    /// A number in a canonical notation: networkx does not distinguish `1.0` and `1`.
    fn number(&self, span: Range<usize>) -> String {
        /// From here on, not every whole number is one of the numbers of JSON.
        const MOST: f64 = (1_u64 << 53) as f64;
        let raw = self.slice(span);
        let whole = raw.parse().ok().filter(|number: &f64| number.fract() == 0.0 && number.abs() < MOST);
        whole.map_or_else(|| raw.to_owned(), |number| (number as i64).to_string())
    }

    fn cost(&self, node: &Node) -> Result<u32, Problem> {
        let span = node.span.range();
        match node.value {
            Value::Integer(cost) => checked_cost(cost, span),
            Value::Float => Word { text: self.slice(span.clone()), span }.cost(),
            Value::HugeInteger => {
                let wanted = format!("a cost is a whole number, 1 to {MAX_COST}");
                Err(Problem::new(Some(span), "this number is too large", wanted))
            }
            _ => {
                let message = format!("{} is not a whole number", quoted(self.slice(span.clone())));
                Err(Problem::expected(Some(span), message, "a cost, such as 3"))
            }
        }
    }

    fn slice(&self, span: Range<usize>) -> &str {
        self.text.get(clamped(self.text, span).range()).unwrap_or_default()
    }
}

/// Whether a text begins like node-link data: an object with nodes. The text may have only the
/// first lines. Used for recognition.
pub(crate) fn begins(text: &str) -> bool {
    let has = |key: &str| {
        let key = format!("\"{key}\"");
        text.split(&key).skip(1).any(|rest| rest.trim_start().starts_with(':'))
    };
    text.starts_with('{') && has("nodes") && !has("adjacency") && !has("elements")
}

/// Writes a board: one object on one line.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    let labels = Written::of(board);
    let id = |vertex: u32| {
        let label = labels.label(vertex);
        // A name has no quotes.
        if label.parse::<u32>().is_ok() { label.into_owned() } else { format!("\"{}\"", label.replace('\\', "\\\\")) }
    };
    let is_parallel = moves.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1));
    *out += &format!("{{\"directed\": {is_directed}, \"multigraph\": {is_parallel}, \"graph\": {{}}, \"nodes\": [");
    let nodes: Vec<String> = (0..board.vertices()).map(|vertex| format!("{{\"id\": {}}}", id(vertex))).collect();
    *out += &nodes.join(", ");
    out.push_str("], \"edges\": [");
    let mut key = 0;
    for (index, &(from, to, cost)) in moves.iter().enumerate() {
        let is_repeated = index > 0 && (moves[index - 1].0, moves[index - 1].1) == (from, to);
        key = if is_repeated { key + 1 } else { 0 };
        let separator = if index > 0 { ", " } else { "" };
        let cost = if board.has_costs() { format!("\"weight\": {cost}, ") } else { String::new() };
        let key = if is_parallel { format!(", \"key\": {key}") } else { String::new() };
        *out += &format!("{separator}{{{cost}\"source\": {}, \"target\": {}{key}}}", id(from), id(to));
    }
    out.push_str("]}\n");
}
