//! Moves as texts. Every move that is printed anywhere can be read back.
//!
//! A move is written as it is printed: `M 1→7`, `C stays at 2`, and for several cats `C 0→1, C stays at 4`, with `→`, `->` or
//! `-` between the vertices. [`read_moves`] reads the moves of a game, and skips the numbers and remarks that a printed line has between them.
//! [`read_move`] reads one move, which may also be given by its target: `7`, `kitchen`, `(2,0)`, `1+4`, `stay`.
//!
//! Time: linear in the text, and in the legal moves of each position.

use std::ops::Range;

use catmouse_arena::{Adjudication, Arena, Measure, Move, PositionId, Status, Values, Words};
use catmouse_explain::Policy;
use catmouse_model::{CatsMove, Game, Side, Vertex, VertexChoice};
use thiserror::Error;

/// The state of a game in progress: the position, and the adjudication that holds from there on, in which a limit is what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameState {
    /// The position.
    pub position: PositionId,
    /// The result of endless play, and what is left of the limit.
    pub adjudication: Adjudication,
}

/// A move that was played, with the state of the game before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The state before the move.
    pub before: GameState,
    /// The move.
    pub step: Move,
}

impl PlayedMove {
    /// The state after the move; `None` if the move goes beyond the limit.
    pub fn after(&self) -> Option<GameState> {
        let adjudication = self.before.adjudication.after(self.step.cost)?;
        Some(GameState { position: self.step.to, adjudication })
    }
}

/// The state after these moves from the state `from`.
pub(crate) fn state_after(from: GameState, moves: &[PlayedMove]) -> GameState {
    moves.last().and_then(PlayedMove::after).unwrap_or(from)
}

/// The policy of a game that began in the state `from`, after these moves.
pub(crate) fn policy_after<V: Values>(game: &Game, values: &V, from: GameState, moves: &[PlayedMove]) -> Policy {
    let befores = moves.iter().map(|played| played.before);
    policy_along(game, values, befores.chain([state_after(from, moves)]))
}

/// The policy of a game that has gone through these states.
pub(crate) fn policy_along<V: Values>(game: &Game, values: &V, states: impl IntoIterator<Item = GameState>) -> Policy {
    let mut policy = Policy::default();
    for GameState { position, adjudication } in states {
        policy.go_on(game.arena(), game, values, &adjudication, position);
    }
    policy
}

/// Why a text does not give a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}: {wanted}")]
#[non_exhaustive]
pub struct MoveError {
    /// The kind of the mistake.
    pub kind: MoveErrorKind,
    /// What is wrong, without a full stop.
    pub what: String,
    /// What was wanted instead, in the same form: the legal moves, if there are any.
    pub wanted: String,
    /// The bytes of the text that are wrong. An empty span is the place at which something is missing.
    pub span: Range<usize>,
}

impl MoveError {
    /// The error that the game is over at a position.
    pub(crate) fn over(game: &Game, position: PositionId, span: Range<usize>) -> Self {
        let wanted = format!("at {}", Words::position(game, position));
        Self { kind: MoveErrorKind::Over, what: "the game is over".to_owned(), wanted, span }
    }
}

/// The kinds of mistakes in the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// The text is not a legal move.
    NoMove,
    /// The text is empty.
    Empty,
    /// The text moves the pieces of the side that is not to move.
    NotItsTurn,
    /// Several legal moves fit the text.
    Ambiguous,
    /// There is more text after the move.
    TooMuch,
    /// The game is over.
    Over,
    /// The limit has run out.
    Limit,
}

/// The greatest number of moves that an error lists.
const MOVES_NAMED: usize = 8;

/// The letters of the sides in the notation.
const LETTERS: [(char, Side); 2] = [('M', Side::Mouse), ('C', Side::Cat)];

