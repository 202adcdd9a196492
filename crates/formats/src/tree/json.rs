//! JSON lists. Strict: no comments, no trailing commas, no other leniency.

use std::ops::Range;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::{MAX_DEPTH, Node, Span, Value, too_deep};
use crate::problem::{Problem, clamped, quoted};

/// Where the list ends whose bracket opens at this byte. Time: O(length), memory: O(1).
///
/// # Errors
///
/// A problem if it nests too deep or never ends.
pub(crate) fn end_of_list(text: &str, start: usize) -> Result<usize, Problem> {
    let mut open = Vec::with_capacity(MAX_DEPTH);
    let mut quote = None;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match (quote, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(_), b'"') => quote = None,
            (None, b'"') => quote = Some(at),
            (None, b'[' | b'{') if open.len() == MAX_DEPTH => return Err(too_deep(at)),
            (None, b'[') => open.push((at, b']')),
            (None, b'{') => open.push((at, b'}')),
            (None, b']' | b'}') => {
                if open.pop().is_none_or(|(_, closing)| closing != byte) {
                    let message = format!("`{}` does not match the bracket before it", char::from(byte));
                    return Err(Problem::new(Some(at..at + 1), message, "brackets in pairs"));
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
            Problem::new(Some(quote..quote + line), "this text is never closed", "a closing `\"`")
        }
        (None, Some(&(at, closing))) => {
            let wanted = format!("a closing `{}`", char::from(closing));
            Problem::new(Some(at..at + 1), "this bracket is never closed", wanted)
        }
        (None, None) => Problem::new(Some(start..start), "no list here", "a list in square brackets"),
    })
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
        ast::Value::Object(_) => Value::Other("an object"),
        ast::Value::NullKeyword(_) => Value::Other("`null`"),
    };
    Node { span, value }
}

fn syntax_problem(text: &str, offset: usize, error: &ParseError) -> Problem {
    use ParseErrorKind as Kind;

    let mut span = clamped(text, offset + error.range().start..offset + error.range().end);
    let here = text.get(span.range()).unwrap_or_default();
    let (message, wanted) = match error.kind() {
        Kind::UnexpectedComma => ("nothing stands before this comma".to_owned(), "an entry between two commas"),
        Kind::TrailingCommasNotAllowed => ("nothing follows this comma".to_owned(), "an entry, or no comma"),
        Kind::ExpectedComma => {
            span = next_character(text, span.end());
            ("a comma is missing before this".to_owned(), "commas between entries")
        }
        Kind::UnexpectedWord | Kind::UnexpectedToken | Kind::UnexpectedColon | Kind::UnexpectedTokenInObject => {
            (format!("{} does not fit here", quoted(here)), "a number, a list, or a text in double quotes")
        }
        Kind::SingleQuotedStringsNotAllowed => ("single quotes".to_owned(), "texts in double quotes"),
        Kind::CommentsNotAllowed => ("a comment".to_owned(), "no comments: LeetCode's notation has none"),
        Kind::ExpectedDigit
        | Kind::ExpectedDigitFollowingNegativeSign
        | Kind::ExpectedPlusMinusOrDigitInNumberLiteral
        | Kind::HexadecimalNumbersNotAllowed
        | Kind::NonFiniteNumbersNotAllowed
        | Kind::UnaryPlusNumbersNotAllowed
        | Kind::BareDecimalPointNumbersNotAllowed => ("this is no number".to_owned(), "a number in plain digits"),
        Kind::String(_) => ("a text with a wrong escape".to_owned(), "a text without backslashes"),
        other => (other.to_string().to_lowercase(), "a list of numbers, lists or texts"),
    };
    Problem::new(Some(span.range()), message, wanted)
}

/// The next character that is no space.
fn next_character(text: &str, from: usize) -> Span {
    let rest = text.get(from..).unwrap_or_default();
    let trimmed = rest.trim_start();
    let at = text.len() - trimmed.len();
    Span::from(at..at + trimmed.chars().next().map_or(0, char::len_utf8))
}
