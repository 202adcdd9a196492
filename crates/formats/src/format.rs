//! The formats, and how to tell them apart.

use std::fmt;

use catmouse_model::Keyword;

use crate::{dimacs, dot, edge_list, graph6, leetcode};

/// How a board or a setup can be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// A whole setup in TOML.
    Setup,
    /// What the LeetCode problems write: `[[2,5],[3],…]` or `["####F","#C...",…]`; with costs `[[[2,7],[5,1]],[[3,1]],…]`.
    /// In a stream, one board a line.
    Leetcode,
    /// A grid in plain text, one row a line.
    Grid,
    /// One graph a line, as `geng` writes them. Lines of digraph6 and sparse6, which begin with `&` and `:`, may stand among
    /// them, and the other way round.
    Graph6,
    /// One digraph a line.
    Digraph6,
    /// One graph with few edges a line.
    Sparse6,
    /// One edge a line, `u v` or `u v cost`; graphs are parted by blank lines.
    Edges,
    /// `p edge N M` and `e u v`, or `p sp N M` and `a u v cost`; vertices are counted from 1.
    Dimacs,
    /// The graphs of Graphviz.
    Dot,
}

impl Keyword for Format {
    const ALL: &'static [Self] = &[
        Self::Setup,
        Self::Leetcode,
        Self::Grid,
        Self::Graph6,
        Self::Digraph6,
        Self::Sparse6,
        Self::Edges,
        Self::Dimacs,
        Self::Dot,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Leetcode => "leetcode",
            Self::Grid => "grid",
            Self::Graph6 => "graph6",
            Self::Digraph6 => "digraph6",
            Self::Sparse6 => "sparse6",
            Self::Edges => "edges",
            Self::Dimacs => "dimacs",
            Self::Dot => "dot",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Format {
    /// The format that files whose name ends like this (`g6`, say) are in; none where the ending may be anything's.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "g6" | "graph6" => Self::Graph6,
            "d6" | "digraph6" => Self::Digraph6,
            "s6" | "sparse6" => Self::Sparse6,
            "edges" | "edgelist" | "el" => Self::Edges,
            "dimacs" | "col" | "gr" => Self::Dimacs,
            "dot" | "gv" => Self::Dot,
            _ => return None,
        })
    }
}

/// The format that a text is most likely meant to be in, by its content alone. The beginning of a long text is enough, if it
/// ends with a line.
///
/// A text that makes a game in some format is recognised as that; one that makes a game in two is the grid, the other being
/// graph6: a line of `M`, `C` and `F` alone can be both. Any other text gets the format whose problems are likely to help:
/// `M.X.F` is a grid with a wrong cell, not a broken setup. Time: O(length).
pub fn recognise(text: &str) -> Format {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if is_graph6(text) || text.starts_with(['&', ':', ';']) || text.starts_with(">>") {
        let (first, _) = graph6::body(text.lines().next().unwrap_or_default());
        return if first.starts_with('&') || text.starts_with(">>digraph6<<") {
            Format::Digraph6
        } else if first.starts_with([':', ';']) || text.starts_with(">>sparse6<<") {
            Format::Sparse6
        } else {
            Format::Graph6
        };
    }
    if let Some(list) = text.strip_prefix('[') {
        let is_table_header = list.trim_start().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        return if is_table_header { Format::Setup } else { Format::Leetcode };
    }
    let labelled =
        ["graph", "grid"].iter().any(|name| text.strip_prefix(name).and_then(leetcode::after_equals).is_some());
    if labelled || leetcode::after_input_label(text).is_some() {
        return Format::Leetcode;
    }
    if let Some(format) = recognise_graph(text) {
        return format;
    }
    let (mut cells, mut others) = (0, 0);
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        *(if "#.MCF".contains(c) { &mut cells } else { &mut others }) += 1;
    }
    if others == 0 {
        Format::Grid
    } else if text.lines().any(says_setup) {
        Format::Setup
    } else if text.starts_with(|c: char| c.is_ascii_digit() || "\"'{(".contains(c)) {
        Format::Leetcode
    } else if cells >= others {
        Format::Grid
    } else {
        Format::Setup
    }
}

/// The graph format of a text that begins like one, if it is none of one graph a line.
fn recognise_graph(text: &str) -> Option<Format> {
    if dot::begins(text) {
        return Some(Format::Dot);
    }
    if dimacs::begins(text) {
        return Some(Format::Dimacs);
    }
    let mut edges = text.lines().map(edge_list::without_comment).map(str::trim).filter(|line| !line.is_empty());
    edges.next().is_some_and(edge_list::is_first_line).then_some(Format::Edges)
}

/// Whether half of the lines, or more, are graphs of graph6 or its like. A line that fits its own length to the letter is no accident, even if
/// it begins like another format: `[` stands for 28 vertices. But where `M`, `C` and `F` are all there, and hardly anything
/// else, it is more likely a grid.
fn is_graph6(text: &str) -> bool {
    let is_drawn = text.chars().all(|c| "#.MCF".contains(c) || c.is_whitespace());
    let is_grid = is_drawn && ['M', 'C', 'F'].iter().all(|&piece| text.contains(piece));
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty()).take(100);
    let fitting = lines().filter(|line| graph6::is_plausible(line)).count();
    !is_grid && fitting > 0 && fitting * 2 >= lines().count()
}

/// Whether a line looks like `key = value` or like `[table]`. Rows of grids, and comments, begin with `#` and say nothing.
fn says_setup(line: &str) -> bool {
    let line = line.trim();
    if let Some(header) = line.strip_prefix('[') {
        return header.starts_with(|c: char| c.is_ascii_alphabetic()) && header.contains(']');
    }
    let is_bare = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let is_quoted = |part: &str| part.len() > 1 && part.starts_with(['"', '\'']) && part.ends_with(['"', '\'']);
    line.split_once('=')
        .is_some_and(|(key, _)| key.split('.').map(str::trim).all(|part| is_bare(part) || is_quoted(part)))
}
