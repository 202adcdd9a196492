//! The contents of a page agree with the checked solution, and nothing from a board is more than
//! text.

mod faces;
mod hostile;
mod unpacked;
mod unseen;
mod values;

use std::fs;
use std::path::PathBuf;

use catmouse_arena::{Solution, check};
use catmouse_explain::story::story;
use catmouse_explain::{Context, explain};
use catmouse_formats::{Format, read};
use catmouse_model::{Game, Outcome, Setup};
use catmouse_page::{Data, Ends, GameOver, Page};

/// The values of a game, accepted by the checker.
fn solved(game: &Game) -> Solution {
    let values = catmouse_solver::solve_table(game.arena()).expect("a small game");
    check(game.arena(), &values).expect("a solution");
    values
}

/// The data of a game's page, and the page.
fn page(game: &Game, values: &Solution, title: Option<&str>) -> (Data, String) {
    let start = game.opening(values).id;
    let explanation = explain(&Context::new(game.arena(), game, values, game.adjudication()), start);
    let claims = story(game.arena(), game, values, &explanation);
    let none = GameOver { outcome: Outcome::Draw, text: String::new() };
    let ends = Ends { repetitions: 3, repeated: none.clone(), warning: String::new(), limit: none };
    let page = Page { game, values, explanation, claims, title, levels: Vec::new(), ends, places: Vec::new() };
    (page.data(), page.html())
}

fn game(setup: &Setup) -> Game {
    setup.plan().expect("a game").game()
}

/// A board with its title.
struct Fixture {
    setup: Setup,
    title: Option<String>,
}

/// A fixture, by its name.
fn fixture(name: &str) -> Fixture {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(format!("{name}.toml"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let document = read(&text, Format::Setup).expect("a setup");
    Fixture { setup: document.setup, title: document.title }
}
