//! GML, the Graph Modelling Language, as networkx, igraph, yEd and Gephi write it.
//!
//! `graph [ … ]` holds `node [ id 0 label "a" ]` and `edge [ source 0 target 1 ]`; `directed 1` says that edges lead one way.
//! Nodes are named by their labels if every node has one and no two are equal, otherwise by their ids. An edge's `cost`, or else
//! its `weight`, is the cost of a move along it. Everything else is ignored. Equal parallel edges count once; after `multigraph
//! 1`, those of different costs are different moves, and otherwise they are refused.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use catmouse_model::{Board, MAX_VERTICES};

use crate::graph::{Graph, too_many_vertices};
use crate::labels::{Labels, label};
use crate::problem::{Problem, quoted};
use crate::tree::{MAX_DEPTH, too_deep};
use crate::words::{Word, second_graph};

const KEY: &str = "a key, such as node, or `]`";
const VALUE: &str = "a number, a text in quotes, or `[`";

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A key, or a number.
    Word,
    /// A text in quotes.
    Text,
    Open,
    Close,
    End,
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    span: Range<usize>,
}

/// A node: its id, its label, and where they stand.
struct Vertex<'a> {
    id: Word<'a>,
    label: Option<(Cow<'a, str>, Range<usize>)>,
}

/// An edge: the ids of its ends, and its cost.
struct Edge<'a> {
    source: Word<'a>,
    target: Word<'a>,
    cost: Option<u32>,
}

/// Reads the first graph of a text; a second graph is a problem.
pub(crate) fn read(text: &str) -> Result<Graph, Problem> {
    let mut parser = Parser { text, next: 0 };
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    let mut graph = Graph::default();
    let mut has_graph = false;
    loop {
        let key = parser.token()?;
        match key.kind {
            Kind::End if has_graph => break,
            Kind::End => return Err(Problem::expected(None, "there is no graph here", "graph [ … ]")),
            Kind::Word if parser.slice(&key) == "graph" && has_graph => {
                return Err(second_graph(key.span.start, text.get(key.span).unwrap_or_default()));
            }
            Kind::Word if parser.slice(&key) == "graph" => {
                has_graph = true;
                parser.graph(&mut graph, &mut vertices, &mut edges)?;
            }
            Kind::Word => parser.skip_value()?,
            _ => return Err(parser.misfit(&key, "graph [ … ]")),
        }
    }
    join(graph, &vertices, &edges)
}

/// Makes a graph of nodes and the edges between their ids.
fn join(mut graph: Graph, vertices: &[Vertex<'_>], edges: &[Edge<'_>]) -> Result<Graph, Problem> {
    let mut ids: HashMap<&str, u32> = HashMap::with_capacity(vertices.len());
    for (index, vertex) in vertices.iter().enumerate() {
        if ids.insert(vertex.id.text, index as u32).is_some() {
            let message = format!("a second node has the id {}", quoted(vertex.id.text));
            return Err(Problem::new(Some(vertex.id.span.clone()), message, "each node needs an id of its own"));
        }
    }
    for edge in edges {
        let end = |id: &Word<'_>| {
            ids.get(id.text).copied().ok_or_else(|| {
                let message = format!("no node has the id {}", quoted(id.text));
                Problem::expected(Some(id.span.clone()), message, "the id of one of the nodes")
            })
        };
        let ends = (end(&edge.source)?, end(&edge.target)?);
        graph.add(ends, edge.cost, || {
            edge.source.span.start.min(edge.target.span.start)..edge.source.span.end.max(edge.target.span.end)
        })?;
    }
    let called: HashSet<&str> = vertices.iter().filter_map(|vertex| Some(&*vertex.label.as_ref()?.0)).collect();
    let are_called = called.len() == vertices.len();
    let mut labels = Labels::default();
    for vertex in vertices {
        match &vertex.label {
            Some((label, span)) if are_called => labels.vertex(label, span.clone())?,
            _ => labels.vertex(vertex.id.text, vertex.id.span.clone())?,
        };
    }
    if !are_called && !called.is_empty() {
        graph.remark(Some("not every node has a label of its own, so nodes are called by their ids".to_owned()));
    }
    labels.name(&mut graph);
    Ok(graph)
}

struct Parser<'a> {
    text: &'a str,
    next: usize,
}