/// Reads the moves of a game that was played from the state `from` on.
///
/// What a printed line has between its moves is skipped: spaces, commas, numbers of plies, `only`, `best`, remarks in brackets. Of moves that
/// differ only in cost, the cost in brackets chooses one, `M 1→3 (2)`; without it the cheapest is read. Time: linear in the text and in the
/// legal moves at each position.
///
/// # Errors
///
/// [`MoveError`] for the first text that is not a move, with its place and the moves that were legal there.
pub fn read_moves(game: &Game, from: GameState, text: &str) -> Result<Vec<PlayedMove>, MoveError> {
    let (mut moves, mut here): (Vec<PlayedMove>, GameState) = (Vec::new(), from);
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_filler();
    while !cursor.is_at_end() {
        let start = cursor.at;
        let reading = Reading { game, position: here.position, legal: legal(game, here.position) };
        let Some(step) = reading.printed(&mut cursor) else {
            let pieces = game.position(here.position).pieces(reading.side()).len();
            return Err(reading.no_move(text, excerpt(text, start, pieces)));
        };
        let played = PlayedMove { before: here, step };
        let Some(after) = played.after() else {
            let (count, moves) = (moves.len(), if moves.len() == 1 { "move" } else { "moves" });
            return Err(MoveError {
                kind: MoveErrorKind::Limit,
                what: format!("the limit has run out after {count} {moves}"),
                wanted: format!("the game is over at {}", Words::position(game, here.position)),
                span: start..cursor.at,
            });
        };
        moves.push(played);
        here = after;
        cursor.skip_filler();
    }
    Ok(moves)
}

/// Reads one move at a position: as it is printed, or by its target.
///
/// A vertex is given by its number, its name or its cell. A name that could be read as something else, such as `stay`, is written behind a
/// colon. A target of several cats is given by the vertices of all of them, `1+4` or `1 4`, or by as many as only one move leads to. `stay`
/// leaves all pieces where they are.
///
/// # Errors
///
/// [`MoveError`] with the legal moves.
pub fn read_move(game: &Game, position: PositionId, text: &str) -> Result<Move, MoveError> {
    let reading = Reading { game, position, legal: legal(game, position) };
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_space();
    if cursor.is_at_end() {
        return Err(reading.error(MoveErrorKind::Empty, "there is no move".to_owned(), 0..text.len()));
    }
    let all = cursor.at..text.trim_end().len();
    if let Some(step) = reading.printed(&mut cursor) {
        cursor.skip_filler();
        if cursor.is_at_end() {
            return Ok(step);
        }
        let what = format!("`{}` is more than one move", text[all.clone()].escape_debug());
        return Err(reading.error(MoveErrorKind::TooMuch, what, cursor.at..all.end));
    }
    reading.by_target(text, all)
}

/// Reads where a side places its pieces, one vertex for each: `3`, `1 4`, `M3`, `C1 C4` or `(0,2) (1,3)`.
///
/// # Errors
///
/// [`MoveError`] for the first text that is not a vertex, or for too many or too few vertices.
pub fn read_places(game: &Game, side: Side, text: &str) -> Result<Vec<Vertex>, MoveError> {
    let count = if side == Side::Mouse { 1 } else { game.rules().cats as usize };
    let wanted = || match (side, count) {
        (Side::Mouse, _) => "name one vertex for the mouse".to_owned(),
        (Side::Cat, 1) => "name one vertex for the cat".to_owned(),
        (Side::Cat, count) => format!("name {count} vertices for the cats, with spaces between them"),
    };
    let error = |kind, what, span| Err(MoveError { kind, what, wanted: wanted(), span });
    let mut cursor = Cursor { text, at: 0 };
    let mut places = Vec::new();
    loop {
        cursor.skip(|letter| letter.is_whitespace() || ",;+".contains(letter));
        if cursor.is_at_end() {
            break;
        }
        let start = cursor.at;
        if let Some(place) = cursor.placed(game, side) {
            places.push(place);
            continue;
        }
        let word = excerpt(text, start, usize::MAX);
        let what = format!("`{}` is no vertex that {} may stand on", text[word.clone()].escape_debug(), side.noun());
        return error(MoveErrorKind::NoMove, what, word);
    }
    let kind = if places.is_empty() { MoveErrorKind::Empty } else { MoveErrorKind::NoMove };
    if places.len() != count {
        let vertices = if places.len() == 1 { "vertex" } else { "vertices" };
        return error(kind, format!("these are {} {vertices}", places.len()), 0..text.len());
    }
    places.sort_unstable();
    Ok(places)
}

