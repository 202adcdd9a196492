//! The boards with known answers, solved for the tests.

use std::fs;
use std::path::{Path, PathBuf};

use catmouse::{Question, Solved};

const FOLDERS: [&str; 5] = ["classic", "cops", "costs", "grid", "rules"];

/// Solves a board. The solution is checked against the rules.
pub(crate) fn solved(text: &str) -> Solved {
    solve(&Question::text(text), text)
}

/// Solves any question. The solution is checked against the rules.
pub(crate) fn solve(question: &Question, name: &str) -> Solved {
    let solved = question.solve().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(solved.check_values().expect("nothing is read from a file").ok, "{name}");
    solved
}

/// The name and the text of every fixture that is a single board.
pub(crate) fn fixtures() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut paths: Vec<PathBuf> = FOLDERS
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).expect("the folder is part of the repository"))
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 100, "fixtures are lost");
    paths
        .iter()
        .map(|path| (path.display().to_string(), fs::read_to_string(path).expect("fixtures are text")))
        .collect()
}
