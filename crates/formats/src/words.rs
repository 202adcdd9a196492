//! The words of a line with their spans, and the numbers among them. Edge lists, DIMACS files and
//! many other formats consist of such words.

use std::ops::Range;

use catmouse_model::{DefectKind, MAX_COST, MAX_VERTICES, Remedy};

use crate::problem::{Problem, quoted, too_many_vertices};

pub(crate) const DIRECTED: &str = "directed";
pub(crate) const VERTICES: &str = "vertices";
pub(crate) const PARALLEL: &str = "parallel";

/// The words that only the first line of an edge list may have.
pub(crate) const OWN_WORDS: [&str; 3] = [DIRECTED, VERTICES, PARALLEL];

/// A line without its comment. A comment begins with `#`, or with `%` at the beginning of a word:
/// `50%` is a label.
pub(crate) fn without_comment(line: &str) -> &str {
    let begins = |&(at, sign): &(usize, &str)| {
        sign == "#" || line.get(..at).is_some_and(|before| before.chars().next_back().is_none_or(char::is_whitespace))
    };
    let comment = line.match_indices(['#', '%']).find(begins);
    comment.and_then(|(at, _)| line.get(..at)).unwrap_or(line)
}

/// A word between blanks.
#[derive(Clone, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) span: Range<usize>,
}

/// The lines of a text without their line ends, each with its first byte.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let start = next;
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
        next += length;
        Some((rest.get(..length)?.trim_end_matches(['\r', '\n']), start))
    })
}

/// The lines of a text that are neither blank nor begin with the sign of a comment, without blanks
/// around them.
pub(crate) fn content(text: &str, comment: Option<char>) -> impl Iterator<Item = &str> + Clone {
    let mut rest = text.lines();
    std::iter::from_fn(move || {
        loop {
            let line = rest.next()?.trim();
            if !line.is_empty() && comment.is_none_or(|sign| !line.starts_with(sign)) {
                return Some(line);
            }
        }
    })
}

/// Refuses characters that only some programs take as separators. These are carriage returns within
/// lines, which end lines in old files, and control characters, some of which are blanks in Python.
pub(crate) fn ensure_plain(text: &str) -> Result<(), Problem> {
    let is_odd = |byte: u8| byte.is_ascii_control() && byte != b'\t';
    let found = lines(text).find_map(|(line, at)| {
        let within = line.bytes().position(is_odd)?;
        Some((at + within, line.as_bytes()[within]))
    });
    let Some((at, odd)) = found else { return Ok(()) };
    let span = Some(at..at + 1);
    if odd == b'\r' {
        let wanted = "end lines with a line feed, or with a carriage return and a line feed";
        return Err(Problem::new(span, "a carriage return is inside a line", wanted));
    }
    let message = format!("the control character U+{odd:04X} is not allowed here");
    Err(Problem::expected(span, message, "letters, blanks and ends of lines"))
}

/// The words of a line whose first byte is at `at`.
pub(crate) fn words(line: &str, at: usize) -> impl Iterator<Item = Word<'_>> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let rest = line.get(next..)?;
        let start = next + rest.len() - rest.trim_start().len();
        let rest = line.get(start..).filter(|rest| !rest.is_empty())?;
        let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
        next = end;
        Some(Word { text: line.get(start..end)?, span: at + start..at + end })
    })
}

impl Word<'_> {
    /// The word as a number.
    pub(crate) fn number(&self, wanted: &str) -> Result<i64, Problem> {
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let message = match self.text.parse() {
            Ok(number) if is_number => return Ok(number),
            _ if !is_number => format!("{} is not a whole number", quoted(self.text)),
            _ if self.text.starts_with('-') => "this number is too small".to_owned(),
            _ => "this number is too large".to_owned(),
        };
        Err(Problem::expected(Some(self.span.clone()), message, wanted))
    }

    /// The word as the cost of a move. A decimal that is whole, such as `1.0`, is a whole number.
    pub(crate) fn cost(&self) -> Result<u32, Problem> {
        let cost = match whole(self.text) {
            Some(whole) => Ok(whole),
            None => self.number("a cost, such as 3"),
        };
        cost.and_then(|cost| checked_cost(cost, self.span.clone())).map_err(|problem| {
            let is_number = self.decimal().is_some();
            problem.with(is_number.then(uncosted).as_slice())
        })
    }

    /// The value of a key such as `weight` as the cost of a move. Whatever it is, it may be no cost.
    pub(crate) fn keyed_cost(&self) -> Result<u32, Problem> {
        let is_number = self.decimal().is_some();
        self.cost().map_err(|problem| if is_number { problem } else { problem.with(&[uncosted()]) })
    }

    /// The word as a decimal number, which need not be whole; `None` if it is not a number.
    pub(crate) fn decimal(&self) -> Option<f64> {
        decimal(self.text)
    }

    /// The word as the number of vertices.
    pub(crate) fn vertex_count(&self, wanted: &str) -> Result<u32, Problem> {
        let count = self.number(wanted)?;
        let checked = u32::try_from(count).ok().filter(|&count| count <= MAX_VERTICES);
        checked.ok_or_else(|| too_many_vertices(self.span.clone(), count))
    }

    /// The vertex whose number, counted from 1, the word states. The result is counted from 0.
    /// `origin` is the part of the text that gives the number of vertices, for the message.
    pub(crate) fn vertex_from_1(&self, vertices: u32, origin: &str) -> Result<u32, Problem> {
        let number = self.number("a vertex number")?;
        let checked = u32::try_from(number).ok().filter(|number| (1..=vertices).contains(number));
        checked.map(|number| number - 1).ok_or_else(|| {
            let wanted = match vertices {
                MAX_VERTICES => format!("vertices are 1 to {MAX_VERTICES}"),
                0 => format!("{origin} says that there are none"),
                _ => format!("{origin} says {vertices} vertices, and they are 1 to {vertices}"),
            };
            Problem::new(Some(self.span.clone()), format!("vertex {number} does not exist"), wanted)
        })
    }
}

