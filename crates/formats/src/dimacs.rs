//! DIMACS graphs: lines that begin with a letter, vertices counted from 1.
//!
//! `c` begins a comment. `p edge N M` (or `p col N M`) announces a graph of N vertices and M edges, and `e u v` is one of them;
//! `p sp N M` announces a digraph, and `a u v cost` is an arc of it. An edge may have a cost too. `n` lines, which say
//! something about a vertex, are ignored. A second `p` line begins another graph.
//!
//! Files differ in what they count as M where edges are listed both ways, so M may be the number of lines, of different
//! edges, or half the number of lines; any other number says that something is missing.

use std::fmt::Write;
use std::ops::Range;

use catmouse_model::{Board, MAX_VERTICES};

use crate::graph::{FROM_1, Graph, too_many_vertices};
use crate::problem::{Problem, quoted};
use crate::words::{Word, lines, second_graph, words};

const HEADER: &str = "p edge N M for a graph of N vertices and M edges, or p sp N M for a digraph";

/// The kinds of graphs in a `p` line.
const UNDIRECTED: [&str; 3] = ["edge", "edges", "col"];
const DIRECTED: &str = "sp";

/// What the `p` line says.
struct Header {
    vertices: u32,
    /// The announced number of edges, and where it stands.
    count: i64,
    count_at: Range<usize>,
}

/// Reads the first graph of a text; a second graph is a problem.
pub(crate) fn read(text: &str) -> Result<Graph, Problem> {
    let mut graph = Graph { numbering: Some(FROM_1.to_owned()), ..Graph::default() };
    let mut header: Option<Header> = None;
    for (line, at) in lines(text) {
        let found: Vec<Word<'_>> = words(line, at).take(6).collect();
        let Some((letter, rest)) = found.split_first() else { continue };
        match (letter.text, &header) {
            (comment, _) if comment.starts_with('c') => {}
            ("p", None) => header = Some(announced(rest, letter, &mut graph)?),
            ("p", Some(_)) => return Err(second_graph(at, line)),
            ("e" | "a" | "n", None) => {
                let message = format!("{} stands before any p line", quoted(letter.text));
                return Err(Problem::expected(Some(letter.span.clone()), message, HEADER));
            }
            ("n", Some(_)) => {}
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
            ("e" | "a", Some(header)) => add(&mut graph, header, letter, rest)?,
            _ => {
                let message = format!("{} begins no line of a graph", quoted(letter.text));
                return Err(Problem::expected(Some(letter.span.clone()), message, "c, p, e, a or n"));
            }
        }
    }
    let Some(header) = header else {
        return Err(Problem::expected(None, "there is no p line", HEADER));
    };
    check_count(&graph, &header)?;
    Ok(graph)
}

fn announced(rest: &[Word<'_>], letter: &Word<'_>, graph: &mut Graph) -> Result<Header, Problem> {
    let [kind, vertices, moves] = rest else {
        let end = rest.last().unwrap_or(letter).span.end;
        return Err(Problem::expected(Some(letter.span.start..end), "this p line is not complete", HEADER));
    };
    graph.is_directed = match kind.text {
        kind if UNDIRECTED.contains(&kind) => false,
        DIRECTED => true,
        _ => {
            let message = format!("{} is no kind of graph", quoted(kind.text));
            return Err(Problem::expected(Some(kind.span.clone()), message, "edge, col or sp"));
        }
    };
    if graph.is_directed {
        graph.declare_costs();
    }
    let count = vertices.number("the number of vertices")?;
    let checked = u32::try_from(count).ok().filter(|&count| count <= MAX_VERTICES);
    graph.vertices = checked.ok_or_else(|| too_many_vertices(vertices.span.clone(), count))?;
    let count = moves.number("the number of edges")?;
    Ok(Header { vertices: graph.vertices, count, count_at: moves.span.clone() })
}

fn add(graph: &mut Graph, header: &Header, letter: &Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
    let (from, to, cost) = match rest {
        [from, to] if !graph.is_directed => (from, to, None),
        [from, to, cost] => (from, to, Some(cost)),
        _ => {
            let wanted = if graph.is_directed { "a u v cost" } else { "e u v" };
            let end = rest.last().unwrap_or(letter).span.end;
            let message = format!("this line has {} numbers", if rest.len() > 3 { "too many" } else { "too few" });
            return Err(Problem::expected(Some(letter.span.start..end), message, wanted));
        }
    };
    let ends = (vertex(from, header.vertices)?, vertex(to, header.vertices)?);
    let cost = cost.map(Word::cost).transpose()?;
    graph.add(ends, cost, || letter.span.start..to.span.end)
}

/// The vertex that a word stands for, counted from 0; in the text the first is 1.
fn vertex(word: &Word<'_>, vertices: u32) -> Result<u32, Problem> {
    let number = word.number("a vertex number")?;
    let checked = u32::try_from(number).ok().filter(|number| (1..=vertices).contains(number));
    checked.map(|number| number - 1).ok_or_else(|| {
        let wanted = match vertices {
            0 => "the p line says that there are none".to_owned(),
            _ => format!("the p line says {vertices} vertices, and in DIMACS they are 1 to {vertices}"),
        };
        Problem::new(Some(word.span.clone()), format!("vertex {number} does not exist"), wanted)
    })
}

fn check_count(graph: &Graph, header: &Header) -> Result<(), Problem> {
    let lines = graph.edges.len();
    let announced = usize::try_from(header.count).ok();
    if announced == Some(lines) || announced.and_then(|count| count.checked_mul(2)) == Some(lines) {
        return Ok(());
    }
    let way = |&(a, b): &(u32, u32)| if graph.is_directed { (a, b) } else { (a.min(b), a.max(b)) };
    let mut different: Vec<_> = graph.edges.iter().map(way).collect();
    different.sort_unstable();
    different.dedup();
    if announced == Some(different.len()) {
        return Ok(());
    }
    let what = if graph.is_directed { "arcs" } else { "edges" };
    let message = format!("{} {what} are announced, and {lines} follow", header.count);
    Err(Problem::new(Some(header.count_at.clone()), message, "the numbers must agree: the file may be cut off"))
}

/// Whether a text begins with a `p` line, apart from comments. Used to tell formats apart.
pub(crate) fn begins(text: &str) -> bool {
    let mut said = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('c'));
    said.next().is_some_and(|line| {
        let mut words = line.split_whitespace();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        words.next() == Some("p")
            && words.next().is_some_and(|kind| {
                // The reader refuses other kinds.
                kind == DIRECTED || UNDIRECTED.contains(&kind) || words.clone().count() > 1 && words.all(is_number)
            })
    })
}

/// Writes a board. The format requires costs on arcs; edges have costs only if the board has them.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    let (kind, letter) = if is_directed { ("sp", 'a') } else { ("edge", 'e') };
    let _ = writeln!(out, "p {kind} {} {}", board.vertices(), moves.len()); // nothing keeps a `String` from growing
    for (from, to, cost) in moves {
        let cost = if is_directed || board.has_costs() { format!(" {cost}") } else { String::new() };
        let _ = writeln!(out, "{letter} {} {}{cost}", from + 1, to + 1);
    }
}
