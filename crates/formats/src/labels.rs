//! Converts the labels of vertices in a text to numbers and names.
//!
//! The labels 0 to n − 1 are the numbers of their vertices. Other whole numbers are numbered in
//! ascending order, so that vertices counted from 1 become vertices counted from 0. Labels that are
//! not numbers become the names of their vertices, which are numbered in the order of the text.
//! Characters that a name cannot contain become `_`. If two names become equal, no vertex gets a
//! name. [`Settled::numbering`] tells the user where numbers or names differ from the text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use catmouse_model::{Board, InOrder, MAX_VERTICES, Vertex, VertexChoice};

use crate::graph::{FROM_1, Graph};
use crate::problem::{Problem, quoted, too_many_vertices};

/// The labels of a text, each with the number of its vertex, in the order of first mention.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    vertices: HashMap<String, u32>,
    /// The spans of the first label that is a number and of the first label that is not.
    number: Option<Range<usize>>,
    word: Option<Range<usize>>,
}

/// The numbers and names for the labels.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    /// The number of each vertex, in the order of first mention; `None` if this order is the
    /// numbering.
    pub(crate) numbers: Option<Vec<u32>>,
    /// The names of the vertices, by number; empty if they have no names.
    pub(crate) names: Vec<String>,
    /// A remark on how vertices are numbered or named, if this differs from the text.
    pub(crate) numbering: Option<String>,
}

impl Labels {
    /// The vertex with this label. A new label gets a new vertex.
    pub(crate) fn vertex(&mut self, label: &str, span: Range<usize>) -> Result<u32, Problem> {
        if let Some(&vertex) = self.vertices.get(label) {
            return Ok(vertex);
        }
        let vertex = self.vertices.len() as u32;
        if vertex == MAX_VERTICES {
            return Err(too_many_vertices(span, i64::from(vertex) + 1));
        }
        let kind = if number(label).is_some() { &mut self.number } else { &mut self.word };
        kind.get_or_insert(span);
        self.vertices.insert(label.to_owned(), vertex);
        Ok(vertex)
    }

    /// A new vertex with this label. An existing label is refused.
    pub(crate) fn new_vertex(&mut self, label: &str, span: Range<usize>) -> Result<u32, Problem> {
        if self.vertices.contains_key(label) {
            let message = format!("a second vertex is called {}", quoted(label));
            return Err(Problem::new(Some(span), message, "give each vertex its own label"));
        }
        self.vertex(label, span)
    }

    /// The vertex with this label; `None` if there is none.
    pub(crate) fn find(&self, label: &str) -> Option<u32> {
        self.vertices.get(label).copied()
    }

    /// The number of vertices.
    pub(crate) fn len(&self) -> u32 {
        self.vertices.len() as u32
    }

    /// Refuses a mixture of numbers and names, which is probably a mistake in a text written by
    /// hand.
    pub(crate) fn ensure_alike(&self, text: &str) -> Result<(), Problem> {
        let (Some(number), Some(word)) = (&self.number, &self.word) else { return Ok(()) };
        let is_word_odd = number.start < word.start;
        let odd = if is_word_odd { word } else { number };
        let label = quoted(text.get(odd.clone()).unwrap_or_default());
        Err(if is_word_odd {
            Problem::new(Some(odd.clone()), format!("{label} is not a whole number"), "other vertices are numbers")
        } else {
            Problem::new(Some(odd.clone()), format!("{label} is a number"), "other vertices have names")
        })
    }

    /// The numbers and names of all vertices.
    pub(crate) fn settle(self) -> Settled {
        let mut in_order: Vec<String> = vec![String::new(); self.vertices.len()];
        for (label, vertex) in self.vertices {
            in_order[vertex as usize] = label;
        }
        if let Some(labels) = in_order.iter().map(|label| number(label)).collect::<Option<Vec<i64>>>() {
            return numbered(&labels);
        }
        let names: Vec<String> = in_order.iter().map(|label| name(label)).collect();
        let different: HashSet<&String> = names.iter().collect();
        if different.len() < names.len() {
            let shown: Vec<String> = in_order
                .iter()
                .take(2)
                .enumerate()
                .map(|(vertex, label)| format!("{vertex} is {}", quoted(label)))
                .collect();
            let numbering = format!(
                "some labels cannot be names, so vertices are numbered in the order of the text: {}",
                shown.join(", ")
            );
            return Settled { numbering: Some(numbering), ..Settled::default() };
        }
        let renamed = in_order.iter().zip(&names).find(|(label, name)| label != name);
        let numbering = renamed.map(|(label, name)| {
            let is_begun_wrongly = name.strip_prefix('_') == Some(label);
            let why = if is_begun_wrongly { "begin with a letter or `_`" } else { "have no blanks or signs" };
            format!("names {why}, so {} is called {name} here", quoted(label))
        });
        Settled { numbers: None, names, numbering }
    }

