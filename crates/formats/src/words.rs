//! The words of a line with their places, and the numbers among them: what edge lists and DIMACS files are made of.

use std::ops::Range;

use catmouse_model::{DefectKind, MAX_COST};

use crate::problem::{Problem, quoted};

pub(crate) const DIRECTED: &str = "directed";
pub(crate) const VERTICES: &str = "vertices";
pub(crate) const PARALLEL: &str = "parallel";

/// The words that the first line may have, and that of no other format.
pub(crate) const OWN_WORDS: [&str; 3] = [DIRECTED, VERTICES, PARALLEL];

/// A line without its comment, which begins with a `#`, or with a `%` at the beginning of a word: `50%` is a label.
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

/// The lines of a text without their line ends, each with the byte where it begins.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = next;
        next += line.len();
        (line.trim_end_matches(['\r', '\n']), start)
    })
}

/// Refuses characters that separate words for some programs only: carriage returns within lines, which end lines in old files, and
/// control characters, some of which are blanks to Python.
pub(crate) fn ensure_plain(text: &str) -> Result<(), Problem> {
    let is_odd = |byte: u8| byte.is_ascii_control() && byte != b'\t';
    let found = lines(text).find_map(|(line, at)| {
        let within = line.bytes().position(is_odd)?;
        Some((at + within, line.as_bytes()[within]))
    });
    let Some((at, odd)) = found else { return Ok(()) };
    let span = Some(at..at + 1);
    if odd == b'\r' {
        let wanted = "lines end with a line feed, alone or behind a carriage return";
        return Err(Problem::new(span, "a carriage return stands within a line", wanted));
    }
    let message = format!("the control character U+{odd:04X} stands here");
    Err(Problem::expected(span, message, "letters, blanks and ends of lines"))
}

/// The words of a line that begins at this byte.
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
            _ if !is_number => format!("{} is no whole number", quoted(self.text)),
            _ if self.text.starts_with('-') => "this number is too small".to_owned(),
            _ => "this number is too large".to_owned(),
        };
        Err(Problem::expected(Some(self.span.clone()), message, wanted))
    }

    /// The word as the cost of a move.
    pub(crate) fn cost(&self) -> Result<u32, Problem> {
        let cost = self.number("a cost, such as 3")?;
        checked_cost(cost, self.span.clone())
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
    Problem::expected(span, "a second graph begins here", "just one; only some commands take several")
}
