//! The comparison of solvers with the oracle on one game.
//!
//! [`confront`] compares:
//!
//! * the number of positions, and the value of each by each solver; the checker must accept each
//!   solution;
//! * the outcome of each position for every outcome of endless play and every limit up to
//!   [`limits`];
//! * the start and the placements of the game;
//! * the origin and the target of each piece in every first move;
//! * the certificate of the start: it must be accepted, and it must be refuted under other terms
//!   that make its claim false.
//!
//! Time: the oracle passes over all moves for each of 3 · ([`limits`] + 1) limits.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use catmouse_arena::{
    Adjudication, Arena, Limit, Player, PositionId, Solution, Status, Value, Values, WinOrDraw, check, verify,
};
use catmouse_explain::{Context, certificate};
use catmouse_model::{self as model, Game, Position, Side};
use catmouse_solver::{Answer, Control, Engine, Request, SolveError};

use crate::case::{Case, outcome, side};
use crate::oracle::{CatsMove, Clock, Place, Placing, Pursuit, Stalemate, Table, Terms, VERDICTS, Verdict, Who, Worth};

/// The greatest limit in plies that is compared. All smaller limits are compared as well.
pub const LIMITS: usize = 12;

/// The greatest limit that is compared for a game: [`LIMITS`], doubled if moves have costs.
pub fn limits(pursuit: &Pursuit) -> usize {
    if pursuit.has_costs() { 2 * LIMITS } else { LIMITS }
}

/// A solver under test.
pub struct Contestant<'a> {
    /// The name of the solver.
    pub name: String,
    /// Whether the solver applies to a game.
    pub applies: Box<Applies<'a>>,
    /// Solves a game.
    pub solve: Box<Solve<'a>>,
}

/// Whether the solver applies to a game.
pub type Applies<'a> = dyn Fn(&Game) -> bool + Sync + 'a;

/// Solves a game, or returns the reason why it cannot.
pub type Solve<'a> = dyn Fn(&Game) -> Result<Solution, String> + Sync + 'a;

/// All engines of the solver, for the games to which they apply.
pub fn engines() -> Vec<Contestant<'static>> {
    let contestant = |&engine: &Engine| Contestant {
        name: format!("{engine:?}"),
        applies: Box::new(move |game: &Game| engine.applies(game.arena())),
        solve: Box::new(move |game: &Game| table_by(engine, game.arena()).map_err(|error| error.to_string())),
    };
    Engine::ALL.iter().map(contestant).collect()
}

/// A table computed by this engine and no other.
///
/// # Errors
///
/// The errors of the engine.
pub fn table_by<A: Arena>(engine: Engine, arena: &A) -> Result<Solution, SolveError> {
    engine.run(arena, Request::Table, Solution::default(), &Control::default()).map(Answer::into_table)
}

/// The subject of a disagreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whether the setup is valid.
    Setup,
    /// The positions of the game, and its start.
    Positions,
    /// The value of a position by a solver.
    Value,
    /// The checker refutes a solution that the oracle confirms.
    Check,
    /// The outcome of a position under some terms.
    Outcome,
    /// The places that the players choose for their pieces.
    Placement,
    /// The moves of single pieces that make up a move.
    Move,
    /// The claim of a certificate, or its proof.
    Certificate,
    /// The game that is read back from the fixture.
    Fixture,
    /// A panic.
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
            Self::Placement => "placement",
            Self::Move => "move",
            Self::Certificate => "certificate",
            Self::Fixture => "fixture",
            Self::Panic => "panic",
        })
    }
}

/// A disagreement about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The subject.
    pub kind: Kind,
    /// The case, with the place and the terms of the disagreement.
    pub case: Box<Case>,
    /// The two results, in words.
    pub what: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, case, what } = self;
        write!(f, "{kind}: {what}, in {case:?}")
    }
}

