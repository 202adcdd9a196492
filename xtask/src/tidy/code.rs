//! Finds comments, literals and tests in Rust, for the rules that ignore them.
//!
//! This is not a parser. It knows the lexical structure of comments, literals and brackets, which is enough because all files that it
//! reads compile. Text is replaced by blanks and not removed, so line numbers stay the same.

/// The source with blanks in place of comments and of string and character literals.
pub(crate) fn without_text(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut code = String::with_capacity(source.len());
    let mut next = 0;
    while next < chars.len() {
        let end = next + text_length(&chars[next..]);
        if end == next {
            code.push(chars[next]);
            next += 1;
        } else {
            code.extend(chars[next..end].iter().map(|&c| if c == '\n' { c } else { ' ' }));
            next = end;
        }
    }
    code
}

/// The code (without text) with blanks for each item behind `#[cfg(test)]`.
pub(crate) fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut rest = code;
    let mut kept = String::with_capacity(code.len());
    while let Some(start) = rest.find(MARK) {
        let (before, item) = rest.split_at(start);
        let (item, after) = item.split_at(MARK.len() + item_length(&item[MARK.len()..]));
        kept.push_str(before);
        kept.extend(item.chars().map(|c| if c == '\n' { c } else { ' ' }));
        rest = after;
    }
    kept + rest
}

/// Whether the text contains the word, and not only as part of a longer one.
pub(crate) fn contains_word(text: &str, word: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + word.len()..]);
        let grows_left = before.ends_with(letter) && word.starts_with(letter);
        let grows_right = word.ends_with(letter) && after.starts_with(letter);
        !grows_left && !grows_right
    })
}

/// The length in characters of the comment or literal that begins here; 0 for code.
fn text_length(chars: &[char]) -> usize {
    match chars {
        ['/', '/', ..] => chars.iter().position(|&c| c == '\n').unwrap_or(chars.len()),
        ['/', '*', ..] => comment_length(chars),
        ['"', ..] => quoted_length(chars, '"'),
        ['\'', '\\', ..] | ['\'', _, '\'', ..] => quoted_length(chars, '\''),
        ['r', '"' | '#', ..] => raw_length(chars),
        _ => 0,
    }
}

/// The length of a block comment, which may contain others.
fn comment_length(chars: &[char]) -> usize {
    let mut depth = 0;
    let mut next = 0;
    while next < chars.len() {
        match chars[next..] {
            ['/', '*', ..] => (depth, next) = (depth + 1, next + 2),
            ['*', '/', ..] => (depth, next) = (depth - 1, next + 2),
            _ => next += 1,
        }
        if depth == 0 {
            break;
        }
    }
    next
}

fn quoted_length(chars: &[char], quote: char) -> usize {
    let mut next = 1;
    while next < chars.len() && chars[next] != quote {
        next += if chars[next] == '\\' { 2 } else { 1 };
    }
    (next + 1).min(chars.len())
}

/// The length of a raw string: `r`, hashes, a quote, and the same backwards. 0 for a raw identifier.
fn raw_length(chars: &[char]) -> usize {
    let hashes = chars[1..].iter().take_while(|&&c| c == '#').count();
    if chars.get(1 + hashes) != Some(&'"') {
        return 0;
    }
    let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let inside = 2 + hashes;
    let length = chars[inside..].windows(close.len()).position(|window| window == close);
    length.map_or(chars.len(), |length| inside + length + close.len())
}

/// The length in bytes of the item that begins here: up to its closing brace, or to a semicolon before any brace opens.
fn item_length(code: &str) -> usize {
    let mut depth = 0;
    for (place, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(c, '}' | ';') {
            return place + 1;
        }
    }
    code.len()
}