    /// Renumbers and names the vertices of a graph whose edges join these labels.
    pub(crate) fn name(self, graph: &mut Graph) {
        graph.vertices = self.len();
        let Settled { numbers, names, numbering } = self.settle();
        let is_labelled = numbers.is_none() && graph.vertices > 0;
        if let Some(numbers) = numbers {
            for (from, to) in &mut graph.edges {
                (*from, *to) = (numbers[*from as usize], numbers[*to as usize]);
            }
        }
        graph.names = names;
        graph.is_labelled = is_labelled;
        graph.remark(numbering);
    }
}

/// The first label that occurs a second time.
pub(crate) fn shared(mut labels: impl Iterator<Item = String>) -> Option<String> {
    let mut seen = HashSet::new();
    labels.find(|label| !seen.insert(label.clone()))
}

/// The numbering of vertices with these labels.
fn numbered(labels: &[i64]) -> Settled {
    let mut sorted = labels.to_vec();
    sorted.put_in_order();
    let rank = |label: &i64| sorted.partition_point(|other| other < label) as u32;
    let numbers = labels.iter().map(rank).collect();
    let counts_from = |first: i64| sorted.iter().zip(first..).all(|(&label, expected)| label == expected);
    let numbering = if counts_from(0) {
        None
    } else if counts_from(1) {
        Some(FROM_1.to_owned())
    } else {
        let shown: Vec<String> =
            sorted.iter().take(2).enumerate().map(|(vertex, label)| format!("vertex {vertex} is `{label}`")).collect();
        Some(format!("vertices are numbered from 0 in the order of their labels: {}", shown.join(", ")))
    };
    Settled { numbers: Some(numbers), names: Vec::new(), numbering }
}

/// The whole number in a label; `None` if the label is not a number in its usual notation.
fn number(label: &str) -> Option<i64> {
    label.parse().ok().filter(|number: &i64| number.to_string() == label)
}

/// A name made from a label. A run of characters that a name cannot contain becomes `_`, or is
/// dropped at either end. If the rest cannot begin a name, `_` is put before it.
fn name(label: &str) -> String {
    if is_name(label) {
        return label.to_owned();
    }
    let is_kept = |c: char| is_name(&format!("a{c}"));
    let mut joined = String::new();
    for piece in label.split(|c: char| !is_kept(c)).filter(|piece| !piece.is_empty()) {
        if !joined.is_empty() {
            joined.push('_');
        }
        joined.push_str(piece);
    }
    if is_name(&joined) { joined } else { format!("_{joined}") }
}

/// Makes vertex names from a program's own labels: characters that a name cannot contain become
/// `_`. `None` if two names would be equal.
///
/// ```
/// use catmouse_formats::names;
///
/// assert_eq!(names(["hall", "New York", "(0, 1)"]), Some(vec!["hall".into(), "New_York".into(), "_0_1".into()]));
/// assert_eq!(names(["a b", "a,b"]), None);
/// ```
pub fn names<L: AsRef<str>>(labels: impl IntoIterator<Item = L>) -> Option<Vec<String>> {
    let names: Vec<String> = labels.into_iter().map(|label| name(label.as_ref())).collect();
    let different: HashSet<&String> = names.iter().collect();
    (different.len() == names.len()).then_some(names)
}

/// The labels of a board's vertices in a written text: their names or, if no vertex has a name,
/// their numbers. If only some have a name, the others get their numbers after underscores, such as
/// `_4`, because labels are either all numbers or all names.
pub(crate) struct Written<'a> {
    board: &'a Board,
    /// The prefix before the numbers of vertices without names.
    prefix: String,
}

impl<'a> Written<'a> {
    /// The labels of a board. Time: linear in its vertices.
    pub(crate) fn of(board: &'a Board) -> Self {
        let mut prefix = if has_names(board) { "_".to_owned() } else { String::new() };
        if has_names(board) && has_nameless(board) {
            let names: HashSet<&str> = vertices(board).filter_map(|vertex| board.name(vertex)).collect();
            let is_taken = |prefix: &str| {
                vertices(board).any(|vertex| {
                    board.name(vertex).is_none() && names.contains(&*format!("{prefix}{}", vertex.number()))
                })
            };
            while is_taken(&prefix) {
                prefix.push('_');
            }
        }
        Self { board, prefix }
    }

    /// The label of a vertex.
    pub(crate) fn label(&self, vertex: u32) -> Cow<'a, str> {
        let name = self.board.name(Vertex::new(vertex));
        name.map_or_else(|| format!("{}{vertex}", self.prefix).into(), Cow::from)
    }
}

fn vertices(board: &Board) -> impl Iterator<Item = Vertex> {
    (0..board.vertices()).map(Vertex::new)
}

/// Whether some vertex of a board has a name.
pub(crate) fn has_names(board: &Board) -> bool {
    vertices(board).any(|vertex| board.name(vertex).is_some())
}

/// Whether some vertex of a board has no name.
pub(crate) fn has_nameless(board: &Board) -> bool {
    vertices(board).any(|vertex| board.name(vertex).is_none())
}

/// Whether a label can name a vertex without changes.
pub(crate) fn is_name(label: &str) -> bool {
    matches!(label.parse(), Ok(VertexChoice::Name(name)) if name == label)
}
