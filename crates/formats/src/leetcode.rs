//! The notation of the LeetCode problems 913 and 1728: `[[2,5],[3],[0,4,5]]` is a graph,
//! `["####F","#C...","M...."]` a grid. A graph may have costs; then each neighbour is a pair of
//! vertex and cost: `[[[2,7],[5,1]],[[3,1]]]`.
//!
//! `Input:`, and `graph =` or `grid =`, may precede the board. Jumps may follow a grid, by name
//! (`catJump = 1, mouseJump = 2`, in any order) or as two numbers, `catJump` first, as in
//! LeetCode's test cases.
//!
//! The report of a failed test is read as well. Its lines before `Input` and those from `Output` on are
//! skipped, but the result below `Expected` is the expected outcome.

use catmouse_model::{BoardChoice, Outcome, Preset, RuleChoices, Setting, Setup, SetupPlace};

use crate::board_text::BoardText;
use crate::expectation::Expectation;
use crate::lists;
use crate::problem::{Problem, ReadError, quoted};
use crate::reading::Reading;
use crate::tree::{Node, Span, Value, json};
use crate::words::content;
use crate::{MAX_TREE_BYTES, too_long};

const BOARD: &str = "a board: [[1,2],[0],[0]] is a graph, [\"#MC\",\"..F\"] a grid";
const JUMPS: &str = "catJump = 1, mouseJump = 2, or nothing";

pub(crate) fn read(text: &str) -> Result<BoardText<'_>, ReadError> {
    let start = start_of_board(text);
    let rest = text.get(start..).unwrap_or_default();
    if !rest.starts_with('[') {
        let found = start + rest.lines().next().map_or(0, |line| line.trim_end().len());
        return Err(Problem::expected(Some(start..found), "no board here", BOARD).into());
    }
    match lists::read(text, start) {
        Ok((board, end)) => match (Tail { text, at: end }).rest() {
            "" => {
                let mut document = BoardText::of_lists(Setup::new(board), text, start);
                document.expect = expected(text, end, Preset::CatAndMouse);
                Ok(document)
            }
            more => Err(follows_graph(text, more).into()),
        },
        Err(at) if text.len() > MAX_TREE_BYTES => Err(stopped(text, at).into()),
        Err(_) => read_tree(text, start),
    }
}

/// Reads a text that is not a plain list of neighbours: a grid, or a board with a mistake.
fn read_tree(text: &str, start: usize) -> Result<BoardText<'_>, ReadError> {
    let end = json::end_of_list(text, start)?;
    let node = json::parse(text, start..end)?;

    let mut reading = Reading::new(text);
    let mut setup = Setup::new(BoardChoice::Adjacency(Vec::new()));
    reading.board(node, &mut setup);
    let more = Tail { text, at: end }.rest();
    let mut game = Preset::CatAndMouse;
    if let BoardChoice::Grid(_) = setup.board {
        reading.jumps(text, end, &mut setup.rules);
        game = Preset::CatAndMouseII;
    } else if !more.is_empty() {
        reading.add(follows_graph(text, more));
    }
    let mut document = BoardText::new(setup, text, reading.finish()?);
    document.expect = expected(text, end, game);
    Ok(document)
}

/// The words that begin a line of LeetCode's report after the board.
const AFTER_BOARD: [&str; 6] = ["use testcase", "output", "expected", "stdout", "explanation", "diff"];

/// Whether a line begins a part of LeetCode's report that is not the board.
pub(crate) fn is_after_board(line: &str) -> bool {
    AFTER_BOARD.iter().any(|word| {
        let (begin, rest) = line.split_at_checked(word.len()).unwrap_or_default();
        begin.eq_ignore_ascii_case(word) && rest.trim_start().chars().next().is_none_or(|letter| letter == ':')
    })
}

