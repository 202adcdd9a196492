//! References to a vertex in a setup or a flag: by its number, its name or its cell.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::quoting::is_legible;

/// A vertex as it was written, not yet looked up on a board.
///
/// ```
/// use catmouse_model::VertexChoice;
///
/// assert_eq!("3".parse(), Ok(VertexChoice::Number(3)));
/// assert_eq!("(2,0)".parse(), Ok(VertexChoice::Cell(2, 0)));
/// assert_eq!("hall".parse(), Ok(VertexChoice::Name("hall".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VertexChoice {
    /// By number.
    Number(i64),
    /// By name.
    Name(String),
    /// By row and column of a grid, from 0.
    Cell(i64, i64),
}

/// The error of a text that is not a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a vertex: a number as in 3, a cell as in 2,0 (row, column), or a name")]
pub struct NoVertex;

/// Reads `3`, `2,0`, `(2,0)`, `[2, 0]` or a name.
impl FromStr for VertexChoice {
    type Err = NoVertex;

    fn from_str(text: &str) -> Result<Self, NoVertex> {
        let text = text.trim();
        if let Ok(number) = text.parse() {
            return Ok(Self::Number(number));
        }
        let inside = [('(', ')'), ('[', ']')]
            .into_iter()
            .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
            .unwrap_or(text);
        if let Some((row, column)) = inside.split_once(',')
            && let (Ok(row), Ok(column)) = (row.trim().parse(), column.trim().parse())
        {
            return Ok(Self::Cell(row, column));
        }
        if is_name(text) { Ok(Self::Name(text.to_owned())) } else { Err(NoVertex) }
    }
}

/// Whether a text can name a vertex: a letter or underscore, followed by legible characters that are
/// neither white space nor reserved.
pub(crate) fn is_name(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|first| first.is_alphabetic() || first == '_')
        && text.chars().all(|c| !c.is_whitespace() && is_legible(c) && !"()[]{},;:\"'#=".contains(c))
}

impl From<i64> for VertexChoice {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

/// A cell from its row and column.
impl From<(i64, i64)> for VertexChoice {
    fn from((row, column): (i64, i64)) -> Self {
        Self::Cell(row, column)
    }
}

impl fmt::Display for VertexChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
            Self::Cell(row, column) => write!(f, "({row},{column})"),
        }
    }
}
