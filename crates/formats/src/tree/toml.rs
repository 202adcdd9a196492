//! TOML documents.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::{Entry, MAX_DEPTH, Node, Span, Value, too_deep};
use crate::problem::{Problem, clamped, quoted};

/// Parses a document into a table.
///
/// # Errors
///
/// The first syntax error, or the place where the text is nested too deeply.
pub(crate) fn parse(text: &str) -> Result<Vec<Entry>, Problem> {
    check_depth(text)?;
    match DeTable::parse(text) {
        Ok(table) => Ok(entries(table.into_inner())),
        Err(error) => Err(syntax_problem(text, &error)),
    }
}

fn entries(table: DeTable<'_>) -> Vec<Entry> {
    table
        .into_iter()
        .map(|(key, value)| Entry {
            key_span: Span::from(key.span()),
            key: key.into_inner().into_owned(),
            node: Node { span: Span::from(value.span()), value: convert(value.into_inner()) },
        })
        .collect()
}

fn convert(value: DeValue<'_>) -> Value {
    match value {
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::HugeInteger, Value::Integer)
        }
        DeValue::Float(_) => Value::Float,
        DeValue::Boolean(boolean) => Value::Boolean(boolean),
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Table(table) => Value::Table(entries(table)),
        DeValue::Array(list) => Value::List(
            list.into_iter()
                .map(|item| Node { span: Span::from(item.span()), value: convert(item.into_inner()) })
                .collect(),
        ),
    }
}

/// Refuses a text that is nested too deeply. Time: O(length), memory: O(1).
///
/// The parser limits nested brackets and the dots of a key to 80 each. But nested tables with
/// dotted keys multiply the two, and dropping a few thousand levels can overflow the stack. So the
/// levels are counted first: open brackets, and the dots of the keys that lead to them. This
/// function splits the text into the same tokens as the parser.
fn check_depth(text: &str) -> Result<(), Problem> {
    let bytes = text.as_bytes();
    let mut levels = vec![Level { closing: None, dots: 0 }];
    let mut depth = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        let innermost = levels.last_mut();
        match byte {
            b'[' | b'{' => {
                depth += 1;
                levels.push(Level { closing: Some(if byte == b'[' { b']' } else { b'}' }), dots: 0 });
            }
            b']' | b'}' if innermost.as_ref().is_some_and(|level| level.closing == Some(byte)) => {
                depth -= 1 + levels.pop().map_or(0, |level| level.dots);
            }
            b'.' => {
                depth += 1;
                if let Some(level) = innermost {
                    level.dots += 1;
                }
            }
            b',' | b'\n' => {
                if let Some(level) = innermost.filter(|level| byte == b',' || level.closing.is_none()) {
                    depth -= level.dots;
                    level.dots = 0;
                }
            }
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(too_deep(at));
        }
        at += token_length(rest);
    }
    Ok(())
}

/// An open bracket, or the whole text.
struct Level {
    closing: Option<u8>,
    /// The dots in the current key or number on this level.
    dots: usize,
}

/// The length of the first token of a text that is not empty.
fn token_length(text: &[u8]) -> usize {
    let find = |from: usize, stops: &[u8]| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.iter().position(|byte| stops.contains(byte)).unwrap_or(rest.len())
    };
    match text {
        [b'#', ..] => find(0, b"\r\n"),
        [quote @ (b'"' | b'\''), second, third, ..] if quote == second && quote == third => long_text_length(text),
        [b'\'', ..] => {
            let end = find(1, b"'\n");
            end + usize::from(text.get(end) == Some(&b'\''))
        }
        [b'"', ..] => {
            let mut end = find(1, b"\"\\\n");
            while text.get(end) == Some(&b'\\') {
                end = find(end + escape_length(text, end), b"\"\\\n");
            }
            end + usize::from(text.get(end) == Some(&b'"'))
        }
        [b'.' | b'=' | b',' | b'[' | b']' | b'{' | b'}' | b' ' | b'\t' | b'\r' | b'\n', ..] => 1,
        _ => find(0, b".=,[]{} \t#\r\n"),
    }
}

