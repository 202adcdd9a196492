//! DOT, the language of Graphviz: vertices, edges and their costs.
//!
//! `graph` makes an undirected board and `digraph` a directed one. Identifiers become numbers and
//! names, as all [labels](crate::labels) do. An edge's `cost`, or else its `weight`, is the cost of
//! a move along it; `edge [cost=3]` sets the cost for later edges. An edge to a subgraph is an edge
//! to each of its vertices, as in Graphviz. Ports and all other attributes are ignored.
//!
//! Time: linear in the text and in the edges of the result; subgraphs can make many edges.

use std::fmt::Write;
use std::ops::Range;

use catmouse_model::{Board, InOrder};

use crate::format::CostKey;
use crate::graph::Graph;
use crate::labels::{Labels, Written};
use crate::problem::{Problem, quoted};
use crate::tree::{MAX_DEPTH, too_deep};
use crate::words::{Word, second_graph};

/// The words that are no names unless they are in quotes, in any case.
const KEYWORDS: [&str; 6] = ["strict", "graph", "digraph", "subgraph", "node", "edge"];

/// Reads the first graph of a text. A second graph is an error.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    let mut parser = Parser::new(text, costs)?;
    parser.graph()?;
    if parser.token.kind != Kind::End {
        let start = parser.token.span.start;
        let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        return Err(match &parser.token.kind {
            Kind::Word if is_keyword(parser.slice(), &["strict", "graph", "digraph"]) => second_graph(start, line),
            _ => parser.misfit("nothing after the graph"),
        });
    }
    let Parser { mut graph, labels, .. } = parser;
    labels.name(&mut graph);
    Ok(graph)
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A name or a number without quotes.
    Word,
    /// A text in quotes.
    Quoted(String),
    /// HTML between `<` and `>`.
    Html,
    /// One of `{ } [ ] ; , : = +`.
    Sign(char),
    /// `--`, or `->` (true).
    Join(bool),
    End,
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    span: Range<usize>,
}

struct Parser<'a> {
    text: &'a str,
    token: Token,
    graph: Graph,
    labels: Labels,
    costs: CostKey,
}

/// The vertices at one end of an edge; several if the end is a subgraph.
type Ends = Vec<u32>;

impl<'a> Parser<'a> {
    fn new(text: &'a str, costs: CostKey) -> Result<Self, Problem> {
        let token = lex(text, 0)?;
        Ok(Self { text, token, graph: Graph::default(), labels: Labels::default(), costs })
    }