/// The expected outcome in a report: the result after `Expected` in the text from byte `end` on.
fn expected(text: &str, end: usize, game: Preset) -> Option<Expectation> {
    let lines = text.get(end..)?.lines().map(str::trim).filter(|line| !line.is_empty());
    // What the program printed may contain the word, too; the report ends with it.
    let is_label = |line: &&str| line.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("expected"));
    let lines: Vec<&str> = lines.collect();
    let at = lines.iter().rposition(is_label)?;
    let (label, mut lines) = (lines[at], lines[at + 1..].iter().copied());
    let same_line = label.split_once(':').map(|(_, result)| result.trim()).filter(|result| !result.is_empty());
    let result = same_line.or_else(|| lines.next())?;
    let all = [Outcome::Mouse, Outcome::Cat, Outcome::Draw];
    let outcome = all.into_iter().find(|&outcome| game.returns(outcome) == Some(result))?;
    Some(Expectation { outcome: Some(outcome), ..Expectation::default() })
}

/// The text after the lines with which LeetCode's report begins, up to `Input`; `None` if the text is
/// no such report.
fn after_report(text: &str) -> Option<&str> {
    /// The most lines before the board.
    const HEAD: usize = 16;
    let mut rest = text;
    for _ in 0..HEAD {
        let (line, after) = rest.split_once('\n')?;
        rest = after;
        let word = line.trim().trim_end_matches(':');
        if ["input", "last executed input"].iter().any(|it| word.eq_ignore_ascii_case(it)) {
            let board = rest.lines().find(|line| !line.trim().is_empty() && !is_after_board(line.trim()))?;
            let is_board = ["graph", "grid", "["].iter().any(|it| board.trim().starts_with(it));
            return is_board.then(|| &rest[rest.find(board).unwrap_or_default()..]);
        }
        if ["[", "{", "graph", "grid"].iter().any(|begin| word.starts_with(begin)) {
            return None;
        }
    }
    None
}

/// Whether a text may go on as a report, by its first line.
pub(crate) fn may_be_report(text: &[u8]) -> bool {
    let begins = |word: &str| text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word.as_bytes()));
    ["wrong answer", "last executed input", "input\n", "runtime", "time limit", "case"].iter().any(|word| begins(word))
}

/// Whether a text is the report of a failed test. Used for recognition.
pub(crate) fn is_report(text: &str) -> bool {
    after_report(text).is_some()
}

/// The problem that `more`, the rest of the text, follows a graph.
fn follows_graph(text: &str, more: &str) -> Problem {
    let wanted = "nothing after a graph; only a grid can be followed by jumps";
    follows_board(text, text.len() - more.len(), wanted)
}

/// The problem of a text that is too long to parse again for a detailed message. It points at the
/// byte where the text stops being a board.
fn stopped(text: &str, at: usize) -> Problem {
    let at = text.floor_char_boundary(at);
    let rest = text.get(at..).unwrap_or_default();
    if rest.starts_with('"') {
        return too_long(MAX_TREE_BYTES);
    }
    let is_end = |(index, c): (usize, char)| index > 0 && (c.is_whitespace() || ",[]{}".contains(c));
    let length = rest.char_indices().find(|&letter| is_end(letter)).map_or(rest.len(), |(index, _)| index);
    let message = match rest.get(..length) {
        None | Some("") => "the board is not finished".to_owned(),
        Some(word) => format!("{} is not allowed here", quoted(word)),
    };
    let wanted = "expected a list with the neighbours of each vertex, such as [[1], [0]]";
    Problem::new(Some(at..at + length), message, wanted)
}

/// The byte where the board begins: after the spaces, `Input:`, and `graph =` or `grid =`.
pub(crate) fn start_of_board(text: &str) -> usize {
    let rest = text.trim_start();
    let rest = after_report(rest).or_else(|| after_input_label(rest)).unwrap_or(rest).trim_start();
    let rest = ["graph", "grid"].iter().find_map(|name| after_equals(rest.strip_prefix(name)?)).unwrap_or(rest);
    text.len() - rest.trim_start().len()
}

