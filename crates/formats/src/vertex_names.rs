//! How a text refers to the vertices of its board: by numbers, or by names.

use std::collections::HashMap;

/// How a text may refer to the vertices of its board.
#[derive(Debug, Default)]
pub(crate) enum VertexNames {
    /// By number only.
    #[default]
    None,
    /// By number, or by one of these names.
    Given(HashMap<String, i64>),
    /// All by number or all by name, like the first. Names are numbered in the order in which the text mentions them.
    Met {
        /// The names so far, with their numbers.
        names: HashMap<String, i64>,
        /// Whether some vertex was given by number.
        has_numbers: bool,
    },
}
