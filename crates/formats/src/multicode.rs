//! Multicode: graphs in bytes, as plantri's relatives and House of Graphs write them.
//!
//! A graph is its number of vertices, and then for each vertex except the last its greater
//! neighbours, counted from 1, and a 0. If there are more than 255 vertices, a 0 precedes the
//! graph, and each number takes two bytes, the low one first. Graphs follow each other without
//! separators; a file may begin with `>>multi_code<<`.
//!
//! Readers in this crate take text. So a stream converts each graph to a text with the numbers in
//! decimal, separated by blanks, and spans refer to this text. [`encoded`] converts it to bytes
//! again.

use std::borrow::Cow;
use std::fmt::Write;
use std::io::{self, BufRead};

use catmouse_model::{Keyword, MAX_VERTICES};

use crate::MAX_BYTES;
use crate::format::Format;
use crate::graph::{FROM_1, Graph};
use crate::problem::{Problem, too_many_vertices};
use crate::unpacking::Unpacked;
use crate::words::{Word, second_graph, words};

/// The possible headers of a file.
const HEADERS: [&[u8]; 4] = [b">>multi_code<<", b">>multicode<<", b">>multi_code le<<", b">>multicode le<<"];

const NEIGHBOUR: &str = "a greater neighbour, or 0 after the last";

/// Reads the first graph of a text of numbers. A second graph is an error.
pub(crate) fn read(text: &str) -> Result<Graph, Problem> {
    let mut numbers = words(text, 0);
    let order =
        numbers.next().ok_or_else(|| Problem::expected(None, "there is no graph here", "its number of vertices"))?;
    let count = order.number("the number of vertices")?;
    let vertices = u32::try_from(count).ok().filter(|&count| count <= MAX_VERTICES);
    let vertices = vertices.ok_or_else(|| too_many_vertices(order.span.clone(), count))?;
    let mut graph = Graph { vertices, undirected: Some(Format::Multicode.word()), ..Graph::default() };
    for vertex in 1..vertices {
        loop {
            let Some(word) = numbers.next() else {
                let end = text.trim_end().len();
                let message = format!("the graph ends among the neighbours of vertex {vertex}");
                return Err(Problem::expected(Some(end..end), message, NEIGHBOUR));
            };
            match number(&word, vertex, vertices)? {
                0 => break,
                neighbour => graph.add((vertex - 1, neighbour - 1), None, || word.span.clone())?,
            }
        }
    }
    if let Some(more) = numbers.next() {
        return Err(second_graph(more.span.start, text.get(more.span.start..).unwrap_or_default()));
    }
    graph.remark((vertices > 0).then(|| FROM_1.to_owned()));
    Ok(graph)
}

/// A neighbour of this vertex, or 0.
fn number(word: &Word<'_>, vertex: u32, vertices: u32) -> Result<u32, Problem> {
    let number = word.number(NEIGHBOUR)?;
    let checked = u32::try_from(number).ok().filter(|&number| number == 0 || (vertex < number && number <= vertices));
    checked.ok_or_else(|| {
        let message = format!("{number} is not a greater neighbour of vertex {vertex}");
        let wanted = format!("those of vertex {vertex} are {} to {vertices}, and 0 ends their list", vertex + 1);
        Problem::new(Some(word.span.clone()), message, wanted)
    })
}

/// Whether bytes begin with a header or a whole graph. No text does.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    if header_length(bytes) > 0 {
        return true;
    }
    // A graph of one vertex is a single byte, which proves little. Other graphs must follow.
    let Some(at) = bytes.iter().position(|&byte| byte != 1) else { return !bytes.is_empty() };
    if bytes[at] > 0 {
        return begins_with_lists(bytes[at..].iter().map(|&byte| byte.into()));
    }
    let mut numbers =
        bytes[at + 1..].chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]).into()).peekable();
    numbers.peek().is_some_and(|&order: &u32| order > 255) && begins_with_lists(numbers)
}