/// The remedy for numbers that are not costs.
pub(crate) fn uncosted() -> Remedy {
    Remedy::new("cost-key", &["none"], "reads the edges without costs")
}

/// The number in a decimal such as `2`, `-0.5` or `2.5e+01`; `None` for other texts. It is the nearest
/// number of 64 bits if the text has at most 15 digits and no huge exponent.
///
/// The standard library's way to read such a number is exact for all texts, but its tables are a
/// fiftieth of the playground's program.
///
/// ```
/// use catmouse_formats::decimal;
///
/// assert_eq!((decimal("-0.1"), decimal("2.5e+01")), (Some(-0.1), Some(25.0)));
/// assert_eq!((decimal("one"), decimal("."), decimal("1e")), (None, None, None));
/// ```
pub fn decimal(text: &str) -> Option<f64> {
    /// Digits beyond these change nothing.
    const MOST_DIGITS: usize = 18;
    /// Greater powers of ten count as this one, which is finite.
    const MOST_POWER: u64 = 280;
    let (sign, unsigned) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    if digits().count() == 0 || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let leading = digits().take_while(|&digit| digit == b'0').count();
    let kept = digits().skip(leading).take(MOST_DIGITS);
    let dropped = digits().skip(leading).count().saturating_sub(MOST_DIGITS);
    let number = kept.fold(0, |number, digit| number * 10 + u64::from(digit - b'0')) as f64;
    let shift = i64::try_from(dropped).ok()? - i64::try_from(fraction.len()).ok()?;
    let exponent = i64::from(exponent.parse::<i32>().ok()?) + shift;
    let power = 10f64.powi(exponent.unsigned_abs().min(MOST_POWER) as i32);
    Some(sign * if exponent < 0 { number / power } else { number * power })
}

/// The whole number in a decimal such as `1.0` or `2.5e+01`; `None` for other words.
fn whole(text: &str) -> Option<i64> {
    /// Beyond this bound, not every whole number is a decimal of 64 bits.
    const MOST: f64 = 9.0e15;
    let word = Word { text, span: 0..0 };
    let number = word.decimal().filter(|_| text.contains(['.', 'e', 'E']))?;
    (number.fract() == 0.0 && number.abs() < MOST).then_some(number as i64)
}

/// Whether a word is the label of a vertex rather than its number.
pub(crate) fn is_label(word: &str) -> bool {
    word.starts_with(|c: char| !c.is_ascii_digit() && !"+-.{[(".contains(c))
}

/// The span from the first to the last of some words; `None` if there are none.
pub(crate) fn span_of(words: &[Word<'_>]) -> Option<Range<usize>> {
    words.first().zip(words.last()).map(|(first, last)| first.span.start..last.span.end)
}

/// The words of a line whose first byte is at `at`. Words in quotes may contain blanks; the quotes
/// are not part of their text. The signs in `between` separate words as blanks do.
pub(crate) fn quoted_words<'a>(line: &'a str, at: usize, between: &[char]) -> Result<Vec<Word<'a>>, Problem> {
    let parts = |c: char| c.is_whitespace() || between.contains(&c);
    let (mut found, mut next) = (Vec::new(), 0);
    loop {
        let rest = line.get(next..).unwrap_or_default();
        let start = next + rest.len() - rest.trim_start_matches(parts).len();
        let rest = line.get(start..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { return Ok(found) };
        let (text, length) = if first == '"' || first == '\'' {
            let Some(end) = rest.get(1..).and_then(|inside| inside.find(first)) else {
                let span = at + start..at + line.trim_end().len();
                let wanted = format!("a closing `{first}`");
                return Err(Problem::expected(Some(span), "this text is never closed", &wanted));
            };
            (rest.get(1..=end), end + 2)
        } else {
            let end = rest.find(parts).unwrap_or(rest.len());
            (rest.get(..end), end)
        };
        found.push(Word { text: text.unwrap_or_default(), span: at + start..at + start + length });
        next = start + length;
    }
}

/// The cost, if it is in range; otherwise a problem with the model's message.
pub(crate) fn checked_cost(cost: i64, span: Range<usize>) -> Result<u32, Problem> {
    let checked = u32::try_from(cost).ok().filter(|cost| (1..=MAX_COST).contains(cost));
    checked.ok_or_else(|| {
        let defect = DefectKind::Cost { cost };
        Problem::new(Some(span), defect.to_string(), defect.wanted())
    })
}

/// The problem that a text which must be one graph contains a second one.
pub(crate) fn second_graph(start: usize, line: &str) -> Problem {
    let span = Some(start..start + line.trim_end().len());
    Problem::expected(span, "this is a second graph", "only one; few commands take several")
}
