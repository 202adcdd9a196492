//! `catmouse evaluate`: the worst case of a policy.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use catmouse::{
    answers::{ANNOTATE_COLUMNS, PolicyTable},
    memory::Work,
};
use catmouse_document::evaluation;

use crate::args::{self, Format};
use crate::board;
use crate::file::file_text;
use crate::messages::MessageContext;
use crate::output::{Failure, Report, csv_rows};

/// Evaluates the policy in a file, from the start of the board or from the position of `--from`.
pub(crate) fn run(args: &'static args::Game, format: Format, path: Option<&'static Path>) -> Result<Report, Failure> {
    let Some(path) = path else {
        let wanted = "give a file in CSV after the board, as in `catmouse evaluate board.toml policy.csv`".to_owned();
        return Err(Failure::plain("there is no policy to evaluate".to_owned(), wanted));
    };
    let is_input = path.as_os_str() == "-";
    if is_input && args.source.takes_input() {
        let message = "the policy is read from standard input, so the board cannot be".to_owned();
        return Err(Failure::plain(message, "name the board, as in `catmouse evaluate ambush -`".to_owned()));
    }
    let source: Box<dyn Read> = if is_input {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(|error| {
            let wanted = "a policy is a file in CSV".to_owned();
            Failure::plain(format!("cannot read `{}`: {error}", file_text(path)), wanted)
        })?)
    };
    let (prepared, context, note) = board::prepare(args, Work::SOLVE)?;
    let context = MessageContext { table: Some(path), ..context };
    let fail = |error| context.failure(error);
    // A policy that cannot be read is refused before the board is solved.
    let policy = PolicyTable::read(&prepared.game, source).map_err(fail)?;
    let control = board::control(args);
    let solved = prepared.solve_with(&control).map_err(fail)?;
    let control = control.allowing(catmouse::memory::memory_budget(board::allowed(args)));
    let found = solved.evaluate_with(policy.side, |position| policy.choice(position), &control).map_err(fail)?;
    let report = match format {
        Format::Json => Report::json(&found.answer),
        Format::Csv => {
            let rows: Vec<_> = found.answer.moves.iter().map(|judged| Ok(judged.fields())).collect();
            Report::streamed(move |out| csv_rows(out, ANNOTATE_COLUMNS, rows.into_iter()))
        }
        Format::Text => Report::document(&evaluation(&solved, &found)),
    };
    Ok(report.with_note(note))
}
