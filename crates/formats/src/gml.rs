//! GML, the Graph Modelling Language, as networkx, igraph, yEd and Gephi write it.
//!
//! `graph [ … ]` has entries `node [ id 0 label "a" ]` and `edge [ source 0 target 1 ]`;
//! `directed 1` makes edges one-way. Ids are the identity of nodes. Labels name them; an empty label
//! counts as none. If no node has a label, or two have the same, ids name the nodes. A text in which
//! some nodes have a label and others have not even an empty one is refused. An edge's `cost`, or else its `weight`,
//! is the cost of a move along it. All other entries are ignored, but their values must be
//! well-formed.
//!
//! Equal parallel edges count once. After `multigraph 1`, parallel edges of different costs are
//! different moves; otherwise they are refused. A key that is read may occur only once in its list.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use catmouse_model::{Board, MAX_VERTICES};

use crate::format::CostKey;
use crate::graph::Graph;
use crate::labels::{Labels, Written, shared};
use crate::problem::{Problem, quoted, too_many_vertices};
use crate::tree::{MAX_DEPTH, too_deep};
use crate::words::{Word, content, second_graph};

const KEY: &str = "a key, such as node, or `]`";
const VALUE: &str = "a number, a text in quotes, or `[`";

/// The kind of a token.
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

/// A node: its id and its label, with their spans.
struct Vertex<'a> {
    id: Id<'a>,
    label: Option<(Cow<'a, str>, Range<usize>)>,
    /// The bracket that opens the node.
    opened: Range<usize>,
}

/// An edge: the ids of its ends, and its cost.
struct Edge<'a> {
    source: Id<'a>,
    target: Id<'a>,
    cost: Option<u32>,
}

/// The id of a node: a number, which may be written in several ways.
struct Id<'a> {
    number: i64,
    word: Word<'a>,
}

impl<'a> Id<'a> {
    fn of(word: Word<'a>) -> Result<Self, Problem> {
        Ok(Self { number: word.number("the number of a node")?, word })
    }
}

/// Reads the first graph of a text. A second graph is an error.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    let mut parser = Parser { text, next: 0, costs };
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

/// Makes a graph from nodes and the edges between their ids.
fn join(mut graph: Graph, vertices: &[Vertex<'_>], edges: &[Edge<'_>]) -> Result<Graph, Problem> {
    let mut ids: HashMap<i64, u32> = HashMap::with_capacity(vertices.len());
    for (index, Vertex { id, .. }) in vertices.iter().enumerate() {
        if ids.insert(id.number, index as u32).is_some() {
            let message = format!("a second node has the id {}", quoted(id.word.text));
            return Err(Problem::new(Some(id.word.span.clone()), message, "each node needs an id of its own"));
        }
    }
    for edge in edges {
        let end = |id: &Id<'_>| {
            ids.get(&id.number).copied().ok_or_else(|| {
                let message = format!("no node has the id {}", quoted(id.word.text));
                Problem::expected(Some(id.word.span.clone()), message, "the id of one of the nodes")
            })
        };
        let ends = (end(&edge.source)?, end(&edge.target)?);
        let (source, target) = (&edge.source.word.span, &edge.target.word.span);
        graph.add(ends, edge.cost, || source.start.min(target.start)..source.end.max(target.end))?;
    }
    let mut labels = Labels::default();
    let are_called = are_called(vertices)?;
    let twice = shared(vertices.iter().filter_map(|vertex| Some(vertex.label.as_ref()?.0.to_string())));
    if are_called && twice.is_none() {
        for (label, span) in vertices.iter().filter_map(|vertex| vertex.label.as_ref()) {
            labels.new_vertex(label, span.clone())?;
        }
    } else {
        let why = twice.filter(|_| are_called).map(|label| format!("two nodes have the label {}", quoted(&label)));
        let some = vertices.iter().any(Vertex::is_called).then(|| "some nodes have an empty label".to_owned());
        graph.remark(why.or(some).map(|why| format!("{why}, so all are called by their ids")));
        for Vertex { id, .. } in vertices {
            labels.vertex(&id.number.to_string(), id.word.span.clone())?;
        }
    }
    labels.name(&mut graph);
    Ok(graph)
}

