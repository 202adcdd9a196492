//! Moves as texts. Every move that is printed anywhere can be read back.
//!
//! A move is read in the form in which it is printed: `M 1→7`, `C stays at 2`, or for several cats
//! `C 0→1, C stays at 4`; a piece that is alone also `stays`. The arrow may be `→`, `->` or `-`, and
//! the letter is optional. A move may also be given by its target: `7`, `kitchen`, `(2,0)`, `1+4`,
//! `stay`. On a grid it may be given by its direction: `up`, `w` or an arrow.
//!
//! [`read_move`] reads one move. [`read_moves`] reads the moves of a game, also from the transcript of
//! a game, which repeats them behind [`TRANSCRIPT`]. It skips the numbers of
//! plies and the remarks that are printed after moves. Any other text is an error, so that no move is
//! lost.
//!
//! Time: linear in the text, and in the legal moves of each position.

mod cursor;

use std::ops::Range;

use catmouse_arena::{InOrder, Measure, Move, PositionId, Words};
use thiserror::Error;

use crate::board::{Direction, Vertex};
use crate::game::Game;
use crate::played::{GameState, PlayedMove};
use crate::remedy::Remedy;
use crate::rules::Side;
use cursor::{Cursor, ends_a_move, ends_a_word};

/// What precedes the moves at the end of the transcript of a game.
pub const TRANSCRIPT: &str = "\nThe moves: ";

/// The reason why a text does not give a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}: {wanted}")]
#[non_exhaustive]
pub struct MoveError {
    /// The kind of the mistake.
    pub kind: MoveErrorKind,
    /// The mistake, without a full stop.
    pub what: String,
    /// The text that was expected instead, in the same style: the legal moves, if there are any.
    pub wanted: String,
    /// The bytes of the text that are wrong. An empty span is the place where something is missing.
    pub span: Range<usize>,
}

impl MoveError {
    /// An error of this kind.
    pub fn new(kind: MoveErrorKind, what: impl Into<String>, wanted: impl Into<String>, span: Range<usize>) -> Self {
        Self { kind, what: what.into(), wanted: wanted.into(), span }
    }

    /// The error that a move is none of the legal moves at a position, which are given.
    pub fn not_among(game: &Game, position: PositionId, legal: &[Move]) -> Self {
        let wanted = format!("the moves are {}", named(game, position, legal));
        Self::new(MoveErrorKind::NoMove, "this is not a legal move", wanted, 0..0)
    }

    /// The settings that would settle the error.
    pub fn remedies(&self) -> Vec<Remedy> {
        let is_folded = self.kind == MoveErrorKind::Folded;
        is_folded.then(|| Remedy::new("full", &["true"], "prints every ply of a line")).into_iter().collect()
    }

    /// The error that the row at this place is folded.
    fn folded(what: String, span: Range<usize>) -> Self {
        Self::new(MoveErrorKind::Folded, what, "write out the moves", span)
    }

    /// The error that the game is over at a position.
    pub fn over(game: &Game, position: PositionId, span: Range<usize>) -> Self {
        Self::new(MoveErrorKind::Over, "the game is over", format!("at {}", Words::position(game, position)), span)
    }
}

/// The kinds of mistakes in the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// The text is not a legal move.
    NoMove,
    /// The text is a direction in which no legal move leads.
    Blocked,
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
    /// The limit is used up.
    Limit,
    /// A row of a folded line does not list the moves of its plies.
    Folded,
}

/// The greatest number of moves that an error lists.
const MOVES_NAMED: usize = 8;

