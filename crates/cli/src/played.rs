//! Moves as somebody wrote them: every move that is printed can be pasted back.

use catmouse_arena::{Adjudication, Arena, Move, PositionId, Status, Words};
use catmouse_model::Game;

use crate::output::Failure;

/// A position in the course of a game, with what is left of the limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here {
    pub(crate) position: PositionId,
    pub(crate) agreed: Adjudication,
}

/// A move that was played and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub(crate) before: Here,
    pub(crate) step: Move,
}

/// Plays the moves of a text from a position, and says where that leads.
///
/// Moves are written as they are printed, `M 1→7` or `C stays at 2`, with `→`, `->` or `-`. Between them may stand what a line
/// has between its moves: spaces, commas, `only`, numbers of plies, remarks in brackets.
pub(crate) fn play(game: &Game, from: Here, text: &str) -> Result<(Vec<Played>, Here), Failure> {
    let text = plain(text);
    let mut rest = skipped(&text);
    let (mut moves, mut here) = (Vec::new(), from);
    while !rest.is_empty() {
        let (step, after) = next(game, here.position, rest)?;
        let Some(agreed) = here.agreed.after(step.cost) else {
            let place = moves.len();
            return Err(Failure::plain(format!("the limit has run out after {place} moves"), String::new()));
        };
        moves.push(Played { before: here, step });
        here = Here { position: step.to, agreed };
        rest = skipped(after);
    }
    Ok((moves, here))
}

/// The move that a text begins with, and what follows it. Of two that fit the longer is meant.
fn next<'a>(game: &Game, position: PositionId, text: &'a str) -> Result<(Move, &'a str), Failure> {
    let legal: Vec<Move> = match game.arena().status(position) {
        Status::Won(_) => Vec::new(),
        Status::Turn(_) => game.arena().successors(position).collect(),
    };
    let mut found: Option<(Move, &str)> = None;
    for &step in &legal {
        if let Some(rest) = text.strip_prefix(&plain(&game.step(position, step.to)))
            && !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
            && found.is_none_or(|(_, known)| rest.len() < known.len())
        {
            found = Some((step, rest));
        }
    }
    found.ok_or_else(|| {
        let at = Words::position(game, position);
        let told: Vec<String> = legal.iter().map(|step| game.step(position, step.to)).take(MOVES_NAMED).collect();
        let wanted = match &told[..] {
            [] => format!("the game is over at {at}"),
            told => format!(
                "at {at} the moves are {}{}",
                told.join("; "),
                if legal.len() > MOVES_NAMED { "; …" } else { "" }
            ),
        };
        let start: String = text.chars().take(24).collect();
        Failure::plain(format!("`{}` is no move here", start.trim_end()), wanted)
    })
}

/// So many moves are named where none of them was meant.
const MOVES_NAMED: usize = 8;

/// The same text with one kind of arrow and single spaces.
fn plain(text: &str) -> String {
    let text = text.replace('→', "-").replace("->", "-");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text from the next move on.
fn skipped(mut text: &str) -> &str {
    loop {
        let before = text.len();
        text = text.trim_start_matches([' ', ',', ';', '.', '–', '-', '=']);
        text = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
        for word in ["only", "best"] {
            text = text.strip_prefix(word).unwrap_or(text);
        }
        if let Some(end) = text.strip_prefix('(').and_then(|inner| inner.find(')')) {
            text = &text[end + 2..];
        }
        if text.len() == before {
            return text;
        }
    }
}
