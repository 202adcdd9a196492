//! UCINET's data language: `dl n=3 format=fullmatrix`, optional labels, and after `data:` a matrix
//! or a list.
//!
//! The default `format` is `fullmatrix`. In `edgelist1` (also `edgelist` and `el1`) each line has
//! two vertices and a cost; in `nodelist1` (also `nodelist` and `nl1`) a vertex and its neighbours.
//! Vertices are counted from 1, or named by the labels after `labels:` or `row labels:`. After
//! `labels embedded` the data contain the labels. Each entry is one of a matrix, so moves lead one
//! way unless every entry has its reverse. Matrices of two kinds of vertices, several matrices and
//! half matrices are refused.

use std::collections::HashMap;

use crate::format::CostKey;
use crate::graph::{Graph, ONE_WAY};
use crate::numbered::{Leads, Numbered};
use crate::problem::{Problem, quoted};
use crate::words::{Word, ensure_plain, lines, quoted_words, span_of};

const SIGNS: [char; 2] = ['=', ','];
const FORMATS: &str = "fullmatrix, edgelist1 or nodelist1";
const KEYS: &str = "n, format, labels or data";

/// The kind of data after `data:`.
#[derive(Clone, Copy, PartialEq)]
enum Data {
    Matrix,
    Edges,
    Nodes,
}

/// The part of the text to which words belong.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Header,
    Labels,
    /// Column labels. They must equal the row labels.
    ColumnLabels,
    Data,
}

/// The state of the reader: the contents of the header and the data so far.
struct Reading<'a> {
    part: Part,
    data: Data,
    /// Whether the data contain the labels of the vertices.
    is_embedded: bool,
    /// The graph, once the number of vertices is known.
    found: Option<Numbered<'a>>,
    /// The number of labels so far. With embedded labels, `called` maps each label to its vertex.
    labels: u32,
    called: HashMap<&'a str, u32>,
    /// Whether labels precede the data.
    are_given: bool,
    /// The number of column labels so far.
    columns: u32,
    /// The row and the column of the next entry of a matrix.
    next: (u32, u32),
    costs: CostKey,
}

/// Reads the only matrix of a text.
pub(crate) fn read(text: &str, costs: CostKey) -> Result<Graph, Problem> {
    ensure_plain(text)?;
    let mut reading = Reading {
        part: Part::Header,
        data: Data::Matrix,
        is_embedded: false,
        found: None,
        labels: 0,
        called: HashMap::new(),
        are_given: false,
        columns: 0,
        next: (0, 0),
        costs,
    };
    let mut is_first = true;
    for (line, at) in lines(text) {
        // Commas and blanks separate labels, and also the words of the header.
        let words = quoted_words(line, at, &SIGNS)?;
        let skipped = usize::from(is_first && words.first().is_some_and(|word| word.text.eq_ignore_ascii_case("dl")));
        is_first &= words.is_empty();
        let mut words = words.get(skipped..).unwrap_or_default();
        while let Some(taken) = reading.header(words)? {
            words = &words[taken..];
        }
        reading.row(words)?;
    }
    reading.finish()
}

