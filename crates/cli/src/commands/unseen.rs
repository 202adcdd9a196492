//! `solve`, `moves`, `explain`, `check` and `draw` for a game with a mouse that is not always seen.

use catmouse::memory::{Work, memory_budget};
use catmouse::unseen::SolvedUnseen;
use catmouse_document::{Header, UnseenPart, unseen, unseen_headline};
use catmouse_model::Sight;

use crate::args::{self, Format};
use crate::board::{self, Opened};
use crate::output::{Failure, Report};

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
    let (prepared, context, note) = board::prepare_opened(args, opened, Work::Unseen)?;
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
    Ok((solved.picture(&unseen_headline(&solved.answer())), note))
}

/// A part of the answer, with a header or without. `unknown` is that of [`solve`].
pub(crate) fn run(
    args: &'static args::Game,
    opened: Opened,
    (part, header, format): (UnseenPart, Header, Format),
    unknown: &[(&str, bool)],
) -> Result<Report, Failure> {
    let (solved, note) = solve(args, opened, unknown)?;
    let report = match format {
        Format::Json => Report::json(&solved.answer()),
        Format::Text | Format::Csv => Report::document(&unseen(&solved, part, header)),
    };
    Ok(report.with_note(note))
}
