//! The common part of formats in XML.
//!
//! roxmltree parses the text, without entities that it defines and with at most [`MAX_NODES`] nodes,
//! which fit into 1 GiB.

use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};

use crate::labels::Labels;
use crate::problem::{Problem, quoted};
use crate::words::second_graph;

/// The greatest number of elements and pieces of text that are read.
const MAX_NODES: u32 = 1 << 22;

/// The greatest depth of nested elements. The parser is recursive.
const MAX_DEPTH: usize = 100;

/// The beginnings of the names of encodings that extend ASCII.
const OF_ASCII: [&str; 6] = ["us-ascii", "ascii", "iso-8859-", "latin", "windows-125", "cp125"];

/// Parses a text.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Problem> {
    ensure_shallow(text)?;
    let allow_dtd = !text.contains("<!ENTITY");
    let options = ParsingOptions { nodes_limit: MAX_NODES, allow_dtd, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| misread(text, &error))
}

/// The children of an element that have this name and the element's namespace.
pub(crate) fn named<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    let is_named = move |child: &Node<'_, '_>| child.tag_name().name() == name;
    let is_kin = move |child: &Node<'_, '_>| child.tag_name().namespace() == node.tag_name().namespace();
    node.children().filter(move |child| child.is_element() && is_named(child) && is_kin(child))
}

/// Refuses an XML declaration whose encoding is unknown or differs from that of the text.
pub(crate) fn ensure_encoding(text: &str) -> Result<(), Problem> {
    let Some(declaration) = text.trim_start().strip_prefix("<?xml").and_then(|rest| rest.split("?>").next()) else {
        return Ok(());
    };
    let Some((_, behind)) = declaration.split_once("encoding") else { return Ok(()) };
    let value = behind.trim_start().strip_prefix('=').unwrap_or_default().trim_start();
    let name = value.split(['"', '\'']).nth(1).unwrap_or_default();
    let begins = |known: &&str| name.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known));
    let is_utf_8 = ["utf-8", "utf8"].iter().any(|known| name.eq_ignore_ascii_case(known));
    if is_utf_8 || text.is_ascii() && OF_ASCII.iter().any(begins) {
        return Ok(());
    }
    let at = text.find(name).unwrap_or_default();
    let message = format!("the declared encoding is {}, but the text is UTF-8", quoted(name));
    Err(Problem::expected(Some(at..at + name.len()), message, "encoding=\"UTF-8\""))
}

/// The only graph of a text.
pub(crate) fn only_graph<'a, 'i>(root: Node<'a, 'i>, text: &str) -> Result<Node<'a, 'i>, Problem> {
    let mut graphs = named(root, "graph");
    let Some(graph) = graphs.next() else {
        return Err(Problem::expected(Some(tag(root, text)), "there is no graph here", "<graph>"));
    };
    match graphs.next() {
        None => Ok(graph),
        Some(second) => {
            let span = tag(second, text);
            Err(second_graph(span.start, text.get(span).unwrap_or_default()))
        }
    }
}

/// The vertices at the ends of an edge.
pub(crate) fn ends(edge: Node<'_, '_>, labels: &Labels, text: &str) -> Result<(u32, u32), Problem> {
    let end = |name: &str| {
        let (id, span) = required(edge, name, text)?;
        labels.find(id).ok_or_else(|| {
            let message = format!("no node has the id {}", quoted(id));
            Problem::expected(Some(span), message, "the id of one of the nodes")
        })
    };
    Ok((end("source")?, end("target")?))
}

/// The bytes of an element's start tag.
pub(crate) fn tag(node: Node<'_, '_>, text: &str) -> Range<usize> {
    let range = node.range();
    let length = text.get(range.clone()).and_then(|element| element.find('>')).map_or(range.len(), |end| end + 1);
    range.start..range.start + length
}

/// A required attribute, with its span.
pub(crate) fn required<'a>(node: Node<'a, '_>, name: &str, text: &str) -> Result<(&'a str, Range<usize>), Problem> {
    let attribute = node.attribute_node(name).ok_or_else(|| {
        let message = format!("this {} has no {name}", node.tag_name().name());
        Problem::expected(Some(tag(node, text)), message, &format!("{name}=\"…\""))
    })?;
    Ok((attribute.value(), attribute.range_value()))
}

/// Refuses elements that are nested too deeply.
fn ensure_shallow(text: &str) -> Result<(), Problem> {
    let mut depth = 0_usize;
    for (at, _) in text.match_indices('<') {
        let rest = text.get(at + 1..).unwrap_or_default();
        if rest.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !rest.starts_with(['!', '?']) {
            let is_closed = rest.find('>').is_some_and(|end| rest.get(..end).is_some_and(|tag| tag.ends_with('/')));
            depth += usize::from(!is_closed);
        }
        if depth > MAX_DEPTH {
            let wanted = format!("at most {MAX_DEPTH} levels");
            return Err(Problem::new(Some(at..at + 1), "the nesting is too deep", wanted));
        }
    }
    Ok(())
}

/// The problem that a text is not XML.
fn misread(text: &str, error: &roxmltree::Error) -> Problem {
    if matches!(error, roxmltree::Error::NodesLimitReached) {
        let message = format!("there are more than {MAX_NODES} pieces of XML");
        return Problem::expected(None, message, "a smaller graph");
    }
    let position = error.pos();
    let line = text.split_inclusive('\n').take(position.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let letters = text.get(line..).unwrap_or_default().chars().take(position.col.saturating_sub(1) as usize);
    let at = (line + letters.map(char::len_utf8).sum::<usize>()).min(text.len());
    let end = at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    // The parser appends the place to its message in its own notation.
    let reason = error.to_string();
    let reason = reason.split(" at ").next().unwrap_or_default().escape_debug();
    Problem::new(
        Some(at..end),
        format!("this is not XML: {reason}"),
        "expected XML as programs write it, without entities of its own",
    )
}
