//! DIMACS graphs: lines that begin with a letter, with vertices counted from 1.
//!
//! `c` begins a comment. `p edge N M` (or `p col N M`) announces a graph of N vertices and M edges,
//! and each `e u v` is an edge. `p sp N M` announces a digraph, and each `a u v cost` is an arc. An
//! edge may have a cost too. Lines with `n`, `d`, `v` and `x`, which have other data about the
//! graph, are ignored. A second `p` line begins another graph. `p tw N M` and other headers of the
//! PACE challenges have edges without a letter, `u v`. Without a `p` line, the largest number is
//! the last vertex.
//!
//! If edges are listed in both directions, files differ in their meaning of M. So M may be the
//! number of lines, the number of different edges, or half the number of lines. Any other number
//! means that something is missing.

use std::fmt::Write;
use std::ops::Range;

use catmouse_model::{Board, InOrder, MAX_VERTICES};

use crate::format::CostKey;
use crate::graph::{FROM_1, Graph};
use crate::problem::{Problem, quoted};
use crate::words::{Word, content, lines, second_graph, words};

const HEADER: &str = "p edge N M for a graph of N vertices and M edges, or p sp N M for a digraph";

/// The kinds of undirected graphs in a `p` line.
const UNDIRECTED: [&str; 3] = ["edge", "edges", "col"];
const DIRECTED: &str = "sp";

/// The kinds of PACE's challenges, whose edges have no letter: treewidth, treedepth, cluster
/// editing, dominating set, vertex cover.
const BARE: [&str; 6] = ["tw", "td", "tdp", "cep", "ds", "vc"];

/// The contents of the `p` line.
struct Header {
    vertices: u32,
    /// The announced number of edges, and its span.
    count: i64,
    count_at: Range<usize>,
    /// Whether edges have no letter before them.
    is_bare: bool,
}

/// The remark for a text without a `p` line.
const UNCOUNTED: &str = "there is no p line, so the largest number is that of the last vertex";

/// Reads the first graph of a text. A second graph is an error.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    let mut graph = Graph { remark: Some(FROM_1.to_owned().into()), ..Graph::default() };
    let mut header: Option<Header> = None;
    for (line, at) in lines(text) {
        let found: Vec<Word<'_>> = words(line, at).take(6).collect();
        let Some((letter, rest)) = found.split_first() else { continue };
        match (letter.text, &header) {
            (comment, _) if comment.starts_with('c') => {}
            ("p", None) if graph.edges.is_empty() => header = Some(announced(rest, letter, &mut graph, costs)?),
            ("p", None) => {
                let wanted = "the p line before the edges";
                return Err(Problem::expected(Some(letter.span.clone()), "there are edges before this p line", wanted));
            }
            ("p", Some(_)) => return Err(second_graph(at, line)),
            ("n" | "d" | "v" | "x", _) => {}
            ("e", None) => {
                let header = Header { vertices: MAX_VERTICES, count: 0, count_at: 0..0, is_bare: false };
                add(&mut graph, &header, (letter, rest), costs)?;
                let last = graph.edges.last().map_or(0, |&(from, to)| from.max(to) + 1);
                graph.vertices = graph.vertices.max(last);
            }
            ("a", None) => {
                let message = format!("{} is before the p line", quoted(letter.text));
                return Err(Problem::expected(Some(letter.span.clone()), message, HEADER));
            }
            (_, Some(header)) if header.is_bare => {
                add(&mut graph, header, (letter, &found[..]), costs)?;
            }
            ("e", Some(_)) if graph.is_directed => {
                return Err(Problem::expected(Some(letter.span.clone()), "`e` does not fit a digraph", "a u v cost"));
            }
            ("a", Some(_)) if !graph.is_directed => {
                return Err(Problem::expected(
                    Some(letter.span.clone()),
                    "`a` does not fit an undirected graph",
                    "e u v",
                ));
            }
            ("e" | "a", Some(header)) => add(&mut graph, header, (letter, rest), costs)?,
            _ => {
                let message = format!("{} does not begin a line of a graph", quoted(letter.text));
                return Err(Problem::expected(Some(letter.span.clone()), message, "c, p, e, a or n"));
            }
        }
    }
    match header {
        Some(header) => check_count(&graph, &header)?,
        None if graph.edges.is_empty() => return Err(Problem::expected(None, "there is no p line", HEADER)),
        None => graph.remark(Some(UNCOUNTED.to_owned())),
    }
    Ok(graph)
}

