//! Makes a setup of a board in any format.
//!
//! The playground loads this program when a text has a format that its library does not read. The
//! question and the answer have the form of the library's own.

use std::collections::BTreeMap;
use std::io;

use catmouse_formats::{Format, Problem, read, write};
use catmouse_model::{Defect, DefectKind, Preset, Setting, SetupPlace};
use catmouse_reader::{ProblemAnswer, Reading};
use serde::Deserialize;
use serde_json::json;

/// A board in the form in which the playground's library is asked about it.
#[derive(Deserialize)]
struct Board {
    text: String,
    #[serde(default)]
    reading: Reading,
    #[serde(default)]
    rules: BTreeMap<String, String>,
}

fn main() -> io::Result<()> {
    let board: Board = serde_json::from_reader(io::stdin())?;
    let told = |problems: Vec<Problem>| -> Vec<ProblemAnswer> {
        problems.into_iter().map(|problem| ProblemAnswer::new(&board.text, problem)).collect()
    };
    let answer = match setup(&board) {
        Ok((text, problems)) => json!({ "answer": "written", "text": text, "problems": told(problems) }),
        Err(problems) => json!({ "answer": "refused", "problems": told(problems) }),
    };
    println!("{answer}");
    Ok(())
}

/// The board as a setup, and the problems of a game on it by the usual rules, with their places.
fn setup(board: &Board) -> Result<(String, Vec<Problem>), Vec<Problem>> {
    let is_directed = board.rules.get("directed").is_some_and(|directed| directed == "true");
    let document = read(&board.text, board.reading.options(is_directed)).map_err(|error| error.problems)?;
    let planned = document.setup.plan_board().map_err(|defects| document.problems(&defects))?;
    let mut text = String::new();
    write(&mut text, &document, &planned, Format::Setup)
        .map_err(|error| vec![Problem::new(None, error.to_string(), error.wanted())])?;
    let defects = document.setup.plan().err();
    let mut problems = defects.map_or_else(Vec::new, |defects| document.problems(&defects));
    // The library refuses such a text, but not the setup.
    let plays = document.setup.effective_preset() == Preset::CatAndMouse;
    if document.is_labelled && plays && document.setup.rules.holes.is_none() {
        let kind = DefectKind::NoStart { piece: "hole" };
        problems.push(Problem::of_defect(None, &Defect { place: SetupPlace::Setting(Setting::Hole), kind }));
    }
    Ok((text, problems))
}
