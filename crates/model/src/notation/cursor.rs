//! A point in the text of a move, and what may stand there: letters, arrows, vertices, costs.

use crate::board::Vertex;
use crate::game::Game;
use crate::rules::Side;
use crate::vertex_choice::VertexChoice;

/// The words for a move that leaves all pieces where they are.
const STAYING: [&str; 4] = ["stay", "stays", "staying", "pass"];

/// The point in a text up to which it has been read. A method that takes something moves the cursor
/// past it; if the text continues differently, the cursor does not move.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest().trim_start().is_empty()
    }

    pub(super) fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        self.at = self.text.len() - self.rest().trim_start_matches(skipped).len();
    }

    pub(super) fn skip_space(&mut self) {
        self.skip(char::is_whitespace);
    }

    /// Skips the parts of a printed line that follow a move: `only` or `best`, words in brackets,
    /// and a punctuation mark. On a numbered line it also skips a distance and the remark, with the
    /// lines on which the remark goes on below its beginning. A remark is set apart by two blanks
    /// and begins with a small letter, but not with the name of a vertex. After a distance, or `=`
    /// or `–` in its place, it may begin with anything, but has a word that is no part of a move. A
    /// distance needs no remark if two blanks set it apart.
    pub(super) fn skip_remark(&mut self, is_numbered: bool, game: &Game) {
        let mut ahead = *self;
        ahead.skip_space();
        for word in ["only", "best"] {
            if ahead
                .rest()
                .strip_prefix(word)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r', ',', ';', '.']))
            {
                self.at = ahead.at + word.len();
            }
        }
        ahead = *self;
        ahead.skip(|letter| letter.is_whitespace() && (is_numbered || letter != '\n'));
        let in_brackets = ahead.rest().strip_prefix('(').unwrap_or_default();
        let counted = in_brackets.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if in_brackets.starts_with(char::is_lowercase) || counted.starts_with(" others") {
            // The words may name cells, which have brackets of their own.
            let mut depth = 0;
            let closes = |letter: char| {
                depth += i32::from(letter == '(') - i32::from(letter == ')');
                depth == 0
            };
            self.at = ahead.rest().find(closes).map_or(self.at, |end| ahead.at + end + 1);
        }
        if self.rest().starts_with([',', ';', '.']) && !self.rest()[1..].starts_with([',', ';', '.']) {
            self.at += 1;
        }
        if !is_numbered {
            return;
        }
        let line = self.rest().lines().next().unwrap_or_default();
        let (mut rest, blanks) = (line.trim_start(), line.len() - line.trim_start().len());
        let is_named = |word: &str| Cursor { text: word, at: 0 }.named(game).is_some();
        // `staying` is a word of remarks, which call a move by its target.
        let is_word = |word: &str| {
            let letters = word.trim_end_matches([',', ';', ':', ')']);
            letters.len() > 2
                && letters.chars().all(char::is_lowercase)
                && !["stay", "stays", "pass"].contains(&letters)
                && !is_named(letters)
        };
        let after_distance = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let after_distance =
            if after_distance.len() == rest.len() { rest.trim_start_matches(['=', '–']) } else { after_distance };
        let is_bare = after_distance.len() < rest.len() && after_distance.trim().is_empty();
        let is_remark = if is_bare && blanks >= 2 {
            true
        } else if after_distance.len() < rest.len() && after_distance.starts_with("  ") {
            rest = after_distance.trim_start();
            rest.split(' ').any(is_word)
        } else {
            blanks >= 2 && rest.starts_with(|letter: char| letter.is_lowercase()) && !is_named(rest)
        };
        if !is_remark {
            return;
        }
        self.at += line.len();
        let begin = self.text[..self.at - rest.len()].rfind('\n').map_or(0, |end| end + 1);
        let column = self.text[begin..self.at - rest.len()].chars().count();
        // The remark goes on where it begins, in the same column.
        loop {
            let rest = self.rest();
            let below = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'));
            let Some(next) = below.and_then(|below| below.lines().next()) else { return };
            let indent = next.len() - next.trim_start_matches(' ').len();
            if indent != column || next.len() == indent {
                return;
            }
            self.at += rest.len() - below.map_or(0, str::len) + next.len();
        }
    }

    /// Takes a number.
    pub(super) fn number(&mut self) -> Option<usize> {
        let digits = self.rest().len() - self.rest().trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let number = self.rest()[..digits].parse().ok()?;
        self.at += digits;
        Some(number)
    }

    /// Takes a word for staying, in a list of moves.
    pub(super) fn stay_in_list(&mut self) -> bool {
        let word = self
            .rest()
            .split(|letter: char| letter.is_whitespace() || ",;".contains(letter))
            .next()
            .unwrap_or_default();
        let is_it = STAYING.iter().any(|known| word.eq_ignore_ascii_case(known));
        self.at += if is_it { word.len() } else { 0 };
        is_it
    }

    /// Takes the letter of a side, in upper or lower case.
    pub(super) fn letter(&mut self, side: Side) -> bool {
        let is_it = self.rest().chars().next().is_some_and(|found| found.to_ascii_uppercase() == side.letter());
        self.at += usize::from(is_it);
        is_it
    }

    /// Takes `stays at`.
    pub(super) fn stays_at(&mut self) -> bool {
        let mut ahead = *self;
        for word in ["stays", "at"] {
            let Some(rest) = ahead.rest().strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))
            else {
                return false;
            };
            ahead.at = self.text.len() - rest.len();
            ahead.skip_space();
        }
        *self = ahead;
        true
    }

    /// Takes a word for a move that leaves all pieces where they are, unless more text of a move
    /// follows it.
    pub(super) fn stay(&mut self) -> bool {
        let word = self.rest().split_whitespace().next().unwrap_or_default();
        let is_it = STAYING.iter().any(|known| word.eq_ignore_ascii_case(known));
        let mut ahead = *self;
        ahead.at += word.len();
        let has_end = is_it && (ahead.is_at_end() || ahead.cost().is_some());
        if has_end {
            self.at += word.len();
        }
        has_end
    }

    /// Takes an arrow and the spaces around it.
    pub(super) fn arrow(&mut self) -> bool {
        let mut ahead = *self;
        ahead.skip_space();
        let found = ["→", "->", "-"].into_iter().find(|arrow| ahead.rest().starts_with(arrow));
        let Some(arrow) = found else {
            return false;
        };
        ahead.at += arrow.len();
        ahead.skip_space();
        *self = ahead;
        true
    }

    /// Takes a cost in brackets.
    pub(super) fn cost(&mut self) -> Option<u32> {
        let mut ahead = *self;
        ahead.skip_space();
        let (cost, _) = ahead.rest().strip_prefix('(')?.split_once(')')?;
        ahead.at += cost.len() + 2;
        let cost = cost.trim().parse().ok()?;
        *self = ahead;
        Some(cost)
    }

    /// Takes one of these vertices. If one name is the beginning of another, it takes the longer
    /// name.
    pub(super) fn one_of(&mut self, game: &Game, mut among: impl Iterator<Item = Vertex>) -> Option<Vertex> {
        let mut ahead = *self;
        if let Some(vertex) = ahead.cell(game) {
            let is_among = among.any(|other| other == vertex);
            self.at = if is_among { ahead.at } else { self.at };
            return is_among.then_some(vertex);
        }
        let found = among.filter_map(|vertex| Some((self.length(game, vertex)?, vertex)));
        let (length, vertex) = found.max_by_key(|(length, _)| *length)?;
        self.at += length;
        Some(vertex)
    }

    /// Takes any vertex of the board.
    pub(super) fn vertex(&mut self, game: &Game) -> Option<Vertex> {
        let all = (0..game.board().vertices()).map(Vertex::new);
        if let Some(vertex) = self.cell(game) {
            return Some(vertex);
        }
        let digits = self.rest().len() - self.rest().trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        if digits == 0 || game.board().has_captions() {
            return self.one_of(game, all.filter(|&vertex| game.board().word(vertex).is_some()));
        }
        let vertex = self.rest()[..digits].parse().ok().filter(|&number| number < game.board().vertices())?;
        self.one_of(game, std::iter::once(Vertex::new(vertex)))
    }

    /// Takes a cell of a grid: `(2,0)`, `[2,0]` or `2,0`.
    fn cell(&mut self, game: &Game) -> Option<Vertex> {
        game.board().grid()?;
        let text = self.rest();
        let is_part = |letter: char| letter.is_ascii_digit() || letter == ',' || letter.is_whitespace();
        let open = text.starts_with(['(', '[']);
        let inside = &text[usize::from(open)..];
        let length = if open {
            inside.find([')', ']']).map(|close| close + 2)?
        } else {
            let (_, rest) = inside.split_once(',')?;
            let rest = rest.trim_start();
            text.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len()
        };
        let cell = &text[..length];
        let choice: VertexChoice = cell.parse().ok().filter(|choice| matches!(choice, VertexChoice::Cell(..)))?;
        let is_plain = open || cell.chars().all(is_part);
        let vertex = game.board().find(&choice).ok().filter(|_| is_plain && ends_a_word(&text[length..]))?;
        self.at += length;
        Some(vertex)
    }

    /// Takes a vertex, or the letter of a side and a vertex. A name may be written after a colon.
    pub(super) fn placed(&mut self, game: &Game, side: Side) -> Option<Vertex> {
        let mut ahead = *self;
        let mut found = ahead.named(game);
        if found.is_none() {
            ahead = *self;
            if ahead.letter(side) {
                ahead.skip_space();
                ahead.arrow();
                found = ahead.named(game);
            }
        }
        *self = ahead;
        found
    }

    fn named(&mut self, game: &Game) -> Option<Vertex> {
        self.at += usize::from(self.rest().starts_with(':'));
        self.vertex(game)
    }

    /// The length of the caption, the name or the number of this vertex, if the text continues with
    /// it. The cells of a grid have no numbers, and a caption replaces the number.
    fn length(&self, game: &Game, vertex: Vertex) -> Option<usize> {
        let number = vertex.number().to_string();
        let has_number = game.board().grid().is_none() && !game.board().has_captions();
        let texts = [game.board().word(vertex), has_number.then_some(&number[..])];
        let is_here = |text: &&str| self.rest().strip_prefix(text).is_some_and(ends_a_word);
        texts.into_iter().flatten().filter(is_here).map(str::len).max()
    }
}

/// Whether a word ends before `rest`.
pub(super) fn ends_a_word(rest: &str) -> bool {
    !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}

/// Whether a move that is given by its target ends before `rest`.
pub(super) fn ends_a_move(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(char::is_whitespace) || rest.starts_with([',', ';', '.'])
}
