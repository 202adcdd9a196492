//! The state of reading a text: its problems and places so far, and conversions of tree nodes into
//! plain values.

use catmouse_model::{InOrder, Keyword, SetupPlace};

use crate::board_text::Places;
use crate::problem::{Problem, Problems, ReadError, quoted};
use crate::tree::{Node, Span, Value};
use crate::vertex_names::VertexNames;

/// The state of reading a text. A value that does not fit is reported and omitted; then
/// [`Reading::finish`] fails.
pub(crate) struct Reading<'a> {
    text: &'a str,
    problems: Problems,
    places: Vec<(SetupPlace, Span)>,
    /// The ways in which the text may name vertices.
    pub(crate) vertex_names: VertexNames,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, problems: Problems::default(), places: Vec::new(), vertex_names: VertexNames::None }
    }

    /// The places, or the problems if any were reported.
    pub(crate) fn finish(mut self) -> Result<Places, ReadError> {
        if self.problems.is_empty() {
            self.places.put_in_order_by_key(|&(place, _)| place);
            Ok(Places::Kept(self.places))
        } else {
            self.problems.sort();
            Err(ReadError { problems: self.problems.into_vec() })
        }
    }

    pub(crate) fn report(
        &mut self,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
        wanted: impl Into<String>,
    ) {
        let span = span.into();
        self.problems.push(|| Problem::new(span.map(Span::range), message, wanted));
    }

    /// Reports an error, and that this noun was expected.
    pub(crate) fn expected(&mut self, span: Span, message: impl Into<String>, noun: &str) {
        self.problems.push(|| Problem::expected(Some(span.range()), message, noun));
    }

    pub(crate) fn add(&mut self, problem: Problem) {
        self.problems.push(|| problem);
    }

    /// Records the span of a place.
    pub(crate) fn place(&mut self, place: SetupPlace, span: Span) {
        self.places.push((place, span));
    }

    pub(crate) fn misfit(&mut self, node: &Node, wanted: &str) {
        self.expected(node.span, format!("{} is not allowed here", node.value.noun()), wanted);
    }

    pub(crate) fn integer(&mut self, node: &Node, wanted: &str) -> Option<i64> {
        match node.value {
            Value::Integer(number) => return Some(number),
            Value::HugeInteger if self.slice(node.span).starts_with('-') => {
                self.expected(node.span, "this number is too small", wanted);
            }
            Value::HugeInteger => self.expected(node.span, "this number is too large", wanted),
            Value::Float => self.expected(node.span, "this is not a whole number", wanted),
            _ => self.misfit(node, wanted),
        }
        None
    }

    pub(crate) fn boolean(&mut self, node: &Node) -> Option<bool> {
        if let Value::Boolean(boolean) = node.value {
            return Some(boolean);
        }
        self.misfit(node, "true or false");
        None
    }

    pub(crate) fn text(&mut self, node: Node, wanted: &str) -> Option<String> {
        if let Value::Text(text) = node.value {
            return Some(text);
        }
        self.misfit(&node, wanted);
        None
    }

    pub(crate) fn list(&mut self, node: Node, wanted: &str) -> Vec<Node> {
        if let Value::List(list) = node.value {
            return list;
        }
        self.misfit(&node, wanted);
        Vec::new()
    }

    pub(crate) fn keyword<K: Keyword>(&mut self, node: Node) -> Option<K> {
        let span = node.span;
        let word = self.text(node, &K::choices())?;
        let value = K::from_word(&word);
        if value.is_none() {
            self.unknown_word(span, &word, &K::choices());
        }
        value
    }

    pub(crate) fn unknown_word(&mut self, span: Span, word: &str, choices: &str) {
        self.expected(span, format!("unknown value {}", quoted(word)), choices);
    }

    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The span of a quoted text within its quotes; `None` if it is written with escapes.
    pub(crate) fn verbatim(&self, literal: Span, value: &str) -> Option<Span> {
        let raw = self.slice(literal);
        let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
        let start = raw.len().checked_sub(quotes + value.len()).filter(|&start| start >= quotes)?;
        let stands_there = raw.get(start..)?.starts_with(value);
        stands_there.then(|| Span::from(literal.start() + start..literal.start() + start + value.len()))
    }
}
