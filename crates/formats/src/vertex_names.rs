//! The ways in which a text refers to the vertices of its board: numbers or names.

use std::collections::HashMap;

/// The ways in which a text may refer to the vertices of its board.
#[derive(Debug, Default)]
pub(crate) enum VertexNames {
    /// Only numbers.
    #[default]
    None,
    /// Numbers, or these names.
    Given(HashMap<String, i64>),
    /// Only numbers or only names, depending on the first vertex. Names are numbered in the order
    /// of their first mention.
    Met {
        /// The names so far, with their numbers.
        names: HashMap<String, i64>,
        /// Whether a vertex was given by number.
        has_numbers: bool,
    },
}