/// The length of the initial text in triple quotes. Up to two quotes may directly precede the
/// closing ones.
fn long_text_length(text: &[u8]) -> usize {
    let quote = text.first().copied().unwrap_or_default();
    let mut end = 3;
    while let Some(&byte) = text.get(end) {
        if byte == b'\\' && quote == b'"' {
            end += escape_length(text, end);
        } else if text.get(end..).is_some_and(|rest| rest.starts_with(&[quote; 3])) {
            let more = text.iter().skip(end + 3).take(2).take_while(|&&byte| byte == quote).count();
            return end + 3 + more;
        } else {
            end += 1;
        }
    }
    text.len()
}

/// The length of an escape, as far as it can contain a quote.
fn escape_length(text: &[u8], backslash: usize) -> usize {
    1 + usize::from(matches!(text.get(backslash + 1), Some(b'\\' | b'"')))
}

fn syntax_problem(text: &str, error: &toml::de::Error) -> Problem {
    let mut span = error.span().map(|range| clamped(text, range).range());
    let here = span.clone().and_then(|span| text.get(span)).unwrap_or_default();
    let after = span.clone().and_then(|span| text.get(span.end..)).unwrap_or_default();
    let (message, expected) = error.message().split_once(", expected ").unwrap_or((error.message(), ""));
    let (message, wanted) = match (message, expected) {
        ("duplicate key", _) => (format!("{} is given twice", quoted(here)), "give it once".to_owned()),
        ("string values must be quoted" | "invalid boolean" | "missing value", _) => {
            let message = if here.trim().is_empty() {
                "a value is missing here".to_owned()
            } else {
                format!("{} is not a value", quoted(here))
            };
            (message, "expected a number, a list, a text in quotes, true or false".to_owned())
        }
        ("key with no value" | "missing value for key", _) => {
            ("`=` is missing here".to_owned(), "expected a setup in TOML: a key, `=` and a value".to_owned())
        }
        ("unclosed array", _) if after.trim_start().starts_with('#') => {
            ("this list is never closed".to_owned(), "expected `]`; all that follows `#` is a comment".to_owned())
        }
        ("unclosed array", _) => ("this list is never closed".to_owned(), "expected `]`".to_owned()),
        ("unclosed table" | "unclosed array table", expected) => {
            ("this bracket is never closed".to_owned(), format!("expected {expected}"))
        }
        ("unclosed inline table", _) => ("this table is never closed".to_owned(), "expected `}`".to_owned()),
        ("missing comma between array elements" | "missing comma between key-value pairs", _) => {
            ("a comma is missing before this".to_owned(), "expected commas between entries".to_owned())
        }
        ("extra comma in array" | "extra comma in inline table", _) => {
            ("nothing is before this comma".to_owned(), "expected an entry before each comma".to_owned())
        }
        ("missing escaped value", _) => {
            span = span.map(|span| span.start.saturating_sub(1)..span.start); // the backslash
            let wanted = "write `\\\\` for a backslash, or put the text in single quotes";
            ("this text has a wrong escape".to_owned(), wanted.to_owned())
        }
        ("unexpected leading zero", _) => {
            ("this number has a leading zero".to_owned(), "expected a number such as 12".to_owned())
        }
        ("unexpected key or value", _) => {
            ("something follows the value".to_owned(), "expected the end of the line".to_owned())
        }
        (message, "`\"`" | "`'`") if message.ends_with(" string") => {
            let (line, quotes) = span.as_ref().and_then(|span| opening(text, span.end)).unwrap_or_default();
            span = Some(line);
            ("this text is never closed".to_owned(), format!("expected a closing `{quotes}`"))
        }
        (message, _) if message.ends_with(" string") => {
            ("this character does not fit into a text".to_owned(), "expected a visible character".to_owned())
        }
        (message, "") => (message.to_owned(), "expected a setup in TOML".to_owned()),
        (message, "nothing") => (message.to_owned(), "expected nothing here".to_owned()),
        (message, expected) => (message.to_owned(), format!("expected {expected}")),
    };
    Problem::new(span, message, wanted)
}

/// The span from the opening of the quoted text that ends at byte `end` to the end of its first
/// line, and its kind of quotes.
fn opening(text: &str, end: usize) -> Option<(Range<usize>, &str)> {
    let mut start = 0;
    loop {
        let token = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = token_length(token.as_bytes());
        if start + length < end {
            start += length;
            continue;
        }
        let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| token.starts_with(quotes))?;
        return Some((start..start + token.lines().next().map_or(0, str::len), quotes));
    }
}
