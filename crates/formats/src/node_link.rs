//! Graphs in JSON: an object with a list of nodes and a list of edges, or with the neighbours of each
//! node. The shape decides, not the program that wrote it.
//!
//! * Node-link data of networkx and D3, and what vis.js, Cytoscape.js, graphology and the JSON Graph
//!   Format have: `nodes` (or `vertices`, `V`) and `edges` (or `links`, `E`), at the top, in `graph`
//!   or in `elements`. A node is an object with an `id` (or `key`), or a text or a number; the label
//!   of an object without an `id` is its index. An edge is an object with `source` and `target` (or
//!   `from` and `to`), or a list of two labels and perhaps a cost. What stands in `data` counts too.
//! * The adjacency data of networkx: `nodes`, and in `adjacency` a list of neighbours for each of them.
//! * Neighbours: `{"hall": ["attic"], "attic": ["hall"]}`, or with costs
//!   `{"hall": {"attic": 3}, "attic": {"hall": 3}}`.
//! * What `PyTorch` Geometric has, `{"num_nodes": 2, "edge_index": [[0, 1], [1, 0]]}`.
//!
//! `directed` says whether edges lead one way. Without it they lead both ways, except in the JSON
//! Graph Format, whose definition says otherwise; neighbours and indices lead one way if some way
//! back is missing. An edge's `cost`, or else its `weight`, is the cost of a move along it. Everything
//! else is ignored. Equal parallel edges count once. If `multigraph` is true, parallel edges of
//! different costs are different moves; otherwise they are refused.

use std::ops::Range;

use catmouse_model::{Board, MAX_COST};

use crate::format::CostKey;
use crate::graph::Graph;
use crate::labels::{Labels, Written};
use crate::problem::{Problem, clamped, quoted};
use crate::tree::{Entry, Node, Value, json};
use crate::words::{Word, checked_cost, second_graph};

const OBJECT: &str = "an object with nodes and edges, such as {\"nodes\": [{\"id\": 0}], \"edges\": []}, or with the \
                      neighbours of each node";
const EDGE: &str = "an object with source and target";
const ID: &str = "a text or a number";

/// The keys of the nodes, of the edges, and of the objects in which both may be.
const NODES: &[&str] = &["nodes", "vertices", "V"];
const EDGES: &[&str] = &["edges", "links", "E"];
const INNER: &[&str] = &["graph", "elements"];

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
    let mut reading = Reading { text, labels: Labels::default(), ids_are_texts: None, are_alike: false, costs };
    let mut graph = Graph::default();
    let inner = only(&entries, INNER)?;
    let nested = inner.and_then(|inner| inner.node.object()).filter(|inner| has(inner, NODES) || has(inner, EDGES));
    let entries = &entries;
    let of_graph = nested.unwrap_or(entries);
    let is_of_json_graph_format = nested.is_some() && inner.is_some_and(|inner| inner.key == "graph");
    let said = [flag(of_graph, "directed")?, flag(entries, "directed")?];
    graph.is_directed = said[0].or(said[1]).unwrap_or(is_of_json_graph_format);
    if said == [None, None] && is_of_json_graph_format {
        graph.remark(Some("edges lead one way, as in the JSON Graph Format without `directed`".to_owned()));
    }
    let multigraph = [flag(of_graph, "multigraph")?, flag(entries, "multigraph")?];
    graph.is_multigraph = multigraph.contains(&Some(true));
    // networkx's Cytoscape data have the node 1 as a text in one place and as a number in another.
    reading.are_alike = inner.is_some_and(|inner| inner.key == "elements");
    if let Some(Entry { node: Node { value: Value::List(elements), .. }, .. }) = inner.filter(|it| it.key == "elements")
    {
        let is_edge = |node: &&Node| node.object().is_some_and(|it| has(within(it), &["source", "from"]));
        reading.nodes(elements.iter().filter(|node| !is_edge(node)))?;
        elements.iter().filter(is_edge).try_for_each(|edge| reading.edge(&mut graph, edge))?;
    } else if has(of_graph, NODES) || has(of_graph, EDGES) {
        let missing = |key: &str| Problem::expected(Some(whole.clone()), format!("this object has no {key}"), OBJECT);
        let nodes = only(of_graph, NODES)?.ok_or_else(|| missing("nodes"))?;
        match &nodes.node.value {
            Value::Object(named) => named.iter().try_for_each(|entry| {
                let span = entry.key_span.range();
                reading.is_text(&entry.key, true, &span)?;
                reading.labels.new_vertex(&entry.key, span).map(drop)
            })?,
            _ => reading.nodes(list(nodes)?.iter())?,
        }
        if let Some(lists) = only(of_graph, &["adjacency"])? {
            reading.adjacency(&mut graph, list(lists)?)?;
            reading.labels.name(&mut graph);
            return Ok(graph);
        }
        let edges = only(of_graph, EDGES)?.ok_or_else(|| missing("edges"))?;
        list(edges)?.iter().try_for_each(|edge| reading.edge(&mut graph, edge))?;
    } else if let Some(index) = only(entries, &["edge_index"])? {
        reading.index(&mut graph, entries, index)?;
    } else if are_neighbours(entries) {
        reading.neighbours(&mut graph, entries)?;
    } else {
        return Err(Problem::expected(Some(whole), "this object has no nodes", OBJECT));
    }
    reading.labels.name(&mut graph);
    Ok(graph)
}

