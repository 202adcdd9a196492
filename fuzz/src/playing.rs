//! Everything that catmouse does with a setup: lay out the game, solve it with every engine, check, judge, explain, certify.

use arbitrary::Unstructured;
use catmouse_arena::{Arena, PositionId, Solution, Values, check, verify};
use catmouse_explain::prose::{self, Replies};
use catmouse_explain::story::story;
use catmouse_explain::{certificate, explain, principal_variation};
use catmouse_formats::recognise;
use catmouse_model::{Game, Plan, PositionChoice, Setup};
use catmouse_solver::{Answer, Control, Engine, Request, SolveError};

use crate::{asking, reading};

/// Larger games take too long to be played often: with a sanitizer and counters on every branch, a second for each position that is
/// explained.
const MOST_POSITIONS: u64 = 2_000;
const MOST_BYTES: u64 = 1 << 24;

/// Positions, spread over the game, that are explained and written down besides the start.
const EXPLAINED: usize = 2;

/// Plays the game that the bytes ask for: as a text if they are one that makes a game, otherwise as numbers.
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
    if positions > MOST_POSITIONS || plan.game_bytes() > MOST_BYTES {
        return;
    }
    let game = plan.game();
    assert_eq!(game.arena().positions() as u64, positions, "the plan knows the size of the game");
    let solved = Engine::applicable(game.arena()).map(|engine| solved(engine, &game));
    let Ok(solutions) = solved.collect::<Result<Vec<Solution>, SolveError>>() else { return };
    assert!(solutions.iter().all(|solution| *solution == solutions[0]), "the engines do not agree");

    let others = game.position_ids().step_by((game.arena().positions() / EXPLAINED).max(1)).take(EXPLAINED);
    for start in std::iter::once(game.opening(&solutions[0]).id).chain(others) {
        told(&game, &solutions[0], start);
        certified(&game, &solutions[0], start);
        started_from(setup, &game, start);
    }
}

/// The solution of this engine, unless costs add up to more than any engine counts.
fn solved(engine: Engine, game: &Game) -> Result<Solution, SolveError> {
    let solved = engine.run(game.arena(), Request::Table, Solution::default(), &Control::default());
    let solution = match solved.map(Answer::into_table) {
        Err(SolveError::TooCostly) => return Err(SolveError::TooCostly),
        solution => solution.expect("the board is small"),
    };
    assert_eq!(check(game.arena(), &solution), Ok(()), "{engine:?} is refuted");
    Ok(solution)
}

/// Explains a position, down to the last word.
fn told(game: &Game, solution: &Solution, start: PositionId) {
    let adjudication = game.adjudication();
    let told = explain(game.arena(), game, solution, &adjudication, start);
    assert_eq!(told.summary.judgement, adjudication.judge(solution.value(start)));
    if let Some(distance) = told.summary.judgement.distance {
        let line = principal_variation(game.arena(), game, solution, &adjudication, start);
        assert_eq!(line.cost(), distance, "the line is as long as the distance says");
    }
    let mut said = vec![prose::headline(&told.summary, game), prose::ending(&told, game)];
    said.extend(told.plies.iter().map(|ply| prose::remark(&told, ply, game)));
    let claims = story(game.arena(), game, solution, &told);
    said.extend(claims.iter().map(|claim| prose::claim(claim, &told, game)));
    said.extend(prose::story(&claims, &told, game));
    for replies in [Replies::Noted, Replies::LeftOut, Replies::Bare] {
        for piece in prose::folded(game, &told, &claims, replies) {
            said.extend(piece.moves.into_iter().chain(piece.notes));
        }
    }
    for holding in &told.holdings {
        said.push(prose::holding_claim(&told, holding, game));
        said.extend(prose::holding_answers(holding, game));
    }
    assert!(said.iter().all(|sentence| !sentence.trim().is_empty()), "{said:?}");
}

/// A certificate claims what the solution says, and proves it.
fn certified(game: &Game, solution: &Solution, start: PositionId) {
    let adjudication = game.adjudication();
    let certificate = certificate(game.arena(), game, solution, &adjudication, start);
    let judgement = adjudication.judge(solution.value(start));
    assert_eq!(certificate.claim.outcome(), judgement.outcome);
    assert_eq!(certificate.claim.within(), judgement.distance);
    assert_eq!(verify(game.arena(), &adjudication, start, &certificate), Ok(()));
}

/// A position is written so that it can be read back, and a game that starts there starts there.
fn started_from(setup: &Setup, game: &Game, start: PositionId) {
    let position = game.position(start);
    let notation = game.notation(&position);
    let choice: PositionChoice = notation.parse().expect("it is a position");
    let mut setup = setup.clone();
    setup.start_from(choice);
    let again = setup.plan().expect("only the start is another").game();
    assert_eq!((again.start().position(), again.start_id()), (Some(position), Some(start)), "{notation}");
}
