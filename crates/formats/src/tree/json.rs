//! JSON lists. The parser is strict: no comments, no trailing commas.

use std::ops::Range;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::{Entry, MAX_DEPTH, Node, Span, Value, too_deep};
use crate::problem::{Problem, clamped, quoted};

const NUMBER: &str = "expected a number in plain digits, such as 12";

/// The first byte after the list whose bracket opens at byte `start`. Time: O(length), memory:
/// O(1).
///
/// # Errors
///
/// A problem if the list is nested too deeply or never ends.
pub(crate) fn end_of_list(text: &str, start: usize) -> Result<usize, Problem> {
    let mut open: Vec<(usize, u8)> = Vec::with_capacity(MAX_DEPTH);
    let mut quote = None;
    let mut escaped = false;
    // A quoted text ends on its line.
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match (quote, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(_), b'"') => quote = None,
            (Some(_), b'\n') => break,
            (Some(_), 0..=0x1f) => {
                let message = format!("the control character U+{byte:04X} is not allowed in a text");
                return Err(Problem::expected(Some(at..at + 1), message, "an escape, such as \\t"));
            }
            (None, b'"') => quote = Some(at),
            (None, b'[' | b'{') if open.len() == MAX_DEPTH => return Err(too_deep(at)),
            (None, b'[') => open.push((at, b']')),
            (None, b'{') => open.push((at, b'}')),
            (None, b']' | b'}' | b')') => {
                if let Some((opened, closing)) = open.pop().filter(|&(_, closing)| closing != byte) {
                    let opening = text.get(opened..=opened).unwrap_or_default();
                    let message = format!("`{}` does not close the `{opening}` before it", char::from(byte));
                    return Err(Problem::new(Some(at..at + 1), message, format!("expected `{}`", char::from(closing))));
                }
                if open.is_empty() {
                    return Ok(at + 1);
                }
            }
            _ => {}
        }
    }
    Err(match (quote, open.last()) {
        (Some(quote), _) => {
            let line = text.get(quote..).and_then(|rest| rest.lines().next()).map_or(1, str::len);
            Problem::new(Some(quote..quote + line), "this text is never closed", "expected a closing `\"`")
        }
        (None, Some(&(at, closing))) => {
            let wanted = format!("expected a closing `{}`", char::from(closing));
            Problem::new(Some(at..at + 1), "this bracket is never closed", wanted)
        }
        (None, None) => Problem::new(Some(start..start), "no list here", "expected a list in square brackets"),
    })
}

/// Finds the byte after the closing brace of an object, line by line, without parsing the object.
#[derive(Debug, Default)]
pub(crate) struct Extent {
    depth: usize,
    is_quoted: bool,
    is_escaped: bool,
}

impl Extent {
    /// Scans one more line from byte `from`. Returns the byte where the object ends, if it ends in
    /// this line.
    pub(crate) fn line(&mut self, line: &[u8], from: usize) -> Option<usize> {
        for (at, &byte) in line.iter().enumerate().skip(from) {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.is_quoted => self.is_escaped = true,
                b'"' => self.is_quoted = !self.is_quoted,
                _ if self.is_quoted => {}
                b'{' => self.depth += 1,
                b'}' if self.depth <= 1 => return Some(at + 1),
                b'}' => self.depth -= 1,
                _ => {}
            }
        }
        None
    }
}

/// Parses the list that [`end_of_list`] has measured.
///
/// # Errors
///
/// The first syntax error.
pub(crate) fn parse(text: &str, list: Range<usize>) -> Result<Node, Problem> {
    let strict = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let offset = list.start;
    let slice = text.get(list.clone()).unwrap_or_default();
    match parse_to_ast(slice, &CollectOptions::default(), &strict) {
        Ok(parsed) => Ok(parsed.value.map_or_else(
            || Node { span: Span::from(list), value: Value::Other("nothing") },
            |value| node(value, offset),
        )),
        Err(error) => Err(syntax_problem(text, offset, &error)),
    }
}