/// Reads the moves of a game that was played from the state `from`, after `earlier` other plies. The
/// numbers of plies count these too.
///
/// A move is given in its printed form or by its target, `3 4`; the targets of several cats are
/// joined, `1+4`. The other contents of a printed line are skipped: the number of the ply before
/// its move, `only` and `best` after a move, and the remark on a numbered line, with the lines on
/// which the remark goes on. A comma, a semicolon or a full stop may follow a move.
///
/// If several moves of different costs fit the text, the cost in brackets chooses one, `M 1→3 (2)`;
/// without a cost the cheapest of them is read. The last move may exceed the limit if another move
/// would not: it ends the game. Time: linear in the text and in the legal moves at each position.
///
/// ```
/// use catmouse_model::{BoardChoice, GameState, Setup, read_moves};
///
/// // The mouse starts at 1, the cat at 2; the hole is 0.
/// let setup = Setup::new(BoardChoice::Adjacency(vec![vec![1, 3], vec![0, 3], vec![3], vec![0, 1, 2]]));
/// let game = setup.plan().expect("the board is valid").game();
/// let position = game.start_id().expect("all starts are given");
/// let start = GameState { position, adjudication: game.adjudication() };
/// let moves = read_moves(&game, start, 0, "M 1→3 C 2→3")?;
/// assert!(game.legal_moves(start.after(&moves).position).is_empty(), "the cat has caught the mouse");
/// # Ok::<(), catmouse_model::MoveError>(())
/// ```
///
/// # Errors
///
/// [`MoveError`] for the first text that is none of these, with its place and the legal moves at
/// that point. A row of a folded line that does not list its moves has an error of its own, with a
/// [remedy](MoveError::remedies).
pub fn read_moves(game: &Game, from: GameState, earlier: usize, text: &str) -> Result<Vec<PlayedMove>, MoveError> {
    let (mut moves, mut here): (Vec<PlayedMove>, GameState) = (Vec::new(), from);
    // The transcript of a game repeats its moves at the end.
    let at = text.rfind(TRANSCRIPT).map_or(0, |at| at + TRANSCRIPT.len());
    let mut cursor = Cursor { text, at };
    // Whether the current line began with the number of a ply.
    let mut is_numbered = false;
    loop {
        let gap = cursor.at;
        cursor.skip_space();
        if cursor.is_at_end() {
            return Ok(moves);
        }
        is_numbered &= !text[gap..cursor.at].contains('\n');
        if moves.last().is_some_and(|last| last.after().is_none()) {
            return Err(limit_has_run_out(game, here.position, moves.len(), excerpt(text, cursor.at, 1)));
        }
        let reading = Reading { game, position: here.position, legal: game.legal_moves(here.position) };
        let has_number = reading.ply_number(&mut cursor, earlier + moves.len() + 1)?;
        let start = cursor.at;
        let is_apart = is_numbered && !has_number && start - gap > 1;
        is_numbered |= has_number;
        let found = match reading.printed(&mut cursor) {
            Some(step) => Some(step),
            // On a numbered line, a number that two blanks set apart is a distance.
            None if is_apart => None,
            None => reading.target_in_list(&mut cursor)?,
        };
        let Some(step) = found else {
            if text[start..].starts_with('…') {
                let what = format!("the plies from {} on are left out here", earlier + moves.len() + 1);
                return Err(MoveError::folded(what, start..start + '…'.len_utf8()));
            }
            let pieces = game.position(here.position).pieces(reading.side()).len();
            return Err(reading.no_move(text, excerpt(text, start, pieces)));
        };
        let played = PlayedMove { before: here, step };
        if played.after().is_none() && !here.can_go_on(game) {
            return Err(limit_has_run_out(game, here.position, moves.len(), start..cursor.at));
        }
        moves.push(played);
        here = played.then();
        cursor.skip_remark(is_numbered, game);
    }
}

/// Reads one move at a position, given in its printed form or by its target.
///
/// A vertex is given by its number, its name or its cell. A name that could be read as something
/// else, such as `stay`, is written after a colon. A target of several cats is given by the
/// vertices of all cats, `1+4` or `1 4`. Some of these vertices are enough if only one move leads
/// to them. `stay` leaves all pieces where they are.
///
/// On a grid, `up`, `left`, `down` and `right`, the letters `w`, `a`, `s` and `d`, arrows and the
/// sequences of arrow keys name the move of one piece straight in that direction, if there is exactly
/// one.
///
/// # Errors
///
/// [`MoveError`] with the legal moves.
pub fn read_move(game: &Game, position: PositionId, text: &str) -> Result<Move, MoveError> {
    let reading = Reading { game, position, legal: game.legal_moves(position) };
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_space();
    if cursor.is_at_end() {
        return Err(reading.error(MoveErrorKind::Empty, "there is no move".to_owned(), 0..text.len()));
    }
    let all = cursor.at..text.trim_end().len();
    if let Some(step) = reading.printed(&mut cursor) {
        cursor.skip(|letter| letter.is_whitespace() || ",;.".contains(letter));
        if cursor.is_at_end() {
            return Ok(step);
        }
        let what = format!("`{}` is more than one move", text[all.clone()].escape_debug());
        return Err(reading.error(MoveErrorKind::TooMuch, what, cursor.at..all.end));
    }
    reading.by_target(text, all)
}