/// Whether every node has a non-empty label. Refuses a text in which some nodes have one and others
/// have no label at all.
fn are_called(vertices: &[Vertex<'_>]) -> Result<bool, Problem> {
    let without = vertices.iter().find(|vertex| vertex.label.is_none());
    match without.filter(|_| vertices.iter().any(Vertex::is_called)) {
        Some(Vertex { opened, .. }) => {
            let message = "this node has no label, and others have";
            Err(Problem::expected(Some(opened.clone()), message, "a label for each node, or for none"))
        }
        None => Ok(vertices.iter().all(Vertex::is_called)),
    }
}

impl Vertex<'_> {
    /// Whether the node has a label that is not empty.
    fn is_called(&self) -> bool {
        self.label.as_ref().is_some_and(|(label, _)| !label.is_empty())
    }
}

struct Parser<'a> {
    text: &'a str,
    next: usize,
    costs: CostKey,
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
            self.next += trimmed.find(['\n', '\r']).unwrap_or(trimmed.len());
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
                let behind = rest.get(length + 2..).unwrap_or_default();
                if behind.starts_with(|c: char| !c.is_whitespace() && c != ']') {
                    // Somewhere before, a quote is missing or superfluous.
                    let end = behind.find(char::is_whitespace).unwrap_or(behind.len());
                    let message =
                        format!("{} stands right behind a text", quoted(behind.get(..end).unwrap_or_default()));
                    let start = start + length + 2;
                    return Err(Problem::expected(Some(start..start + end), message, "a blank after the closing `\"`"));
                }
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
            _ => format!("{} is not allowed here", quoted(self.slice(token))),
        };
        Problem::expected(Some(token.span.clone()), message, wanted)
    }

    /// The next key of the list that `opened` opens; `None` at the end of the list.
    fn key(&mut self, opened: &Token) -> Result<Option<Token>, Problem> {
        let token = self.token()?;
        match token.kind {
            Kind::Close => Ok(None),
            Kind::Word if is_key(self.slice(&token)) => Ok(Some(token)),
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
            Kind::Word if is_number(self.slice(&token)) => Ok(token),
            Kind::Text => Ok(token),
            _ => Err(self.misfit(&token, "a number, or a text in quotes")),
        }
    }

    /// Reads the value of a key that may occur only once in its list. `sofar` is its earlier value,
    /// if any.
    fn only_value(&mut self, key: &Token, sofar: &mut Option<Token>) -> Result<(), Problem> {
        if sofar.is_some() {
            let message = format!("this is a second `{}`", self.slice(key));
            return Err(Problem::expected(Some(key.span.clone()), message, "only one"));
        }
        *sofar = Some(self.value()?);
        Ok(())
    }

    /// Whether a value is 1; it must be 0 or 1.
    fn is_one(&self, value: &Token) -> Result<bool, Problem> {
        match self.slice(value) {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(self.misfit(value, "0 or 1")),
        }
    }

    /// Skips a value of any kind: a number, a text, or a list of keys with their values.
    fn skip_value(&mut self) -> Result<(), Problem> {
        let mut opened: Vec<Token> = Vec::new();
        loop {
            let value = self.token()?;
            match value.kind {
                Kind::Open if opened.len() == MAX_DEPTH => return Err(too_deep(value.span.start)),
                Kind::Open => opened.push(value),
                // Some programs write `10G` without quotes.
                Kind::Word
                    if is_number(self.slice(&value))
                        || self.slice(&value).starts_with(|c: char| c.is_ascii_digit()) => {}
                Kind::Text => {}
                Kind::Word | Kind::Close | Kind::End => return Err(self.misfit(&value, VALUE)),
            }
            // Finds the next key, after closing the lists that end before it.
            loop {
                let Some(list) = opened.last() else { return Ok(()) };
                if self.key(&list.clone())?.is_some() {
                    break;
                }
                opened.pop();
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
        let (mut directed, mut multigraph) = (None, None);
        while let Some(key) = self.key(&opened)? {
            match self.slice(&key) {
                "directed" => self.only_value(&key, &mut directed)?,
                "multigraph" => self.only_value(&key, &mut multigraph)?,
                "node" => {
                    let vertex = self.vertex()?;
                    if vertices.len() == MAX_VERTICES as usize {
                        return Err(too_many_vertices(vertex.id.word.span, i64::from(MAX_VERTICES) + 1));
                    }
                    vertices.push(vertex);
                }
                "edge" => edges.push(self.edge()?),
                _ => self.skip_value()?,
            }
        }
        graph.is_directed = directed.map_or(Ok(false), |value| self.is_one(&value))?;
        graph.is_multigraph = multigraph.map_or(Ok(false), |value| self.is_one(&value))?;
        Ok(())
    }

    fn vertex(&mut self) -> Result<Vertex<'a>, Problem> {
        let opened = self.open()?;
        let (mut id, mut label) = (None, None);
        while let Some(key) = self.key(&opened)? {
            match self.slice(&key) {
                "id" => self.only_value(&key, &mut id)?,
                "label" => self.only_value(&key, &mut label)?,
                _ => self.skip_value()?,
            }
        }
        let missing = || Problem::expected(Some(opened.span.clone()), "this node has no id", "id and a number");
        let id = Id::of(self.word(&id.ok_or_else(missing)?))?;
        let label = label.map(|value| (self.label(&value), value.span));
        Ok(Vertex { id, label, opened: opened.span })
    }

    /// The label in a value: a text, or a number in its usual notation.
    fn label(&self, value: &Token) -> Cow<'a, str> {
        let raw = self.slice(value);
        match raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) {
            Some(text) => unescaped(text),
            None => raw.parse::<i64>().map_or(Cow::Borrowed(raw), |number| number.to_string().into()),
        }
    }

    fn edge(&mut self) -> Result<Edge<'a>, Problem> {
        let opened = self.open()?;
        let (mut source, mut target, mut cost) = (None, None, [None, None, None]);
        while let Some(key) = self.key(&opened)? {
            match self.slice(&key) {
                "source" => self.only_value(&key, &mut source)?,
                "target" => self.only_value(&key, &mut target)?,
                name => match self.costs.rank(name) {
                    Some(rank) => self.only_value(&key, &mut cost[rank])?,
                    None => self.skip_value()?,
                },
            }
        }
        let end = |key: &str, value: Option<Token>| {
            let missing = || {
                let message = format!("this edge has no {key}");
                Problem::expected(Some(opened.span.clone()), message, "source and target")
            };
            Id::of(self.word(&value.ok_or_else(missing)?))
        };
        let cost = cost.into_iter().flatten().next().map(|value| self.word(&value).keyed_cost()).transpose()?;
        Ok(Edge { source: end("source", source)?, target: end("target", target)?, cost })
    }
}

