//! The solver confronted with the oracle: one game given to both, and every position compared.
//!
//! [`confront`] compares, of one game: the number of positions, the value of each by each contestant, the checker's word about
//! each solution, the outcome of each position under every owner of endless play and every limit up to [`LIMITS`], what came
//! of the start and the terms that the setup asked for, and the certificate for them: it is verified, and it is verified under
//! no other terms that would make its claim false. Time: a limit costs the oracle a pass over all moves, and there are
//! 3 · ([`LIMITS`] + 1) of them.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use catmouse_arena::{Adjudication, Arena, Limit, Outcome, Player, Solution, Value, Values, check, verify};
use catmouse_explain::certificate;
use catmouse_model::{self as model, Game, Position};
use catmouse_solver::Engine;

use crate::case::{Case, outcome, side};
use crate::oracle::{Clock, Place, Table, Terms, VERDICTS, Verdict, Who, Worth};

/// The greatest limit that is compared at every position; all smaller ones are, too.
pub const LIMITS: usize = 12;

/// Somebody who says that they can solve games.
pub struct Contestant<'a> {
    /// What to call them.
    pub name: String,
    /// Whether they solve games of this kind at all; from others they are excused.
    pub applies: Box<Applies<'a>>,
    /// What they do.
    pub solve: Box<Solve<'a>>,
}

/// Solves a game, or says why not.
pub type Solve<'a> = dyn Fn(&Game) -> Result<Solution, String> + Sync + 'a;

/// Whether somebody is for games of this kind.
pub type Applies<'a> = dyn Fn(&Game) -> bool + Sync + 'a;

/// Every engine of the solver.
pub fn engines() -> Vec<Contestant<'static>> {
    let contestant = |&engine: &Engine| Contestant {
        name: format!("{engine:?}"),
        applies: Box::new(move |game: &Game| engine.applies(game.arena())),
        solve: Box::new(move |game: &Game| engine.solve(game.arena()).map_err(|error| error.to_string())),
    };
    Engine::ALL.iter().map(contestant).collect()
}

/// What the oracle and the others do not agree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whether there is such a game at all.
    Setup,
    /// Which positions it has, and from which it starts.
    Positions,
    /// What a position is worth.
    Value,
    /// Whether a solution is right: the checker refutes what the oracle confirms.
    Check,
    /// How a position ends under some terms.
    Outcome,
    /// What a certificate claims, or whether it proves that.
    Certificate,
    /// What the game reads like, written down as a fixture.
    Fixture,
    /// Whether one panics: somebody did.
    Panic,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Setup => "setup",
            Self::Positions => "positions",
            Self::Value => "value",
            Self::Check => "check",
            Self::Outcome => "outcome",
            Self::Certificate => "certificate",
            Self::Fixture => "fixture",
            Self::Panic => "panic",
        })
    }
}

/// A disagreement about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What it is about.
    pub kind: Kind,
    /// The case, from the place and under the terms that it is about.
    pub case: Box<Case>,
    /// Who says what.
    pub what: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, case, what } = self;
        write!(f, "{kind}: {what}, in {case:?}")
    }
}

/// Compares everything there is to compare of a case. Returns the number of positions.
///
/// # Errors
///
/// The first [`Disagreement`]. A panic is one.
pub fn confront(case: &Case, contestants: &[Contestant]) -> Result<usize, Disagreement> {
    let compare = || {
        let (game, table, values) = confront_values(case, contestants)?;
        let outcomes = Outcomes::new(&table);
        confront_outcomes(case, &game, &table, &values, &outcomes)?;
        confront_certificate(case, &game, &table, &values, &outcomes)?;
        Ok(table.places.len())
    };
    catch_unwind(AssertUnwindSafe(compare)).unwrap_or_else(|panic| {
        let what = format!("somebody panics: {}", message(&*panic));
        Err(Disagreement { kind: Kind::Panic, case: Box::new(case.clone()), what })
    })
}

/// Compares the values of every position, and returns them in the order of the table.
///
/// # Errors
///
/// The first [`Disagreement`].
pub fn confront_values(case: &Case, contestants: &[Contestant]) -> Result<(Game, Table, Vec<Value>), Disagreement> {
    let disagree = |kind, what| Disagreement { kind, case: Box::new(case.clone()), what };
    let table = case.pursuit.table();
    let plan =
        case.setup().plan().map_err(|defects| disagree(Kind::Setup, format!("the model refuses it: {defects}")))?;
    let game = plan.game();
    let positions = game.arena().positions();
    if positions != table.places.len() {
        let what = format!("{positions} positions instead of {}", table.places.len());
        return Err(disagree(Kind::Positions, what));
    }
    if *game.start() != position(case.start) || game.position(game.start_id()) != position(case.start) {
        return Err(disagree(Kind::Positions, format!("it starts at {}", game.notation(game.start()))));
    }

    let expected: Vec<Value> = table.worths.iter().map(|&worth| value_of(worth)).collect();
    for Contestant { name, solve, .. } in contestants.iter().filter(|contestant| (contestant.applies)(&game)) {
        let solution =
            solve(&game).map_err(|error| disagree(Kind::Value, format!("{name} does not solve it: {error}")))?;
        for (&place, &expected) in table.places.iter().zip(&expected) {
            let at_place =
                |kind, what| Disagreement { kind, case: Box::new(Case { start: place, ..case.clone() }), what };
            let asked = position(place);
            let Some(id) = game.id(&asked).filter(|&id| game.position(id) == asked) else {
                return Err(at_place(Kind::Positions, "there is no such position".to_owned()));
            };
            let found = solution.value(id);
            if found != expected {
                return Err(at_place(Kind::Value, format!("{name} finds {found:?} instead of {expected:?}")));
            }
        }
        if let Err(refutation) = check(game.arena(), &solution) {
            let what = format!("the values by {name} are right, but the checker says that {refutation}");
            return Err(disagree(Kind::Check, what));
        }
    }
    Ok((game, table, expected))
}