/// Whether an object has one of these keys.
fn has(entries: &[Entry], keys: &[&str]) -> bool {
    entries.iter().any(|entry| keys.contains(&&*entry.key))
}

/// The entries in which a node or an edge describes itself: those of `data`, if there is one.
fn within(entries: &[Entry]) -> &[Entry] {
    let data = entries.iter().find(|entry| entry.key == "data");
    data.and_then(|data| data.node.object()).unwrap_or(entries)
}

/// Whether every value of an object lists neighbours: labels, or labels with costs or data.
fn are_neighbours(entries: &[Entry]) -> bool {
    let is_label = |node: &Node| matches!(node.value, Value::Text(_) | Value::Integer(_));
    let is_list = |entry: &Entry| match &entry.node.value {
        Value::List(list) => list.iter().all(is_label),
        Value::Object(_) => true,
        _ => false,
    };
    !entries.is_empty() && entries.iter().all(is_list)
}

/// The value of a key that is true or false.
fn flag(entries: &[Entry], key: &str) -> Result<Option<bool>, Problem> {
    only(entries, &[key])?
        .map(|entry| match entry.node.value {
            Value::Boolean(value) => Ok(value),
            _ => Err(misfit(&entry.node, "true or false")),
        })
        .transpose()
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
    /// Whether a number and its text are one label.
    are_alike: bool,
    costs: CostKey,
}

