//! Adjacency lists as networkx writes them: on each line a vertex and then its neighbours.
//!
//! `#` begins a comment; networkx puts three such lines before the first vertex. An edge may be listed at either end or at both,
//! and a vertex without edges stands alone. Nothing says whether moves lead one way, so the board is undirected unless the setup
//! says `directed`: then each line lists where moves lead. Blank lines are ignored.

use std::ops::Range;

use catmouse_model::Board;

use crate::graph::Graph;
use crate::labels::{Labels, label};
use crate::problem::{Problem, quoted};
use crate::words::{Word, ensure_line_feeds, lines, words};

/// A line without its comment.
fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// Reads a text.
pub(crate) fn read(text: &str) -> Result<Graph, Problem> {
    ensure_line_feeds(text)?;
    let mut graph = Graph::default();
    let mut labels = Labels::default();
    for (line, at) in lines(text) {
        let mut words = words(without_comment(line), at);
        let Some(head) = words.next() else { continue };
        let vertex = |labels: &mut Labels, word: &Word<'_>| {
            ensure_whole(word)?;
            labels.vertex(word.text, word.span.clone())
        };
        let from = vertex(&mut labels, &head)?;
        for word in words {
            let to = vertex(&mut labels, &word)?;
            graph.add((from, to), None, || word.span.clone())?;
        }
    }
    labels.ensure_alike(text)?;
    labels.name(&mut graph);
    Ok(graph)
}

/// Refuses a word that is only part of a label, such as `(0,` in `(0, 1)`.
pub(crate) fn ensure_whole(word: &Word<'_>) -> Result<(), Problem> {
    let count = |c: char| word.text.matches(c).count();
    let is_whole = count('(') == count(')') && count('[') == count(']') && count('{') == count('}');
    if is_whole && count('"').is_multiple_of(2) {
        return Ok(());
    }
    let span: Range<usize> = word.span.clone();
    let message = format!("{} is a piece of a label", quoted(word.text));
    Err(Problem::new(
        Some(span),
        message,
        "labels with blanks need a format that keeps them whole: GML, GraphML or node-link",
    ))
}

/// Writes an undirected board. `moves` has each edge once.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)]) {
    let mut moves = moves.iter().map(|&(from, to, _)| (from, to)).peekable();
    for vertex in 0..board.vertices() {
        out.push_str(&label(board, vertex));
        while let Some((_, to)) = moves.next_if(|&(from, _)| from == vertex) {
            while moves.next_if_eq(&(vertex, to)).is_some() {}
            out.push(' ');
            out.push_str(&label(board, to));
        }
        out.push('\n');
    }
}
