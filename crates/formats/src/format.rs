//! The formats, and how to tell them apart.

use std::fmt;

use catmouse_model::Keyword;

use crate::leetcode;

/// How a board or a setup can be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A whole setup in TOML.
    Setup,
    /// What the LeetCode problems write: `[[2,5],[3],…]` or `["####F","#C...",…]`.
    Leetcode,
    /// A grid in plain text, one row a line.
    Grid,
}

impl Keyword for Format {
    const ALL: &'static [Self] = &[Self::Setup, Self::Leetcode, Self::Grid];

    fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Leetcode => "leetcode",
            Self::Grid => "grid",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The format that a text is most likely meant to be in, by its content alone.
///
/// A text that makes a game in some format is recognised as that. Any other gets the format whose problems are likely to
/// help: `M.X.F` is a grid with a wrong cell, not a broken setup. Time: O(length).
pub fn recognise(text: &str) -> Format {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if let Some(list) = text.strip_prefix('[') {
        let is_table_header = list.trim_start().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        return if is_table_header { Format::Setup } else { Format::Leetcode };
    }
    let labelled =
        ["graph", "grid"].iter().any(|name| text.strip_prefix(name).and_then(leetcode::after_equals).is_some());
    if labelled || leetcode::after_input_label(text).is_some() {
        return Format::Leetcode;
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