impl<'a> Reading<'a> {
    /// Reads the first words, if they belong to the header or the labels. Returns their number, or
    /// `None` if they are data.
    fn header(&mut self, words: &[Word<'a>]) -> Result<Option<usize>, Problem> {
        let Some(key) = words.first().filter(|_| self.part != Part::Data) else { return Ok(None) };
        let lower = key.text.to_ascii_lowercase();
        let value = words.get(1);
        let refused = |message: String, wanted: &str| {
            Err(Problem::expected(span_of(&words[..words.len().min(2)]), message, wanted))
        };
        match (lower.trim_end_matches(':'), value) {
            ("data", _) => {
                self.part = Part::Data;
                Ok(Some(1))
            }
            ("row" | "column" | "col", Some(labels)) if labels.text.to_ascii_lowercase().starts_with("label") => {
                let is_row = lower == "row";
                self.part = if is_row { Part::Labels } else { Part::ColumnLabels };
                Ok(Some(2))
            }
            ("labels" | "label", value) => {
                let is_embedded =
                    value.is_some_and(|value| value.text.trim_end_matches(':').eq_ignore_ascii_case("embedded"));
                self.is_embedded |= is_embedded;
                if !is_embedded {
                    self.part = Part::Labels;
                }
                Ok(Some(1 + usize::from(is_embedded)))
            }
            _ if self.part == Part::ColumnLabels => {
                match self.found.as_ref().and_then(|numbered| numbered.label_of(self.columns)) {
                    Some(label) if label.eq_ignore_ascii_case(key.text) => {
                        self.columns += 1;
                        Ok(Some(1))
                    }
                    _ => refused(
                        format!("{} is not the label of row {}", quoted(key.text), self.columns + 1),
                        "the labels of the rows",
                    ),
                }
            }
            _ if self.part == Part::Labels => {
                let Some(numbered) = &mut self.found else { return Err(uncounted(key)) };
                if self.labels == numbered.graph.vertices {
                    return refused(format!("there are more labels than the {} vertices", self.labels), "data:");
                }
                numbered.label(self.labels, key)?;
                self.called.insert(key.text, self.labels);
                self.labels += 1;
                self.are_given = true;
                Ok(Some(1))
            }
            ("n", Some(value)) => {
                if self.found.is_some() {
                    return refused("this is a second number of vertices".to_owned(), "only one");
                }
                self.found = Some(Numbered::new(value.vertex_count("the number of vertices")?, "`n`", self.costs));
                Ok(Some(2))
            }
            ("nm", Some(value)) if value.text == "1" => Ok(Some(2)),
            ("nr" | "nc" | "nm", _) => refused(
                "a matrix of two kinds of vertices, or several of them, is no graph".to_owned(),
                "n, the number of vertices",
            ),
            ("diagonal", Some(value)) if value.text.eq_ignore_ascii_case("present") => Ok(Some(2)),
            ("format", Some(value)) => {
                self.data = match &*value.text.to_ascii_lowercase() {
                    "fullmatrix" | "fm" => Data::Matrix,
                    "edgelist1" | "edgelist" | "el1" => Data::Edges,
                    "nodelist1" | "nodelist" | "nl1" => Data::Nodes,
                    other => return refused(format!("the format {} is not read", quoted(other)), FORMATS),
                };
                Ok(Some(2))
            }
            (other, _) => refused(format!("{} is not allowed here", quoted(other)), KEYS),
        }
    }

    /// Reads words of data.
    fn row(&mut self, words: &[Word<'a>]) -> Result<(), Problem> {
        let Some(first) = words.first() else { return Ok(()) };
        let Some(numbered) = &mut self.found else { return Err(uncounted(first)) };
        if self.data == Data::Matrix {
            return words.iter().try_for_each(|word| self.entry(word));
        }
        let (neighbours, cost) = match (self.data, &words[1..]) {
            (Data::Edges, [to, cost]) => (std::slice::from_ref(to), Some(cost)),
            (Data::Edges, neighbours) if neighbours.len() != 1 => {
                let message = format!("this edge has {} words", words.len());
                return Err(Problem::expected(span_of(words), message, "two vertices, and a cost if there is one"));
            }
            (_, neighbours) => (neighbours, None),
        };
        let mut vertex = |word: &Word<'a>| {
            if !self.is_embedded {
                return numbered.vertex(word);
            }
            if let Some(&vertex) = self.called.get(word.text) {
                return Ok(vertex);
            }
            if self.labels == numbered.graph.vertices {
                let message = format!("{} is a label beyond the {} vertices", quoted(word.text), self.labels);
                return Err(Problem::new(Some(word.span.clone()), message, "`n` says how many there are"));
            }
            numbered.label(self.labels, word)?;
            self.called.insert(word.text, self.labels);
            self.labels += 1;
            Ok(self.labels - 1)
        };
        let from = vertex(first)?;
        let ends = neighbours.iter().map(|to| Ok((from, vertex(to)?))).collect::<Result<Vec<_>, Problem>>()?;
        ends.into_iter().zip(neighbours).try_for_each(|(ends, to)| numbered.add(ends, cost, [first, to], Leads::OneWay))
    }

    /// Reads the next word of a matrix, which may be a column label or a row label.
    fn entry(&mut self, word: &Word<'a>) -> Result<(), Problem> {
        let Some(numbered) = &mut self.found else { return Err(uncounted(word)) };
        let vertices = numbered.graph.vertices;
        if self.is_embedded && self.labels < vertices {
            numbered.label(self.labels, word)?;
            self.called.insert(word.text, self.labels);
            self.labels += 1;
            return Ok(());
        }
        // Labels that precede the data are repeated as those of the columns.
        if self.is_embedded && self.are_given && self.columns < vertices {
            self.columns += 1;
            let is_its_own = |label: &str| label.eq_ignore_ascii_case(word.text);
            if numbered.label_of(self.columns - 1).is_some_and(is_its_own) {
                return Ok(());
            }
            let message = format!("{} is not the label of column {}", quoted(word.text), self.columns);
            return Err(Problem::expected(Some(word.span.clone()), message, "the labels in their order"));
        }
        let (row, column) = self.next;
        if row == vertices {
            let message = format!("the matrix has more entries than {vertices} rows of {vertices}");
            return Err(Problem::expected(Some(word.span.clone()), message, "nothing after the last entry"));
        }
        // The row label precedes the first entry of the row.
        if self.is_embedded && self.labels == vertices + row {
            let is_its_own = numbered.label_of(row).is_some_and(|label| label.eq_ignore_ascii_case(word.text));
            if !is_its_own {
                let message = format!("{} is not the label of row {}", quoted(word.text), row + 1);
                return Err(Problem::expected(
                    Some(word.span.clone()),
                    message,
                    "the labels of rows as those of columns",
                ));
            }
            self.labels += 1;
            return Ok(());
        }
        numbered.entry((row, column), word, Leads::OneWay)?;
        self.next = if column + 1 == vertices { (row + 1, 0) } else { (row, column + 1) };
        Ok(())
    }

    fn finish(self) -> Result<Graph, Problem> {
        let Some(numbered) = self.found else {
            return Err(Problem::expected(None, "the number of vertices is missing", "dl n=3"));
        };
        let vertices = numbered.graph.vertices;
        if self.data == Data::Matrix && self.next.0 < vertices {
            let message = format!("the matrix ends in row {}, and there are {vertices} vertices", self.next.0 + 1);
            return Err(Problem::new(None, message, "the numbers must agree; the file may be cut off"));
        }
        let mut graph = numbered.finish()?;
        graph.remark(graph.is_directed.then(|| ONE_WAY.to_owned()));
        Ok(graph)
    }
}

fn uncounted(word: &Word<'_>) -> Problem {
    Problem::expected(Some(word.span.clone()), "the number of vertices is missing", "n=3 before it")
}
