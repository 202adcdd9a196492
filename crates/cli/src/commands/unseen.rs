//! `solve`, `moves`, `explain`, `check` and `draw` for a game with a mouse that is not always seen.

use std::path::Path;

use catmouse::Error;
use catmouse::memory::{Work, memory_budget};
use catmouse::solver::Control;
use catmouse::unseen::SolvedUnseen;
use catmouse_document::{Header, UnseenPart, unseen};
use catmouse_formats::Record;
use catmouse_model::Sight;

use crate::args::{self, Format};
use crate::board::{self, Opened};
use crate::file;
use crate::output::{Failure, Report, json_line};

/// Whether the mouse of this board is not always seen under the flags.
pub(crate) fn is_asked(args: &args::Game, opened: &Opened) -> bool {
    board::choices(&args.rules).sight(&opened.record) != Sight::Always
}

/// Solves the game. `unknown` has flags that say nothing about such a game, and whether they were given.
pub(crate) fn solve(
    args: &'static args::Game,
    opened: Opened,
    unknown: &[(&str, bool)],
) -> Result<(SolvedUnseen, Option<String>), Failure> {
    if let Some((flag, _)) = unknown.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::plain(
            format!("`{flag}` needs a mouse that is always seen"),
            "leave it out, or leave out the setting `mouse-seen`".to_owned(),
        ));
    }
    let (prepared, context, note) = board::prepare_opened(args, opened, Work::UNSEEN)?;
    let control = board::control(args).allowing(memory_budget(board::allowed(args)));
    Ok((prepared.solve_unseen(&control).map_err(|error| context.failure(error))?, note))
}

/// The plan as a picture, and a note for the user on stderr.
pub(crate) fn picture(
    args: &'static args::Game,
    opened: Opened,
    unknown: &[(&str, bool)],
) -> Result<(String, Option<String>), Failure> {
    let (solved, note) = solve(args, opened, unknown)?;
    Ok((solved.picture(), note))
}

/// The game as a page for a browser. `unknown` is that of [`solve`].
pub(crate) fn page(args: &'static args::Game, opened: Opened, unknown: &[(&str, bool)]) -> Result<Report, Failure> {
    let (solved, note) = solve(args, opened, unknown)?;
    let page = solved.page().html();
    Ok(Report::streamed(move |out| out.write_all(page.as_bytes())).with_note(note))
}

/// The outcome. `proof` is where its certificate is saved.
pub(crate) fn solved(
    args: &'static args::Game,
    opened: Opened,
    (proof, format): (Option<&Path>, Format),
    unknown: &[(&str, bool)],
) -> Result<Report, Failure> {
    let context = opened.context.clone();
    let (solved, note) = solve(args, opened, unknown)?;
    if let Some(path) = proof {
        let certificate = solved.certificate().map_err(|error| context.failure(error))?;
        catmouse_store::save_certificate(path, solved.game(), &certificate)
            .map_err(|error| file::unwritable(path, "certificate", &error))?;
    }
    Ok(reported(&solved, (UnseenPart::Outcome, Header::Whole, format)).with_note(note))
}

/// A part of the answer, with a header or without. `unknown` is that of [`solve`].
pub(crate) fn run(
    args: &'static args::Game,
    opened: Opened,
    asked: (UnseenPart, Header, Format),
    unknown: &[(&str, bool)],
) -> Result<Report, Failure> {
    let (solved, note) = solve(args, opened, unknown)?;
    Ok(reported(&solved, asked).with_note(note))
}

/// The outcome of a graph of a stream, as a line. Without colour.
pub(crate) fn line(args: &args::Game, record: &Record, format: Format, out: &mut Vec<u8>) -> Result<(), Error> {
    let (allowed, threads) = (board::allowed(args), board::threads(args.shared.threads).get() as u64);
    let prepared = board::choices(&args.rules).prepare(record, Work::UNSEEN, allowed)?;
    let solved = prepared.solve_unseen(&Control::default().allowing(memory_budget(allowed) / threads))?;
    let answer = solved.answer();
    match format {
        Format::Json => json_line(out, &answer),
        Format::Text | Format::Csv => {
            let (notation, headline) = (solved.notation(), answer.headline());
            out.extend_from_slice(format!("{}  {notation}  {headline}\n", answer.graph).as_bytes());
        }
    }
    Ok(())
}

fn reported(solved: &SolvedUnseen, (part, header, format): (UnseenPart, Header, Format)) -> Report {
    match format {
        Format::Json => Report::json(&solved.answer()),
        Format::Text | Format::Csv => Report::document(&unseen(solved, part, header)),
    }
}
