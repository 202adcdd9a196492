//! Equal moves are chosen among by one rule: whatever is asked of a game, wherever it stands, the same move is named.

use std::collections::BTreeMap;

use catmouse::{Phase, Session, Skill, Solved};
use catmouse_arena::{Arena, PositionId, Strategy};
use catmouse_explain::LineEnd;
use catmouse_model::Side;

use crate::fixtures::{fixtures, solved};

/// So much of each line is asked about; of games with more positions than `MANY`, whose holdings take long to find, less.
const PLIES: usize = 8;
const MANY: usize = 3000;
const PLIES_OF_MANY: usize = 2;

/// A game that stands somewhere: what each door says is to be played there, as it is printed.
struct Doors<'a> {
    solved: &'a Solved,
    /// The moves so far, as they are printed.
    moves: String,
    name: String,
}

impl Doors<'_> {
    /// What the line plays there; none where the game is over.
    fn line(&self) -> Option<String> {
        let (start, adjudication) = self.start();
        let explanation = self.solved.explanation_from(&start, &adjudication);
        let ply = explanation.plies.first()?;
        Some(step(self.solved, ply.from, ply.played.to))
    }

    fn start(&self) -> (catmouse::Start, catmouse_arena::Adjudication) {
        let played = self.solved.read_moves(&self.moves).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        self.solved.start_after(&played)
    }

    /// What every other door says there.
    fn others(&self) -> BTreeMap<&'static str, Option<String>> {
        let mut found = BTreeMap::new();
        let (start, adjudication) = self.start();
        let here = start.opening.id;
        let rated = self.solved.rated_moves(&start).expect("in memory");
        let main: Vec<PositionId> = rated.iter().filter(|rated| rated.main).map(|rated| rated.to).collect();
        assert!(main.len() <= 1, "{}: {main:?}", self.name);
        found.insert("moves", main.first().map(|&to| step(self.solved, here, to)));
        let (session, both) = (self.session(None), self.session(Some(Skill::PERFECT)));
        if session.phase() != Phase::Move {
            return found; // a position for the third time, or the limit: a game that is played ends there
        }
        let hint = session.hint().expect("the game goes on");
        found.insert("hint", Some(cut(&hint.notation)));
        let mut both = both;
        both.reply().expect("in memory");
        found.insert("a perfect opponent", both.moves_text_after(session.plies()));
        // Wherever a move that was made is judged, the first of the better ones is that of the line.
        // Under a limit of cost a move may cost more than is left.
        let is_affordable = |rated: &&catmouse_explain::RatedMove| adjudication.after(rated.cost).is_some();
        if let Some(other) = rated.iter().filter(is_affordable).find(|rated| !rated.best) {
            let text = format!("{} {}", self.moves, step(self.solved, here, other.to));
            let answer = self.solved.annotate(&text).expect("it is legal");
            let judged = answer.moves.last().expect("a move was made");
            // A move of the same outcome, where no end is forced, is as good.
            let Some(better) = judged.better.first() else { return found };
            let better = rated.iter().find(|rated| {
                let (game, to) = (self.solved.game(), &better.to);
                catmouse_model::PlacesJson::after(game, here, rated.to) == *to && rated.best
            });
            found.insert("annotate", better.map(|rated| step(self.solved, here, rated.to)));
        }
        found
    }

    /// The game so far, to be played on.
    fn session(&self, skill: Option<Skill>) -> Session<&Solved> {
        let (solved, name) = (self.solved, &self.name);
        let mut session = Session::new(solved);
        // Where pieces are placed, the best places are taken.
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

/// Moves of a session after the first ones.
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
    catmouse_arena::Words::step(solved.game(), from, to)
}

/// A move without its cost.
fn cut(notation: &str) -> String {
    match notation.rsplit_once(" (") {
        Some((step, cost)) if cost.trim_end_matches(')').parse::<u32>().is_ok() => step.to_owned(),
        _ => notation.to_owned(),
    }
}

#[test]
fn every_door_names_the_move_of_the_line() {
    let (mut asked, mut held, mut left) = (0, 0, 0);
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let explanation = solved.explanation(&solved.start());
        held += usize::from(!explanation.holdings.is_empty());
        let mut moves = String::new();
        let plies = if solved.game().arena().positions() > MANY { PLIES_OF_MANY } else { PLIES };
        for ply in explanation.plies.iter().take(plies) {
            let doors = Doors { solved: &solved, moves: moves.clone(), name: format!("{name} after `{moves}`") };
            let line = Some(step(&solved, ply.from, ply.played.to));
            assert_eq!(doors.line(), line, "explain, {}", doors.name);
            for (door, said) in doors.others() {
                assert_eq!(said, line, "{door}, {}", doors.name);
                asked += 1;
            }
            // Beside the line as well: after the first move that is not played, however bad it is.
            let (_, adjudication) = doors.start();
            let others = solved.game().arena().successors(ply.from).filter(|other| other.to != ply.played.to);
            let other = others.into_iter().find(|other| adjudication.after(other.cost).is_some());
            if let Some(other) = other {
                let moves = format!("{moves} {}", step(&solved, ply.from, other.to));
                let doors = Doors { solved: &solved, name: format!("{name} after `{moves}`"), moves };
                let line = doors.line();
                let (start, adjudication) = doors.start();
                let mut steps = solved.game().arena().successors(start.opening.id);
                if adjudication.limit.is_some() && !steps.any(|step| adjudication.after(step.cost).is_some()) {
                    continue; // the limit has ended the game, and what is listed are moves that are made no more
                }
                for (door, said) in doors.others() {
                    assert_eq!(said, line, "{door}, {}", doors.name);
                    left += 1;
                }
            }
            moves += &format!(" {}", step(&solved, ply.from, ply.played.to));
        }
        // What proves the outcome plays the line as well, unless that comes to a standstill: then the proof is shorter.
        if explanation.summary.end == LineEnd::Stuck {
            continue;
        }
        let certificate = solved.certificate().expect("the values are a solution");
        for Strategy { entries, .. } in &certificate.strategies {
            for ply in &explanation.plies {
                let own = entries.iter().find(|entry| entry.position == ply.from).and_then(|entry| entry.to);
                assert!(own.is_none_or(|to| to == ply.played.to), "the certificate of {name} at ply {}", ply.number);
            }
        }
    }
    assert!(asked > 1000 && left > 1000 && held > 10, "{asked} {left} {held}");
}
