//! The solver confronted with the oracle: one game given to both, and every position compared.

use catmouse_arena::{Adjudication, Arena, Limit, Outcome, Player, Solution, Value, Values, check};
use catmouse_model::{self as model, BoardChoice, Game, LimitChoice, Position, RuleChoices, Setup, Side, VertexChoice};
use catmouse_solver::Engine;

use super::{CatInHole, Ground, Place, Pursuit, Stalemate, Table, VERDICTS, Verdict, Who, Worth};

/// How many limits are compared: 0, 1 and so on, this many plies included.
pub(crate) const LIMITS: usize = 12;

/// Compares every position of a game: what every engine says it is worth with what the oracle says, and the outcome under
/// every owner of endless play and every limit. Every solution passes the checker. Returns the number of positions.
pub(crate) fn confront(pursuit: &Pursuit) -> usize {
    let (table, value) = confront_values(pursuit);
    let mut values = value.clone();
    values.sort_by_key(|value| value.preference(Player::One));
    values.dedup();
    // Outcomes follow from values alone, so each value is judged once and the verdicts are compared place by place.
    let judged = |adjudication: Adjudication| -> Vec<(Value, Verdict)> {
        values.iter().map(|&value| (value, verdict(adjudication.judge(value).outcome))).collect()
    };
    let compare = |adjudication: Adjudication, expected: &[Verdict]| {
        let judged = judged(adjudication);
        for ((place, value), &expected) in table.places.iter().zip(&value).zip(expected) {
            let found = judged.iter().find(|(judged, _)| judged == value).map(|&(_, verdict)| verdict);
            assert_eq!(found, Some(expected), "{place:?} of {pursuit:?} under {adjudication:?}");
        }
    };
    for owner in VERDICTS {
        let endless = outcome(owner);
        compare(Adjudication { endless, limit: None }, &table.without_clock(owner));
        for (plies, expected) in table.with_clock(LIMITS, owner).iter().enumerate() {
            for endless in VERDICTS.map(outcome) {
                let limit = Limit { distance: plies as u64, outcome: outcome(owner) };
                compare(Adjudication { endless, limit: Some(limit) }, expected);
            }
        }
    }
    table.places.len()
}

/// Compares the values of every position only; returns the table and the values in its order.
pub(crate) fn confront_values(pursuit: &Pursuit) -> (Table, Vec<Value>) {
    let table = pursuit.table();
    let game = game(pursuit);
    assert_eq!(game.arena().positions(), table.places.len(), "positions of {pursuit:?}");
    let mut first = None;
    for &engine in Engine::ALL {
        let solution = solve(engine, &game);
        let value = |&place: &Place| value_at(&game, &solution, place);
        let values: Vec<_> = table.places.iter().map(value).collect();
        for ((place, &worth), &found) in table.places.iter().zip(&table.worths).zip(&values) {
            assert_eq!(found, value_of(worth), "{engine:?} at {place:?} of {pursuit:?}");
        }
        first.get_or_insert(values);
    }
    (table, first.expect("there is an engine"))
}

/// Solves with an engine and has the solution checked.
pub(crate) fn solve(engine: Engine, game: &Game) -> Solution {
    let solution = engine.solve(game.arena()).expect("plies are counted on a small board");
    assert_eq!(check(game.arena(), &solution), Ok(()), "{engine:?}");
    solution
}

/// The value of a place; on the way it is seen that positions and their numbers belong together.
pub(crate) fn value_at(game: &Game, solution: &Solution, place: Place) -> Value {
    let vertex = |number: usize| model::Vertex::new(number as u32);
    let turn = match place.turn {
        Who::Mouse => Side::Mouse,
        Who::Cat => Side::Cat,
    };
    let position = Position { mouse: vertex(place.mouse), cats: vec![vertex(place.cat)], turn };
    let id = game.id(&position).expect("the rules let the pieces stand there");
    assert_eq!(game.position(id), position);
    solution.value(id)
}

/// The game as the model makes it.
pub(crate) fn game(pursuit: &Pursuit) -> Game {
    setup(pursuit).plan().expect("the oracle's games are in order").game()
}

/// The setup that asks for the game, with every rule spelt out.
pub(crate) fn setup(pursuit: &Pursuit) -> Setup {
    let vertex = |number: usize| VertexChoice::Number(wide(number));
    let board = match &pursuit.ground {
        Ground::Graph(neighbours) => {
            let list = |list: &Vec<usize>| list.iter().map(|&to| wide(to)).collect();
            BoardChoice::Adjacency(neighbours.iter().map(list).collect())
        }
        Ground::Grid(rows) => BoardChoice::Grid(rows.clone()),
    };
    let cat = (0..pursuit.vertices()).find(|&cat| pursuit.may_stand(Who::Cat, cat)).expect("there is room for the cat");
    Setup {
        rules: RuleChoices {
            directed: Some(true),
            holes: Some(pursuit.holes.iter().copied().map(vertex).collect()),
            cat_in_hole: Some(match pursuit.cat_in_hole {
                CatInHole::Forbidden => model::CatInHole::Forbidden,
                CatInHole::Allowed => model::CatInHole::Allowed,
                CatInHole::Guards => model::CatInHole::Guards,
                CatInHole::Wins => model::CatInHole::Wins,
            }),
            mouse_may_stay: Some(pursuit.mouse.may_stay),
            cat_may_stay: Some(pursuit.cat.may_stay),
            mouse_jump: Some(wide(pursuit.mouse.jump)),
            cat_jump: Some(wide(pursuit.cat.jump)),
            endless: None,
            limit: Some(LimitChoice::None),
            limit_winner: None,
            stalemate: Some(match pursuit.stalemate {
                Stalemate::Draw => model::Stalemate::Draw,
                Stalemate::Pass => model::Stalemate::Pass,
                Stalemate::Loss => model::Stalemate::Loss,
            }),
        },
        mouse: Some(vertex(0)),
        cats: Some(vec![vertex(cat)]),
        ..Setup::new(board)
    }
}

/// A small number as setups write it.
pub(crate) fn wide(number: usize) -> i64 {
    i64::try_from(number).expect("boards are small")
}

/// The value that the solver must find for a worth.
pub(crate) fn value_of(worth: Worth) -> Value {
    match worth {
        Worth::Forced { by: Who::Mouse, plies } => Value::Win { player: Player::One, distance: plies },
        Worth::Forced { by: Who::Cat, plies } => Value::Win { player: Player::Two, distance: plies },
        Worth::Endless => Value::Endless,
    }
}

fn outcome(verdict: Verdict) -> Outcome {
    match verdict {
        Verdict::MouseWins => Outcome::Win(Player::One),
        Verdict::CatWins => Outcome::Win(Player::Two),
        Verdict::Draw => Outcome::Draw,
    }
}

/// The oracle's word for an outcome.
pub(crate) fn verdict(outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Win(Player::One) => Verdict::MouseWins,
        Outcome::Win(Player::Two) => Verdict::CatWins,
        Outcome::Draw => Verdict::Draw,
    }
}
