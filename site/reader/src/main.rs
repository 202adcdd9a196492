//! Makes a setup of a board in any format.
//!
//! The playground loads this program when a text has a format that its library does not read. The
//! question and the answer have the form of the library's own.

use std::collections::BTreeMap;
use std::io;

use catmouse_formats::{Base, CostKey, Format, FormatChoice, Parallel, Problem, ReadOptions, read, write};
use catmouse_model::Keyword;
use serde::Deserialize;
use serde_json::{Value, json};

/// A board in the form in which the playground's library is asked about it.
#[derive(Deserialize)]
struct Board {
    text: String,
    #[serde(default)]
    reading: Reading,
    #[serde(default)]
    rules: BTreeMap<String, String>,
}

/// The choices that read a text otherwise.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
struct Reading {
    input: Option<String>,
    base: Option<String>,
    parallel_edges: bool,
    cost_key: Option<String>,
}

fn main() -> io::Result<()> {
    let board: Board = serde_json::from_reader(io::stdin())?;
    let answer = match setup(&board) {
        Ok(text) => json!({ "answer": "written", "text": text }),
        Err(problems) => {
            let problems: Vec<_> = problems.into_iter().map(|problem| told(&board.text, problem)).collect();
            json!({ "answer": "refused", "problems": problems })
        }
    };
    println!("{answer}");
    Ok(())
}

/// The board as a setup.
fn setup(board: &Board) -> Result<String, Vec<Problem>> {
    let Reading { input, base, parallel_edges, cost_key } = &board.reading;
    let mut options = ReadOptions::default();
    options.format = input.as_deref().and_then(Format::from_word).map_or(options.format, FormatChoice::Insisted);
    options.base = base.as_deref().and_then(Base::from_word);
    if *parallel_edges {
        options.parallel = Parallel::Kept;
    } else if board.rules.get("directed").is_some_and(|directed| directed == "true") {
        options.parallel = Parallel::OneWay;
    }
    if cost_key.is_some() {
        options.costs = CostKey::None;
    }
    let document = read(&board.text, options).map_err(|error| error.problems)?;
    let planned = document.setup.plan_board().map_err(|defects| document.problems(&defects))?;
    let mut text = String::new();
    write(&mut text, &document, &planned, Format::Setup)
        .map_err(|error| vec![Problem::new(None, error.to_string(), error.wanted())])?;
    Ok(text)
}

/// A problem as JSON. Places are counted in units of UTF-16, as JavaScript counts.
fn told(text: &str, problem: Problem) -> Value {
    let units = |end: usize| text[..end].encode_utf16().count();
    let remedies = problem
        .remedies
        .into_iter()
        .map(|remedy| json!({ "setting": remedy.setting, "values": remedy.values, "effect": remedy.effect }));
    json!({
        "message": problem.message,
        "wanted": problem.wanted,
        "remedies": remedies.collect::<Vec<_>>(),
        "span": problem.span.map(|span| json!({ "start": units(span.start), "end": units(span.end) })),
    })
}
