//! Edge lists with data as networkx writes them: `u v {}`, `u v {'weight': 3}` or `u v 3`.
//!
//! The braces enclose a Python dictionary. Its `cost`, or else its `weight`, is the cost of a move
//! along the edge; all other entries are ignored. `#` begins a comment. A first line `# nx-edges`
//! marks a text as such a list; catmouse writes this line if the text could be something else. Only
//! vertices with an edge exist. No mark says whether moves lead one way, so the board is undirected
//! unless the setup has `directed`. Blank lines are ignored.
//!
//! A multiline adjacency list of networkx is read too: a line `u 2` with a vertex and the number of
//! its edges, and then a line `v {}` for each of them.

use std::ops::Range;

use catmouse_model::Board;

use crate::adjlist::ensure_whole;
use crate::format::CostKey;
use crate::graph::Graph;
use crate::labels::{Labels, Written};
use crate::problem::{Problem, quoted};
use crate::tree::{MAX_DEPTH, too_deep};
use crate::words::{Word, content, ensure_plain, lines, words};

const EDGE: &str = "two vertices and a dictionary, such as 0 1 {'weight': 3}";
const DEGREE: &str = "a vertex and the number of its edges, such as 0 2, and then a line for each, such as 1 {}";
const ENTRY: &str = "entries such as 'weight': 3, with commas between them";

/// Reads a graph.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    ensure_plain(text)?;
    let mut graph = Graph { is_undecided: true, ..Graph::default() };
    let mut labels = Labels::default();
    let is_multiline = is_multiline(text);
    // The vertex whose edges follow, and how many are missing.
    let mut head = (0, 0);
    for (line, at) in lines(text) {
        // The data may contain a `#` too.
        let comment = line.find('#').filter(|&comment| line.find('{').is_none_or(|data| comment < data));
        let line = line.get(..comment.unwrap_or(line.len())).unwrap_or_default();
        let mut words = words(line, at);
        let Some(from) = words.next() else { continue };
        if is_multiline && head.1 == 0 {
            ensure_whole(&from)?;
            let degree = words.next().unwrap_or_else(|| from.clone()).number(DEGREE)?;
            head = (labels.vertex(from.text, from.span)?, degree.max(0));
            continue;
        }
        if is_multiline {
            let to = (labels.vertex(from.text, from.span.clone())?, words.next());
            let cost = to.1.map(|data| Dictionary { line, at, next: data.span.start - at }.cost(costs)).transpose()?;
            graph.add((head.0, to.0), cost.flatten(), || from.span)?;
            head.1 -= 1;
            continue;
        }
        let Some(to) = words.next().filter(|to| !to.text.starts_with('{')) else {
            return Err(Problem::expected(Some(from.span), "this edge has 1 vertex", EDGE));
        };
        // For `(0, 1) (0, 2) {}`, an error about the labels is clearer than one about the data.
        ensure_whole(&from)?;
        ensure_whole(&to)?;
        let cost = match words.next() {
            None => None,
            Some(data) if data.decimal().is_some() => costs.of(&data)?,
            Some(data) => Dictionary { line, at, next: data.span.start - at }.cost(costs)?,
        };
        let mut vertex = |word: &Word<'_>| labels.vertex(word.text, word.span.clone());
        let ends = (vertex(&from)?, vertex(&to)?);
        graph.add(ends, cost, || from.span.start..to.span.end)?;
    }
    if head.1 > 0 {
        let end = text.trim_end().len();
        return Err(Problem::expected(Some(end..end), "edges of the last vertex are missing", DEGREE));
    }
    labels.ensure_alike(text)?;
    labels.name(&mut graph);
    Ok(graph)
}

/// Whether a text is a multiline adjacency list.
pub(crate) fn is_multiline(text: &str) -> bool {
    content(text, Some('#')).any(has_one_end)
}

/// Whether a line has one vertex and its data, as in multiline adjacency lists.
fn has_one_end(line: &str) -> bool {
    line.split_whitespace().nth(1).is_some_and(|data| data.starts_with('{'))
}