/// The oracle's outcomes of every place, under all terms that are compared.
struct Outcomes(Vec<(Terms, Rc<Vec<Verdict>>)>);

impl Outcomes {
    fn new(table: &Table) -> Self {
        let mut all = Vec::new();
        for owner in VERDICTS {
            all.push((Terms { endless: owner, clock: None }, Rc::new(table.without_clock(owner))));
            for (plies, verdicts) in table.with_clock(LIMITS, owner).into_iter().enumerate() {
                // Under a limit nothing belongs to the owner of endless play.
                let verdicts = Rc::new(verdicts);
                let terms = |endless| Terms { endless, clock: Some(Clock { plies, owner }) };
                all.extend(VERDICTS.map(|endless| (terms(endless), Rc::clone(&verdicts))));
            }
        }
        Self(all)
    }
}

/// Compares the outcomes of every position: under the terms that the setup asked for, and under all others.
fn confront_outcomes(
    case: &Case,
    game: &Game,
    table: &Table,
    values: &[Value],
    outcomes: &Outcomes,
) -> Result<(), Disagreement> {
    // Outcomes follow from values alone, so each value is judged once.
    let mut distinct = values.to_vec();
    distinct.sort_by_key(|value| value.preference(Player::One));
    distinct.dedup();
    let index = |value: &Value| distinct.iter().position(|other| other == value).expect("it is one of them");
    let indices: Vec<usize> = values.iter().map(index).collect();

    let compare = |terms: Terms, adjudication: Adjudication, expected: &[Verdict]| {
        let judged: Vec<Verdict> = distinct.iter().map(|&value| verdict(adjudication.judge(value).outcome)).collect();
        for ((&place, &index), &expected) in table.places.iter().zip(&indices).zip(expected) {
            if judged[index] != expected {
                let what = format!("{:?} instead of {expected:?} under {adjudication:?}", judged[index]);
                let case = Box::new(Case { start: place, terms, pursuit: case.pursuit.clone() });
                return Err(Disagreement { kind: Kind::Outcome, case, what });
            }
        }
        Ok(())
    };
    compare(case.terms, game.adjudication(), &table.verdicts(case.terms))?;
    outcomes.0.iter().try_for_each(|(terms, expected)| compare(*terms, adjudication(*terms), expected))
}

/// Compares the certificate for the start with the oracle's word, has it verified, and then under all other terms: where the
/// oracle says that its claim is false it must not be accepted.
fn confront_certificate(
    case: &Case,
    game: &Game,
    table: &Table,
    values: &[Value],
    outcomes: &Outcomes,
) -> Result<(), Disagreement> {
    let disagree = |what| Disagreement { kind: Kind::Certificate, case: Box::new(case.clone()), what };
    let mut by_position = vec![Value::Endless; values.len()];
    for (&place, &value) in table.places.iter().zip(values) {
        by_position[game.id(&position(place)).expect("all places were found before").index()] = value;
    }
    let (solution, start) = (Solution::from_values(by_position), game.start_id());
    let at = table.places.iter().position(|&place| place == case.start).expect("the start is a place");

    let certificate = certificate(game.arena(), &solution, &game.adjudication(), start);
    let claimed = verdict(certificate.claim.outcome());
    let expected = table.verdicts(case.terms)[at];
    if claimed != expected {
        return Err(disagree(format!("the certificate claims {claimed:?} instead of {expected:?}")));
    }
    let stands = |plies: &u64| case.terms.clock.is_none_or(|clock| *plies <= clock.plies as u64);
    let distance = values[at].distance().filter(stands);
    if certificate.claim.within() != distance {
        return Err(disagree(format!("the certificate claims {:?} instead of {distance:?}", certificate.claim)));
    }
    if let Err(refutation) = verify(game.arena(), &game.adjudication(), start, &certificate) {
        return Err(disagree(format!("the certificate claims {claimed:?} rightly, but it is refuted: {refutation}")));
    }
    for (terms, verdicts) in &outcomes.0 {
        if verdicts[at] != claimed && verify(game.arena(), &adjudication(*terms), start, &certificate).is_ok() {
            let what = format!("its certificate is accepted under {terms:?}, where it is {:?}", verdicts[at]);
            return Err(disagree(what));
        }
    }
    Ok(())
}

/// The arena's words for these terms.
fn adjudication(terms: Terms) -> Adjudication {
    let limit = |Clock { plies, owner }| Limit { distance: plies as u64, outcome: outcome(owner).into() };
    Adjudication { endless: outcome(terms.endless).into(), limit: terms.clock.map(limit) }
}

/// The model's word for a place.
pub fn position(place: Place) -> Position {
    let vertex = |number: usize| model::Vertex::new(number as u32);
    Position { mouse: vertex(place.mouse), cats: vec![vertex(place.cat)], turn: side(place.turn) }
}

/// The value that a solver must find for a worth.
pub fn value_of(worth: Worth) -> Value {
    match worth {
        Worth::Forced { by: Who::Mouse, plies } => Value::Win { player: Player::One, distance: plies },
        Worth::Forced { by: Who::Cat, plies } => Value::Win { player: Player::Two, distance: plies },
        Worth::Endless => Value::Endless,
    }
}

/// The oracle's word for an outcome.
pub fn verdict(outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Win(Player::One) => Verdict::MouseWins,
        Outcome::Win(Player::Two) => Verdict::CatWins,
        Outcome::Draw => Verdict::Draw,
    }
}

/// What somebody said when they panicked.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}
