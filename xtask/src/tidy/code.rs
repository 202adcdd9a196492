//! Finds comments, tests and types in Rust, for the rules that ignore or compare them.
//!
//! This is not a parser. It relies on the layout of rustfmt: an item ends with a brace or semicolon
//! at the indentation of its first line.

/// The lines with their numbers, from 1, without comments.
pub(super) fn code(source: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(source.lines()).map(|(number, line)| (number, line.split("//").next().unwrap_or("")))
}

/// The lines with their numbers, from 1, without comments and without items marked `#[cfg(test)]`.
pub(super) fn untested_code(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut test = None;
    code(source).filter(move |(_, line)| {
        let indentation = line.len() - line.trim_start().len();
        let starts = line.trim() == "#[cfg(test)]";
        let ends = test == Some(indentation) && line.ends_with(['}', ';']);
        let is_kept = test.is_none() && !starts;
        if starts && test.is_none() {
            test = Some(indentation);
        } else if ends {
            test = None;
        }
        is_kept
    })
}

/// The name of the public type that a line defines.
pub(super) fn public_type(line: &str) -> Option<&str> {
    let (kind, rest) = line.trim_start().strip_prefix("pub ")?.split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (["struct", "enum", "trait", "type", "union"].contains(&kind) && !name.is_empty()).then_some(name)
}

/// Whether the text contains the word as a whole word.
pub(super) fn contains_word(text: &str, word: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + word.len()..]);
        let grows_left = before.ends_with(letter) && word.starts_with(letter);
        let grows_right = word.ends_with(letter) && after.starts_with(letter);
        !grows_left && !grows_right
    })
}