/// A Python dictionary at the end of a line.
struct Dictionary<'a> {
    line: &'a str,
    /// The first byte of the line in the text.
    at: usize,
    /// The next byte of the line to read.
    next: usize,
}

impl<'a> Dictionary<'a> {
    /// The cost of the edge, if there is one.
    fn cost(mut self, costs: CostKey) -> Result<Option<u32>, Problem> {
        let mut found = [None, None, None];
        if !self.skip('{') {
            return Err(self.misfit(EDGE));
        }
        while !self.skip('}') {
            let key = self.literal()?;
            if !self.skip(':') {
                return Err(self.misfit(ENTRY));
            }
            let value = self.literal()?;
            match key.text {
                // A key with escapes may be any key, and networkx ends the line at `#`.
                odd if odd.contains(['\\', '#']) => {
                    let message = format!("{} may be another key", quoted(odd));
                    return Err(Problem::expected(Some(key.span), message, "keys without `\\` and `#`"));
                }
                named => {
                    if let Some(rank) = costs.rank(unquoted(named)) {
                        found[rank] = Some(value);
                    }
                }
            }
            if !self.skip(',') && !self.rest().starts_with('}') {
                return Err(self.misfit(ENTRY));
            }
        }
        if !self.rest().is_empty() {
            return Err(self.misfit("nothing after the dictionary"));
        }
        found.into_iter().flatten().next().map(|value| value.keyed_cost()).transpose()
    }

    /// The rest of the line, without leading blanks.
    fn rest(&mut self) -> &'a str {
        let rest = self.line.get(self.next..).unwrap_or_default().trim_start();
        self.next = self.line.len() - rest.len();
        rest.trim_end()
    }

    fn skip(&mut self, sign: char) -> bool {
        let found = self.rest().starts_with(sign);
        self.next += usize::from(found);
        found
    }

    fn span(&self, length: usize) -> Range<usize> {
        let start = self.at + self.next;
        start..start + length
    }

    fn misfit(&mut self, wanted: &str) -> Problem {
        let rest = self.rest();
        let message = match rest {
            "" => "the dictionary is not finished".to_owned(),
            rest => format!("{} is not allowed here", quoted(rest)),
        };
        Problem::expected(Some(self.span(rest.len())), message, wanted)
    }

    /// The next value as it is written: a quoted text, a word, or a value in brackets.
    fn literal(&mut self) -> Result<Word<'a>, Problem> {
        let rest = self.rest();
        let length = literal_length(rest).map_err(|at| match at {
            Some(at) => too_deep(self.span(0).start + at),
            None => self.misfit(ENTRY),
        })?;
        let word = Word { text: rest.get(..length).unwrap_or_default(), span: self.span(length) };
        if !is_literal(word.text) {
            let message = format!("{} is not a Python value", quoted(word.text));
            return Err(Problem::expected(
                Some(word.span),
                message,
                "a number, True, False, None, or a text in quotes",
            ));
        }
        self.next += length;
        Ok(word)
    }
}

/// Whether a text is a Python literal: a quoted text, a number, `True`, `False`, `None`, or
/// literals in brackets.
fn is_literal(text: &str) -> bool {
    behind_literal(text) == Some("")
}

/// The text after an initial literal; `None` if the text does not begin with a literal. Recursive:
/// [`literal_length`] has limited the nesting of brackets to [`MAX_DEPTH`].
fn behind_literal(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    let close = match first {
        '\'' | '"' => {
            let mut is_escaped = false;
            let inside = text.get(1..)?;
            let end = inside.find(|c: char| {
                let is_end = c == first && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            })?;
            return inside.get(end + 1..);
        }
        '(' => ')',
        '[' => ']',
        '{' => '}',
        _ => {
            let end = text.find(|c: char| c.is_whitespace() || ",:()[]{}'\"".contains(c)).unwrap_or(text.len());
            let (word, behind) = text.split_at(end);
            return (matches!(word, "True" | "False" | "None") || is_number(word)).then_some(behind);
        }
    };
    let mut rest = text.get(1..)?.trim_start();
    // Whether the entries are pairs, as in a dictionary.
    let mut are_pairs = None;
    while !rest.starts_with(close) {
        let mut behind = behind_literal(rest)?.trim_start();
        let value = behind.strip_prefix(':').filter(|_| first == '{');
        if *are_pairs.get_or_insert(value.is_some()) != value.is_some() {
            return None;
        }
        if let Some(value) = value {
            behind = behind_literal(value)?.trim_start();
        }
        rest = match behind.strip_prefix(',') {
            Some(rest) => rest.trim_start(),
            None if behind.starts_with(close) => behind,
            None => return None,
        };
    }
    rest.get(1..)
}