/// The legal moves at a position, in the arena's order; the list is empty where the game is over or in stalemate.
pub(crate) fn legal(game: &Game, position: PositionId) -> Vec<Move> {
    match game.arena().status(position) {
        Status::Won(_) => Vec::new(),
        Status::Turn(_) => game.arena().successors(position).collect(),
    }
}

/// A move as it is printed, with its cost in brackets where moves have costs.
pub(crate) fn move_text(game: &Game, position: PositionId, step: Move) -> String {
    let text = game.step(position, step.to);
    match game.measure() {
        Measure::Plies => text,
        Measure::Cost => format!("{text} ({})", step.cost),
    }
}

/// A list of moves as they are printed, for a sentence.
pub(crate) fn named(game: &Game, position: PositionId, moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().take(MOVES_NAMED).map(|step| game.step(position, step.to)).collect();
    let more = if moves.len() > MOVES_NAMED { "; …" } else { "" };
    format!("{}{more}", texts.join("; "))
}

/// The part of a text that an error shows as the wrong move: from `start`, words up to the next letter of a piece, at most one word with an
/// arrow for each piece, and at most a few characters.
fn excerpt(text: &str, start: usize, pieces: usize) -> Range<usize> {
    const SHOWN: usize = 24;
    let rest = text[start..].lines().next().unwrap_or_default();
    let is_letter = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().is_some_and(|letter| matches!(letter, 'M' | 'C' | 'm' | 'c'));
        first && letters.next().is_none_or(|letter| letter.is_ascii_digit() || letter == '(')
    };
    let (mut end, mut arrows) = (0, 0);
    let mut next = 0;
    for word in rest.split([' ', '\t', ',', ';']) {
        let from = next;
        next += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        let has_arrow = word.contains('→') || word.contains('-');
        if end > 0 && (is_letter(word) || arrows == pieces || from + word.len() > SHOWN) {
            break;
        }
        arrows += usize::from(has_arrow);
        end = from + word.len();
    }
    let shown: String = rest[..end].chars().take(SHOWN).collect();
    start..start + shown.len()
}

/// A position at which a move is read, with its legal moves.
struct Reading<'a> {
    game: &'a Game,
    position: PositionId,
    legal: Vec<Move>,
}

