//! The tree that results from parsing JSON and TOML: values, each with its span.
//!
//! Recursion over a tree is safe, because nesting is limited to [`MAX_DEPTH`] before parsing.

pub(crate) mod json;
pub(crate) mod toml;

use crate::problem::Problem;
pub(crate) use crate::span::Span;

/// The greatest depth of nested brackets and, in TOML, of dotted keys. Boards and setups need at
/// most three levels.
pub(crate) const MAX_DEPTH: usize = 16;

/// A value and its span.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) value: Value,
}

impl Node {
    /// The entries of an object in JSON.
    pub(crate) fn object(&self) -> Option<&[Entry]> {
        match &self.value {
            Value::Object(entries) => Some(entries),
            _ => None,
        }
    }
}

/// A value.
#[derive(Debug)]
pub(crate) enum Value {
    /// A whole number.
    Integer(i64),
    /// A whole number that does not fit into an `i64`.
    HugeInteger,
    /// A number with a point or an exponent.
    Float,
    Boolean(bool),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// An object in JSON. TOML has tables instead.
    Object(Vec<Entry>),
    /// A kind of value that no board or setup contains, as a noun.
    Other(&'static str),
}

impl Value {
    /// The kind of value as a noun with its article.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Integer(_) | Self::HugeInteger | Self::Float => "a number",
            Self::Boolean(true) => "`true`",
            Self::Boolean(false) => "`false`",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Object(_) => "an object",
            Self::Other(noun) => noun,
        }
    }
}

/// A key of a table with its value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_span: Span,
    pub(crate) node: Node,
}

pub(crate) fn too_deep(at: usize) -> Problem {
    Problem::new(Some(at..at + 1), "the nesting is too deep", format!("at most {MAX_DEPTH} levels"))
}
