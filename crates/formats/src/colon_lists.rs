//! Lists of neighbours after a vertex and a colon, as written by House of Graphs and by nauty's
//! `showg`.
//!
//! House of Graphs writes lines such as `1: 2 3`, and a blank line between graphs. `showg` prints a
//! line `Graph 1, order 3.`, and then `  0 : 1 2;` for each vertex; a list may extend over several
//! lines. With `-a` or `-A` it prints the rows of a matrix instead. Each edge is listed at both its
//! ends. A text in which one end is missing is refused, unless the setup has `directed`.

use std::fmt::Write;
use std::ops::Range;

use catmouse_model::{Board, BoardChoice, Setup, SetupPlace};

use crate::board_text::BoardText;
use crate::graph::{MAX_EDGES, too_many_edges};
use crate::labels::{Labels, Settled};
use crate::matrix;
use crate::problem::{Problem, ReadError, quoted};
use crate::reading::Reading;
use crate::tree::Span;
use crate::words::{Word, content, ensure_plain, lines, second_graph, words};

const LIST: &str = "a vertex, a colon and its neighbours, such as 1: 2 3";
const HEADER: &str = "a line such as `Graph 1, order 3.`";

/// The text of one list, and its first byte.
type Piece<'a> = (&'a str, usize);

/// Reads the first graph of a House of Graphs text. A second graph is an error.
pub(crate) fn read_hog(text: &str) -> Result<BoardText<'_>, ReadError> {
    ensure_plain(text)?;
    let has_content = |line: &str| !line.trim().is_empty();
    let mut all = lines(text).skip_while(|(line, _)| !has_content(line)).skip_while(|(line, _)| has_content(line));
    if let Some((line, at)) = all.find(|(line, _)| has_content(line)) {
        return Err(second_graph(at, line).into());
    }
    let is_list = |(line, _): &Piece<'_>| has_content(line) && !line.trim_start().starts_with('#');
    read(text, || lines(text).filter(is_list))
}

/// Reads the first graph of `showg` output. A second graph is an error.
pub(crate) fn read_showg(text: &str) -> Result<BoardText<'_>, ReadError> {
    ensure_plain(text)?;
    let mut all = lines(text).filter(|(line, _)| !line.trim().is_empty());
    let Some((line, at)) = all.next() else {
        return Err(Problem::expected(None, "there is no graph here", HEADER).into());
    };
    let order = order(line, at)?;
    let body = all.next().map_or(text.len(), |(_, at)| at);
    if let Some((line, at)) = lines(text).filter(|&(_, start)| start > at).find(|(line, _)| is_header(line)) {
        return Err(second_graph(at, line).into());
    }
    let rest = text.get(body..).unwrap_or_default();
    if !rest.contains(':') && rest.contains(['0', '1']) {
        let graph = matrix::read(rest).map_err(|problem| problem.moved(body))?;
        ensure_count(order, graph.vertices)?;
        return Ok(graph.into_document(text));
    }
    // Text after the last semicolon is an unfinished list.
    let pieces = || {
        let mut next = body;
        rest.split_inclusive(';').filter_map(move |piece| {
            let at = next;
            next += piece.len();
            (!piece.trim().is_empty()).then_some((piece, at))
        })
    };
    if let Some((piece, at)) = pieces().find(|(piece, _)| !piece.ends_with(';')) {
        let start = at + piece.len() - piece.trim_start().len();
        let span = start..at + piece.trim_end().len();
        return Err(Problem::expected(Some(span), "this list is not finished", "`;` after the last neighbour").into());
    }
    ensure_count(order, pieces().count() as u32)?;
    read(text, pieces)
}

/// The number of vertices in a header, with its span.
fn order(line: &str, at: usize) -> Result<(i64, Range<usize>), Problem> {
    let found: Vec<Word<'_>> = words(line, at).collect();
    let span = at + line.len() - line.trim_start().len()..at + line.trim_end().len();
    let number = match &found[..] {
        [graph, _, order, number] if is_graph(graph.text) && order.text == "order" => number,
        _ => {
            return Err(Problem::expected(
                Some(span),
                format!("{} does not begin a graph", quoted(line.trim())),
                HEADER,
            ));
        }
    };
    let digits = number.text.trim_end_matches('.');
    let word = Word { text: digits, span: number.span.start..number.span.start + digits.len() };
    Ok((word.number("the number of vertices")?, word.span))
}

fn is_graph(word: &str) -> bool {
    word == "Graph" || word == "Digraph"
}

/// Whether a line is a header of a graph.
pub(crate) fn is_header(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(is_graph) && words.nth(1) == Some("order")
}

fn ensure_count((order, span): (i64, Range<usize>), vertices: u32) -> Result<(), Problem> {
    if order == i64::from(vertices) {
        return Ok(());
    }
    let message = format!("{order} vertices are announced, but {vertices} follow");
    Err(Problem::new(Some(span), message, "the numbers must agree; the text may be cut off"))
}