impl Reading<'_> {
    fn error(&self, kind: MoveErrorKind, what: String, span: Range<usize>) -> MoveError {
        let at = Words::position(self.game, self.position);
        let (kind, wanted) = match &self.legal[..] {
            [] => (MoveErrorKind::Over, format!("the game is over at {at}")),
            [only] => (kind, format!("at {at} the only move is {}", self.game.step(self.position, only.to))),
            moves => (kind, format!("at {at} the moves are {}", named(self.game, self.position, moves))),
        };
        MoveError { kind, what, wanted, span }
    }

    /// The error that the text is not a move at this position, or that it is a move of the other side.
    fn no_move(&self, text: &str, span: Range<usize>) -> MoveError {
        let shown = text[span.clone()].escape_debug();
        let other = match self.side() {
            Side::Mouse => Side::Cat,
            Side::Cat => Side::Mouse,
        };
        let mut cursor = Cursor { text, at: span.start };
        let is_of_other = !self.legal.is_empty() && cursor.letter(other) && {
            cursor.skip_space();
            cursor.vertex(self.game).is_some() && cursor.arrow() || cursor.stays_at()
        };
        if is_of_other {
            let what = format!("`{shown}` moves {}, and it is the turn of {}", other.noun(), self.side().noun());
            return self.error(MoveErrorKind::NotItsTurn, what, span);
        }
        let lacks_letter = Cursor { text, at: span.start }.is_at_places();
        let mut error = self.error(MoveErrorKind::NoMove, format!("`{shown}` is no move here"), span);
        if lacks_letter {
            error.wanted = format!("a move begins with the letter of its side: {}", error.wanted);
        }
        error
    }

    /// The side to move.
    fn side(&self) -> Side {
        self.game.position(self.position).turn
    }

    /// Reads a move in its printed form at the cursor. If there is none, the cursor stays where it is.
    fn printed(&self, cursor: &mut Cursor<'_>) -> Option<Move> {
        let start = cursor.at;
        let found = self.pairs(cursor).and_then(|pairs| {
            let targets = self.targets(&pairs)?;
            let all: Vec<Move> = self.to(&targets).collect();
            self.of_cost(&all, cursor)
        });
        if found.is_none() {
            cursor.at = start;
        }
        found
    }

    /// The origin and the target of each piece that the text moves.
    fn pairs(&self, cursor: &mut Cursor<'_>) -> Option<Vec<(Vertex, Vertex)>> {
        let position = self.game.position(self.position);
        let pieces = position.pieces(position.turn);
        let mut pairs = vec![self.pair(cursor, pieces)?];
        while pairs.len() < pieces.len() {
            let mark = cursor.at;
            cursor.skip(|letter| letter.is_whitespace() || letter == ',');
            let Some(pair) = self.pair(cursor, pieces) else {
                cursor.at = mark;
                break;
            };
            pairs.push(pair);
        }
        Some(pairs)
    }

    fn pair(&self, cursor: &mut Cursor<'_>, pieces: &[Vertex]) -> Option<(Vertex, Vertex)> {
        if !cursor.letter(self.side()) {
            return None;
        }
        cursor.skip_space();
        if cursor.stays_at() {
            let place = cursor.one_of(self.game, pieces.iter().copied())?;
            return Some((place, place));
        }
        let origin = cursor.one_of(self.game, pieces.iter().copied())?;
        if !cursor.arrow() {
            return None;
        }
        Some((origin, cursor.vertex(self.game)?))
    }

    /// Where all pieces stand after these moves, ascending, if the other pieces stay; `None` if some piece cannot move so.
    fn targets(&self, pairs: &[(Vertex, Vertex)]) -> Option<Vec<Vertex>> {
        let (game, position) = (self.game, self.game.position(self.position));
        let mut pieces = position.pieces(position.turn).to_vec();
        let several = pieces.len() > 1;
        for (origin, _) in pairs {
            let index = pieces.iter().position(|piece| piece == origin)?;
            pieces.remove(index);
        }
        // Pieces that the text does not mention stay.
        let all = pairs.iter().copied().chain(pieces.iter().map(|&piece| (piece, piece)));
        let stands_still = game.rules().cats_move == CatsMove::One;
        let possible = |(origin, target): (Vertex, Vertex)| {
            let reachable = || {
                let origin = catmouse_arena::Place::new(origin.number());
                let places = game.steps_from(position.turn.into(), origin);
                places.iter().any(|place| place.number() == target.number())
            };
            !several || origin == target && stands_still || reachable()
        };
        let mut targets = Vec::new();
        for (origin, target) in all {
            if !possible((origin, target)) {
                return None;
            }
            targets.push(target);
        }
        targets.sort_unstable();
        Some(targets)
    }

    /// The legal moves after which the mover's pieces stand on these vertices, given in ascending order.
    fn to(&self, targets: &[Vertex]) -> impl Iterator<Item = Move> {
        self.legal.iter().copied().filter(move |step| self.game.target(self.position, step.to) == targets)
    }

    /// The move among these with the cost in brackets at the cursor; the cheapest if there is no cost.
    fn of_cost(&self, moves: &[Move], cursor: &mut Cursor<'_>) -> Option<Move> {
        let cost = if self.game.board().has_costs() { cursor.cost() } else { None };
        moves.iter().copied().filter(|step| cost.is_none_or(|cost| cost == step.cost)).min_by_key(|step| step.cost)
    }

    /// Reads a move that is given by its target.
    fn by_target(&self, text: &str, span: Range<usize>) -> Result<Move, MoveError> {
        let mut cursor = Cursor { text, at: span.start };
        let found: Vec<Move> = if cursor.stay() {
            self.legal.iter().copied().filter(|step| self.game.stays(self.position, step.to)).collect()
        } else {
            self.places(&mut cursor).map_or_else(Vec::new, |places| self.leading_to(&places))
        };
        let Some(&first) = found.first() else {
            return Err(self.no_move(text, span));
        };
        let others: Vec<Move> = found.iter().copied().filter(|step| step.to != first.to).collect();
        if !others.is_empty() {
            let what = format!("`{}` could be several moves", text[span.clone()].escape_debug());
            let wanted = format!("say which: {}", named(self.game, self.position, &found));
            return Err(MoveError { kind: MoveErrorKind::Ambiguous, what, wanted, span });
        }
        let step = self.of_cost(&found, &mut cursor).filter(|_| cursor.is_at_end());
        step.ok_or_else(|| self.no_move(text, span))
    }

    /// The vertices that a text lists up to its end or to a cost, ascending; `None` if it holds anything else.
    fn places(&self, cursor: &mut Cursor<'_>) -> Option<Vec<Vertex>> {
        let mut places = Vec::new();
        // A hyphen before a number would be the sign of a negative number.
        if !cursor.rest().starts_with('-') || cursor.rest().starts_with("->") {
            cursor.arrow();
        }
        loop {
            cursor.skip(|letter| letter.is_whitespace() || ",;+".contains(letter));
            let mut ahead = *cursor;
            let has_cost = self.game.board().has_costs() && ahead.cost().is_some();
            if cursor.is_at_end() || has_cost {
                break;
            }
            places.push(cursor.placed(self.game, self.side())?);
        }
        places.sort_unstable();
        (!places.is_empty()).then_some(places)
    }

    /// The legal moves after which the mover's pieces stand on exactly these vertices, or else on these and others.
    fn leading_to(&self, places: &[Vertex]) -> Vec<Move> {
        let exact: Vec<Move> = self.to(places).collect();
        if !exact.is_empty() {
            return exact;
        }
        let holds = |step: &Move| {
            let mut targets = self.game.target(self.position, step.to);
            places.iter().all(|place| {
                let index = targets.iter().position(|target| target == place);
                index.map(|index| targets.remove(index)).is_some()
            })
        };
        self.legal.iter().copied().filter(holds).collect()
    }
}

