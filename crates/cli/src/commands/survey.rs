//! `catmouse survey`: who wins from every pair of starts, how they split, and which are the hardest.

use catmouse::SURVEY_COLUMNS;
use catmouse_explain::prose;

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded};
use crate::output::survey::Page;
use crate::output::text::{colour, header, paint};
use crate::output::{Failure, Report, csv_rows};

/// Surveys the board.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    saved: &'static Saved,
    all: bool,
    hardest: usize,
) -> Result<Report, Failure> {
    let Loaded { solved, context, note } = board::solved(args, saved.path())?;
    solved.values().ensure_whole().map_err(|error| context.failure(error))?;
    let report = match format {
        Format::Csv => Report::streamed(move |out| {
            csv_rows(out, SURVEY_COLUMNS, solved.starts().map(|row| row.map(|row| row.fields())))
        }),
        Format::Json => Report::streamed(move |out| {
            serde_json::to_writer(&mut *out, &solved.streamed_survey(hardest))?;
            out.write_all(b"\n")
        }),
        Format::Text => {
            let (game, start, found) = (solved.game(), solved.start(), solved.surveyed(hardest));
            let headline = paint(&prose::headline(&start.summary, game), colour(start.summary.judgement));
            let level = &start.opening.position;
            let page = Page { game, values: solved.values(), agreed: game.adjudication(), level };
            let text = header(game, solved.title(), level)
                + &format!("\n{headline}\n\n")
                + &page.shares(&found.tally)
                + &page.who_wins(all)
                + &page.hardest(&found);
            solved.values().ensure_intact().map_err(|error| context.failure(error))?; // it may have been changed since
            Report::text(text)
        }
    };
    Ok(report.with_note(note))
}