/// Reads the lists in two passes: first the vertices, then the neighbours.
fn read<'a, I: Iterator<Item = Piece<'a>>>(text: &'a str, pieces: impl Fn() -> I) -> Result<BoardText<'a>, ReadError> {
    let mut labels = Labels::default();
    for (piece, at) in pieces() {
        let head = head(piece, at)?.0;
        labels.new_vertex(head.text, head.span)?;
    }
    labels.ensure_alike(text)?;
    let mut lists: Vec<Vec<u32>> = Vec::with_capacity(labels.len() as usize);
    let mut spans: Vec<Vec<Span>> = Vec::with_capacity(labels.len() as usize);
    let mut count = 0;
    for (piece, at) in pieces() {
        let (_, rest, start) = head(piece, at)?;
        let (mut list, mut places) = (Vec::new(), Vec::new());
        for word in neighbours(rest, start) {
            let vertex = labels.find(word.text).ok_or_else(|| {
                let message = format!("vertex {} has no list of its own", quoted(word.text));
                Problem::expected(Some(word.span.clone()), message, "one of the vertices before a colon")
            })?;
            count += 1;
            if count > MAX_EDGES {
                return Err(too_many_edges(word.span).into());
            }
            list.push(vertex);
            places.push(Span::from(word.span));
        }
        lists.push(list);
        spans.push(places);
    }
    document(text, labels.settle(), lists, spans)
}

/// The vertex of a list, the text after its colon, and the first byte of this text.
fn head(piece: &str, at: usize) -> Result<(Word<'_>, &str, usize), Problem> {
    let line = at + piece.len() - piece.trim_start().len()..at + piece.trim_end().len();
    let no_list = || Problem::expected(Some(line.clone()), "this is not a list of neighbours", LIST);
    let (before, after) = piece.split_once(':').ok_or_else(no_list)?;
    let mut found = words(before, at);
    match (found.next(), found.next()) {
        (Some(head), None) => Ok((head, after, at + before.len() + 1)),
        _ => Err(no_list()),
    }
}

/// The neighbours in a list, as words between blanks, commas and brackets.
fn neighbours(rest: &str, at: usize) -> impl Iterator<Item = Word<'_>> {
    let is_separator = |c: char| c.is_whitespace() || "[],;{}".contains(c);
    let mut next = at;
    rest.split_inclusive(is_separator).filter_map(move |piece| {
        let start = next;
        next += piece.len();
        let text = piece.trim_end_matches(is_separator);
        (!text.is_empty()).then(|| Word { text, span: start..start + text.len() })
    })
}

fn document(
    text: &str,
    settled: Settled,
    lists: Vec<Vec<u32>>,
    spans: Vec<Vec<Span>>,
) -> Result<BoardText<'_>, ReadError> {
    let Settled { numbers, names, numbering } = settled;
    let number = |vertex: u32| numbers.as_ref().map_or(vertex, |numbers| numbers[vertex as usize]);
    let mut board = vec![Vec::new(); lists.len()];
    let mut reading = Reading::new(text);
    let start = text.len() - text.trim_start().len();
    let first_line = text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, |line| line.trim_end().len());
    reading.place(SetupPlace::Board, Span::from(start..start + first_line));
    for (vertex, (list, spans)) in lists.into_iter().zip(spans).enumerate() {
        let vertex = number(vertex as u32) as usize;
        board[vertex] = list.into_iter().map(|to| i64::from(number(to))).collect();
        for (entry, span) in spans.into_iter().enumerate() {
            reading.place(SetupPlace::Neighbour { vertex, entry }, span);
        }
    }
    let setup = Setup { names, ..Setup::new(BoardChoice::Adjacency(board)) };
    let mut document = BoardText::new(setup, text, reading.finish()?);
    document.remark = numbering.map(Into::into);
    document.is_labelled = numbers.is_none();
    Ok(document)
}

/// Whether each of the first 20 lines is a vertex, a colon, and its neighbours. Used for
/// recognition.
pub(crate) fn begins(text: &str) -> bool {
    let mut lines = content(text, Some('#')).take(20).peekable();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    lines.peek().is_some()
        && lines.all(|line| {
            line.split_once(':').is_some_and(|(vertex, rest)| {
                is_number(vertex.trim()) && neighbours(rest, 0).all(|word| is_number(word.text))
            })
        })
}

/// Writes the neighbours of each vertex, formatted by `line`. `moves` has all moves, sorted.
/// Vertices are counted from `base`.
fn write_lists(
    out: &mut String,
    board: &Board,
    moves: &[(u32, u32, u32)],
    base: u32,
    line: impl Fn(u32, &str) -> String,
) {
    let mut moves = moves.iter().map(|&(from, to, _)| (from, to)).peekable();
    for vertex in 0..board.vertices() {
        let mut neighbours = String::new();
        while let Some((_, to)) = moves.next_if(|&(from, _)| from == vertex) {
            while moves.next_if_eq(&(vertex, to)).is_some() {}
            let _ = write!(neighbours, " {}", to + base); // writing to a `String` cannot fail
        }
        *out += &line(vertex + base, &neighbours);
    }
}

/// Writes a board in the format of House of Graphs, with vertices counted from 1. `moves` has all
/// moves, sorted.
pub(crate) fn write_hog(out: &mut String, board: &Board, moves: &[(u32, u32, u32)]) {
    write_lists(out, board, moves, 1, |vertex, neighbours| format!("{vertex}:{neighbours}\n"));
}

/// Writes a board in the format of `showg`. `moves` has all moves, sorted.
pub(crate) fn write_showg(out: &mut String, number: u64, board: &Board, moves: &[(u32, u32, u32)]) {
    let _ = writeln!(out, "Graph {number}, order {}.", board.vertices());
    write_lists(out, board, moves, 0, |vertex, neighbours| format!("{vertex:3} :{neighbours};\n"));
}