/// The place in a text up to which it has been read. A method that takes something moves the cursor behind it, or leaves the cursor where it
/// is if the text goes on differently.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn is_at_end(&self) -> bool {
        self.rest().trim_start().is_empty()
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        self.at = self.text.len() - self.rest().trim_start_matches(skipped).len();
    }

    fn skip_space(&mut self) {
        self.skip(char::is_whitespace);
    }

    /// Skips what printed lines have between their moves.
    fn skip_filler(&mut self) {
        loop {
            let before = self.at;
            self.skip(|letter| letter.is_whitespace() || ",;.–-=".contains(letter));
            if self.is_at_places() {
                return;
            }
            self.skip(|letter| letter.is_ascii_digit());
            for word in ["only", "best"] {
                if let Some(rest) = self.rest().strip_prefix(word)
                    && ends_a_word(rest)
                {
                    self.at += word.len();
                }
            }
            if let Some(end) = self.rest().strip_prefix('(').and_then(|inner| inner.find(')')) {
                self.at += end + 2;
            }
            if self.at == before {
                return;
            }
        }
    }

    /// Whether two vertices with an arrow between them follow, `1-3` or `(0,1)→(0,2)`: a move without its letter. The numbers of plies, `3.`
    /// or `1-2.`, are not such moves.
    fn is_at_places(&self) -> bool {
        let mut ahead = *self;
        ahead.place() && ahead.arrow() && ahead.place() && !ahead.rest().starts_with('.')
    }

    /// Takes a number, or a cell in brackets, whether or not the board has such a vertex.
    fn place(&mut self) -> bool {
        let before = self.at;
        self.skip(|letter| letter.is_ascii_digit());
        if self.at == before
            && let Some((inner, _)) = self.rest().strip_prefix('(').and_then(|inner| inner.split_once(')'))
            && inner.contains(',')
            && inner.chars().all(|letter| letter.is_ascii_digit() || letter == ',' || letter.is_whitespace())
        {
            self.at += inner.len() + 2;
        }
        self.at > before
    }

    /// Takes the letter of a side, in upper or lower case.
    fn letter(&mut self, side: Side) -> bool {
        let letter = LETTERS.iter().find(|(_, whose)| *whose == side).map(|(letter, _)| *letter);
        let found = self.rest().chars().next().map(|found| found.to_ascii_uppercase());
        let is_it = found.is_some() && found == letter;
        self.at += usize::from(is_it);
        is_it
    }

    /// Takes `stays at`.
    fn stays_at(&mut self) -> bool {
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

    /// Takes a word for a move that leaves all pieces where they are, unless more of a move follows it.
    fn stay(&mut self) -> bool {
        let word = self.rest().split_whitespace().next().unwrap_or_default();
        let is_it = ["stay", "stays", "staying", "pass"].iter().any(|known| word.eq_ignore_ascii_case(known));
        let mut ahead = *self;
        ahead.at += word.len();
        let has_end = is_it && (ahead.is_at_end() || ahead.cost().is_some());
        if has_end {
            self.at += word.len();
        }
        has_end
    }

    /// Takes an arrow and the spaces around it.
    fn arrow(&mut self) -> bool {
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
    fn cost(&mut self) -> Option<u32> {
        let mut ahead = *self;
        ahead.skip_space();
        let (cost, _) = ahead.rest().strip_prefix('(')?.split_once(')')?;
        ahead.at += cost.len() + 2;
        let cost = cost.trim().parse().ok()?;
        *self = ahead;
        Some(cost)
    }

    /// Takes one of these vertices. Where one name is the beginning of another, it takes the longer one.
    fn one_of(&mut self, game: &Game, among: impl Iterator<Item = Vertex>) -> Option<Vertex> {
        if game.board().grid().is_some() {
            let mut ahead = *self;
            let vertex = ahead.cell(game)?;
            let is_among = among.into_iter().any(|other| other == vertex);
            self.at = if is_among { ahead.at } else { self.at };
            return is_among.then_some(vertex);
        }
        let found = among.filter_map(|vertex| Some((self.length(game, vertex)?, vertex)));
        let (length, vertex) = found.max_by_key(|(length, _)| *length)?;
        self.at += length;
        Some(vertex)
    }

    /// Takes any vertex of the board.
    fn vertex(&mut self, game: &Game) -> Option<Vertex> {
        let all = (0..game.board().vertices()).map(Vertex::new);
        if game.board().grid().is_some() {
            return self.cell(game);
        }
        let digits = self.rest().len() - self.rest().trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        if digits == 0 {
            return self.one_of(game, all.filter(|&vertex| game.board().name(vertex).is_some()));
        }
        let vertex = self.rest()[..digits].parse().ok().filter(|&number| number < game.board().vertices())?;
        self.one_of(game, std::iter::once(Vertex::new(vertex)))
    }

    /// Takes a cell of a grid: `(2,0)`, `[2,0]` or `2,0`.
    fn cell(&mut self, game: &Game) -> Option<Vertex> {
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

    /// Takes a vertex, or the letter of a side and a vertex; a name may stand behind a colon.
    fn placed(&mut self, game: &Game, side: Side) -> Option<Vertex> {
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

    /// The length of this vertex in the text, if the text continues with it. Only for boards that are not grids.
    fn length(&self, game: &Game, vertex: Vertex) -> Option<usize> {
        let number = vertex.number().to_string();
        let texts = [game.board().name(vertex), Some(&number)];
        let is_here = |text: &&str| self.rest().strip_prefix(text).is_some_and(ends_a_word);
        texts.into_iter().flatten().filter(is_here).map(str::len).max()
    }
}

/// Whether a word ends where `rest` begins.
fn ends_a_word(rest: &str) -> bool {
    !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}
