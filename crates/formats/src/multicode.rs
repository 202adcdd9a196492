//! Multicode and planar code: graphs in bytes, as plantri and House of Graphs write them.
//!
//! A graph is its number of vertices, and then for each vertex its neighbours, counted from 1, and
//! a 0. Multicode has only the greater neighbours, and none of the last vertex. If there are more
//! than 255 vertices, a 0 precedes the graph, and each number takes two bytes, the low one first
//! unless the header says `be`. Graphs follow each other without separators; a file may begin with
//! `>>multi_code<<`, and one of planar code does begin with `>>planar_code<<`. Its neighbours are in
//! the order of an embedding, which is ignored. plantri's option `-a` writes planar code in letters,
//! a graph on each line: `3 bc,ac,ab`.
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

/// Reads the first graph of a text in letters, or of numbers that list all neighbours. A second graph
/// is an error.
pub(crate) fn read_planar(text: &str) -> Result<Graph, Problem> {
    match text {
        letters if is_in_letters(letters) => {
            read_all(&in_digits(letters)).map_err(|problem| Problem { span: None, ..problem })
        }
        numbers => read_all(numbers),
    }
}

fn read_all(text: &str) -> Result<Graph, Problem> {
    const ALL: &str = "a neighbour, or 0 after the last";
    let mut numbers = words(text, 0);
    let order =
        numbers.next().ok_or_else(|| Problem::expected(None, "there is no graph here", "its number of vertices"))?;
    let mut graph = Graph { vertices: order.vertex_count("the number of vertices")?, ..Graph::default() };
    for vertex in 0..graph.vertices {
        loop {
            let end = text.trim_end().len();
            let message = || format!("the graph ends among the neighbours of vertex {}", vertex + 1);
            let word = numbers.next().ok_or_else(|| Problem::expected(Some(end..end), message(), ALL))?;
            if word.number(ALL)? == 0 {
                break;
            }
            let neighbour = word.vertex_from_1(graph.vertices, "its first number")?;
            graph.add((vertex, neighbour), None, || word.span)?;
        }
    }
    if let Some(more) = numbers.next() {
        return Err(second_graph(more.span.start, text.get(more.span.start..).unwrap_or_default()));
    }
    graph.undirected = Some(Format::PlanarCode.word());
    if !graph.make_undirected_if_symmetric() {
        return Err(Problem::new(None, "a neighbour does not list its neighbour", "list each edge at both ends"));
    }
    graph.remark((graph.vertices > 0).then(|| FROM_1.to_owned()));
    Ok(graph)
}

/// Whether a text begins with a line of planar code in letters: its lists are as many as it says.
pub(crate) fn is_in_letters(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default().trim_end();
    let Some((order, lists)) = line.split_once(' ') else { return false };
    let letters = |list: &str| list.bytes().all(|letter| letter.is_ascii_lowercase());
    order.parse() == Ok(lists.split(',').count()) && lists.contains(',') && lists.split(',').all(letters)
}

/// The numbers of a line in letters.
fn in_digits(line: &str) -> String {
    let number = |letter: char| match letter {
        'a'..='z' => format!(" {}", u32::from(letter) - u32::from('a') + 1),
        ',' => " 0".to_owned(),
        other => other.to_string(),
    };
    line.trim_end().chars().map(number).collect::<String>() + " 0"
}

/// The format of bytes that begin with its header or a whole graph. No text does.
pub(crate) fn recognised(bytes: &[u8]) -> Option<Format> {
    match header(bytes) {
        Some((_, coding)) if coding.has_all => Some(Format::PlanarCode),
        found => (found.is_some() || begins(bytes)).then_some(Format::Multicode),
    }
}

/// Whether bytes begin with a whole graph in multicode.
fn begins(bytes: &[u8]) -> bool {
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

/// How the numbers of a source are written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coding {
    /// Whether every vertex lists all its neighbours.
    has_all: bool,
    /// Whether the high byte of a wide number is the first.
    is_high_first: bool,
}

/// The header of a file, as its length and what it says.
fn header(bytes: &[u8]) -> Option<(usize, Coding)> {
    let inside = bytes.strip_prefix(b">>")?;
    let names: [(&[u8], bool); 3] = [(b"multi_code", false), (b"multicode", false), (b"planar_code", true)];
    names.into_iter().find_map(|(name, has_all)| {
        let rest = inside.strip_prefix(name)?;
        let ends: [(&[u8], bool); 3] = [(b"<<", false), (b" le<<", false), (b" be<<", true)];
        let (end, is_high_first) = ends.into_iter().find(|(end, _)| rest.starts_with(end))?;
        Some((2 + name.len() + end.len(), Coding { has_all, is_high_first }))
    })
}

/// Skips the header of a source of this format, if there is one.
pub(crate) fn skip_header(source: &mut Unpacked<'_>, format: Format) -> io::Result<Coding> {
    let (length, coding) = header(source.fill_buf()?).unwrap_or_default();
    source.consume(length);
    Ok(Coding { has_all: format == Format::PlanarCode, ..coding })
}

/// The numbers of the next graph of a source; `None` at the end of the source. If the source ends
/// within a graph, the result has the numbers so far. This function only counts the zeros; [`read`]
/// checks the graph.
pub(crate) fn next(source: &mut Unpacked<'_>, coding: Coding) -> io::Result<Option<Numbers>> {
    let Some(first) = byte(source)? else { return Ok(None) };
    let is_wide = first == 0;
    let number = |source: &mut _| -> io::Result<Option<u32>> {
        let Some(first) = byte(source)? else { return Ok(None) };
        if !is_wide {
            return Ok(Some(first.into()));
        }
        let pair = |second| if coding.is_high_first { [second, first] } else { [first, second] };
        Ok(byte(source)?.map(|second| u16::from_le_bytes(pair(second)).into()))
    };
    let known = if is_wide { number(source)? } else { Some(first.into()) };
    let order = known.unwrap_or(0);
    let mut numbers = Numbers { text: order.to_string(), is_too_long: false, is_whole: false };
    let mut lists = u32::from(!coding.has_all);
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