impl<'a> Parser<'a> {
    /// The next token. A line that begins with `#` is a comment.
    fn token(&mut self) -> Result<Token, Problem> {
        loop {
            let rest = self.text.get(self.next..).unwrap_or_default();
            let trimmed = rest.trim_start();
            self.next = self.text.len() - trimmed.len();
            if !trimmed.starts_with('#') {
                break;
            }
            self.next += trimmed.find('\n').unwrap_or(trimmed.len());
        }
        let rest = self.text.get(self.next..).unwrap_or_default();
        let start = self.next;
        let (kind, length) = match rest.chars().next() {
            None => {
                let end = self.text.trim_end().len();
                return Ok(Token { kind: Kind::End, span: end..end });
            }
            Some('[') => (Kind::Open, 1),
            Some(']') => (Kind::Close, 1),
            Some('"') => {
                let Some(length) = rest.get(1..).and_then(|inside| inside.find('"')) else {
                    let line = rest.lines().next().map_or(0, str::len);
                    let message = "this text is never closed";
                    return Err(Problem::expected(Some(start..start + line), message, "a closing `\"`"));
                };
                (Kind::Text, length + 2)
            }
            Some(_) => (Kind::Word, rest.find(|c: char| c.is_whitespace() || "[]\"".contains(c)).unwrap_or(rest.len())),
        };
        self.next += length;
        Ok(Token { kind, span: start..start + length })
    }

    fn slice(&self, token: &Token) -> &'a str {
        self.text.get(token.span.clone()).unwrap_or_default()
    }

    fn word(&self, token: &Token) -> Word<'a> {
        Word { text: self.slice(token), span: token.span.clone() }
    }

    fn misfit(&self, token: &Token, wanted: &str) -> Problem {
        let message = match token.kind {
            Kind::End => "the graph is not finished".to_owned(),
            _ => format!("{} does not fit here", quoted(self.slice(token))),
        };
        Problem::expected(Some(token.span.clone()), message, wanted)
    }

    /// The next key of the list that began at this bracket, or `None` at its end.
    fn key(&mut self, opened: &Token) -> Result<Option<&'a str>, Problem> {
        let token = self.token()?;
        match token.kind {
            Kind::Close => Ok(None),
            Kind::Word if is_key(self.slice(&token)) => Ok(Some(self.slice(&token))),
            Kind::End => {
                let message = "this bracket is never closed";
                Err(Problem::expected(Some(opened.span.clone()), message, "a closing `]`"))
            }
            _ => Err(self.misfit(&token, KEY)),
        }
    }

    fn open(&mut self) -> Result<Token, Problem> {
        let token = self.token()?;
        if token.kind == Kind::Open { Ok(token) } else { Err(self.misfit(&token, "`[`")) }
    }

    /// The next value, which must not be a list.
    fn value(&mut self) -> Result<Token, Problem> {
        let token = self.token()?;
        match token.kind {
            Kind::Word | Kind::Text => Ok(token),
            _ => Err(self.misfit(&token, "a number, or a text in quotes")),
        }
    }

    /// Skips a value of any kind.
    fn skip_value(&mut self) -> Result<(), Problem> {
        let mut opened = Vec::new();
        loop {
            let token = self.token()?;
            match (token.kind.clone(), opened.last()) {
                (Kind::Open, _) if opened.len() == MAX_DEPTH => return Err(too_deep(token.span.start)),
                (Kind::Open, _) => opened.push(token),
                (Kind::Close, Some(_)) => {
                    opened.pop();
                }
                (Kind::End, Some(first)) => {
                    let message = "this bracket is never closed";
                    return Err(Problem::expected(Some(first.span.clone()), message, "a closing `]`"));
                }
                (Kind::Word | Kind::Text, _) => {}
                (Kind::Close | Kind::End, None) => return Err(self.misfit(&token, VALUE)),
            }
            if opened.is_empty() {
                return Ok(());
            }
        }
    }

    fn graph(
        &mut self,
        graph: &mut Graph,
        vertices: &mut Vec<Vertex<'a>>,
        edges: &mut Vec<Edge<'a>>,
    ) -> Result<(), Problem> {
        let opened = self.open()?;
        while let Some(key) = self.key(&opened)? {
            match key {
                "directed" => {
                    let value = self.value()?;
                    graph.is_directed = match self.slice(&value) {
                        "0" => false,
                        "1" => true,
                        _ => return Err(self.misfit(&value, "0 or 1")),
                    };
                }
                "multigraph" => {
                    let value = self.value()?;
                    graph.is_multigraph = match self.slice(&value) {
                        "0" => false,
                        "1" => true,
                        _ => return Err(self.misfit(&value, "0 or 1")),
                    };
                }
                "node" => {
                    let vertex = self.vertex()?;
                    if vertices.len() == MAX_VERTICES as usize {
                        return Err(too_many_vertices(vertex.id.span, i64::from(MAX_VERTICES) + 1));
                    }
                    vertices.push(vertex);
                }
                "edge" => edges.push(self.edge()?),
                _ => self.skip_value()?,
            }
        }
        Ok(())
    }

    fn vertex(&mut self) -> Result<Vertex<'a>, Problem> {
        let opened = self.open()?;
        let (mut id, mut label) = (None, None);
        while let Some(key) = self.key(&opened)? {
            match key {
                "id" => {
                    let value = self.value()?;
                    let word = self.word(&value);
                    word.number("the number of a node")?;
                    id = Some(word);
                }
                "label" => {
                    let value = self.value()?;
                    let said = self.slice(&value);
                    let text = said
                        .strip_prefix('"')
                        .and_then(|said| said.strip_suffix('"'))
                        .map_or(Cow::Borrowed(said), unescaped);
                    label = Some((text, value.span));
                }
                _ => self.skip_value()?,
            }
        }
        let missing = || Problem::expected(Some(opened.span.clone()), "this node has no id", "id and a number");
        Ok(Vertex { id: id.ok_or_else(missing)?, label: label.filter(|(label, _)| !label.is_empty()) })
    }

    fn edge(&mut self) -> Result<Edge<'a>, Problem> {
        let opened = self.open()?;
        let (mut source, mut target, mut cost, mut weight) = (None, None, None, None);
        while let Some(key) = self.key(&opened)? {
            let place = match key {
                "source" => &mut source,
                "target" => &mut target,
                "cost" => &mut cost,
                "weight" => &mut weight,
                _ => {
                    self.skip_value()?;
                    continue;
                }
            };
            let value = self.value()?;
            *place = Some(self.word(&value));
        }
        let missing = |key: &str| {
            let message = format!("this edge has no {key}");
            Problem::expected(Some(opened.span.clone()), message, "source and target")
        };
        let cost = cost.or(weight).map(|word| word.cost()).transpose()?;
        Ok(Edge {
            source: source.ok_or_else(|| missing("source"))?,
            target: target.ok_or_else(|| missing("target"))?,
            cost,
        })
    }
}

