//! Edge lists: one edge a line, `u v` or `u v cost`, vertices counted from 0.
//!
//! A first line with one number says how many vertices there are; without it there are as many as the greatest number asks for.
//! That line may also say `directed`, alone or behind the number: then each line is an arc from u to v. What follows `#` or
//! `%` is a comment. Where some edges have a cost, the others cost 1. Blank lines part the graphs of a file.
//!
//! ```text
//! 4 directed   # four vertices, vertex 3 without moves
//! 0 1
//! 1 2 50
//! ```

use std::fmt::Write;

use catmouse_model::{Board, MAX_VERTICES};

use crate::graph::Graph;
use crate::graph6::too_many_vertices;
use crate::problem::Problem;
use crate::words::{Word, lines, second_graph, words};

const VERTEX: &str = "a vertex number";
const EDGE: &str = "two vertices, and a cost if there is one, such as 0 1 or 0 1 3";
const DIRECTED: &str = "directed";

/// What a line says besides its comment.
pub(crate) fn without_comment(line: &str) -> &str {
    line.split(['#', '%']).next().unwrap_or_default()
}

/// Reads the first graph of a text, and wants no other.
pub(crate) fn read(text: &str) -> Result<Graph, Problem> {
    let mut graph = Graph::default();
    let mut count = None;
    let mut is_first = true;
    let mut parted = false;
    for (line, at) in lines(text) {
        let found: Vec<Word<'_>> = words(without_comment(line), at).take(4).collect();
        if found.is_empty() {
            // A line with a comment alone parts nothing.
            parted |= !is_first && line.trim().is_empty();
            continue;
        }
        if parted {
            return Err(second_graph(at, line));
        }
        match &found[..] {
            [number] if is_first && number.text != DIRECTED => count = Some(vertex_count(number)?),
            [word] if is_first && word.text == DIRECTED => graph.is_directed = true,
            [number, word] if is_first && word.text == DIRECTED => {
                count = Some(vertex_count(number)?);
                graph.is_directed = true;
            }
            [from, to, cost @ ..] if cost.len() <= 1 => {
                let ends = (vertex(from, count)?, vertex(to, count)?);
                let cost = cost.first().map(Word::cost).transpose()?;
                graph.add(ends, cost, || from.span.start..to.span.end)?;
                graph.vertices = graph.vertices.max(ends.0 + 1).max(ends.1 + 1);
            }
            [only] => return Err(Problem::expected(Some(only.span.clone()), "this edge has 1 vertex", EDGE)),
            more => {
                let span = more.first().zip(more.last()).map(|(first, last)| first.span.start..last.span.end);
                return Err(Problem::expected(span, "this edge has more than 3 numbers", EDGE));
            }
        }
        is_first = false;
    }
    if is_first {
        return Err(Problem::expected(None, "there is no edge here, and no number of vertices", EDGE));
    }
    graph.vertices = count.unwrap_or(graph.vertices);
    Ok(graph)
}

fn vertex_count(word: &Word<'_>) -> Result<u32, Problem> {
    let count = word.number("the number of vertices, or an edge, such as 0 1")?;
    let checked = u32::try_from(count).ok().filter(|&count| count <= MAX_VERTICES);
    checked.ok_or_else(|| too_many_vertices(word.span.clone(), count))
}

/// The vertex that a word is: one of `count`, or of as many as a board may have.
fn vertex(word: &Word<'_>, count: Option<u32>) -> Result<u32, Problem> {
    let number = word.number(VERTEX)?;
    let limit = count.unwrap_or(MAX_VERTICES);
    u32::try_from(number).ok().filter(|&number| number < limit).ok_or_else(|| {
        let wanted = match (count, limit) {
            (None, _) => format!("vertices are 0 to {}, counted from 0", limit - 1),
            (Some(_), 0) => "the first line says that there are none".to_owned(),
            (Some(_), _) => format!("the first line says {limit} vertices, so they are 0 to {}", limit - 1),
        };
        Problem::new(Some(word.span.clone()), format!("vertex {number} does not exist"), wanted)
    })
}

/// Writes a board. The first line says the number of vertices, and `directed` where the moves ask for it.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) {
    let suffix = if is_directed { " directed" } else { "" };
    let _ = writeln!(out, "{}{suffix}", board.vertices()); // nothing keeps a `String` from growing
    for (from, to, cost) in moves {
        let _ = if board.has_costs() { writeln!(out, "{from} {to} {cost}") } else { writeln!(out, "{from} {to}") };
    }
}

/// Whether a line, without its comment, may be the first of a graph. For telling formats apart.
pub(crate) fn is_first_line(line: &str) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit());
    line.split_whitespace().take(2).all(|word| is_number(word) || word == DIRECTED)
}
