//! `catmouse check`: checks a solution, a table or a certificate against the rules, by conditions
//! that need no solver, and checks the setup's `[expect]` against the solution.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use catmouse::{Error, Solved, answers::CheckAnswer, check_cop_certificate, check_csv, memory::Work};
use catmouse_arena::Values;
use catmouse_document::checked;
use catmouse_store::{CertificateError, is_cop_proof};

use crate::args::{self, Format};
use crate::board::{self, Opened};
use crate::commands::unseen;
use crate::file::file_text;
use crate::messages::MessageContext;
use crate::output::text::wrapped;
use crate::output::{Failure, Report};

/// Checks the solution, or the given table.
pub(crate) fn run(args: &'static args::Game, format: Format, table: Option<&'static Path>) -> Result<Report, Failure> {
    let (answer, solved, note) = match table {
        Some(path) if !is_saved_table(path) => {
            let (prepared, context, note) = board::prepare(args, Work::PROBE)?;
            let file = File::open(path).map_err(|error| {
                Failure::plain(
                    format!("cannot read `{}`: {error}", file_text(path)),
                    "a table is a CSV file".to_owned(),
                )
            })?;
            let context = MessageContext { table: Some(path), ..context };
            (check_csv(&prepared.game, file).map_err(|error| context.failure(error))?, None, note)
        }
        Some(path) => {
            let loaded = board::load_for(args, board::open(args)?, Some(path), Work::LOOKUP)?;
            if !loaded.solved.values().has_distances() {
                return Err(without_ranks(path));
            }
            // A CSV table is checked against the rules, but not against the expectation of the
            // setup.
            let answer = loaded.solved.check_values().map_err(|error| loaded.context.failure(error))?;
            (answer, Some(loaded.solved), loaded.note)
        }
        None => {
            let opened = board::open(args)?;
            if unseen::is_asked(args, &opened) {
                let (solved, note) = unseen::solve(args, opened, &[])?;
                return Ok(reported(&solved.check(), None, format).with_note(note));
            }
            let loaded = board::load(args, opened, None)?;
            let answer = loaded.solved.check().map_err(|error| loaded.context.failure(error))?;
            (answer, Some(loaded.solved), loaded.note)
        }
    };
    Ok(reported(&answer, solved.as_ref(), format).with_note(note))
}

/// The answer as a result, which fails if a value is wrong.
fn reported(answer: &CheckAnswer, solved: Option<&Solved>, format: Format) -> Report {
    let report = match format {
        Format::Json => Report::json(answer),
        Format::Text | Format::Csv => Report::document(&checked(answer, solved)),
    };
    report.refuted_if(!answer.ok)
}

/// The message that a table without distances cannot be checked.
fn without_ranks(path: &Path) -> Failure {
    Failure::plain(
        format!(
            "cannot check the table `{}`: it holds outcomes without distances, and without them the local \
             conditions cannot tell a win from endless play: each of some wins may lead to the next and none \
             of them to an end",
            file_text(path)
        ),
        "save the table without `--outcomes-only`, or check a certificate".to_owned(),
    )
}

/// Whether a file is a saved table; otherwise it is treated as CSV.
fn is_saved_table(path: &Path) -> bool {
    let mut first = [0; 8];
    File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && catmouse_store::is_table(&first)
}

/// Checks a certificate of a position, or the proof of a cop number.
pub(crate) fn certificate(args: &'static args::Game, format: Format, path: &Path) -> Result<Report, Failure> {
    let name = file_text(path);
    let unreadable = |error| {
        Failure::plain(
            format!("cannot read `{name}`: {error}"),
            "a certificate is a file that `--save-certificate` of `catmouse solve` or `catmouse cops` has written"
                .to_owned(),
        )
    };
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    let failed = |context: &MessageContext, error| match error {
        Error::Certificate(CertificateError::Line { line, flaw, .. }) => {
            Failure::plain(format!("{name}: line {line}: {flaw}"), format!("expected {}", flaw.wanted()))
        }
        Error::Certificate(CertificateError::Io(error)) => unreadable(error),
        error => context.failure(error),
    };
    let reported = |json, text: &str, ok: bool, note| {
        let report = match format {
            Format::Json => json,
            Format::Text | Format::Csv => Report::text(wrapped(text, 0) + "\n"),
        };
        report.refuted_if(!ok).with_note(note)
    };
    if is_cop_proof(file.fill_buf().map_err(unreadable)?) {
        let Opened { record, context, note } = board::open(args)?;
        let (question, directed) =
            board::cops_question(args, "the proof of a cop number has the number of cats and their starts", "")?;
        let answer =
            check_cop_certificate(&record, directed, &question, file).map_err(|error| failed(&context, error))?;
        return Ok(reported(Report::json(&answer), &answer.text, answer.ok, note));
    }
    let opened = board::open(args)?;
    let work = if unseen::is_asked(args, &opened) { Work::UNSEEN } else { Work::PROBE };
    let (prepared, context, note) = board::prepare_opened(args, opened, work)?;
    let answer = catmouse::check_certificate(&prepared.game, file).map_err(|error| failed(&context, error))?;
    Ok(reported(Report::json(&answer), &answer.text, answer.ok, note))
}