/// Reads the vertices on which a side places its pieces, one for each piece: `3`, `1 4`, `M3`,
/// `C1 C4` or `(0,2) (1,3)`.
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
        if let Some(place) = cursor.placed(game, side).filter(|&place| game.may_stand(side, place)) {
            places.push(place);
            continue;
        }
        let word = excerpt(text, start, usize::MAX);
        let what = format!("`{}` is not a vertex that {} may stand on", text[word.clone()].escape_debug(), side.noun());
        return error(MoveErrorKind::NoMove, what, word);
    }
    let kind = if places.is_empty() { MoveErrorKind::Empty } else { MoveErrorKind::NoMove };
    if places.len() != count {
        let vertices = if places.len() == 1 { "vertex" } else { "vertices" };
        let these = if places.len() == 1 { "this is" } else { "these are" };
        return error(kind, format!("{these} {} {vertices}", places.len()), 0..text.len());
    }
    Ok(game.in_order(side, places))
}

/// The error that the limit is used up at a position, after `count` moves.
fn limit_has_run_out(game: &Game, position: PositionId, count: usize, span: Range<usize>) -> MoveError {
    let moves = if count == 1 { "move" } else { "moves" };
    let what = format!("the limit has run out after {count} {moves}");
    let wanted = format!("the game is over at {}", Words::position(game, position));
    MoveError { kind: MoveErrorKind::Limit, what, wanted, span }
}

/// A list of moves as they are printed, for a sentence.
fn named(game: &Game, position: PositionId, moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().take(MOVES_NAMED).map(|&step| game.move_text(position, step)).collect();
    let more = if moves.len() > MOVES_NAMED { "; …" } else { "" };
    format!("{}{more}", texts.join("; "))
}