/// Whether a text begins with a label of a board: `graph =`, `grid =` or `Input:`. Used for
/// recognition.
pub(crate) fn is_labelled(text: &str) -> bool {
    let is_assigned = |name: &str| text.strip_prefix(name).and_then(after_equals).is_some();
    ["graph", "grid"].into_iter().any(is_assigned) || after_input_label(text).is_some()
}

/// The text after `Input:`; `None` if the text does not begin with `Input:`.
pub(crate) fn after_input_label(text: &str) -> Option<&str> {
    let (label, rest) = text.split_at_checked("input:".len())?;
    label.eq_ignore_ascii_case("input:").then_some(rest)
}

/// The text after its initial equals sign; `None` if it does not begin with one.
pub(crate) fn after_equals(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix('=')
}

impl Reading<'_> {
    /// The board in a list: a graph if the first list or text in it is a list, a grid if it is a
    /// text.
    fn board(&mut self, node: Node, setup: &mut Setup) {
        let Value::List(list) = &node.value else {
            return self.misfit(&node, BOARD);
        };
        let deciding = list.iter().find(|item| matches!(item.value, Value::List(_) | Value::Text(_)));
        match deciding.map(|item| &item.value) {
            Some(Value::Text(_)) => setup.board = self.grid(node, setup),
            None if !list.is_empty() => self.expected(node.span, "this is neither a graph nor a grid", BOARD),
            _ => setup.board = self.adjacency(node),
        }
    }

    /// The jumps that may follow a grid.
    fn jumps(&mut self, text: &str, from: usize, rules: &mut RuleChoices) {
        let mut tail = Tail { text, at: from };
        let mut given = Vec::new();
        while !tail.rest().is_empty() {
            match tail.jump(given.len()) {
                Ok(jump) => given.push(jump),
                Err(problem) => return self.add(problem),
            }
        }
        match &given[..] {
            [cat @ Jump { name: None, .. }, mouse @ Jump { name: None, .. }] => {
                rules.cat_jump = self.jump_length(cat, Setting::CatJump);
                rules.mouse_jump = self.jump_length(mouse, Setting::MouseJump);
            }
            [only @ Jump { name: None, .. }] => {
                self.expected(
                    only.span,
                    "one number follows the grid",
                    "two, first the cat's jump and then the mouse's, or names: catJump = 1, mouseJump = 2",
                );
            }
            named => {
                for jump in named {
                    match jump.name {
                        Some("catJump") if rules.cat_jump.is_none() => {
                            rules.cat_jump = self.jump_length(jump, Setting::CatJump);
                        }
                        Some("mouseJump") if rules.mouse_jump.is_none() => {
                            rules.mouse_jump = self.jump_length(jump, Setting::MouseJump);
                        }
                        Some(name @ ("catJump" | "mouseJump")) => {
                            self.report(jump.span, format!("`{name}` is given twice"), "give it once");
                        }
                        _ => {
                            let message = format!("{} is not allowed here", quoted(tail.slice(jump.span)));
                            self.expected(jump.span, message, JUMPS);
                        }
                    }
                }
            }
        }
    }

    fn jump_length(&mut self, jump: &Jump, setting: Setting) -> Option<i64> {
        self.place(SetupPlace::Setting(setting), jump.number_span);
        let length = jump.number.parse().ok();
        if length.is_none() {
            let digits = jump.number.trim_start_matches(['-', '+']);
            let message = if digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty() {
                if jump.number.starts_with('-') { "this number is too small" } else { "this number is too large" }
            } else {
                "this is not a whole number"
            };
            self.expected(jump.number_span, message, "a number of cells");
        }
        length
    }
}

/// The text after a grid, read word by word.
struct Tail<'a> {
    text: &'a str,
    at: usize,
}

/// A jump in the text: `catJump = 1`, or only `1`.
struct Jump<'a> {
    name: Option<&'a str>,
    number: &'a str,
    number_span: Span,
    span: Span,
}

