//! `catmouse survey`: finds who wins from every start, how many starts have each outcome, and which
//! starts are the hardest.

use std::io;
use std::num::NonZeroUsize;

use catmouse::{GameValues, NARROWEST_AMONG, SURVEY_COLUMNS, with_vertex_names};
use catmouse_explain::prose;

use crate::args::{self, Depth, Format, Saved};
use crate::board::{self, Loaded};
use crate::output::survey::Page;
use crate::output::text::{colour, header, paint, placement};
use crate::output::{Failure, Report, csv_rows, write_json};

/// The flags that choose which parts of a survey are shown.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) all: bool,
    pub(crate) top: usize,
    /// The number of starts of a sample; `None` for all starts.
    pub(crate) sample: Option<NonZeroUsize>,
}

/// Surveys the board.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    (saved, depth): (&'static Saved, &Depth),
    Asked { all, top, sample }: Asked,
) -> Result<Report, Failure> {
    let sample = sample.map(NonZeroUsize::get);
    let Loaded { solved, context, note } = board::load_for_survey(args, saved.path(), depth)?;
    solved.values().ensure_whole().map_err(|error| context.failure(error))?;
    let report = match format {
        Format::Csv => {
            // An error in the values must be reported before anything is printed.
            solved.starts(sample).map_err(|error| context.failure(error))?;
            Report::streamed(move |out| {
                let starts = solved.starts(sample).map_err(io::Error::other)?;
                let board = solved.game().board();
                let rows =
                    starts.rows().map(|row| row.map(|row| with_vertex_names(board, &SURVEY_COLUMNS, row.fields())));
                csv_rows(out, SURVEY_COLUMNS, rows)
            })
        }
        Format::Json => {
            solved.starts(sample).map_err(|error| context.failure(error))?;
            Report::streamed(move |out| {
                write_json(out, &solved.streamed_survey(top, sample).map_err(io::Error::other)?)?;
                out.write_all(b"\n")
            })
        }
        Format::Text => {
            let (game, start) = (solved.game(), solved.start());
            let found = if all || sample.is_some() {
                solved.surveyed(top, sample).map(|found| (found, false))
            } else {
                solved.surveyed_in_part(top, NARROWEST_AMONG)
            };
            let (found, is_in_part) = found.map_err(|error| context.failure(error))?;
            let mut page = Page {
                game,
                values: solved.values(),
                adjudication: game.adjudication(),
                level: start.opening.position.clone(),
                free: None,
            };
            if solved.lacks_start() {
                page.stand_in(start.opening.mouse.is_some(), start.opening.cats.is_some());
            }
            let said = page.without_start().unwrap_or_else(|| {
                let headline = paint(&prose::headline(&start.summary, game), colour(start.summary.judgement));
                placement(game, &start.opening, start.capture_time()) + &format!("\n{headline}\n")
            });
            let text = header(game, solved.title(), &page.level)
                + &said
                + "\n"
                + &page.shares(&found.tally)
                + &page.share_maps()
                + &page.who_wins(all)
                + &Page::<GameValues>::drawn(sample)
                + &page.hardest(&found, is_in_part.then_some(NARROWEST_AMONG));
            // the file may have changed since then
            solved.values().ensure_intact().map_err(|error| context.failure(error))?;
            Report::text(text)
        }
    };
    Ok(report.with_note(note))
}