/// Whether numbers begin with the order of a graph and the lists of its vertices, or with enough of
/// the lists to rule out a coincidence.
fn begins_with_lists(mut numbers: impl Iterator<Item = u32>) -> bool {
    const ENOUGH: usize = 1 << 14;
    let order = numbers.next().unwrap_or(0);
    let (mut vertex, mut last) = (1, 0);
    for (count, number) in numbers.enumerate() {
        if number == 0 {
            (vertex, last) = (vertex + 1, 0);
        } else if number <= vertex || number > order || number < last {
            return false;
        } else {
            last = number;
        }
        if vertex == order {
            return true;
        }
        // A text may repeat the same byte for ever, such as a line end. It has no byte 0, which
        // ends a list.
        if count == ENOUGH {
            return vertex > 1;
        }
    }
    false
}

/// The length of the header; 0 if there is none.
fn header_length(bytes: &[u8]) -> usize {
    HEADERS.iter().find(|header| bytes.starts_with(header)).map_or(0, |header| header.len())
}

/// Skips the header of a source, if there is one.
pub(crate) fn skip_header(source: &mut Unpacked<'_>) -> io::Result<()> {
    let length = header_length(source.fill_buf()?);
    source.consume(length);
    Ok(())
}

/// The numbers of the next graph of a source; `None` at the end of the source. If the source ends
/// within a graph, the result has the numbers so far. This function only counts the zeros; [`read`]
/// checks the graph.
pub(crate) fn next(source: &mut Unpacked<'_>) -> io::Result<Option<Numbers>> {
    let Some(first) = byte(source)? else { return Ok(None) };
    let is_wide = first == 0;
    let number = |source: &mut _| -> io::Result<Option<u32>> {
        let Some(low) = byte(source)? else { return Ok(None) };
        let high = if is_wide { byte(source)? } else { Some(0) };
        Ok(high.map(|high| u32::from(low) | u32::from(high) << 8))
    };
    let known = if is_wide { number(source)? } else { Some(first.into()) };
    let order = known.unwrap_or(0);
    let mut numbers = Numbers { text: order.to_string(), is_too_long: false, is_whole: false };
    let mut lists = 1;
    while lists < order {
        let Some(number) = number(source)? else { break };
        lists += u32::from(number == 0);
        if numbers.text.len() + 7 > MAX_BYTES {
            numbers.is_too_long = true;
            break;
        }
        let _ = write!(numbers.text, " {number}"); // writing to a `String` cannot fail
    }
    numbers.is_whole = known.is_some() && (lists >= order || numbers.is_too_long);
    Ok(Some(numbers))
}

/// The numbers of a graph, as a text.
pub(crate) struct Numbers {
    pub(crate) text: String,
    pub(crate) is_too_long: bool,
    /// Whether the graph is complete in the source.
    pub(crate) is_whole: bool,
}

fn byte(source: &mut Unpacked<'_>) -> io::Result<Option<u8>> {
    let byte = source.fill_buf()?.first().copied();
    source.consume(usize::from(byte.is_some()));
    Ok(byte)
}

/// Writes the numbers of a graph without loops. `edges` has each edge once, with its lower end
/// first.
pub(crate) fn write(out: &mut String, vertices: u32, edges: &[(u32, u32, u32)]) {
    let mut edges = edges.iter().map(|&(low, high, _)| (low, high)).peekable();
    *out += &vertices.to_string();
    for vertex in 1..vertices {
        while let Some((_, high)) = edges.next_if(|&(low, _)| low + 1 == vertex) {
            let _ = write!(out, " {}", high + 1);
        }
        out.push_str(" 0");
    }
    out.push('\n');
}

/// The bytes of a file in this format, for a text from [`write`](crate::write()). They are the
/// bytes of the text, except in binary formats.
pub fn encoded(format: Format, text: &str) -> Cow<'_, [u8]> {
    if !format.is_binary() {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::new();
    for line in text.lines() {
        let numbers = line.split_whitespace().map(|number| number.parse().unwrap_or(0_u16));
        let is_wide = numbers.clone().next().is_some_and(|order| order > 255);
        if is_wide {
            bytes.push(0);
        }
        for number in numbers {
            let [low, high] = number.to_le_bytes();
            bytes.push(low);
            if is_wide {
                bytes.push(high);
            }
        }
    }
    Cow::Owned(bytes)
}
