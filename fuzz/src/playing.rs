//! Plays a setup: lays out the game, solves it with every engine, checks, judges, explains and
//! certifies.

use arbitrary::Unstructured;
use catmouse_arena::{Arena, PositionId, Solution, Values, check, verify};
use catmouse_explain::prose::{self, Replies};
use catmouse_explain::story::story;
use catmouse_explain::{Context, certificate, explain, principal_variation};
use catmouse_formats::recognise;
use catmouse_model::{Game, Plan, PositionChoice, Setup};
use catmouse_solver::{Answer, Control, Engine, Request, SolveError};

use crate::{asking, reading};

/// The bounds of a game that is played. Larger games take too long: with a sanitizer and counters
/// on every branch, explaining one position takes a second.
const MAX_POSITIONS: u64 = 2_000;
const MAX_BYTES: u64 = 1 << 24;

/// The number of positions, spread over the game, that are explained in addition to the start.
const EXPLAINED: usize = 2;

/// Plays the game that the bytes encode: as a text if they are a text that makes a game, otherwise
/// as numbers.
pub fn play(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).ok();
    if let Some((document, plan)) = text.and_then(|text| reading::planned(text, recognise(text).ok()?)) {
        play_through(&document.setup, plan);
    } else if let Ok(setup) = asking::setup(&mut Unstructured::new(bytes)) {
        match setup.plan() {
            Ok(plan) => play_through(&setup, plan),
            Err(defects) => assert!(!defects.found.is_empty() && !defects.to_string().is_empty()),
        }
    }
}

fn play_through(setup: &Setup, plan: Plan) {
    let positions = plan.positions();
    if positions > MAX_POSITIONS || plan.game_bytes() > MAX_BYTES {
        return;
    }
    let game = plan.game();
    assert_eq!(game.arena().positions() as u64, positions, "the plan knows the size of the game");
    let solved = Engine::applicable(game.arena()).map(|engine| solved(engine, &game));
    let Ok(solutions) = solved.collect::<Result<Vec<Solution>, SolveError>>() else { return };
    assert!(solutions.iter().all(|solution| *solution == solutions[0]), "the engines do not agree");

    let others = game.position_ids().step_by((game.arena().positions() / EXPLAINED).max(1)).take(EXPLAINED);
    for start in std::iter::once(game.opening(&solutions[0]).id).chain(others) {
        check_explanation(&game, &solutions[0], start);
        check_certificate(&game, &solutions[0], start);
        check_start(setup, &game, start);
    }
}

/// The solution of this engine; an error if a sum of costs exceeds the engine's range.
fn solved(engine: Engine, game: &Game) -> Result<Solution, SolveError> {
    let solved = engine.run(game.arena(), Request::Table, Solution::default(), &Control::default());
    let solution = match solved.map(Answer::into_table) {
        Err(SolveError::TooCostly) => return Err(SolveError::TooCostly),
        solution => solution.expect("a small board"),
    };
    assert_eq!(check(game.arena(), &solution), Ok(()), "{engine:?} is refuted");
    Ok(solution)
}

/// Explains a position in all forms.
fn check_explanation(game: &Game, solution: &Solution, start: PositionId) {
    let adjudication = game.adjudication();
    let context = Context::new(game.arena(), game, solution, adjudication);
    let explanation = explain(&context, start);
    assert_eq!(explanation.summary.judgement, adjudication.judge(solution.value(start)));
    if let Some(distance) = explanation.summary.judgement.distance {
        let line = principal_variation(&context, start);
        assert_eq!(line.cost(), distance, "the length of the line is the distance");
    }
    let mut sentences = vec![prose::headline(&explanation.summary, game), prose::ending(&explanation, game)];
    sentences.extend(explanation.plies.iter().map(|ply| prose::remark(&explanation, ply, game)));
    let claims = story(game.arena(), game, solution, &explanation);
    sentences.extend(claims.iter().map(|claim| prose::claim(claim, &explanation, game)));
    sentences.extend(prose::story(&claims, &explanation, game));
    for replies in [Replies::Noted, Replies::LeftOut] {
        for piece in prose::folded(game, &explanation, &claims, replies) {
            sentences.extend(piece.moves.into_iter().chain(piece.notes));
        }
    }
    for holding in &explanation.holdings {
        sentences.push(prose::holding_claim(&explanation, holding, game));
        sentences.extend(prose::holding_answers(holding, game));
    }
    assert!(sentences.iter().all(|sentence| !sentence.trim().is_empty()), "{sentences:?}");
}

/// The certificate of a position must claim the outcome of the solution, and prove it.
fn check_certificate(game: &Game, solution: &Solution, start: PositionId) {
    let adjudication = game.adjudication();
    let certificate = certificate(&Context::new(game.arena(), game, solution, adjudication), start);
    let judgement = adjudication.judge(solution.value(start));
    assert_eq!(certificate.claim.outcome(), judgement.outcome);
    assert_eq!(certificate.claim.within(), judgement.distance);
    assert_eq!(verify(game.arena(), &adjudication, start, &certificate), Ok(()));
}

/// The notation of a position must read back, and a game that starts there must have this start.
fn check_start(setup: &Setup, game: &Game, start: PositionId) {
    let position = game.position(start);
    let notation = game.notation(&position);
    let choice: PositionChoice = notation.parse().expect("a position");
    let mut setup = setup.clone();
    setup.start_from(choice);
    let again = setup.plan().expect("the same setup with another start").game();
    assert_eq!((again.start().position(), again.start_id()), (Some(position), Some(start)), "{notation}");
}