    fn slice(&self) -> &'a str {
        self.text.get(self.token.span.clone()).unwrap_or_default()
    }

    fn advance(&mut self) -> Result<Token, Problem> {
        let next = lex(self.text, self.token.span.end)?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn misfit(&self, wanted: &str) -> Problem {
        let message = match self.token.kind {
            Kind::End => "the graph is not finished".to_owned(),
            _ => format!("{} is not allowed here", quoted(self.slice())),
        };
        Problem::expected(Some(self.token.span.clone()), message, wanted)
    }

    /// Consumes this sign if it is the next token. Returns whether it was.
    fn skip(&mut self, sign: char) -> Result<bool, Problem> {
        let found = self.token.kind == Kind::Sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn require(&mut self, sign: char) -> Result<(), Problem> {
        if self.skip(sign)? { Ok(()) } else { Err(self.misfit(&format!("`{sign}`"))) }
    }

    /// Consumes one of these words if it is the next token. Returns the word, if any.
    fn keyword(&mut self, words: &[&'static str]) -> Result<Option<&'static str>, Problem> {
        let here = self.slice();
        let found = words.iter().find(|word| self.token.kind == Kind::Word && word.eq_ignore_ascii_case(here));
        if found.is_some() {
            self.advance()?;
        }
        Ok(found.copied())
    }

    fn graph(&mut self) -> Result<(), Problem> {
        self.graph.is_multigraph = self.keyword(&["strict"])?.is_none();
        let kind = self.keyword(&["graph", "digraph"])?.ok_or_else(|| self.misfit("graph { … } or digraph { … }"))?;
        self.graph.is_directed = kind == "digraph";
        if matches!(self.token.kind, Kind::Word | Kind::Quoted(_) | Kind::Html) {
            self.identifier()?;
        }
        let opened = self.token.span.clone();
        self.require('{')?;
        self.statements(None, 1, &opened)?;
        Ok(())
    }

    /// Reads statements up to the closing brace. Returns the vertices that they mention.
    fn statements(&mut self, mut cost: Option<u32>, depth: usize, opened: &Range<usize>) -> Result<Ends, Problem> {
        let mut mentioned = Vec::new();
        loop {
            if self.skip('}')? {
                mentioned.put_in_order();
                mentioned.dedup();
                return Ok(mentioned);
            }
            if self.token.kind == Kind::End {
                let message = "this brace is never closed";
                return Err(Problem::expected(Some(opened.clone()), message, "a closing `}`"));
            }
            if let Some(word) = self.keyword(&["graph", "node", "edge"])? {
                // `graph`, `node` and `edge` can only be followed by attributes.
                let attributes = self.attributes()?;
                cost = attributes.filter(|_| word == "edge").or(cost);
            } else if !self.skip(';')? {
                mentioned.extend(self.edges(cost, depth)?);
            }
        }
    }

    /// Reads a vertex, vertices joined by edges, or `name = value`.
    fn edges(&mut self, cost: Option<u32>, depth: usize) -> Result<Ends, Problem> {
        let start = self.token.span.start;
        let is_group = self.token.kind == Kind::Sign('{') || is_keyword(self.slice(), &["subgraph"]);
        if !is_group {
            let (id, span) = self.identifier()?;
            if self.skip('=')? {
                self.identifier()?;
                return Ok(Vec::new());
            }
            let first = self.vertex(&id, span)?;
            return self.joined(vec![first], cost, depth, start);
        }
        let group = self.group(cost, depth)?;
        self.joined(group, cost, depth, start)
    }

    /// Reads the rest of an edge after its first end, if there is an edge.
    fn joined(&mut self, first: Ends, cost: Option<u32>, depth: usize, start: usize) -> Result<Ends, Problem> {
        let mut sides = vec![first];
        let mut end = start;
        while let Kind::Join(is_arrow) = self.token.kind {
            if is_arrow != self.graph.is_directed {
                let wanted = if is_arrow { "`--`, as this is a graph" } else { "`->`, as this is a digraph" };
                return Err(self.misfit(wanted));
            }
            self.advance()?;
            end = self.token.span.end;
            let is_group = self.token.kind == Kind::Sign('{') || is_keyword(self.slice(), &["subgraph"]);
            sides.push(if is_group {
                self.group(cost, depth)?
            } else {
                let (id, span) = self.identifier()?;
                vec![self.vertex(&id, span)?]
            });
        }
        let cost = self.attributes()?.or(cost);
        for pair in sides.windows(2) {
            let [froms, tos] = pair else { continue };
            for &from in froms {
                for &to in tos {
                    self.graph.add((from, to), cost, || start..end)?;
                }
            }
        }
        Ok(sides.concat())
    }

    /// Reads `subgraph name { … }` or `{ … }`.
    fn group(&mut self, cost: Option<u32>, depth: usize) -> Result<Ends, Problem> {
        if self.keyword(&["subgraph"])?.is_some() && self.token.kind != Kind::Sign('{') {
            self.identifier()?;
        }
        let opened = self.token.span.clone();
        if depth == MAX_DEPTH {
            return Err(too_deep(opened.start));
        }
        self.require('{')?;
        self.statements(cost, depth + 1, &opened)
    }

    /// Reads an identifier: a word, a quoted text, several quoted texts joined by `+`, or HTML. HTML
    /// keeps its outer `<` and `>`. A quoted text that may be mistaken for HTML keeps its quotes,
    /// because `<a>` and `"<a>"` are two identifiers.
    fn identifier(&mut self) -> Result<(String, Range<usize>), Problem> {
        let span = self.token.span.clone();
        match self.token.kind.clone() {
            Kind::Word if is_keyword(self.slice(), &KEYWORDS) => {
                Err(self.misfit("a name, in quotes if it is a keyword"))
            }
            Kind::Word | Kind::Html => {
                let word = self.slice().to_owned();
                self.advance()?;
                Ok((word, span))
            }
            Kind::Quoted(mut text) => {
                self.advance()?;
                while self.skip('+')? {
                    let Kind::Quoted(more) = &self.token.kind else {
                        return Err(self.misfit("a text in quotes"));
                    };
                    text += more;
                    self.advance()?;
                }
                Ok((if text.starts_with(['<', '"']) { format!("\"{text}\"") } else { text }, span))
            }
            _ => Err(self.misfit("a vertex, an edge, or `}`")),
        }
    }

    /// The vertex with this identifier. Its port is skipped.
    fn vertex(&mut self, id: &str, span: Range<usize>) -> Result<u32, Problem> {
        while self.skip(':')? {
            self.identifier()?;
        }
        self.labels.vertex(id, span)
    }

    /// Reads any lists of attributes. Returns the cost among them.
    fn attributes(&mut self) -> Result<Option<u32>, Problem> {
        let mut costs = [None, None, None];
        while self.token.kind == Kind::Sign('[') {
            let opened = self.advance()?.span;
            while !self.skip(']')? {
                if self.token.kind == Kind::End {
                    return Err(Problem::expected(Some(opened), "this bracket is never closed", "a closing `]`"));
                }
                let (name, _) = self.identifier()?;
                let value = if self.skip('=')? { Some(self.identifier()?) } else { None };
                if let (Some(rank), Some((text, span))) = (self.costs.rank(&name), value) {
                    costs[rank] = Some(Word { text: &text, span }.keyed_cost()?);
                }
                if !self.skip(',')? {
                    self.skip(';')?;
                }
            }
        }
        Ok(costs.into_iter().flatten().next())
    }
}

fn is_keyword(word: &str, keywords: &[&str]) -> bool {
    keywords.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// The next token at or after byte `from`.
fn lex(text: &str, from: usize) -> Result<Token, Problem> {
    let start = from + blank_length(text.get(from..).unwrap_or_default(), from == 0);
    let rest = text.get(start..).unwrap_or_default();
    let token = |kind, length| Ok(Token { kind, span: start..start + length });
    let mut letters = rest.chars();
    match letters.next() {
        None => {
            let end = text.trim_end().len();
            Ok(Token { kind: Kind::End, span: end..end })
        }
        Some('-') if rest.starts_with("--") => token(Kind::Join(false), 2),
        Some('-') if rest.starts_with("->") => token(Kind::Join(true), 2),
        Some(sign) if "{}[];,:=+".contains(sign) => token(Kind::Sign(sign), 1),
        Some('"') => {
            let length = quoted_length(rest).ok_or_else(|| never_closed(text, start, "a closing `\"`"))?;
            let inside = rest.get(1..length - 1).unwrap_or_default();
            token(Kind::Quoted(unescaped(inside)), length)
        }
        Some('<') => {
            let length = html_length(rest).ok_or_else(|| never_closed(text, start, "a closing `>`"))?;
            token(Kind::Html, length)
        }
        Some('-' | '.' | '0'..='9') => {
            let digits = rest.strip_prefix('-').unwrap_or(rest);
            // Graphviz ends a number before a second point.
            let mut points = 0;
            let is_after = |c: char| {
                points += usize::from(c == '.');
                points > 1 || !c.is_ascii_digit() && c != '.'
            };
            let number = digits.find(is_after).unwrap_or(digits.len());
            let length = rest.len() - digits.len() + number;
            if number == 0 || digits.get(..number) == Some(".") {
                let message = format!("{} is not allowed here", quoted(rest.get(..length.max(1)).unwrap_or_default()));
                return Err(Problem::expected(Some(start..start + length.max(1)), message, "a vertex, `--` or `->`"));
            }
            token(Kind::Word, length)
        }
        Some(letter) if is_letter(letter) => {
            token(Kind::Word, rest.find(|c: char| !is_letter(c) && !c.is_ascii_digit()).unwrap_or(rest.len()))
        }
        Some(other) => {
            let message = format!("{} is not allowed here", quoted(&other.to_string()));
            let wanted = "a vertex, in quotes unless it is a plain word";
            Err(Problem::expected(Some(start..start + other.len_utf8()), message, wanted))
        }
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || !c.is_ascii() && !c.is_whitespace()
}

fn never_closed(text: &str, start: usize, wanted: &str) -> Problem {
    let line = text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
    Problem::expected(Some(start..start + line), "this text is never closed", wanted)
}

/// The length of a quoted text, including both quotes; `None` if it is not closed.
fn quoted_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The value of a quoted text: `\"` is a quote, and a backslash joins its line with the next one.
/// As in Graphviz, two backslashes remain two, and they escape nothing.
fn unescaped(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let escapes = [("\"", "\""), ("\\", "\\\\"), ("\r\n", ""), ("\n", "")];
        let escape = escapes.iter().find_map(|(escape, says)| Some((after.strip_prefix(escape)?, *says)));
        let (next, says) = escape.unwrap_or((after, "\\"));
        text.push_str(says);
        rest = next;
    }
    text + rest
}

/// The length of HTML, including the outer `<` and `>`; `None` if it is not closed.
fn html_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The length of the blanks and comments at the beginning of a text. A line that begins with `#` is
/// a comment.
fn blank_length(text: &str, is_line_start: bool) -> usize {
    let mut at = 0;
    let mut is_line_start = is_line_start;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let comment = if rest.starts_with("//") || rest.starts_with('#') && is_line_start {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            0
        };
        let length = match rest.chars().next() {
            Some(c) if c.is_whitespace() => {
                is_line_start = c == '\n';
                c.len_utf8()
            }
            _ => comment,
        };
        if length == 0 {
            return at;
        }
        at += length;
    }
}

/// Finds the byte after the closing brace of a graph, line by line, without parsing the graph.
pub(crate) struct Extent {
    depth: usize,
    inside: Inside,
}

/// The construct that is open at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Comment,
    Quotes,
    Html(usize),
}

impl Extent {
    pub(crate) fn new() -> Self {
        Self { depth: 0, inside: Inside::Nothing }
    }

    /// Scans one more line from byte `from`. Returns the byte where the graph ends, if it ends in
    /// this line.
    pub(crate) fn line(&mut self, line: &[u8], from: usize) -> Option<usize> {
        let mut at = from;
        while let Some(&byte) = line.get(at) {
            let next = line.get(at + 1).copied();
            let mut length = 1;
            match (self.inside, byte) {
                (Inside::Comment, b'*') if next == Some(b'/') => {
                    (self.inside, length) = (Inside::Nothing, 2);
                }
                (Inside::Quotes, b'\\') => length = 2,
                (Inside::Quotes, b'"') | (Inside::Html(1), b'>') => self.inside = Inside::Nothing,
                (Inside::Html(depth), b'<') => self.inside = Inside::Html(depth + 1),
                (Inside::Html(depth), b'>') => self.inside = Inside::Html(depth - 1),
                (Inside::Nothing, b'#') if at == 0 => return None,
                (Inside::Nothing, b'/') if next == Some(b'/') => return None,
                (Inside::Nothing, b'/') if next == Some(b'*') => {
                    (self.inside, length) = (Inside::Comment, 2);
                }
                (Inside::Nothing, b'"') => self.inside = Inside::Quotes,
                (Inside::Nothing, b'<') => self.inside = Inside::Html(1),
                (Inside::Nothing, b'{') => self.depth += 1,
                (Inside::Nothing, b'}') if self.depth <= 1 => return Some(at + 1),
                (Inside::Nothing, b'}') => self.depth -= 1,
                _ => {}
            }
            at += length;
        }
        None
    }
}

/// Whether a text contains only blanks and comments.
pub(crate) fn is_blank(text: &str) -> bool {
    blank_length(text, true) == text.len()
}

/// Writes a board: all vertices in order, and then the edges.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    let (kind, join) = if is_directed { ("digraph", "->") } else { ("graph", "--") };
    let labels = Written::of(board);
    let id = |vertex: u32| identifier(&labels.label(vertex));
    let _ = writeln!(out, "{kind} {{"); // writing to a `String` cannot fail
    for vertex in 0..board.vertices() {
        let _ = writeln!(out, "  {};", id(vertex));
    }
    for &(from, to, cost) in moves {
        let cost = if board.has_costs() { format!(" [weight={cost}]") } else { String::new() };
        let _ = writeln!(out, "  {} {join} {}{cost};", id(from), id(to));
    }
    out.push_str("}\n");
}

/// Whether DOT cannot express a name: an odd number of backslashes at its end would escape the
/// closing quote.
pub(crate) fn is_unwritable(name: &str) -> bool {
    let backslashes = name.len() - name.trim_end_matches('\\').len();
    backslashes % 2 == 1
}

/// A name in DOT. It is quoted unless it is a plain word and not a keyword.
fn identifier(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_word && !is_keyword(name, &KEYWORDS) {
        name.to_owned()
    } else {
        format!("\"{name}\"") // a name has no quotes
    }
}

/// Whether a text begins like a graph, or with a comment that no other format has. Used for
/// recognition.
pub(crate) fn begins(text: &str) -> bool {
    let Ok(mut parser) = Parser::new(text, CostKey::Usual) else { return false };
    let header = parser.keyword(&["strict"]).and_then(|_| parser.keyword(&["graph", "digraph"]));
    // The reader reports a keyword as the name of a graph.
    let is_keyword = |parser: &mut Parser<'_>| parser.token.kind == Kind::Word && parser.advance().is_ok();
    let is_named = |parser: &mut Parser<'_>| {
        parser.token.kind == Kind::Sign('{') || parser.identifier().is_ok() || is_keyword(parser)
    };
    let begins =
        header.is_ok_and(|kind| kind.is_some()) && is_named(&mut parser) && parser.token.kind == Kind::Sign('{');
    begins || text.starts_with("//") || text.starts_with("/*")
}
