//! Pajek's networks: `*Vertices N`, the labels of vertices, and `*Arcs`, `*Edges`, lists of either,
//! or a `*Matrix`.
//!
//! Vertices are counted from 1. A line `1 "New York" 0.2 0.7` labels a vertex; the label of a
//! vertex without such a line is its number. After `*Edges` each line has two vertices; after
//! `*Arcs` too, but moves lead one way. A number after them is the cost. Coordinates, colours and
//! all further data are ignored, and so are partitions and vectors in the same file. `%` begins a
//! comment. `*Vertices 5 3` are vertices of two kinds; a matrix then has a row for each of the first
//! three and a column for each of the others.

use crate::format::CostKey;
use crate::graph::Graph;
use crate::numbered::{Leads, Numbered};
use crate::problem::{Problem, quoted};
use crate::programs::is_pajek_comment;
use crate::words::{Word, ensure_plain, lines, quoted_words, second_graph, span_of};

const SECTIONS: &str = "*Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist or *Matrix";
const EDGE: &str = "two vertices and, where edges have costs, a cost, such as 1 2 or 1 2 3";

/// The kind of the lines after a heading.
#[derive(Clone, Copy)]
enum Section {
    Vertices,
    Edges(Leads),
    Lists(Leads),
    /// The rows of a matrix; the number of rows read so far.
    Matrix(u32),
    /// Other data about the vertices, which are ignored.
    Ignored,
}

/// Reads the only network of a text.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    ensure_plain(text)?;
    let mut found: Option<Numbered<'_>> = None;
    let mut section = Section::Ignored;
    // The number of rows of a matrix that joins vertices of two kinds.
    let mut rows: Option<u32> = None;
    for (line, at) in lines(text).filter(|(line, _)| !is_pajek_comment(line)) {
        let words = quoted_words(line, at, &[])?;
        if line.trim_start().starts_with('*') {
            let is_new = found.is_none();
            section = heading(&words, (line, at), section, &mut found, costs)?;
            if let (true, Some(numbered), Some(kind)) = (is_new, &found, words.get(2)) {
                let first = kind.vertex_count("the number of vertices of the first kind")?;
                if first > numbered.graph.vertices {
                    let message = format!("{first} of {} vertices are of the first kind", numbered.graph.vertices);
                    return Err(Problem::expected(Some(kind.span.clone()), message, "a number that is not greater"));
                }
                rows = Some(first);
            }
            continue;
        }
        match (&mut found, section) {
            (_, Section::Ignored) => {}
            (None, _) => {
                return Err(Problem::expected(span_of(&words), "the number of vertices is missing", SECTIONS));
            }
            (Some(numbered), Section::Vertices) => {
                let vertex = numbered.vertex(&words[0])?;
                numbered.label(vertex, words.get(1).unwrap_or(&words[0]))?;
            }
            (Some(numbered), Section::Edges(leads)) => edge(numbered, &words, leads)?,
            (Some(numbered), Section::Lists(leads)) => {
                for to in words.iter().skip(1) {
                    numbered.join([&words[0], to], None, leads)?;
                }
            }
            (Some(numbered), Section::Matrix(row)) => {
                let vertices = numbered.graph.vertices;
                let (rows, columns) = rows.map_or((vertices, vertices), |rows| (rows, vertices - rows));
                if row == rows || words.len() != columns as usize {
                    let message = if row == rows {
                        "there is a row too many".to_owned()
                    } else {
                        format!("this row has {} entries", words.len())
                    };
                    return Err(Problem::expected(
                        span_of(&words),
                        message,
                        &format!("{rows} rows of {columns} entries"),
                    ));
                }
                for (column, word) in (0..).zip(&words) {
                    if rows < vertices {
                        numbered.entry((row, rows + column), word, Leads::BothWays)?;
                    } else {
                        numbered.entry((row, column), word, Leads::OneWay)?;
                    }
                }
                section = Section::Matrix(row + 1);
            }
        }
    }
    let numbered =
        found.ok_or_else(|| Problem::expected(None, "there is no line *Vertices", "*Vertices and their number"))?;
    match section {
        Section::Matrix(count) if count < rows.unwrap_or(numbered.graph.vertices) => {
            let message =
                format!("{count} rows of the matrix are here, and there are {} vertices", numbered.graph.vertices);
            Err(Problem::new(None, message, "the numbers must agree; the file may be cut off"))
        }
        _ => numbered.finish(),
    }
}

/// Reads a line that begins with `*`. Returns the kind of the lines after it.
fn heading(
    words: &[Word<'_>],
    (line, at): (&str, usize),
    section: Section,
    found: &mut Option<Numbered<'_>>,
    costs: CostKey,
) -> Result<Section, Problem> {
    let first = &words[0];
    Ok(match &*first.text.to_ascii_lowercase() {
        "*network" if found.is_none() => section,
        "*vertices" if found.is_none() => {
            let missing = || {
                Problem::expected(
                    Some(first.span.clone()),
                    "the number of vertices is missing",
                    "*Vertices and their number",
                )
            };
            let vertices = words.get(1).ok_or_else(missing)?.vertex_count("the number of vertices")?;
            *found = Some(Numbered::new(vertices, "*Vertices", costs));
            Section::Vertices
        }
        // The vertices of a partition or a vector.
        "*vertices" if matches!(section, Section::Ignored) => Section::Ignored,
        "*vertices" | "*network" => return Err(second_graph(at, line)),
        "*arcs" => Section::Edges(Leads::OneWay),
        "*edges" => Section::Edges(Leads::BothWays),
        "*arcslist" => Section::Lists(Leads::OneWay),
        "*edgeslist" => Section::Lists(Leads::BothWays),
        "*matrix" => Section::Matrix(0),
        "*partition" | "*vector" | "*permutation" | "*cluster" | "*hierarchy" => Section::Ignored,
        _ => {
            let message = format!("{} does not begin a part of a network", quoted(first.text));
            return Err(Problem::expected(Some(first.span.clone()), message, SECTIONS));
        }
    })
}

/// Reads a line of two vertices. A word after them is the cost if it begins like a number;
/// otherwise it says how to draw the edge.
fn edge(numbered: &mut Numbered<'_>, words: &[Word<'_>], leads: Leads) -> Result<(), Problem> {
    let [from, to, rest @ ..] = words else {
        return Err(Problem::expected(span_of(words), "this edge has 1 vertex", EDGE));
    };
    let cost = rest.first().filter(|word| word.text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)));
    numbered.join([from, to], cost, leads)
}