fn announced(rest: &[Word<'_>], letter: &Word<'_>, graph: &mut Graph, costs: CostKey) -> Result<Header, Problem> {
    let [kind, vertices, moves] = rest else {
        let end = rest.last().unwrap_or(letter).span.end;
        return Err(Problem::expected(Some(letter.span.start..end), "this p line is not complete", HEADER));
    };
    graph.is_directed = match kind.text {
        kind if UNDIRECTED.contains(&kind) || BARE.contains(&kind) => false,
        DIRECTED => true,
        _ => {
            let message = format!("{} is not a kind of graph", quoted(kind.text));
            return Err(Problem::expected(Some(kind.span.clone()), message, "edge, col, sp or tw"));
        }
    };
    if graph.is_directed && costs != CostKey::None {
        graph.declare_costs();
    }
    graph.vertices = vertices.vertex_count("the number of vertices")?;
    let count = moves.number("the number of edges")?;
    let is_bare = BARE.contains(&kind.text);
    Ok(Header { vertices: graph.vertices, count, count_at: moves.span.clone(), is_bare })
}

fn add(
    graph: &mut Graph,
    header: &Header,
    (letter, rest): (&Word<'_>, &[Word<'_>]),
    costs: CostKey,
) -> Result<(), Problem> {
    let (from, to, cost) = match rest {
        [from, to] if !graph.is_directed => (from, to, None),
        [from, to, cost] if !header.is_bare => (from, to, Some(cost)),
        _ => {
            let wanted = match (graph.is_directed, header.is_bare) {
                (true, _) => "a u v cost",
                (false, true) => "u v",
                (false, false) => "e u v",
            };
            let end = rest.last().unwrap_or(letter).span.end;
            let message = format!("this line has {} numbers", if rest.len() > 3 { "too many" } else { "too few" });
            return Err(Problem::expected(Some(letter.span.start..end), message, wanted));
        }
    };
    let vertex = |word: &Word<'_>| word.vertex_from_1(header.vertices, "the p line");
    let ends = (vertex(from)?, vertex(to)?);
    let cost = cost.map(|cost| costs.of(cost)).transpose()?.flatten();
    graph.add(ends, cost, || letter.span.start..to.span.end)
}

fn check_count(graph: &Graph, header: &Header) -> Result<(), Problem> {
    let lines = graph.edges.len();
    let announced = usize::try_from(header.count).ok();
    if announced == Some(lines) || announced.and_then(|count| count.checked_mul(2)) == Some(lines) {
        return Ok(());
    }
    let way = |&(a, b): &(u32, u32)| if graph.is_directed { (a, b) } else { (a.min(b), a.max(b)) };
    let mut different: Vec<_> = graph.edges.iter().map(way).collect();
    different.put_in_order();
    different.dedup();
    if announced == Some(different.len()) {
        return Ok(());
    }
    let what = if graph.is_directed { "arcs" } else { "edges" };
    let message = format!("{} {what} are announced, but {lines} follow", header.count);
    Err(Problem::new(Some(header.count_at.clone()), message, "the numbers must agree; the file may be cut off"))
}

/// Whether a text begins with a `p` line, or with lines of edges, apart from comments. Used for
/// recognition.
pub(crate) fn begins(text: &str) -> bool {
    let mut content = content(text, Some('c')).peekable();
    let is_edge = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], ["e", from, to] if [from, to].iter().all(|word| word.parse::<u32>().is_ok()))
    };
    if content.peek().is_some() && content.clone().take(100).all(is_edge) {
        return true;
    }
    content.next().is_some_and(|line| {
        let mut words = line.split_whitespace();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        words.next() == Some("p")
            && words.next().is_some_and(|kind| {
                // The reader refuses other kinds.
                kind == DIRECTED
                    || UNDIRECTED.contains(&kind)
                    || BARE.contains(&kind)
                    || words.clone().count() > 1 && words.all(is_number)
            })
    })
}

/// Writes a board. The format requires costs on arcs; edges have costs only if the board has them.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    let (kind, letter) = if is_directed { ("sp", 'a') } else { ("edge", 'e') };
    let _ = writeln!(out, "p {kind} {} {}", board.vertices(), moves.len()); // writing to a `String` cannot fail
    for (from, to, cost) in moves {
        let cost = if is_directed || board.has_costs() { format!(" {cost}") } else { String::new() };
        let _ = writeln!(out, "{letter} {} {}{cost}", from + 1, to + 1);
    }
}