/// Compares all results for a case (see the [module](self)). Returns the number of positions.
///
/// # Errors
///
/// The first [`Disagreement`]. A panic counts as one.
pub fn confront(case: &Case, contestants: &[Contestant]) -> Result<usize, Disagreement> {
    let compare = || {
        let (game, table, values) = confront_values(case, contestants)?;
        let outcomes = Outcomes::new(&table, limits(&case.pursuit));
        confront_outcomes(case, &game, &table, &values, &outcomes)?;
        let solution = solution(&game, &table, &values);
        let start = confront_opening(case, &game, &table, &solution)?;
        confront_moves(case, &game, start)?;
        confront_certificate(case, &game, &table, (&solution, start), &outcomes)?;
        Ok(table.places.len())
    };
    catch_unwind(AssertUnwindSafe(compare)).unwrap_or_else(|panic| {
        let what = format!("a contestant or a crate panics: {}", message(&*panic));
        Err(Disagreement { kind: Kind::Panic, case: Box::new(case.clone()), what })
    })
}

/// Compares the values of all positions, and returns them in the order of the table.
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
    let start = position(&case.start);
    let given = (case.placing == Placing::Neither).then_some(&start);
    if game.start().position().as_ref() != given || game.start_id() != given.and_then(|start| game.id(start)) {
        return Err(disagree(Kind::Positions, format!("it starts as {:?}", game.start())));
    }

    let expected: Vec<Value> = table.worths.iter().map(|&worth| value_of(worth)).collect();
    for Contestant { name, solve, .. } in contestants.iter().filter(|contestant| (contestant.applies)(&game)) {
        let solution =
            solve(&game).map_err(|error| disagree(Kind::Value, format!("{name} does not solve it: {error}")))?;
        for (place, &expected) in table.places.iter().zip(&expected) {
            let at_place = |kind, what| Disagreement { kind, case: Box::new(case.starting_from(place)), what };
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

/// The oracle's verdicts for all places, under all terms that are compared.
struct Outcomes(Vec<(Terms, Rc<Vec<Verdict>>)>);

impl Outcomes {
    fn new(table: &Table, limit: usize) -> Self {
        let mut all = Vec::new();
        for owner in VERDICTS {
            all.push((Terms { endless: owner, clock: None }, Rc::new(table.without_clock(owner))));
            for (budget, verdicts) in table.with_clock(limit, owner).into_iter().enumerate() {
                // Under a limit, the outcome of endless play does not matter.
                let verdicts = Rc::new(verdicts);
                let terms = |endless| Terms { endless, clock: Some(Clock { budget, owner }) };
                all.extend(VERDICTS.map(|endless| (terms(endless), Rc::clone(&verdicts))));
            }
        }
        Self(all)
    }
}

/// Compares the outcomes of all positions, under the terms of the case and under all others.
fn confront_outcomes(
    case: &Case,
    game: &Game,
    table: &Table,
    values: &[Value],
    outcomes: &Outcomes,
) -> Result<(), Disagreement> {
    // Outcomes follow from values alone, so each distinct value is judged once.
    let mut distinct = values.to_vec();
    distinct.sort_by_key(|value| value.preference(Player::One));
    distinct.dedup();
    let index = |value: &Value| distinct.iter().position(|other| other == value).expect("a distinct value");
    let indices: Vec<usize> = values.iter().map(index).collect();

    let compare = |terms: Terms, adjudication: Adjudication, expected: &[Verdict]| {
        let judged: Vec<Verdict> = distinct.iter().map(|&value| verdict(adjudication.judge(value).outcome)).collect();
        for ((place, &index), &expected) in table.places.iter().zip(&indices).zip(expected) {
            if judged[index] != expected {
                let what = format!("{:?} instead of {expected:?} under {adjudication:?}", judged[index]);
                let case = Box::new(Case { terms, ..case.starting_from(place) });
                return Err(Disagreement { kind: Kind::Outcome, case, what });
            }
        }
        Ok(())
    };
    compare(case.terms, game.adjudication(), &table.verdicts(case.terms))?;
    outcomes.0.iter().try_for_each(|(terms, expected)| compare(*terms, adjudication(*terms), expected))
}

/// The values as a solution of the game, in the numbering of its positions.
fn solution(game: &Game, table: &Table, values: &[Value]) -> Solution {
    let mut by_position = vec![Value::Endless; values.len()];
    for (place, &value) in table.places.iter().zip(values) {
        by_position[game.id(&position(place)).expect("all places were found before").index()] = value;
    }
    Solution::from_values(by_position)
}

/// Compares the places that the players choose for their pieces. They must be among the best.
/// Without a limit, they must be the first of the best, and the number of the best must agree.
/// Returns the position in which play begins.
///
/// Under a limit the rules do not rank outcomes that neither player forces in time.
fn confront_opening(case: &Case, game: &Game, table: &Table, solution: &Solution) -> Result<PositionId, Disagreement> {
    let disagree = |what| Err(Disagreement { kind: Kind::Placement, case: Box::new(case.clone()), what });
    let opening = game.opening(solution);
    if case.placing == Placing::Neither {
        let given = game.start_id() == Some(opening.id) && opening.cats.is_none() && opening.mouse.is_none();
        return if given {
            Ok(opening.id)
        } else {
            disagree(format!("nothing is placed, but it opens with {opening:?}"))
        };
    }
    let Position { mouse, cats, turn } = &opening.position;
    let (mouse, cats) = (vertex_number(*mouse), cats.iter().map(|&cat| vertex_number(cat)).collect::<Vec<_>>());
    let prospects = table.prospects(case.terms);
    let best_cats = table.best_cats(&case.start, case.placing, &prospects);
    let best_mice = table.best_mice(&cats, &case.start, case.placing, &prospects);
    let is_best = best_cats.contains(&cats) && best_mice.contains(&mouse);
    if !is_best || game.id(&opening.position) != Some(opening.id) || *turn != side(case.start.turn) {
        let what =
            format!("it opens with {opening:?}; the best cats are {best_cats:?}, against these mice {best_mice:?}");
        return disagree(what);
    }
    let chosen = [(opening.cats, Who::Cat), (opening.mouse, Who::Mouse)];
    let places = [case.pursuit.placements().len(), case.pursuit.vertices()];
    let best = [best_cats.len(), best_mice.len()];
    let first = [best_cats[0] == cats, best_mice[0] == mouse];
    for (((choice, who), among), (best, first)) in chosen.into_iter().zip(places).zip(best.into_iter().zip(first)) {
        let as_expected = match choice {
            None => !case.placing.chooses(who),
            Some(_) if !case.placing.chooses(who) => false,
            Some(choice) if case.terms.clock.is_some() => choice.among == among,
            Some(choice) => choice.among == among && choice.best == best && first,
        };
        if !as_expected {
            return disagree(format!(
                "{who:?}: {choice:?}, by the oracle {best} of {among}, in {:?}",
                opening.position
            ));
        }
    }
    Ok(opening.id)
}

/// Compares, for every move from the start, the moves of single pieces. Each must be along an arc,
/// and together they must lead from the old configuration to the new one.
fn confront_moves(case: &Case, game: &Game, start: PositionId) -> Result<(), Disagreement> {
    let from = game.position(start);
    if game.arena().status(start) != Status::Turn(from.turn.into()) {
        return Ok(());
    }
    let who = if from.turn == Side::Mouse { Who::Mouse } else { Who::Cat };
    let [mouse, cats] =
        [vec![from.mouse], from.cats.clone()].map(|pieces| pieces.into_iter().map(vertex_number).collect::<Vec<_>>());
    let stood = Place { mouse: mouse[0], cats, turn: who };
    let only_one_moves = who == Who::Cat && case.pursuit.cats_move == CatsMove::One;
    for step in game.arena().successors(start) {
        let moves: Vec<_> =
            game.piece_moves(start, step).iter().map(|&(a, b)| (vertex_number(a), vertex_number(b))).collect();
        let leads = |piece: usize| case.pursuit.leads(&stood, piece, moves[piece].1);
        let still = |&(from, to): &(usize, usize)| from == to;
        let one_moves = (0..moves.len())
            .any(|mover| leads(mover) && moves.iter().enumerate().all(|(piece, step)| piece == mover || still(step)));
        let passes = case.pursuit.stalemate == Stalemate::Pass && moves.iter().all(still);
        let is_move = if only_one_moves { one_moves } else { (0..moves.len()).all(leads) };
        let mut targets: Vec<usize> = moves.iter().map(|&(_, to)| to).collect();
        if case.pursuit.are_alike() {
            targets.sort_unstable();
        }
        let stood = from.pieces(from.turn).iter().map(|&vertex| vertex_number(vertex));
        let stand = game.target(start, step.to);
        let adds_up = moves.iter().map(|&(from, _)| from).eq(stood)
            && targets.into_iter().eq(stand.into_iter().map(vertex_number));
        if !(adds_up && (is_move || passes)) {
            let what = format!("{} to {}: {moves:?}", game.notation(&from), game.notation(&game.position(step.to)));
            return Err(Disagreement { kind: Kind::Move, case: Box::new(case.clone()), what });
        }
    }
    Ok(())
}

/// Compares the claim of the certificate for the start with the oracle's verdict. The certificate
/// must be accepted. Under other terms it must be refuted if its claim is false by the oracle.
fn confront_certificate(
    case: &Case,
    game: &Game,
    table: &Table,
    (solution, start): (&Solution, PositionId),
    outcomes: &Outcomes,
) -> Result<(), Disagreement> {
    let disagree = |what| Disagreement { kind: Kind::Certificate, case: Box::new(case.clone()), what };
    let at =
        table.places.iter().position(|place| game.id(&position(place)) == Some(start)).expect("the start is a place");

    let certificate = certificate(&Context::new(game.arena(), game, solution, game.adjudication()), start);
    let claimed = verdict(certificate.claim.outcome());
    let expected = table.verdicts(case.terms)[at];
    if claimed != expected {
        return Err(disagree(format!("the certificate claims {claimed:?} instead of {expected:?}")));
    }
    let stands = |distance: &u64| case.terms.clock.is_none_or(|clock| *distance <= clock.budget as u64);
    let distance = value_of(table.worths[at]).distance().filter(stands);
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

/// Converts these terms to an adjudication.
fn adjudication(terms: Terms) -> Adjudication {
    let limit = |Clock { budget, owner }| Limit::new(budget as u64, outcome(owner).into());
    Adjudication { endless: outcome(terms.endless).into(), limit: terms.clock.map(limit) }
}

/// Converts a place to a position of the model.
pub fn position(place: &Place) -> Position {
    let vertex = |&number: &usize| model::Vertex::new(number as u32);
    Position { mouse: vertex(&place.mouse), cats: place.cats.iter().map(vertex).collect(), turn: side(place.turn) }
}

/// The oracle's number of a vertex.
fn vertex_number(vertex: model::Vertex) -> usize {
    vertex.number() as usize
}

/// Converts a worth to a value.
pub fn value_of(worth: Worth) -> Value {
    match worth {
        Worth::Forced { by: Who::Mouse, distance } => Value::Win { player: Player::One, distance },
        Worth::Forced { by: Who::Cat, distance } => Value::Win { player: Player::Two, distance },
        Worth::Endless => Value::Endless,
    }
}

/// Converts an outcome to a verdict.
pub fn verdict(outcome: WinOrDraw) -> Verdict {
    match outcome {
        WinOrDraw::Win(Player::One) => Verdict::MouseWins,
        WinOrDraw::Win(Player::Two) => Verdict::CatWins,
        WinOrDraw::Draw => Verdict::Draw,
    }
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}