/// Whether a word can be a key.
fn is_key(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The value of a quoted text, in which `&#228;` and `&quot;` stand for characters.
fn unescaped(text: &str) -> Cow<'_, str> {
    const NAMED: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        said.push_str(before);
        let entity = after.split_once(';').and_then(|(name, behind)| {
            let number = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok(),
                None => digits.parse().ok(),
            });
            let named = NAMED.iter().find(|(known, _)| *known == name).map(|&(_, letter)| letter);
            Some((number.and_then(char::from_u32).or(named)?, behind))
        });
        rest = if let Some((letter, behind)) = entity {
            said.push(letter);
            behind
        } else {
            said.push('&');
            after
        };
    }
    Cow::Owned(said + rest)
}

/// Whether a text begins like GML: after comments and entries such as `Creator "…"` there is `graph [` and then a key. The text may
/// be cut off after its first lines. Used to tell formats apart.
pub(crate) fn begins(text: &str) -> bool {
    let said = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_entry = |line: &&str| {
        ["creator ", "version ", "comment "]
            .iter()
            .any(|key| line.get(..key.len()).is_some_and(|start| start.eq_ignore_ascii_case(key)))
    };
    let entries = said.clone().take_while(is_entry).count();
    let begins_with_creator = said
        .clone()
        .next()
        .is_some_and(|line| line.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("creator ")));
    let rest: String = said.skip(entries).take(3).collect::<Vec<_>>().join(" ");
    let Some(rest) = rest.strip_prefix("graph").map(str::trim_start) else {
        return rest.is_empty() && begins_with_creator; // the graph comes later
    };
    let Some(inside) = rest.strip_prefix('[').map(str::trim_start) else {
        return rest.is_empty() && entries > 0;
    };
    inside.is_empty() || inside.starts_with(|c: char| c.is_ascii_alphabetic() || c == ']')
}

/// Writes a board.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    out.push_str("graph [\n");
    if is_directed {
        out.push_str("  directed 1\n");
    }
    if moves.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1)) {
        out.push_str("  multigraph 1\n");
    }
    for vertex in 0..board.vertices() {
        *out += &format!("  node [\n    id {vertex}\n    label \"{}\"\n  ]\n", escaped(&label(board, vertex)));
    }
    for &(from, to, cost) in moves {
        let cost = if board.has_costs() { format!("    weight {cost}\n") } else { String::new() };
        *out += &format!("  edge [\n    source {from}\n    target {to}\n{cost}  ]\n");
    }
    out.push_str("]\n");
}

/// A text in GML's ASCII notation.
fn escaped(text: &str) -> String {
    let letter =
        |c: char| if c.is_ascii() && c != '&' && c != '"' { c.to_string() } else { format!("&#{};", u32::from(c)) };
    text.chars().map(letter).collect()
}
