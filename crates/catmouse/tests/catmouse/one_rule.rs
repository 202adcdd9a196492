//! One rule chooses among equally good moves. Every answer about a game names the same move, at
//! every position of the game.

use std::collections::BTreeMap;

use catmouse::{
    Solved,
    play::{Phase, Session, Skill},
};
use catmouse_arena::{Arena, CertificateStrategy, PositionId, Words};
use catmouse_explain::LineEnd;
use catmouse_model::Side;

use crate::fixtures::{fixtures, solved};

/// The number of plies of each line that are tested. Games with more positions than `MANY` are
/// tested for fewer plies, because their holdings take long to find.
const PLIES: usize = 4;
const MANY: usize = 1000;
const PLIES_OF_MANY: usize = 2;

/// A game at some position. Its methods return the move to play as each kind of answer prints it.
struct GameAfter<'a> {
    solved: &'a Solved,
    /// The moves so far, as they are printed.
    moves: String,
    name: String,
}

impl GameAfter<'_> {
    /// The move of the line at this position; `None` if the game is over.
    fn line(&self) -> Option<String> {
        let explanation = self.solved.explanation(&self.start());
        let ply = explanation.plies.first()?;
        Some(step(self.solved, ply.from, ply.played.to))
    }

    fn start(&self) -> catmouse::SolvedStart {
        let played = self.solved.read_moves(&self.moves).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        self.solved.start_after(&played)
    }

    /// The move according to every other kind of answer.
    fn others(&self) -> BTreeMap<&'static str, Option<String>> {
        let mut found = BTreeMap::new();
        let start = self.start();
        let catmouse::model::GameState { position: here, adjudication } = start.state();
        let rated = self.solved.rated_moves(&start).expect("in memory");
        let main: Vec<PositionId> = rated.iter().filter(|rated| rated.main).map(|rated| rated.to).collect();
        assert!(main.len() <= 1, "{}: {main:?}", self.name);
        found.insert("moves", main.first().map(|&to| step(self.solved, here, to)));
        let (session, both) = (self.session(None), self.session(Some(Skill::PERFECT)));
        if session.phase() != Phase::Move {
            return found; // a session ends when a position occurs for the third time, or at the limit
        }
        let hint = session.hint().expect("the game goes on");
        found.insert("hint", Some(cut(&hint.notation)));
        let mut both = both;
        both.reply().expect("in memory");
        found.insert("a perfect opponent", both.moves_text_after(session.plies()));
        // When a move is judged, the first of the better moves is the move of the line. Under a
        // limit on the cost, a move may cost more than the rest of the limit.
        let is_affordable = |rated: &&catmouse_explain::RatedMove| adjudication.after(rated.cost).is_some();
        if let Some(other) = rated.iter().filter(is_affordable).find(|rated| !rated.best) {
            let text = format!("{} {}", self.moves, step(self.solved, here, other.to));
            let answer = self.solved.annotate(&text).expect("it is legal");
            let judged = answer.moves.last().expect("a move was made");
            // If no end is forced, a move with the same outcome is equally good.
            let Some(better) = judged.better.first() else { return found };
            let better = rated.iter().find(|rated| {
                let (game, to) = (self.solved.game(), &better.to);
                catmouse_model::PlacesJson::after(game, here, rated.to) == *to && rated.best
            });
            found.insert("annotate", better.map(|rated| step(self.solved, here, rated.to)));
        }
        found
    }

    /// A session of the game up to this position.
    fn session(&self, skill: Option<Skill>) -> Session<&Solved> {
        let (solved, name) = (self.solved, &self.name);
        let mut session = Session::new(solved);
        // The pieces are placed on the best places.
        while matches!(session.phase(), Phase::PlaceCats | Phase::PlaceMouse) {
            let hint = session.hint().expect("they can be placed").notation;
            session.play(&hint).unwrap_or_else(|error| panic!("{name}: {hint}: {error}"));
        }
        for played in solved.read_moves(&self.moves).expect("they are legal") {
            if session.phase() == Phase::Over {
                break;
            }
            session.make(played.step).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        match skill {
            Some(skill) => session.skill(Side::Mouse, skill).skill(Side::Cat, skill),
            None => session,
        }
    }
}

/// The move of a session that follows its first `plies` moves.
trait After {
    fn moves_text_after(&self, plies: usize) -> Option<String>;
}

impl After for Session<&Solved> {
    fn moves_text_after(&self, plies: usize) -> Option<String> {
        let played = *self.moves().get(plies)?;
        Some(cut(&self.notation(played)))
    }
}

fn step(solved: &Solved, from: PositionId, to: PositionId) -> String {
    let game = solved.game();
    game.step(from, game.cheapest(from, to))
}

/// A move without its cost.
fn cut(notation: &str) -> String {
    match notation.rsplit_once(" (") {
        Some((step, cost)) if cost.trim_end_matches(')').parse::<u32>().is_ok() => step.to_owned(),
        _ => notation.to_owned(),
    }
}

#[test]
fn every_answer_names_the_move_of_the_line() {
    let (mut asked, mut held, mut left) = (0, 0, 0);
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let explanation = solved.explanation(&solved.start());
        held += usize::from(!explanation.holdings.is_empty());
        let mut moves = String::new();
        let plies = if solved.game().arena().positions() > MANY { PLIES_OF_MANY } else { PLIES };
        for ply in explanation.plies.iter().take(plies) {
            let game = GameAfter { solved: &solved, moves: moves.clone(), name: format!("{name} after `{moves}`") };
            let line = Some(step(&solved, ply.from, ply.played.to));
            assert_eq!(game.line(), line, "explain, {}", game.name);
            for (answer_kind, said) in game.others() {
                assert_eq!(said, line, "{answer_kind}, {}", game.name);
                asked += 1;
            }
            // The answers must agree also off the line: after the first move that the line does not
            // play, even if it is bad.
            let adjudication = game.start().state().adjudication;
            let others = solved.game().arena().successors(ply.from).filter(|other| other.to != ply.played.to);
            let other = others.into_iter().find(|other| adjudication.after(other.cost).is_some());
            if let Some(other) = other {
                let moves = format!("{moves} {}", step(&solved, ply.from, other.to));
                let game = GameAfter { solved: &solved, name: format!("{name} after `{moves}`"), moves };
                let line = game.line();
                // The limit may end the game before the move that the others list.
                let is_over = line.is_none() && game.start().state().adjudication.limit.is_some();
                for (answer_kind, said) in game.others().into_iter().filter(|_| !is_over) {
                    assert_eq!(said, line, "{answer_kind}, {}", game.name);
                    left += 1;
                }
            }
            moves += &format!(" {}", step(&solved, ply.from, ply.played.to));
        }
        // The certificate plays the line too, unless the line ends in stalemate. Then the proof is
        // shorter.
        if explanation.summary.end == LineEnd::Stuck {
            continue;
        }
        let certificate = solved.certificate().expect("the values are a solution");
        for CertificateStrategy { entries, .. } in &certificate.strategies {
            for ply in &explanation.plies {
                let own = entries.iter().find(|entry| entry.position == ply.from).and_then(|entry| entry.to);
                assert!(own.is_none_or(|to| to == ply.played.to), "the certificate of {name} at ply {}", ply.number);
            }
        }
    }
    assert!(asked > 1000 && left > 1000 && held > 10, "{asked} {left} {held}");
}