/// Whether a word is a Python number, or `nan` or `inf`, which Python writes for some numbers.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-']);
    let is_signed_once = word.len() - digits.len() <= 1;
    let begins = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') || matches!(digits, "nan" | "inf");
    let has_leading_zero = digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_signed_once
        && begins
        && digits.parse::<f64>().is_ok()
        && (!has_leading_zero || digits.bytes().all(|b| b == b'0'))
}

/// The length of the initial value of a text. The error is `None` if there is no value; otherwise
/// it is the byte where the nesting is too deep.
fn literal_length(text: &str) -> Result<usize, Option<usize>> {
    let mut open: Vec<u8> = Vec::with_capacity(MAX_DEPTH);
    let mut quote = None;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), b'\\') => is_escaped = true,
            (Some(sign), _) if sign == byte => {
                quote = None;
                if open.is_empty() {
                    return Ok(at + 1);
                }
            }
            (None, b'\'' | b'"' | b'(' | b'[' | b'{') if open.is_empty() && at > 0 => return Err(None),
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') if open.len() == MAX_DEPTH => return Err(Some(at)),
            (None, b'(') => open.push(b')'),
            (None, b'[') => open.push(b']'),
            (None, b'{') => open.push(b'}'),
            (None, b')' | b']' | b'}') if !open.is_empty() => {
                if open.pop() != Some(byte) {
                    return Err(None);
                }
                if open.is_empty() {
                    return Ok(at + 1);
                }
            }
            (None, b',' | b':' | b')' | b']' | b'}') if open.is_empty() => {
                return if at > 0 { Ok(at) } else { Err(None) };
            }
            (None, _) if open.is_empty() && byte.is_ascii_whitespace() => return Ok(at),
            _ => {}
        }
    }
    if quote.is_none() && open.is_empty() && !text.is_empty() { Ok(text.len()) } else { Err(None) }
}

/// Whether the first lines of a text are edges with data; labels may have any form. The text may be
/// truncated after its first lines. If each line is `graph name {…}` without quoted keys, it is
/// DOT. Used for recognition.
pub(crate) fn begins(text: &str) -> bool {
    /// The number of lines that are examined.
    const LINES: usize = 20;

    let edges = || content(text, Some('#')).take(LINES);
    let is_edge = |line: &str| {
        let mut words = line.split_whitespace();
        let (from, to, data) = (words.next(), words.next(), words.next());
        line.ends_with('}')
            && from.is_some_and(|from| from != "%" && !from.starts_with(['{', '[']))
            && to.is_some_and(|to| to != "=" && !to.starts_with('{'))
            && data.is_some_and(|data| data.starts_with('{'))
    };
    let is_dot = |line: &str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_keyword = ["graph", "digraph", "strict"].iter().any(|keyword| keyword.eq_ignore_ascii_case(first));
        is_keyword && !line.contains("{'") && !line.contains("{\"")
    };
    edges().next().is_some() && edges().all(is_edge) && !edges().all(is_dot)
}

/// A text without its enclosing quotes.
fn unquoted(text: &str) -> &str {
    let within = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    within('\'').or_else(|| within('"')).unwrap_or(text)
}

/// Writes an undirected board in which every vertex has an edge. `moves` has each edge once.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)]) {
    let labels = Written::of(board);
    for &(from, to, cost) in moves {
        let data = if board.has_costs() { format!("{{'weight': {cost}}}") } else { "{}".to_owned() };
        *out += &format!("{} {} {data}\n", labels.label(from), labels.label(to));
    }
}