/// The part of a text that an error marks as the wrong move. It begins at `start` and extends to
/// the next letter of a piece. It has at most one word with an arrow for each piece, and at most
/// `SHOWN` characters.
fn excerpt(text: &str, start: usize, pieces: usize) -> Range<usize> {
    const SHOWN: usize = 24;
    let rest = text[start..].lines().next().unwrap_or_default();
    let is_letter = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().is_some_and(|letter| matches!(letter, 'M' | 'C' | 'm' | 'c'));
        first && letters.next().is_none_or(|letter| letter.is_ascii_digit() || letter == '(')
    };
    let (mut end, mut arrows) = (0, 0);
    let (mut next, mut depth) = (0, 0_usize);
    // The comma in a cell does not separate words.
    let parts = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(letter, ' ' | '\t' | ',' | ';')
    };
    for word in rest.split(parts) {
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

impl Game {
    /// A move as it is printed, with its cost in brackets if moves have costs.
    pub fn move_text(&self, position: PositionId, step: Move) -> String {
        let text = self.step(position, step);
        match self.measure() {
            Measure::Plies => text,
            Measure::Cost => format!("{text} ({})", step.cost),
        }
    }
}

impl Reading<'_> {
    fn error(&self, kind: MoveErrorKind, what: String, span: Range<usize>) -> MoveError {
        let at = Words::position(self.game, self.position);
        let (kind, wanted) = match &self.legal[..] {
            [] => (MoveErrorKind::Over, format!("the game is over at {at}")),
            [only] => (kind, format!("at {at} the only move is {}", self.game.move_text(self.position, *only))),
            moves => (kind, format!("at {at} the moves are {}", named(self.game, self.position, moves))),
        };
        MoveError { kind, what, wanted, span }
    }

    /// The error that the text is not a legal move at this position, or that it is a move of the
    /// other side.
    fn no_move(&self, text: &str, span: Range<usize>) -> MoveError {
        // A colon marks a word as a place, in texts that front ends write for their users.
        let shown = text[span.clone()].trim_start_matches(':').replace("+:", "+");
        let shown = shown.escape_debug();
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
            let what = format!("`{shown}` moves {}, but it is the turn of {}", other.noun(), self.side().noun());
            return self.error(MoveErrorKind::NotItsTurn, what, span);
        }
        if let Some((step, cost, place)) = self.wrong_cost(Cursor { text, at: span.start }) {
            let what = format!("{} costs {}, not {cost}", self.game.step(self.position, step), step.cost);
            return self.error(MoveErrorKind::NoMove, what, place);
        }
        self.error(MoveErrorKind::NoMove, format!("`{shown}` is not a legal move here"), span)
    }

    /// A move at the cursor that is followed by a wrong cost: the cheapest such move, the wrong
    /// cost, and the bytes of the cost.
    fn wrong_cost(&self, mut cursor: Cursor<'_>) -> Option<(Move, u32, Range<usize>)> {
        let moves: Vec<Move> = match self.pairs(&mut cursor) {
            Some(pairs) => self.with_steps(&pairs),
            None => self.to(&[cursor.placed(self.game, self.side())?]).collect(),
        };
        cursor.skip_space();
        let start = cursor.at;
        let cost = cursor.cost()?;
        let step = moves.into_iter().min_by_key(|step| step.cost)?;
        Some((step, cost, start..cursor.at)).filter(|_| self.game.board().has_costs())
    }

    /// Takes the number of a ply, `3`, `3.` or `3–5`, if a move of the side to move follows it.
    /// Returns whether there was a number.
    fn ply_number(&self, cursor: &mut Cursor<'_>, ply: usize) -> Result<bool, MoveError> {
        let mut ahead = *cursor;
        let Some(first) = ahead.number() else {
            return Ok(false);
        };
        let mut last = first;
        let mut is_range = false;
        for dash in ["–", "-"] {
            let mut beyond = ahead;
            if let Some(rest) = beyond.rest().strip_prefix(dash) {
                beyond.at = beyond.text.len() - rest.len();
                if let Some(number) = beyond.number() {
                    (ahead, last, is_range) = (beyond, number, dash == "–");
                }
            }
        }
        let has_stop = ahead.rest().starts_with('.');
        ahead.at += usize::from(has_stop);
        let end = ahead.at;
        ahead.skip_space();
        if ahead.at == end && !has_stop {
            return Ok(false);
        }
        let mut beyond = ahead;
        let walks = |side: Side| ahead.rest().strip_prefix(side.noun()).is_some_and(|rest| rest.starts_with(' '));
        if is_range && [Side::Mouse, Side::Cat].into_iter().any(walks) {
            let what = format!("plies {first}–{last} are folded into a row without their moves");
            return Err(MoveError::folded(what, cursor.at..end));
        }
        let is_before_move = beyond.letter(self.side()) && {
            beyond.skip_space();
            beyond.stays_at() || beyond.vertex(self.game).is_some() && beyond.arrow()
        };
        if !is_before_move && !has_stop && !is_range {
            return Ok(false);
        }
        let span = cursor.at..end;
        let shown = &cursor.text[span.clone()];
        if first != ply || last < first {
            let what = format!("`{shown}` is not the number of this ply, which is {ply}");
            return Err(self.error(MoveErrorKind::NoMove, what, span));
        }
        if ahead.is_at_end() {
            return Err(self.error(MoveErrorKind::NoMove, format!("no move follows the number `{shown}`"), span));
        }
        *cursor = ahead;
        Ok(true)
    }

    /// Takes a move in a list of moves that is given by its target; the targets of several pieces
    /// are joined by `+`.
    fn target_in_list(&self, cursor: &mut Cursor<'_>) -> Result<Option<Move>, MoveError> {
        let start = cursor.at;
        let mut ahead = *cursor;
        let found: Vec<Move> = if ahead.stay_in_list() {
            self.legal.iter().copied().filter(|step| self.game.stays(self.position, step.to)).collect()
        } else {
            let mut places = Vec::new();
            if !ahead.rest().starts_with('-') || ahead.rest().starts_with("->") {
                ahead.arrow();
            }
            loop {
                let Some(place) = ahead.placed(self.game, self.side()) else {
                    return Ok(None);
                };
                places.push(place);
                let Some(rest) = ahead.rest().strip_prefix('+') else { break };
                ahead.at = ahead.text.len() - rest.len();
            }
            places.put_in_order();
            let pieces = self.game.position(self.position).pieces(self.side()).len();
            if places.len() < pieces && !self.legal.is_empty() {
                let span = start..ahead.at;
                let what = format!("`{}` does not move all the cats", ahead.text[span.clone()].escape_debug());
                let error = self.error(MoveErrorKind::Ambiguous, what, span);
                let wanted = format!("join the vertices with `+`; {}", error.wanted);
                return Err(MoveError { wanted, ..error });
            }
            self.to(&places).collect()
        };
        let step = self.of_cost(&found, &mut ahead).filter(|_| ends_a_move(ahead.rest()));
        if step.is_some() {
            *cursor = ahead;
        }
        Ok(step)
    }

    /// The side to move.
    fn side(&self) -> Side {
        self.game.position(self.position).turn
    }

    /// Takes a move in its printed form. If there is none, the cursor does not move.
    fn printed(&self, cursor: &mut Cursor<'_>) -> Option<Move> {
        let start = cursor.at;
        let found = self.verbatim(cursor).or_else(|| {
            let pairs = self.pairs(cursor)?;
            self.of_cost(&self.with_steps(&pairs), cursor)
        });
        if found.is_none() {
            cursor.at = start;
        }
        found
    }

    /// Takes the text of a legal move exactly as it is printed. This is needed only if names of
    /// vertices contain arrows, because then the arrow of a move does not show where a name ends.
    fn verbatim(&self, cursor: &mut Cursor<'_>) -> Option<Move> {
        let board = self.game.board();
        let mut names = (0..board.vertices()).filter_map(|vertex| board.word(Vertex::new(vertex)));
        if !names.any(|name| name.contains('→')) {
            return None;
        }
        let length = |step: Move| {
            let text = self.game.move_text(self.position, step);
            cursor.rest().strip_prefix(&text[..]).filter(|rest| ends_a_word(rest)).map(|_| text.len())
        };
        let texts = self.legal.iter().filter_map(|&step| Some((length(step)?, step)));
        let (length, step) = texts.max_by_key(|(length, _)| *length)?;
        cursor.at += length;
        Some(step)
    }

    /// Takes the origin and the target of each piece that the text moves.
    fn pairs(&self, cursor: &mut Cursor<'_>) -> Option<Vec<(Vertex, Vertex)>> {
        let position = self.game.position(self.position);
        let pieces = position.pieces(position.turn);
        let mut ahead = *cursor;
        let has_letter = self.pair(&mut ahead, pieces, true).is_some();
        let mut pairs = vec![self.pair(cursor, pieces, has_letter)?];
        while pairs.len() < pieces.len() {
            let mark = cursor.at;
            cursor.skip(|letter| letter.is_whitespace() || letter == ',');
            let Some(pair) = self.pair(cursor, pieces, has_letter) else {
                cursor.at = mark;
                break;
            };
            pairs.push(pair);
        }
        Some(pairs)
    }

    /// Takes the origin and the target of one piece, with or without the letter of its side before
    /// them.
    fn pair(&self, cursor: &mut Cursor<'_>, pieces: &[Vertex], has_letter: bool) -> Option<(Vertex, Vertex)> {
        if has_letter && !cursor.letter(self.side()) {
            return None;
        }
        cursor.skip_space();
        if has_letter && cursor.stays_at() {
            let place = cursor.one_of(self.game, pieces.iter().copied())?;
            return Some((place, place));
        }
        if let ([only], true) = (pieces, has_letter)
            && cursor.stay_in_list()
        {
            return Some((*only, *only));
        }
        let mut longest = *cursor;
        let origin = cursor.one_of(self.game, pieces.iter().copied())?;
        // Without a letter, `a-b` is the vertex with this name, if there is one.
        if !has_letter && longest.vertex(self.game) != Some(origin) {
            return None;
        }
        if !cursor.arrow() {
            return None;
        }
        Some((origin, cursor.vertex(self.game)?))
    }

    /// The legal moves that consist of these steps of single pieces, while the other pieces stay.
    fn with_steps(&self, pairs: &[(Vertex, Vertex)]) -> Vec<Move> {
        let position = self.game.position(self.position);
        let mut still = position.pieces(position.turn).to_vec();
        for (origin, _) in pairs {
            let Some(index) = still.iter().position(|piece| piece == origin) else { return Vec::new() };
            still.remove(index);
        }
        let steps: Vec<_> = pairs.iter().copied().chain(still.into_iter().map(|piece| (piece, piece))).collect();
        let mut targets: Vec<Vertex> = steps.iter().map(|&(_, target)| target).collect();
        targets.put_in_order();
        if self.game.arena().pieces(position.turn.into()).cast().is_some() {
            let sorted = |mut steps: Vec<(Vertex, Vertex)>| {
                steps.put_in_order();
                steps
            };
            let wanted = sorted(steps);
            let is_wanted = |step: &Move| sorted(self.game.piece_moves(self.position, *step)) == wanted;
            return self.to(&targets).filter(is_wanted).collect();
        }
        let (_, domain) = self.game.steps(position.turn);
        let node = |vertex| domain.node(vertex);
        let steps: Option<Vec<_>> = steps.iter().map(|&(from, to)| node(from).zip(node(to))).collect();
        let pieces = self.game.arena().pieces(position.turn.into());
        let costs = steps.map_or_else(Vec::new, |steps| pieces.costs_of(&steps));
        self.to(&targets).filter(|step| costs.contains(&step.cost)).collect()
    }

    /// The legal moves after which the mover's pieces stand on exactly these vertices, which are
    /// given in ascending order.
    fn to(&self, targets: &[Vertex]) -> impl Iterator<Item = Move> {
        self.legal.iter().copied().filter(move |step| {
            let mut reached = self.game.target(self.position, step.to);
            reached.put_in_order();
            reached == targets
        })
    }

    /// The move among `moves` with the cost in brackets at the cursor; the cheapest if there is no
    /// cost.
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
        let found = match self.direction(text, &span) {
            Some(direction) if found.is_empty() => {
                let found = self.toward(direction);
                if found.is_empty() {
                    let what = format!("there is no legal move {}", direction.word());
                    return Err(self.error(MoveErrorKind::Blocked, what, span));
                }
                cursor.at = span.end;
                found
            }
            _ => found,
        };
        let Some(&first) = found.first() else {
            return Err(self.no_move(text, span));
        };
        let others: Vec<Move> = found.iter().copied().filter(|step| step.to != first.to).collect();
        if !others.is_empty() {
            let what = format!("`{}` could be several moves", text[span.clone()].escape_debug());
            let wanted = format!("write one of them in full: {}", named(self.game, self.position, &found));
            return Err(MoveError { kind: MoveErrorKind::Ambiguous, what, wanted, span });
        }
        let step = self.of_cost(&found, &mut cursor).filter(|_| cursor.is_at_end());
        step.ok_or_else(|| self.no_move(text, span))
    }

    /// The direction that the text names: a word, a letter as on the keyboards of games, an arrow, or
    /// what a terminal sends for an arrow key. `None` if the board is no grid, or if a vertex has this
    /// name.
    fn direction(&self, text: &str, span: &Range<usize>) -> Option<Direction> {
        let is_name = Cursor { text, at: span.start }.vertex(self.game).is_some();
        self.game.board().grid().filter(|_| !is_name)?;
        match text[span.clone()].to_lowercase().as_str() {
            "up" | "w" | "↑" | "\u{1b}[a" | "\u{1b}oa" => Some(Direction::Up),
            "left" | "a" | "←" | "\u{1b}[d" | "\u{1b}od" => Some(Direction::Left),
            "right" | "d" | "→" | "\u{1b}[c" | "\u{1b}oc" => Some(Direction::Right),
            "down" | "s" | "↓" | "\u{1b}[b" | "\u{1b}ob" => Some(Direction::Down),
            _ => None,
        }
    }

    /// The legal moves of one piece straight in a direction, while the other pieces stay.
    fn toward(&self, direction: Direction) -> Vec<Move> {
        let Some(grid) = self.game.board().grid() else { return Vec::new() };
        let position = self.game.position(self.position);
        let mut pieces = position.pieces(position.turn).to_vec();
        pieces.dedup();
        let steps = pieces.into_iter().flat_map(|from| grid.ray(from, direction).map(move |to| (from, to)));
        steps.flat_map(|step| self.with_steps(&[step])).collect()
    }

    /// Takes the vertices that a text lists up to its end or up to a cost, and returns them in
    /// ascending order; `None` if the text contains anything else.
    fn places(&self, cursor: &mut Cursor<'_>) -> Option<Vec<Vertex>> {
        let mut places = Vec::new();
        // A hyphen before a number would be a minus sign.
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
        places.put_in_order();
        (!places.is_empty()).then_some(places)
    }

    /// The legal moves after which the mover's pieces stand on exactly these vertices. If there are
    /// none, the moves after which they stand on these and other vertices.
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