fn node(value: ast::Value<'_>, offset: usize) -> Node {
    let range = value.range();
    let span = Span::from(offset + range.start..offset + range.end);
    let value = match value {
        ast::Value::NumberLit(number) if number.value.contains(['.', 'e', 'E']) => Value::Float,
        ast::Value::NumberLit(number) => number.value.parse().map_or(Value::HugeInteger, Value::Integer),
        ast::Value::StringLit(text) => Value::Text(text.value.into_owned()),
        ast::Value::BooleanLit(boolean) => Value::Boolean(boolean.value),
        ast::Value::Array(list) => Value::List(list.elements.into_iter().map(|item| node(item, offset)).collect()),
        ast::Value::Object(object) => {
            Value::Object(object.properties.into_iter().map(|it| entry(it, offset)).collect())
        }
        ast::Value::NullKeyword(_) => Value::Other("`null`"),
    };
    Node { span, value }
}

fn entry(property: ast::ObjectProp<'_>, offset: usize) -> Entry {
    let range = property.name.range();
    let key_span = Span::from(offset + range.start..offset + range.end);
    Entry { key: property.name.into_string(), key_span, node: node(property.value, offset) }
}

fn syntax_problem(text: &str, offset: usize, error: &ParseError) -> Problem {
    use ParseErrorKind as Kind;

    let mut span = clamped(text, offset + error.range().start..offset + error.range().end);
    let here = text.get(span.range()).unwrap_or_default();
    let (message, wanted) = match error.kind() {
        Kind::UnexpectedComma => ("nothing is before this comma".to_owned(), "expected an entry before each comma"),
        Kind::TrailingCommasNotAllowed => ("nothing follows this comma".to_owned(), "expected an entry, or no comma"),
        Kind::ExpectedComma => {
            let after = span.end();
            span = next_character(text, after);
            let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
            if span.start() == after && digit(after) {
                // The parser takes a leading zero for a separate number.
                span = Span::from(after - 1..after + text.bytes().skip(after).take_while(u8::is_ascii_digit).count());
                ("this number has a leading zero".to_owned(), NUMBER)
            } else {
                ("a comma is missing before this".to_owned(), "expected commas between entries")
            }
        }
        Kind::UnexpectedWord | Kind::UnexpectedToken | Kind::UnexpectedColon | Kind::UnexpectedTokenInObject => {
            (format!("{} is not allowed here", quoted(here)), "expected a number, a list, or a text in double quotes")
        }
        Kind::SingleQuotedStringsNotAllowed => {
            ("single quotes are not allowed here".to_owned(), "expected double quotes")
        }
        Kind::CommentsNotAllowed => ("a comment is not allowed here".to_owned(), "LeetCode's notation has no comments"),
        Kind::ExpectedDigit
        | Kind::ExpectedDigitFollowingNegativeSign
        | Kind::ExpectedPlusMinusOrDigitInNumberLiteral
        | Kind::HexadecimalNumbersNotAllowed
        | Kind::NonFiniteNumbersNotAllowed
        | Kind::UnaryPlusNumbersNotAllowed
        | Kind::BareDecimalPointNumbersNotAllowed => {
            span = word_around(text, span.start());
            let here = text.get(span.range()).unwrap_or_default();
            (format!("{} is not a number", quoted(here)), NUMBER)
        }
        Kind::String(_) => ("this text has a wrong escape".to_owned(), "expected a text without backslashes"),
        other => (other.to_string().to_ascii_lowercase(), "expected a list of numbers, lists or texts"),
    };
    Problem::new(Some(span.range()), message, wanted)
}

/// The span of the next character that is not a space.
fn next_character(text: &str, from: usize) -> Span {
    let rest = text.get(from..).unwrap_or_default();
    let trimmed = rest.trim_start();
    let at = text.len() - trimmed.len();
    Span::from(at..at + trimmed.chars().next().map_or(0, char::len_utf8))
}

/// The span of the word around byte `at`, between spaces, commas and brackets.
fn word_around(text: &str, at: usize) -> Span {
    let is_end = |c: char| c.is_whitespace() || ",[]{}\"".contains(c);
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    let start = before.char_indices().rev().find(|&(_, c)| is_end(c)).map_or(0, |(end, c)| end + c.len_utf8());
    Span::from(start..at + after.find(is_end).unwrap_or(after.len()))
}
