//! Documents of all fixtures: every layout says the same, nothing of a board is more than text, and
//! the spans know what they name.

mod layouts;
mod spans;

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use catmouse::{Question, Solved};
use catmouse_document::{Detail, Document, Header, explanation, laws, moves, outcomes, strategies, survey};

/// A fixture with its documents.
struct Told {
    path: String,
    solved: Solved,
    documents: Vec<(&'static str, Document)>,
}

/// The small fixtures with a start. They are told once.
fn told() -> &'static [Told] {
    static TOLD: LazyLock<Vec<Told>> = LazyLock::new(|| {
        let of = |(path, solved): (String, Solved)| Told { documents: documents(&solved), path, solved };
        fixtures().into_iter().map(of).collect()
    });
    &TOLD
}

fn fixtures() -> Vec<(String, Solved)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut found = Vec::new();
    for folder in ["classic", "cops", "costs", "grid", "hostile", "rules"] {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(root.join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "toml")) {
            let text = fs::read_to_string(&path).expect("a text");
            let small = |solved: &Solved| solved.game().position_ids().count() < 20_000;
            found.extend(
                Question::text(&text).solve().ok().filter(small).map(|solved| (path.display().to_string(), solved)),
            );
        }
    }
    assert!(found.len() > 100, "{} fixtures", found.len());
    found
}

/// The documents of a board.
fn documents(solved: &Solved) -> Vec<(&'static str, Document)> {
    let start = solved.start();
    let mut documents = vec![
        ("outcomes", outcomes(solved)),
        ("laws", laws(solved, &start)),
        ("moves", moves(solved, &start, Header::Whole).expect("moves")),
        ("survey", survey(solved, 2, false, None).expect("a survey")),
        ("explanation", explanation(solved, &start, Detail::Folded, Header::Whole).expect("an explanation")),
        ("every ply", explanation(solved, &start, Detail::Full, Header::FirstLine).expect("an explanation")),
    ];
    documents.extend(strategies(solved, &start, Header::Whole).ok().map(|found| ("strategies", found)));
    documents
}