impl<'a> Tail<'a> {
    /// The remaining text, without leading spaces, and without the rest of a report.
    fn rest(&mut self) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default().trim_start();
        let is_over = rest.lines().next().is_some_and(|line| is_after_board(line.trim_end()));
        let rest = if is_over { "" } else { rest };
        self.at = self.text.len() - rest.len();
        rest
    }

    /// Skips a sign if it is next. Returns whether it was.
    fn skip(&mut self, sign: char) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    /// The next word, up to a space, a comma or an equals sign.
    fn word(&mut self) -> Option<(&'a str, Span)> {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || c == ',' || c == '=').unwrap_or(rest.len());
        let word = rest.get(..end).filter(|word| !word.is_empty())?;
        let start = self.at;
        self.at += end;
        Some((word, Span::from(start..self.at)))
    }

    /// The next jump, with an optional comma before it. `before` is the number of jumps so far;
    /// there may be two.
    fn jump(&mut self, before: usize) -> Result<Jump<'a>, Problem> {
        let from = self.at;
        self.skip(',');
        let Some((word, span)) = self.word() else {
            let message = match self.slice(Span::from(from..from + 1)) {
                "," => "nothing follows this comma".to_owned(),
                sign => format!("{} is not allowed here", quoted(sign)),
            };
            return Err(Problem::expected(Some(from..from + 1), message, JUMPS));
        };
        if before < 2 && self.skip('=') {
            let Some((number, number_span)) = self.word() else {
                let wanted = match word {
                    "catJump" | "mouseJump" => &format!("a number of cells, such as {word} = 1"),
                    _ => JUMPS,
                };
                return Err(Problem::expected(Some(span.range()), format!("{} has no value", quoted(word)), wanted));
            };
            let span = Span::from(span.start()..number_span.end());
            return Ok(Jump { name: Some(word), number, number_span, span });
        }
        if before < 2 && word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
            return Ok(Jump { name: None, number: word, number_span: span, span });
        }
        Err(follows_board(self.text, span.start(), JUMPS))
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }
}

/// The problem that the rest of the line from byte `start` follows the board.
fn follows_board(text: &str, start: usize, wanted: &str) -> Problem {
    let rest = text.get(start..).unwrap_or_default();
    if rest.starts_with([']', '}']) {
        return Problem::new(Some(start..start + 1), "this bracket was never opened", "the board has ended before it");
    }
    let line = rest.lines().next().unwrap_or_default().trim_end();
    Problem::expected(Some(start..start + line.len()), format!("{} follows the board", quoted(line)), wanted)
}

/// Whether a stream with this beginning has one board on each line. It has if the first line that
/// is not blank closes its brackets and no jumps follow. It also has if the first line does not
/// close its brackets but the next line begins another list; then the first board has a mistake.
pub(crate) fn is_one_a_line(text: &str) -> bool {
    let mut lines = content(text, None);
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let start = start_of_board(first);
    let is_list = first.get(start..).is_some_and(|rest| rest.starts_with('['));
    if json::end_of_list(first, start).is_ok() {
        is_list && !is_jump(second) && !is_after_board(second)
    } else {
        is_list && !first.ends_with([',', '[']) && second.starts_with('[')
    }
}

/// Whether a stream with this beginning may have grids with their jumps on the next lines, as in
/// LeetCode's test cases.
pub(crate) fn has_jumps_below(text: &str) -> bool {
    let mut lines = content(text, None);
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    begins_board(first) && json::end_of_list(first, start_of_board(first)).is_ok() && is_jump(second)
}

/// Whether a board begins on a line.
pub(crate) fn begins_board(line: &str) -> bool {
    line.get(start_of_board(line)..).is_some_and(|rest| rest.starts_with('['))
}

/// Whether a line after a grid is one of its jumps.
fn is_jump(line: &str) -> bool {
    let has_name = line.contains("Jump") && !begins_board(line);
    has_name || line.starts_with(|c: char| c.is_ascii_digit() || "-,".contains(c))
}
