//! Games small enough to be written into a test, one position a line. `name: One > a b*3` is a
//! position where One moves to `a` at cost 1 or to `b` at cost 3; `name: won by One` ends the game.
//! Positions are numbered in the order of the lines.

use catmouse_arena::{GraphArena, Player, StateRules, Status};

/// A position as written: its name, its status, and its moves.
type Line = (String, Status, Vec<(String, u32)>);

/// The lines of a written game.
struct Lines(Vec<Line>);

impl StateRules for Lines {
    type State = String;

    fn starts(&self) -> Vec<String> {
        self.0.iter().map(|(name, ..)| name.clone()).collect()
    }

    fn status(&self, state: &String) -> Status {
        self.line(state).1
    }

    fn moves(&self, state: &String) -> Vec<(String, u32)> {
        self.line(state).2.clone()
    }
}

impl Lines {
    fn line(&self, state: &str) -> &Line {
        self.0.iter().find(|(name, ..)| name == state).expect("moves lead to positions that have a line")
    }
}

/// `One` or `Two`.
pub(crate) fn player(word: &str) -> Player {
    match word {
        "One" => Player::One,
        "Two" => Player::Two,
        _ => panic!("{word} is no player"),
    }
}

/// Lays out the game that a text describes.
pub(crate) fn arena(text: &str) -> GraphArena<String> {
    let line = |line: &str| {
        let (name, rest) = line.trim().split_once(": ").expect("a name and a colon");
        if let Some(winner) = rest.strip_prefix("won by ") {
            return (name.to_owned(), Status::Won(player(winner)), vec![]);
        }
        let (mover, targets) = rest.split_once('>').expect("a mover and moves");
        let target = |word: &str| {
            let (name, cost) = word.split_once('*').unwrap_or((word, "1"));
            (name.to_owned(), cost.parse().expect("a cost"))
        };
        (name.to_owned(), Status::Turn(player(mover.trim())), targets.split_whitespace().map(target).collect())
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty()).map(line).collect();
    GraphArena::explore(&Lines(lines), 100).expect("a small game")
}