impl Reading<'_> {
    /// Reads nodes, each an object or a label.
    fn nodes<'n>(&mut self, nodes: impl Iterator<Item = &'n Node>) -> Result<(), Problem> {
        for (index, node) in nodes.enumerate() {
            let (label, span) = match node.object().map(within) {
                None => (self.id(node)?, node.span.range()),
                Some(entries) => match only(entries, &["id", "key"])? {
                    Some(id) => (self.id(&id.node)?, id.node.span.range()),
                    None => (index.to_string(), node.span.range()),
                },
            };
            self.labels.new_vertex(&label, span)?;
        }
        Ok(())
    }

    /// The node that a label names.
    fn end(&mut self, node: &Node) -> Result<u32, Problem> {
        let label = self.id(node)?;
        self.labels.find(&label).ok_or_else(|| {
            let message = format!("no node has the id {}", quoted(&label));
            Problem::expected(Some(node.span.range()), message, "the id of one of the nodes")
        })
    }

    /// Reads an edge: an object, or a list of two labels and perhaps a cost.
    fn edge(&mut self, graph: &mut Graph, edge: &Node) -> Result<(), Problem> {
        let (ends, cost) = match &edge.value {
            Value::List(list) => match &list[..] {
                [from, to] => ([from, to], None),
                [from, to, cost] => ([from, to], Some(cost).filter(|_| !self.costs.keys().is_empty())),
                _ => return Err(misfit(edge, EDGE)),
            },
            Value::Object(entries) => {
                let entries = within(entries);
                let end = |keys: &[&str]| {
                    let message = format!("this edge has no {}", keys[0]);
                    let end = only(entries, keys)?;
                    end.ok_or_else(|| Problem::expected(Some(edge.span.range()), message, EDGE)).map(|end| &end.node)
                };
                ([end(&["source", "from"])?, end(&["target", "to"])?], self.cost_of(entries)?)
            }
            _ => return Err(misfit(edge, EDGE)),
        };
        let ends = (self.end(ends[0])?, self.end(ends[1])?);
        let cost = cost.map(|cost| self.cost(cost)).transpose()?;
        graph.add(ends, cost, || edge.span.range())
    }

    /// The value that is the cost of an edge with these entries, if there is one.
    fn cost_of<'n>(&self, entries: &'n [Entry]) -> Result<Option<&'n Node>, Problem> {
        let mut cost = None;
        for key in self.costs.keys() {
            cost = cost.or(only(entries, &[key])?);
        }
        Ok(cost.map(|cost| &cost.node))
    }

    /// Reads the neighbours of each node, in the order of the nodes. Without directions, every edge
    /// is at both of its ends, and counts at the first.
    fn adjacency(&mut self, graph: &mut Graph, lists: &[Node]) -> Result<(), Problem> {
        for (from, list) in (0..self.labels.len()).zip(lists) {
            let Value::List(neighbours) = &list.value else { return Err(misfit(list, "a list of neighbours")) };
            for neighbour in neighbours {
                let entries = neighbour.object().ok_or_else(|| misfit(neighbour, "an object with an id"))?;
                let id = only(entries, &["id"])?.ok_or_else(|| misfit(neighbour, "an object with an id"))?;
                let to = self.end(&id.node)?;
                let cost = self.cost_of(entries)?.map(|cost| self.cost(cost)).transpose()?;
                if graph.is_directed || from <= to {
                    graph.add((from, to), cost, || neighbour.span.range())?;
                }
            }
        }
        Ok(())
    }

    /// Reads the neighbours of each node.
    fn neighbours(&mut self, graph: &mut Graph, entries: &[Entry]) -> Result<(), Problem> {
        self.are_alike = true; // keys are texts in JSON, even where they are numbers in the lists
        for entry in entries {
            self.labels.new_vertex(&entry.key, entry.key_span.range())?;
        }
        for entry in entries {
            let from = self.labels.vertex(&entry.key, entry.key_span.range())?;
            let mut add = |reading: &mut Self, label: &str, cost: Option<&Node>, span: Range<usize>| {
                let message = format!("no node has the id {}", quoted(label));
                let missing = || Problem::expected(Some(span.clone()), message, "the id of one of the nodes");
                let to = reading.labels.find(label).ok_or_else(missing)?;
                let cost = cost.map(|cost| reading.cost(cost)).transpose()?;
                graph.add((from, to), cost, || span.clone())
            };
            match &entry.node.value {
                Value::List(list) => {
                    for node in list {
                        let label = self.id(node)?;
                        add(self, &label, None, node.span.range())?;
                    }
                }
                Value::Object(neighbours) => {
                    for neighbour in neighbours {
                        let cost = match &neighbour.node.value {
                            Value::Object(data) => self.cost_of(data)?,
                            _ => Some(&neighbour.node).filter(|_| !self.costs.keys().is_empty()),
                        };
                        add(self, &neighbour.key, cost, neighbour.key_span.range())?;
                    }
                }
                _ => return Err(misfit(&entry.node, "a list of neighbours")),
            }
        }
        graph.vertices = self.labels.len();
        if !graph.make_undirected_if_symmetric() {
            graph.remark(Some("some ways back are missing, so moves lead one way".to_owned()));
        }
        Ok(())
    }

    /// Reads two lists of vertices, the beginnings and the ends of arcs.
    fn index(&mut self, graph: &mut Graph, entries: &[Entry], index: &Entry) -> Result<(), Problem> {
        const INDEX: &str = "two lists of vertices of one length";
        let number = |node: &Node| match node.value {
            Value::Integer(number) => u32::try_from(number).map_err(|_| misfit(node, "the number of a vertex")),
            _ => Err(misfit(node, "the number of a vertex")),
        };
        let rows = list(index)?;
        let [Value::List(from), Value::List(to)] = [rows.first(), rows.get(1)].map(|row| match row {
            Some(row) if rows.len() == 2 => &row.value,
            _ => &Value::Other(""),
        }) else {
            return Err(misfit(&index.node, INDEX));
        };
        if from.len() != to.len() {
            return Err(misfit(&index.node, INDEX));
        }
        let given = only(entries, &["num_nodes"])?.map(|entry| number(&entry.node)).transpose()?;
        let mut most = 0;
        for (from, to) in from.iter().zip(to) {
            let (start, end) = (number(from)?, number(to)?);
            most = most.max(start + 1).max(end + 1);
            graph.add((start, end), None, || from.span.range())?;
        }
        let vertices = given.unwrap_or(most);
        if most > vertices {
            let message = format!("vertex {} does not exist", most - 1);
            return Err(Problem::new(Some(index.node.span.range()), message, format!("`num_nodes` is {vertices}")));
        }
        for vertex in 0..vertices {
            self.labels.vertex(&vertex.to_string(), index.key_span.range())?;
        }
        graph.vertices = vertices;
        graph.make_undirected_if_symmetric();
        Ok(())
    }

    /// Refuses a label that looks like a number and is written otherwise than the others.
    fn is_text(&mut self, label: &str, is_text: bool, span: &Range<usize>) -> Result<(), Problem> {
        if !self.are_alike && label.parse::<i64>().is_ok() && *self.ids_are_texts.get_or_insert(is_text) != is_text {
            let (this, others) = if is_text { ("a text", "numbers") } else { ("a number", "texts") };
            let message = format!("the id {} is {this}, and others are {others}", quoted(label));
            return Err(Problem::new(Some(span.clone()), message, "write all ids as numbers, or all as texts"));
        }
        Ok(())
    }

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
        self.is_text(&label, is_text, &span)?;
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

/// Whether a text begins like a graph in JSON: an object with one of the keys of a graph, or with a
/// list or an object behind its first key. The text may have only the first lines. Used for
/// recognition.
pub(crate) fn begins(text: &str) -> bool {
    let has = |key: &str| {
        let key = format!("\"{key}\"");
        text.split(&key).skip(1).any(|rest| rest.trim_start().starts_with(':'))
    };
    let Some(inside) = text.strip_prefix('{') else { return false };
    let first = inside.trim_start().strip_prefix('"').and_then(|key| key.split_once('"'));
    let value = first.and_then(|(_, rest)| rest.trim_start().strip_prefix(':')).map(str::trim_start);
    let begins_with_neighbours = value.is_some_and(|value| {
        let list = value.strip_prefix('[').map(str::trim_start);
        value.starts_with('{') || list.is_some_and(|list| !list.starts_with(['[', '{']))
    });
    let keys = [NODES, EDGES, &["elements", "edge_index"]].concat();
    keys.iter().any(|key| has(key)) || begins_with_neighbours
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
