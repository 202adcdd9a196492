//! Solves every fixture with every engine, checks the solution by local conditions, compares it
//! with the fixture's expectation, and explains it.
//!
//! Expectations guard truth and have a source that is not our solver. The snapshot of the
//! explanation in each fixture's folder guards only form.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use catmouse_arena::{Arena, Measure, Solution, Values, Words, check};
use catmouse_explain::{Context, Decision, summarise};
use catmouse_formats::{BoardText, Expectation, Format, read, recognise};
use catmouse_model::{Game, Keyword, Outcome};
use catmouse_solver::{Control, Engine, Request};

const FOLDERS: [&str; 5] = ["classic", "cops", "costs", "grid", "rules"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// The fixtures of a folder, sorted by name.
fn fixtures(folder: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(root().join(folder))
        .expect("the folder is part of the repository")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension != "snap" && extension != "new"))
        .collect();
    found.sort();
    assert!(found.len() >= 8, "{folder} has lost its fixtures");
    found
}

fn load(path: &Path) -> (Game, Expectation) {
    let text = fs::read_to_string(path).expect("fixtures are text");
    let name = path.display();
    assert_eq!(recognise(&text), Ok(Format::Setup), "{name} is recognised as a setup");
    let BoardText { setup, expect, source, .. } =
        read(&text, Format::Setup).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(source.is_some(), "{name} says where its truth is from");
    let game = setup.plan().unwrap_or_else(|defects| panic!("{name}: {defects}")).game();
    (game, expect.unwrap_or_else(|| panic!("{name} expects something")))
}

#[test]
fn every_engine_finds_the_expected_result() {
    for path in FOLDERS.iter().flat_map(|folder| fixtures(folder)) {
        let (game, expect) = load(&path);
        for engine in Engine::applicable(game.arena()) {
            let name = format!("{} by {engine:?}", path.display());
            let solved = engine.run(game.arena(), Request::Table, Solution::default(), &Control::default());
            let solution = solved.expect("fixtures are small and count plies").into_table();
            assert_eq!(check(game.arena(), &solution), Ok(()), "{name}");

            let adjudication = game.adjudication();
            let told =
                summarise(&Context::new(game.arena(), &game, &solution, adjudication), game.opening(&solution).id);
            let decided_by = match told.decision {
                Decision::Play => "play",
                Decision::Stalemate => "stalemate",
                Decision::Limit => "limit",
                Decision::Endless => "endless",
            };
            let outcome = Outcome::from(told.judgement.outcome);
            let mut count = [0u64; 3];
            let mut longest = [None; 3];
            for (_, value) in solution.values() {
                let judgement = adjudication.judge(value);
                let index = Outcome::ALL.iter().position(|&o| o == judgement.outcome.into()).expect("one of three");
                count[index] += 1;
                longest[index] = longest[index].max(judgement.distance);
            }
            let [mouse, cat, draw] = count;

            if let Some(expected) = expect.outcome {
                assert_eq!(outcome.word(), expected.word(), "outcome of {name}");
            }
            if let Some(expected) = &expect.decided_by {
                assert_eq!(decided_by, expected, "decision of {name}");
            }
            // If moves have costs, sources give the cost of a win, not its plies.
            let (distance, longest_wins) = match game.measure() {
                Measure::Plies => (expect.distance_plies, &expect.longest_plies),
                Measure::Cost => (expect.distance_cost, &expect.longest_cost),
            };
            if let Some(expected) = distance {
                assert_eq!(told.judgement.distance, expected, "distance of {name}");
            }
            if let Some(expected) = &expect.positions {
                let expected = [expected.total, expected.mouse, expected.cat, expected.draw];
                assert_eq!([game.arena().positions() as u64, mouse, cat, draw], expected, "positions of {name}");
            }
            if let Some(expected) = longest_wins {
                assert_eq!([longest[0], longest[1]], [expected.mouse, expected.cat], "longest wins of {name}");
            }
        }
    }
}

#[test]
fn explanations_read_as_before() {
    for folder in FOLDERS {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(root().join(folder));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| {
            for path in fixtures(folder) {
                let output = Command::new(env!("CARGO_BIN_EXE_catmouse"))
                    .arg("explain")
                    .arg(&path)
                    .output()
                    .expect("the program runs");
                assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
                let stem = path.file_stem().expect("fixtures have names").to_string_lossy().into_owned();
                insta::assert_snapshot!(format!("{stem}.explain"), String::from_utf8_lossy(&output.stdout));
            }
        });
    }
}

#[test]
fn the_program_agrees_that_each_fixture_is_as_expected() {
    for path in FOLDERS.iter().flat_map(|folder| fixtures(folder)) {
        let output =
            Command::new(env!("CARGO_BIN_EXE_catmouse")).args(["check"]).arg(&path).output().expect("the program runs");
        assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stdout));
    }
}