/// Whether a word is a number in GML's notation.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-']);
    word.len() - digits.len() <= 1
        && (["inf", "nan"].iter().any(|word| digits.eq_ignore_ascii_case(word))
            || digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') && digits.parse::<f64>().is_ok())
}

/// Whether a word can be a key.
fn is_key(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The value of a quoted text. Entities such as `&#228;` and `&quot;` are replaced by their
/// characters.
fn unescaped(text: &str) -> Cow<'_, str> {
    const NAMED: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let entity = after.split_once(';').and_then(|(name, behind)| {
            let number = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok(),
                None => digits.parse().ok(),
            });
            let named = NAMED.iter().find(|(known, _)| *known == name).map(|&(_, letter)| letter);
            Some((number.and_then(char::from_u32).or(named)?, behind))
        });
        rest = if let Some((letter, behind)) = entity {
            plain.push(letter);
            behind
        } else {
            plain.push('&');
            after
        };
    }
    Cow::Owned(plain + rest)
}

/// Whether a text begins like GML: after comments and entries such as `Creator "…"`, there is
/// `graph [` and then a key. The text may be truncated after its first lines. Used for recognition.
pub(crate) fn begins(text: &str) -> bool {
    let content = content(text, Some('#'));
    let is_entry = |line: &&str| {
        ["creator ", "version ", "comment "]
            .iter()
            .any(|key| line.get(..key.len()).is_some_and(|start| start.eq_ignore_ascii_case(key)))
    };
    let entries = content.clone().take_while(is_entry).count();
    let begins_with_creator = content
        .clone()
        .next()
        .is_some_and(|line| line.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("creator ")));
    let rest: String = content.skip(entries).take(3).collect::<Vec<_>>().join(" ");
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
    let labels = Written::of(board);
    for vertex in 0..board.vertices() {
        *out += &format!("  node [\n    id {vertex}\n    label \"{}\"\n  ]\n", escaped(&labels.label(vertex)));
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
